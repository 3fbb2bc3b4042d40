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
mod window;

use std::collections::VecDeque;
use std::ops::Range;

use grundy_kernels::{Excluded, Front, Mask, Needed, Partner, Rows, WINDOW, push_code};
use serde::{Deserialize, Serialize};

use super::codes::Codes;
use super::space::{Counts, Space};
use crate::ruleset::SplitMoves;

/// After so many heaps the scans are looked at; sooner in short tables.
const EPOCH: usize = 1 << 15;

/// Scans are counted for parts below this.
const FIRST_HEAPS: usize = 1 << 14;

/// One scan in so many heaps makes a heap a helper.
const HEAPS_A_SCAN: usize = 1 << 13;

/// So many partners are kept in mind for each code.
const LAST: usize = 12;

/// At least so many codes are allowed, and so many more at a time: of large masks
/// only those parts are looked at that are allowed.
const LEAST_CODES: usize = 64;
const MORE_CODES: usize = 32;

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
    /// The values of common heaps by code, for even heaps and for odd ones.
    common: [[u16; 256]; 2],
    rows: Rows<M>,
    /// How many codes the next heaps may have.
    usable: usize,
    /// So many of these are looked at; all of them only once the others are not enough.
    allowed: usize,
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
    /// By code of a rare value: the partners with which scans for it ended last, the last first.
    last_scans: Vec<Vec<Partner>>,
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

/// The best space for some values.
#[derive(Debug)]
struct Begin {
    space: Space,
    /// The heaps that are rare in it, or whose codes are too large for a mask.
    odd: Vec<Odd>,
    counts: Counts,
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
    #[cfg(test)]
    pub(super) fn after(moves: &SplitMoves, values: &[u16]) -> Result<Sparse<M>, Ended> {
        Ok(Sparse::at(moves, values, Sparse::<M>::begin(moves, values)?))
    }

    /// The same, if going on with all splits would cost more.
    pub(super) fn if_cheaper(moves: &SplitMoves, values: &[u16]) -> Result<Sparse<M>, Ended> {
        let begin = Sparse::<M>::begin(moves, values)?;
        let quarter = values.len() / 4;
        let recent = begin.odd.iter().rev().take_while(|odd| odd.heap >= 3 * quarter).count();
        // In instructions on 64 bytes, about. As many heaps will be odd as were in the last quarter, each of
        // which ends a window; each window asks all odd heaps, and as many helpers as there are heaps in it.
        let windows = quarter / WINDOW + recent;
        let sparse = windows * (begin.odd.len() + WINDOW) * M::CODES / 2 + 4 * M::CODES * M::CODES;
        let dense = quarter * values.len() / 5;
        if sparse > dense { Err(Ended::NotSparse) } else { Ok(Sparse::at(moves, values, begin)) }
    }

    fn at(moves: &SplitMoves, values: &[u16], Begin { space, odd, counts }: Begin) -> Sparse<M> {
        let codes: Vec<u8> = values.iter().map(|&value| space.code(value)).collect();
        Sparse::in_space(moves.clone(), space, Codes::new(codes), odd, counts)
    }

    /// What is odd in the best space for these values.
    fn begin(moves: &SplitMoves, values: &[u16]) -> Result<Begin, Ended> {
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
        let odd = values.iter().enumerate().skip(1).map(|(heap, &value)| Odd {
            heap,
            code: space.code(value),
            rare: space.is_rare(heap, value),
        });
        let odd = odd.filter(|odd| odd.rare || !is_small::<M>(odd.code)).collect();
        Ok(Begin { space, odd, counts })
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
            common: space.common(),
            rows: Rows::new(0, |_, _| M::EMPTY),
            usable: 0,
            allowed: 0,
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
            last_scans: vec![Vec::new(); M::CODES],
            scans: vec![0; FIRST_HEAPS],
            epoch: next..next + epoch_from(next),
            choice: next,
            doubling: 2 * next,
            counts,
            moves,
            space,
            codes,
        };
        (sparse.needed, sparse.usable) = sparse.space.needed(M::CODES);
        odd.into_iter().for_each(|odd| sparse.note(odd));
        let common = |heap: &usize| !sparse.excluded.contains(*heap);
        let front = sparse.codes.front().len();
        let codes = (1..front).chain(sparse.codes.first().max(front)..next).filter(common);
        let most = codes.map(|heap| usize::from(sparse.codes.of(heap))).max().unwrap_or(0);
        sparse.make_rows(most + 1);
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

    /// Allows the next heaps at least so many codes, or all that may be used.
    fn make_rows(&mut self, codes: usize) {
        self.allowed = self.usable.min(codes.max(LEAST_CODES).next_multiple_of(MORE_CODES));
        self.rows = Rows::new(self.allowed, |code, offset| self.near(code, offset));
    }

    /// Allows the next heaps more codes; false if all are allowed already.
    fn allow_more(&mut self) -> bool {
        let more = self.allowed < self.usable;
        if more {
            self.make_rows(self.allowed + 1);
        }
        more
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
}
