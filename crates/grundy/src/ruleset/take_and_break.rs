//! Take-and-break games: the codes of Winning Ways, with digits of any size.
//!
//! The digit at index i says what may be left when i counters are taken from a
//! heap: bit j set, exactly j non-empty heaps. So 0.77 is Kayles and 0.[3] nim.
//! With digits up to 3 heaps never split, up to 7 (octal games) they split in
//! two at most, up to 15 (hexadecimal games) in three.

use std::fmt;

use thiserror::Error;

use super::{Halt, Heap, Options, Ruleset, SubtractionSet};
use crate::theory::Control;

/// A take-and-break code whose play ends. Zeros at its end are left out; a repeating
/// part stays as it was written, so `0.3[3]` and `0.[3]` differ as values.
///
/// # Examples
///
/// ```
/// use grundy::ruleset::TakeAndBreakCode;
///
/// let kayles = TakeAndBreakCode::new(vec![0, 7, 7], vec![]).unwrap();
/// assert_eq!(kayles.to_string(), "0.77");
/// assert!(TakeAndBreakCode::new(vec![2, 7], vec![]).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakeAndBreakCode {
    /// The digits d0, d1, ... before the repeating part; d0 stands always, and
    /// without a repeating part the last digit after it is not 0.
    digits: Vec<u64>,
    /// The repeating part: empty, or not all zeros.
    repeating: Vec<u64>,
}

/// Why a list of digits is no code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TakeAndBreakCodeError {
    /// The digit before the point allows a move that takes nothing and does not
    /// split the heap.
    #[error(
        "the digit {digit} before the point lets a player take nothing without splitting the heap, \
         so play need not end; it must be a multiple of 4"
    )]
    Endless {
        /// The digit before the point.
        digit: u64,
    },
    /// No digit at all.
    #[error("a take-and-break code needs at least one digit")]
    Empty,
}

impl TakeAndBreakCode {
    /// The code with these digits d0, d1, ..., after which `repeating` repeats
    /// for ever; an empty `repeating` stands for zeros.
    ///
    /// A move that takes at least one counter leaves fewer counters, and a move
    /// that takes none but splits the heap leaves smaller heaps: so play ends
    /// if, and only if, d0 has neither bit 0 nor bit 1. (Bit 0 of d0 would move
    /// from the empty heap to nothing, which is the same again.)
    ///
    /// # Errors
    ///
    /// If there is no digit, or d0 is not a multiple of 4.
    pub fn new(mut digits: Vec<u64>, repeating: Vec<u64>) -> Result<TakeAndBreakCode, TakeAndBreakCodeError> {
        let first = *digits.iter().chain(&repeating).next().ok_or(TakeAndBreakCodeError::Empty)?;
        if first % 4 != 0 {
            return Err(TakeAndBreakCodeError::Endless { digit: first });
        }
        let mut repeating = repeating;
        if digits.is_empty() {
            // d0 belongs to taking nothing and stands apart.
            digits.push(first);
            repeating.rotate_left(1);
        }
        if repeating.iter().all(|&digit| digit == 0) {
            repeating.clear();
            while digits.len() > 1 && digits.last() == Some(&0) {
                digits.pop();
            }
        }
        Ok(TakeAndBreakCode { digits, repeating })
    }

    /// The digit for taking `taken` counters.
    #[must_use]
    pub fn digit(&self, taken: u64) -> u64 {
        match usize::try_from(taken) {
            Ok(index) if index < self.digits.len() => self.digits[index],
            _ if self.repeating.is_empty() => 0,
            _ => {
                let beyond = taken - self.digits.len() as u64;
                let index = beyond % self.repeating.len() as u64;
                self.repeating[usize::try_from(index).expect("smaller than a length")]
            }
        }
    }

    /// The place of the last digit that is not 0 (0 if there is none after the
    /// point); `None` if the code repeats, so that there is no last digit.
    #[must_use]
    pub fn last_place(&self) -> Option<usize> {
        self.repeating.is_empty().then_some(self.digits.len() - 1)
    }

    /// The digits d0, d1, ... before the repeating part, and the repeating part.
    pub(crate) fn parts(&self) -> (&[u64], &[u64]) {
        (&self.digits, &self.repeating)
    }

    /// The most heaps that a move may leave.
    #[must_use]
    pub fn most_heaps(&self) -> u32 {
        let all = self.digits.iter().chain(&self.repeating).fold(0, |all, digit| all | digit);
        all.checked_ilog2().unwrap_or(0)
    }

    /// The subtraction game that this code is, if each digit is 0 or 3: an
    /// amount may be taken from every heap that holds it, or from none.
    #[must_use]
    pub fn to_subtraction_set(&self) -> Option<SubtractionSet> {
        let mut digits = self.digits.iter().chain(&self.repeating);
        if !digits.all(|digit| matches!(digit, 0 | 3)) {
            return None;
        }
        let amounts = |from: usize, digits: &[u64]| -> Vec<u64> {
            let allowed = digits.iter().enumerate().filter(|(_, digit)| **digit == 3);
            allowed.map(|(index, _)| (from + index) as u64).collect()
        };
        let listed = SubtractionSet::finite(amounts(0, &self.digits)).ok()?;
        if self.repeating.is_empty() {
            return Some(listed);
        }
        let from = self.digits.len();
        let residues = amounts(from, &self.repeating);
        let classes = SubtractionSet::classes(from as u64, self.repeating.len() as u64, residues).ok()?;
        listed.union(&classes).ok()
    }
}

impl Ruleset for TakeAndBreakCode {
    type Position = Heap;

    fn options(&self, heap: &Heap, options: &mut Options<Heap>, control: &Control) -> Result<(), Halt> {
        options.clear();
        let size = heap.size();
        let last = match self.last_place() {
            Some(place) => size.min(place as u64),
            None => size,
        };
        let mut pushed = Pushed { components: 0, since_check: 0 };
        for taken in 0..=last {
            let digit = self.digit(taken);
            let left = size - taken;
            pushed.step(1, control)?;
            for heaps in (0..u64::from(u64::BITS)).filter(|heaps| digit >> heaps & 1 == 1) {
                push_partitions(left, heaps, options, &mut pushed, control)?;
            }
        }
        Ok(())
    }
}

/// Counts what was pushed, and asks the control now and then.
struct Pushed {
    components: u64,
    since_check: u64,
}

impl Pushed {
    fn step(&mut self, components: u64, control: &Control) -> Result<(), Halt> {
        self.components += components;
        self.since_check += components;
        if self.since_check >= 1 << 12 {
            self.since_check = 0;
            control.check()?;
            control.reserve(self.components.saturating_mul(16))?;
        }
        Ok(())
    }
}

/// Adds an option for every way to part `left` counters into exactly `heaps`
/// non-empty heaps.
fn push_partitions(
    left: u64,
    heaps: u64,
    options: &mut Options<Heap>,
    pushed: &mut Pushed,
    control: &Control,
) -> Result<(), Halt> {
    if heaps > left || (heaps == 0 && left > 0) {
        return Ok(());
    }
    // The heaps in descending order; the first partition has all the surplus in
    // its first heap, and each next one moves a counter as far right as can be.
    let mut parts: Vec<u64> = (0..heaps).map(|_| 1).collect();
    if let Some(first) = parts.first_mut() {
        *first = left - heaps + 1;
    }
    loop {
        options.push(parts.iter().copied().map(Heap::new));
        pushed.step(heaps.max(1), control)?;
        // The left-most place that can grow by 1 while the places before it,
        // all made equal to it or larger, take the rest (Knuth 7.2.1.4 H).
        let mut before = match parts.first() {
            Some(&first) => first,
            None => return Ok(()),
        };
        let Some(place) = (1..parts.len()).find(|&place| {
            let can_grow = parts[place] + 2 <= parts[0];
            if !can_grow {
                before += parts[place];
            }
            can_grow
        }) else {
            return Ok(());
        };
        let grown = parts[place] + 1;
        for part in &mut parts[1..=place] {
            *part = grown;
        }
        // `before` holds what the places 0 to `place - 1` held, and one counter
        // went to `place`.
        parts[0] = before - 1 - grown * (place as u64 - 1);
    }
}

/// As in Winning Ways: `0.77`, `4.3`, `0.[3]`; a digit above f in brackets.
impl fmt::Display for TakeAndBreakCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |f: &mut fmt::Formatter<'_>, digit: u64| {
            if digit < 16 { write!(f, "{digit:x}") } else { write!(f, "({digit})") }
        };
        for (index, &value) in self.digits.iter().enumerate() {
            digit(f, value)?;
            if index == 0 {
                f.write_str(".")?;
            }
        }
        if self.digits.len() == 1 && self.repeating.is_empty() {
            f.write_str("0")?;
        }
        if !self.repeating.is_empty() {
            f.write_str("[")?;
            for &value in &self.repeating {
                digit(f, value)?;
            }
            f.write_str("]")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to part `left` into exactly `heaps` heaps of at most `most`.
    fn partitions(left: u64, heaps: u64, most: u64) -> Vec<Vec<u64>> {
        if heaps == 0 {
            return if left == 0 { vec![vec![]] } else { vec![] };
        }
        let firsts = 1..=most.min(left);
        firsts
            .flat_map(|first| {
                partitions(left - first, heaps - 1, first).into_iter().map(move |mut rest| {
                    rest.insert(0, first);
                    rest
                })
            })
            .collect()
    }

    #[test]
    fn options_by_the_definition_of_the_digits() {
        let codes: [(&[u64], &[u64]); 8] = [
            (&[0, 7, 7], &[]),
            (&[4, 3], &[]),
            (&[0], &[3]),
            (&[0, 8], &[]),
            (&[0, 16, 33], &[]),
            (&[8, 0, 15], &[1, 2]),
            (&[64, 1], &[4, 0]),
            (&[0], &[]),
        ];
        for (digits, repeating) in codes {
            let code = TakeAndBreakCode::new(digits.to_vec(), repeating.to_vec()).expect("play ends");
            let mut options = Options::new();
            for n in 0..22u64 {
                code.options(&Heap::new(n), &mut options, &Control::default()).expect("no limit");
                let mut expected = Vec::new();
                for taken in 0..=n {
                    for heaps in (0..8).filter(|heaps| code.digit(taken) >> heaps & 1 == 1) {
                        expected.extend(partitions(n - taken, heaps, n));
                    }
                }
                for option in &mut expected {
                    option.sort_unstable();
                }
                expected.sort();
                let expected: Vec<Vec<Heap>> =
                    expected.into_iter().map(|sum| sum.into_iter().map(Heap::new).collect()).collect();
                assert_eq!(options.len(), expected.len(), "{code}, heap {n}: each partition once");
                let mut expected = expected;
                expected.dedup();
                assert_eq!(options.canonical(), expected, "{code}, heap {n}");
                assert!(options.iter().flatten().all(|part| part.size() < n.max(1)), "{code}, heap {n}");
            }
        }
    }

    #[test]
    fn codes_whose_play_does_not_end_are_refused() {
        for digit in [1, 2, 3, 5, 6, 7, 255] {
            let endless = Err(TakeAndBreakCodeError::Endless { digit });
            assert_eq!(TakeAndBreakCode::new(vec![digit, 7], vec![]), endless);
            assert_eq!(TakeAndBreakCode::new(vec![], vec![digit]), endless);
        }
        assert_eq!(TakeAndBreakCode::new(vec![], vec![]), Err(TakeAndBreakCodeError::Empty));
    }

    #[test]
    fn canonical_form_and_words() {
        let code = |digits: &[u64], repeating: &[u64]| {
            TakeAndBreakCode::new(digits.to_vec(), repeating.to_vec()).expect("play ends")
        };
        assert_eq!(code(&[0, 7, 7, 0, 0], &[0]), code(&[0, 7, 7], &[]));
        assert_eq!(code(&[], &[0, 3]).digit(3), 3);
        assert_eq!(code(&[], &[0, 3]).digit(2), 0);
        assert_eq!(code(&[0, 16, 10], &[3, 33]).to_string(), "0.(16)a[3(33)]");
        assert_eq!(code(&[4], &[]).to_string(), "4.0");
        assert_eq!((code(&[0, 7, 7], &[]).last_place(), code(&[0], &[1]).last_place()), (Some(2), None));
        assert_eq!((code(&[0, 8], &[]).most_heaps(), code(&[0], &[1]).most_heaps()), (3, 0));
        let odd = code(&[0], &[3, 0]);
        assert_eq!(odd.to_subtraction_set(), SubtractionSet::classes(1, 2, [1]).ok());
        assert_eq!(code(&[0], &[3]).to_subtraction_set(), Some(SubtractionSet::all()));
        assert_eq!(code(&[0, 3, 0, 3, 3], &[]).to_subtraction_set(), SubtractionSet::finite([1, 3, 4]).ok());
        assert_eq!(code(&[0, 2], &[]).to_subtraction_set(), None);
    }

    #[test]
    fn enormous_lists_of_options_stop() {
        let code = TakeAndBreakCode::new(vec![0, 1 << 40], vec![]).expect("play ends");
        let little = Control::default().with_memory_limit(1 << 20);
        assert!(code.options(&Heap::new(1000), &mut Options::new(), &little).is_err());
    }
}
