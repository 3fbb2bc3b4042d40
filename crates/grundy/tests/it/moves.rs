//! Winning moves: a law's short cut finds the same moves as a look at every option.

use grundy::lang::Rule;
use grundy::solve::{Config, EngineName, Moves, Solver};
use grundy::{Control, Outcome, Sum};

const RULES: [(&str, &[&str]); 12] = [
    ("n -> 0..n-1", &["3", "5", "9", "12", "30"]),
    ("n -> n - s for s in (1..) \\ {2, 5}", &["1", "7", "8", "13", "40"]),
    ("n -> n - 2*k for k in 1..", &["2", "5", "6", "11", "24"]),
    ("n -> n - (3*k + 1) for k in 0.. | n - 5", &["4", "9", "10", "17"]),
    ("n -> n - s for s in {1, 3, 4}", &["4", "6", "9", "13"]),
    ("n -> n - max(digits(n)) | n - min(nonzero(digits(n)))", &["132", "97", "205"]),
    ("0.77", &["4", "7", "12", "19"]),
    (
        "coins x -> [] | [a] for a in 0..x-1 | [a, b] where 0 <= a < b < x",
        &["THHTTH", "{0,4,9}", "11", "{2,3}"],
    ),
    ("coins x -> [a] for a in 0..x-1", &["{1,2,5}", "{0,7}", "9"]),
    ("coins x -> [] | [a] for a in 0..x-1", &["{1,2,5}", "{0,7}", "9"]),
    (
        "coins x -> [a] where a < x | [a, b] where a < b < x | [a, b, c] where a < b < c < x",
        &["{1,5}", "{0,3,7}"],
    ),
    ("row 1 1* 0 -> 0 1* 1", &["0110100", "111000", "10101"]),
];

fn moves(text: &str, positions: &[&str], engine: EngineName) -> Moves {
    let config = Config { engine, ..Config::default() };
    let mut solver = Solver::new(Rule::parse(text).expect("a rule"), config).expect("the engine fits");
    let sum: Sum<_> = positions.iter().map(|text| solver.parse_position(text).expect("a position")).collect();
    let moves = solver.moves(&sum, &Control::default()).expect("moves are found");
    for step in &moves.moves {
        let left = sum.after_move(step.component, &step.to);
        let value = solver.value(&left, &Control::default()).expect("a value");
        assert_eq!(value.outcome, Outcome::P, "{text}: {} -> {left} does not win", step.from);
    }
    assert_eq!(moves.moves.is_empty(), moves.outcome == Outcome::P, "{text} at {sum}");
    moves
}

#[test]
fn laws_find_the_moves_of_the_definition() {
    let mut won = 0;
    for (text, positions) in RULES {
        // Every sum of one, two or three of the positions.
        for a in 0..positions.len() {
            for b in a..positions.len() {
                for c in b..positions.len() {
                    let mut sum = vec![positions[a], positions[b], positions[c]];
                    sum.dedup();
                    let found = moves(text, &sum, EngineName::Auto);
                    assert_eq!(found, moves(text, &sum, EngineName::Naive), "{text} at {sum:?}");
                    won += found.moves.len();
                }
            }
        }
    }
    assert!(won > 300, "only {won} winning moves were looked at");
}

#[test]
fn heaps_of_any_size_have_their_moves() {
    let huge = "10**40 + 5";
    let found = moves("n -> 0..n-1", &[huge, "10**40"], EngineName::Auto);
    let shown: Vec<String> =
        found.moves.iter().map(|step| format!("{} -> {}", step.from, step.to[0])).collect();
    assert_eq!(shown.len(), 1);
    assert!(shown[0].ends_with("-> 10000000000000000000000000000000000000000"), "{shown:?}");
    let found = moves("n -> n - s for s in (1..) \\ {2, 5}", &[huge], EngineName::Auto);
    assert!(!found.moves.is_empty());
    let found = moves("coins x -> [a] for a in 0..x-1", &["{7, 10**40}"], EngineName::Auto);
    assert_eq!(found.moves.len(), 1);
}
