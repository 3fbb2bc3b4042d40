use num_bigint::BigUint;

use super::claim_formula;
use crate::lang::Claim;
use crate::proof::automata::{Budget, Relation, Sentence, Undecided, Variable, relation};
use crate::theory::random::Random;
use crate::theory::{Control, Nimber};

/// A number made of `n` and `g`.
fn number(random: &mut Random, base: u64, depth: u64) -> String {
    if depth == 0 || random.below(5) == 0 {
        return match random.below(4) {
            0 => random.below(9).to_string(),
            1 => "g".to_owned(),
            _ => "n".to_owned(),
        };
    }
    let mut inner = || number(random, base, depth - 1);
    let (one, other) = (inner(), inner());
    let (positive, small) = (1 + random.below(6), random.below(4));
    match random.below(16) {
        0 | 1 => format!("({one} + {other})"),
        2 | 3 => format!("({one} - {other})"),
        4 => format!("({one} * {small})"),
        5 => format!("({one} / {positive})"),
        6 | 7 => format!("({one} % {positive})"),
        8 => format!("min({one}, {other})"),
        9 => format!("max({one}, {other}, {small})"),
        10 => format!("abs({one} - {other})"),
        11 => format!("({})", condition(random, base, depth - 1)),
        12 if base == 2 => format!("({one} xor {other})"),
        13 if base == 2 => format!("bitand({one}, {other})"),
        14 if base == 2 => format!("bitor({one}, {other})"),
        15 if base == 2 => format!("((popcount(n) + 2 * popcount(g) + {one}) % {positive})"),
        12 => format!("(sum(digits(n, {base})) % {positive})"),
        13 => format!("((sum(digits(g, {base})) - {one}) % {positive})"),
        14 => format!("({one} << {small})"),
        _ => format!("({one} >> {small})"),
    }
}

/// A condition on `n` and `g`.
fn condition(random: &mut Random, base: u64, depth: u64) -> String {
    let (one, other, third) =
        (number(random, base, depth), number(random, base, depth), number(random, base, depth));
    let sign =
        |random: &mut Random| ["==", "!=", "<", "<=", ">", ">="][usize::try_from(random.below(6)).unwrap()];
    let (first, second) = (sign(random), sign(random));
    let few = random.below(5);
    match random.below(if depth == 0 { 9 } else { 13 }) {
        0 | 1 => format!("{one} {first} {other}"),
        2 => format!("{one} {first} {other} {second} {third}"),
        3 => format!("{one} in {other}..{third}"),
        4 => format!("{one} not in {{{other}, {few}, 5..7}}"),
        5 => format!("{one} in powers({base})"),
        6 => format!("{one} in {{k + {few} for k in {other}..6 if k % 2 == 0}} \\ {{3}}"),
        7 => format!("trailing_zeros({one}) {first} {few}"),
        8 => format!("bit_length(n + {few}) {first} {few}"),
        9 | 10 => {
            format!("({}) and ({})", condition(random, base, depth - 1), condition(random, base, depth - 1))
        }
        11 => format!("({}) or ({})", condition(random, base, depth - 1), condition(random, base, depth - 1)),
        _ => format!("not ({})", condition(random, base, depth - 1)),
    }
}

/// What a formula says of every two small numbers is what the interpreter of the language says.
#[test]
fn formulas_mean_what_the_language_means() {
    let control = Control::default();
    let budget = Budget::new(&control).with_entries(1 << 16);
    let mut random = Random::new(11);
    let (mut decided, mut holds, mut seen) = (0, 0_u32, 0_u32);
    for round in 0..900 {
        let base = [2, 3, 2, 10][round % 4];
        let text = condition(&mut random, base, 2);
        let claim = Claim::parse(&text).unwrap();
        let sentence = Sentence::parse(&text, usize::try_from(base).unwrap())
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let Relation { variables, automaton } = match relation(sentence.formula(), sentence.base(), &budget) {
            Ok(relation) => relation,
            Err(Undecided::TooLarge { .. }) => continue,
            Err(stopped) => panic!("{stopped}"),
        };
        decided += 1;
        for (n, g) in (0..18_u64).flat_map(|n| (0..12).map(move |g| (n, g))).chain([(97, 31), (1000, 512)]) {
            // What breaks there has no meaning there.
            let Ok(meant) = claim.holds(n, Nimber::new(g), &control) else { continue };
            let value = |variable: &Variable| {
                let (name, _) = sentence.free().iter().find(|(_, free)| free == variable).unwrap();
                BigUint::from(if name == "n" { n } else { g })
            };
            let tuple: Vec<BigUint> = variables.iter().map(value).collect();
            assert_eq!(automaton.accepts(&tuple), meant, "base {base}: {text} at {n}, {g}");
            holds += u32::from(meant);
            seen += 1;
        }
    }
    assert!(decided > 800, "{decided}");
    assert!((seen / 10..seen / 10 * 9).contains(&holds), "{holds} of {seen}");
}

#[test]
fn claims_become_formulas_where_they_can() {
    let control = Control::default();
    let budget = Budget::new(&control);
    let formula =
        |text: &str, base| claim_formula(&Claim::parse(text).unwrap(), Variable(4), Variable(1), base);
    let [n, g] = [4, 1].map(Variable);
    for (text, base) in [
        ("g == n + (n % 4 == 3)", 2),
        ("P == (n % 10 == 0)", 10),
        ("g == (n xor 1)", 4),
        ("g == popcount(n) % 2", 16),
        ("(g == 0) == (n in powers(2))", 8),
        ("g == n - 4 * (n / 4)", 3),
    ] {
        let claim = Claim::parse(text).unwrap();
        let Relation { variables, automaton } =
            relation(&formula(text, base).unwrap(), base, &budget).unwrap();
        for (at, value) in (0..40_u64).flat_map(|at| (0..40).map(move |value| (at, value))) {
            let of = |variable: &Variable| BigUint::from(if *variable == n { at } else { value });
            assert!(variables.iter().all(|variable| [n, g].contains(variable)));
            let tuple: Vec<BigUint> = variables.iter().map(of).collect();
            let meant = claim.holds(at, Nimber::new(value), &control).unwrap();
            assert_eq!(automaton.accepts(&tuple), meant, "{text} at {at}, {value}");
        }
    }
    for (text, base) in [
        ("g == n * n", 2),
        ("g == (n xor 1)", 10),
        ("g == popcount(n)", 2),
        ("g == trailing_zeros(n) % 2", 2),
        ("g == n / g", 2),
        ("P == is_prime(n)", 2),
        ("g in digits(n)", 10),
    ] {
        assert_eq!(formula(text, base), None, "{text}");
    }
}
