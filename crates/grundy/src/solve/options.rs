//! The options of a position, without their values.

use super::answer::BigPosition;
use super::error::SolveError;
use super::solver::Solver;
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
        // A position on coins is not its own component.
        match self.game.components(position).as_deref() {
            Some([component]) if component == position => self.game.options(component, control),
            _ => Err(SolveError::question(
                format!("the options of {position} are not listed"),
                "give a heap, a row, a tuple or a list of a rule in normal play",
            )),
        }
    }
}
