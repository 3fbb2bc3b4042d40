//! The beginning of a file: which rule, which positions.

use serde::{Deserialize, Serialize};

use super::super::labels::Labels;
use super::super::rule_mark::RuleMark;
use super::super::sealed::{PROGRAM, Wrong, open, seal};
use super::{BLOCK, KIND};

/// The most values that a block may hold: a file must not ask for more memory.
const LARGEST_BLOCK: u32 = 1 << 20;

/// What the values of a table file are of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableHead {
    /// The rule.
    pub rule: RuleMark,
    /// The positions.
    pub positions: Positions,
}

/// The positions of a stored table, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Positions {
    /// Heaps or single coins, ascending by one.
    Numbers {
        /// The first of them.
        from: u64,
    },
    /// Tuples in lexical order, each entry from 0 to the one given.
    Tuples {
        /// The last of each entry.
        to: Vec<u64>,
    },
    /// Rows of `width` cells in lexical order.
    Rows {
        /// How many cells each row has.
        width: usize,
        /// The cells, ascending.
        cells: String,
    },
}

impl Positions {
    /// The names of the positions.
    #[must_use]
    pub fn labels(&self) -> Labels<'_> {
        match self {
            Positions::Numbers { from } => Labels::Numbers { from: *from },
            Positions::Tuples { to } => Labels::Tuples { to },
            Positions::Rows { width, cells } => Labels::Rows { width: *width, alphabet: cells.as_bytes() },
        }
    }

    /// Whether there can be `count` of them.
    pub(super) fn can_be(&self, count: u64) -> bool {
        match self {
            Positions::Numbers { from } => u128::from(*from) + u128::from(count) <= 1 << 64,
            Positions::Tuples { to } => {
                !to.is_empty() && product(to.iter().map(|&last| u128::from(last) + 1)) == Some(count.into())
            }
            Positions::Rows { width, cells } => match cells.len() as u128 {
                // Powers of these do not grow, and a hostile width would take for ever.
                letters @ (0 | 1) => u128::from(count) == if *width == 0 { 1 } else { letters },
                letters => {
                    *width <= 64 && product(std::iter::repeat_n(letters, *width)) == Some(count.into())
                }
            },
        }
    }
}

/// The product, if it is a number of positions that a table can have.
fn product(mut factors: impl Iterator<Item = u128>) -> Option<u128> {
    factors.try_fold(1_u128, |all, factor| all.checked_mul(factor).filter(|all| *all <= 1 << 64))
}

impl From<Labels<'_>> for Positions {
    fn from(labels: Labels<'_>) -> Positions {
        match labels {
            Labels::Numbers { from } => Positions::Numbers { from },
            Labels::Tuples { to } => Positions::Tuples { to: to.to_vec() },
            Labels::Rows { width, alphabet } => {
                Positions::Rows { width, cells: alphabet.iter().copied().map(char::from).collect() }
            }
        }
    }
}

/// The description as it stands in the file.
#[derive(Serialize, Deserialize)]
struct Description {
    program: String,
    rule: RuleMark,
    positions: Positions,
    block: u32,
}

/// The bytes of the head; none if the rule is too long to be described.
pub(super) fn encode(head: &TableHead) -> Option<Vec<u8>> {
    let description = Description {
        program: PROGRAM.to_owned(),
        rule: head.rule.clone(),
        positions: head.positions.clone(),
        block: BLOCK,
    };
    seal(KIND, &description)
}

/// What a whole head says, and how many values its blocks hold.
pub(super) fn decode(bytes: &[u8]) -> Result<(TableHead, u32), Wrong> {
    let Description { rule, positions, block, .. } = open(KIND, bytes)?;
    if block == 0 || block > LARGEST_BLOCK {
        return Err(Wrong::Damaged("the size of the blocks is absurd"));
    }
    if let Positions::Rows { cells, .. } = &positions
        && !(cells.is_ascii() && !cells.is_empty() && cells.bytes().is_sorted_by(|a, b| a < b))
    {
        return Err(Wrong::Damaged("the cells of the rows make no sense"));
    }
    Ok((TableHead { rule, positions }, block))
}
