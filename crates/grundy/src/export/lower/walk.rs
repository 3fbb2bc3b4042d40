//! Sets as walks: the loops that meet their members.
//!
//! A walk may meet a member twice where the set holds it once. Options count once
//! all the same, and where members are counted or added a list is made instead.

use super::{Binding, Lower, Lowered, unsupported};
use crate::export::code::{Expr, Next, Op, Walk};
use crate::lang::ir::{Compare, Element, Infinite, Int, IntKind, IntOp, Set, SetKind, Slot, Step};

impl Lower<'_> {
    /// The loops that bind `slots` to the members of `set`; the first of them is
    /// endless if the set is infinite. Without a value there is no member.
    pub(super) fn walk_set(&mut self, slots: &[Slot], set: &Set) -> Lowered<Vec<Walk>> {
        let mut walk = Vec::new();
        let set = self.resolved(set);
        let conditions = self.set_conditions(set)?;
        if !conditions.is_empty() {
            walk.push(Walk::Filter(Expr::all(conditions)));
        }
        match &set.kind {
            SetKind::Range(first, last) => {
                let (from, to) = (self.int(first)?, self.int(last)?);
                let low = self.low(first);
                let names = self.bind_fresh(slots, low);
                if let [slot] = slots {
                    let value = names.first().map_or(Expr::Int(0), |name| Expr::Var(name.clone()));
                    self.bind(*slot, Binding { value, low, upper: Some(last.as_ref().clone()) });
                }
                walk.extend(names.into_iter().map(|name| Walk::Range(name, from.clone(), to.clone())));
            }
            SetKind::From(first) => {
                let from = self.int(first)?;
                let low = self.low(first);
                let names = self.bind_fresh(slots, low);
                walk.extend(names.into_iter().map(|name| Walk::Endless(name, from.clone(), Next::Successor)));
            }
            SetKind::Infinite(infinite) => {
                let low = self.low_of(set);
                let first = self.next_infinite(infinite, Expr::Int(0))?;
                let first = match infinite {
                    Infinite::Primes => Expr::Int(2),
                    Infinite::Powers(_) => first,
                    _ => Expr::Int(1),
                };
                for name in self.bind_fresh(slots, low) {
                    let next = self.next_infinite(infinite, Expr::Var(name.clone()))?;
                    walk.push(Walk::Endless(name, first.clone(), Next::Value(next)));
                }
            }
            SetKind::Union(..) if self.parameters.is_infinite(set) => {
                let low = self.low_of(set);
                let first = self.next_above(set, None)?;
                for name in self.bind_fresh(slots, low) {
                    let next = self.next_above(set, Some(&Expr::Var(name.clone())))?;
                    walk.push(Walk::Endless(name, first.clone(), Next::Value(next)));
                }
            }
            SetKind::Listed(elements) if self.parameters.is_infinite(set) => match elements.as_slice() {
                [Element::Members(inner)] => walk.extend(self.walk_set(slots, inner)?),
                _ => return unsupported("an infinite set among other elements in braces"),
            },
            SetKind::Comprehension(element, steps) => {
                walk.extend(self.walk_comprehension(slots, element, steps)?)
            }
            SetKind::Without(kept, refused) => {
                walk.extend(self.walk_set(slots, kept)?);
                let member = self.member(slots);
                walk.push(Walk::Filter(self.contains(refused, &member)?.negated()));
            }
            SetKind::NonZero(inner) => {
                walk.extend(self.walk_set(slots, inner)?);
                let zeros: Vec<Expr> = self
                    .member(slots)
                    .into_iter()
                    .map(|entry| Expr::compare(Compare::Eq, entry, Expr::Int(0)))
                    .collect();
                walk.push(Walk::Filter(Expr::all(zeros).negated()));
                if let [slot] = slots
                    && let Some(Some(binding)) = self.slots.get_mut(slot.0)
                    && binding.low == Some(0)
                {
                    binding.low = Some(1);
                }
            }
            SetKind::Partitions(number, parts) => walk.extend(self.walk_partitions(slots, number, *parts)?),
            _ => {
                let list = self.list(set)?;
                let low = self.low_of(set);
                walk.push(Walk::Each(self.bind_fresh(slots, low), list));
            }
        }
        Ok(walk)
    }

    /// What the slots stand for.
    pub(super) fn member(&self, slots: &[Slot]) -> Vec<Expr> {
        slots.iter().filter_map(|slot| self.binding(*slot)).map(|binding| binding.value.clone()).collect()
    }

    /// The loops of `{element for ... if ...}`.
    fn walk_comprehension(
        &mut self,
        slots: &[Slot],
        element: &Element,
        steps: &[Step],
    ) -> Lowered<Vec<Walk>> {
        let mut walk = self.walk_steps(steps)?;
        let endless = walk.iter().filter(|step| matches!(step, Walk::Endless(..))).count();
        let loops = walk.iter().filter(|step| matches!(step, Walk::Range(..) | Walk::Each(..))).count();
        if endless > 1 || (endless == 1 && loops > 0) {
            // A walk that ends would have to leave several loops at once.
            return unsupported("an infinite set in braces with several loops");
        }
        match element {
            Element::Entries(entries) => {
                let (conditions, numbers) = self.member_entries(entries)?;
                walk.push(Walk::Filter(Expr::all(conditions)));
                for ((slot, entry), value) in slots.iter().zip(entries).zip(numbers) {
                    let low = self.low(entry);
                    let upper = match entry.kind {
                        IntKind::Slot(inner) => self.binding(inner).and_then(|binding| binding.upper.clone()),
                        _ => None,
                    };
                    let value = if value.is_cheap() {
                        value
                    } else {
                        let name = self.name_of(*slot, "x");
                        walk.push(Walk::Let(name.clone(), value));
                        Expr::Var(name)
                    };
                    self.bind(*slot, Binding { value, low, upper });
                }
            }
            Element::Members(inner) => {
                if endless > 0 || self.parameters.is_infinite(inner) {
                    return unsupported("an infinite set in braces with several loops");
                }
                walk.extend(self.walk_set(slots, inner)?);
            }
        }
        Ok(walk)
    }

    /// The loops and filters of a set in braces.
    pub(super) fn walk_steps(&mut self, steps: &[Step]) -> Lowered<Vec<Walk>> {
        let mut walk = Vec::new();
        for step in steps {
            match step {
                Step::For { slots, set, .. } => walk.extend(self.walk_set(slots, set)?),
                Step::Solve { slot, conditions, .. } => walk.extend(self.solve(*slot, conditions)?),
                Step::If(condition) => walk.push(Walk::Filter(self.holds(condition)?)),
            }
        }
        Ok(walk)
    }

    /// The loops through the tuples of so many positive numbers, ascending, with a
    /// given sum.
    fn walk_partitions(&mut self, slots: &[Slot], number: &Int, parts: usize) -> Lowered<Vec<Walk>> {
        let mut walk = Vec::new();
        let mut least = Expr::Int(1);
        // What is left for the slots to come, as a number of the rule.
        let mut rest = number.clone();
        for (index, slot) in slots.iter().enumerate() {
            let left = parts.saturating_sub(index);
            let name = self.name_of(*slot, "part");
            if left <= 1 {
                let value = super::linear::Sum::of(self, &rest, 1)?.into_expr();
                walk.push(Walk::Let(name.clone(), value));
                walk.push(Walk::Filter(Expr::compare(Compare::Le, least.clone(), Expr::Var(name.clone()))));
            } else {
                let sum = super::linear::Sum::of(self, &rest, 1)?.into_expr();
                let count = i128::try_from(left).unwrap_or(i128::MAX);
                // A sum that is negative has no parts, however it is rounded.
                let most = if self.low(&rest).is_some_and(|low| low >= 0) {
                    Expr::binary(Op::Div, sum, Expr::Int(count))
                } else {
                    Expr::Call("floor_div", vec![sum, Expr::Int(count)])
                };
                walk.push(Walk::Range(name.clone(), least.clone(), most));
            }
            least = Expr::Var(name.clone());
            self.bind(*slot, Binding { value: Expr::Var(name), low: Some(1), upper: Some(rest.clone()) });
            let part = Int { kind: IntKind::Slot(*slot), span: number.span.clone() };
            rest = Int {
                kind: IntKind::Binary(IntOp::Sub, Box::new(rest), Box::new(part)),
                span: number.span.clone(),
            };
        }
        Ok(walk)
    }
}
