//! Codes found one after the other, as many at a time as there are sets in eight bytes.

use std::arch::x86_64::*;

use super::super::rows::PLACES;
use super::super::{Mask, Rows, WINDOW, portable};
use crate::registers::Number;

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(in super::super) fn find_codes_16(
    rows: &Rows<u16>,
    window: &mut [u16; WINDOW],
    found: &mut [u8],
) -> usize {
    match rows.apart {
        1 => find_codes::<u16, 2, 4, 1>(rows, window, found),
        2 | 3 => find_codes::<u16, 2, 4, 2>(rows, window, found),
        _ => find_codes::<u16, 2, 4, 4>(rows, window, found),
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(in super::super) fn find_codes_32(
    rows: &Rows<u32>,
    window: &mut [u32; WINDOW],
    found: &mut [u8],
) -> usize {
    match rows.apart {
        1 => find_codes::<u32, 4, 2, 1>(rows, window, found),
        _ => find_codes::<u32, 4, 2, 2>(rows, window, found),
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1,bmi2")]
pub(in super::super) fn find_codes_64(
    rows: &Rows<u64>,
    window: &mut [u64; WINDOW],
    found: &mut [u8],
) -> usize {
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
