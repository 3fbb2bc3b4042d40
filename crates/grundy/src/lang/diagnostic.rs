//! What the language says about a rule's text.

use std::fmt;

use crate::ruleset::Span;

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The rule cannot be used.
    Error,
    /// The rule can be used, but something in it has no effect.
    Warning,
}

/// One thing the language has to say about a rule's text: where, what, and how
/// to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// The place in the text, in bytes; may be empty at the end of the text.
    pub span: Span,
    /// What is wrong, without a full stop: "`^` has two meanings".
    pub message: String,
    /// What to write instead, if there is something to say.
    pub cure: Option<String>,
}

impl Diagnostic {
    /// An error at `span`.
    #[must_use]
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, span, message: message.into(), cure: None }
    }

    /// A warning at `span`.
    #[must_use]
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, span, message: message.into(), cure: None }
    }

    /// The same diagnostic with a cure.
    #[must_use]
    pub fn with_cure(mut self, cure: impl Into<String>) -> Diagnostic {
        self.cure = Some(cure.into());
        self
    }
}

/// A rule's text that could not be used, with everything that is wrong with it
/// in the order of the text.
///
/// Displayed as one line per diagnostic, `line:column: message (cure)`; the
/// command line draws the places instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// The text.
    pub text: String,
    /// At least one error; warnings may stand among them.
    pub diagnostics: Vec<Diagnostic>,
}

impl std::error::Error for RuleError {}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            let before = self.text.get(..diagnostic.span.start).unwrap_or(&self.text);
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            write!(f, "{line}:{column}: {}", diagnostic.message)?;
            if let Some(cure) = &diagnostic.cure {
                write!(f, " ({cure})")?;
            }
        }
        Ok(())
    }
}
