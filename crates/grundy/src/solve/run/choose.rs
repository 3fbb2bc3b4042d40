//! Which computation serves a run: the place where one that keeps few values in memory is
//! preferred to a whole table, or not.

use crate::engine::Resumable;
use crate::solve::error::SolveError;
use crate::solve::game::Game;
use crate::solve::laws::ProvedLaw;

/// A computation of the values of heaps or coins one after the other.
#[derive(Debug)]
pub(in crate::solve) struct Computation<'a> {
    pub(in crate::solve) engine: Box<dyn Resumable + 'a>,
    /// The law, if one is known before anything is computed.
    pub(in crate::solve) law: Option<ProvedLaw>,
    /// Whether the values of any stretch are there at once, without those before it.
    pub(in crate::solve) anywhere: bool,
}

impl<'a> Computation<'a> {
    /// One that needs the values before.
    pub(in crate::solve) fn of(engine: impl Resumable + 'a) -> Computation<'a> {
        Computation { engine: Box::new(engine), law: None, anywhere: false }
    }

    /// One of which the law is known.
    pub(in crate::solve) fn by_law(law: ProvedLaw, engine: impl Resumable + 'a) -> Computation<'a> {
        Computation { engine: Box::new(engine), law: Some(law), anywhere: true }
    }
}

/// The computation for a game; `wanted`: whether all values must be kept.
pub(super) fn computation(game: &mut Game, wanted: bool) -> Result<Computation<'_>, SolveError> {
    match game {
        Game::Numbers(numbers) => Ok(numbers.computation(wanted)),
        Game::Misere(misere) => misere.computation().ok_or_else(no_heaps),
        Game::Shapes(_) | Game::Product(_) | Game::Rows(_) | Game::Loopy(_) => Err(no_heaps()),
    }
}

fn no_heaps() -> SolveError {
    SolveError::question(
        "only values of heaps, or of single coins in a row, can be computed with checkpoints",
        "leave --checkpoint out, or give a rule on heaps",
    )
}
