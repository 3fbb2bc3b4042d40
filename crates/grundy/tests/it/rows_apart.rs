//! Rows that fall apart at cells which are never read.

use std::collections::HashMap;

use grundy::lang::Rule;
use grundy::solve::{Config, EngineName, Method, Solver};
use grundy::{Control, Nimber, Outcome, Sum};

fn solver(text: &str, engine: EngineName) -> Solver {
    let rule = Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Solver::new(rule, Config { engine, ..Config::default() }).unwrap()
}

fn value(solver: &mut Solver, row: &str) -> (Nimber, Method) {
    let position = solver.parse_position(row).unwrap();
    let answer = solver.value(&Sum::new(vec![position]), &Control::default()).unwrap();
    (answer.value.nimber().unwrap().to_nimber().unwrap(), answer.method)
}

fn engine(text: &str) -> (&'static str, String) {
    let report = solver(text, EngineName::Auto).engine_report(&Control::default()).unwrap();
    (report.engine, report.reason)
}

/// Treblecross as in the golden tables: no cross next to another, or next but
/// one, as the opponent would complete three.
const TREBLECROSS: &str = "row < . > -> < X > ; row < . . > -> < X . > ; row < . . . -> < X . . ; \
    row < . . > -> < . X > ; row < . . . > -> < . X . > ; row < . . . . -> < . X . . ; \
    row . . . > -> . . X > ; row . . . . > -> . . X . > ; row . . . . . -> . . X . .";

/// Whether the player to move wins the real game: the first to make three
/// crosses in a row wins. `crosses` is a mask, nobody has three yet.
fn wins(crosses: u32, width: u32, known: &mut HashMap<u32, bool>) -> bool {
    if let Some(&answer) = known.get(&crosses) {
        return answer;
    }
    let mut found = false;
    for cell in (0..width).filter(|cell| crosses >> cell & 1 == 0) {
        let after = crosses | 1 << cell;
        let three = after & (after >> 1) & (after >> 2) != 0;
        assert!(three || after != (1 << width) - 1, "a full strip of three or more cells");
        found |= three || !wins(after, width, known);
        if found {
            break;
        }
    }
    known.insert(crosses, found);
    found
}

#[test]
fn treblecross_is_the_real_game() {
    let mut solver = solver(TREBLECROSS, EngineName::Auto);
    let mut compared = 0;
    for width in 4..=13u32 {
        let mut known = HashMap::new();
        for crosses in 0..1u32 << width {
            // Elsewhere the player to move wins at once, and the rule says nothing.
            if crosses & (crosses >> 1 | crosses >> 2) != 0 {
                continue;
            }
            let row: String =
                (0..width).map(|cell| if crosses >> cell & 1 == 1 { 'X' } else { '.' }).collect();
            let outcome = if wins(crosses, width, &mut known) { Outcome::N } else { Outcome::P };
            let (value, _) = value(&mut solver, &row);
            assert_eq!(Outcome::of(&value.into()), outcome, "{row}");
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
    let report = solver.engine_report(&Control::default()).unwrap();
    assert_eq!(report.engine, "segments");
}

#[test]
fn kayles_in_a_row_of_a_million_pins() {
    let mut solver = solver("row I -> X; row I I -> X X", EngineName::Auto);
    let report = solver.engine_report(&Control::default()).unwrap();
    assert_eq!(report.engine, "periodic");
    assert!(report.reason.contains("`X`") && report.reason.contains("0.77"), "{}", report.reason);
    assert!(report.law.unwrap().contains("g(n + 12) = g(n)"));
    let mut code = self::solver("0.77", EngineName::Naive);
    let heap = |code: &mut Solver, size: u64| {
        let position = code.parse_position(&size.to_string()).unwrap();
        let answer = code.value(&Sum::new(vec![position]), &Control::default()).unwrap();
        answer.value.nimber().unwrap().to_nimber().unwrap()
    };
    let pins = |count: usize| "I".repeat(count);
    // Above 70 Kayles has period 12, and 1000006 = 106 modulo 12.
    let expected = heap(&mut code, 106) + heap(&mut code, 99);
    let row = format!("XX{}X{}X", pins(1_000_006), pins(99));
    assert_eq!(value(&mut solver, &row).0, expected);
    assert_eq!(value(&mut solver, &pins(1_000_006)).1, Method::Law);
}

#[test]
fn long_rows_are_sums_of_segments() {
    let rule = "row !X . !X -> !X X !X";
    assert_eq!(engine(rule).0, "segments");
    let mut segments = solver(rule, EngineName::Auto);
    let mut naive = solver(rule, EngineName::Naive);
    let parts = ["...X", "..X", "X.....X", "X...X", "X....."];
    // Parts share their walls, and only the first and the last see an end.
    let row = "...X..X.....X...X.....";
    let sum: Nimber =
        ["...X", "X..X", "X.....X", "X...X", "X....."].iter().map(|part| value(&mut naive, part).0).sum();
    assert_eq!(value(&mut segments, row).0, sum);
    // An end is no wall: cutting the row in two of its own would change it.
    let cut: Nimber = parts.iter().map(|part| value(&mut naive, part.trim_matches('X')).0).sum();
    assert_ne!(value(&mut segments, row).0, cut);
    // A free strip of n cells is Dawson's Kayles with n + 1, code 0.07: node Kayles on a path.
    let mut code = solver("0.07", EngineName::Naive);
    let position = code.parse_position("201").unwrap();
    let expected = code.value(&Sum::new(vec![position]), &Control::default()).unwrap().value;
    assert_eq!(value(&mut segments, &".".repeat(200)).0, expected.nimber().unwrap().to_nimber().unwrap());
}

#[test]
fn rules_that_read_every_cell_are_not_split() {
    for text in [
        "row I -> X; row I I -> X X; row X X X -> . . .; row . -> I I",
        "row I -> X; row I X I -> X X X",
        "row I ? -> X ?",
        "row I X* I -> X X* X",
        "row !X I -> !X X; row !I X -> !I I",
    ] {
        assert_eq!(engine(text).0, "naive", "{text}");
        let rule = Rule::parse(text).unwrap();
        for engine in [EngineName::Segments, EngineName::Periodic] {
            assert!(Solver::new(rule.clone(), Config { engine, ..Config::default() }).is_err(), "{text}");
        }
    }
    // Walls, but no heaps: the segments are of two kinds of cells, or see the ends.
    for text in ["row I -> X; row I J -> X X; row J J -> X I", "row < I -> < X; row I I -> X X"] {
        assert_eq!(engine(text).0, "segments", "{text}");
    }
}

#[test]
fn laws_may_be_left_out() {
    let rule = Rule::parse("row 1 1* 0 -> 0 1* 1").unwrap();
    let mut by_law = Solver::new(rule.clone(), Config::default()).unwrap();
    let config = Config { law: false, ..Config::default() };
    let mut by_masks = Solver::new(rule, config).unwrap();
    for width in [0, 1, 7, 8, 15, 18] {
        let [law, masks] =
            [&mut by_law, &mut by_masks].map(|solver| solver.table(0, width, &Control::default()).unwrap());
        assert_eq!((law.method(), masks.method()), (Method::Law, Method::Table));
        assert_eq!(law.values(), masks.values(), "{width} cells");
    }
}
