//! Laws: statements about all values of a game, in a form that gives the value at any n.
//!
//! A law says nothing about how it was found, and nothing about whether it is true of some game: that
//! is what `proof` and the words of the one who states it are for.

mod automatic;
mod except;
mod factors;
mod formula;
mod minimal;
mod multiplicative;
mod period_law;
mod piecewise;
mod regular;

pub use automatic::AutomaticLaw;
pub use except::ExceptLaw;
#[cfg(test)]
pub(crate) use factors::prime_factors;
pub use formula::{Formula, Function, Operator};
pub use multiplicative::{Feature, MultiplicativeLaw};
pub use period_law::PeriodLaw;
pub use piecewise::{Growth, PiecewiseLaw};
pub use regular::{Combination, KernelRow, RegularLaw};

use std::fmt;

use num_bigint::{BigUint, Sign};

use super::{BigNimber, Values};

/// What the values of a game on heaps, or on single coins, are.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Law {
    /// From some n on each value is the one a period before it, or that and a saltus.
    Period(PeriodLaw),
    /// An automaton that reads the digits of n puts out g(n).
    Automatic(AutomaticLaw),
    /// A linear recurrence along the digits of n.
    Regular(RegularLaw),
    /// The prime factors of n tell g(n).
    Multiplicative(MultiplicativeLaw),
    /// Constant between break points that grow by a law.
    Piecewise(PiecewiseLaw),
    /// g(n) is an expression on n.
    Closed(Formula),
    /// One of the others, except at listed n.
    Except(ExceptLaw),
}

impl Law {
    /// The value that the law gives at n; `None` if it says nothing about this n, or if n is too hard to factor.
    #[must_use]
    pub fn value(&self, n: &BigUint) -> Option<BigNimber> {
        match self {
            Law::Period(law) => Some(law.value(n)),
            Law::Automatic(law) => Some(law.value(n).into()),
            Law::Regular(law) => law.value(n),
            Law::Multiplicative(law) => law.value(n),
            Law::Piecewise(law) => law.value(n),
            Law::Closed(formula) => match formula.value(n)?.into_parts() {
                (Sign::Minus, _) => None,
                (_, size) => Some(BigNimber::new(size)),
            },
            Law::Except(law) => law.value(n),
        }
    }

    /// The least n whose value in the table is not that of the law; `None` if there is none.
    #[must_use]
    pub fn first_failure(&self, values: &Values) -> Option<usize> {
        let differs = |n: usize| self.value(&n.into()) != values.get(n).map(BigNimber::from);
        match self {
            Law::Regular(law) => law.first_failure(values),
            Law::Period(law) => law.first_failure(values),
            Law::Closed(formula) => (0..values.len()).find(|&n| {
                let value = u64::try_from(n).ok().and_then(|n| formula.value_at(n));
                value != values.get(n).map(|value| value.size().into())
            }),
            _ => (0..values.len()).find(|&n| differs(n)),
        }
    }

    /// The name of its kind, as in the output of programs: `periodic`, `arithmetic-periodic`, `automatic`,
    /// `regular`, `multiplicative`, `piecewise` or `closed-form`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Law::Period(law) if law.period().is_plain() => "periodic",
            Law::Period(_) => "arithmetic-periodic",
            Law::Automatic(_) => "automatic",
            Law::Regular(_) => "regular",
            Law::Multiplicative(_) => "multiplicative",
            Law::Piecewise(_) => "piecewise",
            Law::Closed(_) => "closed-form",
            Law::Except(law) => law.rest().kind(),
        }
    }

    /// The law with the value at these n, ascending, put in by hand; the law itself if there are none.
    #[must_use]
    pub fn except(self, exceptions: Vec<(u64, super::Nimber)>) -> Law {
        if exceptions.is_empty() { self } else { Law::Except(ExceptLaw::new(self, exceptions)) }
    }
}

/// As a sentence on g.
impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Law::Period(law) => law.fmt(f),
            Law::Automatic(law) => law.fmt(f),
            Law::Regular(law) => law.fmt(f),
            Law::Multiplicative(law) => law.fmt(f),
            Law::Piecewise(law) => law.fmt(f),
            Law::Closed(formula) => write!(f, "g(n) = {formula}"),
            Law::Except(law) => law.fmt(f),
        }
    }
}
