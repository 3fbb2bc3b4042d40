//! Periods of long tables of which a stretch is seen twice.
//!
//! The theorem is 6.4 of docs/theory.md: where no rare heap has come for long, and all tails are
//! found with small parts, the last codes decide all later ones; so a stretch of them that is seen
//! twice makes a period.
//!
//! What the proof takes on trust is what the engine kept of its own run: that it computed
//! the values, which heap was the last rare one, and how far it had to look.

use super::{PeriodProof, Theorem};
use crate::theory::Period;

/// A stretch of codes that was seen twice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RepeatedWindow<'a> {
    /// The codes before the first end and before the second one.
    pub(crate) windows: [&'a [u8]; 2],
    /// The ends.
    pub(crate) ends: [usize; 2],
    /// The last heap that is rare, or has a value that is no code of the table.
    pub(crate) last_odd: usize,
    /// No split that was used leaves the larger heap further before the heap than this.
    pub(crate) far: usize,
    /// The most counters that a move takes.
    pub(crate) last_place: usize,
    /// Whether the classes depend on the parity of the heap.
    pub(crate) by_parity: bool,
}

impl RepeatedWindow<'_> {
    /// The proof of the period, if the theorem shows it. `preperiod` is the least from
    /// which on the values below the second end have the period.
    pub(crate) fn prove(&self, preperiod: usize) -> Option<PeriodProof> {
        let [first, second] = self.ends;
        let period = second.checked_sub(first).filter(|&period| period > 0)?;
        let [earlier, later] = self.windows;
        let length = earlier.len();
        let start = first.checked_sub(length)?;
        // A part is no further from its heap than the other part is from heap 0.
        let far = self.last_odd.max(self.far).checked_add(self.last_place)?;
        let long = far <= length && far.checked_mul(2)? < start;
        let same = earlier == later && (!self.by_parity || period.is_multiple_of(2));
        let proof = PeriodProof {
            period: Period::plain(preperiod, period),
            theorem: Theorem::RepeatedWindow,
            values: second,
        };
        (long && same && preperiod <= start).then_some(proof)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_counts() {
        let codes = [3, 1, 4, 1, 5, 9, 2, 6];
        let good = RepeatedWindow {
            windows: [&codes, &codes],
            ends: [100, 140],
            last_odd: 5,
            far: 4,
            last_place: 3,
            by_parity: true,
        };
        let proof = good.prove(60).expect("the theorem holds");
        assert_eq!((proof.period(), proof.theorem()), (Period::plain(60, 40), Theorem::RepeatedWindow));
        assert!(good.prove(92).is_some());
        let other = [3, 1, 4, 1, 5, 9, 2, 7];
        let bad = [
            RepeatedWindow { windows: [&codes, &other], ..good },
            RepeatedWindow { windows: [&codes, &codes[1..]], ..good },
            RepeatedWindow { windows: [&codes[1..], &codes[1..]], ..good },
            RepeatedWindow { ends: [100, 100], ..good },
            RepeatedWindow { ends: [140, 100], ..good },
            RepeatedWindow { ends: [100, 141], ..good },
            RepeatedWindow { ends: [7, 47], ..good },
            RepeatedWindow { ends: [24, 64], ..good },
            RepeatedWindow { last_odd: 6, ..good },
            RepeatedWindow { far: 6, ..good },
            RepeatedWindow { last_place: 4, ..good },
            RepeatedWindow { last_odd: usize::MAX, ..good },
        ];
        for bad in bad {
            assert_eq!(bad.prove(10), None, "{bad:?}");
        }
        assert!(RepeatedWindow { ends: [100, 141], by_parity: false, ..good }.prove(60).is_some());
        assert_eq!(good.prove(93), None, "the preperiod is no later than the window");
    }
}
