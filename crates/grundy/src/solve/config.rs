//! What a caller may choose.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The choices of a [`Solver`](super::Solver).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The engine.
    pub engine: EngineName,
    /// Whether laws may answer: if not, every value is computed.
    pub law: bool,
}

impl Default for Config {
    /// The engine that fits the rule best, with laws.
    fn default() -> Config {
        Config { engine: EngineName::Auto, law: true }
    }
}

/// The engines by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EngineName {
    /// Whichever fits the rule best.
    #[default]
    Auto,
    /// The definition, nothing clever.
    Naive,
    /// The positions that play can reach, for positions of several entries.
    Search,
    /// A table of all positions in order.
    Table,
    /// Block maps over digits.
    Digits,
    /// Subtraction sets and codes, by their period.
    Periodic,
    /// The staircase form of rows.
    Staircase,
    /// Laws of turning coins.
    Coins,
}

impl EngineName {
    /// Every engine, in the order in which help lists them.
    pub const ALL: [EngineName; 8] = [
        EngineName::Auto,
        EngineName::Naive,
        EngineName::Search,
        EngineName::Table,
        EngineName::Digits,
        EngineName::Periodic,
        EngineName::Staircase,
        EngineName::Coins,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EngineName::Auto => "auto",
            EngineName::Naive => "naive",
            EngineName::Search => "search",
            EngineName::Table => "table",
            EngineName::Digits => "digits",
            EngineName::Periodic => "periodic",
            EngineName::Staircase => "staircase",
            EngineName::Coins => "coins",
        }
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no engine's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no engine `{name}`: choose one of {}", names())]
pub struct UnknownEngine {
    /// The name that was given.
    pub name: String,
}

fn names() -> String {
    EngineName::ALL.map(EngineName::name).join(", ")
}

impl FromStr for EngineName {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<EngineName, UnknownEngine> {
        let found = EngineName::ALL.into_iter().find(|engine| engine.name() == name);
        found.ok_or_else(|| UnknownEngine { name: name.to_owned() })
    }
}
