//! Periods of sequences, proposed from a table. Whether a proposal holds for
//! ever is a theorem's business: see the `proof` module.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::{BigNimber, Nimber, Values};

/// An (arithmetic) period: `g(n + period) = g(n) + saltus` for every
/// `n >= preperiod`, with the `+` of ordinary numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least `n` from which on the equation holds; heap 0 counts.
    pub preperiod: usize,
    /// The length of the period, at least 1.
    pub period: usize,
    /// What is added in each period; 0 for a plain period.
    pub saltus: u64,
}

impl Period {
    /// The value that this period gives at any `n`, from the values of the
    /// preperiod and of one period. `None` if `values` are too few for that, or
    /// the period is 0.
    #[must_use]
    pub fn value(&self, values: &Values, n: &BigUint) -> Option<BigNimber> {
        if self.period == 0 {
            return None;
        }
        let direct = n.to_usize().filter(|&n| n < self.preperiod.saturating_add(self.period));
        if let Some(n) = direct {
            return values.get(n).map(BigNimber::from);
        }
        let beyond = n - self.preperiod;
        let offset = (&beyond % self.period).to_usize()?;
        let periods = beyond / self.period;
        let base = values.get(self.preperiod + offset)?;
        Some(BigNimber::new(periods * self.saltus + base.size()))
    }

    /// Whether the equation holds wherever both sides are in `values`.
    #[must_use]
    pub fn holds_in(&self, values: &Values) -> bool {
        (self.preperiod..values.len().saturating_sub(self.period)).all(|n| self.agrees(values, n))
    }

    /// The same period with the least preperiod that `values` allow.
    #[must_use]
    pub fn with_least_preperiod(mut self, values: &Values) -> Period {
        while self.preperiod > 0 && self.agrees(values, self.preperiod - 1) {
            self.preperiod -= 1;
        }
        self
    }

    fn agrees(&self, values: &Values, n: usize) -> bool {
        match (values.get(n), values.get(n + self.period)) {
            (Some(now), Some(later)) => now.size().checked_add(self.saltus) == Some(later.size()),
            _ => false,
        }
    }
}

/// The least period with which `values` end, together with the least preperiod:
/// a proposal that holds in the table and says nothing of what lies beyond.
///
/// The period must have been seen to repeat over at least `evidence` values at
/// the end of the table (`values[n + period]` against `values[n]`). `None` if
/// there is no such period. Linear time: the border array of the reversed
/// differences (Knuth, Morris and Pratt 1977).
#[must_use]
pub fn propose_period(values: &Values, evidence: usize) -> Option<Period> {
    // An arithmetic period of the values is a plain period of their differences.
    let (end, period) = match values.as_bytes() {
        // Most tables: narrow numbers are compared much faster.
        Some(bytes) if !end_is_seen_before(bytes, evidence) => None,
        Some(bytes) => {
            let difference = |pair: &[u8]| i16::from(pair[1]) - i16::from(pair[0]);
            least_period_of_end(bytes.windows(2).rev().map(difference).collect(), evidence)
        }
        None => {
            let sizes: Vec<i128> = values.iter().map(|value| i128::from(value.size())).collect();
            let difference = |pair: &[i128]| pair[1] - pair[0];
            least_period_of_end(sizes.windows(2).rev().map(difference).collect(), evidence)
        }
    }?;
    let last = values.len() - 1;
    let (late, early) = (values.get(last)?, values.get(last.checked_sub(period)?)?);
    let saltus = late.size().checked_sub(early.size())?;
    let preperiod = last - end;
    Some(Period { preperiod, period, saltus }.with_least_preperiod(values))
}

/// Whether the last differences stand somewhere else in the table too, as they
/// do if it ends with a period. Some of them are enough to say no: where no law
/// shows, this is much quicker than the search.
fn end_is_seen_before(bytes: &[u8], evidence: usize) -> bool {
    const LOOKED_FOR: usize = 16;
    if evidence <= LOOKED_FOR || bytes.len() <= LOOKED_FOR {
        return true;
    }
    // Equal differences are equal modulo 256.
    let differences: Vec<u8> = bytes.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect();
    let Some((last, _)) = differences.as_rchunks::<LOOKED_FOR>().1.split_last() else { return true };
    let wanted = u128::from_le_bytes(*last);
    let before = &differences[..differences.len() - 1];
    before
        .windows(LOOKED_FOR)
        .any(|window| window.first_chunk().is_some_and(|window| u128::from_le_bytes(*window) == wanted))
}

/// How many of the first entries repeat with the least period that has the
/// evidence, and that period.
fn least_period_of_end<D: Copy + PartialEq>(entries: Vec<D>, evidence: usize) -> Option<(usize, usize)> {
    let length = entries.len();
    // borders[i]: the length of the longest proper border of the first i entries.
    let mut borders = vec![0usize; length + 1];
    let mut border = 0;
    for end in 1..length {
        while border > 0 && entries[border] != entries[end] {
            border = borders[border];
        }
        if entries[border] == entries[end] {
            border += 1;
        }
        borders[end + 1] = border;
    }
    // A prefix of length i with border b repeats with period i - b over b
    // entries; the least period with enough evidence wins.
    (1..=length)
        .filter(|&end| borders[end] > 0 && borders[end] + 1 >= evidence)
        .map(|end| (end, end - borders[end]))
        .min_by_key(|&(end, period)| (period, std::cmp::Reverse(end)))
}

impl Period {
    /// A plain period.
    #[must_use]
    pub const fn plain(preperiod: usize, period: usize) -> Period {
        Period { preperiod, period, saltus: 0 }
    }

    /// Whether nothing is added from period to period.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        self.saltus == 0
    }
}

/// Values of one period from a function: used where a law gives them.
impl Values {
    /// The first `length` values of `value`.
    pub fn of(length: usize, value: impl FnMut(usize) -> Nimber) -> Values {
        (0..length).map(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::random::Random;

    fn values(sizes: impl IntoIterator<Item = u64>) -> Values {
        sizes.into_iter().map(Nimber::new).collect()
    }

    #[test]
    fn finds_plain_and_arithmetic_periods() {
        let plain = values([7, 9].into_iter().chain((0..60).map(|n| n % 5)));
        assert_eq!(propose_period(&plain, 20), Some(Period { preperiod: 2, period: 5, saltus: 0 }));
        let rising = values((0..60u64).map(|n| n / 2));
        assert_eq!(propose_period(&rising, 20), Some(Period { preperiod: 0, period: 2, saltus: 1 }));
        let nim = values(0..50);
        assert_eq!(propose_period(&nim, 20), Some(Period { preperiod: 0, period: 1, saltus: 1 }));
        let squares = values((0..60u64).map(|n| n * n));
        assert_eq!(propose_period(&squares, 20), None);
        assert_eq!(propose_period(&Values::default(), 1), None);
    }

    #[test]
    fn a_proposed_period_holds_in_the_table() {
        let mut stream = Random::new(7);
        for round in 0..500usize {
            let mut random = |bound: u64| stream.below(bound);
            let (preperiod, period) = (random(20), 1 + random(12));
            let prefix: Vec<u64> = (0..preperiod + period).map(|_| random(4)).collect();
            let saltus = random(2);
            let sizes = (0..120u64).map(|n| {
                if n < preperiod {
                    prefix[usize::try_from(n).expect("small")]
                } else {
                    let offset = preperiod + (n - preperiod) % period;
                    prefix[usize::try_from(offset).expect("small")] + (n - preperiod) / period * saltus
                }
            });
            let table = values(sizes);
            let found = propose_period(&table, 40).expect("it repeats over 80 values");
            assert!(found.holds_in(&table), "round {round}: {found:?}");
            assert!(
                found.period as u64 <= period && found.preperiod as u64 <= preperiod,
                "round {round}: {found:?}"
            );
            for n in 0..table.len() {
                let value = found.value(&table, &BigUint::from(n)).expect("in the table");
                assert_eq!(value.to_nimber(), table.get(n), "round {round}, n = {n}");
            }
        }
    }
}
