//! Formulas put into words that make smaller automata.

use std::collections::BTreeMap;

use super::formula::{Atom, Formula, Order, Variable};

/// A sum of variables, each with a factor other than 0, ascending.
pub(super) type Terms = Vec<(Variable, i64)>;

/// The same sum with every variable once; none if a factor is too large.
pub(super) fn merged(terms: &[(Variable, i64)]) -> Option<Terms> {
    let mut factors: BTreeMap<Variable, i128> = BTreeMap::new();
    for &(variable, factor) in terms {
        *factors.entry(variable).or_default() += i128::from(factor);
    }
    factors.retain(|_, factor| *factor != 0);
    factors.into_iter().map(|(variable, factor)| Some((variable, i64::try_from(factor).ok()?))).collect()
}

/// Adds the parts of a conjunction which is true if the formula is, or with `holds` false if it is not.
pub(super) fn conjuncts(formula: &Formula, holds: bool, parts: &mut Vec<Formula>) {
    match (formula, holds) {
        (Formula::Not(inner), _) => conjuncts(inner, !holds, parts),
        (Formula::And(inner), true) => {
            inner.iter().for_each(|part| conjuncts(part, true, parts));
        }
        (Formula::Or(inner), false) => inner.iter().for_each(|part| conjuncts(part, false, parts)),
        (formula, true) => parts.push(formula.clone()),
        (formula, false) => parts.push(formula.clone().negated()),
    }
}

/// Takes out variables of which there is to be some: one that stands nowhere but in one equation leaves a condition on
/// rests; one that stands in such a condition, and otherwise between constants, leaves another; one that an equation
/// gives as a sum of others is put into the other parts, if these are sums too.
pub(super) fn solve(left: &mut Vec<Variable>, parts: &mut Vec<Formula>) {
    let ways = [divided, between, put];
    let found = |variable: Variable, parts: &[Formula], way: Way| {
        (0..parts.len()).find_map(|part| way(variable, part, parts))
    };
    while let Some((at, without)) = ways.iter().find_map(|&way| {
        let without = |(at, &variable): (usize, &Variable)| Some((at, found(variable, parts, way)?));
        left.iter().enumerate().find_map(without)
    }) {
        left.remove(at);
        *parts = without;
    }
}

/// The parts without the variable, by what the part at this place says.
type Way = fn(Variable, usize, &[Formula]) -> Option<Vec<Formula>>;

fn others(parts: &[Formula], at: usize) -> impl Iterator<Item = &Formula> {
    parts.iter().enumerate().filter(move |&(other, _)| other != at).map(|(_, part)| part)
}

/// The factor of the variable in a sum, and the rest of the sum.
fn taken(variable: Variable, terms: &[(Variable, i64)]) -> Option<(i64, Terms)> {
    let mut rest = merged(terms)?;
    let place = rest.iter().position(|&(other, _)| other == variable)?;
    let (_, factor) = rest.remove(place);
    Some((factor, rest))
}

/// factor * variable + rest = constant, where the variable stands nowhere else.
fn divided(variable: Variable, at: usize, parts: &[Formula]) -> Option<Vec<Formula>> {
    let Formula::Atom(Atom::Linear(terms, Order::Equal, constant)) = &parts[at] else { return None };
    let (factor, rest) = taken(variable, terms)?;
    if others(parts, at).any(|part| part.free().contains(&variable)) {
        return None;
    }
    let modulus = factor.checked_abs()?;
    let mut without: Vec<Formula> = others(parts, at).cloned().collect();
    // What is divided is no less than 0. As it is a multiple, it is enough that it is more than -modulus.
    let most = constant.checked_mul(factor.signum())?;
    let sum = scaled(&rest, factor.signum())?;
    let greatest = sum.iter().try_fold(0_i64, |greatest, &(variable, factor)| {
        let (least, most) = bounds(variable, &without)?;
        let end = if factor > 0 { most? } else { least };
        greatest.checked_add(factor.checked_mul(end)?)
    });
    if greatest.is_none_or(|greatest| most.checked_add(modulus - 1).is_none_or(|most| greatest > most)) {
        without.push(Formula::Atom(Atom::Linear(sum, Order::AtMost, most)));
    }
    if modulus > 1 {
        without.push(Formula::Atom(Atom::congruent(rest, *constant, modulus)));
    }
    Some(without)
}

/// The least and the greatest number that the parts leave for a variable by speaking of it alone.
fn bounds(variable: Variable, parts: &[Formula]) -> Option<(i64, Option<i64>)> {
    parts.iter().try_fold((0, None), |(least, most): (i64, Option<i64>), part| {
        let Some((factor, constant)) = alone(variable, part) else { return Some((least, most)) };
        let quotient = constant.div_euclid(factor.checked_abs()?);
        Some(if factor > 0 {
            (least, Some(most.map_or(quotient, |most| most.min(quotient))))
        } else {
            (least.max(quotient.checked_neg()?), most)
        })
    })
}

/// factor and constant, if the part says factor * variable <= constant.
fn alone(variable: Variable, part: &Formula) -> Option<(i64, i64)> {
    let Formula::Atom(Atom::Linear(terms, Order::AtMost, constant)) = part else { return None };
    let (factor, rest) = taken(variable, terms)?;
    rest.is_empty().then_some((factor, *constant))
}

/// variable = constant - rest, or less these, apart from multiples of a modulus, and between two constants.
fn between(variable: Variable, at: usize, parts: &[Formula]) -> Option<Vec<Formula>> {
    let Formula::Atom(Atom::Rest { terms, constant, modulus, most: 0 }) = &parts[at] else { return None };
    let (factor, rest) = taken(variable, terms)?;
    let speaks = |part: &&Formula| part.free().contains(&variable);
    if factor.abs() != 1 || others(parts, at).filter(speaks).any(|part| alone(variable, part).is_none()) {
        return None;
    }
    let (least, most) = bounds(variable, parts)?;
    let mut without: Vec<Formula> = others(parts, at).filter(|part| !speaks(part)).cloned().collect();
    if let Some(most) = most {
        let room = most.checked_sub(least)?;
        if room < 0 {
            return Some(vec![Formula::Or(Vec::new())]);
        }
        if room < modulus - 1 {
            // (constant - rest) * factor - least leaves a rest of at most `room`.
            without.push(Formula::Atom(Atom::Rest {
                terms: scaled(&rest, -factor)?,
                constant: least.checked_sub(constant.checked_mul(factor)?)?,
                modulus: *modulus,
                most: room,
            }));
        }
    }
    Some(without)
}

/// factor * variable + rest = constant, where the factor is 1 or -1 and the other parts are sums.
fn put(variable: Variable, at: usize, parts: &[Formula]) -> Option<Vec<Formula>> {
    let Formula::Atom(Atom::Linear(terms, Order::Equal, constant)) = &parts[at] else { return None };
    let (sign, rest) = taken(variable, terms).filter(|(factor, _)| factor.abs() == 1)?;
    let not_negative = Atom::Linear(scaled(&rest, sign)?, Order::AtMost, constant.checked_mul(sign)?);
    let solution = Solution { variable, sign, rest, constant: *constant };
    let mut without = vec![Formula::Atom(not_negative)];
    for part in others(parts, at) {
        without.push(solution.put_into(part)?);
    }
    Some(without)
}

pub(super) fn scaled(terms: &[(Variable, i64)], by: i64) -> Option<Terms> {
    terms.iter().map(|&(variable, factor)| Some((variable, factor.checked_mul(by)?))).collect()
}

/// variable = sign * (constant - rest).
struct Solution {
    variable: Variable,
    sign: i64,
    rest: Terms,
    constant: i64,
}

impl Solution {
    /// The formula without the variable; none if it stands in more than sums, or if others are brought in there, which
    /// would only make larger automata.
    fn put_into(&self, formula: &Formula) -> Option<Formula> {
        let all =
            |parts: &[Formula]| parts.iter().map(|part| self.put_into(part)).collect::<Option<Vec<_>>>();
        Some(match formula {
            Formula::Atom(Atom::Linear(terms, order, constant)) => {
                let (terms, constant) = self.sum(terms, *constant)?;
                Formula::Atom(Atom::Linear(terms, *order, constant))
            }
            Formula::Atom(Atom::Rest { terms, constant, modulus, most }) => {
                let (terms, constant) = self.sum(terms, *constant)?;
                Formula::Atom(Atom::Rest { terms, constant, modulus: *modulus, most: *most })
            }
            other if !other.free().contains(&self.variable) => other.clone(),
            Formula::Not(inner) => self.put_into(inner)?.negated(),
            Formula::And(parts) => Formula::And(all(parts)?),
            Formula::Or(parts) => Formula::Or(all(parts)?),
            Formula::Same(left, right) => self.put_into(left)?.iff(self.put_into(right)?),
            Formula::Atom(_) | Formula::Some(..) | Formula::All(..) => return None,
        })
    }

    fn sum(&self, terms: &[(Variable, i64)], constant: i64) -> Option<(Terms, i64)> {
        let terms = merged(terms)?;
        let Some(&(_, factor)) = terms.iter().find(|&&(variable, _)| variable == self.variable) else {
            return Some((terms, constant));
        };
        let factor = factor.checked_mul(self.sign)?;
        let kept = terms.into_iter().filter(|&(variable, _)| variable != self.variable);
        let put: Terms = kept.chain(scaled(&self.rest, factor.checked_neg()?)?).collect();
        Some((merged(&put)?, constant.checked_sub(factor.checked_mul(self.constant)?)?))
    }
}
