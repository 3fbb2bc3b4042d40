//! Claims about all values up to a bound.

use super::answer::Verdict;
use super::error::SolveError;
use super::game::Game;
use super::solver::Solver;
use crate::lang::ir::ShapeInfo;
use crate::lang::{Claim, PositionKind};
use crate::proof::automata::{Budget, Undecided};
use crate::proof::rules::Decision;
use crate::ruleset::Halt;
use crate::theory::{BigNimber, Control};

/// The most positions that are computed between two looks at the claim; the first
/// looks come earlier, since what is wrong is often wrong soon.
const STRETCH: u64 = 1 << 16;
const FIRST_STRETCH: u64 = 1 << 8;

/// A law that decides claims is looked for in so many values.
const LOOKED_FOR_LAW: u64 = 100_000;

/// What broke in a claim.
fn in_claim(claim: &Claim, halt: Halt) -> SolveError {
    match halt {
        Halt::Fault(fault) => SolveError::Claim { text: claim.text().to_owned(), fault: Box::new(fault) },
        Halt::Stopped(stopped) => SolveError::Stopped(stopped),
    }
}

impl Solver {
    /// Whether claims can be made about the rule's positions: about heaps and single coins.
    ///
    /// # Errors
    ///
    /// [`SolveError::Question`] if not.
    pub fn takes_claims(&self) -> Result<(), SolveError> {
        let numbers = |shape: &ShapeInfo| shape.tag.is_none() && shape.arity == 1;
        let about_numbers = match self.rule().position_kind() {
            PositionKind::Heap | PositionKind::Coins => true,
            PositionKind::Shapes(shapes) => shapes.iter().any(numbers),
            PositionKind::Row(_) | PositionKind::Seq | PositionKind::Board(_) => false,
        };
        if about_numbers {
            return Ok(());
        }
        Err(SolveError::question(
            "claims are about heaps and single coins, and this rule has other positions",
            "look at a table of the rule instead, or at single positions",
        ))
    }

    /// Tests a claim on `n`, `g` and `P` for every `n` up to `to`; if it holds there, a law that is proved decides it for
    /// the others, where it can.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`] and [`Solver::takes_claims`];
    /// [`SolveError::Claim`] if the claim itself breaks at some n (a division by
    /// zero, say).
    pub fn check(&mut self, claim: &Claim, to: u64, control: &Control) -> Result<Verdict, SolveError> {
        self.takes_claims()?;
        let mut from: u64 = 0;
        // A table of a shape of several begins at 0 always.
        let whole = matches!(self.game, Game::Shapes(_));
        let mut stretch = if whole { u64::MAX } else { FIRST_STRETCH };
        loop {
            let end = to.min(from.saturating_add(stretch - 1));
            let table = self.table(from, end, control)?;
            let values = table.values();
            for (n, value) in (from..).zip(values.iter()) {
                if !claim.holds(n, value, control).map_err(|halt| in_claim(claim, halt))? {
                    return Ok(Verdict::Refuted { counterexample: n.into(), value: value.into(), to });
                }
            }
            control.check()?;
            control.report(end, Some(to));
            match end.checked_add(1) {
                Some(next) if end < to => {
                    from = next;
                    stretch = (2 * stretch).min(STRETCH);
                }
                _ => return Ok(self.for_ever(claim, to, control)?.unwrap_or(Verdict::HoldsTo { to })),
            }
        }
    }

    /// Whether the claim, which holds up to `to`, is true of all positions. `None` if no law says so.
    fn for_ever(&mut self, claim: &Claim, to: u64, control: &Control) -> Result<Option<Verdict>, SolveError> {
        let Game::Numbers(numbers) = &mut self.game else { return Ok(None) };
        if !numbers.uses_laws() {
            return Ok(None);
        }
        let Some(known) = numbers.known_law(to.min(LOOKED_FOR_LAW), control)? else { return Ok(None) };
        let Some(graph) = &known.graph else { return Ok(None) };
        Ok(match graph.decide(claim, &Budget::new(control)) {
            Ok(Decision::True) => Some(Verdict::Proved { theorem: known.proof.to_string(), to }),
            Ok(Decision::FalseAt(n)) => {
                let value = BigNimber::new(graph.value(&n));
                Some(Verdict::Refuted { counterexample: n, value, to })
            }
            Ok(Decision::NotSaid) => None,
            Err(Undecided::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => None,
        })
    }
}
