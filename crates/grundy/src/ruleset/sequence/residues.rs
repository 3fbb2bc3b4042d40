//! The residues of the members of a sequence.

use std::collections::BTreeSet;

use super::{Kind, Sequence};

impl Sequence {
    /// The residues modulo `p` of the members above `beyond`: exactly, but for
    /// primes a superset (the units and the primes above `beyond` that divide p).
    ///
    /// # Panics
    ///
    /// Panics if `p` is 0.
    #[must_use]
    pub fn residues_beyond(&self, beyond: u64, p: u64) -> BTreeSet<u64> {
        assert!(p > 0, "the modulus must be positive");
        let wide = u128::from(p);
        let reduce =
            |number: u128| u64::try_from(number % wide).expect("a residue is below a 64-bit modulus");
        // The members up to `beyond` are passed over one by one; from there on
        // the state modulo p is followed until it comes again.
        let passed = u128::try_from(self.count_up_to(beyond)).unwrap_or(u128::MAX);
        match &self.0 {
            Kind::Powers { scale, base, offset } => {
                let shift = u64::try_from(i128::from(*offset).rem_euclid(i128::from(p)))
                    .expect("a residue is not negative");
                let mut power = reduce(u128::from(*scale));
                let next = |power: u64| reduce(u128::from(power) * u128::from(base % p));
                for _ in 0..passed {
                    power = next(power);
                }
                orbit(power, |&power| next(power))
                    .into_iter()
                    .map(|power| reduce(u128::from(power) + u128::from(shift)))
                    .collect()
            }
            Kind::Polynomial { differences } => {
                // The step can be undone, so the states modulo p go round in a
                // circle and every one of them comes again beyond any bound.
                let start: Vec<u64> = differences.iter().map(|difference| difference % p).collect();
                orbit(start, |state| {
                    let mut next = state.clone();
                    for i in 1..state.len() {
                        next[i - 1] = reduce(u128::from(state[i - 1]) + u128::from(state[i]));
                    }
                    next
                })
                .into_iter()
                .map(|state| state[0])
                .collect()
            }
            Kind::Factorials => {
                let mut state = (1 % p, 1u64);
                let next = |(factorial, k): (u64, u64)| {
                    (reduce(u128::from(factorial) * u128::from((k + 1) % p)), k + 1)
                };
                for _ in 0..passed {
                    state = next(state);
                }
                let mut residues = BTreeSet::new();
                // From p! on all residues are 0.
                loop {
                    residues.insert(state.0);
                    if state.0 == 0 {
                        return residues;
                    }
                    state = next(state);
                }
            }
            Kind::Fibonacci => {
                // As for polynomials: the step (a, b) -> (b, a + b) can be undone.
                orbit((1 % p, 2 % p), |&(now, next)| (next, reduce(u128::from(now) + u128::from(next))))
                    .into_iter()
                    .map(|(now, _)| now)
                    .collect()
            }
            Kind::Primes => {
                let unit = |r: u64| num_integer::gcd(r, p) == 1;
                // The residue of a prime that divides p is the prime, or 0 for p itself.
                let divides = |prime: &u64| p.is_multiple_of(*prime) && *prime > beyond;
                let dividing = prime_factors(p).into_iter().filter(divides).map(|prime| prime % p);
                (0..p).filter(|&r| unit(r)).chain(dividing).collect()
            }
        }
    }

    /// How many members there are up to `limit`, for the sequences whose
    /// residues depend on it.
    fn count_up_to(&self, limit: u64) -> usize {
        if self.is_sparse() { self.members(limit).len() } else { 0 }
    }
}

/// The states that come from `start` by repeating `next`, until one comes again.
fn orbit<S: Clone + Ord>(start: S, next: impl Fn(&S) -> S) -> BTreeSet<S> {
    let mut states = BTreeSet::new();
    let mut state = start;
    while states.insert(state.clone()) {
        state = next(&state);
    }
    states
}

/// The prime factors of `number`, without repeats, by trial division.
pub(super) fn prime_factors(mut number: u64) -> Vec<u64> {
    let mut factors = Vec::new();
    let mut divisor = 2;
    while divisor <= number / divisor {
        if number.is_multiple_of(divisor) {
            factors.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        factors.push(number);
    }
    factors
}
