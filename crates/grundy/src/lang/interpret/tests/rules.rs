//! The rules that the language is introduced with, against brute force.

use super::super::build::*;
use super::{canonical, expect, options, ready};
use crate::lang::ir::{Compare, Component, Fold, IntOp, Kind, Linear, Offer, ParameterValue, Relation, Set};

fn heaps(list: impl IntoIterator<Item = u64>) -> Vec<Vec<u64>> {
    list.into_iter().map(|heap| vec![heap]).collect()
}

/// `factor * a + b == n - less` and the like: the two conditions of a split.
fn split(less: i128) -> [Linear; 2] {
    let rest = sub(c(less), x(0));
    // a first: a + b + less - n == 0 with b unknown, then b with a known.
    [linear(1, &[(1, 2)], rest.clone(), Relation::Zero), linear(1, &[], add(x(1), rest), Relation::Zero)]
}

#[test]
fn subtraction_games() {
    let set = || each(1, constants(&[1, 3, 4]));
    let rule_134 = rule(Kind::Heap, &[alternative(one(sub(x(0), x(1))), &[set()])]);
    expect(rule_134, 60, |n| heaps([1, 3, 4].into_iter().filter(|&s| s <= n).map(|s| n - s)));
    // let S = {2, 5}; n -> n - s for s in S
    let by_parameter = with_parameters(
        rule(Kind::Heap, &[alternative(one(sub(x(0), x(1))), &[each(1, set_parameter(0))])]),
        vec![ParameterValue::Set(constants(&[2, 5]))],
    );
    expect(by_parameter, 60, |n| heaps([2, 5].into_iter().filter(|&s| s <= n).map(|s| n - s)));
    // n -> n - 2**k for k in 0..
    let powers =
        rule(Kind::Heap, &[alternative(one(sub(x(0), op(IntOp::Pow, c(2), x(1)))), &[each(1, from(c(0)))])]);
    expect(powers, 300, |n| heaps((0..20).map(|k| 1 << k).filter(|&p| p <= n).map(|p| n - p)));
    // n -> 0..n-1
    let nim = rule(Kind::Heap, &[alternative(members(range(c(0), sub(x(0), c(1)))), &[])]);
    expect(nim, 60, |n| heaps(0..n));
}

fn decimal_digits(n: u64) -> Vec<u64> {
    n.to_string().bytes().map(|digit| u64::from(digit - b'0')).collect()
}

#[test]
fn the_cow_digit_game() {
    let largest = sub(x(0), fold(Fold::Max, digits(x(0), 10)));
    let smallest = sub(x(0), fold(Fold::Min, nonzero(digits(x(0), 10))));
    let cow = rule(Kind::Heap, &[alternative(one(largest), &[]), alternative(one(smallest), &[])]);
    let oracle = |n: u64| {
        let digits = decimal_digits(n);
        let nonzero = digits.iter().copied().filter(|&digit| digit > 0);
        if n == 0 {
            return Vec::new();
        }
        heaps([n - digits.iter().max().unwrap(), n - nonzero.min().unwrap()])
    };
    expect(cow.clone(), 3000, oracle);
    // A position of 1000 digits, 5 * 10^999 + 3: the options end in 8 and 0.
    let mut big = num_bigint::BigUint::from(10_u32).pow(999) * 5_u32 + 3_u32;
    let mut found = crate::ruleset::Options::new();
    ready(cow).big_options(&big, &mut found, &crate::theory::Control::default()).unwrap();
    big -= 5_u32;
    assert_eq!(found.canonical(), [vec![big.clone()], vec![big + 2_u32]]);
}

#[test]
fn divisors_and_primes() {
    // n -> n - d for d in divisors(n) if d < n
    let proper =
        alternative(one(sub(x(0), x(1))), &[each(1, divisors(x(0))), given(cmp(x(1), Compare::Lt, x(0)))]);
    expect(rule(Kind::Heap, &[proper]), 200, |n| heaps((1..n).filter(|d| n % d == 0).map(|d| n - d)));
    // n -> n - y for y in 1..n if gcd(n, y) == 1
    let coprime = given(cmp(fold_numbers(Fold::Gcd, &[x(0), x(1)]), Compare::Eq, c(1)));
    let coprime = alternative(one(sub(x(0), x(1))), &[each(1, range(c(1), x(0))), coprime]);
    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    expect(rule(Kind::Heap, &[coprime]), 100, |n| heaps((1..=n).filter(|&y| gcd(n, y) == 1).map(|y| n - y)));
    // n -> [n / k; k] for k in divisors(n) if k > 1
    let equal = alternative(
        copies(op(IntOp::Div, x(0), x(1)), x(1)),
        &[each(1, divisors(x(0))), given(cmp(x(1), Compare::Gt, c(1)))],
    );
    expect(rule(Kind::Heap, &[equal]), 100, |n| {
        (2..=n).filter(|k| n % k == 0).map(|k| vec![n / k; usize::try_from(k).unwrap()]).collect()
    });
}

#[test]
fn splitting_games() {
    let pair = || sum(&[x(1), x(2)]);
    let [first, second] = split(0);
    // n -> [a, b] where a + b == n, 1 <= a < b
    let at_least_one = linear(-1, &[], c(1), Relation::AtMostZero);
    // a + 1 <= b, with b unknown and then with a known.
    let a_below_b = linear(1, &[(-1, 2)], c(1), Relation::AtMostZero);
    let b_above_a = linear(-1, &[], add(x(1), c(1)), Relation::AtMostZero);
    let grundy = alternative(
        pair(),
        &[
            solve(1, &[first.clone(), at_least_one.clone(), a_below_b]),
            solve(2, &[second.clone(), b_above_a]),
        ],
    );
    expect(rule(Kind::Heap, &[grundy]), 60, |n| {
        (1..n).filter(|&a| a < n - a).map(|a| vec![a, n - a]).collect()
    });
    // n -> 0..n-1 | [a, b] where a + b == n, a >= 1, b >= 1
    let lasker = [
        alternative(members(range(c(0), sub(x(0), c(1)))), &[]),
        alternative(pair(), &[solve(1, &[first, at_least_one.clone()]), solve(2, &[second, at_least_one])]),
    ];
    expect(rule(Kind::Heap, &lasker), 60, |n| {
        heaps(0..n).into_iter().chain((1..n).map(|a| vec![a, n - a])).collect()
    });
    // n -> [a, b] where a + b == n - 2
    let [first, second] = split(2);
    let dawson = alternative(pair(), &[solve(1, &[first]), solve(2, &[second])]);
    expect(rule(Kind::Heap, &[dawson]), 60, |n| {
        (0..=n.saturating_sub(2)).filter(|_| n >= 2).map(|a| vec![a, n - 2 - a]).collect()
    });
}

fn component_members(set: Set) -> Offer {
    Offer::Sum(vec![Component::Members(set)])
}

#[test]
fn coin_games() {
    let before = |end| each(1, range(c(0), end));
    let last = || sub(x(0), c(1));
    // coins x -> [] | [a] for a in 0..x-1 | [a, b] where 0 <= a < b < x
    let turtles = rule(
        Kind::Coins,
        &[
            alternative(sum(&[]), &[]),
            alternative(sum(&[x(1)]), &[before(last())]),
            alternative(sum(&[x(1), x(2)]), &[before(last()), each(2, range(add(x(1), c(1)), last()))]),
        ],
    );
    expect(turtles, 25, |x| {
        let mut all = vec![vec![]];
        all.extend(heaps(0..x));
        all.extend((0..x).flat_map(|a| (a + 1..x).map(move |b| vec![a, b])));
        all
    });
    // coins x -> [k..x-1] for k in 0..x
    let ruler = alternative(component_members(range(x(1), last())), &[before(x(0))]);
    expect(rule(Kind::Coins, &[ruler]), 25, |x| (0..=x).map(|k| (k..x).collect()).collect());
}

#[test]
fn equal_coins_cancel() {
    // coins x -> [a, b, a + b - b] for a, b below x: a goes twice and b stays, in
    // any order, and three equal coins leave one.
    let all = |name| each(name, range(c(0), sub(x(0), c(1))));
    let odd = rule(
        Kind::Coins,
        &[
            alternative(sum(&[x(1), x(2), x(1)]), &[all(1), all(2)]),
            alternative(copies(x(1), c(2)), &[all(1)]),
            alternative(copies(x(1), c(3)), &[all(1)]),
        ],
    );
    expect(odd, 12, |x| if x == 0 { Vec::new() } else { [vec![vec![]], heaps(0..x)].concat() });
    // Heaps do not cancel.
    let heaps_stay = rule(Kind::Heap, &[alternative(copies(sub(x(0), c(1)), c(2)), &[])]);
    assert_eq!(options(&ready(heaps_stay), 5), [[4, 4]]);
}

#[test]
fn guards_choose_clauses_and_all_that_match_count() {
    // n if n % 2 == 0 -> n - 1; n if n % 3 == 0 -> n - 2; n if max(nothing) > 0 -> 0
    let divisible = |by| cmp(op(IntOp::Rem, x(0), c(by)), Compare::Eq, c(0));
    let mut program = rule(Kind::Heap, &[]);
    program.clauses = vec![
        clause(Some(divisible(2)), &[alternative(one(sub(x(0), c(1))), &[])]),
        clause(Some(divisible(3)), &[alternative(one(sub(x(0), c(2))), &[])]),
        clause(Some(cmp(no_value(), Compare::Gt, c(0))), &[alternative(one(c(0)), &[])]),
    ];
    expect(program, 40, |n| {
        let mut list = Vec::new();
        if n > 0 && n % 2 == 0 {
            list.push(vec![n - 1]);
        }
        if n > 0 && n % 3 == 0 {
            list.push(vec![n - 2]);
        }
        canonical(list)
    });
}
