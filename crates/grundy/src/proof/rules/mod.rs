//! Laws of rules that formulas can say, proved by automata.
//!
//! A law is a graph: an automaton that accepts the pairs n and g(n) in some base. A rule whose options are said by a
//! formula, and a graph, become one sentence: *for every n, what stands beside n is the mex of what stands
//! beside its options*. The decision procedure of [`automata`](super::automata) says whether it is true. If it is,
//! the graph is that of the values, by induction on n, however it was found. The theorem and its proof are
//! docs/theory.md, section 13.
//!
//! What cannot be said by formulas (divisors of n, or a power of 3 in base 2) or does not fit the budget is
//! not decided; nothing is said about the law then.

mod claims;
mod graph;
mod moves;
mod reader;
mod sentence;
mod term;

pub use claims::Decision;
pub use moves::DefinableRule;
pub use sentence::Failure;

use num_bigint::BigUint;

use crate::proof::PeriodProof;
use crate::proof::automata::{Automaton, Budget, Undecided};
use crate::theory::{AutomaticLaw, Period, Stopped, Values};

/// The values of a rule at all heaps, or coins, as an automaton that was proved to be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedGraph {
    graph: Automaton,
}

impl ProvedGraph {
    /// The automaton: it accepts the pairs n and g(n).
    #[must_use]
    pub fn automaton(&self) -> &Automaton {
        &self.graph
    }

    /// The graph of a law that an automaton puts out, and that was proved of a rule.
    ///
    /// # Errors
    ///
    /// [`Undecided`] if the budget does not do.
    pub(crate) fn of_automatic(law: &AutomaticLaw, budget: &Budget<'_>) -> Result<ProvedGraph, Undecided> {
        Ok(ProvedGraph { graph: graph::of_automatic(law, budget)? })
    }

    /// The graph of a proved period, from the values of the rule; `None` if they are too few, or numbers do not fit.
    ///
    /// # Errors
    ///
    /// [`Undecided`] if the budget does not do.
    pub(crate) fn of_period(
        proof: &PeriodProof,
        values: &Values,
        base: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<ProvedGraph>, Undecided> {
        let graph = graph::of_period(proof.period(), values, base, budget)?;
        Ok(graph.map(|graph| ProvedGraph { graph }))
    }

    /// The value at n.
    #[must_use]
    pub fn value(&self, n: &BigUint) -> BigUint {
        graph::partner(&self.graph, n).expect("it was proved that each n has a value")
    }
}

/// The graph of the values of the rule, guessed from a table of its first values and then proved. `None` if no guess
/// was proved; the rule may have a law all the same.
///
/// `period` is one that the table may have; without one, or if it is not proved, numbers are told apart by what follows
/// them in the table, as far as that shows them to differ.
///
/// # Errors
///
/// [`Stopped`] if the control of the budget says so.
pub fn prove_values(
    rule: &DefinableRule,
    values: &Values,
    period: Option<Period>,
    budget: &Budget<'_>,
) -> Result<Option<ProvedGraph>, Stopped> {
    let depths =
        (1..).take_while(|&depth| rule.base.checked_pow(depth).is_some_and(|all| all <= values.len() / 4));
    let guesses = period.map(Guess::Period).into_iter().chain(depths.map(Guess::Depth));
    for guess in guesses {
        let graph = match guess {
            Guess::Period(period) => graph::of_period(period, values, rule.base, budget),
            Guess::Depth(depth) => graph::learn(values, rule.base, depth, budget),
        };
        let Some(graph) = decided(graph)?.flatten() else { continue };
        // The automata of what is wrong are large: so it is looked for in the table first.
        if !graph::agrees(&graph, values) {
            continue;
        }
        if let Some(Ok(proved)) = decided(prove_graph(rule, graph, budget))? {
            return Ok(Some(proved));
        }
    }
    Ok(None)
}

/// Where a graph comes from.
enum Guess {
    Period(Period),
    /// From what so many digits may do.
    Depth(u32),
}

/// What was decided; `None` if too large automata were needed.
fn decided<T>(result: Result<T, Undecided>) -> Result<Option<T>, Stopped> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(Undecided::Stopped(stopped)) => Err(stopped),
        Err(_) => Ok(None),
    }
}

/// The graph as that of the values of the rule, if it is.
///
/// # Errors
///
/// [`Undecided`] if the budget does not do.
///
/// # Panics
///
/// Panics if the graph does not read pairs in the base of the rule.
pub fn prove_graph(
    rule: &DefinableRule,
    graph: Automaton,
    budget: &Budget<'_>,
) -> Result<Result<ProvedGraph, Failure>, Undecided> {
    assert!(graph.base() == rule.base && graph.tracks() == 2, "a graph in the base of the rule");
    Ok(sentence::is_graph_of_values(rule, &graph, budget)?.map(|()| ProvedGraph { graph }))
}

#[cfg(test)]
mod tests;
