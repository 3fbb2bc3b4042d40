//! b-regular laws, guessed from the kernel of a table (docs/theory.md, section 14).
//!
//! The rows g(b^i n + j), n >= 1, are looked at breadth first; each is a combination of those before it or joins them. If
//! none is new any more, the combinations are a law. They are found modulo a prime, lifted to
//! fractions, and then hold or fail in whole numbers, on the whole table.

mod elimination;
mod modular;

use std::collections::VecDeque;

use num_integer::Integer;

use self::elimination::{Elimination, Reduced};
use self::modular::fraction;
use super::Evidence;
use crate::theory::{Combination, Control, KernelRow, RegularLaw, Stopped, Values};

/// Laws of more rows are not looked for.
const MOST_ROWS: usize = 40;

/// The bases that add sequences, and those that need smaller ranks only: 4, 8 and 16 know what 2 knows.
const BASES: [u32; 11] = [2, 3, 5, 6, 7, 10, 11, 12, 13, 14, 15];
const POWERS: [u32; 4] = [4, 8, 9, 16];

/// The law of least rank, fitted to the first `fit` values, that holds in the whole table.
pub(super) fn find(
    values: &Values,
    fit: usize,
    evidence: &Evidence,
    control: &Control,
) -> Result<Option<RegularLaw>, Stopped> {
    for bases in [BASES.as_slice(), &POWERS] {
        let mut best: Option<RegularLaw> = None;
        for &base in bases {
            if let Some(law) = guess(values, fit, base, evidence.spare, control)?
                && best.as_ref().is_none_or(|best| law.rank() < best.rank())
                && law.first_failure(values).is_none()
            {
                best = Some(law);
            }
        }
        if best.is_some() {
            return Ok(best);
        }
    }
    Ok(None)
}

const G: KernelRow = KernelRow::Values { factor: 1, offset: 0 };
const ONE: KernelRow = KernelRow::Linear { slope: 0, constant: 1 };
const N: KernelRow = KernelRow::Linear { slope: 1, constant: 0 };

/// The law in this base that the first values suggest, if the kernel closes on them.
pub(super) fn guess(
    values: &Values,
    fit: usize,
    base: u32,
    spare: usize,
    control: &Control,
) -> Result<Option<RegularLaw>, Stopped> {
    let Ok(digits) = usize::try_from(base) else { return Ok(None) };
    let mut elimination = Elimination::new(values, fit);
    // With 1 and n among the rows, laws read as people write them.
    let mut open = VecDeque::new();
    for row in [G, ONE, N] {
        match elimination.reduce(row, spare) {
            Reduced::Independent => open.push_back(row),
            Reduced::Dependent(_) if row != G => {}
            _ => return Ok(None),
        }
    }
    // By row in the order in which they joined, and digit.
    let mut relations: Vec<Vec<u64>> = Vec::new();
    while let Some(row) = open.pop_front() {
        for digit in 0..digits {
            control.check()?;
            let Some(child) = row.child(digits, digit) else { return Ok(None) };
            match elimination.reduce(child, spare) {
                Reduced::Dependent(parts) => relations.push(parts),
                Reduced::Independent => {
                    let place = elimination.rows().len() - 1;
                    let mut unit = vec![0; place + 1];
                    unit[place] = 1;
                    relations.push(unit);
                    open.push_back(child);
                }
                Reduced::Unknown => return Ok(None),
            }
            if elimination.rows().len() > MOST_ROWS {
                return Ok(None);
            }
        }
    }
    Ok(lifted(elimination.rows(), &relations, base, values))
}

/// The law with the rows that g needs, its relations in whole numbers.
fn lifted(rows: &[KernelRow], relations: &[Vec<u64>], base: u32, values: &Values) -> Option<RegularLaw> {
    let digits = usize::try_from(base).ok()?;
    let steps: Vec<Combination> = relations.iter().map(|parts| combination(parts)).collect::<Option<_>>()?;
    let mut needed = vec![0];
    let mut looked_at = 0;
    while let Some(&row) = needed.get(looked_at) {
        looked_at += 1;
        for step in &steps[row * digits..][..digits] {
            for &(term, _) in &step.terms {
                if !needed.contains(&term) {
                    needed.push(term);
                }
            }
        }
    }
    needed.sort_unstable();
    let place = |row: usize| needed.iter().position(|&kept| kept == row);
    let renamed = |step: &Combination| {
        let terms = step.terms.iter().map(|&(row, factor)| Some((place(row)?, factor)));
        Some(Combination { terms: terms.collect::<Option<_>>()?, divisor: step.divisor })
    };
    let kept_steps = needed.iter().flat_map(|&row| &steps[row * digits..][..digits]);
    let kept_steps = kept_steps.map(renamed).collect::<Option<_>>()?;
    let kept_rows = needed.iter().map(|&row| rows[row]).collect();
    RegularLaw::new(base, kept_rows, kept_steps, values)
}

/// A relation in whole numbers; `None` if that takes large ones, which no law of a game needs.
fn combination(parts: &[u64]) -> Option<Combination> {
    let fractions: Vec<(usize, (i64, i64))> = parts
        .iter()
        .enumerate()
        .filter(|(_, part)| **part != 0)
        .map(|(row, &part)| Some((row, fraction(part)?)))
        .collect::<Option<_>>()?;
    let divisor = fractions.iter().fold(1_i64, |common, (_, (_, divisor))| common.lcm(divisor));
    if divisor > 1 << 16 {
        return None;
    }
    let whole =
        |(row, (numerator, own)): (usize, (i64, i64))| Some((row, numerator.checked_mul(divisor / own)?));
    Some(Combination { terms: fractions.into_iter().map(whole).collect::<Option<_>>()?, divisor })
}

#[cfg(test)]
mod tests;
