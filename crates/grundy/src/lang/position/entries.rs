//! Positions of several entries: tuples, tagged positions, lists, boards.

use num_bigint::BigUint;

use super::check_length;
use super::error::{Kind, PositionError, Wanted};
use super::number::Numbers;
use crate::lang::ir::ShapeInfo;
use crate::ruleset::{CoinSet, Coordinates, Position};

/// A heap, a tuple or a tagged position of one of these shapes.
pub(super) fn shaped(shapes: &[ShapeInfo], text: &str) -> Result<Position<BigUint>, PositionError> {
    check_length(text, Wanted::Shape)?;
    Numbers::read(text, 0, Wanted::Shape, |numbers| {
        let start = numbers.mark();
        let (tag, entries) = tag_and_entries(numbers)?;
        let fits = |shape: &&ShapeInfo| {
            shape.arity == entries.len() && shape.tag.as_ref().map(|tag| tag.text()) == tag
        };
        match shapes.iter().find(fits) {
            Some(shape) => Ok(shape.position(entries)),
            None => {
                let end = numbers.mark();
                let found = text.get(start..end).unwrap_or_default().trim();
                let found = if found.len() > 40 { "this".to_owned() } else { format!("`{found}`") };
                Err(numbers.error(start..end, Kind::NoShape { found, shapes: examples(shapes) }))
            }
        }
    })
}

/// The tag, if there is one, and the numbers.
fn tag_and_entries<'t>(numbers: &mut Numbers<'t>) -> Result<(Option<&'t str>, Vec<BigUint>), PositionError> {
    let start = numbers.mark();
    if let Some(tag) = numbers.word() {
        let bracket = numbers.mark();
        if numbers.eat("(") {
            return Ok((Some(tag), numbers.until(bracket, '(', ')')?));
        }
        numbers.back_to(start);
        return Err(numbers.unexpected());
    }
    // `(3 + 4) * 2` is one number, `(3, 4)` are two.
    if numbers.eat("(") {
        numbers.number()?;
        if numbers.eat(",") {
            numbers.back_to(start);
            numbers.eat("(");
            return Ok((None, numbers.until(start, '(', ')')?));
        }
        numbers.back_to(start);
    }
    Ok((None, vec![numbers.position()?]))
}

/// A list.
pub(super) fn seq(text: &str) -> Result<Vec<BigUint>, PositionError> {
    check_length(text, Wanted::Seq)?;
    Numbers::read(text, 0, Wanted::Seq, |numbers| {
        let start = numbers.mark();
        if numbers.eat("[") { numbers.until(start, '[', ']') } else { Err(numbers.unexpected()) }
    })
}

/// A board of coins whose places have so many coordinates.
pub(super) fn board(coordinates: usize, text: &str) -> Result<CoinSet<Coordinates<BigUint>>, PositionError> {
    check_length(text, Wanted::Board)?;
    Numbers::read(text, 0, Wanted::Board, |numbers| {
        let start = numbers.mark();
        if !numbers.eat("{") {
            return Ok(vec![place(numbers, coordinates)?]);
        }
        let mut heads = Vec::new();
        if numbers.eat("}") {
            return Ok(heads);
        }
        loop {
            heads.push(place(numbers, coordinates)?);
            if numbers.eat("}") {
                return Ok(heads);
            }
            if !numbers.eat(",") {
                return Err(match numbers.at_end() {
                    true => {
                        let kind = Kind::Unclosed { opening: '{', closing: '}' };
                        numbers.error(start..start + 1, kind)
                    }
                    false => numbers.unexpected(),
                });
            }
        }
    })
    .map(CoinSet::from_heads)
}

/// One place of a board: `(1,2)`.
fn place(numbers: &mut Numbers<'_>, coordinates: usize) -> Result<Coordinates<BigUint>, PositionError> {
    let start = numbers.mark();
    if !numbers.eat("(") {
        return Err(numbers.unexpected());
    }
    let entries = numbers.until(start, '(', ')')?;
    if entries.len() == coordinates {
        return Ok(Coordinates::new(entries));
    }
    let end = numbers.mark();
    let kind = Kind::Coordinates { wanted: coordinates, found: entries.len() };
    Err(numbers.error(start..end, kind))
}

/// A position of each shape, for messages: `7`, `(3,5)`, `open(4)`.
fn examples(shapes: &[ShapeInfo]) -> String {
    let example = |shape: &ShapeInfo| {
        let entries: Vec<u64> = (0..).map(|index| 3 + index).take(shape.arity).collect();
        format!("`{}`", shape.position(entries))
    };
    shapes.iter().map(example).collect::<Vec<_>>().join(", ")
}
