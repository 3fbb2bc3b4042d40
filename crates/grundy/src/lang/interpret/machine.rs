//! The state of one evaluation: the values of names, what has been offered, and
//! the reasons why an expression has no value.

use std::ops::ControlFlow;

use super::number::{Failure, GROWN, Number};
use super::parameters::{Parameters, Value};
use crate::lang::ir::{Kind, ParameterId, ShapeInfo, Slot};
use crate::ruleset::{Fault, FaultKind, Halt, Options, Span};
use crate::theory::{Control, Stopped};

/// Why an expression has no value.
#[derive(Debug)]
pub(super) enum Break {
    /// `min` or `max` of nothing: what contains it is skipped.
    NoValue,
    /// The rule breaks here.
    Fault(Box<(FaultKind, Option<Span>)>),
    /// The control says to stop.
    Stopped(Box<Stopped>),
}

impl Break {
    /// A fault at a place.
    pub(super) fn fault(kind: FaultKind, span: &Span) -> Break {
        Break::Fault(Box::new((kind, Some(span.clone()))))
    }

    /// Something that does not exist, in words.
    pub(super) fn undefined(what: impl Into<String>, span: &Span) -> Break {
        Break::fault(FaultKind::Undefined { what: what.into() }, span)
    }

    /// What a caller outside is told, or nothing if there merely is no value.
    pub(super) fn into_halt(self, position: &dyn std::fmt::Display) -> Option<Halt> {
        match self {
            Break::NoValue => None,
            Break::Fault(fault) => {
                let (kind, span) = *fault;
                Some(Halt::Fault(Fault { position: position.to_string(), kind, span }))
            }
            Break::Stopped(stopped) => Some(Halt::Stopped(*stopped)),
        }
    }
}

impl From<Stopped> for Break {
    fn from(stopped: Stopped) -> Break {
        Break::Stopped(Box::new(stopped))
    }
}

/// Gives a failed operation its place in the text.
#[inline]
pub(super) fn at<T>(result: Result<T, Failure>, span: &Span) -> Result<T, Break> {
    match result {
        Ok(value) => Ok(value),
        Err(failure) => Err(failed(failure, span)),
    }
}

#[cold]
fn failed(failure: Failure, span: &Span) -> Break {
    Break::fault(failure.into(), span)
}

/// Whether to go on after a member of a walk.
///
/// What is done with a member never ends in [`Break::NoValue`]: whoever walks
/// may take that for a word about the set itself.
pub(super) type Walk = Result<ControlFlow<()>, Break>;

/// To go on with the next member.
pub(super) const ON: Walk = Ok(ControlFlow::Continue(()));

/// To end the walk.
pub(super) const DONE: Walk = Ok(ControlFlow::Break(()));

/// What is done with each member of a walk; a number comes as a tuple of one.
pub(super) type Visit<'v, 'a, N> = &'v mut dyn FnMut(&mut Machine<'a, N>, &[N]) -> Walk;

/// What is moved from.
#[derive(Clone, Debug)]
pub(super) enum Origin<N> {
    /// A heap, or a coin of a row: [`Kind::Heap`] or [`Kind::Coins`]. What an
    /// option leaves must be smaller.
    Number(N, Kind),
    /// A position of some shape, whose entries stand in the slots; on a board, a
    /// coin, and equal coins of an option cancel.
    Entries {
        /// Whether it is a coin of a board.
        board: bool,
    },
    /// A list.
    Seq(Vec<N>),
}

/// The state of one evaluation.
pub(super) struct Machine<'a, N: Number> {
    slots: Slots<N>,
    /// The names of the slots, for messages.
    pub names: &'a [String],
    /// The values of the parameters.
    pub parameters: &'a Parameters,
    /// The position whose options are wanted; none for expressions by themselves.
    pub origin: Option<Origin<N>>,
    /// The shapes of positions; none where they are numbers or lists.
    pub shapes: &'a [ShapeInfo],
    /// Whether options are put in order: entries or coins whose order means nothing.
    pub reorders: bool,
    /// What has been offered. A component is one number, or where positions have
    /// several entries the flat form that `shaped` describes.
    pub options: &'a mut Options<N::Entry>,
    control: &'a Control,
    steps: u32,
    /// The bytes that `options` takes, roughly, and when to ask for more.
    held: usize,
    granted: usize,
    /// How many infinite walks of options are under way.
    pub infinite_walks: u32,
    /// Set while an `if` has failed inside an infinite walk and only the end of
    /// the walk is looked for: nothing is offered, and faults do not matter.
    pub probing: bool,
    /// Whether the innermost infinite walk has met an option at its current
    /// member, and whether one of these was a position.
    pub met: bool,
    /// See `met`.
    pub met_position: bool,
    /// The components of the option being put together.
    pub sum: Vec<N>,
    /// Where options are a progression: what is added to the entries of each for the next.
    pub steps_on: Vec<N>,
    /// Empty lists for walks that refuse repeats, kept for their memory.
    pub spare_lists: Vec<Vec<N>>,
}

/// How many bytes of options are taken before the control is asked again.
const GRANT: usize = 1 << 16;

impl<'a, N: Number> Machine<'a, N> {
    pub(super) fn new(
        names: &'a [String],
        parameters: &'a Parameters,
        options: &'a mut Options<N::Entry>,
        control: &'a Control,
    ) -> Machine<'a, N> {
        Machine {
            slots: Slots::new(names.len()),
            names,
            parameters,
            origin: None,
            shapes: &[],
            reorders: false,
            options,
            control,
            steps: 0,
            held: 0,
            granted: GRANT,
            infinite_walks: 0,
            probing: false,
            met: false,
            met_position: false,
            sum: Vec::new(),
            steps_on: Vec::new(),
            spare_lists: Vec::new(),
        }
    }

    /// Counts a step, and listens to the control every few thousand.
    #[inline]
    pub(super) fn step(&mut self) -> Result<(), Break> {
        self.steps += 1;
        if self.steps >= N::STEPS_BETWEEN_CHECKS { self.check() } else { Ok(()) }
    }

    /// Counts what is done with so many entries of a list: a step for every few.
    #[inline]
    pub(super) fn pass_over(&mut self, entries: usize) {
        self.steps = self.steps.saturating_add(u32::try_from(entries / 16).unwrap_or(u32::MAX));
    }

    #[cold]
    fn check(&mut self) -> Result<(), Break> {
        let steps = std::mem::take(&mut self.steps);
        Ok(self.control.spend(u64::from(steps))?)
    }

    /// Counts bytes that options and lists of members take, and asks for them now and then.
    #[inline]
    pub(super) fn hold(&mut self, bytes: usize) -> Result<(), Break> {
        self.held = self.held.saturating_add(bytes);
        if self.held > self.granted {
            self.granted = self.held.saturating_add(GRANT);
            self.control.reserve(u64::try_from(self.held).unwrap_or(u64::MAX))?;
        }
        Ok(())
    }

    /// Makes room for `more` components in a sum, and asks for what these take there
    /// and as an option.
    pub(super) fn room_in_sum(&self, sum: &mut Vec<N>, more: usize) -> Result<(), Break> {
        if more <= sum.capacity() - sum.len() {
            return Ok(());
        }
        let each = size_of::<N>() + GROWN * size_of::<N::Entry>();
        let all = sum.len().saturating_add(more).saturating_mul(each);
        let needed = u64::try_from(self.held.saturating_add(all)).unwrap_or(u64::MAX);
        self.control.reserve(needed)?;
        let limit = self.control.memory_limit();
        Ok(sum.try_reserve(more).map_err(|_| Stopped::MemoryLimit { needed, limit })?)
    }

    /// Takes back what was counted for memory that is free again.
    pub(super) fn release(&mut self, bytes: usize) {
        self.held = self.held.saturating_sub(bytes);
    }

    /// The value of a name.
    #[inline]
    pub(super) fn slot(&self, slot: Slot, span: &Span) -> Result<N, Break> {
        self.slot_ref(slot, span).cloned()
    }

    /// The value of a name, where it stands.
    #[inline]
    pub(super) fn slot_ref(&self, slot: Slot, span: &Span) -> Result<&N, Break> {
        match self.slots.as_slice().get(slot.0) {
            Some(value) => Ok(value),
            None => Err(no_value(span)),
        }
    }

    /// Gives a name a value.
    #[inline]
    pub(super) fn bind(&mut self, slot: Slot, value: &N) {
        match self.slots.as_mut_slice().get_mut(slot.0) {
            Some(place) => place.clone_from(value),
            None => self.slots.grow(slot.0, value),
        }
    }

    /// Gives the names of a loop the entries of a member.
    #[inline]
    pub(super) fn bind_all(&mut self, slots: &[Slot], member: &[N]) {
        for (&slot, value) in slots.iter().zip(member) {
            self.bind(slot, value);
        }
    }

    /// The value of a parameter.
    pub(super) fn parameter(&self, id: ParameterId, span: &Span) -> Result<&'a Value, Break> {
        self.parameters.get(id).ok_or_else(|| Break::undefined("a parameter without a value", span))
    }
}

/// How many names live without an allocation; few rules have more.
const INLINE_SLOTS: usize = 8;

/// The values of the names.
enum Slots<N> {
    Inline([N; INLINE_SLOTS]),
    Spilled(Vec<N>),
}

impl<N: Number> Slots<N> {
    fn new(len: usize) -> Slots<N> {
        let zero = || N::from_i128(0);
        if len <= INLINE_SLOTS {
            Slots::Inline(std::array::from_fn(|_| zero()))
        } else {
            Slots::Spilled(vec![zero(); len])
        }
    }

    #[inline]
    fn as_slice(&self) -> &[N] {
        match self {
            Slots::Inline(slots) => slots,
            Slots::Spilled(slots) => slots,
        }
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [N] {
        match self {
            Slots::Inline(slots) => slots,
            Slots::Spilled(slots) => slots,
        }
    }

    /// Makes room for a slot that was not announced.
    #[cold]
    fn grow(&mut self, index: usize, value: &N) {
        let mut slots = self.as_slice().to_vec();
        slots.resize(index + 1, N::from_i128(0));
        slots[index].clone_from(value);
        *self = Slots::Spilled(slots);
    }
}

#[cold]
fn no_value(span: &Span) -> Break {
    Break::undefined("a name without a value", span)
}
