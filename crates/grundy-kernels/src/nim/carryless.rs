//! Products by the carry-less products of processors with PCLMULQDQ.
//!
//! All fields of 2^64 elements are alike. Where r is a root of the polynomial
//! x^64 + x^4 + x^3 + x + 1 among the nim words, the sum of c_i x^i goes to the nim sum
//! of c_i r^i. That map and its inverse are linear over bits: a table for each byte
//! of a word. In between, polynomials are multiplied and reduced. In the same way
//! for 128 bits, with x^128 + x^7 + x^2 + x + 1.

use std::arch::x86_64::*;
use std::sync::LazyLock;

use super::tower::Tower;
use super::{NimWord, byte_table, look_up};

/// A root of x^64 + x^4 + x^3 + x + 1: the least of its 64. Tests check that it is one.
const ROOT_64: u64 = 0x4028_84ca_01f7_c6b2;

/// A root of x^128 + x^7 + x^2 + x + 1: the least of its 128. Tests check that it is one.
const ROOT_128: u128 = 0x493d_bf5d_b30c_5132_37ad_3dce_ff59_c4a4;

/// The maps to polynomials and back.
#[derive(Debug)]
struct Maps<T> {
    to_polynomial: Vec<[T; 256]>,
    to_nim: Vec<[T; 256]>,
}

static MAPS_64: LazyLock<Maps<u64>> = LazyLock::new(|| Maps::new(ROOT_64));
static MAPS_128: LazyLock<Maps<u128>> = LazyLock::new(|| Maps::new(ROOT_128));

impl<T: NimWord + Tower> Maps<T> {
    fn new(root: T) -> Maps<T> {
        let bits = 8 * size_of::<T>();
        let mut powers = vec![T::bit(0)];
        while powers.len() < bits {
            powers.push(powers[powers.len() - 1].product(root));
        }
        let inverse = inverse(&powers);
        let tables = |images: &[T]| {
            let places = images.as_chunks::<8>().0.iter();
            places.map(|images| byte_table(|bit| images[bit])).collect()
        };
        Maps { to_polynomial: tables(&inverse), to_nim: tables(&powers) }
    }
}

/// The images of the bits under the inverse of the map that sends bit i to
/// `images[i]`, by Gauss's elimination.
fn inverse<T: NimWord>(images: &[T]) -> Vec<T> {
    let has = |value: T, bit: usize| value.bytes().as_ref()[bit / 8] >> (bit % 8) & 1 == 1;
    // Each row says that the second goes to the first.
    let mut rows: Vec<(T, T)> = images.iter().enumerate().map(|(bit, &image)| (image, T::bit(bit))).collect();
    for bit in 0..rows.len() {
        let pivot = (bit..rows.len()).find(|&row| has(rows[row].0, bit));
        rows.swap(bit, pivot.expect("the powers of a root are a basis, as tests check"));
        let (image, of) = rows[bit];
        for (other, row) in rows.iter_mut().enumerate() {
            if other != bit && has(row.0, bit) {
                *row = (row.0 ^ image, row.1 ^ of);
            }
        }
    }
    rows.into_iter().map(|(_, of)| of).collect()
}

/// A word that is mapped into polynomials.
pub(super) trait Carryless: Sized {
    /// All products of slices of one length, if this processor has PCLMULQDQ; says
    /// whether it has.
    fn by_polynomials(left: &[Self], right: &[Self], products: &mut [Self]) -> bool;
}

macro_rules! carryless {
    ($word:ident, $maps:ident, $products:ident, $multiply:ident) => {
        impl Carryless for $word {
            fn by_polynomials(left: &[$word], right: &[$word], products: &mut [$word]) -> bool {
                if !is_x86_feature_detected!("pclmulqdq") {
                    return false;
                }
                // SAFETY: the processor has PCLMULQDQ, which was asked for above.
                #[allow(unsafe_code, reason = "a safe body, compiled for a processor that was asked for")]
                unsafe {
                    $products(left, right, products);
                }
                true
            }
        }

        #[target_feature(enable = "pclmulqdq")]
        fn $products(left: &[$word], right: &[$word], products: &mut [$word]) {
            let maps = &*$maps;
            for ((&left, &right), product) in left.iter().zip(right).zip(products) {
                let (left, right) = (look_up(&maps.to_polynomial, left), look_up(&maps.to_polynomial, right));
                *product = look_up(&maps.to_nim, $multiply(left, right));
            }
        }
    };
}

carryless!(u64, MAPS_64, products_64, multiply_64);
carryless!(u128, MAPS_128, products_128, multiply_128);

/// The product of two polynomials of 64 bits, low half first.
#[target_feature(enable = "pclmulqdq")]
#[inline]
fn multiply(left: u64, right: u64) -> (u64, u64) {
    let word = |word: u64| _mm_set_epi64x(0, i64::from_ne_bytes(word.to_ne_bytes()));
    let product = _mm_clmulepi64_si128::<0>(word(left), word(right));
    let half = |half: __m128i| u64::from_ne_bytes(_mm_cvtsi128_si64(half).to_ne_bytes());
    (half(product), half(_mm_unpackhi_epi64(product, product)))
}

/// The product modulo x^64 + x^4 + x^3 + x + 1.
#[target_feature(enable = "pclmulqdq")]
#[inline]
fn multiply_64(left: u64, right: u64) -> u64 {
    const REST: u64 = 0b11011;
    let (low, high) = multiply(left, right);
    // What stands above bit 64 is folded down; four bits of it are above bit 64 again.
    let (folded, over) = multiply(high, REST);
    low ^ folded ^ multiply(over, REST).0
}

/// The product modulo x^128 + x^7 + x^2 + x + 1.
#[target_feature(enable = "pclmulqdq")]
#[inline]
fn multiply_128(left: u128, right: u128) -> u128 {
    const REST: u64 = 0b1000_0111;
    let join = |low: u64, high: u64| u128::from(low) | u128::from(high) << 64;
    let ((a0, a1), (b0, b1)) = (halves(left), halves(right));
    let (p0, p1) = multiply(a0, b0);
    let (q0, q1) = multiply(a1, b1);
    let (m0, m1) = multiply(a0 ^ a1, b0 ^ b1);
    // Three products of halves: the middle is what is left of the third.
    let (m0, m1) = (m0 ^ p0 ^ q0, m1 ^ p1 ^ q1);
    let (low, high) = (join(p0, p1 ^ m0), (q0 ^ m1, q1));
    // What stands above bit 128 is folded down, and seven bits of it once more.
    let (f0, f1) = multiply(high.0, REST);
    let (g0, g1) = multiply(high.1, REST);
    low ^ join(f0, f1 ^ g0) ^ u128::from(multiply(g1, REST).0)
}

fn halves(word: u128) -> (u64, u64) {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = word.to_le_bytes();
    (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u64::from_le_bytes([i, j, k, l, m, n, o, p]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roots_are_roots() {
        let power = |root: u128, exponent: usize| (0..exponent).fold(1, |power: u128, _| power.product(root));
        let at = |root: u128, exponents: &[usize]| exponents.iter().fold(0, |sum, &e| sum ^ power(root, e));
        assert_eq!(at(u128::from(ROOT_64), &[64, 4, 3, 1, 0]), 0);
        assert_eq!(at(ROOT_128, &[128, 7, 2, 1, 0]), 0);
    }
}
