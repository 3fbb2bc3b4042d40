//! Block maps: what a run through a whole block does to the window before it.

use rustc_hash::FxHashMap;

use super::cell::Cell;
use super::cycle::Cycle;
use super::pool::Pool;
use super::run::run;
use crate::ruleset::DigitRule;
use crate::theory::{Control, Stopped};

/// What a map takes along besides its own bytes, as a generous guess: an entry
/// of 16 bytes in a hash table that has just doubled.
const BYTES_PER_ENTRY: u64 = 64;

/// How many new entries are made between two looks at the stop flag.
const ENTRIES_PER_CHECK: u64 = 1 << 8;

/// A state and a window, in one word: where a block begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Entry(u64);

impl Entry {
    pub(super) fn new(state: u32, window: u32) -> Entry {
        Entry(u64::from(state) << 32 | u64::from(window))
    }
}

/// The block maps of one rule, as far as they have been needed.
///
/// The map of level i leads a window (the last `length` values before a block
/// of `base^(lowest + i)` numbers) to the window after it, for a given state
/// after the higher digits. It is the composition of the maps of level i - 1
/// for the next digits 0, 1, ...; level 0 is played value by value.
#[derive(Clone, Debug)]
pub(super) struct Maps<C> {
    pub(super) rule: DigitRule,
    /// How many digits a block of level 0 has.
    pub(super) lowest: u32,
    pub(super) windows: Pool<C>,
    /// The window before heap 0.
    pub(super) empty: u32,
    length: usize,
    levels: Vec<FxHashMap<Entry, u32>>,
    entries: u64,
    /// The cycle of the levels, once it is proved.
    pub(super) cycle: Option<Cycle>,
    /// How many levels were looked at for a cycle.
    pub(super) searched: usize,
    scratch: Vec<C>,
}

/// A block whose map is being composed.
struct Frame {
    level: usize,
    state: u32,
    before: u32,
    digit: u8,
    now: u32,
}

impl<C: Cell> Maps<C> {
    pub(super) fn new(rule: DigitRule) -> Maps<C> {
        let length = rule.largest_amount().max(1) as usize;
        let base = usize::from(rule.base());
        // Shorter blocks would give windows that are met nowhere else.
        let (mut lowest, mut block) = (1, base);
        while block < length {
            (lowest, block) = (lowest + 1, block * base);
        }
        Maps::from_level(rule, lowest)
    }

    /// Maps of which the lowest are those of blocks with `lowest` digits.
    pub(super) fn from_level(rule: DigitRule, lowest: u32) -> Maps<C> {
        let length = rule.largest_amount().max(1) as usize;
        let mut windows = Pool::new(length);
        let empty = windows.intern(&vec![C::NOTHING; length]).expect("one number is free");
        Maps {
            rule,
            lowest,
            windows,
            empty,
            length,
            levels: Vec::new(),
            entries: 0,
            cycle: None,
            searched: 0,
            scratch: Vec::new(),
        }
    }

    /// How many values a window holds.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// How many entries all tables have together.
    pub(super) fn entries(&self) -> u64 {
        self.entries
    }

    /// How many bytes the maps take, generously counted.
    pub(super) fn bytes(&self) -> u64 {
        self.windows.bytes().saturating_add(self.entries.saturating_mul(BYTES_PER_ENTRY))
    }

    /// The number of a window, put into the pool if it is new.
    pub(super) fn intern(&mut self, window: &[C], control: &Control) -> Result<u32, Stopped> {
        control.reserve(self.bytes())?;
        self.windows.intern(window).ok_or(Stopped::MemoryLimit {
            needed: u64::from(u32::MAX) * u64::try_from(self.length * C::BYTES).unwrap_or(u64::MAX),
            limit: control.memory_limit(),
        })
    }

    /// Counts one more entry of a table, here or of a caller, against the limits.
    pub(super) fn count_entry(&mut self, control: &Control) -> Result<(), Stopped> {
        self.entries += 1;
        if self.entries.is_multiple_of(ENTRIES_PER_CHECK) {
            control.check()?;
        }
        control.reserve(self.bytes())
    }

    /// The window after a block of `level` that begins at (`state`, `before`).
    ///
    /// Where a cycle of levels is proved, the pair must be one that the digits
    /// of some number lead to.
    pub(super) fn after(
        &mut self,
        level: usize,
        state: u32,
        before: u32,
        control: &Control,
    ) -> Result<u32, Stopped> {
        let level = self.cycle.map_or(level, |cycle| cycle.representative(level));
        if let Some(after) = self.known(level, state, before) {
            return Ok(after);
        }
        // Thousands of levels may be new, so the recursion keeps its own stack.
        let mut stack = vec![Frame { level, state, before, digit: 0, now: before }];
        while let Some(frame) = stack.last_mut() {
            if frame.level == 0 {
                frame.now = self.play(frame.state, frame.before, control)?;
                frame.digit = self.rule.base();
            }
            let mut missing = None;
            while frame.digit < self.rule.base() {
                let state = self.rule.successor(frame.state, frame.digit);
                match self.levels[frame.level - 1].get(&Entry::new(state, frame.now)) {
                    Some(&after) => (frame.now, frame.digit) = (after, frame.digit + 1),
                    None => {
                        missing = Some(Frame {
                            level: frame.level - 1,
                            state,
                            before: frame.now,
                            digit: 0,
                            now: frame.now,
                        });
                        break;
                    }
                }
            }
            match missing {
                Some(frame) => stack.push(frame),
                None => {
                    self.count_entry(control)?;
                    let Some(frame) = stack.pop() else { break };
                    self.levels[frame.level].insert(Entry::new(frame.state, frame.before), frame.now);
                }
            }
        }
        Ok(self.known(level, state, before).expect("the last frame has put it there"))
    }

    fn known(&mut self, level: usize, state: u32, before: u32) -> Option<u32> {
        if level >= self.levels.len() {
            self.levels.resize_with(level + 1, FxHashMap::default);
        }
        self.levels[level].get(&Entry::new(state, before)).copied()
    }

    /// The window after a block of level 0, played value by value.
    fn play(&mut self, state: u32, before: u32, control: &Control) -> Result<u32, Stopped> {
        let mut values = std::mem::take(&mut self.scratch);
        values.clear();
        values.extend_from_slice(self.windows.row(before));
        run(&self.rule, self.lowest, state, usize::MAX, &mut values);
        let after = self.intern(&values[values.len() - self.length..], control);
        self.scratch = values;
        after
    }

    /// The state and the window with which the block begins whose higher digits
    /// are `high`; the block has `lowest + level` digits.
    pub(super) fn beginning(
        &mut self,
        high: &[u8],
        level: usize,
        control: &Control,
    ) -> Result<(u32, u32), Stopped> {
        let (mut state, mut window) = (0, self.empty);
        for (index, &digit) in high.iter().enumerate() {
            let below = level + (high.len() - 1 - index);
            for smaller in 0..digit {
                window = self.after(below, self.rule.successor(state, smaller), window, control)?;
            }
            state = self.rule.successor(state, digit);
        }
        Ok((state, window))
    }
}
