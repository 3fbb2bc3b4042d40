//! A rule of shapes, of boards or of lists, ready to be asked for options.

use std::fmt::Display;

use num_bigint::{BigInt, BigUint};

use super::machine::{Break, Machine, Origin};
use super::number::Number;
use super::parameters::{BindError, Parameters};
use super::rules::offer_all;
use super::shaped::decode;
use crate::lang::ir::{Clause, Kind, Program, Shape, ShapeId, ShapeInfo, Slot};
use crate::ruleset::{FlatRuleset, Halt, Heap, Options, Position, Ruleset};
use crate::theory::Control;

/// A rule whose positions are heaps, tuples and tagged positions, or the single
/// coins of a board, or lists, by interpretation.
///
/// The options are exact or a fault. Play need not end: whoever follows it must
/// look out for circles. A position of a shape that the rule does not have is
/// terminal. The coin at (2,3) of a board is the tuple `(2,3)` here.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeRules {
    program: Program,
    parameters: Parameters,
}

impl ShapeRules {
    /// The rule with its parameters given values.
    ///
    /// # Errors
    ///
    /// As [`Parameters::bind`].
    pub fn new(program: Program, control: &Control) -> Result<ShapeRules, BindError> {
        let parameters = Parameters::bind(&program, control)?;
        Ok(ShapeRules { program, parameters })
    }

    /// The checked rule.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The values of its parameters.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Whether the rule has positions of this shape: a list, or one of its shapes. On
    /// boards these are the single coins.
    #[must_use]
    pub fn has<E>(&self, position: &Position<E>) -> bool {
        match position {
            Position::Seq(_) => self.program.kind == Kind::Seq,
            _ => self.shaped(position).is_some(),
        }
    }

    /// Clears `options` and fills it with the options of a position with entries
    /// of any size.
    ///
    /// # Errors
    ///
    /// As [`Ruleset::options`]; no entry is too large here.
    pub fn big_options(
        &self,
        position: &Position<BigUint>,
        options: &mut Options<Position<BigUint>>,
        control: &Control,
    ) -> Result<(), Halt> {
        let numbers = |entries: &[BigUint]| entries.iter().cloned().map(BigInt::from).collect();
        self.fill(position, numbers, BigUint::clone, options, control)
    }

    /// The flat form of a position: the number of its shape, or the length of a
    /// list, then the entries. None if the rule has no such positions; those are
    /// terminal.
    #[must_use]
    pub fn flatten(&self, position: &Position) -> Option<Vec<Heap>> {
        let (head, entries) = match (position, self.program.kind) {
            (Position::Seq(entries), Kind::Seq) => (entries.len(), entries.as_slice()),
            _ => {
                let (shape, entries) = self.shaped(position)?;
                (shape.0, entries)
            }
        };
        let head = u64::try_from(head).ok()?;
        let mut flat: Vec<Heap> =
            std::iter::once(head).chain(entries.iter().copied()).map(Heap::new).collect();
        if let Some(ShapeInfo { sym: true, .. }) = self.info(Heap::new(head)) {
            flat[1..].sort_unstable();
        }
        Some(flat)
    }

    /// The position of a flat form.
    fn unflatten(&self, flat: &[Heap]) -> Position {
        let Some((&head, entries)) = flat.split_first() else { return Position::Seq(Vec::new()) };
        let entries = entries.iter().map(|entry| entry.size()).collect();
        match self.info(head) {
            Some(info) => info.position(entries),
            None => Position::Seq(entries),
        }
    }

    /// The shape whose number is `head`.
    fn info(&self, head: Heap) -> Option<&ShapeInfo> {
        self.program.shapes.get(head.index()?)
    }

    /// The shape of a position, and its entries.
    fn shaped<'p, E>(&self, position: &'p Position<E>) -> Option<(ShapeId, &'p [E])> {
        let shapes = self.program.shapes.iter().enumerate();
        shapes.map(|(index, info)| Some((ShapeId(index), info.entries(position)?))).find_map(|found| found)
    }

    fn fill<N: Number, E: Ord>(
        &self,
        position: &Position<E>,
        numbers: impl Fn(&[E]) -> Vec<N>,
        entry: impl Fn(&N::Entry) -> E,
        options: &mut Options<Position<E>>,
        control: &Control,
    ) -> Result<(), Halt>
    where
        Position<E>: Display,
    {
        options.clear();
        let (shape, entries) = match (position, self.shaped(position)) {
            (Position::Seq(entries), _) => (None, entries.as_slice()),
            (_, Some((shape, entries))) => (Some(shape), entries),
            (_, None) => return Ok(()),
        };
        let mut flat = Options::new();
        let mut scratch = Scratch { entries: numbers(entries), ..Scratch::default() };
        self.collect(shape, &mut scratch, &mut flat, control, || position.to_string())?;
        decode::<N, E>(&self.program.shapes, &flat, entry, options);
        Ok(())
    }

    /// Fills `flat` with the options in their flat form, of the position of this
    /// shape or else of the list whose entries stand in `scratch`. `show` is the
    /// position in a message.
    fn collect<N: Number>(
        &self,
        shape: Option<ShapeId>,
        scratch: &mut Scratch<N>,
        flat: &mut Options<N::Entry>,
        control: &Control,
        show: impl Fn() -> String,
    ) -> Result<(), Halt> {
        flat.clear();
        let mut m = Machine::<N>::new(&self.program.slots, &self.parameters, flat, control);
        m.shapes = &self.program.shapes;
        m.reorders = self.program.kind == Kind::Board || m.shapes.iter().any(|shape| shape.sym);
        m.sum = std::mem::take(&mut scratch.sum);
        m.steps_on = std::mem::take(&mut scratch.steps_on);
        let result = match shape {
            None => {
                m.origin = Some(Origin::Seq(std::mem::take(&mut scratch.entries)));
                self.program.clauses.iter().try_for_each(|clause| match clause.shape {
                    Shape::Seq => surely(offer_all(&mut m, clause)),
                    Shape::Number(_) | Shape::Entries(..) => Ok(()),
                })
            }
            Some(own) => {
                m.origin = Some(Origin::Entries { board: self.program.kind == Kind::Board });
                let sym = self.program.shapes.get(own.0).is_some_and(|info| info.sym);
                self.program.clauses.iter().try_for_each(|clause| match &clause.shape {
                    Shape::Entries(shape, slots) if *shape == own => {
                        in_every_order(&mut m, clause, slots, &mut scratch.entries, sym)
                    }
                    _ => Ok(()),
                })
            }
        };
        scratch.sum = std::mem::take(&mut m.sum);
        scratch.steps_on = std::mem::take(&mut m.steps_on);
        if let Some(Origin::Seq(entries)) = m.origin.take() {
            scratch.entries = entries;
        }
        match result {
            Ok(()) => Ok(()),
            // Only what breaks is worth the text of the position.
            Err(broken) => broken.into_halt(&show()).map_or(Ok(()), Err),
        }
    }
}

/// Lists that one question leaves to the next for their memory.
#[derive(Debug)]
struct Scratch<N> {
    /// The entries of the position.
    entries: Vec<N>,
    /// The option being put together.
    sum: Vec<N>,
    /// See [`Machine::steps_on`].
    steps_on: Vec<N>,
}

impl<N> Default for Scratch<N> {
    fn default() -> Scratch<N> {
        Scratch { entries: Vec::new(), sum: Vec::new(), steps_on: Vec::new() }
    }
}

/// Memory for the questions that a search asks of [`ShapeRules`].
#[derive(Debug, Default)]
pub struct ShapeScratch(Scratch<i128>);

/// A clause in which `min` or `max` of nothing stands offers nothing more.
fn surely(result: Result<(), Break>) -> Result<(), Break> {
    match result {
        Err(Break::NoValue) => Ok(()),
        other => other,
    }
}

/// Offers the options of a clause: with the entries as they are, or in every
/// order if that means nothing.
fn in_every_order<N: Number>(
    m: &mut Machine<'_, N>,
    clause: &Clause,
    slots: &[Slot],
    entries: &mut [N],
    sym: bool,
) -> Result<(), Break> {
    if sym {
        entries.sort_unstable();
    }
    loop {
        m.bind_all(slots, entries);
        surely(offer_all(m, clause))?;
        if !sym || !next_order(entries) {
            return Ok(());
        }
    }
}

/// Puts the entries into the next order, lexically; false after the last one.
fn next_order<T: Ord>(entries: &mut [T]) -> bool {
    let Some(pivot) = entries.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let Some(larger) = entries.iter().rposition(|entry| *entry > entries[pivot]) else { return false };
    entries.swap(pivot, larger);
    entries[pivot + 1..].reverse();
    true
}

impl Ruleset for ShapeRules {
    type Position = Position;

    fn options(
        &self,
        position: &Position,
        options: &mut Options<Position>,
        control: &Control,
    ) -> Result<(), Halt> {
        let numbers = |entries: &[u64]| entries.iter().map(|&entry| i128::from(entry)).collect();
        self.fill::<i128, u64>(position, numbers, |entry| entry.size(), options, control)
    }

    fn heap_bytes(&self, position: &Position) -> usize {
        match position {
            Position::Tuple(entries) | Position::Tagged(_, entries) | Position::Seq(entries) => {
                size_of_val(entries.as_slice())
            }
            _ => 0,
        }
    }
}

impl FlatRuleset for ShapeRules {
    type Scratch = ShapeScratch;

    fn flat_options(
        &self,
        position: &[Heap],
        options: &mut Options<Heap>,
        ShapeScratch(scratch): &mut ShapeScratch,
        control: &Control,
    ) -> Result<(), Halt> {
        options.clear();
        let Some((&head, entries)) = position.split_first() else { return Ok(()) };
        scratch.entries.clear();
        scratch.entries.extend(entries.iter().map(|entry| i128::from(entry.size())));
        let shape = match (self.program.kind, head.index()) {
            (Kind::Seq, _) => None,
            (_, Some(shape)) => Some(ShapeId(shape)),
            (_, None) => return Ok(()),
        };
        self.collect(shape, scratch, options, control, || self.show(position))
    }

    fn entries_after(&self, head: Heap) -> usize {
        match self.info(head) {
            Some(info) => info.arity,
            None => head.index().unwrap_or(usize::MAX),
        }
    }

    fn show(&self, position: &[Heap]) -> String {
        self.unflatten(position).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::next_order;

    #[test]
    fn every_order_comes_once() {
        let mut entries = vec![1, 1, 2, 3];
        let mut orders = vec![entries.clone()];
        while next_order(&mut entries) {
            orders.push(entries.clone());
        }
        assert_eq!(orders.len(), 12, "4! / 2!");
        assert!(orders.is_sorted_by(|a, b| a < b));
        assert!(!next_order::<u8>(&mut []));
    }
}
