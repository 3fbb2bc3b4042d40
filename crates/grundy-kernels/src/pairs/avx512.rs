//! Marks of xors, for processors with AVX-512, its permutations of bytes and its shifts of
//! pairs of words included.
//!
//! What is not marked yet is a table in registers. A lane's number picks the table's
//! entry, so that 32 or 64 pairs cost some five instructions, however many marks are
//! missing. The numbers that were picked are gathered, and marked a tile at a time: the
//! table is older than they are, and some of them come twice.
#![allow(unsafe_code, reason = "loads and stores of whole registers")]

use std::arch::x86_64::*;

use crate::registers::{Number, load, store};

/// Whether the processor has what these kernels are compiled for.
#[inline]
pub(super) fn available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// So many pairs are looked at with the same table.
const TILE: usize = 1024;

/// Numbers found in a tile, and room for the rest of a register that is stored at their end.
const ROOM: usize = TILE + 64;

/// If so many were found in a tile, all vectors of the next one are taken to have some:
/// that costs less than to guess which.
const OFTEN: usize = 4;

/// How many marks one table of halves serves.
const HALVES: usize = 1024;

/// The places that are not marked; those beyond the marks count as marked.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn unmarked<const N: usize>(marks: &[bool]) -> [u64; N] {
    let mut missing = [0; N];
    let (whole, rest) = marks.as_chunks::<64>();
    for (word, marks) in missing.iter_mut().zip(whole) {
        let marks = load(marks);
        *word = _mm512_testn_epi8_mask(marks, marks);
    }
    if let Some(word) = missing.get_mut(whole.len()) {
        *word = rest.iter().rev().fold(0, |word, &mark| word << 1 | u64::from(!mark));
    }
    missing
}

/// Finds the xors that `picked` picks, the numbers of two registers at a time: how many
/// there are, at the head of `found`. A lane is picked if its bit is set; there are `N`
/// lanes. The slices are as long as each other, and no longer than a tile.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn find<T: Copy + Number + Default, const N: usize, const OFTEN: bool>(
    left: &[T],
    right: &[T],
    found: &mut [T; ROOM],
    picked: impl Fn(__m512i) -> u64,
    gather: impl Fn(u64, __m512i) -> __m512i,
) -> usize {
    let mut end = 0;
    let mut keep = |numbers, lanes: u64| {
        // Each pair is kept once at most, so that this room is always there.
        let room = found.get_mut(end..).and_then(|rest| rest.first_chunk_mut::<N>());
        if let Some(room) = room {
            store(room, gather(lanes, numbers));
            end += lanes.count_ones() as usize;
        }
    };
    let ((left, left_rest), (right, right_rest)) = (left.as_chunks::<N>(), right.as_chunks::<N>());
    let ((left, left_last), (right, right_last)) = (left.as_chunks::<2>(), right.as_chunks::<2>());
    for (left, right) in left.iter().zip(right) {
        let [first, second] = [0, 1].map(|half| _mm512_xor_si512(load(&left[half]), load(&right[half])));
        let [first_lanes, second_lanes] = [picked(first), picked(second)];
        if OFTEN || first_lanes | second_lanes != 0 {
            keep(first, first_lanes);
            keep(second, second_lanes);
        }
    }
    for (left, right) in left_last.iter().zip(right_last) {
        let numbers = _mm512_xor_si512(load(left), load(right));
        keep(numbers, picked(numbers));
    }
    if !left_rest.is_empty() {
        let [mut whole_left, mut whole_right] = [[T::default(); N]; 2];
        whole_left[..left_rest.len()].copy_from_slice(left_rest);
        whole_right[..right_rest.len()].copy_from_slice(right_rest);
        let numbers = _mm512_xor_si512(load(&whole_left), load(&whole_right));
        keep(numbers, picked(numbers) & u64::MAX >> (64 - left_rest.len()));
    }
    end
}

#[inline]
#[allow(clippy::cast_possible_truncation, reason = "there are 32 lanes")]
fn low_half(lanes: u64) -> u32 {
    lanes as u32
}

/// Marks these numbers, and takes them out of `missing`.
#[inline]
fn mark(numbers: impl Iterator<Item = usize>, marks: &mut [bool], missing: &mut [u64]) {
    for number in numbers {
        if let (Some(mark), Some(word)) = (marks.get_mut(number), missing.get_mut(number / 64)) {
            *mark = true;
            *word &= !(1 << (number % 64));
        }
    }
}

/// See [`mark_xors`](super::mark_xors); the slices are as long as each other.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn mark_bytes(left: &[u8], right: &[u8], marks: &mut [bool]) {
    match marks.len() {
        0..=64 => bytes::<1>(left, right, marks),
        65..=128 => bytes::<2>(left, right, marks),
        _ => bytes::<4>(left, right, marks),
    }
}

/// `N` is 1, 2 or 4, so many registers as the table takes with a byte for each mark.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn bytes<const N: usize>(left: &[u8], right: &[u8], marks: &mut [bool]) {
    let mut missing = unmarked::<N>(marks);
    let mut found = [0_u8; ROOM];
    let mut often = true;
    for (left, right) in left.chunks(TILE).zip(right.chunks(TILE)) {
        let tables = missing.map(|word| _mm512_movm_epi8(word));
        let picked = |numbers| {
            // A number too large for the tables may seem to be there.
            let picked = match tables[..] {
                [table] => _mm512_permutexvar_epi8(numbers, table),
                [low, high] => _mm512_permutex2var_epi8(low, numbers, high),
                [a, b, c, d] => {
                    let low = _mm512_permutex2var_epi8(a, numbers, b);
                    let high = _mm512_permutex2var_epi8(c, numbers, d);
                    _mm512_mask_blend_epi8(_mm512_movepi8_mask(numbers), low, high)
                }
                _ => _mm512_set1_epi8(-1),
            };
            _mm512_movepi8_mask(picked)
        };
        let gather = |lanes, numbers| _mm512_maskz_compress_epi8(lanes, numbers);
        let end = match often {
            true => find::<u8, 64, true>(left, right, &mut found, picked, gather),
            false => find::<u8, 64, false>(left, right, &mut found, picked, gather),
        };
        mark(found[..end].iter().map(|&number| number.into()), marks, &mut missing);
        often = end >= OFTEN;
    }
}

/// See [`mark_xors`](super::mark_xors); the slices are as long as each other.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn mark_halves(left: &[u16], right: &[u16], marks: &mut [bool]) {
    if marks.len() <= HALVES {
        return halves::<false>(left, right, 0, marks);
    }
    for (first, marks) in (0..=u16::MAX).step_by(HALVES).zip(marks.chunks_mut(HALVES)) {
        halves::<true>(left, right, first, marks);
    }
}

/// Marks the numbers from `first` on, a multiple of the number of marks that there are at
/// most. Without `WIDE` it is 0, and few numbers should be too large for the table.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn halves<const WIDE: bool>(left: &[u16], right: &[u16], first: u16, marks: &mut [bool]) {
    let flip = _mm512_set1_epi16(first.cast_signed());
    let mut missing = unmarked::<{ HALVES / 64 }>(marks);
    let mut found = [0_u16; ROOM];
    let mut often = true;
    for (left, right) in left.chunks(TILE).zip(right.chunks(TILE)) {
        // A bit for each mark, in words of 16 bits that are turned by one, so that the
        // shift brings the bit that is asked for to the highest place.
        let (words, _) = missing.as_chunks::<8>();
        let [low, high] =
            [load(&words[0]), load(&words[1])].map(|table| _mm512_shrdi_epi16::<1>(table, table));
        let picked = |numbers| {
            let numbers = if WIDE { _mm512_xor_si512(numbers, flip) } else { numbers };
            // The permutation reads the low six bits of the index and the shift the low four.
            let words = _mm512_permutex2var_epi16(low, _mm512_srli_epi16::<4>(numbers), high);
            let picked = _mm512_movepi16_mask(_mm512_shrdv_epi16(words, words, numbers));
            match WIDE {
                true => u64::from(picked & _mm512_testn_epi16_mask(numbers, _mm512_set1_epi16(!0x3ff))),
                false => u64::from(picked),
            }
        };
        let gather = |lanes, numbers| _mm512_maskz_compress_epi16(low_half(lanes), numbers);
        let end = match often {
            true => find::<u16, 32, true>(left, right, &mut found, picked, gather),
            false => find::<u16, 32, false>(left, right, &mut found, picked, gather),
        };
        mark(found[..end].iter().map(|&number| (number ^ first).into()), marks, &mut missing);
        often = end >= OFTEN;
    }
}
