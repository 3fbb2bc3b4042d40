//! Code for the sets of number theory: digits, divisors, prime factors, the named
//! infinite sets.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use grundy::lang::ir::Infinite;

use super::Visit;
use crate::code::number::Num;
use crate::code::{Generator, Made, Unsupported};

impl<'a, 'b> Generator<'a, 'b> {
    pub(super) fn walk_digits(
        &mut self,
        number: Num,
        base: Num,
        exit: Block,
        visit: Visit<'_, 'a, 'b>,
    ) -> Made<()> {
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
        self.go_round(head, &[rest.value]);
        Ok(())
    }

    /// Visits d and n / d for every divisor d up to the root of n.
    pub(super) fn walk_divisors(&mut self, number: Num, exit: Block, visit: Visit<'_, 'a, 'b>) -> Made<()> {
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
        self.go_round(head, &[following]);
        Ok(())
    }

    /// Visits the prime factors with repeats, found by trial division.
    pub(super) fn walk_prime_factors(
        &mut self,
        number: Num,
        exit: Block,
        visit: Visit<'_, 'a, 'b>,
    ) -> Made<()> {
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

    pub(super) fn walk_infinite(&mut self, infinite: &Infinite, visit: Visit<'_, 'a, 'b>) -> Made<()> {
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
                self.pay_for_prime(value.value, true);
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
        self.go_round(head, &[following.0, following.1]);
        Ok(())
    }
}
