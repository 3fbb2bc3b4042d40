//! Members of sets.

use super::super::formula::{Atom, Formula};
use super::super::sum::{Sum, truth};
use super::{Lowering, there_are};
use crate::lang::ir::{Element, Infinite, Int, IntKind, Set, SetKind, Step};
use crate::ruleset::Span;

impl Lowering {
    /// That these entries are a member of the set. Its definitions may be the caller's, but not those under quantifiers.
    pub(super) fn member(&mut self, entries: &[Sum], set: &Set) -> Option<Formula> {
        let span = &set.span;
        match &set.kind {
            SetKind::Range(low, high) => {
                let (low, high) = (self.number(low), self.number(high));
                let (low, high) = (low?, high?);
                let [entry] = entries else { return None };
                let within = low.at_most(entry).zip(entry.at_most(&high));
                let (above, below) = self.fits(within, span)?;
                Some(Formula::And(vec![above, below]))
            }
            SetKind::From(low) => {
                let low = self.number(low)?;
                let [entry] = entries else { return None };
                let above = low.at_most(entry);
                self.fits(above, span)
            }
            SetKind::Listed(elements) => {
                let parts: Vec<Option<Formula>> =
                    elements.iter().map(|element| self.is_element(entries, element)).collect();
                Some(Formula::Or(parts.into_iter().collect::<Option<_>>()?))
            }
            SetKind::Without(set, without) => {
                let (set, without) = (self.member(entries, set), self.member(entries, without));
                Some(Formula::And(vec![set?, without?.negated()]))
            }
            SetKind::Union(one, other) => {
                let (one, other) = (self.member(entries, one), self.member(entries, other));
                Some(Formula::Or(vec![one?, other?]))
            }
            SetKind::NonZero(set) => {
                let [entry] = entries else { return None };
                let zero = entry.equals(&Sum::constant(0));
                let zero = self.fits(zero, span)?;
                Some(Formula::And(vec![self.member(entries, set)?, zero.negated()]))
            }
            SetKind::Comprehension(element, steps) => self.comprehension(entries, element, steps),
            SetKind::Infinite(Infinite::Powers(base)) => {
                let [entry] = entries else { return None };
                self.power(entry, base, span)
            }
            SetKind::Infinite(_) => self.refuse(
                span,
                "this set is not definable by automata",
                "ranges, listed sets and `powers(b)` are, in base b",
            ),
            SetKind::Parameter(_)
            | SetKind::Digits(..)
            | SetKind::Divisors(_)
            | SetKind::PrimeFactors(_)
            | SetKind::Partitions(..)
            | SetKind::Seq(_) => self.refuse(
                span,
                "members of this set are not definable by automata",
                "ranges, listed sets and `powers(b)` are, in base b",
            ),
        }
    }

    fn is_element(&mut self, entries: &[Sum], element: &Element) -> Option<Formula> {
        match element {
            Element::Members(set) => self.member(entries, set),
            Element::Entries(ints) => {
                let mut parts = Vec::new();
                for (entry, int) in entries.iter().zip(ints) {
                    let same = self.number(int)?.equals(entry);
                    parts.push(self.fits(same, &int.span)?);
                }
                Some(Formula::And(parts))
            }
        }
    }

    /// `{element for ... if ...}`: there are numbers that the loops run through.
    fn comprehension(&mut self, entries: &[Sum], element: &Element, steps: &[Step]) -> Option<Formula> {
        let Some((step, rest)) = steps.split_first() else {
            return self.whole(|lowering| lowering.is_element(entries, element));
        };
        match step {
            Step::If(condition) => {
                let holds = self.condition(condition);
                let rest = self.comprehension(entries, element, rest);
                Some(Formula::And(vec![holds?, rest?]))
            }
            Step::For { slots, set, .. } => {
                let mut variables = Vec::new();
                let mut parts = Vec::new();
                let mut members = Vec::new();
                for _ in slots {
                    let (above, below) = (self.fresh(), self.fresh());
                    variables.extend([above, below]);
                    parts.push(Formula::Or(vec![super::zero(above), super::zero(below)]));
                    members.push(Sum::difference(above, below));
                }
                // The set does not know the names that run through it.
                parts.push(self.whole(|lowering| lowering.member(&members, set))?);
                for (&slot, member) in slots.iter().zip(members) {
                    self.bind(slot, member);
                }
                parts.push(self.comprehension(entries, element, rest)?);
                Some(there_are(variables, Formula::And(parts)))
            }
            Step::Solve { .. } => None,
        }
    }

    /// That a number is a power of another.
    fn power(&mut self, entry: &Sum, of: &Int, span: &Span) -> Option<Formula> {
        let IntKind::Const(of) = of.kind else {
            return self.refuse(
                &of.span,
                "powers of a variable are not definable by automata",
                "write a constant",
            );
        };
        let base = i128::try_from(self.base).ok()?;
        // The least root of both, if there is one.
        let ways = (1_u32..=8).find_map(|exponent| {
            let raised = of.checked_pow(exponent)?;
            (raised == base).then_some(Ways::Root(exponent))
        });
        let ways = ways.or_else(|| {
            let exponent = (1_u32..=60).find(|&exponent| base.checked_pow(exponent) == Some(of))?;
            Some(Ways::Power(exponent))
        });
        let Some(ways) = ways else {
            let cure = if (2..=256).contains(&of) {
                format!("take base {of}: `--base {of}`")
            } else {
                "take a base of which it is a power".to_owned()
            };
            return self.refuse(span, format!("the powers of {of} are not known in base {base}"), cure);
        };
        // A power of the base is no less than 0, and so is the number that is said to be one.
        let power = self.fresh();
        let is_power = Formula::Atom(Atom::Power(power));
        let said = match ways {
            // of^exponent is the base: a power of the base, taken `of` times less than that often.
            Ways::Root(exponent) => {
                let mut cases = Some(Vec::new());
                for times in 0..exponent {
                    let factor = of.checked_pow(times).and_then(|factor| i64::try_from(factor).ok());
                    let case = factor.and_then(|factor| entry.equals(&Sum::variable(power).times(factor)?));
                    cases = cases.zip(case).map(|(mut cases, case)| {
                        cases.push(case);
                        cases
                    });
                }
                let cases = self.fits(cases, span)?;
                Formula::And(vec![is_power, Formula::Or(cases)])
            }
            // Every so manieth power of the base.
            Ways::Power(exponent) => {
                let same = entry.equals(&Sum::variable(power));
                let same = self.fits(same, span)?;
                let zeros = self.fresh();
                let many = Formula::Atom(Atom::TrailingZeros([power, zeros], u64::from(exponent)));
                let many = Formula::And(vec![many, super::zero(zeros)]);
                Formula::And(vec![is_power, same, there_are(vec![zeros], many)])
            }
        };
        if entry.number().is_some_and(|number| number < 1) {
            return Some(truth(false));
        }
        Some(there_are(vec![power], said))
    }
}

/// How the powers of a number are seen in a base.
enum Ways {
    /// The number to this exponent is the base.
    Root(u32),
    /// The base to this exponent is the number.
    Power(u32),
}
