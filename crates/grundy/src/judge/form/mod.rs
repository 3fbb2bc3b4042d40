//! Forms of input: what the numbers and words of a contest input mean.
//!
//! A form is read from a short text, here in full:
//!
//! ```text
//! form  = item { "," item }
//! item  = NAME range              a number, known by this name from here on
//!       | "set" NAME member       a member of a set; the set holds what the repetition around it reads
//!       | "gather" NAME body      the set holds what `set NAME` reads inside, however deep
//!       | "heap" entry            a heap of the position
//!       | "tuple" entries         a position of several numbers
//!       | "tag" NAME entries      a position under this tag
//!       | "list" body             a position that lists the entries inside
//!       | "entry" entry           inside "list": its next entry
//!       | "coin" member           a coin that shows heads, of a row or of a board; a coin read twice is one coin
//!       | "flip" member           a coin that is turned: read twice it shows tails again
//!       | "row" INT CELLS body    a row of INT cells, all of the first of the two CELLS
//!       | "piece" range           a number, inside "row": this cell, counted from 1, is of the second
//!       | "strip" [expr] CELLS    a word of these CELLS, of expr letters: a row
//!       | "runs" [expr] CELLS     a word of the two CELLS, of expr letters: each run of the first is a heap
//!       | "bits" expr CELLS       words of the two CELLS, of expr letters together: a heap with the bit 2**i
//!                                 where the i-th letter, counted from 0, is the first
//!       | expr "times" [ "as" NAME ] body   the body, so many times; NAME is the round, counted from 0
//!       | "until" "end" body      the body, again and again to the end of the input
//!       | "until" "zero" body     the body, until a 0 stands where it would begin
//!       | "until" "newline" body  the body once, and again to the end of the line
//!       | "case" body             what is read inside is one position, and asks for one answer
//!       | "each" "heap" range     reads nothing: each heap in the range is a position of its own
//!       | "joined" body           the answers inside stand on one line
//! body  = item | "(" form ")"
//! range = expr ".." [ expr ]      both ends belong to it; without a right end it ends at 2**63 - 1
//! entry = range | expr            a range reads a number in it, an expression is the number itself
//! entries = "(" entry { "," entry } ")"
//! member = entry | "(" entry "," entry ")"
//! expr  = numbers and names with + - * and brackets; / INT rounds down
//! CELLS = different characters in double quotes, two of them except for `strip`
//! ```
//!
//! Numbers and words are parted by any white space; only `until newline` sees
//! the lines. A name is known to the end of the repetition in which it is read.
//! Every repetition reads something each time round, so a form ends on every
//! input, whatever number of repetitions the input announces.

mod expr;
mod lex;
mod parse;

use thiserror::Error;

pub(super) use expr::Bound;

use crate::ruleset::Tag;

/// A form that was checked: names are slots, and one place asks for answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// What to read, in order.
    pub(super) items: Vec<Item>,
    /// What the positions are made of.
    pub(super) kind: Kind,
    /// The shapes of components, in a position of several kinds; the first is a heap.
    pub(super) shapes: Vec<Shape>,
    /// How many numbers have names.
    pub(super) numbers: usize,
    /// For each set, how many numbers a member of it has.
    pub(super) sets: Vec<usize>,
    /// Whether a coin read twice shows tails again.
    pub(super) flips: bool,
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
    /// One board of coins, two numbers each.
    Board,
    /// A sum of components of any shape.
    Shapes,
}

/// What a component looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A heap.
    Heap,
    /// So many numbers.
    Tuple(usize),
    /// So many numbers under a tag.
    Tagged(Tag, usize),
    /// Numbers, however many.
    List,
    /// Cells, of which the numbers name those that hold a piece.
    Row(RowShape),
    /// Cells, each a number; these are allowed.
    Strip(Vec<u8>),
}

/// One thing to read or to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// Reads a number and keeps it in a slot.
    Number { slot: usize, name: String, range: Range },
    /// Adds a member to a set.
    Member { set: usize, name: String, entries: Vec<Entry> },
    /// Empties a set, which its body then fills.
    Gather { set: usize, body: Vec<Item> },
    /// Adds a heap to the position.
    Heap(Entry),
    /// Adds a number to the component, or to the coins, called so in messages.
    Entry { name: &'static str, entry: Entry },
    /// Does one thing after the other.
    Both(Vec<Item>),
    /// Adds a component of this shape, with the numbers that the body adds.
    Component { shape: usize, body: Vec<Item> },
    /// Reads a word and adds a row of this shape.
    Strip { length: Option<Bound>, shape: usize },
    /// Reads a word and adds a heap for each run of the first letter.
    Runs { length: Option<Bound>, letters: [u8; 2] },
    /// Reads words of so many letters together and adds a heap.
    Bits { length: Bound, letters: [u8; 2] },
    /// Repeats its body; the sets that the body fills are emptied first. The
    /// number of the round goes to a slot.
    Repeat { until: Until, round: Option<usize>, sets: Vec<usize>, body: Vec<Item> },
    /// Reads a position and asks for an answer.
    Case(Vec<Item>),
    /// Asks for an answer for each heap in a range.
    EachHeap(Range),
    /// Reads its body; the answers inside stand on one line.
    Joined(Vec<Item>),
}

/// When a repetition ends.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) from: Bound,
    pub(super) to: Bound,
}

/// A number of a position or of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// It is read.
    Read(Range),
    /// It is known.
    Known(Bound),
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
