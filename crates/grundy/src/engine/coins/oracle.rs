//! What the tests of coin games compare with.

use crate::ruleset::{Heap, Options, Ruleset, TurnCoins};
use crate::theory::{Control, Nimber, mex};

/// The values of coins 0..length by definition.
pub(super) fn by_definition(game: &TurnCoins, length: u64) -> Vec<Nimber> {
    let mut values: Vec<Nimber> = Vec::new();
    let mut options = Options::new();
    for coin in 0..length {
        game.options(&Heap::new(coin), &mut options, &Control::default()).unwrap();
        let option = |sum: &[Heap]| sum.iter().map(|coin| values[coin.index().unwrap()]).sum::<Nimber>();
        let value = mex(options.iter().map(option));
        values.push(value);
    }
    values
}
