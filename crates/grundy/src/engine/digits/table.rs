//! Whole tables: ready-made blocks, copied one after the other.

use num_bigint::BigUint;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use super::cell::Cell;
use super::maps::{Entry, Maps};
use super::pool::Pool;
use super::run::run;
use crate::theory::{Control, Stopped};

/// A block has at most this many values if the windows are short: long enough
/// that looking it up costs little, short enough that all of them stay in cache.
const LONGEST_BLOCK: usize = 2_048;

/// Beyond this many bytes the blocks are not met again often enough to be kept.
const MOST_BYTES: u64 = 16 << 20;

/// How many blocks are copied between two looks at the stop flag.
const BLOCKS_PER_CHECK: usize = 1 << 10;

/// The ready-made blocks of one rule.
#[derive(Clone, Debug)]
pub(super) struct Blocks<C> {
    /// How many digits a block has.
    height: u32,
    pool: Pool<C>,
    /// Beyond this many bytes no more blocks are kept.
    pub(super) most_bytes: u64,
    /// For each beginning, the numbers of the block and of the window after it.
    known: FxHashMap<Entry, (u32, u32)>,
}

impl<C: Cell> Blocks<C> {
    pub(super) fn new(maps: &Maps<C>) -> Blocks<C> {
        let base = usize::from(maps.rule.base());
        let (mut height, mut length) = (maps.lowest, base.pow(maps.lowest));
        while length * base <= LONGEST_BLOCK {
            (height, length) = (height + 1, length * base);
        }
        Blocks { height, pool: Pool::new(length), most_bytes: MOST_BYTES, known: FxHashMap::default() }
    }

    /// Appends to `values`, which has room for them, `count` values from `from` on.
    pub(super) fn append(
        &mut self,
        maps: &mut Maps<C>,
        from: &BigUint,
        count: usize,
        values: &mut Vec<C>,
        control: &Control,
    ) -> Result<(), Stopped> {
        let base = BigUint::from(maps.rule.base());
        let length = BigUint::from(maps.rule.base()).pow(self.height);
        let mut skipped = usize::try_from(from % &length).expect("a block is short");
        let mut counter = Counter::new(maps, &(from / &length), &base);
        let level = (self.height - maps.lowest) as usize;
        maps.seek_cycle(counter.digits.len() + level, control)?;
        let (_, mut window) = maps.beginning(&counter.digits, level, control)?;
        let end = values.len() + count;
        let total = u64::try_from(count).ok();
        let mut rounds = 0usize;
        let mut fresh = Vec::new();
        let report = |left: usize| control.report(u64::try_from(count - left).unwrap_or(u64::MAX), total);
        while values.len() < end {
            if rounds.is_multiple_of(BLOCKS_PER_CHECK) {
                control.check()?;
                report(end - values.len());
            }
            rounds += 1;
            let state = counter.state();
            let (block, after) = match self.known.get(&Entry::new(state, window)) {
                Some(&known) => known,
                None if self.pool.bytes() < self.most_bytes.min(control.memory_limit()) => {
                    self.make(maps, state, window, &mut fresh, control)?
                }
                None => break,
            };
            let block = &self.pool.row(block)[skipped..];
            values.extend_from_slice(&block[..block.len().min(end - values.len())]);
            (skipped, window) = (0, after);
            counter.increment(maps);
        }
        // So many different blocks: play the rest value by value.
        fresh.clear();
        fresh.extend_from_slice(maps.windows.row(window));
        while values.len() < end {
            if rounds.is_multiple_of(BLOCKS_PER_CHECK) {
                control.check()?;
                report(end - values.len());
            }
            rounds += 1;
            run(
                &maps.rule,
                self.height,
                counter.state(),
                skipped.saturating_add(end - values.len()),
                &mut fresh,
            );
            let block = &fresh[maps.length() + skipped..];
            values.extend_from_slice(&block[..block.len().min(end - values.len())]);
            skipped = 0;
            fresh.drain(..fresh.len() - maps.length());
            counter.increment(maps);
        }
        report(end - values.len());
        Ok(())
    }

    /// Plays a block, keeps it, and gives its number and that of the window after it.
    fn make(
        &mut self,
        maps: &mut Maps<C>,
        state: u32,
        window: u32,
        values: &mut Vec<C>,
        control: &Control,
    ) -> Result<(u32, u32), Stopped> {
        values.clear();
        values.extend_from_slice(maps.windows.row(window));
        run(&maps.rule, self.height, state, usize::MAX, values);
        maps.count_entry(control)?;
        control.reserve(maps.bytes().saturating_add(self.pool.bytes()))?;
        let block =
            self.pool.intern(&values[maps.length()..]).expect("memory runs out before numbers of blocks do");
        let after = maps.intern(&values[values.len() - maps.length()..], control)?;
        self.known.insert(Entry::new(state, window), (block, after));
        Ok((block, after))
    }
}

/// The digits above a block, most significant first, and the states they lead to.
struct Counter {
    digits: Vec<u8>,
    /// One more than there are digits: the start comes first.
    states: Vec<u32>,
}

impl Counter {
    fn new<C: Cell>(maps: &Maps<C>, number: &BigUint, base: &BigUint) -> Counter {
        let radix = u32::try_from(base).expect("a base is at most 36");
        let digits = if number.is_zero() { Vec::new() } else { number.to_radix_be(radix) };
        let mut counter = Counter { digits, states: vec![0] };
        counter.read(maps, 0);
        counter
    }

    /// The state after all digits.
    fn state(&self) -> u32 {
        self.states.last().copied().unwrap_or(0)
    }

    /// Reads the digits from `first` on again.
    fn read<C: Cell>(&mut self, maps: &Maps<C>, first: usize) {
        self.states.truncate(first + 1);
        for &digit in &self.digits[first..] {
            let state = self.states.last().copied().unwrap_or(0);
            self.states.push(maps.rule.successor(state, digit));
        }
    }

    fn increment<C: Cell>(&mut self, maps: &Maps<C>) {
        let largest = maps.rule.base() - 1;
        match self.digits.iter().rposition(|&digit| digit < largest) {
            Some(place) => {
                self.digits[place] += 1;
                self.digits[place + 1..].fill(0);
                self.read(maps, place);
            }
            None => {
                self.digits.fill(0);
                self.digits.insert(0, 1);
                self.read(maps, 0);
            }
        }
    }
}
