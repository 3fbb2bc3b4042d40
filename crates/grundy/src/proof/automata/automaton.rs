//! Automata that read tuples of numbers.

use std::hash::Hash;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::budget::{Budget, Undecided};
use super::minimal::classes;

/// So many states are made between two looks at the budget.
const CHECKED: usize = 1 << 8;

/// A complete deterministic automaton that reads tuples of natural numbers in one base, a track for each, the most
/// significant digits first.
///
/// A *letter* is a digit for each track: the digit of track t counts base^t. Zeros before the
/// digits change nothing: state 0, the start, stays where all digits are 0. Automata are
/// minimal, with their states in the order in which words first meet them, by length and then
/// by letters: so two automata of the same numbers of tracks accept the same tuples exactly if they are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    base: usize,
    tracks: usize,
    letters: usize,
    /// By state and letter.
    next: Vec<u32>,
    accepts: Vec<bool>,
}

impl Automaton {
    /// The automaton with these states: `step` leads from a state and a letter to the next, and
    /// `accepts` says whether the tuple read so far is accepted.
    ///
    /// `start` must be the step from itself by zeros.
    pub(in crate::proof) fn build<S: Clone + Eq + Hash>(
        base: usize,
        tracks: usize,
        start: S,
        mut step: impl FnMut(&S, usize) -> S,
        accepts: impl Fn(&S) -> bool,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Undecided> {
        let letters = letters(base, tracks).unwrap_or(usize::MAX);
        budget.allows(1, letters)?;
        let mut states = vec![start.clone()];
        let mut numbers = FxHashMap::default();
        numbers.insert(start, 0_u32);
        let mut next = Vec::new();
        let mut state = 0;
        while state < states.len() {
            if state % CHECKED == 0 {
                budget.allows(states.len(), letters)?;
            }
            let from = states[state].clone();
            for letter in 0..letters {
                let to = step(&from, letter);
                let place = *numbers.entry(to).or_insert_with_key(|to| {
                    states.push(to.clone());
                    number(states.len() - 1)
                });
                next.push(place);
            }
            state += 1;
        }
        budget.allows(states.len(), letters)?;
        let accepts: Vec<bool> = states.iter().map(accepts).collect();
        drop((states, numbers));
        Ok(Automaton::of_table(base, tracks, next, accepts))
    }

    /// The automaton with these transitions, by state and letter.
    pub(super) fn of_table(base: usize, tracks: usize, next: Vec<u32>, accepts: Vec<bool>) -> Automaton {
        debug_assert!(next[0] == 0, "zeros before a number change nothing");
        let letters = next.len() / accepts.len();
        let (class, count) = classes(&next, letters, &accepts);
        Automaton { base, tracks, letters, next, accepts }.met(&class, count)
    }

    /// The same relation with its tracks in another order: track t becomes track `places[t]`.
    pub(super) fn permuted(self, places: &[usize]) -> Automaton {
        if places.is_sorted() {
            return self;
        }
        // By new letter, the old one.
        let old: Vec<usize> = (0..self.letters)
            .map(|letter| {
                let digits: Vec<usize> = digits_of(letter, self.base, self.tracks).collect();
                places.iter().rev().fold(0, |letter, &place| letter * self.base + digits[place])
            })
            .collect();
        let rows = self.next.chunks_exact(self.letters);
        let next = rows.flat_map(|row| old.iter().map(|&letter| row[letter])).collect();
        let class: Vec<u32> = (0..number(self.states())).collect();
        let count = self.states();
        Automaton { next, ..self }.met(&class, count)
    }

    /// The base of the digits.
    #[must_use]
    pub fn base(&self) -> usize {
        self.base
    }

    /// How many numbers a tuple has.
    #[must_use]
    pub fn tracks(&self) -> usize {
        self.tracks
    }

    /// How many states there are, the one from which nothing is accepted included.
    #[must_use]
    pub fn states(&self) -> usize {
        self.accepts.len()
    }

    pub(in crate::proof) fn letters(&self) -> usize {
        self.letters
    }

    pub(in crate::proof) fn step(&self, state: u32, letter: usize) -> u32 {
        self.next[index(state) * self.letters + letter]
    }

    /// Where a state leads, by letter.
    pub(super) fn row(&self, state: u32) -> &[u32] {
        &self.next[index(state) * self.letters..][..self.letters]
    }

    /// The state that nothing leaves, and that accepts or does not; there is one of each at most.
    pub(super) fn settled(&self, accepts: bool) -> Option<u32> {
        let stays = |state: u32| self.row(state).iter().all(|&to| to == state);
        (0..number(self.states())).find(|&state| self.is_accepting(state) == accepts && stays(state))
    }

    pub(in crate::proof) fn is_accepting(&self, state: u32) -> bool {
        self.accepts[index(state)]
    }

    /// Whether the tuple is accepted.
    ///
    /// # Panics
    ///
    /// Panics if the tuple has not as many numbers as there are tracks.
    #[must_use]
    pub fn accepts(&self, tuple: &[BigUint]) -> bool {
        assert!(tuple.len() == self.tracks, "a number for each track");
        let radix = u32::try_from(self.base).expect("a small base");
        let digits: Vec<Vec<u8>> = tuple
            .iter()
            .map(|number| if radix <= 256 { number.to_radix_le(radix) } else { Vec::new() })
            .collect();
        let length = digits.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = 0;
        for place in (0..length).rev() {
            let digit = |digits: &Vec<u8>| digits.get(place).copied().map_or(0, usize::from);
            let letter = digits.iter().rev().fold(0, |letter, digits| letter * self.base + digit(digits));
            state = self.step(state, letter);
        }
        self.is_accepting(state)
    }

    /// A tuple that is accepted, with as few digits as possible; of one number the least that is accepted. None if
    /// there is none.
    #[must_use]
    pub fn witness(&self) -> Option<Vec<BigUint>> {
        // By state: from where, and by which letter, it is first met.
        let mut from = vec![None; self.states()];
        let mut met = vec![0_u32];
        let mut at = 0;
        while let Some(&state) = met.get(at) {
            at += 1;
            if self.is_accepting(state) {
                let mut word = Vec::new();
                let mut state = state;
                while let Some((before, letter)) = from[index(state)] {
                    word.push(letter);
                    state = before;
                }
                word.reverse();
                return Some(self.tuple(&word));
            }
            for (letter, &next) in self.row(state).iter().enumerate() {
                if next != 0 && from[index(next)].is_none() {
                    from[index(next)] = Some((state, letter));
                    met.push(next);
                }
            }
        }
        None
    }

    /// The numbers that are written by these letters.
    fn tuple(&self, word: &[usize]) -> Vec<BigUint> {
        let mut tuple = vec![BigUint::ZERO; self.tracks];
        for &letter in word {
            for (number, digit) in tuple.iter_mut().zip(digits_of(letter, self.base, self.tracks)) {
                *number = &*number * self.base + digit;
            }
        }
        tuple
    }

    /// The automaton that accepts what this one does not.
    pub(super) fn complement(mut self) -> Automaton {
        self.accepts.iter_mut().for_each(|accepts| *accepts = !*accepts);
        self
    }

    /// The automaton of these classes of states, numbered as they are met.
    fn met(&self, class: &[u32], count: usize) -> Automaton {
        // Of each class one member will do.
        let mut numbers = vec![u32::MAX; count];
        numbers[index(class[0])] = 0;
        let mut members = vec![0];
        let mut next = Vec::with_capacity(count * self.letters);
        let mut at = 0;
        while let Some(&member) = members.get(at) {
            at += 1;
            for &to in self.row(member) {
                let place = &mut numbers[index(class[index(to)])];
                if *place == u32::MAX {
                    *place = number(members.len());
                    members.push(to);
                }
                next.push(*place);
            }
        }
        let accepts = members.iter().map(|&member| self.is_accepting(member)).collect();
        Automaton { base: self.base, tracks: self.tracks, letters: self.letters, next, accepts }
    }
}

/// How many letters there are, if they can be counted.
pub(super) fn letters(base: usize, tracks: usize) -> Option<usize> {
    base.checked_pow(u32::try_from(tracks).ok()?)
}

/// The digits of a letter, by track.
pub(super) fn digits_of(mut letter: usize, base: usize, tracks: usize) -> impl Iterator<Item = usize> {
    (0..tracks).map(move |_| {
        let digit = letter % base;
        letter /= base;
        digit
    })
}

pub(super) fn index(state: u32) -> usize {
    usize::try_from(state).expect("as many states as are kept")
}

pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).expect("a budget allows fewer states than 2^32")
}
