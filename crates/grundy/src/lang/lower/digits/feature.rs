//! Features: what a finite automaton can know of n after reading its digits.

use super::form::Quantity;

/// One question about n with finitely many answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Feature {
    /// The largest digit in this base.
    LargestDigit(u8),
    /// The least digit in this base.
    LeastDigit(u8),
    /// The least digit in this base that is not 0.
    LeastNonZeroDigit(u8),
    /// Which digits occur in this base.
    DigitSet(u8),
    /// A quantity modulo this number.
    Residue(Quantity, u32),
    /// The smaller of a quantity and this number.
    UpTo(Quantity, u32),
}

impl Feature {
    /// The base in which the feature must be read, if not every base will do.
    pub(super) fn base(self) -> Option<u8> {
        match self {
            Feature::LargestDigit(base)
            | Feature::LeastDigit(base)
            | Feature::LeastNonZeroDigit(base)
            | Feature::DigitSet(base) => Some(base),
            Feature::Residue(quantity, _) | Feature::UpTo(quantity, _) => match quantity {
                Quantity::Value => None,
                Quantity::DigitSum(base) | Quantity::DigitCount(base) | Quantity::NonZeroCount(base) => {
                    Some(base)
                }
            },
        }
    }

    /// The answer before any digit is read.
    pub(super) fn start(self) -> u64 {
        match self {
            // Larger than every digit.
            Feature::LeastDigit(base) => base.into(),
            _ => 0,
        }
    }

    /// The answer after one more digit in `base`, less significant than those before.
    pub(super) fn step(self, answer: u64, digit: u8, base: u8) -> u64 {
        let value = u64::from(digit);
        match self {
            Feature::LargestDigit(_) => answer.max(value),
            Feature::LeastDigit(_) => answer.min(value),
            // 0 stands for none yet.
            Feature::LeastNonZeroDigit(_) if answer == 0 || value == 0 => answer.max(value),
            Feature::LeastNonZeroDigit(_) => answer.min(value),
            Feature::DigitSet(_) => answer | 1 << value,
            Feature::Residue(quantity, modulus) => quantity.step(answer, value, base) % u64::from(modulus),
            Feature::UpTo(quantity, most) => quantity.step(answer, value, base).min(most.into()),
        }
    }
}

impl Quantity {
    /// The quantity after one more digit; answers and bases are small.
    fn step(self, before: u64, digit: u64, base: u8) -> u64 {
        match self {
            Quantity::Value => before * u64::from(base) + digit,
            Quantity::DigitSum(_) => before + digit,
            Quantity::DigitCount(_) => before + 1,
            Quantity::NonZeroCount(_) => before + u64::from(digit != 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_agree_with_the_definitions() {
        for base in [2u8, 3, 10, 36] {
            for n in 1u64..2_000 {
                let mut digits = Vec::new();
                let mut rest = n;
                while rest > 0 {
                    digits.insert(0, u8::try_from(rest % u64::from(base)).expect("small"));
                    rest /= u64::from(base);
                }
                let answer = |feature: Feature| {
                    digits.iter().fold(feature.start(), |answer, &digit| feature.step(answer, digit, base))
                };
                let values = || digits.iter().map(|&digit| u64::from(digit));
                let (sum, count) = (values().sum::<u64>(), values().count() as u64);
                let nonzero = values().filter(|&digit| digit > 0);
                assert_eq!(Some(answer(Feature::LargestDigit(base))), values().max());
                assert_eq!(Some(answer(Feature::LeastDigit(base))), values().min());
                assert_eq!(Some(answer(Feature::LeastNonZeroDigit(base))), nonzero.clone().min());
                assert_eq!(answer(Feature::DigitSet(base)), values().fold(0, |set, digit| set | 1 << digit));
                for (quantity, expected) in [
                    (Quantity::Value, n),
                    (Quantity::DigitSum(base), sum),
                    (Quantity::DigitCount(base), count),
                    (Quantity::NonZeroCount(base), nonzero.count() as u64),
                ] {
                    assert_eq!(answer(Feature::Residue(quantity, 7)), expected % 7, "{quantity:?} of {n}");
                    assert_eq!(answer(Feature::UpTo(quantity, 5)), expected.min(5), "{quantity:?} of {n}");
                }
            }
        }
    }
}
