//! Rules in which the amounts taken do not depend on the heap.
//!
//! Every option must be n minus an amount that n does not stand in. Loops over
//! finite sets are run through, the amounts evaluated by the interpreter. A loop
//! without end, or with n as its end, is followed symbolically: the amount must
//! ascend with the member, as a polynomial, a power or a named sequence; then the
//! walk ends exactly where amounts exceed the heap, and no amount is lost. A range
//! that ends at n + c is long enough if its amounts outgrow n before it ends.
//! Conditions on the member are allowed if they are periodic from some place on.
//!
//! Whatever is in doubt is declined, faults included: an amount of 0 or less, a
//! guard that may fail, amounts beyond 64 bits.

mod growth;
mod settled;

use super::mentions;
use crate::lang::interpret::{self, Parameters, Scope};
use crate::lang::ir::{
    Alternative, Bool, BoolKind, Compare, Component, Element, Infinite, Int, IntKind, IntOp, Kind, Linear,
    Offer, ParameterValue, Program, Relation, Set, SetKind, Shape, Slot, Step,
};
use crate::ruleset::SubtractionSet;
use crate::theory::Control;
use growth::Growth;
use settled::ALWAYS;

/// The most members of a finite set, and amounts in all, that are listed.
const MOST: usize = 1 << 20;

/// The rule as a [`SubtractionSet`], if it certainly has that form.
///
/// `parameters` are those of the program. `None` also if `control` stops the work.
#[must_use]
pub fn subtraction_set(
    program: &Program,
    parameters: &Parameters,
    control: &Control,
) -> Option<SubtractionSet> {
    if program.kind != Kind::Heap {
        return None;
    }
    let mut all = SubtractionSet::finite([]).ok()?;
    for clause in &program.clauses {
        let Shape::Number(heap) = clause.shape;
        let mut reading = Reading {
            program,
            parameters,
            control,
            heap,
            values: vec![0; program.slots.len()],
            finite: Vec::new(),
            infinite: Vec::new(),
            steps: 0,
        };
        if let Some(guard) = &clause.guard {
            // Every heap that the rule is read at holds at least 1.
            if reading.least_heap(guard)? > 1 {
                return None;
            }
        }
        for Alternative { steps, option, .. } in &clause.alternatives {
            reading.follow(steps, option, 0)?;
        }
        all = all.union(&SubtractionSet::finite(reading.finite).ok()?).ok()?;
        for set in &reading.infinite {
            all = all.union(set).ok()?;
        }
    }
    Some(all)
}

/// A walk through the alternatives of one clause.
struct Reading<'a> {
    program: &'a Program,
    parameters: &'a Parameters,
    control: &'a Control,
    /// The name of the heap.
    heap: Slot,
    /// The values of the names that are bound.
    values: Vec<i128>,
    finite: Vec<u64>,
    infinite: Vec<SubtractionSet>,
    /// How many steps were followed.
    steps: usize,
}

/// What a name runs through.
enum Run {
    /// These members, each with as many entries as names are bound.
    Finite(Vec<Vec<i128>>),
    /// Members without end, but for those excluded.
    Endless(Growth, Vec<i128>),
    /// The integers from `first` to n + `above`, but for those excluded.
    ToHeap { first: i128, above: i128, excluded: Vec<i128> },
}

impl Reading<'_> {
    fn scope(&self) -> Scope<'_> {
        Scope { parameters: self.parameters, names: &self.program.slots, values: &self.values }
    }

    fn evaluate(&self, int: &Int) -> Option<i128> {
        interpret::evaluate(int, &self.scope(), self.control).ok().flatten()
    }

    fn members(&self, set: &Set) -> Option<Vec<Vec<i128>>> {
        interpret::members(set, &self.scope(), MOST, self.control).ok().flatten()
    }

    /// A number as `coefficient * n + constant`, all other names having values.
    fn line(&self, int: &Int) -> Option<(i128, i128)> {
        let (coefficient, number) = self.symbolic(int, self.heap, &Growth::constant(0))?;
        Some((coefficient, number.as_constant()?))
    }

    /// A number as `coefficient * n + growth`, if `name` grows as given.
    fn symbolic(&self, int: &Int, name: Slot, growth: &Growth) -> Option<(i128, Growth)> {
        if !mentions::in_int(int, self.heap) && !mentions::in_int(int, name) {
            return Some((0, Growth::constant(self.evaluate(int)?)));
        }
        match &int.kind {
            IntKind::Slot(slot) if *slot == self.heap => Some((1, Growth::constant(0))),
            IntKind::Slot(_) => Some((0, growth.clone())),
            IntKind::Neg(inner) => {
                let (coefficient, number) = self.symbolic(inner, name, growth)?;
                Some((coefficient.checked_neg()?, number.times(&Growth::constant(-1))?))
            }
            IntKind::Binary(op, left, right) => {
                let (a, left) = self.symbolic(left, name, growth)?;
                let (b, right) = self.symbolic(right, name, growth)?;
                let two = Growth::constant(2);
                match op {
                    IntOp::Add => Some((a.checked_add(b)?, left.plus(&right)?)),
                    IntOp::Sub => Some((a.checked_sub(b)?, left.plus(&right.times(&Growth::constant(-1))?)?)),
                    // Beyond sums n stands alone.
                    _ if a != 0 || b != 0 => None,
                    IntOp::Mul => Some((0, left.times(&right)?)),
                    IntOp::Pow => Some((0, left.power(&right)?)),
                    IntOp::ShiftLeft => Some((0, left.times(&two.power(&right)?)?)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Goes through the steps and notes the amounts of the option, all of which
    /// must be at least `least` for the conditions met so far to be no matter.
    fn follow(&mut self, steps: &[Step], option: &Offer, least: i128) -> Option<()> {
        self.steps += 1;
        if self.steps > MOST {
            return None;
        }
        let Some((step, rest)) = steps.split_first() else { return self.offer(option, least) };
        match step {
            Step::If(condition) if mentions::in_bool(condition, self.heap) => {
                let bound = self.least_heap(condition)?;
                self.follow(rest, option, least.max(bound))
            }
            Step::If(condition) => {
                if self.holds(condition)? {
                    self.follow(rest, option, least)
                } else {
                    Some(())
                }
            }
            Step::For { slots, set, .. } => {
                let run = self.run(set)?;
                self.run_through(slots, run, rest, option, least)
            }
            Step::Solve { slot, conditions, .. } => {
                let run = self.solve(conditions)?;
                self.run_through(&[*slot], run, rest, option, least)
            }
        }
    }

    fn run_through(
        &mut self,
        slots: &[Slot],
        run: Run,
        rest: &[Step],
        option: &Offer,
        least: i128,
    ) -> Option<()> {
        if let Run::Finite(members) = run {
            for member in members {
                for (&slot, entry) in slots.iter().zip(member) {
                    self.bind(slot, entry)?;
                }
                self.follow(rest, option, least)?;
            }
            return Some(());
        }
        let &[slot] = slots else { return None };
        let number = single(option)?;
        let (member, excluded) = match &run {
            Run::Finite(_) => return None,
            Run::Endless(growth, excluded) => (growth.clone(), excluded),
            Run::ToHeap { first, excluded, .. } => (Growth::from(*first), excluded),
        };
        let (coefficient, number) = self.symbolic(number, slot, &member)?;
        match (&run, coefficient) {
            (&Run::ToHeap { first, above, .. }, 0) => {
                // What is left runs through a range that ends with n.
                let (left, 1) = number.as_rising_line()? else { return None };
                let last = above.checked_add(left.checked_sub(first)?)?;
                let whole = rest.is_empty() && excluded.is_empty();
                whole.then_some(())?;
                self.leave_up_to(left, last, least)
            }
            (_, 1) => {
                let amount = number.times(&Growth::constant(-1))?;
                let (smallest, set) = amount.amounts()?;
                if let Run::ToHeap { first, above, .. } = run {
                    // The amount of the member k is at least k - first + smallest;
                    // so if it is at most n, then k is at most n + above.
                    (above >= first.checked_sub(smallest)?).then_some(())?;
                    // Every member up to the end is read, and powers overflow.
                    amount.is_polynomial().then_some(())?;
                }
                (smallest >= least).then_some(())?;
                if rest.is_empty() && excluded.is_empty() {
                    self.infinite.push(set);
                    return Some(());
                }
                self.filtered(slot, &member, excluded, rest, option, &amount)
            }
            _ => None,
        }
    }

    /// Notes the amounts of those members that are not excluded and pass the
    /// conditions.
    fn filtered(
        &mut self,
        slot: Slot,
        member: &Growth,
        excluded: &[i128],
        rest: &[Step],
        option: &Offer,
        amount: &Growth,
    ) -> Option<()> {
        let mut settled = ALWAYS;
        for step in rest {
            let Step::If(condition) = step else { return None };
            settled = settled.and(self.settled(condition, slot, member)?)?;
        }
        if let Some(&last) = excluded.iter().max() {
            settled = settled.and(settled::past(member, last)?)?;
        }
        for j in 0..settled.from {
            let value = member.at(j)?;
            if !excluded.contains(&value) {
                self.bind(slot, value)?;
                self.follow(rest, option, 0)?;
            }
        }
        let mut any = false;
        for j in settled.from..settled.from.checked_add(settled.period)? {
            self.bind(slot, member.at(j)?)?;
            let mut passes = true;
            for step in rest {
                let Step::If(condition) = step else { return None };
                passes = passes && self.holds(condition)?;
            }
            if passes {
                let (_, set) = amount.every(j, settled.period)?.amounts()?;
                self.infinite.push(set);
                any = true;
            }
        }
        // A walk on which no more member passes is an error of the rule.
        any.then_some(())
    }

    fn bind(&mut self, slot: Slot, value: i128) -> Option<()> {
        *self.values.get_mut(slot.0)? = value;
        Some(())
    }

    fn holds(&self, condition: &Bool) -> Option<bool> {
        interpret::holds(condition, &self.scope(), self.control).ok().flatten()
    }

    /// What the member of a set runs through.
    fn run(&self, set: &Set) -> Option<Run> {
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
    fn solve(&self, conditions: &[Linear]) -> Option<Run> {
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

    /// The least heap from which on a condition on n holds.
    fn least_heap(&self, condition: &Bool) -> Option<i128> {
        match &condition.kind {
            BoolKind::Const(true) => Some(0),
            BoolKind::And(left, right) => Some(self.least_heap(left)?.max(self.least_heap(right)?)),
            BoolKind::Compare(first, rest) => {
                let mut least = 0;
                let mut left: &Int = first;
                for (compare, right) in rest {
                    least = least.max(self.least_heap_to_compare(left, *compare, right)?);
                    left = right;
                }
                Some(least)
            }
            _ => None,
        }
    }

    fn least_heap_to_compare(&self, left: &Int, compare: Compare, right: &Int) -> Option<i128> {
        let ((a, b), (c, d)) = (self.line(left)?, self.line(right)?);
        // The left side exceeds the right one by a n + b.
        let (a, b) = (a.checked_sub(c)?, b.checked_sub(d)?);
        let (a, b, strict) = match compare {
            Compare::Gt => (a, b, true),
            Compare::Ge => (a, b, false),
            Compare::Lt => (a.checked_neg()?, b.checked_neg()?, true),
            Compare::Le => (a.checked_neg()?, b.checked_neg()?, false),
            // n differs from 0 wherever the rule is read.
            Compare::Ne => return (a != 0 && b == 0).then_some(1),
            Compare::Eq => return None,
        };
        match a {
            0 => (if strict { b > 0 } else { b >= 0 }).then_some(0),
            1.. if strict => b.checked_neg()?.div_euclid(a).checked_add(1),
            1.. => b.div_euclid(a).checked_neg(),
            _ => None,
        }
    }

    /// Notes the amounts of an option that no loop is left for.
    fn offer(&mut self, option: &Offer, least: i128) -> Option<()> {
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
    fn leave_up_to(&mut self, first: i128, last: i128, least: i128) -> Option<()> {
        let smallest = last.checked_neg()?;
        (first <= 0 && smallest >= least.max(1)).then_some(())?;
        let set = SubtractionSet::classes(u64::try_from(smallest).ok()?, 1, [0]).ok()?;
        self.infinite.push(set);
        Some(())
    }
}

/// The one number that an option leaves, if it is of that kind.
fn single(option: &Offer) -> Option<&Int> {
    match option {
        Offer::Each(Component::Number(number)) => Some(number),
        Offer::Sum(components) => match components.as_slice() {
            [Component::Number(number)] => Some(number),
            _ => None,
        },
        _ => None,
    }
}
