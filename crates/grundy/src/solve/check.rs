//! Claims about all values up to a bound.

use super::answer::Verdict;
use super::error::SolveError;
use super::solver::{Game, Solver};
use crate::lang::Claim;
use crate::ruleset::Halt;
use crate::theory::Control;

/// How many positions are computed between two looks at the claim.
const STRETCH: u64 = 1 << 16;

/// What broke in a claim.
fn in_claim(claim: &Claim, halt: Halt) -> SolveError {
    match halt {
        Halt::Fault(fault) => SolveError::Claim { text: claim.text().to_owned(), fault: Box::new(fault) },
        Halt::Stopped(stopped) => SolveError::Stopped(stopped),
    }
}

impl Solver {
    /// Tests a claim on `n`, `g` and `P` for every `n` up to `to`.
    ///
    /// Says "holds up to" at most: nothing is proved here.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`]; [`SolveError::Question`] for rules on rows;
    /// [`SolveError::Claim`] if the claim itself breaks at some n (a division by
    /// zero, say).
    pub fn check(&mut self, claim: &Claim, to: u64, control: &Control) -> Result<Verdict, SolveError> {
        if matches!(self.game, Game::Rows(_)) {
            return Err(SolveError::question(
                "claims are about numbers, and this rule is on rows",
                "look at a table of the rule instead",
            ));
        }
        let mut from: u64 = 0;
        loop {
            let end = to.min(from.saturating_add(STRETCH - 1));
            let table = self.table(from, end, control)?;
            let values = table.values();
            for (n, value) in (from..).zip(values.iter()) {
                if !claim.holds(n, value, control).map_err(|halt| in_claim(claim, halt))? {
                    return Ok(Verdict::Refuted { counterexample: n, value: value.into(), to });
                }
            }
            control.check()?;
            control.report(end, Some(to));
            match end.checked_add(1) {
                Some(next) if end < to => from = next,
                _ => return Ok(Verdict::HoldsTo { to }),
            }
        }
    }
}
