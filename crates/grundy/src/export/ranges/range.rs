//! Intervals of integers.

use crate::export::code::Op;

/// All integers from one to another. Neither is the least of 128 bits, which has no
/// opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub low: i128,
    pub high: i128,
}

/// What arithmetic gives: an interval, and whether it left 128 bits and was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub range: Range,
    pub cut: bool,
}

impl Range {
    pub(super) const fn new(low: i128, high: i128) -> Range {
        Range { low, high }
    }

    pub(super) const fn of(value: i128) -> Range {
        Range { low: value, high: value }
    }

    /// The least absolute value that none of them exceeds.
    pub(super) fn size(self) -> i128 {
        self.low.saturating_abs().max(self.high.saturating_abs())
    }

    pub(super) fn symmetric(size: i128) -> Range {
        Range { low: -size, high: size }
    }

    pub(super) fn hull(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub(super) fn negated(self) -> Range {
        Range { low: -self.high, high: -self.low }
    }

    pub(super) fn plus(self, other: Range) -> Wanted {
        among([
            (self.low.checked_add(other.low), self.low.saturating_add(other.low)),
            (self.high.checked_add(other.high), self.high.saturating_add(other.high)),
        ])
    }

    pub(super) fn times(self, other: Range) -> Wanted {
        let ends =
            [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        among(ends.map(|(a, b)| (a.checked_mul(b), a.saturating_mul(b))))
    }

    /// Its members to this power.
    pub(super) fn power(self, exponent: i128) -> Wanted {
        let Ok(exponent) = u32::try_from(exponent) else {
            // A negative exponent ends the program; others leave 128 bits.
            return Wanted { range: self.open_power(), cut: self.size() > 1 };
        };
        let to = |end: i128| (end.checked_pow(exponent), end.saturating_pow(exponent));
        if self.low >= 0 {
            return among([to(self.low), to(self.high)]);
        }
        let size = among([to(self.size()), (Some(1), 1)]);
        Wanted { range: Range::symmetric(size.range.high), cut: size.cut }
    }

    /// Its members to a power that is not known.
    pub(super) fn open_power(self) -> Range {
        if self.low >= 0 { Range::new(0, i128::MAX) } else { Range::symmetric(i128::MAX) }
    }

    /// `self op other`, of operators that cannot leave the type but for their sign.
    pub(super) fn bitwise(self, op: Op, other: Range) -> Range {
        if self.low >= 0 && other.low >= 0 {
            return match op {
                Op::BitAnd => Range::new(0, self.high.min(other.high)),
                _ => Range::new(0, ones(self.high.max(other.high))),
            };
        }
        let all = ones(self.size().max(other.size()));
        match op {
            // One of them without a sign takes it from both.
            Op::BitAnd if self.low >= 0 => Range::new(0, self.high),
            Op::BitAnd if other.low >= 0 => Range::new(0, other.high),
            _ => Range::new(all.saturating_neg().saturating_sub(1), all),
        }
    }
}

/// The least number of ones in binary that is not below `size`.
fn ones(size: i128) -> i128 {
    match size.leading_zeros() {
        // The sign alone.
        0 | 1 => i128::MAX,
        zeros => (1 << (128 - zeros)) - 1,
    }
}

/// The interval of these; each stands beside what it is cut to.
fn among<const N: usize>(ends: [(Option<i128>, i128); N]) -> Wanted {
    let cut = ends.iter().any(|(exact, _)| exact.is_none_or(|exact| exact == i128::MIN));
    let kept = ends.map(|(_, kept)| kept.max(-i128::MAX));
    let low = kept.iter().copied().min().unwrap_or(0);
    let high = kept.iter().copied().max().unwrap_or(0);
    Wanted { range: Range { low, high }, cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_every_result() {
        let ranges: Vec<Range> = (-5..=5).flat_map(|a| (a..=5).map(move |b| Range::new(a, b))).collect();
        for &left in &ranges {
            for &right in &ranges {
                let (sum, product) = (left.plus(right), left.times(right));
                let bits = [Op::BitAnd, Op::BitOr, Op::Xor].map(|op| left.bitwise(op, right));
                for a in left.low..=left.high {
                    for b in right.low..=right.high {
                        let holds = |range: Range, value: i128| range.low <= value && value <= range.high;
                        assert!(holds(sum.range, a + b) && holds(product.range, a * b));
                        assert!(holds(bits[0], a & b) && holds(bits[1], a | b) && holds(bits[2], a ^ b));
                    }
                }
                assert!(!sum.cut && !product.cut);
            }
            for exponent in 0..6_u32 {
                for a in left.low..=left.high {
                    let range = left.power(i128::from(exponent)).range;
                    assert!(range.low <= a.pow(exponent) && a.pow(exponent) <= range.high, "{a}^{exponent}");
                }
            }
        }
    }

    #[test]
    fn what_leaves_128_bits_is_said_to() {
        let large = Range::new(0, i128::MAX);
        assert!(large.plus(Range::of(1)).cut && large.times(Range::of(2)).cut);
        assert!(large.negated().plus(Range::of(-1)).cut);
        assert!(Range::of(2).power(127).cut && !Range::of(2).power(126).cut);
        assert!(Range::of(-2).power(127).cut);
    }
}
