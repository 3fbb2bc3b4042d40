//! The values of a stretch of heaps both of whose ends only move up.

use crate::theory::Values;

/// The values of the heaps from `start` up to, but without, `end`, with how
/// often each occurs.
#[derive(Debug, Default)]
pub(super) struct Window {
    start: usize,
    end: usize,
    counts: Vec<u32>,
    /// A bit for each value that occurs.
    present: Vec<u64>,
    /// A bit for each word of `present` in which all bits are set.
    full: Vec<u64>,
    /// All values below this one occur.
    least: usize,
}

impl Window {
    /// Moves the window to the heaps from `low` to `high`, both included. False,
    /// and nothing done, if an end would move down.
    pub(super) fn move_to(&mut self, low: usize, high: usize, values: &Values) -> bool {
        let end = high + 1;
        if low < self.start || end < self.end {
            return false;
        }
        if low >= self.end {
            // Nothing of it stays.
            *self = Window { start: low, end: low, ..Window::default() };
        }
        for heap in self.end..end {
            self.insert(value_at(values, heap));
        }
        for heap in self.start..low {
            self.remove(value_at(values, heap));
        }
        (self.start, self.end) = (low, end);
        true
    }

    pub(super) fn contains(&self, value: usize) -> bool {
        self.counts.get(value).is_some_and(|&count| count > 0)
    }

    /// The least value that does not occur.
    pub(super) fn mex(&mut self) -> usize {
        let mut word = self.least / 64;
        if self.present.get(word) == Some(&u64::MAX) {
            // All values below the least occur, so whole words are looked at.
            let mut group = word / 64;
            while self.full.get(group) == Some(&u64::MAX) {
                group += 1;
            }
            let ones = self.full.get(group).map_or(0, |group| group.trailing_ones());
            word = group * 64 + usize::try_from(ones).unwrap_or(0);
        }
        let ones = self.present.get(word).map_or(0, |word| word.trailing_ones());
        self.least = word * 64 + usize::try_from(ones).unwrap_or(0);
        self.least
    }

    fn insert(&mut self, value: usize) {
        if value >= self.counts.len() {
            self.counts.resize(value + 1, 0);
            self.present.resize(value / 64 + 1, 0);
            self.full.resize(value / 64 / 64 + 1, 0);
        }
        self.counts[value] += 1;
        self.present[value / 64] |= 1 << (value % 64);
        if self.present[value / 64] == u64::MAX {
            self.full[value / 64 / 64] |= 1 << (value / 64 % 64);
        }
    }

    fn remove(&mut self, value: usize) {
        self.counts[value] -= 1;
        if self.counts[value] == 0 {
            self.present[value / 64] &= !(1 << (value % 64));
            self.full[value / 64 / 64] &= !(1 << (value / 64 % 64));
            self.least = self.least.min(value);
        }
    }
}

/// The value of a heap that is in the table. Values are smaller than the number
/// of heaps, so they are indices.
pub(super) fn value_at(values: &Values, heap: usize) -> usize {
    values.get(heap).and_then(|value| usize::try_from(value.size()).ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::theory::Nimber;
    use crate::theory::random::Random;

    #[test]
    fn the_window_holds_what_its_stretch_holds() {
        let mut stream = Random::new(5);
        let mut below = |bound: usize| stream.index(bound);
        for most in [1, 3, 70, 200] {
            let values: Values =
                (0..4000).map(|_| Nimber::new(u64::try_from(below(most)).unwrap())).collect();
            let mut window = Window::default();
            let (mut low, mut high) = (0, 0);
            while high < 3900 {
                assert!(window.move_to(low, high, &values));
                let met: BTreeSet<usize> = (low..=high).map(|heap| value_at(&values, heap)).collect();
                assert_eq!(window.mex(), (0..).find(|value| !met.contains(value)).unwrap());
                assert!((0..most + 2).all(|value| window.contains(value) == met.contains(&value)));
                assert!(low == 0 || !window.move_to(low - 1, high, &values), "the ends only move up");
                high += below(9);
                low = (low + below(12)).min(high);
            }
        }
    }

    #[test]
    fn many_values_at_once_are_passed_over() {
        // Of 9000 values each is met once; a window that is a little shorter
        // misses a few, which come back when they come again.
        let of = |heap: usize| heap * 7919 % 9000;
        let values: Values = (0..40_000).map(|heap| Nimber::new(u64::try_from(of(heap)).unwrap())).collect();
        let mut window = Window::default();
        for round in 0..60 {
            let low = round * 301;
            for length in [8997, 8999, 9000] {
                assert!(window.move_to(low, low + length - 1, &values));
                let missing = (low + length..low + 9000).map(of).min().unwrap_or(9000);
                assert_eq!(window.mex(), missing, "{length} heaps from {low} on");
            }
        }
    }
}
