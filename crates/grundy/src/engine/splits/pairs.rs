//! The values of two heaps that a number is parted into.
//!
//! The values stand twice, ascending and descending, so that the pairs of one
//! number are two plain stretches. Whether a given value is that of a pair is
//! then a comparison of whole vectors, which needs no table of marks.

use grundy_kernels::{Word, mark_xors, marks_in_vectors, xor_contains};

use super::marks::Marks;

/// The values of the heaps so far, in both directions, as narrow as they allow.
#[derive(Debug)]
pub(in super::super) enum Streams {
    Bytes(Stream<u8>),
    Halves(Stream<u16>),
    Words(Stream<u32>),
}

/// The values in both directions.
#[derive(Debug, Default)]
pub(in super::super) struct Stream<T> {
    ascending: Vec<T>,
    /// The value of heap n stands at `descending.len() - 1 - n`.
    descending: Vec<T>,
}

/// A value does not fit in 32 bits.
#[derive(Debug)]
pub(in super::super) struct TooLarge;

impl<T: Word + Default + TryFrom<usize> + Into<u32>> Stream<T> {
    /// False, and nothing done, if the value does not fit.
    fn push(&mut self, value: usize) -> bool {
        let Ok(value) = T::try_from(value) else { return false };
        if self.ascending.len() == self.descending.len() {
            let room = (self.ascending.len() * 2).max(1 << 10);
            self.make_room(room);
        }
        let place = self.descending.len() - 1 - self.ascending.len();
        self.descending[place] = value;
        self.ascending.push(value);
        true
    }

    fn make_room(&mut self, length: usize) {
        let more = length.saturating_sub(self.descending.len());
        if more > 0 {
            let mut descending = vec![T::default(); more];
            descending.append(&mut self.descending);
            self.descending = descending;
        }
    }

    /// The values of the heaps `low` to `high`, and beside each that of its partner.
    fn pairs(&self, total: usize, low: usize, high: usize) -> (&[T], &[T]) {
        // The partner of heap a is total - a.
        let start = self.descending.len() - 1 - (total - low);
        (&self.ascending[low..=high], &self.descending[start..=start + (high - low)])
    }

    fn mark(&self, total: usize, low: usize, high: usize, marks: &mut Marks) {
        let (left, right) = self.pairs(total, low, high);
        marks.make_room_for_xors();
        for (&left, &right) in left.iter().zip(right) {
            let value: u32 = (left ^ right).into();
            marks.insert(usize::try_from(value).unwrap_or(usize::MAX));
        }
    }

    fn value(&self, heap: usize) -> Option<u32> {
        self.ascending.get(heap).map(|&value| value.into())
    }

    fn mark_in(&self, total: usize, low: usize, high: usize, marks: &mut [bool]) {
        let (left, right) = self.pairs(total, low, high);
        mark_xors(left, right, marks);
    }

    fn reach(&self, total: usize, low: usize, high: usize, value: usize) -> bool {
        let (left, right) = self.pairs(total, low, high);
        // What is wider than all values is no xor of two of them.
        T::try_from(value).is_ok_and(|value| xor_contains(left, right, value))
    }

    fn widened<U: From<T> + Default + Copy>(&self) -> Stream<U> {
        let wide = |values: &[T]| values.iter().map(|&value| U::from(value)).collect();
        Stream { ascending: wide(&self.ascending), descending: wide(&self.descending) }
    }
}

/// Runs one expression for whichever width there is.
macro_rules! each_width {
    ($streams:expr, $stream:ident => $body:expr) => {
        match $streams {
            Streams::Bytes($stream) => $body,
            Streams::Halves($stream) => $body,
            Streams::Words($stream) => $body,
        }
    };
}

impl Streams {
    pub(in super::super) fn new() -> Streams {
        Streams::Bytes(Stream::default())
    }

    /// How many bytes each heap takes.
    pub(in super::super) fn width(&self) -> usize {
        match self {
            Streams::Bytes(_) => 2,
            Streams::Halves(_) => 4,
            Streams::Words(_) => 8,
        }
    }

    /// The value of a heap; 0 if it is not there.
    pub(in super::super) fn value(&self, heap: usize) -> usize {
        each_width!(self, stream => stream.value(heap))
            .and_then(|value| usize::try_from(value).ok())
            .unwrap_or(0)
    }

    /// Makes room for the values of `length` heaps in all.
    pub(in super::super) fn make_room(&mut self, length: usize) {
        each_width!(self, stream => stream.make_room(length));
    }

    /// Appends the value of the next heap.
    pub(in super::super) fn push(&mut self, value: usize) -> Result<(), TooLarge> {
        let pushed = each_width!(self, stream => stream.push(value));
        if pushed {
            return Ok(());
        }
        *self = match self {
            Streams::Bytes(stream) => Streams::Halves(stream.widened()),
            Streams::Halves(stream) => Streams::Words(stream.widened()),
            Streams::Words(_) => return Err(TooLarge),
        };
        self.push(value)
    }

    /// Marks the values of all pairs of heaps with this total of which the first
    /// lies from `low` to `high`. All of them must be there.
    pub(in super::super) fn mark(&self, total: usize, low: usize, high: usize, marks: &mut Marks) {
        each_width!(self, stream => stream.mark(total, low, high, marks));
    }

    /// Whether the values of many pairs are marked at a time in a table of so many marks.
    pub(in super::super) fn marks_in_vectors(&self, marks: usize) -> bool {
        match self {
            Streams::Bytes(_) => marks_in_vectors::<u8>(marks),
            Streams::Halves(_) => marks_in_vectors::<u16>(marks),
            Streams::Words(_) => marks_in_vectors::<u32>(marks),
        }
    }

    /// How many marks make marking pairs one by one quick.
    pub(in super::super) fn marks(&self) -> usize {
        match self {
            Streams::Bytes(_) => 1 << u8::BITS,
            Streams::Halves(_) => 1 << u16::BITS,
            Streams::Words(_) => 0,
        }
    }

    /// The same in a table by value; what is beyond it is left out.
    pub(in super::super) fn mark_in(&self, total: usize, low: usize, high: usize, marks: &mut [bool]) {
        each_width!(self, stream => stream.mark_in(total, low, high, marks));
    }

    /// Whether one of these pairs has this value.
    pub(in super::super) fn reach(&self, total: usize, low: usize, high: usize, value: usize) -> bool {
        each_width!(self, stream => stream.reach(total, low, high, value))
    }
}
