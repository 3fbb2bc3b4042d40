//! What a condition that holds, or fails, says of the names in it.

use super::Ranges;
use super::range::Range;
use crate::export::code::{Expr, Op};
use crate::lang::ir::Compare;

impl Ranges<'_> {
    /// Takes it that the condition holds, or that it fails.
    pub(super) fn assume(&mut self, condition: &Expr, holds: bool) {
        match condition {
            Expr::Not(inner) => self.assume(inner, !holds),
            Expr::All(parts) if holds => parts.iter().for_each(|part| self.assume(part, true)),
            Expr::Any(parts) if !holds => parts.iter().for_each(|part| self.assume(part, false)),
            Expr::Compare(comparison, left, right) => {
                let comparison = match (comparison, holds) {
                    (comparison, true) => *comparison,
                    (Compare::Lt, false) => Compare::Ge,
                    (Compare::Le, false) => Compare::Gt,
                    (Compare::Gt, false) => Compare::Le,
                    (Compare::Ge, false) => Compare::Lt,
                    (Compare::Eq, false) => Compare::Ne,
                    (Compare::Ne, false) => Compare::Eq,
                };
                match comparison {
                    Compare::Lt => self.assume_order(left, right, 1),
                    Compare::Le => self.assume_order(left, right, 0),
                    Compare::Gt => self.assume_order(right, left, 1),
                    Compare::Ge => self.assume_order(right, left, 0),
                    Compare::Eq => {
                        self.assume_order(left, right, 0);
                        self.assume_order(right, left, 0);
                    }
                    Compare::Ne => {}
                }
            }
            _ => {}
        }
    }

    /// Takes it that `small + gap <= large`.
    fn assume_order(&mut self, small: &Expr, large: &Expr, gap: i128) {
        let (of_small, of_large) = (self.range(small), self.range(large));
        self.at_most(small, of_large.high.saturating_sub(gap));
        self.at_least(large, of_small.low.saturating_add(gap));
    }

    fn at_most(&mut self, expr: &Expr, bound: i128) {
        match expr {
            Expr::Var(name) => {
                let Some(known) = self.names.get_mut(name) else { return };
                known.range.high = known.range.high.min(bound);
                if let Some(meaning) = known.meaning.clone() {
                    self.at_most(&meaning, bound);
                }
            }
            Expr::Neg(inner) => self.at_least(inner, bound.saturating_neg()),
            Expr::Binary(Op::Add, left, right) => {
                let (of_left, of_right) = (self.range(left), self.range(right));
                self.at_most(left, bound.saturating_sub(of_right.low));
                self.at_most(right, bound.saturating_sub(of_left.low));
            }
            Expr::Binary(Op::Sub, left, right) => {
                let (of_left, of_right) = (self.range(left), self.range(right));
                self.at_most(left, bound.saturating_add(of_right.high));
                self.at_least(right, of_left.low.saturating_sub(bound));
            }
            Expr::Binary(Op::Mul, left, right) => {
                let (of_left, of_right) = (self.range(left), self.range(right));
                for (factor, other) in [(of_left, right), (of_right, left)] {
                    if factor.low >= 1 && bound >= 0 {
                        self.at_most(other, bound / factor.low);
                    }
                }
            }
            _ => {}
        }
    }

    fn at_least(&mut self, expr: &Expr, bound: i128) {
        match expr {
            Expr::Var(name) => {
                let Some(known) = self.names.get_mut(name) else { return };
                known.range.low = known.range.low.max(bound);
                if let Some(meaning) = known.meaning.clone() {
                    self.at_least(&meaning, bound);
                }
            }
            Expr::Neg(inner) => self.at_most(inner, bound.saturating_neg()),
            Expr::Binary(Op::Add, left, right) => {
                let (of_left, of_right) = (self.range(left), self.range(right));
                self.at_least(left, bound.saturating_sub(of_right.high));
                self.at_least(right, bound.saturating_sub(of_left.high));
            }
            Expr::Binary(Op::Sub, left, right) => {
                let (of_left, of_right) = (self.range(left), self.range(right));
                self.at_least(left, bound.saturating_add(of_right.low));
                self.at_most(right, of_left.high.saturating_sub(bound));
            }
            _ => {}
        }
    }

    /// The interval of a number that was gone through already.
    fn range(&mut self, expr: &Expr) -> Range {
        let left = self.left;
        let range = self.int(expr).map_or(Range::symmetric(i128::MAX), |(_, range)| range);
        self.left = left;
        range
    }
}
