//! Numbers.

use super::linear::Sum;
use super::{Lower, Lowered, unsupported};
use crate::export::code::{Expr, Op, Part};
use crate::lang::interpret::BoundParameter;
use crate::lang::ir::{Bool, Compare, Fold, Int, IntFunction, IntKind, IntOp, Operand, Set, SetKind};

impl Lower<'_> {
    /// The number, where it has a value.
    pub(super) fn int(&mut self, int: &Int) -> Lowered<Expr> {
        Ok(match &int.kind {
            IntKind::Const(value) => Expr::Int(*value),
            IntKind::Slot(slot) => match self.binding(*slot) {
                Some(binding) => binding.value.clone(),
                None => return unsupported("a name without a value"),
            },
            IntKind::Parameter(id) => match self.parameters.bound(*id) {
                Some(BoundParameter::Int(value)) => Expr::Int(value),
                _ => return unsupported("a set where a number is wanted"),
            },
            IntKind::FromBool(condition) => self.counted(condition)?,
            IntKind::Neg(inner) => match self.int(inner)? {
                Expr::Int(value) if value != i128::MIN => Expr::Int(-value),
                other => Expr::Neg(Box::new(other)),
            },
            IntKind::Binary(IntOp::Add | IntOp::Sub, ..) => {
                let plain = self.as_written(int)?;
                // Sums with negative constants read badly as they stand.
                if reads_well(&plain) { plain } else { Sum::of(self, int, 1)?.into_expr() }
            }
            IntKind::Binary(op, left, right) => self.operation(*op, left, right)?,
            IntKind::Function(function, arguments) => {
                let name = match function {
                    IntFunction::Abs => "absolute",
                    IntFunction::Isqrt => "isqrt",
                    IntFunction::Iroot => "iroot",
                    IntFunction::Ilog => "ilog",
                    IntFunction::Popcount => "popcount",
                    IntFunction::BitLength => "bit_length",
                    IntFunction::TrailingZeros => "trailing_zeros",
                };
                Expr::Call(name, arguments.iter().map(|argument| self.int(argument)).collect::<Lowered<_>>()?)
            }
            IntKind::Fold(fold, operands) => self.fold(*fold, operands)?,
            IntKind::Index(seq, index) => {
                let list = self.seq(seq)?;
                Expr::Call("at", vec![list, self.int(index)?])
            }
            IntKind::Len(seq) => Expr::Call("count", vec![self.seq(seq)?]),
        })
    }

    fn as_written(&mut self, int: &Int) -> Lowered<Expr> {
        match &int.kind {
            IntKind::Binary(op @ (IntOp::Add | IntOp::Sub), left, right) => {
                let (left, right) = (self.int(left)?, self.int(right)?);
                Ok(Expr::binary(if *op == IntOp::Add { Op::Add } else { Op::Sub }, left, right))
            }
            _ => self.int(int),
        }
    }

    fn operation(&mut self, op: IntOp, left: &Int, right: &Int) -> Lowered<Expr> {
        let not_negative = self.low(left).is_some_and(|low| low >= 0);
        let divides = self.low(right).is_some_and(|low| low >= 0);
        let (a, b) = (self.int(left)?, self.int(right)?);
        Ok(match op {
            IntOp::Add => Expr::binary(Op::Add, a, b),
            IntOp::Sub => Expr::binary(Op::Sub, a, b),
            IntOp::Mul => Expr::binary(Op::Mul, a, b),
            IntOp::Div if not_negative && divides => Expr::binary(Op::Div, a, b),
            IntOp::Rem if not_negative && divides => Expr::binary(Op::Rem, a, b),
            IntOp::Div => Expr::Call("floor_div", vec![a, b]),
            IntOp::Rem => Expr::Call("floor_mod", vec![a, b]),
            IntOp::Pow if b == Expr::Int(2) && a.is_cheap() => Expr::binary(Op::Mul, a.clone(), a),
            // Python has fractions for negative exponents.
            IntOp::Pow if divides => Expr::Call("power", vec![a, b]),
            IntOp::Pow => Expr::Call("checked_power", vec![a, b]),
            IntOp::Xor => Expr::binary(Op::Xor, a, b),
            IntOp::ShiftLeft => Expr::Call("shift_left", vec![a, b]),
            IntOp::ShiftRight => Expr::Call("shift_right", vec![a, b]),
        })
    }

    /// A condition, counted 1 or 0.
    fn counted(&mut self, condition: &Bool) -> Lowered<Expr> {
        let condition = self.holds(condition)?;
        Ok(match condition {
            Expr::Bool(value) => Expr::Int(i128::from(value)),
            other => Expr::Select(Box::new(other), Box::new(Expr::Int(1)), Box::new(Expr::Int(0))),
        })
    }

    fn fold(&mut self, fold: Fold, operands: &[Operand]) -> Lowered<Expr> {
        let only_numbers = operands.iter().all(|operand| matches!(operand, Operand::Int(_)));
        match fold {
            Fold::Min | Fold::Max => {
                let (of_numbers, of_list) =
                    if fold == Fold::Min { ("min", "min_of") } else { ("max", "max_of") };
                if only_numbers {
                    let mut numbers = Vec::new();
                    for operand in operands {
                        if let Operand::Int(int) = operand {
                            numbers.push(self.int(int)?);
                        }
                    }
                    return match numbers.len() {
                        0 => unsupported("the least or largest of nothing"),
                        1 => Ok(numbers.remove(0)),
                        _ => Ok(Expr::Call(of_numbers, numbers)),
                    };
                }
                match operands {
                    [Operand::Set(set)] => self.extreme(fold, set, of_list),
                    _ => {
                        let list = self.all_operands(operands)?;
                        Ok(Expr::Call(of_list, vec![list]))
                    }
                }
            }
            Fold::Sum | Fold::Count => {
                let mut total = Expr::Int(0);
                for operand in operands {
                    let part = match (operand, fold) {
                        (Operand::Int(_), Fold::Count) => Expr::Int(1),
                        (Operand::Int(int), _) => self.int(int)?,
                        (Operand::Set(set), Fold::Count) => self.counted_members(set)?,
                        (Operand::Set(set), _) => Expr::Call("sum_of", vec![self.list(set)?]),
                    };
                    total = Expr::binary(Op::Add, total, part);
                }
                Ok(total)
            }
            Fold::Gcd | Fold::Lcm | Fold::BitAnd | Fold::BitOr => {
                let (empty, of_list) = match fold {
                    Fold::Gcd => (0, "gcd_of"),
                    Fold::Lcm => (1, "lcm_of"),
                    Fold::BitAnd => (-1, "and_of"),
                    _ => (0, "or_of"),
                };
                let mut total: Option<Expr> = None;
                for operand in operands {
                    let part = match operand {
                        Operand::Int(int) => self.int(int)?,
                        Operand::Set(set) => Expr::Call(of_list, vec![self.list(set)?]),
                    };
                    total = Some(match (total, fold) {
                        // One number by itself: divisors and multiples have no sign.
                        (None, Fold::Gcd | Fold::Lcm) if operands.len() == 1 => {
                            Expr::Call("absolute", vec![part])
                        }
                        (None, _) => part,
                        (Some(total), Fold::Gcd) => Expr::Call("gcd", vec![total, part]),
                        (Some(total), Fold::Lcm) => Expr::Call("lcm", vec![total, part]),
                        (Some(total), Fold::BitAnd) => Expr::binary(Op::BitAnd, total, part),
                        (Some(total), _) => Expr::binary(Op::BitOr, total, part),
                    });
                }
                Ok(total.unwrap_or(Expr::Int(empty)))
            }
        }
    }

    /// The least or largest member of a set that has one.
    fn extreme(&mut self, fold: Fold, set: &Set, of_list: &'static str) -> Lowered<Expr> {
        let set = self.resolved(set);
        match (&set.kind, fold) {
            (SetKind::Range(first, _), Fold::Min) => self.int(first),
            (SetKind::Range(_, last), _) => self.int(last),
            _ if self.parameters.is_infinite(set) && fold == Fold::Min => self.next_above(set, None),
            _ => Ok(Expr::Call(of_list, vec![self.list(set)?])),
        }
    }

    fn counted_members(&mut self, set: &Set) -> Lowered<Expr> {
        if let SetKind::Range(first, last) = &set.kind {
            let (first, last) = (self.int(first)?, self.int(last)?);
            let length = Expr::binary(Op::Add, Expr::binary(Op::Sub, last, first), Expr::Int(1));
            return Ok(Expr::Call("max", vec![Expr::Int(0), length]));
        }
        Ok(Expr::Call("count", vec![self.list(set)?]))
    }

    /// All operands as one list.
    pub(super) fn all_operands(&mut self, operands: &[Operand]) -> Lowered<Expr> {
        let mut parts = Vec::new();
        for operand in operands {
            parts.push(match operand {
                Operand::Int(int) => Part::One(None, self.int(int)?),
                Operand::Set(set) => Part::Members(None, self.list(set)?),
            });
        }
        Ok(Expr::List(parts, 1))
    }

    /// `left comparison right`.
    pub(super) fn comparison(&mut self, comparison: Compare, left: &Int, right: &Int) -> Lowered<Expr> {
        Ok(Expr::compare(comparison, self.int(left)?, self.int(right)?))
    }
}

/// Whether no negative constant is added or taken away.
fn reads_well(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(Op::Add | Op::Sub, left, right) => {
            !matches!(right.as_ref(), Expr::Neg(_))
                && !matches!(right.as_ref(), Expr::Int(value) if *value < 0)
                && reads_well(left)
        }
        _ => true,
    }
}
