//! Rules that search asks in bare numbers.

use std::ops::Deref;

use super::{Halt, Heap, Options};
use crate::theory::Control;

/// A ruleset whose positions are flat: a head, and the entries that belong to it.
///
/// The head says which kind of position it is (the number of a shape, the length
/// of a list), and so how many entries follow. Searches of positions with several
/// entries spend their time on making, comparing and keeping positions; flat ones
/// stand in a few allocations, all options of a position in one.
pub trait FlatRuleset {
    /// Memory that one question leaves to the next; it holds nothing that matters.
    type Scratch: Default + std::fmt::Debug;

    /// Clears `options` and fills it with the options of `position`; each is the
    /// flat positions of its components one after the other.
    ///
    /// Repeats are allowed. Each component is in one form: two that are the same
    /// position are the same numbers.
    ///
    /// # Errors
    ///
    /// As [`Ruleset::options`](super::Ruleset::options).
    fn flat_options(
        &self,
        position: &[Heap],
        options: &mut Options<Heap>,
        scratch: &mut Self::Scratch,
        control: &Control,
    ) -> Result<(), Halt>;

    /// How many entries follow a head.
    fn entries_after(&self, head: Heap) -> usize;

    /// The position as a user would type it.
    fn show(&self, position: &[Heap]) -> String;
}

/// Rules may be shared: a reference, counted or not, plays as the rules do.
impl<P: Deref> FlatRuleset for P
where
    P::Target: FlatRuleset,
{
    type Scratch = <P::Target as FlatRuleset>::Scratch;

    fn flat_options(
        &self,
        position: &[Heap],
        options: &mut Options<Heap>,
        scratch: &mut Self::Scratch,
        control: &Control,
    ) -> Result<(), Halt> {
        (**self).flat_options(position, options, scratch, control)
    }

    fn entries_after(&self, head: Heap) -> usize {
        (**self).entries_after(head)
    }

    fn show(&self, position: &[Heap]) -> String {
        (**self).show(position)
    }
}
