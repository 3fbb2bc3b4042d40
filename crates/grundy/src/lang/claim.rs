//! Claims about the values of a rule: `P == (n % 10 == 0)`.

use super::diagnostic::RuleError;

/// A condition on `n`, its value `g`, and `P` (the player to move at n loses).
#[derive(Clone, Debug)]
pub struct Claim {
    text: String,
}

#[allow(unused_variables, clippy::todo, reason = "API draft")]
impl Claim {
    /// Reads a claim.
    ///
    /// # Errors
    ///
    /// A [`RuleError`] with everything that is wrong with the text.
    pub fn parse(text: &str) -> Result<Claim, RuleError> {
        todo!()
    }

    /// The text as it was given.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}
