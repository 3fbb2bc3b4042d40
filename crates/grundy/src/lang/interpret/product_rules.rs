//! The product of two coin games, ready to be asked for options.
//!
//! A move in the product turns the coin at (x, y) and, where a move of the left game
//! turns x and the coins S, and one of the right game y and T, all other coins at
//! (a, b) with a in S or a = x, and b in T or b = y.

use num_bigint::BigUint;

use super::rules::HeapRules;
use crate::ruleset::{Halt, Heap, Options, Position, Ruleset};
use crate::theory::Control;

/// The product of two games of coins, by the definition. The coin at (2,3) of its
/// board is the tuple `(2,3)`.
///
/// Every coin that a move turns has no larger coordinates than the first one, and a
/// smaller one, so play ends.
#[derive(Clone, Debug, PartialEq)]
pub struct ProductRules {
    left: Factor,
    right: Factor,
}

/// One of the games.
#[derive(Clone, Debug, PartialEq)]
struct Factor {
    rules: HeapRules,
    /// Where its text begins in that of the product.
    start: usize,
}

impl ProductRules {
    /// The product; each game comes with the place where its text begins in that of
    /// the product.
    pub(in crate::lang) fn new(left: (HeapRules, usize), right: (HeapRules, usize)) -> ProductRules {
        let factor = |(rules, start)| Factor { rules, start };
        ProductRules { left: factor(left), right: factor(right) }
    }

    /// The game of the first coordinates.
    #[must_use]
    pub fn left(&self) -> &HeapRules {
        &self.left.rules
    }

    /// The game of the second coordinates.
    #[must_use]
    pub fn right(&self) -> &HeapRules {
        &self.right.rules
    }

    /// Where the texts of the two games begin in that of the product.
    pub(crate) fn starts(&self) -> [usize; 2] {
        [self.left.start, self.right.start]
    }

    /// Clears `options` and fills it with the options of the coin at a place of any size.
    ///
    /// # Errors
    ///
    /// As [`HeapRules::big_options`] of both games; the list may be longer than
    /// memory allows.
    pub fn big_options(
        &self,
        position: &Position<BigUint>,
        options: &mut Options<Position<BigUint>>,
        control: &Control,
    ) -> Result<(), Halt> {
        options.clear();
        let Position::Tuple(entries) = position else { return Ok(()) };
        let [x, y] = entries.as_slice() else { return Ok(()) };
        let (mut by_left, mut by_right) = (Options::new(), Options::new());
        let left = self.left.rules.big_options(x, &mut by_left, control);
        left.map_err(|halt| self.left.moved(halt))?;
        let right = self.right.rules.big_options(y, &mut by_right, control);
        right.map_err(|halt| self.right.moved(halt))?;
        fill((x, &by_left), (y, &by_right), options, control)
    }
}

impl Factor {
    /// A fault of this game, at its place in the text of the product.
    fn moved(&self, halt: Halt) -> Halt {
        match halt {
            Halt::Fault(fault) => Halt::Fault(fault.moved(self.start)),
            stopped => stopped,
        }
    }
}

/// All pairs of a left and a right option, each as the coins that it turns besides the first.
fn fill<E: Clone>(
    (x, left): (&E, &Options<E>),
    (y, right): (&E, &Options<E>),
    options: &mut Options<Position<E>>,
    control: &Control,
) -> Result<(), Halt> {
    let coins = |options: &Options<E>| options.iter().map(|option| option.len() + 1).sum::<usize>();
    // A coin is a list of two entries.
    let bytes = size_of::<Position<E>>() + 2 * size_of::<E>();
    let needed = coins(left).saturating_mul(coins(right)).saturating_mul(bytes);
    control.reserve(u64::try_from(needed).unwrap_or(u64::MAX))?;
    for left in left.iter() {
        control.check()?;
        for right in right.iter() {
            let rows = left.iter().map(|a| (a, true)).chain([(x, false)]);
            options.push(rows.flat_map(|(a, is_other)| {
                let last = is_other.then_some(y);
                let places = right.iter().chain(last);
                places.map(|b| Position::Tuple(vec![a.clone(), b.clone()]))
            }));
        }
    }
    Ok(())
}

impl Ruleset for ProductRules {
    type Position = Position;

    fn options(
        &self,
        position: &Position,
        options: &mut Options<Position>,
        control: &Control,
    ) -> Result<(), Halt> {
        options.clear();
        let Position::Tuple(entries) = position else { return Ok(()) };
        let &[x, y] = entries.as_slice() else { return Ok(()) };
        let (mut by_left, mut by_right) = (Options::new(), Options::new());
        let left = self.left.rules.options(&Heap::new(x), &mut by_left, control);
        left.map_err(|halt| self.left.moved(halt))?;
        let right = self.right.rules.options(&Heap::new(y), &mut by_right, control);
        right.map_err(|halt| self.right.moved(halt))?;
        fill((&x, &numbers(&by_left)), (&y, &numbers(&by_right)), options, control)
    }

    fn heap_bytes(&self, _: &Position) -> usize {
        2 * size_of::<u64>()
    }
}

fn numbers(options: &Options<Heap>) -> Options<u64> {
    let mut numbers = Options::new();
    for option in options.iter() {
        numbers.push(option.iter().map(|coin| coin.size()));
    }
    numbers
}
