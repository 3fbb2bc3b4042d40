//! The words of a rule as a tree, walked cell by cell along a row.

use crate::ruleset::Rewriting;

/// The words that a rule replaces: each node is the beginning of a word, and the
/// ends at it say what replaces a word that is complete there.
#[derive(Debug)]
pub(super) struct Words {
    cells: usize,
    /// For each node the next one by each cell, 0 if no word goes on so.
    next: Vec<u32>,
    ends: Vec<Vec<End>>,
    shortens: bool,
}

/// What replaces a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// Whether the word must begin at the left end.
    pub(super) at_left: bool,
    /// Whether the word must stop at the right end.
    pub(super) at_right: bool,
    /// By how many cells the row gets shorter.
    pub(super) shorter: usize,
    /// The number of the new word less that of the old one, wrapping.
    pub(super) change: usize,
    /// By what the number of the cells before the word is multiplied besides:
    /// how much less they count in a shorter row, wrapping.
    pub(super) factor: usize,
}

impl End {
    /// Whether the word may stand from `start` to `stop` in a row of `width` cells.
    pub(super) fn fits(&self, start: usize, stop: usize, width: usize) -> bool {
        (!self.at_left || start == 0) && (!self.at_right || stop == width)
    }

    /// What to add to the number of a row, wrapping, if `before` is the number of
    /// the cells before the word and each cell of the word counts `unit` or more.
    pub(super) fn difference(&self, before: usize, unit: usize) -> usize {
        self.change.wrapping_add(before.wrapping_mul(self.factor)).wrapping_mul(unit)
    }
}

/// The node of the empty word.
pub(super) const ROOT: u32 = 0;

impl Words {
    /// The tree of these rewritings, none of which makes a row longer.
    pub(super) fn new(rewritings: &[Rewriting], cells: usize) -> Words {
        let mut words = Words { cells, next: vec![0; cells], ends: vec![Vec::new()], shortens: false };
        for rewriting in rewritings {
            words.insert(rewriting);
        }
        words
    }

    fn insert(&mut self, rewriting: &Rewriting) {
        let mut node = ROOT;
        for &cell in &rewriting.from {
            let place = self.place(node, cell);
            if self.next[place] == 0 {
                self.next[place] = u32::try_from(self.ends.len()).expect("the list of words is bounded");
                self.next.resize(self.next.len() + self.cells, 0);
                self.ends.push(Vec::new());
            }
            node = self.next[place];
        }
        // A number beyond usize is never met: the table would not fit.
        let number = |word: &[u8]| {
            word.iter()
                .fold(0usize, |number, &cell| number.wrapping_mul(self.cells).wrapping_add(usize::from(cell)))
        };
        let power = |length: usize| (0..length).fold(1usize, |power, _| power.wrapping_mul(self.cells));
        let (from, to) = (&rewriting.from, &rewriting.to);
        let end = End {
            at_left: rewriting.at_left,
            at_right: rewriting.at_right,
            shorter: from.len().saturating_sub(to.len()),
            change: number(to).wrapping_sub(number(from)),
            factor: power(to.len()).wrapping_sub(power(from.len())),
        };
        self.shortens |= end.shorter > 0;
        self.ends[index(node)].push(end);
    }

    /// How many kinds of cells there are.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// How many nodes there are; they are numbered from [`ROOT`] on.
    pub(super) fn nodes(&self) -> usize {
        self.ends.len()
    }

    /// Whether some word is replaced by a shorter one.
    pub(super) fn shortens(&self) -> bool {
        self.shortens
    }

    /// The node after `cell`, if a word goes on so.
    #[inline]
    pub(super) fn next(&self, node: u32, cell: u8) -> Option<u32> {
        Some(self.next[self.place(node, cell)]).filter(|&node| node != ROOT)
    }

    /// What replaces the word that is complete at `node`.
    #[inline]
    pub(super) fn ends(&self, node: u32) -> &[End] {
        &self.ends[index(node)]
    }

    fn place(&self, node: u32, cell: u8) -> usize {
        index(node) * self.cells + usize::from(cell)
    }
}

/// A node as an index.
pub(super) fn index(node: u32) -> usize {
    usize::try_from(node).expect("an index fits in usize")
}
