//! Subtraction games: a move takes an amount from the heap, and the set of
//! amounts does not depend on the heap.
//!
//! The set is kept in a form that theorems speak of: an eventually periodic part
//! (any amounts below a bound, whole residue classes from the bound on) and
//! infinite sequences. That covers finite sets, nim, all-but sets, odd numbers,
//! powers, squares, primes and their unions. Rules in which the amounts depend
//! on the heap ("at most half", divisors) are not of this form.

mod canonical;
#[cfg(test)]
mod tests;

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

    /// The least and the largest amount, if all between them are in the set and no others.
    pub(crate) fn as_interval(&self) -> Option<(u64, u64)> {
        let (&least, &most) = (self.listed.first()?, self.listed.last()?);
        let alone = self.residues.is_empty() && self.sequences.is_empty();
        let all = u64::try_from(self.listed.len()).ok()? == most - least + 1;
        (alone && all).then_some((least, most))
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

    /// Whether `amount` may be taken.
    #[must_use]
    pub fn contains(&self, amount: u64) -> bool {
        self.periodic_contains(amount) || self.sequences.iter().any(|sequence| sequence.contains(amount))
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
