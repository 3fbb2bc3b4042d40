//! One set, one form: the least modulus, the least bound, no sequence too many.

use super::{MOST, SubtractionSet};
use crate::ruleset::Sequence;

impl SubtractionSet {
    /// The same set without sequences that lie in its classes anyway, with the
    /// least modulus and then the least bound.
    pub(super) fn canonical(mut self) -> SubtractionSet {
        self.absorb_sequences();
        if self.residues.is_empty() {
            self.modulus = 1;
            self.bound = self.listed.last().map_or(1, |last| last + 1);
            return self;
        }
        let mut divisor = 2;
        while divisor <= self.modulus {
            let shorter = self.modulus / divisor;
            let repeats = self.modulus.is_multiple_of(divisor)
                && self.residues.iter().all(|residue| {
                    self.residues.binary_search(&((residue + shorter) % self.modulus)).is_ok()
                });
            if repeats {
                self.modulus = shorter;
                self.residues.retain(|&residue| residue < shorter);
            } else {
                divisor += 1;
            }
        }
        // The bound comes down past every amount on which the list and the classes
        // agree, from one amount to the next: the gaps may be long.
        self.bound = loop {
            let listed = self.listed.last().copied();
            let in_classes = self.last_in_classes(self.bound);
            if listed != in_classes {
                break listed.max(in_classes).map_or(1, |amount| amount + 1);
            }
            let Some(both) = self.listed.pop() else { break 1 };
            self.bound = both;
        };
        self
    }

    /// Drops each sequence whose members from the bound on lie in the classes;
    /// its members below the bound are listed instead.
    fn absorb_sequences(&mut self) {
        if self.residues.is_empty() {
            return;
        }
        let below = self.bound - 1;
        let in_classes = |sequence: &Sequence| {
            // The residues of a sequence are followed one by one.
            self.modulus <= 1 << 10
                && below <= MOST
                && sequence
                    .residues_beyond(below, self.modulus)
                    .iter()
                    .all(|residue| self.residues.binary_search(residue).is_ok())
        };
        let (absorbed, kept): (Vec<Sequence>, Vec<Sequence>) =
            self.sequences.iter().cloned().partition(in_classes);
        self.sequences = kept;
        self.listed.extend(absorbed.iter().flat_map(|sequence| sequence.members(below)));
        self.listed.sort_unstable();
        self.listed.dedup();
    }

    /// The largest amount below `end` whose residue is that of a class.
    fn last_in_classes(&self, end: u64) -> Option<u64> {
        let last = end.checked_sub(1)?;
        let residue = last % self.modulus;
        let back = match self.residues.partition_point(|&other| other <= residue).checked_sub(1) {
            Some(index) => residue - self.residues[index],
            // The class lies in the round before.
            None => residue + self.modulus - self.residues.last()?,
        };
        last.checked_sub(back).filter(|&amount| amount > 0)
    }
}
