//! Every kind of set against lists made by hand or by brute force: its walk, its
//! membership test, its order and its folds, over both kinds of numbers.

use num_bigint::BigInt;

use super::super::build::*;
use super::super::fold::fold as fold_operands;
use super::super::machine::{DONE, Machine, ON};
use super::super::number::Number;
use super::super::parameters::Parameters;
use super::*;
use crate::lang::ir::{Compare, Element, Fold, Infinite, Int, IntOp, Operand, ParameterValue, Slot, Step};
use crate::ruleset::Options;
use crate::theory::Control;

/// Runs `work` with slot 0 bound to `n` and the parameters of `program`.
fn with_machine<N: Number, T>(
    n: i128,
    parameters: &Parameters,
    work: impl FnOnce(&mut Machine<'_, N>) -> T,
) -> T {
    let names = ["n", "a", "b", "c", "d"].map(str::to_owned);
    let mut options = Options::new();
    let control = Control::default();
    let mut m = Machine::new(&names, parameters, &mut options, &control);
    m.bind(Slot(0), &N::from_i128(n));
    work(&mut m)
}

/// The first members of a set, at most `most`.
fn listing<N: Number>(n: i128, parameters: &Parameters, set: &Set, most: usize) -> Vec<i128> {
    with_machine::<N, _>(n, parameters, |m| {
        let mut members = Vec::new();
        if most > 0 {
            let _ = walk(m, set, &mut |_, member| {
                members.push(member[0].to_i128().unwrap());
                if members.len() == most { DONE } else { ON }
            })
            .unwrap();
        }
        members
    })
}

fn holds<N: Number>(n: i128, parameters: &Parameters, set: &Set, member: i128) -> bool {
    with_machine::<N, _>(n, parameters, |m| contains(m, set, &[N::from_i128(member)]).unwrap())
}

/// The finite sets of the tests at a position, each with its members in the
/// order of the walk.
fn zoo(n: i128) -> Vec<(Set, Vec<i128>)> {
    let up_to = |end: i128| (1..=end).collect::<Vec<_>>();
    let divisors_of = |n: i128| (1..=n).filter(|d| n % d == 0).collect::<Vec<_>>();
    let digits_of = |mut n: i128, base: i128| {
        let mut digits = Vec::new();
        while n > 0 {
            digits.push(n % base);
            n /= base;
        }
        digits
    };
    let mut primes_of = Vec::new();
    let mut rest = n;
    let mut d = 2;
    while rest > 1 {
        if rest % d == 0 {
            primes_of.push(d);
            rest /= d;
        } else {
            d += 1;
        }
    }
    let unique = |list: Vec<i128>| {
        let mut unique: Vec<i128> = Vec::new();
        for number in list {
            if !unique.contains(&number) {
                unique.push(number);
            }
        }
        unique
    };
    let even = |slot| cmp(op(IntOp::Rem, x(slot), c(2)), Compare::Eq, c(0));
    vec![
        (range(c(1), x(0)), up_to(n)),
        (range(c(5), c(4)), vec![]),
        (constants(&[5, 2, 5, 9, 2]), vec![5, 2, 9]),
        (listed(&[x(0), no_value(), c(1)]), unique(vec![n, 1])),
        (
            set(SetKind::Listed(vec![
                Element::Members(range(c(3), c(6))),
                Element::Entries(vec![c(1)]),
                Element::Members(range(c(5), c(40))),
            ])),
            [3, 4, 5, 6, 1].into_iter().chain(7..=40).collect(),
        ),
        (comprehension(op(IntOp::Rem, op(IntOp::Mul, x(1), x(1)), c(7)), &[each(1, range(c(1), x(0)))]), {
            unique(up_to(n).iter().map(|a| a * a % 7).collect())
        }),
        (
            comprehension(x(1), &[each(1, range(c(1), x(0))), given(even(1))]),
            up_to(n).into_iter().filter(|a| a % 2 == 0).collect(),
        ),
        (
            comprehension(
                add(x(1), x(2)),
                &[each(1, range(c(1), c(6))), given(even(1)), each(2, range(x(1), c(5)))],
            ),
            unique(vec![4, 5, 6, 7, 8, 9]),
        ),
        (
            without(range(c(1), x(0)), range(c(3), c(5))),
            up_to(n).into_iter().filter(|a| !(3..=5).contains(a)).collect(),
        ),
        (without(range(c(1), x(0)), primes()), {
            up_to(n).into_iter().filter(|&a| a == 1 || (2..a).any(|d| a % d == 0)).collect()
        }),
        (without(range(c(0), c(30)), comprehension(add(x(1), x(1)), &[each(1, range(c(0), c(20)))])), {
            (0..=30).filter(|a| a % 2 == 1).collect()
        }),
        (
            without(digits(x(0), 3), constants(&[1])),
            unique(digits_of(n, 3)).into_iter().filter(|&d| d != 1).collect(),
        ),
        (union(range(c(4), c(6)), range(c(2), c(5))), vec![4, 5, 6, 2, 3]),
        (union(digits(x(0), 2), constants(&[7, 1])), unique([digits_of(n, 2), vec![7, 1]].concat())),
        (digits(x(0), 10), digits_of(n, 10)),
        (digits(x(0), 2), digits_of(n, 2)),
        (digits(x(0), 1000), digits_of(n, 1000)),
        (nonzero(digits(x(0), 10)), digits_of(n, 10).into_iter().filter(|&d| d != 0).collect()),
        (divisors(x(0)), divisors_of(n)),
        (prime_factors(x(0)), primes_of),
        (nonzero(range(c(-2), c(2))), vec![-2, -1, 1, 2]),
    ]
}

#[test]
fn finite_sets() {
    fn check<N: Number>(n: i128) {
        let parameters = Parameters::default();
        for (set, expected) in zoo(n) {
            assert!(!parameters.is_infinite(&set));
            assert_eq!(listing::<N>(n, &parameters, &set, 5000), expected, "{set:?} at {n}");
            for most in 0..3 {
                let first = &expected[..most.min(expected.len())];
                assert_eq!(listing::<N>(n, &parameters, &set, most), first, "{set:?} at {n}");
            }
            for member in -3..45 {
                let inside = expected.contains(&member);
                assert_eq!(holds::<N>(n, &parameters, &set, member), inside, "{member} in {set:?} at {n}");
                let next = with_machine::<N, _>(n, &parameters, |m| {
                    next_above(m, &set, Some(&N::from_i128(member))).unwrap()
                });
                let expected = expected.iter().copied().filter(|&other| other > member).min();
                assert_eq!(
                    next.and_then(|next| next.to_i128()),
                    expected,
                    "above {member} in {set:?} at {n}"
                );
            }
        }
    }
    for n in (0..=130).chain([1001, 1024]) {
        check::<i128>(n);
        if n % 10 == 0 {
            check::<BigInt>(n);
        }
    }
}

#[test]
fn folds() {
    fn gcd(a: i128, b: i128) -> i128 {
        if b == 0 { a.abs() } else { gcd(b, a % b) }
    }
    fn value<N: Number>(n: i128, kind: Fold, set: &Set) -> Option<i128> {
        with_machine::<N, _>(n, &Parameters::default(), |m| {
            match fold_operands(m, kind, &[Operand::Set(set.clone())], &(0..0)) {
                Ok(value) => value.to_i128(),
                Err(Break::NoValue) => None,
                Err(broken) => panic!("{broken:?}"),
            }
        })
    }
    for n in 0..40 {
        for (set, list) in zoo(n) {
            for (kind, expected) in [
                (Fold::Min, list.iter().copied().min()),
                (Fold::Max, list.iter().copied().max()),
                (Fold::Sum, Some(list.iter().sum())),
                (Fold::Count, Some(i128::try_from(list.len()).unwrap())),
                (Fold::Gcd, Some(list.iter().copied().fold(0, gcd))),
                (Fold::BitAnd, Some(list.iter().fold(-1, |a, b| a & b))),
                (Fold::BitOr, Some(list.iter().fold(0, |a, b| a | b))),
            ] {
                assert_eq!(value::<i128>(n, kind, &set), expected, "{kind:?} of {set:?} at {n}");
                assert_eq!(value::<BigInt>(n, kind, &set), expected, "{kind:?} of {set:?} at {n}");
            }
            if list.len() < 12 {
                let lcm = list.iter().fold(1, |a, &b| if a * b == 0 { 0 } else { (a * b).abs() / gcd(a, b) });
                assert_eq!(value::<i128>(n, Fold::Lcm, &set), Some(lcm), "lcm of {set:?} at {n}");
            }
        }
    }
    // Long ranges are folded by their ends.
    let long = range(c(-3), c(1_000_000_000_000));
    assert_eq!(value::<i128>(0, Fold::Max, &long), Some(1_000_000_000_000));
    assert_eq!(value::<i128>(0, Fold::Count, &long), Some(1_000_000_000_004));
    assert_eq!(value::<i128>(0, Fold::Sum, &long), Some(500_000_000_000_500_000_000_000 - 6));
    assert_eq!(value::<i128>(0, Fold::Min, &without(primes(), range(c(0), c(100)))), Some(101));
}

#[test]
fn infinite_sets() {
    let is_prime = |n: i128| n > 1 && (2..n).all(|d| n % d != 0);
    let upto = |end: i128| 0..=end;
    let all: Vec<(Infinite, Vec<i128>)> = vec![
        (Infinite::Primes, upto(200).filter(|&n| is_prime(n)).collect()),
        (Infinite::Squares, (1..15).map(|k| k * k).collect()),
        (Infinite::Cubes, (1..6).map(|k| k * k * k).collect()),
        (Infinite::Triangular, (1..20).map(|k| k * (k + 1) / 2).collect()),
        (Infinite::Factorials, vec![1, 2, 6, 24, 120]),
        (Infinite::Fibonacci, vec![1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144]),
        (Infinite::Powers(Box::new(c(2))), vec![1, 2, 4, 8, 16, 32, 64, 128]),
        (Infinite::Powers(Box::new(c(3))), vec![1, 3, 9, 27, 81]),
    ];
    fn check<N: Number>(set: &Set, expected: &[i128]) {
        let parameters = Parameters::default();
        assert!(parameters.is_infinite(set));
        assert_eq!(listing::<N>(0, &parameters, set, expected.len()), expected, "{set:?}");
        for member in -2..=*expected.last().unwrap() {
            assert_eq!(
                holds::<N>(0, &parameters, set, member),
                expected.contains(&member),
                "{member} in {set:?}"
            );
        }
        let mut last = None;
        for &member in expected {
            let next = with_machine::<N, _>(0, &parameters, |m| next_above(m, set, last.as_ref()).unwrap());
            assert_eq!(next.as_ref().and_then(Number::to_i128), Some(member), "{set:?}");
            last = next;
        }
    }
    for (kind, expected) in &all {
        check::<i128>(&infinite(kind.clone()), expected);
        check::<BigInt>(&infinite(kind.clone()), expected);
    }
    // Unions are merged, differences filtered, and a filter keeps the order.
    let squares = infinite(Infinite::Squares);
    let expected: Vec<i128> =
        upto(100).filter(|&n| is_prime(n) || (n > 0 && n == n.isqrt() * n.isqrt())).collect();
    check::<i128>(&union(primes(), squares.clone()), &expected);
    check::<BigInt>(&union(squares.clone(), primes()), &expected);
    let expected: Vec<i128> = (1..=100).filter(|&n| n == 3 || n == 8 || is_prime(n)).collect();
    check::<i128>(&union(constants(&[8, 3]), primes()), &expected);
    let expected: Vec<i128> = (1..=60).filter(|&n| !is_prime(n)).collect();
    check::<i128>(&without(from(c(1)), primes()), &expected);
    let one_mod_four =
        comprehension(x(1), &[each(1, primes()), given(cmp(op(IntOp::Rem, x(1), c(4)), Compare::Eq, c(1)))]);
    let expected: Vec<i128> = upto(100).filter(|&n| is_prime(n) && n % 4 == 1).collect();
    check::<i128>(&one_mod_four, &expected);
    check::<i128>(&union(one_mod_four, constants(&[4])), &[4, 5, 13, 17, 29]);
    check::<i128>(&nonzero(from(c(0))), &[1, 2, 3, 4]);
}

#[test]
fn the_longest_digits() {
    // 10^1000 - 1 in bases that go through each of the ways to cut digits.
    let number = op(IntOp::Pow, c(10), c(1000));
    for (base, count) in [(10, 1001), (1000, 334), (1 << 70, 48)] {
        let list = listing::<BigInt>(0, &Parameters::default(), &digits(number.clone(), base), 5000);
        assert_eq!(list.len(), count);
        let back = list.iter().rev().fold(BigInt::from(0), |sum, &digit| sum * BigInt::from(base) + digit);
        assert_eq!(back, BigInt::from(10).pow(1000));
    }
    let list = listing::<i128>(0, &Parameters::default(), &digits(c(i128::MAX), 1 << 64), 5);
    assert_eq!(list, [u64::MAX.into(), (u64::MAX >> 1).into()]);
    assert_eq!(
        listing::<i128>(0, &Parameters::default(), &range(c(i128::MAX - 1), c(i128::MAX)), 9).len(),
        2
    );
}

#[test]
fn sets_of_tuples() {
    let pairs = Set {
        arity: 2,
        ..set(SetKind::Listed(
            [(1, 2), (5, 3), (1, 2)].map(|(a, b)| Element::Entries(vec![c(a), c(b)])).to_vec(),
        ))
    };
    let products = Set {
        arity: 2,
        ..set(SetKind::Comprehension(
            Box::new(Element::Entries(vec![op(IntOp::Mul, x(1), x(2)), c(7)])),
            vec![each(1, range(c(1), c(9))), each(2, range(c(1), c(9)))],
        ))
    };
    let swapped = Set {
        arity: 2,
        ..set(SetKind::Comprehension(
            Box::new(Element::Entries(vec![x(2), x(1)])),
            vec![Step::For { slots: vec![Slot(1), Slot(2)], set: pairs.clone(), span: 0..0 }],
        ))
    };
    let program = with_parameters(
        rule(crate::lang::ir::Kind::Heap, &[]),
        vec![ParameterValue::Set(pairs.clone()), ParameterValue::Set(range(c(1), c(1_000_000_000_000)))],
    );
    let parameters = Parameters::bind(&program, &Control::default()).unwrap();
    let as_parameter = Set { arity: 2, ..set_parameter(0) };
    let walked = |set: &Set| {
        with_machine::<BigInt, _>(0, &parameters, |m| {
            let mut members = Vec::new();
            let _ = walk(m, set, &mut |_, member| {
                members.push(member.iter().map(|entry| entry.to_i128().unwrap()).collect::<Vec<_>>());
                ON
            })
            .unwrap();
            members
        })
    };
    assert_eq!(walked(&pairs), [[1, 2], [5, 3]]);
    assert_eq!(walked(&as_parameter), [[1, 2], [5, 3]]);
    assert_eq!(walked(&swapped), [[2, 1], [3, 5]]);
    assert_eq!(walked(&union(pairs.clone(), swapped.clone())), [[1, 2], [5, 3], [2, 1], [3, 5]]);
    assert_eq!(walked(&without(pairs.clone(), swapped.clone())), [[1, 2], [5, 3]]);
    assert_eq!(walked(&without(pairs.clone(), as_parameter.clone())), Vec::<Vec<i128>>::new());
    // 36 products of two numbers up to 9.
    assert_eq!(walked(&products).len(), 36);
    for (set, member, expected) in [
        (&pairs, [5, 3], true),
        (&pairs, [3, 5], false),
        (&as_parameter, [1, 2], true),
        (&as_parameter, [2, 2], false),
        (&swapped, [3, 5], true),
        (&products, [81, 7], true),
        (&products, [11, 7], false),
    ] {
        let found = with_machine::<i128, _>(0, &parameters, |m| contains(m, set, &member).unwrap());
        assert_eq!(found, expected, "{member:?} in {set:?}");
    }
    // A long range is not put into memory.
    assert!(holds::<i128>(0, &parameters, &set_parameter(1), 999_999_999_999));
    assert_eq!(listing::<i128>(0, &parameters, &set_parameter(1), 3), [1, 2, 3]);
}

#[test]
fn what_has_no_value_or_no_end() {
    fn result(set: &Set) -> Result<(), Break> {
        with_machine::<i128, _>(7, &Parameters::default(), |m| walk(m, set, &mut |_, _| ON).map(|_| ()))
    }
    fn kind(set: &Set) -> FaultKind {
        match result(set) {
            Err(Break::Fault(fault)) => fault.0,
            other => panic!("{set:?}: {other:?}"),
        }
    }
    let no = no_value;
    for set in [
        range(c(1), no()),
        from(no()),
        digits(no(), 10),
        without(range(c(1), c(3)), range(c(1), no())),
        union(nothing(), range(no(), c(1))),
        union(constants(&[2]), range(no(), c(1))),
        divisors(no()),
    ] {
        let mut visited = false;
        let flow = with_machine::<i128, _>(7, &Parameters::default(), |m| {
            walk(m, &set, &mut |_, _| {
                visited = true;
                ON
            })
            .map(|_| ())
        });
        assert!(matches!(flow, Err(Break::NoValue)) && !visited, "{set:?}");
        let looked_up = with_machine::<i128, _>(7, &Parameters::default(), |m| contains(m, &set, &[2]));
        assert!(matches!(looked_up, Err(Break::NoValue)), "{set:?}");
    }
    // In braces only the member is skipped, in a comprehension only the loop.
    let skipping = comprehension(x(1), &[each(1, range(c(1), c(3))), each(2, range(c(1), no()))]);
    assert_eq!(listing::<i128>(0, &Parameters::default(), &skipping, 9), Vec::<i128>::new());
    assert_eq!(listing::<i128>(0, &Parameters::default(), &listed(&[no(), c(3)]), 9), [3]);
    assert!(!holds::<i128>(0, &Parameters::default(), &listed(&[no(), c(3)]), 0));
    // Walks that come to nothing are given up.
    let odd_doubles = comprehension(
        add(x(1), x(1)),
        &[each(1, from(c(1))), given(cmp(op(IntOp::Rem, add(x(1), x(1)), c(2)), Compare::Eq, c(1)))],
    );
    let remainders = comprehension(op(IntOp::Rem, x(1), c(10)), &[each(1, from(c(1)))]);
    for set in [without(primes(), primes()), odd_doubles, remainders.clone()] {
        assert_eq!(kind(&set), FaultKind::EndlessWalk);
    }
    let looked_up = with_machine::<i128, _>(0, &Parameters::default(), |m| contains(m, &remainders, &[12]));
    assert!(matches!(looked_up, Err(Break::Fault(fault)) if fault.0 == FaultKind::EndlessWalk));
    let undefined: [Set; 6] = [
        digits(c(-1), 10),
        digits(c(5), 1),
        divisors(c(-4)),
        prime_factors(c(-4)),
        infinite(Infinite::Powers(Box::new(c(1)))),
        union(primes(), comprehension(op(IntOp::Mul, x(1), c(2)), &[each(1, primes())])),
    ];
    for set in &undefined {
        assert!(matches!(kind(set), FaultKind::Undefined { .. }), "{set:?}");
    }
    let sum: Int = fold(Fold::Sum, primes());
    let sum = with_machine::<i128, _>(0, &Parameters::default(), |m| super::super::int::value(m, &sum));
    assert!(matches!(sum, Err(Break::Fault(_))));
    // Members beyond 128 bits are an overflow when they are asked for.
    assert_eq!(kind(&infinite(Infinite::Factorials)), FaultKind::Overflow);
    assert!(!holds::<i128>(0, &Parameters::default(), &infinite(Infinite::Factorials), i128::MAX));
}
