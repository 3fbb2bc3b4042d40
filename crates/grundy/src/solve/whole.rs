//! Rules of every kind as one ruleset, for the conventions of play in which a
//! position is looked at as a whole.

use std::sync::Arc;

use super::answer::BigPosition;
use super::error::SolveError;
use super::game::{after, small_position, wide};
use super::numbers::Rules as NumberRules;
use crate::lang::interpret::{ProductRules, ShapeRules};
use crate::lang::ir::Kind;
use crate::lang::{Form, Rule};
use crate::ruleset::{Coordinates, Halt, Heap, Options, Position, RowRule, Ruleset};
use crate::theory::Control;

/// A rule of any kind. A position on coins is the sum of its heads, each the tuple
/// of the number of its row and its coordinates: coins of different rows are
/// different coins.
#[derive(Clone, Debug)]
pub(super) enum WholeRules {
    Heaps(Arc<NumberRules>),
    Coins(Arc<NumberRules>),
    Shapes(Arc<ShapeRules>),
    Board(Arc<ShapeRules>),
    Product(Arc<ProductRules>),
    Rows(Arc<RowRule>),
}

impl WholeRules {
    pub(super) fn of(rule: &Rule) -> WholeRules {
        let on_numbers = |rules: NumberRules| match rules.is_coins() {
            true => WholeRules::Coins(Arc::new(rules)),
            false => WholeRules::Heaps(Arc::new(rules)),
        };
        match rule.form() {
            Form::Numbers(rules) => on_numbers(NumberRules::Interpreted(rules.clone())),
            Form::Code(code) => on_numbers(NumberRules::Code(code.clone())),
            Form::Shapes(rules) if rules.program().kind == Kind::Board => {
                WholeRules::Board(Arc::new(rules.clone()))
            }
            Form::Shapes(rules) => WholeRules::Shapes(Arc::new(rules.clone())),
            Form::Product(rules) => WholeRules::Product(Arc::new(rules.clone())),
            Form::Rows(rules) => WholeRules::Rows(Arc::new(rules.clone())),
        }
    }

    /// Whether positions are coins, of which two equal ones are none.
    pub(super) fn is_coins(&self) -> bool {
        matches!(self, WholeRules::Coins(_) | WholeRules::Board(_) | WholeRules::Product(_))
    }

    /// The components that a position consists of; `index` is its place in the sum.
    ///
    /// # Errors
    ///
    /// [`SolveError::Question`] if it is no position of the rule, or too large.
    pub(super) fn components(
        &self,
        position: &BigPosition,
        index: usize,
    ) -> Result<Vec<Position>, SolveError> {
        let narrow = small_position(position).ok_or_else(|| {
            SolveError::question(
                format!("{position} is too large for a search of whole positions"),
                "ask for a position with entries below 2**63",
            )
        })?;
        let index = index as u64;
        let fits = match (self, &narrow) {
            (WholeRules::Heaps(_), Position::Heap(_)) | (WholeRules::Rows(_), Position::Row(_)) => true,
            (WholeRules::Coins(_), Position::Coins(coins)) => {
                return Ok(coins.heads().iter().map(|&head| Position::Tuple(vec![index, head])).collect());
            }
            (WholeRules::Board(_) | WholeRules::Product(_), Position::Board(coins)) => {
                let place = |head: &Coordinates| [&[index], head.entries()].concat();
                return Ok(coins.heads().iter().map(|head| Position::Tuple(place(head))).collect());
            }
            (WholeRules::Shapes(rules), position) => rules.has(position),
            _ => false,
        };
        if fits {
            return Ok(vec![narrow]);
        }
        Err(SolveError::question(
            format!("{position} is not a position of this rule"),
            "give a position of the rule's own shape",
        ))
    }

    /// What a move in `component`, one of those of `position`, leaves of the position.
    pub(super) fn after(
        &self,
        position: &BigPosition,
        component: &Position,
        option: &[Position],
    ) -> Vec<BigPosition> {
        let coin = |part: &Position| match (self, part) {
            (WholeRules::Coins(_), Position::Tuple(place)) => Position::Heap(place[1].into()),
            (WholeRules::Board(_) | WholeRules::Product(_), Position::Tuple(place)) => {
                Position::Tuple(place[1..].iter().map(|&entry| entry.into()).collect())
            }
            _ => wide(part),
        };
        after(position, &coin(component), option.iter().map(coin).collect())
    }
}

/// Pushes the options of a position by its own rules, each component as `whole` puts it.
fn push_each<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    whole: impl Fn(&R::Position) -> Position,
    options: &mut Options<Position>,
    control: &Control,
) -> Result<(), Halt> {
    let mut own = Options::new();
    rules.options(position, &mut own, control)?;
    // Each component is written again as a position, in a list that grows.
    let components: usize = own.iter().map(<[R::Position]>::len).sum();
    control.reserve(components.saturating_mul(3 * size_of::<Position>()) as u64)?;
    for option in own.iter() {
        options.push(option.iter().map(&whole));
    }
    Ok(())
}

/// A coin of a board as a component, beside the one at `place`.
fn on_board(place: &[u64]) -> impl Fn(&Position) -> Position {
    |coin| match coin {
        Position::Tuple(coin) => Position::Tuple([&place[..1], coin].concat()),
        other => unreachable!("{other} is no coin of a board"),
    }
}

impl Ruleset for WholeRules {
    type Position = Position;

    fn options(
        &self,
        position: &Position,
        options: &mut Options<Position>,
        control: &Control,
    ) -> Result<(), Halt> {
        options.clear();
        match (self, position) {
            (WholeRules::Heaps(rules), Position::Heap(size)) => {
                let heap = |heap: &Heap| Position::Heap(heap.size());
                push_each(rules, &Heap::new(*size), heap, options, control)
            }
            (WholeRules::Coins(rules), Position::Tuple(place)) => {
                let coin = |coin: &Heap| Position::Tuple(vec![place[0], coin.size()]);
                push_each(rules, &Heap::new(place[1]), coin, options, control)
            }
            (WholeRules::Board(rules), Position::Tuple(place)) => {
                push_each(rules, &Position::Tuple(place[1..].to_vec()), on_board(place), options, control)
            }
            (WholeRules::Product(rules), Position::Tuple(place)) => {
                push_each(rules, &Position::Tuple(place[1..].to_vec()), on_board(place), options, control)
            }
            (WholeRules::Shapes(rules), position) => rules.options(position, options, control),
            (WholeRules::Rows(rules), Position::Row(row)) => {
                push_each(rules, row, |row| Position::Row(row.clone()), options, control)
            }
            _ => Ok(()),
        }
    }

    fn heap_bytes(&self, position: &Position) -> usize {
        match position {
            Position::Tuple(entries) | Position::Tagged(_, entries) | Position::Seq(entries) => {
                size_of_val(entries.as_slice())
            }
            Position::Row(row) => row.cells().len(),
            _ => 0,
        }
    }
}
