//! The values that the options of one heap have been found to have.

/// A set of values that is emptied at once.
#[derive(Debug, Default)]
pub(in super::super) struct Marks {
    /// By value: the round in which it was met last.
    met: Vec<usize>,
    round: usize,
    /// The largest value of a single heap so far.
    largest: usize,
}

impl Marks {
    /// Takes every value out.
    pub(in super::super) fn clear(&mut self) {
        self.round += 1;
    }

    /// Notes that there is a heap with this value.
    pub(in super::super) fn note_heap(&mut self, value: usize) {
        self.largest = self.largest.max(value);
    }

    /// Makes room for the xor of any heaps' values.
    pub(in super::super) fn make_room_for_xors(&mut self) {
        // Below the next power of two; values are smaller than the number of heaps.
        let room = (self.largest + 1).next_power_of_two();
        if self.met.len() < room {
            self.met.resize(room, 0);
        }
    }

    #[inline]
    pub(in super::super) fn insert(&mut self, value: usize) {
        if let Some(met) = self.met.get_mut(value) {
            *met = self.round;
        } else {
            self.met.resize(value + 1, 0);
            self.met[value] = self.round;
        }
    }

    #[inline]
    pub(in super::super) fn contains(&self, value: usize) -> bool {
        self.met.get(value) == Some(&self.round)
    }
}
