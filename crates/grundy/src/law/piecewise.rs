//! Values that are constant between break points that grow by a law.

use super::multiplicative::small_period;
use crate::theory::{Growth, Law, PiecewiseLaw, Values};

/// How many break points a law must give beyond those that it begins with.
const PREDICTED: usize = 8;

/// So many break points at the beginning may be out of order.
const MOST_BEFORE: usize = 3;

/// The law of the break points and of the values between them, fitted to the first `fit` values.
pub(super) fn find(values: &Values, fit: usize) -> Option<Law> {
    // As many breaks as square roots have, and a few more; others are no pieces.
    let most = values.len().isqrt().saturating_mul(4);
    let mut breaks: Vec<u64> = Vec::new();
    let mut pieces: Values = values.get(0).into_iter().collect();
    for n in 1..values.len() {
        if values.get(n) != values.get(n - 1) {
            breaks.push(u64::try_from(n).ok()?);
            pieces.push(values.get(n)?);
            if breaks.len() > most {
                return None;
            }
        }
    }
    // No law is fitted to later points than this.
    let last_fitted = usize::try_from(*breaks.get(MOST_BEFORE + 2)?).ok()?;
    if last_fitted >= fit {
        return None;
    }
    let growth = [quadratic, affine, fibonacci].into_iter().find_map(|fit| fit(&breaks))?;
    // The next point must lie beyond the table, which has not seen it.
    let next = growth.points().nth(breaks.len())?;
    let by_piece = small_period(&pieces, pieces.len().div_ceil(2))?;
    let law = Law::Piecewise(PiecewiseLaw::new(growth, by_piece));
    (next >= values.len().into()).then_some(law)
}

fn wide(number: u64) -> i128 {
    number.into()
}

fn affine(breaks: &[u64]) -> Option<Growth> {
    let from = |start: usize| {
        let [a, b, c, ..] = *breaks.get(start..)? else { return None };
        let factor = (c - b) / (b - a);
        let summand = wide(b) - wide(factor) * wide(a);
        let holds = |pair: &[u64]| wide(factor) * wide(pair[0]) + summand == wide(pair[1]);
        let grows = factor >= 2 && breaks[start..].windows(2).all(holds);
        let summand = i64::try_from(summand).ok().filter(|_| grows)?;
        Some(Growth::Affine { first: breaks[..=start].to_vec(), factor, summand })
    };
    (0..=MOST_BEFORE).filter(|start| breaks.len() >= start + 3 + PREDICTED).find_map(from)
}

fn fibonacci(breaks: &[u64]) -> Option<Growth> {
    let from = |start: usize| {
        let [a, b, c, ..] = *breaks.get(start..)? else { return None };
        let summand = wide(c) - wide(b) - wide(a);
        let holds = |three: &[u64]| wide(three[0]) + wide(three[1]) + summand == wide(three[2]);
        let grows = breaks[start..].windows(3).all(holds);
        let summand = i64::try_from(summand).ok().filter(|_| grows)?;
        Some(Growth::Fibonacci { first: breaks[..start + 2].to_vec(), summand })
    };
    (0..=MOST_BEFORE).filter(|start| breaks.len() >= start + 3 + PREDICTED).find_map(from)
}

fn quadratic(breaks: &[u64]) -> Option<Growth> {
    let [a, b, c, ..] = *breaks else { return None };
    if breaks.len() < 3 + PREDICTED {
        return None;
    }
    let second = wide(c) - 2 * wide(b) + wide(a);
    let holds = |three: &[u64]| wide(three[2]) - 2 * wide(three[1]) + wide(three[0]) == second;
    if second <= 0 || !breaks.windows(3).all(holds) {
        return None;
    }
    // b(1) - b(0) = (second + first) / 2
    let first = 2 * (wide(b) - wide(a)) - second;
    Some(Growth::Quadratic { second: second.try_into().ok()?, first: first.try_into().ok()?, zeroth: a })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::Nimber;

    fn found(length: u64, value: impl Fn(u64) -> u64) -> Option<String> {
        let values: Values = (0..length).map(|n| Nimber::new(value(n))).collect();
        let law = find(&values, values.len() / 4)?;
        for n in 0..length {
            assert_eq!(law.value(&n.into()), Some(value(n).into()), "{n}");
        }
        Some(law.to_string())
    }

    #[test]
    fn knows_how_break_points_grow() {
        let says = |text: Option<String>, part: &str| {
            assert!(text.is_some_and(|text| text.contains(part)), "{part}")
        };
        says(found(1000, u64::isqrt), "1, 4, 9, ..., with the second difference 2");
        says(found(1000, |n| n.isqrt() % 3), "the values are 0, 1, 2, ..., each the one 3 before");
        says(
            found(100_000, |n| n.checked_ilog(2).unwrap_or(0).into()),
            "2, ..., each 2 times the one before",
        );
        let fibonacci = |n: u64| {
            let (mut a, mut b, mut k) = (1, 2, 0);
            while a <= n {
                (a, b, k) = (b, a + b, k + 1);
            }
            k
        };
        says(found(10_000, |n| fibonacci(n) % 2), "1, 2, ..., each the sum of the two before");
        assert_eq!(found(1000, |n| u64::from(n >= 999)), None);
        assert_eq!(found(1000, |n| n % 7), None);
        // Too few break points, and such as are not predicted.
        assert_eq!(found(100, |n| n.checked_ilog(2).unwrap_or(0).into()), None);
        assert_eq!(found(1000, |n| (n + u64::from(n > 300)).isqrt()), None);
    }
}
