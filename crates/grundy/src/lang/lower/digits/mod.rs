//! Rules in which a finite summary of n's digits decides the amounts taken.
//!
//! The analysis goes through the rule once and follows n. Every option must be
//! n minus an amount, and wherever else n stands it must stand inside a
//! *feature*: a question with finitely many answers that an automaton finds
//! while it reads the digits (the largest digit, the set of digits, the sum of
//! the digits modulo 3, n modulo 7, whether n < 20). Then the answers together
//! decide the amounts, whatever the rest of the rule does, and their product is
//! the automaton of a [`DigitRule`]. Everything else in the rule may be any
//! expression as long as an interval for it is found; so the amounts are
//! bounded, say by w.
//!
//! What the amounts of a state are is not worked out here a second time: the
//! rule itself is evaluated at some n of the state, by the caller. Where the
//! state has an n with so many digits that n >= w, no option is lost there for
//! being negative; else the largest n of the state shows all that matters.
//!
//! Left out, since the amounts would not be bounded or not decided: the sum or
//! number of the digits as an amount, n in an expression other than under `%`
//! or in a comparison, walks through infinite sets, features in different bases.

mod feature;
mod form;
mod numbers;
mod sets;

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::super::ir::{Kind, Program, Shape};
use crate::ruleset::{DigitRule, Halt, explore};
use feature::Feature;
use form::{Interval, Number, Quantity};

/// The largest modulus or bound in a feature.
const MOST_ANSWERS: u32 = 1 << 12;

/// The most combinations of answers that are looked at.
const MOST_STATES: usize = 1 << 14;

/// The largest amount: the engine must look back so many values.
const MOST_AMOUNT: i128 = 1 << 12;

/// The most expressions that are looked at; some are looked at more than once.
const MOST_LOOKS: u32 = 100_000;

/// The base for rules that ask only for residues and comparisons of n itself.
const ANY_BASE: u8 = 10;

/// The digit rule with the options of `program` at every n, if it evidently has
/// that form; nothing if not, or if its summary or its amounts are too large.
///
/// `amounts_at(n)` must give `n - m` for each option m of n, by evaluating the
/// rule; it is called a few times for each state of the summary, at n of a few
/// digits.
///
/// # Errors
///
/// A fault of the rule, at the least n where it breaks (another engine may
/// still find values below it); and whatever else `amounts_at` fails with.
pub(crate) fn digit_rule(
    program: &Program,
    amounts_at: &mut dyn FnMut(&BigUint) -> Result<Vec<BigUint>, Halt>,
) -> Result<Option<DigitRule>, Halt> {
    match analyse(program) {
        Some(summary) => summary.digit_rule(amounts_at),
        None => Ok(None),
    }
}

/// The state of the walk through a rule.
struct Analysis<'a> {
    program: &'a Program,
    /// What is known of the names bound so far.
    slots: Vec<Option<Number>>,
    /// What was asked of n.
    features: BTreeSet<Feature>,
    /// How many expressions may still be looked at.
    looks: u32,
}

impl Analysis<'_> {
    /// Counts one expression; once there were too many, nothing is evident any more.
    fn look(&mut self) -> Option<()> {
        self.looks = self.looks.saturating_sub(1);
        (self.looks > 0).then_some(())
    }
}

/// What decides the amounts, and a bound on them.
struct Summary {
    base: u8,
    features: Vec<Feature>,
    most: u32,
}

fn analyse(program: &Program) -> Option<Summary> {
    if program.kind != Kind::Heap {
        return None;
    }
    let mut analysis = Analysis {
        program,
        slots: vec![None; program.slots.len()],
        features: BTreeSet::new(),
        looks: MOST_LOOKS,
    };
    let mut most = 1;
    for clause in &program.clauses {
        let Shape::Number(n) = clause.shape else { return None };
        *analysis.slots.get_mut(n.0)? = Some(Number::Below(Interval::point(0)));
        if let Some(guard) = &clause.guard {
            analysis.decides(guard)?;
        }
        for alternative in &clause.alternatives {
            most = most.max(analysis.alternative(alternative)?);
        }
    }
    analysis.look()?;
    if most > MOST_AMOUNT {
        return None;
    }
    let bases: BTreeSet<u8> = analysis.features.iter().filter_map(|feature| feature.base()).collect();
    let base = match (bases.first(), bases.last()) {
        (Some(first), Some(last)) if first == last => *first,
        (None, None) => ANY_BASE,
        _ => return None,
    };
    Some(Summary { base, features: merged(analysis.features), most: u32::try_from(most).ok()? })
}

/// The features without those that others imply.
fn merged(features: BTreeSet<Feature>) -> Vec<Feature> {
    let mut kept = Vec::new();
    let mut bounds: BTreeMap<Quantity, u32> = BTreeMap::new();
    let sets: Vec<u8> = (features.iter())
        .filter_map(|feature| if let Feature::DigitSet(base) = feature { Some(*base) } else { None })
        .collect();
    for feature in features {
        match feature {
            Feature::UpTo(quantity, most) => {
                let bound = bounds.entry(quantity).or_default();
                *bound = most.max(*bound);
            }
            Feature::LargestDigit(base) | Feature::LeastDigit(base) | Feature::LeastNonZeroDigit(base)
                if sets.contains(&base) => {}
            _ => kept.push(feature),
        }
    }
    kept.extend(bounds.into_iter().map(|(quantity, most)| Feature::UpTo(quantity, most)));
    kept
}

impl Summary {
    fn digit_rule(
        &self,
        amounts_at: &mut dyn FnMut(&BigUint) -> Result<Vec<BigUint>, Halt>,
    ) -> Result<Option<DigitRule>, Halt> {
        let start: Vec<u64> = self.features.iter().map(|feature| feature.start()).collect();
        let step = |answers: &Vec<u64>, digit: u8| {
            (self.features.iter().zip(answers))
                .map(|(feature, &answer)| feature.step(answer, digit, self.base))
                .collect()
        };
        let Some((states, successors)) = explore(self.base, start, MOST_STATES, step) else {
            return Ok(None);
        };
        let Some(witnesses) = self.witnesses(states.len(), &successors) else { return Ok(None) };
        // The start stands for n = 0 alone, which has no move.
        let mut amounts = vec![Vec::new()];
        for witness in &witnesses[1..] {
            let taken = match amounts_at(&witness.telling) {
                Ok(taken) => taken,
                // States come in the order of their least n, so this is the first.
                Err(fault @ Halt::Fault(_)) => {
                    return Err(amounts_at(&witness.least).err().unwrap_or(fault));
                }
                Err(stopped @ Halt::Stopped(_)) => return Err(stopped),
            };
            let Some(taken) = taken.iter().map(ToPrimitive::to_u64).collect() else { return Ok(None) };
            amounts.push(taken);
        }
        Ok(DigitRule::new(self.base, successors, amounts).ok().map(|rule| rule.minimised()))
    }

    /// For each state the n at which it is looked at.
    fn witnesses(&self, states: usize, successors: &[u32]) -> Option<Vec<Witness>> {
        let base = usize::from(self.base);
        // From so many digits on n >= base^(digits - 1) >= most.
        let (mut long, mut threshold) = (1u8, 1u32);
        while threshold < self.most {
            (long, threshold) = (long + 1, threshold.checked_mul(self.base.into())?);
        }
        let step = |&(state, length): &(u32, u8), digit: u8| {
            (successors[state as usize * base + usize::from(digit)], long.min(length + 1))
        };
        let most = states.checked_mul(usize::from(long) + 1)?.checked_add(1)?;
        let (reached, edges) = explore(self.base, (0, 0), most, step)?;
        // Breadth first, so the first edge into a pair comes from the least n.
        let mut numbers: Vec<Option<BigUint>> = vec![None; reached.len()];
        numbers[0] = Some(BigUint::ZERO);
        let mut witnesses = vec![(None, None); states];
        for (pair, &(state, length)) in reached.iter().enumerate() {
            let number = numbers[pair].clone()?;
            for digit in 0..self.base {
                let next = &mut numbers[edges[pair * base + usize::from(digit)] as usize];
                if next.is_none() {
                    *next = Some(&number * self.base + digit);
                }
            }
            let (least, telling) = &mut witnesses[state as usize];
            if length == long {
                telling.get_or_insert_with(|| number.clone());
            }
            least.get_or_insert(number);
        }
        // States without a long n: their largest n shows all their options.
        let mut largest: Vec<Option<u32>> = vec![None; states];
        let mut state_of = vec![0u32];
        for n in 1..threshold {
            let (above, digit) = (n / u32::from(self.base), n % u32::from(self.base));
            let state = successors[state_of[above as usize] as usize * base + digit as usize];
            state_of.push(state);
            largest[state as usize] = Some(n);
        }
        (witnesses.into_iter().zip(largest))
            .map(|((least, telling), largest)| {
                Some(Witness {
                    telling: telling.or(largest.map(BigUint::from)).or(least.clone())?,
                    least: least?,
                })
            })
            .collect()
    }
}

struct Witness {
    /// The least n of the state.
    least: BigUint,
    /// An n of the state at which every amount shows that ever is a move.
    telling: BigUint,
}

#[cfg(test)]
mod tests;
