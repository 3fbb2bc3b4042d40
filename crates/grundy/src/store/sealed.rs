//! Descriptions in files: one object of JSON, with a magic, a version and a checksum.
//!
//! The magic (8 bytes), the version (4 bytes), the length of the description (4 bytes), the
//! description, and the CRC-32 of all that (4 bytes). Numbers are little endian.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The bytes before the description.
pub(super) const PREFIX: usize = 16;

/// The longest description: room for a rule of 4 MiB whose every letter needs an escape,
/// and for the chunks of years.
const LONGEST: u32 = 32 << 20;

/// The program's name and version, as files carry it.
pub(super) const PROGRAM: &str = concat!("grundy ", env!("CARGO_PKG_VERSION"));

/// A kind of file, and the version that this program writes, the newest that it reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) magic: [u8; 8],
    pub(super) version: u32,
}

/// What is wrong with the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    /// It is another kind of file.
    Foreign,
    /// It is of a version of the format to come.
    Newer(u32),
    /// It is damaged.
    Damaged(&'static str),
}

/// The bytes of a description; none if it is too long.
pub(super) fn seal(kind: Kind, description: &impl Serialize) -> Option<Vec<u8>> {
    let description = serde_json::to_vec(description).ok()?;
    let length = u32::try_from(description.len()).ok().filter(|&length| length <= LONGEST)?;
    let mut bytes = kind.magic.to_vec();
    bytes.extend(kind.version.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(description);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Some(bytes)
}

/// How many bytes it takes in all, told from the first of them, or as many as there are.
pub(super) fn length(kind: Kind, prefix: &[u8]) -> Result<u64, Wrong> {
    let Some(&[magic @ .., v0, v1, v2, v3, l0, l1, l2, l3]) = prefix.first_chunk::<PREFIX>() else {
        let begun = prefix.starts_with(&kind.magic);
        return Err(if begun { Wrong::Damaged("it ends in its head") } else { Wrong::Foreign });
    };
    if magic != kind.magic {
        return Err(Wrong::Foreign);
    }
    let version = u32::from_le_bytes([v0, v1, v2, v3]);
    if version == 0 {
        return Err(Wrong::Damaged("the version, at byte 8, is 0"));
    }
    if version > kind.version {
        return Err(Wrong::Newer(version));
    }
    let length = u32::from_le_bytes([l0, l1, l2, l3]);
    if length > LONGEST {
        return Err(Wrong::Damaged("the length at byte 12 is absurd"));
    }
    Ok(PREFIX as u64 + u64::from(length) + 4)
}

/// What a whole description says.
pub(super) fn open<T: DeserializeOwned>(kind: Kind, bytes: &[u8]) -> Result<T, Wrong> {
    let length = length(kind, bytes)?;
    if bytes.len() as u64 != length {
        return Err(Wrong::Damaged("it ends in its head, or goes on behind it"));
    }
    let Some((said, &checksum)) = bytes.split_last_chunk::<4>() else {
        return Err(Wrong::Damaged("it ends in its head"));
    };
    if u32::from_le_bytes(checksum) != crc32fast::hash(said) {
        return Err(Wrong::Damaged("the head, from byte 0, does not match its checksum"));
    }
    serde_json::from_slice(said.get(PREFIX..).unwrap_or_default())
        .map_err(|_| Wrong::Damaged("the description, from byte 16, cannot be read"))
}
