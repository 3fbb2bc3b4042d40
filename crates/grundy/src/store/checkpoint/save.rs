//! Writing a checkpoint: everything under other names first, then the names.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::super::atomic::ordinary_permissions;
use super::super::error::StoreError;
use super::super::sealed::{PROGRAM, seal};
use super::folder::{Checkpoints, too_many};
use super::manifest::{Chunk, KIND, Manifest, Part, UNFINISHED, chunk_name, manifest_name};

/// A checkpoint that is being made.
///
/// A part that nothing is said of is not in it. Dropped without
/// [`commit`](Save::commit), or after an error, it leaves everything as it was, and
/// another may be begun.
#[derive(Debug)]
pub struct Save<'a> {
    run: &'a mut Checkpoints,
    number: u64,
    position: u64,
    parts: Vec<Part>,
    /// The chunks of this checkpoint, in the order of their numbers.
    written: Vec<Written>,
    /// Whether some bytes could not be written.
    broken: bool,
}

/// A chunk that has not got its name yet.
#[derive(Debug)]
struct Written {
    file: NamedTempFile,
    hasher: crc32fast::Hasher,
    bytes: u64,
    /// The part it belongs to.
    part: usize,
}

/// Is asked before every step on the disk, so that tests can see what each leaves.
pub(super) type Gate<'g> = &'g mut dyn FnMut(&Path);

impl<'a> Save<'a> {
    pub(super) fn new(run: &'a mut Checkpoints, position: u64) -> Save<'a> {
        let number = run.next;
        Save { run, number, position, parts: Vec::new(), written: Vec::new(), broken: false }
    }

    /// How many bytes the part has in this checkpoint so far; before anything was said of it
    /// here, how many it has in the latest one, and 0 if it is not there.
    #[must_use]
    pub fn length(&self, part: &str) -> u64 {
        let Some(index) = self.index(part) else {
            let latest = self.run.kept.last().and_then(|(_, manifest)| manifest.part(part));
            return latest.map_or(0, Part::length);
        };
        let new = self.written.iter().filter(|written| written.part == index).map(|written| written.bytes);
        self.parts[index].length() + new.sum::<u64>()
    }

    /// Keeps the part as the latest checkpoint has it.
    pub fn keep(&mut self, part: &str) {
        self.part(part, true);
    }

    /// Keeps the part as the latest checkpoint has it, and adds `bytes` at its end.
    /// May be called again to add more; calls for one part in a row make one file.
    ///
    /// # Errors
    ///
    /// [`StoreError::File`] if the bytes cannot be written: this checkpoint cannot be
    /// committed then, and the ones before it stay.
    pub fn append(&mut self, part: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let index = self.part(part, true);
        self.write(index, bytes)
    }

    /// Makes `bytes` the part, whatever it was. [`append`](Save::append) adds more to it.
    ///
    /// # Errors
    ///
    /// As [`Save::append`].
    pub fn replace(&mut self, part: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let index = self.part(part, false);
        self.write(index, bytes)
    }

    /// Puts the checkpoint on the disk and makes it the latest. When this returns, it is
    /// there, whatever happens next; and only the one before it is kept besides.
    ///
    /// # Errors
    ///
    /// [`StoreError::File`] if the system refuses something: the latest checkpoint is
    /// the one before, then.
    pub fn commit(self) -> Result<(), StoreError> {
        self.commit_watched(&mut |_| {})
    }

    pub(super) fn commit_watched(mut self, gate: Gate<'_>) -> Result<(), StoreError> {
        let folder = self.run.folder.clone();
        // Its number is used up, whatever becomes of it.
        self.run.next = self.number.checked_add(1).ok_or_else(|| too_many(&folder))?;
        let failed = |source: io::Error| StoreError::File { path: folder.clone(), source };
        if self.broken {
            return Err(failed(io::Error::other("a part of the checkpoint could not be written")));
        }
        for (index, written) in self.written.drain(..).enumerate() {
            let Written { file, hasher, bytes, part } = written;
            let chunk = Chunk { saved: self.number, index: index as u64, bytes, crc32: hasher.finalize() };
            gate(&folder);
            file.as_file().sync_all().map_err(failed)?;
            gate(&folder);
            file.persist(folder.join(chunk_name(chunk.saved, chunk.index)))
                .map_err(|error| failed(error.error))?;
            self.parts[part].chunks.push(chunk);
        }
        gate(&folder);
        // The names of the chunks are on the disk before the manifest speaks of them.
        sync_folder(&folder).map_err(failed)?;
        let manifest = Manifest {
            program: PROGRAM.to_owned(),
            rule: self.run.rule.clone(),
            engine: self.run.engine.clone(),
            position: self.position,
            parts: self.parts,
        };
        let sealed = seal(KIND, &manifest).ok_or_else(|| StoreError::Format {
            what: "the rule, or the list of chunks, is too long for a checkpoint".to_owned(),
            cure: "give a new folder".to_owned(),
        })?;
        let mut file = unfinished(&folder)?;
        file.write_all(&sealed).map_err(failed)?;
        gate(&folder);
        file.as_file().sync_all().map_err(failed)?;
        gate(&folder);
        file.persist(folder.join(manifest_name(self.number))).map_err(|error| failed(error.error))?;
        gate(&folder);
        let synced = sync_folder(&folder).map_err(failed);
        gate(&folder);
        // The manifest has its name, so the checkpoint counts; the older ones stay as
        // long as the name may be lost.
        synced?;
        self.run.accept(self.number, manifest);
        gate(&folder);
        Ok(())
    }

    fn index(&self, part: &str) -> Option<usize> {
        self.parts.iter().position(|known| known.name == part)
    }

    /// The index of the part, which is there afterwards: at first with the chunks of
    /// the latest checkpoint, or without any.
    fn part(&mut self, name: &str, kept: bool) -> usize {
        if let Some(index) = self.index(name) {
            if !kept {
                self.parts[index].chunks.clear();
                self.written.retain(|written| written.part != index);
            }
            return index;
        }
        let latest = self.run.kept.last().and_then(|(_, manifest)| manifest.part(name)).filter(|_| kept);
        let chunks = latest.map_or(Vec::new(), |part| part.chunks.clone());
        self.parts.push(Part { name: name.to_owned(), chunks });
        self.parts.len() - 1
    }

    fn write(&mut self, part: usize, bytes: &[u8]) -> Result<(), StoreError> {
        if bytes.is_empty() {
            return Ok(());
        }
        if self.written.last().is_none_or(|last| last.part != part) {
            self.broken = true;
            let file = unfinished(&self.run.folder)?;
            self.broken = false;
            self.written.push(Written { file, hasher: crc32fast::Hasher::new(), bytes: 0, part });
        }
        let Some(last) = self.written.last_mut() else { return Ok(()) };
        if let Err(source) = last.file.write_all(bytes) {
            // Some of the bytes may be there: the chunk is of no use any more.
            self.broken = true;
            return Err(StoreError::File { path: self.run.folder.clone(), source });
        }
        last.hasher.update(bytes);
        last.bytes += bytes.len() as u64;
        Ok(())
    }
}

/// A file that is removed unless it gets a name.
fn unfinished(folder: &Path) -> Result<NamedTempFile, StoreError> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    if let Some(permissions) = ordinary_permissions() {
        builder.permissions(permissions);
    }
    builder.tempfile_in(folder).map_err(|source| StoreError::File { path: folder.to_owned(), source })
}

/// Puts the names in a folder on the disk. Where folders cannot be opened, as in
/// Windows, the system keeps them in order by itself.
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        Ok(folder) => folder.sync_all(),
        Err(_) => Ok(()),
    }
}
