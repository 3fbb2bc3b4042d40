//! Code for walks along infinite sets that offer options.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use grundy::lang::interpret::PATIENCE;
use grundy::lang::ir::{Offer, Set, Slot, Step};

use super::{Generator, Made, Met, Unsupported};

impl Generator<'_, '_> {
    /// Offers `option` for the members of an infinite set, up to the first member
    /// for which an option was met and none was a position.
    pub(super) fn endless_options(
        &mut self,
        slots: &[Slot],
        set: &Set,
        rest: &[Step],
        option: &Offer,
    ) -> Made<()> {
        let [any, position, inside_any, inside_position] =
            std::array::from_fn(|_| self.b.declare_var(types::I8));
        let members = self.b.declare_var(types::I64);
        let (no, none) = (self.b.ins().iconst(types::I8, 0), self.b.ins().iconst(types::I64, 0));
        for flag in [any, position, inside_any, inside_position] {
            self.b.def_var(flag, no);
        }
        self.b.def_var(members, none);
        let exit = self.b.create_block();
        let outer = std::mem::replace(&mut self.no_value, exit);
        self.met.push(Met { any, position });
        self.walk(set, false, exit, &mut |g, member| {
            g.bind_all(slots, member);
            let no = g.b.ins().iconst(types::I8, 0);
            g.b.def_var(any, no);
            g.b.def_var(position, no);
            g.options(rest, option)?;
            let (met, found) = (g.b.use_var(any), g.b.use_var(position));
            for (flag, now) in [(inside_any, met), (inside_position, found)] {
                let before = g.b.use_var(flag);
                let either = g.b.ins().bor(before, now);
                g.b.def_var(flag, either);
            }
            let last = g.b.ins().icmp(IntCC::UnsignedGreaterThan, met, found);
            g.leave_if(last, exit);
            if g.probing {
                g.leave_if(found, exit);
            }
            let count = g.b.use_var(members);
            let count = g.b.ins().iadd_imm(count, 1);
            g.b.def_var(members, count);
            // A longer walk is left to the interpreter, which tells new options from old ones:
            // so many members without a new one are a fault.
            let patience = i64::try_from(PATIENCE).map_err(|_| Unsupported)?;
            let many = g.b.ins().icmp_imm(IntCC::SignedGreaterThanOrEqual, count, patience);
            g.ask_if(many);
            Ok(())
        })?;
        self.met.pop();
        self.no_value = outer;
        if let Some(met) = self.met.last().copied() {
            for (flag, inside) in [(met.any, inside_any), (met.position, inside_position)] {
                let (before, now) = (self.b.use_var(flag), self.b.use_var(inside));
                let either = self.b.ins().bor(before, now);
                self.b.def_var(flag, either);
            }
        }
        Ok(())
    }
}
