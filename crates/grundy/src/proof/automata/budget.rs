//! How large automata may become.

use thiserror::Error;

use crate::theory::{Control, Stopped};

/// The most entries of tables of transitions, unless told: 2^24, a few seconds and 256 MiB.
const MOST_ENTRIES: usize = 1 << 24;

/// So many steps may be taken for each entry that is allowed.
const STEPS: usize = 4;

/// What the prover may use.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'c> {
    control: &'c Control,
    /// How many transitions one automaton may have.
    entries: usize,
}

/// Why a formula was not decided. It may be true or false.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Undecided {
    /// An automaton would have too many transitions, or take as much work to make as a few of that size.
    #[error("an automaton with more than {entries} transitions would be needed")]
    TooLarge {
        /// How many are allowed.
        entries: usize,
    },
    /// A limit was reached, or the caller asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl<'c> Budget<'c> {
    /// As much as `control` allows, and 2^24 transitions for each automaton.
    #[must_use]
    pub fn new(control: &'c Control) -> Budget<'c> {
        Budget { control, entries: MOST_ENTRIES }
    }

    /// The same with so many transitions for each automaton.
    #[must_use]
    pub fn with_entries(self, entries: usize) -> Budget<'c> {
        Budget { entries, ..self }
    }

    /// That an automaton would have too many transitions.
    pub(super) fn too_large(&self) -> Undecided {
        Undecided::TooLarge { entries: self.entries }
    }

    /// Whether an automaton may have so many states, each with so many letters.
    pub(in crate::proof) fn allows(&self, states: usize, letters: usize) -> Result<(), Undecided> {
        let too_large = Undecided::TooLarge { entries: self.entries };
        let entries =
            states.checked_mul(letters).filter(|&entries| entries <= self.entries).ok_or(too_large)?;
        // While it is made smaller, it is there twice, and there are its transitions from their ends.
        self.control.reserve(u64::try_from(entries).unwrap_or(u64::MAX).saturating_mul(16))?;
        Ok(self.control.check()?)
    }

    /// Whether one automaton may take so many steps to make.
    pub(super) fn allows_work(&self, steps: usize) -> Result<(), Undecided> {
        if steps / STEPS > self.entries { Err(self.too_large()) } else { Ok(()) }
    }
}
