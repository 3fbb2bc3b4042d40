//! Values one after the other: the part of the engine that plays the rule.

use super::cell::Cell;
use crate::ruleset::DigitRule;
use crate::theory::{MexSet, Nimber};

/// Values up to this one are collected in the bits of one word; the top bit
/// takes the marks of places before heap 0.
const MOST_IN_A_WORD: usize = 62;

/// Appends to `values`, which ends with the values before a block of
/// `base^height` numbers whose higher digits lead to `state`, the block's first
/// `most` values (all of them if there are fewer).
///
/// # Panics
///
/// Panics if `values` does not hold as many values as the largest amount.
pub(super) fn run<C: Cell>(rule: &DigitRule, height: u32, state: u32, most: usize, values: &mut Vec<C>) {
    let end = values.len().saturating_add(most);
    if rule.degree() <= MOST_IN_A_WORD {
        descend(rule, height, state, end, values, &mut |amounts, values| {
            let mut seen = 0u64;
            for &amount in amounts {
                seen |= 1 << (values[values.len() - amount as usize].get() & 63);
            }
            C::new(seen.trailing_ones().into())
        });
    } else {
        let mut seen = MexSet::default();
        descend(rule, height, state, end, values, &mut |amounts, values| {
            seen.clear();
            for &amount in amounts {
                let value = values[values.len() - amount as usize];
                if value != C::NOTHING {
                    seen.insert(Nimber::new(value.get().into()));
                }
            }
            C::new(seen.mex().size())
        });
    }
}

fn descend<C: Cell>(
    rule: &DigitRule,
    height: u32,
    state: u32,
    end: usize,
    values: &mut Vec<C>,
    value: &mut impl FnMut(&[u32], &[C]) -> C,
) {
    if values.len() >= end {
        return;
    }
    if height == 0 {
        let next = value(rule.amounts(state), values);
        values.push(next);
        return;
    }
    for digit in 0..rule.base() {
        descend(rule, height - 1, rule.successor(state, digit), end, values, value);
    }
}
