//! Closed forms: expressions that a person would write for the values of a table.
//!
//! Candidates are few and small. Their constants are solved for at a few n, not enumerated, and each is
//! then compared with the whole table. Of those that hold the shortest is taken.

mod digits;
mod residues;

use crate::theory::{Control, Formula, Period, PeriodLaw, Stopped, Values};

/// Longer expressions no one would write.
const LONGEST: usize = 64;

/// Exceptions are looked for below this n only.
const LAST_EXCEPTION: u64 = 2;

/// The shortest expression for the values of a period, and the n of its preperiod where it does not hold.
pub(super) fn of_period(law: &PeriodLaw, values: &Values) -> Option<(Formula, Vec<u64>)> {
    let Period { preperiod, period, .. } = law.period();
    // Of longer ones no one would list the exceptions, or see the pattern.
    if preperiod > 4 || period > 1 << 12 {
        return None;
    }
    let candidates = residues::formulas(law);
    let start = u64::try_from(preperiod).ok()?;
    shortest(candidates.into_iter().filter_map(|formula| {
        let exceptions = exceptions(&formula, values, start)?;
        Some((formula, exceptions))
    }))
}

/// The shortest expression that holds in the table, except perhaps at 0 and 1, and the n where it does not. Its
/// constants are solved for in the first `fit` values.
pub(super) fn find(
    values: &Values,
    fit: usize,
    control: &Control,
) -> Result<Option<(Formula, Vec<u64>)>, Stopped> {
    let mut found = Vec::new();
    for formula in digits::formulas(values, fit) {
        control.check()?;
        found.extend(exceptions(&formula, values, LAST_EXCEPTION).map(|exceptions| (formula, exceptions)));
    }
    Ok(shortest(found.into_iter()))
}

/// The first of the shortest, if it is short enough.
fn shortest(found: impl Iterator<Item = (Formula, Vec<u64>)>) -> Option<(Formula, Vec<u64>)> {
    let length = |(formula, exceptions): &(Formula, Vec<u64>)| {
        // What has to be said about an exception counts too.
        formula.to_string().len() + 4 * exceptions.len()
    };
    found.min_by_key(length).filter(|found| length(found) <= LONGEST)
}

/// The n below `start` at which the formula does not hold; `None` if there are others.
fn exceptions(formula: &Formula, values: &Values, start: u64) -> Option<Vec<u64>> {
    let holds = |n: u64| {
        let value = usize::try_from(n).ok().and_then(|n| values.get(n));
        value.is_some_and(|value| formula.value_at(n) == Some(value.size().into()))
    };
    let length = u64::try_from(values.len()).ok()?;
    let throughout = (start..length).all(holds);
    throughout.then(|| (0..start.min(length)).filter(|&n| !holds(n)).collect())
}

#[cfg(test)]
mod tests;
