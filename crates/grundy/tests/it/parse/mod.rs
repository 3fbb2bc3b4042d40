//! The front of the rule language: what is read, what is refused and how, and
//! that nothing a user types is more than it can take.

mod drive;
mod examples;
mod grammar;
mod positions;
mod properties;
mod refused;
mod refused_clauses;
mod sexpr;

use grundy::lang::{Diagnostic, parse};

/// Asserts that `text` is read without a diagnostic, as the tree that prints as
/// `expected`.
#[track_caller]
fn check(text: &str, expected: &str) {
    let (program, diagnostics) = parse(text);
    assert_eq!(diagnostics, [], "{text}");
    assert_eq!(sexpr::program(&program), expected, "{text}");
}

/// Asserts that the diagnostics of `text` are `expected`, each as `the text it
/// points at: message (cure)`.
#[track_caller]
fn check_refusal(text: &str, expected: &[&str]) {
    let (_, diagnostics) = parse(text);
    let lines: Vec<String> = diagnostics.iter().map(|diagnostic| line(text, diagnostic)).collect();
    assert_eq!(lines, expected, "{text}");
}

fn line(text: &str, diagnostic: &Diagnostic) -> String {
    let place = &text[diagnostic.span.clone()];
    let cure = diagnostic.cure.as_deref().unwrap_or("no cure");
    format!("{}: {} ({cure})", place.escape_debug(), diagnostic.message)
}
