//! Rules on heaps, tuples and tags, on boards of coins, and on lists.

use std::sync::Arc;

use num_bigint::BigUint;

use super::answer::{BigPosition, EngineReport, Method, Table};
use super::boxes::{next_tuple, shape_for};
use super::config::{Config, EngineName};
use super::error::SolveError;
use super::game::small_position;
use super::product::{Factors, LAW, place};
use super::rays::Rays;
use crate::engine::{Naive, Search};
use crate::lang::coin_factors;
use crate::lang::interpret::{HeapRules, ShapeRules};
use crate::lang::ir::Kind;
use crate::ruleset::{Halt, Heap, Options, Position, Ruleset};
use crate::theory::{BigNimber, Control, Nimber, Stopped, Values};

/// A rule on positions of several entries, with its engine. A coin of a board is
/// the tuple of its coordinates.
#[derive(Debug)]
pub(super) struct Shapes {
    rules: Arc<ShapeRules>,
    engine: Engine,
    /// For positions whose entries are too large for the engine.
    big_search: Naive<BigShapes>,
    /// What answers before the search, if moves go along rays.
    rays: Option<Rays>,
    /// What answers before the search, if a board is the product of two coin games.
    factors: Option<Box<Factors>>,
}

/// What values positions whose entries fit 63 bits.
#[derive(Debug)]
enum Engine {
    Naive(Naive<Arc<ShapeRules>>),
    Search(Box<Search<Arc<ShapeRules>>>),
}

/// The same rules for entries of any size.
#[derive(Debug)]
struct BigShapes(Arc<ShapeRules>);

impl Ruleset for BigShapes {
    type Position = BigPosition;

    fn options(
        &self,
        position: &BigPosition,
        options: &mut Options<BigPosition>,
        control: &Control,
    ) -> Result<(), Halt> {
        self.0.big_options(position, options, control)
    }

    fn heap_bytes(&self, position: &BigPosition) -> usize {
        let bytes = |entries: &[BigUint]| {
            let numbers = entries.iter().map(|entry| usize::try_from(entry.bits() / 8).unwrap_or(usize::MAX));
            numbers.fold(size_of_val(entries), usize::saturating_add)
        };
        match position {
            Position::Heap(size) => bytes(std::slice::from_ref(size)),
            Position::Tuple(entries) | Position::Tagged(_, entries) | Position::Seq(entries) => {
                bytes(entries)
            }
            _ => 0,
        }
    }
}

impl Shapes {
    pub(super) fn new(rules: &ShapeRules, config: &Config, control: &Control) -> Result<Shapes, SolveError> {
        let search = || Engine::Search(Box::new(Search::new(Arc::new(rules.clone()))));
        let mut factors = None;
        let (engine, rays) = match config.engine {
            EngineName::Auto => {
                if config.law {
                    factors = coin_games(rules, config, control)?;
                }
                (search(), Rays::recognise(rules, false, control))
            }
            EngineName::Products => match coin_games(rules, config, control)? {
                Some(found) => {
                    factors = Some(found);
                    (search(), None)
                }
                None => {
                    return Err(SolveError::question(
                        "this rule is not the product of two coin games, as far as can be told",
                        "leave --engine out, and the engine that fits is used",
                    ));
                }
            },
            EngineName::Search => (search(), None),
            EngineName::Naive => (Engine::Naive(Naive::new(Arc::new(rules.clone()))), None),
            EngineName::Rays => match Rays::recognise(rules, true, control) {
                Some(rays) => (search(), Some(rays)),
                None => {
                    return Err(SolveError::question(
                        "the moves of this rule do not go along rays, as far as can be told",
                        "leave --engine out, and the engine that fits is used",
                    ));
                }
            },
            other => {
                return Err(SolveError::question(
                    format!("the engine `{other}` does not play on positions of several entries"),
                    "leave --engine out, and the engine that fits is used",
                ));
            }
        };
        let rules = Arc::new(rules.clone());
        Ok(Shapes { engine, big_search: Naive::new(BigShapes(Arc::clone(&rules))), rules, rays, factors })
    }

    /// What the two coin games answer whose product the board is; none if it is no
    /// product. None also if one of them breaks, since the board may read it nowhere, or
    /// needs more memory than there is: play on the board may meet less.
    fn by_factors<T>(
        &mut self,
        question: impl FnOnce(&mut Factors) -> Result<T, SolveError>,
    ) -> Result<Option<T>, SolveError> {
        let Some(factors) = &mut self.factors else { return Ok(None) };
        match question(factors) {
            Ok(answer) => Ok(Some(answer)),
            Err(SolveError::Fault(_)) => {
                self.factors = None;
                Ok(None)
            }
            Err(SolveError::Stopped(Stopped::MemoryLimit { .. })) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// The options of one component that have this value, in canonical order, where
    /// they are found without a look at all options.
    pub(super) fn options_of_value(
        &mut self,
        position: &BigPosition,
        value: &BigNimber,
        control: &Control,
    ) -> Result<Option<Vec<Vec<BigPosition>>>, SolveError> {
        let Some(at) = place(position) else { return Ok(None) };
        self.by_factors(|factors| factors.options_of_value(at, value, control))
    }

    /// Whether the rule is on boards of coins.
    pub(super) fn is_board(&self) -> bool {
        self.rules.program().kind == Kind::Board
    }

    /// Whether the rule has positions of this shape; a single coin is no position of a board.
    pub(super) fn has(&self, position: &BigPosition) -> bool {
        !self.is_board() && self.rules.has(position)
    }

    /// The value of one component.
    pub(super) fn value(
        &mut self,
        position: &BigPosition,
        control: &Control,
    ) -> Result<(BigNimber, Method), SolveError> {
        if let Some(at) = place(position)
            && let Some(found) = self.by_factors(|factors| factors.value(at, control))?
        {
            return Ok(found);
        }
        let value = match small_position(position) {
            Some(position) => {
                if let Some(value) = self.value_by_rays(&position, control)? {
                    return Ok((value.into(), Method::Table));
                }
                self.searched(&position, control)?
            }
            None => self.big_search.value(position, control)?,
        };
        Ok((value.into(), self.method()))
    }

    /// The value of one component of 63-bit entries.
    pub(super) fn small_value(&mut self, position: &Position, control: &Control) -> Result<Nimber, Halt> {
        match self.value_by_rays(position, control)? {
            Some(value) => Ok(value),
            None => self.searched(position, control),
        }
    }

    fn searched(&mut self, position: &Position, control: &Control) -> Result<Nimber, Halt> {
        match &mut self.engine {
            Engine::Naive(naive) => naive.value(position, control),
            Engine::Search(search) => match self.rules.flatten(position) {
                Some(flat) => search.value(&flat, control),
                // A position of another shape has no move.
                None => Ok(Nimber::ZERO),
            },
        }
    }

    fn method(&self) -> Method {
        match self.engine {
            Engine::Naive(_) => Method::Naive,
            Engine::Search(_) => Method::Search,
        }
    }

    /// The value from a table along rays, if there is one.
    fn value_by_rays(&mut self, position: &Position, control: &Control) -> Result<Option<Nimber>, Stopped> {
        match &mut self.rays {
            Some(rays) => rays.value(&self.rules, position, control),
            None => Ok(None),
        }
    }

    /// The options of one component.
    pub(super) fn options(
        &self,
        position: &BigPosition,
        options: &mut Options<BigPosition>,
        control: &Control,
    ) -> Result<(), SolveError> {
        Ok(self.rules.big_options(position, options, control)?)
    }

    /// The values of all tuples whose entries go from 0 to those of `to`, in
    /// lexical order.
    pub(super) fn table(&mut self, to: &[u64], control: &Control) -> Result<Table, SolveError> {
        let program = self.rules.program();
        if program.kind == Kind::Seq {
            return Err(no_table_of_lists());
        }
        let (index, count) = shape_for(&program.shapes, to)?;
        let shape = program.shapes[index].clone();
        if let &[last_x, last_y] = to
            && let Some((values, method)) =
                self.by_factors(|factors| factors.table([last_x, last_y], control))?
        {
            return Ok(Table::Tuples { to: to.to_vec(), values, method });
        }
        if let Some(rays) = &self.rays
            && let Some(values) = rays.table(index, to, control)?
        {
            return Ok(Table::Tuples { to: to.to_vec(), values, method: Method::Table });
        }
        control.reserve(count)?;
        let mut values = Values::default();
        let mut flat = self.rules.flatten(&shape.position(vec![0; to.len()])).unwrap_or_default();
        if let (Engine::Search(search), Some(&head)) = (&mut self.engine, flat.first()) {
            control.reserve(count.saturating_mul(8))?;
            search.expect(head, to);
        }
        let mut entries = vec![0; to.len()];
        for index in 0..count {
            values.push(match &mut self.engine {
                Engine::Search(search) => {
                    for (number, &entry) in flat.iter_mut().skip(1).zip(&entries) {
                        *number = Heap::new(entry);
                    }
                    if shape.sym {
                        flat[1..].sort_unstable();
                    }
                    search.value(&flat, control)?
                }
                Engine::Naive(naive) => naive.value(&shape.position(entries.clone()), control)?,
            });
            next_tuple(&mut entries, to);
            if index % 4096 == 0 {
                control.check()?;
                control.report(index, Some(count));
            }
        }
        Ok(Table::Tuples { to: to.to_vec(), values, method: self.method() })
    }

    pub(super) fn report(&mut self, control: &Control) -> Result<EngineReport, SolveError> {
        if let Some(games) = self.by_factors(|factors| factors.reason(control))? {
            return Ok(EngineReport {
                engine: EngineName::Products.name(),
                reason: format!("the board is the product of two coin games; {games}"),
                law: Some(LAW.to_owned()),
            });
        }
        let (engine, reason) = match (&self.rays, &self.engine) {
            (Some(rays), _) if rays.are_everywhere() => (
                EngineName::Rays,
                "the moves go along rays, or are single steps: a table of all smaller positions is filled, \
                 the values met carried along each ray; positions far away are searched",
            ),
            (Some(_), _) => (
                EngineName::Rays,
                "the moves of some shapes go along rays, or are single steps: they have tables, the values \
                 met carried along each ray; the others, and positions far away, are searched",
            ),
            (None, Engine::Naive(_)) => {
                (EngineName::Naive, "it was asked for: every value by the definition")
            }
            (None, Engine::Search(_)) => (
                EngineName::Search,
                "no better engine fits this rule: the positions that play can reach are searched",
            ),
        };
        Ok(EngineReport { engine: engine.name(), reason: reason.to_owned(), law: None })
    }
}

/// The two coin games whose product the board is, if it is recognised as one.
fn coin_games(
    rules: &ShapeRules,
    config: &Config,
    control: &Control,
) -> Result<Option<Box<Factors>>, SolveError> {
    let Some((left, right)) = coin_factors(rules.program()) else { return Ok(None) };
    let row = |program| HeapRules::new(program, control);
    let (Ok(left), Ok(right)) = (row(left), row(right)) else { return Ok(None) };
    // Faults of the games are not shown, so their places mean nothing.
    Ok(Some(Box::new(Factors::new([&left, &right], [0, 0], config, control)?)))
}

/// Why a rule on lists has no table.
pub(super) fn no_table_of_lists() -> SolveError {
    SolveError::question(
        "there is no table of lists",
        "ask for single positions: `grundy value RULES '[3,1,2]'`",
    )
}
