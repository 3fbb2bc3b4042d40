//! What a name runs through: members one by one, or a walk without end.

use super::growth::Growth;
use super::{MOST, Reading};
use crate::lang::ir::{Infinite, Linear, ParameterValue, Relation, Set, SetKind};
use crate::lang::lower::mentions;

/// What a name runs through.
pub(super) enum Run {
    /// These members, each with as many entries as names are bound.
    Finite(Vec<Vec<i128>>),
    /// Members without end, but for those excluded.
    Endless(Growth, Vec<i128>),
    /// The integers from `first` to n + `above`, but for those excluded.
    ToHeap { first: i128, above: i128, excluded: Vec<i128> },
}

impl Reading<'_> {
    /// What the member of a set runs through.
    pub(super) fn run(&self, set: &Set) -> Option<Run> {
        if !mentions::in_set(set, self.heap)
            && let Some(members) = self.members(set)
        {
            return Some(Run::Finite(members));
        }
        match &set.kind {
            SetKind::From(first) => match self.line(first)? {
                (0, first) => Some(Run::Endless(Growth::from(first), Vec::new())),
                _ => None,
            },
            SetKind::Infinite(infinite) => {
                let base = match infinite {
                    Infinite::Powers(base) => match self.line(base)? {
                        (0, base) => Some(base),
                        _ => return None,
                    },
                    _ => None,
                };
                Some(Run::Endless(Growth::named(infinite, base)?, Vec::new()))
            }
            SetKind::Parameter(id) => match &self.program.parameters.get(id.0)?.value {
                ParameterValue::Set(set) => self.run(set),
                ParameterValue::Int(_) => None,
            },
            SetKind::Range(first, last) => match (self.line(first)?, self.line(last)?) {
                ((0, first), (1, above)) => Some(Run::ToHeap { first, above, excluded: Vec::new() }),
                _ => None,
            },
            SetKind::Without(from, without) => {
                (!mentions::in_set(without, self.heap)).then_some(())?;
                let mut more = self.members(without)?.concat();
                match self.run(from)? {
                    Run::Finite(_) => None,
                    Run::Endless(growth, excluded) => {
                        more.extend(excluded);
                        Some(Run::Endless(growth, more))
                    }
                    Run::ToHeap { first, above, excluded } => {
                        more.extend(excluded);
                        Some(Run::ToHeap { first, above, excluded: more })
                    }
                }
            }
            _ => None,
        }
    }

    /// What a name bound by `where` runs through.
    pub(super) fn solve(&self, conditions: &[Linear]) -> Option<Run> {
        let mut first = 0;
        let mut last: Option<i128> = None;
        let mut above: Option<i128> = None;
        let tighter = |old: Option<i128>, new: i128| Some(old.map_or(new, |old| old.min(new)));
        for condition in conditions {
            let known = condition.others.is_empty() && condition.relation == Relation::AtMostZero;
            known.then_some(())?;
            // factor * name + heaps * n + rest <= 0
            let (0, factor) = self.line(&condition.factor)? else { return None };
            let (heaps, rest) = self.line(&condition.rest)?;
            match (factor, heaps) {
                (1.., 0) => last = tighter(last, rest.checked_neg()?.div_euclid(factor)),
                (1, -1) => above = tighter(above, rest.checked_neg()?),
                // name >= rest / -factor, rounded up.
                (..=-1, 0) => {
                    let factor = factor.checked_neg()?;
                    first = first.max(rest.checked_neg()?.div_euclid(factor).checked_neg()?);
                }
                _ => return None,
            }
        }
        match (last, above) {
            (Some(last), None) => {
                let count = usize::try_from(last.checked_sub(first)?.checked_add(1)?.max(0)).ok()?;
                (count <= MOST).then(|| Run::Finite((first..=last).map(|value| vec![value]).collect()))
            }
            (None, Some(above)) => Some(Run::ToHeap { first, above, excluded: Vec::new() }),
            _ => None,
        }
    }
}
