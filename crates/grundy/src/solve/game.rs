//! A rule with its engine, by what it plays with. In normal play every question is
//! asked of single components.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::answer::{BigPosition, Method};
use super::error::SolveError;
use super::loopy::LoopyGame;
use super::misere::MisereGame;
use super::numbers::Numbers;
use super::product::Product;
use super::rows::Rows;
use super::shapes::Shapes;
use crate::ruleset::{Coordinates, Heap, Options, Position};
use crate::theory::{BigNimber, Control};

/// The engines, by what the rule plays with.
#[derive(Debug)]
pub(super) enum Game {
    /// Heaps or coins.
    Numbers(Numbers),
    /// Heaps, tuples and tags; boards of coins; lists.
    Shapes(Shapes),
    /// Products of coin games.
    Product(Product),
    /// Rows of cells.
    Rows(Rows),
    /// Anything in misère play.
    Misere(MisereGame),
    /// Anything in loopy play.
    Loopy(LoopyGame),
}

impl Game {
    /// The components that a position is the sum of: its heads, each as a coin by
    /// itself, or the position as it is. None if the rule has no such positions, or
    /// is not in normal play.
    ///
    /// The coin n by itself is the heap n, that at (2,3) of a board the tuple (2,3).
    pub(super) fn components(&self, position: &BigPosition) -> Option<Vec<BigPosition>> {
        let is_one = match (self, position) {
            (Game::Numbers(numbers), Position::Coins(coins)) if numbers.is_coins() => {
                return Some(coins.heads().iter().cloned().map(Position::Heap).collect());
            }
            (Game::Shapes(shapes), Position::Board(coins)) if shapes.is_board() => {
                return Some(coins.heads().iter().map(coin).collect());
            }
            (Game::Product(_), Position::Board(coins)) => {
                return Some(coins.heads().iter().map(coin).collect());
            }
            (Game::Numbers(numbers), Position::Heap(_)) => !numbers.is_coins(),
            (Game::Shapes(shapes), position) => shapes.has(position),
            (Game::Rows(_), Position::Row(_)) => true,
            _ => false,
        };
        is_one.then(|| vec![position.clone()])
    }

    /// The value of a position, and how it was found.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`](super::Solver::value).
    pub(super) fn value(
        &mut self,
        position: &BigPosition,
        control: &Control,
    ) -> Result<(BigNimber, Method), SolveError> {
        match self.components(position) {
            Some(components) => self.sum_value(&components, control),
            None => Err(SolveError::question(
                format!("{position} is not a position of this rule"),
                "give a position of the rule's own shape",
            )),
        }
    }

    /// The nim-sum of the values of components, and how they were found: of several
    /// ways the one that rests on most work.
    pub(super) fn sum_value(
        &mut self,
        components: &[BigPosition],
        control: &Control,
    ) -> Result<(BigNimber, Method), SolveError> {
        let mut sum = BigNimber::default();
        let mut method = Method::Law;
        for component in components {
            let (value, found_by) = match (&mut *self, component) {
                (Game::Numbers(numbers), Position::Heap(size)) => numbers.value(size, control)?,
                (Game::Shapes(shapes), component) => shapes.value(component, control)?,
                (Game::Product(product), component) => product.value(component, control)?,
                (Game::Rows(rows), Position::Row(row)) => {
                    let (value, found_by) = rows.value(row, control)?;
                    (value.into(), found_by)
                }
                _ => unreachable!("components, and what moves leave of them, are of the rule's own kind"),
            };
            sum = sum + value;
            method = method.max(found_by);
        }
        Ok((sum, method))
    }

    /// The options of a component, in canonical order and without repeats.
    pub(super) fn options(
        &self,
        component: &BigPosition,
        control: &Control,
    ) -> Result<Vec<Vec<BigPosition>>, SolveError> {
        match (self, component) {
            (Game::Numbers(numbers), Position::Heap(size)) => {
                let mut options = Options::new();
                numbers.options(size, &mut options, control)?;
                Ok(canonical_as(&options, Position::Heap))
            }
            (Game::Rows(rows), Position::Row(row)) => {
                let mut options = Options::new();
                rows.options(row, &mut options, control)?;
                Ok(canonical_as(&options, Position::Row))
            }
            (Game::Product(product), component) => {
                let mut options = Options::new();
                product.options(component, &mut options, control)?;
                Ok(options.canonical())
            }
            (Game::Shapes(shapes), component) => {
                let mut options = Options::new();
                shapes.options(component, &mut options, control)?;
                Ok(options.canonical())
            }
            _ => unreachable!("components are of the rule's own kind"),
        }
    }

    /// The options of a component that have this value, in canonical order, where a
    /// law gives them without a look at all options.
    pub(super) fn options_of_value(
        &mut self,
        component: &BigPosition,
        value: &BigNimber,
        control: &Control,
    ) -> Result<Option<Vec<Vec<BigPosition>>>, SolveError> {
        let (numbers, size) = match (self, component) {
            (Game::Numbers(numbers), Position::Heap(size)) => (numbers, size),
            (Game::Shapes(shapes), component) => return shapes.options_of_value(component, value, control),
            (Game::Product(product), component) => {
                return product.options_of_value(component, value, control);
            }
            _ => return Ok(None),
        };
        let heaps = |option: Vec<BigUint>| option.into_iter().map(Position::Heap).collect();
        let options = numbers.options_of_value(size, value, control)?;
        Ok(options.map(|options| options.into_iter().map(heaps).collect()))
    }
}

/// What a move in `component`, one of those of `position`, leaves of the position.
pub(super) fn after(
    position: &BigPosition,
    component: &BigPosition,
    option: Vec<BigPosition>,
) -> Vec<BigPosition> {
    match position {
        Position::Coins(coins) => {
            let turned = option.iter().chain([component]).filter_map(|coin| match coin {
                Position::Heap(coin) => Some(coin.clone()),
                _ => None,
            });
            vec![Position::Coins(coins.after_turning(turned))]
        }
        Position::Board(coins) => {
            let turned = option.iter().chain([component]).filter_map(|coin| match coin {
                Position::Tuple(place) => Some(Coordinates::new(place.clone())),
                _ => None,
            });
            vec![Position::Board(coins.after_turning(turned))]
        }
        _ => option,
    }
}

/// The coin at a place of a board, as a component by itself.
fn coin(place: &Coordinates<BigUint>) -> BigPosition {
    Position::Tuple(place.entries().to_vec())
}

/// Options in canonical order, their components as positions; `position` keeps the order.
fn canonical_as<P: Clone + Ord>(
    options: &Options<P>,
    position: impl Fn(P) -> BigPosition,
) -> Vec<Vec<BigPosition>> {
    let canonical = options.canonical().into_iter();
    canonical.map(|option| option.into_iter().map(&position).collect()).collect()
}

/// A number as a heap that tables can hold.
pub(super) fn small(size: &BigUint) -> Option<Heap> {
    size.to_u64().map(Heap::new).filter(|heap| *heap <= Heap::MAX)
}

/// A position whose entries tables can hold.
pub(super) fn small_position(position: &BigPosition) -> Option<Position> {
    position.map(|entry| small(entry).map(Heap::size))
}

/// A position with entries of any size.
pub(super) fn wide(position: &Position) -> BigPosition {
    position.map(|&entry| Some(entry.into())).expect("any number of 64 bits is a big one")
}
