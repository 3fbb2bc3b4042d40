//! Expressions where a list is wanted.

use super::function::{Function, SeqFunction};
use super::scope::Binding;
use super::{Checker, Class};
use crate::lang::ast::{Expr, ExprKind, Name};
use crate::lang::ir::{Seq, SeqKind, Shape};

impl Checker {
    /// Names the list that is moved from for one clause.
    pub(super) fn seq_shape(&mut self, name: &Name) -> Option<Shape> {
        if self.scope.knows(&name.text) {
            // The message is the same as for any name; its slot is of no use.
            self.bind(name);
            return None;
        }
        self.scope.name_seq(Some(&name.text));
        Some(Shape::Seq)
    }

    /// Checks an expression as a list.
    pub(super) fn seq(&mut self, expr: &Expr) -> Option<Seq> {
        let kind = match &expr.kind {
            ExprKind::Error => return None,
            ExprKind::Name(name) => match self.scope.look_up(name) {
                Some(Binding::Seq) => SeqKind::Position,
                Some(_) => return self.not_a_seq(expr),
                None => {
                    if self.class(expr) == Class::Unknown {
                        self.unknown_name(name, &expr.span);
                        return None;
                    }
                    return self.not_a_seq(expr);
                }
            },
            ExprKind::Slice(seq, from, to) => {
                let seq = self.seq(seq);
                let from = from.as_ref().map(|from| self.number(from).map(Box::new));
                let to = to.as_ref().map(|to| self.number(to).map(Box::new));
                SeqKind::Slice(Box::new(seq?), all(from)?, all(to)?)
            }
            ExprKind::Call(name, arguments) => {
                let Function::Seq(function, count) = self.function(name)? else {
                    return self.not_a_seq(expr);
                };
                if !self.arguments(name, arguments, count, count, &expr.span) {
                    return None;
                }
                let seq = self.seq(&arguments[0]).map(Box::new);
                let numbers: Vec<_> = arguments[1..].iter().map(|number| self.number(number)).collect();
                let numbers: Vec<_> =
                    numbers.into_iter().map(|number| number.map(Box::new)).collect::<Option<_>>()?;
                let mut numbers = numbers.into_iter();
                match function {
                    SeqFunction::Set => SeqKind::Set(seq?, numbers.next()?, numbers.next()?),
                    SeqFunction::Drop => SeqKind::Drop(seq?, numbers.next()?),
                    SeqFunction::Insert => SeqKind::Insert(seq?, numbers.next()?, numbers.next()?),
                    SeqFunction::Sort => SeqKind::Sort(seq?),
                }
            }
            _ => return self.not_a_seq(expr),
        };
        Some(Seq { kind, span: expr.span.clone() })
    }

    fn not_a_seq(&mut self, expr: &Expr) -> Option<Seq> {
        let cure = match self.class(expr) {
            Class::Set => "count a set with `count(S)`; seqs come from the name after `seq`",
            _ => "write the name after `seq`, or set, drop, insert, sort or a part of it: `s[1..]`",
        };
        self.error(&expr.span, "this is not a seq", cure);
        None
    }
}

/// What is there must be right.
fn all<T>(part: Option<Option<T>>) -> Option<Option<T>> {
    match part {
        Some(part) => Some(Some(part?)),
        None => Some(None),
    }
}
