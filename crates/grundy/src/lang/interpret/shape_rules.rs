//! A rule of shapes, of boards or of lists, ready to be asked for options.

use std::fmt::Display;

use num_bigint::{BigInt, BigUint};

use super::machine::{Break, Machine, Origin};
use super::number::Number;
use super::parameters::{BindError, Parameters};
use super::rules::offer_all;
use super::shaped::decode;
use crate::lang::ir::{Clause, Kind, Program, Shape, Slot};
use crate::ruleset::{Halt, Options, Position, Ruleset};
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
        let mut flat = Options::new();
        let mut m = Machine::<N>::new(&self.program.slots, &self.parameters, &mut flat, control);
        m.shapes = &self.program.shapes;
        let result = match position {
            Position::Seq(entries) => {
                m.origin = Some(Origin::Seq(numbers(entries)));
                self.program.clauses.iter().try_for_each(|clause| match clause.shape {
                    Shape::Seq => surely(offer_all(&mut m, clause)),
                    Shape::Number(_) | Shape::Entries(..) => Ok(()),
                })
            }
            _ => {
                m.origin = Some(Origin::Entries { board: self.program.kind == Kind::Board });
                self.program.clauses.iter().try_for_each(|clause| {
                    let Shape::Entries(shape, slots) = &clause.shape else { return Ok(()) };
                    let Some(info) = self.program.shapes.get(shape.0) else { return Ok(()) };
                    match info.entries(position) {
                        Some(entries) => in_every_order(&mut m, clause, slots, numbers(entries), info.sym),
                        None => Ok(()),
                    }
                })
            }
        };
        if let Err(broken) = result
            && let Some(halt) = broken.into_halt(position)
        {
            return Err(halt);
        }
        decode::<N, E>(&self.program.shapes, &flat, entry, options);
        Ok(())
    }
}

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
    mut entries: Vec<N>,
    sym: bool,
) -> Result<(), Break> {
    if sym {
        entries.sort_unstable();
    }
    loop {
        m.bind_all(slots, &entries);
        surely(offer_all(m, clause))?;
        if !sym || !next_order(&mut entries) {
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
