//! Formulas of first-order logic: `forall n: n % 2 == 0 or (n + 1) % 2 == 0`.

use super::check::{Checker, INFINITE_SETS, names_in};
use super::diagnostic::{RuleError, Severity};
use super::ir::Statement;
use super::parse::parse_formula;
use super::words::is_function;

/// The formula that a text writes, checked, and the names that no `forall` and no `exists` brings in, in the order of the
/// text; they have the first slots.
///
/// # Errors
///
/// A [`RuleError`] with everything that is wrong with the text.
pub(crate) fn read_formula(text: &str) -> Result<(Statement, Vec<String>), RuleError> {
    let (expr, mut diagnostics) = parse_formula(text);
    let mut names = Vec::new();
    names_in(&expr, &mut names);
    let mut free: Vec<String> = Vec::new();
    for name in names {
        let known =
            is_function(&name.text) || INFINITE_SETS.contains(&&*name.text) || free.contains(&name.text);
        if !known {
            free.push(name.text);
        }
    }
    let mut checker = Checker::of_formula(free.iter().map(String::as_str));
    let statement = checker.statement(&expr);
    diagnostics.extend(checker.into_diagnostics());
    match statement {
        Some(statement) if !diagnostics.iter().any(|d| d.severity == Severity::Error) => {
            Ok((statement, free))
        }
        _ => Err(RuleError { text: text.to_owned(), diagnostics }),
    }
}

/// Whether a condition without parameters holds where the slots have these values; the oracle for automata.
#[cfg(test)]
pub(crate) fn holds_at(condition: &super::ir::Bool, values: &[i128]) -> bool {
    use super::interpret::{Parameters, Scope, holds};
    let names = vec![String::new(); values.len()];
    let scope = Scope { parameters: &Parameters::default(), names: &names, values };
    holds(condition, &scope, &crate::theory::Control::default()).expect("small numbers").unwrap_or(false)
}
