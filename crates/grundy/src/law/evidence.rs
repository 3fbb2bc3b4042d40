//! What is asked of a law before it is offered.

use num_bigint::BigUint;

use crate::theory::{Law, Values};

/// What a table must show for a law.
///
/// A law is fitted to the beginning of the table, and must hold in all of it. No share of unseen values makes a law safe: an
/// infinite set of amounts may bring in a new one where the table ends. So the caller says what new
/// things the rule brings in, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// A law is fitted to at most one part of the table in so many. A preperiod may be a fourth of that.
    pub share: usize,
    /// How many values more than it has unknowns each relation of a regular law must agree with.
    pub spare: usize,
    /// How many times the period must go into the table. More than any number that the rule divides heaps by:
    /// `n -> n / 10 if n % 10 == 0` has period 100 up to 999.
    pub repeats: usize,
    /// What the rule brings in as n grows.
    pub novelty: Novelty,
}

/// Where something new enters a rule: an amount that is taken from no smaller heap, a bound, a number it names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Novelty {
    /// Nothing is known to enter, or something at every n.
    #[default]
    None,
    /// Nothing new after this n. The law is fitted to more values than these.
    Until(u64),
    /// At all these n, ascending, and others after them: powers of 7, if the rule takes `ilog(n, 7)`. Of them, two more
    /// than the period is long must lie in the table beyond the values that the law is fitted to; for laws of other
    /// kinds 8.
    Endless(Vec<u64>),
    /// Amounts, ascending, that may be taken from every heap that has as many, and others after them: powers,
    /// factorials. Two must lie in the table beyond the values that the law is fitted to; and those beyond the table, as far as they are listed, must not lead from a heap to
    /// one that has the same value by the law. Factorials show why: 0 1 2 0 1 2 3 0 1 2 ... has period 25
    /// up to 5049, though it was shown by 50 values, and agrees with both 120 and 720.
    Amounts(Vec<u64>),
}

impl Default for Evidence {
    /// A quarter of the table to fit to, a sixteenth for the preperiod, 40 spare values, 17 periods: docs/theory.md, section 14.4,
    /// says why.
    fn default() -> Evidence {
        Evidence { share: 4, spare: 40, repeats: 17, novelty: Novelty::None }
    }
}

/// How many amounts beyond the table are looked at, and how many heaps that they may leave where a law is no period.
const MOST_AMOUNTS: usize = 1000;
const MOST_LEFT: usize = 64;

/// Shorter tables show nothing.
const LEAST: usize = 64;

impl Evidence {
    /// For candidates that a theorem will be asked about: half of the table to fit to. They are no laws by
    /// themselves.
    #[must_use]
    pub fn for_a_theorem() -> Evidence {
        Evidence { share: 2, repeats: 2, ..Evidence::default() }
    }

    /// With what is known of the rule.
    #[must_use]
    pub fn with_novelty(mut self, novelty: Novelty) -> Evidence {
        self.novelty = novelty;
        self
    }

    /// How many of so many values a law with these unknowns may be fitted to; `None` if the table is too short.
    pub(super) fn fit(&self, length: usize, unknowns: usize) -> Option<usize> {
        if length < LEAST {
            return None;
        }
        let share = length / self.share.max(2);
        let (entering, needed) = match &self.novelty {
            Novelty::None => return Some(share),
            Novelty::Until(last) => {
                return usize::try_from(*last).is_ok_and(|last| last < share).then_some(share);
            }
            Novelty::Endless(entering) => (entering, unknowns.saturating_add(2)),
            Novelty::Amounts(entering) => (entering, 2),
        };
        let inside = entering.iter().filter_map(|&n| usize::try_from(n).ok()).filter(|&n| n < length);
        inside.rev().nth(needed - 1).map(|earliest| share.min(earliest))
    }

    /// Whether the law can hold for amounts beyond the table: no heap has an option of its own value.
    pub(super) fn allows(&self, law: &Law, values: &Values) -> bool {
        let Novelty::Amounts(amounts) = &self.novelty else { return true };
        let length = u64::try_from(values.len()).unwrap_or(u64::MAX);
        let lefts = match law {
            Law::Period(law) => law.values().len(),
            _ => values.len().min(MOST_LEFT),
        };
        let beyond = amounts.iter().filter(|amount| **amount >= length).take(MOST_AMOUNTS);
        beyond.into_iter().all(|&amount| {
            (0_u64..).zip(values.iter().take(lefts)).all(|(left, value)| match law {
                Law::Period(law) => {
                    law.size_at(u128::from(amount) + u128::from(left)) != Some(value.size().into())
                }
                _ => law.value(&(BigUint::from(amount) + left)) != Some(value.into()),
            })
        })
    }

    /// The longest period in a table of so many values.
    pub(super) fn period(&self, length: usize) -> usize {
        length / self.repeats.max(1)
    }

    /// The longest preperiod in a table of so many values.
    pub(super) fn preperiod(&self, length: usize) -> usize {
        length / self.share.max(2).saturating_mul(4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::{Nimber, Period, PeriodLaw};

    #[test]
    fn laws_are_fitted_before_the_last_two_new_things() {
        let with = |novelty| Evidence::default().with_novelty(novelty).fit(1000, 0);
        assert_eq!(with(Novelty::None), Some(250));
        assert_eq!((with(Novelty::Until(249)), with(Novelty::Until(250))), (Some(250), None));
        assert_eq!(with(Novelty::Endless(vec![1, 2, 6, 24, 120, 720, 5040])), Some(120));
        assert_eq!(with(Novelty::Endless(vec![1, 100, 400, 900])), Some(250));
        assert_eq!(with(Novelty::Endless(vec![1, 5000])), None);
        assert_eq!(Evidence::default().fit(63, 0), None);
        let powers = Evidence::default().with_novelty(Novelty::Endless((0..20).map(|k| 1 << k).collect()));
        // 512, 256, 128, ..., 8
        assert_eq!((powers.fit(1000, 5), powers.fit(1000, 9)), (Some(8), None));
    }

    #[test]
    fn amounts_beyond_the_table_may_refute_a_law() {
        let values: Values = (0..100).map(|n| Nimber::new(n % 3)).collect();
        let law = Law::Period(PeriodLaw::new(Period::plain(0, 3), &values).unwrap());
        let allows = |amounts: &[u64]| {
            Evidence::default().with_novelty(Novelty::Amounts(amounts.to_vec())).allows(&law, &values)
        };
        assert!(allows(&[1, 2, 4, 8, 16, 32, 64, 128, 1 << 63]));
        assert!(allows(&[1, 2, 3]), "what is in the table has been seen there");
        assert!(!allows(&[1, 2, 4, 8, 3 << 60]));
    }
}
