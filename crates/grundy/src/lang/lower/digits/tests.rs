//! Rules built by hand, each beside what it means: the amounts it takes from n,
//! written down in Rust.

use super::*;
use crate::lang::ir::{
    Alternative, Bool, BoolKind, Clause, Compare, Component, Element, Fold, Infinite, Int, IntFunction,
    IntKind, IntOp, Linear, Offer, Operand, Parameter, ParameterId, ParameterValue, Relation, Set, SetKind,
    Slot, Step,
};
use crate::ruleset::{Fault, FaultKind, Heap, Options, Ruleset};
use crate::theory::Control;

const N: Slot = Slot(0);
const D: Slot = Slot(1);

fn int(kind: IntKind) -> Int {
    Int { kind, span: 0..0 }
}

fn c(value: i128) -> Int {
    int(IntKind::Const(value))
}

fn slot(slot: Slot) -> Int {
    int(IntKind::Slot(slot))
}

fn n() -> Int {
    slot(N)
}

fn bin(op: IntOp, a: Int, b: Int) -> Int {
    int(IntKind::Binary(op, Box::new(a), Box::new(b)))
}

fn take(amount: Int) -> Int {
    bin(IntOp::Sub, n(), amount)
}

fn rem(a: Int, m: i128) -> Int {
    bin(IntOp::Rem, a, c(m))
}

fn fold(fold: Fold, set: Set) -> Int {
    int(IntKind::Fold(fold, vec![Operand::Set(set)]))
}

fn set(kind: SetKind) -> Set {
    Set { kind, arity: 1, span: 0..0 }
}

fn digits(base: i128) -> Set {
    set(SetKind::Digits(Box::new(n()), Box::new(c(base))))
}

fn nonzero(inner: Set) -> Set {
    set(SetKind::NonZero(Box::new(inner)))
}

fn listed(members: &[i128]) -> Set {
    set(SetKind::Listed(members.iter().map(|&member| Element::Entries(vec![c(member)])).collect()))
}

fn compare(a: Int, op: Compare, b: Int) -> Bool {
    Bool { kind: BoolKind::Compare(Box::new(a), vec![(op, b)]), span: 0..0 }
}

fn within(a: Int, set: Set) -> Bool {
    Bool { kind: BoolKind::In(vec![a], Box::new(set)), span: 0..0 }
}

fn each(steps: Vec<Step>, option: Int) -> Alternative {
    Alternative { steps, option: Offer::Each(Component::Number(option)), span: 0..0 }
}

fn run_through(set: Set) -> Step {
    Step::For { slots: vec![D], set, span: 0..0 }
}

fn rule(alternatives: Vec<Alternative>) -> Program {
    Program {
        parameters: vec![
            Parameter { name: "k".into(), value: ParameterValue::Int(c(3)), span: 0..0 },
            Parameter { name: "S".into(), value: ParameterValue::Set(listed(&[2, 5])), span: 0..0 },
        ],
        clauses: vec![Clause { shape: Shape::Number(N), guard: None, alternatives, span: 0..0 }],
        kind: Kind::Heap,
        shapes: Vec::new(),
        slots: vec!["n".into(), "d".into()],
    }
}

fn guarded(guard: Bool, alternatives: Vec<Alternative>) -> Program {
    let mut program = rule(alternatives);
    program.clauses[0].guard = Some(guard);
    program
}

/// The digits of n, most significant first.
fn ds(mut n: i64, base: i64) -> Vec<i64> {
    let mut digits = Vec::new();
    while n > 0 {
        digits.insert(0, n % base);
        n /= base;
    }
    digits
}

/// Lowers the rule by means of its meaning.
fn lower(program: &Program, amounts: impl Fn(i64) -> Vec<i64>) -> Result<Option<DigitRule>, Halt> {
    digit_rule(program, &mut |n| {
        let size = i64::try_from(n).expect("rules are looked at only at small n");
        let mut taken = Vec::new();
        for amount in amounts(size) {
            if amount <= 0 {
                let kind =
                    FaultKind::NotSmaller { position: n.to_string(), option: (size - amount).to_string() };
                return Err(Fault { position: n.to_string(), kind, span: None }.into());
            }
            if amount <= size {
                taken.push(BigUint::from(amount.unsigned_abs()));
            }
        }
        Ok(taken)
    })
}

/// Lowers the rule and compares its options with the meaning, at small n and far out.
fn agrees(name: &str, states: usize, program: &Program, amounts: impl Fn(i64) -> Vec<i64>) {
    let lowered =
        lower(program, &amounts).expect("no fault").unwrap_or_else(|| panic!("{name}: not lowered"));
    let far = (0..3_000).map(|step| 1_000_000_007 * (step + 1));
    for size in (1..5_000).chain(far) {
        let mut options = Options::new();
        let position = Heap::new(u64::try_from(size).expect("positive"));
        lowered.options(&position, &mut options, &Control::default()).expect("no limit");
        let mut expected: Vec<i64> =
            amounts(size).into_iter().map(|amount| size - amount).filter(|&left| left >= 0).collect();
        expected.sort_unstable();
        expected.dedup();
        let found: Vec<i64> = (options.canonical().iter())
            .map(|option| i64::try_from(option[0].size()).expect("small"))
            .collect();
        assert_eq!(found, expected, "{name} at {size}");
    }
    assert_eq!(lowered.states(), states, "{name}: the automaton is as small as can be");
}

fn refused(name: &str, program: &Program) {
    let answer = digit_rule(program, &mut |_| panic!("{name}: looked at"));
    assert_eq!(answer, Ok(None), "{name}");
}

fn largest(n: i64, base: i64) -> i64 {
    ds(n, base).into_iter().max().expect("n is not 0")
}

fn least_nonzero(n: i64, base: i64) -> i64 {
    ds(n, base).into_iter().filter(|&digit| digit > 0).min().expect("n is not 0")
}

#[test]
fn extreme_digits_are_features_of_their_own() {
    for base in [2i64, 3, 7, 10, 36] {
        let max = || fold(Fold::Max, digits(base.into()));
        let least = || fold(Fold::Min, nonzero(digits(base.into())));
        let pairs = usize::try_from(base * (base - 1) / 2 + 1).expect("small");
        let cow = rule(vec![each(vec![], take(max())), each(vec![], take(least()))]);
        agrees("cow", pairs, &cow, |n| vec![largest(n, base), least_nonzero(n, base)]);
        let singles = usize::try_from(base).expect("small");
        let plus_one = rule(vec![each(vec![], take(bin(IntOp::Add, least(), c(1))))]);
        agrees("least plus one", singles, &plus_one, |n| vec![least_nonzero(n, base) + 1]);
        let two_steps = rule(vec![each(vec![], bin(IntOp::Sub, take(max()), c(2)))]);
        agrees("n - max - 2", singles, &two_steps, |n| vec![largest(n, base) + 2]);
    }
    let square = bin(IntOp::Pow, fold(Fold::Max, digits(10)), c(2));
    agrees("the largest digit squared", 10, &rule(vec![each(vec![], take(square))]), |n| {
        vec![largest(n, 10).pow(2)]
    });
    let least = bin(IntOp::Add, fold(Fold::Min, digits(10)), c(1));
    agrees("the least digit plus one", 11, &rule(vec![each(vec![], take(least))]), |n| {
        vec![ds(n, 10).into_iter().min().expect("n is not 0") + 1]
    });
    let and_five = int(IntKind::Fold(Fold::Max, vec![Operand::Set(digits(10)), Operand::Int(c(5))]));
    agrees("max(digits, 5)", 6, &rule(vec![each(vec![], take(and_five))]), |n| vec![largest(n, 10).max(5)]);
}

#[test]
fn sets_of_digits_are_walked_through() {
    let positive = || Step::If(compare(slot(D), Compare::Gt, c(0)));
    let every = rule(vec![each(vec![run_through(digits(6)), positive()], take(slot(D)))]);
    agrees("each digit", 32, &every, |n| ds(n, 6).into_iter().filter(|&digit| digit > 0).collect());
    let prime = within(slot(D), set(SetKind::Infinite(Infinite::Primes)));
    let primes = rule(vec![each(vec![run_through(digits(8)), Step::If(prime)], take(slot(D)))]);
    agrees("each prime digit", 16, &primes, |n| {
        ds(n, 8).into_iter().filter(|digit| [2, 3, 5, 7].contains(digit)).collect()
    });
    let missing = set(SetKind::Without(Box::new(listed(&[1, 2, 3])), Box::new(digits(4))));
    let complement = rule(vec![each(vec![run_through(missing)], take(slot(D)))]);
    agrees("each digit that is missing", 8, &complement, |n| {
        (1..4).filter(|digit| !ds(n, 4).contains(digit)).collect()
    });
    let moves = set(SetKind::Comprehension(
        Box::new(Element::Entries(vec![take(bin(IntOp::Add, slot(D), c(1)))])),
        vec![run_through(digits(5))],
    ));
    let offered = Alternative { steps: vec![], option: Offer::Each(Component::Members(moves)), span: 0..0 };
    agrees("a set of options", 31, &rule(vec![offered]), |n| {
        ds(n, 5).into_iter().map(|digit| digit + 1).collect()
    });
    let different = set(SetKind::Listed(vec![Element::Members(digits(5))]));
    let count = rule(vec![each(vec![], take(fold(Fold::Count, different)))]);
    agrees("how many different digits", 31, &count, |n| {
        vec![i64::try_from(BTreeSet::from_iter(ds(n, 5)).len()).expect("small")]
    });
}

#[test]
fn sums_and_counts_are_known_modulo_something_or_up_to_something() {
    let sum = |base| fold(Fold::Sum, digits(base));
    let residue = rule(vec![each(vec![], take(bin(IntOp::Add, rem(sum(10), 3), c(1))))]);
    agrees("digit sum modulo 3 plus 1", 4, &residue, |n| vec![ds(n, 10).iter().sum::<i64>() % 3 + 1]);
    let odd = compare(rem(int(IntKind::Function(IntFunction::Popcount, vec![n()])), 2), Compare::Eq, c(1));
    let thue_morse = rule(vec![
        each(vec![Step::If(odd)], take(c(1))),
        each(vec![run_through(set(SetKind::Parameter(ParameterId(1))))], take(slot(D))),
    ]);
    agrees(
        "odd popcount",
        3,
        &thue_morse,
        |n| if n.count_ones() % 2 == 1 { vec![1, 2, 5] } else { vec![2, 5] },
    );
    let length = compare(fold(Fold::Count, digits(10)), Compare::Ge, int(IntKind::Parameter(ParameterId(0))));
    let guarded_length = guarded(length, vec![each(vec![], take(c(7)))]);
    agrees("three digits or more", 4, &guarded_length, |n| if n >= 100 { vec![7] } else { vec![] });
    let nonzeros = rem(fold(Fold::Count, nonzero(digits(10))), 2);
    let parity = rule(vec![each(vec![], take(bin(IntOp::Add, nonzeros, c(2))))]);
    agrees("parity of non-zero digits", 3, &parity, |n| {
        let nonzero = ds(n, 10).iter().filter(|&&digit| digit > 0).count();
        vec![i64::try_from(nonzero % 2).expect("small") + 2]
    });
}

#[test]
fn residues_and_comparisons_of_n_are_features() {
    let third = bin(IntOp::Div, bin(IntOp::Add, n(), c(5)), c(3));
    let quotient = rule(vec![each(vec![], take(bin(IntOp::Add, rem(third, 4), c(1))))]);
    agrees("(n + 5) / 3 % 4 + 1", 13, &quotient, |n| vec![(n + 5) / 3 % 4 + 1]);
    let masked = int(IntKind::Fold(Fold::BitAnd, vec![Operand::Int(n()), Operand::Int(c(5))]));
    let mask = rule(vec![each(vec![], take(bin(IntOp::Add, masked, c(1))))]);
    agrees("bitand(n, 5) + 1", 9, &mask, |n| vec![(n & 5) + 1]);
    // By how many digits may still follow: the start, two, one, none, or 200 is reached.
    let small = compare(n(), Compare::Lt, c(200));
    let early = rule(vec![each(vec![Step::If(small)], take(c(1))), each(vec![], take(c(2)))]);
    agrees("1 below 200, 2 everywhere", 5, &early, |n| if n < 200 { vec![1, 2] } else { vec![2] });
    let enough = compare(n(), Compare::Gt, bin(IntOp::Mul, slot(D), c(2)));
    let half = rule(vec![each(vec![run_through(listed(&[1, 3, 40])), Step::If(enough)], take(slot(D)))]);
    let lowered = lower(&half, |n| [1, 3, 40].into_iter().filter(|amount| n > 2 * amount).collect());
    assert!(lowered.is_ok_and(|rule| rule.is_some()), "a bound below n");
    let solved = Step::Solve {
        slot: D,
        conditions: vec![
            Linear { factor: c(-1), others: vec![], rest: c(1), relation: Relation::AtMostZero },
            Linear { factor: c(2), others: vec![], rest: c(-9), relation: Relation::AtMostZero },
        ],
        span: 0..0,
    };
    agrees("where 1 <= d, 2 * d <= 9", 1 + 1, &rule(vec![each(vec![solved], take(slot(D)))]), |_| {
        vec![1, 2, 3, 4]
    });
    let range = set(SetKind::Range(Box::new(take(c(4))), Box::new(take(c(2)))));
    let offered = Alternative { steps: vec![], option: Offer::Each(Component::Members(range)), span: 0..0 };
    agrees("n-4..n-2", 1 + 1, &rule(vec![offered]), |_| vec![2, 3, 4]);
    agrees("nothing", 1, &rule(vec![]), |_| vec![]);
}

/// Amounts larger than the n that stand for a state must not be lost.
#[test]
fn amounts_show_where_n_is_large_enough() {
    let far = rule(vec![each(vec![], take(bin(IntOp::Add, c(3_000), rem(n(), 2))))]);
    agrees("3000 + n % 2", 3, &far, |n| vec![3_000 + n % 2]);
    // Each state has small n only: their largest shows what is a move.
    let few = compare(n(), Compare::Le, c(30));
    let small = rule(vec![each(vec![Step::If(few)], take(c(25)))]);
    let lowered =
        lower(&small, |n| if n <= 30 { vec![25] } else { vec![] }).expect("no fault").expect("a digit rule");
    assert_eq!(lowered.amounts(lowered.state_of([2, 7])), [25]);
    assert_eq!(lowered.amounts(lowered.state_of([3, 1])), [0u32; 0]);
}

#[test]
fn what_is_not_evident_is_refused() {
    let some = || each(vec![], take(c(1)));
    refused("the sum of the digits", &rule(vec![each(vec![], take(fold(Fold::Sum, digits(10))))]));
    refused("the number of digits", &rule(vec![each(vec![], take(fold(Fold::Count, digits(10))))]));
    let sqrt = int(IntKind::Function(IntFunction::Isqrt, vec![n()]));
    refused("isqrt(n)", &rule(vec![each(vec![], take(sqrt))]));
    refused("n / 2", &rule(vec![each(vec![], bin(IntOp::Div, n(), c(2)))]));
    refused("a constant", &rule(vec![some(), each(vec![], c(0))]));
    let up_to_n = set(SetKind::Range(Box::new(c(1)), Box::new(n())));
    refused("1..n", &rule(vec![each(vec![run_through(up_to_n)], take(slot(D)))]));
    refused(
        "squares",
        &rule(vec![each(vec![run_through(set(SetKind::Infinite(Infinite::Squares)))], take(slot(D)))]),
    );
    refused("1..", &rule(vec![each(vec![run_through(set(SetKind::From(Box::new(c(1)))))], take(slot(D)))]));
    refused(
        "divisors(n)",
        &rule(vec![each(vec![run_through(set(SetKind::Divisors(Box::new(n()))))], take(slot(D)))]),
    );
    let two_bases = bin(IntOp::Add, fold(Fold::Max, digits(10)), fold(Fold::Max, digits(7)));
    refused("two bases", &rule(vec![each(vec![], take(two_bases))]));
    refused("base 37", &rule(vec![each(vec![], take(fold(Fold::Max, digits(37))))]));
    let before = set(SetKind::Digits(Box::new(take(c(1))), Box::new(c(10))));
    refused("digits(n - 1)", &rule(vec![each(vec![], take(fold(Fold::Max, before)))]));
    let prime = Bool { kind: BoolKind::IsPrime(Box::new(n())), span: 0..0 };
    refused("is_prime(n)", &guarded(prime, vec![some()]));
    let late = compare(n(), Compare::Gt, c(1_000_000));
    refused("n > 1000000", &guarded(late, vec![some()]));
    refused("n % 1000003", &rule(vec![each(vec![], take(rem(n(), 1_000_003)))]));
    refused("a large amount", &rule(vec![each(vec![], take(c(10_000)))]));
    refused("a set of 16 digits", &rule(vec![each(vec![run_through(digits(16))], take(slot(D)))]));
    let sum = Alternative {
        steps: vec![],
        option: Offer::Sum(vec![Component::Number(take(c(1))), Component::Number(take(c(1)))]),
        span: 0..0,
    };
    refused("two heaps", &rule(vec![sum]));
    let copies =
        Alternative { steps: vec![], option: Offer::Copies(Component::Number(take(c(1))), c(1)), span: 0..0 };
    refused("copies", &rule(vec![copies]));
    // Each layer is looked at more than once, so this must not take for ever.
    let layered = (0..60).fold(n(), |inner, _| bin(IntOp::Mul, rem(inner, 7), n()));
    refused("many layers", &rule(vec![each(vec![], take(rem(layered, 7)))]));
    let mut coins = rule(vec![some()]);
    coins.kind = Kind::Coins;
    refused("coins", &coins);
}

#[test]
fn a_fault_is_reported_at_the_least_n() {
    let least = rule(vec![each(vec![], take(fold(Fold::Min, digits(10))))]);
    let fault = lower(&least, |n| ds(n, 10).into_iter().min().into_iter().collect());
    match fault {
        Err(Halt::Fault(fault)) => assert_eq!(fault.position, "10"),
        other => panic!("a fault, not {other:?}"),
    }
    let residue = rule(vec![each(vec![], take(rem(n(), 17)))]);
    match lower(&residue, |n| vec![n % 17]) {
        Err(Halt::Fault(fault)) => assert_eq!(fault.position, "17"),
        other => panic!("a fault, not {other:?}"),
    }
}
