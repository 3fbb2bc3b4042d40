//! What a caller may choose.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::error::SolveError;
use crate::engine::NativeRules;
use crate::lang::interpret::HeapRules;

/// The choices of a [`Solver`](super::Solver).
#[derive(Clone, Debug)]
pub struct Config {
    /// The engine.
    pub engine: EngineName,
    /// Whether laws may answer: if not, every value is computed.
    pub law: bool,
    /// Makes native code of rules, if there is one; else they are interpreted.
    pub compiler: Option<Arc<dyn Compiler>>,
}

impl Config {
    /// Refuses every engine but the naive one, for a reason: "does not play misère".
    pub(super) fn only_naive(&self, reason: &str) -> Result<(), SolveError> {
        match self.engine {
            EngineName::Auto | EngineName::Naive => Ok(()),
            other => {
                Err(SolveError::question(format!("the engine `{other}` {reason}"), "leave --engine out"))
            }
        }
    }
}

/// Makes native code of rules.
///
/// The crate `grundy-jit` has one; whoever builds a [`Solver`](super::Solver) may
/// put it into its [`Config`].
pub trait Compiler: fmt::Debug + Send + Sync {
    /// Native code for rules of one heap or of coins; none if these rules say
    /// something that it has no code for.
    fn heap_rules(&self, rules: &HeapRules) -> Option<Box<dyn NativeRules>>;
}

impl Default for Config {
    /// The engine that fits the rule best, with laws.
    fn default() -> Config {
        Config { engine: EngineName::Auto, law: true, compiler: None }
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
    /// A table of all positions in order, by interpretation.
    Table,
    /// The same by native code.
    Native,
    /// Block maps over digits.
    Digits,
    /// Subtraction sets and codes, by their period.
    Periodic,
    /// The staircase form of rows.
    Staircase,
    /// Rows that fall apart, each segment by itself.
    Segments,
    /// All rows of one width as numbers.
    Masks,
    /// Laws of turning coins.
    Coins,
    /// Tuples whose moves go along rays.
    Rays,
    /// Products of coin games, by nim products of values.
    Products,
}

impl EngineName {
    /// Every engine, in the order in which help lists them.
    pub const ALL: [EngineName; 13] = [
        EngineName::Auto,
        EngineName::Naive,
        EngineName::Search,
        EngineName::Table,
        EngineName::Native,
        EngineName::Digits,
        EngineName::Periodic,
        EngineName::Staircase,
        EngineName::Segments,
        EngineName::Masks,
        EngineName::Coins,
        EngineName::Rays,
        EngineName::Products,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EngineName::Auto => "auto",
            EngineName::Naive => "naive",
            EngineName::Search => "search",
            EngineName::Table => "table",
            EngineName::Native => "native",
            EngineName::Digits => "digits",
            EngineName::Periodic => "periodic",
            EngineName::Staircase => "staircase",
            EngineName::Segments => "segments",
            EngineName::Masks => "masks",
            EngineName::Coins => "coins",
            EngineName::Rays => "rays",
            EngineName::Products => "products",
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
