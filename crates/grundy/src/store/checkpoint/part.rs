//! Reading the bytes of a part, chunk by chunk.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::super::error::StoreError;
use super::folder::unfit;
use super::manifest::Chunk;
use crate::theory::Control;

/// The bytes of a part of a checkpoint, in order.
///
/// Every chunk is held to its length and its checksum again at its end; a chunk
/// that was changed since the folder was opened is an error of the kind
/// [`io::ErrorKind::InvalidData`] there.
#[derive(Debug)]
pub struct PartReader {
    folder: PathBuf,
    chunks: Vec<Chunk>,
    /// How many chunks are read to their ends.
    done: usize,
    open: Option<Opened>,
}

#[derive(Debug)]
struct Opened {
    file: File,
    left: u64,
    hasher: crc32fast::Hasher,
}

impl PartReader {
    pub(super) fn new(folder: &Path, chunks: Vec<Chunk>) -> PartReader {
        PartReader { folder: folder.to_owned(), chunks, done: 0, open: None }
    }

    /// How many bytes the part has.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.chunks.iter().map(|chunk| chunk.bytes).sum()
    }

    /// Reads everything, only to see whether it is whole.
    pub(super) fn verify(mut self, control: &Control) -> Result<(), StoreError> {
        let mut bytes = vec![0; 1 << 18];
        loop {
            control.check()?;
            match self.read(&mut bytes) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(source) => {
                    let path = self
                        .chunks
                        .get(self.done)
                        .map_or(self.folder.clone(), |chunk| chunk.path(&self.folder));
                    return Err(match source.kind() {
                        io::ErrorKind::InvalidData => unfit(
                            &path,
                            format!("is damaged: {source}"),
                            "the checkpoint before it is used, if there is one",
                        ),
                        _ => StoreError::Read { path, source },
                    });
                }
            }
        }
    }
}

impl Read for PartReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let invalid = |what| io::Error::new(io::ErrorKind::InvalidData, what);
        while let Some(chunk) = self.chunks.get(self.done) {
            let opened = match &mut self.open {
                Some(opened) => opened,
                none => {
                    let file = File::open(chunk.path(&self.folder))?;
                    if file.metadata()?.len() != chunk.bytes {
                        return Err(invalid("it has another length than its manifest says"));
                    }
                    none.insert(Opened { file, left: chunk.bytes, hasher: crc32fast::Hasher::new() })
                }
            };
            if opened.left == 0 {
                let checksum = opened.hasher.clone().finalize();
                if checksum != chunk.crc32 {
                    return Err(invalid("it does not match its checksum"));
                }
                self.open = None;
                self.done += 1;
                continue;
            }
            if bytes.is_empty() {
                return Ok(0);
            }
            let wanted = usize::try_from(opened.left).unwrap_or(usize::MAX).min(bytes.len());
            let read = opened.file.read(&mut bytes[..wanted])?;
            if read == 0 {
                return Err(invalid("it is shorter than it was"));
            }
            opened.hasher.update(&bytes[..read]);
            opened.left -= read as u64;
            return Ok(read);
        }
        Ok(0)
    }
}
