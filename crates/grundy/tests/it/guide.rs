//! The texts for users hold: every rule that they show is accepted, and where
//! they give values, these are the values.

use std::fs;
use std::path::Path;

use grundy::lang::Rule;
use grundy::solve::{Config, Solver};
use grundy::theory::Control;

/// A rule shown in a text, and the values given for it, if any.
#[derive(Debug)]
struct Example {
    line: usize,
    rule: String,
    values: Vec<u64>,
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
            examples.push(Example { line: line_number, rule: rule.to_owned(), values });
        } else if line.starts_with("    ") && line.contains("grundy ") {
            let quoted = line.split('\'').skip(1).step_by(2).filter(|rule| rule.contains("->"));
            examples.extend(quoted.map(|rule| Example {
                line: line_number,
                rule: rule.to_owned(),
                values: Vec::new(),
            }));
        }
    }
    examples
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
