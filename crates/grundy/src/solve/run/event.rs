//! What a run has to say.

use std::time::Duration;

use thiserror::Error;

use crate::engine::Rares;
use crate::solve::error::SolveError;
use crate::solve::laws::ProvedLaw;
use crate::store::StoreError;
use crate::theory::Nimber;

/// How far a run has come.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RunReport {
    /// How many values are known: those of the positions below this one. By a law more are.
    pub known: u64,
    /// The largest of them, and the first position that has it; none if it is not known.
    pub largest: Option<(Nimber, u64)>,
    /// The rare heaps among them, where the engine tells rare heaps from common ones.
    pub rares: Option<Rares>,
    /// The law that is proved, if one is: it ends the run.
    pub law: Option<ProvedLaw>,
    /// The time used by all runs with these checkpoints together.
    pub time: Duration,
    /// How many runs there were, this one included.
    pub runs: u64,
}

/// What happens while a run goes on.
#[derive(Debug)]
#[non_exhaustive]
pub enum RunEvent<'e> {
    /// Some more values are known, or the work was stopped.
    Advanced(&'e RunReport),
    /// The state is saved, with so many values.
    Saved {
        /// How many values are known.
        known: u64,
    },
    /// The state could not be saved; the work goes on.
    NotSaved(&'e StoreError),
}

/// Why a run does not begin.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The rule is none of heaps or coins.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The folder cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}
