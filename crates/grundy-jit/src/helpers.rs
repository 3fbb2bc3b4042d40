//! What the code calls: arithmetic that takes more than a few instructions.
//!
//! Each has the meaning of the function of the same name in the rule language, for
//! words. Where there is no result in a word, or the interpreter would report a
//! fault, it returns [`NOTHING`], and the position is left to the interpreter.

use grundy::lang::interpret;

pub(crate) use crate::code::NOTHING;

pub(crate) extern "C" fn pow(base: i64, exponent: i64) -> i64 {
    u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent)).unwrap_or(NOTHING)
}

pub(crate) extern "C" fn isqrt(number: i64) -> i64 {
    number.checked_isqrt().unwrap_or(NOTHING)
}

/// The root, rounded down, by bisection.
pub(crate) extern "C" fn iroot(number: i64, index: i64) -> i64 {
    if number < 0 || index < 1 {
        return NOTHING;
    }
    let Ok(index) = u32::try_from(index) else { return i64::from(number > 0) };
    let (mut low, mut high) = (0_i64, number);
    while low < high {
        let middle = high - (high - low) / 2;
        match middle.checked_pow(index) {
            Some(power) if power <= number => low = middle,
            _ => high = middle - 1,
        }
    }
    low
}

pub(crate) extern "C" fn ilog(number: i64, base: i64) -> i64 {
    if number < 1 || base < 2 {
        return NOTHING;
    }
    number.checked_ilog(base).map_or(NOTHING, i64::from)
}

pub(crate) extern "C" fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(NOTHING)
}

pub(crate) extern "C" fn lcm(a: i64, b: i64) -> i64 {
    if a == 0 || b == 0 {
        return 0;
    }
    let common = gcd(a, b);
    if common <= 0 {
        return NOTHING;
    }
    (a / common).checked_mul(b).and_then(i64::checked_abs).unwrap_or(NOTHING)
}

/// 1 for primes.
pub(crate) extern "C" fn is_prime(number: i64) -> i64 {
    u64::try_from(number).is_ok_and(interpret::is_prime).into()
}

/// The least prime above `number`.
pub(crate) extern "C" fn next_prime(number: i64) -> i64 {
    let prime = interpret::next_prime(u64::try_from(number).unwrap_or(0));
    prime.and_then(|prime| i64::try_from(prime).ok()).unwrap_or(NOTHING)
}

/// The sum of the numbers from `first` to `last`, which is not below it.
pub(crate) extern "C" fn sum_range(first: i64, last: i64) -> i64 {
    let (first, last) = (i128::from(first), i128::from(last));
    let sum = (last - first + 1).checked_mul(first + last).map(|twice| twice / 2);
    sum.and_then(|sum| i64::try_from(sum).ok()).unwrap_or(NOTHING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_exact_or_nothing() {
        for number in 0..3000_i64 {
            for index in 1..6 {
                let root = iroot(number, index);
                assert!(root.pow(u32::try_from(index).unwrap()) <= number);
                assert!((root + 1).pow(u32::try_from(index).unwrap()) > number);
            }
            let prime = number > 1 && (2..number).all(|divisor| number % divisor != 0);
            assert_eq!(is_prime(number), i64::from(prime));
        }
        assert_eq!([pow(3, 4), pow(3, -1), pow(10, 19), pow(-2, 63)], [81, NOTHING, NOTHING, i64::MIN]);
        assert_eq!([gcd(0, -6), gcd(4, 6), lcm(1, -7), lcm(4, 6), lcm(0, 5)], [6, 2, 7, 12, 0]);
        assert_eq!([ilog(1, 2), ilog(999, 10), ilog(0, 2), ilog(5, 1)], [0, 2, NOTHING, NOTHING]);
        assert_eq!([next_prime(2), next_prime(7), next_prime(-5)], [3, 11, 2]);
        assert_eq!([sum_range(1, 100), sum_range(-3, 3), sum_range(i64::MIN, 0)], [5050, 0, NOTHING]);
        assert_eq!([isqrt(99), isqrt(-1)], [9, NOTHING]);
    }
}
