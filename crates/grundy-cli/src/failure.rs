//! Why there is no answer.

use grundy::lang::{PositionError, RuleError};
use grundy::ruleset::Fault;
use grundy::theory::Stopped;
use thiserror::Error;

/// Why there is no answer, where more is known than a line can say.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// A rule or a claim that cannot be read.
    #[error("{error}")]
    Text {
        /// Where the text comes from.
        origin: String,
        /// What is wrong with it.
        error: RuleError,
    },
    /// A rule that breaks at a position.
    #[error("{fault}")]
    Fault {
        /// Where the rule comes from.
        origin: String,
        /// The rule.
        text: String,
        /// What breaks.
        fault: Fault,
    },
    /// A position that cannot be read.
    #[error("{error}")]
    Position {
        /// Where the position comes from.
        origin: String,
        /// The position as it was typed.
        text: String,
        /// What is wrong with it.
        error: PositionError,
    },
    /// A limit was reached, or the caller asked to stop: not known.
    #[error("{stopped}")]
    Stopped {
        /// What was being worked on.
        at: Option<String>,
        /// Why the work ended.
        stopped: Stopped,
    },
    /// Something that was asked for in a wrong way.
    #[error("{message}")]
    Usage {
        /// What is wrong.
        message: String,
        /// What to do instead.
        cure: String,
    },
}

/// A failure of the kind [`Failure::Usage`].
pub(crate) fn usage(message: impl Into<String>, cure: impl Into<String>) -> anyhow::Error {
    Failure::Usage { message: message.into(), cure: cure.into() }.into()
}
