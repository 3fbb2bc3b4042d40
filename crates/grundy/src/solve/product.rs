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
use crate::theory::{BigNimber, Control, Nimber, Values, nim_multiples};

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
    /// games, not their pairs.
    pub(super) fn options_of_value(
        &mut self,
        coin: &BigPosition,
        value: &BigNimber,
        control: &Control,
    ) -> Result<Option<Vec<Vec<BigPosition>>>, SolveError> {
        let (Some((x, y)), Engine::Factors(factors)) = (place(coin), &mut self.engine) else {
            return Ok(None);
        };
        let left = in_left(&self.rules, by_value(&mut factors.0, x, control))?;
        let right = in_right(&self.rules, by_value(&mut factors.1, y, control))?;
        let whole = left.own.product(&right.own, control)?;
        let wanted = value.clone() + whole;
        let mut found = Vec::new();
        if wanted.is_zero() {
            // It would be g(x, y), which no option has.
            return Ok(Some(found));
        }
        for (u, lefts) in &left.options {
            let Some(v) = quotient(&wanted, u, &right.options, control)? else { continue };
            for left in lefts {
                for right in &right.options[&v] {
                    control.check()?;
                    found.push(turned(x, left, y, right));
                }
            }
            let coins = found.last().map_or(0, Vec::len);
            let bytes = found.len().saturating_mul(coins).saturating_mul(128);
            control.reserve(u64::try_from(bytes).unwrap_or(u64::MAX))?;
        }
        found.sort_unstable();
        Ok(Some(found))
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

/// The options of a coin in one of the games.
struct ByValue {
    /// The value of the coin.
    own: BigNimber,
    /// The options by the value of all coins turned, the first one among them.
    options: BTreeMap<BigNimber, Vec<Others>>,
}

fn by_value(game: &mut Numbers, coin: &BigUint, control: &Control) -> Result<ByValue, SolveError> {
    let own = game.value(coin, control)?.0;
    let mut listed = Options::new();
    game.options(coin, &mut listed, control)?;
    let mut options: BTreeMap<BigNimber, Vec<Others>> = BTreeMap::new();
    for others in listed.canonical() {
        control.check()?;
        let mut value = own.clone();
        for other in &others {
            value = value + game.value(other, control)?.0;
        }
        options.entry(value).or_default().push(others);
    }
    Ok(ByValue { own, options })
}

/// The v among the keys of `options` with u ⊗ v = `product`, of which there is one at
/// most, since u is not 0.
fn quotient(
    product: &BigNimber,
    u: &BigNimber,
    options: &BTreeMap<BigNimber, Vec<Others>>,
    control: &Control,
) -> Result<Option<BigNimber>, SolveError> {
    use crate::theory::NimField;

    let wide = |number: &BigNimber| u128::try_from(number.size()).ok();
    if let (Some(product), Some(u)) = (wide(product), wide(u)) {
        // In a field the quotient of two numbers is another.
        let Ok(inverse) = u.nim_inverse() else { return Ok(None) };
        let v = BigNimber::new(product.nim_product(inverse).into());
        return Ok(options.contains_key(&v).then_some(v));
    }
    for v in options.keys() {
        if u.product(v, control)? == *product {
            return Ok(Some(v.clone()));
        }
    }
    Ok(None)
}

/// The coins besides (x, y) that a left and a right option turn together.
fn turned(x: &BigUint, left: &[BigUint], y: &BigUint, right: &[BigUint]) -> Vec<BigPosition> {
    let coin = |a: &BigUint, b: &BigUint| Position::Tuple(vec![a.clone(), b.clone()]);
    let rows = left.iter().flat_map(|a| right.iter().chain([y]).map(move |b| coin(a, b)));
    let mut coins: Vec<BigPosition> = rows.chain(right.iter().map(|b| coin(x, b))).collect();
    coins.sort_unstable();
    coins
}
