//! Many amounts at once: the values of a block of heaps from the bits of the
//! values before it.
//!
//! For each group of eight values a byte is kept for every heap: the bit of its
//! value, or 0 if its value is in another group. The values within reach of the
//! heaps n, n + 1, ... by taking s are the bytes at n - s, n - s + 1, ..., one
//! after the other; so the union over all s runs through plain stretches of
//! bytes, and a vector instruction serves as many heaps as it has bytes. The
//! stretches may be as long as the amount is large ([`LEVELS`]). The amounts below
//! [`PART`] lead from one heap of a stretch to another: there the heaps with value 0
//! are found first, then those with value 1, and so on
//! ([`grundy_kernels::find_chained_gaps`]).
//!
//! It costs, for each heap, the number of amounts times the number of groups
//! over the width of a vector, whatever the amounts are. Values from 256 on are
//! left to the caller.

use std::mem;
use std::num::NonZeroUsize;

use grundy_kernels::{find_chained_gaps, find_gaps, or_shifted};

use crate::engine::threads::on_threads;
use crate::theory::Values;

/// The heaps of a block. An amount of at least a block is taken for all of its
/// heaps at once: so long stretches of the same bytes serve many amounts before
/// they leave the cache.
pub(super) const BLOCK: usize = 1 << 14;

/// The heaps of a part of a block: as many as a word has bits.
const PART: usize = 64;

/// The lengths of the stretches for which amounts are taken at once: those that
/// are at least as large, and smaller than the length before.
const LEVELS: [usize; 4] = [BLOCK, 1 << 10, 1 << 8, PART];

/// The values of a group: as many as a byte has bits.
const GROUP: usize = 8;

/// More groups than this are not kept.
const MOST_GROUPS: usize = 256 / GROUP;

/// So many bytes that are read are worth a thread: about a tenth of a millisecond.
const WORTH_A_THREAD: usize = 1 << 21;

/// So many bytes before what is needed are kept before they are dropped.
const SLACK: usize = 1 << 16;

/// The bits of the values so far.
#[derive(Debug)]
pub(super) struct Blocks {
    /// groups[k][BLOCK + n - dropped]: the bit of the value of n if that is in group
    /// k, up to the end of the block; 0 where there is no value yet. The first [`BLOCK`] bytes, before heap 0, are 0: amounts larger than a
    /// heap find nothing there.
    groups: Vec<Vec<u8>>,
    /// What is within reach of the block's heaps so far, by group.
    reach: Vec<Vec<u8>>,
    /// By group: up to which place of the block the amounts of each level are in
    /// `reach`.
    filled: Vec<[usize; LEVELS.len()]>,
    /// The values of the block so far.
    found: Vec<u8>,
    /// How many bytes were dropped at the front.
    dropped: usize,
    /// How many threads may be at work.
    threads: NonZeroUsize,
    /// Where the bytes of the block begin.
    base: usize,
    /// By value: which of the next [`PART`] heaps amounts below [`PART`] lead to a heap
    /// with it.
    within: Vec<u64>,
    /// Room for the next `within`.
    within_next: Vec<u64>,
    /// The first heap that is not there yet.
    next: usize,
    /// How many groups are looked at: the others are for values that are not to
    /// be expected in the next part. At least 1.
    used: usize,
}

/// A value does not fit into the groups that may be kept.
#[derive(Debug)]
pub(super) struct TooManyValues;

impl Blocks {
    /// The state after the heaps with these values.
    pub(super) fn after(values: &[u8], reaches_back: Option<usize>) -> Result<Blocks, TooManyValues> {
        let largest = usize::from(values.iter().copied().max().unwrap_or(0));
        let first = reaches_back.map_or(0, |back| values.len().saturating_sub(back));
        let mut blocks = Blocks {
            groups: vec![vec![0; BLOCK]],
            reach: vec![vec![0; BLOCK]],
            filled: vec![[0; LEVELS.len()]],
            found: vec![0; BLOCK],
            dropped: 0,
            threads: NonZeroUsize::MIN,
            base: BLOCK,
            within: vec![0; GROUP],
            within_next: vec![0; GROUP],
            next: values.len(),
            used: 1,
        };
        while largest >= GROUP * blocks.groups.len() {
            blocks.add_group()?;
        }
        blocks.dropped = first;
        for (k, group) in blocks.groups.iter_mut().enumerate() {
            group.extend(values[first..].iter().map(|&value| {
                let value = usize::from(value);
                if value / GROUP == k { 1 << (value % GROUP) } else { 0u8 }
            }));
        }
        Ok(blocks)
    }

    /// How many bytes a heap takes.
    pub(super) fn width(&self) -> usize {
        self.groups.len()
    }

    /// Appends the values of the next heaps, at most [`BLOCK`] of them and up to
    /// `length` in all. `values` must hold what was appended before.
    ///
    /// `amounts` ascend, hold all that are at most `length`, and begin with the same
    /// as in every call before. `reaches_back`: no
    /// heap before the block by more than this is needed ever; all if `None`.
    pub(super) fn advance(
        &mut self,
        values: &mut Values,
        length: usize,
        amounts: &[usize],
        reaches_back: Option<usize>,
        threads: NonZeroUsize,
    ) -> Result<(), TooManyValues> {
        self.threads = threads;
        let start = self.next;
        let size = BLOCK.min(length.saturating_sub(start));
        if let Some(back) = reaches_back {
            self.drop_before(start.saturating_sub(back));
        }
        let amounts = &amounts[..amounts.partition_point(|&amount| amount < start + size)];
        let base = BLOCK + start - self.dropped;
        for group in &mut self.groups {
            group.resize(base + size, 0);
        }
        self.base = base;
        self.filled.fill([0; LEVELS.len()]);
        let least = amounts.first().copied().unwrap_or(PART);
        let result = if least >= PART / 2 {
            // No amount leads from one heap of such a part to another.
            let part = if least < PART { PART / 2 } else { PART };
            let (near, far) = amounts.split_at(amounts.partition_point(|&amount| amount < LEVELS[2]));
            self.parts(size, part, far, |blocks, done, count| blocks.part_apart(done, count, near))
        } else {
            let (near, far) = amounts.split_at(amounts.partition_point(|&amount| amount < PART));
            let near = near.iter().fold(0, |near, &amount| near | 1 << amount);
            self.look_back(values, near);
            self.parts(size, PART, far, |blocks, done, count| blocks.part(done, count, near))
        };
        let done = *result.as_ref().unwrap_or_else(|(done, _)| done);
        values.extend_from_bytes(&self.found[..done]);
        self.next += done;
        result.map(|_| ()).map_err(|(_, error)| error)
    }

    /// Finds what is `within` the reach of the next heaps by the amounts of `near`.
    fn look_back(&mut self, values: &Values, near: u64) {
        self.within.fill(0);
        for back in 1..PART.min(values.len() + 1) {
            let value = values.get(values.len() - back).and_then(|value| usize::try_from(value.size()).ok());
            if let Some(within) = value.and_then(|value| self.within.get_mut(value)) {
                *within |= near >> back;
            }
        }
    }

    /// The values of `size` heaps, `length` at a time by `part`, which gets where
    /// they begin and how many they are; it says how many groups the largest of
    /// them needs, or `None` if one needs a further group than those in use. Gives
    /// how many values there are, all or those before the error.
    ///
    /// `far` are the amounts that are in `reach` before a part is looked at.
    fn parts(
        &mut self,
        size: usize,
        length: usize,
        far: &[usize],
        part: impl Fn(&mut Blocks, usize, usize) -> Option<usize>,
    ) -> Result<usize, (usize, TooManyValues)> {
        let mut end = far.len();
        // Each length with its amounts.
        let levels = LEVELS.map(|level| {
            let start = far.partition_point(|&amount| amount < level).min(end);
            let at_level = &far[start..end];
            end = start;
            (level, at_level)
        });
        let (mut done, mut filled) = (0, 0);
        while done < size {
            let count = length.min(size - done);
            // Most parts do without the largest values: the groups that the last
            // part needed are tried first, and further ones only when a heap can
            // reach all values of these.
            let needed = loop {
                if filled <= done {
                    filled = self.fill(done, size, &levels);
                }
                if let Some(needed) = part(self, done, count) {
                    break needed;
                }
                if self.used < self.groups.len() {
                    self.used += 1;
                } else {
                    self.add_group().map_err(|error| (done, error))?;
                }
                filled = done;
            };
            self.used = needed.max(self.used - 1);
            done += count;
        }
        Ok(done)
    }

    /// Puts into `reach`, for the groups in use, what the amounts of each length
    /// lead to, if the heap at place `done` needs it. The place from which on more is needed.
    fn fill(&mut self, done: usize, size: usize, levels: &[(usize, &[usize]); LEVELS.len()]) -> usize {
        if self.filled[..self.used].iter().any(|filled| filled[0] <= done) {
            self.fill_block(done, size, levels[0].1);
        }
        let mut next = size;
        for k in 0..self.used {
            for (&(level, amounts), filled) in levels.iter().zip(&mut self.filled[k]).skip(1) {
                if amounts.is_empty() {
                    continue;
                }
                if *filled <= done {
                    *filled = size.min((done / level + 1) * level);
                    let reach = &mut self.reach[k][done..*filled];
                    or_shifted(reach, &self.groups[k], self.base + done, amounts);
                }
                next = next.min(*filled);
            }
        }
        next
    }

    /// The part of [`Blocks::fill`] for amounts that no heap of the block is reached
    /// from: all that is left of the block, for each group that has it not yet. The
    /// groups have nothing to do with each other, so that threads share them out.
    fn fill_block(&mut self, done: usize, size: usize, amounts: &[usize]) {
        let groups = self.reach.iter_mut().zip(&self.groups).zip(&mut self.filled).take(self.used);
        let due = groups.filter(|(_, filled)| filled[0] <= done).map(|((reach, group), filled)| {
            filled[0] = size;
            (&mut reach[done..size], group)
        });
        let mut due: Vec<(&mut [u8], &Vec<u8>)> = due.collect();
        let worth_a_thread = amounts.len() * (size - done) >= WORTH_A_THREAD;
        let threads = if worth_a_thread { self.threads } else { NonZeroUsize::MIN };
        on_threads(threads, &mut due, |(reach, group)| {
            reach.fill(0);
            or_shifted(reach, group, self.base + done, amounts);
        });
    }

    /// As [`Blocks::part`], if no amount leads from one heap of the part to another.
    fn part_apart(&mut self, done: usize, count: usize, near: &[usize]) -> Option<usize> {
        let found = &mut self.found[done..done + count];
        let reach = &self.reach[..self.used];
        find_gaps(reach, done, &mut self.groups, self.base + done, near, found).then(|| needed(found))
    }

    /// Finds the values of `count` heaps from place `done` of the block on, and
    /// notes them and their bits. How many groups they need; `None` if one of them
    /// needs a further group than those in use.
    ///
    /// `near` are the amounts that are not in `reach`, a bit for each.
    fn part(&mut self, done: usize, count: usize, near: u64) -> Option<usize> {
        let found = &mut self.found[done..done + count];
        let reach = &self.reach[..self.used];
        let at = self.base + done;
        find_chained_gaps(reach, done, &mut self.groups, at, near, &self.within, &mut self.within_next, found)
            .then(|| {
                mem::swap(&mut self.within, &mut self.within_next);
                needed(found)
            })
    }

    /// Makes room for eight more values; no heap so far has one of them.
    fn add_group(&mut self) -> Result<(), TooManyValues> {
        if self.groups.len() == MOST_GROUPS {
            return Err(TooManyValues);
        }
        let length = self.groups.first().map_or(0, Vec::len);
        self.groups.push(vec![0; length]);
        self.reach.push(vec![0; BLOCK]);
        // All heaps so far have none of these values.
        self.filled.push([0; LEVELS.len()]);
        self.used = self.groups.len();
        self.within.resize(GROUP * self.groups.len(), 0);
        self.within_next.resize(GROUP * self.groups.len(), 0);
        Ok(())
    }

    /// Forgets the heaps before `heap`, if that is worth the copying.
    fn drop_before(&mut self, heap: usize) {
        let place = heap.saturating_sub(self.dropped);
        if place > SLACK.max(self.next - heap) {
            for group in &mut self.groups {
                group.drain(..place);
            }
            self.dropped += place;
        }
    }
}

/// How many groups these values need, at least 1.
fn needed(values: &[u8]) -> usize {
    usize::from(values.iter().copied().max().unwrap_or(0)) / GROUP + 1
}
