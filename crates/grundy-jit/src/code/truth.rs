//! Code for conditions: they lead to one of three places.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder};
use grundy::lang::ir::{Bool, BoolKind, Compare};

use super::number::Num;
use super::{Generator, Made};

impl Generator<'_, '_> {
    /// Goes on in a new block if the condition holds, and to `otherwise` if it does
    /// not, or has no value.
    pub(super) fn when(&mut self, condition: &Bool, otherwise: Block) -> Made<()> {
        let yes = self.b.create_block();
        self.branch(condition, yes, otherwise, otherwise)?;
        self.b.switch_to_block(yes);
        Ok(())
    }

    /// Goes to `yes`, to `no`, or to `nothing` if the condition has no value.
    pub(super) fn branch(&mut self, condition: &Bool, yes: Block, no: Block, nothing: Block) -> Made<()> {
        self.ensure_short()?;
        let outer = std::mem::replace(&mut self.no_value, nothing);
        let result = self.branch_inside(condition, yes, no);
        self.no_value = outer;
        result
    }

    fn branch_inside(&mut self, condition: &Bool, yes: Block, no: Block) -> Made<()> {
        let nothing = self.no_value;
        match &condition.kind {
            BoolKind::Const(value) => {
                self.b.ins().jump(if *value { yes } else { no }, &[]);
            }
            BoolKind::Not(operand) => self.branch(operand, no, yes, nothing)?,
            BoolKind::And(left, right) => {
                let next = self.b.create_block();
                self.branch(left, next, no, nothing)?;
                self.b.switch_to_block(next);
                self.branch(right, yes, no, nothing)?;
            }
            BoolKind::Or(left, right) => {
                // Without a value on the left, the right side can still hold.
                let [next, perhaps] = std::array::from_fn(|_| self.b.create_block());
                self.branch(left, yes, next, perhaps)?;
                self.b.switch_to_block(next);
                self.branch(right, yes, no, nothing)?;
                self.b.switch_to_block(perhaps);
                self.branch(right, yes, nothing, nothing)?;
            }
            BoolKind::Compare(first, rest) => {
                let mut left = self.int(first)?;
                for (index, (comparison, right)) in rest.iter().enumerate() {
                    let right = self.int(right)?;
                    let holds = self.b.ins().icmp(code(*comparison), left.value, right.value);
                    if index + 1 == rest.len() {
                        self.b.ins().brif(holds, yes, &[], no, &[]);
                    } else {
                        let next = self.b.create_block();
                        self.b.ins().brif(holds, next, &[], no, &[]);
                        self.b.switch_to_block(next);
                    }
                    left = right;
                }
            }
            BoolKind::In(entries, set) => {
                let member = entries.iter().map(|entry| self.int(entry)).collect::<Made<Vec<Num>>>()?;
                self.branch_in(set, &member, yes, no)?;
            }
            BoolKind::IsPrime(operand) => {
                let operand = self.int(operand)?;
                self.pay_for_prime(operand.value, false);
                let prime = self.call(self.helpers.is_prime, &[operand])?;
                self.b.ins().brif(prime, yes, &[], no, &[]);
            }
        }
        Ok(())
    }
}

const fn code(comparison: Compare) -> IntCC {
    match comparison {
        Compare::Eq => IntCC::Equal,
        Compare::Ne => IntCC::NotEqual,
        Compare::Lt => IntCC::SignedLessThan,
        Compare::Le => IntCC::SignedLessThanOrEqual,
        Compare::Gt => IntCC::SignedGreaterThan,
        Compare::Ge => IntCC::SignedGreaterThanOrEqual,
    }
}
