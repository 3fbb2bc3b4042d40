//! Rules on tuples whose moves go along rays, from the text to the answer.

use grundy::lang::Rule;
use grundy::solve::{Config, EngineName, Method, Solver};
use grundy::{Control, Sum};

fn solver(rule: &str, engine: EngineName) -> Solver {
    let rule = Rule::parse(rule).unwrap_or_else(|error| panic!("{rule}: {error}"));
    Solver::new(rule, Config { engine, ..Config::default() }).expect("the engine fits")
}

const WYTHOFF: &str = "(a, b) -> (a - k, b) for k in 1..a | (a, b - k) for k in 1..b
                         | (a - k, b - k) for k in 1..min(a, b)";
const KNIGHT: &str = "(x, y) -> (x + 1, y - 2) | (x - 1, y - 2) | (x - 1, y - 3) | (x - 2, y - 1) | (x - 2, y + 1) | (x - 3, y - 1)";

#[test]
fn tables_agree_with_the_search() {
    let rules: [(&str, &[u64]); 8] = [
        (WYTHOFF, &[19, 23]),
        (KNIGHT, &[12, 9]),
        ("(a, b, c) -> (0..a-1, b, c) | (a, 0..b-1, c) | (a, b, 0..c-1)", &[5, 6, 4]),
        ("sym (a, b) -> (a - k, b) for k in 1..a | (a - k, b - 2*k) for k in 1..", &[11, 14]),
        ("(a, b) -> (a - k, b) for k in 1..min(a, 3) | (a, b - k) for k in 2.. if k <= b", &[17, 16]),
        ("(a, b) -> (a - k, b) for k in 1..200 if k < 70 | (a - 1, b - k) for k in 0..b", &[90, 5]),
        // Near misses stay with the search.
        ("(a, b) -> (a - k, b) for k in 1..a-1 | (a, b - k) for k in 1..b", &[9, 9]),
        ("(a, b) if a >= b and b > 0 -> (a - k*b, b) for k in 1..a / b; (a, b) if a < b -> (b, a)", &[9, 9]),
    ];
    let mut by_table = 0;
    for (rule, to) in rules {
        let control = Control::default();
        let found = solver(rule, EngineName::Auto).table_of_tuples(to, &control).unwrap();
        let expected = solver(rule, EngineName::Naive).table_of_tuples(to, &control).unwrap();
        assert_eq!(expected.method(), Method::Naive);
        assert_eq!(found.values(), expected.values(), "{rule}");
        by_table += usize::from(found.method() == Method::Table);
    }
    assert_eq!(by_table, 6);
}

#[test]
fn single_values_come_from_growing_tables_or_from_a_search() {
    for rule in [WYTHOFF, KNIGHT] {
        let (mut auto, mut naive) = (solver(rule, EngineName::Auto), solver(rule, EngineName::Naive));
        for text in ["(3,5)", "(9,2)", "(2,14)", "(0,0)", "(11,11)", "(20,1)"] {
            let sum = Sum::new(vec![auto.parse_position(text).unwrap()]);
            let found = auto.value(&sum, &Control::default()).unwrap();
            let expected = naive.value(&sum, &Control::default()).unwrap();
            assert_eq!((found.value, found.method), (expected.value, Method::Table), "{rule} at {text}");
            let moves = |solver: &mut Solver| solver.moves(&sum, &Control::default()).unwrap();
            assert_eq!(moves(&mut auto), moves(&mut naive), "{rule} at {text}");
        }
    }
    // The box below this position has 10^13 cells, play from it visits few of them.
    let mut far = solver("(a, b) -> (a - 1, b - 1000000) | (a, b - 10000000)", EngineName::Auto);
    let sum = Sum::new(vec![far.parse_position("(1000000,10000000)").unwrap()]);
    assert_eq!(far.value(&sum, &Control::default()).unwrap().method, Method::Search);
    // Beyond 64 bits too.
    let sum = Sum::new(vec![far.parse_position("(10**30,20000000)").unwrap()]);
    assert_eq!(far.value(&sum, &Control::default()).unwrap().method, Method::Search);
}

#[test]
fn tags_have_tables_of_their_own() {
    let rule = "left(a, b) -> left(0..a-1, b) | left(a, 0..b-1); right(n) -> left(n, n) | right(n - 1)";
    let (mut auto, mut naive) = (solver(rule, EngineName::Auto), solver(rule, EngineName::Naive));
    for (text, method) in [("left(5,12)", Method::Table), ("right(4)", Method::Search)] {
        let sum = Sum::new(vec![auto.parse_position(text).unwrap()]);
        let found = auto.value(&sum, &Control::default()).unwrap();
        let expected = naive.value(&sum, &Control::default()).unwrap();
        assert_eq!((found.value, found.method), (expected.value, method), "{text}");
    }
    let report = auto.engine_report(&Control::default()).unwrap();
    assert!(report.reason.contains("some shapes"), "{}", report.reason);
}

#[test]
fn the_engine_can_be_asked_for_and_says_why() {
    let report = solver(WYTHOFF, EngineName::Auto).engine_report(&Control::default()).unwrap();
    assert_eq!(report.engine, "rays");
    assert!(report.reason.contains("along rays"), "{}", report.reason);
    assert_eq!(
        solver(WYTHOFF, EngineName::Naive).engine_report(&Control::default()).unwrap().engine,
        "naive"
    );
    assert_eq!("rays".parse(), Ok(EngineName::Rays));
    for rule in ["(a, b) -> (b, a - 1)", "n -> 0..n-1", "row 1 0 -> 0 1"] {
        let rule = Rule::parse(rule).unwrap();
        let config = Config { engine: EngineName::Rays, ..Config::default() };
        assert!(Solver::new(rule, config).is_err());
    }
}
