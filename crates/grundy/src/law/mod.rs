//! Laws found in tables: each holds of every value at hand, and predicts many of them that it was not found on.
//!
//! What is found here is a proposal. Whether it holds for ever is for `proof` to say. No law is a good answer, a false one the
//! worst: [`Evidence`] says what is asked of a law, and docs/theory.md, section 14, how each kind is found.
//!
//! Left out: laws on rows and on tuples, and break points that grow in other ways than [`Growth`](crate::theory::Growth) knows.

mod closed;
mod evidence;
mod multiplicative;
mod oeis;
mod period;
mod piecewise;
mod regular;

pub use evidence::{Evidence, Novelty};
pub use oeis::{NamedSequence, named_sequence};

use num_bigint::{BigInt, BigUint};

use crate::theory::{Control, Formula, Law, PeriodLaw, Stopped, Values};

/// A law that a table suggests, and what speaks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLaw {
    /// The law. It holds of every value in the table.
    pub law: Law,
    /// The same in closed form, if there is one that a person would write.
    pub formula: Option<Formula>,
    /// How many values, from 0 on, determine the law: it was not fitted to others.
    pub found_on: usize,
    /// The last n at which it was compared with the table.
    pub checked_to: u64,
    /// The n at which the formula does not hold, ascending; if there is none, those in the preperiod that the period does not
    /// reach back to.
    pub exceptions: Vec<u64>,
}

impl FoundLaw {
    /// The formula as a claim that `grundy check` reads.
    #[must_use]
    pub fn claim(&self) -> Option<String> {
        let claim = self.formula.as_ref()?.claim();
        Some(match self.exceptions.as_slice() {
            [] => claim,
            [n] => format!("n == {n} or {claim}"),
            list => {
                let list: Vec<String> = list.iter().map(ToString::to_string).collect();
                format!("n in {{{}}} or {claim}", list.join(", "))
            }
        })
    }
}

/// The law of a table, if it shows one: a period, else a recurrence along the digits, else one by
/// prime factors, by break points, or a closed form.
///
/// # Errors
///
/// [`Stopped`] if `control` says so.
///
/// # Examples
///
/// ```
/// use grundy::law::{self, Evidence};
/// use grundy::theory::Values;
/// use grundy::{Control, Nimber};
///
/// // Take at most half of a heap.
/// let half = |n: u64| (n + 1 >> (n + 1).trailing_zeros()) / 2;
/// let values: Values = (0..1000).map(|n| Nimber::new(half(n))).collect();
/// let found = law::find(&values, &Evidence::default(), &Control::default()).unwrap().unwrap();
/// assert_eq!(found.law.to_string(), "g(2n) = n, g(2n + 1) = g(n); g(0) = 0");
/// assert_eq!(found.claim().unwrap(), "g == (n + 1 >> trailing_zeros(n + 1)) / 2");
/// ```
pub fn find(values: &Values, evidence: &Evidence, control: &Control) -> Result<Option<FoundLaw>, Stopped> {
    let found = shown(values, evidence, control)?;
    Ok(found.filter(|found| evidence.allows(&found.law, values)))
}

/// What laws that are no periods count as, where new things enter a rule for ever.
const UNKNOWNS: usize = 6;

/// The law that the table shows, whatever amounts lie beyond it.
fn shown(values: &Values, evidence: &Evidence, control: &Control) -> Result<Option<FoundLaw>, Stopped> {
    let Some(last) = values.len().checked_sub(1) else { return Ok(None) };
    let checked_to = u64::try_from(last).unwrap_or(u64::MAX);
    // Looking for periods keeps 24 bytes for each value.
    control.reserve(checked_to.saturating_mul(24))?;
    if let Some((law, found_on)) = period::find(values, evidence) {
        return Ok(Some(with_formula_of_period(law, values, found_on, checked_to)));
    }
    control.check()?;
    if period::ends_too_calmly(values) {
        return Ok(None);
    }
    let Some(fit) = evidence.fit(values.len(), UNKNOWNS) else { return Ok(None) };
    let law = match regular::find(values, fit, evidence, control)? {
        Some(law) => Some(Law::Regular(law)),
        None => match multiplicative::find(values, fit, control)? {
            Some(law) => Some(law),
            None => piecewise::find(values, fit),
        },
    };
    let closed = closed::find(values, fit, control)?;
    let at = |n: u64| Some((n, values.get(usize::try_from(n).ok()?)?));
    Ok(match (law, closed) {
        (Some(law), Some((formula, exceptions))) if agree(&law, &formula) => {
            Some(FoundLaw { law, formula: Some(formula), found_on: fit, checked_to, exceptions })
        }
        (Some(law), _) => {
            Some(FoundLaw { law, formula: None, found_on: fit, checked_to, exceptions: Vec::new() })
        }
        (None, Some((formula, exceptions))) if changes_beyond(values, fit) >= CHANGES => {
            let listed = exceptions.iter().filter_map(|&n| at(n)).collect();
            let law = Law::Closed(formula.clone()).except(listed);
            Some(FoundLaw { law, formula: Some(formula), found_on: fit, checked_to, exceptions })
        }
        (None, _) => None,
    })
}

/// How often values must have changed beyond the fit where nothing but a closed form speaks for a law. One
/// step, from 0 to 1 at 100, may be `ilog(n, 10) / 2` up to 9999.
const CHANGES: usize = 8;

fn changes_beyond(values: &Values, fit: usize) -> usize {
    (fit..values.len()).filter(|&n| n > 0 && values.get(n) != values.get(n - 1)).count()
}

/// Whether the two give the same values far beyond any table, where both give one: near powers of some numbers, where
/// digits and roots change.
fn agree(law: &Law, formula: &Formula) -> bool {
    let powers = [2_u64, 3, 7, 10].into_iter().flat_map(|base| {
        (6..).map_while(move |exponent| base.checked_pow(exponent)).filter(|power| *power < 1 << 60)
    });
    let mut places = powers.flat_map(|power| [power - 1, power, power + 1, power + power / 3]);
    places.all(|n| {
        let n = BigUint::from(n);
        let (by_law, by_formula) = (law.value(&n), formula.value(&n));
        by_law.zip(by_formula).is_none_or(|(law, formula)| BigInt::from(law.size().clone()) == formula)
    })
}

fn with_formula_of_period(law: PeriodLaw, values: &Values, found_on: usize, checked_to: u64) -> FoundLaw {
    let closed = closed::of_period(&law, values);
    let reach = law.exceptions();
    let law = Law::Period(law);
    let (formula, exceptions) = match closed {
        Some((formula, exceptions)) if agree(&law, &formula) => (Some(formula), exceptions),
        _ => (None, reach),
    };
    FoundLaw { law, formula, found_on, checked_to, exceptions }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::Nimber;

    fn found(length: u64, value: impl Fn(u64) -> u64) -> Option<FoundLaw> {
        let values: Values = (0..length).map(|n| Nimber::new(value(n))).collect();
        find(&values, &Evidence::default(), &Control::default()).unwrap()
    }

    #[test]
    fn a_step_is_no_closed_form() {
        assert_eq!(found(1000, |n| u64::from(n >= 100)), None);
        assert_eq!(found(2000, |n| u64::from(n >= 128)), None);
    }

    #[test]
    fn formulas_agree_with_their_laws_far_away() {
        let law = found(4000, |n| u64::from(u64::BITS - n.leading_zeros())).unwrap();
        assert!(agree(&law.law, &law.formula.unwrap()));
        // Up to 4999 both are the same.
        let log = Formula::Log(Box::new(Formula::N), 5000).plus(5).modulo(5);
        let nothing = found(4000, |_| 0).unwrap();
        assert_eq!(nothing.law.kind(), "periodic");
        assert!(!agree(&nothing.law, &log));
    }
}
