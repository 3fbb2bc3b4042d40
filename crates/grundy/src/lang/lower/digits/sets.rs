//! Sets, loops and options: what the summary of n's digits decides of them.

use super::Analysis;
use super::feature::Feature;
use super::form::{Interval, Members, Number};
use crate::lang::ir::{
    Alternative, Component, Element, Linear, Offer, ParameterValue, Relation, Set, SetKind, Step,
};

/// No number has more digits or prime factors in 128 bits.
const MOST_BITS: i128 = 128;

impl Analysis<'_> {
    /// What is known of the members of a set that is walked through; nothing if
    /// it is not evident, or if the set may be infinite.
    pub(super) fn members(&mut self, set: &Set) -> Option<Members> {
        self.look()?;
        let one = |interval: Interval, most: i128| Members {
            entries: vec![Number::Summary(interval)],
            most,
            repeats: false,
        };
        if let Some((base, _)) = self.digits_of_n(set) {
            self.features.insert(Feature::DigitSet(base));
            let digits = Interval::new(0, i128::from(base) - 1);
            return Some(Members { repeats: true, ..one(digits, base.into()) });
        }
        Some(match &set.kind {
            SetKind::Parameter(id) => match &self.program.parameters.get(id.0)?.value {
                ParameterValue::Set(value) => self.members(value)?,
                ParameterValue::Int(_) => return None,
            },
            // Their number grows with n.
            SetKind::Partitions(..) => return None,
            SetKind::Range(low, high) => match (self.number(low)?, self.number(high)?) {
                (Number::Summary(low), Number::Summary(high)) => {
                    let most = high.high.checked_sub(low.low)?.checked_add(1)?.max(0);
                    one(Interval::new(low.low.min(high.high), high.high), most)
                }
                (Number::Below(low), Number::Below(high)) => {
                    let most = low.high.checked_sub(high.low)?.checked_add(1)?.max(0);
                    let amounts = Interval::new(high.low.min(low.high), low.high);
                    Members { entries: vec![Number::Below(amounts)], most, repeats: false }
                }
                _ => return None,
            },
            SetKind::Listed(elements) => {
                let mut all: Option<Members> = None;
                for element in elements {
                    let more = self.element(element)?;
                    all = Some(match all {
                        None => more,
                        Some(all) => join(&all, &more)?,
                    });
                }
                let nothing = Members {
                    entries: vec![Number::Summary(Interval::point(0)); set.arity],
                    most: 0,
                    repeats: false,
                };
                Members { repeats: false, ..all.unwrap_or(nothing) }
            }
            SetKind::Comprehension(element, steps) => {
                let ways = self.steps(steps)?;
                let members = self.element(element)?;
                Members { most: members.most.checked_mul(ways)?, repeats: false, ..members }
            }
            SetKind::Without(from, taken) => {
                self.decides_membership(taken)?;
                self.members(from)?
            }
            SetKind::Union(a, b) => {
                let (a, b) = (self.members(a)?, self.members(b)?);
                Members { repeats: false, ..join(&a, &b)? }
            }
            SetKind::Digits(number, base) => {
                self.number(number)?.summary()?;
                let base = self.number(base)?.summary()?.natural()?;
                one(Interval::new(0, base.high), MOST_BITS)
            }
            SetKind::NonZero(inner) => self.members(inner)?,
            SetKind::Divisors(number) => {
                let most = self.number(number)?.summary()?.magnitude()?;
                one(Interval::new(0, most), most)
            }
            SetKind::PrimeFactors(number) => {
                let most = self.number(number)?.summary()?.magnitude()?;
                one(Interval::new(0, most), MOST_BITS)
            }
            // A walk through an infinite set ends where n ends, and no other set is evident.
            _ => return None,
        })
    }

    fn element(&mut self, element: &Element) -> Option<Members> {
        match element {
            Element::Entries(entries) => {
                let entries = entries.iter().map(|entry| self.number(entry)).collect::<Option<_>>()?;
                Some(Members { entries, most: 1, repeats: false })
            }
            Element::Members(set) => self.members(set),
        }
    }

    /// Whether the summary decides which numbers that it decides are in the set;
    /// infinite sets may be asked.
    pub(super) fn decides_membership(&mut self, set: &Set) -> Option<()> {
        match &set.kind {
            SetKind::From(start) => self.number(start)?.summary().map(|_| ()),
            SetKind::Infinite(crate::lang::ir::Infinite::Powers(base)) => {
                self.number(base)?.summary().map(|_| ())
            }
            SetKind::Infinite(_) => Some(()),
            SetKind::Without(a, b) | SetKind::Union(a, b) => {
                self.decides_membership(a)?;
                self.decides_membership(b)
            }
            SetKind::NonZero(inner) => self.decides_membership(inner),
            _ => {
                let members = self.members(set)?;
                members.entries.iter().all(|entry| entry.summary().is_some()).then_some(())
            }
        }
    }

    /// Binds what the steps bind; the answer bounds the number of ways through them.
    fn steps(&mut self, steps: &[Step]) -> Option<i128> {
        let mut ways = 1i128;
        for step in steps {
            match step {
                Step::For { slots, set, .. } => {
                    let members = self.members(set)?;
                    ways = ways.checked_mul(members.most)?;
                    if slots.len() != members.entries.len() {
                        return None;
                    }
                    for (slot, &entry) in slots.iter().zip(&members.entries) {
                        *self.slots.get_mut(slot.0)? = Some(entry);
                    }
                }
                Step::Solve { slot, conditions, .. } => {
                    let mut least: Option<i128> = None;
                    for condition in conditions {
                        if let Some(bound) = self.bound(condition)? {
                            least = Some(least.map_or(bound, |least| least.min(bound)));
                        }
                    }
                    let range = Interval::new(0, least?.max(0));
                    ways = ways.checked_mul(range.high.checked_add(1)?)?;
                    *self.slots.get_mut(slot.0)? = Some(Number::Summary(range));
                }
                Step::If(condition) => self.decides(condition)?,
            }
        }
        Some(ways)
    }

    /// The bound that a condition sets to the name it is solved for, if it sets one.
    #[expect(clippy::option_option, reason = "not evident, and no bound, are two answers")]
    fn bound(&mut self, condition: &Linear) -> Option<Option<i128>> {
        let mut factors = vec![self.number(&condition.factor)?.summary()?];
        for (factor, _) in &condition.others {
            factors.push(self.number(factor)?.summary()?);
        }
        let mut rest = self.number(&condition.rest)?.summary()?;
        if condition.relation == Relation::Zero && factors[0].high < 0 {
            factors = factors.into_iter().map(Interval::neg).collect::<Option<_>>()?;
            rest = rest.neg()?;
        }
        // The other names are not negative, so they only make the bound smaller.
        let bounds = factors[0].low > 0 && factors.iter().all(|factor| factor.low >= 0);
        Some(if bounds { Some(rest.low.checked_neg()?.max(0) / factors[0].low) } else { None })
    }

    /// A bound on the amounts that an alternative takes.
    pub(super) fn alternative(&mut self, alternative: &Alternative) -> Option<i128> {
        self.steps(&alternative.steps)?;
        let left = match &alternative.option {
            Offer::Each(Component::Number(left)) => self.number(left)?,
            Offer::Each(Component::Members(set)) => {
                let members = self.members(set)?;
                match members.entries[..] {
                    _ if members.most == 0 => return Some(0),
                    [entry] => entry,
                    _ => return None,
                }
            }
            Offer::Sum(components) => match &components[..] {
                [Component::Number(left)] => self.number(left)?,
                _ => return None,
            },
            Offer::Each(_) | Offer::Copies(..) => return None,
        };
        match left {
            Number::Below(amount) => Some(amount.high),
            Number::Summary(_) | Number::Open(_) => None,
        }
    }
}

fn join(a: &Members, b: &Members) -> Option<Members> {
    if a.most == 0 || b.most == 0 {
        let (full, empty) = if a.most == 0 { (b, a) } else { (a, b) };
        return (full.entries.len() == empty.entries.len()).then(|| full.clone());
    }
    if a.entries.len() != b.entries.len() {
        return None;
    }
    Some(Members {
        entries: (a.entries.iter().zip(&b.entries)).map(|(a, b)| a.join(*b)).collect::<Option<_>>()?,
        most: a.most.checked_add(b.most)?,
        repeats: a.repeats || b.repeats,
    })
}
