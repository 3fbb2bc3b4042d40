//! The time that all runs with the same checkpoints took together.

use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::store::{Checkpoint, Save, StoreError};

/// The part of a checkpoint that holds it, which is none of the engine's.
const PART: &str = "time";

/// More bytes are none that were written here.
const LONGEST: u64 = 1 << 10;

/// The time used before this run, and when it began.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeUsed {
    before: Saved,
    since: Instant,
}

/// As it is saved, in JSON.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Saved {
    /// Of all runs together.
    milliseconds: u64,
    runs: u64,
}

impl Default for TimeUsed {
    fn default() -> TimeUsed {
        TimeUsed { before: Saved::default(), since: Instant::now() }
    }
}

impl TimeUsed {
    /// The time that led to a checkpoint; none if it does not say.
    pub(super) fn read(checkpoint: Checkpoint<'_>, folder: &Path) -> Result<TimeUsed, StoreError> {
        let Some(part) = checkpoint.part(PART) else { return Ok(TimeUsed::default()) };
        let mut text = Vec::new();
        part.take(LONGEST)
            .read_to_end(&mut text)
            .map_err(|source| StoreError::Read { path: folder.to_owned(), source })?;
        // No value rests on it, so that nonsense counts as nothing.
        let before = serde_json::from_slice(&text).unwrap_or_default();
        Ok(TimeUsed { before, since: Instant::now() })
    }

    /// The same with one more run.
    pub(super) fn next(mut self) -> TimeUsed {
        self.before.runs = self.before.runs.saturating_add(1);
        self
    }

    pub(super) fn runs(self) -> u64 {
        self.before.runs
    }

    /// The time of all runs up to now.
    pub(super) fn all(self) -> Duration {
        Duration::from_millis(self.before.milliseconds).saturating_add(self.since.elapsed())
    }

    pub(super) fn write(self, save: &mut Save<'_>) -> Result<(), StoreError> {
        let milliseconds = u64::try_from(self.all().as_millis()).unwrap_or(u64::MAX);
        let saved = Saved { milliseconds, ..self.before };
        save.replace(PART, &serde_json::to_vec(&saved).expect("numbers can be written"))
    }
}
