//! Digit rules: n minus an amount that a finite summary of n's digits decides.
//!
//! The summary is a deterministic automaton that reads the digits of n most
//! significant first; the state it ends in carries the amounts that may be
//! taken. "The largest digit", "the least non-zero digit", "1 or the sum of the
//! digits modulo 3", "2 if n is a multiple of 7" all have this form, in any base.
//!
//! How a rule's text is found to have this form is the `lang` module's
//! business; how values are computed at any n, the engine's.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::{Halt, Heap, Options, Ruleset};
use crate::theory::Control;

/// A game on one heap: take from n an amount that belongs to the state in which
/// an automaton ends that reads the digits of n, most significant first.
///
/// State 0 is the start. Leading zeros do not count as digits: the start goes to
/// itself by the digit 0. An amount larger than n is no move, so heap 0 has none.
///
/// # Examples
///
/// Take the largest digit, or one counter:
///
/// ```
/// use grundy::ruleset::DigitRule;
///
/// let rule = DigitRule::from_summary(10, 0u64, 100, |&max, digit| max.max(digit.into()), |&max| vec![1, max])?;
/// assert_eq!(rule.amounts(rule.state_of([3, 0, 1, 4])), [1, 4]);
/// # Ok::<(), grundy::ruleset::DigitRuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigitRule {
    base: u8,
    /// The successor of state s by digit d stands at s * base + d.
    successors: Vec<u32>,
    /// For each state its amounts, ascending, without repeats, each at least 1.
    amounts: Vec<Vec<u32>>,
}

/// Why there is no such digit rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DigitRuleError {
    /// The base is not in 2..=36.
    #[error("digits in base {base}; a base lies between 2 and 36")]
    Base {
        /// The base asked for.
        base: u8,
    },
    /// The table of successors does not have `base` entries for each state, or
    /// names a state that does not exist, or there is no state.
    #[error("the successors do not fit the {states} states")]
    Successors {
        /// How many states have amounts.
        states: usize,
    },
    /// The start does not go to itself by the digit 0.
    #[error("leading zeros count as digits: the start leaves itself by the digit 0")]
    LeadingZeros,
    /// An amount is 0 or larger than [`DigitRule::MOST_AMOUNT`].
    #[error("the amount {amount} does not lie between 1 and {}", DigitRule::MOST_AMOUNT)]
    Amount {
        /// The amount.
        amount: u64,
    },
    /// The summary has more states than allowed.
    #[error("the summary of the digits has more than {most} states")]
    TooManyStates {
        /// How many were allowed.
        most: usize,
    },
}

impl DigitRule {
    /// The largest amount that a digit rule may take. It is far above what is
    /// useful: engines look back that many values.
    pub const MOST_AMOUNT: u32 = 65_534;

    /// The rule with these successors (of state s by digit d at `s * base + d`)
    /// and these amounts for each state, in any order; state 0 is the start.
    ///
    /// # Errors
    ///
    /// Says what is wrong if the base, a successor or an amount is out of range,
    /// or if the start does not go to itself by the digit 0.
    pub fn new(base: u8, successors: Vec<u32>, amounts: Vec<Vec<u64>>) -> Result<DigitRule, DigitRuleError> {
        if !(2..=36).contains(&base) {
            return Err(DigitRuleError::Base { base });
        }
        let states = amounts.len();
        let known = |&state: &u32| usize::try_from(state).is_ok_and(|state| state < states);
        if states == 0
            || states.checked_mul(base.into()) != Some(successors.len())
            || !successors.iter().all(known)
        {
            return Err(DigitRuleError::Successors { states });
        }
        if successors[0] != 0 {
            return Err(DigitRuleError::LeadingZeros);
        }
        let amounts = amounts.into_iter().map(checked_amounts).collect::<Result<_, _>>()?;
        Ok(DigitRule { base, successors, amounts })
    }

    /// The rule whose states are the summaries met from `start` (the summary of
    /// no digit) by `step`; the start reads no leading zeros. Equivalent
    /// summaries are merged.
    ///
    /// # Errors
    ///
    /// As for [`DigitRule::new`]; also if more than `most_states` summaries are met.
    pub fn from_summary<S: Clone + Eq + std::hash::Hash>(
        base: u8,
        start: S,
        most_states: usize,
        step: impl Fn(&S, u8) -> S,
        amounts: impl FnMut(&S) -> Vec<u64>,
    ) -> Result<DigitRule, DigitRuleError> {
        if !(2..=36).contains(&base) {
            return Err(DigitRuleError::Base { base });
        }
        let (states, successors) = explore(base, start, most_states, step)
            .ok_or(DigitRuleError::TooManyStates { most: most_states })?;
        // The start stands for n = 0 alone, which has no move.
        let mut listed = vec![Vec::new()];
        listed.extend(states[1..].iter().map(amounts));
        Ok(DigitRule::new(base, successors, listed)?.minimised())
    }

    /// The base of the digits, 2 to 36.
    #[must_use]
    pub fn base(&self) -> u8 {
        self.base
    }

    /// How many states the automaton has.
    #[must_use]
    pub fn states(&self) -> usize {
        self.amounts.len()
    }

    /// The state after `state` by `digit`.
    ///
    /// # Panics
    ///
    /// Panics if there is no such state or the digit is not below the base.
    #[must_use]
    #[inline]
    pub fn successor(&self, state: u32, digit: u8) -> u32 {
        assert!(digit < self.base, "a digit is below the base");
        self.successors[row(state) * usize::from(self.base) + usize::from(digit)]
    }

    /// What may be taken in `state`, ascending.
    ///
    /// # Panics
    ///
    /// Panics if there is no such state.
    #[must_use]
    #[inline]
    pub fn amounts(&self, state: u32) -> &[u32] {
        &self.amounts[row(state)]
    }

    /// The state after these digits, most significant first.
    ///
    /// # Panics
    ///
    /// Panics if a digit is not below the base.
    #[must_use]
    pub fn state_of(&self, digits: impl IntoIterator<Item = u8>) -> u32 {
        digits.into_iter().fold(0, |state, digit| self.successor(state, digit))
    }

    /// The largest amount that any state takes; 0 if no state takes any.
    #[must_use]
    pub fn largest_amount(&self) -> u32 {
        self.amounts.iter().filter_map(|amounts| amounts.last()).copied().max().unwrap_or(0)
    }

    /// The largest number of amounts of one state: no value is larger.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.amounts.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The same game with as few states as can be: states that no digits reach
    /// are dropped, and states with the same amounts and equivalent successors
    /// are one (Moore 1956).
    #[must_use]
    pub fn minimised(&self) -> DigitRule {
        let base = usize::from(self.base);
        let step = |&state: &u32, digit: u8| self.successor(state, digit);
        // The start may be met again as the state of some number, so it may come twice.
        let (states, successors) = explore(self.base, 0, self.states() + 1, step)
            .expect("the states reached are some of the states there are");
        // Classes by amounts first; then by the classes of the successors, until
        // no class is split any more.
        let mut class = classes(states.iter().map(|&state| self.amounts(state)));
        let mut count = 0;
        while count < class.last_new() {
            count = class.last_new();
            class = classes((0..states.len()).map(|state| {
                let row = &successors[state * base..(state + 1) * base];
                (class.of[state], row.iter().map(|&next| class.of[next as usize]).collect::<Vec<_>>())
            }));
        }
        DigitRule {
            base: self.base,
            successors: (class.first.iter())
                .flat_map(|&state| &successors[state * base..(state + 1) * base])
                .map(|&next| class.of[next as usize])
                .collect(),
            amounts: class.first.iter().map(|&state| self.amounts(states[state]).to_vec()).collect(),
        }
    }
}

fn row(state: u32) -> usize {
    state as usize
}

fn checked_amounts(mut amounts: Vec<u64>) -> Result<Vec<u32>, DigitRuleError> {
    amounts.sort_unstable();
    amounts.dedup();
    (amounts.into_iter())
        .map(|amount| match u32::try_from(amount) {
            Ok(small) if (1..=DigitRule::MOST_AMOUNT).contains(&small) => Ok(small),
            _ => Err(DigitRuleError::Amount { amount }),
        })
        .collect()
}

/// The states met from `start` by `step`, in breadth-first order, the start
/// first, and the successor of each by each digit; nothing if there are more
/// than `most`. The start goes to itself by the digit 0.
///
/// The order is that of the least number that reaches each state: those with
/// fewer digits first, then the smaller.
pub(crate) fn explore<S: Clone + Eq + std::hash::Hash>(
    base: u8,
    start: S,
    most: usize,
    step: impl Fn(&S, u8) -> S,
) -> Option<(Vec<S>, Vec<u32>)> {
    let mut number: FxHashMap<S, u32> = FxHashMap::default();
    let (mut states, mut successors) = (vec![start.clone()], Vec::new());
    let mut waiting = VecDeque::from([start]);
    let mut first = true;
    while let Some(state) = waiting.pop_front() {
        for digit in 0..base {
            // Leading zeros are not read. The start is met again only by them,
            // even where some number has the same summary as no digit at all.
            if first && digit == 0 {
                successors.push(0);
                continue;
            }
            let next = step(&state, digit);
            let fresh = u32::try_from(states.len()).ok()?;
            let index = *number.entry(next.clone()).or_insert(fresh);
            if index == fresh {
                if states.len() >= most {
                    return None;
                }
                states.push(next.clone());
                waiting.push_back(next);
            }
            successors.push(index);
        }
        first = false;
    }
    Some((states, successors))
}

/// Items put into classes, numbered in the order in which they first occur.
struct Classes {
    of: Vec<u32>,
    first: Vec<usize>,
}

impl Classes {
    fn last_new(&self) -> usize {
        self.first.len()
    }
}

fn classes<K: Eq + std::hash::Hash>(keys: impl Iterator<Item = K>) -> Classes {
    let mut known: FxHashMap<K, u32> = FxHashMap::default();
    let mut classes = Classes { of: Vec::new(), first: Vec::new() };
    for (index, key) in keys.enumerate() {
        let fresh = u32::try_from(classes.first.len()).expect("there are no more classes than states");
        let class = *known.entry(key).or_insert(fresh);
        if class == fresh {
            classes.first.push(index);
        }
        classes.of.push(class);
    }
    classes
}

impl Ruleset for DigitRule {
    type Position = Heap;

    fn options(&self, position: &Heap, options: &mut Options<Heap>, _control: &Control) -> Result<(), Halt> {
        options.clear();
        let size = position.size();
        let mut digits = Vec::new();
        let mut rest = size;
        while rest > 0 {
            digits.push(u8::try_from(rest % u64::from(self.base)).expect("a digit is below 36"));
            rest /= u64::from(self.base);
        }
        let state = self.state_of(digits.into_iter().rev());
        for &amount in self.amounts(state) {
            if let Some(left) = size.checked_sub(amount.into()) {
                options.push([Heap::new(left)]);
            }
        }
        Ok(())
    }
}
