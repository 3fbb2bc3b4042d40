//! That a graph is the one of the values of a rule, as sentences.

use super::moves::{DefinableRule, FRESH, HEAP, REST, Way};
use super::term::{Term, not, some};
use crate::proof::automata::{Atom, Automaton, Budget, Formula, Relation, Undecided, Variable, relation};

/// The value of the heap.
const VALUE: Variable = Variable(2);

/// A value that an option has, or must have.
const REACHED: Variable = Variable(3);

/// Variables between those that have a meaning and [`FRESH`].
const SPARE: [Variable; 4] = [Variable(4), Variable(5), Variable(6), Variable(7)];

/// What is wrong with a graph, or with a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// At some n the graph has no value, or several.
    NoFunction,
    /// Some option is not smaller than the heap.
    NotSmaller,
    /// Some option has the value of the heap.
    OptionOfEqualValue,
    /// Some smaller value is not the value of an option.
    ValueNotReached,
    /// Values are added in a base whose digits do not show their xor, and they are too large to be told one by one.
    NoXor,
}

/// Whether the graph, of pairs n and v, is that of the values of the rule.
pub(super) fn is_graph_of_values(
    rule: &DefinableRule,
    graph: &Automaton,
    budget: &Budget<'_>,
) -> Result<Result<(), Failure>, Undecided> {
    let prover = Prover { rule, graph, budget };
    if !prover.is_function()? {
        return Ok(Err(Failure::NoFunction));
    }
    if !prover.options_are_smaller()? {
        return Ok(Err(Failure::NotSmaller));
    }
    let Some(reached) = prover.reached()? else { return Ok(Err(Failure::NoXor)) };
    let of = |name| Formula::Atom(Atom::Said(reached.clone(), vec![HEAP, name]));
    let value = prover.value(HEAP, VALUE);
    if prover.is_possible(vec![value.clone(), of(VALUE)])? {
        return Ok(Err(Failure::OptionOfEqualValue));
    }
    let smaller = less_than(REACHED, VALUE);
    if prover.is_possible(vec![value, smaller, not(of(REACHED))])? {
        return Ok(Err(Failure::ValueNotReached));
    }
    Ok(Ok(()))
}

struct Prover<'a, 'c> {
    rule: &'a DefinableRule,
    graph: &'a Automaton,
    budget: &'a Budget<'c>,
}

impl Prover<'_, '_> {
    fn base(&self) -> usize {
        self.rule.base
    }

    fn relation(&self, formula: &Formula) -> Result<Relation, Undecided> {
        relation(formula, self.base(), self.budget)
    }

    /// Whether there are numbers for which all of this holds.
    fn is_possible(&self, parts: Vec<Formula>) -> Result<bool, Undecided> {
        Ok(self.relation(&Formula::And(parts))?.automaton.witness().is_some())
    }

    /// That a heap has a value.
    fn value(&self, heap: Variable, value: Variable) -> Formula {
        Formula::Atom(Atom::Said(self.graph.clone(), vec![heap, value]))
    }

    fn is_function(&self) -> Result<bool, Undecided> {
        let some_value = some([VALUE], self.value(HEAP, VALUE));
        let two_values = vec![self.value(HEAP, VALUE), self.value(HEAP, REACHED), less_than(VALUE, REACHED)];
        Ok(!self.is_possible(vec![not(some_value)])? && !self.is_possible(two_values)?)
    }

    fn options_are_smaller(&self) -> Result<bool, Undecided> {
        for way in &self.rule.ways {
            match way {
                Way::Components { names, condition, components } => {
                    for &component in components {
                        let not_smaller = at_most(HEAP, component);
                        let all = Formula::And(vec![condition.clone(), not_smaller]);
                        if self.is_possible(vec![some(names.iter().copied(), all)])? {
                            return Ok(false);
                        }
                    }
                }
                Way::Parts { heaps, left } => {
                    // Several heaps that are not empty are each smaller than all together.
                    let bound = if *heaps > 1 { less_than(HEAP, REST) } else { at_most(HEAP, REST) };
                    let not_empty = at_most_terms(&Term::constant(1), &Term::variable(REST));
                    if self.is_possible(vec![left.clone(), bound, not_empty])? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// The pairs of a heap and a value that one of its options has. None if values cannot be added.
    fn reached(&self) -> Result<Option<Automaton>, Undecided> {
        let Some(xor) = self.xor()? else { return Ok(None) };
        let mut ways = vec![Formula::Or(Vec::new())];
        // What so many parts have as their value together: by how many there are.
        let mut parts: Vec<Automaton> = Vec::new();
        for way in &self.rule.ways {
            match way {
                Way::Components { names, condition, components } => {
                    ways.push(self.reached_by_components(names, condition, components, &xor)?);
                }
                Way::Parts { heaps, left } => {
                    let heaps = usize::try_from(*heaps).unwrap_or(usize::MAX);
                    while parts.len() < heaps {
                        let more = self.values_of_parts(parts.last(), &xor)?;
                        parts.push(more);
                    }
                    let values = Formula::Atom(Atom::Said(parts[heaps - 1].clone(), vec![REST, REACHED]));
                    ways.push(some([REST], Formula::And(vec![left.clone(), values])));
                }
            }
        }
        let any = self.relation(&Formula::Or(ways))?;
        if any.variables == [HEAP, REACHED] {
            return Ok(Some(any.automaton));
        }
        // A name that nothing depends on is added all the same.
        let said = Formula::Atom(Atom::Said(any.automaton, any.variables));
        let none = |name| Term::variable(name).less_than(&Term::default()).expect("small numbers");
        let never = Formula::And(vec![none(HEAP), none(REACHED)]);
        Ok(Some(self.relation(&Formula::Or(vec![said, never]))?.automaton))
    }

    fn reached_by_components(
        &self,
        names: &[Variable],
        condition: &Formula,
        components: &[Variable],
        xor: &Automaton,
    ) -> Result<Formula, Undecided> {
        let mut next = fresh_after(names);
        let mut fresh = || {
            next += 1;
            Variable(next)
        };
        let mut all_names = names.to_vec();
        let mut parts = vec![condition.clone()];
        let mut sum: Option<Variable> = None;
        for (index, &component) in components.iter().enumerate() {
            let last = index + 1 == components.len();
            let value = if last && sum.is_none() { REACHED } else { fresh() };
            parts.push(self.value(component, value));
            if value != REACHED {
                all_names.push(value);
            }
            sum = Some(match sum {
                None => value,
                Some(before) => {
                    let together = if last { REACHED } else { fresh() };
                    if together != REACHED {
                        all_names.push(together);
                    }
                    parts.push(Formula::Atom(Atom::Said(xor.clone(), vec![before, value, together])));
                    together
                }
            });
        }
        if components.is_empty() {
            parts.extend(Term::variable(REACHED).equals(&Term::default()));
        }
        // What is made once is kept as an automaton.
        let found = self.relation(&some(all_names, Formula::And(parts)))?;
        Ok(Formula::Atom(Atom::Said(found.automaton, found.variables)))
    }

    /// The pairs of a number and a value that it can have if it is parted into one heap more than `before` speaks of, none of
    /// them empty.
    fn values_of_parts(&self, before: Option<&Automaton>, xor: &Automaton) -> Result<Automaton, Undecided> {
        let not_empty = |heap| at_most_terms(&Term::constant(1), &Term::variable(heap));
        let [other, heap, other_value, value] = SPARE;
        let formula = match before {
            None => Formula::And(vec![self.value(REST, REACHED), not_empty(REST)]),
            Some(before) => {
                let sum = Term::variable(other).plus(&Term::variable(heap));
                let sum = sum.and_then(|sum| sum.equals(&Term::variable(REST)));
                let parts = vec![
                    sum.expect("small numbers"),
                    Formula::Atom(Atom::Said(before.clone(), vec![other, other_value])),
                    self.value(heap, value),
                    not_empty(heap),
                    Formula::Atom(Atom::Said(xor.clone(), vec![other_value, value, REACHED])),
                ];
                some(SPARE, Formula::And(parts))
            }
        };
        Ok(self.relation(&formula)?.automaton)
    }

    /// The triples of which the third is the xor of the others, as far as values go.
    fn xor(&self) -> Result<Option<Automaton>, Undecided> {
        let triple = SPARE.into_iter().take(3).collect::<Vec<_>>();
        if self.base().is_power_of_two() {
            let xor = Formula::Atom(Atom::Xor([triple[0], triple[1], triple[2]]));
            return Ok(Some(self.relation(&xor)?.automaton));
        }
        /// Values up to here are added one by one.
        const MOST: i64 = 15;
        let added = self.rule.ways.iter().any(|way| match way {
            Way::Components { components, .. } => components.len() > 1,
            Way::Parts { heaps, .. } => *heaps > 1,
        });
        let large = at_most_terms(&Term::constant(MOST + 1), &Term::variable(VALUE));
        if added && self.is_possible(vec![self.value(HEAP, VALUE), large])? {
            return Ok(None);
        }
        let mut cases = Vec::new();
        for one in 0..=if added { MOST } else { 0 } {
            for other in 0..=if added { MOST } else { 0 } {
                let numbers = [one, other, one ^ other];
                let equal = triple.iter().zip(numbers).map(|(&name, number)| {
                    Term::variable(name).equals(&Term::constant(number)).expect("small numbers")
                });
                cases.push(Formula::And(equal.collect()));
            }
        }
        Ok(Some(self.relation(&Formula::Or(cases))?.automaton))
    }
}

fn at_most_terms(one: &Term, other: &Term) -> Formula {
    one.at_most(other).expect("small numbers")
}

fn at_most(one: Variable, other: Variable) -> Formula {
    at_most_terms(&Term::variable(one), &Term::variable(other))
}

fn less_than(one: Variable, other: Variable) -> Formula {
    Term::variable(one).less_than(&Term::variable(other)).expect("small numbers")
}

/// A number that no name has, nor a larger one.
fn fresh_after(names: &[Variable]) -> usize {
    names.iter().map(|&Variable(name)| name).max().unwrap_or(0).max(FRESH)
}
