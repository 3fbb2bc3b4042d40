//! A rule of heaps or coins, ready to be asked for options.

use num_bigint::{BigInt, BigUint};

use super::machine::{Break, Machine, Origin};
use super::number::Number;
use super::parameters::{BindError, Parameters};
use super::step;
use super::truth::holds_surely;
use crate::lang::ir::{Clause, Kind, Program, Shape};
use crate::ruleset::{Halt, Heap, Options, Ruleset};
use crate::theory::Control;

/// A rule of one heap, or of coins given by the single coin, by interpretation.
///
/// As a [`Ruleset`] it answers for heaps, a heap of x standing for the coin with
/// the number x; the options are exact or a fault. All components of all options
/// are smaller than the position, so play ends. Larger positions are answered by
/// [`HeapRules::big_options`].
#[derive(Clone, Debug, PartialEq)]
pub struct HeapRules {
    program: Program,
    parameters: Parameters,
}

impl HeapRules {
    /// The rule with its parameters given values.
    ///
    /// # Errors
    ///
    /// As [`Parameters::bind`].
    pub fn new(program: Program, control: &Control) -> Result<HeapRules, BindError> {
        let parameters = Parameters::bind(&program, control)?;
        Ok(HeapRules { program, parameters })
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

    /// Clears `options` and fills it with the options of a position of any size.
    ///
    /// The same options as [`Ruleset::options`] gives where that has no fault for
    /// a number that is too large.
    ///
    /// # Errors
    ///
    /// [`Halt::Fault`] if the rule breaks at this position, [`Halt::Stopped`] if
    /// `control` says so; a position of this size may have more options than
    /// there is memory.
    pub fn big_options(
        &self,
        position: &BigUint,
        options: &mut Options<BigUint>,
        control: &Control,
    ) -> Result<(), Halt> {
        self.fill(BigInt::from(position.clone()), options, control)
    }

    fn fill<N: Number>(
        &self,
        number: N,
        options: &mut Options<N::Entry>,
        control: &Control,
    ) -> Result<(), Halt> {
        options.clear();
        let kind = self.program.kind;
        if kind == Kind::Heap && number.is_zero() {
            return Ok(());
        }
        let mut m = Machine::new(&self.program.slots, &self.parameters, options, control);
        m.origin = Some(Origin::Number(number.clone(), kind));
        for clause in &self.program.clauses {
            let Shape::Number(slot) = clause.shape else { continue };
            m.bind(slot, &number);
            if let Err(broken) = offer_all(&mut m, clause)
                && let Some(halt) = broken.into_halt(&number)
            {
                return Err(halt);
            }
        }
        Ok(())
    }
}

/// Offers all options of a clause whose names are bound.
pub(super) fn offer_all<N: Number>(m: &mut Machine<'_, N>, clause: &Clause) -> Result<(), Break> {
    if let Some(guard) = &clause.guard
        && !holds_surely(m, guard)?
    {
        return Ok(());
    }
    for alternative in &clause.alternatives {
        step::options(m, &alternative.steps, &alternative.option)?;
    }
    Ok(())
}

impl Ruleset for HeapRules {
    type Position = Heap;

    fn options(&self, position: &Heap, options: &mut Options<Heap>, control: &Control) -> Result<(), Halt> {
        self.fill(i128::from(position.size()), options, control)
    }
}
