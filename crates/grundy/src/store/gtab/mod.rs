//! Compressed table files, `.gtab`: any one value is read by reading one block.
//!
//! A file is a head that names the rule and the positions, blocks of values that
//! are compressed each by itself, an index of the blocks, and a tail. Writing goes
//! straight on, so that a table need not be in memory, nor its length be known, when
//! the first block is written; reading begins at the tail. docs/formats.md describes
//! every byte.
//!
//! * Blocks are compressed by DEFLATE (RFC 1951), which about every language reads out of
//!   the box, and so are the checksums: CRC-32 as in RFC 1952. It finds every change
//!   of up to 32 bits in a row, and of the rest all but one in 2^32.
//! * The low bytes of a block's values come first, then the next higher, and so on:
//!   values of two bytes are for the most part below 256 or close to each other, and
//!   their high bytes then take next to nothing.
//! * Every checksum of a block covers its number too, so that a block in another's
//!   place is no block.
//! * What is read is never believed: sizes are bounded before memory is taken for them.
//!
//! Tables that go on where an older file ended are not here: a checkpoint does that.

mod block;
mod head;
mod read;
mod tail;
mod write;

use super::sealed::Kind;
pub use head::{Positions, TableHead};
pub use read::StoredTable;
pub use write::TableWriter;
pub(super) use write::table;

/// As in PNG files (RFC 2083), the first byte is no text, and the line ends show whether the
/// file was taken for one on its way.
const KIND: Kind = Kind { magic: *b"\x89GTAB\r\n\x1a", version: 1 };

/// How many values a block holds; the last one may hold fewer.
const BLOCK: u32 = 1 << 16;

#[cfg(test)]
mod tests;
