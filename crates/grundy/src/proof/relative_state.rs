//! Periods of subtraction games on eventually periodic sets.
//!
//! Let S consist of some amounts below a bound B and, from B on, of the classes C
//! modulo m. At heap n the state of the game is
//! * the window: the last B - 1 values G(n - B + 1), ..., G(n - 1), and
//! * for each class r modulo m the set U(r) of values that a heap of class r could
//!   reach by an amount of B or more: the G(i) with i <= n - B and i ≡ r - c for
//!   some c in C.
//!
//! The base b is the least value that is missing in some U(r); without classes it
//! is 0. The state is taken relative to the base: the window with b subtracted, and
//! of each U(r) the values from b on with b subtracted.
//!
//! **Theorem.** Let n >= B - 1, let m divide p, and let the relative states at n
//! and at n + p agree, the bases being b and b + σ (σ = 0 without classes). Then
//! G(k + p) = G(k) + σ for every k >= n - B + 1.
//!
//! **Proof.** The values that n can reach are those of the window at the amounts of
//! S below B, all of which are at most n, and those of U(n mod m). With classes, U
//! holds every value below b, so the mex is at least b and depends on the values
//! from b on only; these are those of n + p, less σ (a value of the window below b
//! stands for one below b + σ, which U has already). So G(n + p) = G(n) + σ.
//! Going on to n + 1, the window gets this value and U gets G(n - B + 1), at n + p
//! the same plus σ; sets that agree from b on, shifted by σ, and hold everything
//! below, still do so. So the states agree at n + 1 and n + p + 1, with bases that
//! differ by σ, and induction goes on. The window gives the equation from
//! n - B + 1 on. Without classes the same holds with b = σ = 0. ∎
//!
//! A finite set is the case without classes: a window that repeats. For an all-but
//! set m = 1, and a period is always found (Siegel). If classes grow at different
//! rates there is no such base, and nothing is proved.
//!
//! A period p that m does not divide is proved through p' = lcm(p, m): once
//! G(k + p') = G(k) + σ' for k >= n1 is proved and the table shows G(k + p) = G(k) +
//! σ for p' values of k from n1 on, the latter holds for ever.

use num_integer::Integer;

use super::{PeriodProof, Theorem, holds};
use crate::ruleset::SubtractionSet;
use crate::theory::{Period, Values};

/// How many set operations are at most done for one proof.
const MOST_STEPS: usize = 1 << 28;

pub(super) fn prove(set: &SubtractionSet, values: &Values, period: Period) -> Option<PeriodProof> {
    if !set.sequences().is_empty() || !holds(period, values) {
        return None;
    }
    let classes = !set.residues().is_empty();
    if !classes && !period.is_plain() {
        return None;
    }
    let window = usize::try_from(set.bound() - 1).ok()?;
    let modulus = usize::try_from(set.modulus()).ok()?;
    let whole = period.period.lcm(&modulus);
    let times = u64::try_from(whole / period.period).ok()?;
    let saltus = period.saltus.checked_mul(times)?;
    // The states compared are the last for which the table has all that is said
    // of them: one more period if p is to follow from p'.
    let spare = if times > 1 { period.period } else { 0 };
    let n = values.len().checked_sub(whole.checked_add(spare)?)?;
    let window_start = n.checked_sub(window)?;
    let shifted = |index: usize| values.get(index).and_then(|value| value.size().checked_add(saltus));
    let windows_agree =
        (window_start..n).all(|index| shifted(index) == values.get(index + whole).map(|value| value.size()));
    // The equation with p must have been seen from the window on.
    if !windows_agree || period.preperiod > window_start {
        return None;
    }
    if classes && !reachable_sets_agree(set, values, n, whole, saltus)? {
        return None;
    }
    Some(PeriodProof::new(period, Theorem::RelativeState, values))
}

/// Whether the sets U(r) at `n` and at `n + shift` agree relative to their bases,
/// which differ by `saltus`; `None` if that is too much work to find out.
fn reachable_sets_agree(
    set: &SubtractionSet,
    values: &Values,
    n: usize,
    shift: usize,
    saltus: u64,
) -> Option<bool> {
    let early = reachable(set, values, n)?;
    let late = reachable(set, values, n + shift)?;
    let base = |sets: &[Vec<u64>]| sets.iter().map(|set| missing(set)).min();
    let (low, high) = (base(&early)?, base(&late)?);
    if low.checked_add(saltus) != Some(high) {
        return Some(false);
    }
    let agree = early.iter().zip(&late).all(|(early, late)| {
        let above = |set: &[u64], base: u64| set.partition_point(|&value| value < base);
        let (early, late) = (&early[above(early, low)..], &late[above(late, high)..]);
        early.iter().map(|value| value.checked_add(saltus)).eq(late.iter().map(|&value| Some(value)))
    });
    Some(agree)
}

/// U(r) at `n` for each r, ascending.
fn reachable(set: &SubtractionSet, values: &Values, n: usize) -> Option<Vec<Vec<u64>>> {
    let modulus = usize::try_from(set.modulus()).ok()?;
    let bound = usize::try_from(set.bound()).ok()?;
    let mut seen: Vec<Vec<u64>> = vec![Vec::new(); modulus];
    // The heaps 0 to n - B.
    for index in 0..(n + 1).saturating_sub(bound) {
        seen[index % modulus].push(values.get(index)?.size());
    }
    for class in &mut seen {
        class.sort_unstable();
        class.dedup();
    }
    let members: usize = seen.iter().map(Vec::len).sum();
    if members.saturating_add(modulus).saturating_mul(set.residues().len()) > MOST_STEPS {
        return None;
    }
    (0..modulus)
        .map(|class| {
            let mut reachable = Vec::new();
            for &residue in set.residues() {
                let residue = usize::try_from(residue).ok()?;
                reachable.extend_from_slice(&seen[(class + modulus - residue) % modulus]);
            }
            reachable.sort_unstable();
            reachable.dedup();
            Some(reachable)
        })
        .collect()
}

/// The least number missing in an ascending list without repeats.
fn missing(ascending: &[u64]) -> u64 {
    (0..).zip(ascending).take_while(|&(index, &value)| index == value).count() as u64
}

#[cfg(test)]
mod tests {
    use super::super::brute;
    use super::*;
    use crate::theory::propose_period;
    use crate::theory::random::Random;

    fn periodic(listed: &[u64], from: u64, modulus: u64, residues: &[u64]) -> SubtractionSet {
        let finite = SubtractionSet::finite(listed.iter().copied()).expect("amounts");
        let classes = SubtractionSet::classes(from, modulus, residues.iter().copied()).expect("classes");
        finite.union(&classes).expect("small")
    }

    #[test]
    fn known_periods() {
        let cases = [
            (periodic(&[1, 3, 4], 9, 1, &[]), Period::plain(0, 7)),
            (periodic(&[2, 5, 7], 9, 1, &[]), Period::plain(0, 22)),
            (SubtractionSet::all(), Period { preperiod: 0, period: 1, saltus: 1 }),
            (periodic(&[], 1, 2, &[1]), Period::plain(0, 2)),
            (periodic(&[], 1, 2, &[0]), Period { preperiod: 0, period: 2, saltus: 1 }),
            (SubtractionSet::all_but([1]).expect("small"), Period { preperiod: 0, period: 2, saltus: 1 }),
            (periodic(&[], 1, 1, &[]), Period::plain(0, 1)),
            // All but 2 and 4: 0 1 0 1 2 3 2 3 ...
            (SubtractionSet::all_but([2]).expect("small"), Period { preperiod: 0, period: 4, saltus: 2 }),
        ];
        for (set, period) in cases {
            let values = brute::values(&set, 400);
            assert_eq!(propose_period(&values, 100), Some(period), "{set}");
            let proof = prove(&set, &values, period).expect("a theorem applies");
            assert_eq!((proof.period(), proof.theorem()), (period, Theorem::RelativeState), "{set}");
            assert_eq!(prove(&set, &values, Period { saltus: period.saltus + 1, ..period }), None, "{set}");
        }
    }

    #[test]
    fn a_window_shorter_than_the_set_proves_nothing() {
        // The first 20 values of "take 1 or 20" alternate and prove nothing.
        let set = periodic(&[1, 20], 30, 1, &[]);
        let two = Period::plain(0, 2);
        assert_eq!(prove(&set, &brute::values(&set, 20), two), None);
        let values = brute::values(&set, 200);
        let period = propose_period(&values, 20).expect("periodic");
        assert!(prove(&set, &values, period).is_some() && period.period > 2, "{period:?}");
    }

    /// Whatever is proved from a short table must hold in a long one, and most
    /// sets must be proved.
    #[test]
    fn proofs_from_short_tables_hold_in_long_ones() {
        let mut stream = Random::new(11);
        let mut random = |bound: u64| stream.below(bound);
        let (mut proved, mut arithmetic) = (0, 0);
        for _ in 0..500 {
            let listed: Vec<u64> = (0..random(5)).map(|_| 1 + random(9)).collect();
            let m = 1 + random(4);
            let residues: Vec<u64> = (0..random(3)).map(|_| random(m)).collect();
            let set = periodic(&listed, 1 + random(9), m, &residues);
            let long = brute::values(&set, 900);
            let mut done = false;
            for short in [12, 25, 50, 100, 200, 400] {
                let values: Values = long.iter().take(short).collect();
                for evidence in [3, short / 4, short / 2] {
                    let Some(period) = propose_period(&values, evidence) else { continue };
                    if let Some(proof) = prove(&set, &values, period) {
                        assert!(proof.period().holds_in(&long), "{set}: {:?} from {short}", proof.period());
                        arithmetic += usize::from(!proof.period().is_plain());
                        done = true;
                    }
                }
            }
            proved += usize::from(done);
        }
        assert!(
            proved > 400 && arithmetic > 100,
            "only {proved} sets proved, {arithmetic} arithmetic proofs"
        );
    }
}
