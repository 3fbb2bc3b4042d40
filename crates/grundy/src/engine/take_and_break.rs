//! The table of a take-and-break game, computed from its code.
//!
//! For each j the values of all ways to part m counters into j heaps form a set
//! X(j, m), found once and used by every digit: X(2, m) by running through the
//! splits of m, X(j, m) from X(j - 1, m - a) for each first heap a. Quadratic in
//! the length of the table.

use std::collections::VecDeque;

use super::memory::{count, report};
use super::periodic::NativeTable;
use super::sparse::{Ended, SparseTable, SplitMoves, sparse_after};
use crate::proof::{self, PeriodProof};
use crate::ruleset::{Halt, TakeAndBreakCode};
use crate::theory::{Control, MexSet, Nimber, Period, Stopped, Values, propose_period, propose_plain_period};

/// About how many splits are looked at between two looks at the control.
const BATCH: usize = 1 << 20;

/// The growing state of one take-and-break game's table.
#[derive(Debug)]
pub(super) struct TakeAndBreakTable {
    code: TakeAndBreakCode,
    /// The most heaps that a move may leave.
    heaps: usize,
    /// parted[j - 2] holds the sets X(j, m) of the last values of m; those that
    /// no digit reaches any more are dropped.
    parted: Vec<VecDeque<Vec<u64>>>,
    /// How many X(j, m) are kept for each j; all if `None`.
    kept: Option<usize>,
    option_values: MexSet,
    /// Words kept in `parted`.
    words: usize,
    /// The next m whose X(j, m) is not there.
    parted_up_to: usize,
    /// The moves, if none leaves more than two heaps.
    moves: Option<SplitMoves>,
    /// The length at which a sparse space is looked for next.
    next_sparse: usize,
    sparse: Option<Box<dyn SparseTable>>,
}

/// Tables of this length are searched for a period in little memory.
const LONG: usize = 1 << 12;

/// The first length at which a sparse space is looked for.
const FIRST_SPARSE: usize = 1 << 11;

impl TakeAndBreakTable {
    pub(super) fn new(code: TakeAndBreakCode) -> TakeAndBreakTable {
        let heaps = usize::try_from(code.most_heaps()).unwrap_or(0);
        // Three heaps and more are built from all smaller sets.
        let kept = code.last_place().filter(|_| heaps <= 2).map(|place| place + 1);
        let moves = (heaps == 2).then(|| split_moves(&code)).flatten();
        TakeAndBreakTable {
            parted: vec![VecDeque::new(); heaps.saturating_sub(1)],
            next_sparse: moves.as_ref().map_or(usize::MAX, |moves| moves.first_length().max(FIRST_SPARSE)),
            moves,
            sparse: None,
            code,
            heaps,
            kept,
            option_values: MexSet::default(),
            words: 0,
            parted_up_to: 0,
        }
    }

    /// Finds X(j, m) for each j and each m up to `size` that a digit reaches.
    fn part_all(&mut self, size: usize, values: &Values) {
        if self.parted_up_to != size {
            // A sparse space found the values in between.
            self.parted.iter_mut().for_each(VecDeque::clear);
            self.words = 0;
            for total in size.saturating_sub(self.kept.unwrap_or(size))..size {
                self.part(total, values);
            }
        }
        self.part(size, values);
        self.parted_up_to = size + 1;
    }

    /// Finds X(j, size) for each j.
    fn part(&mut self, size: usize, values: &Values) {
        for heaps in 2..=self.heaps {
            let mut set = Vec::new();
            if heaps == 2 {
                pairs(size, values, &mut set);
            } else {
                let smaller = &self.parted[heaps - 3];
                for first in 1..size {
                    let Some(value) = values.get(first) else { break };
                    for other in members(&smaller[size - first]) {
                        insert(&mut set, value.size() ^ other);
                    }
                }
            }
            self.words += set.len();
            let sets = &mut self.parted[heaps - 2];
            sets.push_back(set);
            if self.kept.is_some_and(|kept| sets.len() > kept) {
                self.words -= sets.pop_front().map_or(0, |set| set.len());
            }
        }
    }

    /// The value of the heap of `size`, all smaller ones being in `values`.
    fn value(&mut self, size: usize, values: &Values) -> Nimber {
        self.option_values.clear();
        let last = self.code.last_place().map_or(size, |place| place.min(size));
        for taken in 0..=last {
            let digit = self.code.digit(count(taken));
            let left = size - taken;
            if digit & 1 == 1 && left == 0 {
                self.option_values.insert(Nimber::ZERO);
            }
            if digit & 2 == 2 && left > 0 {
                values.get(left).into_iter().for_each(|value| self.option_values.insert(value));
            }
            for (index, sets) in self.parted.iter().enumerate() {
                if digit >> (index + 2) & 1 == 1 {
                    // The newest set, at the back, is that of `size`.
                    let set = &sets[sets.len() - 1 - taken];
                    members(set).for_each(|value| self.option_values.insert(Nimber::new(value)));
                }
            }
        }
        self.option_values.mex()
    }

    /// Looks for a sparse space of masks that hold all values so far, and the next
    /// ones if they are as large.
    fn look_for_sparse(&mut self, values: &Values) {
        self.next_sparse = 2 * values.len();
        let (Some(moves), Some(bytes)) = (&self.moves, values.as_bytes()) else { return };
        self.sparse = sparse_after(moves, bytes, 0);
    }

    fn advance_sparse(
        &mut self,
        values: &mut Values,
        length: usize,
        control: &Control,
    ) -> Result<(), Stopped> {
        let Some(sparse) = &mut self.sparse else { return Ok(()) };
        let ended = sparse.advance(length, control);
        values.extend_from_bytes(&sparse.values(values.len()));
        report(values.len(), length, control);
        let Some(ended) = ended? else { return Ok(()) };
        self.next_sparse = 2 * values.len();
        // Perhaps a value that is too large for these masks comes next.
        let codes = sparse.codes();
        self.sparse = match (ended, &self.moves, values.as_bytes()) {
            (Ended::TooLarge, Some(moves), Some(bytes)) => sparse_after(moves, bytes, codes),
            _ => None,
        };
        Ok(())
    }

    fn reserve(&self, control: &Control) -> Result<(), Stopped> {
        control.reserve(count(self.words).saturating_mul(8))
    }
}

/// The moves of a code that leave at most two heaps; those that leave none count for small heaps only.
fn split_moves(code: &TakeAndBreakCode) -> Option<SplitMoves> {
    let last = code.last_place()?;
    let with = |bit: u32| (0..=last).filter(|&taken| code.digit(count(taken)) >> bit & 1 == 1).collect();
    Some(SplitMoves { whole: with(1), split: with(2), equal: true })
}

/// Adds the values of all splits of `size` into two heaps.
fn pairs(size: usize, values: &Values, set: &mut Vec<u64>) {
    let half = size / 2;
    let Some(bytes) = values.as_bytes() else {
        for small in 1..=half {
            if let (Some(small), Some(large)) = (values.get(small), values.get(size - small)) {
                insert(set, (small + large).size());
            }
        }
        return;
    };
    if half == 0 {
        return;
    }
    let small = &bytes[1..=half];
    let large = bytes[size - half..size].iter().rev();
    let mut met = [false; 256];
    for (small, large) in small.iter().zip(large) {
        met[usize::from(small ^ large)] = true;
    }
    for (value, _) in met.iter().enumerate().filter(|(_, met)| **met) {
        insert(set, count(value));
    }
}

/// The numbers in a bit set, ascending.
fn members(words: &[u64]) -> impl Iterator<Item = u64> + '_ {
    (0u64..).step_by(64).zip(words).flat_map(|(start, &word)| {
        std::iter::successors((word != 0).then_some(word), |word| {
            let rest = word & (word - 1);
            (rest != 0).then_some(rest)
        })
        .map(move |word| start + u64::from(word.trailing_zeros()))
    })
}

fn insert(words: &mut Vec<u64>, value: u64) {
    // A value is smaller than the number of heaps, which is a length.
    let Ok(index) = usize::try_from(value / 64) else { return };
    if index >= words.len() {
        words.resize(index + 1, 0);
    }
    words[index] |= 1 << (value % 64);
}

impl NativeTable for TakeAndBreakTable {
    fn advance(&mut self, values: &mut Values, length: usize, control: &Control) -> Result<(), Halt> {
        values.reserve_within(length, control)?;
        let mut steps = BATCH;
        while values.len() < length {
            let size = values.len();
            if size >= self.next_sparse && self.sparse.is_none() {
                self.look_for_sparse(values);
            }
            if self.sparse.is_some() {
                self.advance_sparse(values, length, control)?;
                continue;
            }
            if steps >= BATCH {
                steps = 0;
                control.check()?;
                self.reserve(control)?;
                report(size, length, control);
            }
            self.part_all(size, values);
            let value = self.value(size, values);
            values.push_within(value, control)?;
            let work = size.saturating_mul(if self.heaps > 2 { 64 * self.heaps } else { 1 });
            steps = steps.saturating_add(work).saturating_add(16);
        }
        report(length, length, control);
        Ok(())
    }

    fn evidence(&self, length: usize) -> usize {
        // The theorem's range covers at least this much of the table.
        let heaps = self.heaps.max(1);
        let window = self.code.last_place().map_or(0, |place| place + 1);
        window.max(length / heaps * (heaps - 1))
    }

    fn propose(&self, values: &Values) -> Option<Period> {
        match (values.as_bytes(), self.code.last_place()) {
            // Less repetition is enough to know how many values a proof takes.
            (Some(bytes), Some(place)) if bytes.len() >= LONG => {
                propose_plain_period(bytes, (bytes.len() / 8).max(place + 1))
            }
            _ => propose_period(values, self.evidence(values.len())),
        }
    }

    fn bytes_to_propose(&self) -> u64 {
        if self.code.last_place().is_some() { 0 } else { 24 }
    }

    fn needed(&self, period: Period) -> Option<usize> {
        proof::take_and_break_values_needed(&self.code, period)
    }

    fn search_limit(&self) -> usize {
        if self.sparse.is_some() {
            return 1 << 24;
        }
        // A few seconds: the work grows with the square, or with the square
        // times the number of values.
        let heaps: usize = if self.heaps > 2 { 1 << 12 } else { 1 << 16 };
        // A code that repeats takes any number, which is a factor n more.
        if self.code.last_place().is_none() { heaps >> 5 } else { heaps }
    }

    fn last_search(&self) -> usize {
        if self.code.last_place().is_some() { usize::MAX } else { super::periodic::LAST_SEARCH }
    }

    fn prove(&self, values: &Values, period: Period) -> Option<PeriodProof> {
        proof::take_and_break_period(&self.code, values, period)
    }
}
