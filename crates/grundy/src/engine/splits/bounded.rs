//! Tables of which only the first and the last codes are kept.
//!
//! Once no rare heap has come for long, the codes of a stretch of heaps decide all later ones,
//! as long as the tails go on to be found with small parts: so that stretch, the first codes and the
//! rare heaps are enough to go on, and a stretch that is seen twice proves a period
//! (docs/theory.md, section 6.3). A heap whose tail is not found in what is kept ends the table:
//! it may be rare, or not.

use grundy_kernels::WINDOW;
use serde::{Deserialize, Serialize};

use super::codes::Codes;
use super::space::{Space, VALUES};
use super::sparse::{Ended, Odd};
use super::table::{SparseTable, sparse_from};
use super::windows::{Repeated, Windows};
use crate::engine::memory::{count, report};
use crate::engine::periodic::Periodic;
use crate::engine::resumable::{RestoreError, SavedParts, Snapshot, Statistics};
use crate::engine::saved_values::LAST_CODES;
use crate::proof::{PeriodProof, RepeatedWindow};
use crate::ruleset::{Halt, SplitMoves};
use crate::theory::{Control, Nimber, Period, Stopped, Values};

/// The codes that decide may be one in so many of the table.
const DECISIVE: usize = 16;

/// So many values are computed at a time.
const STRETCH: usize = 1 << 17;

/// The parts of a snapshot.
const FIRST_CODES: &str = "first-codes";
const WINDOWS: &str = "windows";
const STATE: &str = "state";

/// What is known of a table whose middle is given up.
#[derive(Debug)]
pub(super) struct Bounded {
    table: Box<dyn SparseTable>,
    windows: Windows,
    largest: Largest,
    repeated: Option<Repeated>,
    /// Whether repeated windows are looked for.
    with_law: bool,
    /// How many codes of the first heaps are kept.
    front: usize,
}

/// The largest common value, and the first heap that has it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Largest {
    value: u16,
    heap: usize,
    /// The largest code that is known not to be more, for even heaps and for odd ones.
    codes: [u8; 2],
}

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
    window: usize,
    anchor: Vec<u8>,
    /// The ends of the windows.
    ends: Vec<usize>,
    searched: usize,
    seen: usize,
    repeated: Option<(usize, usize)>,
}

/// How many of the last codes decide the next heap, where the other parts of its splits are so far
/// before it.
fn decisive(far: usize, moves: &SplitMoves) -> usize {
    far.saturating_add(2 * moves.last_place()).saturating_add(4 * WINDOW)
}

/// How many codes are kept at the least, where so many decide.
fn kept(decisive: usize) -> usize {
    2 * decisive + STRETCH
}

impl Bounded {
    /// The table, if so few codes decide what comes that the others may be given up;
    /// `largest` is its largest value so far, and the first heap that has it.
    pub(super) fn of(
        table: Box<dyn SparseTable>,
        largest: (u16, usize),
        with_law: bool,
        front: usize,
    ) -> Option<Bounded> {
        let next = table.kept().next();
        let decisive = decisive(table.far(), table.moves());
        // The first codes, and then some.
        let few = decisive.checked_mul(DECISIVE).is_some_and(|least| least <= next);
        let start = next.checked_sub(2 * decisive).filter(|_| few && next > front)?;
        let windows = Windows::new(2 * decisive, next, table.kept().range(start..next));
        let codes = table.space().codes_not_above(largest.0);
        let largest = Largest { value: largest.0, heap: largest.1, codes };
        Some(Bounded { table, windows, largest, repeated: None, with_law, front })
    }

    /// How many heaps have values.
    pub(super) fn next(&self) -> usize {
        self.table.kept().next()
    }

    /// A window that was seen twice, if there is one.
    pub(super) fn repeated(&self) -> Option<Repeated> {
        self.repeated
    }

    /// Computes values until `length` are known in all or some more, or a window repeats.
    pub(super) fn advance(&mut self, length: usize, control: &Control) -> Result<Option<Ended>, Stopped> {
        while self.next() < length && self.repeated.is_none() {
            let next = self.next();
            let ended = self.table.advance(length.min(next + STRETCH), control);
            self.look_at(next);
            self.table.give_up(self.front, kept(self.windows.length()));
            report(self.next(), length, control);
            if let Some(ended) = ended? {
                return Ok(Some(ended));
            }
        }
        Ok(None)
    }

    /// Looks at the codes from heap `from` on.
    fn look_at(&mut self, from: usize) {
        let codes = self.table.kept();
        let next = codes.next();
        let new = codes.range(from..next);
        let (even, odd) = (&new[from % 2..], &new[1 - from % 2..]);
        for (parity, codes) in [even, odd].into_iter().enumerate() {
            let most = codes.iter().step_by(2).copied().max().unwrap_or(0);
            if most > self.largest.codes[parity] {
                let place = codes.iter().step_by(2).position(|&code| code == most).unwrap_or(0);
                self.largest.codes[parity] = most;
                let heap = from + usize::from(from % 2 != parity) + 2 * place;
                let value = self.table.space().value(heap, most, false);
                let rank = |largest: Largest| (largest.value, std::cmp::Reverse(largest.heap));
                let new = Largest { value, heap, codes: self.largest.codes };
                if rank(new) > rank(self.largest) {
                    self.largest = new;
                }
            }
        }
        if !self.with_law {
            return;
        }
        let decisive = decisive(self.table.far(), self.table.moves());
        if decisive > self.windows.length() {
            // Longer windows from here on.
            let length = (2 * decisive).min(next - codes.first());
            self.windows = Windows::new(length, next, codes.range(next - length..next));
            return;
        }
        let back = self.windows.searched().0 - self.windows.length();
        self.repeated = self.windows.look(back, codes.range(back..next), self.table.space().is_by_parity());
    }

    /// The proof of the period that the repeated window shows, with the least preperiod. Without one, the
    /// window is not held to be repeated any more.
    ///
    /// # Errors
    ///
    /// [`Halt::Stopped`] if a limit is reached; later it is tried again.
    pub(super) fn prove(
        &mut self,
        moves: &SplitMoves,
        control: &Control,
    ) -> Result<Option<PeriodProof>, Halt> {
        let Some(repeated) = self.repeated else { return Ok(None) };
        let proof = self.prove_period(repeated, moves, control)?;
        if proof.is_none() {
            self.repeated = None;
        }
        Ok(proof)
    }

    fn prove_period(
        &self,
        Repeated { first, second }: Repeated,
        moves: &SplitMoves,
        control: &Control,
    ) -> Result<Option<PeriodProof>, Halt> {
        let period = second - first;
        let kept = self.windows.kept();
        let before = kept.partition_point(|(end, _)| *end < first);
        let mut preperiod = None;
        for (end, window) in kept[..before].iter().rev() {
            let Some(last) = self.last_difference(*end, window, first, period, control)? else {
                return Ok(None);
            };
            preperiod = last.map(|heap| heap + 1);
            if preperiod.is_some() {
                break;
            }
        }
        let preperiod = match preperiod {
            Some(preperiod) => preperiod,
            // The period begins before the first window, where the table was whole.
            None => self.least_preperiod(moves, period, control)?,
        };
        let window = |end: usize| kept.iter().find(|(other, _)| *other == end).map(|(_, window)| &window[..]);
        let again = self.table.kept();
        let again = (second <= again.next() && second - self.windows.length() >= again.first())
            .then(|| again.range(second - self.windows.length()..second));
        let (Some(earlier), Some(later)) = (window(first), again) else { return Ok(None) };
        let proof = RepeatedWindow {
            windows: [earlier, later],
            ends: [first, second],
            last_odd: self.table.odd().last().map_or(0, |odd| odd.heap),
            far: self.table.far(),
            last_place: moves.last_place(),
            by_parity: self.table.space().is_by_parity(),
        };
        Ok(proof.prove(preperiod))
    }

    /// The table as it was at the end of a window.
    fn at(&self, end: usize, window: &[u8]) -> Box<dyn SparseTable> {
        let codes = Codes::of_parts(self.table.kept().front().to_vec(), end - window.len(), window.to_vec());
        let table = &self.table;
        let again =
            sparse_from(table.moves(), table.space().clone(), codes, table.odd(), table.codes(), table.far());
        again.expect("masks of these codes are in use")
    }

    /// Computes codes up to heap `to` again; false if that is not possible, which means that what was
    /// kept is not what was computed.
    fn run(&self, table: &mut dyn SparseTable, to: usize, control: &Control) -> Result<bool, Stopped> {
        while table.kept().next() < to {
            let next = table.kept().next();
            table.give_up(self.front, kept(self.windows.length()));
            if table.advance(to.min(next + STRETCH), control)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The last heap n from the window that ends at `start` up to `to` such that the heaps n and n + `period` have
    /// different codes, or none, if there is none; `None` if the codes cannot be computed again.
    fn last_difference(
        &self,
        start: usize,
        window: &[u8],
        to: usize,
        period: usize,
        control: &Control,
    ) -> Result<Option<Option<usize>>, Stopped> {
        let mut earlier = self.at(start, window);
        let kept = self.windows.kept();
        let (end, later) = &kept[kept.partition_point(|(end, _)| *end <= start + period) - 1];
        let mut later = self.at(*end, later);
        if !self.run(later.as_mut(), start + period, control)? {
            return Ok(None);
        }
        let mut from = start - window.len();
        let mut last = None;
        let mut next = start;
        loop {
            let one = earlier.kept().range(from..next);
            let other = later.kept().range(from + period..next + period);
            let differs = one.iter().zip(other).rposition(|(one, other)| one != other);
            last = differs.map(|place| from + place).or(last);
            if next >= to {
                return Ok(Some(last));
            }
            (from, next) = (next, to.min(next + STRETCH));
            let both = self.run(earlier.as_mut(), next, control)?
                && self.run(later.as_mut(), next + period, control)?;
            if !both {
                return Ok(None);
            }
        }
    }

    /// The least preperiod of a period that holds from the first window on.
    fn least_preperiod(&self, moves: &SplitMoves, period: usize, control: &Control) -> Result<usize, Halt> {
        let (end, window) = &self.windows.kept()[0];
        let start = end - window.len();
        let length = start.saturating_add(period);
        let mut whole = Periodic::splits(moves.clone()).without_law();
        whole.advance(length, control)?;
        Ok(Period::plain(start, period).with_least_preperiod(whole.values()).preperiod)
    }

    /// The values of the heaps `from` to `to`, both included, if their codes are kept.
    pub(super) fn stretch(&self, from: u64, to: u64, control: &Control) -> Result<Option<Values>, Stopped> {
        let codes = self.table.kept();
        let (Ok(from), Ok(to)) = (usize::try_from(from), usize::try_from(to)) else { return Ok(None) };
        if from < codes.first() || to >= codes.next() || from > to {
            return Ok(None);
        }
        let mut values = Values::default();
        control.reserve(count(to - from).saturating_mul(2))?;
        self.table.append(&mut values, from, to + 1, control)?;
        Ok(Some(values))
    }

    pub(super) fn statistics(&self) -> Statistics {
        Statistics {
            largest: Some((Nimber::new(self.largest.value.into()), count(self.largest.heap))),
            rares: Some(self.table.rares()),
        }
    }

    pub(super) fn snapshot(&self, snapshot: &mut dyn Snapshot) {
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
        let (searched, seen) = self.windows.searched();
        let state = State {
            space: self.table.space().clone(),
            codes: self.table.codes(),
            odd: self.table.odd().to_vec(),
            first: codes.first(),
            far: self.table.far(),
            largest: self.largest,
            window: self.windows.length(),
            anchor: self.windows.anchor().to_vec(),
            ends: self.windows.kept().iter().map(|(end, _)| *end).collect(),
            searched,
            seen,
            repeated: self.repeated.map(|repeated| (repeated.first, repeated.second)),
        };
        snapshot.replace(STATE, &serde_json::to_vec(&state).expect("numbers can be written"));
    }

    /// Takes back what was saved when `known` values were known; `None` if that was no table with a
    /// middle given up.
    pub(super) fn restore(
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
        let [state, front_codes, last, windows] =
            [STATE, FIRST_CODES, LAST_CODES, WINDOWS].map(|part| read(part, parts, control));
        let (first_codes, last, windows) = (front_codes?, last?, windows?);
        let state: State = serde_json::from_slice(&state?)
            .map_err(|error| RestoreError::senseless(STATE, error.to_string()))?;
        state.check(moves, known, front, &first_codes, &last, &windows)?;
        let kept = state.ends.iter().copied().zip(windows.chunks(state.window).map(<[u8]>::to_vec));
        let windows =
            Windows::of_kept(state.window, state.anchor, kept.collect(), state.searched, state.seen);
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
            && (1..=self.window).contains(&self.anchor.len())
            && (self.first + self.window..=next).contains(&self.searched)
            && self.seen <= next;
        let largest = self.largest.heap < next && usize::from(self.largest.value) < VALUES;
        if !ascending || !windows_fit || !largest || next / 2 < decisive {
            return senseless(STATE, "its numbers do not fit together");
        }
        Ok(())
    }
}

/// The bytes of a part, which no run makes longer than some hundred million.
fn read(part: &str, parts: &dyn SavedParts, control: &Control) -> Result<Vec<u8>, RestoreError> {
    let (Some(length), Some(mut reader)) = (parts.length(part), parts.read(part)) else {
        return Err(RestoreError::senseless(part, "it is not there"));
    };
    control.reserve(length)?;
    let mut bytes = Vec::new();
    let read = std::io::Read::read_to_end(&mut reader, &mut bytes);
    read.map_err(|source| RestoreError::Read { part: part.to_owned(), source })?;
    Ok(bytes)
}
