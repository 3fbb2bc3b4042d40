//! Laws by the prime factors of n.

use std::fmt;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::PeriodLaw;
use super::factors::{least_prime_index, prime_factors};
use crate::theory::BigNimber;

/// A number that the prime factors of n determine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Feature {
    /// How many prime factors n has, each counted as often as it divides n.
    PrimeFactors,
    /// How many primes divide n.
    DistinctPrimes,
    /// Which prime the least prime factor is: 1 for 2, 2 for 3, 3 for 5. 0 and 1 have none.
    LeastPrimeIndex,
    /// The largest exponent of a prime; 0 for 1.
    LargestExponent,
}

impl Feature {
    /// All features.
    pub const ALL: [Feature; 4] =
        [Feature::PrimeFactors, Feature::DistinctPrimes, Feature::LeastPrimeIndex, Feature::LargestExponent];

    /// The feature of n; `None` if n has none, and if n is not factored easily.
    #[must_use]
    pub fn of(self, n: &BigUint) -> Option<u64> {
        let count = |count: usize| u64::try_from(count).ok();
        match self {
            Feature::LeastPrimeIndex => least_prime_index(n),
            Feature::PrimeFactors => count(prime_factors(n)?.len()),
            Feature::DistinctPrimes => count(prime_factors(n)?.chunk_by(BigUint::eq).count()),
            Feature::LargestExponent => {
                count(prime_factors(n)?.chunk_by(BigUint::eq).map(<[BigUint]>::len).max().unwrap_or(0))
            }
        }
    }
}

/// In words.
impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Feature::PrimeFactors => "the number of prime factors of n",
            Feature::DistinctPrimes => "the number of primes that divide n",
            Feature::LeastPrimeIndex => "the place of the least prime factor of n among the primes",
            Feature::LargestExponent => "the largest exponent of a prime in n",
        })
    }
}

/// A law that gives g(n) by a feature k of n, as the entry at k of a periodic sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiplicativeLaw {
    feature: Feature,
    by_feature: PeriodLaw,
}

impl MultiplicativeLaw {
    /// The law that g(n) is the value of `by_feature` at the feature of n.
    #[must_use]
    pub fn new(feature: Feature, by_feature: PeriodLaw) -> MultiplicativeLaw {
        MultiplicativeLaw { feature, by_feature }
    }

    /// What of n counts.
    #[must_use]
    pub fn feature(&self) -> Feature {
        self.feature
    }

    /// The values by the feature.
    #[must_use]
    pub fn by_feature(&self) -> &PeriodLaw {
        &self.by_feature
    }

    /// The value at n; `None` if n has no such feature, or is not factored easily.
    #[must_use]
    pub fn value(&self, n: &BigUint) -> Option<BigNimber> {
        Some(self.by_feature.value(&self.feature.of(n)?.into()))
    }
}

/// In words.
impl fmt::Display for MultiplicativeLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (feature, period) = (self.feature, self.by_feature.period());
        let first: Vec<u64> = self.by_feature.values().iter().map(|value| value.size()).collect();
        let beginning = |length: usize| {
            let list: Vec<String> = first.iter().take(length).map(ToString::to_string).collect();
            list.join(", ")
        };
        let base = first.get(period.preperiod).and_then(|base| base.to_i128());
        let rises = period.period == 1 && period.saltus == 1;
        match (rises, period.preperiod, base) {
            (true, 0, Some(0)) => write!(f, "g(n) is {feature}"),
            (true, 0, Some(base)) => write!(f, "g(n) is {base} more than {feature}"),
            (false, 0, _) if period.is_plain() && first.iter().copied().eq(0..first.len() as u64) => {
                write!(f, "g(n) is {feature}, modulo {}", period.period)
            }
            _ => {
                let (law, list) = (&self.by_feature, beginning(first.len()));
                let law =
                    law.to_string().replace("g(", "a(").replace("every n", "every k").replace("(n", "(k");
                write!(f, "g(n) = a(k), where k is {feature}, and a(0), a(1), ... = {list}; {law}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::{Nimber, Period, Values};

    fn law(feature: Feature, period: Period, values: &[u64]) -> MultiplicativeLaw {
        let values: Values = values.iter().copied().map(Nimber::new).collect();
        MultiplicativeLaw::new(feature, PeriodLaw::new(period, &values).unwrap())
    }

    #[test]
    fn speaks_and_computes() {
        let rising = Period { preperiod: 0, period: 1, saltus: 1 };
        let count = law(Feature::PrimeFactors, rising, &[0]);
        assert_eq!(count.to_string(), "g(n) is the number of prime factors of n");
        assert_eq!(count.value(&360_u32.into()), Some(6_u64.into()));
        assert_eq!(count.value(&0_u32.into()), None);
        let parity = law(Feature::PrimeFactors, Period::plain(0, 2), &[0, 1]);
        assert_eq!(parity.to_string(), "g(n) is the number of prime factors of n, modulo 2");
        assert_eq!(parity.value(&BigUint::from(2_u32).pow(1001)), Some(1_u64.into()));
        // Coprime amounts: even heaps lose.
        let coprime =
            law(Feature::LeastPrimeIndex, Period { preperiod: 2, period: 1, saltus: 1 }, &[0, 0, 2]);
        assert_eq!(
            [2_u32, 3, 5, 35].map(|n| coprime.value(&n.into()).unwrap().to_string()),
            ["0", "2", "3", "3"]
        );
        assert_eq!(coprime.value(&1_u32.into()), None);
        assert_eq!(
            coprime.to_string(),
            "g(n) = a(k), where k is the place of the least prime factor of n among the primes, and \
             a(0), a(1), ... = 0, 0, 2; a(k + 1) = a(k) + 1 for every k >= 2"
        );
        assert_eq!(Feature::DistinctPrimes.of(&360_u32.into()), Some(3));
        assert_eq!(Feature::LargestExponent.of(&360_u32.into()), Some(3));
        assert_eq!(Feature::LargestExponent.of(&1_u32.into()), Some(0));
    }
}
