//! One block of values, compressed by itself.
//!
//! A head of 12 bytes: the bytes of each value (1, 2, 4 or 8), the method (0 plain, 1
//! DEFLATE), two zeros, how many values (4 bytes), the CRC-32 of all this, of the number
//! of the block (8 bytes) and of the data (4 bytes). Then the data.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// The bytes before the data.
pub(super) const HEAD: usize = 12;

/// Half way between fast and small: higher levels take twice the time for a per cent.
const LEVEL: u8 = 6;

const PLAIN: u8 = 0;
const DEFLATE: u8 = 1;

/// The longest that a block of so many values can be.
pub(super) fn longest(count: u32) -> u64 {
    HEAD as u64 + 8 * u64::from(count)
}

/// The bytes of the block with this number.
pub(super) fn encode(number: u64, values: &[u64]) -> Vec<u8> {
    let widest = values.iter().fold(0, |all, value| all | value);
    let width: u8 = match widest {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xffff_ffff => 4,
        _ => 8,
    };
    let mut planes = Vec::with_capacity(values.len() * usize::from(width));
    for plane in 0..usize::from(width) {
        planes.extend(values.iter().map(|value| value.to_le_bytes()[plane]));
    }
    let packed = compress_to_vec(&planes, LEVEL);
    // What does not become shorter stays as it is, so that a block has a greatest length.
    let (method, data) = if packed.len() < planes.len() { (DEFLATE, packed) } else { (PLAIN, planes) };
    let count = u32::try_from(values.len()).expect("a block holds at most 2^16 values");
    let mut block = vec![width, method, 0, 0];
    block.extend(count.to_le_bytes());
    block.extend(checksum(number, &block, &data).to_le_bytes());
    block.extend(data);
    block
}

/// The values of the block with this number, which holds `count` of them; the error
/// says what is wrong.
pub(super) fn decode(number: u64, block: &[u8], count: u32) -> Result<Vec<u64>, &'static str> {
    let (Some(head), Some(data)) = (block.first_chunk::<HEAD>(), block.get(HEAD..)) else {
        return Err("is too short for a block");
    };
    let [width, method, zero, more, c0, c1, c2, c3, s0, s1, s2, s3] = *head;
    if u32::from_le_bytes([s0, s1, s2, s3]) != checksum(number, &head[..8], data) {
        return Err("does not match its checksum");
    }
    let width_known = matches!(width, 1 | 2 | 4 | 8);
    if !width_known || zero != 0 || more != 0 || u32::from_le_bytes([c0, c1, c2, c3]) != count {
        return Err("has a head that makes no sense");
    }
    let count = usize::try_from(count).map_err(|_| "is too large for this machine")?;
    let length = count.checked_mul(usize::from(width)).ok_or("is too large for this machine")?;
    let unpacked;
    let planes: &[u8] = match method {
        PLAIN => data,
        DEFLATE => {
            unpacked = decompress_to_vec_with_limit(data, length).map_err(|_| "cannot be decompressed")?;
            &unpacked
        }
        _ => return Err("is compressed by a method that this program does not know"),
    };
    if planes.len() != length {
        return Err("holds another number of values than it should");
    }
    let mut values = vec![0; count];
    for (plane, bytes) in planes.chunks_exact(count.max(1)).enumerate() {
        for (value, &byte) in values.iter_mut().zip(bytes) {
            *value |= u64::from(byte) << (8 * plane);
        }
    }
    Ok(values)
}

fn checksum(number: u64, head: &[u8], data: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(&number.to_le_bytes());
    hasher.update(data);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_every_width_come_back() {
        let noise = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for shift in [63, 56, 48, 33, 32, 31, 8, 0] {
            for count in [1, 2, 255, 5000] {
                for values in [
                    (0..count).map(|n| noise(n) >> shift).collect::<Vec<u64>>(),
                    (0..count).map(|n| (n % 7) << (63 - shift)).collect(),
                ] {
                    let block = encode(3, &values);
                    let count = u32::try_from(values.len()).unwrap();
                    assert!(block.len() as u64 <= longest(count));
                    assert_eq!(decode(3, &block, count).as_ref(), Ok(&values));
                    assert!(decode(4, &block, count).is_err());
                    assert!(decode(3, &block, count - 1).is_err());
                }
            }
        }
    }

    /// A block whose checksum is right may still be made to harm.
    #[test]
    fn what_is_inside_is_not_believed() {
        let sealed = |width: u8, method: u8, count: u32, data: &[u8]| {
            let mut block = vec![width, method, 0, 0];
            block.extend(count.to_le_bytes());
            block.extend(checksum(0, &block, data).to_le_bytes());
            block.extend(data);
            block
        };
        let bomb = compress_to_vec(&vec![0; 1 << 24], 9);
        for (block, count) in [
            (sealed(1, DEFLATE, 4, &bomb), 4),
            (sealed(1, DEFLATE, 4, b"\xff\xff\xff"), 4),
            (sealed(1, DEFLATE, 4, &compress_to_vec(b"abc", 6)), 4),
            (sealed(1, PLAIN, 4, b"abc"), 4),
            (sealed(1, PLAIN, 4, b"abcde"), 4),
            (sealed(3, PLAIN, 1, b"abc"), 1),
            (sealed(0, PLAIN, 1, b""), 1),
            (sealed(1, 2, 3, b"abc"), 3),
            (b"short".to_vec(), 1),
        ] {
            assert!(decode(0, &block, count).is_err(), "{:?}", &block[..block.len().min(12)]);
        }
        assert!(decode(0, &sealed(1, PLAIN, 3, b"abc"), 3).is_ok());
    }
}
