//! The answers of the [`Solver`](super::Solver).

use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;

use crate::ruleset::Position;
use crate::theory::{BigNimber, LoopyValue, Outcome, Values};

/// A position as a user may type it, of any size.
pub type BigPosition = Position<BigUint>;

/// How a value was found, and so what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Method {
    /// By a law that is proved, by a theorem or by a check that the theorem asks for.
    Law,
    /// By block maps over the digits.
    Digits,
    /// From a table of all smaller positions.
    Table,
    /// From the positions that can be reached, by depth-first search.
    Search,
    /// By the definition alone.
    Naive,
}

impl Method {
    /// The name in JSON: `law`, `digits`, `table`, `search`, `naive`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Law => "law",
            Method::Digits => "digits",
            Method::Table => "table",
            Method::Search => "search",
            Method::Naive => "naive",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The value of a position, in the way of the convention that it is played by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlayValue {
    /// Normal play: the nimber. In misère play the misère value, which says who
    /// wins the position by itself.
    Nimber(BigNimber),
    /// Loopy play: the nimber, or ∞(K).
    Loopy(LoopyValue),
    /// Misère play: no number says how a sum, or a component of one, behaves.
    None,
}

impl PlayValue {
    /// The nimber, if the value is one.
    #[must_use]
    pub fn nimber(&self) -> Option<BigNimber> {
        match self {
            PlayValue::Nimber(value) => Some(value.clone()),
            PlayValue::Loopy(value) => value.finite().map(BigNimber::from),
            PlayValue::None => None,
        }
    }
}

/// The number, `inf{0,2}`, or `none`.
impl fmt::Display for PlayValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayValue::Nimber(value) => value.fmt(f),
            PlayValue::Loopy(value) => value.fmt(f),
            PlayValue::None => f.write_str("none"),
        }
    }
}

/// The value of a sum, and of each of its components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The value of the sum; in normal play the nim-sum of the parts' values.
    pub value: PlayValue,
    /// Who wins.
    pub outcome: Outcome,
    /// The components in their order.
    pub parts: Vec<Part>,
    /// How the values were found; of several ways the one that rests on most work.
    pub method: Method,
}

/// One component of a sum with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The component.
    pub position: BigPosition,
    /// Its value.
    pub value: PlayValue,
}

/// Every winning move of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// Who wins.
    pub outcome: Outcome,
    /// The value of the sum.
    pub value: PlayValue,
    /// The winning moves, by component, then by what they leave; none exactly
    /// when the player to move loses.
    pub moves: Vec<Move>,
}

/// A move in one component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which component, counted from 0.
    pub component: usize,
    /// The component before the move.
    pub from: BigPosition,
    /// What the move leaves of it: a sum, perhaps empty.
    pub to: Vec<BigPosition>,
}

/// The values of a stretch of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// Heaps, or single coins: `values[i]` belongs to position `from + i`.
    Numbers {
        /// The first position.
        from: u64,
        /// The values.
        values: Arc<Values>,
        /// How they were found.
        method: Method,
    },
    /// All tuples in lexical order, each entry from 0 on.
    Tuples {
        /// The last of each entry.
        to: Vec<u64>,
        /// The values.
        values: Values,
        /// How they were found.
        method: Method,
    },
    /// All rows of one width in lexical order, cells in the order of `alphabet`.
    Rows {
        /// How many cells each row has.
        width: usize,
        /// The cells, ascending.
        alphabet: Vec<u8>,
        /// The values.
        values: Values,
        /// How they were found.
        method: Method,
    },
}

impl Table {
    /// The values in the order of the positions.
    #[must_use]
    pub fn values(&self) -> &Values {
        match self {
            Table::Numbers { values, .. } => values,
            Table::Tuples { values, .. } | Table::Rows { values, .. } => values,
        }
    }

    /// How the values were found.
    #[must_use]
    pub fn method(&self) -> Method {
        match self {
            Table::Numbers { method, .. } | Table::Tuples { method, .. } | Table::Rows { method, .. } => {
                *method
            }
        }
    }

    /// The position that the value at `index` belongs to, as a user types it.
    #[must_use]
    pub fn position(&self, index: usize) -> String {
        match self {
            Table::Numbers { from, .. } => (u128::from(*from) + index as u128).to_string(),
            Table::Tuples { to, .. } => {
                let mut rest = index as u128;
                let mut entries = vec![0; to.len()];
                for (entry, &last) in entries.iter_mut().zip(to).rev() {
                    let count = u128::from(last) + 1;
                    *entry = rest % count;
                    rest /= count;
                }
                Position::Tuple(entries).to_string()
            }
            Table::Rows { width, alphabet, .. } => {
                let mut rest = index;
                let mut cells = vec![' '; *width];
                for cell in cells.iter_mut().rev() {
                    *cell = char::from(alphabet[rest % alphabet.len()]);
                    rest /= alphabet.len();
                }
                cells.into_iter().collect()
            }
        }
    }
}

/// The answer to a claim about the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// True for every position, by a law that is proved.
    Proved {
        /// The theorem, in words.
        theorem: String,
        /// The last position that was looked at besides.
        to: u64,
    },
    /// True for every position up to `to`; nothing is said of larger ones.
    HoldsTo {
        /// The last position looked at.
        to: u64,
    },
    /// False.
    Refuted {
        /// The least position at which the claim is false.
        counterexample: BigUint,
        /// The value there.
        value: BigNimber,
        /// The last position that was asked for.
        to: u64,
    },
}

/// Which engine serves a rule, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineReport {
    /// The engine's name, as `--engine` takes it.
    pub engine: &'static str,
    /// What was recognised in the rule, in a sentence.
    pub reason: String,
    /// What is known of all values at once, if anything is, with its theorem.
    pub law: Option<String>,
}

/// A position taken apart: its options, their values, and the mex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The value of the sum and of its parts.
    pub evaluation: Evaluation,
    /// One entry for each component.
    pub parts: Vec<ExplainedPart>,
    /// Every winning move.
    pub moves: Moves,
}

/// What an option leaves, and its value.
pub type ValuedOption = (Vec<BigPosition>, PlayValue);

/// One component, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedPart {
    /// The component.
    pub position: BigPosition,
    /// Its value.
    pub value: PlayValue,
    /// Its options with their values, by value, then in canonical order; none if
    /// there are too many to list.
    pub options: Option<Vec<ValuedOption>>,
}
