//! The options of a position, without their values.

use super::answer::BigPosition;
use super::error::SolveError;
use super::solver::{Game, Solver};
use crate::ruleset::{Options, Position};
use crate::theory::Control;

impl Solver {
    /// What each move in a component leaves of it, in canonical order.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`]; [`SolveError::Question`] for coins and for rules that
    /// are not in normal play, of which no options are listed without values.
    pub fn options(
        &mut self,
        position: &BigPosition,
        control: &Control,
    ) -> Result<Vec<Vec<BigPosition>>, SolveError> {
        match (&mut self.game, position) {
            (Game::Numbers(numbers), Position::Heap(size)) if !numbers.is_coins() => {
                let mut options = Options::new();
                numbers.options(size, &mut options, control)?;
                let heaps = |option: Vec<_>| option.into_iter().map(Position::Heap).collect();
                Ok(options.canonical().into_iter().map(heaps).collect())
            }
            (Game::Rows(rows), Position::Row(row)) => {
                let mut options = Options::new();
                rows.options(row, &mut options, control)?;
                let of_rows = |option: Vec<_>| option.into_iter().map(Position::Row).collect();
                Ok(options.canonical().into_iter().map(of_rows).collect())
            }
            (Game::Shapes(shapes), position) if !shapes.is_board() && shapes.has(position) => {
                let mut options = Options::new();
                shapes.options(position, &mut options, control)?;
                Ok(options.canonical())
            }
            _ => Err(SolveError::question(
                format!("the options of {position} are not listed"),
                "give a heap, a row, a tuple or a list of a rule in normal play",
            )),
        }
    }
}
