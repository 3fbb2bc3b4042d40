//! Prime factors of n, for laws that speak of them.

use std::sync::OnceLock;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

/// Divisors are tried below this.
const LIMIT: u32 = 1 << 16;

/// Primes below this are counted by a sieve.
const SIEVED: u32 = 1 << 24;

/// The prime factors of n, ascending, each as often as it divides; `None` for 0, and if trial
/// divisions below 2^16 leave a number that they do not show to be prime.
pub(crate) fn prime_factors(n: &BigUint) -> Option<Vec<BigUint>> {
    if n.is_zero() {
        return None;
    }
    let mut factors = Vec::new();
    let mut left = n.clone();
    let mut divisor: u32 = 2;
    while divisor < LIMIT {
        if let Some(narrow) = left.to_u64() {
            return narrow_factors(narrow, divisor.into(), factors);
        }
        while (&left % divisor).is_zero() {
            left /= divisor;
            factors.push(divisor.into());
        }
        divisor += if divisor == 2 { 1 } else { 2 };
    }
    left.is_one().then_some(factors)
}

/// The rest of the factors, none of which is below `divisor`.
fn narrow_factors(mut left: u64, mut divisor: u64, mut factors: Vec<BigUint>) -> Option<Vec<BigUint>> {
    while divisor * divisor <= left {
        if divisor >= LIMIT.into() {
            return None;
        }
        while left.is_multiple_of(divisor) {
            left /= divisor;
            factors.push(divisor.into());
        }
        divisor += if divisor == 2 { 1 } else { 2 };
    }
    if left > 1 {
        factors.push(left.into());
    }
    Some(factors)
}

/// Which prime the least prime factor of n is, counted from 1; `None` for 0 and 1, and where that takes long: if
/// no prime below 2^16 divides n, and n is no prime below 2^24.
pub(crate) fn least_prime_index(n: &BigUint) -> Option<u64> {
    if n.is_zero() || n.is_one() {
        return None;
    }
    let divides = |&prime: &u32| (n % prime).is_zero();
    let primes = small_primes();
    if let Some(at) = primes.iter().position(divides) {
        return u64::try_from(at + 1).ok();
    }
    // What no prime below 2^16 divides is a prime, if it is below 2^32.
    let prime = n.to_u32().filter(|&prime| prime < SIEVED)?;
    u64::try_from(primes_up_to(prime).len()).ok()
}

fn small_primes() -> &'static [u32] {
    static PRIMES: OnceLock<Vec<u32>> = OnceLock::new();
    PRIMES.get_or_init(|| primes_up_to(LIMIT))
}

/// The primes up to a bound, ascending, by the sieve of Eratosthenes.
fn primes_up_to(bound: u32) -> Vec<u32> {
    let Ok(last) = usize::try_from(bound) else { return Vec::new() };
    let mut composite = vec![false; last + 1];
    let mut primes = Vec::new();
    for number in 2..=bound {
        let Ok(index) = usize::try_from(number) else { break };
        if !composite[index] {
            primes.push(number);
            (index.saturating_mul(index)..=last).step_by(index).for_each(|at| composite[at] = true);
        }
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_multiply_to_the_number() {
        assert_eq!(prime_factors(&0_u32.into()), None);
        for n in 1..3000_u32 {
            let factors = prime_factors(&n.into()).unwrap();
            assert_eq!(factors.iter().product::<BigUint>(), n.into());
            let prime = |p: &BigUint| (2..100_u32).all(|d| p == &d.into() || !(p % d).is_zero());
            assert!(factors.iter().all(prime) && factors.is_sorted(), "{n}");
        }
        let huge = BigUint::from(3_u32).pow(500) * 7_u32;
        assert_eq!(prime_factors(&huge).unwrap().len(), 501);
        let hard = BigUint::from(65_537_u32) * 65_539_u32;
        assert_eq!(prime_factors(&hard), None);
    }

    #[test]
    fn least_primes_are_counted() {
        let index = |n: u64| least_prime_index(&n.into());
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 6, 7, 9, 35].map(index),
            [None, None, Some(1), Some(2), Some(1), Some(3), Some(1), Some(4), Some(2), Some(3)]
        );
        // There are 6542 primes below 2^16, and 65537 is the next.
        assert_eq!(index(65_537), Some(6543));
        assert_eq!(index(65_537 * 65_537), None);
        assert_eq!(index((1 << 61) - 1), None);
    }
}
