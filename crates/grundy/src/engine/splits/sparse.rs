//! The table of a game whose moves leave one heap or two, by sparse spaces.
//!
//! By the classes of `space`, a value that would make the heap common is reached
//! by splitting off a rare heap, or not at all. So the values that rare heaps and the
//! moves to one heap lead to decide which is the least common value out of reach; the
//! heap's value is that one, unless a rare value below it is out of reach too. That
//! each of those is within reach needs one split for each: the *tail*. Most are found
//! on the way; a scan through all splits finds the others, or shows that there is
//! none, and then the heap is rare itself.
//!
//! Heaps go through a window of 64 (`grundy_kernels`): what is far before comes in for
//! all of them at once, what is near, rare or not, as each value is found. Heaps that
//! have often served the tail, *helpers*, come in as the rare ones do. Which heaps
//! help, and which mask makes rare heaps fewest, is looked at again as the table
//! grows. All this changes the work, and no value.
//!
//! What costs time: the number of rare heaps and of helpers over 64 for each heap, and
//! the scans. Where rare heaps are many, so that this would be no quicker than trying
//! all splits, the caller does that. Values from 256 on are left to it as well.

use std::collections::VecDeque;
use std::ops::Range;

use grundy_kernels::{Mask, Partner, Rows, WINDOW, Words, find_codes, find_split, or_partners, push_code};

use super::space::{Counts, Space, count_heaps};
use crate::engine::memory::count;
use crate::ruleset::SplitMoves;
use crate::theory::{Control, Stopped, Values};

/// Helpers lie among the first heaps.
const FIRST_HEAPS: usize = 1 << 14;

/// After so many heaps the helpers are looked at again; sooner in short tables.
const EPOCH: usize = 1 << 15;

/// One scan in so many heaps makes a heap a helper: a scan costs about as much as a
/// helper does in two thousand heaps.
const HEAPS_A_SCAN: usize = 1 << 11;

/// How many values are computed between two looks at the control.
const CHECKED: usize = 1 << 12;

/// So many values may be too large for the masks.
const MOST_LARGE: usize = 32;

/// One heap in so many may be rare.
const SPARSE: usize = 4;

/// The growing table of one game, with masks of type `M`.
#[derive(Debug)]
pub(super) struct Sparse<M> {
    moves: SplitMoves,
    space: Space,
    /// The code of each heap. Heap 0, which is no part of a split, stands there too.
    codes: Vec<u8>,
    rows: Rows<M>,
    /// needed[i][x]: the rare codes whose values are below that of the x-th common code,
    /// for heaps of parity i.
    needed: [Vec<M>; 2],
    /// The masks of the next heaps.
    window: [M; WINDOW],
    /// Up to here the far heaps are in the window.
    end: usize,
    /// The rare heaps, and the moves to one heap, that reach each heap of a window.
    rares: Vec<Partner>,
    /// Rare heaps from which a window cannot be reached in all its heaps yet.
    young: Vec<Partner>,
    helpers: Vec<Partner>,
    /// The largest distance of a partner.
    farthest: usize,
    /// The heaps whose codes are too large for a mask, ascending.
    large: Vec<usize>,
    /// Heaps that split into two of these, ascending, with the small code that this leads to.
    meetings: VecDeque<(usize, u8)>,
    /// By heap: how many scans have ended with it in this epoch.
    scans: Vec<u32>,
    /// When this epoch began, and when it ends.
    epoch: Range<usize>,
    /// When the space is looked at again, which was done last at half of that.
    doubling: usize,
    /// The heaps at that time.
    counts: Counts,
}

/// How long the epoch is that begins after so many heaps.
fn epoch_from(next: usize) -> usize {
    (next / 2).clamp(1 << 11, EPOCH)
}

/// Whether masks have this code.
fn is_small<M: Mask>(code: u8) -> bool {
    usize::from(code) < M::CODES
}

/// Adds a code that the mask may have.
fn add<M: Mask>(mask: &mut M, code: u8) {
    if is_small::<M>(code) {
        *mask = mask.with(code);
    }
}

/// Why a sparse table ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// Too many values, or the next one, are too large for these masks.
    TooLarge,
    /// Too many heaps are rare.
    NotSparse,
}

/// The length of a table from which [`Sparse`] can go on: all splits with a part within a
/// window of heap 0 are behind.
pub(super) fn first_length(moves: &SplitMoves) -> usize {
    2 * moves.last_place() + 4 * WINDOW
}

/// The parity of the counters that splits take, if there is one.
fn parity(moves: &SplitMoves) -> Option<usize> {
    let first = moves.split.first()? % 2;
    moves.split.iter().all(|taken| taken % 2 == first).then_some(first)
}

impl<M: Mask> Sparse<M> {
    /// The state after the heaps with these values, at least
    /// [`first_length`] of them.
    fn after(moves: &SplitMoves, values: &[u8]) -> Result<Sparse<M>, Ended> {
        if values.iter().filter(|&&value| usize::from(value) >= M::CODES).count() > MOST_LARGE {
            return Err(Ended::TooLarge);
        }
        let mut counts = [[0; 256]; 2];
        count_heaps(1, &values[1..], &mut counts);
        let space = Space::best(&counts, M::CODES, parity(moves));
        if space.rares() > values.len() / SPARSE {
            return Err(Ended::NotSparse);
        }
        Ok(Sparse::in_space(moves.clone(), space, values, counts))
    }

    fn in_space(moves: SplitMoves, space: Space, values: &[u8], counts: Counts) -> Sparse<M> {
        let next = values.len();
        let codes: Vec<u8> =
            values.iter().enumerate().map(|(heap, &value)| space.code(heap, value)).collect();
        let one = |code: u8| if is_small::<M>(code) { M::EMPTY.with(code) } else { M::EMPTY };
        let rows = Rows::new(|code, offset| {
            let whole = moves.whole.iter().filter(|&&taken| taken == offset);
            let whole = whole.map(|&taken| one(code ^ space.flip(taken)));
            let parts =
                moves.split.iter().filter_map(|&taken| offset.checked_sub(taken)).filter(|&part| part > 0);
            let split = parts.map(|part| one(code ^ codes[part]));
            whole.chain(split).fold(M::EMPTY, M::or)
        });
        let half = M::CODES / 2;
        let class = u8::try_from(half).expect("half of at most 256");
        let needed = [0, 1].map(|heap| {
            let least = (class..=u8::MAX).take(half).map(|code| space.value(heap, code));
            least
                .map(|value| {
                    (0..class).filter(|&rare| space.value(heap, rare) < value).fold(M::EMPTY, M::with)
                })
                .collect::<Vec<M>>()
        });
        let mut sparse = Sparse {
            rows,
            needed,
            window: [M::EMPTY; WINDOW],
            end: next,
            rares: Vec::new(),
            young: Vec::new(),
            helpers: Vec::new(),
            farthest: 0,
            large: Vec::new(),
            meetings: VecDeque::new(),
            scans: vec![0; FIRST_HEAPS],
            epoch: next..next + epoch_from(next),
            doubling: 2 * next,
            counts,
            moves,
            space,
            codes: Vec::new(),
        };
        // Only the last heaps are near enough to reach the window by their rows.
        for &code in &codes[next - WINDOW..] {
            push_code(&sparse.rows, &mut sparse.window, code);
        }
        sparse.codes = codes;
        for heap in 1..next {
            sparse.note(heap);
        }
        sparse.meetings.retain(|&(heap, _)| heap >= next);
        sparse.add_whole();
        sparse
    }

    /// Far heaps that moves to one heap lead to: of both classes, so each stands in both lists.
    fn add_whole(&mut self) {
        for &taken in self.moves.whole.iter().filter(|&&taken| taken > WINDOW) {
            let partner = Partner { code: self.space.flip(taken), distance: taken };
            self.rares.push(partner);
            self.helpers.push(partner);
            self.farthest = self.farthest.max(taken);
        }
    }

    /// Keeps a heap in mind that is rare, or whose code is too large for a mask.
    fn note(&mut self, heap: usize) {
        let code = self.codes[heap];
        if is_small::<M>(code) {
            if self.space.is_rare(code) {
                self.add_rare(heap);
            }
            return;
        }
        // With a small code it leads to a large one, which no mask asks for; with
        // another large one perhaps to a small one.
        self.large.push(heap);
        for &other in self.large.iter().filter(|&&other| self.moves.equal || other != heap) {
            let code = code ^ self.codes[other];
            if is_small::<M>(code) {
                self.meetings.extend(self.moves.split.iter().map(|&taken| (heap + other + taken, code)));
            }
        }
        self.meetings.make_contiguous().sort_unstable();
    }

    /// Lets the splits with a rare heap count where its row does not.
    fn add_rare(&mut self, heap: usize) {
        let code = self.codes[heap];
        for &taken in self.moves.split.iter().filter(|&&taken| heap + taken > WINDOW) {
            self.young.push(Partner { code, distance: heap + taken });
            self.farthest = self.farthest.max(heap + taken);
        }
    }

    fn advance_to(&mut self, length: usize, control: &Control) -> Result<Option<Ended>, Stopped> {
        while self.codes.len() < length {
            let next = self.codes.len();
            if next == self.end {
                if let Some(ended) = self.look_again(control)? {
                    return Ok(Some(ended));
                }
                self.bring_far();
                self.end += WINDOW;
            }
            let stop = self.end.min(length);
            self.codes.resize(stop, 0);
            let [even, odd] = &self.needed;
            let needed = if next.is_multiple_of(2) { [&even[..], odd] } else { [&odd[..], even] };
            let done = next + find_codes(&self.rows, &mut self.window, &mut self.codes[next..], needed);
            self.codes.truncate(done);
            if done < stop
                && let Some(ended) = self.find_with_care()
            {
                return Ok(Some(ended));
            }
        }
        Ok(None)
    }

    /// Puts into the window what far heaps contribute.
    fn bring_far(&mut self) {
        let next = self.end;
        // Of all heaps of the window the other part is there and holds something.
        self.rares.extend(self.young.extract_if(.., |partner| partner.distance < next));
        for partner in &self.young {
            for (mask, heap) in self.window.iter_mut().zip(next..) {
                if let Some(part) = heap.checked_sub(partner.distance).filter(|&part| part > 0 && part < next)
                {
                    add(mask, self.codes[part] ^ partner.code);
                }
            }
        }
        self.meet(next);
        let all_small = self.large.last().is_none_or(|heap| heap + self.farthest < next);
        or_partners(&self.codes, next, &self.rares, &self.helpers, all_small, &mut self.window);
    }

    /// Adds the meetings of the window, whose first heap is `next`.
    fn meet(&mut self, next: usize) {
        while let Some(&(heap, code)) = self.meetings.front()
            && heap < next + WINDOW
        {
            add(&mut self.window[heap - next], code);
            self.meetings.pop_front();
        }
    }

    /// Finds the value of the next heap, which has no easy one.
    fn find_with_care(&mut self) -> Option<Ended> {
        let heap = self.codes.len();
        let mask = self.window[0];
        let common = M::upper().without(mask).least();
        // Rare codes in the order of their values; all of them if no common one is left.
        let half = M::CODES / 2;
        let needed = match common {
            Some(code) => self.needed[heap % 2][usize::from(code) - half],
            None => M::upper().complement(),
        };
        let mut open = needed.without(mask);
        let mut code = common;
        while let Some(rare) = open.least() {
            if !self.scan(heap, rare) {
                code = Some(rare);
                break;
            }
            open = open.without(M::EMPTY.with(rare));
        }
        let code = match code {
            Some(code) => code,
            None if self.large.len() < MOST_LARGE => match self.large_code(heap) {
                Some(code) => code,
                None => return Some(Ended::TooLarge),
            },
            None => return Some(Ended::TooLarge),
        };
        self.codes.push(code);
        push_code(&self.rows, &mut self.window, code);
        self.note(heap);
        self.meet(heap + 1);
        None
    }

    /// The code of the next heap from all of its moves, for values below 256; masks have shown that
    /// it is too large for them.
    fn large_code(&self, heap: usize) -> Option<u8> {
        let mut met = [false; 256];
        for &taken in self.moves.whole.iter().filter(|&&taken| taken < heap) {
            met[usize::from(self.codes[heap - taken] ^ self.space.flip(taken))] = true;
        }
        for total in self.moves.split.iter().filter_map(|&taken| heap.checked_sub(taken)) {
            for part in 1..=self.moves.most_part(total) {
                met[usize::from(self.codes[part] ^ self.codes[total - part])] = true;
            }
        }
        let mut codes = (0..=u8::MAX).map(|value| self.space.code(heap, value));
        codes.find(|&code| !met[usize::from(code)])
    }

    /// Whether a split of this heap leads to a rare code that neither its row nor rare
    /// heaps have led to.
    fn scan(&mut self, heap: usize, code: u8) -> bool {
        for &taken in &self.moves.split {
            let total = heap - taken;
            let least = (WINDOW + 1).saturating_sub(taken).max(1);
            let Some(part) = find_split(&self.codes, total, least, self.moves.most_part(total), code) else {
                continue;
            };
            if let Some(scans) = self.scans.get_mut(part) {
                *scans += 1;
            }
            return true;
        }
        false
    }

    /// Now and then: other helpers, or another space.
    fn look_again(&mut self, control: &Control) -> Result<Option<Ended>, Stopped> {
        let next = self.codes.len();
        if next >= self.doubling {
            let counted = self.doubling / 2;
            self.doubling = 2 * next;
            let mut by_code = [[0; 256]; 2];
            count_heaps(counted, &self.codes[counted..], &mut by_code);
            let more = self.space.counts(&by_code);
            for (count, more) in self.counts.iter_mut().flatten().zip(more.iter().flatten()) {
                *count += more;
            }
            let space = Space::best(&self.counts, M::CODES, parity(&self.moves));
            if space.rares() > next / SPARSE {
                return Ok(Some(Ended::NotSparse));
            }
            if !space.is_same(&self.space) {
                let values = self.space.values(0, &self.codes);
                let room = self.codes.capacity();
                *self = Sparse::in_space(self.moves.clone(), space, &values, self.counts);
                // What was asked for before; where it is not there, the codes grow as they come.
                self.codes.try_reserve_exact(room.saturating_sub(next)).ok();
            }
        }
        if next % CHECKED < WINDOW {
            control.check()?;
        }
        if next >= self.epoch.end {
            self.choose_helpers();
            self.epoch = next..next + epoch_from(next);
            // Partners with the same code share their tables.
            self.rares.sort_unstable();
        }
        Ok(None)
    }

    /// Heaps that served the tail often become helpers.
    fn choose_helpers(&mut self) {
        let next = self.codes.len();
        let scans = u32::try_from(self.epoch.len() / HEAPS_A_SCAN).unwrap_or(u32::MAX).max(2);
        for heap in 1..self.scans.len().min(next) {
            // Where parts must differ, it must be past the heap whose half it is.
            let code = self.codes[heap];
            let often = std::mem::take(&mut self.scans[heap]) >= scans;
            if !often || self.space.is_rare(code) || !is_small::<M>(code) {
                continue;
            }
            for &taken in &self.moves.split {
                if heap + taken > WINDOW && 2 * heap + taken < next {
                    self.helpers.push(Partner { code, distance: heap + taken });
                    self.farthest = self.farthest.max(heap + taken);
                }
            }
        }
        self.helpers.sort_unstable();
        self.helpers.dedup();
    }
}

/// A growing table, whatever its masks.
pub(super) trait SparseTable: std::fmt::Debug + Send + Sync {
    /// Computes values up to `length` in all, or until it ends.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a limit is reached; what was computed stays.
    fn advance(&mut self, length: usize, control: &Control) -> Result<Option<Ended>, Stopped>;

    /// The values from heap `from` on.
    fn values(&self, from: usize) -> Vec<u8>;

    /// How many codes the masks have.
    fn codes(&self) -> usize;

    /// How many heaps reach each heap from afar: what a value costs.
    fn partners(&self) -> usize;

    /// Makes room for `length` heaps, where `values` takes its own.
    fn reserve(&mut self, length: usize, values: &Values, control: &Control) -> Result<(), Stopped>;
}

impl<M: Mask> SparseTable for Sparse<M> {
    fn advance(&mut self, length: usize, control: &Control) -> Result<Option<Ended>, Stopped> {
        self.advance_to(length, control)
    }

    fn values(&self, from: usize) -> Vec<u8> {
        self.space.values(from, self.codes.get(from..).unwrap_or_default())
    }

    fn codes(&self) -> usize {
        M::CODES
    }

    fn partners(&self) -> usize {
        self.rares.len() + self.young.len() + self.helpers.len()
    }

    fn reserve(&mut self, length: usize, values: &Values, control: &Control) -> Result<(), Stopped> {
        // The codes, and the values once more while the space changes.
        let needed = count(length.saturating_mul(2 + values.width()));
        control.reserve(needed)?;
        let more = length.saturating_sub(self.codes.len());
        let limit = control.memory_limit();
        self.codes.try_reserve_exact(more).map_err(|_| Stopped::MemoryLimit { needed, limit })
    }
}

/// The table after the heaps with these values, at least [`first_length`]
/// of them, with the least masks of more than `codes` codes that hold them; none if it
/// is not sparse.
pub(super) fn sparse_after(moves: &SplitMoves, values: &[u8], codes: usize) -> Option<Box<dyn SparseTable>> {
    type Made = Result<Box<dyn SparseTable>, Ended>;
    fn with<M: Mask>(moves: &SplitMoves, values: &[u8], codes: usize) -> Made {
        if M::CODES <= codes {
            return Err(Ended::TooLarge);
        }
        Ok(Box::new(Sparse::<M>::after(moves, values)?))
    }
    let widths = [with::<u32>, with::<u64>, with::<Words<2>>, with::<Words<4>>];
    let mut made = widths.into_iter().map(|width| width(moves, values, codes));
    made.find(|made| !matches!(made, Err(Ended::TooLarge))).and_then(Result::ok)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
