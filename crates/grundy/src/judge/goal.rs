//! First to reach a goal wins: who can reach it at once.
//!
//! A problem may have a goal besides its rule: a second rule on the same
//! positions, of which the options are the moves that reach the goal. The rule
//! itself then says the moves that do not reach it, without those after which
//! the other player could, in the same component. The player to move who has an
//! option of the goal rule, in any component, takes it. Who has none must not
//! give one to the other player, so the moves that are left are those of the
//! rule, and under normal play the values of these decide (docs/language.md, "First
//! to reach a goal wins", has the proof).

use crate::ruleset::Position;
use crate::solve::{BigPosition, Move, SolveError, Solver};
use crate::theory::{BigNimber, Control, Sum};

/// The moves that reach the goal, in every component.
pub(super) fn moves_to_goal(
    goal: &mut Solver,
    sum: &Sum<BigPosition>,
    control: &Control,
) -> Result<Vec<Move>, SolveError> {
    let mut moves = Vec::new();
    for (component, position) in sum.components().iter().enumerate() {
        for to in goal.options(position, control)? {
            moves.push(Move { component, from: position.clone(), to });
        }
    }
    Ok(moves)
}

/// The moves that win although they do not reach the goal, in a position in which
/// `at_once` are those that do: they take the goal away from the other player, and
/// leave the value 0.
pub(super) fn moves_past_goal(
    solver: &mut Solver,
    goal: &mut Solver,
    sum: &Sum<BigPosition>,
    at_once: &[Move],
    control: &Control,
) -> Result<Vec<Move>, SolveError> {
    let mut components = at_once.iter().map(|step| step.component);
    let Some(component) = components.next() else { return Ok(Vec::new()) };
    if components.any(|other| other != component) {
        // Of two components with a goal one stays as it is.
        return Ok(Vec::new());
    }
    let mut others = BigNimber::default();
    for (index, position) in sum.components().iter().enumerate() {
        if index != component {
            others = others + value(solver, position, control)?;
        }
    }
    let from = &sum.components()[component];
    let mut moves = Vec::new();
    for to in solver.options(from, control)? {
        let left = Sum::new(to.clone());
        if !moves_to_goal(goal, &left, control)?.is_empty() {
            continue;
        }
        let mut total = others.clone();
        for part in &to {
            total = total + value(solver, part, control)?;
        }
        if total.is_zero() {
            moves.push(Move { component, from: from.clone(), to });
        }
    }
    Ok(moves)
}

fn value(
    solver: &mut Solver,
    position: &Position<num_bigint::BigUint>,
    control: &Control,
) -> Result<BigNimber, SolveError> {
    let evaluation = solver.value(&Sum::new(vec![position.clone()]), control)?;
    Ok(evaluation.value.nimber().unwrap_or_default())
}
