//! The kernels for processors with AVX2.
//!
//! As in `avx512`, sets are gathered as planes: byte j of plane p has the codes 8p, ..., 8p + 7 of
//! heap j. A register holds a *half*, 32 of the 64 heaps. A shuffle looks up 16 entries, and gives
//! nothing where the highest bit of an index is set. So the codes are looked at 16 at a time, with
//! two planes for them, and those that are not among the 16 are given that bit. Sets of 128 and
//! 256 codes are gathered 64 codes at a time, a *quarter* of the largest sets.
#![allow(unsafe_code, reason = "loads and stores of whole registers")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "codes and places are below 256, and halves are taken apart"
)]

mod codes;
mod open;

use std::arch::x86_64::*;

pub(super) use codes::{find_codes_16, find_codes_32, find_codes_far};
pub(super) use open::{find_open_narrow, find_open_words};

use super::{Others, Partner, WINDOW, Words, portable};
use crate::registers::Number;

/// The heaps of a register of bytes.
const HALF: usize = WINDOW / 2;

/// Whether the processor has what these kernels are compiled for.
#[inline]
pub(super) fn available() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
}

impl<const N: usize> Number for Words<N> {}

#[inline]
#[target_feature(enable = "avx2")]
fn load<T: Copy + Number, const N: usize>(from: &[T; N]) -> __m256i {
    const { assert!(size_of::<[T; N]>() == 32) };
    // SAFETY: the 32 bytes that are read are those of the array; any bytes are a register's.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store<T: Copy + Number, const N: usize>(to: &mut [T; N], from: __m256i) {
    const { assert!(size_of::<[T; N]>() == 32) };
    // SAFETY: the 32 bytes that are written are those of the array, and any bytes are numbers.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), from) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn everywhere(byte: u8) -> __m256i {
    _mm256_set1_epi8(byte.cast_signed())
}

/// The same 16 bytes twice.
#[inline]
#[target_feature(enable = "avx2")]
fn twice(bytes: [u8; 16]) -> __m256i {
    let words = bytes.as_chunks::<8>().0;
    let (low, high) = (i64::from_le_bytes(words[0]), i64::from_le_bytes(words[1]));
    _mm256_set_epi64x(high, low, high, low)
}

/// The bits of a half of the lanes as bytes, 0 or 255.
#[inline]
#[target_feature(enable = "avx2")]
fn bytes_of(lanes: u64, half: usize) -> __m256i {
    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    let lanes = (lanes >> (HALF * half)) as u32;
    let places = _mm256_set_epi64x(0x0303_0303_0303_0303, 0x0202_0202_0202_0202, 0x0101_0101_0101_0101, 0);
    let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(lanes.cast_signed()), places);
    let bits = twice(BITS);
    _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bits), bits)
}

/// Indices for a shuffle: codes from `first` on, 16 of them, keep their place, and others have
/// the highest bit.
///
/// `first` is a multiple of 16.
#[inline]
#[target_feature(enable = "avx2")]
fn places(codes: __m256i, first: u8) -> __m256i {
    // What differs from `first` above the lowest four bits is 16 or more.
    _mm256_adds_epu8(_mm256_xor_si256(codes, everywhere(first)), everywhere(0x70))
}

/// Adds to planes of halves, from half `half` on, what splits with these partners lead to: of the 8 * `P` codes from
/// `first` on, a multiple of that.
#[inline]
#[target_feature(enable = "avx2")]
fn add<const P: usize, const H: usize>(
    others: &Others<'_>,
    at: usize,
    half: usize,
    partners: &[Partner],
    first: u8,
    planes: &mut [[__m256i; P]; H],
) {
    match others.excluded {
        None => add_counted::<P, H, true>(others, at, half, partners, first, planes),
        Some(_) => add_counted::<P, H, false>(others, at, half, partners, first, planes),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn add_counted<const P: usize, const H: usize, const ALL: bool>(
    others: &Others<'_>,
    at: usize,
    half: usize,
    partners: &[Partner],
    first: u8,
    planes: &mut [[__m256i; P]; H],
) {
    const LOW: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
    const HIGH: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128];
    const { assert!(P.is_multiple_of(2) && P <= 8 && H <= 2) };
    let bits = [twice(LOW), twice(HIGH)];
    // In registers, whatever the caller does with them.
    let mut sets = *planes;
    for partner in partners {
        let codes = others.before(at, partner.distance).as_chunks::<HALF>().0;
        // Codes from `first` on are below 64 now.
        let code = everywhere(partner.code ^ first);
        for (planes, half) in sets.iter_mut().zip(half..) {
            let mut led = _mm256_xor_si256(load(&codes[half]), code);
            if !ALL {
                // No code, not even that of the sets of 256.
                led = _mm256_or_si256(led, bytes_of(!others.counted(at, partner.distance), half));
            }
            for (planes, first) in planes.as_chunks_mut::<2>().0.iter_mut().zip((0..).step_by(16)) {
                // Of sets of 16 codes, there are no others.
                let place = if P == 2 { led } else { places(led, first) };
                for (plane, bits) in planes.iter_mut().zip(bits) {
                    *plane = _mm256_or_si256(*plane, _mm256_shuffle_epi8(bits, place));
                }
            }
        }
    }
    *planes = sets;
}

/// The bytes of two planes side by side, those of the first half of each 16 and of
/// the second.
#[inline]
#[target_feature(enable = "avx2")]
fn zip_8(low: __m256i, high: __m256i) -> [__m256i; 2] {
    [_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high)]
}

/// Four planes as 32 numbers of four bytes: quarter k of the result has the numbers
/// 4k, ..., 4k + 3 of each sixteen.
#[inline]
#[target_feature(enable = "avx2")]
fn quarters(planes: [__m256i; 4]) -> [__m256i; 4] {
    let [a, b, c, d] = planes;
    let [low, high] = zip_8(a, b);
    let [low_on, high_on] = zip_8(c, d);
    [
        _mm256_unpacklo_epi16(low, low_on),
        _mm256_unpackhi_epi16(low, low_on),
        _mm256_unpacklo_epi16(high, high_on),
        _mm256_unpackhi_epi16(high, high_on),
    ]
}

/// The first 16 bytes of registers, two and two, and then the last.
#[inline]
#[target_feature(enable = "avx2")]
fn sixteens<const N: usize>(registers: [__m256i; N]) -> [__m256i; N] {
    std::array::from_fn(|index| {
        let pair = 2 * index % N;
        let (even, odd) = (registers[pair], registers[pair + 1]);
        match index < N / 2 {
            true => _mm256_permute2x128_si256::<0x20>(even, odd),
            false => _mm256_permute2x128_si256::<0x31>(even, odd),
        }
    })
}

/// The sets of 32 heaps, of 16 codes.
#[inline]
#[target_feature(enable = "avx2")]
fn sets_16(planes: [__m256i; 2]) -> [__m256i; 2] {
    let [low, high] = planes;
    sixteens(zip_8(low, high))
}

/// The same of 32 codes.
#[inline]
#[target_feature(enable = "avx2")]
fn sets_32(planes: [__m256i; 4]) -> [__m256i; 4] {
    sixteens(quarters(planes))
}

/// The same of 64 codes.
#[inline]
#[target_feature(enable = "avx2")]
fn sets_64(planes: [__m256i; 8]) -> [__m256i; 8] {
    let [a, b, c, d, e, f, g, h] = planes;
    let (low, high) = (quarters([a, b, c, d]), quarters([e, f, g, h]));
    // Eighth k has the numbers 2k and 2k + 1 of each sixteen.
    sixteens(std::array::from_fn(|eighth| {
        let (low, high) = (low[eighth / 2], high[eighth / 2]);
        match eighth % 2 {
            0 => _mm256_unpacklo_epi32(low, high),
            _ => _mm256_unpackhi_epi32(low, high),
        }
    }))
}

/// Takes the codes of `sets` from a half of the window.
#[inline]
#[target_feature(enable = "avx2")]
fn take<T: Copy + Number, const N: usize>(
    window: &mut [T; WINDOW],
    half: usize,
    sets: impl IntoIterator<Item = __m256i>,
) {
    let window = &mut window.as_chunks_mut::<HALF>().0[half];
    for (piece, sets) in window.as_chunks_mut::<N>().0.iter_mut().zip(sets) {
        store(piece, _mm256_andnot_si256(sets, load(piece)));
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn reach_16(others: &Others<'_>, at: usize, partners: &[Partner], window: &mut [u16; WINDOW]) {
    let mut planes = [[_mm256_setzero_si256(); 2]; 2];
    add(others, at, 0, partners, 0, &mut planes);
    for (half, planes) in planes.into_iter().enumerate() {
        take::<u16, 16>(window, half, sets_16(planes));
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn reach_32(others: &Others<'_>, at: usize, partners: &[Partner], window: &mut [u32; WINDOW]) {
    let mut planes = [[_mm256_setzero_si256(); 4]; 2];
    add(others, at, 0, partners, 0, &mut planes);
    for (half, planes) in planes.into_iter().enumerate() {
        take::<u32, 8>(window, half, sets_32(planes));
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn reach_64(others: &Others<'_>, at: usize, partners: &[Partner], window: &mut [u64; WINDOW]) {
    for half in 0..2 {
        let mut planes = [[_mm256_setzero_si256(); 8]];
        add(others, at, half, partners, 0, &mut planes);
        take::<u64, 4>(window, half, sets_64(planes[0]));
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn reach_words<const N: usize>(
    others: &Others<'_>,
    at: usize,
    partners: &[Partner],
    window: &mut [Words<N>; WINDOW],
) {
    for (half, window) in window.as_chunks_mut::<HALF>().0.iter_mut().enumerate() {
        for quarter in 0..N {
            let mut planes = [[_mm256_setzero_si256(); 8]];
            add(others, at, half, partners, 64 * quarter as u8, &mut planes);
            let mut sets = [0_u64; HALF];
            for (piece, four) in sets.as_chunks_mut::<4>().0.iter_mut().zip(sets_64(planes[0])) {
                store(piece, four);
            }
            for (free, led) in window.iter_mut().zip(sets) {
                free.0[quarter] &= !led;
            }
        }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn find_split(parts: &[u8], others: &[u8], code: u8) -> Option<usize> {
    const BACKWARDS: [u8; 16] = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
    let backwards = twice(BACKWARDS);
    let code_everywhere = everywhere(code);
    let (pieces, rest) = parts.as_chunks::<HALF>();
    let (other_rest, other_pieces) = others.as_rchunks::<HALF>();
    for (index, (piece, other)) in pieces.iter().zip(other_pieces.iter().rev()).enumerate() {
        // Each sixteen, and then the two of them.
        let other = _mm256_permute4x64_epi64::<0b01_00_11_10>(_mm256_shuffle_epi8(load(other), backwards));
        let found = _mm256_cmpeq_epi8(_mm256_xor_si256(load(piece), other), code_everywhere);
        let found = _mm256_movemask_epi8(found);
        if found != 0 {
            return Some(HALF * index + found.trailing_zeros() as usize);
        }
    }
    let found = portable::find_split(rest, other_rest, code)?;
    Some(HALF * pieces.len() + found)
}
