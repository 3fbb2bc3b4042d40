//! Products of two coin games: values by the Tartan theorem.
//!
//! The value of the coin at (x, y) is the nim product of the values of x and y in the
//! two games (docs/theory.md, section 7.3), so each game keeps the engine that fits it.

mod factors;

use std::sync::Arc;

use num_bigint::BigUint;

use super::answer::{BigPosition, EngineReport, Method, Table};
use super::boxes::{next_tuple, shape_for};
use super::config::{Config, EngineName};
use super::error::SolveError;
use super::game::small_position;
use crate::engine::Naive;
use crate::lang::interpret::ProductRules;
use crate::lang::ir::ShapeInfo;
use crate::ruleset::{Options, Position};
use crate::theory::{BigNimber, Control, Values};
pub(super) use factors::Factors;

/// The law of every product, in words.
pub(super) const LAW: &str =
    "g(x, y) is the nim product of the values of x and y in the two games (proved in docs/theory.md)";

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
    Factors(Box<Factors>),
}

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
                let games = [rules.left(), rules.right()];
                Engine::Factors(Box::new(Factors::new(games, rules.starts(), config, control)?))
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
        let Some(at) = place(coin) else { return Ok((BigNimber::default(), Method::Law)) };
        match &mut self.engine {
            Engine::Naive(naive) => match small_position(coin) {
                Some(coin) => Ok((naive.value(&coin, control)?.into(), Method::Naive)),
                None => Err(SolveError::question(
                    format!("the engine `naive` does not reach {coin}"),
                    "leave --engine out, or ask for coordinates below 2**63",
                )),
            },
            Engine::Factors(factors) => factors.value(at, control),
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
    pub(super) fn options_of_value(
        &mut self,
        coin: &BigPosition,
        value: &BigNimber,
        control: &Control,
    ) -> Result<Option<Vec<Vec<BigPosition>>>, SolveError> {
        match (place(coin), &mut self.engine) {
            (Some(at), Engine::Factors(factors)) => factors.options_of_value(at, value, control).map(Some),
            _ => Ok(None),
        }
    }

    /// The values of all coins up to the place `to`, in lexical order.
    pub(super) fn table(&mut self, to: &[u64], control: &Control) -> Result<Table, SolveError> {
        let board = ShapeInfo { tag: None, arity: 2, sym: false };
        let (_, count) = shape_for(&[board], to)?;
        let (values, method) = match (&mut self.engine, to) {
            (Engine::Factors(factors), &[last_x, last_y]) => factors.table([last_x, last_y], control)?,
            (Engine::Factors(_), _) => unreachable!("the table was found to have two entries"),
            (Engine::Naive(naive), _) => {
                let mut values = Values::default();
                let mut entries = vec![0; to.len()];
                for _ in 0..count {
                    let coin = Position::Tuple(entries.clone());
                    values.push_within(naive.value(&coin, control)?, control)?;
                    next_tuple(&mut entries, to);
                }
                (values, Method::Naive)
            }
        };
        Ok(Table::Tuples { to: to.to_vec(), values, method })
    }

    pub(super) fn report(&mut self, control: &Control) -> Result<EngineReport, SolveError> {
        let (engine, reason, law) = match &mut self.engine {
            Engine::Naive(_) => {
                (EngineName::Naive, "it was asked for: every value by the definition".to_owned(), None)
            }
            Engine::Factors(factors) => {
                let games = factors.reason(control)?;
                let reason = format!("it is the product of two coin games; {games}");
                (EngineName::Products, reason, Some(LAW.to_owned()))
            }
        };
        Ok(EngineReport { engine: engine.name(), reason, law })
    }
}

/// The coordinates of a coin of the board.
pub(super) fn place(coin: &BigPosition) -> Option<(&BigUint, &BigUint)> {
    match coin {
        Position::Tuple(entries) => match entries.as_slice() {
            [x, y] => Some((x, y)),
            _ => None,
        },
        _ => None,
    }
}
