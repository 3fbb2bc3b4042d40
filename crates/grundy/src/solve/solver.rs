//! The solver itself: one rule, one engine, all questions.

use super::answer::{BigPosition, EngineReport, Evaluation, Method, Part, PlayValue, Table};
use super::config::Config;
use super::error::SolveError;
use super::game::Game;
use super::loopy::LoopyGame;
use super::misere::MisereGame;
use super::numbers::Numbers;
use super::product::Product;
use super::rows::Rows;
use super::shapes::Shapes;
use crate::lang::{Form, PositionError, PositionKind, Rule, parse_position};
use crate::ruleset::{Heap, Position, Row};
use crate::theory::{BigNimber, Control, Nimber, Outcome, Play, Sum};

/// Answers every question about one rule.
///
/// Keeps what it computes: a second question is cheaper than the first.
///
/// # Examples
///
/// ```
/// use grundy::lang::Rule;
/// use grundy::solve::{Config, Solver};
/// use grundy::{Control, Outcome, Sum};
///
/// let rule = Rule::parse("n -> n - s for s in {1, 3, 4}").unwrap();
/// let mut solver = Solver::new(rule, Config::default()).unwrap();
/// let heap = solver.parse_position("10**40").unwrap();
/// let answer = solver.value(&Sum::new(vec![heap]), &Control::default()).unwrap();
/// assert_eq!(answer.value.to_string(), "2");
/// assert_eq!(answer.outcome, Outcome::N);
/// ```
#[derive(Debug)]
pub struct Solver {
    rule: Rule,
    pub(super) game: Game,
}

impl Solver {
    /// A solver for `rule`.
    ///
    /// # Errors
    ///
    /// [`SolveError::Question`] if the engine chosen in `config` cannot serve the rule.
    pub fn new(rule: Rule, config: Config) -> Result<Solver, SolveError> {
        Solver::with_control(rule, config, &Control::default())
    }

    /// A solver for `rule`; recognising what the rule is listens to `control`.
    ///
    /// # Errors
    ///
    /// As [`Solver::new`], and [`SolveError::Stopped`] if `control` says so.
    pub fn with_control(rule: Rule, config: Config, control: &Control) -> Result<Solver, SolveError> {
        let game = match rule.form() {
            _ if rule.play() == Play::Misere => Game::Misere(MisereGame::new(&rule, &config, control)?),
            _ if rule.play() == Play::Loopy => Game::Loopy(LoopyGame::new(&rule, &config)?),
            Form::Rows(rows) => Game::Rows(Rows::new(rows.clone(), &config, control)?),
            Form::Shapes(shapes) => Game::Shapes(Shapes::new(shapes, &config, control)?),
            Form::Product(product) => Game::Product(Product::new(product, &config, control)?),
            Form::Numbers(_) | Form::Code(_) => Game::Numbers(Numbers::new(rule.form(), &config, control)?),
        };
        Ok(Solver { rule, game })
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Reads a position as a user types it.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] with place, cause and cure.
    pub fn parse_position(&self, text: &str) -> Result<BigPosition, PositionError> {
        parse_position(self.position_kind(), text)
    }

    /// What positions of this rule look like.
    #[must_use]
    pub fn position_kind(&self) -> PositionKind {
        self.rule.position_kind()
    }

    /// The value of a sum, of its parts, and who wins.
    ///
    /// # Errors
    ///
    /// [`SolveError::Stopped`] at a limit, [`SolveError::Fault`] if the rule
    /// breaks, [`SolveError::Question`] if a component is not a position of the rule.
    pub fn value(&mut self, sum: &Sum<BigPosition>, control: &Control) -> Result<Evaluation, SolveError> {
        match &mut self.game {
            Game::Misere(misere) => return in_sum(misere.evaluate(sum, control), sum),
            Game::Loopy(loopy) => return in_sum(loopy.evaluate(sum, control), sum),
            _ => {}
        }
        let mut parts = Vec::with_capacity(sum.components().len());
        let mut method = Method::Law;
        let mut total = BigNimber::default();
        for position in sum.components() {
            let found = self.game.value(position, control);
            let (value, found_by) =
                found.map_err(|error| error.at(|| format!("position {}", short(position))))?;
            method = method.max(found_by);
            total = total + &value;
            parts.push(Part { position: position.clone(), value: PlayValue::Nimber(value) });
        }
        let outcome = Outcome::of(&total);
        Ok(Evaluation { outcome, value: PlayValue::Nimber(total), parts, method })
    }

    /// The value of one heap, or of one coin: the quick way for many small questions.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`]; [`SolveError::Question`] if the rule is not of heaps
    /// or coins, or the value does not fit in 64 bits.
    pub fn heap_value(&mut self, heap: Heap, control: &Control) -> Result<Nimber, SolveError> {
        match &mut self.game {
            Game::Numbers(numbers) => numbers.heap_value(heap, control),
            Game::Shapes(shapes) if !shapes.is_board() => {
                Ok(shapes.small_value(&Position::Heap(heap.size()), control)?)
            }
            Game::Misere(misere) => misere.value(&Position::Heap(heap.size()), control),
            Game::Loopy(_) => Err(no_nimbers()),
            Game::Rows(_) | Game::Shapes(_) | Game::Product(_) => Err(SolveError::question(
                "the positions of this rule are no heaps",
                "ask for a position of its own shape",
            )),
        }
    }

    /// The value of one row of cells.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`]; [`SolveError::Question`] if the rule is not of rows.
    pub fn row_value(&mut self, row: &Row, control: &Control) -> Result<Nimber, SolveError> {
        match &mut self.game {
            Game::Rows(rows) => Ok(rows.value(row, control)?.0),
            Game::Misere(misere) => misere.value(&Position::Row(row.clone()), control),
            Game::Loopy(_) => Err(no_nimbers()),
            Game::Numbers(_) | Game::Shapes(_) | Game::Product(_) => {
                Err(SolveError::question("this rule has no rows of cells", "ask for a number"))
            }
        }
    }

    /// The values of positions `from` to `to`, both included: heaps, or single
    /// coins; for rows every row of `to` cells (`from` must be 0).
    ///
    /// # Errors
    ///
    /// As [`Solver::value`]; [`SolveError::Question`] if `from` exceeds `to`.
    pub fn table(&mut self, from: u64, to: u64, control: &Control) -> Result<Table, SolveError> {
        if from > to {
            return Err(SolveError::question(
                format!("the table would begin at {from} and end at {to}"),
                "give --from and --to in ascending order; without them a table goes from 0 to 100",
            ));
        }
        let table = match &mut self.game {
            Game::Numbers(numbers) => numbers
                .table(from, to, control)
                .map(|(values, method)| Table::Numbers { from, values, method }),
            Game::Shapes(_) | Game::Product(_) if from > 0 => Err(SolveError::question(
                "a table of positions of several entries has no first position",
                "leave --from out: --to gives the last entries, such as --to 9,9",
            )),
            Game::Shapes(shapes) => shapes.table(&[to], control),
            Game::Product(product) => product.table(&[to], control),
            Game::Rows(_) if from > 0 => Err(SolveError::question(
                "a table of rows has no first position",
                "leave --from out: --to is the number of cells",
            )),
            Game::Rows(rows) => rows.table(to, control),
            Game::Misere(misere) => match self.rule.position_kind() {
                PositionKind::Heap | PositionKind::Coins => misere.table(from, to, control),
                _ if from > 0 => Err(SolveError::question(
                    "a table of positions of several entries, or of rows, has no first position",
                    "leave --from out",
                )),
                PositionKind::Row(_) => misere.table_of_rows(to, control),
                _ => misere.table_of_tuples(&[to], control),
            },
            Game::Loopy(_) => Err(no_nimbers()),
        };
        table.map_err(|error| error.at(|| format!("the table up to {to}")))
    }

    /// The values of all tuples of so many entries, each from 0 to the one in `to`,
    /// in lexical order; on boards, of all single coins.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`]; [`SolveError::Question`] if the rule has no tuples of
    /// so many entries.
    pub fn table_of_tuples(&mut self, to: &[u64], control: &Control) -> Result<Table, SolveError> {
        match (&mut self.game, to) {
            (Game::Shapes(shapes), _) => {
                let table = shapes.table(to, control);
                table.map_err(|error| error.at(|| format!("the table up to {to:?}")))
            }
            (Game::Product(product), _) => {
                let table = product.table(to, control);
                table.map_err(|error| error.at(|| format!("the table up to {to:?}")))
            }
            (_, [one]) => self.table(0, *one, control),
            (Game::Misere(misere), _) => {
                let table = misere.table_of_tuples(to, control);
                table.map_err(|error| error.at(|| format!("the table up to {to:?}")))
            }
            (Game::Loopy(_), _) => Err(no_nimbers()),
            _ => Err(SolveError::question(
                "the positions of this rule have no entries",
                "give --to one number, such as --to 100",
            )),
        }
    }

    /// Which engine serves the rule, and why.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`]: looking for a law takes work.
    pub fn engine_report(&mut self, control: &Control) -> Result<EngineReport, SolveError> {
        match &mut self.game {
            Game::Numbers(numbers) => numbers.report(control),
            Game::Shapes(shapes) => shapes.report(control),
            Game::Product(product) => product.report(control),
            Game::Rows(rows) => rows.report(control),
            Game::Misere(misere) => Ok(misere.report()),
            Game::Loopy(loopy) => Ok(loopy.report()),
        }
    }
}

/// Why there is no table of loopy values.
fn no_nimbers() -> SolveError {
    SolveError::question(
        "in loopy play not every value is a number",
        "ask for single positions with `grundy value`",
    )
}

/// An error told with the sum that was asked for.
fn in_sum<T>(result: Result<T, SolveError>, sum: &Sum<BigPosition>) -> Result<T, SolveError> {
    result.map_err(|error| match sum.components() {
        [position] => error.at(|| format!("position {}", short(position))),
        several => error.at(|| format!("a sum of {} positions", several.len())),
    })
}

/// A position for a message.
fn short(position: &BigPosition) -> String {
    crate::ruleset::short(&position.to_string()).into_owned()
}
