//! Conditions.

use super::super::formula::Formula;
use super::super::sum::{Sum, truth};
use super::Lowering;
use crate::lang::ir::{Bool, BoolKind, Compare, Int, IntFunction, IntKind};

impl Lowering {
    /// What a condition says.
    pub(super) fn condition(&mut self, condition: &Bool) -> Option<Formula> {
        match &condition.kind {
            BoolKind::Const(holds) => Some(truth(*holds)),
            BoolKind::Not(inner) => Some(self.condition(inner)?.negated()),
            BoolKind::And(left, right) => {
                let (left, right) = (self.condition(left), self.condition(right));
                Some(Formula::And(vec![left?, right?]))
            }
            BoolKind::Or(left, right) => {
                let (left, right) = (self.condition(left), self.condition(right));
                Some(Formula::Or(vec![left?, right?]))
            }
            BoolKind::Compare(first, rest) => {
                let mut parts = Some(Vec::new());
                let mut left = &**first;
                for (compare, right) in rest {
                    let part = self.whole(|lowering| lowering.compare(left, *compare, right));
                    parts = parts.and_then(|mut parts| {
                        parts.push(part?);
                        Some(parts)
                    });
                    left = right;
                }
                let mut parts = parts?;
                if parts.len() == 1 { parts.pop() } else { Some(Formula::And(parts)) }
            }
            BoolKind::In(entries, set) => self.whole(|lowering| {
                let entries: Vec<Option<Sum>> = entries.iter().map(|entry| lowering.number(entry)).collect();
                let entries = entries.into_iter().collect::<Option<Vec<Sum>>>()?;
                lowering.member(&entries, set)
            }),
            BoolKind::IsPrime(_) => self.refuse(
                &condition.span,
                "being prime is not definable by automata",
                "formulas know sums, orders, rests and digits",
            ),
        }
    }

    /// One comparison; its definitions are the caller's.
    fn compare(&mut self, left: &Int, compare: Compare, right: &Int) -> Option<Formula> {
        // Conditions are compared as what they are.
        if let (IntKind::FromBool(one), IntKind::FromBool(other), Compare::Eq) =
            (&left.kind, &right.kind, compare)
        {
            let (one, other) = (self.condition(one), self.condition(other));
            return Some(one?.iff(other?));
        }
        let span = left.span.start..right.span.end;
        for (of, to, compare) in [(left, right, compare), (right, left, mirrored(compare))] {
            if let IntKind::Function(function, arguments) = &of.kind
                && let [argument] = &arguments[..]
                && let IntKind::Const(constant) = to.kind
            {
                let bounded = match function {
                    IntFunction::TrailingZeros => self.trailing_zeros(argument, compare, constant),
                    IntFunction::BitLength => self.bit_length(argument, compare, constant),
                    _ => continue,
                };
                return bounded;
            }
        }
        let (left, right) = (self.number(left), self.number(right));
        let (left, right) = (left?, right?);
        let said = match compare {
            Compare::Eq => left.equals(&right),
            Compare::Ne => left.equals(&right).map(Formula::negated),
            Compare::Lt => left.less(&right),
            Compare::Le => left.at_most(&right),
            Compare::Gt => right.less(&left),
            Compare::Ge => right.at_most(&left),
        };
        self.fits(said, &span)
    }

    /// `trailing_zeros(a)` against a constant: a is a multiple of a power of 2, or not.
    fn trailing_zeros(&mut self, of: &Int, compare: Compare, constant: i128) -> Option<Formula> {
        self.no_zero(of)?;
        let sum = self.number(of)?;
        // At least so many; of 0 nothing holds.
        let at_least = |many: i128| match u32::try_from(many) {
            Err(_) if many < 0 => Some(truth(true)),
            Ok(many) if many < 62 => sum.clone().multiple_of(1 << many),
            _ => None,
        };
        let said = match compare {
            Compare::Ge => at_least(constant),
            Compare::Gt => at_least(constant.saturating_add(1)),
            Compare::Lt => at_least(constant).map(Formula::negated),
            Compare::Le => at_least(constant.saturating_add(1)).map(Formula::negated),
            Compare::Eq | Compare::Ne => {
                at_least(constant).zip(at_least(constant.saturating_add(1))).map(|(enough, more)| {
                    // Of fewer than none there are none.
                    let just = Formula::And(vec![enough, more.negated()]);
                    let just = if constant < 0 { truth(false) } else { just };
                    if compare == Compare::Eq { just } else { just.negated() }
                })
            }
        };
        let said = said.zip(sum.equals(&Sum::constant(0)));
        let (said, zero) = self.fits(said, &of.span)?;
        Some(Formula::And(vec![zero.negated(), said]))
    }

    /// `bit_length(a)` against a constant: a against a power of 2.
    fn bit_length(&mut self, of: &Int, compare: Compare, constant: i128) -> Option<Formula> {
        let sum = self.number(of)?;
        if !sum.is_natural() {
            return self.refuse(
                &of.span,
                "the bits of a number that may be less than 0",
                "give the difference a name: `exists d: d == a - b and bit_length(d) > 3`",
            );
        }
        // At most so many bits.
        let at_most = |many: i128| match u32::try_from(many) {
            Err(_) if many < 0 => Some(truth(false)),
            Ok(many) if many < 63 => sum.less(&Sum::constant(1 << many)),
            _ => None,
        };
        let said = match compare {
            Compare::Le => at_most(constant),
            Compare::Lt => at_most(constant.saturating_sub(1)),
            Compare::Gt => at_most(constant).map(Formula::negated),
            Compare::Ge => at_most(constant.saturating_sub(1)).map(Formula::negated),
            Compare::Eq | Compare::Ne => {
                at_most(constant).zip(at_most(constant.saturating_sub(1))).map(|(enough, fewer)| {
                    let just = Formula::And(vec![enough, fewer.negated()]);
                    if compare == Compare::Eq { just } else { just.negated() }
                })
            }
        };
        self.fits(said, &of.span)
    }
}

/// The comparison with its sides changed.
fn mirrored(compare: Compare) -> Compare {
    match compare {
        Compare::Eq => Compare::Eq,
        Compare::Ne => Compare::Ne,
        Compare::Lt => Compare::Gt,
        Compare::Le => Compare::Ge,
        Compare::Gt => Compare::Lt,
        Compare::Ge => Compare::Le,
    }
}
