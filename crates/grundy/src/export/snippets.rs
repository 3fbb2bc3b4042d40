//! The support library of the programs: functions that rules may need, in each
//! language. Only those that a rule needs come into its program.
//!
//! The texts stand in snippets/, a file for each language; a line
//! `=== name: needed ...` begins the function of that name and says which others
//! it needs.

use std::collections::BTreeSet;

use super::language::Language;

/// One function.
struct Snippet<'a> {
    name: &'a str,
    needs: Vec<&'a str>,
    text: &'a str,
}

const fn source(language: Language) -> &'static str {
    match language {
        Language::Cpp => include_str!("snippets/cpp.txt"),
        Language::Rust => include_str!("snippets/rust.txt"),
        Language::Python => include_str!("snippets/python.txt"),
    }
}

fn all(language: Language) -> Vec<Snippet<'static>> {
    let parts = source(language).split("=== ").filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (head, text) = part.split_once('\n').unwrap_or((part, ""));
            let (name, needs) = head.split_once(':').unwrap_or((head, ""));
            Snippet { name: name.trim(), needs: needs.split_whitespace().collect(), text }
        })
        .collect()
}

/// The functions of these names with all that they need, in an order in which
/// each stands before those that need it.
pub(super) fn needed(language: Language, names: &BTreeSet<&'static str>) -> Vec<&'static str> {
    let all = all(language);
    let mut wanted: BTreeSet<&str> = names.iter().copied().collect();
    // The needs of a function stand before it in the file.
    for snippet in all.iter().rev() {
        if wanted.contains(snippet.name) {
            wanted.extend(snippet.needs.iter().copied());
        }
    }
    all.iter().filter(|snippet| wanted.contains(snippet.name)).map(|snippet| snippet.text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_is_there_and_comes_before() {
        for language in Language::ALL {
            let mut known = BTreeSet::new();
            for snippet in all(language) {
                for need in &snippet.needs {
                    assert!(known.contains(need), "{language}: {} needs {need}", snippet.name);
                }
                assert!(known.insert(snippet.name), "{language}: {} twice", snippet.name);
                assert!(snippet.text.ends_with('\n'), "{language}: {}", snippet.name);
            }
        }
    }
}
