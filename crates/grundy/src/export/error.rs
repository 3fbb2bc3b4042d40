//! Why there is no program.

use thiserror::Error;

use crate::solve::SolveError;

/// Why no program was written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The rule has a form that short programs do not have.
    #[error("{what} cannot be exported ({cure})")]
    Unsupported {
        /// The form.
        what: String,
        /// What to do instead.
        cure: String,
    },
    /// The rule breaks, or a limit was reached.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl ExportError {
    pub(super) fn unsupported(what: impl Into<String>, cure: impl Into<String>) -> ExportError {
        ExportError::Unsupported { what: what.into(), cure: cure.into() }
    }
}

/// There is no such language.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no language `{name}`: choose one of cpp, rust, python")]
pub struct UnknownLanguage {
    /// The name that was given.
    pub name: String,
}
