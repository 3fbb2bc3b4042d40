//! Sums put in order: `-(a - n + 2)` becomes `n - a - 2`.

use super::{Lower, Lowered, unsupported};
use crate::export::code::{Expr, Op};
use crate::lang::ir::{Int, IntKind, IntOp};

/// A sum of terms with factors, and a constant.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    terms: Vec<(i128, Expr)>,
    constant: i128,
}

impl Sum {
    /// `factor * int`. A product whose factor would leave 128 bits stays as it is.
    ///
    /// # Errors
    ///
    /// A factor or constant of more than 63 bits.
    pub(super) fn of(lower: &mut Lower<'_>, int: &Int, factor: i128) -> Lowered<Sum> {
        let mut sum = Sum::default();
        sum.add(lower, int, factor)?;
        let short = |number: i128| number.unsigned_abs() <= u128::from(i64::MAX.unsigned_abs());
        let factors = sum.terms.iter().map(|(factor, _)| *factor);
        if factors.chain([sum.constant]).all(short) { Ok(sum) } else { too_long() }
    }

    fn add(&mut self, lower: &mut Lower<'_>, int: &Int, factor: i128) -> Lowered<()> {
        if let Some(value) = lower.known(int).and_then(|value| value.checked_mul(factor))
            && let Some(constant) = self.constant.checked_add(value)
        {
            self.constant = constant;
            return Ok(());
        }
        match &int.kind {
            IntKind::Neg(inner) => self.add(lower, inner, opposite(factor)?),
            IntKind::Binary(IntOp::Add, left, right) => {
                self.add(lower, left, factor)?;
                self.add(lower, right, factor)
            }
            IntKind::Binary(IntOp::Sub, left, right) => {
                self.add(lower, left, factor)?;
                self.add(lower, right, opposite(factor)?)
            }
            IntKind::Binary(IntOp::Mul, left, right) => {
                let scaled = |side: &Int| lower.known(side).and_then(|value| value.checked_mul(factor));
                match (scaled(left), scaled(right)) {
                    (Some(scale), _) => self.add(lower, right, scale),
                    (None, Some(scale)) => self.add(lower, left, scale),
                    (None, None) => self.atom(lower.int(int)?, factor),
                }
            }
            _ => self.atom(lower.int(int)?, factor),
        }
    }

    fn atom(&mut self, atom: Expr, factor: i128) -> Lowered<()> {
        match self.terms.iter_mut().find(|(_, other)| *other == atom) {
            Some((total, _)) => {
                let Some(sum) = total.checked_add(factor) else { return too_long() };
                *total = sum;
            }
            None => self.terms.push((factor, atom)),
        }
        Ok(())
    }

    /// The sum as it would be written: what is added comes first.
    pub(super) fn into_expr(self) -> Expr {
        let scaled = |factor: i128, term: Expr| {
            if factor == 1 { term } else { Expr::binary(Op::Mul, Expr::Int(factor), term) }
        };
        let (added, taken): (Vec<_>, Vec<_>) =
            self.terms.into_iter().filter(|(factor, _)| *factor != 0).partition(|(factor, _)| *factor > 0);
        let mut total: Option<Expr> = None;
        for (factor, term) in added {
            let term = scaled(factor, term);
            total = Some(match total {
                Some(total) => Expr::binary(Op::Add, total, term),
                None => term,
            });
        }
        let mut total = match total {
            Some(total) => total,
            // A sum that begins with something taken away.
            None if self.constant == 0 && !taken.is_empty() => {
                let mut rest = taken.into_iter();
                let first = rest.next().map(|(factor, term)| Expr::Neg(Box::new(scaled(-factor, term))));
                return rest.fold(first.unwrap_or(Expr::Int(0)), |total, (factor, term)| {
                    Expr::binary(Op::Sub, total, scaled(-factor, term))
                });
            }
            None => {
                return taken.into_iter().fold(Expr::Int(self.constant), |total, (factor, term)| {
                    Expr::binary(Op::Sub, total, scaled(-factor, term))
                });
            }
        };
        for (factor, term) in taken {
            total = Expr::binary(Op::Sub, total, scaled(-factor, term));
        }
        if self.constant < 0 {
            Expr::binary(Op::Sub, total, Expr::Int(-self.constant))
        } else {
            Expr::binary(Op::Add, total, Expr::Int(self.constant))
        }
    }
}

fn opposite(factor: i128) -> Lowered<i128> {
    factor.checked_neg().map_or_else(too_long, Ok)
}

fn too_long<T>() -> Lowered<T> {
    unsupported("a number of more than 63 bits")
}
