//! Whether a value is that of a smaller heap without a common factor.
//!
//! For each value the heaps that have it are listed, together with their
//! greatest common divisor d. If the first of them has no factor in common with n,
//! the value is within reach; if d has one, it is not, and no heap need be
//! looked at. Only what lies between is searched. And only a value whose first
//! heap has a factor in common with n can be the least out of reach, unless all
//! values so far are within reach: so values are looked for by the prime factors of n.

use std::collections::BTreeSet;

use num_integer::Integer;
use rustc_hash::FxHashMap;

/// The heaps by value.
#[derive(Debug, Default)]
pub(super) struct Coprime {
    by_value: Vec<Heaps>,
    /// By prime: the values whose first heap it divides, ascending.
    by_prime: FxHashMap<u64, Vec<usize>>,
    /// The values below the largest that no heap has.
    missing: BTreeSet<usize>,
    entries: usize,
}

/// The heaps of one value, from 1 on.
#[derive(Clone, Debug, Default)]
struct Heaps {
    heaps: Vec<u64>,
    divisor: u64,
}

impl Coprime {
    /// How many heaps are listed.
    pub(super) fn len(&self) -> usize {
        self.entries
    }

    /// Notes the value of heap n >= 1, whose prime factors are given.
    pub(super) fn push(&mut self, n: u64, primes: &[u64], value: usize) {
        if value >= self.by_value.len() {
            self.missing.extend(self.by_value.len()..value);
            self.by_value.resize(value + 1, Heaps::default());
        }
        let of_value = &mut self.by_value[value];
        if of_value.heaps.is_empty() {
            self.missing.remove(&value);
            for &prime in primes {
                let values = self.by_prime.entry(prime).or_default();
                values.insert(values.partition_point(|&other| other < value), value);
            }
        }
        of_value.divisor = of_value.divisor.gcd(&n);
        of_value.heaps.push(n);
        self.entries += 1;
    }

    /// Whether a heap m with 1 <= m < n and gcd(m, n) = 1 has this value.
    pub(super) fn reach(&self, n: u64, value: usize) -> bool {
        let Some(Heaps { heaps, divisor }) = self.by_value.get(value) else { return false };
        divisor.gcd(&n) == 1 && heaps.iter().any(|heap| heap.gcd(&n) == 1)
    }

    /// The least value from `from` on that may be out of reach: every value
    /// between is within reach.
    pub(super) fn least_doubtful(&self, primes: &[u64], from: usize) -> usize {
        let next = |prime: &u64| {
            let values = self.by_prime.get(prime)?;
            values.get(values.partition_point(|&value| value < from)).copied()
        };
        let named = primes.iter().filter_map(next).min();
        let missing = self.missing.range(from..).next().copied();
        named.into_iter().chain(missing).min().unwrap_or(self.by_value.len()).max(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::random::Random;

    #[test]
    fn reach_is_what_the_lists_say() {
        let mut stream = Random::new(9);
        let mut below = |bound: u64| stream.below(bound);
        for most in [2, 9, 40] {
            let mut coprime = Coprime::default();
            let mut values = vec![0usize];
            for n in 1..400u64 {
                let primes: Vec<u64> =
                    (2..=n).filter(|&p| n % p == 0 && (2..p).all(|d| p % d != 0)).collect();
                let reached = |value: usize| {
                    (1..n).any(|m| m.gcd(&n) == 1 && values[usize::try_from(m).unwrap()] == value)
                };
                for value in 0..most + 3 {
                    assert_eq!(coprime.reach(n, value), reached(value), "{value} from {n}");
                    let doubtful = coprime.least_doubtful(&primes, value);
                    assert!(doubtful >= value && (value..doubtful).all(reached), "{value} from {n}");
                }
                let value = usize::try_from(below(u64::try_from(most).unwrap())).unwrap();
                coprime.push(n, &primes, value);
                values.push(value);
            }
        }
    }
}
