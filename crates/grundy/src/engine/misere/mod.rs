//! Misère play: who cannot move has won.
//!
//! The outcome of a sum is no function of values of its parts, so a sum is looked
//! at as a whole: as the sorted list of its components without those that have no
//! move. Three ways lead to the answer.
//!
//! * Where every position that play can reach from a component is *tame*, the
//!   component has a [`TameType`], and the types of the components tell the outcome
//!   of any sum at once (`types`; the theorem stands in docs/theory.md, section on
//!   misère play). So it is with nim and with most subtraction games.
//! * In a subtraction game the types follow from the values in normal play
//!   (`subtraction`), so that no options are looked at.
//! * Else the sums that play can reach are searched (`search`), and whatever
//!   becomes tame on the way is answered by its types.

mod search;
mod subtraction;
mod types;

#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;
use subtraction::SubtractionTypes;

use super::PeriodicMethod;
use super::depth_first::Known;
use crate::ruleset::{Halt, Options, Ruleset, SubtractionSet};
use crate::theory::{Control, Nimber, Outcome, TameType};

/// How many counters a component has that is a heap.
type Size<P> = fn(&P) -> Option<u64>;

/// The misère engine for one ruleset; it remembers what it has found.
///
/// # Examples
///
/// ```
/// use grundy::engine::Misere;
/// use grundy::ruleset::{Heap, SubtractionSet};
/// use grundy::{Control, Nimber, Outcome};
///
/// // Take one or two counters; who takes the last one loses.
/// let rules = SubtractionSet::finite([1, 2]).unwrap();
/// let mut misere = Misere::new(&rules);
/// let control = Control::default();
/// assert_eq!(misere.outcome(&[Heap::new(1)], &control), Ok(Outcome::P));
/// assert_eq!(misere.outcome(&[Heap::new(2), Heap::new(2)], &control), Ok(Outcome::P));
/// assert_eq!(misere.value(&[Heap::new(4)], &control), Ok(Nimber::new(0)));
/// ```
#[derive(Debug)]
pub struct Misere<R: Ruleset> {
    rules: R,
    /// Whether two equal components are none, as two turns of one coin are.
    equal_cancel: bool,
    /// The type of every component that was classified; none if it is wild.
    types: Known<R::Position, Option<TameType>>,
    /// The types of a subtraction game, and how many counters a component has.
    heaps: Option<(SubtractionTypes, Size<R::Position>)>,
    /// Whether a component has no options.
    terminal: FxHashMap<R::Position, bool>,
    /// 0 for sums that the player to move loses, 1 for the others.
    outcomes: FxHashMap<Vec<R::Position>, Nimber>,
    /// The misère values of sums.
    values: FxHashMap<Vec<R::Position>, Nimber>,
    /// What the sums looked at take, roughly.
    kept_bytes: usize,
}

impl<R: Ruleset> Misere<R> {
    /// An engine that knows nothing yet.
    #[must_use]
    pub fn new(rules: R) -> Misere<R> {
        Misere {
            rules,
            equal_cancel: false,
            types: Known::new(),
            heaps: None,
            terminal: FxHashMap::default(),
            outcomes: FxHashMap::default(),
            values: FxHashMap::default(),
            kept_bytes: 0,
        }
    }

    /// An engine for rows and boards of coins: a component is one coin, and two
    /// equal ones are none.
    #[must_use]
    pub fn of_coins(rules: R) -> Misere<R> {
        Misere { equal_cancel: true, ..Misere::new(rules) }
    }

    /// An engine for a subtraction game: `rules` are those of `set`, and `size` says
    /// how many counters a component has. Without `law` every value is computed.
    #[must_use]
    pub fn of_subtraction(rules: R, set: SubtractionSet, size: Size<R::Position>, law: bool) -> Misere<R> {
        Misere { heaps: Some((SubtractionTypes::new(set, law), size)), ..Misere::new(rules) }
    }

    /// How the values are found that a subtraction game's types follow from; none
    /// if the positions are searched.
    #[must_use]
    pub fn values_by(&self) -> Option<PeriodicMethod> {
        self.heaps.as_ref().map(|(types, _)| types.method())
    }

    /// Who wins the sum of `components`.
    ///
    /// # Errors
    ///
    /// [`Halt::Fault`] if the rule breaks at a position that play can reach, or play
    /// can go round in a circle; [`Halt::Stopped`] at a limit of `control`.
    pub fn outcome(&mut self, components: &[R::Position], control: &Control) -> Result<Outcome, Halt> {
        let value = self.sum_value(components, search::Depth::Outcome, control)?;
        Ok(if value.is_zero() { Outcome::P } else { Outcome::N })
    }

    /// The misère value of the sum of `components`: 1 without options, else the mex
    /// over the options taken as whole sums. It is 0 exactly if the player to move
    /// loses; it is not the nim-sum of the components' values.
    ///
    /// # Errors
    ///
    /// As [`Misere::outcome`].
    pub fn value(&mut self, components: &[R::Position], control: &Control) -> Result<Nimber, Halt> {
        self.sum_value(components, search::Depth::Value, control)
    }

    /// The type of a component if all that play can reach from it is tame.
    ///
    /// # Errors
    ///
    /// As [`Misere::outcome`].
    pub fn tame_type(
        &mut self,
        component: &R::Position,
        control: &Control,
    ) -> Result<Option<TameType>, Halt> {
        self.classify(component, control)
    }

    /// The options of a component that win the sum for who moves to them, in
    /// canonical order: `components` is the sum, `index` the component moved in.
    ///
    /// # Errors
    ///
    /// As [`Misere::outcome`].
    pub fn winning_options(
        &mut self,
        components: &[R::Position],
        index: usize,
        control: &Control,
    ) -> Result<Vec<Vec<R::Position>>, Halt> {
        let Some(moved) = components.get(index) else { return Ok(Vec::new()) };
        let mut options = Options::new();
        self.rules.options(moved, &mut options, control)?;
        let mut winning = Vec::new();
        for option in options.canonical() {
            control.check()?;
            let before = &components[..index];
            let left: Vec<_> =
                before.iter().chain(&components[index + 1..]).chain(&option).cloned().collect();
            if self.outcome(&left, control)? == Outcome::P {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    /// The type of a sum if all its components are tame.
    fn type_of_sum(
        &mut self,
        components: &[R::Position],
        control: &Control,
    ) -> Result<Option<TameType>, Halt> {
        // The theorem is about sums. A row of coins is none: two equal coins are no
        // coin there, and two equal components of a sum are not nothing.
        if self.equal_cancel {
            return Ok(None);
        }
        let mut sum = TameType::END;
        for component in components {
            match self.classify(component, control)? {
                Some(own) => sum = sum.plus(own),
                None => return Ok(None),
            }
        }
        Ok(Some(sum))
    }
}
