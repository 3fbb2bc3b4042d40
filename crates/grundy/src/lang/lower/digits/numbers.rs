//! Numbers and conditions: what the summary of n's digits decides of them.

use super::feature::Feature;
use super::form::{Interval, Number, Quantity};
use super::{Analysis, MOST_ANSWERS};
use crate::lang::ir::{
    Bool, BoolKind, Fold, Int, IntFunction, IntKind, IntOp, Operand, ParameterValue, Set, SetKind,
};

/// Bits that a number may have, and so a bound on what counts them.
const BITS: Interval = Interval::new(0, 128);

/// The largest factor of n under `%`: such products stay within 128 bits.
const MOST_FACTOR: i128 = 1 << 16;

impl Analysis<'_> {
    /// What is known of a number; nothing if it is not evident.
    pub(super) fn number(&mut self, int: &Int) -> Option<Number> {
        self.look()?;
        let decided = match &int.kind {
            IntKind::Const(value) => Interval::point(*value),
            IntKind::Slot(slot) => return *self.slots.get(slot.0)?,
            IntKind::Parameter(id) => match &self.program.parameters.get(id.0)?.value {
                ParameterValue::Int(value) => return self.number(value),
                ParameterValue::Set(_) => return None,
            },
            IntKind::FromBool(condition) => {
                self.decides(condition)?;
                Interval::new(0, 1)
            }
            IntKind::Neg(a) => self.number(a)?.summary()?.neg()?,
            IntKind::Binary(op, a, b) => return self.binary(*op, a, b),
            IntKind::Function(function, arguments) => return self.function(*function, arguments),
            IntKind::Fold(fold, operands) => return self.fold(*fold, operands),
            IntKind::Index(..) | IntKind::Len(_) => return None,
        };
        Some(Number::Summary(decided))
    }

    fn constant(&mut self, int: &Int) -> Option<i128> {
        self.number(int)?.summary()?.single()
    }

    fn binary(&mut self, op: IntOp, a: &Int, b: &Int) -> Option<Number> {
        if op == IntOp::Rem {
            return self.remainder(a, b);
        }
        let (a, b) = match (op, self.number(a)?, self.number(b)?) {
            (IntOp::Add, Number::Below(amount), Number::Summary(more))
            | (IntOp::Add, Number::Summary(more), Number::Below(amount)) => {
                return Some(Number::Below(amount.sub(more)?));
            }
            (IntOp::Sub, Number::Below(amount), Number::Summary(less)) => {
                return Some(Number::Below(amount.add(less)?));
            }
            (IntOp::Sub, Number::Below(a), Number::Below(b)) => return Some(Number::Summary(b.sub(a)?)),
            (_, a, b) => (a.summary()?, b.summary()?),
        };
        Some(Number::Summary(match op {
            IntOp::Add => a.add(b)?,
            IntOp::Sub => a.sub(b)?,
            IntOp::Mul => a.mul(b)?,
            IntOp::Div => {
                let most = a.magnitude()?;
                Interval::new(-most, most)
            }
            IntOp::Rem => return None,
            IntOp::Pow => {
                let exponent = u32::try_from(b.natural()?.high).ok()?;
                Interval::new(0, a.natural()?.high.checked_pow(exponent)?.max(1))
            }
            IntOp::Xor => a.hull(b).bits()?,
            IntOp::ShiftLeft => {
                let places = u32::try_from(b.natural()?.high).ok()?;
                a.hull(Interval::point(0)).mul(Interval::point(2i128.checked_pow(places)?))?
            }
            IntOp::ShiftRight => a.hull(Interval::new(-1, 0)),
        }))
    }

    fn remainder(&mut self, a: &Int, b: &Int) -> Option<Number> {
        let divisor = self.number(b)?.summary()?;
        if let Some(Number::Summary(_)) = self.number(a) {
            return Some(Number::Summary(divisor.hull(Interval::point(0))));
        }
        let modulus = divisor.single()?;
        self.decides_residue(a, modulus)?;
        Some(Number::Summary(Interval::new(0, modulus - 1)))
    }

    /// Whether the summary decides `int` modulo `modulus`; the features asked for are noted.
    fn decides_residue(&mut self, int: &Int, modulus: i128) -> Option<()> {
        if modulus < 1 {
            return None;
        }
        match &int.kind {
            IntKind::Binary(IntOp::Add | IntOp::Sub, a, b) => {
                self.decides_residue(a, modulus)?;
                self.decides_residue(b, modulus)
            }
            IntKind::Binary(IntOp::Mul, a, b) => {
                let (factor, other) = match self.number(a) {
                    Some(Number::Summary(factor)) => (factor, b),
                    _ => (self.number(b)?.summary()?, a),
                };
                if factor.magnitude()? > MOST_FACTOR {
                    return None;
                }
                self.decides_residue(other, modulus)
            }
            // The quotient modulo m depends on the dividend modulo m times the divisor.
            IntKind::Binary(IntOp::Div, a, b) => {
                let divisor = self.constant(b)?;
                self.decides_residue(a, modulus.checked_mul(divisor)?)
            }
            IntKind::Binary(IntOp::ShiftRight, a, b) => {
                let divisor = 2i128.checked_pow(u32::try_from(self.constant(b)?).ok()?)?;
                self.decides_residue(a, modulus.checked_mul(divisor)?)
            }
            IntKind::Neg(a) => self.decides_residue(a, modulus),
            _ => {
                let quantity = match self.number(int)? {
                    Number::Summary(_) => return Some(()),
                    Number::Below(_) => Quantity::Value,
                    Number::Open(quantity) => quantity,
                };
                let modulus = u32::try_from(modulus).ok().filter(|&modulus| modulus <= MOST_ANSWERS)?;
                self.features.insert(Feature::Residue(quantity, modulus));
                Some(())
            }
        }
    }

    fn function(&mut self, function: IntFunction, arguments: &[Int]) -> Option<Number> {
        let first = self.number(arguments.first()?)?;
        if first == Number::Below(Interval::point(0)) {
            return match function {
                IntFunction::Popcount => Some(Number::Open(Quantity::DigitSum(2))),
                IntFunction::BitLength => Some(Number::Open(Quantity::DigitCount(2))),
                _ => None,
            };
        }
        for argument in arguments {
            self.number(argument)?.summary()?;
        }
        let most = first.summary()?.magnitude()?;
        Some(Number::Summary(match function {
            IntFunction::Abs | IntFunction::Isqrt | IntFunction::Iroot => Interval::new(0, most),
            IntFunction::Ilog
            | IntFunction::Popcount
            | IntFunction::BitLength
            | IntFunction::TrailingZeros => BITS,
        }))
    }

    fn fold(&mut self, fold: Fold, operands: &[Operand]) -> Option<Number> {
        if let (Fold::Sum | Fold::Count, [Operand::Set(set)]) = (fold, operands)
            && let Some((base, nonzero)) = self.digits_of_n(set)
        {
            return Some(Number::Open(match fold {
                Fold::Sum => Quantity::DigitSum(base),
                _ if nonzero => Quantity::NonZeroCount(base),
                _ => Quantity::DigitCount(base),
            }));
        }
        if let (Fold::BitAnd, [Operand::Int(a), Operand::Int(b)]) = (fold, operands) {
            // Only the low bits of n come through a mask.
            for (mask, int) in [(a, b), (b, a)] {
                let Some(mask) = self.constant(mask).filter(|&mask| mask >= 0) else { continue };
                let modulus = i128::try_from(u128::try_from(mask).ok()?.checked_add(1)?.next_power_of_two());
                self.decides_residue(int, modulus.ok()?)?;
                return Some(Number::Summary(Interval::new(0, mask)));
            }
        }
        let mut all: Option<Interval> = None;
        let mut total = Interval::point(0);
        let mut count = 0i128;
        for operand in operands {
            let (members, most) = match operand {
                Operand::Int(int) => (self.number(int)?.summary()?, 1),
                Operand::Set(set) => match (fold, self.digits_of_n(set)) {
                    (Fold::Max | Fold::Min, Some((base, nonzero))) => {
                        (self.extreme_digit(fold, base, nonzero), 1)
                    }
                    _ => {
                        let members = self.members(set)?;
                        if members.repeats && matches!(fold, Fold::Sum | Fold::Count) {
                            return None;
                        }
                        (members.summary()?, members.most)
                    }
                },
            };
            all = Some(all.map_or(members, |all| all.hull(members)));
            count = count.checked_add(most)?;
            total = total.add(members.hull(Interval::point(0)).mul(Interval::point(most))?)?;
        }
        let all = all.unwrap_or(Interval::point(0));
        Some(Number::Summary(match fold {
            Fold::Min | Fold::Max => all,
            Fold::Sum => total,
            Fold::Count => Interval::new(0, count),
            Fold::Gcd => Interval::new(0, all.magnitude()?),
            Fold::BitAnd => all.natural()?.hull(Interval::point(-1)),
            Fold::BitOr => all.bits()?,
            // It may be as large as the product of all.
            Fold::Lcm => return None,
        }))
    }

    /// The base, and whether zeros are left out, if the set is `digits(n, base)`
    /// or `nonzero(digits(n, base))`.
    pub(super) fn digits_of_n(&mut self, set: &Set) -> Option<(u8, bool)> {
        match &set.kind {
            SetKind::NonZero(inner) => self.digits_of_n(inner).map(|(base, _)| (base, true)),
            SetKind::Digits(number, base) => {
                let is_n = self.number(number)? == Number::Below(Interval::point(0));
                let base = u8::try_from(self.constant(base)?).ok().filter(|base| (2..=36).contains(base))?;
                is_n.then_some((base, false))
            }
            _ => None,
        }
    }

    fn extreme_digit(&mut self, fold: Fold, base: u8, nonzero: bool) -> Interval {
        let largest = i128::from(base) - 1;
        // The first digit is not 0, so the largest is not, and some digit is not.
        let (feature, least) = match (fold, nonzero) {
            (Fold::Max, _) => (Feature::LargestDigit(base), 1),
            (_, true) => (Feature::LeastNonZeroDigit(base), 1),
            (_, false) => (Feature::LeastDigit(base), 0),
        };
        self.features.insert(feature);
        Interval::new(least, largest)
    }

    /// Whether the summary decides a condition; the features asked for are noted.
    pub(super) fn decides(&mut self, condition: &Bool) -> Option<()> {
        match &condition.kind {
            BoolKind::Const(_) => Some(()),
            BoolKind::Not(a) => self.decides(a),
            BoolKind::And(a, b) | BoolKind::Or(a, b) => {
                self.decides(a)?;
                self.decides(b)
            }
            BoolKind::Compare(first, rest) => {
                let mut left = self.number(first)?;
                for (_, int) in rest {
                    let right = self.number(int)?;
                    self.decides_order(left, right)?;
                    left = right;
                }
                Some(())
            }
            BoolKind::In(entries, set) => {
                if let ([entry], Some(interval)) =
                    (&entries[..], self.members(set).and_then(|members| members.summary()))
                {
                    let number = self.number(entry)?;
                    return self.decides_order(number, Number::Summary(interval));
                }
                for entry in entries {
                    self.number(entry)?.summary()?;
                }
                self.decides_membership(set)
            }
            BoolKind::IsPrime(a) => self.number(a)?.summary().map(|_| ()),
        }
    }

    /// Whether the summary decides how two numbers compare.
    fn decides_order(&mut self, a: Number, b: Number) -> Option<()> {
        let (quantity, bound) = match (a, b) {
            // n stands on both sides, or on none.
            (Number::Summary(_), Number::Summary(_)) | (Number::Below(_), Number::Below(_)) => {
                return Some(());
            }
            // n - a against b is n against a + b, and all n above each a + b are alike.
            (Number::Below(amount), Number::Summary(other))
            | (Number::Summary(other), Number::Below(amount)) => {
                (Quantity::Value, amount.high.checked_add(other.high)?)
            }
            (Number::Open(quantity), Number::Summary(other))
            | (Number::Summary(other), Number::Open(quantity)) => (quantity, other.high),
            _ => return None,
        };
        let most = u32::try_from(bound.checked_add(1)?.max(0)).ok().filter(|&most| most <= MOST_ANSWERS)?;
        self.features.insert(Feature::UpTo(quantity, most));
        Some(())
    }
}
