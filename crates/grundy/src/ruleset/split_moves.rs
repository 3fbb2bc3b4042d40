//! Games whose moves leave no heap, one heap or two: Kayles, Grundy's game.

/// The moves of a game of heaps: what may be taken, and what may be left.
///
/// Whoever takes nothing must split the heap.
///
/// # Examples
///
/// ```
/// use grundy::ruleset::{SplitMoves, TakeAndBreakCode};
///
/// let kayles = TakeAndBreakCode::new(vec![0, 7, 7], vec![]).unwrap();
/// let moves = SplitMoves::of_code(&kayles).unwrap();
/// assert_eq!((&moves.whole[..], &moves.split[..], moves.equal), (&[1, 2][..], &[1, 2][..], true));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMoves {
    /// The amounts that may be taken if nothing is left, ascending, at least 1.
    pub none: Vec<usize>,
    /// The amounts that may be taken so that one heap is left, ascending, at least 1.
    pub whole: Vec<usize>,
    /// The amounts that may be taken so that two heaps are left, ascending.
    pub split: Vec<usize>,
    /// Whether these two may be equal.
    pub equal: bool,
}

impl SplitMoves {
    /// The moves of a code that has an end, if none leaves more than two heaps.
    #[must_use]
    pub fn of_code(code: &super::TakeAndBreakCode) -> Option<SplitMoves> {
        let last = code.last_place()?;
        if code.most_heaps() > 2 {
            return None;
        }
        let with = |bit: u32| -> Vec<usize> {
            let digits = (0_u64..).zip(0..=last);
            digits.filter(|&(taken, _)| code.digit(taken) >> bit & 1 == 1).map(|(_, place)| place).collect()
        };
        Some(SplitMoves { none: with(0), whole: with(1), split: with(2), equal: true })
    }

    /// The largest amount that may be taken.
    #[must_use]
    pub fn last_place(&self) -> usize {
        let all = [&self.none, &self.whole, &self.split];
        all.iter().filter_map(|amounts| amounts.last()).max().copied().unwrap_or(0)
    }

    /// The largest part of a split of this total that need be looked at.
    pub(crate) fn most_part(&self, total: usize) -> usize {
        if self.equal { total / 2 } else { total.saturating_sub(1) / 2 }
    }
}
