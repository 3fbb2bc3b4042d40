//! The values of all rows of one width.
//!
//! Rows are listed in lexical order, so a row is a number: cell 0 is its highest
//! bit, and the cell that comes first in ASCII is the bit 0. Two facts carry
//! the recursion, which doubles a finished table again and again: the table of
//! rows of w cells begins with the rows whose first cell is 0, and those whose
//! first cell is 1 begin with a run of l ones and then a 0, so their rest runs
//! through the whole table of w - l - 1 cells.
//!
//! Let the pieces be the ones. With T(row) the value:
//!
//! * Blocks numbered from the right: `0 rest` only adds an empty block at the far
//!   end, so T(0 rest) = T(rest), and T(1^l 0 rest) = T(rest) + (l if the number
//!   of gaps in `0 rest` is odd). That number is told by the width and by the
//!   parity of the ones in `rest`, which is kept in the highest bit of each byte
//!   until the end.
//! * Blocks numbered from the left: let E be the nim-sum of the blocks with even
//!   numbers. A gap in front gives every block the next number:
//!   T(0 rest) = E(rest) and E(0 rest) = T(rest); and T(1^l 0 rest) = E(rest),
//!   E(1^l 0 rest) = l + T(rest). The tables of T and E change places at each
//!   width and nothing is copied but the new half.
//!
//! If the pieces are the zeros, every row is read with its bits exchanged, which
//! is the same table from back to front.

use crate::ruleset::{Direction, Staircase};
use crate::theory::{Control, Stopped, Values};

/// The widest table: one byte holds every value and a bit beside it, and no
/// machine has the memory of wider ones by far.
const WIDEST: usize = 60;

/// The bit that keeps the parity of the ones while the table grows.
const PARITY: u8 = 0x80;

/// The values of all rows of `width` cells, each of them a piece or a gap, in
/// lexical order: cell 0 counts most, cells are in ASCII order.
///
/// # Errors
///
/// [`Stopped`] if `control` says so or the machine has not the memory.
///
/// # Examples
///
/// ```
/// use grundy::engine::staircase_table;
/// use grundy::ruleset::{Direction, Staircase};
/// use grundy::theory::Control;
///
/// let row_chess = Staircase { piece: b'1', gap: b'0', direction: Direction::Right };
/// let table = staircase_table(&row_chess, 3, &Control::default()).unwrap();
/// // 000 001 010 011 100 101 110 111
/// assert_eq!(table.as_bytes(), Some(&[0, 0, 1, 0, 0, 1, 2, 0][..]));
/// ```
pub fn staircase_table(staircase: &Staircase, width: usize, control: &Control) -> Result<Values, Stopped> {
    let mut table = match staircase.direction {
        Direction::Right => numbered_from_the_right(width, control)?,
        Direction::Left => numbered_from_the_left(width, control)?,
    };
    if staircase.piece < staircase.gap {
        table.reverse();
    }
    Ok(Values::from(table))
}

/// Room for `tables` tables of all rows of `width` cells.
fn rooms<const TABLES: usize>(width: usize, control: &Control) -> Result<[Vec<u8>; TABLES], Stopped> {
    let too_much = |needed| Stopped::MemoryLimit { needed, limit: control.memory_limit() };
    if width > WIDEST {
        return Err(too_much(u64::MAX));
    }
    let tables = u64::try_from(TABLES).unwrap_or(u64::MAX);
    let needed = tables.saturating_mul(1 << width);
    control.reserve(needed)?;
    let mut rooms = [const { Vec::new() }; TABLES];
    for room in &mut rooms {
        let length = usize::try_from(1u64 << width).map_err(|_| too_much(needed))?;
        grundy_kernels::try_reserve(room, length).map_err(|_| too_much(needed))?;
    }
    Ok(rooms)
}

fn numbered_from_the_right(width: usize, control: &Control) -> Result<Vec<u8>, Stopped> {
    let [mut table] = rooms(width, control)?;
    table.push(0);
    for cells in 1..=width {
        // The rows 0 rest are there; the rows 1^run 0 rest follow in the order of
        // the run, the rests of `cells - run - 1` cells each.
        for run in 1..cells {
            grow(&mut table, cells - run - 1, run, control)?;
        }
        // Last comes the row of ones alone: it has no gap, so its value is 0.
        table.push(if cells % 2 == 1 { PARITY } else { 0 });
    }
    let mut done = 0;
    for part in table.chunks_mut(CHUNK) {
        part.iter_mut().for_each(|entry| *entry &= !PARITY);
        done += part.len();
        look_up(done, control)?;
    }
    Ok(table)
}

/// How many entries are written between two looks at the control.
const CHUNK: usize = 1 << 20;

/// Looks at the control after a long stretch.
fn look_up(length: usize, control: &Control) -> Result<(), Stopped> {
    if length >= CHUNK { control.check() } else { Ok(()) }
}

/// Appends the entries of the rows 1^run 0 rest, the rests of `rest` cells.
fn grow(table: &mut Vec<u8>, rest: usize, run: usize, control: &Control) -> Result<(), Stopped> {
    let length = u8::try_from(run).unwrap_or(u8::MAX);
    // The number of gaps in `0 rest` is rest + 1 less the ones in `rest`: it is
    // odd if the ones have the parity of `rest`.
    let wanted = if rest.is_multiple_of(2) { 0 } else { PARITY };
    let turned = if run.is_multiple_of(2) { 0 } else { PARITY };
    append(table, 1 << rest, control, |entry| {
        let added = if entry & PARITY == wanted { length } else { 0 };
        entry ^ turned ^ added
    })
}

/// Appends `change` of each of the first `length` entries.
fn append(
    table: &mut Vec<u8>,
    length: usize,
    control: &Control,
    change: impl Fn(u8) -> u8 + Copy,
) -> Result<(), Stopped> {
    let mut copied = 0;
    while copied < length {
        let part = CHUNK.min(length - copied);
        let filled = table.len();
        // The room is there already, so that growing moves nothing.
        table.resize(filled + part, 0);
        let (old, new) = table.split_at_mut(filled);
        for (new, &old) in new.iter_mut().zip(&old[copied..copied + part]) {
            *new = change(old);
        }
        copied += part;
        look_up(part, control)?;
    }
    Ok(())
}

fn numbered_from_the_left(width: usize, control: &Control) -> Result<Vec<u8>, Stopped> {
    // The nim-sums of the blocks with odd numbers, and of those with even ones.
    let [mut odd, mut even] = rooms(width, control)?;
    odd.push(0);
    even.push(0);
    for cells in 1..=width {
        std::mem::swap(&mut odd, &mut even);
        // Now the first halves are right: the rows 0 rest. A row 1 rest has the odd
        // blocks of `rest`, and those stand in the first half of `even`.
        let half = even.len();
        let mut copied = 0;
        while copied < half {
            let part = CHUNK.min(half - copied);
            odd.extend_from_slice(&even[copied..copied + part]);
            copied += part;
            look_up(part, control)?;
        }
        if cells == width {
            break;
        }
        for run in 1..cells {
            let length = u8::try_from(run).unwrap_or(u8::MAX);
            let rests = 1usize << (cells - run - 1);
            // The odd blocks of a rest: each of the run + 1 cells before it
            // let the two tables change places.
            if run % 2 == 1 {
                even.extend(odd[..rests].iter().map(|entry| entry ^ length));
            } else {
                append(&mut even, rests, control, |entry| entry ^ length)?;
            }
            look_up(rests, control)?;
        }
        even.push(u8::try_from(cells).unwrap_or(u8::MAX));
    }
    Ok(odd)
}

#[cfg(test)]
mod tests {
    use super::super::staircase_value;
    use super::*;
    use crate::ruleset::Row;

    #[test]
    fn tables_agree_with_single_rows() {
        for direction in [Direction::Right, Direction::Left] {
            for (piece, gap) in [(b'1', b'0'), (b'.', b'X'), (b'X', b'.')] {
                let staircase = Staircase { piece, gap, direction };
                let (first, second) = (piece.min(gap), piece.max(gap));
                for width in 0..=16usize {
                    let table = staircase_table(&staircase, width, &Control::default()).unwrap();
                    assert_eq!(table.len(), 1 << width);
                    for (index, value) in table.iter().enumerate() {
                        let cells =
                            (0..width).rev().map(|bit| if index >> bit & 1 == 1 { second } else { first });
                        let row = Row::new(cells.collect()).unwrap();
                        assert_eq!(value, staircase_value(&staircase, &row), "{row} {staircase:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn tables_beyond_the_limits_are_refused() {
        let staircase = Staircase { piece: b'1', gap: b'0', direction: Direction::Right };
        let control = Control::default().with_memory_limit(1000);
        assert_eq!(
            staircase_table(&staircase, 10, &control),
            Err(Stopped::MemoryLimit { needed: 1024, limit: 1000 })
        );
        for width in [50, 60, 61, 64, usize::MAX] {
            for direction in [Direction::Right, Direction::Left] {
                let staircase = Staircase { direction, ..staircase };
                assert!(staircase_table(&staircase, width, &Control::default()).is_err());
            }
        }
    }
}
