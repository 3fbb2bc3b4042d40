//! Claims about all values, decided by a graph that is proved.

use num_bigint::BigUint;

use super::moves::{FRESH, HEAP};
use super::term::{Term, not, some};
use super::{ProvedGraph, graph};
use crate::lang::Claim;
use crate::proof::automata::{Atom, Budget, Formula, Undecided, Variable, claim_formula, relation};
use crate::theory::{KernelRow, Law, Nimber, RegularLaw};

/// The value of the heap.
const VALUE: Variable = Variable(1);

/// What a proved graph says about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The claim is true of every n.
    True,
    /// The least n of which it is not true.
    FalseAt(BigUint),
    /// It speaks of what formulas cannot say.
    NotSaid,
}

impl ProvedGraph {
    /// Whether a claim on n and g is true of every n.
    ///
    /// # Errors
    ///
    /// [`Undecided`] if the budget does not do.
    pub fn decide(&self, claim: &Claim, budget: &Budget<'_>) -> Result<Decision, Undecided> {
        let base = self.graph.base();
        let Some(claim) = claim_formula(claim, HEAP, VALUE, base) else { return Ok(Decision::NotSaid) };
        let graph = Formula::Atom(Atom::Said(self.graph.clone(), vec![HEAP, VALUE]));
        let fails = some([VALUE], Formula::And(vec![graph, not(claim)]));
        let fails = relation(&fails, base, budget)?;
        Ok(match fails.automaton.witness() {
            None => Decision::True,
            Some(witness) => Decision::FalseAt(witness.into_iter().next().unwrap_or_default()),
        })
    }
}

impl ProvedGraph {
    /// Whether the law gives the value of the graph at every n. `None` if that cannot be said by a formula.
    ///
    /// # Errors
    ///
    /// [`Undecided`] if the budget does not do.
    pub fn obeys(&self, law: &Law, budget: &Budget<'_>) -> Result<Option<bool>, Undecided> {
        let base = self.graph.base();
        match law {
            Law::Period(law) => {
                let graph = graph::of_period(law.period(), law.values(), base, budget)?;
                // Automata of one set are equal.
                Ok(graph.map(|graph| graph == self.graph))
            }
            Law::Automatic(law) if usize::try_from(law.base()) == Ok(base) => {
                Ok(Some(graph::of_automatic(law, budget)? == self.graph))
            }
            Law::Regular(law) => self.obeys_recurrence(law, budget),
            Law::Closed(formula) => self.obeys_claim(&formula.claim(), budget),
            Law::Except(law) => {
                let has_value = |&(n, value): &(u64, Nimber)| self.value(&n.into()) == value.size().into();
                if !law.exceptions().iter().all(has_value) {
                    return Ok(Some(false));
                }
                let Law::Closed(formula) = law.rest() else { return Ok(None) };
                let except = law.exceptions().iter().map(|(n, _)| format!("n == {n} or "));
                self.obeys_claim(&(except.collect::<String>() + &formula.claim()), budget)
            }
            _ => Ok(None),
        }
    }

    fn obeys_claim(&self, claim: &str, budget: &Budget<'_>) -> Result<Option<bool>, Undecided> {
        let Ok(claim) = Claim::parse(claim) else { return Ok(None) };
        Ok(match self.decide(&claim, budget)? {
            Decision::True => Some(true),
            Decision::FalseAt(_) => Some(false),
            Decision::NotSaid => None,
        })
    }

    /// Whether all equations of the recurrence hold, and its first values.
    fn obeys_recurrence(&self, law: &RegularLaw, budget: &Budget<'_>) -> Result<Option<bool>, Undecided> {
        for n in 0..law.base() {
            for (row, &kind) in law.rows().iter().enumerate() {
                let KernelRow::Values { factor, offset } = kind else { continue };
                let at = BigUint::from(factor) * n + offset;
                if law.first(n, row).map(BigUint::from) != Some(self.value(&at)) {
                    return Ok(Some(false));
                }
            }
        }
        for row in 0..law.rank() {
            for digit in 0..law.base() {
                let Some(fails) = self.equation_fails(law, row, digit) else { return Ok(None) };
                let fails = relation(&fails, self.graph.base(), budget)?;
                if fails.automaton.witness().is_some() {
                    return Ok(Some(false));
                }
            }
        }
        Ok(Some(true))
    }

    /// That some n >= 1 has other values than the recurrence says for a row and a digit.
    fn equation_fails(&self, law: &RegularLaw, row: usize, digit: usize) -> Option<Formula> {
        let heap = Term::variable(HEAP);
        let mut names = Vec::new();
        let mut conditions = vec![Term::constant(1).at_most(&heap)?];
        let mut entry = |row: KernelRow| -> Option<Term> {
            Some(match row {
                KernelRow::Linear { slope, constant } => {
                    let sloped = heap.times(i64::try_from(slope).ok()?)?;
                    sloped.plus(&Term::constant(i64::try_from(constant).ok()?))?
                }
                KernelRow::Values { factor, offset } => {
                    let [at, value] = [FRESH, FRESH + 1].map(|first| Variable(first + names.len()));
                    names.extend([at, value]);
                    let place = heap.times(i64::try_from(factor).ok()?)?;
                    let place = place.plus(&Term::constant(i64::try_from(offset).ok()?))?;
                    conditions.push(Term::variable(at).equals(&place)?);
                    conditions.push(Formula::Atom(Atom::Said(self.graph.clone(), vec![at, value])));
                    Term::variable(value)
                }
            })
        };
        let left = entry(law.rows().get(row)?.child(law.base(), digit)?)?;
        let step = law.step(row, digit)?;
        let mut difference = left.times(step.divisor)?;
        for &(row, factor) in &step.terms {
            difference = difference.minus(&entry(*law.rows().get(row)?)?.times(factor)?)?;
        }
        conditions.push(not(difference.equals(&Term::default())?));
        Some(some(names, Formula::And(conditions)))
    }
}
