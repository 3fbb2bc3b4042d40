//! Walks along infinite sets.

use super::super::build::*;
use super::{expect, fault_kind, options, ready};
use crate::lang::ir::{Compare, Infinite, IntOp, Kind, Offer, Program, Step};
use crate::ruleset::FaultKind;

fn heap_rule(option: Offer, steps: &[Step]) -> Program {
    rule(Kind::Heap, &[alternative(option, steps)])
}

fn taking(amount: crate::lang::ir::Int, steps: &[Step]) -> Program {
    heap_rule(one(sub(x(0), amount)), steps)
}

fn rest_is(slot: usize, modulus: i128, rest: i128) -> Step {
    given(cmp(op(IntOp::Rem, x(slot), c(modulus)), Compare::Eq, c(rest)))
}

fn is_prime(n: u64) -> bool {
    n > 1 && (2..n).all(|d| !n.is_multiple_of(d))
}

#[test]
fn a_walk_ends_at_the_first_option_that_is_no_position() {
    expect(taking(x(1), &[each(1, infinite(Infinite::Squares))]), 100, |n| {
        (1..=n).filter(|k| k * k <= n).map(|k| vec![n - k * k]).collect()
    });
    // The walk ends though later members would give positions again:
    // n - (k * (10 - k)) is negative in between.
    let hill = taking(op(IntOp::Mul, x(1), sub(c(10), x(1))), &[each(1, from(c(1)))]);
    assert_eq!(options(&ready(hill), 16), [[0], [7]]);
}

#[test]
fn conditions_do_not_end_a_walk_nor_keep_it_alive() {
    // n - p for p in primes if p % 4 == 1
    expect(taking(x(1), &[each(1, primes()), rest_is(1, 4, 1)]), 150, |n| {
        (1..=n).filter(|&p| is_prime(p) && p % 4 == 1).map(|p| vec![n - p]).collect()
    });
    // n - 2**k for k in 0.. if false
    let never = taking(op(IntOp::Pow, c(2), x(1)), &[each(1, from(c(0))), given(truth(false))]);
    expect(never, 50, |_| Vec::new());
    // The same if the condition comes before another loop, or is one of several.
    let inner = taking(
        add(x(1), x(2)),
        &[each(1, from(c(1))), rest_is(1, 2, 0), each(2, range(c(0), c(3))), rest_is(2, 2, 0)],
    );
    expect(inner, 60, |n| {
        let pairs = (1..=n).filter(|k| k % 2 == 0).flat_map(|k| [k, k + 2]);
        pairs.filter(|&taken| taken <= n).map(|taken| vec![n - taken]).collect()
    });
}

#[test]
fn with_loops_inside_one_position_keeps_the_walk_going() {
    // n + j - k for k in 1.. for j in 0..2: at a member k there is a position as
    // long as n + 2 - k >= 0.
    let program = heap_rule(
        one(sub(add(x(0), x(2)), x(1))),
        &[each(1, from(c(1))), each(2, range(c(0), c(2))), given(cmp(x(2), Compare::Lt, x(1)))],
    );
    expect(program, 30, |n| {
        let all = (1..=n + 2).flat_map(|k| (0..3.min(k)).filter_map(move |j| (n + j).checked_sub(k)));
        all.map(|left| vec![left]).collect()
    });
    // Two infinite loops: i*i + j*j taken.
    let squares = || infinite(Infinite::Squares);
    expect(taking(add(x(1), x(2)), &[each(1, squares()), each(2, squares())]), 80, |n| {
        let sums = (1..10).flat_map(|i| (1..10).map(move |j| i * i + j * j));
        sums.filter(|&taken| taken <= n).map(|taken| vec![n - taken]).collect()
    });
    // The inner loop is infinite and the outer finite.
    expect(
        taking(op(IntOp::Mul, x(1), x(2)), &[each(1, constants(&[7, 2])), each(2, from(c(1)))]),
        60,
        |n| (1..=n).filter(|k| k % 7 == 0 || k % 2 == 0).map(|taken| vec![n - taken]).collect(),
    );
}

#[test]
fn a_failed_condition_hides_what_would_go_wrong() {
    // n - 12 / (k - 3) - k for k in 0.. if k > 3: nobody asks for k = 3.
    let quotient = op(IntOp::Div, c(12), sub(x(1), c(3)));
    let program = taking(add(quotient, x(1)), &[each(1, from(c(0))), given(cmp(x(1), Compare::Gt, c(3)))]);
    // At k < 3 the option is n - k + something positive: a position.
    expect(program.clone(), 40, |n| {
        let taken = (4..=n).map(|k| 12 / (k - 3) + k);
        // The walk ends at the first member that takes too much.
        let first_too_large = (4..).find(|k| 12 / (k - 3) + k > n).unwrap();
        taken.zip(4..).filter(|&(_, k)| k < first_too_large).map(|(taken, _)| vec![n - taken]).collect()
    });
    // With a condition that holds the division is an error.
    let asked = taking(op(IntOp::Div, c(12), sub(x(1), c(3))), &[each(1, from(c(3)))]);
    assert_eq!(fault_kind(asked, 5), FaultKind::DivisionByZero);
}

#[test]
fn options_without_a_value_do_not_end_a_walk() {
    // n - k - max({j for j in 1..3 if j < k}) for k in 0..: none at k = 0 and 1.
    let below = comprehension(x(2), &[each(2, range(c(1), c(3))), given(cmp(x(2), Compare::Lt, x(1)))]);
    let program = taking(add(x(1), fold(crate::lang::ir::Fold::Max, below)), &[each(1, from(c(0)))]);
    expect(program, 40, |n| {
        (2..=n).map(|k| k + 3.min(k - 1)).filter(|&taken| taken <= n).map(|taken| vec![n - taken]).collect()
    });
}

#[test]
fn a_walk_that_comes_to_nothing_is_an_error() {
    let endless = [
        // The same option again and again, one or several components.
        taking(c(1), &[each(1, from(c(1)))]),
        taking(add(op(IntOp::Rem, x(1), c(3)), c(1)), &[each(1, from(c(1)))]),
        heap_rule(sum(&[op(IntOp::Rem, x(1), c(3)), c(1)]), &[each(1, from(c(1)))]),
        // Every option filtered away, while it would be a position.
        taking(op(IntOp::Rem, x(1), c(2)), &[each(1, from(c(1))), given(truth(false))]),
        // No option met at all.
        taking(x(1), &[each(1, from(c(1))), each(2, nothing())]),
        taking(no_value(), &[each(1, primes())]),
        // New options, but the next one more than a million members away.
        taking(x(1), &[each(1, from(c(1))), rest_is(1, 1_200_000, 0)]),
        // An inner walk without end under a condition that has failed.
        taking(no_value(), &[each(1, from(c(1))), given(truth(false)), each(2, from(c(1)))]),
    ];
    for program in endless {
        assert_eq!(fault_kind(program.clone(), 5_000_000), FaultKind::EndlessWalk, "{program:?}");
    }
    // 900000 members without an option are no error, nor is a long walk that
    // goes on giving new options, even in a strange order.
    let sparse = taking(x(1), &[each(1, from(c(1))), rest_is(1, 900_000, 0)]);
    assert_eq!(options(&ready(sparse), 2_000_000), [[200_000], [1_100_000]]);
    let zigzag = taking(op(IntOp::Xor, x(1), c(1)), &[each(1, from(c(2)))]);
    assert_eq!(options(&ready(zigzag), 1_200_001).len(), 1_200_000);
}

#[test]
fn infinite_sets_in_braces_and_unions_walk_too() {
    let doubled = comprehension(op(IntOp::Mul, x(2), c(2)), &[each(2, primes())]);
    expect(taking(x(1), &[each(1, doubled)]), 100, |n| {
        (2..=n).filter(|&p| is_prime(p) && 2 * p <= n).map(|p| vec![n - 2 * p]).collect()
    });
    let mixed = union(infinite(Infinite::Squares), primes());
    expect(taking(x(1), &[each(1, mixed)]), 100, |n| {
        (1..=n).filter(|&k| is_prime(k) || k == k.isqrt() * k.isqrt()).map(|k| vec![n - k]).collect()
    });
}
