//! Products of two coin games: against boards turned as the words say, against the
//! definition, and against games that are products by other names.

use std::collections::HashMap;
use std::time::Duration;

use grundy::lang::{NoProduct, Rule, game};
use grundy::ruleset::FaultKind;
use grundy::solve::{BigPosition, Config, EngineName, SolveError, Solver, Table};
use grundy::theory::Play;
use grundy::{Control, Stopped, Sum};

use crate::games_of_shapes::brute;
use crate::random::Random;

fn rule(name: &str) -> Rule {
    let text = game(name).map_or(name, |game| game.text);
    Rule::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn product_by(left: &str, right: &str, engine: EngineName, play: Play) -> Solver {
    let rule = Rule::product(&rule(left), &rule(right), play).expect("two coin games");
    Solver::new(rule, Config { engine, ..Config::default() }).expect("an engine")
}

fn product(left: &str, right: &str) -> Solver {
    product_by(left, right, EngineName::Auto, Play::Normal)
}

fn sum(solver: &Solver, positions: &[&str]) -> Sum<BigPosition> {
    positions.iter().map(|text| solver.parse_position(text).expect("a position")).collect()
}

fn value(solver: &mut Solver, position: &str) -> String {
    let sum = sum(solver, &[position]);
    solver.value(&sum, &Control::default()).expect("a value").value.to_string()
}

fn table(solver: &mut Solver, to: &[u64]) -> Vec<u64> {
    match solver.table_of_tuples(to, &Control::default()).expect("a table") {
        Table::Tuples { values, .. } => values.iter().map(|value| value.size()).collect(),
        other => panic!("{other:?} is no table of a board"),
    }
}

/// The sets of coins below `length` that one move of a game may turn, as bits; which
/// coin is the last one says all about where they lie.
type Allowed = fn(&[u32]) -> bool;

fn in_a_run(coins: &[u32]) -> bool {
    coins.windows(2).all(|pair| pair[1] == pair[0] + 1)
}

const GAMES: [(&str, Allowed); 6] = [
    ("turning-turtles", |coins| coins.len() <= 2),
    ("mock-turtles", |coins| coins.len() <= 3),
    ("twins", |coins| coins.len() == 2),
    ("triplets", |coins| coins.len() == 3),
    ("ruler", in_a_run),
    ("short-ruler", |coins| coins.len() <= 3 && in_a_run(coins)),
];

fn moves_in_words(length: u32, allowed: Allowed) -> Vec<Vec<u32>> {
    let sets = (1..1_u32 << length)
        .map(|bits| (0..length).filter(|coin| bits >> coin & 1 == 1).collect::<Vec<u32>>());
    sets.filter(|coins| allowed(coins)).collect()
}

/// Every position of a board of 3 rows and 3 columns: a move turns all coins at (a, b)
/// with a in a move of the one game and b in a move of the other, where the last one
/// of both shows heads.
#[test]
fn boards_are_turned_in_words() {
    const SIDE: u32 = 3;
    for (left, left_allowed) in GAMES {
        for (right, right_allowed) in GAMES {
            let bit = |a: u32, b: u32| 1_u32 << (a * SIDE + b);
            let rights = moves_in_words(SIDE, right_allowed);
            let moves: Vec<(u32, u32)> = moves_in_words(SIDE, left_allowed)
                .iter()
                .flat_map(|rows| rights.iter().map(move |columns| (rows.clone(), columns)))
                .map(|(rows, columns)| {
                    let turned = rows.iter().flat_map(|&a| columns.iter().map(move |&b| bit(a, b)));
                    let last = bit(rows[rows.len() - 1], columns[columns.len() - 1]);
                    (last, turned.fold(0, |all, coin| all | coin))
                })
                .collect();
            let options = |board: &u32| {
                let possible = moves.iter().filter(|(last, _)| board & last != 0);
                possible.map(|(_, turned)| board ^ turned).collect()
            };
            let mut known = HashMap::new();
            let mut solver = product(left, right);
            for board in 0..1_u32 << (SIDE * SIDE) {
                let heads: Vec<String> = (0..SIDE)
                    .flat_map(|a| (0..SIDE).map(move |b| (a, b)))
                    .filter(|&(a, b)| board & bit(a, b) != 0)
                    .map(|(a, b)| format!("({a},{b})"))
                    .collect();
                let heads = format!("{{{}}}", heads.join(","));
                let expected = brute(&board, &options, &mut known).to_string();
                assert_eq!(value(&mut solver, &heads), expected, "product({left}, {right}) at {heads}");
            }
        }
    }
}

/// Coin rules of many kinds, some of which turn a coin twice, which is not at all.
const RULES: [&str; 10] = [
    "twins",
    "mock-turtles",
    "ruler",
    "turnips",
    "coins x -> [] if x % 3 == 0 | [x - 1] | [x - 2, x - 1]",
    "coins x -> [a, b, b] where a < x, b < x",
    "coins x -> [a, x - a] where a < x, a > 0",
    "coins x if x > 1 -> [x / 2] | [0, x / 2]; coins x -> []",
    "coins x -> [{i for i in 0..x-1 if i % 2 == x % 2}] | [x - 1]",
    "coins x -> {}",
];

#[test]
fn values_moves_and_tables_are_those_of_the_definition() {
    let mut random = Random::new(4);
    for left in RULES {
        for right in RULES {
            let mut quick = product(left, right);
            let mut naive = product_by(left, right, EngineName::Naive, Play::Normal);
            assert_eq!(table(&mut quick, &[6, 5]), table(&mut naive, &[6, 5]), "{left} by {right}");
            for _ in 0..4 {
                let coins: Vec<String> = (0..random.within(1, 3))
                    .map(|_| format!("({},{})", random.below(6), random.below(6)))
                    .collect();
                let board = format!("{{{}}}", coins.join(","));
                let heads = sum(&quick, &[&board, "(2,4)"]);
                let moves = quick.moves(&heads, &Control::default()).expect("moves");
                assert_eq!(moves, naive.moves(&heads, &Control::default()).expect("moves"), "{heads}");
                let explained = quick.explain(&heads, &Control::default()).expect("an explanation");
                let expected = naive.explain(&heads, &Control::default()).expect("an explanation");
                assert_eq!(explained.parts, expected.parts, "{heads}");
            }
        }
    }
}

#[test]
fn games_with_names_are_products() {
    for (name, left, right) in [("turning-corners", "twins", "twins"), ("rugs", "ruler", "ruler")] {
        let config = Config { engine: EngineName::Search, ..Config::default() };
        let mut board = Solver::new(rule(name), config).expect("an engine");
        let mut factors = product(left, right);
        assert_eq!(table(&mut factors, &[7, 9]), table(&mut board, &[7, 9]), "{name}");
        for position in ["{(3,5),(2,2)}", "{(1,1),(4,4),(0,3)}"] {
            let heads = sum(&board, &[position]);
            let moves = board.moves(&heads, &Control::default()).expect("moves");
            assert_eq!(factors.moves(&heads, &Control::default()).expect("moves"), moves, "{name}");
        }
        // Misère play looks at boards as a whole, whatever the rule is written as.
        let misere = Rule::with_play(rule(name).text(), &[], Play::Misere).expect("a rule");
        let mut misere = Solver::new(misere, Config::default()).expect("an engine");
        let mut product = product_by(left, right, EngineName::Auto, Play::Misere);
        for position in ["{(1,1)}", "{(1,1),(2,1)}", "{(2,2)}", "{(1,2),(2,1),(1,1)}"] {
            let heads = sum(&misere, &[position]);
            let expected = misere.value(&heads, &Control::default()).expect("a value");
            let found = product.value(&heads, &Control::default()).expect("a value");
            assert_eq!((found.outcome, found.value), (expected.outcome, expected.value), "{name} {position}");
        }
    }
}

/// The table of nim products in the OEIS, along its antidiagonals.
#[test]
fn turning_corners_has_the_published_values() {
    let line = include_str!("../../data/oeis.tsv").lines().find(|line| line.starts_with("A051775\t"));
    let terms = line.and_then(|line| line.split('\t').nth(2)).expect("the terms stand in the third column");
    let mut corners = product("twins", "twins");
    let places = (0..).flat_map(|sum: u64| (0..=sum).map(move |a| (a, sum - a)));
    for ((a, b), term) in places.zip(terms.split(',')) {
        assert_eq!(value(&mut corners, &format!("({a},{b})")), term, "({a},{b})");
    }
}

#[test]
fn large_boards_are_answered_without_listing_their_options() {
    let control = Control::default();
    // Each with a left game, a right game, a position of two components, and how many moves win.
    for (left, right, positions) in [
        ("twins", "twins", ["{(10**40,3)}", "(5,6)"]),
        ("twins", "mock-turtles", ["{(10**30+1,4)}", "(2,2)"]),
        ("mock-turtles", "twins", ["{(3,2**200)}", "(70,70)"]),
        ("ruler", "twins", ["{(6,2**62)}", "(1000,700)"]),
    ] {
        let mut solver = product(left, right);
        let start = sum(&solver, &positions);
        let moves = solver.moves(&start, &control).expect("moves");
        assert!(!moves.moves.is_empty(), "{left} by {right}");
        for played in &moves.moves {
            let after = start.after_move(played.component, &played.to);
            let value = solver.value(&after, &control).expect("a value");
            assert_eq!(value.value.to_string(), "0", "{left} by {right}: {} wins", played.from);
        }
    }
    // Where neither game has few options or a law for them, that is said.
    let mut solver = product("twins", "twins");
    let start = sum(&solver, &["(10**40,10**41)"]);
    let short = Control::default().with_time_limit(Duration::from_secs(5)).with_memory_limit(1 << 28);
    let error = solver.moves(&start, &short).expect_err("too many options");
    assert!(matches!(error, SolveError::Stopped(Stopped::MemoryLimit { .. })), "{error:?}");
}

#[test]
fn only_coin_games_in_normal_play_have_products() {
    let twins = rule("twins");
    for (other, error) in [
        ("nim", "not played with a row of coins"),
        ("0.77", "not played with a row of coins"),
        ("turning-corners", "not played with a row of coins"),
        ("row-chess", "not played with a row of coins"),
        ("misere; coins x -> []", "misère"),
    ] {
        let first = Rule::product(&rule(other), &twins, Play::Normal).expect_err("no coins");
        assert!(first.to_string().contains("first") && first.to_string().contains(error), "{first}");
        let second = Rule::product(&twins, &rule(other), Play::Normal).expect_err("no coins");
        assert!(second.to_string().contains("second") && second.to_string().contains(error), "{second}");
    }
    assert_eq!(
        Rule::product(&twins, &rule("nim"), Play::Normal).err(),
        Some(NoProduct::NoCoins { first: false })
    );
}

/// A game that breaks is shown at its place in the text of the product.
#[test]
fn faults_point_into_the_text_of_the_product() {
    let broken = "coins x -> [a / (3 - x)] for a in 0..x-1";
    for (left, right) in [(broken, "twins"), ("twins", broken)] {
        for engine in [EngineName::Auto, EngineName::Naive] {
            let mut solver = product_by(left, right, engine, Play::Normal);
            let start = sum(&solver, &["(3,3)"]);
            let error = solver.value(&start, &Control::default()).expect_err("a fault");
            let SolveError::Fault(fault) = error else { panic!("{error} is no fault") };
            assert_eq!(fault.kind, FaultKind::DivisionByZero);
            let text = solver.rule().text();
            assert_eq!(&text[fault.span.expect("a place")], "a / (3 - x)", "{text}");
        }
    }
}

fn board(text: &str, engine: EngineName) -> Solver {
    let rule = Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Solver::new(rule, Config { engine, ..Config::default() }).expect("an engine")
}

/// Boards that are products, and near misses; in some a side breaks where the board
/// may not, and the board's own answer stands.
#[test]
fn boards_that_are_recognised_keep_their_values() {
    let boards = [
        ("products", "coins (x, y) -> [(a, y), (x, b), (a, b)] where a < x, b < y"),
        (
            "products",
            "coins (x, y) -> [] | [(a, y)] where 1 <= a < x | [(x, b)] where 1 <= b < y \
                      | [(a, y), (x, b), (a, b)] where 1 <= a < x, 1 <= b < y",
        ),
        ("products", "coins (x, y) -> [(a, y), (c, y)] where a < c < x"),
        ("products", "let k = 3; coins (x, y) -> [(x, b)] for b in y - k..y - 1 if x % 2 == 1"),
        ("products", "coins (x, y) -> [(a, y), (x, b), (a, b)] where a < x, b < y, 6 / (5 - x) >= a - 6"),
        (
            "products",
            "coins (x, y) -> [(x, b), (a, y), (a, b)] for b in 0..y-1 if b > 1 for a in x / (x - 3)..x - 1",
        ),
        ("products", "coins (x, y) -> [(a, y)] for a in 0..x if y < 4"),
        ("search", "coins (x, y) -> [] | [(a, y)] where a < x | [(x, b)] where b < y"),
        ("search", "coins (x, y) -> [(a, y), (x, b), (a, b)] where a < x, b < y, a != b"),
    ];
    for (engine, text) in boards {
        let control = Control::default();
        let mut solver = board(text, EngineName::Auto);
        if !text.contains(" / ") && !text.contains("0..x if") {
            assert_eq!(solver.engine_report(&control).expect("a report").engine, engine, "{text}");
        }
        for x in 0..8 {
            for y in 0..8 {
                // Anew each time, so that no answer rests on an earlier one.
                let mut quick = board(text, EngineName::Auto);
                let mut naive = board(text, EngineName::Naive);
                let coin = sum(&quick, &[&format!("({x},{y})")]);
                let value = |solver: &mut Solver| {
                    let answer = solver.value(&coin, &Control::default());
                    answer.map(|answer| answer.value).map_err(|error| error.to_string())
                };
                assert_eq!(value(&mut quick), value(&mut naive), "{text} at ({x},{y})");
                let moves = |solver: &mut Solver| solver.moves(&coin, &Control::default()).ok();
                assert_eq!(moves(&mut quick), moves(&mut naive), "{text} at ({x},{y})");
            }
        }
    }
    // Whatever its size, where the two rows have laws.
    let mut corners = board(boards[0].1, EngineName::Products);
    assert_eq!(value(&mut corners, "(2**64,2**64)"), (3_u128 << 63).to_string());
    assert_eq!(value(&mut corners, "(2**128,5)"), value(&mut corners, "(5 * 2**128,1)"));
}
