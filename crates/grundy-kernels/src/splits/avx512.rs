//! The kernels for processors with AVX-512, its byte permutations included.
#![allow(unsafe_code, reason = "loads and stores of whole registers")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "codes and places are below 256, and lanes are taken apart"
)]

use std::arch::x86_64::*;

use super::{Partner, Rows, WINDOW, Words};

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
fn load<T: Copy, const N: usize>(from: &[T; N]) -> __m512i {
    const { assert!(size_of::<[T; N]>() == 64) };
    // SAFETY: the 64 bytes that are read are those of the array; any bytes are a register's.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store<T: Copy + Number, const N: usize>(to: &mut [T; N], from: __m512i) {
    const { assert!(size_of::<[T; N]>() == 64) };
    // SAFETY: the 64 bytes that are written are those of the array, and any bytes are numbers.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), from) }
}

/// A type of which any bytes are a value.
trait Number {}
impl Number for u32 {}
impl Number for u64 {}

/// The bytes 0, 1, ..., 63.
#[inline]
#[target_feature(enable = "avx512f")]
fn counting() -> __m512i {
    const COUNTING: [u8; 64] = {
        let mut bytes = [0; 64];
        let mut index = 0;
        while index < 64 {
            bytes[index as usize] = index;
            index += 1;
        }
        bytes
    };
    load(&COUNTING)
}

/// The codes that splits with these partners lead to, of the 8 * `P` codes from
/// `first` on: byte j of plane p has a bit for each of the codes `first` + 8p ...
/// of heap j. Codes from `number` on are left out if `FILTERED`, and must not be
/// there if not.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
fn planes<const P: usize, const FILTERED: bool>(
    codes: &[u8],
    at: usize,
    partners: &[Partner],
    first: usize,
    number: usize,
) -> [__m512i; P] {
    // By code, its bit if that is in the plane.
    let mut bits = [_mm512_setzero_si512(); P];
    for (plane, bits) in bits.iter_mut().enumerate() {
        let mut table = [0_u8; 64];
        for bit in 0..8 {
            table[first + 8 * plane + bit] = 1 << bit;
        }
        *bits = load(&table);
    }
    let mut planes = [_mm512_setzero_si512(); P];
    // The bits that only codes too large for the mask have.
    let high = _mm512_set1_epi8((256 - number) as u8 as i8);
    let mut partners = partners;
    while let [Partner { code, .. }, ..] = partners {
        let same = partners.iter().take_while(|partner| partner.code == *code).count();
        if usize::from(*code) >= number {
            // With a small code it leads to a large one.
            partners = &partners[same..];
            continue;
        }
        // The table of the bits by what the other part's code is.
        let index = _mm512_xor_si512(counting(), _mm512_set1_epi8(code.cast_signed()));
        let mut tables = bits;
        for table in &mut tables {
            *table = _mm512_permutexvar_epi8(index, *table);
        }
        for partner in &partners[..same] {
            let others = codes[at - partner.distance..].first_chunk::<WINDOW>();
            let others = load(others.expect("the other parts are there"));
            for (plane, &table) in planes.iter_mut().zip(&tables) {
                let bits = match FILTERED {
                    true => {
                        _mm512_maskz_permutexvar_epi8(_mm512_testn_epi8_mask(others, high), others, table)
                    }
                    false => _mm512_permutexvar_epi8(others, table),
                };
                *plane = _mm512_or_si512(*plane, bits);
            }
        }
        partners = &partners[same..];
    }
    planes
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

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn or_partners_32<const FILTERED: bool>(
    codes: &[u8],
    at: usize,
    upper: &[Partner],
    lower: &[Partner],
    window: &mut [u32; WINDOW],
) {
    let [low, low_on] = planes::<2, FILTERED>(codes, at, lower, 0, 32);
    let [high, high_on] = planes::<2, FILTERED>(codes, at, upper, 16, 32);
    let masks = transpose_lanes(quarters([low, low_on, high, high_on]));
    let (pieces, _) = window.as_chunks_mut::<16>();
    for (piece, mask) in pieces.iter_mut().zip(masks) {
        store(piece, _mm512_or_si512(load(piece), mask));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn or_partners_64<const FILTERED: bool>(
    codes: &[u8],
    at: usize,
    upper: &[Partner],
    lower: &[Partner],
    window: &mut [u64; WINDOW],
) {
    let low = quarters(planes::<4, FILTERED>(codes, at, lower, 0, 64));
    let high = quarters(planes::<4, FILTERED>(codes, at, upper, 32, 64));
    // Eighth k has the numbers 2k and 2k + 1 of each sixteen.
    let mut eighths = [_mm512_setzero_si512(); 8];
    for (k, (&low, &high)) in low.iter().zip(&high).enumerate() {
        eighths[2 * k] = _mm512_unpacklo_epi32(low, high);
        eighths[2 * k + 1] = _mm512_unpackhi_epi32(low, high);
    }
    let [a, b, c, d, e, f, g, h] = eighths;
    let fronts = transpose_lanes([a, b, c, d]);
    let backs = transpose_lanes([e, f, g, h]);
    let (pieces, _) = window.as_chunks_mut::<8>();
    for ([front, back], (front_mask, back_mask)) in
        pieces.as_chunks_mut::<2>().0.iter_mut().zip(fronts.into_iter().zip(backs))
    {
        store(front, _mm512_or_si512(load(front), front_mask));
        store(back, _mm512_or_si512(load(back), back_mask));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn find_codes_32(
    rows: &Rows<u32>,
    window: &mut [u32; WINDOW],
    found: &mut [u8],
    needed: [&[u32]; 2],
) -> usize {
    let (pieces, _) = window.as_chunks_mut::<16>();
    let mut w: [__m512i; 4] = std::array::from_fn(|i| load(&pieces[i]));
    let nothing = _mm512_setzero_si512();
    let [needed_even, needed_odd] = needed.map(|needed| &needed[..16]);
    let all_rows = rows.rows.first_chunk::<32>().expect("each code has a row");
    let all_ahead = rows.ahead.first_chunk::<32>().expect("each code has a row");
    let row = |row: &[u32; WINDOW], i: usize| {
        // SAFETY: a row has four times sixteen numbers, and `i` is below 4.
        unsafe { _mm512_loadu_si512(row.as_ptr().add(16 * i).cast()) }
    };
    let mut done = 0;
    if rows.apart {
        let (pairs, _) = found.as_chunks_mut::<2>();
        for pair in pairs {
            let both = _mm_cvtsi128_si64(_mm512_castsi512_si128(w[0])).cast_unsigned();
            let (first, second) = (both as u32, (both >> 32) as u32);
            let (x, y) =
                ((!(first >> 16)).trailing_zeros() as usize, (!(second >> 16)).trailing_zeros() as usize);
            let (Some(x_needed), Some(y_needed)) = (needed_even.get(x), needed_odd.get(y)) else { break };
            if (x_needed & !first) | (y_needed & !second) != 0 {
                break;
            }
            *pair = [16 + x as u8, 16 + y as u8];
            let (x_row, y_row) = (&all_ahead[(16 + x) & 31], &all_rows[(16 + y) & 31]);
            let moved = [
                _mm512_alignr_epi32::<2>(w[1], w[0]),
                _mm512_alignr_epi32::<2>(w[2], w[1]),
                _mm512_alignr_epi32::<2>(w[3], w[2]),
                _mm512_alignr_epi32::<2>(nothing, w[3]),
            ];
            for i in 0..4 {
                w[i] = _mm512_ternarylogic_epi32::<0xfe>(moved[i], row(x_row, i), row(y_row, i));
            }
            done += 2;
        }
    }
    let mut needed = if done % 2 == 0 { [needed_even, needed_odd] } else { [needed_odd, needed_even] };
    for found in &mut found[done..] {
        let mask = _mm_cvtsi128_si32(_mm512_castsi512_si128(w[0])).cast_unsigned();
        let x = (!(mask >> 16)).trailing_zeros() as usize;
        match needed[0].get(x) {
            Some(needed) if needed & !mask == 0 => {}
            _ => break,
        }
        *found = 16 + x as u8;
        let x_row = &all_rows[(16 + x) & 31];
        w = [
            _mm512_or_si512(_mm512_alignr_epi32::<1>(w[1], w[0]), row(x_row, 0)),
            _mm512_or_si512(_mm512_alignr_epi32::<1>(w[2], w[1]), row(x_row, 1)),
            _mm512_or_si512(_mm512_alignr_epi32::<1>(w[3], w[2]), row(x_row, 2)),
            _mm512_or_si512(_mm512_alignr_epi32::<1>(nothing, w[3]), row(x_row, 3)),
        ];
        done += 1;
        needed.swap(0, 1);
    }
    for (piece, w) in pieces.iter_mut().zip(w) {
        store(piece, w);
    }
    done
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn find_codes_64(
    rows: &Rows<u64>,
    window: &mut [u64; WINDOW],
    found: &mut [u8],
    needed: [&[u64]; 2],
) -> usize {
    let (pieces, _) = window.as_chunks_mut::<8>();
    let mut w: [__m512i; 8] = std::array::from_fn(|i| load(&pieces[i]));
    let nothing = _mm512_setzero_si512();
    let [needed_even, needed_odd] = needed.map(|needed| &needed[..32]);
    let all_rows = rows.rows.first_chunk::<64>().expect("each code has a row");
    let all_ahead = rows.ahead.first_chunk::<64>().expect("each code has a row");
    let row = |row: &[u64; WINDOW], i: usize| {
        // SAFETY: a row has eight times eight numbers, and `i` is below 8.
        unsafe { _mm512_loadu_si512(row.as_ptr().add(8 * i).cast()) }
    };
    let mut done = 0;
    if rows.apart {
        let (pairs, _) = found.as_chunks_mut::<2>();
        for pair in pairs {
            let both = _mm512_castsi512_si128(w[0]);
            let first = _mm_cvtsi128_si64(both).cast_unsigned();
            let second = _mm_cvtsi128_si64(_mm_unpackhi_epi64(both, both)).cast_unsigned();
            let (x, y) =
                ((!(first >> 32)).trailing_zeros() as usize, (!(second >> 32)).trailing_zeros() as usize);
            let (Some(x_needed), Some(y_needed)) = (needed_even.get(x), needed_odd.get(y)) else { break };
            if (x_needed & !first) | (y_needed & !second) != 0 {
                break;
            }
            *pair = [32 + x as u8, 32 + y as u8];
            let (x_row, y_row) = (&all_ahead[(32 + x) & 63], &all_rows[(32 + y) & 63]);
            for i in 0..8 {
                let next = if i < 7 { w[i + 1] } else { nothing };
                let moved = _mm512_alignr_epi64::<2>(next, w[i]);
                w[i] = _mm512_ternarylogic_epi64::<0xfe>(moved, row(x_row, i), row(y_row, i));
            }
            done += 2;
        }
    }
    let mut needed = if done % 2 == 0 { [needed_even, needed_odd] } else { [needed_odd, needed_even] };
    for found in &mut found[done..] {
        let mask = _mm_cvtsi128_si64(_mm512_castsi512_si128(w[0])).cast_unsigned();
        let x = (!(mask >> 32)).trailing_zeros() as usize;
        match needed[0].get(x) {
            Some(needed) if needed & !mask == 0 => {}
            _ => break,
        }
        *found = 32 + x as u8;
        let x_row = &all_rows[(32 + x) & 63];
        for i in 0..8 {
            let next = if i < 7 { w[i + 1] } else { nothing };
            w[i] = _mm512_or_si512(_mm512_alignr_epi64::<1>(next, w[i]), row(x_row, i));
        }
        done += 1;
        needed.swap(0, 1);
    }
    for (piece, w) in pieces.iter_mut().zip(w) {
        store(piece, w);
    }
    done
}

/// As [`planes`], for the upper or the lower half of 16 * `P` codes; larger ones are left out.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
fn wide_planes<const P: usize>(
    codes: &[u8],
    at: usize,
    partners: &[Partner],
    in_upper: bool,
) -> [__m512i; P] {
    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    const { assert!(P == 8 || P == 16) };
    let everywhere = |byte: u8| _mm512_set1_epi8(byte.cast_signed());
    let lanes = |bytes: [u8; 16]| {
        let words = bytes.as_chunks::<8>().0;
        let (low, high) = (i64::from_le_bytes(words[0]), i64::from_le_bytes(words[1]));
        _mm512_set_epi64(high, low, high, low, high, low, high, low)
    };
    let bits = lanes(BITS);
    let chosen: [__m512i; P] = std::array::from_fn(|plane| {
        lanes(std::array::from_fn(|other| if other == plane { 0xff } else { 0 }))
    });
    let mut planes = [_mm512_setzero_si512(); P];
    // A shuffle gives nothing where the highest bit is set.
    let flip = if in_upper { 8 * P as u8 } else { 0 };
    let high_nibble = everywhere(0x0f);
    for partner in partners {
        let others = codes[at - partner.distance..].first_chunk::<WINDOW>();
        let others = load(others.expect("the other parts are there"));
        let mut led = _mm512_xor_si512(others, everywhere(partner.code));
        led = _mm512_xor_si512(led, everywhere(flip));
        if P == 8 {
            // The class is bit 6, and codes with bit 7 are too large.
            let others = _mm512_test_epi8_mask(led, everywhere(0xc0));
            led = _mm512_mask_mov_epi8(led, others, everywhere(0x80));
        }
        let bit = _mm512_shuffle_epi8(bits, led);
        let plane_of = _mm512_and_si512(_mm512_srli_epi16::<3>(led), high_nibble);
        for (plane, &chosen) in planes.iter_mut().zip(&chosen) {
            // plane | bit & chosen
            let chosen = _mm512_shuffle_epi8(chosen, plane_of);
            *plane = _mm512_ternarylogic_epi32::<0xf8>(*plane, bit, chosen);
        }
    }
    planes
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn or_partners_words<const N: usize, const P: usize>(
    codes: &[u8],
    at: usize,
    upper: &[Partner],
    lower: &[Partner],
    window: &mut [Words<N>; WINDOW],
) {
    let low = wide_planes::<P>(codes, at, lower, false);
    let high = wide_planes::<P>(codes, at, upper, true);
    for (half, planes) in [low, high].into_iter().enumerate() {
        for (eighth, eight) in planes.as_chunks::<8>().0.iter().enumerate() {
            let mut bytes = [[0_u64; 8]; 8];
            for (bytes, &plane) in bytes.iter_mut().zip(eight) {
                store(bytes, plane);
            }
            let word = half * N / 2 + eighth;
            for (heap, mask) in window.iter_mut().enumerate() {
                let byte = |plane: &[u64; 8]| plane[heap / 8] >> (heap % 8 * 8) & 0xff;
                let bits = bytes
                    .iter()
                    .zip((0..).step_by(8))
                    .fold(0, |bits, (plane, shift)| bits | byte(plane) << shift);
                mask.0[word] |= bits;
            }
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn find_split(codes: &[u8], total: usize, least: usize, most: usize, code: u8) -> Option<usize> {
    let (parts, others) = (&codes[least..=most], &codes[total - most..=total - least]);
    let backwards = _mm512_sub_epi8(_mm512_set1_epi8(63), counting());
    let code_everywhere = _mm512_set1_epi8(code.cast_signed());
    let (pieces, rest) = parts.as_chunks::<64>();
    let (other_rest, other_pieces) = others.as_rchunks::<64>();
    for (index, (piece, other)) in pieces.iter().zip(other_pieces.iter().rev()).enumerate() {
        let other = _mm512_permutexvar_epi8(backwards, load(other));
        let found = _mm512_cmpeq_epi8_mask(_mm512_xor_si512(load(piece), other), code_everywhere);
        if found != 0 {
            return Some(least + 64 * index + found.trailing_zeros() as usize);
        }
    }
    let done = 64 * pieces.len();
    let found = rest.iter().zip(other_rest.iter().rev()).position(|(part, other)| part ^ other == code)?;
    Some(least + done + found)
}
