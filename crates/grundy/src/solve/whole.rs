//! Rules of every kind as one ruleset, for the conventions of play in which a
//! position is looked at as a whole.

use std::sync::Arc;

use num_traits::ToPrimitive;

use super::answer::BigPosition;
use super::error::SolveError;
use crate::lang::interpret::{HeapRules, ShapeRules};
use crate::lang::ir::Kind;
use crate::lang::{Form, Rule};
use crate::ruleset::{
    CoinSet, Coordinates, Halt, Heap, Options, Position, Row, RowRule, Ruleset, TakeAndBreakCode,
};
use crate::theory::Control;

/// A rule of any kind. A position on coins is the sum of its heads, each the tuple
/// of the number of its row and its coordinates: coins of different rows are
/// different coins.
#[derive(Clone, Debug)]
pub(super) enum WholeRules {
    Heaps(Arc<HeapRules>),
    Coins(Arc<HeapRules>),
    Code(Arc<TakeAndBreakCode>),
    Shapes(Arc<ShapeRules>),
    Board(Arc<ShapeRules>),
    Rows(Arc<RowRule>),
}

impl WholeRules {
    pub(super) fn of(rule: &Rule) -> WholeRules {
        match rule.form() {
            Form::Numbers(rules) if rules.program().kind == Kind::Coins => {
                WholeRules::Coins(Arc::new(rules.clone()))
            }
            Form::Numbers(rules) => WholeRules::Heaps(Arc::new(rules.clone())),
            Form::Code(code) => WholeRules::Code(Arc::new(code.clone())),
            Form::Shapes(rules) if rules.program().kind == Kind::Board => {
                WholeRules::Board(Arc::new(rules.clone()))
            }
            Form::Shapes(rules) => WholeRules::Shapes(Arc::new(rules.clone())),
            Form::Rows(rules) => WholeRules::Rows(Arc::new(rules.clone())),
        }
    }

    /// Whether positions are coins, of which two equal ones are none.
    pub(super) fn is_coins(&self) -> bool {
        matches!(self, WholeRules::Coins(_) | WholeRules::Board(_))
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
        let narrow = position
            .map(|entry| entry.to_u64().filter(|&entry| Heap::new(entry) <= Heap::MAX))
            .ok_or_else(|| {
                SolveError::question(
                    format!("{position} is too large for a search of whole positions"),
                    "ask for a position with entries below 2**63",
                )
            })?;
        let index = index as u64;
        let fits = match (self, &narrow) {
            (WholeRules::Heaps(_) | WholeRules::Code(_), Position::Heap(_))
            | (WholeRules::Rows(_), Position::Row(_)) => true,
            (WholeRules::Coins(_), Position::Coins(coins)) => {
                return Ok(coins.heads().iter().map(|&head| Position::Tuple(vec![index, head])).collect());
            }
            (WholeRules::Board(_), Position::Board(coins)) => {
                let place = |head: &Coordinates| [&[index], head.entries()].concat();
                return Ok(coins.heads().iter().map(|head| Position::Tuple(place(head))).collect());
            }
            (WholeRules::Shapes(rules), position) => match (rules.program().kind, position) {
                (Kind::Seq, Position::Seq(_)) => true,
                (Kind::Seq, _) => false,
                _ => rules.program().shapes.iter().any(|shape| shape.entries(position).is_some()),
            },
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
        let places = || std::iter::once(component).chain(option);
        match (self, position) {
            (WholeRules::Coins(_), Position::Coins(coins)) => {
                let turned = places().filter_map(|coin| match coin {
                    Position::Tuple(place) => place.get(1).map(|&coin| coin.into()),
                    _ => None,
                });
                vec![Position::Coins(coins.after_turning(turned))]
            }
            (WholeRules::Board(_), Position::Board(coins)) => {
                let turned = places().filter_map(|coin| match coin {
                    Position::Tuple(place) => {
                        let place = place.get(1..)?.iter().map(|&entry| entry.into()).collect();
                        Some(Coordinates::new(place))
                    }
                    _ => None,
                });
                vec![Position::Board(CoinSet::after_turning(coins, turned))]
            }
            _ => option.iter().filter_map(|part| part.map(|&entry| Some(entry.into()))).collect(),
        }
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
        let heap_options = |rules: &dyn Ruleset<Position = Heap>, size: u64| {
            let mut heaps = Options::new();
            rules.options(&Heap::new(size), &mut heaps, control)?;
            // A heap is written again as a position, in a list that grows.
            let components: usize = heaps.iter().map(<[Heap]>::len).sum();
            control.reserve(components.saturating_mul(3 * size_of::<Position>()) as u64)?;
            Ok::<_, Halt>(heaps)
        };
        match (self, position) {
            (WholeRules::Heaps(rules), Position::Heap(size)) => {
                for option in heap_options(rules, *size)?.iter() {
                    options.push(option.iter().map(|heap| Position::Heap(heap.size())));
                }
            }
            (WholeRules::Code(code), Position::Heap(size)) => {
                for option in heap_options(code, *size)?.iter() {
                    options.push(option.iter().map(|heap| Position::Heap(heap.size())));
                }
            }
            (WholeRules::Coins(rules), Position::Tuple(place)) => {
                if let [row, coin] = place[..] {
                    for option in heap_options(rules, coin)?.iter() {
                        options.push(option.iter().map(|coin| Position::Tuple(vec![row, coin.size()])));
                    }
                }
            }
            (WholeRules::Board(rules), Position::Tuple(place)) => {
                if let Some((&row, coin)) = place.split_first() {
                    let mut turned = Options::new();
                    rules.options(&Position::Tuple(coin.to_vec()), &mut turned, control)?;
                    for option in turned.iter() {
                        options.push(option.iter().filter_map(|coin| match coin {
                            Position::Tuple(coin) => Some(Position::Tuple([&[row], &coin[..]].concat())),
                            _ => None,
                        }));
                    }
                }
            }
            (WholeRules::Shapes(rules), position) => rules.options(position, options, control)?,
            (WholeRules::Rows(rules), Position::Row(row)) => {
                let mut rows = Options::<Row>::new();
                rules.options(row, &mut rows, control)?;
                for option in rows.iter() {
                    options.push(option.iter().cloned().map(Position::Row));
                }
            }
            _ => {}
        }
        Ok(())
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
