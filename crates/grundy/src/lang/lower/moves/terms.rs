//! Numbers as linear terms in n and the names of loops, rounded down.

use std::collections::BTreeMap;

use super::Reading;
use crate::lang::ir::{Fold, Int, IntKind, IntOp, Operand, Slot};
use crate::lang::lower::mentions;
use crate::ruleset::Line;

/// The bound on numbers in terms: nothing that is made of a few of them, and of
/// heaps of 63 bits, leaves 128 bits.
const BOUND: i128 = 1 << 40;

/// The most cases that `min` and `max` are told apart in.
const MOST_CASES: usize = 16;

/// `(heap * n + the sum of factor * name + rest) / divisor`, rounded down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) heap: i128,
    /// No factor is 0.
    pub(super) names: BTreeMap<Slot, i128>,
    pub(super) rest: i128,
    /// At least 1.
    pub(super) divisor: i128,
}

/// A term, and the inequalities (term <= 0) under which it is the number.
pub(super) type Case = (Vec<Term>, Term);

impl Term {
    pub(super) fn constant(rest: i128) -> Term {
        Term { heap: 0, names: BTreeMap::new(), rest, divisor: 1 }
    }

    pub(super) fn name(slot: Slot) -> Term {
        Term { names: BTreeMap::from([(slot, 1)]), ..Term::constant(0) }
    }

    fn in_bounds(self) -> Option<Term> {
        let small = |number: i128| (-BOUND..=BOUND).contains(&number);
        let all = small(self.heap)
            && small(self.rest)
            && small(self.divisor)
            && self.names.values().all(|&factor| small(factor));
        all.then_some(self)
    }

    /// The sum; `None` if both are rounded.
    pub(super) fn plus(&self, other: &Term) -> Option<Term> {
        let (rounded, whole) = if self.divisor == 1 { (other, self) } else { (self, other) };
        (whole.divisor == 1).then_some(())?;
        let mut sum = rounded.clone();
        // A whole number may go under the rounding. All numbers are bounded.
        sum.heap += whole.heap * rounded.divisor;
        sum.rest += whole.rest * rounded.divisor;
        for (&slot, &factor) in &whole.names {
            *sum.names.entry(slot).or_insert(0) += factor * rounded.divisor;
        }
        sum.names.retain(|_, factor| *factor != 0);
        sum.in_bounds()
    }

    /// The product with a constant; `None` for a rounded term.
    pub(super) fn times(&self, factor: i128) -> Option<Term> {
        if factor == 0 {
            return Some(Term::constant(0));
        }
        (self.divisor == 1 && (-BOUND..=BOUND).contains(&factor)).then_some(())?;
        let mut product = self.clone();
        product.heap *= factor;
        product.rest *= factor;
        product.names.values_mut().for_each(|own| *own *= factor);
        product.in_bounds()
    }

    pub(super) fn negated(&self) -> Option<Term> {
        let mut negated = Term { divisor: 1, ..self.clone() }.times(-1)?;
        // -floor(x / d) = floor((d - 1 - x) / d)
        negated.rest += self.divisor - 1;
        negated.divisor = self.divisor;
        negated.in_bounds()
    }

    pub(super) fn minus(&self, other: &Term) -> Option<Term> {
        self.plus(&other.negated()?)
    }

    /// The term `heap * n + ... + rest - divisor + 1`, which is at most 0 if, and
    /// only if, this one is.
    pub(super) fn at_most_zero(&self) -> Option<Term> {
        let mut whole = self.clone();
        whole.rest -= whole.divisor - 1;
        whole.divisor = 1;
        whole.in_bounds()
    }

    /// The number, if neither n nor a name stands in it.
    pub(super) fn as_constant(&self) -> Option<i128> {
        (self.heap == 0 && self.names.is_empty()).then_some(self.rest.div_euclid(self.divisor))
    }

    /// The term as a line in n, if no name stands in it.
    pub(super) fn line(&self) -> Option<Line> {
        if self.names.is_empty() { Line::new(self.heap, self.rest, self.divisor) } else { None }
    }

    /// The term with `value` for a name; `None` if a rounded term would go into a
    /// rounded one or be multiplied.
    pub(super) fn substitute(&self, name: Slot, value: &Term) -> Option<Term> {
        let Some(&factor) = self.names.get(&name) else { return Some(self.clone()) };
        (value.divisor == 1).then_some(())?;
        let mut rest = self.clone();
        rest.names.remove(&name);
        // Under the rounding the factor stands as it is.
        let divisor = std::mem::replace(&mut rest.divisor, 1);
        let mut sum = rest.plus(&value.times(factor)?)?;
        sum.divisor = divisor;
        sum.in_bounds()
    }
}

impl Reading<'_> {
    /// A number as terms, each under its inequalities, which cover all cases.
    pub(super) fn cases(&self, int: &Int) -> Option<Vec<Case>> {
        if let Some(constant) = self.constant(int) {
            return Some(vec![(Vec::new(), Term::constant(constant).in_bounds()?)]);
        }
        match &int.kind {
            IntKind::Slot(slot) if *slot == self.heap => {
                Some(vec![(Vec::new(), Term { heap: 1, ..Term::constant(0) })])
            }
            IntKind::Slot(slot) => Some(vec![(Vec::new(), Term::name(*slot))]),
            IntKind::Neg(inner) => self
                .cases(inner)?
                .into_iter()
                .map(|(conditions, term)| Some((conditions, term.negated()?)))
                .collect(),
            IntKind::Binary(op, left, right) => {
                let (left, right) = (self.cases(left)?, self.cases(right)?);
                pairs(&left, &right, |left, right| match op {
                    IntOp::Add => left.plus(right),
                    IntOp::Sub => left.minus(right),
                    IntOp::Mul => match (left.as_constant(), right.as_constant()) {
                        (Some(factor), _) => right.times(factor),
                        (_, Some(factor)) => left.times(factor),
                        _ => None,
                    },
                    IntOp::Div => {
                        let divisor = right.as_constant().filter(|&divisor| divisor >= 1)?;
                        // Rounding down twice is rounding down once.
                        let divisor = left.divisor.checked_mul(divisor)?;
                        Term { divisor, ..left.clone() }.in_bounds()
                    }
                    IntOp::ShiftRight => {
                        let shift = right.as_constant().and_then(|shift| u32::try_from(shift).ok());
                        let divisor =
                            left.divisor.checked_mul(1i128.checked_shl(shift.filter(|&s| s < 40)?)?)?;
                        Term { divisor, ..left.clone() }.in_bounds()
                    }
                    _ => None,
                })
            }
            IntKind::Fold(fold @ (Fold::Min | Fold::Max), operands) => self.extreme(*fold, operands),
            _ => None,
        }
    }

    /// The least or the largest of numbers.
    fn extreme(&self, fold: Fold, operands: &[Operand]) -> Option<Vec<Case>> {
        let mut best: Option<Vec<Case>> = None;
        for operand in operands {
            let Operand::Int(int) = operand else { return None };
            let next = self.cases(int)?;
            best = Some(match best {
                None => next,
                Some(best) => {
                    let mut both = Vec::new();
                    for (own, left) in &best {
                        for (others, right) in &next {
                            let conditions: Vec<Term> = own.iter().chain(others).cloned().collect();
                            // left <= right, or else right + 1 <= left.
                            let less = left.minus(right)?.at_most_zero()?;
                            let more = right.minus(left)?.plus(&Term::constant(1))?.at_most_zero()?;
                            let (first, second) =
                                if fold == Fold::Min { (left, right) } else { (right, left) };
                            both.push(([conditions.clone(), vec![less]].concat(), first.clone()));
                            both.push(([conditions, vec![more]].concat(), second.clone()));
                        }
                    }
                    both
                }
            });
            (best.as_ref()?.len() <= MOST_CASES).then_some(())?;
        }
        best
    }

    /// The value of a number without names.
    pub(super) fn constant(&self, int: &Int) -> Option<i128> {
        if self.is_closed(|slot| mentions::in_int(int, slot)) { self.evaluate(int) } else { None }
    }
}

/// Both numbers in all their cases.
fn pairs(left: &[Case], right: &[Case], join: impl Fn(&Term, &Term) -> Option<Term>) -> Option<Vec<Case>> {
    (left.len() * right.len() <= MOST_CASES).then_some(())?;
    let mut both = Vec::new();
    for (own, left) in left {
        for (others, right) in right {
            both.push((own.iter().chain(others).cloned().collect(), join(left, right)?));
        }
    }
    Some(both)
}
