//! Files: tables in several formats, checkpoints of long work, and files that are
//! whole or not there.
//!
//! A table is a stretch of positions with their values. [`write_table`] writes
//! it to anything that takes bytes, [`write_losing`] only the positions that the
//! player to move loses, and [`write_atomically`] makes a file of either that
//! appears under its name when it is complete and not before. [`StoredTable`] reads
//! single values and stretches of a compressed table, which [`TableWriter`] writes
//! value by value. [`Checkpoints`] keep the state of long work, so that it goes on after any
//! end. docs/formats.md describes every format for those who read such files.
//!
//! Certificates are not here yet.

mod atomic;
mod checkpoint;
mod error;
mod format;
mod gtab;
mod labels;
mod lines;
mod losing;
mod npy;
mod rule_mark;
mod sealed;
mod table;

pub use atomic::write_atomically;
pub use checkpoint::{Checkpoint, Checkpoints, PartReader, Save};
pub use error::StoreError;
pub use format::{TableFormat, UnknownFormat};
pub use gtab::{Positions, StoredTable, TableHead, TableWriter};
pub use labels::Labels;
pub use losing::write_losing;
pub use rule_mark::RuleMark;
pub use table::{TableFile, write_table};
