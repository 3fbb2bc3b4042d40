//! Numbers, conditions and sets of a rule, as formulas.
//!
//! Whatever is read has the meaning that docs/language.md gives it; what cannot be said with sums and orders,
//! or might break at some position, is not read at all.

use std::collections::BTreeSet;

use super::term::{Term, not, some, truth};
use crate::lang::interpret::{BoundParameter, Parameters};
use crate::lang::ir::{
    Bool, BoolKind, Compare, Element, Fold, Infinite, Int, IntFunction, IntKind, IntOp, Operand, Set,
    SetKind, Slot,
};
use crate::proof::automata::{Atom, Formula, Variable};

/// So many members of a set are told one by one.
const MOST_MEMBERS: usize = 1 << 8;

/// What a name of the rule stands for.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// A number.
    Term(Term),
    /// The exponent of a power of this number, which the variable is.
    Exponent(i64, Variable),
}

/// What is known at some place of a rule.
#[derive(Clone, Debug)]
pub(super) struct Reader<'r> {
    parameters: &'r Parameters,
    base: usize,
    slots: Vec<Option<Binding>>,
    /// The variables from here on are new.
    next: usize,
    /// The variables that were brought in, of which there must be some.
    pub(super) names: Vec<Variable>,
    /// What holds of them.
    pub(super) conditions: Vec<Formula>,
    /// The member of an endless set, and what is made of it.
    pub(super) walked: BTreeSet<Variable>,
}

impl<'r> Reader<'r> {
    /// Nothing is known; variables below `next` are used already.
    pub(super) fn new(parameters: &'r Parameters, slots: usize, base: usize, next: usize) -> Reader<'r> {
        Reader {
            parameters,
            base,
            slots: vec![None; slots],
            next,
            names: Vec::new(),
            conditions: Vec::new(),
            walked: BTreeSet::new(),
        }
    }

    pub(super) fn bind(&mut self, slot: Slot, binding: Binding) -> Option<()> {
        *self.slots.get_mut(slot.0)? = Some(binding);
        Some(())
    }

    /// A new variable, made of these terms.
    pub(super) fn fresh(&mut self, of: &[&Term]) -> Variable {
        let fresh = Variable(self.next);
        self.next += 1;
        self.names.push(fresh);
        if of.iter().any(|term| term.variables().any(|variable| self.walked.contains(&variable))) {
            self.walked.insert(fresh);
        }
        fresh
    }

    /// A new integer, made of these terms, which may be below 0.
    fn integer(&mut self, of: &[&Term]) -> Option<Term> {
        let [above, below] = [self.fresh(of), self.fresh(of)].map(Term::variable);
        let none = Term::default();
        // One of them is 0, so that there is one way to write each integer.
        self.conditions.push(Formula::Or(vec![above.equals(&none)?, below.equals(&none)?]));
        above.minus(&below)
    }

    /// A condition, and all that it brings in, as one formula.
    pub(super) fn truth(&mut self, condition: &Bool) -> Option<Formula> {
        let (names, conditions) = (self.names.len(), self.conditions.len());
        let formula = self.bool(condition)?;
        let names = self.names.split_off(names);
        let mut parts = self.conditions.split_off(conditions);
        if names.is_empty() && parts.is_empty() {
            return Some(formula);
        }
        parts.push(formula);
        Some(some(names, Formula::And(parts)))
    }

    fn bool(&mut self, condition: &Bool) -> Option<Formula> {
        Some(match &condition.kind {
            BoolKind::Const(holds) => truth(*holds),
            BoolKind::Not(inner) => not(self.truth(inner)?),
            BoolKind::And(one, other) => Formula::And(vec![self.truth(one)?, self.truth(other)?]),
            BoolKind::Or(one, other) => Formula::Or(vec![self.truth(one)?, self.truth(other)?]),
            BoolKind::Compare(first, rest) => {
                let mut left = self.int(first)?;
                let mut parts = Vec::new();
                for (compare, right) in rest {
                    let right = self.int(right)?;
                    parts.push(match compare {
                        Compare::Eq => left.equals(&right)?,
                        Compare::Ne => not(left.equals(&right)?),
                        Compare::Lt => left.less_than(&right)?,
                        Compare::Le => left.at_most(&right)?,
                        Compare::Gt => right.less_than(&left)?,
                        Compare::Ge => right.at_most(&left)?,
                    });
                    left = right;
                }
                Formula::And(parts)
            }
            BoolKind::In(entries, set) => {
                let [entry] = &entries[..] else { return None };
                let entry = self.int(entry)?;
                self.member(&entry, set)?
            }
            BoolKind::IsPrime(_) => return None,
        })
    }

    /// A number.
    pub(super) fn int(&mut self, int: &Int) -> Option<Term> {
        match &int.kind {
            IntKind::Const(number) => Some(Term::constant(i64::try_from(*number).ok()?)),
            IntKind::Slot(slot) => match self.slots.get(slot.0)?.as_ref()? {
                Binding::Term(term) => Some(term.clone()),
                Binding::Exponent(..) => None,
            },
            IntKind::Parameter(id) => match self.parameters.bound(*id)? {
                BoundParameter::Int(number) => Some(Term::constant(i64::try_from(number).ok()?)),
                _ => None,
            },
            IntKind::FromBool(condition) => {
                let condition = self.truth(condition)?;
                let one = Term::variable(self.fresh_of_formula());
                let cases = [(condition.clone(), 1), (not(condition), 0)];
                let cases = cases.map(|(condition, number)| {
                    Some(Formula::And(vec![condition, one.equals(&Term::constant(number))?]))
                });
                self.conditions.push(Formula::Or(cases.into_iter().collect::<Option<_>>()?));
                Some(one)
            }
            IntKind::Neg(inner) => self.int(inner)?.times(-1),
            IntKind::Binary(op, left, right) => self.binary(*op, left, right),
            IntKind::Function(IntFunction::Abs, arguments) => {
                let [argument] = &arguments[..] else { return None };
                let term = self.int(argument)?;
                self.extreme(&[term.clone(), term.times(-1)?], true)
            }
            IntKind::Fold(fold @ (Fold::Min | Fold::Max), operands) => {
                let mut terms = Vec::new();
                for operand in operands {
                    let Operand::Int(operand) = operand else { return None };
                    terms.push(self.int(operand)?);
                }
                self.extreme(&terms, *fold == Fold::Max)
            }
            IntKind::Fold(..) | IntKind::Function(..) | IntKind::Index(..) | IntKind::Len(..) => None,
        }
    }

    /// A new variable for what a condition counts; whether it depends on a walk is not looked into.
    fn fresh_of_formula(&mut self) -> Variable {
        let walked: Vec<Term> = self.walked.iter().copied().map(Term::variable).collect();
        let walked: Vec<&Term> = walked.iter().collect();
        self.fresh(&walked)
    }

    /// The largest or the least of some terms, at least one.
    fn extreme(&mut self, terms: &[Term], largest: bool) -> Option<Term> {
        let all: Vec<&Term> = terms.iter().collect();
        let natural = |term: &Term| term.is_natural();
        let found = match largest {
            true if terms.iter().any(natural) => Term::variable(self.fresh(&all)),
            false if terms.iter().all(natural) => Term::variable(self.fresh(&all)),
            _ => self.integer(&all)?,
        };
        let bound = |term: &Term| match largest {
            true => term.at_most(&found),
            false => found.at_most(term),
        };
        self.conditions.extend(terms.iter().map(bound).collect::<Option<Vec<_>>>()?);
        let reached = terms.iter().map(|term| term.equals(&found)).collect::<Option<_>>()?;
        self.conditions.push(Formula::Or(reached));
        Some(found)
    }

    fn binary(&mut self, op: IntOp, left: &Int, right: &Int) -> Option<Term> {
        match op {
            IntOp::Pow | IntOp::ShiftLeft => {
                if let Some(power) = self.power(op, left, right) {
                    return Some(power);
                }
            }
            IntOp::Rem => {
                if let Some(residue) = self.digit_sum(left, right) {
                    return residue;
                }
            }
            _ => {}
        }
        let (left, right) = (self.int(left)?, self.int(right)?);
        let exponent = || u32::try_from(right.as_constant()?).ok();
        match op {
            IntOp::Add => left.plus(&right),
            IntOp::Sub => left.minus(&right),
            IntOp::Mul => match (left.as_constant(), right.as_constant()) {
                (Some(number), _) => right.times(number),
                (_, Some(number)) => left.times(number),
                _ => None,
            },
            IntOp::Div => self.quotient(&left, right.as_constant()?),
            IntOp::Rem => {
                let divisor = right.as_constant()?;
                let quotient = self.quotient(&left, divisor)?;
                left.minus(&quotient.times(divisor)?)
            }
            IntOp::Pow => Some(Term::constant(left.as_constant()?.checked_pow(exponent()?)?)),
            IntOp::ShiftLeft => left.times(2_i64.checked_pow(exponent()?)?),
            IntOp::ShiftRight => self.quotient(&left, 2_i64.checked_pow(exponent()?)?),
            IntOp::Xor => {
                if !self.base.is_power_of_two() || !left.is_natural() || !right.is_natural() {
                    return None;
                }
                let [one, other] = [self.named(&left)?, self.named(&right)?];
                let xor = self.fresh(&[&left, &right]);
                self.conditions.push(Formula::Atom(Atom::Xor([one, other, xor])));
                Some(Term::variable(xor))
            }
        }
    }

    /// A variable that is equal to the term, which must not be below 0: else there is none.
    pub(super) fn named(&mut self, term: &Term) -> Option<Variable> {
        if let Some(variable) = term.as_variable() {
            return Some(variable);
        }
        let name = self.fresh(&[term]);
        self.conditions.push(Term::variable(name).equals(term)?);
        Some(name)
    }

    /// The term divided by a number of at least 1, rounded down.
    fn quotient(&mut self, term: &Term, divisor: i64) -> Option<Term> {
        if divisor < 1 {
            return None;
        }
        if let Some(number) = term.as_constant() {
            return Some(Term::constant(number.div_euclid(divisor)));
        }
        // Where the least is known, so is the least quotient.
        let quotient = match term.least() {
            Some(least) => {
                let least = Term::constant(least.div_euclid(divisor));
                Term::variable(self.fresh(&[term])).plus(&least)?
            }
            None => self.integer(&[term])?,
        };
        let multiple = quotient.times(divisor)?;
        self.conditions.push(multiple.at_most(term)?);
        self.conditions.push(term.less_than(&multiple.plus(&Term::constant(divisor))?)?);
        Some(quotient)
    }

    /// `b ** k`, or `c << k`, where k is known as an exponent only.
    fn power(&mut self, op: IntOp, left: &Int, right: &Int) -> Option<Term> {
        let IntKind::Slot(slot) = right.kind else { return None };
        let Binding::Exponent(base, power) = *self.slots.get(slot.0)?.as_ref()? else { return None };
        let left = self.int(left)?.as_constant()?;
        match op {
            IntOp::Pow => (left == base).then_some(Term::variable(power)),
            _ if base == 2 => Term::variable(power).times(left),
            _ => None,
        }
    }

    /// `popcount(t) % m`, in base 2. `None` if it is something else.
    fn digit_sum(&mut self, left: &Int, right: &Int) -> Option<Option<Term>> {
        let IntKind::Function(IntFunction::Popcount, arguments) = &left.kind else { return None };
        Some((|| {
            let modulus =
                u64::try_from(self.int(right)?.as_constant()?).ok().filter(|&modulus| modulus > 0)?;
            let term = self.int(arguments.first()?)?;
            if self.base != 2 || !term.is_natural() {
                return None;
            }
            let name = self.named(&term)?;
            let sum = self.fresh(&[&term]);
            self.conditions.push(Formula::Atom(Atom::DigitSum([name, sum], modulus)));
            Some(Term::variable(sum))
        })())
    }

    /// That the term is a member of a set of numbers.
    pub(super) fn member(&mut self, term: &Term, set: &Set) -> Option<Formula> {
        if set.arity != 1 {
            return None;
        }
        match &set.kind {
            SetKind::Range(first, last) => {
                let (first, last) = (self.int(first)?, self.int(last)?);
                Some(Formula::And(vec![first.at_most(term)?, term.at_most(&last)?]))
            }
            SetKind::From(first) => self.int(first)?.at_most(term),
            SetKind::Listed(elements) => {
                let mut parts = Vec::new();
                for element in elements {
                    parts.push(match element {
                        Element::Entries(entries) => {
                            let [entry] = &entries[..] else { return None };
                            self.int(entry)?.equals(term)?
                        }
                        Element::Members(set) => self.member(term, set)?,
                    });
                }
                Some(Formula::Or(parts))
            }
            SetKind::Parameter(id) => match self.parameters.bound(*id)? {
                BoundParameter::Listed { entries, arity: 1 } if entries.len() <= MOST_MEMBERS => {
                    let equals = |&entry: &i128| Term::constant(i64::try_from(entry).ok()?).equals(term);
                    Some(Formula::Or(entries.iter().map(equals).collect::<Option<_>>()?))
                }
                BoundParameter::Set(set) => self.member(term, set),
                _ => None,
            },
            SetKind::Without(all, not_these) => {
                Some(Formula::And(vec![self.member(term, all)?, not(self.member(term, not_these)?)]))
            }
            SetKind::Union(one, other) => {
                Some(Formula::Or(vec![self.member(term, one)?, self.member(term, other)?]))
            }
            SetKind::NonZero(all) => {
                Some(Formula::And(vec![self.member(term, all)?, not(term.equals(&Term::default())?)]))
            }
            SetKind::Infinite(Infinite::Powers(of)) => {
                let of = self.int(of)?.as_constant()?;
                if !term.is_natural() {
                    return None;
                }
                let name = self.named(term)?;
                self.is_power(name, of)
            }
            _ => None,
        }
    }

    /// That the variable is a power of a number, 1 among them, where digits show it.
    pub(super) fn is_power(&mut self, variable: Variable, of: i64) -> Option<Formula> {
        let base = i64::try_from(self.base).ok()?;
        if of == base {
            return Some(Formula::Atom(Atom::Power(variable)));
        }
        // The base is a power of the number: a power of the base, taken some of the first powers times.
        let exponent = (2..16).find(|&exponent| of >= 2 && of.checked_pow(exponent) == Some(base))?;
        let mut parts = Vec::new();
        for exponent in 0..exponent {
            let power = Variable(self.next);
            self.next += 1;
            let times = Term::variable(power).times(of.checked_pow(exponent)?)?;
            let is = Formula::And(vec![
                Formula::Atom(Atom::Power(power)),
                times.equals(&Term::variable(variable))?,
            ]);
            parts.push(some([power], is));
        }
        Some(Formula::Or(parts))
    }

    /// Whether a set goes on for ever.
    pub(super) fn is_endless(&self, set: &Set) -> bool {
        self.parameters.is_infinite(set)
    }

    /// A number that no member of a set of numbers is below, if one is known.
    pub(super) fn least(&mut self, set: &Set) -> Option<i64> {
        match &set.kind {
            SetKind::Range(first, _) | SetKind::From(first) => self.int(first)?.least(),
            SetKind::Without(all, _) | SetKind::NonZero(all) => self.least(all),
            SetKind::Union(one, other) => Some(self.least(one)?.min(self.least(other)?)),
            SetKind::Infinite(_) => Some(0),
            _ => Some(self.constants(set)?.into_iter().min().unwrap_or(0)),
        }
    }

    /// The members of a set that is the same everywhere, if they are few.
    pub(super) fn constants(&mut self, set: &Set) -> Option<Vec<i64>> {
        let mut members = Vec::new();
        match &set.kind {
            SetKind::Range(first, last) => {
                let (first, last) = (self.int(first)?.as_constant()?, self.int(last)?.as_constant()?);
                let count = last.checked_sub(first)?;
                if usize::try_from(count).is_ok_and(|count| count >= MOST_MEMBERS) {
                    return None;
                }
                members.extend(first..=last);
            }
            SetKind::Listed(elements) => {
                for element in elements {
                    match element {
                        Element::Entries(entries) => {
                            let [entry] = &entries[..] else { return None };
                            members.push(self.int(entry)?.as_constant()?);
                        }
                        Element::Members(set) => members.extend(self.constants(set)?),
                    }
                }
            }
            SetKind::Parameter(id) => match self.parameters.bound(*id)? {
                BoundParameter::Listed { entries, arity: 1 } if entries.len() <= MOST_MEMBERS => {
                    for &entry in entries {
                        members.push(i64::try_from(entry).ok()?);
                    }
                }
                BoundParameter::Set(set) => return self.constants(set),
                _ => return None,
            },
            _ => return None,
        }
        (members.len() <= MOST_MEMBERS).then_some(members)
    }
}
