//! Manifests: what a checkpoint consists of, and the names of its files.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::rule_mark::RuleMark;
use super::super::sealed::{Kind, Wrong, open};

/// The kind of file that a manifest is.
pub(super) const KIND: Kind = Kind { magic: *b"\x89GCKP\r\n\x1a", version: 1 };

/// What a checkpoint consists of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) program: String,
    pub(super) rule: RuleMark,
    pub(super) engine: String,
    pub(super) position: u64,
    pub(super) parts: Vec<Part>,
}

/// A part of the engine's state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) segments: Vec<Segment>,
}

/// A stretch of a part's bytes, in a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Segment {
    /// The number of the checkpoint that wrote it.
    pub(super) saved: u64,
    /// Its number among the segments of that checkpoint.
    pub(super) index: u64,
    /// How many bytes it holds.
    pub(super) bytes: u64,
    /// Their CRC-32.
    pub(super) crc32: u32,
}

impl Manifest {
    /// Reads a manifest. Its sizes add up to a number.
    pub(super) fn read(bytes: &[u8]) -> Result<Manifest, Wrong> {
        let manifest: Manifest = open(KIND, bytes)?;
        let all = manifest.segments().try_fold(0_u64, |all, segment| all.checked_add(segment.bytes));
        all.map(|_| manifest).ok_or(Wrong::Damaged("the sizes of its segments are absurd"))
    }

    pub(super) fn segments(&self) -> impl Iterator<Item = &Segment> {
        self.parts.iter().flat_map(|part| &part.segments)
    }

    pub(super) fn part(&self, name: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.name == name)
    }
}

impl Part {
    /// How many bytes the part has.
    pub(super) fn length(&self) -> u64 {
        self.segments.iter().map(|segment| segment.bytes).sum()
    }
}

impl Segment {
    pub(super) fn path(&self, folder: &Path) -> PathBuf {
        folder.join(segment_name(self.saved, self.index))
    }
}

/// The name of the lock.
pub(super) const LOCK: &str = "lock";

/// How names of files begin that are not complete.
pub(super) const UNFINISHED: &str = ".unfinished-";

pub(super) fn manifest_name(number: u64) -> String {
    format!("{number:010}.manifest")
}

pub(super) fn segment_name(saved: u64, index: u64) -> String {
    format!("{saved:010}-{index}.segment")
}

/// What a file of the folder is, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// The manifest of the checkpoint with this number.
    Manifest(u64),
    /// A segment: the checkpoint that wrote it, and its number there.
    Segment(u64, u64),
    /// A file that was being written when a run ended.
    Unfinished,
}

impl Entry {
    /// What the file of this name is; none if it is none of ours.
    pub(super) fn of(name: &str) -> Option<Entry> {
        let entry = if let Some(number) = name.strip_suffix(".manifest") {
            Entry::Manifest(number.parse().ok()?)
        } else if let Some(numbers) = name.strip_suffix(".segment") {
            let (saved, index) = numbers.split_once('-')?;
            Entry::Segment(saved.parse().ok()?, index.parse().ok()?)
        } else if name.starts_with(UNFINISHED) {
            return Some(Entry::Unfinished);
        } else {
            return None;
        };
        // `+7.manifest` is nobody's, and must not be taken for the manifest it is not.
        let own = match entry {
            Entry::Manifest(number) => manifest_name(number),
            Entry::Segment(saved, index) => segment_name(saved, index),
            Entry::Unfinished => return Some(entry),
        };
        (own == name).then_some(entry)
    }
}
