//! Code for numbers.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use grundy::lang::interpret::BoundParameter;
use grundy::lang::ir::{Bool, Int, IntFunction, IntKind, IntOp};

use super::number::Num;
use super::{Generator, Made, Unsupported};

impl Generator<'_, '_> {
    /// The number; goes to `no_value` if it has none.
    pub(super) fn int(&mut self, int: &Int) -> Made<Num> {
        match &int.kind {
            IntKind::Const(value) => {
                let value = i64::try_from(*value).map_err(|_| Unsupported)?;
                Ok(self.constant(value))
            }
            IntKind::Slot(slot) => {
                let place = *self.slots.get(slot.0).ok_or(Unsupported)?;
                let value = self.b.use_var(place.variable);
                Ok(Num { value, low: place.low, high: place.high })
            }
            IntKind::Parameter(id) => match self.parameters.bound(*id) {
                Some(BoundParameter::Int(value)) => {
                    let value = i64::try_from(value).map_err(|_| Unsupported)?;
                    Ok(self.constant(value))
                }
                _ => Err(Unsupported),
            },
            IntKind::FromBool(condition) => self.truth_as_number(condition),
            IntKind::Neg(operand) => {
                let operand = self.int(operand)?;
                Ok(self.neg(operand))
            }
            IntKind::Binary(op, left, right) => {
                let (left, right) = (self.int(left)?, self.int(right)?);
                self.binary(*op, left, right)
            }
            IntKind::Function(function, arguments) => {
                let arguments =
                    arguments.iter().map(|argument| self.int(argument)).collect::<Made<Vec<Num>>>()?;
                self.function_of(*function, &arguments)
            }
            IntKind::Fold(fold, operands) => self.fold(*fold, operands),
            IntKind::Index(..) | IntKind::Len(_) => Err(Unsupported),
        }
    }

    fn truth_as_number(&mut self, condition: &Bool) -> Made<Num> {
        let [yes, no, join] = std::array::from_fn(|_| self.b.create_block());
        self.b.append_block_param(join, types::I64);
        self.branch(condition, yes, no, self.no_value)?;
        for (block, value) in [(yes, 1), (no, 0)] {
            self.b.switch_to_block(block);
            let value = self.b.ins().iconst(types::I64, value);
            self.b.ins().jump(join, &[value.into()]);
        }
        self.b.switch_to_block(join);
        Ok(Num { value: self.b.block_params(join)[0], low: 0, high: 1 })
    }

    fn binary(&mut self, op: IntOp, a: Num, b: Num) -> Made<Num> {
        Ok(match op {
            IntOp::Add => self.add(a, b),
            IntOp::Sub => self.sub(a, b),
            IntOp::Mul => self.mul(a, b),
            IntOp::Div => self.div_rem(a, b).0,
            IntOp::Rem => self.div_rem(a, b).1,
            IntOp::Xor => self.xor(a, b),
            IntOp::ShiftLeft => self.shift_left(a, b),
            IntOp::ShiftRight => self.shift_right(a, b),
            IntOp::Pow => match (a.known(), b.known()) {
                (Some(2), _) => {
                    self.ask_unless_within(b, 0, 61);
                    let one = self.b.ins().iconst(types::I64, 1);
                    Num { value: self.b.ins().ishl(one, b.value), low: 1, high: 1 << 61 }
                }
                (_, Some(2)) => self.mul(a, a),
                _ => {
                    let value = self.call(self.helpers.pow, &[a, b])?;
                    if a.is_natural() { Num { value, low: 0, high: i64::MAX } } else { Num::any(value) }
                }
            },
        })
    }

    fn function_of(&mut self, function: IntFunction, arguments: &[Num]) -> Made<Num> {
        let natural = |value| Num { value, low: 0, high: i64::MAX };
        let bits = |value| Num { value, low: 0, high: 64 };
        Ok(match (function, arguments) {
            (IntFunction::Abs, &[a]) if a.is_natural() => a,
            (IntFunction::Abs, &[a]) => {
                self.ask_unless_within(a, -i64::MAX, i64::MAX);
                natural(self.b.ins().iabs(a.value))
            }
            (IntFunction::Isqrt, _) => natural(self.call(self.helpers.isqrt, arguments)?),
            (IntFunction::Iroot, _) => natural(self.call(self.helpers.iroot, arguments)?),
            (IntFunction::Ilog, _) => bits(self.call(self.helpers.ilog, arguments)?),
            (IntFunction::Popcount, &[a]) => {
                self.ask_unless_within(a, 0, i64::MAX);
                bits(self.b.ins().popcnt(a.value))
            }
            (IntFunction::BitLength, &[a]) => {
                self.ask_unless_within(a, 0, i64::MAX);
                let zeros = self.b.ins().clz(a.value);
                let word = self.b.ins().iconst(types::I64, 64);
                bits(self.b.ins().isub(word, zeros))
            }
            (IntFunction::TrailingZeros, &[a]) => {
                self.ask_unless_within(a, 0, i64::MAX);
                let zero = self.b.ins().icmp_imm(IntCC::Equal, a.value, 0);
                self.ask_if(zero);
                bits(self.b.ins().ctz(a.value))
            }
            _ => return Err(Unsupported),
        })
    }
}
