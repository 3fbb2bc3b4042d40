//! Winning moves, and positions taken apart.

use std::slice;

use super::answer::{BigPosition, ExplainedPart, Explanation, Move, Moves, Part, PlayValue, ValuedOption};
use super::error::SolveError;
use super::game::{Game, after};
use super::solver::Solver;
use crate::theory::{BigNimber, Control, Outcome, Play, Stopped, Sum};

/// The most memory for a list of options to be shown: some hundred thousand.
const LISTED_BYTES: u64 = 16 << 20;

impl Solver {
    /// Every winning move of a sum, each with what it leaves.
    ///
    /// A move wins exactly if the sum that it leaves has value 0.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`].
    pub fn moves(&mut self, sum: &Sum<BigPosition>, control: &Control) -> Result<Moves, SolveError> {
        let evaluation = self.value(sum, control)?;
        let mut moves = Vec::new();
        let total = evaluation.value.nimber().unwrap_or_default();
        match &mut self.game {
            Game::Misere(_) | Game::Loopy(_) if evaluation.outcome != Outcome::N => {}
            Game::Misere(misere) => moves = misere.moves(sum, control)?,
            Game::Loopy(loopy) => moves = loopy.moves(sum, control)?,
            _ if total.is_zero() => {}
            _ => {
                for (component, part) in evaluation.parts.iter().enumerate() {
                    // What the component must be worth after the move.
                    let target = total.clone() + part.value.nimber().unwrap_or_default();
                    moves.extend(self.moves_to(component, part, &target, control)?);
                }
            }
        }
        Ok(Moves { outcome: evaluation.outcome, value: evaluation.value, moves })
    }

    /// Whether the player to move has a move at all.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`].
    pub fn can_move(&mut self, sum: &Sum<BigPosition>, control: &Control) -> Result<bool, SolveError> {
        let evaluation = self.value(sum, control)?;
        let alone = evaluation.parts.len() == 1;
        for part in &evaluation.parts {
            // In normal play a value above 0 is owed to an option.
            let owed = self.rule().play() == Play::Normal
                && part.value.nimber().is_some_and(|value| !value.is_zero());
            // More options than can be listed are some.
            let mut options = || self.listed_options(&part.position, alone, control);
            if owed || options()?.is_none_or(|options| !options.is_empty()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The moves in one component that leave it with this value.
    fn moves_to(
        &mut self,
        component: usize,
        part: &Part,
        target: &BigNimber,
        control: &Control,
    ) -> Result<Vec<Move>, SolveError> {
        let a_move = |to| Move { component, from: part.position.clone(), to };
        if let Some(options) = self.options_of_value(part, target, control)? {
            return Ok(options.into_iter().map(a_move).collect());
        }
        let mut moves = Vec::new();
        self.each_option(&part.position, control, control, &mut |option, value| {
            if value == target {
                moves.push(a_move(option));
            }
        })?;
        Ok(moves)
    }

    /// A sum taken apart: options, their values, the mex, the winning moves.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`].
    pub fn explain(&mut self, sum: &Sum<BigPosition>, control: &Control) -> Result<Explanation, SolveError> {
        let evaluation = self.value(sum, control)?;
        let mut parts = Vec::with_capacity(evaluation.parts.len());
        for part in &evaluation.parts {
            let alone = evaluation.parts.len() == 1;
            let options = self.listed_options(&part.position, alone, control)?;
            parts.push(ExplainedPart { position: part.position.clone(), value: part.value.clone(), options });
        }
        let moves = self.moves(sum, control)?;
        Ok(Explanation { evaluation, parts, moves })
    }

    /// The options of a component with their values, by value; none if there are
    /// more than anybody would read.
    fn listed_options(
        &mut self,
        position: &BigPosition,
        alone: bool,
        control: &Control,
    ) -> Result<Option<Vec<ValuedOption>>, SolveError> {
        // Below the caller's own limit, so that it is known which of the two was reached.
        let most = LISTED_BYTES.min(control.memory_limit().saturating_sub(1));
        let listing = control.clone().with_memory_limit(most);
        let mut options = Vec::new();
        let listed = match &mut self.game {
            Game::Misere(misere) => {
                misere.options(position, alone, &listing, control).map(|found| options = found)
            }
            Game::Loopy(loopy) => loopy.options(position, &listing, control).map(|found| options = found),
            _ => self.each_option(position, &listing, control, &mut |option, value| {
                options.push((option, PlayValue::Nimber(value.clone())));
            }),
        };
        match listed {
            Err(SolveError::Stopped(Stopped::MemoryLimit { limit, .. })) if limit == most => Ok(None),
            Err(other) => Err(other),
            Ok(()) => {
                options.sort_by(|(a, a_value), (b, b_value)| (a_value, a).cmp(&(b_value, b)));
                Ok(Some(options))
            }
        }
    }

    /// The options of a component that have this value, in canonical order, where
    /// a law tells them without a look at all options.
    fn options_of_value(
        &mut self,
        part: &Part,
        value: &BigNimber,
        control: &Control,
    ) -> Result<Option<Vec<Vec<BigPosition>>>, SolveError> {
        let components = self.game.components(&part.position).unwrap_or_default();
        let total = part.value.nimber().unwrap_or_default();
        let mut found = Vec::new();
        for component in &components {
            let own = self.game.sum_value(slice::from_ref(component), control)?.0;
            let target = value.clone() + &total + own;
            match self.game.options_of_value(component, &target, control)? {
                Some(options) => {
                    found.extend(options.into_iter().map(|option| after(&part.position, component, option)));
                }
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    /// Gives every option of a component, in canonical order and without
    /// repeats, with its value. `listing` controls the list, `control` the values.
    fn each_option(
        &mut self,
        position: &BigPosition,
        listing: &Control,
        control: &Control,
        take: &mut dyn FnMut(Vec<BigPosition>, &BigNimber),
    ) -> Result<(), SolveError> {
        let components = self.game.components(position).unwrap_or_default();
        let total = self.game.sum_value(&components, control)?.0;
        for component in &components {
            let options = self.game.options(component, listing)?;
            let beside = total.clone() + self.game.sum_value(slice::from_ref(component), control)?.0;
            for option in options {
                control.check()?;
                let value = beside.clone() + self.game.sum_value(&option, control)?.0;
                take(after(position, component, option), &value);
            }
        }
        Ok(())
    }
}
