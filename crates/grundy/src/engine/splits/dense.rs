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

/// The most heaps of a block whose splits are marked in vectors.
const BLOCK: usize = 1 << 9;

/// The most heaps of another block: each has a table of marks that is much larger.
const SHORT_BLOCK: usize = 1 << 8;

/// About the most splits of a block.
const SPLITS: usize = 1 << 28;

/// So many heaps of a block are one thread's at a time.
const JOB: usize = 8;

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
    /// Whether vectors are used where the processor has them.
    vectors: bool,
}

/// What splits with both parts before the block say of a heap.
#[derive(Debug, Default)]
struct Far {
    heap: usize,
    /// By value: whether it is known to be within reach.
    met: Vec<bool>,
    /// All splits that have a value below this one are marked.
    known: usize,
    /// The splits that need not be marked: the total, and the bounds of the smaller part.
    left: Vec<(usize, usize, usize)>,
    /// The least value that they do not reach.
    least: usize,
}

/// A value is too large to be kept.
#[derive(Debug)]
pub(super) struct TooLarge;

impl Dense {
    pub(super) fn new() -> Dense {
        let (streams, block) = (Streams::new(), Vec::new());
        Dense { streams, length: 0, bound: 1, typical: 1, block, vectors: true }
    }

    /// About how many bytes a table of `length` heaps takes.
    pub(super) fn bytes(&self, length: usize) -> usize {
        let (block, marks) = match self.in_vectors() {
            true => (BLOCK, 0),
            false => (SHORT_BLOCK, self.streams.marks()),
        };
        let marks = block.saturating_mul(marks.max(2 * self.bound));
        length.saturating_mul(self.streams.width()).saturating_add(marks)
    }

    /// Whether the splits of the next block are marked in vectors.
    fn in_vectors(&self) -> bool {
        self.vectors && self.streams.marks_in_vectors(self.bound)
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
            *self = Dense { vectors: self.vectors, ..Dense::new() };
        }
        while let Some(value) = values.get(self.length) {
            self.push(index(value)?)?;
        }
        let next = self.length;
        let in_vectors = self.in_vectors();
        let longest = if in_vectors { BLOCK } else { SHORT_BLOCK };
        // A sixteenth of the splits at most are not before the block, and a block takes no
        // longer than a second.
        let count = most.min(longest).min(next / 16).min(SPLITS / next.max(1)).max(1);
        let mut block = std::mem::take(&mut self.block);
        block.resize_with(count, Far::default);
        for (far, heap) in block.iter_mut().zip(next..) {
            far.heap = heap;
        }
        let threads = if next * count >= MANY { threads } else { NonZeroUsize::MIN };
        let mut jobs: Vec<&mut [Far]> = block.chunks_mut(JOB).collect();
        on_threads(threads, &mut jobs, |job| {
            job.iter_mut().for_each(|far| self.look(moves, far, next, in_vectors));
        });
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

    /// Finds the least value that no split reaches with both parts before heap `start`, the
    /// next one.
    fn look(&self, moves: &SplitMoves, far: &mut Far, start: usize, in_vectors: bool) {
        let (streams, bound) = (&self.streams, self.bound);
        // The xor of two values is below the power of 2 that is above both, and the least
        // value out of reach is at most that.
        let room = bound.next_power_of_two() + 1;
        let marks = if in_vectors { 0 } else { streams.marks() };
        far.met.resize(room.max(marks).max(far.met.len()), false);
        far.met[..room].fill(false);
        far.left.clear();
        for total in moves.split.iter().filter_map(|&taken| far.heap.checked_sub(taken)) {
            let (low, high) = ((total + 1).saturating_sub(start) + 1, moves.most_part(total));
            if low <= high {
                far.left.push((total, low, high));
            }
        }
        if in_vectors {
            // Few heaps have a value beyond all before.
            far.known = bound;
            for &(total, low, high) in &far.left {
                streams.mark_in(total, low, high, &mut far.met[..bound]);
            }
        } else {
            far.known = 0;
            far.mark_until_few(streams, self.typical.min(bound));
        }
        let mut missing = (0..room).filter(|&value| !far.met[value]);
        far.least = missing.find(|&value| far.misses(streams, value)).unwrap_or(room);
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
        let least = missing.find(|&value| value == far.least || far.misses(&self.streams, value));
        least.ok_or(TooLarge)
    }
}

impl Far {
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

    /// Whether no split with both parts before the block has this value, if it was not met.
    fn misses(&self, streams: &Streams, value: usize) -> bool {
        let mut left = self.left.iter();
        value < self.known
            || !left.any(|&(total, low, high)| low <= high && streams.reach(total, low, high, value))
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

    /// The values from the words.
    fn by_all_moves(moves: &SplitMoves, length: usize) -> Values {
        let mut values: Vec<usize> = Vec::new();
        let mut met = vec![0; 2 * length];
        for heap in 0..length {
            let mut reach = |value: usize| met[value] = heap + 1;
            if moves.none.contains(&heap) {
                reach(0);
            }
            moves.whole.iter().filter(|&&taken| taken < heap).for_each(|&taken| reach(values[heap - taken]));
            for total in moves.split.iter().filter_map(|&taken| heap.checked_sub(taken)) {
                for part in (1..=total / 2).filter(|&part| moves.equal || 2 * part != total) {
                    reach(values[part] ^ values[total - part]);
                }
            }
            values.push(met.iter().position(|&met| met != heap + 1).unwrap());
        }
        values.into_iter().map(|value| Nimber::new(u64::try_from(value).unwrap())).collect()
    }

    #[test]
    fn values_are_those_of_all_moves() {
        // The values of the first stay small, those of 0.007 exceed 255, and those of the
        // last grow with the heaps, beyond the marks that vectors serve.
        let moves = |none: &[usize], whole: Vec<usize>, split: &[usize], equal| SplitMoves {
            none: none.to_vec(),
            whole,
            split: split.to_vec(),
            equal,
        };
        let two_in_three = (1..3000).filter(|taken| taken % 3 != 0).collect();
        let cases = [
            (moves(&[2], vec![2], &[2], true), 4000),
            (moves(&[], vec![], &[0], false), 4000),
            (moves(&[1], vec![1, 2, 5], &[0, 3, 4], false), 3000),
            (moves(&[3], vec![3], &[3], true), 11_000),
            (moves(&[], vec![7], &[1, 6], true), 3000),
            (moves(&[1, 4], (1..300).collect(), &[0, 2], true), 3000),
            (moves(&[], two_in_three, &[5], false), 3000),
            (moves(&[1], (1..5000).collect(), &[0], true), 5000),
        ];
        let mut widest = Vec::new();
        for (moves, length) in cases {
            let expected = by_all_moves(&moves, length);
            for (vectors, threads) in [(true, 1), (true, 2), (false, 2)] {
                let mut dense = Dense { vectors, ..Dense::new() };
                let mut values = Values::default();
                while values.len() < length {
                    let threads = NonZeroUsize::new(threads).unwrap();
                    let found = dense.next(&moves, &values, length - values.len(), threads);
                    found.expect("small values").into_iter().for_each(|value| values.push(value));
                }
                let differ = (0..length).find(|&heap| values.get(heap) != expected.get(heap));
                assert_eq!(differ, None, "{:?} {:?}, vectors: {vectors}", moves.none, moves.split);
                widest.push(dense.bound);
            }
        }
        let at_least = |bound| widest.iter().any(|&widest| widest >= bound);
        assert!(at_least(4097) && widest.iter().any(|bound| (257..1025).contains(bound)), "{widest:?}");
    }
}
