//! Periods that a table shows.

use super::Evidence;
use crate::theory::{Period, PeriodLaw, Values, propose_period};

/// The least period with the least preperiod, and how many values show it twice; `None` if the evidence
/// is not enough.
pub(super) fn find(values: &Values, evidence: &Evidence) -> Option<(PeriodLaw, usize)> {
    let length = values.len();
    let repeated = length.checked_sub(evidence.fit(length, 0)?)?;
    let period = propose_period(values, repeated.max(1))?;
    let found_on = period.preperiod.checked_add(period.period.checked_mul(2)?)?;
    let early = found_on <= evidence.fit(length, period.period)?
        && period.preperiod <= evidence.preperiod(length)
        && period.period <= evidence.period(length);
    if !early || is_calm(period, length) {
        return None;
    }
    Some((PeriodLaw::new(period, values)?, found_on))
}

/// Whether the period only says that nothing has changed for a while. Where changes come ever
/// more rarely, as they do if a move takes between the fourth root and the square root of a heap, that says little:
/// its values change at 4, 16, 82, 6724, 50626 and 2562991876. So the wait must be by the fourth power.
fn is_calm(period: Period, length: usize) -> bool {
    period.period == 1 && period.preperiod.checked_pow(4).is_none_or(|needed| needed > length)
}

/// Whether the table ends with a long calm, though not long enough.
pub(super) fn ends_too_calmly(values: &Values) -> bool {
    let (Some(last), Some(before)) = (end_difference(values, 1), end_difference(values, 2)) else {
        return false;
    };
    if last != before {
        return false;
    }
    let calm = (1..values.len()).take_while(|&back| end_difference(values, back) == Some(last)).count();
    let preperiod = values.len() - 1 - calm;
    preperiod.saturating_mul(16) <= values.len() && is_calm(Period::plain(preperiod, 1), values.len())
}

fn end_difference(values: &Values, back: usize) -> Option<i128> {
    let at = values.len().checked_sub(back)?;
    let (late, early) = (values.get(at)?, values.get(at.checked_sub(1)?)?);
    Some(i128::from(late.size()) - i128::from(early.size()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::Nimber;

    fn found(length: u64, value: impl Fn(u64) -> u64) -> Option<(Period, usize)> {
        let values: Values = (0..length).map(|n| Nimber::new(value(n))).collect();
        let (law, found_on) = find(&values, &Evidence::default())?;
        Some((law.period(), found_on))
    }

    #[test]
    fn asks_for_more_than_a_preperiod() {
        let late = |start: u64| move |n: u64| if n < start { n * n % 7 } else { n % 5 };
        assert_eq!(found(1000, late(60)), Some((Period::plain(60, 5), 70)));
        assert_eq!(found(1000, late(70)), None);
        assert_eq!(found(1000, |n| n % 58), Some((Period::plain(0, 58), 116)));
        assert_eq!(found(1000, |n| n % 59), None);
    }

    /// `n / base` if it divides.
    fn zeros_at_end(n: u64, base: u64) -> u64 {
        if n == 0 || !n.is_multiple_of(base) { 0 } else { 1 - zeros_at_end(n / base, base) }
    }

    #[test]
    fn digits_do_not_pass_for_periods() {
        for base in 2..=16 {
            for length in [100, 500, 999, 1000, 1001, 1331, 1700, 2000, 4095, 4096, 4097, 10_000] {
                assert_eq!(found(length, |n| zeros_at_end(n, base)), None, "{base}, {length}");
            }
        }
    }

    #[test]
    fn a_calm_is_no_period() {
        let calm = |start: u64| move |n: u64| u64::from(n >= start);
        assert_eq!(found(1000, calm(5)), Some((Period::plain(5, 1), 7)));
        assert_eq!(found(1000, calm(6)), None);
        assert_eq!(found(1000, |n| n.saturating_sub(6)), None);
        let values: Values = (0..1000).map(|n| Nimber::new(calm(60)(n))).collect();
        assert!(ends_too_calmly(&values));
    }
}
