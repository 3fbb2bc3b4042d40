//! Code for options: what a move leaves, and its value into the set.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use grundy::lang::interpret::MOST_COMPONENTS;
use grundy::lang::ir::{Component, Offer};

use super::number::Num;
use super::{Generator, Made, Unsupported};

impl Generator<'_, '_> {
    /// Puts the value of what a move leaves into the set, if it is a position.
    pub(super) fn offer(&mut self, offer: &Offer) -> Made<()> {
        self.step();
        let next = self.b.create_block();
        let outer = std::mem::replace(&mut self.no_value, next);
        match offer {
            Offer::Each(Component::Number(number)) => {
                let number = self.int(number)?;
                self.single(number, next);
            }
            Offer::Each(Component::Members(set)) => {
                if self.parameters.is_infinite(set) {
                    return Err(Unsupported);
                }
                let exit = self.b.create_block();
                self.walk(set, false, exit, &mut |g, member| {
                    let [number] = *member else { return Err(Unsupported) };
                    let on = g.b.create_block();
                    g.single(number, on);
                    g.b.ins().jump(on, &[]);
                    g.b.switch_to_block(on);
                    Ok(())
                })?;
            }
            Offer::Each(_) => return Err(Unsupported),
            Offer::Sum(components) => {
                let mut sum = self.b.ins().iconst(types::I64, 0);
                for component in components {
                    match component {
                        Component::Number(number) => {
                            let number = self.int(number)?;
                            self.meet_or_leave(number, next);
                            let value = self.value_of(number);
                            sum = self.b.ins().bxor(sum, value);
                        }
                        Component::Members(set) => {
                            if self.parameters.is_infinite(set) {
                                return Err(Unsupported);
                            }
                            let total = self.b.declare_var(types::I64);
                            self.b.def_var(total, sum);
                            let exit = self.b.create_block();
                            self.walk(set, true, exit, &mut |g, member| {
                                let [number] = *member else { return Err(Unsupported) };
                                g.meet_or_leave(number, next);
                                let value = g.value_of(number);
                                let so_far = g.b.use_var(total);
                                let so_far = g.b.ins().bxor(so_far, value);
                                g.b.def_var(total, so_far);
                                Ok(())
                            })?;
                            sum = self.b.use_var(total);
                        }
                        _ => return Err(Unsupported),
                    }
                }
                self.finish(sum);
            }
            Offer::Copies(Component::Number(number), count) => {
                let count = self.int(count)?;
                self.meet_or_leave(count, next);
                let most = i64::try_from(MOST_COMPONENTS).map_err(|_| Unsupported)?;
                let too_many = self.b.ins().icmp_imm(IntCC::SignedGreaterThan, count.value, most);
                self.ask_if(too_many);
                let [some, none] = std::array::from_fn(|_| self.b.create_block());
                self.b.ins().brif(count.value, some, &[], none, &[]);
                self.b.switch_to_block(none);
                let zero = self.b.ins().iconst(types::I64, 0);
                self.finish(zero);
                self.b.ins().jump(next, &[]);
                self.b.switch_to_block(some);
                let number = self.int(number)?;
                self.meet_or_leave(number, next);
                let value = self.value_of(number);
                // An even number of copies is worth nothing.
                let odd = self.b.ins().band_imm(count.value, 1);
                let zero = self.b.ins().iconst(types::I64, 0);
                let value = self.b.ins().select(odd, value, zero);
                self.finish(value);
            }
            Offer::Copies(..) => return Err(Unsupported),
        }
        self.no_value = outer;
        self.b.ins().jump(next, &[]);
        self.b.switch_to_block(next);
        Ok(())
    }

    /// One heap or coin; `next` is where to go on if it is no position.
    fn single(&mut self, number: Num, next: Block) {
        self.meet_or_leave(number, next);
        let value = self.value_of(number);
        self.finish(value);
    }

    /// Goes on if the number is not negative; else an option was met that is no
    /// position, and `next` is where to go on. An option that turns out to have no
    /// value later is not met.
    fn meet_or_leave(&mut self, number: Num, next: Block) {
        if number.is_natural() {
            return;
        }
        let negative = self.b.ins().icmp_imm(IntCC::SignedLessThan, number.value, 0);
        let Some(met) = self.met.last().copied() else { return self.leave_if(negative, next) };
        let no_move = self.b.create_block();
        self.leave_if(negative, no_move);
        let on = self.b.current_block();
        self.b.switch_to_block(no_move);
        let one = self.b.ins().iconst(types::I8, 1);
        self.b.def_var(met.any, one);
        self.b.ins().jump(next, &[]);
        if let Some(on) = on {
            self.b.switch_to_block(on);
        }
    }

    /// The value of a heap; one that is not smaller is left to the interpreter,
    /// which knows what to say of it.
    fn value_of(&mut self, number: Num) -> Value {
        if self.probing {
            return number.value;
        }
        let larger = self.b.ins().icmp(IntCC::SignedGreaterThanOrEqual, number.value, self.n);
        self.ask_if(larger);
        self.load(number.value)
    }

    /// An option that is a position, by its value.
    fn finish(&mut self, value: Value) {
        if let Some(met) = self.met.last().copied() {
            let one = self.b.ins().iconst(types::I8, 1);
            self.b.def_var(met.any, one);
            self.b.def_var(met.position, one);
        }
        if !self.probing {
            self.insert(value);
        }
    }
}
