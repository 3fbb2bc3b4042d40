//! Code for `where`: the integers >= 0 that satisfy linear conditions.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, types};
use cranelift_frontend::Variable;
use grundy::lang::ir::{Linear, Relation, Slot};

use super::number::Num;
use super::{Generator, Made, Unsupported};

/// The least and the largest value of a name as far as is known.
struct Bounds {
    least: Variable,
    most: Variable,
    bounded: bool,
}

impl<'a, 'b> Generator<'a, 'b> {
    /// Binds `slot` to every integer >= 0 that satisfies the conditions, ascending;
    /// goes on at `exit`.
    pub(super) fn solve(
        &mut self,
        slot: Slot,
        conditions: &[Linear],
        exit: Block,
        then: &mut dyn FnMut(&mut Generator<'a, 'b>) -> Made<()>,
    ) -> Made<()> {
        let (least, most) = (self.b.declare_var(types::I64), self.b.declare_var(types::I64));
        let (zero, largest) = (self.b.ins().iconst(types::I64, 0), self.b.ins().iconst(types::I64, i64::MAX));
        self.b.def_var(least, zero);
        self.b.def_var(most, largest);
        let mut bounds = Bounds { least, most, bounded: false };
        for condition in conditions {
            self.restrict(condition, &mut bounds, exit)?;
        }
        if !bounds.bounded {
            // A fault, which the interpreter tells.
            self.b.ins().jump(self.ask, &[]);
            let unreached = self.b.create_block();
            self.b.switch_to_block(unreached);
            self.b.ins().jump(exit, &[]);
            self.b.switch_to_block(exit);
            return Ok(());
        }
        let (first, last) = (self.b.use_var(least), self.b.use_var(most));
        let [head, body] = std::array::from_fn(|_| self.b.create_block());
        self.b.append_block_param(head, types::I64);
        self.b.ins().jump(head, &[first.into()]);
        self.b.switch_to_block(head);
        let at = self.b.block_params(head)[0];
        let inside = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, at, last);
        self.b.ins().brif(inside, body, &[], exit, &[]);
        self.b.switch_to_block(body);
        self.step();
        self.bind(slot, Num { value: at, low: 0, high: i64::MAX });
        then(self)?;
        let is_last = self.b.ins().icmp(IntCC::Equal, at, last);
        self.leave_if(is_last, exit);
        let following = self.b.ins().iadd_imm(at, 1);
        self.b.ins().jump(head, &[following.into()]);
        self.b.switch_to_block(exit);
        Ok(())
    }

    /// Takes one condition into the bounds; `exit` is where to go if nothing is left.
    fn restrict(&mut self, condition: &Linear, bounds: &mut Bounds, exit: Block) -> Made<()> {
        let factor = self.int(&condition.factor)?;
        let rest = self.int(&condition.rest)?;
        let (mut up, mut down) = (false, false);
        for (other, _) in &condition.others {
            let other = self.int(other)?.known().ok_or(Unsupported)?;
            down |= other < 0;
            up |= other > 0;
        }
        let factor = factor.known().ok_or(Unsupported)?;
        match (condition.relation, up, down) {
            // The others can make up for anything.
            (Relation::AtMostZero, _, true) | (Relation::Zero, true, true) => Ok(()),
            (Relation::AtMostZero, _, false) | (Relation::Zero, true, false) => {
                self.at_most_zero(factor, rest, bounds, exit)
            }
            (Relation::Zero, false, true) => {
                let factor = factor.checked_neg().ok_or(Unsupported)?;
                let rest = self.neg(rest);
                self.at_most_zero(factor, rest, bounds, exit)
            }
            (Relation::Zero, false, false) => self.zero(factor, rest, bounds, exit),
        }
    }

    /// `factor * x + rest <= 0`
    fn at_most_zero(&mut self, factor: i64, rest: Num, bounds: &mut Bounds, exit: Block) -> Made<()> {
        if factor == 0 {
            let empty = self.b.ins().icmp_imm(IntCC::SignedGreaterThan, rest.value, 0);
            self.leave_if(empty, exit);
        } else if factor < 0 {
            let divisor = self.constant(factor);
            let (quotient, _) = self.div_rem(rest, divisor);
            let bound = self.neg(quotient);
            self.at_least(bound, bounds);
        } else {
            let negated = self.neg(rest);
            let divisor = self.constant(factor);
            let (bound, _) = self.div_rem(negated, divisor);
            self.at_most(bound, bounds);
        }
        Ok(())
    }

    /// `factor * x + rest == 0`
    fn zero(&mut self, factor: i64, rest: Num, bounds: &mut Bounds, exit: Block) -> Made<()> {
        if factor == 0 {
            let empty = self.b.ins().icmp_imm(IntCC::NotEqual, rest.value, 0);
            self.leave_if(empty, exit);
            return Ok(());
        }
        let divisor = self.constant(factor);
        let (quotient, left) = self.div_rem(rest, divisor);
        let inexact = self.b.ins().icmp_imm(IntCC::NotEqual, left.value, 0);
        self.leave_if(inexact, exit);
        let root = self.neg(quotient);
        let negative = self.b.ins().icmp_imm(IntCC::SignedLessThan, root.value, 0);
        self.leave_if(negative, exit);
        self.at_least(root, bounds);
        self.at_most(root, bounds);
        Ok(())
    }

    fn at_least(&mut self, bound: Num, bounds: &Bounds) {
        let before = self.b.use_var(bounds.least);
        let least = self.b.ins().smax(before, bound.value);
        self.b.def_var(bounds.least, least);
    }

    fn at_most(&mut self, bound: Num, bounds: &mut Bounds) {
        let before = self.b.use_var(bounds.most);
        let most = self.b.ins().smin(before, bound.value);
        self.b.def_var(bounds.most, most);
        bounds.bounded = true;
    }
}
