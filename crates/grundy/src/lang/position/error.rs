//! What can be wrong with a position as a user types it.

use std::fmt;

use thiserror::Error;

use super::number::{MAX_BITS, MAX_DIGITS};
use crate::ruleset::Span;

/// A position or a number that could not be read: where, what, and how to mend
/// it.
///
/// Displayed on one line, `column 3: what is wrong (what to write)`, or without
/// the column if the whole text is meant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct PositionError {
    span: Span,
    column: usize,
    #[source]
    kind: Kind,
}

impl PositionError {
    /// An error at `span` of `text`.
    pub(super) fn new(text: &str, span: Span, kind: Kind) -> PositionError {
        let column = text.get(..span.start).unwrap_or_default().chars().count() + 1;
        PositionError { span, column, kind }
    }

    /// The place in the text, in bytes; may be empty at the end of the text.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// The place in the text, in characters, from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// What is wrong, without a full stop.
    #[must_use]
    pub fn message(&self) -> String {
        self.kind.to_string()
    }

    /// What to write instead.
    #[must_use]
    pub fn cure(&self) -> String {
        self.kind.cure()
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !matches!(self.kind, Kind::Empty(_) | Kind::TooLong) {
            write!(f, "column {}: ", self.column)?;
        }
        write!(f, "{} ({})", self.kind, self.kind.cure())
    }
}

/// What is read, for the messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A number that is no position.
    Number,
    /// A heap.
    Heap,
    /// A row of coins.
    Coins,
    /// A strip of cells.
    Row,
    /// A heap, a tuple or a tagged position.
    Shape,
    /// A list.
    Seq,
    /// A board of coins.
    Board,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Kind {
    #[error("{}", if *.0 == Wanted::Number { "the number is empty" } else { "the position is empty" })]
    Empty(Wanted),
    #[error("the text is longer than 4 MiB")]
    TooLong,
    #[error("a number is missing at the end")]
    Missing(Wanted),
    #[error("{found} cannot stand here")]
    Unexpected { found: String, wanted: Wanted },
    #[error("{found} cannot stand here")]
    Habit { found: String, typed: &'static str },
    #[error("{}", several(*.0))]
    Several(Wanted),
    #[error("this reads as a sum of positions")]
    Sum { positions: String, number: String },
    #[error("`+` cannot stand here")]
    Plus,
    #[error("this `{opening}` is never closed")]
    Unclosed { opening: char, closing: char },
    #[error("this is negative")]
    Negative(Wanted),
    #[error("the exponent is negative")]
    NegativeExponent,
    #[error("`{written}` is not a number")]
    NotNumber { written: String, cure: String },
    #[error("this number has more than {MAX_DIGITS} digits")]
    TooManyDigits,
    #[error("this number has more than {MAX_BITS} bits")]
    TooLarge,
    #[error("this takes too much arithmetic")]
    TooMuchWork,
    #[error("the brackets are nested too deep")]
    TooDeep,
    #[error("{found} is neither heads nor tails")]
    NotCoin { found: String },
    #[error("a row of coins is not written with digits")]
    DigitsForCoins,
    #[error("{found} is no position of this rule")]
    NoShape { found: String, shapes: String },
    #[error("a coin of this board has {wanted} coordinates, not {found}")]
    Coordinates { wanted: usize, found: usize },
    #[error("the rule names no cell {found}")]
    NoCell { found: String, alphabet: String },
}

fn several(wanted: Wanted) -> &'static str {
    match wanted {
        Wanted::Heap => "a rule of one heap takes one number",
        Wanted::Coins => "a coin of a row has one number",
        Wanted::Seq => "a list stands in brackets",
        Wanted::Number | Wanted::Row | Wanted::Shape | Wanted::Board => "one number is wanted here",
    }
}

impl Kind {
    fn cure(&self) -> String {
        match self {
            Kind::Empty(wanted) | Kind::Missing(wanted) | Kind::Unexpected { wanted, .. } => match wanted {
                Wanted::Number | Wanted::Heap => "write a number, as in `27`, `10**40` or `2**36 - 1`",
                Wanted::Coins => "write `THHTTH`, `{1,2,5}` or the number of one coin",
                Wanted::Row => "write the cells one after the other, as in `0110100`",
                Wanted::Shape => {
                    "write a number, a tuple `(3,5)` or a tagged position `open(4)`, as the rule has them"
                }
                Wanted::Seq => "write the numbers in brackets, as in `[3,1,2]`",
                Wanted::Board => "write the places of the heads in braces, as in `{(1,2), (2,2)}`",
            },
            Kind::Habit { typed, .. } => return format!("write `{typed}`"),
            Kind::DigitsForCoins => {
                "write heads and tails, as in `THHT`; one coin is its number without zeros before it"
            }
            Kind::TooLong => "write a large number as a power, as in `10**40`",
            Kind::Sum { positions, number } => {
                return format!(
                    "write the positions of a sum one after the other: `{positions}`; one number is `{number}`"
                );
            }
            Kind::Plus => "write the positions of a sum one after the other, and a number without a sign",
            Kind::Several(Wanted::Coins) => "write the coins that show heads as `{1,2,5}`",
            Kind::Several(Wanted::Heap) => {
                "write several heaps as several positions, and a large number without commas, as in `1_000`"
            }
            Kind::Several(Wanted::Seq) => "write the numbers in brackets, as in `[3,1,2]`",
            Kind::Several(_) => "write a large number without commas, as in `1_000`",
            Kind::Unclosed { closing, .. } => return format!("close it with `{closing}`"),
            Kind::Negative(Wanted::Number) => "write a number that is at least 0",
            Kind::Negative(_) => "the numbers of a position are at least 0",
            Kind::NegativeExponent => "write an exponent that is at least 0",
            Kind::NotNumber { cure, .. } => cure,
            Kind::TooManyDigits => "write it as a power, as in `10**40`, or write a smaller one",
            Kind::TooLarge => "write a smaller one",
            Kind::TooMuchWork => "write the result instead",
            Kind::TooDeep => "take brackets out",
            Kind::NotCoin { .. } => "write `H` and `T` only, or `{1,2,5}`",
            Kind::NoShape { shapes, .. } => return format!("its positions look like {shapes}"),
            Kind::Coordinates { .. } => "write the places of the heads in braces, as in `{(1,2), (2,2)}`",
            Kind::NoCell { alphabet, .. } => return format!("its cells are {alphabet}"),
        }
        .to_owned()
    }
}
