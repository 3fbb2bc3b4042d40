//! The values of the first coins.

use super::law::CoinLaw;
use super::odious;
use super::sums::Sums;
use crate::ruleset::{Heap, TurnCoins};
use crate::theory::{Control, Nimber, Stopped, Values};

/// How many values come from a law between two looks at the control.
const VALUES_PER_CHECK: u64 = 1 << 16;

/// The values of the coins 0 to `length` - 1.
///
/// By the laws of this module where one serves; otherwise in time and memory
/// proportional to the largest value for each coin, which is far less than the
/// number of its options.
///
/// # Errors
///
/// [`Stopped`] if `control` says so or the machine has not the memory.
///
/// # Examples
///
/// ```
/// use grundy::engine::coin_table;
/// use grundy::ruleset::TurnCoins;
/// use grundy::theory::Control;
///
/// // Moebius: up to five coins in all.
/// let table = coin_table(&TurnCoins::new(0..=4), 9, &Control::default()).unwrap();
/// assert_eq!(table.as_bytes(), Some(&[1, 2, 4, 8, 16, 31, 32, 64, 103][..]));
/// ```
pub fn coin_table(game: &TurnCoins, length: u64, control: &Control) -> Result<Values, Stopped> {
    let counts = game.counts();
    if let Some(law) = CoinLaw::of(game) {
        return by_law(law, length, control);
    }
    let mut values = Values::default();
    // A law was found for no counts at all.
    let (Some(&first), Some(&last)) = (counts.first(), counts.last()) else { return Ok(values) };
    if last - first != counts.len() - 1 {
        by_sums(counts, length, &mut values, control)?;
        return Ok(values);
    }
    // From `first` to `last` smaller coins: the delay theorem.
    let delay = u64::try_from(first).unwrap_or(u64::MAX).min(length);
    for coin in 0..delay {
        check(coin, control)?;
        values.push(Nimber::ZERO);
    }
    if delay == length {
        return Ok(values);
    }
    let from_zero: Vec<usize> = (0..=last).collect();
    if last % 2 == 1 {
        by_sums(&from_zero, length - delay, &mut values, control)?;
        return Ok(values);
    }
    // The mock turtle theorem; `last` is at least 4 here.
    values.push(Nimber::new(1));
    let mut smaller = Values::default();
    by_sums(&from_zero[..last], length - delay - 1, &mut smaller, control)?;
    for value in smaller.iter() {
        let wide = odious(value.size()).ok_or_else(|| too_wide(control))?;
        values.push(Nimber::new(wide));
    }
    Ok(values)
}

fn by_law(law: CoinLaw, length: u64, control: &Control) -> Result<Values, Stopped> {
    let mut values = Values::default();
    values.reserve_within(usize::try_from(length).unwrap_or(usize::MAX), control)?;
    for coin in 0..length {
        check(coin, control)?;
        values.push_within(law.nimber(Heap::new(coin)).ok_or_else(|| too_wide(control))?, control)?;
    }
    Ok(values)
}

/// Appends the values of the first `length` coins, found from the sums of the
/// values before.
fn by_sums(counts: &[usize], length: u64, values: &mut Values, control: &Control) -> Result<(), Stopped> {
    // More smaller coins than there are cannot be turned.
    let counts: Vec<usize> = counts
        .iter()
        .copied()
        .filter(|&count| u64::try_from(count).is_ok_and(|count| count < length))
        .collect();
    let mut sums = Sums::new(counts.last().copied().unwrap_or(0), control)?;
    for coin in 0..length {
        let value = sums.least_missing(&counts);
        values.push_within(Nimber::new(value), control)?;
        // Nothing comes after the last coin that would need its sums.
        if coin + 1 < length {
            sums.insert(value, control)?;
        }
        control.report(coin + 1, Some(length));
    }
    Ok(())
}

fn check(coin: u64, control: &Control) -> Result<(), Stopped> {
    if coin.is_multiple_of(VALUES_PER_CHECK) { control.check() } else { Ok(()) }
}

/// A value beyond 64 bits stands behind so many others that memory ends first.
fn too_wide(control: &Control) -> Stopped {
    Stopped::MemoryLimit { needed: u64::MAX, limit: control.memory_limit() }
}

#[cfg(test)]
mod tests {
    use super::super::oracle::by_definition;
    use super::*;

    #[test]
    fn tables_agree_with_the_definition() {
        for set in 0u32..1 << 6 {
            let game = TurnCoins::new((0..6).filter(|count| set >> count & 1 == 1));
            let length = if set >= 8 { 16 } else { 40 };
            let expected = by_definition(&game, length);
            for length in [0, 1, 2, 5, length] {
                let table = coin_table(&game, length, &Control::default()).unwrap();
                let expected = &expected[..usize::try_from(length).unwrap()];
                assert!(table.iter().eq(expected.iter().copied()), "{game:?}: {table:?} is not {expected:?}");
            }
        }
    }

    #[test]
    fn the_mock_turtle_theorem_gives_what_the_sums_give() {
        for last in [2, 4, 6] {
            let counts: Vec<usize> = (0..=last).collect();
            let mut direct = Values::default();
            by_sums(&counts, 40, &mut direct, &Control::default()).unwrap();
            let table = coin_table(&TurnCoins::new(counts), 40, &Control::default()).unwrap();
            assert!(table.iter().eq(direct.iter()), "{last}");
        }
    }

    #[test]
    fn tables_stop_at_their_limits() {
        let control = Control::default().with_memory_limit(1 << 16);
        for counts in [vec![0, 1, 2], vec![0, 1, 2, 3], vec![0, 1, 3], (0..=6).collect()] {
            let game = TurnCoins::new(counts);
            assert!(
                matches!(coin_table(&game, 1 << 40, &control), Err(Stopped::MemoryLimit { .. })),
                "{game:?}"
            );
        }
        let far = TurnCoins::new([usize::MAX]);
        assert_eq!(coin_table(&far, 3, &Control::default()).unwrap().as_bytes(), Some(&[0, 0, 0][..]));
        let far = TurnCoins::new([0, usize::MAX]);
        assert_eq!(coin_table(&far, 3, &Control::default()).unwrap().as_bytes(), Some(&[1, 1, 1][..]));
    }
}
