//! The texts for users hold: every rule that they show is accepted, and where
//! they give values, these are the values.

use std::fs;
use std::path::Path;

use grundy::Sum;
use grundy::lang::Rule;
use grundy::solve::{Config, Solver};
use grundy::theory::Control;

/// A rule shown in a text, and what is said of it, if anything.
#[derive(Debug)]
struct Example {
    line: usize,
    rule: String,
    /// The values at 0, 1, 2, ...
    values: Vec<u64>,
    /// Positions, each with its value or its outcome: "`(1,2)` is 0".
    said: Vec<(String, String)>,
}

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rules of a text: the first in a table's row, with the values in the last
/// cell, and those in quotes on a command line.
fn examples(text: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut heading = "";
    // What stands before the clauses of a rule of several lines.
    let mut header: Vec<&str> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(title) = line.strip_prefix("## ") {
            heading = title;
        }
        // These sections show what is refused.
        if heading.contains("refused") || heading.contains("Not built yet") {
            continue;
        }
        let line_number = index + 1;
        if let Some(row) = line.strip_prefix("| ") {
            let cells: Vec<String> =
                row.replace("\\|", "\u{0}").split('|').map(|cell| cell.replace('\u{0}', "|")).collect();
            let shown =
                cells.iter().find_map(|cell| cell.split('`').nth(1).filter(|rule| rule.contains("->")));
            let Some(rule) = shown else { continue };
            let last = cells.iter().rev().find(|cell| !cell.trim().is_empty());
            let values = last.map_or(Vec::new(), |cell| {
                cell.split_whitespace().map_while(|word| word.parse().ok()).collect()
            });
            let said = last.map_or(Vec::new(), |cell| said(cell));
            examples.push(Example { line: line_number, rule: rule.to_owned(), values, said });
        } else if line.starts_with("    ") && line.contains("grundy ") {
            let quoted = line.split('\'').skip(1).step_by(2).filter(|rule| rule.contains("->"));
            examples.extend(quoted.map(|rule| Example {
                line: line_number,
                rule: rule.to_owned(),
                values: Vec::new(),
                said: Vec::new(),
            }));
        } else if ["    title ", "    source ", "    example ", "    let "]
            .iter()
            .any(|start| line.starts_with(start))
        {
            header.push(line.trim());
        } else if line.starts_with("    ") && line.contains("->") && !line.contains('"') {
            // A rule on a line of its own; transcripts and what errors say look otherwise.
            let rule = line.trim();
            let shown =
                ["n ", "row ", "coins ", "misere;", "(a", "seq "].iter().any(|start| rule.starts_with(start));
            if shown {
                let (values, said) = (Vec::new(), Vec::new());
                header.push(rule);
                examples.push(Example { line: line_number, rule: header.join("\n"), values, said });
            }
            header.clear();
        } else {
            header.clear();
        }
    }
    examples
}

/// What a cell such as "`(1,2)` is 0, `at(1)` is D" says.
fn said(cell: &str) -> Vec<(String, String)> {
    let pieces: Vec<&str> = cell.split('`').collect();
    let pairs = pieces[1..].chunks_exact(2).filter_map(|pair| {
        let said = pair[1].strip_prefix(" is ")?.trim().trim_end_matches(',');
        Some((pair[0].to_owned(), said.to_owned()))
    });
    if pieces.len() < 3 { Vec::new() } else { pairs.collect() }
}

fn rule(name: &str, example: &Example) -> Rule {
    Rule::parse(&example.rule).unwrap_or_else(|error| panic!("{name}:{}: {error}", example.line))
}

#[test]
fn every_rule_in_the_texts_is_accepted() {
    for (name, at_least) in [("docs/language.md", 20), ("README.md", 4), ("README.zh-CN.md", 8)] {
        let examples = examples(&text(name));
        assert!(examples.len() >= at_least, "{name}: {examples:?}");
        for example in &examples {
            rule(name, example);
        }
    }
}

#[test]
fn the_values_in_the_guide_are_the_values() {
    let name = "docs/language.md";
    let mut compared = 0;
    for example in examples(&text(name)).iter().filter(|example| !example.values.is_empty()) {
        let mut solver = Solver::new(rule(name, example), Config::default()).expect("some engine fits");
        let last = u64::try_from(example.values.len() - 1).expect("few values");
        let table = solver.table(0, last, &Control::default()).expect("a small table");
        let values: Vec<u64> = table.values().iter().map(|value| value.size()).collect();
        assert_eq!(values, example.values, "{name}:{}: {}", example.line, example.rule);
        compared += 1;
    }
    assert!(compared >= 15, "only {compared} lists of values were read");
}

#[test]
fn the_positions_in_the_guide_have_the_values_that_are_given() {
    let name = "docs/language.md";
    let mut compared = 0;
    for example in examples(&text(name)) {
        for (position, said) in &example.said {
            let place = format!("{name}:{}: {} at {position}", example.line, example.rule);
            let mut solver = Solver::new(rule(name, &example), Config::default()).expect("some engine fits");
            let sum = Sum::new(vec![solver.parse_position(position).expect(&place)]);
            let answer = solver.value(&sum, &Control::default()).expect(&place);
            let outcome = answer.outcome.to_string();
            let own =
                if ["N", "P", "D"].contains(&said.as_str()) { outcome } else { answer.value.to_string() };
            assert_eq!(own, *said, "{place}");
            compared += 1;
        }
    }
    assert!(compared >= 50, "only {compared} positions were read");
}
