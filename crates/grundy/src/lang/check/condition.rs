//! Expressions where a condition is wanted.

use super::function::Function;
use super::{Checker, Class};
use crate::lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, UnaryOp};
use crate::lang::ir::{Bool, BoolKind, Int, IntKind};

impl Checker {
    /// Checks an expression as a condition; a number is not one.
    pub(in crate::lang) fn condition(&mut self, expr: &Expr) -> Option<Bool> {
        let span = expr.span.clone();
        let kind = match &expr.kind {
            ExprKind::Error => return None,
            ExprKind::Bool(value) => BoolKind::Const(*value),
            ExprKind::Unary(UnaryOp::Not, operand) => BoolKind::Not(Box::new(self.condition(operand)?)),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), _, left, right) => {
                let (left, right) = (self.condition(left), self.condition(right));
                let (left, right) = (Box::new(left?), Box::new(right?));
                if *op == BinaryOp::And { BoolKind::And(left, right) } else { BoolKind::Or(left, right) }
            }
            ExprKind::Binary(BinaryOp::Implies, _, left, right) => {
                let (left, right) = (self.condition(left), self.condition(right));
                let (left, right) = (left?, Box::new(right?));
                let span = left.span.clone();
                BoolKind::Or(Box::new(Bool { kind: BoolKind::Not(Box::new(left)), span }), right)
            }
            ExprKind::Binary(BinaryOp::Iff, _, left, right) => {
                let (left, right) = (self.condition(left), self.condition(right));
                let number = |condition: Bool| {
                    let span = condition.span.clone();
                    Int { kind: IntKind::FromBool(Box::new(condition)), span }
                };
                BoolKind::Compare(Box::new(number(left?)), vec![(CompareOp::Eq, number(right?))])
            }
            ExprKind::Quantified(..) => {
                self.error(
                    &span,
                    "`forall` and `exists` are not counted, compared or looked for in sets",
                    "join them by `and`, `or`, `not`, `implies` and `iff`",
                );
                return None;
            }
            ExprKind::Compare(first, rest) => {
                let first = self.compared(first);
                let rest: Vec<_> = rest.iter().map(|(op, expr)| (*op, self.compared(expr))).collect();
                let rest: Option<Vec<_>> = rest.into_iter().map(|(op, int)| Some((op, int?))).collect();
                BoolKind::Compare(Box::new(first?), rest?)
            }
            ExprKind::In(element, set, negated) => {
                let element = self.entries(element);
                let set = self.set(set);
                let (element, set) = (element?, set?);
                if element.len() != set.arity {
                    let (wanted, given) = (entries_in_words(set.arity), entries_in_words(element.len()));
                    self.error(
                        &span,
                        format!("the set holds {wanted}, but {given} stands before `in`"),
                        "compare like with like, such as `(a, b) in {(1, 2)}`",
                    );
                    return None;
                }
                let inside = BoolKind::In(element, Box::new(set));
                if *negated {
                    BoolKind::Not(Box::new(Bool { kind: inside, span: span.clone() }))
                } else {
                    inside
                }
            }
            ExprKind::Call(name, arguments) => match self.function(name)? {
                Function::IsPrime => {
                    if !self.arguments(name, arguments, 1, 1, &span) {
                        return None;
                    }
                    BoolKind::IsPrime(Box::new(self.number(&arguments[0])?))
                }
                _ => return self.not_a_condition(expr),
            },
            _ => return self.not_a_condition(expr),
        };
        Some(Bool { kind, span })
    }

    /// One side of a comparison.
    fn compared(&mut self, expr: &Expr) -> Option<Int> {
        if matches!(self.class(expr), Class::Set | Class::Seq) {
            self.error(
                &expr.span,
                "sets and seqs do not compare",
                "count what they do not share, such as `count(A \\ B) == 0`",
            );
            return None;
        }
        self.number(expr)
    }

    /// A number, or the entries of a tuple.
    pub(super) fn entries(&mut self, expr: &Expr) -> Option<Vec<Int>> {
        match &expr.kind {
            ExprKind::Tuple(entries) => {
                let checked: Vec<_> = entries.iter().map(|entry| self.number(entry)).collect();
                checked.into_iter().collect()
            }
            _ => Some(vec![self.number(expr)?]),
        }
    }

    fn not_a_condition(&mut self, expr: &Expr) -> Option<Bool> {
        match self.class(expr) {
            Class::Number => self.error(
                &expr.span,
                "a number where a condition is wanted",
                "compare it with something, such as `!= 0`",
            ),
            Class::Set => self.error(
                &expr.span,
                "a set where a condition is wanted",
                "ask for its size with `count(...) > 0`, or for a member with `in`",
            ),
            Class::Seq => {
                self.error(
                    &expr.span,
                    "a seq where a condition is wanted",
                    "ask for its length with `len(s) > 0`, or for an entry with `in`",
                );
            }
            Class::Tuple | Class::Tagged => {
                self.error(
                    &expr.span,
                    "a position where a condition is wanted",
                    "join conditions with `and`",
                );
            }
            // A name that is not known, or a condition after all.
            Class::Unknown | Class::Condition => {
                self.number(expr);
            }
        }
        None
    }
}

/// "numbers", "pairs" and so on.
pub(super) fn entries_in_words(arity: usize) -> String {
    match arity {
        1 => "a number".to_owned(),
        2 => "a pair".to_owned(),
        more => format!("a tuple of {more}"),
    }
}
