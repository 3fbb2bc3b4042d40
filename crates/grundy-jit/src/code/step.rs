//! Code for the loops and conditions of an alternative.

use cranelift_codegen::ir::InstBuilder;
use grundy::lang::ir::{Offer, Step};

use super::{Generator, Made};

impl Generator<'_, '_> {
    /// Offers `option` for every way through `steps`.
    ///
    /// If an `if` fails inside an infinite walk, the steps after it are gone
    /// through all the same to learn whether an option would be a position
    /// (`lang::interpret::step` says why).
    pub(super) fn options(&mut self, steps: &[Step], option: &Offer) -> Made<()> {
        self.ensure_short()?;
        match steps.split_first() {
            None => self.offer(option),
            Some((Step::If(_), rest)) if self.probing => self.options(rest, option),
            Some((Step::If(condition), rest)) => {
                let [fails, next] = std::array::from_fn(|_| self.b.create_block());
                self.when(condition, fails)?;
                self.options(rest, option)?;
                self.b.ins().jump(next, &[]);
                self.b.switch_to_block(fails);
                if let Some(met) = self.met.last().copied() {
                    let position = self.b.use_var(met.position);
                    self.leave_if(position, next);
                    self.probing = true;
                    self.options(rest, option)?;
                    self.probing = false;
                }
                self.b.ins().jump(next, &[]);
                self.b.switch_to_block(next);
                Ok(())
            }
            Some((Step::For { slots, set, .. }, rest)) => {
                if self.is_infinite(set) {
                    return self.endless_options(slots, set, rest, option);
                }
                let exit = self.b.create_block();
                let outer = std::mem::replace(&mut self.no_value, exit);
                self.walk(set, false, exit, &mut |g, member| {
                    g.bind_all(slots, member);
                    g.options(rest, option)?;
                    g.leave_when_enough(exit);
                    Ok(())
                })?;
                self.no_value = outer;
                Ok(())
            }
            Some((Step::Solve { slot, conditions, .. }, rest)) => {
                let exit = self.b.create_block();
                let outer = std::mem::replace(&mut self.no_value, exit);
                self.solve(*slot, conditions, exit, &mut |g| {
                    g.options(rest, option)?;
                    g.leave_when_enough(exit);
                    Ok(())
                })?;
                self.no_value = outer;
                Ok(())
            }
        }
    }

    /// Ends a loop that only looks for a position once there is one.
    fn leave_when_enough(&mut self, exit: cranelift_codegen::ir::Block) {
        if self.probing
            && let Some(met) = self.met.last().copied()
        {
            let position = self.b.use_var(met.position);
            self.leave_if(position, exit);
        }
    }
}
