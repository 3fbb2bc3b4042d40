//! Infinite sequences of amounts: powers, polynomials, factorials, Fibonacci
//! numbers, primes.
//!
//! A sequence answers two questions: its members up to a bound, and which
//! residues modulo p members beyond a bound can have. The second is what
//! theorems about all n need; it is answered exactly, or with a superset where
//! that is said.

mod members;
mod residues;
#[cfg(test)]
mod tests;

use std::fmt;

/// An infinite sequence of amounts, ascending from a first member of at least 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sequence(Kind);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Kind {
    /// `scale * base**k + offset` for k = 0, 1, ...
    Powers { scale: u64, base: u64, offset: i64 },
    /// The first member and its forward differences. The later members follow
    /// by additions: each difference grows by the next one.
    Polynomial { differences: Vec<u64> },
    /// 1, 2, 6, 24, ...
    Factorials,
    /// 1, 2, 3, 5, 8, ...
    Fibonacci,
    /// 2, 3, 5, 7, ...
    Primes,
}

impl Sequence {
    /// 1, 2, 6, 24, ...
    pub const FACTORIALS: Sequence = Sequence(Kind::Factorials);
    /// 1, 2, 3, 5, 8, ...
    pub const FIBONACCI: Sequence = Sequence(Kind::Fibonacci);
    /// 2, 3, 5, 7, ...
    pub const PRIMES: Sequence = Sequence(Kind::Primes);

    /// 1, 4, 9, ...
    #[must_use]
    pub fn squares() -> Sequence {
        Sequence(Kind::Polynomial { differences: vec![1, 3, 2] })
    }

    /// 1, 8, 27, ...
    #[must_use]
    pub fn cubes() -> Sequence {
        Sequence(Kind::Polynomial { differences: vec![1, 7, 12, 6] })
    }

    /// 1, 3, 6, 10, ...
    #[must_use]
    pub fn triangular() -> Sequence {
        Sequence(Kind::Polynomial { differences: vec![1, 2, 1] })
    }

    /// `scale * base**k + offset` for k = 0, 1, ...; `None` unless `base >= 2`,
    /// `scale >= 1` and the first member is at least 1.
    #[must_use]
    pub fn powers(scale: u64, base: u64, offset: i64) -> Option<Sequence> {
        let first = i128::from(scale) + i128::from(offset);
        (base >= 2 && scale >= 1 && first >= 1).then_some(Sequence(Kind::Powers { scale, base, offset }))
    }

    /// The values of a polynomial at k, k + 1, ..., given by its value and its
    /// forward differences at k: 1, 3, 2 are the squares from 1 on.
    ///
    /// `None` unless the value and the first difference are at least 1; then the
    /// sequence ascends.
    #[must_use]
    pub fn polynomial(mut differences: Vec<u64>) -> Option<Sequence> {
        while differences.last() == Some(&0) {
            differences.pop();
        }
        let ascends = differences.len() >= 2 && differences[0] >= 1 && differences[1] >= 1;
        ascends.then_some(Sequence(Kind::Polynomial { differences }))
    }

    /// The first member and the step, if the sequence is an arithmetic progression.
    #[must_use]
    pub fn as_progression(&self) -> Option<(u64, u64)> {
        match &self.0 {
            Kind::Polynomial { differences } if differences.len() == 2 => {
                Some((differences[0], differences[1]))
            }
            _ => None,
        }
    }

    /// Whether the members grow at least by a constant factor, so that few are
    /// small: about as many as `limit` has digits.
    #[must_use]
    pub fn is_sparse(&self) -> bool {
        matches!(self.0, Kind::Powers { .. } | Kind::Factorials | Kind::Fibonacci)
    }
}

/// The sequence in words, to follow "take one of": `the primes`.
impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Powers { scale: 1, base, offset: 0 } => write!(f, "the powers of {base}"),
            Kind::Powers { scale, base, offset } => {
                f.write_str("the numbers ")?;
                if *scale != 1 {
                    write!(f, "{scale} * ")?;
                }
                write!(f, "{base}**k")?;
                match offset {
                    0 => Ok(()),
                    1.. => write!(f, " + {offset}"),
                    _ => write!(f, " - {}", offset.unsigned_abs()),
                }
            }
            Kind::Polynomial { differences } => match differences[..] {
                [1, 3, 2] => f.write_str("the squares"),
                [1, 7, 12, 6] => f.write_str("the cubes"),
                [1, 2, 1] => f.write_str("the triangular numbers"),
                _ => {
                    let mut state = differences.clone();
                    let mut first = Vec::new();
                    while first.len() < 4 {
                        first.push(state[0].to_string());
                        if !step(&mut state) {
                            break;
                        }
                    }
                    write!(
                        f,
                        "the sequence {}, ... of a polynomial of degree {}",
                        first.join(", "),
                        differences.len() - 1
                    )
                }
            },
            Kind::Factorials => f.write_str("the factorials"),
            Kind::Fibonacci => f.write_str("the Fibonacci numbers"),
            Kind::Primes => f.write_str("the primes"),
        }
    }
}

/// One step of a table of differences; false if the next member exceeds 64 bits.
fn step(state: &mut [u64]) -> bool {
    for i in 1..state.len() {
        // A difference that overflows is larger than every later bound, and so
        // are the members that it is added to.
        match state[i - 1].checked_add(state[i]) {
            Some(sum) => state[i - 1] = sum,
            None if i == 1 => return false,
            None => state[i - 1] = u64::MAX,
        }
    }
    true
}
