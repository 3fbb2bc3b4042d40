//! Why a question was not answered.

use thiserror::Error;

use crate::ruleset::{Fault, Halt};
use crate::theory::Stopped;

/// Why a question was not answered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A limit was reached, or the caller asked to stop: not known.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The same, with what was being worked on: not known there.
    #[error("{stopped}, at {at}")]
    StoppedAt {
        /// What was being worked on: "position 27".
        at: String,
        /// Why the work ended.
        stopped: Stopped,
    },
    /// The rule breaks at some position.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The claim breaks at some position.
    #[error("{fault}, in the claim")]
    Claim {
        /// The claim's text.
        text: String,
        /// What is wrong; its span lies in the claim.
        fault: Box<Fault>,
    },
    /// The question does not fit the rule.
    #[error("{what} ({cure})")]
    Question {
        /// What does not fit.
        what: String,
        /// What to ask instead.
        cure: String,
    },
}

impl From<Halt> for SolveError {
    fn from(halt: Halt) -> SolveError {
        match halt {
            Halt::Stopped(stopped) => SolveError::Stopped(stopped),
            Halt::Fault(fault) => SolveError::Fault(fault),
        }
    }
}

impl SolveError {
    /// The same error, naming what was being worked on if it is a stop.
    pub(super) fn at(self, what: impl FnOnce() -> String) -> SolveError {
        match self {
            // Whoever asked to stop knows where.
            SolveError::Stopped(Stopped::Interrupted) => self,
            SolveError::Stopped(stopped) => SolveError::StoppedAt { at: what(), stopped },
            other => other,
        }
    }

    /// A question that does not fit the rule.
    pub(crate) fn question(what: impl Into<String>, cure: impl Into<String>) -> SolveError {
        SolveError::Question { what: what.into(), cure: cure.into() }
    }
}
