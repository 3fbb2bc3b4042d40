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
mod guards;
mod offers;
mod runs;
mod settled;

use super::mentions;
use crate::lang::interpret::{self, Parameters, Scope};
use crate::lang::ir::{
    Alternative, Bool, Int, IntKind, IntOp, Kind, Offer, ParameterValue, Program, Set, SetKind, Shape, Slot,
    Step,
};
use crate::ruleset::SubtractionSet;
use crate::theory::Control;
use growth::Growth;
use offers::single;
use runs::Run;
use settled::ALWAYS;

/// The most members of a finite set, and amounts in all, that are listed.
const MOST: usize = 1 << 20;

/// The most classes of places that the members which pass conditions may form.
const MOST_CLASSES: usize = 1 << 9;

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
        let Shape::Number(heap) = clause.shape else { return None };
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
            Step::For { slots, set, .. } => self.follow_set(slots, set, rest, option, least),
            Step::Solve { slot, conditions, .. } => {
                let run = self.solve(conditions)?;
                self.run_through(&[*slot], run, rest, option, least)
            }
        }
    }

    /// Goes through the members of a set.
    ///
    /// A union that has no end is taken apart where the member itself is taken:
    /// then a walk through all of it ends at the first amount that exceeds the heap, as the walks
    /// through its parts do.
    fn follow_set(
        &mut self,
        slots: &[Slot],
        set: &Set,
        rest: &[Step],
        option: &Offer,
        least: i128,
    ) -> Option<()> {
        if let Some(run) = self.run(set) {
            return self.run_through(slots, run, rest, option, least);
        }
        let program = self.program;
        let set = match &set.kind {
            SetKind::Parameter(id) => match &program.parameters.get(id.0)?.value {
                ParameterValue::Set(set) => set,
                ParameterValue::Int(_) => return None,
            },
            _ => set,
        };
        let (SetKind::Union(left, right), &[slot]) = (&set.kind, slots) else { return None };
        let IntKind::Binary(IntOp::Sub, from, taken) = &single(option)?.kind else { return None };
        let takes_member = from.kind == IntKind::Slot(self.heap) && taken.kind == IntKind::Slot(slot);
        takes_member.then_some(())?;
        self.follow_set(slots, left, rest, option, least)?;
        self.follow_set(slots, right, rest, option, least)
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
        let mut passed = 0;
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
                passed += 1;
                (passed <= MOST_CLASSES).then_some(())?;
            }
        }
        // A walk on which no more member passes is an error of the rule.
        (passed > 0).then_some(())
    }

    fn bind(&mut self, slot: Slot, value: i128) -> Option<()> {
        *self.values.get_mut(slot.0)? = value;
        Some(())
    }

    fn holds(&self, condition: &Bool) -> Option<bool> {
        interpret::holds(condition, &self.scope(), self.control).ok().flatten()
    }
}
