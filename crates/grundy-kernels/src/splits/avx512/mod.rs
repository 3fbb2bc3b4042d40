//! The kernels for processors with AVX-512, its byte permutations included.
//!
//! Sets of 64 heaps are gathered as *planes*: byte j of plane p has the codes 8p, ..., 8p + 7
//! of heap j. So 64 other parts are looked up at once, and the planes become sets in
//! the end.
#![allow(unsafe_code, reason = "loads and stores of whole registers")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "codes and places are below 256, and lanes are taken apart"
)]

mod codes;
mod open;

use std::arch::x86_64::*;

pub(super) use codes::{find_codes_16, find_codes_32, find_codes_64};
pub(super) use open::{
    CHECKED, CHECKED_WORDS, FEW, FEW_CODES, find_open_narrow, find_open_words, first_lanes,
};

use super::{Others, Partner, WINDOW, Words, portable};
use crate::registers::{Number, load, store};

/// Whether the processor has what these kernels are compiled for.
#[inline]
pub(super) fn available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

#[inline]
#[target_feature(enable = "avx512f")]
fn everywhere(byte: u8) -> __m512i {
    _mm512_set1_epi8(byte.cast_signed())
}

/// The same 16 bytes four times.
#[inline]
#[target_feature(enable = "avx512f")]
fn lanes(bytes: [u8; 16]) -> __m512i {
    let words = bytes.as_chunks::<8>().0;
    let (low, high) = (i64::from_le_bytes(words[0]), i64::from_le_bytes(words[1]));
    _mm512_set_epi64(high, low, high, low, high, low, high, low)
}

/// By code below 64, its bit if that is in the plane.
#[inline]
#[target_feature(enable = "avx512f")]
fn bits_of_plane(plane: usize) -> __m512i {
    load(&std::array::from_fn::<u8, 64, _>(|code| if code / 8 == plane { 1 << (code % 8) } else { 0 }))
}

/// The planes of what splits with these partners lead to, for up to 64 codes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn add_narrow<const P: usize, const ALL: bool>(
    others: &Others<'_>,
    at: usize,
    partners: &[Partner],
    planes: &mut [__m512i; P],
) {
    let bits: [__m512i; P] = std::array::from_fn(|plane| bits_of_plane(plane));
    // In registers, whatever the caller does with them.
    let mut sets = *planes;
    for partner in partners {
        let other = load(others.before(at, partner.distance));
        let led = _mm512_xor_si512(other, everywhere(partner.code));
        for (plane, &bits) in sets.iter_mut().zip(&bits) {
            let led = match ALL {
                true => _mm512_permutexvar_epi8(led, bits),
                false => _mm512_maskz_permutexvar_epi8(others.counted(at, partner.distance), led, bits),
            };
            *plane = _mm512_or_si512(*plane, led);
        }
    }
    *planes = sets;
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn narrow<const P: usize>(others: &Others<'_>, at: usize, partners: &[Partner], planes: &mut [__m512i; P]) {
    match others.excluded {
        None => add_narrow::<P, true>(others, at, partners, planes),
        Some(_) => add_narrow::<P, false>(others, at, partners, planes),
    }
}

/// The planes of what splits with these partners lead to, for the 128 codes with
/// the highest bit `upper`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn wide(others: &Others<'_>, at: usize, partners: &[Partner], upper: bool, planes: &mut [__m512i; 16]) {
    // By the last six bits of a code, its bit in one plane and in the one eight after it.
    let bits: [__m512i; 8] = std::array::from_fn(|plane| bits_of_plane(plane));
    let flip = if upper { 0x80 } else { 0 };
    let (half, quarter) = (everywhere(0x80), everywhere(0x40));
    // In registers, whatever the caller does with them.
    let mut sets = *planes;
    for partner in partners {
        let other = load(others.before(at, partner.distance));
        let led = _mm512_xor_si512(other, everywhere(partner.code ^ flip));
        let here = _mm512_testn_epi8_mask(led, half) & others.counted(at, partner.distance);
        let later = _mm512_movm_epi8(_mm512_test_epi8_mask(led, quarter));
        for (plane, &bits) in bits.iter().enumerate() {
            let bit = _mm512_maskz_permutexvar_epi8(here, led, bits);
            // set | bit & !later, and set | bit & later
            sets[plane] = _mm512_ternarylogic_epi64::<0xf4>(sets[plane], bit, later);
            sets[plane + 8] = _mm512_ternarylogic_epi64::<0xf8>(sets[plane + 8], bit, later);
        }
    }
    *planes = sets;
}

/// The first `P` planes of what splits with these partners lead to, of the 128 codes with the highest bit
/// `upper`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn few<const P: usize>(
    others: &Others<'_>,
    at: usize,
    partners: &[Partner],
    upper: bool,
    planes: &mut [__m512i; 16],
) {
    const { assert!(P <= 8) };
    let bits: [__m512i; P] = std::array::from_fn(|plane| bits_of_plane(plane));
    let flip = if upper { 0x80 } else { 0 };
    let beyond = everywhere(0xc0);
    // In registers, whatever the caller does with them.
    let mut sets: [__m512i; P] = std::array::from_fn(|plane| planes[plane]);
    for partner in partners {
        let other = load(others.before(at, partner.distance));
        let led = _mm512_xor_si512(other, everywhere(partner.code ^ flip));
        let here = _mm512_testn_epi8_mask(led, beyond) & others.counted(at, partner.distance);
        for (set, &bits) in sets.iter_mut().zip(&bits) {
            *set = _mm512_or_si512(*set, _mm512_maskz_permutexvar_epi8(here, led, bits));
        }
    }
    planes[..P].copy_from_slice(&sets);
}

/// At least the first `count` planes of what splits with these partners lead to, of the 128
/// codes with the highest bit `upper`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn first_planes(
    others: &Others<'_>,
    at: usize,
    partners: &[Partner],
    upper: bool,
    count: usize,
    planes: &mut [__m512i; 16],
) {
    match count {
        0 => {}
        1..=2 => few::<2>(others, at, partners, upper, planes),
        3..=4 => few::<4>(others, at, partners, upper, planes),
        5..=8 => few::<8>(others, at, partners, upper, planes),
        _ => wide(others, at, partners, upper, planes),
    }
}

/// The bytes of two planes side by side, those of the first half of each 16 and of
/// the second.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn zip_8(planes: [__m512i; 2]) -> [__m512i; 2] {
    let [low, high] = planes;
    [_mm512_unpacklo_epi8(low, high), _mm512_unpackhi_epi8(low, high)]
}

/// As [`zip_8`], two bytes at a time.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn zip_16(low: __m512i, high: __m512i) -> [__m512i; 2] {
    [_mm512_unpacklo_epi16(low, high), _mm512_unpackhi_epi16(low, high)]
}

/// Four planes as 64 numbers of four bytes: quarter k of the result has the numbers
/// 4k, ..., 4k + 3 of each sixteen.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn quarters(planes: [__m512i; 4]) -> [__m512i; 4] {
    let [a, b, c, d] = planes;
    let [low, high] = zip_8([a, b]);
    let [low_on, high_on] = zip_8([c, d]);
    let [first, second] = zip_16(low, low_on);
    let [third, fourth] = zip_16(high, high_on);
    [first, second, third, fourth]
}

/// The lanes of 16 bytes of four registers: those with number i of each in the i-th.
#[inline]
#[target_feature(enable = "avx512f")]
fn transpose_lanes(rows: [__m512i; 4]) -> [__m512i; 4] {
    let [a, b, c, d] = rows;
    let (front, front_on) =
        (_mm512_shuffle_i32x4::<0b01_00_01_00>(a, b), _mm512_shuffle_i32x4::<0b01_00_01_00>(c, d));
    let (back, back_on) =
        (_mm512_shuffle_i32x4::<0b11_10_11_10>(a, b), _mm512_shuffle_i32x4::<0b11_10_11_10>(c, d));
    [
        _mm512_shuffle_i32x4::<0b10_00_10_00>(front, front_on),
        _mm512_shuffle_i32x4::<0b11_01_11_01>(front, front_on),
        _mm512_shuffle_i32x4::<0b10_00_10_00>(back, back_on),
        _mm512_shuffle_i32x4::<0b11_01_11_01>(back, back_on),
    ]
}

/// Takes the codes of `sets` from the window.
#[inline]
#[target_feature(enable = "avx512f")]
fn take<T: Copy + Number, const N: usize>(window: &mut [T; WINDOW], sets: impl IntoIterator<Item = __m512i>) {
    for (piece, sets) in window.as_chunks_mut::<N>().0.iter_mut().zip(sets) {
        store(piece, _mm512_andnot_si512(sets, load(piece)));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn reach_16(others: &Others<'_>, at: usize, partners: &[Partner], window: &mut [u16; WINDOW]) {
    let mut planes = [_mm512_setzero_si512(); 2];
    narrow(others, at, partners, &mut planes);
    let [low, high] = zip_8(planes);
    // Pairs of eight bytes of both in turn.
    let front = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
    let back = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
    let sets = [front, back].map(|order| _mm512_permutex2var_epi64(low, order, high));
    take::<u16, 32>(window, sets);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn reach_32(others: &Others<'_>, at: usize, partners: &[Partner], window: &mut [u32; WINDOW]) {
    let mut planes = [_mm512_setzero_si512(); 4];
    narrow(others, at, partners, &mut planes);
    take::<u32, 16>(window, transpose_lanes(quarters(planes)));
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn reach_64(others: &Others<'_>, at: usize, partners: &[Partner], window: &mut [u64; WINDOW]) {
    let mut planes = [_mm512_setzero_si512(); 8];
    narrow(others, at, partners, &mut planes);
    let [a, b, c, d, e, f, g, h] = planes;
    let (low, high) = (quarters([a, b, c, d]), quarters([e, f, g, h]));
    // Eighth k has the numbers 2k and 2k + 1 of each sixteen.
    let mut eighths = [_mm512_setzero_si512(); 8];
    for (k, (&low, &high)) in low.iter().zip(&high).enumerate() {
        eighths[2 * k] = _mm512_unpacklo_epi32(low, high);
        eighths[2 * k + 1] = _mm512_unpackhi_epi32(low, high);
    }
    let [a, b, c, d, e, f, g, h] = eighths;
    let (fronts, backs) = (transpose_lanes([a, b, c, d]), transpose_lanes([e, f, g, h]));
    take::<u64, 8>(window, fronts.into_iter().zip(backs).flat_map(|(front, back)| [front, back]));
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn reach_words<const N: usize>(
    others: &Others<'_>,
    at: usize,
    partners: &[Partner],
    window: &mut [Words<N>; WINDOW],
) {
    for half in 0..N / 2 {
        // Where no heap has codes left, none need be taken.
        let left = window
            .iter()
            .fold([0; 2], |[low, high], free| [low | free.0[2 * half], high | free.0[2 * half + 1]]);
        let count = planes_of(left);
        if count == 0 {
            continue;
        }
        let mut planes = [_mm512_setzero_si512(); 16];
        first_planes(others, at, partners, half == 1, count, &mut planes);
        let mut bytes = [[0_u8; WINDOW]; 16];
        for (bytes, plane) in bytes.iter_mut().zip(planes) {
            store(bytes, plane);
        }
        for (lane, free) in window.iter_mut().enumerate() {
            let [low, high] = words(&bytes, lane);
            free.0[2 * half] &= !low;
            free.0[2 * half + 1] &= !high;
        }
    }
}

/// How many of the first planes hold these codes.
#[inline]
fn planes_of([low, high]: [u64; 2]) -> usize {
    let codes = if high == 0 { 64 - low.leading_zeros() } else { 128 - high.leading_zeros() };
    (codes as usize).div_ceil(8)
}

/// The set of one heap from the 16 planes of 128 codes.
#[inline]
fn words(bytes: &[[u8; WINDOW]; 16], lane: usize) -> [u64; 2] {
    [0, 8].map(|first| u64::from_le_bytes(std::array::from_fn(|plane| bytes[first + plane][lane])))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn find_split(parts: &[u8], others: &[u8], code: u8) -> Option<usize> {
    const BACKWARDS: [u8; 64] = {
        let mut bytes = [0; 64];
        let mut index = 0;
        while index < 64 {
            bytes[index] = 63 - index as u8;
            index += 1;
        }
        bytes
    };
    let backwards = load(&BACKWARDS);
    let code_everywhere = everywhere(code);
    let (pieces, rest) = parts.as_chunks::<64>();
    let (other_rest, other_pieces) = others.as_rchunks::<64>();
    for (index, (piece, other)) in pieces.iter().zip(other_pieces.iter().rev()).enumerate() {
        let other = _mm512_permutexvar_epi8(backwards, load(other));
        let found = _mm512_cmpeq_epi8_mask(_mm512_xor_si512(load(piece), other), code_everywhere);
        if found != 0 {
            return Some(64 * index + found.trailing_zeros() as usize);
        }
    }
    let found = portable::find_split(rest, other_rest, code)?;
    Some(64 * pieces.len() + found)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn decode(codes: &[u8], tables: [&[u8; 256]; 2], values: &mut [u8]) {
    const SECOND: u64 = 0xaaaa_aaaa_aaaa_aaaa;
    let [first, second] = tables.map(|table| {
        let quarters = table.as_chunks::<64>().0;
        [load(&quarters[0]), load(&quarters[1])]
    });
    let (pieces, rest) = codes.as_chunks::<64>();
    let (value_pieces, value_rest) = values.as_chunks_mut::<64>();
    for (values, codes) in value_pieces.iter_mut().zip(pieces) {
        let codes = load(codes);
        let by_first = _mm512_permutex2var_epi8(first[0], codes, first[1]);
        let by_second = _mm512_permutex2var_epi8(second[0], codes, second[1]);
        store(values, _mm512_mask_mov_epi8(by_first, SECOND, by_second));
    }
    portable::decode(rest, tables, value_rest);
}
