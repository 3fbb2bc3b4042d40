//! Engines saved and taken back.

use std::io::{BufReader, Read};

use super::super::error::StoreError;
use super::folder::{Checkpoint, unfit};
use super::save::Save;
use crate::engine::{RestoreError, Resumable, SavedParts, Snapshot};
use crate::theory::Control;

impl Save<'_> {
    /// Writes the state of `engine`, whose format must be the engine's name in this folder.
    ///
    /// # Errors
    ///
    /// As [`Save::append`].
    pub fn engine(&mut self, engine: &dyn Resumable) -> Result<(), StoreError> {
        let mut writing = Writing { save: self, failed: None };
        engine.snapshot(&mut writing);
        writing.failed.map_or(Ok(()), Err)
    }
}

/// A snapshot on its way to the disk.
struct Writing<'s, 'a> {
    save: &'s mut Save<'a>,
    /// What went wrong first: nothing is written after it.
    failed: Option<StoreError>,
}

impl Snapshot for Writing<'_, '_> {
    fn length(&self, part: &str) -> u64 {
        self.save.length(part)
    }

    fn append(&mut self, part: &str, bytes: &[u8]) {
        if self.failed.is_none() {
            self.failed = self.save.append(part, bytes).err();
        }
    }

    fn replace(&mut self, part: &str, bytes: &[u8]) {
        if self.failed.is_none() {
            self.failed = self.save.replace(part, bytes).err();
        }
    }
}

impl Checkpoint<'_> {
    /// Lets `engine`, which was just made for the same rule, go on from this checkpoint.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unfit`] if the engine can make nothing of its parts, [`StoreError::Read`]
    /// if they cannot be read, [`StoreError::Stopped`] if `control` says so or the memory does
    /// not suffice. The engine is of no use then.
    pub fn restore(self, engine: &mut dyn Resumable, control: &Control) -> Result<(), StoreError> {
        let folder = self.folder();
        engine.restore(self.position(), &self, control).map_err(|error| match error {
            RestoreError::Stopped(stopped) => StoreError::Stopped(stopped),
            RestoreError::Read { source, .. } => StoreError::Read { path: folder.to_owned(), source },
            senseless @ RestoreError::Senseless { .. } => unfit(
                folder,
                format!("holds a checkpoint that nothing can go on from: {senseless}"),
                "begin anew with another folder, or bring the files back from a copy",
            ),
        })
    }
}

impl SavedParts for Checkpoint<'_> {
    fn length(&self, part: &str) -> Option<u64> {
        Some(self.part(part)?.length())
    }

    fn read(&self, part: &str) -> Option<Box<dyn Read + '_>> {
        Some(Box::new(BufReader::new(self.part(part)?)))
    }
}
