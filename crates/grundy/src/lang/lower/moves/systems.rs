//! Loops and conditions as systems of linear conditions.

use super::terms::Term;
use super::{MOST_MEMBERS, Reading};
use crate::lang::ir::{
    Bool, BoolKind, Compare, Element, Int, IntKind, IntOp, Linear, Relation, Set, SetKind, Slot, Step,
};
use crate::ruleset::Condition;

/// The most systems of one alternative.
const MOST_SYSTEMS: usize = 256;

/// One condition.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Atom {
    /// The term, which is not rounded, is at most 0.
    AtMostZero(Term),
    /// The term, which is not rounded, is 0.
    Zero(Term),
    /// A condition on n.
    OnHeap(Condition),
}

/// Conditions, all of which hold.
pub(super) type System = Vec<Atom>;

impl Reading<'_> {
    /// The ways through the guard and the steps: each binding of the names that
    /// gets through satisfies one of the systems, and the other way round. The slot of a
    /// loop without end comes with it, whose member must take from the only heap that is left.
    pub(super) fn systems(
        &self,
        guard: Option<&Bool>,
        steps: &[Step],
    ) -> Option<(Vec<System>, Option<Slot>)> {
        let mut all = vec![System::new()];
        let mut endless = None;
        if let Some(guard) = guard {
            all = both(&all, &self.atoms(guard, true)?)?;
        }
        for step in steps {
            // Conditions and loops inside a loop without end bear on where it ends.
            endless.is_none().then_some(())?;
            let more = match step {
                Step::If(condition) => self.atoms(condition, true)?,
                Step::For { slots, set, .. } => match (slots.as_slice(), &set.kind) {
                    (&[slot], SetKind::From(first)) => {
                        // Options that other loops repeat would count as none.
                        let alone = steps.iter().filter(|step| !matches!(step, Step::If(_))).count() == 1;
                        alone.then_some(())?;
                        endless = Some(slot);
                        self.compare(first, &Term::name(slot), Compare::Le)?
                    }
                    (&[slot], _) => self.members_of(&Term::name(slot), set)?,
                    _ => self.tuples(slots, set)?,
                },
                Step::Solve { slot, conditions, .. } => self.solved(*slot, conditions)?,
            };
            all = both(&all, &more)?;
        }
        Some((all, endless))
    }

    /// When a number is a member of a finite set.
    pub(super) fn members_of(&self, number: &Term, set: &Set) -> Option<Vec<System>> {
        match &set.kind {
            SetKind::Range(first, last) => {
                let above = self.compare(first, number, Compare::Le)?;
                both(&above, &self.compare(last, number, Compare::Ge)?)
            }
            SetKind::Listed(elements) => {
                let mut all = Vec::new();
                for element in elements {
                    match element {
                        Element::Entries(entries) => match entries.as_slice() {
                            [entry] => all.extend(self.compare(entry, number, Compare::Eq)?),
                            _ => return None,
                        },
                        Element::Members(set) => all.extend(self.members_of(number, set)?),
                    }
                }
                bounded(all)
            }
            SetKind::Union(left, right) => {
                bounded([self.members_of(number, left)?, self.members_of(number, right)?].concat())
            }
            SetKind::Without(from, without) => {
                let mut all = self.members_of(number, from)?;
                match &without.kind {
                    SetKind::Listed(elements) => {
                        for element in elements {
                            let Element::Entries(entries) = element else { return None };
                            let [entry] = entries.as_slice() else { return None };
                            all = both(&all, &self.compare(entry, number, Compare::Ne)?)?;
                        }
                    }
                    _ => {
                        for member in self.closed_members(without)? {
                            let [member] = member.as_slice() else { return None };
                            let member = Term::constant(*member);
                            all = both(&all, &comparison(&member, Compare::Ne, number)?)?;
                        }
                    }
                }
                Some(all)
            }
            _ => {
                let mut all = Vec::new();
                for member in self.closed_members(set)? {
                    let [member] = member.as_slice() else { return None };
                    all.extend(comparison(&Term::constant(*member), Compare::Eq, number)?);
                }
                bounded(all)
            }
        }
    }

    /// When names are the entries of a member of a finite set.
    fn tuples(&self, slots: &[Slot], set: &Set) -> Option<Vec<System>> {
        let mut all = Vec::new();
        for member in self.closed_members(set)? {
            let mut system = System::new();
            (member.len() == slots.len()).then_some(())?;
            for (&slot, &entry) in slots.iter().zip(&member) {
                system.push(Atom::Zero(Term::name(slot).minus(&Term::constant(entry))?));
            }
            all.push(system);
        }
        bounded(all)
    }

    /// The members of a set in which no name stands.
    fn closed_members(&self, set: &Set) -> Option<Vec<Vec<i128>>> {
        if self.is_closed_set(set) {
            self.members(set).filter(|members| members.len() <= MOST_MEMBERS)
        } else {
            None
        }
    }

    /// When a name that `where` brings in satisfies its conditions.
    fn solved(&self, slot: Slot, conditions: &[Linear]) -> Option<Vec<System>> {
        let name = Term::name(slot);
        let mut all = vec![vec![Atom::AtMostZero(name.negated()?)]];
        for Linear { factor, others, rest, relation } in conditions {
            // Where all signs are known beforehand, so is that there is a bound.
            let IntKind::Const(factor) = factor.kind else { return None };
            others.iter().all(|(other, _)| matches!(other.kind, IntKind::Const(_))).then_some(())?;
            if !others.is_empty() {
                // The condition stands again at the name bound last.
                continue;
            }
            let op = match relation {
                Relation::AtMostZero => Compare::Le,
                Relation::Zero => Compare::Eq,
            };
            let mut more = Vec::new();
            for (system, rest) in self.split_cases(rest)? {
                let sum = name.times(factor)?.plus(&rest)?;
                for atoms in comparison(&sum, op, &Term::constant(0))? {
                    more.push([system.clone(), atoms].concat());
                }
            }
            all = both(&all, &more)?;
        }
        Some(all)
    }

    /// A number in all its cases, as systems.
    pub(super) fn split_cases(&self, int: &Int) -> Option<Vec<(System, Term)>> {
        let cases = self.cases(int)?;
        Some(
            cases
                .into_iter()
                .map(|(conditions, term)| (conditions.into_iter().map(Atom::AtMostZero).collect(), term))
                .collect(),
        )
    }

    /// When a number compares so with a term.
    fn compare(&self, left: &Int, right: &Term, op: Compare) -> Option<Vec<System>> {
        let mut all = Vec::new();
        for (system, left) in self.split_cases(left)? {
            for atoms in comparison(&left, op, right)? {
                all.push([system.clone(), atoms].concat());
            }
        }
        bounded(all)
    }

    /// When a condition holds, or when it does not.
    pub(super) fn atoms(&self, condition: &Bool, holds: bool) -> Option<Vec<System>> {
        let never = Vec::new();
        match &condition.kind {
            BoolKind::Const(value) => Some(if *value == holds { vec![System::new()] } else { never }),
            BoolKind::Not(inner) => self.atoms(inner, !holds),
            BoolKind::And(left, right) if holds => both(&self.atoms(left, true)?, &self.atoms(right, true)?),
            BoolKind::Or(left, right) if !holds => {
                both(&self.atoms(left, false)?, &self.atoms(right, false)?)
            }
            BoolKind::And(left, right) | BoolKind::Or(left, right) => {
                bounded([self.atoms(left, holds)?, self.atoms(right, holds)?].concat())
            }
            BoolKind::Compare(first, rest) => {
                let mut left: &Int = first;
                let mut all = if holds { vec![System::new()] } else { never };
                for (op, right) in rest {
                    let op = if holds { *op } else { negated(*op) };
                    let link = self.link(left, op, right)?;
                    all = if holds { both(&all, &link)? } else { bounded([all, link].concat())? };
                    left = right;
                }
                Some(all)
            }
            BoolKind::In(entries, set) => {
                let [entry] = entries.as_slice() else { return None };
                holds.then_some(())?;
                let mut all = Vec::new();
                for (system, entry) in self.split_cases(entry)? {
                    for atoms in self.members_of(&entry, set)? {
                        all.push([system.clone(), atoms].concat());
                    }
                }
                bounded(all)
            }
            BoolKind::IsPrime(_) => None,
        }
    }

    /// When two numbers compare so.
    fn link(&self, left: &Int, op: Compare, right: &Int) -> Option<Vec<System>> {
        if let Some(condition) = self.residue(left, op, right).or_else(|| self.residue(right, op, left)) {
            return Some(vec![vec![Atom::OnHeap(condition)]]);
        }
        let mut all = Vec::new();
        for (system, right) in self.split_cases(right)? {
            for atoms in self.compare(left, &right, op)? {
                all.push([system.clone(), atoms].concat());
            }
        }
        bounded(all)
    }

    /// `number % modulus == residue` or `!=`, where the number is one of n alone.
    fn residue(&self, left: &Int, op: Compare, right: &Int) -> Option<Condition> {
        let equal = match op {
            Compare::Eq => true,
            Compare::Ne => false,
            _ => return None,
        };
        let IntKind::Binary(IntOp::Rem, number, modulus) = &left.kind else { return None };
        let modulus = self.constant(modulus).filter(|&modulus| modulus >= 1)?;
        let residue = self.constant(right)?;
        let cases = self.cases(number)?;
        let [(conditions, term)] = cases.as_slice() else { return None };
        conditions.is_empty().then_some(())?;
        Some(Condition::Residue { line: term.line()?, modulus, residue, equal })
    }
}

/// When two terms compare so.
fn comparison(left: &Term, op: Compare, right: &Term) -> Option<Vec<System>> {
    let one = Term::constant(1);
    let at_most = |left: &Term, right: &Term| Some(Atom::AtMostZero(left.minus(right)?.at_most_zero()?));
    let less = |left: &Term, right: &Term| at_most(&left.plus(&one)?, right);
    Some(match op {
        Compare::Le => vec![vec![at_most(left, right)?]],
        Compare::Ge => vec![vec![at_most(right, left)?]],
        Compare::Lt => vec![vec![less(left, right)?]],
        Compare::Gt => vec![vec![less(right, left)?]],
        Compare::Ne => vec![vec![less(left, right)?], vec![less(right, left)?]],
        Compare::Eq if left.divisor == 1 && right.divisor == 1 => vec![vec![Atom::Zero(left.minus(right)?)]],
        Compare::Eq => vec![vec![at_most(left, right)?, at_most(right, left)?]],
    })
}

/// The comparison that holds where this one does not.
fn negated(op: Compare) -> Compare {
    match op {
        Compare::Eq => Compare::Ne,
        Compare::Ne => Compare::Eq,
        Compare::Lt => Compare::Ge,
        Compare::Le => Compare::Gt,
        Compare::Gt => Compare::Le,
        Compare::Ge => Compare::Lt,
    }
}

/// What satisfies one of the first and one of the second.
pub(super) fn both(first: &[System], second: &[System]) -> Option<Vec<System>> {
    (first.len().saturating_mul(second.len()) <= MOST_SYSTEMS).then_some(())?;
    let pairs = first.iter().flat_map(|own| second.iter().map(move |other| [own.as_slice(), other].concat()));
    Some(pairs.collect())
}

fn bounded(systems: Vec<System>) -> Option<Vec<System>> {
    (systems.len() <= MOST_SYSTEMS).then_some(systems)
}
