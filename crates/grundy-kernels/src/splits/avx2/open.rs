//! What heaps need and do not reach.

use std::arch::x86_64::*;

use super::super::avx512::{CHECKED, CHECKED_WORDS, FEW, FEW_CODES, first_lanes};
use super::super::{Front, Mask, Needed, Others, Partner, WINDOW, Words};
use super::{HALF, add, bytes_of, everywhere, load, places, store, twice};

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(in super::super) fn find_open_narrow<M: Mask, const P: usize, const H: usize, const S: usize>(
    others: &Others<'_>,
    at: usize,
    partners: &[Partner],
    front: &Front,
    needed: &Needed,
    count: usize,
    open: &mut [M; WINDOW],
) -> u64 {
    const { assert!(P <= 8 && M::CODES == 8 * P) };
    // The tables of both parities, 16 entries at a time.
    let table =
        |first: usize| twice(*needed.short[first..].first_chunk().expect("the table has 128 entries"));
    let tables: [[__m256i; 2]; 4] = std::array::from_fn(|piece| [table(16 * piece), table(64 + 16 * piece)]);
    let odd = _mm256_set1_epi16(if at.is_multiple_of(2) { 0xff00_u16.cast_signed() } else { 0x00ff });
    let own = others.before(at, 0).as_chunks::<HALF>().0;
    let counts = std::array::from_fn(|half| {
        let own = load(&own[half]);
        let mut counts = [_mm256_setzero_si256(); 2];
        for (tables, first) in tables.iter().zip((0..).step_by(16)).take(P / 2) {
            let place = places(own, first);
            for (counts, &table) in counts.iter_mut().zip(tables) {
                *counts = _mm256_or_si256(*counts, _mm256_shuffle_epi8(table, place));
            }
        }
        let counts = _mm256_blendv_epi8(counts[0], counts[1], odd);
        _mm256_and_si256(counts, bytes_of(first_lanes(count), half))
    });
    open_of::<M, P, H, S, false>(others, at, partners, front, counts, open)
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(in super::super) fn find_open_words<const N: usize, const S: usize>(
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
    let mut own = *others.before(at, 0);
    for (lane, own) in own.iter_mut().enumerate() {
        *own = if lane < count { needed.count(at + lane, *own) } else { 0 };
    }
    let own = own.as_chunks::<HALF>().0;
    let counts = [load(&own[0]), load(&own[1])];
    open_of::<Words<N>, 8, 1, S, true>(others, at, partners, front, counts, open)
}

/// [`FEW_CODES`] are lacking of 64 heaps and 128 codes, a piece has half of each.
const FEW_OF_PIECE: u32 = FEW_CODES / 4;

/// `H` halves of the window, of which 8 * `P` codes are looked at.
struct Piece<const P: usize, const H: usize> {
    /// The first of the codes.
    first: u8,
    /// The first of the halves.
    half: usize,
    /// What is needed.
    wanted: [[__m256i; P]; H],
    /// What is reached.
    planes: [[__m256i; P]; H],
    /// The heaps that lack something.
    lanes: u64,
}

impl<const P: usize, const H: usize> Piece<P, H> {
    /// `counts` are how many codes are needed.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new(index: usize, counts: &[__m256i; 2]) -> Piece<P, H> {
        let (quarter, half) = (index / (2 / H), index % (2 / H));
        let first = (64 * quarter) as u8;
        let wanted = std::array::from_fn(|next| {
            std::array::from_fn(|plane| needed_in(first + 8 * plane as u8, counts[half + next]))
        });
        let mut piece = Piece { first, half, wanted, planes: [[_mm256_setzero_si256(); P]; H], lanes: 0 };
        piece.look();
        piece
    }

    /// Sees which heaps lack something.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn look(&mut self) {
        self.lanes = 0;
        let halves = self.wanted.iter().zip(&self.planes).zip(self.half..);
        for ((wanted, planes), half) in halves {
            let mut any = _mm256_setzero_si256();
            for (&wanted, &plane) in wanted.iter().zip(planes) {
                any = _mm256_or_si256(any, _mm256_andnot_si256(plane, wanted));
            }
            let none = _mm256_cmpeq_epi8(any, _mm256_setzero_si256());
            let lanes = !_mm256_movemask_epi8(none).cast_unsigned();
            self.lanes |= u64::from(lanes) << (HALF * half);
        }
    }

    /// How many codes are lacking, in all heaps together.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn count(&self) -> u32 {
        let mut count = 0;
        for (&wanted, &plane) in self.wanted.iter().flatten().zip(self.planes.iter().flatten()) {
            let mut words = [0_u64; 4];
            store(&mut words, _mm256_andnot_si256(plane, wanted));
            count += words.iter().map(|word| word.count_ones()).sum::<u32>();
        }
        count
    }

    /// What is lacking, a plane after the other.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn lacking(&self) -> [[u8; WINDOW]; P] {
        let mut bytes = [[0; WINDOW]; P];
        for ((wanted, planes), half) in self.wanted.iter().zip(&self.planes).zip(self.half..) {
            for (bytes, (&wanted, &plane)) in bytes.iter_mut().zip(wanted.iter().zip(planes)) {
                let bytes = &mut bytes.as_chunks_mut::<HALF>().0[half];
                store(bytes, _mm256_andnot_si256(plane, wanted));
            }
        }
        bytes
    }
}

/// How many of the eight codes from `first` on are among the first `counts`, as bits.
#[inline]
#[target_feature(enable = "avx2")]
fn needed_in(first: u8, counts: __m256i) -> __m256i {
    const FIRST: [u8; 16] = [0, 1, 3, 7, 15, 31, 63, 127, 255, 0, 0, 0, 0, 0, 0, 0];
    let beyond = _mm256_subs_epu8(counts, everywhere(first));
    _mm256_shuffle_epi8(twice(FIRST), _mm256_min_epu8(beyond, everywhere(8)))
}

/// What the heaps lack of the first `counts` codes, in `S` pieces; `WORDS` says that the sets have
/// several words.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn open_of<M: Mask, const P: usize, const H: usize, const S: usize, const WORDS: bool>(
    others: &Others<'_>,
    at: usize,
    partners: &[Partner],
    front: &Front,
    counts: [__m256i; 2],
    open: &mut [M; WINDOW],
) -> u64 {
    const { assert!(8 * P * H * S == 2 * M::CODES) };
    let mut pieces: [Piece<P, H>; S] = std::array::from_fn(|index| Piece::new(index, &counts));
    let lanes = |pieces: &[Piece<P, H>; S]| pieces.iter().fold(0, |lanes, piece| lanes | piece.lanes);
    for partners in partners.chunks(if WORDS { CHECKED_WORDS } else { CHECKED }) {
        if !WORDS && lanes(&pieces).count_ones() <= FEW {
            break;
        }
        let mut looked = false;
        for piece in &mut pieces {
            if piece.lanes != 0 && !(WORDS && piece.count() <= FEW_OF_PIECE) {
                add(others, at, piece.half, partners, piece.first, &mut piece.planes);
                piece.look();
                looked = true;
            }
        }
        if !looked {
            break;
        }
    }
    let mut all_lanes = lanes(&pieces);
    for lane in lanes_of(all_lanes) {
        open[lane] = M::EMPTY;
    }
    for piece in pieces.iter().filter(|piece| piece.lanes != 0) {
        let bytes = piece.lacking();
        for lane in lanes_of(piece.lanes) {
            for (bytes, first) in bytes.iter().zip((piece.first..).step_by(8)) {
                for bit in lanes_of(u64::from(bytes[lane])) {
                    let code = first + bit as u8;
                    if !reaches(others, at + lane, front, code) {
                        open[lane] = open[lane].with(code);
                    }
                }
            }
        }
    }
    for lane in lanes_of(all_lanes) {
        if open[lane] == M::EMPTY {
            all_lanes ^= 1 << lane;
        }
    }
    all_lanes
}

/// The places of the bits.
#[inline]
fn lanes_of(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        place
    })
}

/// Whether the heap reaches this code by a split into a heap of `front` and another.
#[inline]
#[target_feature(enable = "avx2")]
fn reaches(others: &Others<'_>, heap: usize, front: &Front, code: u8) -> bool {
    let code = everywhere(code);
    front.looks().any(|(block, distance)| {
        let others_codes = others.before(heap, distance).as_chunks::<HALF>().0;
        let parts = block.codes.as_chunks::<HALF>().0;
        let found = parts.iter().zip(others_codes).zip((0..).step_by(HALF)).fold(
            0,
            |found, ((part, other), lane)| {
                let led = _mm256_xor_si256(load(part), load(other));
                let led = _mm256_movemask_epi8(_mm256_cmpeq_epi8(led, code)).cast_unsigned();
                found | u64::from(led) << lane
            },
        );
        found != 0 && found & block.counted & others.counted(heap, distance) != 0
    })
}
