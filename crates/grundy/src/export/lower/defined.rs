//! When numbers and sets have a value.
//!
//! `min` and `max` of nothing have none, and what contains them is skipped: that
//! is what [`Lower::value_conditions`] guards. While only the end of a walk is
//! looked for, what would break (a division by zero) is skipped as well:
//! [`Lower::sound_conditions`] says when nothing breaks.

use super::{Lower, Lowered};
use crate::export::code::{Expr, Op};
use crate::lang::ir::{
    Bool, BoolKind, Compare, Element, Fold, Infinite, Int, IntFunction, IntKind, IntOp, Operand, Seq,
    SeqKind, Set, SetKind,
};

/// What is asked of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// That it has a value where nothing breaks.
    Value,
    /// That it has a value and nothing breaks.
    Soundness,
}

impl Lower<'_> {
    /// Conditions under which the number has a value; none if it always has.
    pub(super) fn value_conditions(&mut self, int: &Int) -> Lowered<Vec<Expr>> {
        let mut all = Vec::new();
        self.conditions(int, Asked::Value, &mut all)?;
        Ok(all)
    }

    /// Conditions under which the number has a value and nothing breaks.
    pub(super) fn sound_conditions(&mut self, int: &Int) -> Lowered<Vec<Expr>> {
        let mut all = Vec::new();
        self.conditions(int, Asked::Soundness, &mut all)?;
        Ok(all)
    }

    /// Conditions under which the set has a value.
    pub(super) fn set_conditions(&mut self, set: &Set) -> Lowered<Vec<Expr>> {
        let mut all = Vec::new();
        self.conditions_of_set(set, Asked::Value, &mut all)?;
        Ok(all)
    }

    /// Conditions under which the set has a value and can be read.
    pub(super) fn sound_set_conditions(&mut self, set: &Set) -> Lowered<Vec<Expr>> {
        let mut all = Vec::new();
        self.conditions_of_set(set, Asked::Soundness, &mut all)?;
        Ok(all)
    }

    /// Whether the number has a value at every position where nothing breaks.
    pub(super) fn is_plain(&self, int: &Int) -> bool {
        match &int.kind {
            IntKind::Const(_) | IntKind::Slot(_) | IntKind::Parameter(_) => true,
            IntKind::FromBool(condition) => !self.may_lack_value(condition),
            IntKind::Neg(inner) => self.is_plain(inner),
            IntKind::Binary(_, left, right) => self.is_plain(left) && self.is_plain(right),
            IntKind::Function(_, arguments) => arguments.iter().all(|argument| self.is_plain(argument)),
            IntKind::Fold(fold, operands) => {
                let plain = operands.iter().all(|operand| match operand {
                    Operand::Int(int) => self.is_plain(int),
                    Operand::Set(set) => self.is_plain_set(set),
                });
                plain && (!matches!(fold, Fold::Min | Fold::Max) || self.is_of_something(operands))
            }
            IntKind::Index(seq, index) => self.is_plain_seq(seq) && self.is_plain(index),
            IntKind::Len(seq) => self.is_plain_seq(seq),
        }
    }

    /// Whether the condition may have no value.
    pub(super) fn may_lack_value(&self, condition: &Bool) -> bool {
        match &condition.kind {
            BoolKind::Const(_) => false,
            BoolKind::Not(inner) => self.may_lack_value(inner),
            BoolKind::And(left, right) | BoolKind::Or(left, right) => {
                self.may_lack_value(left) || self.may_lack_value(right)
            }
            BoolKind::Compare(first, rest) => {
                !self.is_plain(first) || rest.iter().any(|(_, right)| !self.is_plain(right))
            }
            BoolKind::In(entries, set) => {
                entries.iter().any(|entry| !self.is_plain(entry)) || !self.is_plain_set(set)
            }
            BoolKind::IsPrime(number) => !self.is_plain(number),
        }
    }

    fn is_plain_set(&self, set: &Set) -> bool {
        match &set.kind {
            SetKind::Range(a, b) | SetKind::Digits(a, b) => self.is_plain(a) && self.is_plain(b),
            SetKind::From(a)
            | SetKind::Divisors(a)
            | SetKind::PrimeFactors(a)
            | SetKind::Partitions(a, _)
            | SetKind::Infinite(Infinite::Powers(a)) => self.is_plain(a),
            SetKind::Without(left, right) | SetKind::Union(left, right) => {
                self.is_plain_set(left) && self.is_plain_set(right)
            }
            SetKind::NonZero(inner) => self.is_plain_set(inner),
            SetKind::Seq(seq) => self.is_plain_seq(seq),
            SetKind::Parameter(_)
            | SetKind::Listed(_)
            | SetKind::Comprehension(..)
            | SetKind::Infinite(_) => true,
        }
    }

    fn is_plain_seq(&self, seq: &Seq) -> bool {
        match &seq.kind {
            SeqKind::Position => true,
            SeqKind::Set(inner, at, value) | SeqKind::Insert(inner, at, value) => {
                self.is_plain_seq(inner) && self.is_plain(at) && self.is_plain(value)
            }
            SeqKind::Drop(inner, at) => self.is_plain_seq(inner) && self.is_plain(at),
            SeqKind::Slice(inner, from, to) => {
                self.is_plain_seq(inner) && from.iter().chain(to).all(|end| self.is_plain(end))
            }
            SeqKind::Sort(inner) => self.is_plain_seq(inner),
        }
    }

    /// Whether one of the operands is surely there.
    fn is_of_something(&self, operands: &[Operand]) -> bool {
        operands.iter().any(|operand| match operand {
            Operand::Int(_) => true,
            Operand::Set(set) => self.surely_has_members(set),
        })
    }

    fn conditions(&mut self, int: &Int, asked: Asked, all: &mut Vec<Expr>) -> Lowered<()> {
        if asked == Asked::Value && self.is_plain(int) {
            return Ok(());
        }
        match &int.kind {
            IntKind::Const(_) | IntKind::Slot(_) | IntKind::Parameter(_) => {}
            IntKind::FromBool(condition) => {
                if self.may_lack_value(condition) {
                    let holds = self.decided(condition, true)?;
                    all.push(Expr::any(vec![holds, self.decided(condition, false)?]));
                }
            }
            IntKind::Neg(inner) => self.conditions(inner, asked, all)?,
            IntKind::Binary(op, left, right) => {
                self.conditions(left, asked, all)?;
                self.conditions(right, asked, all)?;
                if asked == Asked::Soundness {
                    match op {
                        IntOp::Div | IntOp::Rem if self.low(right).is_none_or(|low| low < 1) => {
                            all.push(Expr::compare(Compare::Ne, self.int(right)?, Expr::Int(0)));
                        }
                        IntOp::Pow | IntOp::ShiftLeft | IntOp::ShiftRight => self.at_least(right, 0, all)?,
                        _ => {}
                    }
                }
            }
            IntKind::Function(function, arguments) => {
                for argument in arguments {
                    self.conditions(argument, asked, all)?;
                }
                if asked == Asked::Soundness {
                    let least: &[i128] = match function {
                        IntFunction::Abs => &[],
                        IntFunction::Isqrt | IntFunction::Popcount | IntFunction::BitLength => &[0],
                        IntFunction::Iroot => &[0, 1],
                        IntFunction::Ilog => &[1, 2],
                        IntFunction::TrailingZeros => {
                            if let Some(argument) = arguments.first() {
                                all.push(Expr::compare(Compare::Ne, self.int(argument)?, Expr::Int(0)));
                            }
                            &[]
                        }
                    };
                    for (argument, least) in arguments.iter().zip(least) {
                        self.at_least(argument, *least, all)?;
                    }
                }
            }
            IntKind::Fold(fold, operands) => {
                for operand in operands {
                    match operand {
                        Operand::Int(int) => self.conditions(int, asked, all)?,
                        Operand::Set(set) => self.conditions_of_set(set, asked, all)?,
                    }
                }
                if matches!(fold, Fold::Min | Fold::Max) && !self.is_of_something(operands) {
                    let mut there = Vec::new();
                    for operand in operands {
                        if let Operand::Set(set) = operand {
                            there.push(self.has_members(set)?);
                        }
                    }
                    all.push(Expr::any(there));
                }
            }
            IntKind::Index(seq, index) => {
                self.conditions_of_seq(seq, asked, all)?;
                self.conditions(index, asked, all)?;
                if asked == Asked::Soundness {
                    self.at_least(index, 0, all)?;
                    let length = Expr::Call("count", vec![self.seq(seq)?]);
                    all.push(Expr::compare(Compare::Lt, self.int(index)?, length));
                }
            }
            IntKind::Len(seq) => self.conditions_of_seq(seq, asked, all)?,
        }
        Ok(())
    }

    fn at_least(&mut self, int: &Int, least: i128, all: &mut Vec<Expr>) -> Lowered<()> {
        if self.low(int).is_none_or(|low| low < least) {
            all.push(Expr::compare(Compare::Ge, self.int(int)?, Expr::Int(least)));
        }
        Ok(())
    }

    fn conditions_of_set(&mut self, set: &Set, asked: Asked, all: &mut Vec<Expr>) -> Lowered<()> {
        if asked == Asked::Value && self.is_plain_set(set) {
            return Ok(());
        }
        match &set.kind {
            SetKind::Range(a, b) | SetKind::Digits(a, b) => {
                self.conditions(a, asked, all)?;
                self.conditions(b, asked, all)?;
                if asked == Asked::Soundness && matches!(set.kind, SetKind::Digits(..)) {
                    self.at_least(a, 0, all)?;
                    self.at_least(b, 2, all)?;
                }
            }
            SetKind::From(a)
            | SetKind::Divisors(a)
            | SetKind::PrimeFactors(a)
            | SetKind::Partitions(a, _)
            | SetKind::Infinite(Infinite::Powers(a)) => {
                self.conditions(a, asked, all)?;
                if asked == Asked::Soundness {
                    match &set.kind {
                        SetKind::Divisors(_) | SetKind::PrimeFactors(_) => self.at_least(a, 0, all)?,
                        SetKind::Infinite(_) => self.at_least(a, 2, all)?,
                        _ => {}
                    }
                }
            }
            SetKind::Without(left, right) | SetKind::Union(left, right) => {
                self.conditions_of_set(left, asked, all)?;
                self.conditions_of_set(right, asked, all)?;
            }
            SetKind::NonZero(inner) => self.conditions_of_set(inner, asked, all)?,
            SetKind::Seq(seq) => self.conditions_of_seq(seq, asked, all)?,
            SetKind::Listed(elements) if asked == Asked::Soundness => {
                for element in elements {
                    match element {
                        // What has no value is left out of the set; what breaks is not.
                        Element::Entries(entries) => {
                            for entry in entries.iter() {
                                if self.is_plain(entry) {
                                    self.conditions(entry, asked, all)?;
                                }
                            }
                        }
                        Element::Members(inner) => {
                            if self.is_plain_set(inner) {
                                self.conditions_of_set(inner, asked, all)?;
                            }
                        }
                    }
                }
            }
            SetKind::Parameter(_)
            | SetKind::Listed(_)
            | SetKind::Comprehension(..)
            | SetKind::Infinite(_) => {}
        }
        Ok(())
    }

    fn conditions_of_seq(&mut self, seq: &Seq, asked: Asked, all: &mut Vec<Expr>) -> Lowered<()> {
        match &seq.kind {
            SeqKind::Position => {}
            SeqKind::Set(inner, at, value) | SeqKind::Insert(inner, at, value) => {
                self.conditions_of_seq(inner, asked, all)?;
                self.conditions(at, asked, all)?;
                self.conditions(value, asked, all)?;
            }
            SeqKind::Drop(inner, at) => {
                self.conditions_of_seq(inner, asked, all)?;
                self.conditions(at, asked, all)?;
            }
            SeqKind::Slice(inner, from, to) => {
                self.conditions_of_seq(inner, asked, all)?;
                for end in from.iter().chain(to) {
                    self.conditions(end, asked, all)?;
                }
            }
            SeqKind::Sort(inner) => self.conditions_of_seq(inner, asked, all)?,
        }
        Ok(())
    }

    /// Conditions under which a list has a value.
    pub(super) fn seq_conditions(&mut self, seq: &Seq) -> Lowered<Vec<Expr>> {
        let mut all = Vec::new();
        self.conditions_of_seq(seq, Asked::Value, &mut all)?;
        Ok(all)
    }

    /// Whether a set has a member here.
    fn has_members(&mut self, set: &Set) -> Lowered<Expr> {
        let set = self.resolved(set);
        if let SetKind::Range(first, last) = &set.kind {
            return self.comparison(Compare::Le, first, last);
        }
        if self.parameters.is_infinite(set) {
            return Ok(Expr::Bool(true));
        }
        Ok(Expr::Not(Box::new(Expr::IsEmpty(Box::new(self.list(set)?)))))
    }

    /// The list that a seq is.
    pub(super) fn seq(&mut self, seq: &Seq) -> Lowered<Expr> {
        Ok(match &seq.kind {
            SeqKind::Position => Expr::ListVar("s".to_owned()),
            SeqKind::Set(inner, at, value) => {
                Expr::ListCall("set_at", vec![self.seq(inner)?, self.int(at)?, self.int(value)?])
            }
            SeqKind::Drop(inner, at) => Expr::ListCall("drop_at", vec![self.seq(inner)?, self.int(at)?]),
            SeqKind::Insert(inner, at, value) => {
                Expr::ListCall("insert_at", vec![self.seq(inner)?, self.int(at)?, self.int(value)?])
            }
            SeqKind::Slice(inner, from, to) => {
                let list = self.seq(inner)?;
                let from = match from {
                    Some(from) => self.int(from)?,
                    None => Expr::Int(0),
                };
                let to = match to {
                    Some(to) => self.int(to)?,
                    None => Expr::binary(Op::Sub, Expr::Call("count", vec![list.clone()]), Expr::Int(1)),
                };
                Expr::ListCall("cut", vec![list, from, to])
            }
            SeqKind::Sort(inner) => Expr::ListCall("sort", vec![self.seq(inner)?]),
        })
    }
}
