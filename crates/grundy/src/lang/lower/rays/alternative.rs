//! The rays of one alternative.

use super::form::Form;
use super::reading::Reading;
use crate::lang::ir::{Alternative, Component, Element, Entry, Offer, Set, SetKind, ShapeId, Step};
use crate::ruleset::Ray;

/// The most rays of an alternative.
const MOST_RAYS: usize = 1 << 12;

/// A range of constants with at most so many members is tried member by member,
/// which leaves the one loop along the ray free for another range.
const SHORT: usize = 64;

/// An alternative on the way from its steps to its rays.
#[derive(Clone)]
pub(super) struct Way<'a> {
    pub reading: Reading<'a>,
    pub shape: ShapeId,
    /// What must be at least 0 for the option to be offered.
    pub conditions: Vec<Form>,
    /// Whether a loop runs along the ray, and whether it is without end.
    pub looped: bool,
    pub endless: bool,
}

impl Way<'_> {
    /// Appends the rays of an alternative; none if it is not certain what they are.
    pub(super) fn rays(&self, alternative: &Alternative, rays: &mut Vec<Ray>) -> Option<()> {
        self.steps(&alternative.steps, &alternative.option, rays)
    }

    fn steps(&self, steps: &[Step], option: &Offer, rays: &mut Vec<Ray>) -> Option<()> {
        let Some((step, rest)) = steps.split_first() else { return self.option(option, rays) };
        // A walk without end goes on as long as loops inside it meet options, which
        // what is said here of rays does not follow.
        if self.endless && !matches!(step, Step::If(_)) {
            return None;
        }
        match step {
            Step::If(condition) => {
                let mut way = self.clone();
                way.conditions.extend(self.reading.condition(condition)?);
                way.steps(rest, option, rays)
            }
            Step::For { slots, set, .. } => {
                if let [slot] = slots.as_slice()
                    && self.members_are_many(set)
                {
                    let mut way = self.clone();
                    let member = way.run(set)?;
                    *way.reading.slots.get_mut(slot.0)? = Some(member);
                    return way.steps(rest, option, rays);
                }
                for member in self.reading.members(set)? {
                    let mut way = self.clone();
                    if member.len() != slots.len() {
                        return None;
                    }
                    for (slot, value) in slots.iter().zip(member) {
                        *way.reading.slots.get_mut(slot.0)? =
                            Some(Form::constant(self.reading.arity, value)?);
                    }
                    way.steps(rest, option, rays)?;
                }
                Some(())
            }
            Step::Solve { slot, conditions, .. } => {
                let mut way = self.clone();
                let member = way.begin_loop()?;
                for linear in conditions {
                    way.conditions.push(self.reading.linear(linear, &member)?);
                }
                way.conditions.push(member.clone());
                *way.reading.slots.get_mut(slot.0)? = Some(member);
                way.steps(rest, option, rays)
            }
        }
    }

    /// Whether a set is a range that is not tried member by member.
    fn members_are_many(&self, set: &Set) -> bool {
        match &set.kind {
            SetKind::From(_) => true,
            SetKind::Range(..) => {
                self.reading.members(set).is_none_or(|members| !self.looped && members.len() > SHORT)
            }
            _ => false,
        }
    }

    /// The one loop along the ray; none if there is one already.
    fn begin_loop(&mut self) -> Option<Form> {
        (!self.looped).then(|| {
            self.looped = true;
            Form::member(self.reading.arity)
        })
    }

    /// Runs the loop along the ray through a range.
    fn run(&mut self, set: &Set) -> Option<Form> {
        let member = self.begin_loop()?;
        let low = match &set.kind {
            SetKind::Range(low, high) => {
                self.conditions.extend(self.reading.at_most(&member, high)?);
                low
            }
            SetKind::From(low) => {
                self.endless = true;
                low
            }
            _ => return None,
        };
        self.conditions.extend(self.reading.at_least(&member, low)?);
        Some(member)
    }

    fn option(&self, option: &Offer, rays: &mut Vec<Ray>) -> Option<()> {
        let component = match option {
            Offer::Each(component) => component,
            Offer::Sum(components) => match components.as_slice() {
                [component] => component,
                _ => return None,
            },
            Offer::Copies(..) => return None,
        };
        match component {
            Component::Entries(shape, entries) if *shape == self.shape => {
                self.entries(entries, &mut Vec::new(), rays)
            }
            Component::MembersOf(shape, set) if *shape == self.shape && matches!(option, Offer::Each(_)) => {
                let SetKind::Listed(elements) = &set.kind else { return None };
                elements.iter().try_for_each(|element| {
                    let Element::Entries(entries) = element else { return None };
                    let forms: Option<Vec<Form>> = entries.iter().map(|int| self.reading.form(int)).collect();
                    self.ray(&forms?, rays)
                })
            }
            _ => None,
        }
    }

    /// Goes through the entries of the option; a range as an entry is the loop
    /// along the ray.
    fn entries(&self, entries: &[Entry], forms: &mut Vec<Form>, rays: &mut Vec<Ray>) -> Option<()> {
        let Some((entry, rest)) = entries.split_first() else { return self.ray(forms, rays) };
        let (way, form) = match entry {
            Entry::Int(int) => (self.clone(), self.reading.form(int)?),
            Entry::Each(set) => {
                // Inside a walk without end the choice would be one more loop.
                if self.endless {
                    return None;
                }
                let mut way = self.clone();
                let form = way.run(set)?;
                // An infinite set is no option.
                if way.endless {
                    return None;
                }
                (way, form)
            }
        };
        forms.push(form);
        let result = way.entries(rest, forms, rays);
        forms.pop();
        result
    }

    /// Appends the ray of the options with these entries.
    fn ray(&self, forms: &[Form], rays: &mut Vec<Ray>) -> Option<()> {
        let (mut forms, mut conditions) = (forms.to_vec(), self.conditions.clone());
        // An entry that is the member itself counts down from the entry of the
        // position: then t stands for what is taken.
        let counts_down = |form: &Form| form.along == 1 && !form.has_entries();
        if let Some(index) = forms.iter().position(counts_down) {
            // A walk without end would never meet an option that is no position.
            if self.endless {
                return None;
            }
            let arity = self.reading.arity;
            let taken = Form::entry(arity, index).plus(-1, &Form::member(arity))?;
            let member = taken.shifted(-forms[index].constant)?;
            for form in forms.iter_mut().chain(&mut conditions) {
                *form = form.with_member(&member)?;
            }
        }
        if let Some(ray) = ray_of(&forms, &conditions, self.looped)? {
            rays.push(ray);
        }
        (rays.len() <= MOST_RAYS).then_some(())
    }
}

/// The ray of the options whose entries are these forms, under these conditions:
/// `Some(None)` if there are no options at all, `None` if it is not certain.
fn ray_of(forms: &[Form], conditions: &[Form], looped: bool) -> Option<Option<Ray>> {
    for (index, form) in forms.iter().enumerate() {
        let itself =
            form.entries.iter().enumerate().all(|(other, &factor)| factor == i128::from(other == index));
        if !itself || form.along > 0 {
            return None;
        }
    }
    let (mut first, mut last) = (None::<i128>, None::<i128>);
    for condition in conditions.iter().filter(|condition| !condition.has_entries()) {
        let (along, constant) = (condition.along, condition.constant);
        if along > 0 {
            // The ceiling of -constant / along.
            let least = -constant.div_euclid(along);
            first = Some(first.map_or(least, |first| first.max(least)));
        } else if along < 0 {
            let most = constant.div_euclid(-along);
            last = Some(last.map_or(most, |last| last.min(most)));
        } else if constant < 0 {
            return Some(None);
        }
    }
    let first = if looped { first? } else { 0 };
    if !looped {
        last = Some(0);
    }
    if last.is_some_and(|last| last < first) {
        return Some(None);
    }
    // What is left must hold wherever the option is a position.
    for condition in conditions.iter().filter(|condition| condition.has_entries()) {
        if !is_implied(condition, forms, first, last) {
            return None;
        }
    }
    let at_first = |form: &Form| -(form.constant + form.along * first);
    let start = forms.iter().map(|form| i64::try_from(at_first(form)).ok()).collect::<Option<_>>()?;
    let direction = forms.iter().map(|form| u32::try_from(-form.along).ok()).collect::<Option<_>>()?;
    let most = match last {
        None => None,
        Some(last) => Some(u64::try_from(last - first + 1).ok()?),
    };
    Some(Some(Ray { start, direction, most }))
}

/// Whether a condition holds for every x >= 0 and t from `first` to `last` for
/// which the option's entries, `forms`, are at least 0. In doubt it does not.
///
/// The condition is taken apart into non-negative multiples of x and of the forms
/// and a rest in t alone, which is least at one end.
fn is_implied(condition: &Form, forms: &[Form], first: i128, last: Option<i128>) -> bool {
    let (mut along, mut constant) = (condition.along, condition.constant);
    for (&factor, form) in condition.entries.iter().zip(forms) {
        if factor < 0 {
            return false;
        }
        // x itself is the better part if the option's entry is larger.
        if form.along == 0 && form.constant >= 0 {
            continue;
        }
        along -= factor * form.along;
        constant -= factor * form.constant;
    }
    match (along >= 0, last) {
        (true, _) => along * first + constant >= 0,
        (false, Some(last)) => along * last + constant >= 0,
        (false, None) => false,
    }
}
