//! From what was read to positions of the rule.

use num_bigint::BigUint;

use super::cases::Asked;
use super::form::{Form, Kind, RowShape, Shape};
use crate::lang::PositionKind;
use crate::ruleset::{CoinSet, Coordinates, Position, Row};
use crate::solve::BigPosition;
use crate::theory::Sum;

/// The whole position of a case, for a rule on positions of this kind.
pub(super) fn position(form: &Form, kind: &PositionKind, asked: Asked<'_>) -> Sum<BigPosition> {
    match form.kind {
        Kind::Heaps => asked.numbers.iter().map(|&heap| Position::Heap(heap.into())).collect(),
        Kind::Coins => Sum::new(vec![Position::Coins(coins(form, big(asked.numbers)))]),
        Kind::Board => {
            let places = asked.numbers.chunks_exact(2).map(|place| Coordinates::new(big(place)));
            Sum::new(vec![Position::Board(coins(form, places.collect()))])
        }
        Kind::Shapes => {
            asked.components().map(|(shape, numbers)| component(&form.shapes[shape], kind, numbers)).collect()
        }
    }
}

/// The coins that show heads.
pub(super) fn coins<E: Ord + Clone>(form: &Form, read: Vec<E>) -> CoinSet<E> {
    if form.flips { CoinSet::from_heads(Vec::new()).after_turning(read) } else { CoinSet::from_heads(read) }
}

/// A component of this shape.
fn component(shape: &Shape, kind: &PositionKind, numbers: &[u64]) -> BigPosition {
    match shape {
        Shape::Row(_) | Shape::Strip(_) => Position::Row(row(shape, numbers)),
        Shape::Heap => Position::Heap(numbers.first().copied().unwrap_or_default().into()),
        Shape::List => Position::Seq(big(numbers)),
        Shape::Tuple(_) => in_order(kind, Position::Tuple(big(numbers))),
        Shape::Tagged(tag, _) => in_order(kind, Position::Tagged(tag.clone(), big(numbers))),
    }
}

/// The position as the rule knows it: entries whose order means nothing ascend.
fn in_order(kind: &PositionKind, position: BigPosition) -> BigPosition {
    let PositionKind::Shapes(shapes) = kind else { return position };
    let own = shapes.iter().find_map(|shape| Some(shape.position(shape.entries(&position)?.to_vec())));
    own.unwrap_or(position)
}

fn big(numbers: &[u64]) -> Vec<BigUint> {
    numbers.iter().copied().map(BigUint::from).collect()
}

/// The row of a component, which is none of numbers.
pub(super) fn row(shape: &Shape, numbers: &[u64]) -> Row {
    let cells = match shape {
        Shape::Row(shape) => with_pieces(*shape, numbers),
        // The cells were bytes of the input before they were numbers.
        _ => numbers.iter().filter_map(|&cell| u8::try_from(cell).ok()).collect(),
    };
    Row::new(cells).expect("a form with rows takes only what can be a cell of a row")
}

/// The cells of the row with these pieces; a cell named twice holds one piece.
fn with_pieces(shape: RowShape, pieces: &[u64]) -> Vec<u8> {
    let mut cells = vec![shape.empty; shape.length];
    for &piece in pieces {
        let cell = usize::try_from(piece).ok().and_then(|piece| piece.checked_sub(1));
        // The form allows only pieces that stand in the row, in cells that a row can hold.
        if let Some(cell) = cell.and_then(|cell| cells.get_mut(cell)) {
            *cell = shape.piece;
        }
    }
    cells
}

/// Whether positions of this form are positions of a rule of this kind; if not,
/// what they are, for an error.
pub(super) fn misfit(form: &Form, kind: &PositionKind) -> Option<String> {
    let heaps = |kind: &PositionKind| match kind {
        PositionKind::Heap => true,
        PositionKind::Shapes(shapes) => shapes.iter().any(|shape| shape.tag.is_none() && shape.arity == 1),
        _ => false,
    };
    match form.kind {
        Kind::Heaps => (!heaps(kind)).then_some("heaps".to_owned()),
        Kind::Coins => (!matches!(kind, PositionKind::Coins)).then_some("rows of coins".to_owned()),
        Kind::Board => (!matches!(kind, PositionKind::Board(2))).then_some("boards of coins".to_owned()),
        Kind::Shapes => form.shapes.iter().skip(1).find_map(|shape| match (shape, kind) {
            (Shape::Heap, _) => (!heaps(kind)).then_some("heaps".to_owned()),
            (Shape::List, kind) => (!matches!(kind, PositionKind::Seq)).then_some("lists".to_owned()),
            (Shape::Row(row), kind) => misfit_of_cells(&[row.empty, row.piece], kind),
            (Shape::Strip(cells), kind) => misfit_of_cells(cells, kind),
            (Shape::Tuple(arity), PositionKind::Shapes(shapes)) => {
                let has = shapes.iter().any(|shape| shape.tag.is_none() && shape.arity == *arity);
                (!has).then(|| format!("tuples of {arity} entries"))
            }
            (Shape::Tuple(arity), _) => Some(format!("tuples of {arity} entries")),
            (Shape::Tagged(tag, arity), PositionKind::Shapes(shapes)) => {
                let has = shapes.iter().any(|shape| shape.tag.as_ref() == Some(tag) && shape.arity == *arity);
                (!has).then(|| format!("`{tag}` of {arity} entries"))
            }
            (Shape::Tagged(tag, arity), _) => Some(format!("`{tag}` of {arity} entries")),
        }),
    }
}

fn misfit_of_cells(cells: &[u8], kind: &PositionKind) -> Option<String> {
    let PositionKind::Row(known) = kind else { return Some("rows of cells".to_owned()) };
    let strange = cells.iter().find(|cell| !known.contains(cell))?;
    Some(format!("rows with the cell `{}`", char::from(*strange)))
}
