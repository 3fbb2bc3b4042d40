//! The table by depth-first search: for rules in which no order of the rows goes
//! down with every move, or whose values are large.

use super::rows_of;
use super::too_much;
use super::words::{ROOT, Words};
use crate::engine::naive::cycle;
use crate::ruleset::{Halt, Row};
use crate::theory::{Control, MexSet, Nimber, Values};

/// How many steps pass between two looks at the control.
const BATCH: u64 = 1 << 12;

/// What is known of a row: nothing, that play has come to it and is not back,
/// or its value, greater by `KNOWN`.
const UNKNOWN: u32 = 0;
const OPEN: u32 = 1;
const KNOWN: u32 = 2;

/// A row by its width and number.
type Place = (usize, usize);

/// The values of all rows of `width` cells in lexical order, cells being named
/// by `names`.
pub(super) fn fill(words: &Words, names: &[u8], width: usize, control: &Control) -> Result<Values, Halt> {
    let mut search = Search { words, known: vec![Vec::new(); width + 1] };
    let first = if words.shortens() { 0 } else { width };
    let mut bytes = 0u64;
    for width in first..=width {
        let rows = rows_of(words.cells(), width).unwrap_or(usize::MAX);
        bytes = bytes.saturating_add(u64::try_from(rows.saturating_mul(8)).unwrap_or(u64::MAX));
        control.reserve(bytes)?;
        let known = &mut search.known[width];
        known.try_reserve_exact(rows).map_err(|_| too_much(bytes, control))?;
        known.resize(rows, UNKNOWN);
    }
    let rows = search.known[width].len();
    for number in 0..rows {
        search.visit((width, number), names, control)?;
        if number.is_multiple_of(4096) {
            control.check()?;
            control.report(u64::try_from(number).unwrap_or(u64::MAX), u64::try_from(rows).ok());
        }
    }
    let value = |known: &u32| Nimber::new(u64::from(known.saturating_sub(KNOWN)));
    Ok(search.known[width].iter().map(value).collect())
}

struct Search<'w> {
    words: &'w Words,
    /// For each width what is known of its rows.
    known: Vec<Vec<u32>>,
}

impl Search<'_> {
    /// Finds the value of one row.
    fn visit(&mut self, row: Place, names: &[u8], control: &Control) -> Result<(), Halt> {
        let mut stack = vec![row];
        let (mut cells, mut options, mut seen) = (Vec::new(), Vec::new(), MexSet::default());
        let mut steps = 0u64;
        while let Some(&(width, number)) = stack.last() {
            if self.known[width][number] >= KNOWN {
                stack.pop();
                continue;
            }
            steps += 1;
            if steps.is_multiple_of(BATCH) {
                control.check()?;
            }
            self.known[width][number] = OPEN;
            self.options((width, number), &mut cells, &mut options);
            let unknown = options.iter().find(|option| self.known[option.0][option.1] < KNOWN);
            match unknown {
                Some(&option) if self.known[option.0][option.1] == OPEN => {
                    let start = stack.iter().position(|&open| open == option).unwrap_or(0);
                    let row = |&(width, number): &Place| self.row(width, number, names);
                    let circle: Vec<Row> = stack[start..].iter().map(row).collect();
                    return Err(cycle(&circle, &circle[0]).into());
                }
                Some(&option) => stack.push(option),
                None => {
                    seen.clear();
                    for option in &options {
                        seen.insert(Nimber::new(u64::from(self.known[option.0][option.1] - KNOWN)));
                    }
                    let value = u32::try_from(seen.mex().size() + u64::from(KNOWN));
                    self.known[width][number] =
                        value.expect("a row has fewer options than words times places");
                    stack.pop();
                }
            }
        }
        Ok(())
    }

    /// The options of a row, perhaps with repeats.
    fn options(&self, (width, number): Place, cells: &mut Vec<u8>, options: &mut Vec<Place>) {
        digits(number, self.words.cells(), width, cells);
        options.clear();
        let mut before = 0;
        for start in 0..=width {
            let (mut node, mut stop) = (Some(ROOT), start);
            // The rows that agree in all cells up to the end of the word.
            let mut unit = number_of_rows(self.words.cells(), width - start);
            while let Some(here) = node {
                for end in self.words.ends(here).iter().filter(|end| end.fits(start, stop, width)) {
                    let option = number.wrapping_add(end.difference(before, unit));
                    options.push((width - end.shorter, option));
                }
                node = cells.get(stop).and_then(|&cell| self.words.next(here, cell));
                stop += 1;
                unit /= self.words.cells();
            }
            if let Some(&cell) = cells.get(start) {
                before = before * self.words.cells() + usize::from(cell);
            }
        }
    }

    fn row(&self, width: usize, number: usize, names: &[u8]) -> Row {
        let mut cells = Vec::new();
        digits(number, self.words.cells(), width, &mut cells);
        cells.iter_mut().for_each(|cell| *cell = names[usize::from(*cell)]);
        Row::new(cells).expect("the names are those of a rule's cells")
    }
}

/// How many rows of so many cells there are; the table holds at least as many.
fn number_of_rows(kinds: usize, cells: usize) -> usize {
    (0..cells).fold(1usize, |rows, _| rows.wrapping_mul(kinds))
}

/// Writes the cells of the row with this number.
fn digits(number: usize, kinds: usize, width: usize, cells: &mut Vec<u8>) {
    cells.clear();
    let mut rest = number;
    for _ in 0..width {
        cells.push(u8::try_from(rest % kinds).expect("a kind of cell is a byte"));
        rest /= kinds;
    }
    cells.reverse();
}
