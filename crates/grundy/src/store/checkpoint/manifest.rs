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
    pub(super) chunks: Vec<Chunk>,
}

/// A stretch of a part's bytes, in a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Chunk {
    /// The number of the checkpoint that wrote it.
    pub(super) saved: u64,
    /// Its number among the chunks of that checkpoint.
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
        let all = manifest.chunks().try_fold(0_u64, |all, chunk| all.checked_add(chunk.bytes));
        all.map(|_| manifest).ok_or(Wrong::Damaged("the sizes of its chunks are absurd"))
    }

    pub(super) fn chunks(&self) -> impl Iterator<Item = &Chunk> {
        self.parts.iter().flat_map(|part| &part.chunks)
    }

    pub(super) fn part(&self, name: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.name == name)
    }
}

impl Part {
    /// How many bytes the part has.
    pub(super) fn length(&self) -> u64 {
        self.chunks.iter().map(|chunk| chunk.bytes).sum()
    }
}

impl Chunk {
    pub(super) fn path(&self, folder: &Path) -> PathBuf {
        folder.join(chunk_name(self.saved, self.index))
    }
}

/// The name of the lock.
pub(super) const LOCK: &str = "lock";

/// How names of files begin that are not complete.
pub(super) const UNFINISHED: &str = ".unfinished-";

pub(super) fn manifest_name(number: u64) -> String {
    format!("{number:010}.manifest")
}

pub(super) fn chunk_name(saved: u64, index: u64) -> String {
    format!("{saved:010}-{index}.chunk")
}

/// What a file of the folder is, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// The manifest of the checkpoint with this number.
    Manifest(u64),
    /// A chunk: the checkpoint that wrote it, and its number there.
    Chunk(u64, u64),
    /// A file that was being written when a run ended.
    Unfinished,
}

impl Entry {
    /// What the file of this name is; none if it is none of ours.
    pub(super) fn of(name: &str) -> Option<Entry> {
        let entry = if let Some(number) = name.strip_suffix(".manifest") {
            Entry::Manifest(number.parse().ok()?)
        } else if let Some(numbers) = name.strip_suffix(".chunk") {
            let (saved, index) = numbers.split_once('-')?;
            Entry::Chunk(saved.parse().ok()?, index.parse().ok()?)
        } else if name.starts_with(UNFINISHED) {
            return Some(Entry::Unfinished);
        } else {
            return None;
        };
        // `+7.manifest` is nobody's, and must not be taken for the manifest it is not.
        let own = match entry {
            Entry::Manifest(number) => manifest_name(number),
            Entry::Chunk(saved, index) => chunk_name(saved, index),
            Entry::Unfinished => return Some(entry),
        };
        (own == name).then_some(entry)
    }
}
