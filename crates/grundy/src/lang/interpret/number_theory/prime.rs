//! Primality.

use std::sync::OnceLock;

use num_bigint::BigUint;
use num_traits::One;

/// The first 13 primes. As bases of the strong probable-prime test the first 12
/// decide every number of 64 bits (Sorenson and Webster, see the parent module).
const BASES: [u64; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];

/// The table of small primes ends below this.
const TABLE_END: u32 = 1 << 20;

/// The primes below 2^20, ascending; sieved once.
pub(in super::super) fn small_primes() -> &'static [u32] {
    static PRIMES: OnceLock<Vec<u32>> = OnceLock::new();
    PRIMES.get_or_init(|| sieve(TABLE_END))
}

/// The primes below `end`, by the sieve of Eratosthenes.
fn sieve(end: u32) -> Vec<u32> {
    let mut composite = vec![false; usize::try_from(end).unwrap_or(0)];
    let mut primes = Vec::new();
    for number in 2..end {
        // The index fits: it is below the table's length.
        let Ok(index) = usize::try_from(number) else { break };
        if composite[index] {
            continue;
        }
        primes.push(number);
        for multiple in (index.saturating_mul(index)..composite.len()).step_by(index) {
            composite[multiple] = true;
        }
    }
    primes
}

/// The least prime above `number`; none if it exceeds 64 bits.
#[must_use]
pub fn next_prime(number: u64) -> Option<u64> {
    let primes = small_primes();
    if let Ok(number) = u32::try_from(number) {
        let index = primes.partition_point(|&p| p <= number);
        if let Some(&prime) = primes.get(index) {
            return Some(u64::from(prime));
        }
    }
    (number.checked_add(1)?..=u64::MAX).find(|&candidate| is_prime(candidate))
}

/// Whether a number is prime.
#[must_use]
pub fn is_prime(number: u64) -> bool {
    if number < u64::from(TABLE_END) {
        return u32::try_from(number).is_ok_and(|number| small_primes().binary_search(&number).is_ok());
    }
    if BASES.iter().any(|p| number.is_multiple_of(*p)) {
        return false;
    }
    // number - 1 = odd * 2^twos
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    // Four bases decide below 3.2e9: C. Pomerance, J. Selfridge
    // and S. Wagstaff, "The pseudoprimes to 25e9", Mathematics of Computation 35
    // (1980), 1003-1026: the least strong pseudoprime to 2, 3, 5 and 7 is 3215031751.
    let bases = if number < 3_215_031_751 { 4 } else { 12 };
    BASES[..bases].iter().all(|&base| {
        let mut power = power_mod(base, odd, number);
        if power == 1 || power == number - 1 {
            return true;
        }
        (1..twos).any(|_| {
            power = multiply_mod(power, power, number);
            power == number - 1
        })
    })
}

/// `a * b mod m`.
pub(super) fn multiply_mod(a: u64, b: u64, m: u64) -> u64 {
    // The remainder is below m and fits.
    u64::try_from(u128::from(a) * u128::from(b) % u128::from(m)).unwrap_or(0)
}

/// `base^exponent mod m`, for m above 1.
fn power_mod(base: u64, mut exponent: u64, m: u64) -> u64 {
    let mut base = base % m;
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = multiply_mod(power, base, m);
        }
        base = multiply_mod(base, base, m);
        exponent >>= 1;
    }
    power
}

/// Whether an odd number above 2^64 passes the strong probable-prime test to the
/// first 13 bases. No is a proof that it is composite.
pub(super) fn is_strong_probable_prime(number: &BigUint) -> bool {
    let one = BigUint::one();
    let minus_one = number - &one;
    let twos = minus_one.trailing_zeros().unwrap_or(0);
    let odd = &minus_one >> twos;
    BASES.iter().all(|&base| {
        let mut power = BigUint::from(base).modpow(&odd, number);
        if power == one || power == minus_one {
            return true;
        }
        (1..twos).any(|_| {
            power = &power * &power % number;
            power == minus_one
        })
    })
}
