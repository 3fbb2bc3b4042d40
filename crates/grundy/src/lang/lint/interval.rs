//! Intervals of integers, and arithmetic that keeps inside them whatever the
//! exact arithmetic can give.
//!
//! Where the exact operation is a fault at a position (a division by zero, a
//! negative exponent) there is nothing to keep. An end that does not fit in 128
//! bits becomes no end at all.

/// The integers from `low` to `high`; an end that is not given has no bound.
/// Never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    /// The least member.
    pub(super) low: Option<i128>,
    /// The largest member.
    pub(super) high: Option<i128>,
}

/// The sum of two ends, if both are given and it fits.
fn add(a: Option<i128>, b: Option<i128>) -> Option<i128> {
    a?.checked_add(b?)
}

/// `a / b` rounded down, for a positive b.
fn divided(a: i128, b: i128) -> i128 {
    a.div_euclid(b)
}

impl Interval {
    /// All integers.
    pub(super) const WHOLE: Interval = Interval { low: None, high: None };

    /// All integers from `low` on.
    pub(super) const fn from(low: i128) -> Interval {
        Interval { low: Some(low), high: None }
    }

    /// One integer.
    pub(super) const fn point(value: i128) -> Interval {
        Interval { low: Some(value), high: Some(value) }
    }

    /// The integers from `low` to `high`, if there are any.
    pub(super) fn between(low: Option<i128>, high: Option<i128>) -> Option<Interval> {
        match (low, high) {
            (Some(low), Some(high)) if low > high => None,
            _ => Some(Interval { low, high }),
        }
    }

    /// The one member, if there is only one.
    pub(super) fn single(self) -> Option<i128> {
        self.low.filter(|_| self.low == self.high)
    }

    /// Whether every member is at least `bound`.
    pub(super) fn at_least(self, bound: i128) -> bool {
        self.low.is_some_and(|low| low >= bound)
    }

    /// Whether every member is below `bound`.
    pub(super) fn below(self, bound: i128) -> bool {
        self.high.is_some_and(|high| high < bound)
    }

    /// The members of both, if there are any.
    pub(super) fn meet(self, other: Interval) -> Option<Interval> {
        let low = match (self.low, other.low) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        };
        let high = match (self.high, other.high) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Interval::between(low, high)
    }

    /// The least interval that holds both.
    pub(super) fn join(self, other: Interval) -> Interval {
        let low = self.low.zip(other.low).map(|(a, b)| a.min(b));
        let high = self.high.zip(other.high).map(|(a, b)| a.max(b));
        Interval { low, high }
    }

    pub(super) fn plus(self, other: Interval) -> Interval {
        Interval { low: add(self.low, other.low), high: add(self.high, other.high) }
    }

    /// All members times a number.
    pub(super) fn scale(self, factor: i128) -> Interval {
        let times = |end: Option<i128>| end.and_then(|end| end.checked_mul(factor));
        match factor {
            0 => Interval::point(0),
            1.. => Interval { low: times(self.low), high: times(self.high) },
            _ => Interval { low: times(self.high), high: times(self.low) },
        }
    }

    pub(super) fn times(self, other: Interval) -> Interval {
        if let (Some(a), Some(b), Some(c), Some(d)) = (self.low, self.high, other.low, other.high) {
            let products = [a.checked_mul(c), a.checked_mul(d), b.checked_mul(c), b.checked_mul(d)];
            let [Some(w), Some(x), Some(y), Some(z)] = products else { return Interval::WHOLE };
            return Interval { low: Some(w.min(x).min(y).min(z)), high: Some(w.max(x).max(y).max(z)) };
        }
        match (self.low, other.low) {
            (Some(a), Some(b)) if a >= 0 && b >= 0 => {
                let high = self.high.zip(other.high).and_then(|(a, b)| a.checked_mul(b));
                Interval { low: Some(a.checked_mul(b).unwrap_or(0)), high }
            }
            _ => Interval::WHOLE,
        }
    }

    /// Quotients rounded down.
    pub(super) fn over(self, divisor: Interval) -> Interval {
        let Some(least) = divisor.low.filter(|&least| least > 0) else { return Interval::WHOLE };
        // Towards zero go the quotients by the largest divisor; without one they
        // come as near as rounding down lets them.
        let low = self.low.map(|low| match (low < 0, divisor.high) {
            (true, _) => divided(low, least),
            (false, Some(largest)) => divided(low, largest),
            (false, None) => 0,
        });
        let high = self.high.map(|high| match (high < 0, divisor.high) {
            (false, _) => divided(high, least),
            (true, Some(largest)) => divided(high, largest),
            (true, None) => -1,
        });
        Interval { low, high }
    }

    /// Remainders, which have the sign of the divisor.
    pub(super) fn modulo(self, divisor: Interval) -> Interval {
        if !divisor.at_least(1) {
            return Interval::WHOLE;
        }
        let high = divisor.high.map(|largest| largest - 1);
        let high = match (self.at_least(0), self.high, high) {
            (true, Some(a), Some(b)) => Some(a.min(b)),
            (true, a, b) => a.or(b),
            (false, _, b) => b,
        };
        Interval { low: Some(0), high }
    }

    /// Powers.
    pub(super) fn power(self, exponent: Interval) -> Interval {
        if !self.at_least(0) {
            return Interval::WHOLE;
        }
        // A negative exponent is a fault.
        let raise =
            |base: i128, exponent: i128| u32::try_from(exponent).ok().and_then(|e| base.checked_pow(e));
        let low = match self.low {
            Some(base @ 1..) => raise(base, exponent.low.unwrap_or(0).max(0)).unwrap_or(1),
            _ => 0,
        };
        let high = match (self.high, exponent.high) {
            (Some(base), Some(exponent)) => raise(base.max(1), exponent.max(0)),
            _ => None,
        };
        Interval { low: Some(low), high }
    }

    /// `a << b`; a negative b is a fault.
    pub(super) fn shifted_left(self) -> Interval {
        if self.at_least(0) { Interval { high: None, ..self } } else { Interval::WHOLE }
    }

    /// What lies between 0 and the largest member, if none is negative.
    pub(super) fn shrunk(self) -> Interval {
        if self.at_least(0) { Interval { low: Some(0), ..self } } else { Interval::WHOLE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every interval with ends from -4 to 5 or none, and some members of each.
    fn intervals() -> Vec<(Interval, Vec<i128>)> {
        let ends: Vec<Option<i128>> = std::iter::once(None).chain((-4..=5).map(Some)).collect();
        let mut all = Vec::new();
        for &low in &ends {
            for &high in &ends {
                if let Some(interval) = Interval::between(low, high) {
                    let from = low.unwrap_or(high.unwrap_or(0).min(0) - 6);
                    let to = high.unwrap_or(from.max(0) + 6);
                    all.push((interval, (from..=to).collect()));
                }
            }
        }
        all
    }

    fn holds(interval: Interval, value: i128) -> bool {
        interval.meet(Interval::point(value)).is_some()
    }

    #[test]
    fn operations_keep_inside_what_they_can_give() {
        let all = intervals();
        for (a, members) in &all {
            for (b, others) in &all {
                for &x in members {
                    for &y in others {
                        assert!(holds(a.plus(*b), x + y), "{a:?} + {b:?}");
                        assert!(holds(a.times(*b), x * y), "{a:?} * {b:?}: {x} {y}");
                        assert!(holds(a.join(*b), x) && holds(a.join(*b), y));
                        assert_eq!(
                            holds(*a, y) && holds(*b, y),
                            a.meet(*b).is_some_and(|both| holds(both, y))
                        );
                        // A negative divisor is left to the whole interval.
                        if y > 0 {
                            assert!(holds(a.over(*b), x.div_euclid(y)), "{a:?} / {b:?}: {x} {y}");
                            assert!(holds(a.modulo(*b), x.rem_euclid(y)), "{a:?} % {b:?}: {x} {y}");
                        }
                        if (0..12).contains(&y) {
                            let power = x.pow(u32::try_from(y).unwrap());
                            assert!(holds(a.power(*b), power), "{a:?} ** {b:?}: {x} {y}");
                            assert!(holds(a.shifted_left(), x << y));
                        }
                    }
                }
            }
            for &x in members {
                assert!(holds(a.scale(3), 3 * x) && holds(a.scale(-2), -2 * x));
            }
        }
    }
}
