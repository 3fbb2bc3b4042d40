//! Positions as users type them: `27`, `10**40`, `THHTTH`, `{1,2,5}`, `0110100`.
//!
//! What a text means depends on the rule: `0110100` is a number to a rule of
//! heaps and a strip to a rule of rows. Positions are read with numbers of any
//! size; whether an engine reaches that far is not asked here.

mod entries;
mod error;
mod number;

use num_bigint::BigUint;

use crate::lang::ir::ShapeInfo;
use crate::ruleset::{CoinSet, Position, Row};
pub use error::PositionError;
use error::{Kind, Wanted};
use number::{Numbers, in_words};

/// The longest text of a position: 4 MiB.
const MAX_TEXT: usize = 4 << 20;

/// What the positions of a rule look like.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionKind {
    /// A heap: one number.
    Heap,
    /// A heap, a tuple or a tagged position of one of these shapes.
    Shapes(Vec<ShapeInfo>),
    /// A list of numbers.
    Seq,
    /// A row of coins.
    Coins,
    /// A board of coins with so many coordinates.
    Board(usize),
    /// A strip of these cells, each an ASCII letter, digit, `.` or `_`.
    Row(Vec<u8>),
}

/// The position that `text` names in a rule of this kind; blanks around it mean
/// nothing.
///
/// A heap is a number as [`parse_number`] reads it; but `3 + 5`, which is how a sum of
/// two heaps is shown, is refused, and `(3 + 5)` is a number. A row of coins is written
/// as `THHTTH`, the first coin being number 0, as the set of its heads,
/// `{1,2,5}`, in which a coin listed twice is one coin, or as the number of its
/// one head. A strip is written cell by cell, a tuple as `(3,5)`, a tagged position
/// as `open(4)`, a list as `[3,1,2]`, and a board of coins as the set of the places
/// of its heads, `{(1,2), (2,2)}`, or as the place of its one head. Entries whose
/// order means nothing to the rule are sorted.
///
/// # Errors
///
/// [`PositionError`] if the text names no such position, or a number of more
/// than four million bits.
///
/// # Examples
///
/// ```
/// use grundy::lang::{PositionKind, parse_position};
///
/// let heap = parse_position(PositionKind::Heap, "10**4 + 7").unwrap();
/// assert_eq!(heap.to_string(), "10007");
/// let coins = parse_position(PositionKind::Coins, "THHTTH").unwrap();
/// assert_eq!(coins.to_string(), "{1,2,5}");
///
/// let error = parse_position(PositionKind::Heap, "(3,5)").unwrap_err();
/// assert_eq!(error.message(), "a rule of one heap takes one number");
/// ```
pub fn parse_position(kind: PositionKind, text: &str) -> Result<Position<BigUint>, PositionError> {
    match kind {
        PositionKind::Heap => heap(text).map(Position::Heap),
        PositionKind::Shapes(shapes) => entries::shaped(&shapes, text),
        PositionKind::Seq => entries::seq(text).map(Position::Seq),
        PositionKind::Coins => coins(text).map(Position::Coins),
        PositionKind::Board(coordinates) => entries::board(coordinates, text).map(Position::Board),
        PositionKind::Row(alphabet) => row(&alphabet, text).map(Position::Row),
    }
}

/// The number that `text` names: in decimal, with underscores if wanted, as
/// `0xff` or `0b101`, and sums, differences, products and powers of such, as in
/// `2**36 - 1`, with the precedence of the rule language.
///
/// # Errors
///
/// [`PositionError`] if the text is no such number, if the number is negative
/// or has more than four million bits, or if a number in between has.
///
/// # Examples
///
/// ```
/// use grundy::lang::parse_number;
///
/// assert_eq!(parse_number("2**36").unwrap(), (1_u64 << 36).into());
/// assert!(parse_number("10**10**10").is_err());
/// ```
pub fn parse_number(text: &str) -> Result<BigUint, PositionError> {
    number(text, Wanted::Number)
}

fn number(text: &str, wanted: Wanted) -> Result<BigUint, PositionError> {
    check_length(text, wanted)?;
    Numbers::read(text, 0, wanted, Numbers::number)
}

fn heap(text: &str) -> Result<BigUint, PositionError> {
    check_length(text, Wanted::Heap)?;
    Numbers::read(text, 0, Wanted::Heap, Numbers::position)
}

/// The place of a `+` that is the next character of `text` from the byte `at` on,
/// blanks left out: somebody wrote a sum as it is shown.
fn plus_at(text: &str, at: usize) -> Option<PositionError> {
    let rest = text.get(at..)?;
    let plus = at + rest.len() - rest.trim_start().len();
    text.get(plus..)?.starts_with('+').then(|| PositionError::new(text, plus..plus + 1, Kind::Plus))
}

/// A text that holds nothing, or too much, is not looked at any further.
fn check_length(text: &str, wanted: Wanted) -> Result<(), PositionError> {
    let kind = if text.len() > MAX_TEXT {
        Kind::TooLong
    } else if text.trim().is_empty() {
        Kind::Empty(wanted)
    } else {
        return Ok(());
    };
    Err(PositionError::new(text, 0..text.len(), kind))
}

fn coins(text: &str) -> Result<CoinSet<BigUint>, PositionError> {
    check_length(text, Wanted::Coins)?;
    let start = text.len() - text.trim_start().len();
    if text.trim_start().starts_with(|c: char| c.is_alphabetic()) {
        return faces(text, start);
    }
    let typed = text.trim();
    if typed.len() > 1 && typed.starts_with('0') && typed.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(PositionError::new(text, start..start + typed.len(), Kind::DigitsForCoins));
    }
    Numbers::read(text, start, Wanted::Coins, |numbers| heads(numbers, start)).map(CoinSet::from_heads)
}

/// One number, or several between braces that open at the byte `start`.
fn heads(numbers: &mut Numbers<'_>, start: usize) -> Result<Vec<BigUint>, PositionError> {
    if !numbers.eat("{") {
        return Ok(vec![numbers.position()?]);
    }
    let mut heads = Vec::new();
    if numbers.eat("}") {
        return Ok(heads);
    }
    loop {
        heads.push(numbers.number()?);
        if !numbers.eat(",") {
            break;
        }
    }
    if numbers.eat("}") {
        return Ok(heads);
    }
    // At the end of the text the bracket is what is wrong.
    if numbers.at_end() {
        return Err(numbers.error(start..start + 1, Kind::Unclosed { opening: '{', closing: '}' }));
    }
    Err(numbers.unexpected())
}

/// A row of coins as `THHTTH`, from the byte `start` on.
fn faces(text: &str, start: usize) -> Result<CoinSet<BigUint>, PositionError> {
    let mut heads = Vec::new();
    for (coin, (at, face)) in text.trim().char_indices().enumerate() {
        match face {
            'H' | 'h' => heads.push(BigUint::from(coin)),
            'T' | 't' => {}
            _ => {
                if let Some(error) = plus_at(text, start + at) {
                    return Err(error);
                }
                let span = start + at..start + at + face.len_utf8();
                return Err(PositionError::new(text, span, Kind::NotCoin { found: in_words(face) }));
            }
        }
    }
    Ok(CoinSet::from_heads(heads))
}

fn row(alphabet: &[u8], text: &str) -> Result<Row, PositionError> {
    check_length(text, Wanted::Row)?;
    let start = text.len() - text.trim_start().len();
    let mut cells = Vec::new();
    for (at, found) in text.trim().char_indices() {
        match u8::try_from(found) {
            Ok(cell) if Row::is_cell(cell) && alphabet.contains(&cell) => cells.push(cell),
            _ => {
                if let Some(error) = plus_at(text, start + at) {
                    return Err(error);
                }
                let span = start + at..start + at + found.len_utf8();
                let kind = if found.is_whitespace() || found.is_control() {
                    Kind::Unexpected { found: in_words(found), wanted: Wanted::Row }
                } else {
                    let names: Vec<String> =
                        alphabet.iter().map(|&cell| format!("`{}`", char::from(cell))).collect();
                    Kind::NoCell { found: in_words(found), alphabet: names.join(", ") }
                };
                return Err(PositionError::new(text, span, kind));
            }
        }
    }
    Row::new(cells).ok_or_else(|| PositionError::new(text, 0..text.len(), Kind::Empty(Wanted::Row)))
}
