//! Numbers with bounds, and arithmetic that checks what the bounds leave open.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{FuncRef, InstBuilder, Value, types};

use super::{Generator, Made, Unsupported};

/// No table is longer, so no heap in native code is larger.
pub(super) const LARGEST_HEAP: i64 = 1 << 40;

/// What a helper returns where there is no result in a word.
pub(crate) const NOTHING: i64 = i64::MIN;

/// A number and its bounds, both included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Num {
    pub(super) value: Value,
    pub(super) low: i64,
    pub(super) high: i64,
}

impl Num {
    /// A number of which nothing is known.
    pub(super) const fn any(value: Value) -> Num {
        Num { value, low: i64::MIN, high: i64::MAX }
    }

    /// The number, if the bounds leave only one.
    pub(super) fn known(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    pub(super) const fn is_natural(self) -> bool {
        self.low >= 0
    }
}

/// The bounds of results in a word, and whether every result is in one.
fn bounds(results: &[i128]) -> (i64, i64, bool) {
    let (low, high) = (results.iter().min().copied(), results.iter().max().copied());
    let (low, high) = (low.unwrap_or(0), high.unwrap_or(0));
    let clamp = |result: i128| i64::try_from(result).unwrap_or(if result < 0 { i64::MIN } else { i64::MAX });
    let fits = i64::try_from(low).is_ok() && i64::try_from(high).is_ok();
    (clamp(low), clamp(high), fits)
}

/// The least number of the form 2^k - 1 that is not below a natural number.
fn all_ones(number: i64) -> i64 {
    match number {
        i64::MIN..=0 => 0,
        number => i64::MAX >> (number.leading_zeros() - 1),
    }
}

impl Generator<'_, '_> {
    pub(super) fn add(&mut self, a: Num, b: Num) -> Num {
        let (low, high, fits) =
            bounds(&[i128::from(a.low) + i128::from(b.low), i128::from(a.high) + i128::from(b.high)]);
        let value = if fits {
            self.b.ins().iadd(a.value, b.value)
        } else {
            let (value, overflow) = self.b.ins().sadd_overflow(a.value, b.value);
            self.ask_if(overflow);
            value
        };
        Num { value, low, high }
    }

    pub(super) fn sub(&mut self, a: Num, b: Num) -> Num {
        let (low, high, fits) =
            bounds(&[i128::from(a.low) - i128::from(b.high), i128::from(a.high) - i128::from(b.low)]);
        let value = if fits {
            self.b.ins().isub(a.value, b.value)
        } else {
            let (value, overflow) = self.b.ins().ssub_overflow(a.value, b.value);
            self.ask_if(overflow);
            value
        };
        Num { value, low, high }
    }

    pub(super) fn mul(&mut self, a: Num, b: Num) -> Num {
        let product = |x: i64, y: i64| i128::from(x) * i128::from(y);
        let (low, high, fits) = bounds(&[
            product(a.low, b.low),
            product(a.low, b.high),
            product(a.high, b.low),
            product(a.high, b.high),
        ]);
        let value = if fits {
            self.b.ins().imul(a.value, b.value)
        } else {
            let (value, overflow) = self.b.ins().smul_overflow(a.value, b.value);
            self.ask_if(overflow);
            value
        };
        Num { value, low, high }
    }

    pub(super) fn neg(&mut self, a: Num) -> Num {
        let zero = self.constant(0);
        self.sub(zero, a)
    }

    /// The quotient, rounded down, and the remainder, with the sign of the divisor.
    pub(super) fn div_rem(&mut self, a: Num, b: Num) -> (Num, Num) {
        if b.low <= 0 && b.high >= 0 {
            let is_zero = self.b.ins().icmp_imm(IntCC::Equal, b.value, 0);
            self.ask_if(is_zero);
        }
        let quotient = if let (true, Some(divisor @ 1..)) = (a.is_natural(), b.known()) {
            self.quotient_by(a.value, divisor)
        } else if a.is_natural() && b.low >= 0 {
            self.b.ins().udiv(a.value, b.value)
        } else {
            // The least word divided by -1 is no word.
            if a.low == i64::MIN && b.low <= -1 && b.high >= -1 {
                let least = self.b.ins().icmp_imm(IntCC::Equal, a.value, i64::MIN);
                self.ask_if(least);
            }
            let quotient = self.b.ins().sdiv(a.value, b.value);
            // Division truncates; it is one too large where signs differ and a
            // remainder is left.
            let product = self.b.ins().imul(quotient, b.value);
            let rest = self.b.ins().isub(a.value, product);
            let has_rest = self.b.ins().icmp_imm(IntCC::NotEqual, rest, 0);
            let signs = self.b.ins().bxor(a.value, b.value);
            let differ = self.b.ins().icmp_imm(IntCC::SignedLessThan, signs, 0);
            let too_large = self.b.ins().band(has_rest, differ);
            let one = self.b.ins().uextend(types::I64, too_large);
            self.b.ins().isub(quotient, one)
        };
        let product = self.b.ins().imul(quotient, b.value);
        let rest = self.b.ins().isub(a.value, product);
        let quotient = match (a.is_natural(), b.low) {
            (true, 1..) => Num { value: quotient, low: a.low / b.high, high: a.high / b.low },
            _ => Num::any(quotient),
        };
        let rest = match b.low {
            1.. => Num {
                value: rest,
                low: 0,
                high: (b.high - 1).min(if a.is_natural() { a.high } else { i64::MAX }),
            },
            _ => Num::any(rest),
        };
        (quotient, rest)
    }

    /// The quotient of a natural number by a positive constant, by a multiplication:
    /// with l = ceil(log2 d) and m = floor(2^(63 + l) / d) + 1 the quotient of every
    /// n < 2^63 is n * m >> (63 + l) (Granlund and Montgomery 1994).
    fn quotient_by(&mut self, value: Value, divisor: i64) -> Value {
        let Ok(positive) = u64::try_from(divisor) else { return value };
        if positive.is_power_of_two() {
            return self.b.ins().ushr_imm(value, i64::from(positive.trailing_zeros()));
        }
        let length = 64 - (positive - 1).leading_zeros();
        let factor = (1_u128 << (63 + length)) / u128::from(positive) + 1;
        let Ok(factor) = u64::try_from(factor) else { return self.b.ins().udiv_imm(value, divisor) };
        let factor = self.b.ins().iconst(types::I64, factor.cast_signed());
        let high = self.b.ins().umulhi(value, factor);
        self.b.ins().ushr_imm(high, i64::from(length) - 1)
    }

    pub(super) fn xor(&mut self, a: Num, b: Num) -> Num {
        let value = self.b.ins().bxor(a.value, b.value);
        if a.is_natural() && b.is_natural() {
            return Num { value, low: 0, high: all_ones(a.high.max(b.high)) };
        }
        Num::any(value)
    }

    pub(super) fn shift_left(&mut self, a: Num, by: Num) -> Num {
        self.ask_unless_within(by, 0, 62);
        let value = self.b.ins().ishl(a.value, by.value);
        let back = self.b.ins().sshr(value, by.value);
        let lost = self.b.ins().icmp(IntCC::NotEqual, back, a.value);
        self.ask_if(lost);
        if a.is_natural() { Num { value, low: 0, high: i64::MAX } } else { Num::any(value) }
    }

    pub(super) fn shift_right(&mut self, a: Num, by: Num) -> Num {
        self.ask_unless_within(by, 0, i64::MAX);
        let most = self.b.ins().iconst(types::I64, 63);
        let by = self.b.ins().smin(by.value, most);
        let value = self.b.ins().sshr(a.value, by);
        if a.is_natural() { Num { value, low: 0, high: a.high } } else { Num::any(value) }
    }

    /// Leaves the position to the interpreter unless the number is between bounds.
    pub(super) fn ask_unless_within(&mut self, a: Num, low: i64, high: i64) {
        if a.low < low {
            let below = self.b.ins().icmp_imm(IntCC::SignedLessThan, a.value, low);
            self.ask_if(below);
        }
        if a.high > high {
            let above = self.b.ins().icmp_imm(IntCC::SignedGreaterThan, a.value, high);
            self.ask_if(above);
        }
    }

    /// The result of a helper; what it has no result for is left to the interpreter.
    pub(super) fn call(&mut self, helper: FuncRef, arguments: &[Num]) -> Made<Value> {
        let arguments: Vec<Value> = arguments.iter().map(|argument| argument.value).collect();
        let call = self.b.ins().call(helper, &arguments);
        let [value] = self.b.inst_results(call)[..] else { return Err(Unsupported) };
        let nothing = self.b.ins().icmp_imm(IntCC::Equal, value, NOTHING);
        self.ask_if(nothing);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::all_ones;

    #[test]
    fn bounds_of_xor() {
        for (number, bound) in [(0, 0), (1, 1), (2, 3), (3, 3), (4, 7), (i64::MAX, i64::MAX)] {
            assert_eq!(all_ones(number), bound);
        }
    }
}
