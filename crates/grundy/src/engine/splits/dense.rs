//! The value of a heap by looking at all splits.
//!
//! The splits with the smallest parts are marked one by one. Few values are missing
//! then, and each of them is looked for by itself, in vectors, from the least on, until
//! one is out of reach. The table is quadratic.

use super::marks::Marks;
use super::pairs::Streams;
use crate::ruleset::SplitMoves;
use crate::theory::{Nimber, Values};

/// So many splits are marked before single values are looked for.
const MARKED: usize = 1 << 9;

/// The values so far, as they are needed to look at all splits.
#[derive(Debug)]
pub(super) struct Dense {
    streams: Streams,
    marks: Marks,
    /// How many values are in `streams`.
    length: usize,
    /// The splits of the heap at hand that were not marked: the total and the bounds of the
    /// smaller part.
    left: Vec<(usize, usize, usize)>,
}

/// A value is too large to be kept.
#[derive(Debug)]
pub(super) struct TooLarge;

impl Dense {
    pub(super) fn new() -> Dense {
        Dense { streams: Streams::new(), marks: Marks::default(), length: 0, left: Vec::new() }
    }

    /// How many bytes each heap takes.
    pub(super) fn width(&self) -> usize {
        self.streams.width()
    }

    /// The value of the next heap, all before it being in `values`.
    pub(super) fn next(&mut self, moves: &SplitMoves, values: &Values) -> Result<Nimber, TooLarge> {
        while let Some(value) = values.get(self.length) {
            let value = usize::try_from(value.size()).map_err(|_| TooLarge)?;
            self.streams.push(value).map_err(|_| TooLarge)?;
            self.marks.note_heap(value);
            self.length += 1;
        }
        let heap = self.length;
        self.marks.clear();
        if moves.none.contains(&heap) {
            self.marks.insert(0);
        }
        for left in moves.whole.iter().filter_map(|&taken| heap.checked_sub(taken)).filter(|&left| left > 0) {
            let value = values.get(left).unwrap_or_default();
            self.marks.insert(usize::try_from(value.size()).map_err(|_| TooLarge)?);
        }
        self.left.clear();
        for total in moves.split.iter().filter_map(|&taken| heap.checked_sub(taken)) {
            let most = moves.most_part(total);
            let marked = most.min(MARKED);
            if marked > 0 {
                self.streams.mark(total, 1, marked, &mut self.marks);
            }
            if marked < most {
                self.left.push((total, marked + 1, most));
            }
        }
        let reach = |value: &usize| {
            self.marks.contains(*value)
                || self.left.iter().any(|&(total, low, high)| self.streams.reach(total, low, high, *value))
        };
        let least = (0..).find(|value| !reach(value)).ok_or(TooLarge)?;
        Ok(Nimber::new(u64::try_from(least).map_err(|_| TooLarge)?))
    }
}
