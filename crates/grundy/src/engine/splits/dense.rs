//! The value of a heap by looking at all splits.
//!
//! The splits with the smallest parts are marked one by one, until few values are
//! missing. Each of those is looked for by itself, in vectors, from the least on, until
//! one is out of reach. The table is quadratic.

use super::pairs::Streams;
use crate::ruleset::SplitMoves;
use crate::theory::{Nimber, Values};

/// So many splits are marked at first, and then as many again and again.
const STRETCH: usize = 1 << 9;

/// Once so few values are missing they are looked for by themselves: that costs about as
/// much as marking does for each.
const FEW: usize = 8;

/// The values so far, as they are needed to look at all splits.
#[derive(Debug)]
pub(super) struct Dense {
    streams: Streams,
    /// How many values are in `streams`.
    length: usize,
    /// One more than the largest of them.
    bound: usize,
    /// By value: whether the heap at hand is known to reach it.
    met: Vec<bool>,
    /// The splits that were not marked: the total, and the bounds of the smaller part.
    left: Vec<(usize, usize, usize)>,
}

/// A value is too large to be kept.
#[derive(Debug)]
pub(super) struct TooLarge;

impl Dense {
    pub(super) fn new() -> Dense {
        Dense { streams: Streams::new(), length: 0, bound: 1, met: Vec::new(), left: Vec::new() }
    }

    /// How many bytes each heap takes.
    pub(super) fn width(&self) -> usize {
        self.streams.width()
    }

    /// The value of the next heap, all before it being in `values`.
    pub(super) fn next(&mut self, moves: &SplitMoves, values: &Values) -> Result<Nimber, TooLarge> {
        while let Some(value) = values.get(self.length) {
            let value = index(value)?;
            self.streams.push(value).map_err(|_| TooLarge)?;
            self.bound = self.bound.max(value + 1);
            self.length += 1;
        }
        let heap = self.length;
        // The xor of two values is below the power of 2 that is above both, and the least
        // value out of reach is at most that.
        self.met.clear();
        self.met.resize(self.bound.next_power_of_two() + 1, false);
        self.met[0] = moves.none.contains(&heap);
        for left in moves.whole.iter().filter_map(|&taken| heap.checked_sub(taken)).filter(|&left| left > 0) {
            self.met[index(values.get(left).unwrap_or_default())?] = true;
        }
        let totals = moves.split.iter().filter_map(|&taken| heap.checked_sub(taken));
        self.left.clear();
        self.left.extend(totals.map(|total| (total, 1, moves.most_part(total))));
        self.mark();
        let reach = |value: usize| {
            let mut left = self.left.iter();
            left.any(|&(total, low, high)| low <= high && self.streams.reach(total, low, high, value))
        };
        let missing = self.met.iter().enumerate().filter(|(_, met)| !**met).map(|(value, _)| value);
        let least = missing.into_iter().find(|&value| !reach(value)).ok_or(TooLarge)?;
        Ok(Nimber::new(u64::try_from(least).map_err(|_| TooLarge)?))
    }

    /// Marks splits from the smallest parts on.
    fn mark(&mut self) {
        let mut stretch = STRETCH;
        loop {
            let mut some_left = false;
            for (total, low, high) in &mut self.left {
                let end = (*low + stretch - 1).min(*high);
                if *low <= end {
                    self.streams.mark_in(*total, *low, end, &mut self.met);
                    *low = end + 1;
                    some_left |= end < *high;
                }
            }
            // Those above the largest value are few, or out of reach.
            let missing = self.met[..self.bound].iter().filter(|met| !**met).count();
            if !some_left || missing <= FEW {
                return;
            }
            stretch *= 2;
        }
    }
}

fn index(value: Nimber) -> Result<usize, TooLarge> {
    usize::try_from(value.size()).map_err(|_| TooLarge)
}
