//! What heaps need and do not reach.

use std::arch::x86_64::*;

use super::super::{Front, Mask, Needed, Others, Partner, WINDOW, Words};
use super::{everywhere, first_planes, lanes, narrow, words};
use crate::registers::{load, store};

/// After so many partners it is seen how many heaps lack something.
pub(in super::super) const CHECKED: usize = 8;

/// The same for sets of several words, of which each partner costs more.
pub(in super::super) const CHECKED_WORDS: usize = 32;

/// Once so few heaps lack something, the first heaps are looked at for each.
pub(in super::super) const FEW: u32 = 6;

/// For sets of several words: once so few codes are lacking in all.
pub(in super::super) const FEW_CODES: u32 = 64;

/// How many of the codes of plane `plane` are among the first `counts`, as bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn needed_in(plane: usize, counts: __m512i) -> __m512i {
    const FIRST: [u8; 16] = [0, 1, 3, 7, 15, 31, 63, 127, 255, 0, 0, 0, 0, 0, 0, 0];
    let beyond = _mm512_subs_epu8(counts, everywhere(8 * plane as u8));
    _mm512_shuffle_epi8(lanes(FIRST), _mm512_min_epu8(beyond, everywhere(8)))
}

/// The lanes below `count`.
pub(in super::super) fn first_lanes(count: usize) -> u64 {
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
pub(in super::super) fn find_open_narrow<M: Mask, const P: usize>(
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
pub(in super::super) fn find_open_words<const N: usize>(
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
    let most = usize::from(own.iter().copied().max().unwrap_or(0));
    open.fill(Words([0; N]));
    let mut all_lanes = 0;
    for half in 0..N / 2 {
        let needed_planes = most.saturating_sub(128 * half).div_ceil(8);
        let wanted: [__m512i; 16] = std::array::from_fn(|plane| needed_in(16 * half + plane, counts));
        let mut planes = [_mm512_setzero_si512(); 16];
        let mut lanes = lacking(&wanted, &planes).1;
        for partners in partners.chunks(CHECKED_WORDS) {
            if lanes == 0 || count_lacking(&wanted, &planes) <= FEW_CODES {
                break;
            }
            first_planes(others, at, partners, half == 1, needed_planes, &mut planes);
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
