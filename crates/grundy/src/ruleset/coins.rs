//! Coin games that turn any so many smaller coins.

use super::{Halt, Heap, Options, Ruleset};
use crate::theory::Control;

/// The coin game in which a move turns coin x and any j smaller coins, for some
/// j of a fixed finite set. Positions are single coins.
///
/// {0} is one coin alone, {1} is Twins, {0, 1} Turning Turtles, {0, 1, 2} Mock
/// Turtles, {0, 1, 2, 3, 4} Moebius (Winning Ways, chapter 14).
///
/// # Examples
///
/// ```
/// use grundy::ruleset::{Heap, Options, Ruleset, TurnCoins};
/// use grundy::theory::Control;
///
/// let mock_turtles = TurnCoins::new([0, 1, 2]);
/// let mut options = Options::new();
/// mock_turtles.options(&Heap::new(3), &mut options, &Control::default()).unwrap();
/// assert_eq!(options.len(), 1 + 3 + 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnCoins {
    counts: Vec<usize>,
}

impl TurnCoins {
    /// The game in which one of `counts` smaller coins are turned beside x.
    #[must_use]
    pub fn new(counts: impl IntoIterator<Item = usize>) -> TurnCoins {
        let mut counts: Vec<usize> = counts.into_iter().collect();
        counts.sort_unstable();
        counts.dedup();
        TurnCoins { counts }
    }

    /// How many smaller coins may be turned: ascending, without repeats.
    #[must_use]
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }
}

/// The options of coin x are as many as there are choices of smaller coins;
/// `control` is asked all along.
impl Ruleset for TurnCoins {
    type Position = Heap;

    fn options(&self, coin: &Heap, options: &mut Options<Heap>, control: &Control) -> Result<(), Halt> {
        const OPTIONS_PER_CHECK: usize = 1 << 12;
        options.clear();
        for &count in &self.counts {
            let Some(mut chosen) = first_choice(count, coin.size()) else { continue };
            loop {
                options.push(chosen.iter().copied().map(Heap::new));
                if options.len().is_multiple_of(OPTIONS_PER_CHECK) {
                    control.check()?;
                    let each = (count + 1).saturating_mul(size_of::<Heap>());
                    let bytes = options.len().saturating_mul(each);
                    control.reserve(u64::try_from(bytes).unwrap_or(u64::MAX))?;
                }
                if !next_choice(&mut chosen, coin.size()) {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The first choice of `count` numbers below `limit`, ascending.
fn first_choice(count: usize, limit: u64) -> Option<Vec<u64>> {
    if u64::try_from(count).ok()? > limit {
        return None;
    }
    Some((0..limit).take(count).collect())
}

/// Goes on to the next choice in lexical order; false after the last.
fn next_choice(chosen: &mut [u64], limit: u64) -> bool {
    let mut top = limit;
    for index in (0..chosen.len()).rev() {
        if chosen[index] + 1 < top {
            let mut number = chosen[index];
            for entry in &mut chosen[index..] {
                number += 1;
                *entry = number;
            }
            return true;
        }
        top = chosen[index];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::Stopped;

    #[test]
    fn options_are_all_choices_of_smaller_coins() {
        for counts in [vec![], vec![0], vec![1], vec![2, 0], vec![3, 1, 1], vec![0, 1, 2, 3, 4, 5]] {
            let game = TurnCoins::new(counts.clone());
            for coin in 0..8u64 {
                let mut options = Options::new();
                game.options(&Heap::new(coin), &mut options, &Control::default()).unwrap();
                let mut expected: Vec<Vec<Heap>> = (0u32..1 << coin)
                    .filter(|set| counts.contains(&usize::try_from(set.count_ones()).unwrap()))
                    .map(|set| (0..coin).filter(|&other| set >> other & 1 == 1).map(Heap::new).collect())
                    .collect();
                expected.sort();
                assert_eq!(options.canonical(), expected, "{counts:?} at {coin}");
                assert_eq!(options.len(), expected.len(), "no option comes twice");
            }
        }
    }

    #[test]
    fn too_many_options_are_stopped() {
        let game = TurnCoins::new([usize::MAX, 30]);
        let control = Control::default().with_memory_limit(1 << 22);
        let mut options = Options::new();
        assert!(matches!(
            game.options(&Heap::new(u64::MAX), &mut options, &control),
            Err(Halt::Stopped(Stopped::MemoryLimit { .. }))
        ));
    }
}
