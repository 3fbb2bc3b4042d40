//! The value of one row.

use crate::ruleset::{Direction, Row, Staircase};
use crate::theory::Nimber;

/// The value of `row` under a rule in staircase form, in time linear in its length.
///
/// Cells that are neither piece nor gap part the row into a sum.
///
/// # Examples
///
/// ```
/// use grundy::engine::staircase_value;
/// use grundy::ruleset::{Direction, Row, Staircase};
/// use grundy::Nimber;
///
/// let row_chess = Staircase { piece: b'1', gap: b'0', direction: Direction::Right };
/// let row = Row::new(b"0110100".to_vec()).unwrap();
/// assert_eq!(staircase_value(&row_chess, &row), Nimber::new(2));
/// ```
#[must_use]
pub fn staircase_value(staircase: &Staircase, row: &Row) -> Nimber {
    match staircase.direction {
        Direction::Right => value_from_block_0(staircase, row.cells().iter().rev()),
        Direction::Left => value_from_block_0(staircase, row.cells().iter()),
    }
}

/// The value of the row whose cells come in the order in which blocks are numbered.
fn value_from_block_0<'a>(staircase: &Staircase, cells: impl Iterator<Item = &'a u8>) -> Nimber {
    let mut value = Nimber::ZERO;
    let mut block = 0u64;
    let mut is_odd = false;
    for &cell in cells {
        if cell == staircase.piece {
            block += 1;
            continue;
        }
        if is_odd {
            value += Nimber::new(block);
        }
        block = 0;
        // Beyond a cell that never moves another staircase begins, with block 0.
        is_odd = cell == staircase.gap && !is_odd;
    }
    if is_odd { value + Nimber::new(block) } else { value }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::ruleset::{Options, RowClause, RowItem, RowRule, Ruleset};
    use crate::theory::{Control, mex};

    /// The rule `p p* e -> e p* p`, or its mirror image.
    fn rule(piece: u8, gap: u8, direction: Direction) -> RowRule {
        let (one, run, gap) = (RowItem::Exactly(piece), RowItem::Run(piece), RowItem::Exactly(gap));
        let (right, left) = (vec![one, run, gap], vec![gap, run, one]);
        RowRule::new(vec![
            match direction {
                Direction::Right => RowClause::new(right, vec![left]),
                Direction::Left => RowClause::new(left, vec![right]),
            }
            .unwrap(),
        ])
    }

    fn by_definition(rule: &RowRule, row: &Row, known: &mut HashMap<Row, Nimber>) -> Nimber {
        if let Some(&value) = known.get(row) {
            return value;
        }
        let mut options = Options::new();
        rule.options(row, &mut options, &Control::default()).unwrap();
        let value = mex(options.iter().map(|sum| by_definition(rule, &sum[0], known)).collect::<Vec<_>>());
        known.insert(row.clone(), value);
        value
    }

    #[test]
    fn every_row_has_the_value_of_the_definition() {
        // Row chess, to the left, renamed, and POJ 1704, where the roles are exchanged.
        for (piece, gap, direction) in [
            (b'1', b'0', Direction::Right),
            (b'1', b'0', Direction::Left),
            (b'a', b'_', Direction::Right),
            (b'.', b'X', Direction::Right),
        ] {
            let rule = rule(piece, gap, direction);
            let staircase = Staircase::from_rule(&rule).unwrap();
            assert_eq!(staircase, Staircase { piece, gap, direction });
            let mut known = HashMap::new();
            for width in 0..=14 {
                for index in 0u32..1 << width {
                    let cells = (0..width).map(|cell| if index >> cell & 1 == 1 { piece } else { gap });
                    let row = Row::new(cells.collect()).unwrap();
                    let expected = by_definition(&rule, &row, &mut known);
                    assert_eq!(staircase_value(&staircase, &row), expected, "{row} {staircase:?}");
                }
            }
        }
    }

    #[test]
    fn other_cells_part_the_row() {
        for direction in [Direction::Right, Direction::Left] {
            let rule = rule(b'1', b'0', direction);
            let staircase = Staircase::from_rule(&rule).unwrap();
            let mut known = HashMap::new();
            for width in 0..=8u32 {
                for index in 0..3usize.pow(width) {
                    let cells = (0..width).map(|cell| b"01w"[index / 3usize.pow(cell) % 3]);
                    let row = Row::new(cells.collect()).unwrap();
                    let expected = by_definition(&rule, &row, &mut known);
                    assert_eq!(staircase_value(&staircase, &row), expected, "{row} {direction:?}");
                }
            }
        }
    }

    #[test]
    fn long_rows_are_linear() {
        let staircase = Staircase { piece: b'1', gap: b'0', direction: Direction::Right };
        let cells: Vec<u8> = b"1101110".iter().copied().cycle().take(7 * 999_999).collect();
        // From the right: block 0 is empty, then blocks of 3 and of 2 pieces in turn,
        // so the odd blocks are 999999 blocks of 3.
        assert_eq!(staircase_value(&staircase, &Row::new(cells).unwrap()), Nimber::new(3));
    }
}
