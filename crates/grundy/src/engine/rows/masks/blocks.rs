//! The table in ascending order, many rows at a time.
//!
//! The rows with the same first cells, the *head*, stand side by side: a block. A
//! word inside the head is replaced in all of them alike, so the options by it
//! are a block too, wherever it stands, and one pass of `|` joins it. A word
//! across the border of the head fixes some cells after it, so its rows and their
//! options are stretches of blocks. Only words inside the last cells are met row
//! by row, and those are the same in every block, so that they are listed once.
//!
//! From one block to the next only the last cells of the head change. The words
//! that are complete and those that have begun are kept for every length of the
//! head, and only the changed cells are read again.

use super::bits::Bits;
use super::order::Order;
use super::too_much;
use super::words::{End, ROOT, Words, index};
use crate::theory::{Control, Stopped};

/// The least number of rows in a block, if there are as many.
const BLOCK: usize = 128;

/// About how many rows are filled between two looks at the control.
const BATCH: usize = 1 << 16;

/// Appends the values of all rows of `width` cells in lexical order; the words
/// are those in `order`. False, with nothing appended, if values of 128 occur.
pub(super) fn fill(
    words: &Words,
    width: usize,
    order: &Order,
    values: &mut Vec<u8>,
    control: &Control,
) -> Result<bool, Stopped> {
    // Few games have values of 16 and more, and narrow sets are read sooner.
    let mut narrow = Filling::<u16>::default();
    if narrow.run(words, width, control)? {
        return narrow.read(words, width, order, values, control);
    }
    let mut wider = narrow.widened::<u32>(control)?;
    if wider.run(words, width, control)? {
        return wider.read(words, width, order, values, control);
    }
    let mut wide = wider.widened::<u64>(control)?;
    if wide.run(words, width, control)? {
        return wide.read(words, width, order, values, control);
    }
    let mut widest = wide.widened::<u128>(control)?;
    Ok(widest.run(words, width, control)? && widest.read(words, width, order, values, control)?)
}

/// The tables that are being filled.
#[derive(Debug, Default)]
struct Filling<B> {
    /// For each width the rows that are done, each as the set of its value.
    tables: Vec<Vec<B>>,
}

impl<B: Bits> Filling<B> {
    /// Fills the table of rows of `width` cells, and before it the narrower ones
    /// that it needs. False if a value is too large for the sets; what was filled
    /// before it stays.
    fn run(&mut self, words: &Words, width: usize, control: &Control) -> Result<bool, Stopped> {
        self.tables.resize_with(width + 1, Vec::new);
        let first = if words.shortens() { 0 } else { width };
        for width in first..=width {
            let Some(rows) = super::rows_of(words.cells(), width) else { return Ok(false) };
            if self.tables[width].len() == rows {
                continue;
            }
            self.reserve(width, rows, control)?;
            let (narrower, rest) = self.tables.split_at_mut(width);
            if !Head::new(words, width).fill(narrower, &mut rest[0], control)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes room for one table.
    fn reserve(&mut self, width: usize, rows: usize, control: &Control) -> Result<(), Stopped> {
        let others: usize = self.tables[..width].iter().map(Vec::len).sum();
        let bytes = others.saturating_add(rows).saturating_mul(size_of::<B>()).saturating_add(rows);
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        control.reserve(bytes)?;
        let table = &mut self.tables[width];
        grundy_kernels::try_reserve(table, rows - table.len()).map_err(|_| too_much(bytes, control))
    }

    /// The same rows in wider sets.
    fn widened<W: Bits + From<B>>(self, control: &Control) -> Result<Filling<W>, Stopped> {
        let rows: usize = self.tables.iter().map(Vec::len).sum();
        let bytes = rows.saturating_mul(size_of::<B>() + size_of::<W>());
        control.reserve(u64::try_from(bytes).unwrap_or(u64::MAX))?;
        let widened = |table: Vec<B>| table.into_iter().map(W::from).collect();
        Ok(Filling { tables: self.tables.into_iter().map(widened).collect() })
    }

    /// Appends the values of the last table in lexical order.
    fn read(
        mut self,
        words: &Words,
        width: usize,
        order: &Order,
        values: &mut Vec<u8>,
        control: &Control,
    ) -> Result<bool, Stopped> {
        let table = std::mem::take(&mut self.tables[width]);
        if order.is_lexical() {
            for part in table.chunks(BATCH) {
                values.extend(part.iter().map(|set| set.value()));
                control.check()?;
            }
            return Ok(true);
        }
        // A row's number in the order is that of its first half plus that of its second.
        let half = width / 2;
        let [firsts, seconds] = [0..half, half..width].map(|cells| numbers(words, width, order, cells));
        for part in firsts.chunks(BATCH / seconds.len() + 1) {
            for &first in part {
                values.extend(seconds.iter().map(|&second| table[first + second].value()));
            }
            control.check()?;
        }
        Ok(true)
    }
}

/// For all contents of some of the cells of a row, in lexical order, what they
/// add to its number in `order`.
fn numbers(words: &Words, width: usize, order: &Order, cells: std::ops::Range<usize>) -> Vec<usize> {
    let kinds = u8::try_from(words.cells()).unwrap_or(u8::MAX);
    let mut numbers = vec![0];
    for cell in cells {
        let below = if order.reads_backwards() { cell } else { width - 1 - cell };
        let unit = (0..below).fold(1, |unit, _| unit * words.cells());
        numbers = numbers
            .iter()
            .flat_map(|number| (0..kinds).map(move |kind| number + unit * usize::from(order.rank(kind))))
            .collect();
    }
    numbers
}

/// A word that has begun in the head.
#[derive(Clone, Copy, Debug)]
struct Begun {
    start: usize,
    /// The number of the cells before it.
    before: usize,
    node: u32,
}

/// A stretch of rows, and where their options stand.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// By how many cells the options are shorter.
    shorter: usize,
    /// The number of an option less that of its row, wrapping.
    difference: usize,
}

/// A word that ends after the head.
#[derive(Clone, Copy, Debug)]
struct Across {
    /// How many cells after the head it takes.
    cells: usize,
    /// The number of those cells.
    number: usize,
    end: End,
}

/// A word inside the last cells that shortens the row.
#[derive(Clone, Copy, Debug)]
struct Shortening {
    row: usize,
    /// How many of the last cells stand before it.
    skipped: usize,
    /// The number of those.
    number: usize,
    end: End,
    unit: usize,
}

/// The walk through the heads of all rows of one width.
struct Head<'w> {
    words: &'w Words,
    width: usize,
    /// How many cells the head has.
    length: usize,
    /// powers[i] rows agree in all but the last i cells; up to the whole row.
    powers: Vec<usize>,
    cells: Vec<u8>,
    /// What is known of the first i cells, for each i: their number, the words
    /// that have begun in them, and how many of `inside` are complete there.
    numbers: Vec<usize>,
    begun: Vec<Vec<Begun>>,
    complete: Vec<usize>,
    /// The words inside the head.
    inside: Vec<Stretch>,
    /// For each node how the words go on after the head.
    across: Vec<Vec<Across>>,
    /// For each row of a block its options in the block, by their places: those of
    /// row i are options[starts[i]..starts[i + 1]].
    starts: Vec<usize>,
    options: Vec<u32>,
    /// The words of the last cells that shorten the row, by rows.
    shortenings: Vec<Shortening>,
}

impl<'w> Head<'w> {
    fn new(words: &'w Words, width: usize) -> Head<'w> {
        let kinds = words.cells();
        let mut powers = vec![1usize];
        while powers.len() <= width {
            powers.push(powers[powers.len() - 1] * kinds);
        }
        let last = (0..width).find(|&last| powers[last] >= BLOCK).unwrap_or(width);
        let length = width - last;
        let mut head = Head {
            words,
            width,
            length,
            powers,
            cells: vec![0; length],
            numbers: vec![0; length + 1],
            begun: vec![Vec::new(); length + 1],
            complete: vec![0; length + 1],
            inside: Vec::new(),
            across: Vec::with_capacity(words.nodes()),
            starts: vec![0],
            options: Vec::new(),
            shortenings: Vec::new(),
        };
        for node in (0..).take(words.nodes()) {
            let mut across = Vec::new();
            // A word that begins after the head is in `options`.
            if length > 0 && node != ROOT {
                head.list_across(node, 0, 0, &mut across);
            }
            head.across.push(across);
        }
        for row in 0..head.powers[last] {
            head.list_options(row);
            head.starts.push(head.options.len());
        }
        head
    }

    /// How many cells come after the head.
    fn last(&self) -> usize {
        self.width - self.length
    }

    /// Lists the ways in which words that have reached `node` go on, `cells`
    /// cells after the head, whose number is `number`.
    fn list_across(&self, node: u32, cells: usize, number: usize, across: &mut Vec<Across>) {
        if cells > 0 {
            let ends = self.words.ends(node).iter();
            across.extend(ends.map(|&end| Across { cells, number, end }));
        }
        if cells < self.last() {
            for (cell, digit) in (0..self.words.cells()).zip(0..) {
                if let Some(next) = self.words.next(node, digit) {
                    self.list_across(next, cells + 1, number * self.words.cells() + cell, across);
                }
            }
        }
    }

    /// Lists the options of a row of a block by words inside the last cells.
    fn list_options(&mut self, row: usize) {
        let (last, kinds) = (self.last(), self.words.cells());
        let digit = |place: usize| {
            u8::try_from(row / self.powers[last - 1 - place] % kinds).expect("a kind of cell is a byte")
        };
        for start in 0..last {
            let mut node = ROOT;
            for stop in start + 1..=last {
                let Some(next) = self.words.next(node, digit(stop - 1)) else { break };
                node = next;
                for &end in self.words.ends(node) {
                    if !end.fits(self.length + start, self.length + stop, self.width) {
                        continue;
                    }
                    let unit = self.powers[last - stop];
                    if end.shorter > 0 {
                        let number = row / self.powers[last - start];
                        self.shortenings.push(Shortening { row, skipped: start, number, end, unit });
                    } else {
                        let option = row.wrapping_add(end.difference(0, unit));
                        self.options.push(u32::try_from(option).expect("an option in the same block"));
                    }
                }
            }
        }
    }

    /// Reads the cells of the head again, from `place` on.
    fn read(&mut self, place: usize) {
        self.inside.truncate(self.complete[place]);
        for place in place..self.length {
            let cell = self.cells[place];
            let number = self.numbers[place];
            self.numbers[place + 1] = number * self.words.cells() + usize::from(cell);
            let (before, after) = self.begun.split_at_mut(place + 1);
            let (before, after) = (&before[place], &mut after[0]);
            after.clear();
            let new = Begun { start: place, before: number, node: ROOT };
            for begun in before.iter().chain([&new]) {
                let Some(node) = self.words.next(begun.node, cell) else { continue };
                after.push(Begun { node, ..*begun });
                for end in self.words.ends(node) {
                    if end.fits(begun.start, place + 1, self.width) {
                        let unit = self.powers[self.width - 1 - place];
                        let difference = end.difference(begun.before, unit);
                        self.inside.push(Stretch { shorter: end.shorter, difference });
                    }
                }
            }
            self.complete[place + 1] = self.inside.len();
        }
    }

    /// Goes on to the next head; the first place that changed.
    fn advance(&mut self) -> Option<usize> {
        let most = self.words.cells() - 1;
        let place = self.cells.iter().rposition(|&cell| usize::from(cell) < most)?;
        self.cells[place] += 1;
        self.cells[place + 1..].fill(0);
        Some(place)
    }

    /// Fills the table from where it stands, the narrower ones being complete.
    /// False if a value is too large for the sets: the table then ends before the
    /// block in which it occurs.
    fn fill<B: Bits>(
        &mut self,
        narrower: &[Vec<B>],
        table: &mut Vec<B>,
        control: &Control,
    ) -> Result<bool, Stopped> {
        let block = self.powers[self.last()];
        let total = u64::try_from(self.powers[self.width]).ok();
        let mut rest = table.len() / block;
        for cell in self.cells.iter_mut().rev() {
            *cell = u8::try_from(rest % self.words.cells()).expect("a kind of cell is a byte");
            rest /= self.words.cells();
        }
        let mut changed = 0;
        loop {
            self.read(changed);
            let start = table.len();
            // The room is there already, so that growing moves nothing.
            table.resize(start + block, B::default());
            let (done, rows) = table.split_at_mut(start);
            if !self.fill_block(narrower, done, rows) {
                table.truncate(start);
                return Ok(false);
            }
            if table.len() % BATCH < block {
                control.check()?;
                control.report(u64::try_from(table.len()).unwrap_or(u64::MAX), total);
            }
            match self.advance() {
                Some(place) => changed = place,
                None => return Ok(true),
            }
        }
    }

    /// Fills the rows of one block, all empty sets before; false if a value is
    /// too large for a set.
    fn fill_block<B: Bits>(&self, narrower: &[Vec<B>], done: &[B], rows: &mut [B]) -> bool {
        let from =
            |shorter: usize| if shorter == 0 { done } else { narrower[self.width - shorter].as_slice() };
        let start = done.len();
        for stretch in &self.inside {
            let option = start.wrapping_add(stretch.difference);
            join(rows, &from(stretch.shorter)[option..option + rows.len()]);
        }
        // Stretches whose options stand in this very block.
        let mut here: Vec<(usize, usize, usize)> = Vec::new();
        for begun in &self.begun[self.length] {
            for across in &self.across[index(begun.node)] {
                if !across.end.fits(begun.start, self.length + across.cells, self.width) {
                    continue;
                }
                let unit = self.powers[self.last() - across.cells];
                let first = across.number * unit;
                let option = (start + first).wrapping_add(across.end.difference(begun.before, unit));
                if across.end.shorter == 0 && option >= start {
                    here.push((first, first + unit, option - start));
                } else {
                    let options = &from(across.end.shorter)[option..option + unit];
                    join(&mut rows[first..first + unit], options);
                }
            }
        }
        for shortening in &self.shortenings {
            let before = self.numbers[self.length] * self.powers[shortening.skipped] + shortening.number;
            let option =
                (start + shortening.row).wrapping_add(shortening.end.difference(before, shortening.unit));
            rows[shortening.row] |= from(shortening.end.shorter)[option];
        }
        let mut all_fit = true;
        for row in 0..rows.len() {
            let mut set = rows[row];
            for &option in &self.options[self.starts[row]..self.starts[row + 1]] {
                set |= rows[index(option)];
            }
            for &(first, stop, options) in &here {
                if (first..stop).contains(&row) {
                    set |= rows[options + (row - first)];
                }
            }
            rows[row] = set.mex();
            all_fit &= rows[row] != B::default();
        }
        all_fit
    }
}

/// Joins each set with the one at its place.
#[inline]
fn join<B: Bits>(sets: &mut [B], others: &[B]) {
    for (set, &other) in sets.iter_mut().zip(others) {
        *set |= other;
    }
}
