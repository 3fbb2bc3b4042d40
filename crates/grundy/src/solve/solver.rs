//! The solver itself.

use super::answer::{BigPosition, EngineReport, Evaluation, Explanation, Moves, Table, Verdict};
use super::config::Config;
use super::error::SolveError;
use crate::lang::{Claim, PositionError, Rule};
use crate::ruleset::{Heap, Row};
use crate::theory::{Control, Nimber, Sum};

/// Answers every question about one rule.
///
/// Keeps what it computes: a second question is cheaper than the first.
#[derive(Debug)]
pub struct Solver {
    rule: Rule,
    config: Config,
}

#[allow(unused_variables, clippy::todo, reason = "API draft")]
impl Solver {
    /// A solver for `rule`.
    ///
    /// # Errors
    ///
    /// [`SolveError::Question`] if the engine chosen in `config` cannot serve the rule.
    pub fn new(rule: Rule, config: Config) -> Result<Solver, SolveError> {
        Ok(Solver { rule, config })
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
        todo!()
    }

    /// The value of a sum, of its parts, and who wins.
    ///
    /// # Errors
    ///
    /// [`SolveError::Stopped`] at a limit, [`SolveError::Fault`] if the rule breaks.
    pub fn value(&mut self, sum: &Sum<BigPosition>, control: &Control) -> Result<Evaluation, SolveError> {
        todo!()
    }

    /// The value of one heap, or of one coin: the quick way for many small questions.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`]; [`SolveError::Question`] if the rule is not of heaps or coins.
    pub fn heap_value(&mut self, heap: Heap, control: &Control) -> Result<Nimber, SolveError> {
        todo!()
    }

    /// The value of one row of cells.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`]; [`SolveError::Question`] if the rule is not of rows.
    pub fn row_value(&mut self, row: &Row, control: &Control) -> Result<Nimber, SolveError> {
        todo!()
    }

    /// Every winning move of a sum, each with what it leaves.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`].
    pub fn moves(&mut self, sum: &Sum<BigPosition>, control: &Control) -> Result<Moves, SolveError> {
        todo!()
    }

    /// The values of positions `from` to `to`, both included: heaps, or single
    /// coins; for rows every row of `to` cells (`from` must be 0).
    ///
    /// # Errors
    ///
    /// As [`Solver::value`].
    pub fn table(&mut self, from: u64, to: u64, control: &Control) -> Result<Table, SolveError> {
        todo!()
    }

    /// Tests a claim on `n`, `g` and `P` for every `n` up to `to`.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`]; [`SolveError::Question`] for rows.
    pub fn check(&mut self, claim: &Claim, to: u64, control: &Control) -> Result<Verdict, SolveError> {
        todo!()
    }

    /// Which engine serves the rule, and why.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`]: looking for a law takes work.
    pub fn engine_report(&mut self, control: &Control) -> Result<EngineReport, SolveError> {
        todo!()
    }

    /// A sum taken apart: options, their values, the mex, the winning moves.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`].
    pub fn explain(&mut self, sum: &Sum<BigPosition>, control: &Control) -> Result<Explanation, SolveError> {
        todo!()
    }
}
