//! Code for sets: walks through their members, and membership.

mod braces;
mod loops;
mod membership;
mod numbers;

use cranelift_codegen::ir::{Block, InstBuilder};
use grundy::lang::interpret::{BoundParameter, as_filter};
use grundy::lang::ir::{Infinite, Set, SetKind, Slot};

use super::number::Num;
use super::{Generator, Made, Unsupported};

/// What is done with each member.
pub(super) type Visit<'v, 'a, 'b> = &'v mut dyn FnMut(&mut Generator<'a, 'b>, &[Num]) -> Made<()>;

impl<'a, 'b> Generator<'a, 'b> {
    /// Visits the members of a set, and goes on at `exit`, which `visit` may go to
    /// as well, to end the walk. A set without a value leads to `no_value`.
    ///
    /// Where `once` is set, every member comes exactly as often as in the
    /// interpreter; else a member may come again.
    pub(super) fn walk(&mut self, set: &Set, once: bool, exit: Block, visit: Visit<'_, 'a, 'b>) -> Made<()> {
        self.ensure_short()?;
        match &set.kind {
            SetKind::Parameter(id) => match self.parameters.bound(*id) {
                Some(BoundParameter::Listed { entries, arity }) => {
                    let entries = entries
                        .iter()
                        .map(|&entry| i64::try_from(entry).map_err(|_| Unsupported))
                        .collect::<Made<Vec<i64>>>()?;
                    self.walk_array(entries, arity, exit, visit)?;
                }
                Some(BoundParameter::Set(kept)) => {
                    let kept = kept.clone();
                    return self.walk(&kept, once, exit, visit);
                }
                _ => return Err(Unsupported),
            },
            SetKind::Range(first, last) => {
                let (first, last) = (self.int(first)?, self.int(last)?);
                self.walk_range(first, last, exit, visit)?;
            }
            SetKind::From(first) => {
                let first = self.int(first)?;
                self.endless(first, visit, |g, at| {
                    let one = g.constant(1);
                    Ok(g.add(at, one))
                })?;
            }
            SetKind::Infinite(infinite) => self.walk_infinite(infinite, visit)?,
            SetKind::Listed(elements) => self.walk_listed(elements, once, exit, visit)?,
            SetKind::Comprehension(element, steps) => {
                if once
                    && as_filter(element, steps).is_none_or(|(source, ..)| self.parameters.may_repeat(source))
                {
                    return Err(Unsupported);
                }
                let end = self.b.create_block();
                let outer = std::mem::replace(&mut self.no_value, end);
                self.each_member(steps, once, &mut |g| g.walk_element(element, once, visit))?;
                self.no_value = outer;
                self.b.ins().jump(end, &[]);
                self.b.switch_to_block(end);
            }
            SetKind::Without(kept, refused) => {
                if once && self.parameters.may_repeat(kept) {
                    return Err(Unsupported);
                }
                let refused = refused.as_ref();
                self.ensure_value(refused)?;
                self.walk(kept, once, exit, &mut |g, member| {
                    let [stays, next] = std::array::from_fn(|_| g.b.create_block());
                    g.branch_in(refused, member, next, stays)?;
                    g.b.switch_to_block(stays);
                    visit(g, member)?;
                    g.b.ins().jump(next, &[]);
                    g.b.switch_to_block(next);
                    Ok(())
                })?;
                return Ok(());
            }
            SetKind::Union(left, right) => {
                // An infinite one is merged in ascending order: a walk along it ends
                // with the first member that is too large.
                if once || self.parameters.is_infinite(set) {
                    return Err(Unsupported);
                }
                self.ensure_value(right)?;
                let next = self.b.create_block();
                self.walk(left, once, next, visit)?;
                return self.walk(right, once, exit, visit);
            }
            SetKind::NonZero(inner) => {
                return self.walk(inner, once, exit, &mut |g, member| {
                    let [stays, next] = std::array::from_fn(|_| g.b.create_block());
                    let [number] = member else { return Err(Unsupported) };
                    g.b.ins().brif(number.value, stays, &[], next, &[]);
                    g.b.switch_to_block(stays);
                    let low = if number.is_natural() { 1 } else { number.low };
                    visit(g, &[Num { low, ..*number }])?;
                    g.b.ins().jump(next, &[]);
                    g.b.switch_to_block(next);
                    Ok(())
                });
            }
            SetKind::Digits(number, base) => {
                let (number, base) = (self.int(number)?, self.int(base)?);
                self.walk_digits(number, base, exit, visit)?;
            }
            SetKind::Divisors(number) => {
                let number = self.int(number)?;
                self.walk_divisors(number, exit, visit)?;
            }
            SetKind::PrimeFactors(number) => {
                let number = self.int(number)?;
                self.walk_prime_factors(number, exit, visit)?;
            }
            SetKind::Partitions(..) | SetKind::Seq(_) => return Err(Unsupported),
        }
        self.b.ins().jump(exit, &[]);
        self.b.switch_to_block(exit);
        Ok(())
    }

    /// Goes to `no_value` if a walk through the set would. A set made from two has
    /// no value if either has none, whichever is read first.
    fn ensure_value(&mut self, set: &Set) -> Made<()> {
        match &set.kind {
            SetKind::Range(a, b) | SetKind::Digits(a, b) => {
                self.int(a)?;
                self.int(b)?;
            }
            SetKind::From(a)
            | SetKind::Divisors(a)
            | SetKind::PrimeFactors(a)
            | SetKind::Partitions(a, _)
            | SetKind::Infinite(Infinite::Powers(a)) => {
                self.int(a)?;
            }
            SetKind::Without(left, right) | SetKind::Union(left, right) => {
                self.ensure_value(left)?;
                self.ensure_value(right)?;
            }
            SetKind::NonZero(inner) => self.ensure_value(inner)?,
            SetKind::Parameter(_)
            | SetKind::Listed(_)
            | SetKind::Comprehension(..)
            | SetKind::Infinite(_)
            | SetKind::Seq(_) => {}
        }
        Ok(())
    }

    pub(super) fn bind_all(&mut self, slots: &[Slot], member: &[Num]) {
        for (&slot, &number) in slots.iter().zip(member) {
            self.bind(slot, number);
        }
    }
}
