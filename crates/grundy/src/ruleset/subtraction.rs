//! Subtraction games: a move takes an amount from the heap, and the set of
//! amounts does not depend on the heap.
//!
//! The set is kept in a form that theorems speak of: an eventually periodic part
//! (any amounts below a bound, whole residue classes from the bound on) and
//! infinite sequences. That covers finite sets, nim, all-but sets, odd numbers,
//! powers, squares, primes and their unions. Rules in which the amounts depend
//! on the heap ("at most half", divisors) are not of this form.

use std::fmt;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;
use thiserror::Error;

use super::{Halt, Heap, Options, Ruleset, Sequence};
use crate::theory::{Control, Stopped};

/// The most amounts below the bound, and the largest modulus, that are kept.
const MOST: u64 = 1 << 22;

/// A set of amounts of at least 1, in canonical form: equal sets without
/// sequences are equal as values.
///
/// # Examples
///
/// ```
/// use grundy::ruleset::SubtractionSet;
///
/// let odd = SubtractionSet::finite([1, 3]).unwrap();
/// let rest = SubtractionSet::classes(5, 2, [1]).unwrap();
/// assert_eq!(odd.union(&rest).unwrap(), SubtractionSet::classes(1, 2, [1]).unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubtractionSet {
    /// The amounts below the bound, ascending.
    listed: Vec<u64>,
    /// At least 1, and larger than every listed amount.
    bound: u64,
    /// At least 1; 1 if there is no class.
    modulus: u64,
    /// The classes of the amounts from the bound on, ascending.
    residues: Vec<u64>,
    /// Without arithmetic progressions; sorted, without repeats.
    sequences: Vec<Sequence>,
}

/// Why there is no such subtraction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SubtractionSetError {
    /// Taking nothing leaves the heap as it was, so play need not end.
    #[error("an amount of 0 takes nothing, so play need not end")]
    ZeroAmount,
    /// A modulus of 0.
    #[error("the modulus of residue classes must be at least 1")]
    ZeroModulus,
    /// More amounts than are kept.
    #[error(
        "a subtraction set with more than {MOST} amounts below its bound, or a larger modulus, is not kept"
    )]
    TooLarge,
}

impl SubtractionSet {
    /// The set of these amounts.
    ///
    /// # Errors
    ///
    /// If an amount is 0, or there are too many.
    pub fn finite(amounts: impl IntoIterator<Item = u64>) -> Result<SubtractionSet, SubtractionSetError> {
        let mut listed: Vec<u64> = amounts.into_iter().collect();
        listed.sort_unstable();
        listed.dedup();
        if listed.first() == Some(&0) {
            return Err(SubtractionSetError::ZeroAmount);
        }
        if listed.len() as u64 > MOST || listed.last() == Some(&u64::MAX) {
            return Err(SubtractionSetError::TooLarge);
        }
        let bound = listed.last().map_or(1, |last| last + 1);
        Ok(SubtractionSet { listed, bound, modulus: 1, residues: Vec::new(), sequences: Vec::new() })
    }

    /// The set of all amounts from `from` on whose residue modulo `modulus` is
    /// one of `residues`.
    ///
    /// # Errors
    ///
    /// If `from` or the modulus is 0, or the modulus too large.
    pub fn classes(
        from: u64,
        modulus: u64,
        residues: impl IntoIterator<Item = u64>,
    ) -> Result<SubtractionSet, SubtractionSetError> {
        if modulus == 0 {
            return Err(SubtractionSetError::ZeroModulus);
        }
        if from == 0 {
            return Err(SubtractionSetError::ZeroAmount);
        }
        if modulus > MOST || from > u64::MAX - MOST {
            return Err(SubtractionSetError::TooLarge);
        }
        let mut residues: Vec<u64> = residues.into_iter().map(|residue| residue % modulus).collect();
        residues.sort_unstable();
        residues.dedup();
        Ok(SubtractionSet { listed: Vec::new(), bound: from, modulus, residues, sequences: Vec::new() }
            .canonical())
    }

    /// Every amount: nim.
    #[must_use]
    pub fn all() -> SubtractionSet {
        SubtractionSet { listed: Vec::new(), bound: 1, modulus: 1, residues: vec![0], sequences: Vec::new() }
    }

    /// Every amount but these.
    ///
    /// # Errors
    ///
    /// If the largest excluded amount is too large.
    pub fn all_but(excluded: impl IntoIterator<Item = u64>) -> Result<SubtractionSet, SubtractionSetError> {
        let mut excluded: Vec<u64> = excluded.into_iter().collect();
        excluded.sort_unstable();
        let bound = match excluded.last() {
            Some(&last) if last >= MOST => return Err(SubtractionSetError::TooLarge),
            Some(&last) => last + 1,
            None => 1,
        };
        let listed = (1..bound).filter(|amount| excluded.binary_search(amount).is_err()).collect();
        Ok(SubtractionSet { listed, bound, ..SubtractionSet::all() }.canonical())
    }

    /// The members of a sequence.
    ///
    /// # Errors
    ///
    /// If the sequence is an arithmetic progression whose step is too large to
    /// be kept as a residue class.
    pub fn sequence(sequence: Sequence) -> Result<SubtractionSet, SubtractionSetError> {
        match sequence.as_progression() {
            Some((first, step)) => SubtractionSet::classes(first, step, [first]),
            None => {
                let mut set = SubtractionSet::finite([])?;
                set.sequences.push(sequence);
                Ok(set)
            }
        }
    }

    /// The amounts that are in either set.
    ///
    /// # Errors
    ///
    /// [`SubtractionSetError::TooLarge`] if the common modulus is too large or
    /// too many amounts lie below the common bound.
    pub fn union(&self, other: &SubtractionSet) -> Result<SubtractionSet, SubtractionSetError> {
        let too_large = SubtractionSetError::TooLarge;
        // Both moduli are at most 2^22.
        let modulus = self.modulus.lcm(&other.modulus);
        if modulus > MOST {
            return Err(too_large);
        }
        let bound = self.bound.max(other.bound);
        let mut listed = self.periodic_below(bound).ok_or(too_large)?;
        listed.extend(other.periodic_below(bound).ok_or(too_large)?);
        listed.sort_unstable();
        listed.dedup();
        let has =
            |set: &SubtractionSet, residue: u64| set.residues.binary_search(&(residue % set.modulus)).is_ok();
        let residues = (0..modulus).filter(|&residue| has(self, residue) || has(other, residue)).collect();
        let mut sequences = self.sequences.clone();
        sequences.extend(other.sequences.iter().cloned());
        sequences.sort();
        sequences.dedup();
        Ok(SubtractionSet { listed, bound, modulus, residues, sequences }.canonical())
    }

    /// The amounts of the periodic part below `bound`, ascending; `None` if they
    /// are too many.
    fn periodic_below(&self, bound: u64) -> Option<Vec<u64>> {
        let mut amounts: Vec<u64> = self.listed.iter().copied().filter(|&amount| amount < bound).collect();
        let span = u128::from(bound.saturating_sub(self.bound));
        let more = span * self.residues.len() as u128 / u128::from(self.modulus);
        if more > u128::from(MOST) {
            return None;
        }
        for &residue in &self.residues {
            amounts.extend(self.class(residue, bound.checked_sub(1)?));
        }
        amounts.sort_unstable();
        Some(amounts)
    }

    /// The amounts of one class from the bound up to `limit`, ascending.
    fn class(&self, residue: u64, limit: u64) -> impl Iterator<Item = u64> + use<> {
        let modulus = self.modulus;
        // How far the first amount of the class lies above the bound.
        let ahead = (residue + modulus - self.bound % modulus) % modulus;
        let first = self.bound.checked_add(ahead).filter(|&first| first <= limit);
        std::iter::successors(first, move |amount| {
            amount.checked_add(modulus).filter(|&amount| amount <= limit)
        })
    }

    /// The same set without sequences that lie in its classes anyway, with the
    /// least modulus and then the least bound.
    fn canonical(mut self) -> SubtractionSet {
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
        while self.bound > 1 {
            let last = self.bound - 1;
            let listed = self.listed.last() == Some(&last);
            if listed != self.residues.binary_search(&(last % self.modulus)).is_ok() {
                break;
            }
            if listed {
                self.listed.pop();
            }
            self.bound = last;
        }
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

    /// Whether `amount` may be taken.
    #[must_use]
    pub fn contains(&self, amount: u64) -> bool {
        self.periodic_contains(amount)
            || self.sequences.iter().any(|sequence| sequence.members(amount).last() == Some(&amount))
    }

    /// Whether `amount`, of any size, may be taken; none if that depends on a
    /// sequence beyond 64 bits.
    #[must_use]
    pub fn contains_big(&self, amount: &BigUint) -> Option<bool> {
        if let Some(amount) = amount.to_u64() {
            return Some(self.contains(amount));
        }
        // Beyond 64 bits every amount is beyond the bound.
        let residue = (amount % self.modulus).to_u64()?;
        let in_classes = self.residues.binary_search(&residue).is_ok();
        (in_classes || self.sequences.is_empty()).then_some(in_classes)
    }

    fn periodic_contains(&self, amount: u64) -> bool {
        if amount < self.bound {
            self.listed.binary_search(&amount).is_ok()
        } else {
            self.residues.binary_search(&(amount % self.modulus)).is_ok()
        }
    }

    /// The amounts of the periodic part below [`bound`](Self::bound), ascending.
    #[must_use]
    pub fn listed(&self) -> &[u64] {
        &self.listed
    }

    /// The least amount from which on the periodic part consists of whole
    /// residue classes; without a class, one more than the largest amount.
    #[must_use]
    pub fn bound(&self) -> u64 {
        self.bound
    }

    /// The modulus of the classes, 1 if there is none.
    #[must_use]
    pub fn modulus(&self) -> u64 {
        self.modulus
    }

    /// The residues of the classes, ascending.
    #[must_use]
    pub fn residues(&self) -> &[u64] {
        &self.residues
    }

    /// The infinite sequences among the amounts; none of them is an arithmetic
    /// progression.
    #[must_use]
    pub fn sequences(&self) -> &[Sequence] {
        &self.sequences
    }

    /// Whether no amount may be taken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty() && self.residues.is_empty() && self.sequences.is_empty()
    }

    /// All amounts up to `limit`, ascending and without repeats.
    ///
    /// They are all kept at once: ask only for limits that a table could have.
    #[must_use]
    pub fn amounts(&self, limit: u64) -> Vec<u64> {
        let mut amounts: Vec<u64> = self.listed.iter().copied().filter(|&amount| amount <= limit).collect();
        for &residue in &self.residues {
            amounts.extend(self.class(residue, limit));
        }
        for sequence in &self.sequences {
            amounts.extend(sequence.members(limit));
        }
        amounts.sort_unstable();
        amounts.dedup();
        amounts
    }

    /// About how many amounts there are up to `limit`; never too few.
    fn count_estimate(&self, limit: u64) -> u64 {
        let all_sparse = self.residues.is_empty() && self.sequences.iter().all(Sequence::is_sparse);
        let dense = if all_sparse { 64 * self.sequences.len() as u64 } else { limit };
        dense.saturating_add(self.listed.len() as u64)
    }
}

impl Ruleset for SubtractionSet {
    type Position = Heap;

    fn options(&self, heap: &Heap, options: &mut Options<Heap>, control: &Control) -> Result<(), Halt> {
        options.clear();
        let needed = self.count_estimate(heap.size()).saturating_mul(24);
        control.reserve(needed)?;
        // No machine keeps the options of a heap this large, limit or no limit.
        if needed > 1 << 44 {
            return Err(Stopped::MemoryLimit { needed, limit: control.memory_limit().min(1 << 44) }.into());
        }
        for amount in self.amounts(heap.size()) {
            options.push([Heap::new(heap.size() - amount)]);
        }
        Ok(())
    }
}

/// The set in words: `{2} and every s >= 4 with s % 2 in {1} and the squares`.
impl fmt::Display for SubtractionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let braces = |f: &mut fmt::Formatter<'_>, numbers: &[u64]| {
            let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
            write!(f, "{{{}}}", numbers.join(", "))
        };
        let mut and = "";
        if !self.listed.is_empty() || (self.residues.is_empty() && self.sequences.is_empty()) {
            braces(f, &self.listed)?;
            and = " and ";
        }
        if !self.residues.is_empty() {
            write!(f, "{and}every s >= {}", self.bound)?;
            if self.modulus > 1 {
                write!(f, " with s % {} in ", self.modulus)?;
                braces(f, &self.residues)?;
            }
            and = " and ";
        }
        for sequence in &self.sequences {
            write!(f, "{and}{sequence}")?;
            and = " and ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(listed: &[u64], from: u64, modulus: u64, residues: &[u64]) -> SubtractionSet {
        let finite = SubtractionSet::finite(listed.iter().copied()).expect("amounts");
        let classes = SubtractionSet::classes(from, modulus, residues.iter().copied()).expect("classes");
        finite.union(&classes).expect("small")
    }

    #[test]
    fn one_set_has_one_form() {
        let odd = SubtractionSet::classes(1, 2, [1]).expect("classes");
        assert_eq!(set(&[1, 3], 5, 4, &[1, 3]), odd);
        assert_eq!(set(&[], 6, 2, &[1]).union(&set(&[5, 3, 1], 90, 6, &[1])).expect("small"), odd);
        let progression = Sequence::polynomial(vec![1, 2]).expect("ascends");
        assert_eq!(SubtractionSet::sequence(progression), Ok(odd.clone()));
        let even = SubtractionSet::classes(1, 2, [0]).expect("classes");
        assert_eq!(even.union(&odd).expect("small"), SubtractionSet::all());
        assert_eq!(SubtractionSet::all_but([]), Ok(SubtractionSet::all()));
        let primes = SubtractionSet::sequence(Sequence::PRIMES).expect("no progression");
        let odd_and_two = set(&[2], 1, 2, &[1]);
        assert_eq!(odd_and_two.union(&primes), Ok(odd_and_two));
        assert_ne!(even.union(&primes).map(|set| set.sequences().len()), Ok(0));
        assert_eq!(SubtractionSet::all_but([2, 4]).expect("small"), set(&[1, 3], 5, 1, &[0]));
    }

    #[test]
    fn membership_union_and_enumeration_agree() {
        let mut seed = 5u64;
        let mut random = |bound: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % bound
        };
        let squares = SubtractionSet::sequence(Sequence::squares()).expect("no progression");
        for _ in 0..300 {
            let mut any = || {
                let listed: Vec<u64> = (0..random(4)).map(|_| 1 + random(12)).collect();
                let (from, modulus) = (1 + random(15), 1 + random(6));
                let residues: Vec<u64> = (0..random(3)).map(|_| random(modulus)).collect();
                let by_definition = (1..60u64).filter({
                    let (listed, residues) = (listed.clone(), residues.clone());
                    move |s| listed.contains(s) || *s >= from && residues.contains(&(s % modulus))
                });
                let members: Vec<u64> = by_definition.collect();
                (set(&listed, from, modulus, &residues), members)
            };
            let ((a, in_a), (b, in_b)) = (any(), any());
            let both = a.union(&b).expect("small").union(&squares).expect("small");
            for amount in 0..60 {
                assert_eq!(a.contains(amount), in_a.contains(&amount), "{a}, {amount}");
                let square = [1, 4, 9, 16, 25, 36, 49].contains(&amount);
                let inside = in_a.contains(&amount) || in_b.contains(&amount) || square;
                assert_eq!(both.contains(amount), inside, "{both}, {amount}");
            }
            assert_eq!(a.amounts(59), in_a);
            assert!(both.amounts(59).into_iter().eq((0..60).filter(|&amount| both.contains(amount))));
        }
    }

    #[test]
    fn what_is_not_kept_is_refused() {
        assert_eq!(SubtractionSet::finite([3, 0]), Err(SubtractionSetError::ZeroAmount));
        assert_eq!(SubtractionSet::classes(0, 2, [1]), Err(SubtractionSetError::ZeroAmount));
        assert_eq!(SubtractionSet::classes(1, 0, [1]), Err(SubtractionSetError::ZeroModulus));
        assert_eq!(SubtractionSet::all_but([1 << 40]), Err(SubtractionSetError::TooLarge));
        assert_eq!(SubtractionSet::finite([u64::MAX]), Err(SubtractionSetError::TooLarge));
        let far = SubtractionSet::finite([1 << 40]).expect("one amount");
        assert_eq!(far.union(&SubtractionSet::all()), Err(SubtractionSetError::TooLarge));
        let huge = Heap::new(1 << 60);
        let halt = SubtractionSet::all().options(&huge, &mut Options::new(), &Control::default());
        assert!(matches!(halt, Err(Halt::Stopped(Stopped::MemoryLimit { .. }))));
        let mut options = Options::new();
        far.options(&huge, &mut options, &Control::default()).expect("one option");
        assert_eq!(options.canonical(), [[Heap::new((1 << 60) - (1 << 40))]]);
    }

    #[test]
    fn sets_in_words() {
        assert_eq!(SubtractionSet::finite([4, 1, 3]).expect("amounts").to_string(), "{1, 3, 4}");
        assert_eq!(SubtractionSet::finite([]).expect("amounts").to_string(), "{}");
        assert_eq!(
            set(&[2], 5, 2, &[1])
                .union(&SubtractionSet::sequence(Sequence::squares()).expect("no progression"))
                .expect("small")
                .to_string(),
            "{2} and every s >= 4 with s % 2 in {1} and the squares"
        );
    }
}
