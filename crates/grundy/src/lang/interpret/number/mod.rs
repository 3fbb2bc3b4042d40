//! The numbers that the interpreter counts with.
//!
//! Everything above this module is written once, over [`Number`]. `i128` is what
//! tables use: exact, and an overflow is a failure, never a wrong value.
//! `BigInt` answers positions beyond 2^63 - 1: exact at any size up to
//! [`MOST_BITS`](big::MOST_BITS), beyond which a number is refused before memory
//! is asked for.

mod big;
mod native;

use std::fmt::{Debug, Display};
use std::hash::Hash;

use num_bigint::BigUint;

use crate::ruleset::FaultKind;

/// Why an operation on numbers has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The result leaves 128 bits.
    Overflow,
    /// `/` or `%` by zero.
    DivisionByZero,
    /// There is no such number; what was asked for, in words.
    Undefined(&'static str),
}

impl From<Failure> for FaultKind {
    fn from(failure: Failure) -> FaultKind {
        match failure {
            Failure::Overflow => FaultKind::Overflow,
            Failure::DivisionByZero => FaultKind::DivisionByZero,
            Failure::Undefined(what) => FaultKind::Undefined { what: what.to_owned() },
        }
    }
}

/// What an operation gives.
pub(super) type Outcome<T> = Result<T, Failure>;

// The words for what has no value, in one place, so that both kinds of number
// say the same.
const NEGATIVE_EXPONENT: Failure = Failure::Undefined("a negative exponent");
const NEGATIVE_SHIFT: Failure = Failure::Undefined("a negative shift");
const NEGATIVE_ROOT: Failure = Failure::Undefined("a root of a negative number");
const SMALL_ROOT: Failure = Failure::Undefined("a root with an index below 1");
const LOG_OF_NOTHING: Failure = Failure::Undefined("the logarithm of a number below 1");
const SMALL_LOG_BASE: Failure = Failure::Undefined("a logarithm in a base below 2");
const NEGATIVE_BITS: Failure = Failure::Undefined("the bits of a negative number");
const ZEROS_OF_ZERO: Failure = Failure::Undefined("the trailing zeros of 0");

/// What stands in a list that grows may stand there three times: the list is copied
/// to a place twice as large while it is still at the old one.
pub(super) const GROWN: usize = 3;

/// An integer of the rule language.
///
/// Every operation gives the exact mathematical result or a failure. Division
/// rounds down, the remainder has the sign of the divisor, and bits are those of
/// two's complement without end.
pub(super) trait Number: Clone + Ord + Hash + Debug + Display {
    /// What an option is made of.
    type Entry: Clone + Ord + Hash + Display;

    /// The interpreter listens to its control every so many steps: rarely where
    /// a step takes nanoseconds, often where it may take milliseconds.
    const STEPS_BETWEEN_CHECKS: u32;

    fn from_i128(value: i128) -> Self;
    fn from_u64(value: u64) -> Self {
        Self::from_i128(i128::from(value))
    }
    /// The number, if this kind can hold it.
    fn from_big(value: BigUint) -> Outcome<Self>;
    /// The absolute value, exactly.
    fn magnitude(&self) -> BigUint;

    fn to_i128(&self) -> Option<i128>;
    /// The number, if it is in 0..2^64.
    fn to_u64(&self) -> Option<u64>;
    /// The number as an entry of a position: none if it is too large for one.
    /// Negative numbers are never asked for.
    fn to_entry(&self) -> Option<Self::Entry>;
    /// Appends the numbers, none of which is negative, as entries; false if one is
    /// too large.
    fn append_entries(numbers: &[Self], entries: &mut Vec<Self::Entry>) -> bool;
    /// A small entry as an index.
    fn entry_index(entry: &Self::Entry) -> usize;
    /// How many bytes an entry takes in a list that grows, roughly.
    fn entry_bytes(entry: &Self::Entry) -> usize;
    /// How many bytes some entries take together in such a list.
    fn bytes_of(entries: &[Self::Entry]) -> usize {
        entries.iter().map(Self::entry_bytes).fold(0, usize::saturating_add)
    }

    fn is_zero(&self) -> bool;
    fn is_negative(&self) -> bool;
    fn any_negative(numbers: &[Self]) -> bool;

    fn increment(&mut self) -> Outcome<()>;
    fn neg(&self) -> Outcome<Self>;
    fn abs(&self) -> Outcome<Self>;
    fn add(&self, other: &Self) -> Outcome<Self>;
    fn sub(&self, other: &Self) -> Outcome<Self>;
    fn mul(&self, other: &Self) -> Outcome<Self>;
    fn div(&self, other: &Self) -> Outcome<Self>;
    fn rem(&self, other: &Self) -> Outcome<Self>;
    fn pow(&self, exponent: &Self) -> Outcome<Self>;
    fn shift_left(&self, by: &Self) -> Outcome<Self>;
    fn shift_right(&self, by: &Self) -> Outcome<Self>;
    fn xor(&self, other: &Self) -> Self;
    fn and(&self, other: &Self) -> Self;
    fn or(&self, other: &Self) -> Self;
    fn gcd(&self, other: &Self) -> Outcome<Self>;
    fn lcm(&self, other: &Self) -> Outcome<Self>;
    fn isqrt(&self) -> Outcome<Self>;
    fn iroot(&self, index: &Self) -> Outcome<Self>;
    fn ilog(&self, base: &Self) -> Outcome<Self>;
    fn popcount(&self) -> Outcome<Self>;
    fn bit_length(&self) -> Outcome<Self>;
    fn trailing_zeros(&self) -> Outcome<Self>;
}

#[cfg(test)]
mod tests;
