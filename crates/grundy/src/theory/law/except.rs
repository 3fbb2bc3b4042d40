//! Laws that hold but for a few n.

use std::fmt;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::Law;
use crate::theory::{BigNimber, Nimber};

/// A law, and the values at some n where it does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExceptLaw {
    rest: Box<Law>,
    /// Ascending by n.
    exceptions: Vec<(u64, Nimber)>,
}

impl ExceptLaw {
    /// A law everywhere but at these n.
    #[must_use]
    pub fn new(rest: Law, mut exceptions: Vec<(u64, Nimber)>) -> ExceptLaw {
        exceptions.sort_unstable();
        ExceptLaw { rest: Box::new(rest), exceptions }
    }

    /// What holds elsewhere.
    #[must_use]
    pub fn rest(&self) -> &Law {
        &self.rest
    }

    /// The n where it does not hold, ascending, and the values there.
    #[must_use]
    pub fn exceptions(&self) -> &[(u64, Nimber)] {
        &self.exceptions
    }

    /// The value at n.
    #[must_use]
    pub fn value(&self, n: &BigUint) -> Option<BigNimber> {
        let listed = n.to_u64().and_then(|n| self.exceptions.iter().find(|(at, _)| *at == n));
        match listed {
            Some(&(_, value)) => Some(value.into()),
            None => self.rest.value(n),
        }
    }
}

/// The law, and the values it does not give.
impl fmt::Display for ExceptLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list: Vec<String> =
            self.exceptions.iter().map(|(n, value)| format!("g({n}) = {value}")).collect();
        write!(f, "{}, but {}", self.rest, list.join(", "))
    }
}
