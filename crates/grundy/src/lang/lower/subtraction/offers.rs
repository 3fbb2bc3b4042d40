//! The amounts of an option that no loop is left for.

use super::{MOST, Reading};
use crate::lang::ir::{Component, Element, Int, Offer, Set, SetKind};
use crate::ruleset::SubtractionSet;

impl Reading<'_> {
    /// Notes the amounts of an option that no loop is left for.
    pub(super) fn offer(&mut self, option: &Offer, least: i128) -> Option<()> {
        match option {
            Offer::Each(Component::Members(set)) => self.leave(set, least),
            _ => self.take(single(option)?, least),
        }
    }

    /// Notes the amount that leaves `number`.
    fn take(&mut self, number: &Int, least: i128) -> Option<()> {
        let (1, rest) = self.line(number)? else { return None };
        let amount = rest.checked_neg()?;
        (amount >= least.max(1) && self.finite.len() < MOST).then_some(())?;
        self.finite.push(u64::try_from(amount).ok()?);
        Some(())
    }

    /// Notes the amounts that leave the members of a set.
    fn leave(&mut self, set: &Set, least: i128) -> Option<()> {
        match &set.kind {
            SetKind::Range(first, last) => match (self.line(first)?, self.line(last)?) {
                ((0, first), (1, last)) => self.leave_up_to(first, last, least),
                ((1, first), (1, last)) => {
                    let (low, high) = (last.checked_neg()?, first.checked_neg()?);
                    let count = high.checked_sub(low)?;
                    let room = i128::try_from(MOST - self.finite.len()).ok()?;
                    (low >= least.max(1) && count < room).then_some(())?;
                    for amount in low..=high {
                        self.finite.push(u64::try_from(amount).ok()?);
                    }
                    Some(())
                }
                _ => None,
            },
            SetKind::Listed(elements) => elements.iter().try_for_each(|element| match element {
                Element::Entries(entries) => match entries.as_slice() {
                    [number] => self.take(number, least),
                    _ => None,
                },
                Element::Members(set) => self.leave(set, least),
            }),
            SetKind::Union(left, right) => {
                self.leave(left, least)?;
                self.leave(right, least)
            }
            _ => None,
        }
    }

    /// Notes the amounts that leave any heap from `first` to n + `last`.
    pub(super) fn leave_up_to(&mut self, first: i128, last: i128, least: i128) -> Option<()> {
        let smallest = last.checked_neg()?;
        (first <= 0 && smallest >= least.max(1)).then_some(())?;
        let set = SubtractionSet::classes(u64::try_from(smallest).ok()?, 1, [0]).ok()?;
        self.infinite.push(set);
        Some(())
    }
}

/// The one number that an option leaves, if it is of that kind.
pub(super) fn single(option: &Offer) -> Option<&Int> {
    match option {
        Offer::Each(Component::Number(number)) => Some(number),
        Offer::Sum(components) => match components.as_slice() {
            [Component::Number(number)] => Some(number),
            _ => None,
        },
        _ => None,
    }
}
