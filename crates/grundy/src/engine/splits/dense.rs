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
use std::sync::{Arc, Mutex, PoisonError};

use super::pairs::Streams;
use crate::engine::side_thread::SideThread;
use crate::ruleset::SplitMoves;
use crate::theory::{Nimber, Values};

/// The most heaps of a block whose splits are marked in vectors.
const BLOCK: usize = 1 << 7;

/// The most heaps of another block: each has a table of marks that is much larger.
const SHORT_BLOCK: usize = 1 << 8;

/// About the most splits of a block.
const SPLITS: usize = 1 << 28;

/// So many heaps of a block are one thread's at a time.
const JOB: usize = 8;

/// Blocks with fewer splits in all are not worth a thread.
const MANY: usize = 1 << 18;

/// So many splits are marked at a time.
const STRETCH: usize = 1 << 9;

/// Once so few values are missing they are looked for by themselves: that costs about as
/// much as marking does for each.
const FEW: usize = 8;

/// A table by all splits.
#[derive(Debug)]
pub(super) struct Dense {
    /// Shared with the threads beside while they look at it.
    known: Arc<Known>,
    block: Vec<Far>,
    /// The threads beside this one.
    sides: Vec<SideThread<Vec<Far>>>,
}

/// The values so far, as they are needed to look at all splits.
#[derive(Debug)]
struct Known {
    moves: SplitMoves,
    streams: Streams,
    /// How many values are in `streams`.
    length: usize,
    /// One more than the largest of them.
    bound: usize,
    /// About the mean of the last ones: most values below it are within the reach of the
    /// next heaps.
    typical: usize,
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
    pub(super) fn new(moves: SplitMoves) -> Dense {
        Dense { known: Arc::new(Known::new(moves, true)), block: Vec::new(), sides: Vec::new() }
    }

    /// About how many bytes a table of `length` heaps takes.
    pub(super) fn bytes(&self, length: usize) -> usize {
        let known = &self.known;
        let (block, marks) = match known.in_vectors() {
            true => (BLOCK, 0),
            false => (SHORT_BLOCK, known.streams.marks()),
        };
        let marks = block.saturating_mul(marks.max(2 * known.bound));
        length.saturating_mul(known.streams.width()).saturating_add(marks)
    }

    /// What is known, to be changed.
    fn known_mut(&mut self) -> &mut Known {
        Arc::get_mut(&mut self.known).expect("no other thread looks at it now")
    }

    /// The values of the next heaps, at least one and at most `most`, all before them
    /// being in `values`.
    pub(super) fn next(
        &mut self,
        values: &Values,
        most: usize,
        threads: NonZeroUsize,
    ) -> Result<Vec<Nimber>, TooLarge> {
        let known = self.known_mut();
        if known.length > values.len() {
            // Values that were found last had no room in the table.
            *known = Known::new(known.moves.clone(), known.vectors);
        }
        while let Some(value) = values.get(known.length) {
            known.push(index(value)?)?;
        }
        let next = known.length;
        let in_vectors = known.in_vectors();
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
        let mut block = self.look_at_all(block, next, in_vectors, threads);
        let known = self.known_mut();
        let mut sum = 0_usize;
        let found = block.iter_mut().map(|far| {
            let value = known.value(far, next)?;
            known.push(value)?;
            sum = sum.saturating_add(value);
            u64::try_from(value).map(Nimber::new).map_err(|_| TooLarge)
        });
        let found = found.collect();
        known.typical = usize::midpoint(known.typical, sum / count).max(1);
        self.block = block;
        found
    }

    /// Looks at the heaps of a block that begins with heap `start`, on so many threads; returns the block.
    fn look_at_all(
        &mut self,
        mut block: Vec<Far>,
        start: usize,
        in_vectors: bool,
        threads: NonZeroUsize,
    ) -> Vec<Far> {
        while self.sides.len() + 1 < threads.get()
            && let Some(side) = SideThread::new()
        {
            self.sides.push(side);
        }
        let sides = &self.sides[..self.sides.len().min(threads.get() - 1)];
        if sides.is_empty() {
            block.iter_mut().for_each(|far| self.known.look(far, start, in_vectors));
            return block;
        }
        let length = block.len();
        let queue = Arc::new(Mutex::new(block.into_iter()));
        for side in sides {
            let (known, queue) = (Arc::clone(&self.known), Arc::clone(&queue));
            side.post(move || known.look_at_some(&queue, start, in_vectors));
        }
        let mut block = self.known.look_at_some(&queue, start, in_vectors);
        for side in sides {
            // A thread that died has left its heaps undone.
            block.extend(side.take().unwrap_or_default());
        }
        block.sort_unstable_by_key(|far| far.heap);
        assert_eq!(block.len(), length, "a thread that looked at splits has died");
        block
    }
}

impl Known {
    fn new(moves: SplitMoves, vectors: bool) -> Known {
        Known { moves, streams: Streams::new(), length: 0, bound: 1, typical: 1, vectors }
    }

    /// Whether the splits of the next block are marked in vectors.
    fn in_vectors(&self) -> bool {
        self.vectors && self.streams.marks_in_vectors(self.bound)
    }

    /// Looks at heaps as long as there are some in the queue, and returns them.
    fn look_at_some(
        &self,
        queue: &Mutex<std::vec::IntoIter<Far>>,
        start: usize,
        in_vectors: bool,
    ) -> Vec<Far> {
        let mut seen = Vec::new();
        loop {
            let before = seen.len();
            // The lock is given back before the work begins.
            seen.extend(queue.lock().unwrap_or_else(PoisonError::into_inner).by_ref().take(JOB));
            if seen.len() == before {
                return seen;
            }
            seen[before..].iter_mut().for_each(|far| self.look(far, start, in_vectors));
        }
    }

    fn push(&mut self, value: usize) -> Result<(), TooLarge> {
        self.streams.push(value).map_err(|_| TooLarge)?;
        self.bound = self.bound.max(value + 1);
        self.length += 1;
        Ok(())
    }

    /// Finds the least value that no split reaches with both parts before heap `start`, the
    /// next one.
    fn look(&self, far: &mut Far, start: usize, in_vectors: bool) {
        let (moves, streams, bound) = (&self.moves, &self.streams, self.bound);
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
    fn value(&self, far: &mut Far, start: usize) -> Result<usize, TooLarge> {
        let (moves, heap) = (&self.moves, far.heap);
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
        let (mut dense, mut values) = (Dense::new(moves.clone()), Values::default());
        while values.len() < 600 {
            let mut found = || dense.next(&values, 100, NonZeroUsize::MIN).expect("small values");
            let first = found();
            assert_eq!(found(), first, "after {}", values.len());
            // Some are kept.
            let kept = first.len().div_ceil(2);
            first.into_iter().take(kept).for_each(|value| values.push(value));
        }
        let mut at_once = Dense::new(moves);
        let mut expected = Values::default();
        while expected.len() < values.len() {
            let found = at_once.next(&expected, 1, NonZeroUsize::MIN).expect("small values");
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
                let mut dense = Dense::new(moves.clone());
                dense.known_mut().vectors = vectors;
                let mut values = Values::default();
                while values.len() < length {
                    let threads = NonZeroUsize::new(threads).unwrap();
                    let found = dense.next(&values, length - values.len(), threads);
                    found.expect("small values").into_iter().for_each(|value| values.push(value));
                }
                let differ = (0..length).find(|&heap| values.get(heap) != expected.get(heap));
                assert_eq!(differ, None, "{:?} {:?}, vectors: {vectors}", moves.none, moves.split);
                widest.push(dense.known.bound);
            }
        }
        let at_least = |bound| widest.iter().any(|&widest| widest >= bound);
        assert!(at_least(4097) && widest.iter().any(|bound| (257..1025).contains(bound)), "{widest:?}");
    }
}
