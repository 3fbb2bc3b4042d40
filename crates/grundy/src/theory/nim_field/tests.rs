//! The laws that say what each operation is, on every width.

use std::fmt::Debug;

use super::*;
use crate::theory::random::Random;

/// Conway's definition.
fn by_definition(most: usize) -> Vec<Vec<u8>> {
    let mut table = vec![vec![0_u8; most]; most];
    for a in 0..most {
        for b in 0..most {
            let pairs = (0..a).flat_map(|i| (0..b).map(move |j| (i, j)));
            let met: std::collections::BTreeSet<u8> =
                pairs.map(|(i, j)| table[i][b] ^ table[a][j] ^ table[i][j]).collect();
            table[a][b] = (0..=255).find(|least| !met.contains(least)).unwrap();
        }
    }
    table
}

#[test]
fn products_are_those_of_the_definition() {
    for (a, line) in by_definition(32).iter().enumerate() {
        for (b, &product) in line.iter().enumerate() {
            let (a, b) = (u8::try_from(a).unwrap(), u8::try_from(b).unwrap());
            assert_eq!(a.nim_product(b), product, "{a} by {b}");
            assert_eq!(u128::from(a).nim_product(b.into()), product.into(), "{a} by {b}");
        }
    }
}

/// Edges, every bit by itself, and numbers that look random.
fn numbers() -> Vec<u128> {
    let mut random = Random::new(11);
    let wide = |random: &mut Random| (0..8).fold(0, |wide, _| wide << 16 | u128::from(random.below(1 << 16)));
    let edges = [0, u128::MAX, u128::MAX - 1, u128::MAX >> 1];
    let small = 0..20;
    let bits = (0..128).map(|bit| 1 << bit);
    edges.into_iter().chain(small).chain(bits).chain((0..60).map(|_| wide(&mut random))).collect()
}

fn is_a_field<T>(narrow: impl Fn(u128) -> T, one: T, bits: u32)
where
    T: NimField + Ord + Debug,
{
    let zero = T::default();
    let has_top = |word: u128| word >> (bits - 1) & 1 == 1;
    let numbers = numbers();
    for (at, &word) in numbers.iter().enumerate() {
        let (a, b) = (narrow(word), narrow(numbers[(at * 7 + 3) % numbers.len()]));
        assert_eq!(a.nim_square(), a.nim_product(a), "{a:?}");
        assert_eq!(a.nim_square_root().nim_square(), a, "{a:?}");
        assert_eq!(a.nim_square().nim_square_root(), a, "{a:?}");
        match a.nim_inverse() {
            Ok(inverse) => assert_eq!(inverse.nim_product(a), one, "{a:?}"),
            Err(NoInverse) => assert_eq!(a, zero),
        }
        match a.nim_solutions() {
            Some([x, y]) => {
                assert!(!has_top(word) && x < y && x ^ y == one, "{a:?}");
                assert_eq!(x.nim_square() ^ x, a, "{a:?}");
            }
            None => assert!(has_top(word), "{a:?}"),
        }
        let mut power = one;
        for exponent in 0..10 {
            assert_eq!(a.nim_power(exponent), power, "{a:?} to the {exponent}");
            power = power.nim_product(a);
        }
        // The order of the group, and once around it.
        let order = u128::MAX >> (128 - bits);
        assert_eq!(a.nim_power(order), if a == zero { zero } else { one });
        assert_eq!(a.nim_power(order).nim_product(a), a);
        let sum = a ^ b;
        assert_eq!(sum.nim_square(), a.nim_square() ^ b.nim_square());
        assert_eq!(sum.nim_product(b), a.nim_product(b) ^ b.nim_square());
    }
}

macro_rules! narrow {
    ($word:ident) => {
        |word: u128| $word::from_le_bytes(*word.to_le_bytes().first_chunk().unwrap())
    };
}

#[test]
fn every_width_is_a_field() {
    is_a_field(narrow!(u8), 1, 8);
    is_a_field(narrow!(u16), 1, 16);
    is_a_field(narrow!(u32), 1, 32);
    is_a_field(narrow!(u64), 1, 64);
    is_a_field(narrow!(u128), 1, 128);
}

#[test]
fn every_solution_of_bytes_is_found() {
    for a in 0..=255_u8 {
        let all: Vec<u8> = (0..=255).filter(|x: &u8| x.nim_product(*x) ^ x == a).collect();
        assert_eq!(a.nim_solutions().map(Vec::from).unwrap_or_default(), all, "{a}");
        let roots: Vec<u8> = (0..=255).filter(|x: &u8| x.nim_product(*x) == a).collect();
        assert_eq!(roots, [a.nim_square_root()]);
    }
    for a in 0..=u16::MAX {
        let found = a.nim_solutions().is_some();
        assert_eq!(found, a < 1 << 15, "{a}");
    }
}
