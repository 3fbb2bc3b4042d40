use super::*;
use crate::theory::Nimber;
use crate::theory::random::Random;

fn table(length: u64, value: impl Fn(u64) -> u64) -> Values {
    (0..length).map(|n| Nimber::new(value(n))).collect()
}

fn found(length: u64, value: impl Fn(u64) -> u64) -> Option<RegularLaw> {
    let values = table(length, value);
    find(&values, values.len() / 4, &Evidence::default(), &Control::default()).unwrap()
}

fn half(n: u64) -> u64 {
    ((n + 1) >> (n + 1).trailing_zeros()) / 2
}

#[test]
fn finds_the_recurrences_that_people_write() {
    let shown = |value: &dyn Fn(u64) -> u64| found(4000, value).unwrap().to_string();
    assert_eq!(shown(&half), "g(2n) = n, g(2n + 1) = g(n); g(0) = 0");
    let ruler = |n: u64| (n + 1).trailing_zeros().into();
    assert_eq!(shown(&ruler), "g(2n) = 0, g(2n + 1) = g(n) + 1; g(0) = 0");
    let odious = |n: u64| 2 * n + u64::from(n.count_ones().is_multiple_of(2));
    assert_eq!(shown(&odious), "g(2n) = g(n) + 2n, g(2n + 1) = 6n + 3 - g(n); g(0) = 1");
    let length = |n: u64| u64::from(u64::BITS - n.leading_zeros());
    assert_eq!(shown(&length), "g(2n) = g(n) + 1, g(2n + 1) = g(n) + 1 for n >= 1; g(0) = 0, g(1) = 1");
    let quarter = |n: u64| (n / 2 + u64::from(n.count_ones())) / 2;
    assert_eq!(found(4000, quarter).unwrap().base(), 2);
}

#[test]
fn laws_hold_far_beyond_the_table() {
    let threes = |n: u64| {
        let mut digits = 0;
        let mut left = n;
        while left > 0 {
            digits = (digits + left % 3 * (left % 3)) % 3;
            left /= 3;
        }
        digits + n / 3
    };
    let law = found(20_000, threes).unwrap();
    assert_eq!(law.base(), 3);
    let mut random = Random::new(1);
    for _ in 0..500 {
        let n = random.below(1 << 30) << 10 | random.below(1 << 10);
        assert_eq!(law.value(&n.into()), Some(threes(n).into()), "{n}");
    }
}

#[test]
fn noise_has_no_law() {
    let mut random = Random::new(2);
    for most in [2, 3, 16, 1000] {
        let noise: Vec<u64> = (0..4000).map(|_| random.below(most)).collect();
        assert_eq!(found(4000, |n| noise[usize::try_from(n).unwrap()]), None);
    }
    // One wrong value among many.
    for wrong in [1500, 3999] {
        assert_eq!(found(4000, |n| half(n) + u64::from(n == wrong)), None);
    }
    assert_eq!(found(4000, |n| u64::from(n.isqrt().pow(2) == n)), None);
    assert_eq!(found(4000, u64::isqrt), None);
    assert_eq!(found(4000, |_| 0), None);
}
