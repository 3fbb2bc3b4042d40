//! The end of a file: where each block is, and how many values there are.
//!
//! The index has 16 bytes for each block: where it begins (8 bytes), how long it is (4
//! bytes), the CRC-32 of these and of the number of the block (4 bytes). The
//! tail has 28: how many values (8 bytes), where the index begins (8 bytes), the CRC-32 of
//! both (4 bytes), and the end mark.

/// The last bytes of a file.
const END: [u8; 8] = *b"GTABEND\n";

/// The bytes of the tail.
pub(super) const TAIL: usize = 28;

/// The bytes of an entry of the index.
pub(super) const ENTRY: usize = 16;

/// Where a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) start: u64,
    pub(super) length: u32,
}

impl Entry {
    pub(super) fn encode(self, number: u64) -> [u8; ENTRY] {
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&self.start.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.length.to_le_bytes());
        let checksum = checksum(&bytes[..12], number);
        bytes[12..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// The entry, if its checksum is right.
    pub(super) fn decode(bytes: &[u8; ENTRY], number: u64) -> Option<Entry> {
        let [s0, s1, s2, s3, s4, s5, s6, s7, l0, l1, l2, l3, sum @ ..] = *bytes;
        (u32::from_le_bytes(sum) == checksum(&bytes[..12], number)).then(|| Entry {
            start: u64::from_le_bytes([s0, s1, s2, s3, s4, s5, s6, s7]),
            length: u32::from_le_bytes([l0, l1, l2, l3]),
        })
    }
}

/// The tail of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    pub(super) count: u64,
    pub(super) index: u64,
}

impl Tail {
    pub(super) fn encode(self) -> [u8; TAIL] {
        let mut bytes = [0; TAIL];
        bytes[..8].copy_from_slice(&self.count.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.index.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..16]);
        bytes[16..20].copy_from_slice(&checksum.to_le_bytes());
        bytes[20..].copy_from_slice(&END);
        bytes
    }

    /// The tail; the error says what is wrong.
    pub(super) fn decode(bytes: &[u8; TAIL]) -> Result<Tail, &'static str> {
        let [c0, c1, c2, c3, c4, c5, c6, c7, i0, i1, i2, i3, i4, i5, i6, i7, s0, s1, s2, s3, end @ ..] =
            *bytes;
        if end != END {
            return Err("it does not end as table files do, so that it was cut short or lengthened");
        }
        if u32::from_le_bytes([s0, s1, s2, s3]) != crc32fast::hash(&bytes[..16]) {
            return Err("its last 28 bytes do not match their checksum");
        }
        Ok(Tail {
            count: u64::from_le_bytes([c0, c1, c2, c3, c4, c5, c6, c7]),
            index: u64::from_le_bytes([i0, i1, i2, i3, i4, i5, i6, i7]),
        })
    }
}

fn checksum(bytes: &[u8], number: u64) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(bytes);
    hasher.update(&number.to_le_bytes());
    hasher.finalize()
}
