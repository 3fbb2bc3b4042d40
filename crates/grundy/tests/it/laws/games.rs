//! Games by brute force from their rules in words, for the tests of laws.

use grundy::Nimber;
use grundy::theory::Values;

use super::random_rules::table;

/// A game whose moves leave one heap: the options of n.
pub(crate) fn heaps(length: usize, options: impl Fn(usize) -> Vec<usize>) -> Values {
    table(length, |n, list| list.extend(options(n)))
}

/// A game whose moves may leave several heaps.
pub(crate) fn sums(length: usize, options: impl Fn(usize) -> Vec<Vec<usize>>) -> Values {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..length {
        let of = |option: &Vec<usize>| option.iter().fold(0, |sum, &part| sum ^ values[part]);
        let options: std::collections::BTreeSet<u64> = options(n).iter().map(of).collect();
        values.push((0..).find(|value| !options.contains(value)).expect("finitely many options"));
    }
    values.into_iter().map(Nimber::new).collect()
}

pub(crate) fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

pub(crate) fn divisors(n: usize) -> Vec<usize> {
    (1..=n).filter(|d| n.is_multiple_of(*d)).collect()
}

/// Splits of n into two heaps, none larger first.
pub(crate) fn splits(n: usize, least: usize) -> Vec<Vec<usize>> {
    (least..=n / 2).map(|a| vec![a, n - a]).collect()
}

/// Kayles: knock down one pin or two neighbours.
pub(crate) fn kayles(n: usize) -> Vec<Vec<usize>> {
    (1..=n.min(2)).flat_map(|taken| splits(n - taken, 0)).collect()
}

/// Remove two neighbours.
pub(crate) fn dawsons_kayles(n: usize) -> Vec<Vec<usize>> {
    n.checked_sub(2).map(|left| splits(left, 0)).unwrap_or_default()
}

pub(crate) fn grundys_game(n: usize) -> Vec<Vec<usize>> {
    splits(n, 1).into_iter().filter(|parts| parts[0] != parts[1]).collect()
}

/// Take from a heap of x so that y is left, where y^4 >= x and y^2 <= x (Codeforces 255E): the values
/// change seldom, so each is computed from counts over a window.
pub(crate) fn fourth_roots(length: usize) -> Values {
    let mut values: Vec<u64> = Vec::new();
    let mut counts = [0_i32; 8];
    let (mut from, mut to) = (0_usize, 0_usize);
    for x in 0..length {
        while to * to <= x && to < x {
            counts[usize::try_from(values[to]).expect("small")] += 1;
            to += 1;
        }
        while from < to && from.pow(4) < x {
            counts[usize::try_from(values[from]).expect("small")] -= 1;
            from += 1;
        }
        values.push(counts.iter().position(|count| *count == 0).expect("few values") as u64);
    }
    values.into_iter().map(Nimber::new).collect()
}
