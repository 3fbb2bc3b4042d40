//! What a ruleset is, and the forms of rulesets that have engines of their own.
//!
//! A [`Ruleset`] answers one question: which options has a position? Everything
//! here is a domain model; how values are computed is the `engine` module's
//! business, and how a rule's text becomes a ruleset the `lang` module's.

mod coins;
mod digit_rule;
mod fault;
mod flat;
mod heap;
mod heap_moves;
mod options;
mod position;
mod ray_rule;
mod row_rule;
mod segments;
mod sequence;
mod split_moves;
mod staircase;
mod subtraction;
mod take_and_break;

pub use coins::TurnCoins;
pub(crate) use digit_rule::explore;
pub use digit_rule::{DigitRule, DigitRuleError};
pub use fault::{Fault, FaultKind, Halt, Span, short};
pub use flat::FlatRuleset;
pub use heap::Heap;
pub use heap_moves::{Arithmetic, Condition, HeapMoves, Left, Line, Members, MoveFamily, Parting, Range};
pub use options::Options;
pub use position::{CoinSet, Coordinates, Position, Row, Tag};
pub use ray_rule::{Ray, RayRule, RayRuleError};
pub(crate) use row_rule::Put;
pub(crate) use row_rule::Rewriting;
pub use row_rule::{RowClause, RowClauseError, RowClauseErrorKind, RowItem, RowPlace, RowRule, RowTextError};
pub(crate) use segments::{Segment, Segments};
pub use sequence::Sequence;
pub use split_moves::SplitMoves;
pub use staircase::{Direction, Staircase};
pub use subtraction::{SubtractionSet, SubtractionSetError};
pub use take_and_break::{TakeAndBreakCode, TakeAndBreakCodeError};

use std::ops::Deref;

use crate::theory::Control;

/// The rules of an impartial game: the options of each position.
///
/// An option is a sum of positions: a move may leave none (the game is over in
/// this component), one or several. Play must end; who cannot move has lost
/// (the misère convention, in which he has won, is the caller's to apply).
pub trait Ruleset {
    /// What is moved in: one component of a sum.
    type Position: Clone + Ord + std::hash::Hash + std::fmt::Display + std::fmt::Debug;

    /// Clears `options` and fills it with the options of `position`.
    ///
    /// Repeats are allowed: an option offered twice is one option.
    ///
    /// # Errors
    ///
    /// [`Halt::Fault`] if the rule breaks at this position (an overflow, an
    /// option that does not get smaller), [`Halt::Stopped`] if `control` says so.
    fn options(
        &self,
        position: &Self::Position,
        options: &mut Options<Self::Position>,
        control: &Control,
    ) -> Result<(), Halt>;

    /// About how many bytes a position takes beside its own size: what it keeps
    /// on the heap. Searches count them against the memory limit.
    fn heap_bytes(&self, _position: &Self::Position) -> usize {
        0
    }
}

/// Rules may be shared: a reference, counted or not, plays as the rules do.
impl<P: Deref> Ruleset for P
where
    P::Target: Ruleset,
{
    type Position = <P::Target as Ruleset>::Position;

    fn options(
        &self,
        position: &Self::Position,
        options: &mut Options<Self::Position>,
        control: &Control,
    ) -> Result<(), Halt> {
        (**self).options(position, options, control)
    }

    fn heap_bytes(&self, position: &Self::Position) -> usize {
        (**self).heap_bytes(position)
    }
}
