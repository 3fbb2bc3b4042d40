//! What long work must offer so that it can be saved at any time and goes on after
//! any end.
//!
//! An engine whose work may take days is [`Resumable`]: between two calls of
//! [`advance`](Resumable::advance) its state can be written to a [`Snapshot`] as named *parts*
//! of bytes, and an engine that has just been made for the same rule takes them back by
//! [`restore`](Resumable::restore). Engines know no files: whoever keeps the bytes (`store`) implements
//! [`Snapshot`] and [`SavedParts`].
//!
//! What is saved is believed, as far as it makes sense: whoever keeps it has checksums.
//! A law is no part: a proof is made again from the values.

use std::fmt::Debug;
use std::io::{self, Read};

use thiserror::Error;

use crate::proof::PeriodProof;
use crate::ruleset::Halt;
use crate::theory::{Control, Nimber, Stopped, Values};

/// The computation of the values of heaps 0, 1, 2, ... in their order, which can be saved
/// between any two calls and go on from what was saved.
pub trait Resumable: Debug {
    /// What the parts of a snapshot mean, with a version of that: "values 1". What was saved under
    /// one name can be restored under the same, by whichever engine has it, and under no other.
    fn format(&self) -> &'static str;

    /// How many values are known: those of the heaps below this one.
    fn known(&self) -> u64;

    /// Computes values until `length` are known in all, or a law is proved, whichever
    /// comes first: after success [`known`](Resumable::known) is at least `length`, or
    /// [`law`](Resumable::law) says what the later values are.
    ///
    /// # Errors
    ///
    /// [`Halt`] if the rule breaks or a limit is reached. What was found before that
    /// stays, can be saved, and a later call goes on from it.
    fn advance(&mut self, length: u64, control: &Control) -> Result<(), Halt>;

    /// Writes the whole state, but for what the snapshot has of it already. A part that
    /// nothing is written to, not even no bytes, is not in the snapshot. No part is called `time`.
    fn snapshot(&self, snapshot: &mut dyn Snapshot);

    /// Takes back what was saved when `known` values were known. The engine must have been
    /// made for the same rule and never have been asked for anything.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if the bytes make no sense, cannot be read or take too much
    /// memory. The engine is of no use then. There is no panic, whatever the bytes are.
    fn restore(&mut self, known: u64, parts: &dyn SavedParts, control: &Control) -> Result<(), RestoreError>;

    /// What is worth telling of the values that are known.
    fn statistics(&mut self) -> Statistics;

    /// The values of the heaps `from` to `to`, both included; none if the engine does not keep
    /// them, or they are neither known nor follow from its law.
    ///
    /// # Errors
    ///
    /// [`Halt::Stopped`] if a limit is reached.
    fn stretch(&mut self, from: u64, to: u64, control: &Control) -> Result<Option<Values>, Halt>;

    /// The law, if one is proved: no value needs to be computed any more.
    fn law(&self) -> Option<&PeriodProof>;
}

impl<R: Resumable + ?Sized> Resumable for &mut R {
    fn format(&self) -> &'static str {
        (**self).format()
    }

    fn known(&self) -> u64 {
        (**self).known()
    }

    fn advance(&mut self, length: u64, control: &Control) -> Result<(), Halt> {
        (**self).advance(length, control)
    }

    fn snapshot(&self, snapshot: &mut dyn Snapshot) {
        (**self).snapshot(snapshot);
    }

    fn restore(&mut self, known: u64, parts: &dyn SavedParts, control: &Control) -> Result<(), RestoreError> {
        (**self).restore(known, parts, control)
    }

    fn statistics(&mut self) -> Statistics {
        (**self).statistics()
    }

    fn stretch(&mut self, from: u64, to: u64, control: &Control) -> Result<Option<Values>, Halt> {
        (**self).stretch(from, to, control)
    }

    fn law(&self) -> Option<&PeriodProof> {
        (**self).law()
    }
}

/// Where the parts of a state are written.
///
/// What goes wrong is kept and told by whoever made the snapshot, when it is complete.
pub trait Snapshot {
    /// How many bytes the part has so far: those that are kept from the snapshot before,
    /// if nothing was written to it yet. 0 for a part that was never there.
    fn length(&self, part: &str) -> u64;

    /// Adds bytes to the end of the part, after those of the snapshot before; with no
    /// bytes the part is kept as it is.
    fn append(&mut self, part: &str, bytes: &[u8]);

    /// Makes these bytes the part, whatever it was. [`append`](Snapshot::append) adds more.
    fn replace(&mut self, part: &str, bytes: &[u8]);
}

/// Where the parts of a state are read.
pub trait SavedParts {
    /// How many bytes the part has; none if there is no such part.
    fn length(&self, part: &str) -> Option<u64>;

    /// The bytes of the part from its beginning; none if there is no such part.
    fn read(&self, part: &str) -> Option<Box<dyn Read + '_>>;

    /// The whole part, if it is there and has no more than `most` bytes, which `control` is asked for.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if it is longer, or cannot be read, or if there is no memory for it.
    fn read_all(&self, part: &str, most: u64, control: &Control) -> Result<Option<Vec<u8>>, RestoreError> {
        let (Some(length), Some(mut reader)) = (self.length(part), self.read(part)) else { return Ok(None) };
        if length > most {
            return Err(RestoreError::senseless(part, "it is too long"));
        }
        control.reserve(length)?;
        let mut bytes = Vec::new();
        let read = reader.read_to_end(&mut bytes);
        read.map_err(|source| RestoreError::Read { part: part.to_owned(), source })?;
        Ok(Some(bytes))
    }
}

/// What is worth telling of long work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Statistics {
    /// The largest value, and the first heap that has it; none if no value is known.
    pub largest: Option<(Nimber, u64)>,
    /// The rare heaps, if the engine tells rare heaps from common ones.
    pub rares: Option<Rares>,
}

/// The rare heaps of a game with a sparse space: what the computation costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rares {
    /// How many there are.
    pub count: u64,
    /// The last of them; none if there is none.
    pub last: Option<u64>,
}

/// Why what was saved is not taken back.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// A limit was reached, or the caller asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A part cannot be read.
    #[error("the part `{part}` cannot be read")]
    Read {
        /// The part.
        part: String,
        /// Why not.
        source: io::Error,
    },
    /// The bytes are those of no state of this rule.
    #[error("the part `{part}` makes no sense: {what}")]
    Senseless {
        /// The part.
        part: String,
        /// What is wrong with it.
        what: String,
    },
}

impl RestoreError {
    /// The error that `part` makes no sense.
    #[must_use]
    pub fn senseless(part: &str, what: impl Into<String>) -> RestoreError {
        RestoreError::Senseless { part: part.to_owned(), what: what.into() }
    }
}
