//! Numbers modulo the prime 2^61 - 1, and the fractions that they may stand for.

/// A Mersenne prime.
pub(super) const PRIME: u64 = (1 << 61) - 1;

/// Fractions with larger numerators or divisors are not looked for.
const MOST_NUMERATOR: i128 = 1 << 32;
const MOST_DIVISOR: i128 = 1 << 12;

pub(super) fn reduced(number: u64) -> u64 {
    number % PRIME
}

pub(super) fn added(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= PRIME { sum - PRIME } else { sum }
}

pub(super) fn subtracted(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + PRIME - b }
}

pub(super) fn multiplied(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let low = u64::try_from(product & u128::from(PRIME)).expect("61 bits");
    let high = u64::try_from(product >> 61).expect("the factors have 61 bits");
    added(low, if high >= PRIME { high - PRIME } else { high })
}

/// By Fermat's theorem; of a number that is not 0.
pub(super) fn inverted(a: u64) -> u64 {
    let (mut power, mut base, mut exponent) = (1, a, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = multiplied(power, base);
        }
        base = multiplied(base, base);
        exponent >>= 1;
    }
    power
}

/// The small fraction, divisor positive, that is this number modulo the prime: there is one at most.
pub(super) fn fraction(number: u64) -> Option<(i64, i64)> {
    // The remainders of Euclid's algorithm, with number * t = remainder.
    let (mut old, mut new) = (i128::from(PRIME), i128::from(number));
    let (mut old_t, mut new_t) = (0_i128, 1_i128);
    while new >= MOST_NUMERATOR {
        let quotient = old / new;
        (old, new) = (new, old - quotient * new);
        (old_t, new_t) = (new_t, old_t - quotient * new_t);
    }
    let (numerator, divisor) = if new_t < 0 { (-new, -new_t) } else { (new, new_t) };
    let small = 0 < divisor && divisor <= MOST_DIVISOR;
    small.then(|| Some((numerator.try_into().ok()?, divisor.try_into().ok()?))).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_found_again() {
        for numerator in -40..40_i64 {
            for divisor in 1..40_i64 {
                if num_integer::gcd(numerator, divisor) != 1 {
                    continue;
                }
                let size = multiplied(numerator.unsigned_abs(), inverted(divisor.unsigned_abs()));
                let number = if numerator < 0 { subtracted(0, size) } else { size };
                assert_eq!(fraction(number), Some((numerator, divisor)));
            }
        }
        assert_eq!(fraction(multiplied(1 << 45, 12_345_678_901)), None);
    }

    #[test]
    fn the_field_is_a_field() {
        let numbers = [0, 1, 2, PRIME - 1, PRIME - 2, 123_456_789_012_345_678, 1 << 60];
        for a in numbers {
            assert!(a == 0 || multiplied(a, inverted(a)) == 1);
            for b in numbers {
                assert_eq!(subtracted(added(a, b), b), a);
                let product = u128::from(a) * u128::from(b) % u128::from(PRIME);
                assert_eq!(u128::from(multiplied(a, b)), product);
            }
        }
    }
}
