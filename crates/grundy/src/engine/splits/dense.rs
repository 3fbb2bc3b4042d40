//! Values by looking at all splits.
//!
//! The values of all splits are marked, many at a time, where the processor has the
//! vectors for it. Elsewhere the splits with the smallest parts are marked one by one,
//! until few values are missing. Each of those is looked for by itself, from the least on,
//! until one is out of reach. The table is quadratic.
//!
//! Heaps go in blocks. Splits of which both parts are before the block, nearly all, need nothing
//! of the block, so that its heaps share the threads; the others come in
//! heap by heap.

use std::num::NonZeroUsize;

use super::pairs::Streams;
use crate::engine::threads::on_threads;
use crate::ruleset::SplitMoves;
use crate::theory::{Nimber, Values};

/// The most heaps of a block.
const BLOCK: usize = 1 << 8;

/// About the most splits of a block.
const SPLITS: usize = 1 << 28;

/// Blocks with fewer splits in all are not worth a thread.
const MANY: usize = 1 << 20;

/// So many splits are marked at a time.
const STRETCH: usize = 1 << 9;

/// Once so few values are missing they are looked for by themselves: that costs about as
/// much as marking does for each.
const FEW: usize = 8;

/// The values so far, as they are needed to look at all splits.
#[derive(Debug)]
pub(super) struct Dense {
    streams: Streams,
    /// How many values are in `streams`.
    length: usize,
    /// One more than the largest of them.
    bound: usize,
    /// About the mean of the last ones: most values below it are within the reach of the
    /// next heaps.
    typical: usize,
    block: Vec<Far>,
}

/// What splits with both parts before the block say of a heap.
#[derive(Debug, Default)]
struct Far {
    heap: usize,
    /// By value: whether it is known to be within reach.
    met: Vec<bool>,
    /// All splits have been marked as far as they have values below this one.
    known: usize,
    /// The splits that were not marked beyond: the total, and the bounds of the smaller part.
    left: Vec<(usize, usize, usize)>,
    /// The least value that they do not reach.
    least: usize,
}

/// A value is too large to be kept.
#[derive(Debug)]
pub(super) struct TooLarge;

impl Dense {
    pub(super) fn new() -> Dense {
        Dense { streams: Streams::new(), length: 0, bound: 1, typical: 1, block: Vec::new() }
    }

    /// About how many bytes a table of `length` heaps takes.
    pub(super) fn bytes(&self, length: usize) -> usize {
        let marks = self.streams.marks().max(2 * self.bound);
        length.saturating_mul(self.streams.width()).saturating_add(BLOCK.saturating_mul(marks))
    }

    /// The values of the next heaps, at least one and at most `most`, all before them
    /// being in `values`.
    pub(super) fn next(
        &mut self,
        moves: &SplitMoves,
        values: &Values,
        most: usize,
        threads: NonZeroUsize,
    ) -> Result<Vec<Nimber>, TooLarge> {
        if self.length > values.len() {
            // Values that were found last had no room in the table.
            *self = Dense::new();
        }
        while let Some(value) = values.get(self.length) {
            self.push(index(value)?)?;
        }
        let next = self.length;
        // A sixteenth of the splits at most are not before the block, and a block takes no
        // longer than a second.
        let count = most.min(BLOCK).min(next / 16).min(SPLITS / next.max(1)).max(1);
        let mut block = std::mem::take(&mut self.block);
        block.resize_with(count, Far::default);
        for (far, heap) in block.iter_mut().zip(next..) {
            far.heap = heap;
        }
        let threads = if next * count >= MANY { threads } else { NonZeroUsize::MIN };
        let (bound, typical) = (self.bound, self.typical.min(self.bound));
        on_threads(threads, &mut block, |far| far.look(moves, &self.streams, next, bound, typical));
        let mut sum = 0_usize;
        let found = block.iter_mut().map(|far| {
            let value = self.value(moves, far, next)?;
            self.push(value)?;
            sum = sum.saturating_add(value);
            u64::try_from(value).map(Nimber::new).map_err(|_| TooLarge)
        });
        let found = found.collect();
        self.typical = usize::midpoint(self.typical, sum / count).max(1);
        self.block = block;
        found
    }

    fn push(&mut self, value: usize) -> Result<(), TooLarge> {
        self.streams.push(value).map_err(|_| TooLarge)?;
        self.bound = self.bound.max(value + 1);
        self.length += 1;
        Ok(())
    }

    /// The value of the next heap, in the block that begins with heap `start`.
    fn value(&self, moves: &SplitMoves, far: &mut Far, start: usize) -> Result<usize, TooLarge> {
        let heap = far.heap;
        // The largest values may be new; each is at most one more than all before.
        let room = self.bound.next_power_of_two() + 1;
        far.met.resize(room.max(far.met.len()), false);
        if moves.none.contains(&heap) {
            far.met[0] = true;
        }
        for left in moves.whole.iter().filter_map(|&taken| heap.checked_sub(taken)).filter(|&left| left > 0) {
            far.met[self.streams.value(left)] = true;
        }
        for total in moves.split.iter().filter_map(|&taken| heap.checked_sub(taken)) {
            let near = moves.most_part(total).min((total + 1).saturating_sub(start));
            if near > 0 {
                self.streams.mark_in(total, 1, near, &mut far.met);
            }
        }
        let mut missing = (far.least..room).filter(|&value| !far.met[value]);
        let least = missing
            .find(|&value| value == far.least || value < far.known || !far.reach(&self.streams, value));
        least.ok_or(TooLarge)
    }
}

impl Far {
    /// Finds the least value that no split reaches with both parts before heap `start`.
    /// Values so far are below `bound`; splits are marked until few values below
    /// `typical` are missing.
    fn look(&mut self, moves: &SplitMoves, streams: &Streams, start: usize, bound: usize, typical: usize) {
        // The xor of two values is below the power of 2 that is above both, and the least
        // value out of reach is at most that.
        let room = bound.next_power_of_two() + 1;
        let in_vectors = streams.marks_in_vectors(bound);
        let marks = if in_vectors { 0 } else { streams.marks() };
        self.met.resize(room.max(marks).max(self.met.len()), false);
        self.met[..room].fill(false);
        self.left.clear();
        for total in moves.split.iter().filter_map(|&taken| self.heap.checked_sub(taken)) {
            self.left.push((total, (total + 1).saturating_sub(start) + 1, moves.most_part(total)));
        }
        if in_vectors {
            // Few heaps have a value beyond all before.
            self.known = bound;
            for &(total, low, high) in &self.left {
                if low <= high {
                    streams.mark_in(total, low, high, &mut self.met[..bound]);
                }
            }
        } else {
            self.known = 0;
            self.mark_until_few(streams, typical);
        }
        let mut missing = (0..room).filter(|&value| !self.met[value]);
        let least = missing.find(|&value| value < self.known || !self.reach(streams, value));
        self.least = least.unwrap_or(room);
    }

    /// Marks the splits with the smallest parts until few values below `typical` are missing.
    fn mark_until_few(&mut self, streams: &Streams, typical: usize) {
        loop {
            let mut some_left = false;
            for (total, low, high) in &mut self.left {
                let end = (*low + STRETCH - 1).min(*high);
                if *low <= end {
                    streams.mark_in(*total, *low, end, &mut self.met);
                    *low = end + 1;
                    some_left |= end < *high;
                }
            }
            let missing = self.met[..typical].iter().filter(|met| !**met).count();
            if !some_left || missing <= FEW {
                break;
            }
        }
    }

    /// Whether one of the splits that were not marked has this value.
    fn reach(&self, streams: &Streams, value: usize) -> bool {
        let mut left = self.left.iter();
        left.any(|&(total, low, high)| low <= high && streams.reach(total, low, high, value))
    }
}

fn index(value: Nimber) -> Result<usize, TooLarge> {
    usize::try_from(value.size()).map_err(|_| TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_were_not_kept_are_found_again() {
        let moves = SplitMoves { none: vec![], whole: vec![1], split: vec![0, 2], equal: false };
        let (mut dense, mut values) = (Dense::new(), Values::default());
        while values.len() < 600 {
            let mut found = || dense.next(&moves, &values, 100, NonZeroUsize::MIN).expect("small values");
            let first = found();
            assert_eq!(found(), first, "after {}", values.len());
            // Some are kept.
            let kept = first.len().div_ceil(2);
            first.into_iter().take(kept).for_each(|value| values.push(value));
        }
        let mut at_once = Dense::new();
        let mut expected = Values::default();
        while expected.len() < values.len() {
            let found = at_once.next(&moves, &expected, 1, NonZeroUsize::MIN).expect("small values");
            found.into_iter().for_each(|value| expected.push(value));
        }
        assert_eq!(values, expected);
    }
}
