//! Products of two coin games: values by the Tartan theorem.
//!
//! The value of the coin at (x, y) is the nim product of the values of x and y in the
//! two games (docs/theory.md, section 7.3), so each game keeps the engine that fits it.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;

use super::answer::{BigPosition, EngineReport, Method, Table};
use super::boxes::{next_tuple, shape_for};
use super::config::{Config, EngineName};
use super::error::SolveError;
use super::game::small_position;
use super::numbers::Numbers;
use crate::engine::Naive;
use crate::lang::Form;
use crate::lang::interpret::ProductRules;
use crate::lang::ir::ShapeInfo;
use crate::ruleset::{Options, Position};
use crate::theory::{BigNimber, Control, Nimber, Stopped, Values, nim_multiples};

/// The product of two coin games, with its engine.
#[derive(Debug)]
pub(super) struct Product {
    rules: Arc<ProductRules>,
    engine: Engine,
}

#[derive(Debug)]
enum Engine {
    /// The board as a whole, by the definition.
    Naive(Naive<Arc<ProductRules>>),
    /// The two games, each for itself.
    Factors(Box<(Numbers, Numbers)>),
}

/// An option of one of the games: the coins that are turned besides the first.
type Others = Vec<BigUint>;

impl Product {
    pub(super) fn new(
        rules: &ProductRules,
        config: &Config,
        control: &Control,
    ) -> Result<Product, SolveError> {
        let rules = Arc::new(rules.clone());
        let engine = match config.engine {
            EngineName::Naive => Engine::Naive(Naive::new(Arc::clone(&rules))),
            EngineName::Auto | EngineName::Products => {
                let config = Config { engine: EngineName::Auto, ..config.clone() };
                let factor = |rules: &_| Numbers::new(&Form::Numbers(Clone::clone(rules)), &config, control);
                Engine::Factors(Box::new((factor(rules.left())?, factor(rules.right())?)))
            }
            other => {
                return Err(SolveError::question(
                    format!("the engine `{other}` does not play on products"),
                    "leave --engine out, and the engine that fits is used",
                ));
            }
        };
        Ok(Product { rules, engine })
    }

    /// The value of one coin.
    pub(super) fn value(
        &mut self,
        coin: &BigPosition,
        control: &Control,
    ) -> Result<(BigNimber, Method), SolveError> {
        let Some((x, y)) = place(coin) else { return Ok((BigNimber::default(), Method::Law)) };
        match &mut self.engine {
            Engine::Naive(naive) => match small_position(coin) {
                Some(coin) => Ok((naive.value(&coin, control)?.into(), Method::Naive)),
                None => Err(SolveError::question(
                    format!("the engine `naive` does not reach {coin}"),
                    "leave --engine out, or ask for coordinates below 2**63",
                )),
            },
            Engine::Factors(factors) => {
                let (left, by_left) = in_left(&self.rules, factors.0.value(x, control))?;
                let (right, by_right) = in_right(&self.rules, factors.1.value(y, control))?;
                Ok((left.product(&right, control)?, by_left.max(by_right)))
            }
        }
    }

    /// The options of one coin.
    pub(super) fn options(
        &self,
        coin: &BigPosition,
        options: &mut Options<BigPosition>,
        control: &Control,
    ) -> Result<(), SolveError> {
        Ok(self.rules.big_options(coin, options, control)?)
    }

    /// The options of a coin that have this value, in canonical order; none if the board
    /// is looked at as a whole.
    ///
    /// With u for the value of x and its others, and v for that of y and its others,
    /// an option has the value u ⊗ v ⊕ g(x, y), and u is not 0: so each option of the
    /// left game asks for one value of v. What is listed is the options of the two
    /// games, not their pairs; where those of one game are too many, a law of it may
    /// give the ones of each value.
    pub(super) fn options_of_value(
        &mut self,
        coin: &BigPosition,
        value: &BigNimber,
        control: &Control,
    ) -> Result<Option<Vec<Vec<BigPosition>>>, SolveError> {
        let (Some((x, y)), Engine::Factors(factors)) = (place(coin), &mut self.engine) else {
            return Ok(None);
        };
        let rules = &self.rules;
        let (left, right) = (&mut factors.0, &mut factors.1);
        let x_value = in_left(rules, left.value(x, control))?.0;
        let y_value = in_right(rules, right.value(y, control))?.0;
        let wanted = value.clone() + x_value.product(&y_value, control)?;
        if wanted.is_zero() {
            // It would be g(x, y), which no option has.
            return Ok(Some(Vec::new()));
        }
        let mut found = Found { x, y, options: Vec::new(), control };
        let few = in_left(rules, few_by_value(left, x, &x_value, control))?;
        let few_right = in_right(rules, few_by_value(right, y, &y_value, control))?;
        let by_law = match (&few, &few_right) {
            (None, Some(rights)) => {
                let mut pairs = |rights: &[Others], lefts: &[Others]| found.pairs(lefts, rights);
                in_left(rules, each_by_law(rights, (left, x, &x_value), &wanted, control, &mut pairs))?
            }
            (Some(lefts), None) => {
                let mut pairs = |lefts: &[Others], rights: &[Others]| found.pairs(lefts, rights);
                in_right(rules, each_by_law(lefts, (right, y, &y_value), &wanted, control, &mut pairs))?
            }
            _ => false,
        };
        if !by_law {
            // Both lists may take what memory there is.
            let lefts = match few {
                Some(few) => few,
                None => in_left(rules, by_value(left, x, &x_value, control))?,
            };
            let rights = match few_right {
                Some(few) => few,
                None => in_right(rules, by_value(right, y, &y_value, control))?,
            };
            for (u, lefts) in &lefts {
                let Some(v) = quotient(&wanted, u, control)? else { continue };
                if let Some(rights) = rights.get(&v) {
                    found.pairs(lefts, rights)?;
                }
            }
        }
        found.options.sort_unstable();
        Ok(Some(found.options))
    }

    /// The values of all coins up to the place `to`, in lexical order.
    pub(super) fn table(&mut self, to: &[u64], control: &Control) -> Result<Table, SolveError> {
        let board = ShapeInfo { tag: None, arity: 2, sym: false };
        let (_, count) = shape_for(&[board], to)?;
        let &[last_x, last_y] = to else { unreachable!("the table was found to have two entries") };
        let mut values = Values::default();
        match &mut self.engine {
            Engine::Naive(naive) => {
                let mut entries = vec![0; 2];
                for _ in 0..count {
                    let coin = Position::Tuple(entries.clone());
                    values.push_within(naive.value(&coin, control)?, control)?;
                    next_tuple(&mut entries, to);
                }
                Ok(Table::Tuples { to: to.to_vec(), values, method: Method::Naive })
            }
            Engine::Factors(factors) => {
                let (left, by_left) = in_left(&self.rules, factors.0.table(0, last_x, control))?;
                let (right, by_right) = in_right(&self.rules, factors.1.table(0, last_y, control))?;
                control.reserve(count)?;
                let right: Vec<u64> = right.iter().map(Nimber::size).collect();
                let mut products = vec![0; right.len()];
                for (done, value) in left.iter().enumerate() {
                    control.check()?;
                    control.report(u64::try_from(done * right.len()).unwrap_or(count), Some(count));
                    nim_multiples(&right, value.size(), &mut products);
                    for &product in &products {
                        values.push_within(Nimber::new(product), control)?;
                    }
                }
                Ok(Table::Tuples { to: to.to_vec(), values, method: by_left.max(by_right) })
            }
        }
    }

    pub(super) fn report(&mut self, control: &Control) -> Result<EngineReport, SolveError> {
        let (engine, reason, law) = match &mut self.engine {
            Engine::Naive(_) => {
                (EngineName::Naive, "it was asked for: every value by the definition".to_owned(), None)
            }
            Engine::Factors(factors) => {
                let left = in_left(&self.rules, factors.0.report(control))?;
                let right = in_right(&self.rules, factors.1.report(control))?;
                let reason = format!(
                    "it is the product of two coin games; the first by the engine {}: {}; the second by the engine {}: {}",
                    left.engine, left.reason, right.engine, right.reason
                );
                let law = "g(x, y) is the nim product of the values of x and y in the two games (proved in docs/theory.md)";
                (EngineName::Products, reason, Some(law.to_owned()))
            }
        };
        Ok(EngineReport { engine: engine.name(), reason, law })
    }
}

/// The coordinates of a coin of the board.
fn place(coin: &BigPosition) -> Option<(&BigUint, &BigUint)> {
    match coin {
        Position::Tuple(entries) => match entries.as_slice() {
            [x, y] => Some((x, y)),
            _ => None,
        },
        _ => None,
    }
}

/// An error of the left game, at its place in the text of the product.
fn in_left<T>(rules: &ProductRules, result: Result<T, SolveError>) -> Result<T, SolveError> {
    result.map_err(|error| match error {
        SolveError::Fault(fault) => SolveError::Fault(rules.in_left(fault)),
        other => other,
    })
}

/// An error of the right game, at its place in the text of the product.
fn in_right<T>(rules: &ProductRules, result: Result<T, SolveError>) -> Result<T, SolveError> {
    result.map_err(|error| match error {
        SolveError::Fault(fault) => SolveError::Fault(rules.in_right(fault)),
        other => other,
    })
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

/// Gives the listed options of one game, value by value, with those that fit from
/// the other game (with its coin and the value of that) by a law of it; false, and
/// nothing is given, if it has none.
fn each_by_law(
    listed: &ByValue,
    (game, coin, own): (&mut Numbers, &BigUint, &BigNimber),
    wanted: &BigNimber,
    control: &Control,
    pairs: &mut dyn FnMut(&[Others], &[Others]) -> Result<(), Stopped>,
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
