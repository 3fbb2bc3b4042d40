//! Periods of subtraction games whose amounts have known residues.
//!
//! **Theorem.** Let S be a set of amounts, and let the values G(0), ..., G(N - 1)
//! of its subtraction game satisfy G(n + p) = G(n) for n0 <= n < N - p, where
//! n0 + p < N. Let H be the values of the residue classes modulo p that follow
//! (H(n mod p) = G(n) for n0 <= n < N), and let
//! * (a) H(r - s) ≠ H(r) for every class r and every residue s of an amount,
//! * (b) for every class r, each w < H(r) is H(r - s) for an amount s <= N - n0,
//! * (c) H(j + s) ≠ G(j) for every j < n0 and every residue s of an amount
//!   larger than N - n0.
//!
//! Then G(n) = H(n mod p) for every n >= n0.
//!
//! **Proof.** Let n >= N and the claim hold below n. An amount s with n - s >= n0
//! leads to the value H(n - s), which is not H(n) by (a). An amount s that leads
//! to j = n - s < n0 is larger than N - n0, and its value G(j) is not H(j + s) =
//! H(n) by (c). Each w < H(n) is reached by (b): an amount s <= N - n0 leads to
//! n - s >= n0. So H(n) is the mex. ∎
//!
//! The residues are exact, or for primes a superset; a larger set makes (a) and
//! (c) harder to meet, never wrong. A set in which multiples of every p occur
//! without end (squares, factorials, Fibonacci numbers) has no period at all: (a)
//! fails, as it must. Arithmetic periods are left out.

use std::collections::BTreeSet;

use num_integer::Integer;

use super::{PeriodProof, Theorem, holds};
use crate::ruleset::SubtractionSet;
use crate::theory::{MexSet, Nimber, Period, Values};

/// The longest period that is tried: the conditions cost up to its square.
const LONGEST: usize = 1 << 12;

pub(super) fn prove(set: &SubtractionSet, values: &Values, period: Period) -> Option<PeriodProof> {
    if !period.is_plain() || period.period > LONGEST || !holds(period, values) {
        return None;
    }
    let (start, p) = (period.preperiod, period.period);
    let far = u64::try_from(values.len() - start).ok()?;
    // class[r]: the value of the class r modulo p.
    let class: Vec<Nimber> = (0..p)
        .map(|residue| {
            let ahead = (residue + p - start % p) % p;
            values.get(start + ahead)
        })
        .collect::<Option<_>>()?;
    let all = residues_beyond(set, 0, p)?;
    let from = |residue: usize, amount: usize| class[(residue + p - amount) % p];
    let a = (0..p).all(|residue| all.iter().all(|&amount| from(residue, amount) != class[residue]));
    if !a {
        return None;
    }
    let near: BTreeSet<usize> =
        set.amounts(far).into_iter().map(|amount| reduce(amount, p)).collect::<Option<_>>()?;
    let mut reached = MexSet::default();
    let b = (0..p).all(|residue| {
        reached.clear();
        near.iter().for_each(|&amount| reached.insert(from(residue, amount)));
        reached.mex() >= class[residue]
    });
    let late = residues_beyond(set, far, p)?;
    let c = (0..start).all(|j| late.iter().all(|&amount| values.get(j) != Some(class[(j % p + amount) % p])));
    (b && c).then(|| PeriodProof::new(period, Theorem::Residues, values))
}

/// The residues modulo `p` of the amounts above `beyond`, or a superset.
fn residues_beyond(set: &SubtractionSet, beyond: u64, p: usize) -> Option<BTreeSet<usize>> {
    let modulus = u64::try_from(p).ok()?;
    let mut residues: BTreeSet<u64> = BTreeSet::new();
    residues.extend(set.listed().iter().filter(|&&amount| amount > beyond).map(|amount| amount % modulus));
    // A class modulo m meets every class modulo p that agrees with it modulo
    // their greatest common divisor, again and again.
    let common = set.modulus().gcd(&modulus);
    for &residue in set.residues() {
        residues.extend((0..modulus).filter(|other| other % common == residue % common));
    }
    for sequence in set.sequences() {
        residues.extend(sequence.residues_beyond(beyond, modulus));
    }
    residues.into_iter().map(|residue| usize::try_from(residue).ok()).collect()
}

fn reduce(amount: u64, p: usize) -> Option<usize> {
    usize::try_from(amount % u64::try_from(p).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::super::{brute, subtraction_period};
    use super::*;
    use crate::ruleset::Sequence;
    use crate::theory::propose_period;
    use crate::theory::random::Random;

    fn set(listed: &[u64], sequences: &[Sequence]) -> SubtractionSet {
        sequences.iter().fold(
            SubtractionSet::finite(listed.iter().copied()).expect("amounts"),
            |set, sequence| {
                let sequence = SubtractionSet::sequence(sequence.clone()).expect("no progression");
                set.union(&sequence).expect("small")
            },
        )
    }

    fn powers(base: u64) -> Sequence {
        Sequence::powers(1, base, 0).expect("ascends")
    }

    #[test]
    fn powers_and_primes_with_a_law() {
        let cases = [
            (set(&[], &[powers(2)]), Period::plain(0, 3)),
            (set(&[], &[powers(3)]), Period::plain(0, 2)),
            (set(&[1], &[Sequence::PRIMES]), Period::plain(0, 4)),
            (set(&[], &[powers(3), powers(5)]), Period::plain(0, 2)),
        ];
        for (set, period) in cases {
            let values = brute::values(&set, 300);
            assert_eq!(propose_period(&values, 150), Some(period), "{set}");
            let proof = prove(&set, &values, period).expect("the theorem applies");
            assert_eq!((proof.period(), proof.theorem()), (period, Theorem::Residues), "{set}");
            assert_eq!(prove(&set, &values, Period { saltus: 1, ..period }), None, "{set}");
            assert_eq!(prove(&set, &values, Period { period: period.period + 1, ..period }), None, "{set}");
        }
    }

    #[test]
    fn amounts_divisible_by_every_number_give_no_law() {
        let sets = [
            set(&[], &[Sequence::squares()]),
            set(&[], &[Sequence::FACTORIALS]),
            set(&[], &[Sequence::FIBONACCI]),
            set(&[1], &[Sequence::triangular()]),
        ];
        for set in sets {
            let values = brute::values(&set, 2000);
            for p in 1..200 {
                for start in [0, 1, 100, 1000] {
                    assert_eq!(prove(&set, &values, Period::plain(start, p)), None, "{set}: {start}, {p}");
                }
            }
        }
        // Take-a-factorial has the period 25 up to heap 5049, and no further.
        let factorials = set(&[], &[Sequence::FACTORIALS]);
        let (short, long) = (brute::values(&factorials, 5050), brute::values(&factorials, 5051));
        let seen = Period::plain(0, 25);
        assert!(holds(seen, &short) && !holds(seen, &long));
        assert_eq!(prove(&factorials, &short, seen), None);
    }

    /// Whatever is proved from a short table must hold in a long one.
    #[test]
    fn proofs_from_short_tables_hold_in_long_ones() {
        let mut stream = Random::new(3);
        let mut random = |bound: u64| stream.below(bound);
        let mut proved = 0;
        for _ in 0..500 {
            let listed: Vec<u64> = (0..random(4)).map(|_| 1 + random(9)).collect();
            let offset = i64::try_from(random(3)).expect("small");
            let mut sequences =
                vec![Sequence::powers(1 + random(5), 2 + random(6), offset).expect("ascends")];
            if random(4) == 0 {
                sequences.push(Sequence::PRIMES);
            }
            let mut set = set(&listed, &sequences);
            if random(3) == 0 {
                let m = 2 + random(4);
                let classes = SubtractionSet::classes(1 + random(9), m, [random(m)]).expect("classes");
                set = set.union(&classes).expect("small");
            }
            let long = brute::values(&set, 1500);
            for short in [20, 60, 150] {
                let values: Values = long.iter().take(short).collect();
                let Some(period) = propose_period(&values, short / 2) else { continue };
                if let Some(proof) = subtraction_period(&set, &values, period) {
                    assert!(proof.period().holds_in(&long), "{set}: {:?} from {short}", proof.period());
                    proved += 1;
                }
            }
        }
        assert!(proved > 100, "only {proved} proofs were tested");
    }
}
