//! The values of formulas, by one code for two widths of numbers.

use num_bigint::{BigInt, Sign};
use num_integer::{Integer, Roots};
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, FromPrimitive, ToPrimitive};

use super::super::factors::prime_factors;
use super::{Formula, Function, Operator};

/// An integer that formulas are evaluated in. `None` is "no value, or no room for it".
pub(super) trait Whole:
    Clone + Integer + Roots + CheckedAdd + CheckedSub + CheckedMul + FromPrimitive + ToPrimitive
{
    fn xor(&self, other: &Self) -> Self;
    fn ones(&self) -> u64;
    fn bits(&self) -> u64;
    /// Of a number that is not 0.
    fn zeros_at_end(&self) -> u64;
    fn shifted_right(&self, places: u32) -> Self;
    fn to_big(&self) -> BigInt;
}

impl Whole for i128 {
    fn xor(&self, other: &i128) -> i128 {
        self ^ other
    }

    fn ones(&self) -> u64 {
        self.count_ones().into()
    }

    fn bits(&self) -> u64 {
        (i128::BITS - self.leading_zeros()).into()
    }

    fn zeros_at_end(&self) -> u64 {
        i128::trailing_zeros(*self).into()
    }

    fn shifted_right(&self, places: u32) -> i128 {
        self >> places.min(i128::BITS - 1)
    }

    fn to_big(&self) -> BigInt {
        (*self).into()
    }
}

impl Whole for BigInt {
    fn xor(&self, other: &BigInt) -> BigInt {
        self ^ other
    }

    fn ones(&self) -> u64 {
        self.magnitude().count_ones()
    }

    fn bits(&self) -> u64 {
        self.magnitude().bits()
    }

    fn zeros_at_end(&self) -> u64 {
        self.magnitude().trailing_zeros().unwrap_or(0)
    }

    fn shifted_right(&self, places: u32) -> BigInt {
        self >> places
    }

    fn to_big(&self) -> BigInt {
        self.clone()
    }
}

/// The most bits that a power may have.
const MOST_BITS: u32 = 1 << 20;

pub(super) fn value<W: Whole>(formula: &Formula, n: &W) -> Option<W> {
    match formula {
        Formula::N => Some(n.clone()),
        Formula::Number(number) => W::from_u64(*number),
        Formula::Join(operator, sides) => joined(*operator, &value(&sides.0, n)?, &value(&sides.1, n)?),
        Formula::Call(function, operand) => called(*function, &value(operand, n)?),
        Formula::Log(operand, base) => logarithm(value(operand, n)?, *base),
        Formula::Among(operand, numbers) => {
            let operand = value(operand, n)?;
            Some(truth(operand.to_u64().is_some_and(|operand| numbers.contains(&operand))))
        }
    }
}

fn truth<W: Whole>(holds: bool) -> W {
    if holds { W::one() } else { W::zero() }
}

fn joined<W: Whole>(operator: Operator, left: &W, right: &W) -> Option<W> {
    let naturals = *left >= W::zero() && *right >= W::zero();
    Some(match operator {
        Operator::Add => left.checked_add(right)?,
        Operator::Subtract => left.checked_sub(right)?,
        Operator::Multiply => left.checked_mul(right)?,
        Operator::Divide if !right.is_zero() => left.div_floor(right),
        Operator::Remainder if !right.is_zero() => left.mod_floor(right),
        Operator::Xor if naturals => left.xor(right),
        Operator::ShiftRight if naturals => left.shifted_right(right.to_u32()?),
        Operator::Power if naturals => power(left, right.to_u32()?)?,
        Operator::Divide | Operator::Remainder | Operator::Xor | Operator::ShiftRight | Operator::Power => {
            return None;
        }
        Operator::Equal => truth(left == right),
        Operator::Unequal => truth(left != right),
        Operator::Less => truth(left < right),
        Operator::AtLeast => truth(left >= right),
        Operator::And => truth(!left.is_zero() && !right.is_zero()),
    })
}

fn power<W: Whole>(base: &W, exponent: u32) -> Option<W> {
    let bits = base.bits().checked_mul(exponent.into())?;
    if bits > MOST_BITS.into() {
        return None;
    }
    num_traits::checked_pow(base.clone(), usize::try_from(exponent).ok()?)
}

fn called<W: Whole>(function: Function, operand: &W) -> Option<W> {
    if *operand < W::zero() {
        return None;
    }
    match function {
        Function::Popcount => W::from_u64(operand.ones()),
        Function::BitLength => W::from_u64(operand.bits()),
        Function::TrailingZeros if operand.is_zero() => None,
        Function::TrailingZeros => W::from_u64(operand.zeros_at_end()),
        Function::SquareRoot => Some(operand.sqrt()),
        // As in the rule language: 0 has none.
        Function::PrimeFactors if operand.is_zero() => Some(W::zero()),
        Function::PrimeFactors => match operand.to_big().into_parts() {
            (Sign::Plus, magnitude) => W::from_usize(prime_factors(&magnitude)?.len()),
            _ => None,
        },
    }
}

fn logarithm<W: Whole>(operand: W, base: u64) -> Option<W> {
    if operand <= W::zero() || base < 2 {
        return None;
    }
    let mut digits: u64 = 0;
    if let Some(mut left) = operand.to_u128() {
        while left >= u128::from(base) {
            left /= u128::from(base);
            digits += 1;
        }
        return W::from_u64(digits);
    }
    // Large numbers: the powers base^(2^k) that are not too large, then back down.
    let operand = operand.to_big();
    let mut powers = vec![BigInt::from(base)];
    while let Some(last) = powers.last()
        && last * last <= operand
    {
        powers.push(last * last);
    }
    let mut left = operand;
    for (k, power) in powers.iter().enumerate().rev() {
        if left >= *power {
            left /= power;
            digits += 1 << k;
        }
    }
    W::from_u64(digits)
}
