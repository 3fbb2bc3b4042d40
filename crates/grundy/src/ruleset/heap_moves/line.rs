//! Numbers that depend on the heap's size n as a line does, rounded down.

use num_integer::Integer;

/// `(scale * n + offset) / divisor`, rounded down.
///
/// The three numbers are bounded, so that nothing overflows at any heap of 63 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    scale: i128,
    offset: i128,
    divisor: i128,
}

/// The bound on the numbers of a line.
const BOUND: i128 = 1 << 60;

impl Line {
    /// n itself.
    pub const HEAP: Line = Line { scale: 1, offset: 0, divisor: 1 };

    /// `(scale * n + offset) / divisor`; `None` if the divisor is less than 1, or
    /// a number exceeds 2^60 in either direction. Equal functions of all n are equal as values.
    #[must_use]
    pub fn new(scale: i128, offset: i128, divisor: i128) -> Option<Line> {
        if divisor < 1 {
            return None;
        }
        // The common factor g of scale and divisor may be taken out: the rest of
        // the offset by g decides nothing.
        let common = scale.gcd(&divisor);
        let line =
            Line { scale: scale / common, offset: offset.div_euclid(common), divisor: divisor / common };
        let bounded = |number: i128| (-BOUND..=BOUND).contains(&number);
        (bounded(line.scale) && bounded(line.offset) && line.divisor <= BOUND).then_some(line)
    }

    /// The same number at every heap; `None` if it exceeds 2^60 in either direction.
    #[must_use]
    pub fn constant(number: i128) -> Option<Line> {
        Line::new(0, number, 1)
    }

    /// The number at a heap.
    #[must_use]
    #[inline]
    pub fn at(self, n: u64) -> i128 {
        let above = self.scale * i128::from(n) + self.offset;
        if self.divisor == 1 { above } else { above.div_euclid(self.divisor) }
    }

    /// The number, if it is the same at every heap.
    #[must_use]
    pub fn as_constant(self) -> Option<i128> {
        (self.scale == 0).then_some(self.offset.div_euclid(self.divisor))
    }

    /// t if the line is n - t.
    #[must_use]
    pub fn below_heap(self) -> Option<i128> {
        (self.scale == 1 && self.divisor == 1).then_some(-self.offset)
    }

    /// Whether the number never falls as n grows.
    #[must_use]
    pub fn is_rising(self) -> bool {
        self.scale >= 0
    }

    /// Whether the two differ in their offsets only, so that the larger offset gives
    /// the larger number at every heap, or the same one.
    #[must_use]
    pub fn is_parallel(self, other: Line) -> bool {
        (self.scale, self.divisor) == (other.scale, other.divisor)
    }

    /// The sum; `None` if both are rounded, or it is out of bounds.
    #[must_use]
    pub fn plus(self, other: Line) -> Option<Line> {
        let (rounded, whole) = if self.divisor == 1 { (other, self) } else { (self, other) };
        // A whole number may go under the rounding.
        (whole.divisor == 1).then_some(())?;
        Line::new(
            rounded.scale + whole.scale * rounded.divisor,
            rounded.offset + whole.offset * rounded.divisor,
            rounded.divisor,
        )
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(self) -> Option<Line> {
        // -floor(x / d) = ceil(-x / d) = floor((d - 1 - x) / d)
        Line::new(-self.scale, self.divisor - 1 - self.offset, self.divisor)
    }

    /// The number divided by `divisor`, rounded down.
    #[must_use]
    pub fn divided(self, divisor: i128) -> Option<Line> {
        Line::new(self.scale, self.offset, self.divisor.checked_mul(divisor)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_that_of_the_numbers() {
        let mut lines = Vec::new();
        for scale in -3..=3 {
            for offset in -7..=7 {
                for divisor in 1..=4 {
                    lines.push((scale, offset, divisor));
                }
            }
        }
        let value = |(s, o, d): (i128, i128, i128), n: u64| (s * i128::from(n) + o).div_euclid(d);
        for &first in &lines {
            let line = Line::new(first.0, first.1, first.2).unwrap();
            for n in 0..9 {
                assert_eq!(line.at(n), value(first, n), "{first:?} at {n}");
                assert_eq!(line.negated().unwrap().at(n), -value(first, n), "{first:?} at {n}");
                assert_eq!(line.divided(3).unwrap().at(n), value(first, n).div_euclid(3), "{first:?} at {n}");
            }
            for &second in lines.iter().step_by(5) {
                let other = Line::new(second.0, second.1, second.2).unwrap();
                let same = (0..50).all(|n| line.at(n) == other.at(n));
                assert_eq!(line == other, same, "{first:?} and {second:?}");
                if let Some(sum) = line.plus(other) {
                    assert!((0..9).all(|n| sum.at(n) == line.at(n) + other.at(n)), "{first:?} + {second:?}");
                }
            }
        }
        assert!(Line::new(1, 0, 0).is_none() && Line::constant(1 << 61).is_none());
    }
}
