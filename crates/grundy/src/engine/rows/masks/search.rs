//! The table by depth-first search: for rules in which no order of the rows goes
//! down with every move, or whose values are large.

use super::rows_of;
use super::too_much;
use super::words::{ROOT, Words};
use crate::engine::depth_first::cycle;
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
    let mut search =
        Search { words, cells: Cells::new(words.cells(), width), known: vec![Vec::new(); width + 1] };
    let first = if words.shortens() { 0 } else { width };
    let mut bytes = 0u64;
    for width in first..=width {
        let rows = rows_of(words.cells(), width).unwrap_or(usize::MAX);
        bytes = bytes.saturating_add(u64::try_from(rows.saturating_mul(8)).unwrap_or(u64::MAX));
        control.reserve(bytes)?;
        let known = &mut search.known[width];
        grundy_kernels::try_reserve(known, rows).map_err(|_| too_much(bytes, control))?;
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
    cells: Cells,
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
        self.cells.write(width, number, cells);
        options.clear();
        let mut before = 0;
        for start in 0..=width {
            let (mut node, mut stop) = (Some(ROOT), start);
            while let Some(here) = node {
                for end in self.words.ends(here).iter().filter(|end| end.fits(start, stop, width)) {
                    let unit = self.cells.powers[width - stop];
                    let option = number.wrapping_add(end.difference(before, unit));
                    options.push((width - end.shorter, option));
                }
                node = cells.get(stop).and_then(|&cell| self.words.next(here, cell));
                stop += 1;
            }
            if let Some(&cell) = cells.get(start) {
                before = before * self.words.cells() + usize::from(cell);
            }
        }
    }

    fn row(&self, width: usize, number: usize, names: &[u8]) -> Row {
        let mut cells = Vec::new();
        self.cells.write(width, number, &mut cells);
        cells.iter_mut().for_each(|cell| *cell = names[usize::from(*cell)]);
        Row::new(cells).expect("the names are those of a rule's cells")
    }
}

/// From the number of a row to its cells, several at a time.
struct Cells {
    /// How many rows of so many cells there are, up to the widest.
    powers: Vec<usize>,
    /// How many cells are written at a time.
    part: usize,
    /// All rows of so many cells, one after the other.
    parts: Vec<u8>,
}

impl Cells {
    fn new(kinds: usize, width: usize) -> Cells {
        /// No more rows than this are listed.
        const MOST_PARTS: usize = 1 << 12;
        let powers: Vec<usize> =
            std::iter::successors(Some(1usize), |power| power.checked_mul(kinds)).take(width + 1).collect();
        let part = (1..powers.len()).rfind(|&part| powers[part] <= MOST_PARTS).unwrap_or(1);
        let rows = powers.get(part).copied().unwrap_or(1);
        let digit = |number: usize, place: usize| {
            u8::try_from(number / powers[part - 1 - place] % kinds).expect("a kind of cell is a byte")
        };
        let mut parts = Vec::with_capacity(rows * part);
        for number in 0..rows {
            parts.extend((0..part).map(|place| digit(number, place)));
        }
        Cells { powers, part, parts }
    }

    /// Writes the cells of the row with this number.
    fn write(&self, width: usize, number: usize, cells: &mut Vec<u8>) {
        cells.clear();
        cells.resize(width, 0);
        let (mut end, mut rest) = (width, number);
        while end > 0 {
            let length = self.part.min(end);
            let rows = self.powers[length];
            let stop = (rest % rows + 1) * self.part;
            rest /= rows;
            cells[end - length..end].copy_from_slice(&self.parts[stop - length..stop]);
            end -= length;
        }
    }
}
