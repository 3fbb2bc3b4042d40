//! The table of a rule whose moves have forms that need no list of options.
//!
//! Heap by heap, three things say which values are within reach: a *window* for
//! each family that leads to any heap of a stretch, whose ends only move up, so
//! that every heap enters and leaves it once; *marks* for the families that are
//! enumerated, divisors and prime factors by a sieve; and *tests* for those that
//! are asked about one value at a time: the pairs of heaps that a number is
//! parted into, and the heaps without a common factor. The least value that none
//! of the three has is the value of the heap.
//!
//! Parting costs a comparison for each pair and each value tried, in vectors of
//! the values' width; marking a first stretch of the pairs leaves few values to be
//! tried. The table stays quadratic: sparse spaces are another engine's business.
//!
//! Where a rule offers a heap something that is not smaller, the table ends: the
//! interpreter, which has the words for it, goes on from there.

mod coprime;
mod sieve;
mod window;

use coprime::Coprime;
use sieve::{DivisorSieve, PrimeSieve};
use window::{Window, value_at};

use super::memory::{count, report};
use super::splits::{Marks, Streams};
use crate::ruleset::{Arithmetic, HeapMoves, Left, Members, MoveFamily, Range};
use crate::theory::{Control, Nimber, Stopped, Values};

/// How many values are computed between two looks at the control.
const BATCH: usize = 1 << 8;

/// Up to so many heaps of a range are marked one by one.
const FEW: u64 = 16;

/// So many pairs are marked before single values are looked for.
const MARKED_PAIRS: usize = 1 << 9;

/// The interpreter refuses an option with more components.
const MOST_COPIES: u64 = 1 << 20;

/// A growing table of the values of a rule of this form.
///
/// # Examples
///
/// ```
/// use grundy::engine::MoveTable;
/// use grundy::ruleset::{HeapMoves, Line, MoveFamily, Range};
/// use grundy::theory::Control;
///
/// // Take at least one counter, at most half of them.
/// let half = Line::new(1, 1, 2).unwrap();
/// let less = Line::new(1, -1, 1).unwrap();
/// let range = Range { low: vec![half], high: vec![less], conditions: vec![] };
/// let mut table = MoveTable::new(HeapMoves { families: vec![MoveFamily::Heap(range)] });
/// assert!(table.advance(8, &Control::default()).unwrap());
/// assert!(table.values().iter().map(|value| value.size()).eq([0, 0, 1, 0, 2, 1, 3, 0, 4]));
/// ```
#[derive(Debug)]
pub struct MoveTable {
    moves: HeapMoves,
    values: Values,
    marks: Marks,
    /// For each family, a window if it leads to single heaps.
    windows: Vec<Window>,
    /// The values as the pairs need them, if there are pairs.
    streams: Option<Streams>,
    /// The parts of the heap at hand: the total, and the bounds of the smaller one.
    parts: Vec<(usize, usize, usize)>,
    divisors: DivisorSieve,
    primes: PrimeSieve,
    /// The heaps by value, if a family is of heaps without a common factor.
    coprime: Option<Coprime>,
    ended: bool,
}

/// The table cannot say what the next heap's value is.
struct Ended;

impl MoveTable {
    /// An empty table.
    #[must_use]
    pub fn new(moves: HeapMoves) -> MoveTable {
        let has = |wanted: &dyn Fn(&MoveFamily) -> bool| moves.families.iter().any(wanted);
        let pairs = has(&|family| matches!(family, MoveFamily::Pair(_)));
        let coprime = has(&|family| {
            matches!(family, MoveFamily::Arithmetic(Arithmetic { members: Members::Coprime, .. }))
        });
        MoveTable {
            windows: moves.families.iter().map(|_| Window::default()).collect(),
            streams: pairs.then(Streams::new),
            coprime: coprime.then(Coprime::default),
            moves,
            values: Values::default(),
            marks: Marks::default(),
            parts: Vec::new(),
            divisors: DivisorSieve::default(),
            primes: PrimeSieve::default(),
            ended: false,
        }
    }

    /// A table that goes on from `values`, which must be the first values of the same rule.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if `control` says so.
    pub fn resume(moves: HeapMoves, values: &Values, control: &Control) -> Result<MoveTable, Stopped> {
        let mut table = MoveTable::new(moves);
        table.reserve(values.len(), control)?;
        if let Some(streams) = &mut table.streams {
            streams.make_room(values.len());
        }
        for value in values.iter() {
            if table.values.len().is_multiple_of(BATCH) {
                control.check()?;
            }
            // Values are smaller than the number of ways to move, which is a length.
            table.push(usize::try_from(value.size()).unwrap_or(usize::MAX), control)?;
        }
        Ok(table)
    }

    /// Whether heaps can have these values by these moves: a heap of n has at most n moves of each family,
    /// and no value is larger than the number of moves.
    pub(crate) fn are_possible(&self, values: &Values) -> bool {
        let families = count(self.moves.families.len());
        (0..).zip(values.iter()).all(|(n, value)| value.size() <= families.saturating_mul(n))
    }

    /// The moves, the table given up.
    pub(crate) fn into_moves(self) -> HeapMoves {
        self.moves
    }

    /// The values so far.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The values, the table given up.
    #[must_use]
    pub fn into_values(self) -> Values {
        self.values
    }

    /// Computes the values of heaps 0 to `to`, both included, as far as they are
    /// missing. False if it ends before that: the moves of the first heap that is
    /// missing then are not all to smaller heaps.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a limit is reached. The values found before that stay.
    pub fn advance(&mut self, to: usize, control: &Control) -> Result<bool, Stopped> {
        let length = to.saturating_add(1);
        self.values.reserve_within(length, control)?;
        while self.values.len() < length && !self.ended {
            control.check()?;
            self.reserve(length, control)?;
            let end = length.min(self.values.len() + BATCH);
            if let Some(streams) = &mut self.streams {
                streams.make_room(length);
            }
            while self.values.len() < end && !self.ended {
                match self.value() {
                    Ok(value) => self.push(value, control)?,
                    Err(Ended) => self.ended = true,
                }
            }
            report(self.values.len(), length, control);
        }
        Ok(self.values.len() >= length)
    }

    fn reserve(&mut self, length: usize, control: &Control) -> Result<(), Stopped> {
        let mut bytes = self.values.width();
        bytes += self.streams.as_ref().map_or(0, Streams::width);
        // Counts by value; values are smaller than the number of heaps.
        bytes += 5 * self.windows.len();
        let listed = self.coprime.as_ref().map_or(0, |coprime| coprime.len().max(length) * 16);
        control.reserve(count(length.saturating_mul(bytes).saturating_add(listed)))?;
        self.values.reserve_within(length, control)
    }

    /// Appends the value of the next heap.
    fn push(&mut self, value: usize, control: &Control) -> Result<(), Stopped> {
        let heap = count(self.values.len());
        self.values.push_within(Nimber::new(count(value)), control)?;
        self.marks.note_heap(value);
        if let Some(streams) = &mut self.streams
            && streams.push(value).is_err()
        {
            self.ended = true;
        }
        if let Some(coprime) = &mut self.coprime
            && heap > 0
        {
            coprime.push(heap, self.primes.of(heap), value);
        }
        Ok(())
    }

    /// The value of the next heap.
    fn value(&mut self) -> Result<usize, Ended> {
        let size = self.values.len();
        if size == 0 {
            return Ok(0);
        }
        let n = count(size);
        self.marks.clear();
        self.parts.clear();
        let mut coprime = false;
        let mut open = Vec::new();
        for (index, family) in self.moves.families.iter().enumerate() {
            match family {
                MoveFamily::Heap(range) => {
                    let Some((low, high)) = smaller(range, n)? else { continue };
                    if high - low < FEW {
                        for heap in low..=high {
                            self.marks.insert(value_at(&self.values, index_of(heap)));
                        }
                    } else if self.windows[index].move_to(index_of(low), index_of(high), &self.values) {
                        open.push(index);
                    } else {
                        return Err(Ended);
                    }
                }
                MoveFamily::Pair(parting) => {
                    let Ok(total) = u64::try_from(parting.total.at(n)) else { continue };
                    let Some((low, high)) = parting.first.at(n) else { continue };
                    let high = high.min(total);
                    if low > high {
                        continue;
                    }
                    if high >= n || total - low >= n {
                        return Err(Ended);
                    }
                    let (low, high, total) = (index_of(low), index_of(high), index_of(total));
                    // By the smaller part: first where that is the first one.
                    let half = total / 2;
                    if low <= half {
                        self.parts.push((total, low, high.min(half)));
                    }
                    let larger = low.max(half + 1);
                    if larger <= high {
                        self.parts.push((total, total - high, total - larger));
                    }
                }
                MoveFamily::Two(first, second, conditions) => {
                    let (first, second) = (first.at(n), second.at(n));
                    if first < 0 || second < 0 || !conditions.iter().all(|condition| condition.holds(n)) {
                        continue;
                    }
                    if first.max(second) >= i128::from(n) {
                        return Err(Ended);
                    }
                    let value = |heap| usize::try_from(heap).map_or(0, |heap| value_at(&self.values, heap));
                    self.marks.insert(value(first) ^ value(second));
                }
                MoveFamily::Even(range) => {
                    if smaller(range, n)?.is_some() {
                        self.marks.insert(0);
                    }
                }
                MoveFamily::Parts { .. } => return Err(Ended),
                MoveFamily::Arithmetic(set) => {
                    if !set.conditions.iter().all(|condition| condition.holds(n)) {
                        continue;
                    }
                    let members = match set.members {
                        Members::Divisors => self.divisors.of(n),
                        Members::PrimeFactors => self.primes.of(n),
                        Members::Coprime => {
                            coprime = true;
                            // 1 and nothing else has no common factor with 0.
                            if n == 1 && set.with_heap {
                                if set.left == Left::Member {
                                    return Err(Ended);
                                }
                                self.marks.insert(value_at(&self.values, 0));
                            }
                            continue;
                        }
                    };
                    mark_members(set, n, members, &self.values, &mut self.marks)?;
                }
            }
        }
        Ok(self.least_out_of_reach(n, &open, coprime))
    }

    /// The least value that no move reaches.
    fn least_out_of_reach(&mut self, n: u64, open: &[usize], coprime: bool) -> usize {
        join(&mut self.parts);
        let mut least = open.iter().map(|&index| self.windows[index].mex()).max().unwrap_or(0);
        // Where a window is open most values are within its reach, and marks of
        // no use.
        if open.is_empty()
            && let Some(streams) = &self.streams
        {
            for (total, low, high) in &mut self.parts {
                let marked = (*low + MARKED_PAIRS - 1).min(*high);
                streams.mark(*total, *low, marked, &mut self.marks);
                *low = marked + 1;
            }
            self.parts.retain(|&(_, low, high)| low <= high);
        }
        loop {
            if coprime && let Some(listed) = &self.coprime {
                let doubtful = listed.least_doubtful(self.primes.of(n), least);
                if doubtful > least {
                    least = doubtful;
                    continue;
                }
                if listed.reach(n, least) {
                    least += 1;
                    continue;
                }
            }
            let in_pairs = |streams: &Streams| {
                self.parts.iter().any(|&(total, low, high)| streams.reach(total, low, high, least))
            };
            let reached = self.marks.contains(least)
                || open.iter().any(|&index| self.windows[index].contains(least))
                || self.streams.as_ref().is_some_and(in_pairs);
            if !reached {
                return least;
            }
            least += 1;
        }
    }
}

/// The range at a heap, if all of it is smaller.
fn smaller(range: &Range, n: u64) -> Result<Option<(u64, u64)>, Ended> {
    match range.at(n) {
        Some((_, high)) if high >= n => Err(Ended),
        found => Ok(found),
    }
}

/// A heap smaller than one that the table has reached, as an index.
fn index_of(heap: u64) -> usize {
    usize::try_from(heap).unwrap_or(usize::MAX)
}

/// Marks the values of what the members leave.
fn mark_members(
    set: &Arithmetic,
    n: u64,
    members: &[u64],
    values: &Values,
    marks: &mut Marks,
) -> Result<(), Ended> {
    let most = set.most.unwrap_or(u64::MAX);
    for &member in members {
        if member < set.least || member > most || (member == n && !set.with_heap) {
            continue;
        }
        // A member divides n, so it is at least 1.
        let (heap, copies) = match set.left {
            Left::Rest => (n - member, 1),
            Left::Member => (member, 1),
            Left::Quotient => (n / member, 1),
            Left::MemberCopiesOfQuotient => (n / member, member),
            Left::QuotientCopiesOfMember => (member, n / member),
        };
        if heap >= n || copies > MOST_COPIES {
            return Err(Ended);
        }
        marks.insert(if copies % 2 == 1 { value_at(values, index_of(heap)) } else { 0 });
    }
    Ok(())
}

/// Joins stretches of the same total that overlap or touch.
fn join(parts: &mut Vec<(usize, usize, usize)>) {
    parts.sort_unstable();
    let mut kept = 0;
    for index in 0..parts.len() {
        let (total, low, high) = parts[index];
        match parts[..kept].last_mut() {
            Some((other, _, end)) if *other == total && low <= *end + 1 => *end = high.max(*end),
            _ => {
                parts[kept] = (total, low, high);
                kept += 1;
            }
        }
    }
    parts.truncate(kept);
}
