//! Why a file was not written or read.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::theory::Stopped;

/// Why a file was not written or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The caller asked to stop, or the time was up.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// What is written to does not take the bytes: a full disk, a closed pipe.
    #[error("cannot write the table: {0}")]
    Write(#[from] io::Error),
    /// A file could not be made, completed or given its name.
    #[error("cannot write {}: {source}", path.display())]
    File {
        /// The name the file was to have.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The name of the file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file is not what it should be: damaged, cut short, of another kind, of another
    /// rule or of a version to come.
    #[error("{} {what} ({cure})", path.display())]
    Unfit {
        /// The name of the file.
        path: PathBuf,
        /// What is wrong, and where.
        what: String,
        /// What to do instead.
        cure: String,
    },
    /// The format cannot hold this table.
    #[error("{what} ({cure})")]
    Format {
        /// What does not fit.
        what: String,
        /// What to ask for instead.
        cure: String,
    },
}
