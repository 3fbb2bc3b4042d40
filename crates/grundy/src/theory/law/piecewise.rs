//! Laws of values that are constant between break points.

use std::fmt;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive};

use super::PeriodLaw;
use crate::theory::BigNimber;

/// How the break points grow. They are counted from 0, and ascend.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Growth {
    /// b(k + 1) = factor * b(k) + summand from some k on; the points up to there are listed.
    Affine {
        /// The break points that the equation does not give, and one more.
        first: Vec<u64>,
        /// At least 1.
        factor: u64,
        /// What is added.
        summand: i64,
    },
    /// b(k + 2) = b(k + 1) + b(k) + summand; the two points it begins with, and those before.
    Fibonacci {
        /// The break points that the equation does not give, and two more.
        first: Vec<u64>,
        /// What is added.
        summand: i64,
    },
    /// b(k) = (second * k * k + first * k) / 2 + zeroth.
    Quadratic {
        /// The second difference.
        second: i64,
        /// Twice the rise of the linear part.
        first: i64,
        /// b(0).
        zeroth: u64,
    },
}

/// Points beyond this many are not counted one by one.
const MOST_COUNTED: usize = 1 << 20;

impl Growth {
    /// The break points in order, for ever, while they ascend.
    pub fn points(&self) -> impl Iterator<Item = BigInt> + '_ {
        let mut last: Option<BigInt> = None;
        let mut before: Option<BigInt> = None;
        (0_usize..).map_while(move |k| {
            let next = match self {
                Growth::Affine { first, factor, summand } => match first.get(k) {
                    Some(&listed) => listed.into(),
                    None => last.clone()? * *factor + *summand,
                },
                Growth::Fibonacci { first, summand } => match first.get(k) {
                    Some(&listed) => listed.into(),
                    None => last.clone()? + before.clone()? + *summand,
                },
                Growth::Quadratic { second, first, zeroth } => {
                    let k = BigInt::from(k);
                    (&k * &k * *second + k * *first) / 2 + *zeroth
                }
            };
            if last.as_ref().is_some_and(|last| *last >= next) {
                return None;
            }
            before = last.replace(next.clone());
            Some(next)
        })
    }

    /// How many break points are at most n. `None` if they do not ascend so far, or are too many to count.
    #[must_use]
    pub fn points_up_to(&self, n: &BigUint) -> Option<BigUint> {
        let n = BigInt::from(n.clone());
        if let Growth::Quadratic { second, .. } = self
            && *second > 0
        {
            return self.quadratic_count(&n);
        }
        for (count, point) in self.points().enumerate().take(MOST_COUNTED) {
            if point > n {
                return Some(count.into());
            }
        }
        None
    }

    /// By bisection: the points ascend from the first on.
    fn quadratic_count(&self, n: &BigInt) -> Option<BigUint> {
        let Growth::Quadratic { second, first, zeroth } = self else { return None };
        if *second <= 0 || *second + *first <= 0 {
            return None;
        }
        let point = |k: &BigInt| (k * k * *second + k * *first) / 2 + *zeroth;
        if point(&BigInt::ZERO) > *n {
            return Some(BigUint::ZERO);
        }
        let mut above = BigInt::one();
        while point(&above) <= *n {
            above *= 2;
        }
        let mut below = &above / 2;
        if above.is_one() {
            below = BigInt::ZERO;
        }
        while &above - &below > BigInt::one() {
            let middle = (&above + &below) / 2;
            if point(&middle) <= *n { below = middle } else { above = middle }
        }
        (!above.is_negative()).then(|| above.magnitude().clone())
    }
}

/// A law with constant values between break points: g(n) = a(k), k being the number of break points up to n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecewiseLaw {
    breaks: Growth,
    pieces: PeriodLaw,
}

impl PiecewiseLaw {
    /// The law with these break points, and with these values by the number of break points up to n.
    #[must_use]
    pub fn new(breaks: Growth, pieces: PeriodLaw) -> PiecewiseLaw {
        PiecewiseLaw { breaks, pieces }
    }

    /// Where the values change.
    #[must_use]
    pub fn breaks(&self) -> &Growth {
        &self.breaks
    }

    /// The values of the pieces in their order.
    #[must_use]
    pub fn pieces(&self) -> &PeriodLaw {
        &self.pieces
    }

    /// The value at n; `None` if the break points cannot be counted so far.
    #[must_use]
    pub fn value(&self, n: &BigUint) -> Option<BigNimber> {
        Some(self.pieces.value(&self.breaks.points_up_to(n)?))
    }
}

fn list(numbers: impl Iterator<Item = u64>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
}

fn signed(number: i64) -> String {
    match number {
        0 => String::new(),
        1.. => format!(" + {number}"),
        _ => format!(" - {}", number.unsigned_abs()),
    }
}

/// In words.
impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Growth::Affine { first, factor, summand } => {
                let begins = list(first.iter().copied());
                write!(f, "{begins}, ..., each {factor} times the one before{}", signed(*summand))
            }
            Growth::Fibonacci { first, summand } => {
                let begins = list(first.iter().copied());
                write!(f, "{begins}, ..., each the sum of the two before{}", signed(*summand))
            }
            Growth::Quadratic { second, .. } => {
                let begins = list(self.points().take(3).filter_map(|point| point.to_u64()));
                write!(f, "{begins}, ..., with the second difference {second}")
            }
        }
    }
}

/// In words.
impl fmt::Display for PiecewiseLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = list(self.pieces.values().iter().map(|value| value.size()));
        let period = self.pieces.period();
        let (length, saltus) = (period.period, signed(i64::try_from(period.saltus).unwrap_or(i64::MAX)));
        write!(f, "g is constant between the break points {}; the values are {values}, ...", self.breaks)?;
        write!(f, ", each the one {length} before{saltus}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::{Nimber, Period, Values};

    fn rising() -> PeriodLaw {
        let values: Values = [Nimber::ZERO].into_iter().collect();
        PeriodLaw::new(Period { preperiod: 0, period: 1, saltus: 1 }, &values).unwrap()
    }

    #[test]
    fn counts_break_points() {
        let squares = PiecewiseLaw::new(Growth::Quadratic { second: 2, first: 0, zeroth: 0 }, rising());
        let powers = PiecewiseLaw::new(Growth::Affine { first: vec![1], factor: 3, summand: 0 }, rising());
        let fibonacci = PiecewiseLaw::new(Growth::Fibonacci { first: vec![1, 2], summand: 0 }, rising());
        for n in 1..2000_u64 {
            let of = |law: &PiecewiseLaw| law.value(&n.into()).unwrap().to_nimber().unwrap().size();
            assert_eq!(of(&squares), n.isqrt() + 1);
            assert_eq!(of(&powers), u64::from(n.ilog(3)) + 1);
        }
        let huge = BigUint::from(10_u32).pow(1000);
        let root = BigUint::from(10_u32).pow(500) + 1_u32;
        assert_eq!(squares.value(&huge).unwrap().size(), &root);
        assert_eq!(powers.value(&BigUint::from(3_u32).pow(2000)), Some(2001_u64.into()));
        assert_eq!(fibonacci.value(&13_u32.into()), Some(6_u64.into()));
        assert_eq!(
            powers.to_string(),
            "g is constant between the break points 1, ..., each 3 times the one before; \
             the values are 0, ..., each the one 1 before + 1"
        );
    }
}
