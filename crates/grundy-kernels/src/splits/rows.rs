//! What a heap leaves free in the heaps after it.

use super::{Mask, WINDOW};

/// From one row to the next: a row may be read from its fourth entry on, and what follows
/// it is free.
pub(super) const STRIDE: usize = 2 * WINDOW;

/// By code of a heap: which codes of the 64 heaps after it stay free.
#[derive(Clone, Debug)]
pub struct Rows<M> {
    /// Row x from x * `STRIDE` on: entry o is for the heap o + 1 places on. There is one more
    /// row than codes, in which all is free.
    pub(super) entries: Vec<M>,
    /// What is free where nothing is known.
    pub(super) all: M,
    /// How many heaps in a row lead to none of each other.
    pub(super) apart: usize,
}

impl<M: Mask> Rows<M> {
    /// `reached(code, offset)` says which codes a heap with that code lets the heap reach
    /// that is `offset` places on, 1 to 64. The heaps' codes are below `codes`.
    #[must_use]
    pub fn new(codes: usize, reached: impl Fn(u8, usize) -> M) -> Rows<M> {
        let all = M::below(codes);
        let mut entries = vec![all; (M::CODES + 1) * STRIDE];
        let mut apart = WINDOW;
        for (code, row) in (0..=u8::MAX).take(codes).zip(entries.chunks_exact_mut(STRIDE)) {
            for (place, entry) in row[..WINDOW].iter_mut().enumerate() {
                *entry = all.without(reached(code, place + 1));
                if *entry != all {
                    apart = apart.min(place + 1);
                }
            }
        }
        Rows { entries, all, apart }
    }

    /// A window of which nothing is known.
    #[must_use]
    pub fn window(&self) -> [M; WINDOW] {
        [self.all; WINDOW]
    }

    /// Whether heaps may have all codes of the set.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.all == M::below(M::CODES)
    }

    /// The row of a code.
    pub(super) fn row(&self, code: u8) -> &[M] {
        &self.entries[usize::from(code) * STRIDE..][..WINDOW]
    }
}
