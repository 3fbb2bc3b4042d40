//! Heap games: every engine against the oracle on random rules, and against
//! published values and periods.

use grundy::engine::{Naive, Periodic, PeriodicMethod, Resumable, Table};
use grundy::proof::Theorem;
use grundy::ruleset::{Heap, Ruleset, Sequence, SubtractionSet, TakeAndBreakCode};
use grundy::theory::{Control, Period, Values};
use num_bigint::BigUint;

use crate::random::Random;

const OCTAL_PERIODS: &str = include_str!("../../../../testdata/octal-periods.tsv");
const OEIS: &str = include_str!("../../data/oeis.tsv");

/// Fewer than `length` numbers below `bound`.
fn few(random: &mut Random, length: u64, bound: u64) -> Vec<u64> {
    let length = random.below(length);
    random.list(length, 0, bound - 1)
}

fn subtraction_set(random: &mut Random) -> SubtractionSet {
    let largest = [4, 9, 30][usize::try_from(random.below(3)).expect("small")];
    let finite = few(random, 7, largest).into_iter().map(|amount| amount + 1);
    let mut set = SubtractionSet::finite(finite).expect("amounts are positive");
    if random.below(2) == 0 {
        let modulus = 1 + random.below(6);
        let classes = SubtractionSet::classes(1 + random.below(12), modulus, few(random, 4, modulus));
        set = set.union(&classes.expect("small")).expect("small");
    }
    if random.below(3) == 0 {
        let sequence = match random.below(8) {
            0 => Sequence::squares(),
            1 => Sequence::cubes(),
            2 => Sequence::triangular(),
            3 => Sequence::PRIMES,
            4 => Sequence::FIBONACCI,
            5 => Sequence::FACTORIALS,
            6 => Sequence::polynomial(vec![1 + random.below(5), 1 + random.below(5), random.below(3)])
                .expect("ascends"),
            _ => Sequence::powers(1 + random.below(4), 2 + random.below(4), 0).expect("ascends"),
        };
        set = set.union(&SubtractionSet::sequence(sequence).expect("small")).expect("small");
    }
    set
}

fn code(random: &mut Random) -> TakeAndBreakCode {
    let bound = [4, 8, 8, 16, 32][usize::try_from(random.below(5)).expect("small")];
    let mut digits = vec![4 * random.below(bound / 4)];
    digits.extend(few(random, 5, bound));
    let repeating = if random.below(4) == 0 { few(random, 3, bound) } else { vec![] };
    TakeAndBreakCode::new(digits, repeating).expect("play ends")
}

/// Compares the table and native engines with the oracle on the heaps below
/// `length`, and the law, if there is one, on the heaps below `far`.
fn agree<R: Ruleset<Position = Heap> + std::fmt::Display>(
    rules: &R,
    native: impl Fn() -> Periodic,
    length: usize,
    far: usize,
) -> bool {
    let control = Control::default();
    let mut naive = Naive::new(rules);
    let mut table = Table::new(rules);
    table.advance(length - 1, &control).expect("no limit");
    let mut computed = native().without_law();
    // In steps, so that what is kept between calls is used.
    for to in [0, 1, length / 3, length / 2 + 1, far - 1] {
        computed.advance(to, &control).expect("no limit");
    }
    assert_eq!(computed.computed(), far);
    let mut lawful = native();
    lawful.advance(far - 1, &control).expect("no limit");
    for index in 0..length {
        let heap = Heap::new(index as u64);
        let expected = naive.value(&heap, &control).expect("no limit");
        assert_eq!(table.values().get(index), Some(expected), "table, {rules}, heap {index}");
        assert_eq!(computed.values().get(index), Some(expected), "native, {rules}, heap {index}");
    }
    assert!(lawful.values().iter().eq(computed.values().iter()), "{rules}: {:?}", lawful.law());
    let Some(law) = lawful.law() else { return false };
    assert!(law.period().holds_in(computed.values()), "{rules}: {:?}", law.period());
    let last = far - 1;
    let mut fresh = native();
    let (value, _) = fresh.value(&BigUint::from(last), &control).expect("no limit");
    assert_eq!(value.to_nimber(), computed.values().get(last), "{rules}, heap {last}");
    true
}

#[test]
fn subtraction_games_agree_with_naive() {
    let mut random = Random::new(1);
    let mut laws = 0;
    for _ in 0..600 {
        let set = subtraction_set(&mut random);
        laws += usize::from(agree(&set, || Periodic::subtraction(set.clone()), 150, 700));
    }
    assert!(laws > 300, "only {laws} of 600 sets have a law");
}

#[test]
fn take_and_break_games_agree_with_naive() {
    let mut random = Random::new(2);
    let mut laws = 0;
    for _ in 0..600 {
        let code = code(&mut random);
        let (length, far) = match code.most_heaps() {
            0..=2 => (70, 700),
            3 => (32, 140),
            _ => (20, 60),
        };
        laws += usize::from(agree(&code, || Periodic::take_and_break(code.clone()), length, far));
    }
    assert!(laws > 100, "only {laws} of 600 codes have a law");
}

fn octal(text: &str) -> TakeAndBreakCode {
    let digits = text.chars().filter_map(|digit| digit.to_digit(16)).map(u64::from).collect();
    TakeAndBreakCode::new(digits, vec![]).expect("play ends")
}

/// A published period of an octal game.
struct Published {
    name: &'static str,
    period: Period,
    /// The largest value.
    most: u64,
}

fn published() -> impl Iterator<Item = Published> {
    OCTAL_PERIODS.lines().filter(|line| !line.starts_with(['#', 'c'])).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, preperiod, period, most] = fields[..] else { panic!("four fields: {line}") };
        let [preperiod, period, most] = [preperiod, period, most].map(|n| n.parse().expect("a number"));
        Published { name, period: Period::plain(preperiod, period), most: most as u64 }
    })
}

/// The game is not in reach of a test that keeps all values.
fn is_long(period: Period) -> bool {
    period.preperiod + period.period > 1 << 25
}

#[test]
fn published_periods_of_octal_games_are_proved() {
    let mut proved = 0;
    for Published { name, period, most } in published().filter(|published| !is_long(published.period)) {
        let mut game = Periodic::take_and_break(octal(name));
        let law = game.search_law(1 << 29, &Control::default()).expect("no limit").expect("a law");
        assert_eq!(law.period(), period, "{name}");
        let seen = game.values().iter().map(|value| value.size()).max();
        assert_eq!(seen, Some(most), "{name}");
        proved += 1;
    }
    assert_eq!(proved, 72);
}

/// Where the first and the last values are all that is kept.
#[test]
fn the_longest_published_period_is_proved() {
    let long: Vec<Published> = published().filter(|published| is_long(published.period)).collect();
    assert_eq!(long.len(), 1);
    for Published { name, period, most } in long {
        let game = Periodic::take_and_break(octal(name));
        let mut run = game.open_ended().expect("its moves leave at most two heaps");
        let little = Control::default().with_memory_limit(1 << 28);
        run.advance(1 << 29, &little).expect("so much is enough");
        assert_eq!(run.law().expect("a law").period(), period, "{name}");
        assert_eq!(run.statistics().largest.map(|(value, _)| value.size()), Some(most), "{name}");
    }
}

/// The rows of the table whose rule is a code or a subtraction set, and the game.
fn oeis_games() -> Vec<(&'static str, Periodic, usize, Vec<u64>)> {
    let finite = |amounts: &[u64]| SubtractionSet::finite(amounts.iter().copied()).expect("amounts");
    let sequence = |sequence| SubtractionSet::sequence(sequence).expect("no progression");
    let powers = |base| sequence(Sequence::powers(1, base, 0).expect("ascends"));
    let union = |a: SubtractionSet, b: SubtractionSet| a.union(&b).expect("small");
    let classes = |modulus, residue| SubtractionSet::classes(1, modulus, [residue]).expect("classes");
    let subtraction = |rule: &str| -> Option<SubtractionSet> {
        Some(match rule {
            "Subtract-a-square: remove 1,4,9,16,..." => sequence(Sequence::squares()),
            "Take-a-factorial: remove 1,2,6,24,..." => sequence(Sequence::FACTORIALS),
            "Subtract-a-prime: remove 2,3,5,7,..." => sequence(Sequence::PRIMES),
            "Subtraction S={2,5,7}" => finite(&[2, 5, 7]),
            "Subtraction S={1} (also: remove any odd number)" => classes(2, 1),
            "Remove any power of 3 (1,3,9,...); remove any odd number" => powers(3),
            "Nim: remove any positive number of tokens from a heap" => SubtractionSet::all(),
            "Remove any even number of tokens" => classes(2, 0),
            "Bash / subtraction S={1,2}; also subtract any power of 2 (1,2,4,8,...)" => powers(2),
            "Remove 1 or a prime" => union(finite(&[1]), sequence(Sequence::PRIMES)),
            "Bash: remove 1..4 (S={1,2,3,4})" => finite(&[1, 2, 3, 4]),
            "Bash: remove 1..9 (final decimal digit of n)" => finite(&[1, 2, 3, 4, 5, 6, 7, 8, 9]),
            "Subtraction S={2,4}" => finite(&[2, 4]),
            _ => return None,
        })
    };
    OEIS.lines()
        .filter(|line| line.starts_with('A'))
        .filter_map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [_, rule, terms, start] = fields[..] else { panic!("four fields: {line}") };
            let code = ["Octal game ", "Hexadecimal game "]
                .iter()
                .find_map(|prefix| rule.strip_prefix(prefix))
                .and_then(|name| name.split([':', ' ']).next());
            let game = match code {
                Some(name) => Periodic::take_and_break(octal(name)),
                None => Periodic::subtraction(subtraction(rule)?),
            };
            let terms = terms.split(',').map(|term| term.parse().expect("a number")).collect();
            Some((rule, game, start.parse().expect("a number"), terms))
        })
        .collect()
}

#[test]
fn sequences_of_the_oeis() {
    let mut games = oeis_games();
    assert!(games.len() >= 40, "only {} rows have such a rule", games.len());
    for (rule, game, start, terms) in &mut games {
        game.advance(*start + terms.len(), &Control::default()).expect("no limit");
        let values: Vec<u64> =
            game.values().iter().skip(*start).take(terms.len()).map(|v| v.size()).collect();
        assert_eq!(&values, terms, "{rule}");
    }
}

fn law(set: SubtractionSet) -> (Periodic, Option<(Period, Theorem)>) {
    let mut game = Periodic::subtraction(set);
    let law = game.search_law(1 << 14, &Control::default()).expect("no limit");
    let law = law.map(|law| (law.period(), law.theorem()));
    (game, law)
}

#[test]
fn laws_answer_heaps_of_any_size() {
    let finite = |amounts: &[u64]| SubtractionSet::finite(amounts.iter().copied()).expect("amounts");
    let powers = |base| {
        SubtractionSet::sequence(Sequence::powers(1, base, 0).expect("ascends")).expect("no progression")
    };
    let ten_to_40 = BigUint::from(10u32).pow(40);
    let half = |n: &BigUint| n / 2u32;
    let state = Theorem::RelativeState;
    let arithmetic = |period, saltus| Period { preperiod: 0, period, saltus };
    let cases = [
        (finite(&[1, 3, 4]), Period::plain(0, 7), state, BigUint::from(2u32)),
        // 10**40 is 12 modulo 22, and A266756(12) = 1.
        (finite(&[2, 5, 7]), Period::plain(0, 22), state, BigUint::from(1u32)),
        (SubtractionSet::all(), arithmetic(1, 1), state, ten_to_40.clone()),
        (SubtractionSet::all_but([1]).expect("small"), arithmetic(2, 1), state, half(&ten_to_40)),
        (SubtractionSet::classes(1, 2, [0]).expect("classes"), arithmetic(2, 1), state, half(&ten_to_40)),
        (
            SubtractionSet::classes(1, 2, [1]).expect("classes"),
            Period::plain(0, 2),
            state,
            BigUint::from(0u32),
        ),
        (powers(2), Period::plain(0, 3), Theorem::Residues, BigUint::from(1u32)),
        (powers(3), Period::plain(0, 2), Theorem::Residues, BigUint::from(0u32)),
    ];
    for (set, period, theorem, value) in cases {
        let words = set.to_string();
        let (mut game, found) = law(set);
        assert_eq!(found, Some((period, theorem)), "{words}");
        let answer = game.value(&ten_to_40, &Control::default()).expect("a law");
        assert_eq!((answer.0.size(), answer.1), (&value, PeriodicMethod::Law), "{words}");
    }
    let mut kayles = Periodic::take_and_break(octal("0.77"));
    let (value, method) = kayles.value(&ten_to_40, &Control::default()).expect("a law");
    // 10**40 is 4 modulo 12, and from 72 on such heaps have the value 1.
    assert_eq!((value.to_string().as_str(), method), ("1", PeriodicMethod::Law));
}

#[test]
fn sets_without_a_law_get_none() {
    for sequence in [Sequence::squares(), Sequence::FIBONACCI, Sequence::FACTORIALS, Sequence::PRIMES] {
        let (mut game, found) = law(SubtractionSet::sequence(sequence).expect("no progression"));
        assert_eq!(found, None, "{game:?}");
        let far = game.value(&BigUint::from(20_000u32), &Control::default()).expect("in reach of a table");
        assert_eq!(far.1, PeriodicMethod::Table);
        let little = Control::default().with_memory_limit(1 << 22);
        assert!(game.value(&BigUint::from(10u32).pow(40), &little).is_err(), "not known");
    }
    // Fibonacci removals: new values that a finder of periods would not expect.
    let mut game = Periodic::subtraction(SubtractionSet::sequence(Sequence::FIBONACCI).expect("a set"));
    game.advance(13_000, &Control::default()).expect("no limit");
    let mut firsts = Vec::new();
    for (heap, value) in game.values().iter().enumerate() {
        if value.size() == firsts.len() as u64 {
            firsts.push(heap);
        }
    }
    let late: Vec<usize> = firsts.into_iter().filter(|&heap| heap > 2000).collect();
    assert!([2677, 12071].iter().all(|heap| late.contains(heap)), "{late:?}");
}

#[test]
fn powers_n_to_the_n_are_no_pair_one_and_four() {
    let set = SubtractionSet::finite((1..=10u64).map(|n| n.pow(u32::try_from(n).expect("small"))));
    let (game, _) = law(set.expect("amounts"));
    let pair = law(SubtractionSet::finite([1, 4]).expect("amounts")).0;
    let values = |game: &Periodic, length| game.values().iter().take(length).collect::<Values>();
    assert_eq!(values(&game, 27), values(&pair, 27));
    assert_ne!(game.values().get(27), pair.values().get(27));
}

#[test]
fn a_hundred_large_amounts() {
    let mut random = Random::new(9);
    let set = SubtractionSet::finite((0..100).map(|_| 1 + random.below(9_999))).expect("amounts");
    let control = Control::default();
    let mut table = Table::new(&set);
    table.advance(40_000, &control).expect("no limit");
    let mut game = Periodic::subtraction(set.clone());
    game.advance(200_000, &control).expect("no limit");
    assert!(game.values().iter().take(40_001).eq(table.values().iter()));
}

#[test]
fn limits_are_kept() {
    let control = Control::default().with_memory_limit(1 << 20);
    let set = SubtractionSet::finite([1, 3, 4]).expect("amounts");
    let mut game = Periodic::subtraction(set);
    assert!(game.advance(1 << 20, &control).is_err());
    assert!(game.value(&BigUint::from(10u32).pow(40), &control).is_ok());
    assert!(game.advance((1 << 20) - 1, &control).is_ok());
    let stopped = Control::default();
    let mut nim = Periodic::subtraction(SubtractionSet::all());
    assert!(nim.advance(usize::MAX, &stopped).is_err(), "no machine has that much memory");
}
