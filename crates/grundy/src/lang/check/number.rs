//! Expressions where a number is wanted.

use super::function::Function;
use super::scope::Binding;
use super::{Checker, Class};
use crate::lang::ast::{BinaryOp, Expr, ExprKind, Name, UnaryOp};
use crate::lang::ir::{Int, IntKind, IntOp, Operand};

impl Checker {
    /// Checks an expression as a number; conditions count 1 or 0.
    pub(in crate::lang) fn number(&mut self, expr: &Expr) -> Option<Int> {
        let span = expr.span.clone();
        let kind = match &expr.kind {
            ExprKind::Error => return None,
            ExprKind::Int(value) => IntKind::Const(*value),
            ExprKind::Name(name) => match self.scope.look_up(name) {
                Some(Binding::Local(slot)) => IntKind::Slot(slot),
                Some(Binding::Parameter(id, info)) if info.class != Class::Set => IntKind::Parameter(id),
                Some(Binding::Seq) => return self.seq_for_number(expr),
                Some(_) => return self.set_for_number(expr),
                None if self.class(expr) == Class::Set => return self.set_for_number(expr),
                None => {
                    self.unknown_name(name, &span);
                    return None;
                }
            },
            ExprKind::Unary(UnaryOp::Neg, operand) => match self.number(operand)? {
                Int { kind: IntKind::Const(value), .. } if value != i128::MIN => IntKind::Const(-value),
                operand => IntKind::Neg(Box::new(operand)),
            },
            ExprKind::Binary(op, _, left, right) => {
                let Some(op) = number_operator(*op) else { return self.condition_or_set_for_number(expr) };
                let (left, right) = (self.number(left), self.number(right));
                IntKind::Binary(op, Box::new(left?), Box::new(right?))
            }
            ExprKind::Call(name, arguments) => return self.number_function(expr, name, arguments),
            ExprKind::Bool(_)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Unary(UnaryOp::Not, _) => IntKind::FromBool(Box::new(self.condition(expr)?)),
            ExprKind::Set(_) | ExprKind::Comprehension(..) | ExprKind::Range(..) => {
                return self.set_for_number(expr);
            }
            ExprKind::Tuple(_) => {
                self.error(
                    &span,
                    "a tuple where a number is wanted",
                    "a sum of heaps is written in brackets: [a, b]",
                );
                return None;
            }
            ExprKind::Index(seq, index) => {
                let (seq, index) = (self.seq(seq), self.number(index));
                IntKind::Index(Box::new(seq?), Box::new(index?))
            }
            ExprKind::Slice(..) => return self.seq_for_number(expr),
            ExprKind::Quantified(..) => {
                self.condition(expr)?;
                return None;
            }
        };
        Some(Int { kind, span })
    }

    fn condition_or_set_for_number(&mut self, expr: &Expr) -> Option<Int> {
        match self.class(expr) {
            Class::Set => self.set_for_number(expr),
            _ => Some(Int {
                kind: IntKind::FromBool(Box::new(self.condition(expr)?)),
                span: expr.span.clone(),
            }),
        }
    }

    fn set_for_number(&mut self, expr: &Expr) -> Option<Int> {
        self.error(
            &expr.span,
            "a set where a number is wanted",
            "take a member with `for ... in`, or min, max, sum or count of it",
        );
        None
    }

    fn seq_for_number(&mut self, expr: &Expr) -> Option<Int> {
        self.error(
            &expr.span,
            "a seq where a number is wanted",
            "take an entry with `s[i]`, or the length with `len(s)`",
        );
        None
    }

    fn number_function(&mut self, expr: &Expr, name: &Name, arguments: &[Expr]) -> Option<Int> {
        let span = expr.span.clone();
        let kind = match self.function(name)? {
            Function::Int(function, count) => {
                if !self.arguments(name, arguments, count, count, &span) {
                    return None;
                }
                let checked: Vec<Int> =
                    arguments.iter().filter_map(|argument| self.number(argument)).collect();
                (checked.len() == arguments.len()).then_some(())?;
                IntKind::Function(function, checked)
            }
            Function::Fold(fold) => {
                if arguments.is_empty() {
                    self.error(
                        &span,
                        format!("`{}` of nothing", name.text),
                        format!("give it numbers or sets, such as {}(digits(n))", name.text),
                    );
                    return None;
                }
                let checked: Vec<Operand> =
                    arguments.iter().filter_map(|argument| self.operand(argument)).collect();
                (checked.len() == arguments.len()).then_some(())?;
                IntKind::Fold(fold, checked)
            }
            Function::IsPrime => IntKind::FromBool(Box::new(self.condition(expr)?)),
            Function::Set(_) => return self.set_for_number(expr),
            Function::Len => {
                if !self.arguments(name, arguments, 1, 1, &span) {
                    return None;
                }
                IntKind::Len(Box::new(self.seq(&arguments[0])?))
            }
            Function::Seq(..) => return self.seq_for_number(expr),
        };
        Some(Int { kind, span })
    }

    /// An argument of a folding function: a number or a finite set.
    fn operand(&mut self, argument: &Expr) -> Option<Operand> {
        if !matches!(self.class(argument), Class::Set | Class::Seq) {
            return self.number(argument).map(Operand::Int);
        }
        let set = self.set(argument)?;
        if self.is_infinite(&set) {
            self.error(
                &argument.span,
                "a function of all members of an infinite set",
                "give the set a right end, such as 1..n",
            );
            return None;
        }
        Some(Operand::Set(set))
    }

    /// The value of a number that depends on nothing, where that is easy to see.
    pub(super) fn constant(&self, int: &Int) -> Option<i128> {
        match &int.kind {
            IntKind::Const(value) => Some(*value),
            IntKind::Parameter(id) => self.scope.parameter_by_id(*id)?.constant,
            IntKind::Neg(operand) => self.constant(operand)?.checked_neg(),
            IntKind::Binary(op, left, right) => {
                let (left, right) = (self.constant(left)?, self.constant(right)?);
                match op {
                    IntOp::Add => left.checked_add(right),
                    IntOp::Sub => left.checked_sub(right),
                    IntOp::Mul => left.checked_mul(right),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn number_operator(op: BinaryOp) -> Option<IntOp> {
    Some(match op {
        BinaryOp::Add => IntOp::Add,
        BinaryOp::Sub => IntOp::Sub,
        BinaryOp::Mul => IntOp::Mul,
        BinaryOp::Div => IntOp::Div,
        BinaryOp::Rem => IntOp::Rem,
        BinaryOp::Pow => IntOp::Pow,
        BinaryOp::Xor => IntOp::Xor,
        BinaryOp::ShiftLeft => IntOp::ShiftLeft,
        BinaryOp::ShiftRight => IntOp::ShiftRight,
        BinaryOp::Iff | BinaryOp::Implies | BinaryOp::Or | BinaryOp::And | BinaryOp::Without => return None,
    })
}
