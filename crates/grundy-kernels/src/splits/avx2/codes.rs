//! Codes found one after the other, four at a time.

use std::arch::x86_64::*;

use super::super::rows::PLACES;
use super::super::{Mask, Rows, WINDOW, portable};
use crate::registers::Number;

/// How many codes are found at a time.
const GROUP: usize = 4;

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(in super::super) fn find_codes_16(
    rows: &Rows<u16>,
    window: &mut [u16; WINDOW],
    found: &mut [u8],
) -> usize {
    match rows.apart {
        1 => find_codes_near::<u16, 4, 1, 1>(rows, window, found),
        2 | 3 => find_codes_near::<u16, 4, 1, 2>(rows, window, found),
        _ => find_codes_near::<u16, 4, 1, 4>(rows, window, found),
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(in super::super) fn find_codes_32(
    rows: &Rows<u32>,
    window: &mut [u32; WINDOW],
    found: &mut [u8],
) -> usize {
    match rows.apart {
        1 => find_codes_near::<u32, 8, 2, 1>(rows, window, found),
        _ => find_codes_near::<u32, 8, 2, 2>(rows, window, found),
    }
}

/// Finds codes with the window in `N` registers; `STEP` heaps in a row do not lead to each
/// other.
///
/// What is needed for the next code goes through numbers of eight bytes, `K` of them: the sets of the
/// four heaps at hand, and of as many after them. The registers follow, with time to spare.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn find_codes_near<M: Mask + Number, const N: usize, const K: usize, const STEP: usize>(
    rows: &Rows<M>,
    window: &mut [M; WINDOW],
    found: &mut [u8],
) -> usize {
    const { assert!(size_of::<M>() * GROUP == 8 * K && size_of::<M>() * WINDOW == 32 * N) };
    const { assert!((K == 1 || K == 2) && GROUP == PLACES) };
    const { assert!(STEP >= 1 && (GROUP / K).is_multiple_of(STEP)) };
    assert!(rows.rows.len() == (M::CODES + 1) * PLACES, "each code has a row, and none has one");
    // Sets in a number of eight bytes.
    let each = GROUP / K;
    let bits = 64 / each;
    let row = |code: usize, place: usize| -> *const u8 {
        debug_assert!(code <= M::CODES && place < PLACES);
        // SAFETY: a code is at most the number of codes, and a place below 4, so there is such a row.
        unsafe { rows.rows.as_ptr().add(code * PLACES + place).cast() }
    };
    // SAFETY: as above; a row has 64 entries, of which these are among the first 16.
    let eight = |code: usize, entry: usize| unsafe {
        debug_assert!(entry + each <= 16);
        row(code, 0).add(size_of::<M>() * entry).cast::<u64>().read_unaligned()
    };
    // SAFETY: as above; a row has 32 * `N` bytes, and stands in cache lines of its own.
    let register = |code: usize, place: usize, index: usize| unsafe {
        debug_assert!(index < N);
        _mm256_load_si256(row(code, place).add(32 * index).cast())
    };
    let ones = _mm256_set1_epi8(-1);
    let place = window.as_mut_ptr().cast::<u8>();
    // SAFETY: the window has 32 * `N` bytes.
    let mut sets: [__m256i; N] =
        std::array::from_fn(|index| unsafe { _mm256_loadu_si256(place.add(32 * index).cast()) });
    let mut near: [u64; K] = std::array::from_fn(|word| words(sets[0])[word]);
    let mut done = 0;
    for group in found.as_chunks_mut::<GROUP>().0 {
        let mut next: [u64; K] = std::array::from_fn(|word| words(sets[0])[K + word]);
        let mut codes = [0; GROUP];
        for step in (0..GROUP).step_by(STEP) {
            let word = step / each;
            for i in 0..STEP {
                let set = near[word] >> (bits * i);
                // The bit after the last code stands where no code is free.
                codes[step + i] = (set | 1 << bits).trailing_zeros() as usize;
            }
            near[word] >>= (bits * STEP) % 64;
            for i in 0..STEP {
                let code = codes[step + i];
                if !(step + STEP).is_multiple_of(each) {
                    near[word] &= eight(code, STEP - 1 - i);
                }
                for (later, near) in near.iter_mut().enumerate().skip(word + 1) {
                    *near &= eight(code, each * later - (step + i) - 1);
                }
            }
        }
        if codes.iter().any(|&code| code >= M::CODES) {
            break;
        }
        *group = codes.map(|code| code as u8);
        for (i, &code) in codes.iter().enumerate() {
            for (word, next) in next.iter_mut().enumerate() {
                *next &= eight(code, GROUP + each * word - i - 1);
            }
        }
        near = next;
        for index in 0..N {
            let after = if index + 1 < N { sets[index + 1] } else { ones };
            // The last 16 bytes of this one, and the first of the one after.
            let middle = _mm256_permute2x128_si256::<0x21>(sets[index], after);
            let mut set = match K {
                1 => _mm256_alignr_epi8::<8>(middle, sets[index]),
                _ => middle,
            };
            for (i, &code) in codes.iter().enumerate() {
                set = _mm256_and_si256(set, register(code, GROUP - 1 - i, index));
            }
            sets[index] = set;
        }
        done += GROUP;
    }
    for (index, set) in sets.into_iter().enumerate() {
        // SAFETY: the window has 32 * `N` bytes, and any bytes are sets.
        unsafe { _mm256_storeu_si256(place.add(32 * index).cast(), set) };
    }
    // The rest of a group, or what stands before a set that is empty.
    let rest = found.len().min(done + GROUP);
    done + portable::find_codes(rows, window, &mut found[done..rest])
}

/// The numbers of eight bytes of a register.
#[inline]
#[target_feature(enable = "avx2")]
fn words(register: __m256i) -> [u64; 4] {
    let (low, high) = (_mm256_castsi256_si128(register), _mm256_extracti128_si256::<1>(register));
    [
        _mm_cvtsi128_si64(low).cast_unsigned(),
        _mm_cvtsi128_si64(_mm_unpackhi_epi64(low, low)).cast_unsigned(),
        _mm_cvtsi128_si64(high).cast_unsigned(),
        _mm_cvtsi128_si64(_mm_unpackhi_epi64(high, high)).cast_unsigned(),
    ]
}

/// Finds codes with the window in memory, as `N` registers.
///
/// What moves on is the place, by four sets at a time: so whatever is read as a register was
/// written as one.
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(in super::super) fn find_codes_far<M: Mask + Number, const N: usize>(
    rows: &Rows<M>,
    window: &mut [M; WINDOW],
    found: &mut [u8],
) -> usize {
    const { assert!(size_of::<[M; WINDOW]>() == 32 * N && (size_of::<M>() * GROUP).is_multiple_of(32)) };
    const { assert!(GROUP == PLACES) };
    assert!(rows.rows.len() == (M::CODES + 1) * PLACES, "each code has a row, and none has one");
    let mut sets = [rows.all; 2 * WINDOW];
    let mut done = 0;
    for part in found.chunks_mut(WINDOW) {
        sets[..WINDOW].copy_from_slice(window);
        sets[WINDOW..].fill(rows.all);
        let mut place = 0;
        let mut near = [sets[0], sets[1], sets[2], sets[3]];
        'groups: for group in part.as_chunks_mut::<GROUP>().0 {
            let after: &mut [M; WINDOW] =
                sets[place + GROUP..].first_chunk_mut().expect("a part has no more heaps than a window");
            let mut next = [after[0], after[1], after[2], after[3]];
            let mut codes = [0; GROUP];
            for heap in 0..GROUP {
                let Some(code) = near[heap].least() else { break 'groups };
                codes[heap] = code;
                let row = rows.row(code);
                for later in heap + 1..GROUP {
                    near[later] = near[later].and(row[later - heap - 1]);
                }
                for later in 0..GROUP {
                    next[later] = next[later].and(row[GROUP + later - 1 - heap]);
                }
            }
            *group = codes;
            near = next;
            place += GROUP;
            let after = after.as_mut_ptr().cast::<u8>();
            for index in 0..N {
                // SAFETY: these 64 sets have 32 * `N` bytes.
                let mut set = unsafe { _mm256_loadu_si256(after.add(32 * index).cast()) };
                for (heap, &code) in codes.iter().enumerate() {
                    let place = GROUP - 1 - heap;
                    // SAFETY: the set had that code, so there is such a row at each place; it has 32 * `N` bytes.
                    let row = unsafe {
                        let row = rows.rows.as_ptr().add(usize::from(code) * PLACES + place);
                        _mm256_load_si256(row.cast::<u8>().add(32 * index).cast())
                    };
                    set = _mm256_and_si256(set, row);
                }
                // SAFETY: as above, and any bytes are sets.
                unsafe { _mm256_storeu_si256(after.add(32 * index).cast(), set) };
            }
        }
        window.copy_from_slice(&sets[place..][..WINDOW]);
        // The rest of a group, or what stands before a set that is empty.
        let rest = part.len().min(place + GROUP);
        let found = place + portable::find_codes(rows, window, &mut part[place..rest]);
        done += found;
        if found < part.len() {
            break;
        }
    }
    done
}
