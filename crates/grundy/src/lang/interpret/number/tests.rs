use num_bigint::BigInt;
use proptest::prelude::*;

use super::{Failure, Number, Outcome};

fn big(value: i128) -> BigInt {
    BigInt::from(value)
}

#[test]
fn division_rounds_down_and_the_rest_has_the_divisors_sign() {
    for (a, b, quotient, rest) in [
        (7, 2, 3, 1),
        (-7, 2, -4, 1),
        (7, -2, -4, -1),
        (-7, -2, 3, -1),
        (-7, 4, -2, 1),
        (-8, 4, -2, 0),
        (0, -3, 0, 0),
    ] {
        assert_eq!((a.div(&b), a.rem(&b)), (Ok(quotient), Ok(rest)), "{a} by {b}");
        assert_eq!((big(a).div(&big(b)), big(a).rem(&big(b))), (Ok(big(quotient)), Ok(big(rest))));
    }
    assert_eq!(i128::MIN.div(&-1), Err(Failure::Overflow));
    assert_eq!(i128::MIN.rem(&-1), Ok(0));
    assert_eq!(Number::div(&1_i128, &0), Err(Failure::DivisionByZero));
    assert_eq!(Number::rem(&big(-1), &big(0)), Err(Failure::DivisionByZero));
}

#[test]
fn what_has_no_value_is_told_by_both_kinds_alike() {
    type Binary<N> = fn(&N, &N) -> Outcome<N>;
    type Case = (i128, i128, Binary<i128>, Binary<BigInt>);
    let cases: [Case; 12] = [
        (2, -1, Number::pow, Number::pow),
        (2, -1, Number::shift_left, Number::shift_left),
        (2, -1, Number::shift_right, Number::shift_right),
        (0, 2, Number::ilog, Number::ilog),
        (-3, 2, Number::ilog, Number::ilog),
        (3, 1, Number::ilog, Number::ilog),
        (-1, 3, Number::iroot, Number::iroot),
        (8, 0, Number::iroot, Number::iroot),
        (-1, 0, |a, _| a.isqrt(), |a, _| a.isqrt()),
        (-1, 0, |a, _| a.popcount(), |a, _| a.popcount()),
        (-1, 0, |a, _| a.bit_length(), |a, _| a.bit_length()),
        (0, 0, |a, _| Number::trailing_zeros(a), |a, _| Number::trailing_zeros(a)),
    ];
    for (a, b, small, large) in cases {
        let failure = small(&a, &b).unwrap_err();
        assert!(matches!(failure, Failure::Undefined(_)), "{a} {b}: {failure:?}");
        assert_eq!(large(&big(a), &big(b)), Err(failure));
    }
}

#[test]
fn results_beyond_the_limits_are_refused_before_they_are_computed() {
    assert_eq!(Number::pow(&2_i128, &126), Ok(1 << 126));
    assert_eq!(Number::pow(&2_i128, &127), Err(Failure::Overflow));
    assert_eq!(Number::pow(&-2_i128, &127), Ok(i128::MIN));
    assert_eq!(Number::pow(&-1_i128, &i128::MAX), Ok(-1));
    assert_eq!(Number::shift_left(&1_i128, &127), Err(Failure::Overflow));
    assert_eq!(Number::shift_left(&-1_i128, &127), Ok(i128::MIN));
    assert_eq!(Number::shift_left(&0_i128, &i128::MAX), Ok(0));
    let huge = big(i128::MAX);
    assert!(matches!(Number::pow(&big(2), &huge), Err(Failure::Undefined(_))));
    assert!(matches!(Number::pow(&big(3), &big(1 << 23)), Err(Failure::Undefined(_))));
    assert!(matches!(Number::shift_left(&big(3), &huge), Err(Failure::Undefined(_))));
    assert_eq!(Number::pow(&big(-1), &huge), Ok(big(-1)));
    assert_eq!(Number::shift_left(&big(0), &huge), Ok(big(0)));
    let long = Number::shift_left(&big(1), &big((1 << 21) - 1)).unwrap();
    let square = Number::mul(&long, &long).unwrap();
    assert!(matches!(Number::mul(&square, &long), Err(Failure::Undefined(_))));
}

/// Numbers near every power of two, where things go wrong.
fn number() -> impl Strategy<Value = i128> {
    prop_oneof![
        -40..=40_i128,
        any::<i128>(),
        (0..127_u32, -2..=2_i128, any::<bool>()).prop_map(|(bits, off, negative)| {
            let value = (1_i128 << bits).saturating_add(off);
            if negative { -value } else { value }
        }),
        Just(i128::MIN),
        Just(i128::MAX),
    ]
}

/// The two kinds agree wherever 128 bits suffice, and 128 bits overflow only if
/// the result does not fit.
fn agree(small: Outcome<i128>, large: Outcome<BigInt>) {
    match (&small, &large) {
        (Err(Failure::Overflow), Ok(large)) => assert!(Number::to_i128(large).is_none(), "{large} fits"),
        (Err(Failure::Overflow), Err(failure)) => assert!(matches!(failure, Failure::Undefined(_))),
        _ => assert_eq!(small.map(BigInt::from), large),
    }
}

proptest! {
    #[test]
    fn both_kinds_agree(a in number(), b in number(), few in 0..200_i128) {
        let (x, y, z) = (&big(a), &big(b), &big(few));
        agree(Number::add(&a, &b), Number::add(x, y));
        agree(Number::sub(&a, &b), Number::sub(x, y));
        agree(Number::mul(&a, &b), Number::mul(x, y));
        agree(Number::div(&a, &b), Number::div(x, y));
        agree(Number::rem(&a, &b), Number::rem(x, y));
        agree(Number::neg(&a), Number::neg(x));
        agree(Number::abs(&a), Number::abs(x));
        agree(Number::pow(&a, &few), Number::pow(x, z));
        agree(Number::shift_left(&a, &few), Number::shift_left(x, z));
        agree(Number::shift_right(&a, &few), Number::shift_right(x, z));
        agree(Number::shift_right(&a, &b.saturating_abs()), Number::shift_right(x, &big(b.saturating_abs())));
        agree(Ok(Number::xor(&a, &b)), Ok(Number::xor(x, y)));
        agree(Ok(Number::and(&a, &b)), Ok(Number::and(x, y)));
        agree(Ok(Number::or(&a, &b)), Ok(Number::or(x, y)));
        agree(Number::gcd(&a, &b), Number::gcd(x, y));
        agree(Number::lcm(&a, &b), Number::lcm(x, y));
        agree(Number::isqrt(&a), Number::isqrt(x));
        agree(Number::iroot(&a, &few), Number::iroot(x, z));
        agree(Number::ilog(&a, &b), Number::ilog(x, y));
        agree(Number::ilog(&a, &few), Number::ilog(x, z));
        agree(Number::popcount(&a), Number::popcount(x));
        agree(Number::bit_length(&a), Number::bit_length(x));
        agree(Number::trailing_zeros(&a), Number::trailing_zeros(x));
        prop_assert_eq!(Number::to_u64(&a), Number::to_u64(x));
    }

    /// The functions against their definitions.
    #[test]
    fn functions_are_what_they_are_defined_to_be(a in 0..1_000_000_i128, k in 1..8_i128, b in 2..40_i128) {
        let root = Number::iroot(&a, &k).unwrap();
        prop_assert!(Number::pow(&root, &k).unwrap() <= a && Number::pow(&(root + 1), &k).unwrap() > a);
        prop_assert_eq!(Number::isqrt(&a), Number::iroot(&a, &2));
        if a > 0 {
            let log = Number::ilog(&a, &b).unwrap();
            prop_assert!(Number::pow(&b, &log).unwrap() <= a && Number::pow(&b, &(log + 1)).unwrap() > a);
            let binary = format!("{a:b}");
            prop_assert_eq!(Number::bit_length(&a), Ok(i128::try_from(binary.len()).unwrap()));
            prop_assert_eq!(Number::popcount(&a), Ok(i128::try_from(binary.matches('1').count()).unwrap()));
            let zeros = binary.len() - binary.trim_end_matches('0').len();
            prop_assert_eq!(Number::trailing_zeros(&a), Ok(i128::try_from(zeros).unwrap()));
            let gcd = (1..=b).rev().find(|d| a % d == 0 && b % d == 0).unwrap();
            prop_assert_eq!(Number::gcd(&a, &b), Ok(gcd));
            let lcm = (1..=a).map(|i| i * b).find(|m| m % a == 0).unwrap();
            prop_assert_eq!(Number::lcm(&a, &b), Ok(lcm));
        }
    }
}
