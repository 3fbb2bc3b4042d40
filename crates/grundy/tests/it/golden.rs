//! Golden data: testdata/rules.tsv through parser, checker and engines.

use grundy::lang::Rule;
use grundy::solve::{Config, EngineName, Solver};
use grundy::{Control, Heap, Outcome, Sum};

const RULES: &str = include_str!("../../../../testdata/rules.tsv");

/// One line of the file.
struct Row<'a> {
    rule: &'a str,
    parameters: Vec<(String, String)>,
    positions: &'a str,
    expected: &'a str,
}

fn rows() -> impl Iterator<Item = Row<'static>> {
    let lines = RULES.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let parameters = columns[2].split_whitespace().filter_map(|pair| pair.split_once('='));
        Row {
            rule: columns[1],
            parameters: parameters.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            positions: columns[3],
            expected: columns[4],
        }
    })
}

/// The solver for a row.
fn solver(row: &Row, engine: EngineName) -> Solver {
    match Rule::with_parameters(row.rule, &row.parameters) {
        Ok(rule) => Solver::new(rule, Config { engine, ..Config::default() }).expect("the engine fits"),
        Err(error) => panic!("{}: {error}", row.rule),
    }
}

/// Checks one row with one engine; what kind of row it was.
fn check(row: &Row, solver: &mut Solver) -> &'static str {
    let control = Control::default();
    let context = format!("{} at {}", row.rule, row.positions);
    if let Some(rest) = row.positions.strip_prefix("moves of ") {
        let text = rest.trim_matches(['(', ')']).replace(',', " ");
        let sum: Sum<_> =
            text.split_whitespace().map(|heap| solver.parse_position(heap).expect("a heap")).collect();
        let moves = solver.moves(&sum, &control).expect("moves are found");
        let found: Vec<String> = moves
            .moves
            .iter()
            .map(|step| {
                let to: Vec<String> = step.to.iter().map(ToString::to_string).collect();
                format!("({}, {}, {})", step.component, step.from, to.join(" + "))
            })
            .collect();
        assert_eq!(format!("[{}]", found.join(", ")), row.expected, "{context}");
        return "moves";
    }
    let range = row.positions.split(':').next().and_then(|range| range.trim().split_once(".."));
    let bounds = range.and_then(|(from, to)| Some((from.parse::<u64>().ok()?, to.parse::<u64>().ok()?)));
    if let Some((from, to)) = bounds {
        let table = solver.table(from, to, &control).expect("a table is computed");
        let values: Vec<u64> = table.values().iter().map(|value| value.size()).collect();
        assert_eq!(values.len() as u64, to - from + 1, "{context}");
        if row.positions.contains("triples") {
            let mut count = 0;
            for a in 0..values.len() {
                for b in a..values.len() {
                    count += values[b..].iter().filter(|&&c| c == values[a] ^ values[b]).count();
                }
            }
            assert_eq!(count.to_string(), row.expected, "{context}");
            return "triples";
        }
        let expected: Vec<u64> =
            row.expected.split([',', ' ']).map_while(|value| value.parse().ok()).collect();
        assert!(!expected.is_empty(), "{context}");
        assert_eq!(values[..expected.len().min(values.len())], expected[..], "{context}");
        return "table";
    }
    if row.positions.starts_with("wins among 1..50") {
        let wins =
            (1..=50).filter(|&n| !solver.heap_value(Heap::new(n), &control).expect("a value").is_zero());
        assert_eq!(wins.count().to_string(), row.expected, "{context}");
        return "wins";
    }
    let positions =
        row.positions.split_whitespace().map(|text| solver.parse_position(text).expect("a position"));
    let sum: Sum<_> = positions.collect();
    let answer = solver.value(&sum, &control).expect("a value is found");
    match row.expected {
        "N" => assert_eq!(answer.outcome, Outcome::N, "{context}"),
        "P" => assert_eq!(answer.outcome, Outcome::P, "{context}"),
        "D" => assert_eq!(answer.outcome, Outcome::D, "{context}"),
        value => assert_eq!(answer.value.to_string(), value, "{context}"),
    }
    "value"
}

#[test]
fn every_golden_file_names_its_source() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("testdata is there") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("golden data is text");
        // Some name one source for all, others one before each group of lines.
        let mut notes = text.lines().filter(|line| line.starts_with('#'));
        assert!(notes.any(|line| line.contains("Source: ")), "{} should name its source", path.display());
        files += 1;
    }
    assert!(files >= 8, "only {files} files");
}

#[test]
fn rules_have_the_values_of_brute_force() {
    let mut kinds = std::collections::BTreeMap::new();
    for row in rows() {
        for engine in [EngineName::Auto, EngineName::Naive] {
            *kinds.entry(check(&row, &mut solver(&row, engine))).or_insert(0) += 1;
        }
    }
    // A test that looks at nothing would pass: every kind of row must be there.
    for (kind, least) in [("table", 30), ("value", 400), ("moves", 8), ("triples", 2), ("wins", 2)] {
        assert!(
            kinds.get(kind).is_some_and(|&count| count >= least),
            "too few rows of kind {kind}: {kinds:?}"
        );
    }
}

#[test]
fn codes_say_what_rules_say() {
    for (code, rule) in [
        ("0.07", "n -> [a, b] where a + b == n - 2"),
        ("0.77", "n -> [a, b] where a + b == n - 1 | [a, b] where a + b == n - 2"),
        ("0.33", "n -> n - 1 | n - 2"),
        ("0.137", "n -> [] if n == 1 | n - 2 | [a, b] where a + b == n - 3"),
        ("4.3", "n -> [a, b] where a + b == n, a >= 1, b >= 1 | n - 1"),
        ("0.6", "n -> [a, b] where a + b == n - 1, a >= 1, b >= 1 | n - 1 if n > 1"),
        ("0.8", "n -> [a, b, c] where a + b + c == n - 1, a >= 1, b >= 1, c >= 1"),
        ("0.[3]", "n -> 0..n-1"),
    ] {
        let table = |text: &str| {
            let solver = Solver::new(Rule::parse(text).expect("a rule"), Config::default());
            solver.expect("an engine").table(0, 80, &Control::default()).expect("a table").values().clone()
        };
        assert!(table(code).iter().eq(table(rule).iter()), "{code} and {rule}");
    }
}

#[test]
fn built_in_games_reach_as_far_as_their_laws() {
    for (name, period) in [
        // The periods are 34 from 53 on, and 12 from 71 on (Guy and Smith 1956).
        ("dawsons-kayles", 34),
        ("kayles", 12),
        ("subtract-134", 7),
        ("powers-of-two", 3),
    ] {
        let small: u128 = 204 - 204 % period + 10_u128.pow(30) % period;
        let rule = grundy::lang::game(name).expect("a built-in game").text;
        let mut solver =
            Solver::new(Rule::parse(rule).expect("a rule"), Config::default()).expect("an engine");
        let mut value = |text: &str| {
            let sum = Sum::new(vec![solver.parse_position(text).expect("a heap")]);
            solver.value(&sum, &Control::default()).expect("a value").value
        };
        assert_eq!(value("10**30"), value(&small.to_string()), "{name}");
    }
}
