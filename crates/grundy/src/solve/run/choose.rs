//! Which computation serves a run: the place where one that keeps few values in memory is
//! preferred to a whole table, or not.

use crate::engine::Resumable;
use crate::solve::error::SolveError;
use crate::solve::game::Game;
use crate::solve::laws::ProvedLaw;

/// The computation of the values of heaps or coins, and the law, if one is known at once and
/// the values themselves are not `wanted`.
pub(super) fn engine(
    game: &mut Game,
    wanted: bool,
) -> Result<(Box<dyn Resumable + '_>, Option<ProvedLaw>), SolveError> {
    match game {
        Game::Numbers(numbers) => {
            let (engine, law) = numbers.resumable(wanted);
            Ok((engine, law.filter(|_| !wanted)))
        }
        Game::Misere(misere) => Ok((misere.resumable().ok_or_else(no_heaps)?, None)),
        Game::Shapes(_) | Game::Product(_) | Game::Rows(_) | Game::Loopy(_) => Err(no_heaps()),
    }
}

fn no_heaps() -> SolveError {
    SolveError::question(
        "only values of heaps, or of single coins in a row, can be computed with checkpoints",
        "leave --checkpoint out, or give a rule on heaps",
    )
}
