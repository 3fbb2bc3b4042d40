//! Values of single coins of any size.

use std::fmt;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::odious;
use crate::ruleset::{Heap, TurnCoins};
use crate::theory::{BigNimber, Nimber};

/// The value of every coin in closed form. Each law is proved in docs/theory.md.
///
/// # Examples
///
/// ```
/// use grundy::engine::CoinLaw;
/// use grundy::ruleset::{Heap, TurnCoins};
/// use grundy::Nimber;
///
/// let law = CoinLaw::of(&TurnCoins::new([0, 1, 2])).unwrap();
/// assert_eq!(law.nimber(Heap::new(4)), Some(Nimber::new(8)));
/// assert_eq!(law.to_string(), "g(x) is 2x or 2x + 1, whichever has an odd number of ones in binary");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoinLaw {
    /// The coins below this one have value 0; the form is counted from it on.
    delay: u64,
    form: CoinForm,
}

/// The form of a law of coins, counted from the first coin that can be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CoinForm {
    /// 0: no coin can be turned.
    Zero,
    /// 1.
    One,
    /// x + 1.
    Successor,
    /// The odious one of 2x and 2x + 1.
    Odious,
}

impl CoinLaw {
    /// The law of this game, if one is proved.
    #[must_use]
    pub fn of(game: &TurnCoins) -> Option<CoinLaw> {
        let counts = game.counts();
        let (Some(&first), Some(&last)) = (counts.first(), counts.last()) else {
            return Some(CoinLaw { delay: 0, form: CoinForm::Zero });
        };
        if first == 0 && counts.iter().all(|count| count % 2 == 0) {
            return Some(CoinLaw { delay: 0, form: CoinForm::One });
        }
        if last - first != counts.len() - 1 {
            return None;
        }
        let form = match last {
            0 => CoinForm::One,
            1 => CoinForm::Successor,
            2 => CoinForm::Odious,
            _ => return None,
        };
        Some(CoinLaw { delay: u64::try_from(first).ok()?, form })
    }

    /// The value of the coin with number `coin`.
    #[must_use]
    pub fn value(self, coin: &BigUint) -> BigNimber {
        let delay = BigUint::from(self.delay);
        if *coin < delay {
            return BigNimber::default();
        }
        let x = coin - delay;
        BigNimber::new(match self.form {
            CoinForm::Zero => BigUint::zero(),
            CoinForm::One => BigUint::one(),
            CoinForm::Successor => x + 1u32,
            CoinForm::Odious => {
                let is_evil = x.count_ones().is_multiple_of(2);
                (x << 1u32) + u32::from(is_evil)
            }
        })
    }

    /// The coins below this one have value 0; the form is counted from it on.
    pub(crate) fn delay(self) -> u64 {
        self.delay
    }

    /// The form of the law.
    pub(crate) fn form(self) -> CoinForm {
        self.form
    }

    /// Whether no two coins have the same value.
    #[must_use]
    pub fn is_injective(self) -> bool {
        // The coins before the delay share the value 0.
        self.delay <= 1 && matches!(self.form, CoinForm::Successor | CoinForm::Odious)
    }

    /// The one coin that has this value, if one has; only of a law that
    /// [is injective](Self::is_injective).
    #[must_use]
    pub fn coin_of_value(self, value: &BigNimber) -> Option<BigUint> {
        if !self.is_injective() {
            return None;
        }
        if value.is_zero() {
            return (self.delay == 1).then(BigUint::zero);
        }
        let coin = match self.form {
            CoinForm::Successor => value.size() - 1u32 + self.delay,
            CoinForm::Odious => (value.size() >> 1u32) + self.delay,
            CoinForm::Zero | CoinForm::One => return None,
        };
        (self.value(&coin) == *value).then_some(coin)
    }

    /// Whether `value` may be the nim-sum of the values of so many coins beyond
    /// the delay: sums of an odd number of odious numbers are odious, of an even
    /// number evil.
    #[must_use]
    pub fn is_sum_of(self, count: usize, value: &BigNimber) -> bool {
        let parity = |ones: u64| ones % 2 == 1;
        match self.form {
            // A coin before the delay adds nothing.
            CoinForm::Odious if self.delay == 0 => parity(value.size().count_ones()) == (count % 2 == 1),
            _ => true,
        }
    }

    /// The value of a coin in 64 bits, if it fits.
    #[must_use]
    pub fn nimber(self, coin: Heap) -> Option<Nimber> {
        let Some(x) = coin.size().checked_sub(self.delay) else { return Some(Nimber::ZERO) };
        match self.form {
            CoinForm::Zero => Some(0),
            CoinForm::One => Some(1),
            CoinForm::Successor => x.checked_add(1),
            CoinForm::Odious => odious(x),
        }
        .map(Nimber::new)
    }
}

/// As a formula for people.
impl fmt::Display for CoinLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let delay = self.delay;
        match (self.form, delay) {
            (CoinForm::Zero, _) => return f.write_str("g(x) = 0"),
            (CoinForm::One, _) => f.write_str("g(x) = 1")?,
            (CoinForm::Successor, 0) => f.write_str("g(x) = x + 1")?,
            // Up to one coin, and not none: Twins, and the delay is 1.
            (CoinForm::Successor, _) => return f.write_str("g(x) = x"),
            (CoinForm::Odious, 0) => {
                f.write_str("g(x) is 2x or 2x + 1, whichever has an odd number of ones in binary")?;
            }
            (CoinForm::Odious, _) => write!(
                f,
                "g(x) is 2y or 2y + 1 for y = x - {delay}, whichever has an odd number of ones in binary"
            )?,
        }
        if delay > 0 { write!(f, "; g(x) = 0 for x < {delay}") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::by_definition;
    use super::*;
    use crate::theory::mex;

    #[test]
    fn values_lead_back_to_their_coins() {
        for counts in [vec![0, 1], vec![1], vec![0, 1, 2], vec![1, 2], vec![0], vec![2]] {
            let law = CoinLaw::of(&TurnCoins::new(counts.clone())).unwrap();
            let values: Vec<BigNimber> = (0..100u32).map(|coin| law.value(&coin.into())).collect();
            let distinct: std::collections::BTreeSet<_> = values.iter().collect();
            assert_eq!(law.is_injective(), distinct.len() == values.len(), "{counts:?}");
            for value in 0..50u64 {
                let coin = values.iter().position(|other| *other == value.into()).map(BigUint::from);
                let expected = if law.is_injective() { coin } else { None };
                assert_eq!(law.coin_of_value(&value.into()), expected, "{counts:?}, value {value}");
            }
        }
    }

    #[test]
    fn laws_agree_with_the_definition() {
        let mut laws = Vec::new();
        for set in 0u32..1 << 6 {
            let game = TurnCoins::new((0..6).filter(|count| set >> count & 1 == 1));
            let Some(law) = CoinLaw::of(&game) else { continue };
            let length = if game.counts().len() > 2 && game.counts().contains(&4) { 14 } else { 70 };
            let length = if game.counts().contains(&4) { length.min(20) } else { length };
            for (coin, value) in (0..length).zip(by_definition(&game, length)) {
                assert_eq!(law.nimber(Heap::new(coin)), Some(value), "{game:?} at {coin}");
                assert_eq!(law.value(&BigUint::from(coin)), BigNimber::from(value), "{game:?} at {coin}");
            }
            laws.push(law.to_string());
        }
        laws.sort();
        laws.dedup();
        assert_eq!(
            laws,
            [
                "g(x) = 0",
                "g(x) = 1",
                "g(x) = x",
                "g(x) = x + 1",
                "g(x) is 2x or 2x + 1, whichever has an odd number of ones in binary",
                "g(x) is 2y or 2y + 1 for y = x - 1, whichever has an odd number of ones in binary; g(x) = 0 for x < 1",
                "g(x) is 2y or 2y + 1 for y = x - 2, whichever has an odd number of ones in binary; g(x) = 0 for x < 2",
            ]
        );
    }

    /// The definition on whole rows: a move turns a head and smaller coins, heads
    /// or tails, and the value of a row is the mex over the rows it leads to.
    #[test]
    fn whole_rows_are_the_sum_of_their_heads() {
        const COINS: u32 = 10;
        for counts in
            [vec![0], vec![1], vec![0, 1], vec![0, 1, 2], vec![1, 2], vec![2], vec![0, 2], vec![0, 2, 4]]
        {
            let game = TurnCoins::new(counts.clone());
            let law = CoinLaw::of(&game).unwrap();
            let mut values: Vec<Nimber> = Vec::new();
            for row in 0u32..1 << COINS {
                let heads = (0..COINS).filter(|coin| row >> coin & 1 == 1);
                let moves = heads.clone().flat_map(|coin| {
                    let counts = &counts;
                    (0u32..1 << coin)
                        .filter(move |others| counts.contains(&usize::try_from(others.count_ones()).unwrap()))
                        .map(move |others| row ^ 1 << coin ^ others)
                });
                let value = mex(moves.map(|after| values[usize::try_from(after).unwrap()]));
                values.push(value);
                let sum: Nimber = heads.map(|coin| law.nimber(Heap::new(coin.into())).unwrap()).sum();
                assert_eq!(sum, value, "{counts:?} at {row:b}");
            }
        }
    }

    #[test]
    fn coins_of_any_size_follow_the_law() {
        let mock_turtles = CoinLaw::of(&TurnCoins::new([0, 1, 2])).unwrap();
        for step in 0..100u32 {
            let coin = BigUint::from(10u32).pow(40) + step;
            let value = mock_turtles.value(&coin);
            assert_eq!(value.size() >> 1u32, coin);
            assert_eq!(value.size().count_ones() % 2, 1);
        }
        // Both ways agree up to the edge of 64 bits, and the narrow one stops there.
        for coin in [(1 << 63) - 1, 1 << 62, (1 << 62) + 5] {
            let narrow = mock_turtles.nimber(Heap::new(coin)).unwrap();
            assert_eq!(mock_turtles.value(&BigUint::from(coin)), BigNimber::from(narrow));
        }
        assert_eq!(mock_turtles.nimber(Heap::new(1 << 63)), None);
        let turtles = CoinLaw::of(&TurnCoins::new([0, 1])).unwrap();
        assert_eq!(turtles.nimber(Heap::new(u64::MAX)), None);
    }
}
