//! Systems of conditions and what is left, as families of moves.

use std::collections::{BTreeMap, BTreeSet};

use super::Reading;
use super::systems::{Atom, System, both};
use super::terms::Term;
use crate::lang::interpret::MOST_COMPONENTS;
use crate::lang::ir::{Alternative, Bool, Component, Int, IntKind, Offer, SetKind, Slot, Step};
use crate::ruleset::{Condition, Line, MoveFamily, Parting, Range};

/// What an option leaves: the sum of these heaps, or an even number of copies of
/// one.
enum Leaving {
    Heaps(Vec<Term>),
    Even(Term),
}

impl Reading<'_> {
    /// The families that an alternative stands for.
    pub(super) fn families(
        &self,
        guard: Option<&Bool>,
        alternative: &Alternative,
    ) -> Option<Vec<MoveFamily>> {
        if let Some(family) = self.partitions(guard, alternative) {
            return Some(vec![family]);
        }
        let (systems, endless) = self.systems(guard, &alternative.steps)?;
        if let Some(family) = self.three_parts(&systems, &alternative.option) {
            return Some(vec![family]);
        }
        let mut families = Vec::new();
        for (more, leaving) in self.leavings(&alternative.option)? {
            if endless.is_some_and(|slot| !takes(&leaving, slot)) {
                return None;
            }
            for system in both(&systems, &[more])? {
                families.extend(family(system, &leaving)?);
            }
        }
        Some(families)
    }

    /// What an option leaves, in all cases.
    fn leavings(&self, option: &Offer) -> Option<Vec<(System, Leaving)>> {
        match option {
            Offer::Each(Component::Number(number)) => self.sums(&[number]),
            Offer::Each(Component::Members(set)) => {
                // A name of its own stands for the member.
                let member = Term::name(Slot(self.program.slots.len()));
                let systems = self.members_of(&member, set)?;
                Some(
                    systems
                        .into_iter()
                        .map(|system| (system, Leaving::Heaps(vec![member.clone()])))
                        .collect(),
                )
            }
            Offer::Sum(components) => {
                let numbers = components
                    .iter()
                    .map(|component| match component {
                        Component::Number(number) => Some(number),
                        _ => None,
                    })
                    .collect::<Option<Vec<&Int>>>()?;
                self.sums(&numbers)
            }
            Offer::Copies(Component::Number(number), count) => {
                let most = i128::try_from(MOST_COMPONENTS).ok()?;
                let count = self.constant(count).filter(|&count| count <= most)?;
                match count {
                    ..0 => Some(Vec::new()),
                    0 => self.sums(&[]),
                    _ if count % 2 == 1 => self.sums(&[number]),
                    _ => Some(
                        self.split_cases(number)?
                            .into_iter()
                            .map(|(system, term)| (system, Leaving::Even(term)))
                            .collect(),
                    ),
                }
            }
            _ => None,
        }
    }

    fn sums(&self, numbers: &[&Int]) -> Option<Vec<(System, Leaving)>> {
        let mut all: Vec<(System, Vec<Term>)> = vec![(System::new(), Vec::new())];
        for number in numbers {
            let cases = self.split_cases(number)?;
            (all.len() * cases.len() <= 16).then_some(())?;
            let mut longer = Vec::new();
            for (system, terms) in &all {
                for (more, term) in &cases {
                    longer.push((
                        [system.as_slice(), more].concat(),
                        [terms.as_slice(), std::slice::from_ref(term)].concat(),
                    ));
                }
            }
            all = longer;
        }
        Some(all.into_iter().map(|(system, terms)| (system, Leaving::Heaps(terms))).collect())
    }

    /// `[a, b, c] for (a, b, c) in partitions(n - t, 3)` and the like.
    fn partitions(&self, guard: Option<&Bool>, alternative: &Alternative) -> Option<MoveFamily> {
        let ([Step::For { slots, set, .. }], None) = (alternative.steps.as_slice(), guard) else {
            return None;
        };
        let SetKind::Partitions(number, parts) = &set.kind else { return None };
        let Offer::Sum(components) = &alternative.option else { return None };
        let left: BTreeSet<Slot> = components.iter().filter_map(bare_name).collect();
        let bound: BTreeSet<Slot> = slots.iter().copied().collect();
        (left == bound && components.len() == slots.len() && bound.len() == *parts).then_some(())?;
        let cases = self.cases(number)?;
        let [(conditions, total)] = cases.as_slice() else { return None };
        conditions.is_empty().then_some(())?;
        let total = total.line()?;
        let taken = u64::try_from(total.below_heap()?).ok()?;
        match parts {
            2 => Some(MoveFamily::Pair(Parting {
                total,
                first: Range {
                    low: vec![Line::constant(1)?],
                    high: vec![total.divided(2)?],
                    conditions: Vec::new(),
                },
            })),
            3.. => Some(MoveFamily::Parts { taken, heaps: u32::try_from(*parts).ok()? }),
            _ => None,
        }
    }

    /// `[a, b, c] where a + b + c == n - t` with all parts at least 1, where each
    /// way to part the counters is allowed in some order.
    fn three_parts(&self, systems: &[System], option: &Offer) -> Option<MoveFamily> {
        let ([system], Offer::Sum(components)) = (systems, option) else { return None };
        let names: BTreeSet<Slot> = components.iter().filter_map(bare_name).collect();
        (components.len() >= 3 && names.len() == components.len()).then_some(())?;
        let mut taken = None;
        // The least that each name may be, and u <= v.
        let mut least: BTreeMap<Slot, i128> = names.iter().map(|&name| (name, 0)).collect();
        let mut order = Vec::new();
        for atom in system {
            match atom {
                Atom::Zero(term) => {
                    // a + b + c - n + t, or with all signs changed.
                    let sign = if term.heap == -1 { 1 } else { -1 };
                    let all_names = term.names.keys().eq(names.iter())
                        && term.names.values().all(|&factor| factor == sign);
                    (all_names && term.heap == -sign && taken.is_none()).then_some(())?;
                    taken = Some(u64::try_from(term.rest * sign).ok()?);
                }
                Atom::AtMostZero(term) if term.heap == 0 => {
                    let factors: Vec<(Slot, i128)> =
                        term.names.iter().map(|(&slot, &factor)| (slot, factor)).collect();
                    match factors[..] {
                        [(name, -1)] => {
                            let bound = least.get_mut(&name)?;
                            *bound = term.rest.max(*bound);
                        }
                        [(u, 1), (v, -1)] | [(v, -1), (u, 1)] if term.rest == 0 => order.push((u, v)),
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
        // Names in an order of "at most" without a circle can be given any numbers in
        // ascending order.
        let mut placed: Vec<Slot> = Vec::new();
        while placed.len() < names.len() {
            let next = names.iter().find(|name| {
                !placed.contains(name)
                    && order.iter().all(|(u, v)| v != *name || u == v || placed.contains(u))
            })?;
            placed.push(*next);
        }
        for name in &placed {
            for (u, v) in &order {
                if v == name {
                    let bound = least.get(u).copied()?;
                    let own = least.get_mut(v)?;
                    *own = bound.max(*own);
                }
            }
        }
        least.values().all(|&bound| bound == 1).then_some(())?;
        Some(MoveFamily::Parts { taken: taken?, heaps: u32::try_from(names.len()).ok()? })
    }
}

/// The name, if a component is one.
fn bare_name(component: &Component) -> Option<Slot> {
    match component {
        Component::Number(Int { kind: IntKind::Slot(slot), .. }) => Some(*slot),
        _ => None,
    }
}

/// Whether one heap is left, from which a larger member of a loop takes more: so a loop
/// without end ends exactly where nothing is left.
fn takes(leaving: &Leaving, slot: Slot) -> bool {
    let Leaving::Heaps(terms) = leaving else { return false };
    matches!(terms.as_slice(), [term] if term.divisor == 1 && term.names.get(&slot).is_some_and(|&factor| factor < 0))
}

/// The family of one system, if it has any moves. `None` if it has another form.
fn family(system: System, leaving: &Leaving) -> Option<Option<MoveFamily>> {
    let (terms, even) = match leaving {
        Leaving::Heaps(terms) => (terms.clone(), false),
        Leaving::Even(term) => (vec![term.clone()], true),
    };
    let (inequalities, mut conditions, terms) = eliminate(system, terms)?;
    // Empty heaps add nothing.
    let mut terms: Vec<Term> = terms;
    if !even {
        if terms.iter().any(|term| term.as_constant().is_some_and(|number| number < 0)) {
            return Some(None);
        }
        terms.retain(|term| term.as_constant() != Some(0));
    }
    let names: BTreeSet<Slot> =
        inequalities.iter().chain(&terms).flat_map(|term| term.names.keys().copied()).collect();
    let (mut low, mut high) = (Vec::new(), Vec::new());
    let name = match names.iter().collect::<Vec<_>>()[..] {
        [] => None,
        [name] => Some(*name),
        _ => return None,
    };
    for term in &inequalities {
        let factor = name.and_then(|name| term.names.get(&name).copied()).unwrap_or(0);
        match factor {
            0 => conditions.push(Condition::AtMostZero(Line::new(term.heap, term.rest, 1)?)),
            // factor * name <= -(heap * n + rest)
            1.. => high.push(Line::new(-term.heap, -term.rest, factor)?),
            // name >= (heap * n + rest) / -factor, rounded up
            _ => low.push(Line::new(term.heap, term.rest - factor - 1, -factor)?),
        }
    }
    // A name that the option does not use need only have some value.
    let name = name.filter(|name| terms.iter().any(|term| term.names.contains_key(name)));
    if name.is_none() {
        for low in &low {
            for high in &high {
                conditions.push(Condition::AtMostZero(low.plus(high.negated()?)?));
            }
        }
    }
    // What can be told beforehand.
    let mut never = false;
    conditions.retain(|condition| match condition {
        Condition::AtMostZero(line) => match line.as_constant() {
            Some(number) => {
                never |= number > 0;
                false
            }
            None => true,
        },
        Condition::Residue { .. } => true,
    });
    if never {
        return Some(None);
    }
    let Some(name) = name else {
        let lines = terms.iter().map(Term::line).collect::<Option<Vec<Line>>>()?;
        let single = |line| Range { low: vec![line], high: vec![line], conditions: conditions.clone() };
        return Some(Some(match lines[..] {
            [] => MoveFamily::Even(Range { low: Vec::new(), high: vec![Line::constant(0)?], conditions }),
            [line] if even => MoveFamily::Even(single(line)),
            [line] => MoveFamily::Heap(single(line)),
            [first, second] => MoveFamily::Two(first, second, conditions),
            _ => return None,
        }));
    };
    // What each heap is: the name or its opposite, and a line.
    let mut heaps = Vec::new();
    for term in &terms {
        let factor = term.names.get(&name).copied().unwrap_or(0);
        (term.divisor == 1 && matches!(factor, 1 | -1)).then_some(())?;
        heaps.push((factor, Line::new(term.heap, term.rest, 1)?));
    }
    let &(factor, line) = heaps.first()?;
    let moved = |ends: &[Line]| ends.iter().map(|end| end.plus(line)).collect::<Option<Vec<Line>>>();
    let turned =
        |ends: &[Line]| ends.iter().map(|end| end.negated()?.plus(line)).collect::<Option<Vec<Line>>>();
    let (low, high) =
        if factor == 1 { (moved(&low)?, moved(&high)?) } else { (turned(&high)?, turned(&low)?) };
    (!high.is_empty()).then_some(())?;
    let range = Range { low: tightest(low, true), high: tightest(high, false), conditions };
    match heaps[..] {
        [_] if even => Some(Some(MoveFamily::Even(range))),
        [_] => {
            // Windows only move up.
            let rising = range.low.iter().chain(&range.high).all(|line| line.is_rising());
            rising.then_some(Some(MoveFamily::Heap(range)))
        }
        [_, (other, second)] if other == -factor => {
            Some(Some(MoveFamily::Pair(Parting { total: line.plus(second)?, first: range })))
        }
        _ => None,
    }
}

/// The ends without those that others make idle, whatever n is.
fn tightest(mut ends: Vec<Line>, low: bool) -> Vec<Line> {
    ends.sort_unstable();
    ends.dedup();
    // Of parallel lines one decides; and no number is below 0.
    if low {
        ends.reverse();
        ends.retain(|end| end.as_constant().is_none_or(|constant| constant > 0));
    }
    let mut kept: Vec<Line> = Vec::new();
    for end in ends {
        if !kept.iter().any(|other| other.is_parallel(end)) {
            kept.push(end);
        }
    }
    kept.sort_unstable();
    kept
}

/// The system without its equations, which eliminate names: the inequalities,
/// the conditions on n, and the terms.
fn eliminate(system: System, mut terms: Vec<Term>) -> Option<(Vec<Term>, Vec<Condition>, Vec<Term>)> {
    let (mut inequalities, mut equations, mut conditions) = (Vec::new(), Vec::new(), Vec::new());
    for atom in system {
        match atom {
            Atom::AtMostZero(term) => inequalities.push(term),
            Atom::Zero(term) => equations.push(term),
            Atom::OnHeap(condition) => conditions.push(condition),
        }
    }
    while let Some(equation) = equations.pop() {
        let unit = equation.names.iter().find(|(_, factor)| matches!(factor, 1 | -1));
        let Some((&name, &factor)) = unit else {
            inequalities.push(equation.negated()?);
            inequalities.push(equation);
            continue;
        };
        let mut rest = equation.clone();
        rest.names.remove(&name);
        let value = rest.times(-factor)?;
        let put = |list: &mut Vec<Term>| -> Option<()> {
            for term in list {
                *term = term.substitute(name, &value)?;
            }
            Some(())
        };
        put(&mut inequalities)?;
        put(&mut equations)?;
        put(&mut terms)?;
    }
    Some((inequalities, conditions, terms))
}
