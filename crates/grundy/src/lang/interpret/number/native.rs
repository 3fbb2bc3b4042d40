//! 128-bit numbers: exact, or a failure.

use num_bigint::BigUint;
use num_integer::{Integer, Roots};

use super::{
    Failure, GROWN, LOG_OF_NOTHING, NEGATIVE_BITS, NEGATIVE_EXPONENT, NEGATIVE_ROOT, NEGATIVE_SHIFT, Number,
    Outcome, SMALL_LOG_BASE, SMALL_ROOT, ZEROS_OF_ZERO,
};
use crate::ruleset::Heap;

/// A result that is there unless it overflowed.
fn exact(result: Option<i128>) -> Outcome<i128> {
    result.ok_or(Failure::Overflow)
}

/// A count of bits, which always fits.
fn bits(count: u32) -> Outcome<i128> {
    Ok(i128::from(count))
}

fn signed(magnitude: u128) -> Outcome<i128> {
    exact(i128::try_from(magnitude).ok())
}

impl Number for i128 {
    type Entry = Heap;

    const STEPS_BETWEEN_CHECKS: u32 = 4096;

    fn from_i128(value: i128) -> i128 {
        value
    }

    fn from_big(value: BigUint) -> Outcome<i128> {
        exact(i128::try_from(value).ok())
    }

    fn magnitude(&self) -> BigUint {
        BigUint::from(self.unsigned_abs())
    }

    fn to_i128(&self) -> Option<i128> {
        Some(*self)
    }

    fn to_u64(&self) -> Option<u64> {
        u64::try_from(*self).ok()
    }

    fn to_entry(&self) -> Option<Heap> {
        Number::to_u64(self).map(Heap::new).filter(|&heap| heap <= Heap::MAX)
    }

    fn append_entries(numbers: &[i128], entries: &mut Vec<Heap>) -> bool {
        // All at once, and without a branch for each.
        let bits = numbers.iter().fold(0, |bits, number| bits | number);
        if bits < 0 || bits > i128::from(Heap::MAX.size()) {
            return false;
        }
        entries.extend(numbers.iter().map(|number| {
            // The low half, which is all there is.
            let [a, b, c, d, e, f, g, h, ..] = number.to_le_bytes();
            Heap::new(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
        }));
        true
    }

    fn entry_index(entry: &Heap) -> usize {
        entry.index().unwrap_or(usize::MAX)
    }

    fn entry_bytes(_: &Heap) -> usize {
        GROWN * size_of::<Heap>()
    }

    fn bytes_of(entries: &[Heap]) -> usize {
        GROWN * size_of_val(entries)
    }

    fn is_zero(&self) -> bool {
        *self == 0
    }

    fn is_negative(&self) -> bool {
        *self < 0
    }

    fn any_negative(numbers: &[i128]) -> bool {
        numbers.iter().fold(0, |bits, number| bits | number) < 0
    }

    fn increment(&mut self) -> Outcome<()> {
        *self = exact(self.checked_add(1))?;
        Ok(())
    }

    fn neg(&self) -> Outcome<i128> {
        exact(self.checked_neg())
    }

    fn abs(&self) -> Outcome<i128> {
        exact(self.checked_abs())
    }

    fn add(&self, other: &i128) -> Outcome<i128> {
        exact(self.checked_add(*other))
    }

    fn sub(&self, other: &i128) -> Outcome<i128> {
        exact(self.checked_sub(*other))
    }

    fn mul(&self, other: &i128) -> Outcome<i128> {
        // Most factors fit 64 bits, and a product of 128-bit numbers is slow to check.
        if let (Ok(a), Ok(b)) = (i64::try_from(*self), i64::try_from(*other)) {
            return Ok(i128::from(a) * i128::from(b));
        }
        exact(self.checked_mul(*other))
    }

    fn div(&self, other: &i128) -> Outcome<i128> {
        // Positions and digits fit 64 bits nearly always, and 128-bit division is slow.
        if let (Some(a), Some(b)) = (Number::to_u64(self), Number::to_u64(other)) {
            return a.checked_div(b).map(i128::from).ok_or(Failure::DivisionByZero);
        }
        if *other == 0 {
            return Err(Failure::DivisionByZero);
        }
        let quotient = exact(self.checked_div(*other))?;
        // Division truncates; the floor is one less if the signs differ and there is a rest.
        let inexact = quotient * other != *self;
        Ok(if inexact && (*self < 0) != (*other < 0) { quotient - 1 } else { quotient })
    }

    fn rem(&self, other: &i128) -> Outcome<i128> {
        if let (Some(a), Some(b)) = (Number::to_u64(self), Number::to_u64(other)) {
            return a.checked_rem(b).map(i128::from).ok_or(Failure::DivisionByZero);
        }
        if *other == 0 {
            return Err(Failure::DivisionByZero);
        }
        // Wrapping concerns only the division of the least number by -1, where the rest is 0.
        let rest = self.wrapping_rem(*other);
        Ok(if rest != 0 && (rest < 0) != (*other < 0) { rest + other } else { rest })
    }

    fn pow(&self, exponent: &i128) -> Outcome<i128> {
        if *exponent < 0 {
            return Err(NEGATIVE_EXPONENT);
        }
        match (*self, u32::try_from(*exponent)) {
            (_, Ok(exponent)) => exact(self.checked_pow(exponent)),
            (0 | 1, Err(_)) => Ok(*self),
            (-1, Err(_)) => Ok(if exponent % 2 == 0 { 1 } else { -1 }),
            (_, Err(_)) => Err(Failure::Overflow),
        }
    }

    fn shift_left(&self, by: &i128) -> Outcome<i128> {
        match u32::try_from(*by) {
            _ if *by < 0 => Err(NEGATIVE_SHIFT),
            _ if *self == 0 => Ok(0),
            Ok(by) if by < i128::BITS && (*self << by) >> by == *self => Ok(*self << by),
            _ => Err(Failure::Overflow),
        }
    }

    fn shift_right(&self, by: &i128) -> Outcome<i128> {
        if *by < 0 {
            return Err(NEGATIVE_SHIFT);
        }
        // Beyond the last bit only copies of the sign come in.
        let by = u32::try_from(*by).unwrap_or(u32::MAX).min(i128::BITS - 1);
        Ok(*self >> by)
    }

    fn xor(&self, other: &i128) -> i128 {
        self ^ other
    }

    fn and(&self, other: &i128) -> i128 {
        self & other
    }

    fn or(&self, other: &i128) -> i128 {
        self | other
    }

    fn gcd(&self, other: &i128) -> Outcome<i128> {
        if let (Some(a), Some(b)) = (Number::to_u64(self), Number::to_u64(other)) {
            return Ok(i128::from(a.gcd(&b)));
        }
        signed(self.unsigned_abs().gcd(&other.unsigned_abs()))
    }

    fn lcm(&self, other: &i128) -> Outcome<i128> {
        if *self == 0 || *other == 0 {
            return Ok(0);
        }
        let (a, b) = (self.unsigned_abs(), other.unsigned_abs());
        (a / a.gcd(&b)).checked_mul(b).map_or(Err(Failure::Overflow), signed)
    }

    fn isqrt(&self) -> Outcome<i128> {
        self.checked_isqrt().ok_or(NEGATIVE_ROOT)
    }

    fn iroot(&self, index: &i128) -> Outcome<i128> {
        if *index < 1 {
            return Err(SMALL_ROOT);
        }
        if *self < 0 {
            return Err(NEGATIVE_ROOT);
        }
        match u32::try_from(*index) {
            Ok(index) if index < i128::BITS => signed(self.unsigned_abs().nth_root(index)),
            // 2 to this power exceeds every number here.
            _ => Ok((*self).min(1)),
        }
    }

    fn ilog(&self, base: &i128) -> Outcome<i128> {
        if *base < 2 {
            return Err(SMALL_LOG_BASE);
        }
        self.checked_ilog(*base).map(i128::from).ok_or(LOG_OF_NOTHING)
    }

    fn popcount(&self) -> Outcome<i128> {
        if *self < 0 { Err(NEGATIVE_BITS) } else { bits(self.count_ones()) }
    }

    fn bit_length(&self) -> Outcome<i128> {
        if *self < 0 { Err(NEGATIVE_BITS) } else { bits(i128::BITS - self.leading_zeros()) }
    }

    fn trailing_zeros(&self) -> Outcome<i128> {
        if *self == 0 { Err(ZEROS_OF_ZERO) } else { bits(i128::trailing_zeros(*self)) }
    }
}
