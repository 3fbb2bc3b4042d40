//! Two coin games, whose product is played: each keeps the engine that fits it.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use crate::lang::Form;
use crate::lang::interpret::HeapRules;
use crate::ruleset::{Options, Position};
use crate::solve::answer::{BigPosition, Method};
use crate::solve::config::{Config, EngineName};
use crate::solve::error::SolveError;
use crate::solve::numbers::Numbers;
use crate::theory::{BigNimber, Control, Nimber, Stopped, Values, nim_multiples};

/// The two games.
#[derive(Debug)]
pub(in crate::solve) struct Factors {
    left: Numbers,
    right: Numbers,
    /// Where their texts begin in that of the product.
    starts: [usize; 2],
}

/// An option of one of the games: the coins that are turned besides the first.
type Others = Vec<BigUint>;

impl Factors {
    pub(in crate::solve) fn new(
        [left, right]: [&HeapRules; 2],
        starts: [usize; 2],
        config: &Config,
        control: &Control,
    ) -> Result<Factors, SolveError> {
        let config = Config { engine: EngineName::Auto, ..config.clone() };
        let factor = |rules: &HeapRules| Numbers::new(&Form::Numbers(rules.clone()), &config, control);
        Ok(Factors { left: factor(left)?, right: factor(right)?, starts })
    }

    /// The value of the coin at (x, y).
    pub(in crate::solve) fn value(
        &mut self,
        (x, y): (&BigUint, &BigUint),
        control: &Control,
    ) -> Result<(BigNimber, Method), SolveError> {
        let (left, by_left) = in_left(self.starts, self.left.value(x, control))?;
        let (right, by_right) = in_right(self.starts, self.right.value(y, control))?;
        Ok((left.product(&right, control)?, by_left.max(by_right)))
    }

    /// The options of the coin at (x, y) that have this value, in canonical order.
    ///
    /// With u for the value of x and its others, and v for that of y and its others,
    /// an option has the value u ⊗ v ⊕ g(x, y), and u is not 0: so each option of the
    /// left game asks for one value of v. What is listed is the options of the two
    /// games, not their pairs; where those of one game are too many, a law of it may
    /// give the ones of each value.
    pub(in crate::solve) fn options_of_value(
        &mut self,
        (x, y): (&BigUint, &BigUint),
        value: &BigNimber,
        control: &Control,
    ) -> Result<Vec<Vec<BigPosition>>, SolveError> {
        let Factors { left, right, starts } = self;
        let starts = *starts;
        let x_value = in_left(starts, left.value(x, control))?.0;
        let y_value = in_right(starts, right.value(y, control))?.0;
        let wanted = value.clone() + x_value.product(&y_value, control)?;
        if wanted.is_zero() {
            // It would be g(x, y), which no option has.
            return Ok(Vec::new());
        }
        let mut found = Found { x, y, options: Vec::new(), control };
        let few = in_left(starts, few_by_value(left, x, &x_value, control))?;
        let few_right = in_right(starts, few_by_value(right, y, &y_value, control))?;
        let by_law = match (&few, &few_right) {
            (None, Some(rights)) => {
                let mut pairs = |rights: &[Others], lefts: &[Others]| found.pairs(lefts, rights);
                in_left(starts, each_by_law(rights, (left, x, &x_value), &wanted, control, &mut pairs))?
            }
            (Some(lefts), None) => {
                let mut pairs = |lefts: &[Others], rights: &[Others]| found.pairs(lefts, rights);
                in_right(starts, each_by_law(lefts, (right, y, &y_value), &wanted, control, &mut pairs))?
            }
            _ => false,
        };
        if !by_law {
            // Both lists may take what memory there is.
            let lefts = match few {
                Some(few) => few,
                None => in_left(starts, by_value(left, x, &x_value, control))?,
            };
            let rights = match few_right {
                Some(few) => few,
                None => in_right(starts, by_value(right, y, &y_value, control))?,
            };
            for (u, lefts) in &lefts {
                let Some(v) = quotient(&wanted, u, control)? else { continue };
                if let Some(rights) = rights.get(&v) {
                    found.pairs(lefts, rights)?;
                }
            }
        }
        found.options.sort_unstable();
        Ok(found.options)
    }

    /// The values of all coins up to the place `to`, in lexical order.
    pub(in crate::solve) fn table(
        &mut self,
        [last_x, last_y]: [u64; 2],
        control: &Control,
    ) -> Result<(Values, Method), SolveError> {
        let (left, by_left) = in_left(self.starts, self.left.table(0, last_x, control))?;
        let (right, by_right) = in_right(self.starts, self.right.table(0, last_y, control))?;
        let count = u64::try_from(left.len().saturating_mul(right.len())).unwrap_or(u64::MAX);
        control.reserve(count)?;
        let right: Vec<u64> = right.iter().map(Nimber::size).collect();
        let mut products = vec![0; right.len()];
        let mut values = Values::default();
        for (done, value) in left.iter().enumerate() {
            control.check()?;
            control.report(u64::try_from(done * right.len()).unwrap_or(count), Some(count));
            nim_multiples(&right, value.size(), &mut products);
            for &product in &products {
                values.push_within(Nimber::new(product), control)?;
            }
        }
        Ok((values, by_left.max(by_right)))
    }

    /// Which engines the two games have, and why.
    pub(in crate::solve) fn reason(&mut self, control: &Control) -> Result<String, SolveError> {
        let left = in_left(self.starts, self.left.report(control))?;
        let right = in_right(self.starts, self.right.report(control))?;
        Ok(format!(
            "the first by the engine {}: {}; the second by the engine {}: {}",
            left.engine, left.reason, right.engine, right.reason
        ))
    }
}

/// An error of the left game, at its place in the text of the product.
fn in_left<T>(starts: [usize; 2], result: Result<T, SolveError>) -> Result<T, SolveError> {
    result.map_err(|error| moved(error, starts[0]))
}

/// An error of the right game, at its place in the text of the product.
fn in_right<T>(starts: [usize; 2], result: Result<T, SolveError>) -> Result<T, SolveError> {
    result.map_err(|error| moved(error, starts[1]))
}

fn moved(error: SolveError, start: usize) -> SolveError {
    match error {
        SolveError::Fault(fault) => SolveError::Fault(fault.moved(start)),
        other => other,
    }
}

/// Options of a coin of one of the games, by the value of all coins turned, the first
/// one among them.
type ByValue = BTreeMap<BigNimber, Vec<Others>>;

/// The most memory for the list of a game's options where a law may give those of a value.
const LISTED_BYTES: u64 = 16 << 20;

/// The options of a coin of this value; none if there are very many.
fn few_by_value(
    game: &mut Numbers,
    coin: &BigUint,
    own: &BigNimber,
    control: &Control,
) -> Result<Option<ByValue>, SolveError> {
    // Below the caller's own limit, so that it is known which of the two was reached.
    let most = LISTED_BYTES.min(control.memory_limit().saturating_sub(1));
    match by_value(game, coin, own, &control.clone().with_memory_limit(most)) {
        Ok(found) => Ok(Some(found)),
        Err(SolveError::Stopped(Stopped::MemoryLimit { limit, .. })) if limit == most => Ok(None),
        Err(other) => Err(other),
    }
}

fn by_value(
    game: &mut Numbers,
    coin: &BigUint,
    own: &BigNimber,
    control: &Control,
) -> Result<ByValue, SolveError> {
    let mut listed = Options::new();
    game.options(coin, &mut listed, control)?;
    let mut options = ByValue::new();
    for others in listed.canonical() {
        control.check()?;
        let mut value = own.clone();
        for other in &others {
            value = value + game.value(other, control)?.0;
        }
        options.entry(value).or_default().push(others);
    }
    Ok(options)
}

/// What takes some options of one game, each of which goes with each of some of the other.
type TakePairs<'a> = dyn FnMut(&[Others], &[Others]) -> Result<(), Stopped> + 'a;

/// Gives the listed options of one game, value by value, with those that fit from
/// the other game (with its coin and the value of that) by a law of it; false, and
/// nothing is given, if it has none.
fn each_by_law(
    listed: &ByValue,
    (game, coin, own): (&mut Numbers, &BigUint, &BigNimber),
    wanted: &BigNimber,
    control: &Control,
    pairs: &mut TakePairs<'_>,
) -> Result<bool, SolveError> {
    for (value, options) in listed {
        let Some(other) = quotient(wanted, value, control)? else { continue };
        match game.options_of_value(coin, &(other + own), control)? {
            Some(others) => pairs(options, &others)?,
            None => return Ok(false),
        }
    }
    Ok(true)
}

/// The v with u ⊗ v = `product`; none if u is 0, as no option makes it.
fn quotient(product: &BigNimber, u: &BigNimber, control: &Control) -> Result<Option<BigNimber>, Stopped> {
    match u.inverse(control)? {
        Some(inverse) => product.product(&inverse, control).map(Some),
        None => Ok(None),
    }
}

/// Options of the coin at (x, y), put together from those of the two games.
struct Found<'a> {
    x: &'a BigUint,
    y: &'a BigUint,
    options: Vec<Vec<BigPosition>>,
    control: &'a Control,
}

impl Found<'_> {
    /// Each of `lefts` with each of `rights`.
    fn pairs(&mut self, lefts: &[Others], rights: &[Others]) -> Result<(), Stopped> {
        for left in lefts {
            self.control.check()?;
            for right in rights {
                self.options.push(turned(self.x, left, self.y, right));
            }
            let coins = self.options.last().map_or(0, Vec::len);
            let bytes = self.options.len().saturating_mul(coins).saturating_mul(COIN_BYTES);
            self.control.reserve(u64::try_from(bytes).unwrap_or(u64::MAX))?;
        }
        Ok(())
    }
}

/// About how many bytes a coin takes: itself, and its two coordinates.
const COIN_BYTES: usize = 128;

/// The coins besides (x, y) that a left and a right option turn together.
fn turned(x: &BigUint, left: &[BigUint], y: &BigUint, right: &[BigUint]) -> Vec<BigPosition> {
    let coin = |a: &BigUint, b: &BigUint| Position::Tuple(vec![a.clone(), b.clone()]);
    let rows = left.iter().flat_map(|a| right.iter().chain([y]).map(move |b| coin(a, b)));
    let mut coins: Vec<BigPosition> = rows.chain(right.iter().map(|b| coin(x, b))).collect();
    coins.sort_unstable();
    coins
}
