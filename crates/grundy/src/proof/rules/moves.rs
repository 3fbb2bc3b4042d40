//! The moves of a rule, as formulas.

use super::reader::{Binding, Reader};
use super::term::{Term, some};
use crate::lang::interpret::{HeapRules, Parameters};
use crate::lang::ir::{
    Alternative, Clause, Component, Int, Kind, Offer, Program, Relation, Set, SetKind, Shape, Slot, Step,
};
use crate::lang::{code_of_moves, heap_moves};
use crate::proof::automata::{Formula, Variable};
use crate::ruleset::{HeapMoves, MoveFamily, TakeAndBreakCode};
use crate::theory::Control;

/// The heap, or the coin, that a move is made in.
pub(super) const HEAP: Variable = Variable(0);

/// What parts leave together, in [`Way::Parts`].
pub(super) const REST: Variable = Variable(1);

/// Variables from here on have no meaning of their own.
pub(super) const FRESH: usize = 16;

/// Moves of one kind.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Way {
    /// To these components, one for each choice of the names for which the condition holds.
    Components {
        /// All variables but the heap that stand in the condition and among the components.
        names: Vec<Variable>,
        condition: Formula,
        components: Vec<Variable>,
    },
    /// To any so many heaps that are not empty, and hold [`REST`] together.
    Parts {
        /// How many are left; at least 1.
        heaps: u32,
        /// What is left of the heap: a condition on [`HEAP`] and [`REST`].
        left: Formula,
    },
}

/// A rule whose moves a formula says.
#[derive(Clone, Debug, PartialEq)]
pub struct DefinableRule {
    pub(super) base: usize,
    pub(super) ways: Vec<Way>,
    /// Whether 0 is an empty heap, of which the ways do not speak.
    pub(super) heap_0_is_empty: bool,
}

impl DefinableRule {
    /// The moves of a rule as formulas about digits in this base; `None` if they cannot be said
    /// so, as far as is known.
    ///
    /// # Panics
    ///
    /// Panics if the base is not 2 to 256.
    #[must_use]
    pub fn of_rules(rules: &HeapRules, base: usize, control: &Control) -> Option<DefinableRule> {
        let (program, parameters) = (rules.program(), rules.parameters());
        assert!((2..=256).contains(&base), "bases are 2 to 256");
        let heap_0_is_empty = match program.kind {
            Kind::Heap => true,
            Kind::Coins => false,
            _ => return None,
        };
        let mut ways = Vec::new();
        for clause in &program.clauses {
            let Shape::Number(slot) = clause.shape else { return None };
            let mut reader = Reader::new(parameters, program.slots.len(), base, FRESH);
            reader.bind(slot, Binding::Term(Term::variable(HEAP)))?;
            if heap_0_is_empty {
                reader.conditions.push(Term::constant(1).at_most(&Term::variable(HEAP))?);
            }
            if let Some(guard) = &clause.guard {
                let guard = reader.truth(guard)?;
                reader.conditions.push(guard);
            }
            for alternative in &clause.alternatives {
                let parts = (clause.guard.is_none())
                    .then(|| parts(program, parameters, alone(clause, alternative), control))
                    .flatten();
                match parts {
                    Some(parts) => ways.push(parts),
                    None => self::ways(reader.clone(), &alternative.steps, &alternative.option, &mut ways)?,
                }
            }
        }
        Some(DefinableRule { base, ways, heap_0_is_empty })
    }

    /// The moves of a take-and-break code as formulas about digits in this base; `None` if too many are needed.
    ///
    /// # Panics
    ///
    /// Panics if the base is not 2 to 256.
    #[must_use]
    pub fn of_code(code: &TakeAndBreakCode, base: usize) -> Option<DefinableRule> {
        const MOST_PLACES: u64 = 64;
        assert!((2..=256).contains(&base), "bases are 2 to 256");
        let [heap, rest] = [HEAP, REST].map(Term::variable);
        let (first, repeating) = code.parts();
        let few = |digits: &[u64]| u64::try_from(digits.len()).ok().filter(|&count| count <= MOST_PLACES);
        let (first, repeating) = (few(first)?, few(repeating)?);
        // By place: the digit, and that the rest is the heap without so many counters.
        let mut places = Vec::new();
        for taken in 0..first + repeating {
            let left = rest.plus(&Term::constant(i64::try_from(taken).ok()?))?;
            let left = if taken < first {
                left.equals(&heap)?
            } else {
                let more = Variable(FRESH);
                let more_taken = Term::variable(more).times(i64::try_from(repeating).ok()?)?;
                some([more], left.plus(&more_taken)?.equals(&heap)?)
            };
            places.push((code.digit(taken), left));
        }
        let mut ways = Vec::new();
        let with = |heaps: u32| -> Vec<Formula> {
            let has = |digit: u64| digit >> heaps & 1 == 1;
            places.iter().filter(|(digit, _)| has(*digit)).map(|(_, left)| left.clone()).collect()
        };
        let to_nothing = with(0);
        if !to_nothing.is_empty() {
            let nothing = Term::constant(0).equals(&rest)?;
            let condition = Formula::And(vec![Formula::Or(to_nothing), nothing]);
            let condition = Formula::And(vec![condition, Term::constant(1).at_most(&heap)?]);
            ways.push(Way::Components { names: vec![REST], condition, components: Vec::new() });
        }
        for heaps in 1..=code.most_heaps() {
            let left = with(heaps);
            if !left.is_empty() {
                ways.push(Way::Parts { heaps, left: Formula::Or(left) });
            }
        }
        Some(DefinableRule { base, ways, heap_0_is_empty: true })
    }
}

/// A clause with one alternative alone.
fn alone(clause: &Clause, alternative: &Alternative) -> Clause {
    Clause { alternatives: vec![alternative.clone()], ..clause.clone() }
}

/// The moves of one clause, if they part the heap into three or more that are not told apart: their order,
/// which the rule may fix, says nothing then.
fn parts(program: &Program, parameters: &Parameters, clause: Clause, control: &Control) -> Option<Way> {
    let several = |option: &Offer| matches!(option, Offer::Sum(components) if components.len() > 1);
    clause.alternatives.iter().all(|alternative| several(&alternative.option)).then_some(())?;
    let one = Program { clauses: vec![clause], ..program.clone() };
    let moves: HeapMoves = heap_moves(&one, parameters, control)?;
    let (taken, heaps) = match &moves.families[..] {
        &[MoveFamily::Parts { taken, heaps }] => (taken, heaps),
        // A split in two, in whichever order, is that of a code.
        [MoveFamily::Pair(_)] => {
            let code = code_of_moves(&moves)?;
            let last = code.last_place()?;
            let digits: Vec<u64> = (0..=last).map(|place| code.digit(place as u64)).collect();
            let (&digit, before) = digits.split_last()?;
            (digit == 4 && before.iter().all(|&digit| digit == 0)).then_some((last as u64, 2))?
        }
        _ => return None,
    };
    let left = Term::variable(REST).plus(&Term::constant(i64::try_from(taken).ok()?))?;
    Some(Way::Parts { heaps, left: left.equals(&Term::variable(HEAP))? })
}

/// The ways through these steps to the option.
fn ways(mut reader: Reader<'_>, steps: &[Step], option: &Offer, ways: &mut Vec<Way>) -> Option<()> {
    let Some((step, rest)) = steps.split_first() else {
        return offer(reader, option, ways);
    };
    match step {
        Step::If(condition) => {
            let condition = reader.truth(condition)?;
            reader.conditions.push(condition);
            self::ways(reader, rest, option, ways)
        }
        Step::Solve { slot, conditions, .. } => {
            let solved = Term::variable(reader.fresh(&[]));
            reader.bind(*slot, Binding::Term(solved.clone()))?;
            // With other names unknown a condition stands again where the last of them is bound.
            for linear in conditions.iter().filter(|linear| linear.others.is_empty()) {
                let factor = reader.int(&linear.factor)?.as_constant()?;
                let sum = solved.times(factor)?.plus(&reader.int(&linear.rest)?)?;
                reader.conditions.push(match linear.relation {
                    Relation::Zero => sum.equals(&Term::default())?,
                    Relation::AtMostZero => sum.at_most(&Term::default())?,
                });
            }
            self::ways(reader, rest, option, ways)
        }
        Step::For { slots, set, .. } => {
            let [slot] = &slots[..] else { return None };
            if reader.is_endless(set) {
                return endless(reader, *slot, set, rest, option, ways);
            }
            // As a name of a member; and if that does not do, member by member.
            let mut by_name = reader.clone();
            let mut found = Vec::new();
            let bound = bind_member(&mut by_name, *slot, set);
            if bound.and_then(|()| self::ways(by_name, rest, option, &mut found)).is_some() {
                ways.append(&mut found);
                return Some(());
            }
            for member in reader.constants(set)? {
                let mut reader = reader.clone();
                reader.bind(*slot, Binding::Term(Term::constant(member)))?;
                self::ways(reader, rest, option, ways)?;
            }
            Some(())
        }
    }
}

/// Lets the slot stand for any one member of a finite set.
fn bind_member(reader: &mut Reader<'_>, slot: Slot, set: &Set) -> Option<()> {
    let member = match (reader.least(set), &set.kind) {
        // What may lie below 0 is counted from the lower end.
        (Some(least), _) => Term::variable(reader.fresh(&[])).plus(&Term::constant(least.min(0)))?,
        (None, SetKind::Range(first, _)) => {
            let first = reader.int(first)?;
            Term::variable(reader.fresh(&[&first])).plus(&first)?
        }
        (None, _) => return None,
    };
    let condition = reader.member(&member, set)?;
    reader.conditions.push(condition);
    reader.bind(slot, Binding::Term(member))
}

/// The ways for the members of an endless set: those before the first whose option is no position.
///
/// They are all members that leave a position if no component grows along the walk, or one that does is never below 0;
/// and the walk ends if one component becomes smaller all the time.
fn endless(
    reader: Reader<'_>,
    slot: Slot,
    set: &Set,
    rest: &[Step],
    option: &Offer,
    ways: &mut Vec<Way>,
) -> Option<()> {
    if !rest.iter().all(|step| matches!(step, Step::If(_))) {
        return None;
    }
    let walk = |exponent: Option<i64>| {
        let mut reader = reader.clone();
        let member = reader.fresh(&[]);
        reader.walked.insert(member);
        let term = Term::variable(member);
        match exponent {
            None => {
                let condition = reader.member(&term, set)?;
                reader.conditions.push(condition);
                reader.bind(slot, Binding::Term(term))?;
            }
            Some(of) => {
                let SetKind::From(first) = &set.kind else { return None };
                let first = u32::try_from(reader.int(first)?.as_constant()?).ok()?;
                let power = reader.is_power(member, of)?;
                reader.conditions.push(power);
                let first = Term::constant(of.checked_pow(first)?);
                reader.conditions.push(first.at_most(&term)?);
                reader.bind(slot, Binding::Exponent(of, member))?;
            }
        }
        components_shrink(reader.clone(), member, option)?;
        let mut found = Vec::new();
        self::ways(reader, rest, option, &mut found)?;
        Some(found)
    };
    let found = walk(None).or_else(|| {
        // Powers of a number: the exponent is known by the power alone.
        (2..=256).find_map(|of| walk(Some(of)))
    })?;
    ways.extend(found);
    Some(())
}

/// Whether the components behave along the walk of `member` as [`endless`] wants it.
fn components_shrink(mut reader: Reader<'_>, member: Variable, option: &Offer) -> Option<()> {
    let components = match option {
        Offer::Sum(components) => &components[..],
        Offer::Copies(component, _) | Offer::Each(component) => std::slice::from_ref(component),
    };
    let mut shrinks = false;
    for component in components {
        let Component::Number(size) = component else { return None };
        let term = reader.int(size)?;
        if term.variables().any(|variable| variable != member && reader.walked.contains(&variable)) {
            return None;
        }
        let factor = term.factor(member);
        shrinks |= factor < 0;
        if factor > 0 && !term.is_natural() {
            return None;
        }
    }
    shrinks.then_some(())
}

/// The option itself.
fn offer(mut reader: Reader<'_>, option: &Offer, ways: &mut Vec<Way>) -> Option<()> {
    let mut components = Vec::new();
    match option {
        Offer::Sum(parts) => {
            for part in parts {
                let Component::Number(size) = part else { return None };
                components.push(component(&mut reader, size)?);
            }
        }
        Offer::Copies(Component::Number(size), count) => {
            let count = reader.int(count)?.as_constant().filter(|&count| count > 0)?;
            let size = component(&mut reader, size)?;
            // Two copies cancel each other.
            components = vec![size; if count % 2 == 0 { 2 } else { 1 }];
        }
        Offer::Each(Component::Number(size)) => components.push(component(&mut reader, size)?),
        Offer::Each(Component::Members(set)) => {
            if reader.is_endless(set) {
                return None;
            }
            let member = Term::variable(reader.fresh(&[]));
            let condition = reader.member(&member, set)?;
            reader.conditions.push(condition);
            components.extend(member.as_variable());
        }
        _ => return None,
    }
    let condition = Formula::And(reader.conditions);
    ways.push(Way::Components { names: reader.names, condition, components });
    Some(())
}

/// A variable for a component, which is a position only if it is at least 0.
fn component(reader: &mut Reader<'_>, size: &Int) -> Option<Variable> {
    let term = reader.int(size)?;
    reader.named(&term)
}
