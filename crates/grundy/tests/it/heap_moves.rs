//! Rules whose moves are families, and codes read from rules: against the
//! interpreted rule by the definition.

use std::fmt::Write as _;

use grundy::engine::{MoveTable, Naive, Periodic};
use grundy::lang::interpret::HeapRules;
use grundy::lang::{Form, Rule, code_of_moves, heap_moves, split_moves, subtraction_set};
use grundy::ruleset::{Halt, Heap, HeapMoves, Ruleset as _};
use grundy::theory::{Control, Nimber};

use crate::random::Random;

fn rules(text: &str) -> HeapRules {
    match Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}")).form() {
        Form::Numbers(rules) => rules.clone(),
        _ => panic!("{text} is not a rule of one heap"),
    }
}

fn recognised(text: &str) -> Option<HeapMoves> {
    let rules = rules(text);
    heap_moves(rules.program(), rules.parameters(), &Control::default())
}

/// The values of the heaps below `length` by the definition, up to the first
/// heap at which the rule breaks.
fn by_definition(text: &str, length: u64) -> Vec<Nimber> {
    let rules = rules(text);
    let mut naive = Naive::new(&rules);
    let mut values = Vec::new();
    for n in 0..length {
        match naive.value(&Heap::new(n), &Control::default()) {
            Ok(value) => values.push(value),
            Err(Halt::Fault(_)) => break,
            Err(Halt::Stopped(stopped)) => panic!("{text} at {n}: {stopped}"),
        }
    }
    values
}

/// Holds the recognised rule to the definition; whether it was recognised.
fn agrees(text: &str, length: u64) -> bool {
    let Some(moves) = recognised(text) else { return false };
    let expected = by_definition(text, length);
    let control = Control::default();
    let code = code_of_moves(&moves);
    if let Some(code) = &code {
        let mut naive = Naive::new(code);
        for (n, value) in (0..).zip(&expected) {
            assert_eq!(naive.value(&Heap::new(n), &control).as_ref(), Ok(value), "{text} as {code} at {n}");
        }
        assert_eq!(u64::try_from(expected.len()), Ok(length), "{text} breaks, {code} does not");
    }
    if let Some(splits) = split_moves(&moves) {
        assert_eq!(u64::try_from(expected.len()), Ok(length), "{text} breaks, {splits:?} do not");
        let mut table = Periodic::splits(splits).without_law();
        table.advance(expected.len() - 1, &control).unwrap();
        assert!(table.values().iter().eq(expected.iter().copied()), "{text} as splits");
    }
    let mut table = MoveTable::new(moves);
    let end = usize::try_from(length - 1).unwrap();
    // In two steps, so that the second goes on from the first.
    let reached = table.advance(end / 3, &control).unwrap() && table.advance(end, &control).unwrap();
    let values: Vec<Nimber> = table.values().iter().collect();
    let ended = values.len();
    assert_eq!(values, expected[..ended], "{text}");
    assert!(reached || code.is_some() || ended == expected.len(), "{text} ends at {ended} without a fault");
    true
}

#[test]
fn known_rules_are_recognised_and_right() {
    let texts = [
        "n -> n - k for k in 1..n / 2",
        "n -> n - k for k in 1..n - 1",
        "n -> n - k for k in n / 3..n / 2 if k > 0",
        "n -> n - k for k in max(1, n / 4)..min(n / 2, 20)",
        "n -> 0..n-1 | [a, b] where a + b == n, a >= 1, b >= 1",
        "n -> [a, b] where a + b == n, 1 <= a < b",
        "n -> [a, b] where a + b == n, a >= 1, b >= 1, a != b",
        "n -> [a, b] where a + b == n - 1, a != b | n - 2",
        "n -> [a, b] where a + b == n - 2",
        "n -> [a, b] where a + b == n - 1 | [a, b] where a + b == n - 2",
        "n -> [a, b] where a + b == n - 3, a <= 4",
        "n -> [a, b] where a + b == n, a >= 2, b >= 3",
        "n -> [a, n - a] for a in 1..n - 1",
        "n -> [a, n - 3 - a] for a in 0..n - 3 if n % 3 == 1",
        "n -> [max(0, i - 2), max(0, n - i - 1)] for i in 1..n",
        "n -> [i - 1, n - i] for i in 1..n | [i - 1, n - i - 1] for i in 1..n - 1",
        "n -> [n / 2, n - n / 2] if n > 1 | n - 1",
        "n -> [n / 2; 2] if n % 2 == 0 | n - 1",
        "n -> [n / 3; 3] if n % 3 == 0 | n / 2",
        "n -> n / 2 | n / 3 | [] if n == 1",
        "n -> n / 2 | n - 1 if n % 2 != 0",
        "n if n > 3 -> n - 1 | n - 3; n if n <= 3 -> 0",
        "n -> n - k for k in {1, 2} | [a, b] where a + b == n - 5, 1 <= a <= b",
        "n -> n - k for k in 2.. | [a, b] where a + b == n - 1, a >= 1, b >= 1",
        "n -> n - d for d in divisors(n)",
        "n -> n - d for d in divisors(n) if d < n",
        "n -> d for d in divisors(n) if d != n",
        "n -> divisors(n) \\ {n}",
        "n -> n / d for d in divisors(n) if d > 1",
        "n -> [n / k; k] for k in divisors(n) if k > 1",
        "n -> [k; n / k] for k in divisors(n) if 1 < k < n",
        "n -> n - p for p in prime_factors(n)",
        "n -> n / p for p in prime_factors(n)",
        "n -> n / p for p in prime_factors(n) | n - 1",
        "n -> n - y for y in 1..n if gcd(n, y) == 1",
        "n -> y for y in 1..n-1 if gcd(y, n) == 1",
        "n -> n - y for y in 1..n if gcd(n, y) == 1 | n - 2 | n / 2",
        "n -> n - d for d in divisors(n) if 2 <= d <= 9 | n - 1",
    ];
    for text in texts {
        assert!(agrees(text, 220), "{text} is not recognised: {:?}", recognised(text));
    }
}

#[test]
fn codes_are_found_in_rules() {
    let code = |text: &str| {
        let moves = recognised(text).unwrap_or_else(|| panic!("{text} is not recognised"));
        code_of_moves(&moves).map(|code| code.to_string())
    };
    for (text, expected) in [
        ("n -> [a, b] where a + b == n - 2", "0.07"),
        ("n -> [a, b] where a + b == n - 1 | [c, d] where d == n - 2 - c", "0.77"),
        ("n -> n - 1 | n - 2 | [a, b] where a + b == n - 1, 1 <= a <= b", "0.73"),
        ("n -> [a, b] where a + b == n, a >= 1, b >= 1", "4.0"),
        ("n -> [a, n - 1 - a] for a in 1..n - 2", "0.4"),
        ("n -> n - 1 if n > 1 | [] if n == 3", "0.201"),
        ("n -> 0..n-1 | [a, b, c] where a + b + c == n, 1 <= a <= b <= c", "8.[3]"),
        ("n -> 0..n-1 | [a, b] where a + b == n, a >= 1, b >= 1", "4.[3]"),
        ("n -> [a, b, c] for (a, b, c) in partitions(n - 1, 3)", "0.8"),
        ("n -> [a, b] for (b, a) in partitions(n - 3, 2) | n - 3", "0.007"),
        ("n -> [a, b] where a + b == n - 2, a >= 1", "0.06"),
        ("n -> [max(0, i - 2), max(0, n - i - 1)] for i in 1..n", "0.137"),
        ("n -> [a, b] where a + b == n, 1 <= a < b", "none"),
        ("n -> [a, b] where a + b == n - 1, a <= 7", "none"),
        ("n -> [a, b, c] where a + b + c == n, 1 <= a < b <= c", "none"),
    ] {
        let found = if recognised(text).is_none() { None } else { code(text) };
        let found = found.unwrap_or_else(|| "none".to_owned());
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn unequal_splits_are_found_in_rules() {
    let splits = |text: &str| {
        let found = split_moves(&recognised(text).unwrap())?;
        Some((found.none, found.whole, found.split, found.equal))
    };
    for (text, expected) in [
        ("n -> [a, b] where a + b == n, 1 <= a < b", (vec![], vec![], vec![0], false)),
        (
            "n -> n - 1 | n - 3 if n > 3 | [a, b] where a + b == n - 1, 1 <= a < b | [b, a] where a + b == n - 2, 1 <= b < a",
            (vec![1], vec![1, 3], vec![1, 2], false),
        ),
        ("n -> n - 2 | [a, b] where a + b == n - 1, 1 <= a <= b", (vec![2], vec![2], vec![1], true)),
    ] {
        assert_eq!(splits(text), Some(expected), "{text}");
        assert!(agrees(text, 200), "{text}");
    }
    for text in [
        "n -> [a, b] where a + b == n - 1, 0 <= a < b",
        "n -> [a, b] where a + b == n, 1 <= a, a + 1 < b",
        "n -> [a, b] where a + b == n, 2 <= a < b",
        "n -> [a, b] where a + b == n, 1 <= a < b | [a, b] where a + b == n - 1, 1 <= a <= b",
        "n -> 0..n-1 | [a, b] where a + b == n, 1 <= a < b",
    ] {
        assert_eq!(splits(text), None, "{text}");
    }
}

#[test]
fn near_misses_are_left_alone() {
    for text in [
        "n -> n - k for k in 1..n if k % 2 == 1",
        "n -> n - k*k for k in 1..n",
        "n -> n - k for k in 1..isqrt(n)",
        "n -> [a, b] where a + b == n, a * 2 == b",
        "n -> [a, b] where a + 2*b == n",
        "n -> [a, b] where a + b < n",
        "n -> [a, b, 1] where a + b == n - 2",
        "n -> [a, a] for a in 1..n / 2",
        "n -> n - d for d in divisors(n - 1)",
        "n -> n - d for d in divisors(n) if d % 2 == 0",
        "n -> n - d*d for d in divisors(n)",
        "n -> n - y for y in 2..n if gcd(n, y) == 1",
        "n -> n - y for y in 1..n if gcd(n, y) == 2",
        "n -> n - y for y in 1..n if gcd(n, y + 1) == 1",
        "n -> [a, b, c] where a + b + c == n - 1, a <= b, b < c",
        "n -> n - k for k in 1.. if k > 2 | [a, b] where a + b == n - 1",
    ] {
        assert!(recognised(text).is_none(), "{text}: {:?}", recognised(text));
    }
}

impl Random {
    fn small(&mut self) -> String {
        let number = self.below(6);
        if self.below(8) == 0 { format!("-{number}") } else { number.to_string() }
    }

    /// A number that depends on n.
    fn bound(&mut self) -> String {
        let (a, b) = (1 + self.below(3), 1 + self.below(4));
        let c = self.small();
        match self.below(7) {
            0 => c,
            1 => format!("n - {c}"),
            2 => format!("n / {b}"),
            3 => format!("({a} * n + {c}) / {b}"),
            4 => format!("min(n - 1, {})", 3 + self.below(20)),
            5 => format!("max(1, n / {b} - {c})"),
            _ => format!("n - n / {b}"),
        }
    }

    fn comparison(&mut self) -> &'static str {
        self.pick::<&str>(&["<", "<=", ">", ">=", "!=", "=="])
    }

    fn condition(&mut self, names: &[&str]) -> String {
        let left = self.pick(names);
        let op = self.comparison();
        match self.below(5) {
            0 => format!("{left} {op} {}", self.small()),
            1 => format!("{left} {op} {}", self.bound()),
            2 => format!("{left} {op} {}", self.pick(names)),
            3 => format!("n % {} {} {}", 1 + self.below(4), self.pick(&["==", "!="]), self.below(3)),
            _ => format!("{} <= {left} and not {left} == {}", self.small(), self.small()),
        }
    }

    fn alternative(&mut self) -> String {
        let mut text = match self.below(9) {
            0 => return format!("{}..n - {}", self.bound(), 1 + self.below(3)),
            1 | 2 => {
                let k = self.pick(&["k", "k + 1", "n / 3 + k"]);
                format!("n - ({k}) for k in {}..{}", self.bound(), self.bound())
            }
            3 => format!("k for k in {}..{}", self.bound(), self.bound()),
            4 | 5 => {
                let mut text = format!("[a, b] where a + b == n - {}", self.below(4));
                for _ in 0..self.below(4) {
                    let _ = write!(text, ", {}", self.condition(&["a", "b"]).replace(" and not ", ", not "));
                }
                return text;
            }
            6 => {
                let (low, high) = (self.bound(), self.bound());
                format!("[k - {}, n - k - {}] for k in {low}..{high}", self.below(3), self.below(3))
            }
            7 => {
                let option =
                    self.pick(&["n / 2", "[n / 2; 2]", "[n / 2, n / 3]", "[n / 3; 3]", "[]", "n - 4"]);
                return format!("{option} if {}", self.condition(&["n"]));
            }
            _ => {
                let set = self.pick(&["divisors(n)", "prime_factors(n)", "divisors(n) \\ {1, n}"]);
                let option = self.pick(&["n - k", "k", "n / k", "[n / k; k]", "[k; n / k]"]);
                format!("{option} for k in {set}")
            }
        };
        if self.below(2) == 0 {
            let _ = write!(text, " if {}", self.condition(&["k"]));
        }
        text
    }
}

#[test]
fn random_rules_of_these_forms_have_the_values_of_the_definition() {
    let mut random = Random::new(17);
    let (mut served, mut long, mut codes) = (0, 0, 0);
    for _ in 0..3000 {
        let mut text = format!("n -> {}", random.alternative());
        for _ in 0..random.below(3) {
            let _ = write!(text, " | {}", random.alternative());
        }
        if Rule::parse(&text).is_err() {
            continue;
        }
        if agrees(&text, 48) {
            served += 1;
            let moves = recognised(&text).unwrap();
            codes += usize::from(code_of_moves(&moves).is_some());
            let mut table = MoveTable::new(moves);
            long += usize::from(table.advance(47, &Control::default()).unwrap());
        }
    }
    assert!(served > 1500 && long > 500 && codes > 10, "{served} served, {long} to the end, {codes} codes");
}

#[test]
fn random_splits_over_long_stretches_agree() {
    // Beyond the pairs that are marked, single values are looked for.
    for text in [
        "n -> [a, b] where a + b == n, 1 <= a < b",
        "n -> [a, b] where a + b == n - 2, a != b | n - 3",
        "n -> 0..n - 1 | [a, b] where a + b == n - 1, a >= 3",
    ] {
        let mut table = MoveTable::new(recognised(text).unwrap());
        assert!(table.advance(2600, &Control::default()).unwrap());
        let rules = rules(text);
        let mut expected = grundy::engine::Table::new(&rules);
        expected.advance(2600, &Control::default()).unwrap();
        assert_eq!(table.values(), expected.values(), "{text}");
    }
}

/// From wherever its values are taken, a table goes on with the same ones.
#[test]
fn tables_of_families_go_on_from_their_values() {
    let control = Control::default();
    for text in [
        "n -> [a, b] where a + b == n, 1 <= a < b | n / 3 if n > 0",
        "n -> n - d for d in divisors(n) if d < n | n - 1",
        "n -> n - p for p in prime_factors(n) | n / 2 if n > 0",
        "n -> n - k for k in 1..n-1 if gcd(n, k) == 1",
        "n -> n - k for k in 1..n / 2 | n / 3 if n > 0",
        "n -> 0..n - 1 | [a, b] where a + b == n - 1, a >= 3",
    ] {
        let moves = recognised(text).unwrap();
        let mut whole = MoveTable::new(moves.clone());
        whole.advance(2000, &control).unwrap();
        for from in [0, 1, 17, 400, 1999] {
            let values = whole.values().stretch(0, from, &control).unwrap();
            let mut table = MoveTable::resume(moves.clone(), &values, &control).unwrap();
            assert!(table.advance(from + 1, &control).unwrap());
            assert!(table.advance(2000, &control).unwrap());
            let expected = whole.values().iter();
            assert!(table.values().iter().take(2001).eq(expected), "{text} from {from}");
        }
    }
}

#[test]
fn sparse_and_dense_tables_of_splits_are_those_of_the_pairs() {
    // Grundy's game has a sparse space from 2048 on, the second none that early, the others
    // are periodic.
    for (text, length) in [
        ("n -> [a, b] where a + b == n, 1 <= a < b", 9000),
        ("n -> [a, b] where a + b == n - 3, 1 <= a <= b", 9000),
        ("n -> n - 1 | n - 2 | [a, b] where a + b == n - 1, 1 <= a < b", 6000),
        ("n -> n - 1 if n > 1 | [a, b] where a + b == n - 1, 1 <= a <= b", 6000),
    ] {
        let moves = recognised(text).unwrap();
        let mut expected = MoveTable::new(moves.clone());
        expected.advance(length, &Control::default()).unwrap();
        for end in [length / 3, length] {
            let mut table = Periodic::splits(split_moves(&moves).unwrap()).without_law();
            table.advance(end / 2, &Control::default()).unwrap();
            table.advance(end, &Control::default()).unwrap();
            let expected = expected.values().iter().take(end + 1);
            assert!(table.values().iter().eq(expected), "{text}");
        }
    }
}

#[test]
fn a_law_is_found_where_the_rule_is_a_code() {
    let moves = recognised("n -> [a, b] where a + b == n - 2").unwrap();
    let mut game = Periodic::take_and_break(code_of_moves(&moves).unwrap());
    game.search_law(1 << 10, &Control::default()).unwrap();
    assert_eq!(game.law().map(|law| law.period().period), Some(34));
    let nim = rules("n -> 0..n-1");
    assert!(subtraction_set(nim.program(), nim.parameters(), &Control::default()).is_some());
    let mut options = grundy::ruleset::Options::new();
    nim.options(&Heap::new(3), &mut options, &Control::default()).unwrap();
    assert_eq!(options.iter().count(), 3);
}
