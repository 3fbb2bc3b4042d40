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

use std::arch::x86_64::*;

use super::rows::PLACES;
use super::{Front, Mask, Needed, Others, Partner, Rows, WINDOW, Words, portable};

/// After so many partners it is seen how many heaps lack something.
pub(super) const CHECKED: usize = 8;

/// The same for sets of several words, of which each partner costs more.
pub(super) const CHECKED_WORDS: usize = 32;

/// Once so few heaps lack something, the first heaps are looked at for each.
pub(super) const FEW: u32 = 6;

/// For sets of several words: once so few codes are lacking in all.
pub(super) const FEW_CODES: u32 = 64;

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
pub(super) trait Number {}
impl Number for u8 {}
impl Number for u16 {}
impl Number for u32 {}
impl Number for u64 {}

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
    // By code, its bit if that is in the plane.
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
        let mut planes = [_mm512_setzero_si512(); 16];
        wide(others, at, partners, half == 1, &mut planes);
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

/// The set of one heap from the 16 planes of 128 codes.
#[inline]
fn words(bytes: &[[u8; WINDOW]; 16], lane: usize) -> [u64; 2] {
    [0, 8].map(|first| u64::from_le_bytes(std::array::from_fn(|plane| bytes[first + plane][lane])))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn find_codes_16(rows: &Rows<u16>, window: &mut [u16; WINDOW], found: &mut [u8]) -> usize {
    match rows.apart {
        1 => find_codes::<u16, 2, 4, 1>(rows, window, found),
        2 | 3 => find_codes::<u16, 2, 4, 2>(rows, window, found),
        _ => find_codes::<u16, 2, 4, 4>(rows, window, found),
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn find_codes_32(rows: &Rows<u32>, window: &mut [u32; WINDOW], found: &mut [u8]) -> usize {
    match rows.apart {
        1 => find_codes::<u32, 4, 2, 1>(rows, window, found),
        _ => find_codes::<u32, 4, 2, 2>(rows, window, found),
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn find_codes_64(rows: &Rows<u64>, window: &mut [u64; WINDOW], found: &mut [u8]) -> usize {
    find_codes::<u64, 8, 1, 1>(rows, window, found)
}

/// Finds `L` codes at a time: as many as there are sets in eight bytes. `STEP` heaps in a row do not lead
/// to each other. The window is in `N` registers.
///
/// What is needed for the next code goes through numbers of eight bytes: the sets of the
/// heaps at hand, and of as many after them. The registers follow, with time to spare.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
fn find_codes<M: Mask + Number, const N: usize, const L: usize, const STEP: usize>(
    rows: &Rows<M>,
    window: &mut [M; WINDOW],
    found: &mut [u8],
) -> usize {
    const { assert!(size_of::<M>() * L == 8 && size_of::<M>() * WINDOW == 64 * N && N >= 2) };
    const { assert!(L <= PLACES) };
    const { assert!(STEP >= 1 && L.is_multiple_of(STEP)) };
    assert!(rows.rows.len() == (M::CODES + 1) * PLACES, "each code has a row, and none has one");
    let bits = 64 / L;
    let row = |code: usize, place: usize| -> *const u8 {
        debug_assert!(code <= M::CODES && place < PLACES);
        // SAFETY: a code is at most the number of codes, and a place below 4, so there is such a row.
        unsafe { rows.rows.as_ptr().add(code * PLACES + place).cast() }
    };
    // SAFETY: as above; a row has 64 * `N` bytes, and `N` is at least 2.
    let eight = |code: usize, place: usize| unsafe { row(code, place).cast::<u64>().read() };
    // SAFETY: as above; a row stands in cache lines of its own.
    let register = |code: usize, place: usize, index: usize| unsafe {
        _mm512_load_si512(row(code, place).add(64 * index).cast())
    };
    let ones = _mm512_set1_epi8(-1);
    let place = window.as_mut_ptr().cast::<u8>();
    // SAFETY: the window has 64 * `N` bytes.
    let mut sets: [__m512i; N] =
        std::array::from_fn(|index| unsafe { _mm512_loadu_si512(place.add(64 * index).cast()) });
    let mut near = _mm_cvtsi128_si64(_mm512_castsi512_si128(sets[0])).cast_unsigned();
    let mut done = 0;
    for group in found.as_chunks_mut::<L>().0 {
        let first = _mm512_castsi512_si128(sets[0]);
        let mut next = _mm_cvtsi128_si64(_mm_unpackhi_epi64(first, first)).cast_unsigned();
        let mut codes = [0; L];
        for step in (0..L).step_by(STEP) {
            for i in 0..STEP {
                let set = near >> (bits * i);
                // The bit after the last code stands where no code is free.
                codes[step + i] = if L == 1 { set } else { set | 1 << bits }.trailing_zeros() as usize;
            }
            if step + STEP < L {
                near >>= (bits * STEP) % 64;
                for i in 0..STEP {
                    near &= eight(codes[step + i], STEP - 1 - i);
                }
            }
        }
        if codes.iter().any(|&code| code >= M::CODES) {
            break;
        }
        *group = codes.map(|code| code as u8);
        for (i, &code) in codes.iter().enumerate() {
            next &= eight(code, L - 1 - i);
        }
        near = next;
        let moved: [__m512i; N] = std::array::from_fn(|index| {
            let after = if index + 1 < N { sets[index + 1] } else { ones };
            _mm512_alignr_epi64::<1>(after, sets[index])
        });
        for index in 0..N {
            let mut set = moved[index];
            for pair in 0..L / 2 {
                let (i, j) = (2 * pair, 2 * pair + 1);
                let (a, b) = (register(codes[i], L - 1 - i, index), register(codes[j], L - 1 - j, index));
                // set & a & b
                set = _mm512_ternarylogic_epi64::<0x80>(set, a, b);
            }
            if L == 1 {
                set = _mm512_and_si512(set, register(codes[0], 0, index));
            }
            sets[index] = set;
        }
        done += L;
    }
    for (index, set) in sets.into_iter().enumerate() {
        // SAFETY: the window has 64 * `N` bytes, and any bytes are sets.
        unsafe { _mm512_storeu_si512(place.add(64 * index).cast(), set) };
    }
    // The rest of a group, or what stands before a set that is empty.
    let rest = found.len().min(done + L);
    done + portable::find_codes(rows, window, &mut found[done..rest])
}

/// How many of the codes of plane `plane` are among the first `counts`, as bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn needed_in(plane: usize, counts: __m512i) -> __m512i {
    const FIRST: [u8; 16] = [0, 1, 3, 7, 15, 31, 63, 127, 255, 0, 0, 0, 0, 0, 0, 0];
    let beyond = _mm512_subs_epu8(counts, everywhere(8 * plane as u8));
    _mm512_shuffle_epi8(lanes(FIRST), _mm512_min_epu8(beyond, everywhere(8)))
}

/// The lanes below `count`.
pub(super) fn first_lanes(count: usize) -> u64 {
    if count < WINDOW { (1 << count) - 1 } else { !0 }
}

/// What is needed and not there.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn lacking<const P: usize>(needed: &[__m512i; P], planes: &[__m512i; P]) -> (__m512i, u64) {
    let mut any = _mm512_setzero_si512();
    for (&needed, &plane) in needed.iter().zip(planes) {
        // any | needed & !plane
        any = _mm512_ternarylogic_epi64::<0xf4>(any, needed, plane);
    }
    (any, _mm512_test_epi8_mask(any, any))
}

/// How many codes are needed and not there, in all heaps together.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2")]
fn count_lacking<const P: usize>(needed: &[__m512i; P], planes: &[__m512i; P]) -> u32 {
    let mut count = 0;
    for (&needed, &plane) in needed.iter().zip(planes) {
        let mut words = [0_u64; 8];
        store(&mut words, _mm512_andnot_si512(plane, needed));
        count += words.iter().map(|word| word.count_ones()).sum::<u32>();
    }
    count
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn find_open_narrow<M: Mask, const P: usize>(
    others: &Others<'_>,
    at: usize,
    partners: &[Partner],
    front: &Front,
    needed: &Needed,
    count: usize,
    open: &mut [M; WINDOW],
) -> u64 {
    const { assert!(P <= 8 && M::CODES == 8 * P) };
    let own = load(others.before(at, 0));
    // The second half of the table is for odd heaps.
    let odd = if at.is_multiple_of(2) { 0xaaaa_aaaa_aaaa_aaaa } else { 0x5555_5555_5555_5555 };
    let index = _mm512_mask_add_epi8(own, odd, own, everywhere(64));
    let [even_counts, odd_counts] = [0, 64]
        .map(|first| load(needed.short[first..].first_chunk::<64>().expect("the table has two halves")));
    let counts = _mm512_permutex2var_epi8(even_counts, index, odd_counts);
    let counts = _mm512_maskz_mov_epi8(first_lanes(count), counts);
    let wanted: [__m512i; P] = std::array::from_fn(|plane| needed_in(plane, counts));
    let mut planes = [_mm512_setzero_si512(); P];
    let mut lanes = lacking(&wanted, &planes).1;
    for partners in partners.chunks(CHECKED) {
        if lanes.count_ones() <= FEW {
            break;
        }
        narrow(others, at, partners, &mut planes);
        lanes = lacking(&wanted, &planes).1;
    }
    if lanes != 0 {
        let mut bytes = [[0_u8; WINDOW]; P];
        for (bytes, (&wanted, &plane)) in bytes.iter_mut().zip(wanted.iter().zip(&planes)) {
            store(bytes, _mm512_andnot_si512(plane, wanted));
        }
        let mut left = lanes;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let mut set = M::EMPTY;
            for (plane, bytes) in bytes.iter().enumerate() {
                let mut codes = bytes[lane];
                while codes != 0 {
                    let code = (8 * plane + codes.trailing_zeros() as usize) as u8;
                    codes &= codes - 1;
                    if !reaches(others, at + lane, front, code) {
                        set = set.with(code);
                    }
                }
            }
            open[lane] = set;
            if set == M::EMPTY {
                lanes ^= 1 << lane;
            }
        }
    }
    lanes
}

/// Whether the heap reaches this code by a split into a heap of `front` and another.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn reaches(others: &Others<'_>, heap: usize, front: &Front, code: u8) -> bool {
    let code = everywhere(code);
    front.looks().any(|(block, distance)| {
        let led = _mm512_xor_si512(load(others.before(heap, distance)), load(&block.codes));
        let counted = block.counted & others.counted(heap, distance);
        _mm512_mask_cmpeq_epi8_mask(counted, led, code) != 0
    })
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(super) fn find_open_words<const N: usize>(
    others: &Others<'_>,
    at: usize,
    partners: &[Partner],
    front: &Front,
    needed: &Needed,
    count: usize,
    open: &mut [Words<N>; WINDOW],
) -> u64
where
    Words<N>: Mask,
{
    let counts = &needed.counts;
    let mut own = *others.before(at, 0);
    for (lane, own) in own.iter_mut().enumerate() {
        *own = if lane < count { counts[(at + lane) % 2][usize::from(*own)] } else { 0 };
    }
    let counts = load(&own);
    open.fill(Words([0; N]));
    let mut all_lanes = 0;
    for half in 0..N / 2 {
        let wanted: [__m512i; 16] = std::array::from_fn(|plane| needed_in(16 * half + plane, counts));
        let mut planes = [_mm512_setzero_si512(); 16];
        let mut lanes = lacking(&wanted, &planes).1;
        for partners in partners.chunks(CHECKED_WORDS) {
            if lanes == 0 || count_lacking(&wanted, &planes) <= FEW_CODES {
                break;
            }
            wide(others, at, partners, half == 1, &mut planes);
            lanes = lacking(&wanted, &planes).1;
        }
        if lanes != 0 {
            let mut bytes = [[0_u8; WINDOW]; 16];
            for (bytes, (&wanted, &plane)) in bytes.iter_mut().zip(wanted.iter().zip(&planes)) {
                store(bytes, _mm512_andnot_si512(plane, wanted));
            }
            for (lane, open) in open.iter_mut().enumerate() {
                let [low, high] = words(&bytes, lane);
                open.0[2 * half] = low;
                open.0[2 * half + 1] = high;
            }
            all_lanes |= lanes;
        }
    }
    for (lane, open) in open.iter_mut().enumerate() {
        if all_lanes >> lane & 1 == 1 {
            let mut left = *open;
            while let Some(code) = left.least() {
                let one = Words::EMPTY.with(code);
                left = left.without(one);
                if reaches(others, at + lane, front, code) {
                    *open = open.without(one);
                }
            }
            if *open == Words::EMPTY {
                all_lanes ^= 1 << lane;
            }
        }
    }
    all_lanes
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
