//! Windows of a long table that are kept, to see one of them again.
//!
//! Where the last codes decide all later ones, codes repeat from the first window on that is
//! seen twice. To keep a window after every heap is out of the question. So one sequence of
//! codes, the *anchor*, is looked for, and only the windows that end with it are kept: a part of
//! a sequence that comes again brings its anchors again, at the same places. An anchor
//! that comes too often is made longer, and one that stays away is made shorter.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use memchr::memmem;

/// The most windows that are kept.
const MOST: usize = 1 << 9;

/// The length of the first anchor.
const FIRST_ANCHOR: usize = 32;

/// The least length of an anchor.
const LEAST_ANCHOR: usize = 4;

/// An anchor that was not seen for so long, as a part of the table, is made shorter.
const PATIENCE: usize = 16;

/// Some windows of a table: each the codes of as many heaps, before the heap it is kept by.
#[derive(Debug)]
pub(super) struct Windows {
    length: usize,
    anchor: Vec<u8>,
    /// The windows, by their ends, ascending.
    kept: Vec<(usize, Vec<u8>)>,
    /// Which of them have a hash.
    by_hash: HashMap<u64, Vec<usize>>,
    /// Up to here anchors were looked for.
    searched: usize,
    /// Where an anchor was last seen or made.
    seen: usize,
}

/// A window that was seen twice: its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Repeated {
    pub(super) first: usize,
    pub(super) second: usize,
}

impl Windows {
    /// Windows of this length, the first of which are these codes, which end before heap `end`.
    pub(super) fn new(length: usize, end: usize, codes: &[u8]) -> Windows {
        let anchor = codes[codes.len() - FIRST_ANCHOR.min(length)..].to_vec();
        let mut windows =
            Windows { length, anchor, kept: Vec::new(), by_hash: HashMap::new(), searched: end, seen: end };
        windows.keep(end, codes);
        windows
    }

    /// Windows that were kept before, with their ends.
    pub(super) fn of_kept(
        length: usize,
        anchor: Vec<u8>,
        kept: Vec<(usize, Vec<u8>)>,
        searched: usize,
        seen: usize,
    ) -> Windows {
        let mut windows = Windows { length, anchor, kept, by_hash: HashMap::new(), searched, seen };
        windows.hash_again();
        windows
    }

    /// How many codes a window has.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    pub(super) fn anchor(&self) -> &[u8] {
        &self.anchor
    }

    /// Up to where anchors were looked for, and where one was last seen or made.
    pub(super) fn searched(&self) -> (usize, usize) {
        (self.searched, self.seen)
    }

    /// The windows and their ends.
    pub(super) fn kept(&self) -> &[(usize, Vec<u8>)] {
        &self.kept
    }

    /// Looks at the codes that are new among these, which are those from heap `first` on and
    /// go back at least a window before what was looked at last. `odd`: whether windows
    /// are the same only if their ends are of one parity.
    pub(super) fn look(&mut self, first: usize, codes: &[u8], by_parity: bool) -> Option<Repeated> {
        let next = first + codes.len();
        loop {
            // The anchor may end with the first new code.
            let from = (self.searched + 1).saturating_sub(self.anchor.len()).max(first);
            let Some(found) = memmem::find(&codes[from - first..], &self.anchor) else { break };
            let end = from + found + self.anchor.len();
            self.searched = end;
            self.seen = end;
            let window = &codes[end - self.length - first..end - first];
            let same = self.by_hash.get(&hash(window)).into_iter().flatten();
            let mut same = same.map(|&index| &self.kept[index]).filter(|(other, kept)| {
                kept == window && (!by_parity || other % 2 == end % 2) && *other < end
            });
            if let Some(&(first, _)) = same.next() {
                return Some(Repeated { first, second: end });
            }
            self.keep(end, window);
        }
        self.searched = next;
        if next - self.seen > next / PATIENCE {
            self.shorten(next, &codes[codes.len() - self.length..]);
        }
        None
    }

    fn keep(&mut self, end: usize, window: &[u8]) {
        self.by_hash.entry(hash(window)).or_default().push(self.kept.len());
        self.kept.push((end, window.to_vec()));
        while self.kept.len() >= MOST && self.anchor.len() < self.length {
            self.lengthen();
        }
    }

    /// Makes the anchor longer, to the left of where it was seen last.
    fn lengthen(&mut self) {
        let Some((_, last)) = self.kept.last() else { return };
        let length = (2 * self.anchor.len()).min(self.length);
        self.anchor = last[last.len() - length..].to_vec();
        let anchor = &self.anchor;
        let mut begin = true;
        // The first stays: what came before it is not kept.
        self.kept.retain(|(_, window)| std::mem::take(&mut begin) || window.ends_with(anchor));
        self.hash_again();
    }

    /// Makes the anchor shorter, or takes the last codes for one, before heap `next`.
    fn shorten(&mut self, next: usize, window: &[u8]) {
        self.seen = next;
        if self.anchor.len() / 2 >= LEAST_ANCHOR {
            // What is kept ends with the shorter one too.
            self.anchor.drain(..self.anchor.len() / 2);
            return;
        }
        self.anchor = window[window.len() - FIRST_ANCHOR.min(window.len())..].to_vec();
        self.kept.truncate(1);
        self.hash_again();
        self.keep(next, window);
    }

    fn hash_again(&mut self) {
        self.by_hash.clear();
        for (index, (_, window)) in self.kept.iter().enumerate() {
            self.by_hash.entry(hash(window)).or_default().push(index);
        }
    }
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
}
