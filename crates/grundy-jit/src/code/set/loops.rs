//! The loops of walks: from a number on, through a range, along members in memory.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, MemFlags, Value, types};

use super::Visit;
use crate::code::number::Num;
use crate::code::{Generator, Made, Unsupported};

impl<'a, 'b> Generator<'a, 'b> {
    /// Goes back to the head of a loop. What follows is never reached: a loop is left
    /// from its head or by who visits its members.
    pub(super) fn go_round(&mut self, head: Block, next: &[Value]) {
        let next: Vec<BlockArg> = next.iter().copied().map(Into::into).collect();
        self.b.ins().jump(head, &next);
        let unreached = self.b.create_block();
        self.b.switch_to_block(unreached);
    }

    /// A loop with one counter: `visit` gets it, `next` makes the following one.
    pub(super) fn endless(
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
        self.go_round(head, &[following.value]);
        Ok(())
    }

    pub(super) fn walk_range(
        &mut self,
        first: Num,
        last: Num,
        exit: Block,
        visit: Visit<'_, 'a, 'b>,
    ) -> Made<()> {
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
        self.go_round(head, &[following]);
        Ok(())
    }

    /// Visits members that stand in memory.
    pub(super) fn walk_array(
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
        self.go_round(head, &[following]);
        Ok(())
    }
}
