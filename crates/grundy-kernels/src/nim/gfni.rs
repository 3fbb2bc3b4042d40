//! Products by the byte products of processors with GFNI.
//!
//! GFNI multiplies bytes modulo x^8 + x^4 + x^3 + x + 1. All fields of 256 elements
//! are alike: where r is a root of this polynomial among the nim bytes, the sum of
//! c_i x^i goes to the nim sum of c_i r^i, and that map and its inverse are
//! matrices over bits, for which there is an instruction too. The words of a block
//! are taken apart so that a register holds the same byte of each, and the tower of
//! fields (see `tower`) is climbed in registers.

use super::tower::{Tower, byte_product};

/// The matrices that GFNI takes: the row for the lowest bit of the result stands in
/// the highest byte.
struct Matrices {
    /// From nim bytes to polynomials.
    to_polynomial: u64,
    /// From polynomials to nim bytes.
    to_nim: u64,
    /// The nim product by 128, among polynomials.
    by_top: u64,
}

/// The least nim byte r with r^8 + r^4 + r^3 + r + 1 = 0.
const ROOT: u8 = {
    let mut root = 2;
    while value_at(root) != 0 {
        root += 1;
    }
    root
};

/// The value of the polynomial at a nim byte.
const fn value_at(r: u8) -> u8 {
    let r3 = byte_product(byte_product(r, r, 8), r, 8);
    let r4 = byte_product(r3, r, 8);
    byte_product(r4, r4, 8) ^ r4 ^ r3 ^ r ^ 1
}

/// The nim byte of each polynomial, and the polynomial of each nim byte.
const MAPS: ([u8; 256], [u8; 256]) = {
    let (mut nim, mut polynomial) = ([0; 256], [0; 256]);
    let (mut power, mut bit) = (1, 0);
    while bit < 8 {
        let mut byte = 0;
        while byte < 1 << bit {
            nim[byte | 1 << bit] = nim[byte] ^ power;
            byte += 1;
        }
        power = byte_product(power, ROOT, 8);
        bit += 1;
    }
    let mut byte: u8 = 255;
    while byte > 0 {
        polynomial[nim[byte as usize] as usize] = byte;
        byte -= 1;
    }
    (nim, polynomial)
};

const MATRICES: Matrices = {
    let (nim, polynomial) = MAPS;
    let mut by_top = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        by_top[byte] = polynomial[byte_product(nim[byte], 1 << 7, 8) as usize];
        byte += 1;
    }
    Matrices { to_polynomial: matrix(&polynomial), to_nim: matrix(&nim), by_top: matrix(&by_top) }
};

/// A linear map of bytes as a matrix.
const fn matrix(map: &[u8; 256]) -> u64 {
    let mut rows = [0; 8];
    let mut at = 0;
    while at < 64 {
        let (bit, to) = (at / 8, at % 8);
        rows[to] |= (map[1 << bit] >> to & 1) << bit;
        at += 1;
    }
    u64::from_be_bytes(rows)
}

/// A word as registers of bytes.
pub(super) trait Bytes: Tower + Default {
    /// All products of slices of one length, if this processor has GFNI and registers
    /// of this width; says whether it has.
    fn by_registers(width: Width, left: &[Self], right: &[Self], products: &mut [Self]) -> bool;
}

/// The tower for registers of one kind: `$bytes` bytes each.
macro_rules! registers {
    (
        $name:ident, $features:literal, $register:ident, $bytes:literal,
        $load:ident, $store:ident, $splat:ident, $zero:ident, $xor:ident, $and:ident, $andnot:ident, $or:ident,
        [$up1:ident $down1:ident], [$up2:ident $down2:ident], [$up4:ident $down4:ident],
        [$low8:ident $high8:ident], $multiply:ident, $map:ident
    ) => {
        mod $name {
            use std::arch::x86_64::*;

            use super::MATRICES;

            #[derive(Clone, Copy)]
            pub(super) struct Maps {
                to_polynomial: $register,
                to_nim: $register,
                by_top: $register,
            }

            #[target_feature(enable = $features)]
            #[inline]
            fn maps() -> Maps {
                let splat = |matrix: u64| $splat(i64::from_ne_bytes(matrix.to_ne_bytes()));
                Maps {
                    to_polynomial: splat(MATRICES.to_polynomial),
                    to_nim: splat(MATRICES.to_nim),
                    by_top: splat(MATRICES.by_top),
                }
            }

            /// Byte i of register k and byte k of register i change places, for i and
            /// k that differ in one bit; all such steps together turn words into
            /// registers of bytes, and back.
            #[target_feature(enable = $features)]
            #[inline]
            fn transpose<const N: usize>(block: &mut [$register; N]) {
                let mut distance = 1;
                while distance < N {
                    let mut at = 0;
                    while at < N {
                        if at & distance == 0 {
                            let (x, y) = (block[at], block[at + distance]);
                            (block[at], block[at + distance]) = exchange(x, y, distance);
                        }
                        at += 1;
                    }
                    distance *= 2;
                }
            }

            #[target_feature(enable = $features)]
            #[inline]
            fn exchange(x: $register, y: $register, distance: usize) -> ($register, $register) {
                let (low, up, down) = match distance {
                    1 => (0x00ff_00ff_00ff_00ff, $up1::<8>(y), $down1::<8>(x)),
                    2 => (0x0000_ffff_0000_ffff, $up2::<16>(y), $down2::<16>(x)),
                    4 => (0x0000_0000_ffff_ffff, $up4::<32>(y), $down4::<32>(x)),
                    _ => return ($low8(x, y), $high8(x, y)),
                };
                let low = $splat(low);
                ($or($and(low, x), up), $or(down, $andnot(low, y)))
            }

            /// The halves of a block.
            #[target_feature(enable = $features)]
            #[inline]
            fn halves<const N: usize, const H: usize>(
                block: &[$register; N],
            ) -> ([$register; H], [$register; H]) {
                let (mut low, mut high) = ([$zero(); H], [$zero(); H]);
                let mut at = 0;
                while at < H {
                    (low[at], high[at]) = (block[at], block[at + H]);
                    at += 1;
                }
                (low, high)
            }

            #[target_feature(enable = $features)]
            #[inline]
            fn sum<const N: usize>(left: [$register; N], right: [$register; N]) -> [$register; N] {
                let mut sum = left;
                let mut at = 0;
                while at < N {
                    sum[at] = $xor(left[at], right[at]);
                    at += 1;
                }
                sum
            }

            #[target_feature(enable = $features)]
            #[inline]
            fn product1(left: [$register; 1], right: [$register; 1], _: Maps) -> [$register; 1] {
                [$multiply(left[0], right[0])]
            }

            #[target_feature(enable = $features)]
            #[inline]
            fn by_top1(block: [$register; 1], maps: Maps) -> [$register; 1] {
                [$map::<0>(block[0], maps.by_top)]
            }

            macro_rules! level {
                ($product:ident, $half_product:ident, $half_by_top:ident, $n:literal, $h:literal) => {
                    #[target_feature(enable = $features)]
                    #[inline]
                    fn $product(
                        left: [$register; $n],
                        right: [$register; $n],
                        maps: Maps,
                    ) -> [$register; $n] {
                        let (a0, a1) = halves::<$n, $h>(&left);
                        let (b0, b1) = halves::<$n, $h>(&right);
                        let low = $half_product(a0, b0, maps);
                        let high = $half_product(a1, b1, maps);
                        let both = $half_product(sum(a0, a1), sum(b0, b1), maps);
                        joined(sum(low, $half_by_top(high, maps)), sum(both, low))
                    }
                };
            }

            macro_rules! by_top {
                ($by_top:ident, $half_by_top:ident, $n:literal, $h:literal) => {
                    #[target_feature(enable = $features)]
                    #[inline]
                    fn $by_top(block: [$register; $n], maps: Maps) -> [$register; $n] {
                        let (a0, a1) = halves::<$n, $h>(&block);
                        joined($half_by_top($half_by_top(a1, maps), maps), $half_by_top(sum(a0, a1), maps))
                    }
                };
            }

            #[target_feature(enable = $features)]
            #[inline]
            fn joined<const H: usize, const N: usize>(
                low: [$register; H],
                high: [$register; H],
            ) -> [$register; N] {
                let mut block = [$zero(); N];
                let mut at = 0;
                while at < H {
                    (block[at], block[at + H]) = (low[at], high[at]);
                    at += 1;
                }
                block
            }

            level!(product2, product1, by_top1, 2, 1);
            level!(product4, product2, by_top2, 4, 2);
            level!(product8, product4, by_top4, 8, 4);
            level!(product16, product8, by_top8, 16, 8);
            by_top!(by_top2, by_top1, 2, 1);
            by_top!(by_top4, by_top2, 4, 2);
            by_top!(by_top8, by_top4, 8, 4);

            macro_rules! words {
                ($word:ident, $products:ident, $product:ident, $n:literal) => {
                    /// All products of slices of one length.
                    #[target_feature(enable = $features)]
                    pub(super) fn $products(left: &[$word], right: &[$word], products: &mut [$word]) {
                        let maps = maps();
                        let (left, left_rest) = left.as_chunks::<$bytes>();
                        let (right, right_rest) = right.as_chunks::<$bytes>();
                        let (products, products_rest) = products.as_chunks_mut::<$bytes>();
                        for ((left, right), products) in left.iter().zip(right).zip(products) {
                            block(left, right, products, maps);
                        }
                        if !left_rest.is_empty() {
                            let (mut a, mut b, mut ab) = ([0; $bytes], [0; $bytes], [0; $bytes]);
                            a[..left_rest.len()].copy_from_slice(left_rest);
                            b[..right_rest.len()].copy_from_slice(right_rest);
                            block(&a, &b, &mut ab, maps);
                            products_rest.copy_from_slice(&ab[..products_rest.len()]);
                        }

                        #[target_feature(enable = $features)]
                        #[inline]
                        fn load(words: &[$word; $bytes], map: $register) -> [$register; $n] {
                            const { assert!($n * size_of::<$register>() == size_of::<[$word; $bytes]>()) };
                            let mut block = [$zero(); $n];
                            let mut at = 0;
                            while at < $n {
                                // SAFETY: the words are as long as so many registers, as is asserted
                                // above, and this instruction asks for no alignment.
                                #[allow(unsafe_code, reason = "loads take pointers")]
                                unsafe {
                                    block[at] = $load(words.as_ptr().cast::<$register>().add(at));
                                }
                                at += 1;
                            }
                            transpose(&mut block);
                            let mut at = 0;
                            while at < $n {
                                block[at] = $map::<0>(block[at], map);
                                at += 1;
                            }
                            block
                        }

                        #[target_feature(enable = $features)]
                        #[inline]
                        fn block(
                            left: &[$word; $bytes],
                            right: &[$word; $bytes],
                            products: &mut [$word; $bytes],
                            maps: Maps,
                        ) {
                            let left = load(left, maps.to_polynomial);
                            let right = load(right, maps.to_polynomial);
                            let mut block = $product(left, right, maps);
                            let mut at = 0;
                            while at < $n {
                                block[at] = $map::<0>(block[at], maps.to_nim);
                                at += 1;
                            }
                            transpose(&mut block);
                            let mut at = 0;
                            while at < $n {
                                // SAFETY: as for the loads.
                                #[allow(unsafe_code, reason = "stores take pointers")]
                                unsafe {
                                    $store(products.as_mut_ptr().cast::<$register>().add(at), block[at]);
                                }
                                at += 1;
                            }
                        }
                    }
                };
            }

            words!(u8, products_u8, product1, 1);
            words!(u16, products_u16, product2, 2);
            words!(u32, products_u32, product4, 4);
            words!(u64, products_u64, product8, 8);
            words!(u128, products_u128, product16, 16);
        }
    };
}

registers!(
    wide, "gfni,avx512f,avx512bw", __m512i, 64,
    _mm512_loadu_si512, _mm512_storeu_si512, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_xor_si512, _mm512_and_si512, _mm512_andnot_si512, _mm512_or_si512,
    [_mm512_slli_epi16 _mm512_srli_epi16], [_mm512_slli_epi32 _mm512_srli_epi32],
    [_mm512_slli_epi64 _mm512_srli_epi64], [_mm512_unpacklo_epi64 _mm512_unpackhi_epi64],
    _mm512_gf2p8mul_epi8, _mm512_gf2p8affine_epi64_epi8
);
registers!(
    narrow, "gfni,avx2", __m256i, 32,
    _mm256_loadu_si256, _mm256_storeu_si256, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_xor_si256, _mm256_and_si256, _mm256_andnot_si256, _mm256_or_si256,
    [_mm256_slli_epi16 _mm256_srli_epi16], [_mm256_slli_epi32 _mm256_srli_epi32],
    [_mm256_slli_epi64 _mm256_srli_epi64], [_mm256_unpacklo_epi64 _mm256_unpackhi_epi64],
    _mm256_gf2p8mul_epi8, _mm256_gf2p8affine_epi64_epi8
);

/// Which registers are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// 64 bytes: GFNI and AVX-512.
    Wide,
    /// 32 bytes: GFNI and AVX2.
    Narrow,
}

impl Width {
    /// Whether this processor has GFNI and such registers.
    fn is_there(self) -> bool {
        is_x86_feature_detected!("gfni")
            && match self {
                Width::Wide => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
                Width::Narrow => is_x86_feature_detected!("avx2"),
            }
    }
}

macro_rules! bytes {
    ($($word:ident $products:ident),*) => {$(
        impl Bytes for $word {
            fn by_registers(width: Width, left: &[$word], right: &[$word], products: &mut [$word]) -> bool {
                if !width.is_there() {
                    return false;
                }
                // SAFETY: the processor has these registers, which was asked for above.
                #[allow(unsafe_code, reason = "a safe body, compiled for a processor that was asked for")]
                unsafe {
                    match width {
                        Width::Wide => wide::$products(left, right, products),
                        Width::Narrow => narrow::$products(left, right, products),
                    }
                }
                true
            }
        }
    )*};
}

bytes!(u8 products_u8, u16 products_u16, u32 products_u32, u64 products_u64, u128 products_u128);
