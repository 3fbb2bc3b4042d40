//! Infinite sequences of amounts: powers, polynomials, factorials, Fibonacci
//! numbers, primes.
//!
//! A sequence answers two questions: its members up to a bound, and which
//! residues modulo p members beyond a bound can have. The second is what
//! theorems about all n need; it is answered exactly, or with a superset where
//! that is said.

use std::collections::BTreeSet;
use std::fmt;

/// An infinite sequence of amounts, ascending from a first member of at least 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sequence(Kind);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    /// `scale * base**k + offset` for k = 0, 1, ...
    Powers { scale: u64, base: u64, offset: i64 },
    /// The first member and its forward differences. The later members follow
    /// by additions: each difference grows by the next one.
    Polynomial { differences: Vec<u64> },
    /// 1, 2, 6, 24, ...
    Factorials,
    /// 1, 2, 3, 5, 8, ...
    Fibonacci,
    /// 2, 3, 5, 7, ...
    Primes,
}

impl Sequence {
    /// 1, 2, 6, 24, ...
    pub const FACTORIALS: Sequence = Sequence(Kind::Factorials);
    /// 1, 2, 3, 5, 8, ...
    pub const FIBONACCI: Sequence = Sequence(Kind::Fibonacci);
    /// 2, 3, 5, 7, ...
    pub const PRIMES: Sequence = Sequence(Kind::Primes);

    /// 1, 4, 9, ...
    #[must_use]
    pub fn squares() -> Sequence {
        Sequence(Kind::Polynomial { differences: vec![1, 3, 2] })
    }

    /// 1, 8, 27, ...
    #[must_use]
    pub fn cubes() -> Sequence {
        Sequence(Kind::Polynomial { differences: vec![1, 7, 12, 6] })
    }

    /// 1, 3, 6, 10, ...
    #[must_use]
    pub fn triangular() -> Sequence {
        Sequence(Kind::Polynomial { differences: vec![1, 2, 1] })
    }

    /// `scale * base**k + offset` for k = 0, 1, ...; `None` unless `base >= 2`,
    /// `scale >= 1` and the first member is at least 1.
    #[must_use]
    pub fn powers(scale: u64, base: u64, offset: i64) -> Option<Sequence> {
        let first = i128::from(scale) + i128::from(offset);
        (base >= 2 && scale >= 1 && first >= 1).then_some(Sequence(Kind::Powers { scale, base, offset }))
    }

    /// The values of a polynomial at k, k + 1, ..., given by its value and its
    /// forward differences at k: 1, 3, 2 are the squares from 1 on.
    ///
    /// `None` unless the value and the first difference are at least 1; then the
    /// sequence ascends.
    #[must_use]
    pub fn polynomial(mut differences: Vec<u64>) -> Option<Sequence> {
        while differences.last() == Some(&0) {
            differences.pop();
        }
        let ascends = differences.len() >= 2 && differences[0] >= 1 && differences[1] >= 1;
        ascends.then_some(Sequence(Kind::Polynomial { differences }))
    }

    /// The first member and the step, if the sequence is an arithmetic progression.
    #[must_use]
    pub fn as_progression(&self) -> Option<(u64, u64)> {
        match &self.0 {
            Kind::Polynomial { differences } if differences.len() == 2 => {
                Some((differences[0], differences[1]))
            }
            _ => None,
        }
    }

    /// Whether the members grow at least by a constant factor, so that few are
    /// small: about as many as `limit` has digits.
    #[must_use]
    pub fn is_sparse(&self) -> bool {
        matches!(self.0, Kind::Powers { .. } | Kind::Factorials | Kind::Fibonacci)
    }

    /// The members up to `limit`, ascending.
    #[must_use]
    pub fn members(&self, limit: u64) -> Vec<u64> {
        let mut members = Vec::new();
        match &self.0 {
            Kind::Powers { scale, base, offset } => {
                let mut power = Some(u128::from(*scale));
                while let Some(now) = power {
                    let member =
                        now.checked_add_signed(i128::from(*offset)).and_then(|m| u64::try_from(m).ok());
                    match member {
                        Some(member) if member <= limit => members.push(member),
                        _ => break,
                    }
                    power = now.checked_mul(u128::from(*base));
                }
            }
            Kind::Polynomial { differences } => {
                let mut state = differences.clone();
                while state[0] <= limit {
                    members.push(state[0]);
                    if !step(&mut state) {
                        break;
                    }
                }
            }
            Kind::Factorials => {
                let mut member = Some(1u64);
                for k in 2.. {
                    match member {
                        Some(now) if now <= limit => members.push(now),
                        _ => break,
                    }
                    member = member.and_then(|now| now.checked_mul(k));
                }
            }
            Kind::Fibonacci => {
                let (mut now, mut next) = (Some(1u64), 2u64);
                while let Some(member) = now.filter(|&member| member <= limit) {
                    members.push(member);
                    now = Some(next);
                    match member.checked_add(next) {
                        Some(sum) => next = sum,
                        // Only `next` is left to be told.
                        None => {
                            members.extend(now.filter(|&member| member <= limit));
                            break;
                        }
                    }
                }
            }
            Kind::Primes => members = primes(limit),
        }
        members
    }

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

/// The sequence in words, to follow "take one of": `the primes`.
impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Powers { scale: 1, base, offset: 0 } => write!(f, "the powers of {base}"),
            Kind::Powers { scale, base, offset } => {
                f.write_str("the numbers ")?;
                if *scale != 1 {
                    write!(f, "{scale} * ")?;
                }
                write!(f, "{base}**k")?;
                match offset {
                    0 => Ok(()),
                    1.. => write!(f, " + {offset}"),
                    _ => write!(f, " - {}", offset.unsigned_abs()),
                }
            }
            Kind::Polynomial { differences } => match differences[..] {
                [1, 3, 2] => f.write_str("the squares"),
                [1, 7, 12, 6] => f.write_str("the cubes"),
                [1, 2, 1] => f.write_str("the triangular numbers"),
                _ => {
                    let mut state = differences.clone();
                    let mut first = Vec::new();
                    while first.len() < 4 {
                        first.push(state[0].to_string());
                        if !step(&mut state) {
                            break;
                        }
                    }
                    write!(
                        f,
                        "the sequence {}, ... of a polynomial of degree {}",
                        first.join(", "),
                        differences.len() - 1
                    )
                }
            },
            Kind::Factorials => f.write_str("the factorials"),
            Kind::Fibonacci => f.write_str("the Fibonacci numbers"),
            Kind::Primes => f.write_str("the primes"),
        }
    }
}

/// One step of a table of differences; false if the next member exceeds 64 bits.
fn step(state: &mut [u64]) -> bool {
    for i in 1..state.len() {
        // A difference that overflows is larger than every later bound, and so
        // are the members that it is added to.
        match state[i - 1].checked_add(state[i]) {
            Some(sum) => state[i - 1] = sum,
            None if i == 1 => return false,
            None => state[i - 1] = u64::MAX,
        }
    }
    true
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

/// The primes up to `limit`, by the sieve of Eratosthenes on odd numbers.
fn primes(limit: u64) -> Vec<u64> {
    let Some(odd) = usize::try_from(limit).ok().and_then(|limit| limit.checked_sub(1)).map(|top| top / 2)
    else {
        return Vec::new();
    };
    if limit < 2 {
        return Vec::new();
    }
    // composite[i] stands for 2 i + 3.
    let mut composite = vec![false; odd];
    let mut primes = vec![2];
    for i in 0..odd {
        if composite[i] {
            continue;
        }
        let prime = 2 * i + 3;
        if let Some(square) = prime.checked_mul(prime) {
            for multiple in ((square - 3) / 2..odd).step_by(prime) {
                composite[multiple] = true;
            }
        }
        primes.extend(u64::try_from(prime));
    }
    primes
}

/// The prime factors of `number`, without repeats, by trial division.
fn prime_factors(mut number: u64) -> Vec<u64> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Sequence> {
        let powers = |scale, base, offset| Sequence::powers(scale, base, offset).expect("ascends");
        vec![
            Sequence::FACTORIALS,
            Sequence::FIBONACCI,
            Sequence::PRIMES,
            Sequence::squares(),
            Sequence::cubes(),
            Sequence::triangular(),
            powers(1, 2, 0),
            powers(3, 5, 4),
            powers(2, 2, -1),
            powers(1, 10, 7),
            Sequence::polynomial(vec![5, 1, 0, 3, 0]).expect("ascends"),
        ]
    }

    #[test]
    fn members_by_their_definition() {
        let by_definition: Vec<(Sequence, Vec<u64>)> = vec![
            (Sequence::squares(), (1..=31).map(|k| k * k).collect()),
            (Sequence::cubes(), (1..=10).map(|k| k * k * k).collect()),
            (Sequence::triangular(), (1..=44).map(|k| k * (k + 1) / 2).collect()),
            (Sequence::FACTORIALS, (1..=6).map(|k| (1..=k).product()).collect()),
            (Sequence::FIBONACCI, vec![1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987]),
            (
                Sequence::PRIMES,
                (2..=1000).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0)).collect(),
            ),
            (Sequence::powers(3, 2, -2).expect("ascends"), (0..9).map(|k| 3 * (1 << k) - 2).collect()),
        ];
        for (sequence, members) in by_definition {
            assert_eq!(sequence.members(1000), members, "{sequence:?}");
            for limit in [0, 1, 2, 3, 5, 100] {
                let below: Vec<u64> = members.iter().copied().filter(|&member| member <= limit).collect();
                assert_eq!(sequence.members(limit), below, "{sequence:?} up to {limit}");
            }
        }
    }

    #[test]
    fn no_member_wraps_at_64_bits() {
        for sequence in all().into_iter().filter(Sequence::is_sparse) {
            let members = sequence.members(u64::MAX);
            assert!(members.windows(2).all(|pair| pair[0] < pair[1]), "{sequence:?}");
            assert!(members.last().is_some_and(|&last| last > u64::MAX / 30), "{sequence:?}");
        }
    }

    #[test]
    fn residues_are_those_of_far_members() {
        for sequence in all() {
            for p in 1..30 {
                for beyond in [0, 1, 5, 17, 100] {
                    let residues = sequence.residues_beyond(beyond, p);
                    // Sparse sequences run out of 64 bits, but 30 members and
                    // more show every residue of a modulus this small.
                    let limit = if sequence.is_sparse() { u64::MAX } else { 200_000 };
                    let far = sequence.members(limit).into_iter().filter(|&member| member > beyond);
                    let met: BTreeSet<u64> = far.map(|member| member % p).collect();
                    assert!(met.is_subset(&residues), "{sequence:?} mod {p} beyond {beyond}");
                    if p < 12 {
                        assert_eq!(met, residues, "{sequence:?} mod {p} beyond {beyond}");
                    }
                }
            }
        }
    }
}
