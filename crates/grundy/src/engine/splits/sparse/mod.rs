//! The table of a game whose moves leave one heap or two, by sparse spaces.
//!
//! By the classes of `space`, a value that would make the heap common is reached
//! by splitting off a rare heap, or not at all. So the values that rare heaps and the
//! moves to one heap lead to decide which is the least common value out of reach; the
//! heap's value is that one, unless a rare value below it is out of reach too. That
//! each of those is within reach needs one split for each: the *tail*.
//!
//! Heaps go through a window of 64 (`grundy_kernels`): what is far before comes in for
//! all of them at once, what is near as each value is found. The tails of all 64 follow:
//! heaps that have often served them, *helpers*, are tried one after the other until nothing is
//! lacking, and a scan through all splits finds the rest, or shows that there is none. Then the heap is
//! rare itself, the heaps after it are taken back, and a new window begins. Which heaps
//! help, and which mask makes rare heaps fewest, is looked at again as the table
//! grows. All this changes the work, and no value.
//!
//! What costs time: the number of rare heaps over 64 for each heap, and
//! the tails. Where rare heaps are many, so that this would be no quicker than trying
//! all splits, the caller does that. Values from 512 on are left to it as well.

mod upkeep;
mod values;

use std::collections::VecDeque;
use std::ops::Range;

use grundy_kernels::{
    Excluded, Front, Mask, Needed, Others, Partner, Rows, WINDOW, find_codes, find_open, find_split,
    push_code, reach,
};

use serde::{Deserialize, Serialize};

use super::codes::Codes;
use super::space::{Counts, Space, VALUES};
use crate::ruleset::SplitMoves;

/// After so many heaps the scans are looked at; sooner in short tables.
const EPOCH: usize = 1 << 15;

/// Scans are counted for parts below this.
const FIRST_HEAPS: usize = 1 << 14;

/// One scan in so many heaps makes a heap a helper.
const HEAPS_A_SCAN: usize = 1 << 13;

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
    codes: Codes,
    /// Heap 0, and the heaps that are rare, or whose codes are too large for a mask, ascending.
    odd: Vec<Odd>,
    /// The same heaps.
    excluded: Excluded,
    rows: Rows<M>,
    needed: Needed,
    /// What near heaps leave free in the next ones.
    window: [M; WINDOW],
    /// The rare heaps, and the moves to one heap, that reach each heap of a window.
    rares: Vec<Partner>,
    /// Rare heaps from which a window cannot be reached in all its heaps yet.
    young: Vec<Partner>,
    /// The largest distance of a rare heap.
    farthest_rare: usize,
    helpers: Vec<Partner>,
    front: Front,
    farthest_helper: usize,
    /// How far before its heap the other part was that a scan found.
    farthest_scan: usize,
    /// Heaps that two odd ones lead to, ascending, with the code of the common value that this
    /// gives them.
    meetings: VecDeque<(usize, u8)>,
    /// By part: how many scans have ended with it in this epoch.
    scans: Vec<u32>,
    /// When this epoch began, and when it ends.
    epoch: Range<usize>,
    /// When helpers are chosen anew.
    choice: usize,
    /// When the space is looked at again, which was done last at half of that.
    doubling: usize,
    /// The heaps at that time.
    counts: Counts,
}

/// A heap that is rare, or whose code is too large for a mask.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Odd {
    pub(super) heap: usize,
    pub(super) code: u8,
    pub(super) rare: bool,
}

/// Heaps whose codes were found, but not their tails.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) start: usize,
    /// How many; where they are no whole window, no code was free in the next.
    pub(super) count: usize,
}

/// What is lacking of tails.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tails<M> {
    /// By bit, which heaps lack something.
    lanes: u64,
    /// By heap, what these lack.
    open: [M; WINDOW],
}

/// How long the epoch is that begins after so many heaps.
fn epoch_from(next: usize) -> usize {
    (next / 2).clamp(1 << 11, EPOCH)
}

/// Whether masks have this code.
fn is_small<M: Mask>(code: u8) -> bool {
    usize::from(code) < M::CODES
}

/// Why a sparse table ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// Too many values, or the next one, are too large for these masks.
    TooLarge,
    /// Too many heaps are rare.
    NotSparse,
    /// The codes that are kept do not tell the next value.
    OutOfReach,
}

/// The length of a table from which [`Sparse`] can go on: all splits with a part within a
/// window of heap 0 are behind.
pub(super) fn first_length(moves: &SplitMoves) -> usize {
    2 * moves.last_place() + 4 * WINDOW
}

impl<M: Mask> Sparse<M> {
    /// How many values have codes that masks have.
    const SMALL: usize = 2 * M::CODES;

    /// The state after the heaps with these values, at least [`first_length`] of them, and all
    /// below [`VALUES`].
    pub(super) fn after(moves: &SplitMoves, values: &[u16]) -> Result<Sparse<M>, Ended> {
        if values.iter().filter(|&&value| usize::from(value) >= Self::SMALL).count() > MOST_LARGE {
            return Err(Ended::TooLarge);
        }
        let mut counts = Counts::default();
        for (heap, &value) in values.iter().enumerate().skip(1) {
            counts.add(heap, value, 1);
        }
        let (space, rares) = Space::best(&counts, Self::SMALL, Space::parity_of(moves));
        if rares > values.len() / SPARSE {
            return Err(Ended::NotSparse);
        }
        let codes: Vec<u8> = values.iter().map(|&value| space.code(value)).collect();
        let heaps = values.iter().zip(&codes).enumerate().skip(1);
        let odd = heaps.map(|(heap, (&value, &code))| Odd { heap, code, rare: space.is_rare(heap, value) });
        let odd = odd.filter(|odd| odd.rare || !is_small::<M>(odd.code)).collect();
        Ok(Sparse::in_space(moves.clone(), space, Codes::new(codes), odd, counts))
    }

    /// The state with these codes, of which the middle may be missing; the tails of its heaps were found
    /// up to `far` before them.
    pub(super) fn again(
        moves: SplitMoves,
        space: Space,
        codes: Codes,
        odd: Vec<Odd>,
        far: usize,
    ) -> Sparse<M> {
        let mut sparse = Sparse::in_space(moves, space, codes, odd, Counts::default());
        sparse.farthest_scan = sparse.farthest_scan.max(far);
        sparse
    }

    fn in_space(moves: SplitMoves, space: Space, codes: Codes, odd: Vec<Odd>, counts: Counts) -> Sparse<M> {
        let next = codes.next();
        let mut excluded = Excluded::default();
        excluded.insert(0);
        let mut sparse = Sparse {
            rows: Rows::new(0, |_, _| M::EMPTY),
            needed: Needed::new(|_, _| 0),
            window: [M::EMPTY; WINDOW],
            odd: vec![Odd { heap: 0, code: 0, rare: space.is_rare(0, 0) }],
            excluded,
            rares: Vec::new(),
            young: Vec::new(),
            farthest_rare: 0,
            helpers: Vec::new(),
            front: Front::default(),
            farthest_helper: 0,
            farthest_scan: 0,
            meetings: VecDeque::new(),
            scans: vec![0; FIRST_HEAPS],
            epoch: next..next + epoch_from(next),
            choice: next,
            doubling: 2 * next,
            counts,
            moves,
            space,
            codes,
        };
        let (needed, usable) = sparse.space.needed(M::CODES);
        sparse.needed = needed;
        odd.into_iter().for_each(|odd| sparse.note(odd));
        sparse.rows = Rows::new(usable, |code, offset| sparse.near(code, offset));
        for &taken in &sparse.moves.whole {
            if taken > WINDOW && !sparse.space.changes(taken) {
                sparse.rares.push(Partner { code: 0, distance: taken });
                sparse.farthest_rare = sparse.farthest_rare.max(taken);
            }
        }
        let front = sparse.codes.front();
        let blocks = ((front.len().min(next / 4) - 1) / WINDOW).min(M::CODES / 4);
        sparse.front = Front::new(front, blocks, &sparse.moves.split, &sparse.excluded);
        sparse.farthest_scan = sparse.front.farthest();
        sparse.begin_window();
        sparse.choose_helpers();
        sparse
    }

    /// Which codes of common values a common heap lets the heap reach that is `offset` places on.
    fn near(&self, code: u8, offset: usize) -> M {
        let whole = self.moves.whole.contains(&offset) && !self.space.changes(offset);
        let parts = self.moves.split.iter().filter_map(|&taken| offset.checked_sub(taken));
        let rare =
            parts.filter(|&part| part > 0 && self.is_rare(part)).map(|part| code ^ self.codes.of(part));
        let reached = rare.chain(Some(code).filter(|_| whole));
        reached.filter(|&code| is_small::<M>(code)).fold(M::EMPTY, M::with)
    }

    fn is_rare(&self, heap: usize) -> bool {
        if !self.excluded.contains(heap) {
            return false;
        }
        let found = self.odd.binary_search_by_key(&heap, |odd| odd.heap);
        found.is_ok_and(|index| self.odd[index].rare)
    }

    /// Begins a window after the last heap whose code is known.
    fn begin_window(&mut self) {
        let next = self.codes.next();
        self.window = self.rows.window();
        for heap in next - WINDOW..next {
            let code = Some(self.codes.of(heap)).filter(|_| !self.excluded.contains(heap));
            push_code(&self.rows, &mut self.window, code);
        }
    }

    /// Keeps a heap in mind that is odd, the last so far.
    fn note(&mut self, odd: Odd) {
        let Odd { heap, code, rare } = odd;
        self.excluded.insert(heap);
        self.odd.push(odd);
        if is_small::<M>(code) {
            // With a common heap it leads to a common value.
            for &taken in self.moves.split.iter().filter(|&&taken| rare && heap + taken > WINDOW) {
                self.young.push(Partner { code, distance: heap + taken });
                self.farthest_rare = self.farthest_rare.max(heap + taken);
            }
            let moved = self.moves.whole.iter().filter(|&&taken| rare == self.space.changes(taken));
            self.meetings.extend(moved.map(|&taken| (heap + taken, code)));
        } else {
            // With a small code it leads to a large one, which no mask asks for; with
            // another large one perhaps to a small one.
            for other in self.odd.iter().filter(|other| self.moves.equal || other.heap != heap) {
                let code = code ^ other.code;
                if is_small::<M>(code) && !is_small::<M>(other.code) && rare != other.rare {
                    let led = self.moves.split.iter().map(|&taken| (heap + other.heap + taken, code));
                    self.meetings.extend(led);
                }
            }
        }
        self.meetings.make_contiguous().sort_unstable();
    }

    /// The next heap.
    pub(super) fn next(&self) -> usize {
        self.codes.next()
    }

    /// How many heaps reach each heap from afar: what a value costs.
    pub(super) fn partners(&self) -> usize {
        self.rares.len() + self.young.len() + self.helpers.len()
    }

    pub(super) fn make_room(&mut self, length: usize) -> bool {
        self.codes.make_room(length)
    }

    /// The codes that are kept.
    pub(super) fn kept(&self) -> &Codes {
        &self.codes
    }

    pub(super) fn space(&self) -> &Space {
        &self.space
    }

    /// Heap 0, and the heaps that are rare, or whose codes are too large for a mask, ascending.
    pub(super) fn odd(&self) -> &[Odd] {
        &self.odd
    }

    pub(super) fn moves(&self) -> &SplitMoves {
        &self.moves
    }

    /// How far before their heaps the other parts of splits were, so far, that decided their
    /// values; at least the last odd heap.
    pub(super) fn farthest(&self) -> usize {
        let last_odd = self.odd.last().map_or(0, |odd| odd.heap);
        last_odd.max(self.farthest_rare).max(self.farthest_helper).max(self.farthest_scan)
    }

    pub(super) fn give_up(&mut self, front: usize, back: usize) {
        self.codes.give_up(front, back);
    }

    /// How many codes of 64 heaps are taken up by looking at partners.
    pub(super) fn work(&self) -> usize {
        (self.rares.len() + self.helpers.len()) * M::CODES
    }

    /// Gets ready for a window that begins with the next heap.
    pub(super) fn prepare(&mut self) {
        let next = self.next();
        // Of all heaps of the window the other part is there and holds something.
        self.rares.extend(self.young.extract_if(.., |partner| partner.distance < next));
        // The last window may be taken back.
        while self.meetings.front().is_some_and(|&(heap, _)| heap + 2 * WINDOW < next) {
            self.meetings.pop_front();
        }
    }

    /// What far heaps leave free in the window that begins with the next heap, as far as that
    /// is known without the [`far_partners`](Sparse::far_partners).
    pub(super) fn far(&self) -> [M; WINDOW] {
        let next = self.next();
        let mut window = self.rows.window();
        for partner in &self.young {
            for (free, heap) in window.iter_mut().zip(next..) {
                let part = heap.checked_sub(partner.distance).filter(|&part| part < next);
                if let Some(part) = part.filter(|&part| !self.excluded.contains(part)) {
                    *free = free.without(M::EMPTY.with(self.codes.of(part) ^ partner.code));
                }
            }
        }
        let meetings = self.meetings.iter().skip_while(|&&(heap, _)| heap < next);
        for &(heap, code) in meetings.take_while(|&&(heap, _)| heap < next + WINDOW) {
            let free = &mut window[heap - next];
            *free = free.without(M::EMPTY.with(code));
        }
        window
    }

    /// The partners that reach a window.
    pub(super) fn far_partners(&self) -> &[Partner] {
        &self.rares
    }

    /// Takes from the window that begins with the next heap what some of the far partners lead to.
    pub(super) fn reach(&self, partners: &[Partner], window: &mut [M; WINDOW]) {
        let next = self.next();
        reach(&self.others(next, self.farthest_rare), next, partners, window);
    }

    /// Finds the codes of the next heaps, in which `far` is left free by far heaps; whether their
    /// tails are there is not known yet.
    pub(super) fn find(&mut self, far: &[M; WINDOW]) -> Found {
        for (free, &far) in self.window.iter_mut().zip(far) {
            *free = free.and(far);
        }
        let start = self.next();
        let count = find_codes(&self.rows, &mut self.window, self.codes.window());
        Found { start, count }
    }

    /// What is lacking of the tails of heaps whose codes were found.
    pub(super) fn tails(&self, found: Found) -> Tails<M> {
        let others = self.others(found.start, self.farthest_helper.max(self.front.farthest()));
        let mut open = [M::EMPTY; WINDOW];
        let Found { start, count } = found;
        let lanes = find_open(&others, start, &self.helpers, &self.front, &self.needed, count, &mut open);
        Tails { lanes, open }
    }

    /// Looks for what is lacking. False if the heap is rare, or otherwise out of the ordinary, and a
    /// new window begins after it.
    ///
    /// # Errors
    ///
    /// Why the table ends.
    pub(super) fn settle(&mut self, Found { start, count }: Found, tails: &Tails<M>) -> Result<bool, Ended> {
        let mut lanes = tails.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            if let Some(code) = self.least_open(start + lane, tails.open[lane])? {
                self.end_window(start + lane, Some((code, true)));
                return Ok(false);
            }
        }
        if count < WINDOW {
            // All common values are within reach, as far as masks go.
            let heap = start + count;
            let rare = self.least_open(heap, M::below(M::CODES))?;
            let found = rare.map(|code| (code, true)).or_else(|| self.large_code(heap));
            self.end_window(heap, found);
            found.ok_or(Ended::TooLarge)?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Ends the table before the first heap whose code is not known.
    pub(super) fn end(&mut self) {
        self.begin_window();
    }

    /// The least of these codes of rare values that no move of the heap leads to, if there is
    /// one. What is known is taken back to the heap if that is not known.
    fn least_open(&mut self, heap: usize, mut codes: M) -> Result<Option<u8>, Ended> {
        while let Some(code) = codes.least() {
            match self.scan(heap, code) {
                Ok(true) => codes = codes.without(M::EMPTY.with(code)),
                Ok(false) => return Ok(Some(code)),
                Err(ended) => {
                    self.codes.truncate(heap);
                    return Err(ended);
                }
            }
        }
        Ok(None)
    }

    /// Takes back what is after `heap`, which has a code out of the ordinary and the class, and
    /// begins a new window; without a code, the table ends before the heap.
    fn end_window(&mut self, heap: usize, found: Option<(u8, bool)>) {
        self.codes.truncate(heap);
        // What was ready for the window after this one need not be for one that begins before.
        self.young.extend(self.rares.extract_if(.., |partner| partner.distance >= heap));
        if let Some((code, rare)) = found {
            self.codes.push(code);
            if rare || !is_small::<M>(code) {
                self.note(Odd { heap, code, rare });
            }
        }
        self.begin_window();
    }

    /// The codes before the heaps from `at` on, for partners up to this distance.
    fn others(&self, at: usize, farthest: usize) -> Others<'_> {
        let last_odd = self.odd.last().map_or(0, |odd| odd.heap);
        let excluded = Some(&self.excluded).filter(|_| last_odd + farthest >= at);
        Others { codes: self.codes.last(), first: self.codes.first(), excluded }
    }

    /// The code and the class of the next heap from all of its moves, of the values that are too large for
    /// masks.
    fn large_code(&self, heap: usize) -> Option<(u8, bool)> {
        if self.codes.first() > 0 {
            return None;
        }
        let mut met = [[false; 256]; 2];
        for &taken in self.moves.whole.iter().filter(|&&taken| taken < heap) {
            let rare = self.is_rare(heap - taken) != self.space.changes(taken);
            met[usize::from(rare)][usize::from(self.codes.of(heap - taken))] = true;
        }
        for total in self.moves.split.iter().filter_map(|&taken| heap.checked_sub(taken)) {
            for part in 1..=self.moves.most_part(total) {
                let rare = self.is_rare(part) == self.is_rare(total - part);
                let code = self.codes.of(part) ^ self.codes.of(total - part);
                met[usize::from(rare)][usize::from(code)] = true;
            }
        }
        let large = self.odd.iter().filter(|odd| !is_small::<M>(odd.code)).count();
        let least = if self.rows.is_full() && large < MOST_LARGE { Self::SMALL } else { VALUES };
        let values = (0_u16..).take(VALUES).skip(least);
        let mut found = values.map(|value| (self.space.code(value), self.space.is_rare(heap, value)));
        found.find(|&(code, rare)| !met[usize::from(rare)][usize::from(code)])
    }

    /// Whether a move of this heap leads to this code of a rare value.
    ///
    /// # Errors
    ///
    /// [`Ended::OutOfReach`] if the splits whose parts have codes still do not tell.
    fn scan(&mut self, heap: usize, code: u8) -> Result<bool, Ended> {
        for &taken in self.moves.whole.iter().filter(|&&taken| taken < heap) {
            let rare = self.is_rare(heap - taken) != self.space.changes(taken);
            if rare && self.codes.of(heap - taken) == code {
                return Ok(true);
            }
        }
        let mut all = true;
        for &taken in &self.moves.split {
            let total = heap - taken;
            let front = self.codes.front();
            let known = (front.len() - 1).min(total - self.codes.first());
            let (mut least, most) = (1, self.moves.most_part(total).min(known));
            all &= most == self.moves.most_part(total);
            while least <= most {
                let others = self.codes.range(total - most..total - least + 1);
                let Some(found) = find_split(&front[least..=most], others, code) else { break };
                let part = least + found;
                if self.is_rare(part) == self.is_rare(total - part) {
                    self.farthest_scan = self.farthest_scan.max(part + taken);
                    if let Some(scans) = self.scans.get_mut(part) {
                        *scans += 1;
                    }
                    return Ok(true);
                }
                least = part + 1;
            }
        }
        if all { Ok(false) } else { Err(Ended::OutOfReach) }
    }
}
