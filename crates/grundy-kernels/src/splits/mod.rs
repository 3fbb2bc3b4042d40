//! Kernels for heaps that split in two.
//!
//! Every heap has a *code*, a small number, and is of one of two classes; the xor of the codes
//! of two heaps says what a split into them leads to. Nearly all heaps are of one class, and
//! those that are not, or whose codes are too large, are *excluded*: no kernel looks at them as
//! the other part of a split. A split into two heaps that are not excluded is of no
//! use to find the code of the whole; one into an excluded heap, a [`Partner`], and another is.
//!
//! Heaps are looked at 64 at a time. For each there is a set of codes, those that are still
//! *free*: no move is known to lead to them. The sets of the next 64 heaps are a *window*. What
//! far partners contribute comes in for a whole window at once ([`reach`]), what
//! near ones do as each code is found ([`find_codes`], [`push_code`]). Afterwards
//! [`find_open`] sees whether partners, now heaps that are not excluded, and the first heaps reach the least
//! codes of the other class in all the heaps that need them.
//!
//! Every kernel is written in safe Rust; on x86-64 with AVX-512 or AVX2 copies that keep
//! the sets in registers stand in for it, and tests compare them all ([`SplitWay`]).

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod masks;
mod portable;
mod rows;
#[cfg(test)]
mod tests;
mod ways;

pub use masks::{Mask, Words};
pub use rows::Rows;
pub use ways::SplitWay;

/// The heaps that are looked at together.
pub const WINDOW: usize = 64;

/// A heap that is a part of splits of all heaps of a window: its code, and how far
/// the other parts lie before the window's heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Partner {
    /// The code.
    pub code: u8,
    /// The distance.
    pub distance: usize,
}

/// The heaps that are no other part of a split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excluded {
    words: Vec<u64>,
}

impl Excluded {
    /// Adds a heap.
    pub fn insert(&mut self, heap: usize) {
        let word = heap / WINDOW;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (heap % WINDOW);
    }

    /// Whether the heap is one of them.
    #[must_use]
    pub fn contains(&self, heap: usize) -> bool {
        self.words.get(heap / WINDOW).is_some_and(|word| word >> (heap % WINDOW) & 1 == 1)
    }

    /// Which of the 64 heaps from `first` on are among them, as bits.
    fn lanes(&self, first: usize) -> u64 {
        let word = |index: usize| self.words.get(index).copied().unwrap_or(0);
        let (index, shift) = (first / WINDOW, first % WINDOW);
        let high = if shift == 0 { 0 } else { word(index + 1) << (WINDOW - shift) };
        word(index) >> shift | high
    }
}

/// The codes of heaps, as other parts of splits.
#[derive(Clone, Copy, Debug)]
pub struct Others<'a> {
    /// The codes of the heaps `first`, `first` + 1, ...
    pub codes: &'a [u8],
    /// The first heap whose code is there.
    pub first: usize,
    /// The heaps that do not count; `None` promises that the kernel meets none of them, and
    /// where it does, sets get codes that mean nothing.
    pub excluded: Option<&'a Excluded>,
}

impl Others<'_> {
    /// The codes of the 64 heaps that are `distance` before those from `at` on.
    fn before(&self, at: usize, distance: usize) -> &[u8; WINDOW] {
        // A part before the first wraps around to a place where nothing is.
        let start = (at - self.first).wrapping_sub(distance);
        let codes = self.codes.get(start..).and_then(|codes| codes.first_chunk());
        codes.expect("the other parts are there")
    }

    /// Which of them count, as bits.
    fn counted(&self, at: usize, distance: usize) -> u64 {
        self.excluded.map_or(!0, |excluded| !excluded.lanes(at - distance))
    }
}

/// The first heaps as parts of splits, which are looked at for one heap after the other.
#[derive(Clone, Debug, Default)]
pub struct Front {
    blocks: Vec<Block>,
    /// How many counters splits take.
    taken: Vec<usize>,
}

/// The codes of 64 heaps from the last to the first, and which of them count.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Block {
    codes: [u8; WINDOW],
    counted: u64,
}

impl Front {
    /// The heaps 1, 2, ... up to 64 * `blocks`, whose codes stand in `codes` by heap; `taken` are the
    /// counters that splits take.
    ///
    /// # Panics
    ///
    /// Panics if `codes` are fewer.
    #[must_use]
    pub fn new(codes: &[u8], blocks: usize, taken: &[usize], excluded: &Excluded) -> Front {
        let block = |index: usize| {
            let first = WINDOW * index + 1;
            let mut block = Block { codes: [0; WINDOW], counted: 0 };
            block.codes.copy_from_slice(&codes[first..first + WINDOW]);
            block.codes.reverse();
            block.counted = !excluded.lanes(first).reverse_bits();
            block
        };
        Front { blocks: (0..blocks).map(block).collect(), taken: taken.to_vec() }
    }

    /// How far before a heap the other part is at most.
    #[must_use]
    pub fn farthest(&self) -> usize {
        WINDOW * self.blocks.len() + self.taken.iter().max().unwrap_or(&0)
    }

    /// What is looked at: blocks, each with a distance for the heaps of [`Others::before`].
    fn looks(&self) -> impl Iterator<Item = (&Block, usize)> {
        let blocks = self.blocks.iter().zip((WINDOW..).step_by(WINDOW));
        blocks.flat_map(|(block, last)| self.taken.iter().map(move |taken| (block, last + taken)))
    }
}

/// How many of the least codes of the other class a heap must reach: by the parity of the
/// heap, and its code.
#[derive(Clone, Debug)]
pub struct Needed {
    counts: [[u8; 256]; 2],
    /// The first 64 of both, one after the other.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only kernels in registers ask"))]
    short: [u8; 128],
}

impl Needed {
    /// `count(parity, code)` codes are needed.
    #[must_use]
    pub fn new(count: impl Fn(usize, u8) -> u8) -> Needed {
        let mut counts = [[0; 256]; 2];
        let mut short = [0; 128];
        for (parity, counts) in counts.iter_mut().enumerate() {
            for (code, needed) in (0..=u8::MAX).zip(counts.iter_mut()) {
                *needed = count(parity, code);
            }
            short[64 * parity..][..64].copy_from_slice(&counts[..64]);
        }
        Needed { counts, short }
    }

    /// How many codes the heap with this code needs.
    #[must_use]
    pub fn count(&self, heap: usize, code: u8) -> u8 {
        self.counts[heap % 2][usize::from(code)]
    }
}

/// Takes from the sets of 64 heaps what splits with certain parts lead to.
///
/// The heaps are `at`, `at` + 1, ... A split of heap n has a part with the code of the partner, and
/// the part n - `distance`, if that is not excluded. The codes of partners and of other parts
/// are codes of the set.
///
/// # Panics
///
/// Panics if a part is not there: if a distance exceeds `at`, or is too small.
pub fn reach<M: Mask>(others: &Others<'_>, at: usize, partners: &[Partner], window: &mut [M; WINDOW]) {
    SplitWay::best().reach(others, at, partners, window);
}

/// Finds the codes of heaps one after the other.
///
/// The code of a heap is the least that is free in the first set of the window; the window then
/// moves on by one heap, of which nothing is known, and gets the heap's row. Stops where nothing
/// is free. Returns how many codes were found.
pub fn find_codes<M: Mask>(rows: &Rows<M>, window: &mut [M; WINDOW], found: &mut [u8]) -> usize {
    SplitWay::best().find_codes(rows, window, found)
}

/// Moves the window on by one heap, whose code is now known; `None` if it is excluded.
pub fn push_code<M: Mask>(rows: &Rows<M>, window: &mut [M; WINDOW], code: Option<u8>) {
    portable::push_code(rows, window, code);
}

/// Which codes of the other class the `count` heaps from `at` on need, and do not reach by
/// splits with these partners, or into a heap of `front` and another: the parts are as in [`reach`],
/// and the codes of the heaps stand among those of `others`, of which there are 64 from `at` on.
///
/// Returns a bit for each heap that lacks some, and puts what it lacks in `open`;
/// the other entries mean nothing. Partners that come first are looked at first; once few heaps lack
/// something, or some of the codes, the others may be left out.
///
/// # Panics
///
/// Panics if a part is not there, or `count` exceeds 64.
pub fn find_open<M: Mask>(
    others: &Others<'_>,
    at: usize,
    partners: &[Partner],
    front: &Front,
    needed: &Needed,
    count: usize,
    open: &mut [M; WINDOW],
) -> u64 {
    SplitWay::best().find_open(others, at, partners, front, needed, count, open)
}

/// The first i at which the codes `parts[i]` and `others[others.len() - 1 - i]` have the xor
/// `code`.
///
/// # Panics
///
/// Panics if the lengths differ.
#[must_use]
pub fn find_split(parts: &[u8], others: &[u8], code: u8) -> Option<usize> {
    SplitWay::best().find_split(parts, others, code)
}

/// Puts into `values` what the codes stand for, by the first table and the second one in turn. Only the first
/// 128 entries count: what is put for larger codes means nothing.
///
/// # Panics
///
/// Panics if the lengths differ.
pub fn decode(codes: &[u8], tables: [&[u8; 256]; 2], values: &mut [u8]) {
    SplitWay::best().decode(codes, tables, values);
}
