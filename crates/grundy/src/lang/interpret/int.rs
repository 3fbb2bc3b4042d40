//! The values of numbers.

use super::fold::fold;
use super::machine::{Break, Machine, at};
use super::number::Number;
use super::parameters::Value;
use super::seq;
use super::truth;
use crate::lang::ir::{Int, IntFunction, IntKind, IntOp};

/// The value of `int`. Names and constants, the most frequent by far, are read
/// without a call.
#[inline]
pub(super) fn value<N: Number>(m: &mut Machine<'_, N>, int: &Int) -> Result<N, Break> {
    match &int.kind {
        IntKind::Const(value) => Ok(N::from_i128(*value)),
        IntKind::Slot(slot) => m.slot(*slot, &int.span),
        _ => compound(m, int),
    }
}

/// A number as an index: none if it is negative or too large for one.
#[inline]
pub(super) fn small<N: Number>(m: &mut Machine<'_, N>, int: &Int) -> Result<Option<u64>, Break> {
    match &int.kind {
        IntKind::Const(value) => Ok(u64::try_from(*value).ok()),
        IntKind::Slot(slot) => Ok(m.slot_ref(*slot, &int.span)?.to_u64()),
        _ => Ok(compound(m, int)?.to_u64()),
    }
}

/// Sums, differences, products and entries of lists are frequent; they keep a small frame.
#[inline(never)]
fn compound<N: Number>(m: &mut Machine<'_, N>, int: &Int) -> Result<N, Break> {
    match &int.kind {
        IntKind::Binary(IntOp::Add, left, right) => {
            let left = value(m, left)?;
            match &right.kind {
                IntKind::Slot(slot) => at(left.add(m.slot_ref(*slot, &right.span)?), &int.span),
                _ => at(left.add(&value(m, right)?), &int.span),
            }
        }
        IntKind::Binary(IntOp::Sub, left, right) => {
            let left = value(m, left)?;
            match &right.kind {
                IntKind::Slot(slot) => at(left.sub(m.slot_ref(*slot, &right.span)?), &int.span),
                _ => at(left.sub(&value(m, right)?), &int.span),
            }
        }
        IntKind::Binary(IntOp::Mul, left, right) => {
            let left = value(m, left)?;
            match &right.kind {
                IntKind::Slot(slot) => at(left.mul(m.slot_ref(*slot, &right.span)?), &int.span),
                _ => at(left.mul(&value(m, right)?), &int.span),
            }
        }
        IntKind::Index(seq, index) => seq::entry(m, seq, index),
        _ => rare(m, int),
    }
}

#[inline(never)]
fn rare<N: Number>(m: &mut Machine<'_, N>, int: &Int) -> Result<N, Break> {
    match &int.kind {
        IntKind::Const(_) | IntKind::Slot(_) => value(m, int),
        IntKind::Parameter(id) => match m.parameter(*id, &int.span)? {
            Value::Int(value) => Ok(N::from_i128(*value)),
            Value::Finite(_) | Value::Kept(_) => {
                Err(Break::undefined("a set where a number is wanted", &int.span))
            }
        },
        IntKind::FromBool(condition) => Ok(N::from_i128(i128::from(truth::holds(m, condition)?))),
        IntKind::Neg(operand) => at(value(m, operand)?.neg(), &int.span),
        IntKind::Binary(op, left, right) => {
            let left = value(m, left)?;
            let right = value(m, right)?;
            at(binary(*op, &left, &right), &int.span)
        }
        IntKind::Function(function, arguments) => apply(m, *function, arguments, int),
        IntKind::Fold(kind, operands) => fold(m, *kind, operands, &int.span),
        IntKind::Index(seq, index) => seq::entry(m, seq, index),
        IntKind::Len(seq) => seq::length(m, seq),
    }
}

#[inline]
fn binary<N: Number>(op: IntOp, left: &N, right: &N) -> super::number::Outcome<N> {
    match op {
        IntOp::Add => left.add(right),
        IntOp::Sub => left.sub(right),
        IntOp::Mul => left.mul(right),
        IntOp::Div => left.div(right),
        IntOp::Rem => left.rem(right),
        IntOp::Pow => left.pow(right),
        IntOp::Xor => Ok(left.xor(right)),
        IntOp::ShiftLeft => left.shift_left(right),
        IntOp::ShiftRight => left.shift_right(right),
    }
}

fn apply<N: Number>(
    m: &mut Machine<'_, N>,
    function: IntFunction,
    arguments: &[Int],
    int: &Int,
) -> Result<N, Break> {
    let result = match (function, arguments) {
        (IntFunction::Abs, [a]) => value(m, a)?.abs(),
        (IntFunction::Isqrt, [a]) => value(m, a)?.isqrt(),
        (IntFunction::Popcount, [a]) => value(m, a)?.popcount(),
        (IntFunction::BitLength, [a]) => value(m, a)?.bit_length(),
        (IntFunction::TrailingZeros, [a]) => value(m, a)?.trailing_zeros(),
        (IntFunction::Iroot, [a, k]) => {
            let a = value(m, a)?;
            a.iroot(&value(m, k)?)
        }
        (IntFunction::Ilog, [a, b]) => {
            let a = value(m, a)?;
            a.ilog(&value(m, b)?)
        }
        _ => return Err(Break::undefined("a function with a wrong number of arguments", &int.span)),
    };
    at(result, &int.span)
}
