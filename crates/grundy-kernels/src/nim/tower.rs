//! Single nim products, in safe Rust and for every processor.
//!
//! Numbers below 2^(2^k) form a field (Conway, On Numbers and Games, 1976, chapter
//! 6). With F = 2^(2^k), a number below F² is a pair a1·F + a0, and F ⊗ F = F ⊕ F/2.
//! So three products of halves and one product by F/2 make one product, which is
//! Karatsuba's way; at the foot stands a table for bytes.

/// One level of the tower of fields.
pub(super) trait Tower: Copy + std::ops::BitXor<Output = Self> {
    /// The nim product.
    fn product(self, other: Self) -> Self;

    /// The nim product by the number whose only bit is the highest of this width.
    fn by_top(self) -> Self;
}

/// The nim product of bytes from the definition by pairs, down to single bits.
pub(super) const fn byte_product(a: u8, b: u8, bits: u32) -> u8 {
    if bits == 1 || a < 2 || b < 2 {
        return a * b;
    }
    let half = bits / 2;
    let mask = (1 << half) - 1;
    let high = byte_product(a >> half, b >> half, half);
    let low = byte_product(a & mask, b & mask, half);
    let both = byte_product((a >> half) ^ (a & mask), (b >> half) ^ (b & mask), half);
    ((both ^ low) << half) | (low ^ byte_product(high, 1 << (half - 1), half))
}

/// A generator of the group of the 255 bytes that are not 0; tests check that.
const GENERATOR: u8 = 19;

/// The powers of the generator, and the exponents that lead to each byte.
const POWERS: ([u8; 255], [usize; 256]) = {
    let (mut powers, mut exponents) = ([1; 255], [0; 256]);
    let mut at = 1;
    while at < 255 {
        powers[at] = byte_product(powers[at - 1], GENERATOR, 8);
        exponents[powers[at] as usize] = at;
        at += 1;
    }
    (powers, exponents)
};

/// The nim products of bytes.
pub(super) static PRODUCTS: [[u8; 256]; 256] = {
    let (powers, exponents) = POWERS;
    let mut products = [[0; 256]; 256];
    let mut a = 1;
    while a < 256 {
        let mut b = 1;
        while b < 256 {
            products[a][b] = powers[(exponents[a] + exponents[b]) % 255];
            b += 1;
        }
        a += 1;
    }
    products
};

impl Tower for u8 {
    #[inline]
    fn product(self, other: u8) -> u8 {
        PRODUCTS[usize::from(self)][usize::from(other)]
    }

    #[inline]
    fn by_top(self) -> u8 {
        PRODUCTS[1 << 7][usize::from(self)]
    }
}

macro_rules! tower {
    ($word:ident, $half:ident, $join:expr, $part:expr) => {
        impl Tower for $word {
            #[inline]
            fn product(self, other: $word) -> $word {
                let ((a0, a1), (b0, b1)): (($half, $half), ($half, $half)) = ($part(self), $part(other));
                let (low, high) = (a0.product(b0), a1.product(b1));
                let both = (a0 ^ a1).product(b0 ^ b1);
                $join(low ^ high.by_top(), both ^ low)
            }

            #[inline]
            fn by_top(self) -> $word {
                // The factor is t·F, where t is the top of the halves and equals F/2:
                // (a1·F + a0) ⊗ t·F = t(a1 + a0)·F + t·t·a1.
                let (a0, a1): ($half, $half) = $part(self);
                $join(a1.by_top().by_top(), (a0 ^ a1).by_top())
            }
        }
    };
}

tower!(u16, u8, |low, high| u16::from_le_bytes([low, high]), |word: u16| word.to_le_bytes().into());
tower!(u32, u16, |low, high| u32::from(low) | u32::from(high) << 16, |word: u32| {
    let [a, b, c, d] = word.to_le_bytes();
    (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]))
});
tower!(u64, u32, |low, high| u64::from(low) | u64::from(high) << 32, |word: u64| {
    let [a, b, c, d, e, f, g, h] = word.to_le_bytes();
    (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]))
});
tower!(u128, u64, |low, high| u128::from(low) | u128::from(high) << 64, |word: u128| {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = word.to_le_bytes();
    (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u64::from_le_bytes([i, j, k, l, m, n, o, p]))
});

#[cfg(test)]
mod tests {
    use super::*;

    /// Conway's definition: the least number that is no a' b + a b' + a' b' with
    /// a' < a and b' < b.
    fn by_definition(most: u8) -> Vec<Vec<u8>> {
        let mut table: Vec<Vec<u8>> = Vec::new();
        for a in 0..=most {
            table.push(Vec::new());
            for b in 0..=most {
                let (x, y) = (usize::from(a), usize::from(b));
                let mut met = [false; 256];
                for i in 0..x {
                    for j in 0..y {
                        met[usize::from(table[i][y] ^ table[x][j] ^ table[i][j])] = true;
                    }
                }
                let least = (0..=255).find(|&n: &u8| !met[usize::from(n)]).unwrap();
                table[x].push(least);
            }
        }
        table
    }

    #[test]
    fn bytes_are_multiplied_as_the_definition_says() {
        // All pairs below 128, and every entry against the recursion.
        for (a, line) in by_definition(127).iter().enumerate() {
            assert_eq!(*line, PRODUCTS[a][..128], "{a}");
        }
        for a in 0..=255_u8 {
            for b in 0..=255_u8 {
                assert_eq!(a.product(b), byte_product(a, b, 8), "{a} by {b}");
            }
        }
        let mut powers = POWERS.0.to_vec();
        powers.sort_unstable();
        assert_eq!(powers, (1..=255).collect::<Vec<u8>>(), "the generator generates");
    }
}
