//! Numbers.

use super::super::formula::{Atom, Formula, Variable};
use super::super::sum::{Sum, truth};
use super::Lowering;
use crate::lang::ir::{Fold, Int, IntFunction, IntKind, IntOp, Operand, Set, SetKind};
use crate::ruleset::Span;

impl Lowering {
    /// A number as a sum.
    pub(super) fn number(&mut self, int: &Int) -> Option<Sum> {
        let span = &int.span;
        match &int.kind {
            IntKind::Const(value) => {
                let constant = i64::try_from(*value).ok().map(Sum::constant);
                self.fits(constant, span)
            }
            IntKind::Slot(slot) => self.slots.get(slot.0).cloned().flatten(),
            IntKind::FromBool(condition) => {
                let condition = self.condition(condition)?;
                self.number_that(true, span, |number| {
                    let one = Sum::constant(1);
                    Some(Formula::And(vec![condition.iff(number.equals(&one)?), number.at_most(&one)?]))
                })
            }
            IntKind::Neg(inner) => {
                let inner = self.number(inner)?.times(-1);
                self.fits(inner, span)
            }
            IntKind::Binary(op, left, right) => self.binary(*op, left, right, span),
            IntKind::Function(function, arguments) => self.function(*function, arguments, span),
            IntKind::Fold(fold, operands) => self.fold(*fold, operands, span),
            IntKind::Parameter(_) | IntKind::Index(..) | IntKind::Len(_) => {
                self.refuse(span, "this is not definable by automata", "formulas speak of numbers alone")
            }
        }
    }

    fn binary(&mut self, op: IntOp, left: &Int, right: &Int, span: &Span) -> Option<Sum> {
        if op == IntOp::Rem {
            return self.rest(left, right, span);
        }
        let (one, other) = (self.number(left), self.number(right));
        let (one, other) = (one?, other?);
        match op {
            IntOp::Add => {
                let sum = one.plus(&other);
                self.fits(sum, span)
            }
            IntOp::Sub => {
                let sum = one.minus(&other);
                self.fits(sum, span)
            }
            IntOp::Mul => {
                let sum = match (one.number(), other.number()) {
                    (_, Some(factor)) => one.times(factor),
                    (Some(factor), _) => other.times(factor),
                    _ => {
                        return self.refuse(
                            span,
                            "a product of two variables is not definable by automata",
                            "one factor must be a constant",
                        );
                    }
                };
                self.fits(sum, span)
            }
            IntOp::Div => {
                let divisor = self.divisor(&other, &right.span)?;
                self.quotient(&one, divisor, span)
            }
            IntOp::Pow => match (one.number(), other.number().map(u32::try_from)) {
                (Some(base), Some(Ok(exponent))) => {
                    let power = base.checked_pow(exponent).map(Sum::constant);
                    self.fits(power, span)
                }
                (_, Some(Ok(1))) => Some(one),
                (Some(base), None) => self.refuse(
                    span,
                    "a power with a variable as its exponent is not a number that formulas know",
                    format!("say that a number is one, as in `x in powers({base})`"),
                ),
                _ => self.refuse(
                    span,
                    "a power of a variable is not definable by automata",
                    "only constants are raised to powers, which are no less than 0",
                ),
            },
            IntOp::Xor => self.bitwise(Bits::Xor, &one, &other, span),
            IntOp::ShiftLeft | IntOp::ShiftRight => {
                let power = other.number().and_then(|by| u32::try_from(by).ok()).filter(|&by| by < 62);
                let Some(power) = power.map(|by| 1_i64 << by) else {
                    return self.refuse(
                        &right.span,
                        "bits are shifted by a constant, from 0 to 61",
                        "write the constant, or `x in powers(2)` for a power of 2",
                    );
                };
                if op == IntOp::ShiftRight {
                    return self.quotient(&one, power, span);
                }
                let sum = one.times(power);
                self.fits(sum, span)
            }
            IntOp::Rem => None,
        }
    }

    /// A divisor, which must be a positive constant.
    fn divisor(&mut self, sum: &Sum, span: &Span) -> Option<i64> {
        match sum.number() {
            Some(divisor) if divisor > 0 => Some(divisor),
            Some(_) => self.refuse(span, "the divisor is not positive", "divide by 1, 2, 3, ..."),
            None => self.refuse(
                span,
                "division by a variable is not definable by automata",
                "the divisor must be a positive constant",
            ),
        }
    }

    /// The quotient, rounded down.
    fn quotient(&mut self, sum: &Sum, divisor: i64, span: &Span) -> Option<Sum> {
        if let Some(number) = sum.number() {
            return Some(Sum::constant(number.div_euclid(divisor)));
        }
        self.number_that(sum.is_natural(), span, |quotient| {
            let multiple = quotient.times(divisor)?;
            let end = multiple.plus(&Sum::constant(divisor))?;
            Some(Formula::And(vec![multiple.at_most(sum)?, sum.less(&end)?]))
        })
    }

    /// The rest of a division, from 0 on.
    fn rest(&mut self, of: &Int, by: &Int, span: &Span) -> Option<Sum> {
        let modulus = self.number(by);
        let modulus = self.divisor(&modulus?, &by.span)?;
        let sum = self.modulo(of, modulus)?;
        if let Some(number) = sum.number() {
            return Some(Sum::constant(number.rem_euclid(modulus)));
        }
        self.number_that(true, span, |rest| {
            let same = sum.minus(rest)?.multiple_of(modulus)?;
            Some(Formula::And(vec![same, rest.less(&Sum::constant(modulus))?]))
        })
    }

    /// A sum that leaves the same rest as the number. Digits are summed in no other way.
    fn modulo(&mut self, int: &Int, modulus: i64) -> Option<Sum> {
        let span = &int.span;
        match &int.kind {
            IntKind::Neg(inner) => {
                let sum = self.modulo(inner, modulus)?.times(-1);
                self.fits(sum, span)
            }
            IntKind::Binary(op @ (IntOp::Add | IntOp::Sub), left, right) => {
                let (left, right) = (self.modulo(left, modulus), self.modulo(right, modulus));
                let (left, right) = (left?, right?);
                let sum = if *op == IntOp::Add { left.plus(&right) } else { left.minus(&right) };
                self.fits(sum, span)
            }
            IntKind::Binary(IntOp::Mul, left, right) => {
                let (left, right) = match (&left.kind, &right.kind) {
                    (IntKind::Const(factor), _) => (right, factor),
                    (_, IntKind::Const(factor)) => (left, factor),
                    _ => return self.number(int),
                };
                let factor = i64::try_from(right.rem_euclid(i128::from(modulus))).ok();
                let sum = self.modulo(left, modulus)?.times(factor?);
                self.fits(sum, span)
            }
            IntKind::Const(constant) => {
                let rest = i64::try_from(constant.rem_euclid(i128::from(modulus))).ok();
                self.fits(rest.map(Sum::constant), span)
            }
            IntKind::Function(IntFunction::Popcount, arguments) => {
                let [argument] = &arguments[..] else { return None };
                if !self.base.is_power_of_two() {
                    return self.refuse(
                        span,
                        format!("bits are not digits in base {}", self.base),
                        "take a base that is a power of 2: `--base 2`",
                    );
                }
                let of = self.digits_of(argument)?;
                self.digit_rest(modulus, span, |value, modulus| Atom::BitSum([of, value], modulus))
            }
            IntKind::Function(IntFunction::TrailingZeros, arguments) => {
                let [argument] = &arguments[..] else { return None };
                self.no_zero(argument)?;
                if self.base != 2 {
                    return self.refuse(
                        span,
                        "the zeros at the end are those of binary digits",
                        "take base 2, or compare with a constant: `trailing_zeros(n) >= 3`",
                    );
                }
                let of = self.digits_of(argument)?;
                self.digit_rest(modulus, span, |value, modulus| Atom::TrailingZeros([of, value], modulus))
            }
            IntKind::Fold(Fold::Sum, operands) => {
                match &operands[..] {
                    [Operand::Set(Set { kind: SetKind::Digits(number, base), .. })] => {
                        if base.kind != IntKind::Const(i128::try_from(self.base).ok()?) {
                            return self.refuse(
                            &base.span,
                            format!("these are not the digits in base {}, in which numbers are read", self.base),
                            "give `--base` and `digits(n, base)` the same base; `digits(n)` is in base 10",
                        );
                        }
                        let of = self.digits_of(number)?;
                        self.digit_rest(modulus, span, |value, modulus| Atom::DigitSum([of, value], modulus))
                    }
                    _ => self.number(int),
                }
            }
            _ => self.number(int),
        }
    }

    /// That a number which must not be 0 is not, if that matters.
    pub(super) fn no_zero(&mut self, of: &Int) -> Option<()> {
        if self.breaks {
            return self.refuse(&of.span, "this has no value for 0", "leave 0 out");
        }
        Some(())
    }

    /// A variable for a number whose digits are asked for.
    fn digits_of(&mut self, int: &Int) -> Option<Variable> {
        let sum = self.number(int)?;
        if !sum.is_natural() {
            return self.refuse(
                &int.span,
                "the digits of a number that may be less than 0",
                "give the difference a name: `exists d: d == a - b and popcount(d) % 2 == 0`",
            );
        }
        self.named(&sum, &int.span)
    }

    fn digit_rest(
        &mut self,
        modulus: i64,
        span: &Span,
        atom: impl FnOnce(Variable, u64) -> Atom,
    ) -> Option<Sum> {
        let value = self.fresh();
        let atom = u64::try_from(modulus).ok().map(|modulus| atom(value, modulus));
        let atom = self.fits(atom, span)?;
        self.define(vec![value], Formula::Atom(atom));
        Some(Sum::variable(value))
    }

    fn function(&mut self, function: IntFunction, arguments: &[Int], span: &Span) -> Option<Sum> {
        let (message, cure) = match function {
            IntFunction::Abs => {
                let sum = self.number(arguments.first()?)?;
                return self.number_that(true, span, |number| {
                    let above = vec![Sum::constant(0).at_most(&sum)?, number.equals(&sum)?];
                    let below = vec![sum.less(&Sum::constant(0))?, number.equals(&sum.times(-1)?)?];
                    Some(Formula::Or(vec![Formula::And(above), Formula::And(below)]))
                });
            }
            IntFunction::Popcount => (
                "the number of 1s is not definable by automata",
                "ask for its rest, as in `popcount(n) % 2 == 0`",
            ),
            IntFunction::TrailingZeros => (
                "the number of zeros at the end is not definable by automata",
                "compare it with a constant, or ask for its rest, as in `trailing_zeros(n) % 2 == 0`",
            ),
            IntFunction::BitLength => (
                "the number of bits is not definable by automata",
                "compare it with a constant, as in `bit_length(n) <= 8`",
            ),
            IntFunction::Ilog | IntFunction::Isqrt | IntFunction::Iroot => (
                "roots and logarithms are not definable by automata",
                "compare with powers: `x in powers(2)`",
            ),
        };
        self.refuse(span, message, cure)
    }

    fn fold(&mut self, fold: Fold, operands: &[Operand], span: &Span) -> Option<Sum> {
        let mut sums = Vec::new();
        for operand in operands {
            sums.push(match operand {
                Operand::Int(int) => self.number(int),
                Operand::Set(set) => self.refuse(
                    &set.span,
                    "what is folded from a set is not definable by automata",
                    "give the numbers one by one; of digits ask for a rest, as in `sum(digits(n, 2)) % 2`",
                ),
            });
        }
        let mut sums = sums.into_iter().collect::<Option<Vec<Sum>>>()?.into_iter();
        let first = sums.next()?;
        match fold {
            Fold::Min | Fold::Max => sums.try_fold(first, |one, other| {
                let natural = one.is_natural() && other.is_natural();
                self.number_that(natural, span, |number| {
                    let (small, large) = if fold == Fold::Min { (&one, &other) } else { (&other, &one) };
                    let first = vec![small.at_most(large)?, number.equals(&one)?];
                    let second = vec![large.less(small)?, number.equals(&other)?];
                    Some(Formula::Or(vec![Formula::And(first), Formula::And(second)]))
                })
            }),
            Fold::Sum => sums.try_fold(first, |one, other| {
                let sum = one.plus(&other);
                self.fits(sum, span)
            }),
            Fold::BitAnd => sums.try_fold(first, |one, other| self.bitwise(Bits::And, &one, &other, span)),
            Fold::BitOr => sums.try_fold(first, |one, other| self.bitwise(Bits::Or, &one, &other, span)),
            Fold::Count => i64::try_from(operands.len()).ok().map(Sum::constant),
            Fold::Gcd | Fold::Lcm => self.refuse(
                span,
                "common divisors and multiples are not definable by automata",
                "ask for rests by constants, as in `n % 6`",
            ),
        }
    }

    /// Bit by bit, on two's complement.
    fn bitwise(&mut self, bits: Bits, one: &Sum, other: &Sum, span: &Span) -> Option<Sum> {
        if !self.base.is_power_of_two() {
            return self.refuse(
                span,
                format!("bits are not digits in base {}", self.base),
                "take a base that is a power of 2: `--base 2`",
            );
        }
        let (one_bits, one_below) = self.bits(one, span)?;
        let (other_bits, other_below) = self.bits(other, span)?;
        let common = self.fresh();
        self.define(vec![common], Formula::Atom(Atom::BitAnd([one_bits, other_bits, common])));
        let [a, b, both] = [one_bits, other_bits, common].map(Sum::variable);
        // What the bits make, and how, if one number or the other is less than 0: -1 - a has the bits of a turned.
        let turned = |sum: Sum| Sum::constant(-1).minus(&sum);
        let made = |one_below: bool, other_below: bool| -> Option<Sum> {
            let (xor, either) = (a.plus(&b)?.minus(&both.times(2)?)?, a.plus(&b)?.minus(&both)?);
            match (bits, one_below, other_below) {
                (Bits::Xor, one, other) => {
                    if one == other {
                        Some(xor)
                    } else {
                        turned(xor)
                    }
                }
                (Bits::And, false, false) => Some(both.clone()),
                (Bits::And, true, false) => b.minus(&both),
                (Bits::And, false, true) => a.minus(&both),
                (Bits::And, true, true) => turned(either),
                (Bits::Or, false, false) => Some(either),
                (Bits::Or, true, false) => turned(a.minus(&both)?),
                (Bits::Or, false, true) => turned(b.minus(&both)?),
                (Bits::Or, true, true) => turned(both.clone()),
            }
        };
        if one.is_natural() && other.is_natural() {
            let sum = made(false, false);
            return self.fits(sum, span);
        }
        self.number_that(false, span, |number| {
            let mut cases = Vec::new();
            for (one_side, other_side) in [(false, false), (true, false), (false, true), (true, true)] {
                let side = |below: &Formula, side: bool| {
                    if side { below.clone() } else { below.clone().negated() }
                };
                cases.push(Formula::And(vec![
                    side(&one_below, one_side),
                    side(&other_below, other_side),
                    number.equals(&made(one_side, other_side)?)?,
                ]));
            }
            Some(Formula::Or(cases))
        })
    }

    /// The bits of a number, or of -1 less the number if that is less than 0, and when that is.
    fn bits(&mut self, sum: &Sum, span: &Span) -> Option<(Variable, Formula)> {
        if sum.is_natural() {
            return Some((self.named(sum, span)?, truth(false)));
        }
        let below = sum.less(&Sum::constant(0));
        let below = self.fits(below, span)?;
        let number = self.number_that(true, span, |number| {
            let above = vec![below.clone().negated(), number.equals(sum)?];
            let turned = vec![below.clone(), number.equals(&Sum::constant(-1).minus(sum)?)?];
            Some(Formula::Or(vec![Formula::And(above), Formula::And(turned)]))
        })?;
        Some((number.alone()?, below))
    }
}

/// Functions bit by bit.
#[derive(Clone, Copy)]
enum Bits {
    Xor,
    And,
    Or,
}
