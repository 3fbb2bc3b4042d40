//! Laws by the prime factors of n.

use crate::theory::{
    Control, Feature, Law, MultiplicativeLaw, Nimber, Period, PeriodLaw, Stopped, Values, propose_period,
};

/// Shorter tables show too little of the primes.
const LEAST: usize = 200;

/// Exceptions are 0 and 1 at most.
const LAST_EXCEPTION: usize = 2;

/// Values by a feature have at most this preperiod and this period.
const MOST_BEFORE: usize = 2;
const MOST_PERIOD: usize = 4;

/// The first feature by which the values can be told, with a law fitted to the first `fit` of them.
pub(super) fn find(values: &Values, fit: usize, control: &Control) -> Result<Option<Law>, Stopped> {
    if values.len() < LEAST {
        return Ok(None);
    }
    control.reserve(u64::try_from(values.len()).unwrap_or(u64::MAX).saturating_mul(24))?;
    let Some(least) = least_factors(values.len()) else { return Ok(None) };
    for feature in Feature::ALL {
        control.check()?;
        let features = features(feature, &least);
        if let Some(law) = by_feature(values, fit, feature, &features) {
            let is_exception = |&(n, value): &(u64, Nimber)| law.value(&n.into()) != Some(value.into());
            let exceptions = (0_u64..).zip(values.iter().take(LAST_EXCEPTION)).filter(is_exception).collect();
            return Ok(Some(Law::Multiplicative(law).except(exceptions)));
        }
    }
    Ok(None)
}

/// By n below the length its least prime factor, that of 0 and 1 being 0.
fn least_factors(length: usize) -> Option<Vec<u32>> {
    u32::try_from(length).ok()?;
    let mut least = vec![0_u32; length];
    for n in 2..length {
        if least[n] == 0 {
            let prime = u32::try_from(n).ok()?;
            (n..length).step_by(n).for_each(|multiple| {
                if least[multiple] == 0 {
                    least[multiple] = prime;
                }
            });
        }
    }
    Some(least)
}

/// By n the feature; of 0 and 1 some number, as they may be exceptions.
fn features(feature: Feature, least: &[u32]) -> Vec<u32> {
    let mut features = vec![0_u32; least.len()];
    // The exponent of the least prime, and the primes so far.
    let mut exponents = vec![0_u32; least.len()];
    let mut primes = 0;
    for n in 2..least.len() {
        let prime = least[n];
        let Ok(divisor) = usize::try_from(prime) else { break };
        let rest = n / divisor;
        let again = least[rest] == prime;
        exponents[n] = if again { exponents[rest] + 1 } else { 1 };
        features[n] = match feature {
            Feature::PrimeFactors => features[rest] + 1,
            Feature::DistinctPrimes => features[rest] + u32::from(!again),
            Feature::LargestExponent => features[rest].max(exponents[n]),
            Feature::LeastPrimeIndex if divisor == n => {
                primes += 1;
                primes
            }
            Feature::LeastPrimeIndex => features[divisor],
        };
    }
    features
}

fn by_feature(values: &Values, fit: usize, feature: Feature, features: &[u32]) -> Option<MultiplicativeLaw> {
    // The value of each feature; `first` counts how many of them the fit shows.
    let mut entries: Vec<Option<Nimber>> = Vec::new();
    let mut fitted = 0;
    for n in LAST_EXCEPTION..values.len() {
        let (k, value) = (usize::try_from(*features.get(n)?).ok()?, values.get(n)?);
        if k >= entries.len() {
            entries.resize(k + 1, None);
        }
        match entries[k] {
            None => entries[k] = Some(value),
            Some(before) if before == value => {}
            Some(_) => return None,
        }
        if n < fit {
            fitted = entries.len();
        }
    }
    // Features begin with 1, or 0 for n = 1 only, which is told by the law or an exception.
    let own = values.get(1);
    let mut entries: Vec<Nimber> = entries.into_iter().skip(1).collect::<Option<_>>()?;
    let with_zero = own.into_iter().chain(entries.iter().copied()).collect::<Vec<_>>();
    let first = *entries.first()?;
    entries.insert(0, first);
    // If 1 fits in, so much the better.
    [with_zero, entries].into_iter().find_map(|entries| {
        let table: Values = entries.iter().copied().collect();
        let law = small_period(&table, fitted)?;
        let constant = law.period().period == 1 && law.period().saltus == 0;
        (!constant).then(|| MultiplicativeLaw::new(feature, law))
    })
}

/// A period with a preperiod of a few values, shown twice by the first `fit` of them, in the whole of a short table.
pub(super) fn small_period(table: &Values, fit: usize) -> Option<PeriodLaw> {
    let least = table.len().checked_sub(MOST_BEFORE + MOST_PERIOD)?;
    let period = propose_period(table, least.max(1))?;
    let Period { preperiod, period: length, .. } = period;
    let early = preperiod <= MOST_BEFORE && length <= MOST_PERIOD && preperiod + 2 * length < fit;
    early.then(|| PeriodLaw::new(period, table)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::prime_factors;

    #[test]
    fn the_sieve_knows_the_features() {
        let least = least_factors(3000).unwrap();
        for feature in Feature::ALL {
            let features = features(feature, &least);
            for n in 2..3000_u32 {
                let expected = feature.of(&n.into()).unwrap();
                assert_eq!(u64::from(features[usize::try_from(n).unwrap()]), expected, "{feature}: {n}");
            }
        }
    }

    fn found(length: u32, value: impl Fn(u32) -> u64) -> Option<Law> {
        let values: Values = (0..length).map(|n| Nimber::new(value(n))).collect();
        find(&values, values.len() / 4, &Control::default()).unwrap()
    }

    #[test]
    fn tells_counts_of_primes() {
        let count = |n: u32| prime_factors(&n.into()).map_or(0, |factors| factors.len() as u64);
        let law = found(2000, count).unwrap();
        assert_eq!(law.to_string(), "g(n) is the number of prime factors of n, but g(0) = 0");
        let law = found(2000, |n| count(n) % 2).unwrap();
        assert_eq!(law.to_string(), "g(n) is the number of prime factors of n, modulo 2, but g(0) = 0");
        assert_eq!(found(2000, |n| count(n) + u64::from(n == 1999)), None);
        assert_eq!(found(2000, |n| count(n) * count(n)), None);
        assert_eq!(found(150, count), None);
    }
}
