//! Numbers that grow with the place j = 0, 1, ... in an infinite walk.

use crate::lang::ir::Infinite;
use crate::ruleset::{Sequence, SubtractionSet};

/// The highest degree of polynomials that are followed.
const MOST_DEGREE: usize = 8;

/// A number as a function of j.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Growth {
    /// A polynomial in j, the constant coefficient first; at least one.
    Polynomial(Vec<i128>),
    /// `scale * base**j + offset`, with `base >= 2`.
    Powers { scale: i128, base: i128, offset: i128 },
    /// The members of a sequence, or their negatives.
    Sequence { sequence: Sequence, negative: bool },
}

impl Growth {
    pub(super) fn constant(value: i128) -> Growth {
        Growth::Polynomial(vec![value])
    }

    /// The integers from `first` on.
    pub(super) fn from(first: i128) -> Growth {
        Growth::Polynomial(vec![first, 1])
    }

    /// A named infinite set; `base` is what a set of powers is of.
    pub(super) fn named(set: &Infinite, base: Option<i128>) -> Option<Growth> {
        let sequence = |sequence| Some(Growth::Sequence { sequence, negative: false });
        match set {
            Infinite::Primes => sequence(Sequence::PRIMES),
            Infinite::Squares => Some(Growth::Polynomial(vec![1, 2, 1])),
            Infinite::Cubes => Some(Growth::Polynomial(vec![1, 3, 3, 1])),
            Infinite::Triangular => sequence(Sequence::triangular()),
            Infinite::Factorials => sequence(Sequence::FACTORIALS),
            Infinite::Fibonacci => sequence(Sequence::FIBONACCI),
            Infinite::Powers(_) => {
                let base = base.filter(|&base| base >= 2)?;
                Some(Growth::Powers { scale: 1, base, offset: 0 })
            }
        }
    }

    /// The number, if it does not grow.
    pub(super) fn as_constant(&self) -> Option<i128> {
        match self {
            Growth::Polynomial(coefficients) if coefficients[1..].iter().all(|&c| c == 0) => {
                Some(coefficients[0])
            }
            _ => None,
        }
    }

    /// `(first, step)` if this is `first + step * j` with `step >= 1`.
    pub(super) fn as_rising_line(&self) -> Option<(i128, i128)> {
        match self {
            Growth::Polynomial(c) if c.len() >= 2 && c[1] >= 1 && c[2..].iter().all(|&c| c == 0) => {
                Some((c[0], c[1]))
            }
            _ => None,
        }
    }

    pub(super) fn is_polynomial(&self) -> bool {
        matches!(self, Growth::Polynomial(_))
    }

    /// The number at place `j`; none for named sequences.
    pub(super) fn at(&self, j: i128) -> Option<i128> {
        match self {
            Growth::Polynomial(coefficients) => {
                coefficients.iter().rev().try_fold(0i128, |sum, &c| sum.checked_mul(j)?.checked_add(c))
            }
            Growth::Powers { scale, base, offset } => {
                let power = base.checked_pow(u32::try_from(j).ok()?)?;
                scale.checked_mul(power)?.checked_add(*offset)
            }
            Growth::Sequence { .. } => None,
        }
    }

    pub(super) fn plus(&self, other: &Growth) -> Option<Growth> {
        match (self, other) {
            (Growth::Polynomial(left), Growth::Polynomial(right)) => {
                let at = |list: &[i128], index: usize| list.get(index).copied().unwrap_or(0);
                let length = left.len().max(right.len());
                (0..length)
                    .map(|index| at(left, index).checked_add(at(right, index)))
                    .collect::<Option<_>>()
                    .map(Growth::Polynomial)
            }
            (Growth::Powers { scale, base, offset }, constant)
            | (constant, Growth::Powers { scale, base, offset }) => {
                let offset = offset.checked_add(constant.as_constant()?)?;
                Some(Growth::Powers { scale: *scale, base: *base, offset })
            }
            (sequence, constant) | (constant, sequence) if constant.as_constant() == Some(0) => {
                Some(sequence.clone())
            }
            _ => None,
        }
    }

    pub(super) fn times(&self, other: &Growth) -> Option<Growth> {
        match (self, other) {
            (Growth::Polynomial(left), Growth::Polynomial(right)) => {
                if left.len() + right.len() - 2 > MOST_DEGREE {
                    return None;
                }
                let mut product = vec![0i128; left.len() + right.len() - 1];
                for (i, &a) in left.iter().enumerate() {
                    for (j, &b) in right.iter().enumerate() {
                        product[i + j] = product[i + j].checked_add(a.checked_mul(b)?)?;
                    }
                }
                Some(Growth::Polynomial(product))
            }
            (grown, constant) | (constant, grown) if constant.as_constant().is_some() => {
                let factor = constant.as_constant()?;
                match grown {
                    Growth::Powers { scale, base, offset } if factor != 0 => Some(Growth::Powers {
                        scale: scale.checked_mul(factor)?,
                        base: *base,
                        offset: offset.checked_mul(factor)?,
                    }),
                    Growth::Sequence { sequence, negative } if matches!(factor, 1 | -1) => {
                        Some(Growth::Sequence {
                            sequence: sequence.clone(),
                            negative: *negative != (factor < 0),
                        })
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// `self ** exponent`, where one of the two does not grow.
    pub(super) fn power(&self, exponent: &Growth) -> Option<Growth> {
        if let Some(exponent) = exponent.as_constant() {
            let one = Growth::constant(1);
            return (0..u32::try_from(exponent).ok().filter(|&e| e <= 64)?)
                .try_fold(one, |product, _| product.times(self));
        }
        let base = self.as_constant().filter(|&base| base >= 2)?;
        let (first, step) = exponent.as_rising_line()?;
        let scale = base.checked_pow(u32::try_from(first).ok()?)?;
        Some(Growth::Powers { scale, base: base.checked_pow(u32::try_from(step).ok()?)?, offset: 0 })
    }

    /// The numbers at the places start, start + step, start + 2 step, ...
    pub(super) fn every(&self, start: i128, step: i128) -> Option<Growth> {
        match self {
            Growth::Polynomial(coefficients) => {
                let place = Growth::Polynomial(vec![start, step]);
                let mut sum = Growth::constant(0);
                for &coefficient in coefficients.iter().rev() {
                    sum = sum.times(&place)?.plus(&Growth::constant(coefficient))?;
                    sum.trim();
                }
                Some(sum)
            }
            Growth::Powers { scale, base, offset } => Some(Growth::Powers {
                scale: scale.checked_mul(base.checked_pow(u32::try_from(start).ok()?)?)?,
                base: base.checked_pow(u32::try_from(step).ok()?)?,
                offset: *offset,
            }),
            Growth::Sequence { .. } => (start == 0 && step == 1).then(|| self.clone()),
        }
    }

    /// Drops leading zeros.
    fn trim(&mut self) {
        if let Growth::Polynomial(coefficients) = self {
            while coefficients.len() > 1 && coefficients.last() == Some(&0) {
                coefficients.pop();
            }
        }
    }

    /// The value and the forward differences at j = 0.
    fn differences(&self) -> Option<Vec<i128>> {
        let Growth::Polynomial(coefficients) = self else { return None };
        let length = i128::try_from(coefficients.len()).ok()?;
        let mut row = (0..length).map(|j| self.at(j)).collect::<Option<Vec<i128>>>()?;
        let mut differences = Vec::new();
        while let Some(&first) = row.first() {
            differences.push(first);
            row = row.windows(2).map(|pair| pair[1].checked_sub(pair[0])).collect::<Option<_>>()?;
        }
        Some(differences)
    }

    /// These numbers as amounts, if they ascend strictly from one of at least 1:
    /// the least of them, and the set. So the excess over j never falls.
    pub(super) fn amounts(&self) -> Option<(i128, SubtractionSet)> {
        let (first, sequence) = match self {
            Growth::Polynomial(_) => {
                let differences = self.differences()?;
                let narrow: Vec<u64> =
                    differences.iter().map(|&d| u64::try_from(d)).collect::<Result<_, _>>().ok()?;
                (differences[0], Sequence::polynomial(narrow)?)
            }
            Growth::Powers { scale, base, offset } => {
                let sequence = Sequence::powers(
                    u64::try_from(*scale).ok()?,
                    u64::try_from(*base).ok()?,
                    i64::try_from(*offset).ok()?,
                )?;
                (scale.checked_add(*offset)?, sequence)
            }
            Growth::Sequence { sequence, negative: false } => {
                (sequence.members(2).first().copied()?.into(), sequence.clone())
            }
            Growth::Sequence { .. } => return None,
        };
        Some((first, SubtractionSet::sequence(sequence).ok()?))
    }
}
