//! The members of a sequence: up to a bound, and one by one.

use num_bigint::BigUint;

use super::residues::prime_factors;
use super::{Kind, Sequence, step};

impl Sequence {
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
    /// Whether `number` is a member.
    #[must_use]
    pub fn contains(&self, number: u64) -> bool {
        match &self.0 {
            Kind::Polynomial { differences } => polynomial_contains(differences, number),
            // The members below a number may be more than memory holds.
            Kind::Primes => number >= 2 && prime_factors(number) == [number],
            // These are sparse.
            Kind::Powers { .. } | Kind::Factorials | Kind::Fibonacci => {
                self.members(number).last() == Some(&number)
            }
        }
    }
}

/// Whether an ascending polynomial takes the value `number` at some k, by halving.
fn polynomial_contains(differences: &[u64], number: u64) -> bool {
    // Newton's formula: the value at k is the sum of the differences times k over i.
    let value = |k: u64| {
        let mut binomial = BigUint::from(1u32);
        let mut sum = BigUint::ZERO;
        for (i, difference) in (0u64..).zip(differences) {
            sum += &binomial * difference;
            binomial = binomial * k.saturating_sub(i) / (i + 1);
        }
        sum
    };
    let number = BigUint::from(number);
    // It ascends by at least 1 from a value of at least 1, so k is at most the number.
    let (mut low, mut high) = (0, u64::MAX);
    while low < high {
        let middle = low + (high - low) / 2;
        if value(middle) < number { low = middle + 1 } else { high = middle }
    }
    value(low) == number
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
