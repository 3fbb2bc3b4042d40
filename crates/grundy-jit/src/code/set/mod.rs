//! Code for sets: walks through their members, and membership.

use std::collections::HashSet;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlags, Value, types};
use grundy::lang::interpret::{BoundParameter, as_filter};
use grundy::lang::ir::{Element, Infinite, Int, IntKind, Set, SetKind, Slot, Step};

use super::number::Num;
use super::{Generator, Made, Unsupported};

/// What is done with each member.
pub(super) type Visit<'v, 'a, 'b> = &'v mut dyn FnMut(&mut Generator<'a, 'b>, &[Num]) -> Made<()>;

/// The most members in braces that get code of their own each.
const MOST_WRITTEN: usize = 64;

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

    /// A loop with one counter: `visit` gets it, `next` makes the following one.
    fn endless(
        &mut self,
        first: Num,
        visit: Visit<'_, 'a, 'b>,
        next: impl FnOnce(&mut Generator<'a, 'b>, Num) -> Made<Num>,
    ) -> Made<()> {
        let head = self.b.create_block();
        self.b.append_block_param(head, types::I64);
        self.b.ins().jump(head, &[first.value.into()]);
        self.b.switch_to_block(head);
        let at = Num { value: self.b.block_params(head)[0], low: first.low, high: i64::MAX };
        self.step();
        visit(self, &[at])?;
        let following = next(self, at)?;
        self.b.ins().jump(head, &[following.value.into()]);
        // What follows is never reached; the walk ends by `visit` only.
        let unreached = self.b.create_block();
        self.b.switch_to_block(unreached);
        Ok(())
    }

    fn walk_range(&mut self, first: Num, last: Num, exit: Block, visit: Visit<'_, 'a, 'b>) -> Made<()> {
        let [head, body] = std::array::from_fn(|_| self.b.create_block());
        self.b.append_block_param(head, types::I64);
        self.b.ins().jump(head, &[first.value.into()]);
        self.b.switch_to_block(head);
        let at = self.b.block_params(head)[0];
        let inside = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, at, last.value);
        self.b.ins().brif(inside, body, &[], exit, &[]);
        self.b.switch_to_block(body);
        self.step();
        visit(self, &[Num { value: at, low: first.low, high: last.high.max(first.low) }])?;
        if last.high == i64::MAX {
            // The largest word may be the last.
            let is_last = self.b.ins().icmp(IntCC::Equal, at, last.value);
            self.leave_if(is_last, exit);
        }
        let following = self.b.ins().iadd_imm(at, 1);
        self.b.ins().jump(head, &[following.into()]);
        let unreached = self.b.create_block();
        self.b.switch_to_block(unreached);
        Ok(())
    }

    /// Visits members that stand in memory.
    fn walk_array(
        &mut self,
        entries: Vec<i64>,
        arity: usize,
        exit: Block,
        visit: Visit<'_, 'a, 'b>,
    ) -> Made<()> {
        if arity == 0 || entries.is_empty() {
            return Ok(());
        }
        let bounds: Vec<(i64, i64)> = (0..arity)
            .map(|entry| {
                let column = entries.iter().skip(entry).step_by(arity);
                (column.clone().min().copied().unwrap_or(0), column.max().copied().unwrap_or(0))
            })
            .collect();
        let bytes = |count: usize| i64::try_from(count * 8).map_err(|_| Unsupported);
        let (length, member) = (bytes(entries.len())?, bytes(arity)?);
        let array: Box<[i64]> = entries.into();
        let start = i64::try_from(array.as_ptr().addr()).map_err(|_| Unsupported)?;
        self.arrays.push(array);
        let [head, body] = std::array::from_fn(|_| self.b.create_block());
        self.b.append_block_param(head, types::I64);
        let first = self.b.ins().iconst(types::I64, start);
        let end = self.b.ins().iconst(types::I64, start + length);
        self.b.ins().jump(head, &[first.into()]);
        self.b.switch_to_block(head);
        let place = self.b.block_params(head)[0];
        let inside = self.b.ins().icmp(IntCC::UnsignedLessThan, place, end);
        self.b.ins().brif(inside, body, &[], exit, &[]);
        self.b.switch_to_block(body);
        self.step();
        let mut member_entries = Vec::with_capacity(arity);
        for (offset, (low, high)) in (0..).step_by(8).zip(bounds) {
            let value = self.b.ins().load(types::I64, MemFlags::trusted(), place, offset);
            member_entries.push(Num { value, low, high });
        }
        visit(self, &member_entries)?;
        let following = self.b.ins().iadd_imm(place, member);
        self.b.ins().jump(head, &[following.into()]);
        let unreached = self.b.create_block();
        self.b.switch_to_block(unreached);
        Ok(())
    }

    fn walk_listed(
        &mut self,
        elements: &[Element],
        once: bool,
        exit: Block,
        visit: Visit<'_, 'a, 'b>,
    ) -> Made<()> {
        if let Some((mut members, arity)) = constants(elements) {
            // Braces have no repeats.
            let mut seen = HashSet::new();
            members.retain(|member| seen.insert(member.clone()));
            return self.walk_array(members.concat(), arity, exit, visit);
        }
        let single = matches!(elements, [Element::Members(set)] if !self.parameters.may_repeat(set));
        if (once && !single && elements.len() != 1) || elements.len() > MOST_WRITTEN {
            return Err(Unsupported);
        }
        for element in elements {
            self.walk_element(element, once, visit)?;
        }
        Ok(())
    }

    /// Visits the members that an element of a set in braces stands for; none if
    /// the element has no value.
    fn walk_element(&mut self, element: &Element, once: bool, visit: Visit<'_, 'a, 'b>) -> Made<()> {
        let next = self.b.create_block();
        let outer = std::mem::replace(&mut self.no_value, next);
        match element {
            Element::Entries(entries) => {
                let member = entries.iter().map(|entry| self.int(entry)).collect::<Made<Vec<Num>>>()?;
                self.no_value = outer;
                visit(self, &member)?;
                self.b.ins().jump(next, &[]);
                self.b.switch_to_block(next);
            }
            Element::Members(set) => {
                if (once && self.parameters.may_repeat(set)) || self.parameters.is_infinite(set) {
                    return Err(Unsupported);
                }
                self.walk(set, once, next, visit)?;
                self.no_value = outer;
            }
        }
        Ok(())
    }

    /// Goes through loops and conditions inside braces. Loops without a value are
    /// skipped.
    fn each_member(
        &mut self,
        steps: &[Step],
        once: bool,
        then: &mut dyn FnMut(&mut Generator<'a, 'b>) -> Made<()>,
    ) -> Made<()> {
        match steps.split_first() {
            None => then(self),
            Some((Step::If(condition), rest)) => {
                let next = self.b.create_block();
                self.when(condition, next)?;
                self.each_member(rest, once, then)?;
                self.b.ins().jump(next, &[]);
                self.b.switch_to_block(next);
                Ok(())
            }
            Some((Step::For { slots, set, .. }, rest)) => {
                if self.parameters.is_infinite(set) {
                    return Err(Unsupported);
                }
                let next = self.b.create_block();
                let outer = std::mem::replace(&mut self.no_value, next);
                self.walk(set, once, next, &mut |g, member| {
                    g.bind_all(slots, member);
                    g.each_member(rest, once, then)
                })?;
                self.no_value = outer;
                Ok(())
            }
            Some((Step::Solve { .. }, _)) => Err(Unsupported),
        }
    }

    pub(super) fn bind_all(&mut self, slots: &[Slot], member: &[Num]) {
        for (&slot, &number) in slots.iter().zip(member) {
            self.bind(slot, number);
        }
    }

    fn walk_digits(&mut self, number: Num, base: Num, exit: Block, visit: Visit<'_, 'a, 'b>) -> Made<()> {
        self.ask_unless_within(number, 0, i64::MAX);
        self.ask_unless_within(base, 2, i64::MAX);
        let number = Num { low: number.low.max(0), ..number };
        let base = Num { low: base.low.max(2), ..base };
        let [head, body] = std::array::from_fn(|_| self.b.create_block());
        self.b.append_block_param(head, types::I64);
        self.b.ins().jump(head, &[number.value.into()]);
        self.b.switch_to_block(head);
        let value = self.b.block_params(head)[0];
        self.b.ins().brif(value, body, &[], exit, &[]);
        self.b.switch_to_block(body);
        self.step();
        let (rest, digit) = self.div_rem(Num { value, low: 0, high: number.high }, base);
        visit(self, &[digit])?;
        self.b.ins().jump(head, &[rest.value.into()]);
        let unreached = self.b.create_block();
        self.b.switch_to_block(unreached);
        Ok(())
    }

    /// Visits d and n / d for every divisor d up to the root of n.
    fn walk_divisors(&mut self, number: Num, exit: Block, visit: Visit<'_, 'a, 'b>) -> Made<()> {
        // The square of a divisor must stay a word.
        self.ask_unless_within(number, 0, 1 << 61);
        let number = Num { low: number.low.max(0), high: number.high.min(1 << 61), ..number };
        let [head, body, divides, larger, next] = std::array::from_fn(|_| self.b.create_block());
        self.b.append_block_param(head, types::I64);
        let one = self.b.ins().iconst(types::I64, 1);
        self.b.ins().jump(head, &[one.into()]);
        self.b.switch_to_block(head);
        let divisor = self.b.block_params(head)[0];
        let square = self.b.ins().imul(divisor, divisor);
        let inside = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, square, number.value);
        self.b.ins().brif(inside, body, &[], exit, &[]);
        self.b.switch_to_block(body);
        self.step();
        let cofactor = self.b.ins().udiv(number.value, divisor);
        let product = self.b.ins().imul(cofactor, divisor);
        let exact = self.b.ins().icmp(IntCC::Equal, product, number.value);
        self.b.ins().brif(exact, divides, &[], next, &[]);
        self.b.switch_to_block(divides);
        let bounded = |value: Value| Num { value, low: 1, high: number.high };
        visit(self, &[bounded(divisor)])?;
        let is_root = self.b.ins().icmp(IntCC::Equal, cofactor, divisor);
        self.b.ins().brif(is_root, next, &[], larger, &[]);
        self.b.switch_to_block(larger);
        visit(self, &[bounded(cofactor)])?;
        self.b.ins().jump(next, &[]);
        self.b.switch_to_block(next);
        let following = self.b.ins().iadd_imm(divisor, 1);
        self.b.ins().jump(head, &[following.into()]);
        let unreached = self.b.create_block();
        self.b.switch_to_block(unreached);
        Ok(())
    }

    /// Visits the prime factors with repeats, found by trial division.
    fn walk_prime_factors(&mut self, number: Num, exit: Block, visit: Visit<'_, 'a, 'b>) -> Made<()> {
        self.ask_unless_within(number, 0, 1 << 61);
        let [head, body, divides, larger, last, found] = std::array::from_fn(|_| self.b.create_block());
        for _ in 0..2 {
            self.b.append_block_param(head, types::I64);
        }
        let two = self.b.ins().iconst(types::I64, 2);
        self.b.ins().jump(head, &[number.value.into(), two.into()]);
        self.b.switch_to_block(head);
        let [rest, prime] = self.b.block_params(head)[..] else { return Err(Unsupported) };
        let square = self.b.ins().imul(prime, prime);
        let inside = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, square, rest);
        self.b.ins().brif(inside, body, &[], last, &[]);
        self.b.switch_to_block(body);
        self.step();
        let quotient = self.b.ins().udiv(rest, prime);
        let product = self.b.ins().imul(quotient, prime);
        let exact = self.b.ins().icmp(IntCC::Equal, product, rest);
        self.b.ins().brif(exact, divides, &[], larger, &[]);
        self.b.switch_to_block(divides);
        let bounded = |value: Value| Num { value, low: 2, high: number.high.max(2) };
        visit(self, &[bounded(prime)])?;
        self.b.ins().jump(head, &[quotient.into(), prime.into()]);
        self.b.switch_to_block(larger);
        let following = self.b.ins().iadd_imm(prime, 1);
        self.b.ins().jump(head, &[rest.into(), following.into()]);
        self.b.switch_to_block(last);
        let is_prime = self.b.ins().icmp_imm(IntCC::SignedGreaterThan, rest, 1);
        self.b.ins().brif(is_prime, found, &[], exit, &[]);
        self.b.switch_to_block(found);
        visit(self, &[bounded(rest)])
    }

    fn walk_infinite(&mut self, infinite: &Infinite, visit: Visit<'_, 'a, 'b>) -> Made<()> {
        // A counter and the member that belongs to it.
        let base = match infinite {
            Infinite::Powers(base) => {
                let base = self.int(base)?;
                self.ask_unless_within(base, 2, i64::MAX);
                Some(base)
            }
            _ => None,
        };
        let (counter, member) = match infinite {
            Infinite::Primes => (0, 2),
            Infinite::Factorials | Infinite::Fibonacci => (2, 1),
            _ => (1, 1),
        };
        let head = self.b.create_block();
        for _ in 0..2 {
            self.b.append_block_param(head, types::I64);
        }
        let start = [counter, member].map(|value| self.b.ins().iconst(types::I64, value));
        self.b.ins().jump(head, &start.map(Into::into));
        self.b.switch_to_block(head);
        let [counter, member] = self.b.block_params(head)[..] else { return Err(Unsupported) };
        self.step();
        let natural = |value: Value| Num { value, low: 1, high: i64::MAX };
        visit(self, &[natural(member)])?;
        let (at, value, one) = (natural(counter), natural(member), self.constant(1));
        let following = match infinite {
            Infinite::Primes => {
                let prime = self.call(self.helpers.next_prime, &[value])?;
                (counter, prime)
            }
            Infinite::Squares => {
                let next = self.add(at, one);
                (next.value, self.mul(next, next).value)
            }
            Infinite::Cubes => {
                let next = self.add(at, one);
                let square = self.mul(next, next);
                (next.value, self.mul(square, next).value)
            }
            Infinite::Triangular => {
                let next = self.add(at, one);
                (next.value, self.add(value, next).value)
            }
            Infinite::Factorials => {
                let product = self.mul(value, at);
                (self.add(at, one).value, product.value)
            }
            // The counter is the following member.
            Infinite::Fibonacci => (self.add(value, at).value, counter),
            Infinite::Powers(_) => {
                let base = base.ok_or(Unsupported)?;
                (counter, self.mul(value, base).value)
            }
        };
        self.b.ins().jump(head, &[following.0.into(), following.1.into()]);
        let unreached = self.b.create_block();
        self.b.switch_to_block(unreached);
        Ok(())
    }

    /// Goes to `yes` if the member is in the set, else to `no`.
    pub(super) fn branch_in(&mut self, set: &Set, member: &[Num], yes: Block, no: Block) -> Made<()> {
        if set.arity != member.len() {
            self.b.ins().jump(no, &[]);
            return Ok(());
        }
        match (&set.kind, member) {
            (SetKind::Range(first, last), &[number]) => {
                let (first, last) = (self.int(first)?, self.int(last)?);
                let low = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, first.value, number.value);
                let high = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, number.value, last.value);
                let both = self.b.ins().band(low, high);
                self.b.ins().brif(both, yes, &[], no, &[]);
            }
            (SetKind::From(first), &[number]) => {
                let first = self.int(first)?;
                let low = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, first.value, number.value);
                self.b.ins().brif(low, yes, &[], no, &[]);
            }
            (SetKind::Divisors(of), &[number]) => {
                let of = self.int(of)?;
                self.ask_unless_within(of, 0, i64::MAX);
                let positive = self.b.ins().icmp_imm(IntCC::SignedGreaterThan, number.value, 0);
                let nonzero = self.b.ins().icmp_imm(IntCC::NotEqual, of.value, 0);
                let both = self.b.ins().band(positive, nonzero);
                let divides = self.b.create_block();
                self.b.ins().brif(both, divides, &[], no, &[]);
                self.b.switch_to_block(divides);
                let rest = self.b.ins().urem(of.value, number.value);
                self.b.ins().brif(rest, no, &[], yes, &[]);
            }
            (SetKind::Infinite(_) | SetKind::Comprehension(..) | SetKind::PrimeFactors(_), _)
            | (SetKind::Partitions(..) | SetKind::Seq(_), _) => return Err(Unsupported),
            _ if self.parameters.is_infinite(set) => return Err(Unsupported),
            // Any other finite set is walked until the member is met.
            _ => {
                let end = self.b.create_block();
                let wanted = member.to_vec();
                self.walk(set, false, end, &mut |g, other| {
                    let mut equal = g.b.ins().iconst(types::I8, 1);
                    for (a, b) in wanted.iter().zip(other) {
                        let same = g.b.ins().icmp(IntCC::Equal, a.value, b.value);
                        equal = g.b.ins().band(equal, same);
                    }
                    g.leave_if(equal, yes);
                    Ok(())
                })?;
                self.b.ins().jump(no, &[]);
            }
        }
        Ok(())
    }
}

/// The members of a set in braces, if they are constants.
fn constants(elements: &[Element]) -> Option<(Vec<Vec<i64>>, usize)> {
    let mut members = Vec::with_capacity(elements.len());
    for element in elements {
        let Element::Entries(entries) = element else { return None };
        let entry = |entry: &Int| match entry.kind {
            IntKind::Const(value) => i64::try_from(value).ok(),
            _ => None,
        };
        members.push(entries.iter().map(entry).collect::<Option<Vec<i64>>>()?);
    }
    let arity = members.first().map_or(1, Vec::len);
    Some((members, arity))
}
