//! The law that is proved for a rule, for those who write it down.

use std::fmt;

use super::error::SolveError;
use super::game::Game;
use super::solver::Solver;
use crate::engine::{CoinLaw, IntervalLaw};
use crate::proof::PeriodProof;
use crate::ruleset::Staircase;
use crate::theory::{Control, Period};

/// A law that holds for every position of a rule, by a theorem of docs/theory.md.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ProvedLaw {
    /// A period of the values.
    Period(PeriodProof),
    /// The law of taking any amount of an interval.
    Interval(IntervalLaw),
    /// A law of turning coins.
    Coins(CoinLaw),
    /// A staircase of cells.
    Staircase(Staircase),
}

/// As a sentence, with what it rests on.
impl fmt::Display for ProvedLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProvedLaw::Period(proof) => {
                let Period { preperiod, period, saltus } = proof.period();
                let plus = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
                let theorem = proof.theorem();
                write!(f, "g(n + {period}) = g(n){plus} for every n >= {preperiod} (proved; {theorem})")
            }
            ProvedLaw::Interval(law) => write!(f, "{law} (proved in docs/theory.md)"),
            ProvedLaw::Coins(law) => write!(f, "{law} (proved in docs/theory.md)"),
            ProvedLaw::Staircase(_) => f.write_str("a staircase of cells (proved in docs/theory.md)"),
        }
    }
}

impl Solver {
    /// The law that is proved for the rule, if the engine that serves it has one. A
    /// period is looked for as far as that takes a second or so.
    ///
    /// # Errors
    ///
    /// [`SolveError::Stopped`] if a limit is reached on the way.
    pub fn proved_law(&mut self, control: &Control) -> Result<Option<ProvedLaw>, SolveError> {
        match &mut self.game {
            Game::Numbers(numbers) => numbers.proved_law(control),
            Game::Rows(rows) => Ok(rows.staircase().map(ProvedLaw::Staircase)),
            _ => Ok(None),
        }
    }
}
