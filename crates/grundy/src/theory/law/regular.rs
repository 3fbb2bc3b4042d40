//! b-regular laws (Allouche and Shallit 1992): linear recurrences along the digits of n.

mod show;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use crate::theory::{BigNimber, Nimber, Values};

/// A sequence of numbers f(n), one of those that a regular law is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KernelRow {
    /// g(factor * n + offset).
    Values {
        /// A power of the base.
        factor: usize,
        /// Less than the factor.
        offset: usize,
    },
    /// slope * n + constant.
    Linear {
        /// What n is multiplied by.
        slope: u64,
        /// What is added.
        constant: u64,
    },
}

impl KernelRow {
    /// The row whose nth entry is entry `base * n + digit` of this one.
    #[must_use]
    pub fn child(self, base: usize, digit: usize) -> Option<KernelRow> {
        Some(match self {
            KernelRow::Values { factor, offset } => KernelRow::Values {
                factor: factor.checked_mul(base)?,
                offset: factor.checked_mul(digit)?.checked_add(offset)?,
            },
            KernelRow::Linear { slope, constant } => KernelRow::Linear {
                slope: slope.checked_mul(base.try_into().ok()?)?,
                constant: slope.checked_mul(digit.try_into().ok()?)?.checked_add(constant)?,
            },
        })
    }

    /// The nth entry, where the values are at hand.
    #[must_use]
    pub fn entry(self, values: &Values, n: usize) -> Option<u64> {
        match self {
            KernelRow::Values { factor, offset } => {
                values.get(factor.checked_mul(n)?.checked_add(offset)?).map(Nimber::size)
            }
            KernelRow::Linear { slope, constant } => {
                slope.checked_mul(n.try_into().ok()?)?.checked_add(constant)
            }
        }
    }
}

/// A sum of rows, each times a whole number, divided by a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// Rows by their places, and what they are multiplied by.
    pub terms: Vec<(usize, i64)>,
    /// What the sum is divided by, without remainder; at least 1.
    pub divisor: i64,
}

impl Combination {
    /// The sum for these entries of the rows. `None` if the division leaves a remainder.
    fn of_big(&self, entries: &[BigInt]) -> Option<BigInt> {
        let sum: BigInt = self.terms.iter().map(|&(row, factor)| &entries[row] * factor).sum();
        if self.divisor == 1 {
            return Some(sum);
        }
        let (quotient, remainder) = sum.div_rem(&self.divisor.into());
        remainder.is_zero().then_some(quotient)
    }

    /// As [`Combination::of_big`], in 128 bits.
    fn of(&self, entries: &[i128]) -> Option<i128> {
        let mut sum: i128 = 0;
        for &(row, factor) in &self.terms {
            sum = sum.checked_add(entries[row].checked_mul(factor.into())?)?;
        }
        let divisor = i128::from(self.divisor);
        (sum % divisor == 0).then(|| sum / divisor)
    }
}

/// A law whose values at b n, ..., b n + b - 1 are fixed sums of rows at n, for every n >= 1.
///
/// The rows are f_0 = g and some of the sequences g(b^i n + j) and 1 and n; for every row f and
/// digit t, f(b n + t) is a combination of the rows at n. From the rows at the first digit of n, which are
/// given, the other digits lead to those at n, by one small matrix each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegularLaw {
    base: usize,
    rows: Vec<KernelRow>,
    /// By row and digit.
    steps: Vec<Combination>,
    /// By n below the base and row.
    first: Vec<u64>,
}

impl RegularLaw {
    /// The law with these rows, the first of which is g; `steps` by row and digit, and the entries of the
    /// rows at 0, ..., base - 1 taken from `values`. `None` if these do not make a law.
    #[must_use]
    pub fn new(
        base: u32,
        rows: Vec<KernelRow>,
        steps: Vec<Combination>,
        values: &Values,
    ) -> Option<RegularLaw> {
        let base = usize::try_from(base).ok().filter(|base| (2..=256).contains(base))?;
        let starts = rows.first() == Some(&KernelRow::Values { factor: 1, offset: 0 });
        let known =
            |step: &Combination| step.divisor >= 1 && step.terms.iter().all(|&(row, _)| row < rows.len());
        if !starts || rows.len().checked_mul(base)? != steps.len() || !steps.iter().all(known) {
            return None;
        }
        let first = (0..base).flat_map(|n| rows.iter().map(move |row| row.entry(values, n)));
        let first = first.collect::<Option<Vec<u64>>>()?;
        Some(RegularLaw { base, rows, steps, first })
    }

    /// The base of the digits.
    #[must_use]
    pub fn base(&self) -> usize {
        self.base
    }

    /// How many rows there are: the rank.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.rows.len()
    }

    /// The rows, g being the first.
    #[must_use]
    pub fn rows(&self) -> &[KernelRow] {
        &self.rows
    }

    /// What a row is at base * n + digit, for n >= 1.
    #[must_use]
    pub fn step(&self, row: usize, digit: usize) -> Option<&Combination> {
        let steps = self.steps.get(row.checked_mul(self.base)?..)?.get(..self.base)?;
        steps.get(digit)
    }

    /// The entry of a row at n, which is less than the base.
    #[must_use]
    pub fn first(&self, n: usize, row: usize) -> Option<u64> {
        self.first.get(n.checked_mul(self.rank())?..)?.get(..self.rank())?.get(row).copied()
    }

    fn first_entries<T: From<u64>>(&self, n: usize) -> Vec<T> {
        (0..self.rank()).filter_map(|row| self.first(n, row)).map(T::from).collect()
    }

    /// The value at n; `None` if the recurrence gives none there: none that is whole and not negative.
    #[must_use]
    pub fn value(&self, n: &BigUint) -> Option<BigNimber> {
        let digits = n.to_radix_be(u32::try_from(self.base).ok()?);
        let (lead, rest) = digits.split_first()?;
        let mut entries: Vec<BigInt> = self.first_entries(usize::from(*lead));
        for (place, &digit) in rest.iter().enumerate() {
            let last = place + 1 == rest.len();
            // Of the last digit only g is asked for.
            let rows = if last { 0..1 } else { 0..self.rank() };
            let next = rows.map(|row| self.step(row, digit.into())?.of_big(&entries));
            entries = next.collect::<Option<Vec<BigInt>>>()?;
        }
        match entries.swap_remove(0).into_parts() {
            (Sign::Minus, _) => None,
            (_, size) => Some(BigNimber::new(size)),
        }
    }

    /// The least n whose value in the table is not that of the law; `None` if there is none.
    #[must_use]
    pub fn first_failure(&self, values: &Values) -> Option<usize> {
        let mut failure = (0..self.base.min(values.len())).find(|&n| {
            (0..self.rank()).any(|row| {
                let entry = self.rows[row].entry(values, n);
                entry.is_some() && entry != self.first(n, row)
            })
        });
        // By induction on n the law has the values of the table, if each equation holds of the values in it.
        for row in 0..self.rank() {
            for digit in 0..self.base {
                let failed = self.equation_fails(row, digit, values);
                failure = failure.into_iter().chain(failed).min();
            }
        }
        failure
    }

    /// Where in the table the equation for `row` at this digit fails first.
    fn equation_fails(&self, row: usize, digit: usize, values: &Values) -> Option<usize> {
        let step = self.step(row, digit)?;
        let child = self.rows[row].child(self.base, digit)?;
        for n in 1.. {
            let place = match child {
                KernelRow::Values { factor, offset } => factor * n + offset,
                KernelRow::Linear { .. } => self.base * n + digit,
            };
            let entry = child.entry(values, n).filter(|_| place < values.len())?;
            let mut sum: Option<i128> = Some(0);
            let mut at_hand = true;
            for &(row, factor) in &step.terms {
                match self.rows[row].entry(values, n) {
                    Some(entry) => {
                        let term = i128::from(entry).checked_mul(factor.into());
                        sum = sum.and_then(|sum| sum.checked_add(term?));
                    }
                    None => at_hand = false,
                }
            }
            let holds = match child {
                KernelRow::Values { .. } if !at_hand => {
                    self.value(&place.into()) == Some(BigNimber::from(entry))
                }
                _ => sum == i128::from(entry).checked_mul(step.divisor.into()) || !at_hand,
            };
            if !holds {
                return Some(place);
            }
        }
        None
    }

    /// Whether the recurrence holds at n = 0 too, so that only the rows at 0 are needed to begin with.
    fn holds_at_zero(&self) -> bool {
        let zero: Vec<i128> = self.first_entries(0);
        (0..self.base).all(|digit| {
            (0..self.rank()).all(|row| {
                let law = self.step(row, digit).and_then(|step| step.of(&zero));
                law.and_then(|law| law.to_u64()) == self.first(digit, row)
            })
        })
    }
}

#[cfg(test)]
mod tests;
