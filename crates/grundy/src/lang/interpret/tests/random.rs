//! Random expressions: 128-bit numbers and big integers agree wherever the
//! former do not overflow, and both agree with the machine's own arithmetic.

use num_bigint::BigInt;
use proptest::prelude::*;

use super::super::build::*;
use super::super::machine::{Break, Machine};
use super::super::number::Number;
use super::super::parameters::Parameters;
use super::super::{int as ints, truth as truths};
use crate::lang::ir::{Bool, Compare, Fold, Infinite, Int, IntFunction, IntOp, Set, Slot};
use crate::ruleset::{FaultKind, Options};
use crate::theory::Control;

/// A number, no value, or a fault.
type Answer = Result<Option<BigInt>, FaultKind>;

fn answer<N: Number, T>(
    n: i128,
    read: impl FnOnce(&mut Machine<'_, N>) -> Result<T, Break>,
) -> Result<Option<T>, FaultKind> {
    let names: Vec<String> = Vec::new();
    let parameters = Parameters::default();
    let mut options = Options::new();
    let control = Control::default();
    let mut m = Machine::new(&names, &parameters, &mut options, &control);
    for slot in 0..4 {
        m.bind(Slot(slot), &N::from_i128(n));
    }
    match read(&mut m) {
        Ok(value) => Ok(Some(value)),
        Err(Break::NoValue) => Ok(None),
        Err(Break::Fault(fault)) => Err(fault.0),
        Err(Break::Stopped(stopped)) => panic!("{stopped}"),
    }
}

fn number(int: &Int, n: i128) -> (Answer, Answer) {
    let small = answer::<i128, _>(n, |m| ints::value(m, int)).map(|value| value.map(BigInt::from));
    let large = answer::<BigInt, _>(n, |m| ints::value(m, int));
    (small, large)
}

fn condition() -> BoxedStrategy<Bool> {
    let leaf = (leaf(), compare(), leaf()).prop_map(|(a, comparison, b)| cmp(a, comparison, b));
    leaf.boxed()
}

fn compare() -> impl Strategy<Value = Compare> {
    use Compare::*;
    prop::sample::select(vec![Eq, Ne, Lt, Le, Gt, Ge])
}

fn leaf() -> BoxedStrategy<Int> {
    prop_oneof![
        (-20..=20_i128).prop_map(c),
        Just(x(0)),
        Just(x(0)),
        (0..127_u32).prop_map(|bits| c(1 << bits)),
        Just(no_value()),
    ]
    .boxed()
}

/// A short finite set made from two numbers.
fn set_of(a: Int, b: Int, which: u8) -> Set {
    let abs = |a: Int| function(IntFunction::Abs, &[a]);
    let below = |a: Int, end: i128| op(IntOp::Rem, a, c(end));
    match which % 8 {
        0 => range(below(a, 30), below(b, 40)),
        1 => digits(abs(a), 10),
        2 => nonzero(digits(abs(a), 7)),
        3 => divisors(below(abs(a), 1000)),
        4 => prime_factors(below(abs(a), 1000)),
        5 => union(listed(&[a, b]), range(c(3), c(5))),
        6 => without(range(c(0), below(abs(a), 50)), infinite(Infinite::Triangular)),
        _ => comprehension(op(IntOp::Mul, x(3), a), &[each(3, range(c(-2), below(b, 5)))]),
    }
}

fn expression() -> impl Strategy<Value = Int> {
    leaf().prop_recursive(5, 40, 3, |inner| {
        use IntOp::*;
        let operators = prop::sample::select(vec![Add, Sub, Mul, Div, Rem, Pow, Xor, ShiftLeft, ShiftRight]);
        let unary = prop::sample::select(vec![
            IntFunction::Abs,
            IntFunction::Isqrt,
            IntFunction::Popcount,
            IntFunction::BitLength,
            IntFunction::TrailingZeros,
        ]);
        let binary = prop::sample::select(vec![IntFunction::Iroot, IntFunction::Ilog]);
        let folds = prop::sample::select(vec![
            Fold::Min,
            Fold::Max,
            Fold::Sum,
            Fold::Count,
            Fold::Gcd,
            Fold::Lcm,
            Fold::BitAnd,
            Fold::BitOr,
        ]);
        prop_oneof![
            4 => (operators, inner.clone(), inner.clone()).prop_map(|(o, a, b)| op(o, a, b)),
            1 => (unary, inner.clone()).prop_map(|(f, a)| function(f, &[a])),
            1 => (binary, inner.clone(), inner.clone()).prop_map(|(f, a, b)| function(f, &[a, b])),
            2 => (folds.clone(), inner.clone(), inner.clone(), any::<u8>())
                .prop_map(|(f, a, b, which)| fold(f, set_of(a, b, which))),
            1 => (folds, inner.clone(), inner.clone()).prop_map(|(f, a, b)| fold_numbers(f, &[a, b])),
            1 => (inner.clone(), compare(), inner.clone()).prop_map(|(a, o, b)| from_bool(cmp(a, o, b))),
            1 => (inner.clone(), inner.clone(), inner, any::<u8>())
                .prop_map(|(a, b, y, which)| from_bool(is_in(&[y], set_of(a, b, which)))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn both_kinds_of_numbers_agree(int in expression(), n in prop_oneof![0..2000_i128, 0..i128::from(u64::MAX)]) {
        let (small, large) = number(&int, n);
        match &small {
            // What 128 bits cannot hold, big integers may or may not.
            Err(FaultKind::Overflow) => {}
            _ => prop_assert_eq!(small, large),
        }
    }

    #[test]
    fn conditions_agree(condition in condition(), n in 0..2000_i128) {
        let small = answer::<i128, _>(n, |m| truths::holds(m, &condition));
        let large = answer::<BigInt, _>(n, |m| truths::holds(m, &condition));
        prop_assert_eq!(small, large);
    }

    /// Operators against the machine's arithmetic, written independently.
    #[test]
    fn operators_by_hand(a in -1000..1000_i128, b in -1000..1000_i128) {
        let result = |o| number(&op(o, c(a), c(b)), 0).0;
        let sure = |value: i128| Ok(Some(BigInt::from(value)));
        prop_assert_eq!(result(IntOp::Add), sure(a + b));
        prop_assert_eq!(result(IntOp::Sub), sure(a - b));
        prop_assert_eq!(result(IntOp::Mul), sure(a * b));
        prop_assert_eq!(result(IntOp::Xor), sure(a ^ b));
        if b != 0 {
            let quotient = (-1000..=1000).rev().find(|q| if b > 0 { q * b <= a } else { q * b >= a }).unwrap();
            prop_assert_eq!(result(IntOp::Div), sure(quotient));
            prop_assert_eq!(result(IntOp::Rem), sure(a - quotient * b));
        }
        if (0..60).contains(&b) {
            let power = 1_i128 << b;
            prop_assert_eq!(result(IntOp::ShiftLeft), sure(a * power));
            let quotient = (-1000..=1000).rev().find(|q| q * power <= a).unwrap();
            prop_assert_eq!(result(IntOp::ShiftRight), sure(quotient));
        }
        if (0..12).contains(&b) {
            let power = std::iter::repeat_n(a, usize::try_from(b).unwrap()).product::<i128>();
            prop_assert_eq!(result(IntOp::Pow), sure(power));
        }
        prop_assert_eq!(number(&int(crate::lang::ir::IntKind::Neg(Box::new(c(a)))), 0).0, sure(-a));
    }
}
