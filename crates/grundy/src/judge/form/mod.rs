//! Forms of input: what the numbers and words of a contest input mean.
//!
//! A form is read from a short text, here in full:
//!
//! ```text
//! form  = item { "," item }
//! item  = NAME range              a number, known by this name from here on
//!       | "set" NAME range        a number of a set; the set holds what the repetition around it reads
//!       | "heap" range            a number: a heap of the position
//!       | "coin" range            a number: a coin that shows heads; a coin read twice is one coin
//!       | "row" INT CELLS body    a row of INT cells, all of the first of the two CELLS
//!       | "piece" range           a number, inside "row": this cell, counted from 1, is of the second
//!       | "runs" [count] CELLS    a word of the two CELLS, of count letters: each run of the first is a heap
//!       | count "times" body      the body, so many times
//!       | "until" "end" body      the body, again and again to the end of the input
//!       | "until" "zero" body     the body, until a 0 stands where it would begin
//!       | "until" "newline" body  the body once, and again to the end of the line
//!       | "case" body             what is read inside is one position, and asks for one answer
//!       | "each" "heap" range     reads nothing: each heap in the range is a position of its own
//!       | "joined" body           the answers inside stand on one line
//! body  = item | "(" form ")"
//! count = INT | NAME
//! range = bound ".." [ bound ]    both ends belong to it; without a right end it ends at 2**63 - 1
//! bound = INT [ "**" INT ] | NAME
//! CELLS = two characters in double quotes
//! ```
//!
//! Numbers and words are parted by any white space; only `until newline` sees
//! the lines. A name is known to the end of the repetition in which it is read.
//! Every repetition reads something each time round, so a form ends on every
//! input, whatever number of repetitions the input announces.

mod lex;
mod parse;

use thiserror::Error;

/// A form that was checked: names are slots, and one place asks for answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// What to read, in order.
    pub(super) items: Vec<Item>,
    /// What the positions are made of.
    pub(super) kind: Kind,
    /// How many numbers have names.
    pub(super) numbers: usize,
    /// How many sets there are.
    pub(super) sets: usize,
    /// Whether several answers may stand on one line.
    pub(super) joined: bool,
    /// The names that are known where an answer is asked for.
    pub(super) names: Vec<(String, Name)>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// The number in this slot.
    Number(usize),
    /// The set in this slot.
    Set(usize),
}

/// What the positions of a problem are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A sum of heaps.
    Heaps,
    /// One row of coins.
    Coins,
    /// A sum of rows of cells.
    Rows,
}

/// One thing to read or to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// Reads a number and keeps it in a slot.
    Number { slot: usize, name: String, range: Range },
    /// Reads a number and adds it to a set.
    Member { set: usize, name: String, range: Range },
    /// Reads a number and adds a heap to the position.
    Heap(Range),
    /// Reads a number and adds a coin to the position.
    Coin(Range),
    /// Reads a number and adds a piece to the row.
    Piece(Range),
    /// Adds a row to the position.
    Row { shape: RowShape, body: Vec<Item> },
    /// Reads a word and adds a heap for each run of the first letter.
    Runs { length: Option<Bound>, letters: [u8; 2] },
    /// Repeats its body; the sets that the body fills are emptied first.
    Repeat { until: Until, sets: Vec<usize>, body: Vec<Item> },
    /// Reads a position and asks for an answer.
    Case(Vec<Item>),
    /// Asks for an answer for each heap in a range.
    EachHeap(Range),
    /// Reads its body; the answers inside stand on one line.
    Joined(Vec<Item>),
}

/// When a repetition ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// After so many times.
    Times(Bound),
    /// At the end of the input.
    End,
    /// At a 0, which is read.
    Zero,
    /// At the end of the line.
    Newline,
}

/// A row before pieces are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowShape {
    /// How many cells there are.
    pub(super) length: usize,
    /// What stands in a cell without a piece.
    pub(super) empty: u8,
    /// What stands in a cell with a piece.
    pub(super) piece: u8,
}

/// The numbers that may stand at a place, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) from: Bound,
    pub(super) to: Bound,
}

/// A number known when the form is written, or read before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// This number.
    Number(u64),
    /// The number in this slot.
    Slot(usize),
}

/// What is wrong with the text of a form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at character {}: {what}", at + 1)]
pub struct FormError {
    /// The byte of the text at which the trouble begins.
    pub at: usize,
    /// What is wrong, and what would be right.
    pub what: String,
}
