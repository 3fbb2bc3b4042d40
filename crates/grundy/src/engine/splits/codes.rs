//! The codes of heaps: all of them, or the first and the last.

use std::ops::Range;

use grundy_kernels::{WINDOW, try_reserve};

/// The codes of the heaps 0, 1, 2, ..., of which those in the middle may be given up.
#[derive(Clone, Debug, Default)]
pub(super) struct Codes {
    /// The codes of the first heaps, if some were given up.
    front: Vec<u8>,
    /// The first heap whose code is in `last`.
    first: usize,
    last: Vec<u8>,
}

impl Codes {
    pub(super) fn new(codes: Vec<u8>) -> Codes {
        Codes { front: Vec::new(), first: 0, last: codes }
    }

    /// Of the first heaps, and of those from `first` on.
    pub(super) fn of_parts(front: Vec<u8>, first: usize, last: Vec<u8>) -> Codes {
        Codes { front, first, last }
    }

    /// How many heaps have codes: the number of the next one.
    pub(super) fn next(&self) -> usize {
        self.first + self.last.len()
    }

    /// The first heap after those that were given up; 0 if none were.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// The codes of the heaps from [`first`](Codes::first) on.
    pub(super) fn last(&self) -> &[u8] {
        &self.last
    }

    /// The codes of the first heaps: all that are there in a row from heap 0 on.
    pub(super) fn front(&self) -> &[u8] {
        if self.first == 0 { &self.last } else { &self.front }
    }

    /// The code of a heap that was not given up.
    pub(super) fn of(&self, heap: usize) -> u8 {
        match heap.checked_sub(self.first) {
            Some(place) => self.last[place],
            None => self.front[heap],
        }
    }

    /// The codes of these heaps, all of them after those that were given up.
    pub(super) fn range(&self, heaps: Range<usize>) -> &[u8] {
        &self.last[heaps.start - self.first..heaps.end - self.first]
    }

    /// The codes of the next 64 heaps, to be filled in.
    pub(super) fn window(&mut self) -> &mut [u8] {
        let place = self.last.len();
        self.last.resize(place + WINDOW, 0);
        &mut self.last[place..]
    }

    pub(super) fn push(&mut self, code: u8) {
        self.last.push(code);
    }

    /// Takes the codes back from `heap` on.
    pub(super) fn truncate(&mut self, heap: usize) {
        self.last.truncate(heap - self.first);
    }

    /// Makes room for heaps up to `length`; false if there is none.
    pub(super) fn make_room(&mut self, length: usize) -> bool {
        let more = length.saturating_sub(self.next());
        try_reserve(&mut self.last, more).is_ok()
    }

    /// All codes, if none were given up.
    pub(super) fn into_all(self) -> Vec<u8> {
        self.last
    }

    /// Gives up what is neither among the first `front` heaps nor among the last `back`, if that
    /// is most of what is there.
    pub(super) fn give_up(&mut self, front: usize, back: usize) {
        if self.last.len() < front.max(4 * back) {
            return;
        }
        if self.first == 0 {
            self.front = self.last[..front].to_vec();
        }
        let given_up = self.last.len() - back;
        self.last.drain(..given_up);
        self.first += given_up;
    }
}
