//! The ways are compared on edges and on numbers that look random.

use std::fmt::Debug;

use super::*;

/// Numbers that look random.
fn random(seed: &mut u128) -> u128 {
    *seed = seed.wrapping_mul(0xda94_2042_e4dd_58b5_9ee1_2fcf_4c5e_6b39).wrapping_add(0x9e37_79b9_7f4a_7c15);
    *seed ^ *seed >> 71
}

/// The product from the definition by pairs, no table anywhere.
fn by_pairs(a: u128, b: u128, bits: u32) -> u128 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = bits / 2;
    let mask = (1 << half) - 1;
    let ((a0, a1), (b0, b1)) = ((a & mask, a >> half), (b & mask, b >> half));
    let product = |a, b| by_pairs(a, b, half);
    let high = product(a1, b1);
    ((high ^ product(a1, b0) ^ product(a0, b1)) << half) ^ product(a0, b0) ^ product(high, 1 << (half - 1))
}

fn words<T: NimWord>(count: usize, narrow: impl Fn(u128) -> T, seed: &mut u128) -> Vec<T> {
    let edges = [0, 1, 2, 3, u128::MAX, u128::MAX >> 1, 1 << 127];
    let tops = (0..128).step_by(5).map(|bit| 1 << bit);
    let mut words: Vec<u128> = edges.into_iter().chain(tops).take(count).collect();
    while words.len() < count {
        words.push(random(seed));
    }
    // So that edges meet everything.
    let turn = usize::try_from(random(seed) % 97).unwrap() % count.max(1);
    words.rotate_left(turn);
    words.into_iter().map(narrow).collect()
}

fn all_ways_agree<T: NimWord + Debug>(narrow: impl Fn(u128) -> T) {
    let mut seed = 1;
    for count in [0, 1, 2, 31, 32, 33, 63, 64, 65, 200, 2000] {
        let (left, right) = (words(count, &narrow, &mut seed), words(count, &narrow, &mut seed));
        let expected: Vec<T> = left.iter().zip(&right).map(|(a, b)| nim_product(*a, *b)).collect();
        let mut products = vec![T::bit(0); count];
        nim_products(&left, &right, &mut products);
        assert_eq!(products, expected, "{count} as chosen");
        for way in NimWay::ALL {
            let mut products = vec![T::bit(0); count];
            if way.products(&left, &right, &mut products) {
                assert_eq!(products, expected, "{count} by {way:?}");
            }
        }
        for factor in left.iter().take(9) {
            let mut products = vec![T::bit(0); count];
            nim_multiples(&right, *factor, &mut products);
            let expected: Vec<T> = right.iter().map(|value| nim_product(*factor, *value)).collect();
            assert_eq!(products, expected, "{count} by {factor:?}");
            for way in NimWay::ALL.into_iter().filter(|way| way.is_there::<T>()) {
                let mut products = vec![T::bit(0); count];
                multiples_by(way, &right, *factor, &mut products);
                assert_eq!(products, expected, "{count} by {factor:?} and {way:?}");
            }
        }
    }
    let (values, factor) = (words(5000, &narrow, &mut seed), narrow(random(&mut seed)));
    let mut products = vec![T::default(); values.len()];
    multiples_portable(&values, factor, &mut products);
    let expected: Vec<T> = values.iter().map(|value| nim_product(factor, *value)).collect();
    assert_eq!(products, expected);
}

#[test]
fn single_products_agree_with_the_definition_by_pairs() {
    let mut seed = 7;
    let (left, right) = (words(400, |word| word, &mut seed), words(400, |word| word, &mut seed));
    for (&a, &b) in left.iter().zip(&right) {
        assert_eq!(nim_product(a, b), by_pairs(a, b, 128), "{a} by {b}");
        let (a, b) = (a % (1 << 64), b % (1 << 64));
        let narrow = |word: u128| u64::try_from(word).unwrap();
        assert_eq!(u128::from(nim_product(narrow(a), narrow(b))), by_pairs(a, b, 64), "{a} by {b}");
    }
    // The field of each width lies in the wider ones.
    for (&a, &b) in left.iter().zip(&right) {
        let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
        let (a1, b1) = (a[0], b[0]);
        let (a2, b2) = (u16::from(a1), u16::from(b1));
        let (a4, b4) = (u32::from_le_bytes([a1, a[1], 0, 0]), u32::from_le_bytes([b1, b[1], 0, 0]));
        assert_eq!(u16::from(nim_product(a1, b1)), nim_product(a2, b2));
        let (a2, b2) = (u16::from_le_bytes([a1, a[1]]), u16::from_le_bytes([b1, b[1]]));
        assert_eq!(u32::from(nim_product(a2, b2)), nim_product(a4, b4));
        assert_eq!(u64::from(nim_product(a4, b4)), nim_product(u64::from(a4), u64::from(b4)));
    }
}

macro_rules! low {
    ($word:ident) => {
        |word: u128| {
            let bytes = word.to_le_bytes();
            $word::from_le_bytes(*bytes.first_chunk().unwrap())
        }
    };
}

#[test]
fn all_ways_agree_on_every_width() {
    all_ways_agree(low!(u8));
    all_ways_agree(low!(u16));
    all_ways_agree(low!(u32));
    all_ways_agree(low!(u64));
    all_ways_agree(low!(u128));
}

#[test]
#[should_panic(expected = "one length")]
fn lengths_must_agree() {
    nim_products(&[1u64, 2], &[3], &mut [0, 0]);
}
