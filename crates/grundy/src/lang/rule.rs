//! Rules: a text, parsed and checked.

use super::check::Headers;
use super::diagnostic::{Diagnostic, RuleError};

/// A rule that can be played.
#[derive(Clone, Debug)]
pub struct Rule {
    text: String,
    headers: Headers,
    warnings: Vec<Diagnostic>,
}

#[allow(unused_variables, clippy::todo, reason = "API draft")]
impl Rule {
    /// Reads a rule.
    ///
    /// # Errors
    ///
    /// A [`RuleError`] with everything that is wrong with the text.
    pub fn parse(text: &str) -> Result<Rule, RuleError> {
        Rule::with_parameters(text, &[])
    }

    /// Reads a rule and gives parameters (name, value as text) other values
    /// than their `let`s do.
    ///
    /// # Errors
    ///
    /// A [`RuleError`], also for a parameter that the rule does not have or a
    /// value that cannot be read; its `text` is then the value's.
    pub fn with_parameters(text: &str, given: &[(String, String)]) -> Result<Rule, RuleError> {
        todo!()
    }

    /// The text as it was given.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The headers that people read: title, source, example.
    #[must_use]
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// What can be used but has no effect.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}
