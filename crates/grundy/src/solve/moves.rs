//! Winning moves, and positions taken apart.

use super::answer::{BigPosition, ExplainedPart, Explanation, Move, Moves};
use super::error::SolveError;
use super::solver::{Game, Solver};
use crate::ruleset::{Options, Position};
use crate::theory::{BigNimber, Control, Sum};

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
        if !evaluation.value.is_zero() {
            for (component, part) in evaluation.parts.iter().enumerate() {
                // What the component must be worth after the move.
                let target = evaluation.value.clone() + &part.value;
                // A smaller value is always reached; a larger one may be.
                self.each_option(&part.position, control, &mut |option, value| {
                    if *value == target {
                        moves.push(Move { component, from: part.position.clone(), to: option });
                    }
                })?;
            }
        }
        Ok(Moves { outcome: evaluation.outcome, value: evaluation.value, moves })
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
            let mut options = Vec::new();
            self.each_option(&part.position, control, &mut |option, value| {
                options.push((option, value.clone()))
            })?;
            options.sort_by(|(a, a_value), (b, b_value)| (a_value, a).cmp(&(b_value, b)));
            parts.push(ExplainedPart { position: part.position.clone(), value: part.value.clone(), options });
        }
        let moves = self.moves(sum, control)?;
        Ok(Explanation { evaluation, parts, moves })
    }

    /// Gives every option of a component, in canonical order and without
    /// repeats, with its value.
    fn each_option(
        &mut self,
        position: &BigPosition,
        control: &Control,
        take: &mut dyn FnMut(Vec<BigPosition>, &BigNimber),
    ) -> Result<(), SolveError> {
        match (&mut self.game, position) {
            (Game::Numbers(numbers), Position::Heap(size)) => {
                let mut options = Options::new();
                numbers.options(size, &mut options, control)?;
                for option in options.canonical() {
                    control.check()?;
                    let value = sum_value(&option, |part| Ok(numbers.value(part, control)?.0))?;
                    take(option.into_iter().map(Position::Heap).collect(), &value);
                }
            }
            (Game::Numbers(numbers), Position::Coins(coins)) => {
                let row = sum_value(coins.heads(), |head| Ok(numbers.value(head, control)?.0))?;
                let mut options = Options::new();
                for head in coins.heads() {
                    numbers.options(head, &mut options, control)?;
                    let without = row.clone() + numbers.value(head, control)?.0;
                    for turned in options.canonical() {
                        control.check()?;
                        let value = sum_value(&turned, |coin| Ok(numbers.value(coin, control)?.0))?;
                        let after = coins.after_turning(turned.into_iter().chain([head.clone()]));
                        take(vec![Position::Coins(after)], &(without.clone() + value));
                    }
                }
            }
            (Game::Rows(rows), Position::Row(row)) => {
                let mut options = Options::new();
                rows.options(row, &mut options, control)?;
                for option in options.canonical() {
                    control.check()?;
                    let value = sum_value(&option, |row| Ok(rows.value(row, control)?.0.into()))?;
                    take(option.into_iter().map(Position::Row).collect(), &value);
                }
            }
            // `value` has refused every other pair before.
            _ => {}
        }
        Ok(())
    }
}

/// The nim-sum of the values of components.
fn sum_value<P>(
    components: &[P],
    mut value: impl FnMut(&P) -> Result<BigNimber, SolveError>,
) -> Result<BigNimber, SolveError> {
    let mut sum = BigNimber::default();
    for component in components {
        sum = sum + value(component)?;
    }
    Ok(sum)
}
