//! Numbers of any size, up to a limit that keeps each operation short.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::{Integer, Roots};
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::{
    Failure, GROWN, LOG_OF_NOTHING, NEGATIVE_BITS, NEGATIVE_EXPONENT, NEGATIVE_ROOT, NEGATIVE_SHIFT, Number,
    Outcome, SMALL_LOG_BASE, SMALL_ROOT, ZEROS_OF_ZERO,
};

/// Products, powers and shifts with more bits than this are refused: 2^22 bits
/// are 1.2 million decimal digits, and a division of such numbers, which cannot
/// be interrupted, takes about a second.
pub(super) const MOST_BITS: u64 = 1 << 22;

const HUGE: Failure = Failure::Undefined("a number of more than 2**22 bits");

/// Goes on if a result of `bits` bits is not too large.
fn room_for(bits: u64) -> Outcome<()> {
    if bits > MOST_BITS { Err(HUGE) } else { Ok(()) }
}

impl Number for BigInt {
    type Entry = BigUint;

    const STEPS_BETWEEN_CHECKS: u32 = 64;

    fn from_i128(value: i128) -> BigInt {
        BigInt::from(value)
    }

    fn from_big(value: BigUint) -> Outcome<BigInt> {
        Ok(BigInt::from(value))
    }

    fn magnitude(&self) -> BigUint {
        BigInt::magnitude(self).clone()
    }

    fn to_i128(&self) -> Option<i128> {
        ToPrimitive::to_i128(self)
    }

    fn to_u64(&self) -> Option<u64> {
        ToPrimitive::to_u64(self)
    }

    fn to_entry(&self) -> Option<BigUint> {
        self.to_biguint()
    }

    fn append_entries(numbers: &[BigInt], entries: &mut Vec<BigUint>) -> bool {
        numbers.iter().all(|number| number.to_entry().map(|entry| entries.push(entry)).is_some())
    }

    fn entry_index(entry: &BigUint) -> usize {
        usize::try_from(entry).unwrap_or(usize::MAX)
    }

    fn entry_bytes(entry: &BigUint) -> usize {
        // The digits, in pieces of 16 bytes with one word of the allocator. A size that
        // this machine cannot address has been refused long before.
        let digits = usize::try_from(entry.bits() / 8).unwrap_or(usize::MAX / 4);
        GROWN * size_of::<BigUint>() + (digits + 32) / 16 * 16
    }

    fn is_zero(&self) -> bool {
        Zero::is_zero(self)
    }

    fn is_negative(&self) -> bool {
        Signed::is_negative(self)
    }

    fn any_negative(numbers: &[BigInt]) -> bool {
        numbers.iter().any(Number::is_negative)
    }

    fn increment(&mut self) -> Outcome<()> {
        *self += 1;
        Ok(())
    }

    fn neg(&self) -> Outcome<BigInt> {
        Ok(-self)
    }

    fn abs(&self) -> Outcome<BigInt> {
        Ok(Signed::abs(self))
    }

    fn add(&self, other: &BigInt) -> Outcome<BigInt> {
        Ok(self + other)
    }

    fn sub(&self, other: &BigInt) -> Outcome<BigInt> {
        Ok(self - other)
    }

    fn mul(&self, other: &BigInt) -> Outcome<BigInt> {
        room_for(self.bits() + other.bits())?;
        Ok(self * other)
    }

    fn div(&self, other: &BigInt) -> Outcome<BigInt> {
        if Zero::is_zero(other) { Err(Failure::DivisionByZero) } else { Ok(self.div_floor(other)) }
    }

    fn rem(&self, other: &BigInt) -> Outcome<BigInt> {
        if Zero::is_zero(other) { Err(Failure::DivisionByZero) } else { Ok(self.mod_floor(other)) }
    }

    fn pow(&self, exponent: &BigInt) -> Outcome<BigInt> {
        if Signed::is_negative(exponent) {
            return Err(NEGATIVE_EXPONENT);
        }
        if BigInt::magnitude(self) <= &BigUint::one() {
            // Powers of 0, 1 and -1 are small for every exponent.
            let odd = exponent.is_odd();
            return Ok(match self.sign() {
                _ if Zero::is_zero(exponent) => BigInt::one(),
                Sign::Minus if !odd => BigInt::one(),
                _ => self.clone(),
            });
        }
        let exponent = ToPrimitive::to_u32(exponent).ok_or(HUGE)?;
        // A number of b bits is at least 2^(b-1).
        room_for((self.bits() - 1).saturating_mul(u64::from(exponent)))?;
        Ok(BigInt::pow(self, exponent))
    }

    fn shift_left(&self, by: &BigInt) -> Outcome<BigInt> {
        if Signed::is_negative(by) {
            return Err(NEGATIVE_SHIFT);
        }
        if Zero::is_zero(self) {
            return Ok(BigInt::zero());
        }
        let by = ToPrimitive::to_u64(by).ok_or(HUGE)?;
        room_for(self.bits().saturating_add(by))?;
        Ok(self << by)
    }

    fn shift_right(&self, by: &BigInt) -> Outcome<BigInt> {
        if Signed::is_negative(by) {
            return Err(NEGATIVE_SHIFT);
        }
        match ToPrimitive::to_u64(by) {
            Some(by) if by <= self.bits() => Ok(self >> by),
            _ => Ok(if Signed::is_negative(self) { -BigInt::one() } else { BigInt::zero() }),
        }
    }

    fn xor(&self, other: &BigInt) -> BigInt {
        self ^ other
    }

    fn and(&self, other: &BigInt) -> BigInt {
        self & other
    }

    fn or(&self, other: &BigInt) -> BigInt {
        self | other
    }

    fn gcd(&self, other: &BigInt) -> Outcome<BigInt> {
        Ok(Integer::gcd(self, other))
    }

    fn lcm(&self, other: &BigInt) -> Outcome<BigInt> {
        room_for(self.bits() + other.bits())?;
        Ok(Signed::abs(&Integer::lcm(self, other)))
    }

    fn isqrt(&self) -> Outcome<BigInt> {
        if Signed::is_negative(self) { Err(NEGATIVE_ROOT) } else { Ok(Roots::sqrt(self)) }
    }

    fn iroot(&self, index: &BigInt) -> Outcome<BigInt> {
        if index < &BigInt::one() {
            return Err(SMALL_ROOT);
        }
        if Signed::is_negative(self) {
            return Err(NEGATIVE_ROOT);
        }
        match ToPrimitive::to_u32(index) {
            Some(index) if u64::from(index) < self.bits() => Ok(Roots::nth_root(self, index)),
            _ => Ok(if Zero::is_zero(self) { BigInt::zero() } else { BigInt::one() }),
        }
    }

    fn ilog(&self, base: &BigInt) -> Outcome<BigInt> {
        if base < &BigInt::from(2) {
            return Err(SMALL_LOG_BASE);
        }
        if self < &BigInt::one() {
            return Err(LOG_OF_NOTHING);
        }
        // The powers base^(2^i) up to the number, then the binary digits of the
        // logarithm from the highest down.
        let mut powers = Vec::new();
        let mut power = base.clone();
        while &power <= self {
            let square = &power * &power;
            powers.push(std::mem::replace(&mut power, square));
        }
        let mut rest = self.clone();
        let mut log = BigInt::zero();
        for power in powers.iter().rev() {
            log <<= 1;
            if &rest >= power {
                rest /= power;
                log += 1;
            }
        }
        Ok(log)
    }

    fn popcount(&self) -> Outcome<BigInt> {
        if Signed::is_negative(self) {
            return Err(NEGATIVE_BITS);
        }
        Ok(BigInt::from(BigInt::magnitude(self).count_ones()))
    }

    fn bit_length(&self) -> Outcome<BigInt> {
        if Signed::is_negative(self) { Err(NEGATIVE_BITS) } else { Ok(BigInt::from(self.bits())) }
    }

    fn trailing_zeros(&self) -> Outcome<BigInt> {
        BigInt::trailing_zeros(self).map(BigInt::from).ok_or(ZEROS_OF_ZERO)
    }
}
