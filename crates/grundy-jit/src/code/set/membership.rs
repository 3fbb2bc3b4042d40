//! Code for membership.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, types};
use grundy::lang::ir::{Set, SetKind};

use crate::code::number::Num;
use crate::code::{Generator, Made, Unsupported};

impl Generator<'_, '_> {
    /// Goes to `yes` if the member is in the set, else to `no`.
    pub(in crate::code) fn branch_in(
        &mut self,
        set: &Set,
        member: &[Num],
        yes: Block,
        no: Block,
    ) -> Made<()> {
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
