//! What a heap leaves free in the heaps after it.

use super::{Mask, WINDOW};

/// Sets of 64 heaps in a row, each in cache lines of its own.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Row<M>(pub(super) [M; WINDOW]);

/// A row is there from its first entry on, and from each of the next three on.
pub(super) const PLACES: usize = 4;

/// By code of a heap: which codes of the 64 heaps after it stay free.
#[derive(Clone, Debug)]
pub struct Rows<M> {
    /// Row x from entry p on is at x * `PLACES` + p: entry o is for the heap o + 1 places on, and
    /// what follows the last is free. There is one more row than codes, in which all is free.
    pub(super) rows: Vec<Row<M>>,
    /// What is free where nothing is known.
    pub(super) all: M,
    /// How many heaps in a row lead to none of each other.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only kernels in registers ask"))]
    pub(super) apart: usize,
}

impl<M: Mask> Rows<M> {
    /// `reached(code, offset)` says which codes a heap with that code lets the heap reach
    /// that is `offset` places on, 1 to 64. The heaps' codes are below `codes`.
    #[must_use]
    pub fn new(codes: usize, reached: impl Fn(u8, usize) -> M) -> Rows<M> {
        let all = M::below(codes);
        let mut rows = vec![Row([all; WINDOW]); (M::CODES + 1) * PLACES];
        let mut apart = WINDOW;
        for (code, places) in (0..=u8::MAX).take(codes).zip(rows.chunks_exact_mut(PLACES)) {
            for offset in 1..=WINDOW {
                let free = all.without(reached(code, offset));
                if free != all {
                    apart = apart.min(offset);
                }
                for (place, row) in places.iter_mut().enumerate().take(offset) {
                    row.0[offset - 1 - place] = free;
                }
            }
        }
        Rows { rows, all, apart }
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
    pub(super) fn row(&self, code: u8) -> &[M; WINDOW] {
        &self.rows[usize::from(code) * PLACES].0
    }
}
