//! Periods with the values they repeat.

use std::fmt;

use num_bigint::BigUint;

use crate::theory::{BigNimber, Period, Values};

/// An (arithmetic) period together with the values before it and of its first run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodLaw {
    period: Period,
    /// As many as the preperiod and one period.
    values: Values,
}

impl PeriodLaw {
    /// The law of this period, with the values taken from the beginning of a table. `None` if they are too few, or
    /// if the period is 0.
    #[must_use]
    pub fn new(period: Period, values: &Values) -> Option<PeriodLaw> {
        let length = period.preperiod.checked_add(period.period)?;
        let enough = period.period > 0 && values.len() >= length;
        enough.then(|| PeriodLaw { period, values: values.iter().take(length).collect() })
    }

    /// The period.
    #[must_use]
    pub fn period(&self) -> Period {
        self.period
    }

    /// The values of the preperiod and of one period.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The value at n.
    #[must_use]
    pub fn value(&self, n: &BigUint) -> BigNimber {
        self.period.value(&self.values, n).expect("the values of one period are there")
    }

    /// The size of the value at n, if 128 bits have room for it.
    pub(crate) fn size_at(&self, n: u128) -> Option<u128> {
        let [preperiod, period] = [self.period.preperiod, self.period.period].map(|length| length as u128);
        let beyond = n.saturating_sub(preperiod);
        let (periods, place) = (beyond / period, n.min(preperiod) + beyond % period);
        let base = self.values.get(usize::try_from(place).ok()?)?.size();
        periods.checked_mul(self.period.saltus.into())?.checked_add(base.into())
    }

    /// The least n whose value in the table is not that of the law; `None` if there is none.
    #[must_use]
    pub fn first_failure(&self, values: &Values) -> Option<usize> {
        let Period { preperiod, period, saltus } = self.period;
        let known = preperiod + period;
        (0..values.len()).find(|&n| {
            let law = match n < known {
                true => self.values.get(n).map(|value| value.size()),
                // The values before n are those of the law already.
                false => values.get(n - period).and_then(|value| value.size().checked_add(saltus)),
            };
            law != values.get(n).map(|value| value.size())
        })
    }

    /// The n of the preperiod at which the value is not what the period, carried on downwards, gives.
    #[must_use]
    pub fn exceptions(&self) -> Vec<u64> {
        let Period { preperiod, period, saltus } = self.period;
        let size = |n: usize| self.values.get(n).map(|value| i128::from(value.size()));
        let differs = |&n: &usize| {
            let periods = (preperiod - n).div_ceil(period);
            let below = periods as i128 * i128::from(saltus);
            size(n + periods * period).map(|value| value - below) != size(n)
        };
        (0..preperiod).filter(differs).filter_map(|n| u64::try_from(n).ok()).collect()
    }
}

/// As an equation.
impl fmt::Display for PeriodLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Period { preperiod, period, saltus } = self.period;
        let plus = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
        write!(f, "g(n + {period}) = g(n){plus} for every n >= {preperiod}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::Nimber;

    #[test]
    fn knows_its_exceptions() {
        // Lasker's nim: from 1 on, 1 2 4 3 and 4 more each time.
        let values: Values = [0, 1, 2, 4, 3, 5, 6, 8].into_iter().map(Nimber::new).collect();
        let law = PeriodLaw::new(Period { preperiod: 1, period: 4, saltus: 4 }, &values).unwrap();
        assert_eq!(law.exceptions(), [0]);
        assert_eq!(law.value(&8_u32.into()), 7_u64.into());
        assert_eq!(law.to_string(), "g(n + 4) = g(n) + 4 for every n >= 1");
        assert_eq!(law.values().len(), 5);
        for n in 0..40_u128 {
            let value = law.value(&n.into()).to_nimber().unwrap();
            assert_eq!(law.size_at(n), Some(value.size().into()), "{n}");
        }
        assert_eq!(
            (law.first_failure(&values), law.first_failure(&Values::from(vec![0_u8, 1, 2, 4, 3, 5, 7]))),
            (None, Some(6))
        );
        assert_eq!(PeriodLaw::new(Period::plain(5, 4), &values), None);
        assert_eq!(PeriodLaw::new(Period::plain(5, 0), &values), None);
    }
}
