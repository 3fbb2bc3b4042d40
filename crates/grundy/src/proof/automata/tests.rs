use num_bigint::BigUint;

use super::*;
use crate::theory::Control;
use crate::theory::random::Random;

fn v(number: usize) -> Variable {
    Variable(number)
}

fn linear(terms: &[(usize, i64)], order: Order, constant: i64) -> Formula {
    let terms = terms.iter().map(|&(variable, factor)| (v(variable), factor)).collect();
    Formula::Atom(Atom::Linear(terms, order, constant))
}

fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}

fn some(variable: usize, body: Formula) -> Formula {
    Formula::Some(v(variable), Box::new(body))
}

fn all(variable: usize, body: Formula) -> Formula {
    Formula::All(v(variable), Box::new(body))
}

fn implies(one: Formula, other: Formula) -> Formula {
    one.implies(other)
}

fn iff(one: Formula, other: Formula) -> Formula {
    one.iff(other)
}

/// The sum of the digits of a number, one by one.
fn digit_sum(mut number: u64, base: u64) -> u64 {
    let mut sum = 0;
    while number > 0 {
        sum += number % base;
        number /= base;
    }
    sum
}

/// Whether a formula holds, from what its words mean: those that follow "some" and "all" are at
/// most the value of the variable 0.
fn by_words(formula: &Formula, base: u64, values: &mut Vec<u64>) -> bool {
    let value = |values: &[u64], variable: &Variable| values[variable.0];
    match formula {
        Formula::Atom(Atom::Linear(terms, order, constant)) => {
            let term = |(variable, factor): &(Variable, i64)| {
                i64::try_from(value(values, variable)).unwrap() * factor
            };
            let sum: i64 = terms.iter().map(term).sum();
            if *order == Order::Equal { sum == *constant } else { sum <= *constant }
        }
        Formula::Atom(Atom::Rest { terms, constant, modulus, most }) => {
            let term = |(variable, factor): &(Variable, i64)| {
                i64::try_from(value(values, variable)).unwrap() * factor
            };
            (terms.iter().map(term).sum::<i64>() - constant).rem_euclid(*modulus) <= *most
        }
        Formula::Atom(Atom::Xor([x, y, z])) => value(values, x) ^ value(values, y) == value(values, z),
        Formula::Atom(Atom::BitAnd([x, y, z])) => value(values, x) & value(values, y) == value(values, z),
        Formula::Atom(Atom::Power(x)) => {
            let mut power = 1;
            while power < value(values, x) {
                power *= base;
            }
            power == value(values, x)
        }
        Formula::Atom(Atom::DigitSum([x, y], modulus)) => {
            digit_sum(value(values, x), base) % modulus == value(values, y)
        }
        Formula::Atom(Atom::BitSum([x, y], modulus)) => {
            u64::from(value(values, x).count_ones()) % modulus == value(values, y)
        }
        Formula::Atom(Atom::TrailingZeros([x, y], modulus)) => {
            let (mut x, mut zeros) = (value(values, x), 0);
            while x > 0 && x.is_multiple_of(base) {
                (x, zeros) = (x / base, zeros + 1);
            }
            x > 0 && zeros % modulus == value(values, y)
        }
        Formula::Atom(Atom::Said(automaton, variables)) => {
            let tuple: Vec<BigUint> =
                variables.iter().map(|variable| BigUint::from(value(values, variable))).collect();
            automaton.accepts(&tuple)
        }
        Formula::Not(inner) => !by_words(inner, base, values),
        Formula::And(parts) => parts.iter().all(|part| by_words(part, base, values)),
        Formula::Or(parts) => parts.iter().any(|part| by_words(part, base, values)),
        Formula::Same(left, right) => by_words(left, base, values) == by_words(right, base, values),
        Formula::Some(variable, body) => (0..=values[0]).any(|value| {
            values[variable.0] = value;
            by_words(body, base, values)
        }),
        Formula::All(variable, body) => (0..=values[0]).all(|value| {
            values[variable.0] = value;
            by_words(body, base, values)
        }),
    }
}

/// A formula about some of the variables below `known`; those that it brings in are at most variable 0.
fn formula(random: &mut Random, base: usize, known: usize, depth: u64) -> Formula {
    let mut pick = |known: usize| usize::try_from(random.below(known as u64)).unwrap();
    let (one, other, third) = (pick(known), pick(known), pick(known));
    let kind = if depth == 0 { random.below(6) } else { random.below(14) };
    let inner = |random: &mut Random| formula(random, base, known, depth - 1);
    match kind {
        0 | 1 => {
            let mut factor = || i64::try_from(random.below(7)).unwrap() - 3;
            let terms = [(one, factor()), (other, factor()), (third, factor())];
            let order = if random.below(2) == 0 { Order::Equal } else { Order::AtMost };
            let far = if random.below(4) == 0 { 300 } else { 20 };
            let constant = i64::try_from(random.below(far)).unwrap() - i64::try_from(far / 3).unwrap();
            if random.below(4) == 0 {
                let terms = terms.map(|(variable, factor)| (v(variable), factor)).to_vec();
                let modulus = i64::try_from(random.below(9)).unwrap() + 1;
                let most = i64::try_from(random.below(3)).unwrap();
                return Formula::Atom(Atom::Rest { terms, constant, modulus, most });
            }
            linear(&terms, order, constant)
        }
        2 if base.is_power_of_two() && random.below(2) == 0 => {
            Formula::Atom(Atom::BitAnd([v(one), v(other), v(third)]))
        }
        2 if base.is_power_of_two() => Formula::Atom(Atom::Xor([v(one), v(other), v(third)])),
        2 | 3 => Formula::Atom(Atom::Power(v(one))),
        4 if base.is_power_of_two() && random.below(2) == 0 => {
            Formula::Atom(Atom::BitSum([v(one), v(other)], 1 + random.below(4)))
        }
        4 => Formula::Atom(Atom::DigitSum([v(one), v(other)], 1 + random.below(4))),
        5 => Formula::Atom(Atom::TrailingZeros([v(one), v(other)], 1 + random.below(4))),
        6 => not(inner(random)),
        7 | 8 => Formula::And((0..random.below(3)).map(|_| inner(random)).collect()),
        9 => Formula::Or((0..random.below(3)).map(|_| inner(random)).collect()),
        10 => iff(inner(random), inner(random)),
        kind => {
            let body = formula(random, base, known + 1, depth - 1);
            // known <= variable 0
            let bound = linear(&[(known, 1), (0, -1)], Order::AtMost, 0);
            match kind {
                11 | 12 => some(known, Formula::And(vec![bound, body])),
                _ => all(known, implies(bound, body)),
            }
        }
    }
}

#[test]
fn formulas_hold_where_their_words_say() {
    let control = Control::default();
    let mut random = Random::new(1);
    let (mut holds, mut checked) = (0, 0);
    for round in 0..400 {
        let base = [2, 3, 4, 10][round % 4];
        let formula = formula(&mut random, base, 2, 3);
        let relation = match relation(&formula, base, &Budget::new(&control).with_entries(1 << 20)) {
            Ok(relation) => relation,
            Err(Undecided::TooLarge { .. }) => continue,
            Err(stopped) => panic!("{stopped}"),
        };
        for x in 0..14_u64 {
            for y in [0, 1, 2, 3, 7, 8, 31, 107] {
                let values: Vec<BigUint> =
                    relation.variables.iter().map(|&Variable(name)| BigUint::from([x, y][name])).collect();
                let mut meant = vec![x, y];
                meant.resize(10, 0);
                let expected = by_words(&formula, base as u64, &mut meant);
                assert_eq!(relation.automaton.accepts(&values), expected, "{formula:?} at {x}, {y}");
                holds += usize::from(expected);
                checked += 1;
            }
        }
    }
    assert!(checked > 30_000 && (checked / 10..checked / 10 * 9).contains(&holds), "{holds} of {checked}");
}

#[test]
fn witnesses_are_accepted_and_the_least() {
    let control = Control::default();
    let budget = Budget::new(&control);
    let mut random = Random::new(2);
    let mut found = 0;
    for round in 0..300 {
        let base = [2, 3, 10][round % 3];
        let formula = formula(&mut random, base, 1, 2);
        let Relation { variables, automaton } = relation(&formula, base, &budget).unwrap();
        let Some(tuple) = automaton.witness() else {
            assert!((0..300_u64).all(|n| !automaton.accepts(&vec![n.into(); variables.len()])));
            continue;
        };
        assert!(automaton.accepts(&tuple), "{formula:?}: {tuple:?}");
        if let [least] = &tuple[..] {
            let least = u64::try_from(least).expect("a small formula has a small witness");
            assert!((0..least).all(|n| !automaton.accepts(&[n.into()])), "{formula:?}: {least}");
            found += 1;
        }
    }
    assert!(found > 100, "{found}");
}

/// t(x) = t(y) for the Thue-Morse word, with a variable for the value.
fn same_parity(x: usize, y: usize, value: usize) -> Formula {
    let sum = |of| Formula::Atom(Atom::DigitSum([v(of), v(value)], 2));
    some(value, Formula::And(vec![sum(x), sum(y)]))
}

/// For all k below p, or at most p: t(i + k) = t(i + k + p); i and p are 0 and 1.
fn repeats(and_more: bool) -> Formula {
    let [i, p, k, first, second, value] = [0, 1, 2, 3, 4, 5];
    let within = linear(&[(k, 1), (p, -1)], Order::AtMost, if and_more { 0 } else { -1 });
    let sum = |to, terms: &[(usize, i64)]| linear(&[terms, &[(to, -1)]].concat(), Order::Equal, 0);
    let same = some(
        first,
        some(
            second,
            Formula::And(vec![
                sum(first, &[(i, 1), (k, 1)]),
                sum(second, &[(first, 1), (p, 1)]),
                same_parity(first, second, value),
            ]),
        ),
    );
    all(k, implies(within, same))
}

/// A. Thue 1912: the Thue-Morse word has no overlap. Its squares have the periods 2^k and
/// 3 * 2^k (J.-J. Pansiot 1981; S. Brlek 1989).
#[test]
fn the_words_of_thue_and_morse_are_as_published() {
    let control = Control::default();
    let budget = Budget::new(&control);
    let positive = linear(&[(1, -1)], Order::AtMost, -1);
    let overlap = some(0, some(1, Formula::And(vec![positive.clone(), repeats(true)])));
    assert_eq!(decide(&overlap, 2, &budget), Ok(false));
    let squares = some(0, Formula::And(vec![positive, repeats(false)]));
    let power = |of| Formula::Atom(Atom::Power(v(of)));
    let three = some(6, Formula::And(vec![power(6), linear(&[(1, 1), (6, -3)], Order::Equal, 0)]));
    let periods = all(1, iff(squares, Formula::Or(vec![power(1), three])));
    assert_eq!(decide(&periods, 2, &budget), Ok(true));
}

/// C. Fine 1947 and others: what is known of sums and orders stays true in every base.
#[test]
fn sums_are_sums_in_every_base() {
    let control = Control::default();
    let budget = Budget::new(&control);
    for base in [2, 3, 7, 16] {
        // Of any two numbers one is at most the other, and the rest makes up for it.
        let rest = some(2, linear(&[(0, 1), (2, 1), (1, -1)], Order::Equal, 0));
        let other = linear(&[(1, 1), (0, -1)], Order::AtMost, -1);
        let total = all(0, all(1, Formula::Or(vec![rest, other])));
        assert_eq!(decide(&total, base, &budget), Ok(true));
        // Every number from 8 on is 3x + 5y, and 7 is not.
        let coins = |least: i64| {
            let paid = some(1, some(2, linear(&[(1, 3), (2, 5), (0, -1)], Order::Equal, 0)));
            all(0, implies(linear(&[(0, -1)], Order::AtMost, -least), paid))
        };
        assert_eq!([7, 8].map(|least| decide(&coins(least), base, &budget)), [Ok(false), Ok(true)]);
        // A number far away is reached all the same.
        let far = some(0, linear(&[(0, 7)], Order::Equal, 7_000_000_007 * 7));
        assert_eq!(decide(&far, base, &budget), Ok(true));
    }
}

/// Compared with division.
#[test]
fn large_factors_are_decided() {
    let control = Control::default();
    let budget = Budget::new(&control);
    for (base, large) in [(2, 1_000_003_u32), (10, 100_003), (16, 65_537)] {
        let multiple = some(1, linear(&[(0, 1), (1, -i64::from(large))], Order::Equal, 0));
        let Relation { variables, automaton } = relation(&multiple, base, &budget).unwrap();
        assert_eq!((variables, automaton.states()), (vec![v(0)], usize::try_from(large).unwrap()));
        let mut random = Random::new(7);
        for _ in 0..1000 {
            let quotient = random.below(1 << 40);
            let rest = random.below(3);
            let number = BigUint::from(quotient) * large + rest;
            assert_eq!(automaton.accepts(&[number]), rest == 0);
        }
    }
    let large = 1_000_003;
    for base in [2, 3, 10, 256] {
        // Every number is a multiple and a rest, and every number has a multiple.
        let rest = linear(&[(0, 1), (1, -large), (2, -1)], Order::Equal, 0);
        let divided = |most| {
            let small = linear(&[(2, 1)], Order::AtMost, most);
            all(0, some(1, some(2, Formula::And(vec![rest.clone(), small]))))
        };
        assert_eq!(decide(&divided(large - 1), base, &budget), Ok(true));
        let multiples = all(1, some(0, linear(&[(0, 1), (1, -large)], Order::Equal, 0)));
        assert_eq!(decide(&multiples, base, &budget), Ok(true));
    }
}

/// What is decided of two large factors is right, and what is not is given up.
#[test]
fn two_large_factors_are_decided_or_given_up() {
    let control = Control::default();
    let budget = Budget::new(&control).with_entries(1 << 18);
    let [one, other] = [10_007, 9_973];
    let multiple = |of, factor: i64| some(of, linear(&[(0, 1), (of, -factor)], Order::Equal, 0));
    let positive = linear(&[(0, -1)], Order::AtMost, -1);
    let both = Formula::And(vec![multiple(1, one), multiple(2, other), positive]);
    assert!(matches!(relation(&both, 2, &budget), Err(Undecided::TooLarge { .. })));
    let sum = linear(&[(0, 1), (1, -one), (2, -other)], Order::Equal, 0);
    let few = linear(&[(2, 1)], Order::AtMost, 3);
    let sum = some(1, some(2, Formula::And(vec![sum, few])));
    let Relation { automaton, .. } = relation(&sum, 2, &budget).unwrap();
    for n in 0..200_000_u64 {
        let holds = (0..=3).any(|j| n >= j * 9_973 && (n - j * 9_973).is_multiple_of(10_007));
        assert_eq!(automaton.accepts(&[n.into()]), holds, "{n}");
    }
}

/// As laws with long periods have them: states that only long words tell apart.
#[test]
fn long_chains_are_made_small() {
    let control = Control::default();
    let budget = Budget::new(&control);
    // In base 2 the words 1, 10, 100, ... of up to so many digits, and no others: a state for each length, the start and a sink.
    let longest = 20_000_u32;
    let chain = Automaton::build(
        2,
        1,
        0_u32,
        |&length, digit| match (length, digit) {
            (0, 0) => 0,
            (0, _) => 1,
            (length, 0) if length < longest => length + 1,
            _ => u32::MAX,
        },
        |&length| length == longest,
        &budget,
    );
    assert_eq!(chain.unwrap().states(), 20_002);
    // A period with a preperiod.
    let rest = |of: i64| Formula::Atom(Atom::congruent(vec![(v(0), 1)], of, 3479));
    let late = linear(&[(0, -1)], Order::AtMost, -349);
    let law = Formula::And(vec![late, Formula::Or((0..40).map(|of| rest(of * of)).collect())]);
    for base in [2, 10] {
        let automaton = relation(&law, base, &budget).unwrap().automaton;
        for n in 0..20_000_u64 {
            let holds = n >= 349 && (0..40).any(|of| n % 3479 == of * of);
            assert_eq!(automaton.accepts(&[n.into()]), holds, "{n}");
        }
    }
}

#[test]
fn what_does_not_fit_is_undecided() {
    let control = Control::default();
    let budget = Budget::new(&control).with_entries(1000);
    let wide: Vec<(usize, i64)> = (0..12).map(|variable| (variable, 1)).collect();
    let formula = linear(&wide, Order::Equal, 0);
    assert_eq!(relation(&formula, 2, &budget), Err(Undecided::TooLarge { entries: 1000 }));
    let huge = linear(&[(0, i64::MAX), (1, i64::MIN)], Order::Equal, i64::MIN);
    assert!(matches!(relation(&huge, 2, &Budget::new(&control)), Err(Undecided::TooLarge { .. })));
    let stopped = Control::default().with_memory_limit(10);
    assert!(matches!(relation(&formula, 2, &Budget::new(&stopped)), Err(Undecided::Stopped(_))));
}
