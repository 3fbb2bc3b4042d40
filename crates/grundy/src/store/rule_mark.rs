//! Which rule a file belongs to.
//!
//! A file that outlives its run carries the rule's text for people, and a digest
//! for programs: of two rules with the same digest each has the moves of the other.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::lang::{Rule, essence};
use crate::theory::Play;

/// The rule that a file belongs to, as the file names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleMark {
    text: String,
    parameters: Vec<(String, String)>,
    play: PlayName,
    digest: String,
}

/// The conventions of play, as files spell them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PlayName {
    Normal,
    Misere,
    Loopy,
}

impl RuleMark {
    /// The mark of `rule`, whose parameters have the values `given` in place of its own.
    ///
    /// # Examples
    ///
    /// ```
    /// use grundy::lang::Rule;
    /// use grundy::store::RuleMark;
    ///
    /// let mark = |text| RuleMark::new(&Rule::parse(text).unwrap(), &[]);
    /// assert!(mark("n -> n - 1").is_same_rule(&mark("n->n-1  # take one")));
    /// assert!(!mark("n -> n - 1").is_same_rule(&mark("n -> n - 2")));
    /// ```
    #[must_use]
    pub fn new(rule: &Rule, given: &[(String, String)]) -> RuleMark {
        let play = match rule.play() {
            Play::Normal => PlayName::Normal,
            Play::Misere => PlayName::Misere,
            Play::Loopy => PlayName::Loopy,
        };
        let digest = digest(rule.text(), given, play);
        RuleMark { text: rule.text().to_owned(), parameters: given.to_vec(), play, digest }
    }

    /// The text of the rule.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The parameters that had other values than the text gives them.
    #[must_use]
    pub fn parameters(&self) -> &[(String, String)] {
        &self.parameters
    }

    /// How the rule was played.
    #[must_use]
    pub fn play(&self) -> Play {
        match self.play {
            PlayName::Normal => Play::Normal,
            PlayName::Misere => Play::Misere,
            PlayName::Loopy => Play::Loopy,
        }
    }

    /// The digest: SHA-256 in hexadecimal, of the text that docs/formats.md describes.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Whether both are marks of one rule, played in one way with the same parameters.
    /// Comments, layout and titles make no difference; names of variables do.
    ///
    /// This is asked of the texts: a digest that was read from a file may say anything.
    #[must_use]
    pub fn is_same_rule(&self, other: &RuleMark) -> bool {
        let fresh = |mark: &RuleMark| digest(&mark.text, &mark.parameters, mark.play);
        fresh(self) == fresh(other)
    }
}

/// A line for the play, a line for each parameter in the order of their names, and the essence of the rule.
fn digest(text: &str, parameters: &[(String, String)], play: PlayName) -> String {
    // A text without an essence is none of a rule that was read; it stands for itself.
    let plain = |text: &str| essence(text).unwrap_or_else(|_| text.to_owned());
    let mut said = match play {
        PlayName::Normal => "normal\n".to_owned(),
        PlayName::Misere => "misere\n".to_owned(),
        PlayName::Loopy => "loopy\n".to_owned(),
    };
    let mut parameters: Vec<String> =
        parameters.iter().map(|(name, value)| format!("{name} = {}\n", plain(value))).collect();
    parameters.sort();
    said.extend(parameters);
    said += &plain(text);
    Sha256::digest(said.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(text: &str, given: &[(&str, &str)], play: Play) -> RuleMark {
        let given: Vec<(String, String)> =
            given.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        RuleMark::new(&Rule::with_play(text, &given, play).unwrap(), &given)
    }

    #[test]
    fn play_and_parameters_make_another_rule() {
        let text = "let S = {1, 3}; let k = 2; n -> n - s for s in S | n - k";
        let own = mark(text, &[], Play::Normal);
        let both = mark(text, &[("S", "{1,4}"), ("k", "7")], Play::Normal);
        assert!(both.is_same_rule(&mark(text, &[("k", "0x7"), ("S", "{1, 4}")], Play::Normal)));
        let others =
            [both, mark(text, &[("S", "{1, 5}"), ("k", "7")], Play::Normal), mark(text, &[], Play::Misere)];
        for other in &others {
            assert!(!own.is_same_rule(other), "{other:?}");
        }
        assert!(mark(&format!("misere; {text}"), &[], Play::Normal).is_same_rule(&others[2]));
    }

    /// The digest is one that others can compute: `printf 'normal\nn -> n - 1' | sha256sum`.
    #[test]
    fn the_digest_is_that_of_a_plain_text() {
        let expected = "73a91e8c659f1b707ff641e8879ecef968b2e0cd33cb7c380ad0e114a1a88804";
        assert_eq!(mark("n -> n - 1 # one", &[], Play::Normal).digest(), expected);
    }

    #[test]
    fn a_digest_that_was_read_is_not_believed() {
        let own = mark("n -> n - 1", &[], Play::Normal);
        let other = RuleMark { text: "n -> n - 2".to_owned(), ..own.clone() };
        assert!(!own.is_same_rule(&other));
    }
}
