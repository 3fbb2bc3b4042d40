//! Tables without a middle, saved and taken back.

use serde::{Deserialize, Serialize};

use super::super::codes::Codes;
use super::super::space::{Space, VALUES};
use super::super::sparse::Odd;
use super::super::table::sparse_from;
use super::super::windows::{Picked, Repeated, Windows};
use super::{Bounded, Largest, decisive};
use crate::engine::memory::count;
use crate::engine::resumable::{RestoreError, SavedParts, Snapshot};
use crate::engine::saved_values::LAST_CODES;
use crate::ruleset::SplitMoves;
use crate::theory::Control;

/// The parts of a snapshot.
const FIRST_CODES: &str = "first-codes";
const WINDOWS: &str = "windows";
const STATE: &str = "state";

/// No run makes a part longer than this.
const LONGEST: u64 = 1 << 32;

/// What stands in the part `state`, in JSON.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    space: Space,
    /// How many codes masks have.
    codes: usize,
    odd: Vec<Odd>,
    /// The first heap of the part `last-codes`.
    first: usize,
    far: usize,
    largest: Largest,
    /// The length of a window.
    window: usize,
    picked: Picked,
    /// The ends of the windows.
    ends: Vec<usize>,
    repeated: Option<(usize, usize)>,
}

impl Bounded {
    pub(in super::super) fn snapshot(&self, snapshot: &mut dyn Snapshot) {
        let codes = self.table.kept();
        if snapshot.length(FIRST_CODES) == count(self.front) && codes.first() > 0 {
            snapshot.append(FIRST_CODES, &[]);
        } else {
            snapshot.replace(FIRST_CODES, &codes.front()[..self.front]);
        }
        snapshot.replace(LAST_CODES, codes.last());
        snapshot.replace(WINDOWS, &[]);
        for (_, window) in self.windows.kept() {
            snapshot.append(WINDOWS, window);
        }
        let state = State {
            space: self.table.space().clone(),
            codes: self.table.codes(),
            odd: self.table.odd().to_vec(),
            first: codes.first(),
            far: self.table.far(),
            largest: self.largest,
            window: self.windows.length(),
            picked: self.windows.picked().clone(),
            ends: self.windows.kept().iter().map(|(end, _)| *end).collect(),
            repeated: self.repeated.map(|repeated| (repeated.first, repeated.second)),
        };
        snapshot.replace(STATE, &serde_json::to_vec(&state).expect("numbers can be written"));
    }

    /// Takes back what was saved when `known` values were known; `None` if that was no table with a
    /// middle given up.
    pub(in super::super) fn restore(
        moves: &SplitMoves,
        known: u64,
        with_law: bool,
        front: usize,
        parts: &dyn SavedParts,
        control: &Control,
    ) -> Result<Option<Bounded>, RestoreError> {
        if parts.length(STATE).is_none() {
            return Ok(None);
        }
        let [state, front_codes, last, windows] = [STATE, FIRST_CODES, LAST_CODES, WINDOWS].map(|part| {
            let bytes = parts.read_all(part, LONGEST, control)?;
            bytes.ok_or_else(|| RestoreError::senseless(part, "it is not there"))
        });
        let (first_codes, last, windows) = (front_codes?, last?, windows?);
        let state: State = serde_json::from_slice(&state?)
            .map_err(|error| RestoreError::senseless(STATE, error.to_string()))?;
        state.check(moves, known, front, &first_codes, &last, &windows)?;
        let kept = state.ends.iter().copied().zip(windows.chunks(state.window).map(<[u8]>::to_vec));
        let windows = Windows::of_kept(state.window, state.picked, kept.collect());
        let first_codes = if state.first == 0 { Vec::new() } else { first_codes };
        let codes = Codes::of_parts(first_codes, state.first, last);
        let Some(table) = sparse_from(moves, state.space, codes, &state.odd, state.codes, state.far) else {
            return Err(RestoreError::senseless(STATE, "there are no masks of so many codes"));
        };
        let repeated = state.repeated.map(|(first, second)| Repeated { first, second });
        let repeated = repeated.filter(|_| with_law);
        Ok(Some(Bounded { table, windows, largest: state.largest, repeated, with_law, front }))
    }
}

impl State {
    fn has_odd(&self, heap: usize) -> bool {
        self.odd.binary_search_by_key(&heap, |odd| odd.heap).is_ok()
    }

    /// Whether that is a state from which a table can go on.
    fn check(
        &self,
        moves: &SplitMoves,
        known: u64,
        front: usize,
        first_codes: &[u8],
        last: &[u8],
        windows: &[u8],
    ) -> Result<(), RestoreError> {
        let senseless = |part: &str, what: &str| Err(RestoreError::senseless(part, what));
        let next = self.first.checked_add(last.len());
        let Some(next) = next.filter(|&next| count(next) == known && next < usize::MAX / 4) else {
            return senseless(LAST_CODES, "it does not end where the values end");
        };
        if first_codes.len() != front || front > next {
            return senseless(FIRST_CODES, "its length is wrong");
        }
        // What is too large for masks is an odd heap.
        let large = |first: usize, codes: &[u8]| {
            let mut codes = codes.iter().zip(first..);
            codes.any(|(&code, heap)| usize::from(code) >= self.codes && !self.has_odd(heap))
        };
        let windows_large = windows.iter().any(|&code| usize::from(code) >= self.codes);
        if large(0, first_codes) || large(self.first, last) || windows_large {
            return senseless(LAST_CODES, "some codes are too large");
        }
        if !self.space.is_of(self.codes.saturating_mul(2), moves) {
            return senseless(STATE, "its classes are none of this rule");
        }
        let decisive = decisive(self.far, moves);
        let ascending = self.odd.first().is_some_and(|odd| odd.heap == 0)
            && self.odd.is_sorted_by(|a, b| a.heap < b.heap)
            && self.odd.last().is_some_and(|odd| odd.heap <= self.far);
        let windows_fit = self.window >= decisive
            && self.window.checked_mul(2).is_some_and(|length| length <= last.len().max(next - self.first))
            && self.window.checked_mul(self.ends.len()) == Some(windows.len())
            && !self.ends.is_empty()
            && self.ends.iter().all(|&end| (self.window..=next).contains(&end))
            && self.ends.is_sorted()
            && (1..=self.window).contains(&self.picked.anchor.len())
            && (self.first + self.window..=next).contains(&self.picked.searched)
            && self.picked.seen <= next;
        let largest = self.largest.heap < next && usize::from(self.largest.value) < VALUES;
        if !ascending || !windows_fit || !largest || next / 2 < decisive {
            return senseless(STATE, "its numbers do not fit together");
        }
        Ok(())
    }
}
