//! The fine print: conditions, order of reading, copies, `where`, parameters.

use super::super::build::*;
use super::super::{BindError, Parameters, Scope, evaluate, holds};
use super::{expect, options, ready};
use crate::lang::ir::{
    Bool, BoolKind, Compare, Component, Fold, Int, IntOp, Kind, Offer, ParameterValue, Relation, Set, SetKind,
};
use crate::ruleset::{FaultKind, Halt};
use crate::theory::Control;

fn value(int: &Int, values: &[i128]) -> Option<i128> {
    let names: Vec<String> = Vec::new();
    let scope = Scope { parameters: &Parameters::default(), names: &names, values };
    evaluate(int, &scope, &Control::default()).expect("no fault")
}

fn is_true(condition: &Bool, values: &[i128]) -> Option<bool> {
    let names: Vec<String> = Vec::new();
    let scope = Scope { parameters: &Parameters::default(), names: &names, values };
    holds(condition, &scope, &Control::default()).expect("no fault")
}

/// A condition that is an error when it is read.
fn trap() -> Bool {
    cmp(op(IntOp::Div, c(1), c(0)), Compare::Eq, c(0))
}

/// A condition without a value.
fn unknown() -> Bool {
    cmp(no_value(), Compare::Gt, c(0))
}

#[test]
fn conditions_are_read_no_further_than_needed() {
    let chain = |numbers: &[i128]| {
        let rest = numbers[1..].iter().map(|&number| (Compare::Lt, c(number))).collect();
        bool(BoolKind::Compare(Box::new(c(numbers[0])), rest))
    };
    assert_eq!(is_true(&chain(&[1, 2, 3]), &[]), Some(true));
    assert_eq!(is_true(&chain(&[1, 3, 2]), &[]), Some(false));
    assert_eq!(is_true(&and(truth(false), trap()), &[]), Some(false));
    assert_eq!(is_true(&or(truth(true), trap()), &[]), Some(true));
    let broken_chain = bool(BoolKind::Compare(
        Box::new(c(2)),
        vec![(Compare::Lt, c(1)), (Compare::Lt, op(IntOp::Div, c(1), c(0)))],
    ));
    assert_eq!(is_true(&broken_chain, &[]), Some(false));
    for (comparison, expected) in [
        (Compare::Eq, [false, true, false]),
        (Compare::Ne, [true, false, true]),
        (Compare::Lt, [true, false, false]),
        (Compare::Le, [true, true, false]),
        (Compare::Gt, [false, false, true]),
        (Compare::Ge, [false, true, true]),
    ] {
        for (left, expected) in (1..=3).zip(expected) {
            assert_eq!(is_true(&cmp(c(left), comparison, c(2)), &[]), Some(expected));
        }
    }
}

#[test]
fn conditions_without_a_value_hold_in_no_form() {
    assert_eq!(is_true(&unknown(), &[]), None);
    assert_eq!(is_true(&not(unknown()), &[]), None);
    assert_eq!(is_true(&and(unknown(), trap()), &[]), None);
    assert_eq!(is_true(&or(unknown(), truth(true)), &[]), Some(true));
    assert_eq!(is_true(&or(unknown(), truth(false)), &[]), None);
    assert_eq!(value(&from_bool(unknown()), &[]), None);
    for condition in [unknown(), not(unknown())] {
        let guarded = rule(Kind::Heap, &[alternative(one(c(0)), &[given(condition)])]);
        expect(guarded, 5, |_| Vec::new());
    }
}

#[test]
fn conditions_count_one_or_nought() {
    // g == n + (n % 4 == 3), with n in slot 0 and g in slot 1.
    let bump = from_bool(cmp(op(IntOp::Rem, x(0), c(4)), Compare::Eq, c(3)));
    let claim = cmp(x(1), Compare::Eq, add(x(0), bump));
    assert_eq!(is_true(&claim, &[3, 4]), Some(true));
    assert_eq!(is_true(&claim, &[4, 4]), Some(true));
    assert_eq!(is_true(&claim, &[3, 3]), Some(false));
    assert_eq!(is_true(&is_prime(x(0)), &[97]), Some(true));
    assert_eq!(is_true(&is_in(&[x(0)], primes()), &[98]), Some(false));
}

#[test]
fn folds_of_numbers_and_sets_together() {
    use crate::lang::ir::{IntKind, Operand};
    let mixed = |kind, set: Set| {
        int(IntKind::Fold(kind, vec![Operand::Int(c(6)), Operand::Set(set), Operand::Int(c(9))]))
    };
    assert_eq!(value(&mixed(Fold::Min, constants(&[7, 8])), &[]), Some(6));
    assert_eq!(value(&mixed(Fold::Max, nothing()), &[]), Some(9));
    assert_eq!(value(&mixed(Fold::Sum, range(c(1), c(4))), &[]), Some(25));
    assert_eq!(value(&mixed(Fold::Count, range(c(1), c(4))), &[]), Some(6));
    assert_eq!(value(&mixed(Fold::Gcd, constants(&[12])), &[]), Some(3));
    assert_eq!(value(&mixed(Fold::Lcm, constants(&[4])), &[]), Some(36));
    assert_eq!(value(&fold(Fold::Max, nothing()), &[]), None);
    assert_eq!(value(&fold(Fold::Sum, nothing()), &[]), Some(0));
    assert_eq!(value(&fold(Fold::Lcm, nothing()), &[]), Some(1));
    assert_eq!(value(&fold(Fold::BitAnd, nothing()), &[]), Some(-1));
    assert_eq!(value(&fold(Fold::Gcd, constants(&[-4])), &[]), Some(4));
}

#[test]
fn expressions_by_themselves_may_bind_names_and_break() {
    // sum({a for a in 1..n}) with nothing announced but n.
    let total = fold(Fold::Sum, comprehension(op(IntOp::Mul, x(11), c(1)), &[each(11, range(c(1), x(0)))]));
    assert_eq!(value(&total, &[10]), Some(55));
    let scope = Scope { parameters: &Parameters::default(), names: &[], values: &[7] };
    let halt = evaluate(&op(IntOp::Div, c(1), c(0)), &scope, &Control::default()).unwrap_err();
    assert!(
        matches!(&halt, Halt::Fault(fault) if fault.position == "7" && fault.kind == FaultKind::DivisionByZero)
    );
    assert_eq!(halt.to_string(), "division by zero, at position 7");
    assert!(evaluate(&x(40), &scope, &Control::default()).is_err());
}

#[test]
fn copies_and_members() {
    let rule_of = |option: Offer| rule(Kind::Heap, &[alternative(option, &[])]);
    let broken = || op(IntOp::Div, c(1), c(0));
    // [p; 0] is [], and p is not read; a negative number is no move.
    expect(rule_of(copies(broken(), c(0))), 3, |n| if n == 0 { vec![] } else { vec![vec![]] });
    expect(rule_of(copies(c(0), c(-1))), 3, |_| vec![]);
    expect(rule_of(copies(sub(x(0), c(2)), c(3))), 5, |n| if n < 2 { vec![] } else { vec![vec![n - 2; 3]] });
    // The members of a set, each as often; repeats are kept where the set keeps them.
    let twice = Offer::Copies(Component::Members(range(c(0), sub(x(0), c(1)))), c(2));
    expect(rule_of(twice), 5, |n| if n == 0 { vec![] } else { vec![(0..n).flat_map(|k| [k, k]).collect()] });
    let digit_heaps =
        rule_of(Offer::Sum(vec![Component::Members(digits(x(0), 10)), Component::Number(c(0))]));
    assert_eq!(options(&ready(digit_heaps), 1331), [[0, 1, 1, 3, 3]]);
    // A negative component ends the reading; one without a value hides the sum.
    expect(rule_of(sum(&[c(-1), broken()])), 3, |_| vec![]);
    expect(rule_of(sum(&[c(0), no_value()])), 3, |_| vec![]);
    let negative_member =
        Offer::Sum(vec![Component::Members(constants(&[0, -1])), Component::Number(broken())]);
    expect(rule_of(negative_member), 3, |_| vec![]);
    // Each member is an option of its own, and negative ones are none.
    expect(rule_of(members(range(c(-5), sub(x(0), c(1))))), 5, |n| (0..n).map(|k| vec![k]).collect());
}

#[test]
fn where_bounds_names_by_signs() {
    let both = |first: &[crate::lang::ir::Linear], second: &[crate::lang::ir::Linear]| {
        rule(Kind::Heap, &[alternative(sum(&[x(1), x(2)]), &[solve(1, first), solve(2, second)])])
    };
    let brute = |n: u64, holds: &dyn Fn(i64, i64) -> bool| {
        let bound = i64::try_from(n).unwrap() + 3;
        let mut all = Vec::new();
        for a in 0..bound {
            for b in 0..bound {
                if n > 0 && holds(a, b) {
                    all.push(vec![u64::try_from(a).unwrap(), u64::try_from(b).unwrap()]);
                }
            }
        }
        all
    };
    let minus_n = || sub(c(0), x(0));
    // 2a + 3b == n - 1, a and b below n
    let program = both(
        &[linear(2, &[(3, 2)], add(minus_n(), c(1)), Relation::Zero)],
        &[linear(3, &[], add(add(op(IntOp::Mul, c(2), x(1)), minus_n()), c(1)), Relation::Zero)],
    );
    expect(program, 40, |n| brute(n, &|a, b| 2 * a + 3 * b == i64::try_from(n).unwrap() - 1));
    // a - 2b == 1, a + b < n: of a the first says a >= 1 only.
    let program = both(
        &[
            linear(1, &[(-2, 2)], c(-1), Relation::Zero),
            linear(1, &[(1, 2)], add(minus_n(), c(1)), Relation::AtMostZero),
        ],
        &[
            linear(-2, &[], sub(x(1), c(1)), Relation::Zero),
            linear(1, &[], add(add(x(1), minus_n()), c(1)), Relation::AtMostZero),
        ],
    );
    expect(program, 40, |n| brute(n, &|a, b| a - 2 * b == 1 && a + b < i64::try_from(n).unwrap()));
    // A condition that no number satisfies leaves nothing, though nothing bounds a.
    let impossible = [linear(0, &[], c(1), Relation::AtMostZero)];
    expect(rule(Kind::Heap, &[alternative(one(c(0)), &[solve(1, &impossible)])]), 3, |_| vec![]);
    let impossible = [linear(2, &[], c(1), Relation::Zero)];
    expect(rule(Kind::Heap, &[alternative(one(c(0)), &[solve(1, &impossible)])]), 3, |_| vec![]);
    // Nothing without a value, either.
    let skipped = [linear(1, &[], no_value(), Relation::Zero)];
    expect(rule(Kind::Heap, &[alternative(one(c(0)), &[solve(1, &skipped)])]), 3, |_| vec![]);
}

#[test]
fn where_against_brute_force_on_one_name() {
    for factor in -3..=3 {
        for rest in -12..=12 {
            let bound = linear(1, &[], c(-20), Relation::AtMostZero);
            for (relation, holds) in
                [(Relation::Zero, (|v| v == 0) as fn(i128) -> bool), (Relation::AtMostZero, |v| v <= 0)]
            {
                let steps = [solve(1, &[linear(factor, &[], c(rest), relation), bound.clone()])];
                let rules = ready(rule(Kind::Heap, &[alternative(one(x(1)), &steps)]));
                let expected: Vec<Vec<u64>> =
                    (0..=20_u64).filter(|&a| holds(factor * i128::from(a) + rest)).map(|a| vec![a]).collect();
                assert_eq!(options(&rules, 50), expected, "{factor} * a + {rest} {relation:?}");
            }
        }
    }
}

#[test]
fn parameters_are_found_in_order_once() {
    let program = with_parameters(
        rule(
            Kind::Heap,
            &[alternative(
                one(sub(x(0), x(1))),
                &[each(1, set_parameter(2)), given(cmp(x(1), Compare::Ne, parameter(0)))],
            )],
        ),
        vec![
            ParameterValue::Int(c(3)),
            ParameterValue::Int(add(parameter(0), c(2))),
            ParameterValue::Set(range(parameter(0), parameter(1))),
        ],
    );
    expect(program, 20, |n| [4, 5].into_iter().filter(|&k| k <= n).map(|k| vec![n - k]).collect());
    // An infinite set stays one.
    let program = with_parameters(
        rule(Kind::Heap, &[alternative(one(sub(x(0), x(1))), &[each(1, set_parameter(0))])]),
        vec![ParameterValue::Set(without(primes(), constants(&[2])))],
    );
    expect(program, 20, |n| {
        [3, 5, 7, 11, 13, 17, 19].into_iter().filter(|&k| k <= n).map(|k| vec![n - k]).collect()
    });
}

#[test]
fn parameters_without_a_value_are_named() {
    let bind = |value: ParameterValue| {
        let program = with_parameters(rule(Kind::Heap, &[]), vec![ParameterValue::Int(c(1)), value]);
        match Parameters::bind(&program, &Control::default()) {
            Err(BindError::Fault(fault)) => fault,
            other => panic!("{other:?}"),
        }
    };
    let mut place = op(IntOp::Div, c(1), c(0));
    place.span = 3..7;
    let fault = bind(ParameterValue::Int(place));
    assert_eq!((fault.kind.clone(), fault.span.clone()), (FaultKind::DivisionByZero, 3..7));
    assert_eq!(fault.to_string(), "division by zero, in the parameter `P1`");
    assert!(matches!(bind(ParameterValue::Int(no_value())).kind, FaultKind::Undefined { .. }));
    assert!(matches!(bind(ParameterValue::Set(range(c(1), no_value()))).kind, FaultKind::Undefined { .. }));
    assert!(matches!(bind(ParameterValue::Set(from(no_value()))).kind, FaultKind::Undefined { .. }));
    let overflow = ParameterValue::Int(op(IntOp::Pow, c(10), c(40)));
    assert_eq!(bind(overflow).kind, FaultKind::Overflow);
    let endless = set(SetKind::Parameter(crate::lang::ir::ParameterId(0)));
    assert!(matches!(bind(ParameterValue::Set(endless)).kind, FaultKind::Undefined { .. }));
}
