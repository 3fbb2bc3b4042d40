//! From the little language of `code` to text in C++, Rust or Python.
//!
//! Each construct stands with its three forms side by side. What a body uses is
//! noted while it is printed, so that a name that nothing uses is not introduced:
//! compilers warn of such.

mod call;
mod expr;
mod stmt;

use std::collections::BTreeSet;

use super::language::Language;

/// How the functions for the values of positions are called.
#[derive(Clone, Debug)]
pub(super) struct ShapeFunction {
    /// The function's name.
    pub name: String,
    /// Whether it takes its entries as one tuple.
    pub tuple: bool,
}

/// Prints parts of one program.
pub(super) struct Printer<'p> {
    pub(super) language: Language,
    /// The functions for the values of positions, by shape.
    pub(super) functions: &'p [ShapeFunction],
    /// The functions of the support library that were called.
    pub(super) needed: BTreeSet<&'static str>,
    /// Every local name that was read, in order.
    used: Vec<String>,
}

impl<'p> Printer<'p> {
    pub(super) fn new(language: Language, functions: &'p [ShapeFunction]) -> Printer<'p> {
        Printer { language, functions, needed: BTreeSet::new(), used: Vec::new() }
    }

    /// Where the names that are read from now on begin.
    pub(super) fn mark(&self) -> usize {
        self.used.len()
    }

    /// Whether a name was read since.
    pub(super) fn uses(&self, name: &str, since: usize) -> bool {
        self.used.get(since..).is_some_and(|used| used.iter().any(|other| other == name))
    }

    fn pick<'t>(&self, cpp: &'t str, rust: &'t str, python: &'t str) -> &'t str {
        match self.language {
            Language::Cpp => cpp,
            Language::Rust => rust,
            Language::Python => python,
        }
    }
}

/// The text, each line further to the right by one level.
pub(super) fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") }).collect()
}
