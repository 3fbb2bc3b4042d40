//! Values of positions from which play may go on for ever.
//!
//! A position with such a value either behaves like a heap of nim in every sum,
//! or neither player needs to lose there unless the other can move to a position
//! that wins at once: ∞(K), where K holds the finite values among the options
//! (Smith 1966; Fraenkel and Perl 1975; docs/theory.md, section on loopy play).

use std::collections::BTreeSet;
use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use super::{BigNimber, Nimber, Outcome};

/// The value of a position in loopy play.
///
/// # Examples
///
/// ```
/// use grundy::theory::LoopyValue;
/// use grundy::{Nimber, Outcome};
///
/// let endless = LoopyValue::infinite([0, 2].map(Nimber::new));
/// assert_eq!(endless.to_string(), "inf{0,2}");
/// assert_eq!(endless.outcome(), Outcome::N);
/// // Beside a heap of 1 nobody can win: 1 is not among the values of its options.
/// assert_eq!((endless + LoopyValue::Finite(Nimber::new(1))).outcome(), Outcome::D);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LoopyValue {
    /// A heap of nim of this size.
    Finite(Nimber),
    /// No such heap; the set holds the finite values among the options.
    Infinite(BTreeSet<Nimber>),
}

impl LoopyValue {
    /// ∞(K) for the values K.
    #[must_use]
    pub fn infinite(values: impl IntoIterator<Item = Nimber>) -> LoopyValue {
        LoopyValue::Infinite(values.into_iter().collect())
    }

    /// Who wins a position with this value.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            LoopyValue::Finite(value) => Outcome::of(&BigNimber::from(*value)),
            LoopyValue::Infinite(values) if values.contains(&Nimber::ZERO) => Outcome::N,
            LoopyValue::Infinite(_) => Outcome::D,
        }
    }

    /// The size of the heap, if it is one.
    #[must_use]
    pub fn finite(&self) -> Option<Nimber> {
        match self {
            LoopyValue::Finite(value) => Some(*value),
            LoopyValue::Infinite(_) => None,
        }
    }
}

/// The value of a sum. From two endless components nobody needs to lose.
impl Add for LoopyValue {
    type Output = LoopyValue;

    fn add(self, other: LoopyValue) -> LoopyValue {
        match (self, other) {
            (LoopyValue::Finite(a), LoopyValue::Finite(b)) => LoopyValue::Finite(a + b),
            (LoopyValue::Infinite(values), LoopyValue::Finite(shift))
            | (LoopyValue::Finite(shift), LoopyValue::Infinite(values)) => {
                LoopyValue::infinite(values.into_iter().map(|value| value + shift))
            }
            (LoopyValue::Infinite(_), LoopyValue::Infinite(_)) => LoopyValue::infinite([]),
        }
    }
}

impl Sum for LoopyValue {
    fn sum<I: Iterator<Item = LoopyValue>>(values: I) -> LoopyValue {
        values.fold(LoopyValue::Finite(Nimber::ZERO), Add::add)
    }
}

/// `3`, `inf{0,2}` or `inf{}`.
impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoopyValue::Finite(value) => value.fmt(f),
            LoopyValue::Infinite(values) => {
                f.write_str("inf{")?;
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        f.write_str(",")?;
                    }
                    value.fmt(f)?;
                }
                f.write_str("}")
            }
        }
    }
}
