//! Laws: statements about all values of a game, in a form that gives the value at any n.
//!
//! A law says nothing about how it was found, and nothing about whether it is true of some game: that
//! is what `proof` and the words of the one who states it are for.

mod automatic;
mod minimal;

pub use automatic::AutomaticLaw;

use std::fmt;

use num_bigint::BigUint;

use super::BigNimber;

/// What the values of a game on heaps, or on single coins, are.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Law {
    /// An automaton that reads the digits of n puts out g(n).
    Automatic(AutomaticLaw),
}

impl Law {
    /// The value that the law gives at n; `None` if it says nothing about this n.
    #[must_use]
    pub fn value(&self, n: &BigUint) -> Option<BigNimber> {
        match self {
            Law::Automatic(law) => Some(law.value(n).into()),
        }
    }

    /// The name of its kind, as in the output of programs: `automatic` and so on.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Law::Automatic(_) => "automatic",
        }
    }
}

/// As a sentence on g.
impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Law::Automatic(law) => law.fmt(f),
        }
    }
}
