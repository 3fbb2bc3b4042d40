//! Moves by divisors, prime factors and numbers without a common factor.

use super::Reading;
use super::systems::{Atom, System, both};
use super::terms::Term;
use crate::lang::ir::{
    Alternative, Bool, BoolKind, Compare, Component, Element, Fold, Int, IntKind, IntOp, Offer, Operand, Set,
    SetKind, Slot, Step,
};
use crate::ruleset::{Arithmetic, Condition, Left, Line, Members, MoveFamily};

impl Reading<'_> {
    /// The alternative as what the members of an arithmetic set leave.
    pub(super) fn arithmetic(&self, guard: Option<&Bool>, alternative: &Alternative) -> Option<MoveFamily> {
        let mut all = vec![System::new()];
        if let Some(guard) = guard {
            all = both(&all, &self.atoms(guard, true)?)?;
        }
        if let (Offer::Each(Component::Members(set)), []) =
            (&alternative.option, alternative.steps.as_slice())
        {
            // The members themselves are left.
            let member = Slot(self.program.slots.len());
            let (members, without) = self.arithmetic_set(set, member)?;
            return self.restricted(member, members, both(&all, &without)?, Left::Member);
        }
        let (Step::For { slots, set, .. }, rest) = alternative.steps.split_first()? else { return None };
        let &[member] = slots.as_slice() else { return None };
        if let Some(family) = self.coprime(member, set, rest, &alternative.option, &all) {
            return Some(family);
        }
        let (members, without) = self.arithmetic_set(set, member)?;
        all = both(&all, &without)?;
        for step in rest {
            let Step::If(condition) = step else { return None };
            all = both(&all, &self.atoms(condition, true)?)?;
        }
        let left = self.left(member, &alternative.option)?;
        self.restricted(member, members, all, left)
    }

    /// The set, and the conditions under which its member belongs to it.
    fn arithmetic_set(&self, set: &Set, member: Slot) -> Option<(Members, Vec<System>)> {
        match &set.kind {
            SetKind::Divisors(number) if self.is_heap(number) => {
                Some((Members::Divisors, vec![System::new()]))
            }
            SetKind::PrimeFactors(number) if self.is_heap(number) => {
                Some((Members::PrimeFactors, vec![System::new()]))
            }
            SetKind::Without(from, without) => {
                let (members, mut all) = self.arithmetic_set(from, member)?;
                let SetKind::Listed(elements) = &without.kind else { return None };
                for element in elements {
                    let Element::Entries(entries) = element else { return None };
                    let [entry] = entries.as_slice() else { return None };
                    let member = Int { kind: IntKind::Slot(member), span: set.span.clone() };
                    let differs = BoolKind::Compare(Box::new(member), vec![(Compare::Ne, entry.clone())]);
                    let differs = Bool { kind: differs, span: set.span.clone() };
                    all = both(&all, &self.atoms(&differs, true)?)?;
                }
                Some((members, all))
            }
            _ => None,
        }
    }

    fn is_heap(&self, int: &Int) -> bool {
        int.kind == IntKind::Slot(self.heap)
    }

    /// What the member leaves.
    fn left(&self, member: Slot, option: &Offer) -> Option<Left> {
        let is_member = |int: &Int| int.kind == IntKind::Slot(member);
        let is_quotient = |int: &Int| match &int.kind {
            IntKind::Binary(IntOp::Div, left, right) => self.is_heap(left) && is_member(right),
            _ => false,
        };
        let number = match option {
            Offer::Each(Component::Number(number)) => number,
            Offer::Sum(components) => match components.as_slice() {
                [Component::Number(number)] => number,
                _ => return None,
            },
            Offer::Copies(Component::Number(number), count) => {
                return match (is_quotient(number), is_member(number)) {
                    (true, _) if is_member(count) => Some(Left::MemberCopiesOfQuotient),
                    (_, true) if is_quotient(count) => Some(Left::QuotientCopiesOfMember),
                    _ => None,
                };
            }
            _ => return None,
        };
        match &number.kind {
            IntKind::Binary(IntOp::Sub, left, right) if self.is_heap(left) && is_member(right) => {
                Some(Left::Rest)
            }
            _ if is_member(number) => Some(Left::Member),
            _ if is_quotient(number) => Some(Left::Quotient),
            _ => None,
        }
    }

    /// The family of the members that satisfy one of the systems: of those that
    /// can be satisfied at all there must be one.
    fn restricted(
        &self,
        member: Slot,
        members: Members,
        systems: Vec<System>,
        left: Left,
    ) -> Option<MoveFamily> {
        let mut found = None;
        for system in systems {
            if let Some(restricted) = restriction(member, members, &system, left)? {
                found.is_none().then_some(())?;
                found = Some(restricted);
            }
        }
        found.map(MoveFamily::Arithmetic)
    }

    /// `n - y for y in 1..n if gcd(n, y) == 1`, or y itself.
    fn coprime(
        &self,
        member: Slot,
        set: &Set,
        rest: &[Step],
        option: &Offer,
        guard: &[System],
    ) -> Option<MoveFamily> {
        let SetKind::Range(first, last) = &set.kind else { return None };
        (self.constant(first)? == 1).then_some(())?;
        let cases = self.cases(last)?;
        let [(conditions, last)] = cases.as_slice() else { return None };
        conditions.is_empty().then_some(())?;
        let with_heap = match last.line()?.below_heap()? {
            0 => true,
            1 => false,
            _ => return None,
        };
        let [Step::If(condition)] = rest else { return None };
        let BoolKind::Compare(divisor, comparisons) = &condition.kind else { return None };
        let [(Compare::Eq, one)] = comparisons.as_slice() else { return None };
        (self.constant(one)? == 1).then_some(())?;
        let IntKind::Fold(Fold::Gcd, operands) = &divisor.kind else { return None };
        let [Operand::Int(left), Operand::Int(right)] = operands.as_slice() else { return None };
        let is_member = |int: &Int| int.kind == IntKind::Slot(member);
        let both = (self.is_heap(left) && is_member(right)) || (is_member(left) && self.is_heap(right));
        both.then_some(())?;
        let left = self.left(member, option).filter(|left| matches!(left, Left::Rest | Left::Member))?;
        let [system] = guard else { return None };
        let set = restriction(member, Members::Coprime, system, left)??;
        (set.least <= 1 && set.most.is_none()).then_some(())?;
        Some(MoveFamily::Arithmetic(Arithmetic { with_heap, ..set }))
    }
}

/// The members that satisfy a system; the second layer is `None` if there are
/// none at any heap. Every member is at least 1 and at most n.
fn restriction(member: Slot, members: Members, system: &System, left: Left) -> Option<Option<Arithmetic>> {
    let mut set = Arithmetic { members, least: 1, most: None, with_heap: true, left, conditions: Vec::new() };
    for atom in system {
        let term = match atom {
            Atom::OnHeap(condition) => {
                set.conditions.push(*condition);
                continue;
            }
            Atom::Zero(_) => return None,
            Atom::AtMostZero(term) => term,
        };
        let factor = match term.names.iter().collect::<Vec<_>>()[..] {
            [] => 0,
            [(&slot, &factor)] if slot == member => factor,
            _ => return None,
        };
        match (factor, term.heap) {
            (0, 0) if term.rest <= 0 => {}
            (0, 0) => return Some(None),
            (0, _) => set.conditions.push(Condition::AtMostZero(heap_line(term)?)),
            // d <= -rest
            (1, 0) => match u64::try_from(-term.rest) {
                Ok(most) if most >= 1 => set.most = Some(set.most.map_or(most, |old| old.min(most))),
                _ => return Some(None),
            },
            // d >= rest
            (-1, 0) => set.least = set.least.max(u64::try_from(term.rest).unwrap_or(0)),
            // d <= n - rest
            (1, -1) => match term.rest {
                ..=0 => {}
                1 => set.with_heap = false,
                _ => return None,
            },
            // d >= n + rest, beyond all members
            (-1, 1) if term.rest >= 1 => return Some(None),
            _ => return None,
        }
    }
    Some(Some(set))
}

fn heap_line(term: &Term) -> Option<Line> {
    Line::new(term.heap, term.rest, term.divisor)
}
