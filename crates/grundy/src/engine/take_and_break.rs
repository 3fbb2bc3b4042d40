//! The table of a take-and-break game, computed from its code.
//!
//! For each j the values of all ways to part m counters into j heaps form a set
//! X(j, m), found once and used by every digit: X(2, m) by running through the
//! splits of m, X(j, m) from X(j - 1, m - a) for each first heap a. Quadratic in
//! the length of the table. Codes with an end whose moves leave two heaps at most
//! have a better table (`splits`).

use super::memory::{count, report};
use super::periodic::NativeTable;
use super::resumable::{RestoreError, SavedParts, Snapshot};
use crate::proof::{self, PeriodProof};
use crate::ruleset::{Halt, TakeAndBreakCode};
use crate::theory::{Control, MexSet, Nimber, Period, Stopped, Values};

/// About how many splits are looked at between two looks at the control.
const BATCH: usize = 1 << 20;

/// The growing state of one take-and-break game's table.
#[derive(Debug)]
pub(super) struct TakeAndBreakTable {
    code: TakeAndBreakCode,
    /// The most heaps that a move may leave.
    heaps: usize,
    /// parted[j - 2] holds the sets X(j, m) by m.
    parted: Vec<Vec<Vec<u64>>>,
    option_values: MexSet,
    /// Words kept in `parted`.
    words: usize,
}

impl TakeAndBreakTable {
    pub(super) fn new(code: TakeAndBreakCode) -> TakeAndBreakTable {
        let heaps = usize::try_from(code.most_heaps()).unwrap_or(0);
        TakeAndBreakTable {
            parted: vec![Vec::new(); heaps.saturating_sub(1)],
            code,
            heaps,
            option_values: MexSet::default(),
            words: 0,
        }
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
            sets.push(set);
        }
    }

    /// Drops the sets of heaps from `size` on: those of a heap whose value had no room in
    /// the table are found again.
    fn forget(&mut self, size: usize) {
        for sets in &mut self.parted {
            let dropped = sets.drain(size.min(sets.len())..).map(|set| set.len());
            self.words -= dropped.sum::<usize>();
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

    fn reserve(&self, control: &Control) -> Result<(), Stopped> {
        control.reserve(count(self.words).saturating_mul(8))
    }
}

/// The part with the sets X(j, m), where `index` is j - 2.
fn part_name(index: usize) -> String {
    format!("parted-{}", index + 2)
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
        self.forget(values.len());
        let mut steps = BATCH;
        while values.len() < length {
            let size = values.len();
            if steps >= BATCH {
                steps = 0;
                control.check()?;
                self.reserve(control)?;
                report(size, length, control);
            }
            self.part(size, values);
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

    fn search_limit(&self) -> usize {
        // A few seconds: the work grows with the square, or with the square
        // times the number of values.
        let heaps: usize = if self.heaps > 2 { 1 << 12 } else { 1 << 16 };
        // A code that repeats takes any number, which is a factor n more.
        if self.code.last_place().is_none() { heaps >> 5 } else { heaps }
    }

    fn prove(&self, values: &Values, period: Period) -> Option<PeriodProof> {
        proof::take_and_break_period(&self.code, values, period)
    }

    /// The sets X(j, m) in the order of m in the part `parted-j`: for each the number of
    /// its words in 4 bytes and the words in 8, little-endian.
    fn snapshot(&self, snapshot: &mut dyn Snapshot) {
        for (index, sets) in self.parted.iter().enumerate() {
            let part = part_name(index);
            let saved = snapshot.length(&part);
            let (mut bytes, mut skipped) = (0, 0);
            while bytes < saved
                && let Some(set) = sets.get(skipped)
            {
                bytes += 4 + 8 * count(set.len());
                skipped += 1;
            }
            if bytes == saved {
                snapshot.append(&part, &[]);
            } else {
                // What is saved is not the beginning of these.
                snapshot.replace(&part, &[]);
                skipped = 0;
            }
            for set in &sets[skipped..] {
                let words = u32::try_from(set.len()).unwrap_or(u32::MAX);
                snapshot.append(&part, &words.to_le_bytes());
                let words: Vec<u8> = set.iter().flat_map(|word| word.to_le_bytes()).collect();
                snapshot.append(&part, &words);
            }
        }
    }

    fn restore(
        &mut self,
        values: &Values,
        parts: &dyn SavedParts,
        control: &Control,
    ) -> Result<(), RestoreError> {
        let saved = (0..self.parted.len()).map(|index| parts.length(&part_name(index)));
        let Some(bytes) = saved.sum::<Option<u64>>() else {
            // Saved by an engine that needs no sets: they are made again.
            for size in 0..values.len() {
                control.check()?;
                self.reserve(control)?;
                self.part(size, values);
            }
            return Ok(());
        };
        control.reserve(bytes.saturating_add(count(values.len() * values.width())))?;
        let most = values.iter().map(Nimber::size).max().unwrap_or(0).checked_next_power_of_two();
        // The nim-sum of values is below a power of two that is above all of them.
        let most_words = most.unwrap_or(u64::MAX) / 32 + 1;
        for index in 0..self.parted.len() {
            let part = part_name(index);
            let mut reader =
                parts.read(&part).ok_or_else(|| RestoreError::senseless(&part, "it is not there"))?;
            let mut read = |bytes: &mut [u8]| {
                let read = reader.read_exact(bytes);
                read.map_err(|source| RestoreError::Read { part: part.clone(), source })
            };
            for size in 0..values.len() {
                if size.is_multiple_of(1 << 10) {
                    control.check()?;
                }
                let mut words = [0; 4];
                read(&mut words)?;
                let words = u32::from_le_bytes(words);
                if u64::from(words) > most_words {
                    let what = format!("the set of {size} has {words} words");
                    return Err(RestoreError::senseless(&part, what));
                }
                let mut set = Vec::new();
                for _ in 0..words {
                    let mut word = [0; 8];
                    read(&mut word)?;
                    set.push(u64::from_le_bytes(word));
                }
                self.words += set.len();
                self.parted[index].push(set);
            }
            if reader.read(&mut [0]).map_err(|source| RestoreError::Read { part: part.clone(), source })? > 0
            {
                return Err(RestoreError::senseless(&part, "it has more sets than there are values"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_of_a_value_that_had_no_room_are_found_again() {
        let code = TakeAndBreakCode::new(vec![0, 15, 7, 12], vec![]).unwrap();
        let control = Control::default();
        let (mut whole, mut values) = (TakeAndBreakTable::new(code.clone()), Values::default());
        whole.advance(&mut values, 120, &control).unwrap();
        let (mut cut, mut again) = (TakeAndBreakTable::new(code), Values::default());
        for length in [30, 31, 77, 120] {
            cut.advance(&mut again, length, &control).unwrap();
            // As if the next value had been found, and the table could not be widened for it.
            cut.part(length, &again);
        }
        assert_eq!(again, values);
        cut.forget(120);
        assert_eq!(cut.words, whole.words);
    }
}
