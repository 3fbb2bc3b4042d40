//! Every way in which a rule can break at a position, and limits.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use num_bigint::BigUint;

use super::super::build::*;
use super::{fault, fault_kind, ready};
use crate::lang::ir::{Component, Int, IntFunction, IntOp, Kind, Offer, Program, Step};
use crate::ruleset::{FaultKind, Halt, Heap, Options, Ruleset};
use crate::theory::{Control, Stopped};

fn heap_rule(option: Offer, steps: &[Step]) -> Program {
    rule(Kind::Heap, &[alternative(option, steps)])
}

#[test]
fn options_must_get_smaller() {
    let smaller = |position: &str, option: &str| FaultKind::NotSmaller {
        position: position.to_owned(),
        option: option.to_owned(),
    };
    assert_eq!(fault_kind(heap_rule(one(add(x(0), c(2))), &[]), 5), smaller("5", "7"));
    assert_eq!(fault_kind(heap_rule(one(x(0)), &[]), 5), smaller("5", "5"));
    assert_eq!(fault_kind(heap_rule(sum(&[c(1), x(0)]), &[]), 5), smaller("5", "[1, 5]"));
    assert_eq!(fault_kind(heap_rule(copies(c(6), c(1000)), &[]), 5), smaller("5", "6"));
    assert_eq!(fault_kind(heap_rule(members(range(c(3), c(9))), &[]), 5), smaller("5", "5"));
    let coins = rule(Kind::Coins, &[alternative(sum(&[x(0), x(0)]), &[])]);
    let left = FaultKind::NotLeft { position: "0".to_owned(), option: "[0, 0]".to_owned() };
    assert_eq!(fault_kind(coins, 0), left);
    // Heap 0 is empty, and the rule is not read there.
    let mut options = Options::new();
    options.push([Heap::new(3)]);
    let growing = ready(heap_rule(one(add(x(0), c(1))), &[]));
    growing.options(&Heap::new(0), &mut options, &Control::default()).unwrap();
    assert!(options.is_empty());
    // Large positions are held to the same.
    let mut options = Options::new();
    let halt = growing.big_options(&(BigUint::from(1_u32) << 70), &mut options, &Control::default());
    assert!(matches!(halt, Err(Halt::Fault(fault)) if matches!(fault.kind, FaultKind::NotSmaller { .. })));
}

#[test]
fn entries_beyond_63_bits_are_told() {
    let large = op(IntOp::Pow, c(2), c(63));
    let kind = fault_kind(heap_rule(one(large.clone()), &[]), 5);
    assert_eq!(kind, FaultKind::TooLarge { option: "9223372036854775808".to_owned() });
    let kind = fault_kind(heap_rule(sum(&[c(0), large.clone()]), &[]), 5);
    assert_eq!(kind, FaultKind::TooLarge { option: "[0, 9223372036854775808]".to_owned() });
    // With big integers it is a position, and larger than where it comes from.
    let mut options = Options::new();
    let rules = ready(heap_rule(one(large), &[]));
    let halt = rules.big_options(&BigUint::from(5_u32), &mut options, &Control::default());
    assert!(matches!(halt, Err(Halt::Fault(fault)) if matches!(fault.kind, FaultKind::NotSmaller { .. })));
    // Above it, the option is one.
    let position = (BigUint::from(1_u32) << 63) + 1_u32;
    rules.big_options(&position, &mut options, &Control::default()).unwrap();
    assert_eq!(options.canonical(), [[BigUint::from(1_u32) << 63]]);
}

#[test]
fn arithmetic_breaks_at_its_place() {
    let at_place = |mut int: Int| {
        int.span = 4..9;
        let fault = fault(heap_rule(one(int), &[]), 5);
        assert_eq!(fault.span, Some(4..9));
        fault.kind
    };
    assert_eq!(at_place(op(IntOp::Pow, c(10), c(40))), FaultKind::Overflow);
    assert_eq!(at_place(add(c(i128::MAX), c(1))), FaultKind::Overflow);
    assert_eq!(at_place(op(IntOp::Div, x(0), c(0))), FaultKind::DivisionByZero);
    assert_eq!(at_place(op(IntOp::Rem, x(0), c(0))), FaultKind::DivisionByZero);
    for undefined in [
        op(IntOp::Pow, c(2), c(-1)),
        op(IntOp::ShiftLeft, c(2), c(-1)),
        op(IntOp::ShiftRight, c(2), c(-1)),
        function(IntFunction::Ilog, &[c(0), c(2)]),
        function(IntFunction::TrailingZeros, &[c(0)]),
        function(IntFunction::Isqrt, &[c(-1)]),
        function(IntFunction::Isqrt, &[]),
        parameter(3),
        x(77),
    ] {
        assert!(matches!(at_place(undefined.clone()), FaultKind::Undefined { .. }), "{undefined:?}");
    }
    let fault = fault(heap_rule(one(op(IntOp::Pow, c(2), sub(x(0), c(9)))), &[]), 5);
    assert_eq!(fault.to_string(), "a negative exponent, at position 5");
}

#[test]
fn names_without_a_bound_and_infinite_options() {
    let above = linear(-1, &[], c(3), crate::lang::ir::Relation::AtMostZero);
    let kind = fault_kind(heap_rule(one(x(1)), &[solve(1, &[above])]), 5);
    assert_eq!(kind, FaultKind::Unbounded { name: "a".to_owned() });
    for option in [members(primes()), Offer::Sum(vec![Component::Members(primes())])] {
        assert!(matches!(fault_kind(heap_rule(option, &[]), 5), FaultKind::Undefined { .. }));
    }
}

#[test]
fn absurd_sums_are_refused() {
    for option in [
        copies(c(0), c(1 << 40)),
        copies(c(0), c(i128::MAX)),
        Offer::Sum(vec![Component::Members(range(c(0), c(1 << 40)))]),
        Offer::Copies(Component::Members(range(c(0), c(1000))), c(2000)),
    ] {
        let kind = fault_kind(heap_rule(option.clone(), &[]), 5);
        assert!(matches!(kind, FaultKind::Undefined { .. }), "{option:?}: {kind:?}");
    }
    // Numbers that would fill the memory, too.
    let tower = op(IntOp::Pow, c(3), op(IntOp::Pow, x(0), x(0)));
    let mut options = Options::new();
    let halt = ready(heap_rule(one(tower), &[])).big_options(
        &BigUint::from(40_u32),
        &mut options,
        &Control::default(),
    );
    assert!(matches!(halt, Err(Halt::Fault(fault)) if matches!(fault.kind, FaultKind::Undefined { .. })));
}

#[test]
fn long_work_listens() {
    let long = || range(c(1), c(1_000_000_000_000_000));
    let never = given(truth(false));
    let programs = [
        heap_rule(one(c(0)), &[each(1, long()), never]),
        heap_rule(one(fold(crate::lang::ir::Fold::Gcd, long())), &[]),
        heap_rule(one(c(0)), &[given(is_in(&[c(0)], comprehension(add(x(1), c(1)), &[each(1, long())])))]),
        heap_rule(
            one(c(0)),
            &[
                solve(1, &[linear(1, &[], c(-(1 << 60)), crate::lang::ir::Relation::AtMostZero)]),
                given(truth(false)),
            ],
        ),
    ];
    for program in programs {
        let rules = ready(program);
        let limit = Duration::from_millis(20);
        let mut options = Options::new();
        let halt = rules.options(&Heap::new(9), &mut options, &Control::default().with_time_limit(limit));
        assert_eq!(halt, Err(Halt::Stopped(Stopped::TimeLimit { limit })));
        let stopped = Control::default().with_stop(Arc::new(AtomicBool::new(true)));
        let mut options = Options::new();
        let halt = rules.big_options(&BigUint::from(9_u32), &mut options, &stopped);
        assert_eq!(halt, Err(Halt::Stopped(Stopped::Interrupted)));
    }
}

#[test]
fn options_keep_to_the_memory_limit() {
    let nim = ready(heap_rule(members(range(c(0), sub(x(0), c(1)))), &[]));
    let control = Control::default().with_memory_limit(1 << 20);
    let mut options = Options::new();
    let halt = nim.options(&Heap::new(1 << 50), &mut options, &control);
    assert!(matches!(halt, Err(Halt::Stopped(Stopped::MemoryLimit { .. }))));
    let mut options = Options::new();
    let halt = nim.big_options(&(BigUint::from(1_u32) << 5000), &mut options, &control);
    assert!(matches!(halt, Err(Halt::Stopped(Stopped::MemoryLimit { .. }))));
}
