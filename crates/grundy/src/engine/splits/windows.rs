//! Windows of a long table that are kept, to see one of them again.
//!
//! Where the last codes decide all later ones, codes repeat from the first window on that is
//! seen twice. To keep a window after every heap is out of the question. So one sequence of
//! codes, the *anchor*, is looked for, and of the windows that end with it those are kept whose hash
//! ends with as many zeros as the *thinness* says. Both depend on the codes of the window alone: a part of
//! a sequence that comes again brings windows to be kept again, at the same places.
//! When too many are kept, the thinness grows, which takes every other one. An anchor that comes
//! too often is made longer, and one that stays away is made shorter.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use memchr::memmem;
use serde::{Deserialize, Serialize};

/// The most windows that are kept.
const MOST: usize = 1 << 9;

/// The length of the first anchor.
const FIRST_ANCHOR: usize = 8;

/// An anchor that comes more often than once in so many windows is made longer.
const RARE: usize = 4;

/// So many anchors tell how often they come.
const SAMPLE: usize = 64;

/// Where no window was kept for so long, as a part of the table, more of them are kept.
const PATIENCE: usize = 64;

/// Some windows of a table: each the codes of as many heaps, before the heap it is kept by.
#[derive(Debug)]
pub(super) struct Windows {
    length: usize,
    picked: Picked,
    /// The windows, by their ends, ascending. The first of them is kept whatever it is.
    kept: Vec<(usize, Vec<u8>)>,
    /// Which of them have a hash.
    by_hash: HashMap<u64, Vec<usize>>,
    /// How many anchors were seen since the heap, which is that at which the anchor was last changed or they
    /// were counted anew.
    anchors: (usize, usize),
}

/// Which windows are kept, and how far they were looked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Picked {
    /// How windows end.
    pub(super) anchor: Vec<u8>,
    /// How many zeros their hashes end with.
    pub(super) thinness: u32,
    /// Up to here anchors were looked for.
    pub(super) searched: usize,
    /// Where a window was last kept, or it was last changed which are.
    pub(super) seen: usize,
}

/// A window that was seen twice: its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeated {
    pub(super) first: usize,
    pub(super) second: usize,
}

impl Picked {
    /// Whether windows with this hash are kept.
    fn takes(&self, hash: u64) -> bool {
        hash.trailing_zeros() >= self.thinness
    }
}

impl Windows {
    /// Windows of this length, the first of which are these codes, which end before heap `end`.
    pub(super) fn new(length: usize, end: usize, codes: &[u8]) -> Windows {
        let picked = Picked { anchor: anchor_of(codes), thinness: 0, searched: end, seen: end };
        Windows::of_kept(length, picked, vec![(end, codes.to_vec())])
    }

    /// Windows that were kept before, with their ends.
    pub(super) fn of_kept(length: usize, picked: Picked, kept: Vec<(usize, Vec<u8>)>) -> Windows {
        let anchors = (0, picked.searched);
        let mut windows = Windows { length, picked, kept, by_hash: HashMap::new(), anchors };
        windows.hash_again();
        windows
    }

    /// How many codes a window has.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    pub(super) fn picked(&self) -> &Picked {
        &self.picked
    }

    /// The windows and their ends.
    pub(super) fn kept(&self) -> &[(usize, Vec<u8>)] {
        &self.kept
    }

    /// Looks at the codes that are new among these, which are those from heap `first` on and
    /// go back at least a window before what was looked at last. `by_parity`: whether windows
    /// are the same only if their ends are of one parity.
    pub(super) fn look(&mut self, first: usize, codes: &[u8], by_parity: bool) -> Option<Repeated> {
        let next = first + codes.len();
        loop {
            // The anchor may end with the first new code.
            let anchor = &self.picked.anchor;
            let from = (self.picked.searched + 1).saturating_sub(anchor.len()).max(first);
            let Some(found) = memmem::find(&codes[from - first..], anchor) else { break };
            let end = from + found + anchor.len();
            self.picked.searched = end;
            let window = &codes[end - self.length - first..end - first];
            let hash = hash(window);
            if self.picked.takes(hash) {
                let same = self.by_hash.get(&hash).into_iter().flatten();
                let mut same = same.map(|&index| &self.kept[index]).filter(|(other, kept)| {
                    kept == window && (!by_parity || other % 2 == end % 2) && *other < end
                });
                if let Some(&(first, _)) = same.next() {
                    return Some(Repeated { first, second: end });
                }
                self.keep(end, hash, window);
            }
            self.count_anchor(end, window);
        }
        self.picked.searched = next;
        if next - self.picked.seen > next / PATIENCE {
            self.keep_more(next, &codes[codes.len() - self.length..]);
        }
        None
    }

    fn keep(&mut self, end: usize, hash: u64, window: &[u8]) {
        self.picked.seen = end;
        self.by_hash.entry(hash).or_default().push(self.kept.len());
        self.kept.push((end, window.to_vec()));
        while self.kept.len() >= MOST {
            self.picked.thinness += 1;
            self.drop_others();
        }
    }

    /// Keeps the first window, and of the others those that would be kept now.
    fn drop_others(&mut self) {
        let mut first = true;
        let picked = &self.picked;
        self.kept.retain(|(_, window)| {
            std::mem::take(&mut first) || window.ends_with(&picked.anchor) && picked.takes(hash(window))
        });
        self.hash_again();
    }

    /// Counts the anchor with which this window ends; if they come too often, it is made longer.
    fn count_anchor(&mut self, end: usize, window: &[u8]) {
        let (count, since) = self.anchors;
        self.anchors.0 = count + 1;
        if self.anchors.0 < SAMPLE {
            return;
        }
        self.anchors = (0, end);
        let place = self.length.checked_sub(self.picked.anchor.len() + 1);
        let often = (end - since) / SAMPLE < RARE.saturating_mul(self.length);
        let Some(place) = place.filter(|_| often) else { return };
        // The code that most windows have before the anchor, so that as many as can be stay.
        let mut counts = [0_usize; 256];
        let windows = self.kept[1..].iter().map(|(_, window)| &window[..]);
        for window in windows.chain([window]) {
            counts[usize::from(window[place])] += 1;
        }
        let code = (0..=u8::MAX).max_by_key(|&code| counts[usize::from(code)]).unwrap_or(window[place]);
        self.picked.anchor.insert(0, code);
        self.picked.seen = end;
        self.drop_others();
    }

    /// Lets more windows be kept, as none was for long before heap `next`, where this one ends.
    fn keep_more(&mut self, next: usize, window: &[u8]) {
        self.picked.seen = next;
        self.anchors = (0, next);
        // What is kept would be kept still.
        if self.picked.thinness > 0 {
            self.picked.thinness -= 1;
        } else if self.picked.anchor.len() > 1 {
            self.picked.anchor.remove(0);
        } else {
            self.picked.anchor = anchor_of(window);
            self.drop_others();
            self.keep(next, hash(window), window);
        }
    }

    fn hash_again(&mut self) {
        self.by_hash.clear();
        for (index, (_, window)) in self.kept.iter().enumerate() {
            self.by_hash.entry(hash(window)).or_default().push(index);
        }
    }
}

/// The first anchor of windows like this.
fn anchor_of(window: &[u8]) -> Vec<u8> {
    window[window.len() - FIRST_ANCHOR.min(window.len())..].to_vec()
}

fn hash(window: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    window.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::random::Random;

    /// A sequence with this preperiod and period.
    fn sequence(preperiod: usize, period: usize, letters: u64, length: usize) -> Vec<u8> {
        let mut random = Random::new(letters + preperiod as u64);
        let mut codes: Vec<u8> =
            (0..preperiod + period).map(|_| u8::try_from(random.below(letters)).unwrap()).collect();
        while codes.len() < length {
            codes.push(codes[codes.len() - period]);
        }
        codes
    }

    #[test]
    fn a_window_is_seen_again_soon_after_the_period() {
        for (preperiod, period, letters) in
            [(40_000, 30_000, 8), (5000, 90_000, 2), (70_001, 1001, 16), (1200, 7, 3), (3000, 200_000, 200)]
        {
            for parity in [false, true] {
                let (start, window, step) = (1000, 500, 777);
                let length = 20 * (preperiod + period) + 10_000;
                let codes = sequence(preperiod, period, letters, length);
                let mut windows = Windows::new(window, start, &codes[start - window..start]);
                let mut next = start;
                let found = loop {
                    next += step;
                    assert!(next < length, "{preperiod} {period}: not seen");
                    // As much is kept as a run keeps.
                    let first = next - step - window;
                    if let Some(found) = windows.look(first, &codes[first..next], parity) {
                        break found;
                    }
                    assert!(windows.kept().len() <= MOST);
                };
                let Repeated { first, second } = found;
                assert_eq!(codes[first - window..first], codes[second - window..second]);
                assert_eq!((second - first) % period, 0);
                assert!(!parity || (second - first) % 2 == 0);
                assert!(first > preperiod, "random codes do not repeat by chance");
            }
        }
    }

    #[test]
    fn nothing_is_seen_where_nothing_repeats() {
        let codes = sequence(1 << 19, 1, 4, 1 << 19);
        let mut windows = Windows::new(64, 1000, &codes[936..1000]);
        for next in (2000..codes.len()).step_by(1000) {
            assert_eq!(windows.look(next - 1064, &codes[next - 1064..next], false), None);
        }
        assert!((2..=MOST).contains(&windows.kept().len()));
    }

    /// Windows are thinned many times before the period ends, and the one that comes again is
    /// among those that stay.
    #[test]
    fn long_periods_are_seen_soon() {
        let mut thinnest = 0;
        for (preperiod, period, letters) in
            [(1_000_000, 3_000_000, 16), (2_000_000, 1_500_000, 2), (10_000, 5_000_000, 200)]
        {
            let (start, window, step) = (1000, 64, 4096);
            let codes = sequence(preperiod, period, letters, 2 * (preperiod + period));
            let mut windows = Windows::new(window, start, &codes[start - window..start]);
            let mut next = start;
            let found = loop {
                let first = next - window;
                next += step;
                if let Some(found) = windows.look(first, &codes[first..next], false) {
                    break found;
                }
            };
            thinnest = thinnest.max(windows.picked().thinness);
            assert_eq!(found.second - found.first, period);
            let late = found.first - preperiod;
            assert!(late < (preperiod + period) / 16, "{preperiod} {period}: {late} heaps late");
        }
        assert!(thinnest >= 4, "{thinnest}");
    }
}
