use num_bigint::BigInt;
use proptest::prelude::*;

use super::*;
use crate::ruleset::FaultKind;

const PLACE: Span = 0..0;

fn naively_prime(number: u64) -> bool {
    number >= 2 && (2..).take_while(|d| d * d <= number).all(|d| !number.is_multiple_of(d))
}

fn naively_factored(mut number: u64) -> Vec<(u64, u32)> {
    let mut factors: Vec<(u64, u32)> = Vec::new();
    let mut d = 2;
    while d * d <= number {
        if number.is_multiple_of(d) {
            number /= d;
            match factors.last_mut() {
                Some((last, exponent)) if *last == d => *exponent += 1,
                _ => factors.push((d, 1)),
            }
        } else {
            d += 1;
        }
    }
    if number > 1 {
        match factors.last_mut() {
            Some((last, exponent)) if *last == number => *exponent += 1,
            _ => factors.push((number, 1)),
        }
    }
    factors
}

#[test]
fn primes_factors_and_divisors_of_small_numbers() {
    for number in 0..3000_u64 {
        assert_eq!(prime::is_prime(number), naively_prime(number), "{number}");
        let expected = if number == 0 { Vec::new() } else { naively_factored(number) };
        assert_eq!(rho::factor(number), expected, "{number}");
        let expected: Vec<i128> = (1..=number).filter(|d| number % d == 0).map(i128::from).collect();
        assert_eq!(divisors(&i128::from(number), &PLACE).unwrap(), expected, "{number}");
        assert_eq!(next_prime(number), (number + 1..).find(|&p| naively_prime(p)), "{number}");
    }
}

#[test]
fn the_table_of_primes_goes_over_into_tests_without_a_seam() {
    // pi(2^20), A007053.
    assert_eq!(small_primes().len(), 82_025);
    for number in (1 << 20) - 100..(1 << 20) + 100 {
        assert_eq!(next_prime(number), (number + 1..).find(|&p| naively_prime(p)), "{number}");
    }
}

#[test]
fn strong_pseudoprimes_are_composite() {
    // psi(1), ..., psi(13) below 2^64: the least strong pseudoprimes to the first
    // 1, 2, ... prime bases, A014233.
    for number in [
        2_047,
        1_373_653,
        25_326_001,
        3_215_031_751,
        2_152_302_898_747,
        3_474_749_660_383,
        341_550_071_728_321,
        3_825_123_056_546_413_051,
    ] {
        assert!(!prime::is_prime(number), "{number}");
    }
    // The next one has more than 64 bits: psi(12).
    let psi_12 = 318_665_857_834_031_151_167_461_i128;
    assert!(!is_prime(&psi_12, &PLACE).unwrap());
    // psi(13), which the bases do not see through, is where the proof ends.
    let psi_13 = i128::try_from(PROVED_BELOW).unwrap();
    assert!(matches!(is_prime(&psi_13, &PLACE), Err(Break::Fault(_))));
}

#[test]
fn large_numbers() {
    // The largest prime below 2^63, the largest below 2^64, and 2^61 - 1.
    for prime in [9_223_372_036_854_775_783, 18_446_744_073_709_551_557, (1 << 61) - 1] {
        assert!(prime::is_prime(prime));
        assert_eq!(rho::factor(prime), [(prime, 1)]);
    }
    assert_eq!(rho::factor(4_294_967_291 * 4_294_967_279), [(4_294_967_279, 1), (4_294_967_291, 1)]);
    assert_eq!(rho::factor(4_294_967_291 * 4_294_967_291), [(4_294_967_291, 2)]);
    assert_eq!(rho::factor(2_097_143 * 2_097_143 * 2_097_143), [(2_097_143, 3)]);
    assert_eq!(next_prime(u64::MAX - 1), None);
    // Beyond 64 bits: small factors, one large prime, or a fault.
    let googol = BigInt::from(10).pow(100);
    assert_eq!(factor(&googol, &PLACE).unwrap(), [(BigInt::from(2), 100), (BigInt::from(5), 100)]);
    assert_eq!(divisors(&googol, &PLACE).unwrap().len(), 101 * 101);
    assert!(!is_prime(&googol, &PLACE).unwrap());
    let prime = BigInt::from(18_446_744_073_709_551_629_u128);
    assert!(is_prime(&prime, &PLACE).unwrap());
    assert_eq!(factor(&(&prime * 6), &PLACE).unwrap().len(), 3);
    assert!(matches!(factor(&(&prime * &prime), &PLACE), Err(Break::Fault(_))));
    // 2^127 - 1 is prime, but not by these means.
    assert!(matches!(is_prime(&i128::MAX, &PLACE), Err(Break::Fault(_))));
    // 2^40 * 3^30 * 5^30 * 7^30 has more divisors than are listed.
    let many = BigInt::from(2).pow(40) * BigInt::from(105).pow(30);
    let Err(Break::Fault(fault)) = divisors(&many, &PLACE) else { panic!("too many divisors were listed") };
    assert!(matches!(fault.0, FaultKind::Undefined { .. }));
}

#[test]
fn numbers_that_would_take_too_long() {
    assert!(factor(&(BigInt::from(1) << 70_000_u32), &PLACE).is_err());
    assert_eq!(factor(&(BigInt::from(1) << 60_000_u32), &PLACE).unwrap(), [(BigInt::from(2), 60_000)]);
    // A Mersenne prime.
    assert!(is_prime(&((BigInt::from(1) << 4423_u32) - 1), &PLACE).is_err());
    assert!(!is_prime(&((BigInt::from(1) << 4424_u32) - 1), &PLACE).unwrap());
}

#[test]
fn numbers_below_one() {
    assert!(!is_prime(&-7_i128, &PLACE).unwrap());
    assert!(matches!(divisors(&-7_i128, &PLACE), Err(Break::Fault(_))));
    assert!(matches!(factor(&-7_i128, &PLACE), Err(Break::Fault(_))));
}

proptest! {
    #[test]
    fn factors_are_prime_and_multiply_up(number in prop_oneof![1..u64::MAX, 1..1_u64 << 40]) {
        let factors = rho::factor(number);
        let product: u128 = factors.iter().map(|&(p, e)| u128::from(p).pow(e)).product();
        prop_assert_eq!(product, u128::from(number));
        prop_assert!(factors.iter().all(|&(p, _)| prime::is_prime(p)));
        prop_assert!(factors.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn primality_against_trial_division(number in 0..1_u64 << 42) {
        prop_assert_eq!(prime::is_prime(number), naively_prime(number));
    }
}
