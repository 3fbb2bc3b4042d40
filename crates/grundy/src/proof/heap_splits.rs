//! Periods of take-and-break codes.
//!
//! **Theorem** (Guy and Smith 1956 for j = 2). In a code with last place k whose
//! moves leave at most j heaps, let n0 >= 1, p >= 1 and G(n + p) = G(n) for every
//! n with n0 <= n < j n0 + (j - 1) p + k. Then G(n + p) = G(n) for every n >= n0.
//!
//! **Proof.** Let n >= j n0 + (j - 1) p + k, and the equation hold below n. A move
//! from n + p takes t <= k and leaves 1 <= i <= j heaps (not 0, as n + p > k), the
//! largest of which is a >= (n + p - t) / j >= n0 + p. Then a - p >= n0 >= 1, and
//! a < n + p gives G(a - p) = G(a); so the same heaps with a - p for a are as many
//! non-empty heaps, an option of n with the same value. A move from n leaves a
//! largest heap a >= (n - t) / j >= n0, with a < n; so a + p for a gives an option
//! of n + p with the same value. Equal sets of option values have equal mex. ∎
//!
//! Equal heaps may be left together in a code, so shifting one of them is always
//! allowed. Arithmetic periods are left out: no theorem for them is known to hold in this
//! generality.
//!
//! **Theorem.** Let moves take at most k counters and leave at most two heaps, which
//! must differ. Let n0 >= 1, p >= 1 and G(n + p) = G(n) for every n with
//! n0 <= n < 2 n0 + 2 p + k. Then G(n + p) = G(n) for every n >= n0.
//!
//! **Proof.** Let n >= 2 n0 + 2 p + k, and the equation hold below n. Moves to one heap
//! are as above. Let a move from n + p take t <= k and leave a < b. Then
//! b > (n + p - t) / 2 >= n0 + p, so b - p >= n0 has the value of b. If b - p differs
//! from a, these two are an option of n with the same value. If it is a, then
//! 2 a = n - t >= 2 n0 + 2 p, so a - p >= n0 has the value of a, and a - p < b are an option of
//! n with the same value. Let a move from n leave a < b: b >= (n - t) / 2 >= n0, so a
//! and b + p, which differ, are an option of n + p with the same value. ∎

use super::{PeriodProof, Theorem, holds};
use crate::ruleset::{SplitMoves, TakeAndBreakCode};
use crate::theory::{Period, Values};

/// What the theorems ask of the moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The most heaps that a move may leave.
    heaps: usize,
    /// The most counters that a move may take.
    last_place: usize,
    /// Whether two heaps that are left may be equal.
    equal: bool,
}

impl Bounds {
    /// Of a code that has an end.
    pub(super) fn of_code(code: &TakeAndBreakCode) -> Option<Bounds> {
        let heaps = usize::try_from(code.most_heaps()).ok()?.max(1);
        Some(Bounds { heaps, last_place: code.last_place()?, equal: true })
    }

    pub(super) fn of_moves(moves: &SplitMoves) -> Bounds {
        Bounds { heaps: 2, last_place: moves.last_place(), equal: moves.equal }
    }

    /// How many values the theorem asks for.
    pub(super) fn needed(self, period: Period) -> Option<usize> {
        let start = period.preperiod.max(1);
        let periods = if self.equal { self.heaps - 1 } else { self.heaps };
        let shifted = self.heaps.checked_mul(start)?.checked_add(periods.checked_mul(period.period)?)?;
        let end = shifted.checked_add(self.last_place)?;
        // The equation at `end - 1` speaks of the value at `end - 1 + period`.
        end.checked_add(period.period)
    }
}

pub(super) fn prove(bounds: Bounds, values: &Values, period: Period) -> Option<PeriodProof> {
    if !period.is_plain() || !holds(period, values) {
        return None;
    }
    let enough = bounds.needed(period)? <= values.len();
    let theorem = if bounds.equal { Theorem::HeapSplits } else { Theorem::UnequalSplits };
    enough.then(|| PeriodProof::new(period, theorem, values))
}

#[cfg(test)]
mod tests {
    use super::super::brute;
    use super::*;

    fn of(code: &TakeAndBreakCode) -> Bounds {
        Bounds::of_code(code).expect("the code has an end")
    }

    #[test]
    fn the_range_is_needed_to_its_last_value() {
        let kayles = TakeAndBreakCode::new(vec![0, 7, 7], vec![]).expect("play ends");
        let period = Period::plain(71, 12);
        // 2 * 71 + 12 + 2, and 12 more for the shifted values.
        let needed = 168;
        let proof = prove(of(&kayles), &brute::values(&kayles, needed), period)
            .expect("the theorem's range is there");
        assert_eq!((proof.period(), proof.theorem()), (period, Theorem::HeapSplits));
        assert_eq!(prove(of(&kayles), &brute::values(&kayles, needed - 1), period), None);
        let values = brute::values(&kayles, 400);
        assert_eq!(prove(of(&kayles), &values, Period::plain(70, 12)), None, "it fails at 70");
        assert_eq!(prove(of(&kayles), &values, Period::plain(71, 0)), None);
        assert_eq!(prove(of(&kayles), &values, Period { preperiod: 71, period: 12, saltus: 1 }), None);
        let later = prove(of(&kayles), &values, Period::plain(80, 24)).expect("true as well");
        assert_eq!(later.period(), Period::plain(71, 24), "the preperiod is the least");
    }

    #[test]
    fn heap_zero_is_no_part_of_the_range() {
        // 0.1: only a heap of one counter can be moved.
        let code = TakeAndBreakCode::new(vec![0, 1], vec![]).expect("play ends");
        let values = brute::values(&code, 50);
        assert_eq!(prove(of(&code), &values, Period::plain(0, 1)), None);
        assert!(prove(of(&code), &values, Period::plain(2, 1)).is_some());
        // 0.2 repeats 0, 0, 1 as far as heap 0 tells nothing.
        let nothing = TakeAndBreakCode::new(vec![0], vec![]).expect("play ends");
        let proof = prove(of(&nothing), &brute::values(&nothing, 50), Period::plain(0, 1)).expect("always 0");
        assert_eq!(proof.period(), Period::plain(0, 1));
    }

    #[test]
    fn no_law_of_an_endless_code() {
        let code = TakeAndBreakCode::new(vec![0], vec![1]).expect("play ends");
        // Every non-empty heap can be taken whole, and that is all: 0, 1, 1, 1, ...
        // It is so for ever, but this theorem does not say so.
        assert!(Bounds::of_code(&code).is_none());
    }
}
