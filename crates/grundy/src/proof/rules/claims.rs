//! Claims about all values, decided by a graph that is proved.

use super::ProvedGraph;
use super::moves::{FRESH, HEAP};
use super::reader::{Binding, Reader};
use super::term::{Term, not, some};
use crate::lang::Claim;
use crate::lang::interpret::Parameters;
use crate::proof::automata::{Atom, Budget, Formula, Undecided, Variable, relation};
use num_bigint::BigUint;

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
        let Some(claim) = formula(claim, base) else { return Ok(Decision::NotSaid) };
        let graph = Formula::Atom(Atom::Said(self.graph.clone(), vec![HEAP, VALUE]));
        let fails = some([VALUE], Formula::And(vec![graph, not(claim)]));
        let fails = relation(&fails, base, budget)?;
        Ok(match fails.automaton.witness() {
            None => Decision::True,
            Some(witness) => Decision::FalseAt(witness.into_iter().next().unwrap_or_default()),
        })
    }
}

/// What a claim says of [`HEAP`] and [`VALUE`].
fn formula(claim: &Claim, base: usize) -> Option<Formula> {
    let parameters = Parameters::default();
    let [heap, value] = Claim::SLOTS;
    let mut reader = Reader::new(&parameters, claim.slots(), base, FRESH);
    reader.bind(heap, Binding::Term(Term::variable(HEAP)))?;
    reader.bind(value, Binding::Term(Term::variable(VALUE)))?;
    reader.truth(claim.condition())
}
