//! Checkpoints: how far long work has come, so that it goes on after any end.
//!
//! A folder holds the last two checkpoints of one run. Each is a manifest that names the
//! rule, the engine and the position reached, and lists the parts of the engine's
//! state: bytes whose meaning only the engine knows. The bytes of a part stand in chunks,
//! files that are written once and never changed; a later checkpoint lists the
//! chunks of an earlier one and adds its own. So a table that only grows is written
//! once, and not again with every checkpoint.
//!
//! What is promised, at whatever moment the process or the machine ends:
//!
//! * The chunks of a checkpoint are on the disk, under their names, before its
//!   manifest is; and the manifest gets its name by a rename. So there is the new
//!   checkpoint or there is not, and the one before it stays whole.
//! * Manifests and chunks are held to checksums when a folder is opened. What is
//!   damaged is told of, and the checkpoint before it is used.
//! * A checkpoint of another rule, of another engine or of a version to come is refused, and nothing in its folder is
//!   changed.
//! * A lock keeps a second run out of the folder; the system gives it back however the
//!   first one ends.
//!
//! Checksums find accidents and no malice: who can write to the folder can make a
//! checkpoint that says what he likes. Chunks are not merged; a run that saves every
//! few minutes for a year has some hundred thousand of them, which the manifest can still list.

mod folder;
mod manifest;
mod part;
mod save;
mod snapshot;

pub use folder::{Checkpoint, Checkpoints};
pub use part::PartReader;
pub use save::Save;

#[cfg(test)]
mod tests;
