//! Any text as a rule: read, checked, its parameters given values, and played a
//! little.

use std::time::Duration;

use grundy::lang::{Diagnostic, PositionKind, Rule, Severity};
use grundy::solve::{BigPosition, Config, EngineName, Solver};
use grundy::theory::{Control, Sum};

/// Reads `text` as a rule, and asserts what holds of every text: what is said
/// of it points into it and has words, a rule that cannot be used has an error;
/// and small positions of one that can be used have the same value by the engine
/// that fits best and by the definition, where neither reaches a limit.
pub fn rule_text(text: &str) {
    let rule = match Rule::parse(text) {
        Ok(rule) => rule,
        Err(error) => {
            assert_eq!(error.text, text);
            assert!(error.diagnostics.iter().any(|found| found.severity == Severity::Error));
            error.diagnostics.iter().for_each(|found| check(text, found));
            return;
        }
    };
    for warning in rule.warnings() {
        assert_eq!(warning.severity, Severity::Warning);
        check(text, warning);
    }
    let best = values(&rule, EngineName::Auto);
    let by_definition = values(&rule, EngineName::Naive);
    for (position, (best, plain)) in small_positions(&rule).iter().zip(best.iter().zip(&by_definition)) {
        if let (Some(best), Some(plain)) = (best, plain) {
            assert_eq!(best, plain, "{text}: {position}");
        }
    }
}

fn check(text: &str, found: &Diagnostic) {
    assert!(text.get(found.span.clone()).is_some(), "{found:?}");
    assert!(!found.message.is_empty(), "{found:?}");
    assert!(found.cure.as_ref().is_none_or(|cure| !cure.is_empty()), "{found:?}");
}

/// What the values and outcomes of the small positions print as; none where the
/// engine does not know.
fn values(rule: &Rule, engine: EngineName) -> Vec<Option<String>> {
    let control = || {
        Control::default()
            .with_step_limit(100_000)
            .with_position_limit(1_000)
            .with_memory_limit(16 << 20)
            .with_time_limit(Duration::from_secs(5))
    };
    let config = Config { engine, ..Config::default() };
    let Ok(mut solver) = Solver::with_control(rule.clone(), config, &control()) else { return Vec::new() };
    let positions = small_positions(rule);
    let mut values = Vec::with_capacity(positions.len());
    for position in positions {
        let found = solver.value(&Sum::new(vec![position]), &control());
        values.push(found.ok().map(|found| format!("{} {}", found.value, found.outcome)));
    }
    values
}

/// Some small positions of a rule.
fn small_positions(rule: &Rule) -> Vec<BigPosition> {
    let numbers = 0_u32..6;
    let texts: Vec<String> = match rule.position_kind() {
        PositionKind::Heap | PositionKind::Coins => numbers.map(|number| number.to_string()).collect(),
        PositionKind::Board(arity) => {
            vec![format!("{{({})}}", list(arity, 1)), format!("{{({})}}", list(arity, 2))]
        }
        PositionKind::Seq => vec!["[]".to_owned(), "[2]".to_owned(), "[1,0,2]".to_owned()],
        PositionKind::Shapes(shapes) => shapes
            .iter()
            .take(4)
            .flat_map(|shape| {
                numbers.clone().map(move |number| {
                    let tag = shape.tag.as_ref().map_or("", |tag| tag.text());
                    format!("{tag}({})", list(shape.arity, number))
                })
            })
            .collect(),
        PositionKind::Row(cells) => {
            let cell = |index: usize| cells.get(index % cells.len()).copied().map_or('.', char::from);
            (0..6).map(|length| (0..length).map(|index| cell(index * index + length)).collect()).collect()
        }
        _ => Vec::new(),
    };
    texts.iter().filter_map(|text| grundy::lang::parse_position(rule.position_kind(), text).ok()).collect()
}

/// So many entries, from `number` downwards.
fn list(arity: usize, number: u32) -> String {
    let entries = (0_u32..).take(arity).map(|index| number.saturating_sub(index).to_string());
    entries.collect::<Vec<_>>().join(",")
}
