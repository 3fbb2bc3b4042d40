//! The tables against the definition, on random rules.

use super::*;
use crate::engine::Naive;
use crate::ruleset::{Position, Ray};
use crate::theory::random::Random;

impl Random {
    fn signed(&mut self, from: i64, to: i64) -> i64 {
        from + i64::try_from(self.below(u64::try_from(to - from + 1).unwrap())).unwrap()
    }
}

/// Compares the whole table up to `to` with the naive engine.
fn compare(rule: &RayRule, to: &[u64]) {
    let control = Control::default();
    let mut naive = Naive::new(rule);
    let table = RayTable::new(rule, to, &control).unwrap();
    let values = table.clone().into_values(to).unwrap();
    let mut entries = vec![0; to.len()];
    for index in 0..values.len() {
        let expected = naive.value(&Position::Tuple(entries.clone()), &control).unwrap();
        assert_eq!(values.get(index), Some(expected), "{rule:?} at {entries:?} up to {to:?}");
        assert_eq!(table.get(&entries), Some(expected));
        for (entry, &last) in entries.iter_mut().zip(to).rev() {
            if *entry < last {
                *entry += 1;
                break;
            }
            *entry = 0;
        }
    }
    assert!(entries.iter().all(|&entry| entry == 0), "every cell was met");
}

fn random_ray(dice: &mut Random, arity: usize, lowest: i64) -> Ray {
    let direction: Vec<u32> =
        (0..arity).map(|_| u32::try_from(dice.below(4)).unwrap().saturating_sub(1)).collect();
    let most = [None, None, Some(1), Some(2 + dice.below(9))][usize::try_from(dice.below(4)).unwrap()];
    let start = match dice.below(3) {
        0 => (0..arity).map(|_| dice.signed(lowest, 3)).collect(),
        _ => direction.iter().map(|&step| i64::from(step)).collect(),
    };
    Ray { start, direction, most }
}

#[test]
fn random_rules_agree_with_the_definition() {
    let mut dice = Random::new(3);
    let mut compared = 0;
    while compared < 500 {
        let arity = 1 + usize::try_from(dice.below(3)).unwrap();
        let count = 1 + dice.below(5);
        let rays = (0..count).map(|_| random_ray(&mut dice, arity, 0)).collect();
        let Ok(rule) = RayRule::new(arity, rays) else { continue };
        let longest = [60, 14, 7][arity - 1];
        let to: Vec<u64> = (0..arity).map(|_| dice.below(longest)).collect();
        compare(&rule, &to);
        compared += 1;
    }
}

#[test]
fn random_rules_that_leave_the_box_agree_with_the_definition() {
    let mut dice = Random::new(4);
    let mut compared = 0;
    while compared < 150 {
        let arity = 2 + usize::try_from(dice.below(2)).unwrap();
        let count = 1 + dice.below(4);
        let rays = (0..count).map(|_| random_ray(&mut dice, arity, -2)).collect();
        let Ok(rule) = RayRule::new(arity, rays) else { continue };
        if rule.stays_in_boxes() {
            continue;
        }
        let to: Vec<u64> = (0..arity).map(|_| dice.below([9, 4][arity - 2])).collect();
        compare(&rule, &to);
        compared += 1;
    }
}

fn along(direction: &[u32]) -> Ray {
    Ray {
        start: direction.iter().map(|&step| i64::from(step)).collect(),
        direction: direction.to_vec(),
        most: None,
    }
}

#[test]
fn nim_is_the_nim_sum_whatever_the_shape_of_the_box() {
    let two = RayRule::new(2, vec![along(&[1, 0]), along(&[0, 1])]).unwrap();
    for to in [[300, 200], [1, 3000], [3000, 1], [0, 77]] {
        let values = RayTable::new(&two, &to, &Control::default()).unwrap().into_values(&to).unwrap();
        let expected = (0..=to[0]).flat_map(|a| (0..=to[1]).map(move |b| a ^ b));
        assert!(values.iter().map(Nimber::size).eq(expected), "{to:?}");
    }
    let three = RayRule::new(3, vec![along(&[1, 0, 0]), along(&[0, 1, 0]), along(&[0, 0, 1])]).unwrap();
    let table = RayTable::new(&three, &[9, 40, 21], &Control::default()).unwrap();
    for (a, b, c) in [(9, 40, 21), (3, 17, 20), (0, 33, 5), (8, 8, 0)] {
        assert_eq!(table.get(&[a, b, c]), Some(Nimber::new(a ^ b ^ c)));
    }
}

/// Wythoff (1907): the losing positions are (floor(n phi), floor(n phi) + n), where
/// the first of the pair is the least number not yet used.
#[test]
fn the_losing_positions_of_wythoff_are_the_golden_pairs() {
    let rule = RayRule::new(2, vec![along(&[1, 0]), along(&[0, 1]), along(&[1, 1])]).unwrap();
    let last = 700;
    let table = RayTable::new(&rule, &[last, last], &Control::default()).unwrap();
    let mut losing = std::collections::BTreeSet::new();
    let mut used = std::collections::BTreeSet::new();
    for n in 0.. {
        let a = (0..).find(|a| !used.contains(a)).unwrap();
        // floor(n phi) without floating point: n phi = (n + sqrt(5 n n)) / 2.
        assert_eq!(a, (n + (5u64 * n * n).isqrt()) / 2);
        if a > last {
            break;
        }
        used.extend([a, a + n]);
        losing.extend([(a, a + n), (a + n, a)]);
    }
    for a in 0..=last {
        for b in 0..=last {
            let zero = table.get(&[a, b]) == Some(Nimber::ZERO);
            assert_eq!(zero, losing.contains(&(a, b)), "({a},{b})");
        }
    }
}

/// The first rows of the table of Wythoff's game, OEIS A004481.
#[test]
fn rows_of_wythoff_are_the_published_ones() {
    let rule = RayRule::new(2, vec![along(&[1, 0]), along(&[0, 1]), along(&[1, 1])]).unwrap();
    let table = RayTable::new(&rule, &[2, 20], &Control::default()).unwrap();
    let row = |a| (0..=20).map(|b| table.get(&[a, b]).unwrap().size()).collect::<Vec<_>>();
    assert_eq!(row(1)[..12], [1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11, 9]);
    assert_eq!(row(2)[..12], [2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10]);
}

#[test]
fn limits_are_kept() {
    let rule = RayRule::new(2, vec![along(&[1, 0]), along(&[0, 1])]).unwrap();
    let control = Control::default().with_memory_limit(10_000);
    assert!(RayTable::new(&rule, &[9, 9], &control).is_ok());
    for to in [[100, 100], [u64::MAX, 3], [u64::MAX, u64::MAX], [1 << 40, 1 << 40]] {
        assert!(matches!(RayTable::new(&rule, &to, &control), Err(Stopped::MemoryLimit { .. })), "{to:?}");
    }
    let late = Control::default().with_time_limit(std::time::Duration::ZERO);
    assert!(matches!(RayTable::new(&rule, &[500, 500], &late), Err(Stopped::TimeLimit { .. })));
}
