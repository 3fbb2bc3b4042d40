//! Subtraction games whose amounts are an interval, however long.
//!
//! With amounts L..R and m = L + R the value of n is (n mod m) / L, rounded down:
//! docs/theory.md proves it. Nothing is computed beforehand, so R may be as large
//! as a heap; short intervals are served as well by a table.

use std::fmt;

use num_bigint::BigUint;

use super::periodic::continue_period;
use crate::ruleset::Halt;
use crate::theory::{BigNimber, Control, Nimber, Period, Values};

/// The law of the subtraction game on the amounts from `least` to `most`.
///
/// # Examples
///
/// ```
/// use grundy::engine::IntervalLaw;
///
/// // Take 1 to 10^12 counters: the remainder by 10^12 + 1.
/// let law = IntervalLaw::new(1, 1_000_000_000_000).unwrap();
/// assert_eq!(law.value(&1_000_000_000_005u64.into()), 4u64.into());
/// assert!(IntervalLaw::new(3, 2).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntervalLaw {
    least: u64,
    most: u64,
}

impl IntervalLaw {
    /// The law for the amounts `least..=most`; none if there is no amount or 0 is
    /// one of them, or if an amount exceeds 2^63 - 1.
    #[must_use]
    pub fn new(least: u64, most: u64) -> Option<IntervalLaw> {
        (1 <= least && least <= most && most < 1 << 63).then_some(IntervalLaw { least, most })
    }

    /// The least and the largest amount.
    pub(crate) fn amounts(self) -> (u64, u64) {
        (self.least, self.most)
    }

    /// The length of the period.
    fn period(self) -> u64 {
        // Both are below 2^63.
        self.least + self.most
    }

    /// The value of a heap of any size.
    #[must_use]
    pub fn value(self, heap: &BigUint) -> BigNimber {
        BigNimber::new(heap % self.period() / self.least)
    }

    /// The value of a heap of 64 bits.
    #[must_use]
    pub fn nimber(self, heap: u64) -> Nimber {
        Nimber::new(heap % self.period() / self.least)
    }

    /// The values of the heaps `from` to `to`, both included: one period of them,
    /// and copies of it.
    ///
    /// # Errors
    ///
    /// What `control` says, of the memory above all.
    pub fn table(self, from: u64, to: u64, control: &Control) -> Result<Values, Halt> {
        const BATCH: u64 = 1 << 16;
        let count = to.saturating_sub(from).saturating_add(1);
        let width = match self.most / self.least {
            0..=255 => 1,
            256..=65_535 => 2,
            _ => 8,
        };
        control.reserve(count.saturating_mul(width))?;
        let mut values = Values::default();
        values.reserve_within(usize::try_from(count).unwrap_or(usize::MAX), control)?;
        for (done, heap) in (0..self.period().min(count)).zip(from..) {
            if done.is_multiple_of(BATCH) {
                control.check()?;
                control.report(done, Some(count));
            }
            values.push_within(self.nimber(heap), control)?;
        }
        if let (Ok(period), Ok(length)) = (usize::try_from(self.period()), usize::try_from(count))
            && period < length
        {
            continue_period(&mut values, Period::plain(0, period), length, control)?;
        }
        Ok(values)
    }
}

/// As a formula for people.
impl fmt::Display for IntervalLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let period = self.period();
        match self.least {
            1 => write!(f, "g(n) = n % {period}"),
            least => write!(f, "g(n) = n % {period} / {least}, rounded down"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Table;
    use crate::ruleset::SubtractionSet;
    use crate::theory::Stopped;

    #[test]
    fn every_short_interval_has_the_values_of_the_definition() {
        for least in 1..12 {
            for most in least..25 {
                let rules = SubtractionSet::finite(least..=most).unwrap();
                let mut table = Table::new(&rules);
                table.advance(150, &Control::default()).unwrap();
                let law = IntervalLaw::new(least, most).unwrap();
                assert_eq!(
                    law.table(0, 150, &Control::default()).as_ref(),
                    Ok(table.values()),
                    "{least}..{most}"
                );
                assert_eq!(law.value(&97u32.into()), table.values().get(97).unwrap().into());
            }
        }
    }

    #[test]
    fn limits_and_edges() {
        assert!(IntervalLaw::new(0, 5).is_none() && IntervalLaw::new(1, 1 << 63).is_none());
        let law = IntervalLaw::new((1 << 63) - 1, (1 << 63) - 1).unwrap();
        assert_eq!((law.nimber(u64::MAX - 1), law.nimber((1 << 63) - 1)), (Nimber::ZERO, Nimber::new(1)));
        let small = Control::default().with_memory_limit(10);
        assert!(matches!(law.table(0, 100, &small), Err(Halt::Stopped(Stopped::MemoryLimit { .. }))));
    }
}
