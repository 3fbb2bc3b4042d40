//! Conditions.
//!
//! Where `min` or `max` of nothing may stand, a condition has three outcomes: it
//! holds, it fails, or it has no value. What is printed is whether it holds; that
//! needs both "holds" and "fails", because `not` of no value is no value.

use super::{Lower, Lowered, member_of};
use crate::export::code::Expr;
use crate::lang::interpret::as_filter;
use crate::lang::ir::{Bool, BoolKind, Compare, Element, Infinite, Int, Set, SetKind, Step};

impl Lower<'_> {
    /// Whether the condition holds; without a value it does not.
    pub(super) fn holds(&mut self, condition: &Bool) -> Lowered<Expr> {
        self.decided(condition, true)
    }

    /// Whether the condition is decided so: true, or false.
    pub(super) fn decided(&mut self, condition: &Bool, wanted: bool) -> Lowered<Expr> {
        Ok(match &condition.kind {
            BoolKind::Const(value) => Expr::Bool(*value == wanted),
            BoolKind::Not(inner) => self.decided(inner, !wanted)?,
            BoolKind::And(left, right) if wanted => {
                Expr::all(vec![self.decided(left, true)?, self.decided(right, true)?])
            }
            BoolKind::And(left, right) => {
                let mut last = vec![self.decided(right, false)?];
                // Where the left side may lack a value, its failing is not the opposite of its holding.
                if self.may_lack_value(left) {
                    last.insert(0, self.decided(left, true)?);
                }
                Expr::any(vec![self.decided(left, false)?, Expr::all(last)])
            }
            BoolKind::Or(left, right) if wanted => {
                Expr::any(vec![self.decided(left, true)?, self.decided(right, true)?])
            }
            BoolKind::Or(left, right) => {
                Expr::all(vec![self.decided(left, false)?, self.decided(right, false)?])
            }
            BoolKind::Compare(first, rest) => {
                let mut conditions = Vec::new();
                let mut failures = Vec::new();
                let mut left: &Int = first;
                conditions.extend(self.value_conditions(first)?);
                for (comparison, right) in rest {
                    conditions.extend(self.value_conditions(right)?);
                    let holds = self.comparison(*comparison, left, right)?;
                    let mut failure = conditions.clone();
                    failure.push(holds.clone().negated());
                    failures.push(Expr::all(failure));
                    conditions.push(holds);
                    left = right;
                }
                if wanted { Expr::all(conditions) } else { Expr::any(failures) }
            }
            BoolKind::In(entries, set) => {
                let (mut conditions, numbers) = self.member_entries(entries)?;
                conditions.extend(self.set_conditions(set)?);
                let inside = self.contains(set, &numbers)?;
                conditions.push(if wanted { inside } else { inside.negated() });
                Expr::all(conditions)
            }
            BoolKind::IsPrime(number) => {
                let mut conditions = self.value_conditions(number)?;
                let prime = Expr::Call("is_prime", vec![self.int(number)?]);
                conditions.push(if wanted { prime } else { prime.negated() });
                Expr::all(conditions)
            }
        })
    }

    /// Whether `member` is in `set`, which has a value.
    pub(super) fn contains(&mut self, set: &Set, member: &[Expr]) -> Lowered<Expr> {
        let single = member.first().cloned().unwrap_or(Expr::Int(0));
        let at_least = |low: Expr| Expr::compare(Compare::Le, low, single.clone());
        let set = self.resolved(set);
        Ok(match &set.kind {
            SetKind::Range(first, last) => {
                let (first, last) = (self.int(first)?, self.int(last)?);
                Expr::all(vec![at_least(first), Expr::compare(Compare::Le, single, last)])
            }
            SetKind::From(first) => {
                let first = self.int(first)?;
                at_least(first)
            }
            SetKind::Listed(elements) if elements.len() <= 8 => {
                let mut found = Vec::new();
                for element in elements {
                    found.push(self.is_meant(element, member)?);
                }
                Expr::any(found)
            }
            SetKind::Comprehension(element, steps) => match as_filter(element, steps) {
                Some((source, slots, conditions)) => {
                    let mut all = self.set_conditions(source)?;
                    all.push(self.contains(source, member)?);
                    for (slot, entry) in slots.iter().zip(member) {
                        let binding =
                            super::Binding { value: entry.clone(), low: self.low_of(source), upper: None };
                        self.bind(*slot, binding);
                    }
                    for condition in conditions {
                        if let Step::If(condition) = condition {
                            all.push(self.holds(condition)?);
                        }
                    }
                    Expr::all(all)
                }
                None => self.contains_by_list(set, member)?,
            },
            SetKind::Without(kept, refused) => {
                let kept = self.contains(kept, member)?;
                Expr::all(vec![kept, self.contains(refused, member)?.negated()])
            }
            SetKind::Union(left, right) => {
                let left = self.contains(left, member)?;
                Expr::any(vec![left, self.contains(right, member)?])
            }
            SetKind::NonZero(inner) => {
                let zeros =
                    member.iter().map(|entry| Expr::compare(Compare::Eq, entry.clone(), Expr::Int(0)));
                let all_zero = Expr::all(zeros.collect());
                Expr::all(vec![self.contains(inner, member)?, all_zero.negated()])
            }
            SetKind::Divisors(number) => self.divides(&single, number)?,
            SetKind::PrimeFactors(number) => {
                Expr::all(vec![self.divides(&single, number)?, Expr::Call("is_prime", vec![single])])
            }
            SetKind::Infinite(Infinite::Primes) => Expr::Call("is_prime", vec![single]),
            SetKind::Infinite(infinite) => {
                // A member is the first one above the number before it.
                let before = Expr::binary(crate::export::code::Op::Sub, single.clone(), Expr::Int(1));
                let next = self.next_infinite(infinite, before)?;
                Expr::all(vec![at_least(Expr::Int(1)), Expr::compare(Compare::Eq, next, single)])
            }
            _ => self.contains_by_list(set, member)?,
        })
    }

    fn contains_by_list(&mut self, set: &Set, member: &[Expr]) -> Lowered<Expr> {
        let list = self.list(set)?;
        Ok(Expr::Call("contains", vec![list, member_of(member.to_vec())]))
    }

    fn divides(&mut self, divisor: &Expr, number: &Int) -> Lowered<Expr> {
        let positive = self.low(number).is_some_and(|low| low >= 1);
        let number = self.int(number)?;
        let rest = Expr::binary(crate::export::code::Op::Rem, number.clone(), divisor.clone());
        let mut all = vec![Expr::compare(Compare::Le, Expr::Int(1), divisor.clone())];
        if !positive {
            all.push(Expr::compare(Compare::Ge, number, Expr::Int(1)));
        }
        all.push(Expr::compare(Compare::Eq, rest, Expr::Int(0)));
        Ok(Expr::all(all))
    }

    /// Whether an element of a set in braces is or has `member`; an element
    /// without a value is not there.
    fn is_meant(&mut self, element: &Element, member: &[Expr]) -> Lowered<Expr> {
        let mut all = Vec::new();
        match element {
            Element::Entries(entries) => {
                let (conditions, numbers) = self.member_entries(entries)?;
                all.extend(conditions);
                let pairs = member.iter().cloned().zip(numbers);
                all.extend(pairs.map(|(value, number)| Expr::compare(Compare::Eq, value, number)));
            }
            Element::Members(set) => {
                all.extend(self.set_conditions(set)?);
                all.push(self.contains(set, member)?);
            }
        }
        Ok(Expr::all(all))
    }
}
