//! What is known of numbers and sets in a rule, without knowing n.

/// The integers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: i128,
    pub(super) high: i128,
}

impl Interval {
    pub(super) const fn new(low: i128, high: i128) -> Interval {
        Interval { low, high }
    }

    pub(super) const fn point(value: i128) -> Interval {
        Interval::new(value, value)
    }

    /// The only member, if there is but one.
    pub(super) fn single(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    pub(super) fn hull(self, other: Interval) -> Interval {
        Interval::new(self.low.min(other.low), self.high.max(other.high))
    }

    pub(super) fn add(self, other: Interval) -> Option<Interval> {
        Some(Interval::new(self.low.checked_add(other.low)?, self.high.checked_add(other.high)?))
    }

    pub(super) fn neg(self) -> Option<Interval> {
        Some(Interval::new(self.high.checked_neg()?, self.low.checked_neg()?))
    }

    pub(super) fn sub(self, other: Interval) -> Option<Interval> {
        self.add(other.neg()?)
    }

    pub(super) fn mul(self, other: Interval) -> Option<Interval> {
        let corners = [
            self.low.checked_mul(other.low)?,
            self.low.checked_mul(other.high)?,
            self.high.checked_mul(other.low)?,
            self.high.checked_mul(other.high)?,
        ];
        Some(corners.into_iter().map(Interval::point).fold(Interval::point(corners[0]), Interval::hull))
    }

    /// The largest absolute value.
    pub(super) fn magnitude(self) -> Option<i128> {
        Some(self.low.checked_abs()?.max(self.high.checked_abs()?))
    }

    /// The same interval, if no member is negative.
    pub(super) fn natural(self) -> Option<Interval> {
        (self.low >= 0).then_some(self)
    }

    /// All naturals with as many bits as the largest member, which is not negative.
    pub(super) fn bits(self) -> Option<Interval> {
        let high = self.natural()?.high;
        let most = u128::try_from(high).ok()?.checked_next_power_of_two()?.checked_mul(2)?;
        Some(Interval::new(0, i128::try_from(most).ok()?))
    }
}

/// An unbounded number that depends on n, of which some questions have answers
/// that a finite automaton finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Quantity {
    /// n itself.
    Value,
    /// The sum of its digits in this base.
    DigitSum(u8),
    /// How many digits it has in this base.
    DigitCount(u8),
    /// How many of its digits in this base are not 0.
    NonZeroCount(u8),
}

/// What is known of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// The summary decides it, and it lies in this interval.
    Summary(Interval),
    /// n minus an amount that the summary decides and that lies in this interval.
    Below(Interval),
    /// A quantity other than n.
    Open(Quantity),
}

impl Number {
    /// The interval, if the summary decides the number.
    pub(super) fn summary(self) -> Option<Interval> {
        match self {
            Number::Summary(interval) => Some(interval),
            Number::Below(_) | Number::Open(_) => None,
        }
    }

    /// What is known of a number that is one of the two.
    pub(super) fn join(self, other: Number) -> Option<Number> {
        match (self, other) {
            (Number::Summary(a), Number::Summary(b)) => Some(Number::Summary(a.hull(b))),
            (Number::Below(a), Number::Below(b)) => Some(Number::Below(a.hull(b))),
            _ => None,
        }
    }
}

/// What is known of a finite set that can be walked through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Members {
    /// Every entry of a member.
    pub(super) entries: Vec<Number>,
    /// A bound on how many members there are; on how many different ones, if
    /// `repeats`.
    pub(super) most: i128,
    /// Whether members repeat in a way that the summary does not decide.
    pub(super) repeats: bool,
}

impl Members {
    /// The only entry of the members, if the summary decides it.
    pub(super) fn summary(&self) -> Option<Interval> {
        match self.entries[..] {
            [number] => number.summary(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_every_result() {
        let small: Vec<Interval> =
            (-3..4).flat_map(|low| (low..4).map(move |high| Interval::new(low, high))).collect();
        let inside = |value: i128, interval: Option<Interval>| {
            interval.is_some_and(|interval| (interval.low..=interval.high).contains(&value))
        };
        for &a in &small {
            for &b in &small {
                for x in a.low..=a.high {
                    assert!(a.bits().is_none_or(|bits| (0..=bits.high).contains(&x)));
                    assert!(x.abs() <= a.magnitude().expect("small"));
                    for y in b.low..=b.high {
                        assert!(
                            inside(x + y, a.add(b)) && inside(x - y, a.sub(b)) && inside(x * y, a.mul(b))
                        );
                        assert!(inside(x, Some(a.hull(b))) && inside(y, Some(a.hull(b))));
                        if let Some(bits) = a.hull(b).bits() {
                            assert!(inside(x ^ y, Some(bits)) && inside(x | y, Some(bits)));
                        }
                    }
                }
            }
        }
        assert_eq!(Interval::point(i128::MAX).add(Interval::point(1)), None);
        assert_eq!(Interval::point(i128::MIN).neg(), None);
    }
}
