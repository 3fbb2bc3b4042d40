//! Misère play: who cannot move has won.

use std::sync::Arc;

use super::answer::{BigPosition, EngineReport, Evaluation, Method, Move, Part, PlayValue, Table};
use super::boxes::{shape_for, tuples};
use super::config::{Config, EngineName};
use super::error::SolveError;
use super::game::wide;
use super::numbers::recognising;
use super::run::{Computation, Stretches};
use super::shapes::no_table_of_lists;
use super::whole::WholeRules;
use crate::engine::{Misere, PeriodicMethod};
use crate::lang::ir::Kind;
use crate::lang::{Form, Rule, subtraction_set};
use crate::ruleset::{Halt, Options, Position, Row, Ruleset, SubtractionSet};
use crate::theory::{Control, Nimber, Outcome, Sum, Values};

/// The amounts that may be taken, if they do not depend on the heap.
fn amounts(rule: &Rule, control: &Control) -> Option<SubtractionSet> {
    match rule.form() {
        Form::Numbers(rules) => {
            let control = recognising(control);
            subtraction_set(rules.program(), rules.parameters(), &control)
        }
        Form::Code(code) => code.to_subtraction_set(),
        _ => None,
    }
}

/// How many counters a component has that is a heap.
fn counters(component: &Position) -> Option<u64> {
    match component {
        Position::Heap(size) => Some(*size),
        _ => None,
    }
}

/// A rule in misère play.
#[derive(Debug)]
pub(super) struct MisereGame {
    rules: WholeRules,
    engine: Misere<WholeRules>,
}

impl MisereGame {
    pub(super) fn new(rule: &Rule, config: &Config, control: &Control) -> Result<MisereGame, SolveError> {
        if config.engine != EngineName::Periodic {
            config.only_naive("does not play misère")?;
        }
        let rules = WholeRules::of(rule);
        let set = match config.engine {
            EngineName::Naive => None,
            _ => amounts(rule, control),
        };
        let engine = match set {
            Some(set) => Misere::of_subtraction(rules.clone(), set, counters, config.law),
            None if config.engine == EngineName::Periodic => {
                return Err(SolveError::question(
                    "in misère play the engine `periodic` serves subtraction rules only",
                    "leave --engine out",
                ));
            }
            None if rules.is_coins() => Misere::of_coins(rules.clone()),
            None => Misere::new(rules.clone()),
        };
        Ok(MisereGame { rules, engine })
    }

    /// How what was found was found.
    fn method(&self) -> Method {
        match self.engine.values_by() {
            Some(PeriodicMethod::Law) => Method::Law,
            Some(PeriodicMethod::Table) => Method::Table,
            None => Method::Search,
        }
    }

    /// The components of each position, and of which position each is one.
    fn components(&self, sum: &[BigPosition]) -> Result<Vec<(usize, Position)>, SolveError> {
        let mut all = Vec::new();
        for (index, position) in sum.iter().enumerate() {
            let components = self.rules.components(position, index)?;
            all.extend(components.into_iter().map(|component| (index, component)));
        }
        Ok(all)
    }

    pub(super) fn evaluate(
        &mut self,
        sum: &Sum<BigPosition>,
        control: &Control,
    ) -> Result<Evaluation, SolveError> {
        let all: Vec<Position> =
            self.components(sum.components())?.into_iter().map(|(_, component)| component).collect();
        let (value, outcome) = match sum.components() {
            [_] => {
                let value = self.engine.value(&all, control)?;
                let outcome = if value.is_zero() { Outcome::P } else { Outcome::N };
                (PlayValue::Nimber(value.into()), outcome)
            }
            _ => (PlayValue::None, self.engine.outcome(&all, control)?),
        };
        let mut parts = Vec::with_capacity(sum.components().len());
        for position in sum.components() {
            // Beside others, only the value of a tame position says anything.
            let own = match sum.components() {
                [_] => value.clone(),
                _ => match self.tame_value(position, control)? {
                    Some(value) => value,
                    None => PlayValue::None,
                },
            };
            parts.push(Part { position: position.clone(), value: own });
        }
        Ok(Evaluation { value, outcome, parts, method: self.method() })
    }

    fn tame_value(
        &mut self,
        position: &BigPosition,
        control: &Control,
    ) -> Result<Option<PlayValue>, SolveError> {
        if self.rules.is_coins() {
            return Ok(None);
        }
        match self.rules.components(position, 0)?.as_slice() {
            [component] => {
                let tame = self.engine.tame_type(component, control)?;
                Ok(tame.map(|tame| PlayValue::Nimber(tame.misere_value().into())))
            }
            _ => Ok(None),
        }
    }

    /// The misère value of one position of 63-bit entries.
    pub(super) fn value(&mut self, position: &Position, control: &Control) -> Result<Nimber, SolveError> {
        let components = self.rules.components(&wide(position), 0)?;
        Ok(self.engine.value(&components, control)?)
    }

    /// The misère values of the heaps, or single coins, from `from` to `to`, both
    /// included.
    pub(super) fn table(&mut self, from: u64, to: u64, control: &Control) -> Result<Table, SolveError> {
        // From the smallest on, so that each is found from those before it.
        let values = match self.rules {
            WholeRules::Coins(_) => {
                let coins = (0..=to).map(|coin| Position::Tuple(vec![0, coin]));
                self.values(coins, from, to.saturating_add(1), control)?
            }
            _ => self.values((0..=to).map(Position::Heap), from, to.saturating_add(1), control)?,
        };
        Ok(Table::Numbers { from, values: Arc::new(values), method: self.method() })
    }

    /// The computation of the misère values of heaps, or single coins, one after the other, for
    /// runs that are saved; none if the rule has neither.
    pub(super) fn computation(&mut self) -> Option<Computation<'_>> {
        let position: fn(u64) -> Position = match self.rules {
            WholeRules::Heaps(_) => Position::Heap,
            WholeRules::Coins(_) => |coin| Position::Tuple(vec![0, coin]),
            _ => return None,
        };
        Some(Computation::of(Stretches::new(move |from: u64, to: u64, control: &Control| {
            self.values((from..=to).map(position), 0, (to - from).saturating_add(1), control)
        })))
    }

    /// The misère values of tuples, or of single coins of a board, each entry from 0
    /// to the one in `to`, in lexical order.
    pub(super) fn table_of_tuples(&mut self, to: &[u64], control: &Control) -> Result<Table, SolveError> {
        let (WholeRules::Shapes(rules) | WholeRules::Board(rules)) = &self.rules else {
            return Err(SolveError::question(
                "the positions of this rule have no entries",
                "give --to one number, such as --to 100",
            ));
        };
        let program = rules.program();
        if program.kind == Kind::Seq {
            return Err(no_table_of_lists());
        }
        let (index, count) = shape_for(&program.shapes, to)?;
        let shape = program.shapes[index].clone();
        let board = self.rules.is_coins();
        let positions = tuples(to).map(|entries| match board {
            true => Position::Tuple([&[0], &entries[..]].concat()),
            false => shape.position(entries),
        });
        let values = self.values(positions, 0, count, control)?;
        Ok(Table::Tuples { to: to.to_vec(), values, method: self.method() })
    }

    /// The misère values of all rows of `width` cells, in lexical order.
    pub(super) fn table_of_rows(&mut self, width: u64, control: &Control) -> Result<Table, SolveError> {
        let WholeRules::Rows(rules) = &self.rules else {
            return Err(SolveError::question("this rule has no rows of cells", "ask for single positions"));
        };
        let alphabet = rules.cells().to_vec();
        let last = alphabet.len().saturating_sub(1) as u64;
        let (Ok(cells), Some(count)) = (
            usize::try_from(width),
            u32::try_from(width).ok().and_then(|width| (alphabet.len() as u64).checked_pow(width)),
        ) else {
            return Err(SolveError::question(
                format!("there are too many rows of {width} cells for any table"),
                "give --to the number of cells, such as --to 8",
            ));
        };
        control.reserve(count.saturating_add(width.saturating_mul(8)))?;
        let to = vec![last; cells];
        let row = |places: Vec<u64>| {
            let cells =
                places.iter().filter_map(|&place| alphabet.get(usize::try_from(place).ok()?).copied());
            Row::new(cells.collect()).map(Position::Row)
        };
        let values = self.values(tuples(&to).filter_map(row), 0, count, control)?;
        Ok(Table::Rows { width: cells, alphabet, values, method: self.method() })
    }

    /// The misère values of positions by themselves, but for the first `skipped`.
    fn values(
        &mut self,
        positions: impl Iterator<Item = Position>,
        skipped: u64,
        count: u64,
        control: &Control,
    ) -> Result<Values, Halt> {
        control.reserve(count.saturating_sub(skipped))?;
        let mut values = Values::default();
        for (position, index) in positions.zip(0_u64..) {
            let value = self.engine.value(&[position], control)?;
            if index >= skipped {
                values.push(value);
            }
            if index % 1024 == 0 {
                control.check()?;
                control.report(index, Some(count));
            }
        }
        Ok(values)
    }

    /// Every winning move.
    pub(super) fn moves(
        &mut self,
        sum: &Sum<BigPosition>,
        control: &Control,
    ) -> Result<Vec<Move>, SolveError> {
        let places = self.components(sum.components())?;
        let all: Vec<Position> = places.iter().map(|(_, component)| component.clone()).collect();
        let mut moves = Vec::new();
        for (at, (index, component)) in places.iter().enumerate() {
            let from = &sum.components()[*index];
            for option in self.engine.winning_options(&all, at, control)? {
                let to = self.rules.after(from, component, &option);
                moves.push(Move { component: *index, from: from.clone(), to });
            }
        }
        Ok(moves)
    }

    /// The options of one component of a sum, each with the value of what it leaves
    /// if the sum has no other component. `listing` controls the list, `control` the values.
    pub(super) fn options(
        &mut self,
        position: &BigPosition,
        alone: bool,
        listing: &Control,
        control: &Control,
    ) -> Result<Vec<(Vec<BigPosition>, PlayValue)>, SolveError> {
        let components = self.rules.components(position, 0)?;
        let mut found = Vec::new();
        for (at, component) in components.iter().enumerate() {
            let mut options = Options::new();
            self.rules.options(component, &mut options, listing)?;
            for option in options.canonical() {
                control.check()?;
                let value = match alone {
                    true => {
                        let (before, after) = (&components[..at], &components[at + 1..]);
                        let left: Vec<Position> =
                            before.iter().chain(after).chain(&option).cloned().collect();
                        PlayValue::Nimber(self.engine.value(&left, control)?.into())
                    }
                    false => PlayValue::None,
                };
                found.push((self.rules.after(position, component, &option), value));
            }
        }
        Ok(found)
    }

    pub(super) fn report(&self) -> EngineReport {
        if self.engine.values_by().is_some() {
            return EngineReport {
                engine: EngineName::Periodic.name(),
                reason: "what may be taken does not depend on n: so in misère play every heap behaves as a heap of \
                         nim, as its value in normal play says"
                    .to_owned(),
                law: None,
            };
        }
        EngineReport {
            engine: EngineName::Naive.name(),
            reason: "in misère play whole sums are looked at: components that behave as heaps of misère nim \
                     are told by their type, the others are searched together"
                .to_owned(),
            law: None,
        }
    }
}
