//! Nim multiplication: the fields of nimbers.
//!
//! The nim product of a and b is the least number that is no a'b + ab' + a'b' with
//! a' < a and b' < b, where + is the nim-sum. With it the numbers below 2^(2^k) are a
//! field, for every k (Conway, On Numbers and Games, 1976, chapter 6; Lenstra, Nim
//! multiplication, 1978). All that is computed here rests on two of his rules: for
//! F = 2^(2^k), the product of F and any smaller number is the ordinary one, and
//! F ⊗ F = F ⊕ F/2. So a number below F² is a1·F + a0 with a1 and a0 from the field
//! below F, and what is asked of it is answered by these two: docs/theory.md, section
//! 2.1, has the statements and their proofs.
//!
//! The products themselves are made in `grundy_kernels`. Numbers of any size are
//! multiplied and divided in `large`; left out are their other operations, and the
//! fields of infinite nimbers.

mod large;

pub use grundy_kernels::{nim_multiples, nim_products};
pub(crate) use large::{inverse as large_inverse, product as large_product};
use thiserror::Error;

/// Unsigned numbers of one width, which are a field under nim addition (`^`) and nim
/// multiplication.
///
/// # Examples
///
/// ```
/// use grundy::theory::NimField;
///
/// assert_eq!(2u64.nim_product(3), 1);
/// assert_eq!(2u64.nim_inverse(), Ok(3));
/// assert_eq!(3u64.nim_square_root(), 2);
/// assert_eq!(5u64.nim_power(3), 13);
/// // 2 is a solution of x*x + x = 1, and so is 3.
/// assert_eq!(1u64.nim_solutions(), Some([2, 3]));
/// ```
pub trait NimField: grundy_kernels::NimWord {
    /// The nim product.
    #[must_use]
    fn nim_product(self, other: Self) -> Self {
        grundy_kernels::nim_product(self, other)
    }

    /// The nim product with itself.
    #[must_use]
    fn nim_square(self) -> Self;

    /// The number that makes 1 with this one.
    ///
    /// # Errors
    ///
    /// [`NoInverse`] of 0.
    fn nim_inverse(self) -> Result<Self, NoInverse>;

    /// The nim product of `exponent` copies; of none it is 1, also for 0.
    #[must_use]
    fn nim_power(self, exponent: u128) -> Self;

    /// The one number whose square this is. Every number has one: squaring is a
    /// one-to-one map of a finite field in which 1 + 1 = 0.
    #[must_use]
    fn nim_square_root(self) -> Self;

    /// Both solutions x of x*x + x = a, where a is this number, the smaller first; the
    /// other is x + 1. None if this field has no solution, which is so exactly if the
    /// highest bit of this width is set; a wider field then has two.
    #[must_use]
    fn nim_solutions(self) -> Option<[Self; 2]>;
}

/// 0 has no inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("0 has no inverse: every product with it is 0")]
pub struct NoInverse;

/// What is the same at every width.
macro_rules! powers {
    () => {
        fn nim_power(self, exponent: u128) -> Self {
            let (mut power, mut square, mut rest) = (1, self, exponent);
            while rest > 0 {
                if rest % 2 == 1 {
                    power = square.nim_product(power);
                }
                square = square.nim_square();
                rest /= 2;
            }
            power
        }
    };
}

impl NimField for u8 {
    fn nim_square(self) -> u8 {
        self.nim_product(self)
    }

    fn nim_inverse(self) -> Result<u8, NoInverse> {
        // The 255 numbers that are not 0 are a group.
        if self == 0 { Err(NoInverse) } else { Ok(self.nim_power(254)) }
    }

    powers!();

    fn nim_square_root(self) -> u8 {
        // Eight squarings change nothing.
        self.nim_power(1 << 7)
    }

    fn nim_solutions(self) -> Option<[u8; 2]> {
        let solution = (0..=254).step_by(2).find(|x: &u8| x.nim_square() ^ x == self)?;
        Some([solution, solution + 1])
    }
}

macro_rules! field {
    ($word:ident, $half:ident) => {
        impl NimField for $word {
            fn nim_square(self) -> $word {
                // (a1·F + a0)² = a1²·F + a1²·F/2 + a0²: in the middle stands twice a1·a0.
                let (a1, a0) = halves_of::$word(self);
                let high = a1.nim_square();
                joined_as::$word(high, a0.nim_square() ^ high.nim_product(1 << ($half::BITS - 1)))
            }

            fn nim_inverse(self) -> Result<$word, NoInverse> {
                // The product of a with a1·F + (a1 + a0) lies in the field below F.
                let (a1, a0) = halves_of::$word(self);
                let other = a1 ^ a0;
                let norm = a0.nim_product(other) ^ a1.nim_square().nim_product(1 << ($half::BITS - 1));
                let inverse = norm.nim_inverse()?;
                Ok(joined_as::$word(a1.nim_product(inverse), other.nim_product(inverse)))
            }

            powers!();

            fn nim_square_root(self) -> $word {
                // Backwards through the square.
                let (a1, a0) = halves_of::$word(self);
                let low = a0 ^ a1.nim_product(1 << ($half::BITS - 1));
                joined_as::$word(a1.nim_square_root(), low.nim_square_root())
            }

            fn nim_solutions(self) -> Option<[$word; 2]> {
                // With x = x1·F + x0: x1² + x1 = a1, and x0² + x0 = a0 + x1²·F/2. Of the two
                // choices of x1 the second equation is solved for exactly one.
                let (a1, a0) = halves_of::$word(self);
                let top = 1 << ($half::BITS - 1);
                a1.nim_solutions()?.into_iter().find_map(|x1| {
                    let solutions = (a0 ^ x1.nim_square().nim_product(top)).nim_solutions()?;
                    Some(solutions.map(|x0| joined_as::$word(x1, x0)))
                })
            }
        }
    };
}

/// The high and the low half of a word.
mod halves_of {
    pub(super) fn u16(word: u16) -> (u8, u8) {
        let [low, high] = word.to_le_bytes();
        (high, low)
    }

    pub(super) fn u32(word: u32) -> (u16, u16) {
        let [a, b, c, d] = word.to_le_bytes();
        (u16::from_le_bytes([c, d]), u16::from_le_bytes([a, b]))
    }

    pub(super) fn u64(word: u64) -> (u32, u32) {
        let [a, b, c, d, e, f, g, h] = word.to_le_bytes();
        (u32::from_le_bytes([e, f, g, h]), u32::from_le_bytes([a, b, c, d]))
    }

    pub(super) fn u128(word: u128) -> (u64, u64) {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = word.to_le_bytes();
        (u64::from_le_bytes([i, j, k, l, m, n, o, p]), u64::from_le_bytes([a, b, c, d, e, f, g, h]))
    }
}

/// A word from its high and its low half.
mod joined_as {
    pub(super) fn u16(high: u8, low: u8) -> u16 {
        u16::from(high) << 8 | u16::from(low)
    }

    pub(super) fn u32(high: u16, low: u16) -> u32 {
        u32::from(high) << 16 | u32::from(low)
    }

    pub(super) fn u64(high: u32, low: u32) -> u64 {
        u64::from(high) << 32 | u64::from(low)
    }

    pub(super) fn u128(high: u64, low: u64) -> u128 {
        u128::from(high) << 64 | u128::from(low)
    }
}

field!(u16, u8);
field!(u32, u16);
field!(u64, u32);
field!(u128, u64);

#[cfg(test)]
mod tests;
