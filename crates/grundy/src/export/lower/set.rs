//! Sets as lists.

use super::{Binding, Lower, Lowered, member_of, unsupported};
use crate::export::code::{Expr, Part, Walk};
use crate::lang::interpret::{BoundParameter, as_filter};
use crate::lang::ir::{Compare, Element, Infinite, Set, SetKind, Slot};

/// Stands above every number of a program.
const HUGE: i128 = i64::MAX as i128;

impl Lower<'_> {
    /// The members of a finite set, with the repeats that the language keeps.
    pub(super) fn list(&mut self, set: &Set) -> Lowered<Expr> {
        if self.parameters.is_infinite(set) {
            return unsupported("an infinite set where all members are wanted");
        }
        let distinct = |list: Expr| Expr::ListCall("distinct", vec![list]);
        let set = self.resolved(set);
        Ok(match &set.kind {
            SetKind::Parameter(id) => match self.parameters.bound(*id) {
                Some(BoundParameter::Listed { entries: [], .. }) => Expr::List(Vec::new(), set.arity),
                Some(BoundParameter::Listed { entries, .. }) => {
                    let entries = entries.to_vec();
                    if entries.iter().any(|entry| i64::try_from(*entry).is_err()) {
                        return unsupported("a number of more than 63 bits");
                    }
                    Expr::Constant(self.constant(*id, set.arity, &entries))
                }
                _ => return unsupported("a number where a set is wanted"),
            },
            SetKind::Range(first, last) => Expr::Range(Box::new(self.int(first)?), Box::new(self.int(last)?)),
            SetKind::Listed(elements) => {
                let mut parts = Vec::new();
                for element in elements {
                    parts.push(self.part(element)?);
                }
                let plain = parts.iter().all(|part| matches!(part, Part::One(None, Expr::Int(_))));
                let one = match elements.as_slice() {
                    [Element::Members(inner)] => !self.parameters.may_repeat(inner),
                    elements => elements.len() <= 1,
                };
                if plain {
                    let mut seen = Vec::new();
                    parts.retain(|part| {
                        let fresh = !seen.contains(part);
                        if fresh {
                            seen.push(part.clone());
                        }
                        fresh
                    });
                }
                let list = match parts.as_slice() {
                    [Part::Members(None, inner)] => inner.clone(),
                    _ => Expr::List(parts, set.arity),
                };
                if plain || one { list } else { distinct(list) }
            }
            SetKind::Comprehension(element, steps) => {
                let repeats =
                    as_filter(element, steps).is_none_or(|(source, ..)| self.parameters.may_repeat(source));
                let mark = self.active.len();
                let mut walk = self.walk_steps(steps)?;
                let list = match element.as_ref() {
                    Element::Entries(entries) => {
                        let (conditions, numbers) = self.member_entries(entries)?;
                        walk.push(Walk::Filter(Expr::all(conditions)));
                        Expr::Collect(walk, Box::new(member_of(numbers)))
                    }
                    Element::Members(inner) => {
                        walk.push(Walk::Filter(Expr::all(self.set_conditions(inner)?)));
                        self.collect(inner, walk)?
                    }
                };
                self.active.truncate(mark);
                if repeats { distinct(list) } else { list }
            }
            SetKind::Without(kept, _) => {
                let repeats = self.parameters.may_repeat(kept);
                let mark = self.active.len();
                let list = self.collect(set, Vec::new())?;
                self.active.truncate(mark);
                if repeats { distinct(list) } else { list }
            }
            SetKind::NonZero(inner) if set.arity == 1 => Expr::ListCall("nonzero", vec![self.list(inner)?]),
            SetKind::NonZero(_) | SetKind::Partitions(..) => {
                let mark = self.active.len();
                let list = self.collect(set, Vec::new())?;
                self.active.truncate(mark);
                list
            }
            SetKind::Union(left, right) => {
                let left = self.list(left)?;
                let right = self.list(right)?;
                distinct(Expr::List(vec![Part::Members(None, left), Part::Members(None, right)], set.arity))
            }
            SetKind::Digits(number, base) => {
                Expr::ListCall("digits", vec![self.int(number)?, self.int(base)?])
            }
            SetKind::Divisors(number) => Expr::ListCall("divisors", vec![self.int(number)?]),
            SetKind::PrimeFactors(number) => Expr::ListCall("prime_factors", vec![self.int(number)?]),
            SetKind::Seq(seq) => self.seq(seq)?,
            SetKind::From(_) | SetKind::Infinite(_) => {
                return unsupported("an infinite set where all members are wanted");
            }
        })
    }

    /// The members of a set that is walked through, after the steps of `walk`.
    fn collect(&mut self, set: &Set, mut walk: Vec<Walk>) -> Lowered<Expr> {
        let slots: Vec<Slot> = (0..set.arity.max(1)).map(|_| self.new_slot()).collect();
        walk.extend(self.walk_set(&slots, set)?);
        Ok(Expr::Collect(walk, Box::new(member_of(self.member(&slots)))))
    }

    fn part(&mut self, element: &Element) -> Lowered<Part> {
        let condition = |conditions: Vec<Expr>| match Expr::all(conditions) {
            Expr::Bool(true) => None,
            condition => Some(condition),
        };
        Ok(match element {
            Element::Entries(entries) => {
                let (conditions, numbers) = self.member_entries(entries)?;
                Part::One(condition(conditions), member_of(numbers))
            }
            Element::Members(set) => {
                let conditions = self.set_conditions(set)?;
                Part::Members(condition(conditions), self.list(set)?)
            }
        })
    }

    /// The least member of a set of numbers above a number, or the least of all.
    pub(super) fn next_above(&mut self, set: &Set, bound: Option<&Expr>) -> Lowered<Expr> {
        let after = |bound: &Expr| Expr::binary(crate::export::code::Op::Add, bound.clone(), Expr::Int(1));
        let set = self.resolved(set);
        Ok(match &set.kind {
            SetKind::From(first) => {
                let first = self.int(first)?;
                match bound {
                    Some(bound) => Expr::Call("max", vec![first, after(bound)]),
                    None => first,
                }
            }
            SetKind::Range(first, last) => {
                let (first, last) = (self.int(first)?, self.int(last)?);
                let next = match bound {
                    Some(bound) => Expr::Call("max", vec![first, after(bound)]),
                    None => first,
                };
                let inside = Expr::compare(Compare::Le, next.clone(), last);
                Expr::Select(Box::new(inside), Box::new(next), Box::new(Expr::Int(HUGE)))
            }
            SetKind::Infinite(infinite) => {
                self.next_infinite(infinite, bound.cloned().unwrap_or(Expr::Int(0)))?
            }
            SetKind::Union(left, right) => {
                let left = self.next_above(left, bound)?;
                Expr::Call("min", vec![left, self.next_above(right, bound)?])
            }
            _ if self.parameters.is_infinite(set) => return unsupported("the order of such an infinite set"),
            _ => {
                let list = self.list(set)?;
                Expr::Call("next_in", vec![list, bound.cloned().unwrap_or(Expr::Int(-HUGE))])
            }
        })
    }

    /// The least member of a named infinite set above a number.
    pub(super) fn next_infinite(&mut self, set: &Infinite, bound: Expr) -> Lowered<Expr> {
        Ok(match set {
            Infinite::Primes => Expr::Call("next_prime", vec![bound]),
            Infinite::Squares => Expr::Call("next_square", vec![bound]),
            Infinite::Cubes => Expr::Call("next_cube", vec![bound]),
            Infinite::Triangular => Expr::Call("next_triangular", vec![bound]),
            Infinite::Factorials => Expr::Call("next_factorial", vec![bound]),
            Infinite::Fibonacci => Expr::Call("next_fibonacci", vec![bound]),
            Infinite::Powers(base) => {
                let base = self.int(base)?;
                Expr::Call("next_power", vec![base, bound])
            }
        })
    }

    /// The names of slots bound to names of their own.
    pub(super) fn bind_fresh(&mut self, slots: &[Slot], low: Option<i128>) -> Vec<String> {
        slots
            .iter()
            .map(|slot| {
                let name = self.name_of(*slot, "x");
                self.bind(*slot, Binding { value: Expr::Var(name.clone()), low, upper: None });
                name
            })
            .collect()
    }
}
