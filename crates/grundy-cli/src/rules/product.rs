//! `product(A, B)` in place of a rule: where A ends and B begins.
//!
//! A and B are rules in any of the forms that RULES has. A rule's text may hold
//! commas of its own, outside of brackets too, so each comma outside of brackets is
//! tried: the right one parts two rules that can be read.

use grundy::lang::Rule;

use super::{Source, find_one};
use crate::failure::usage;

/// What stands between the brackets of `product(...)`, if that is the whole text: a rule
/// may have a tag of this name, and goes on behind the bracket.
pub(super) fn inside(rules: &str) -> Option<&str> {
    let inside = rules.trim().strip_prefix("product(")?;
    match closing(inside) {
        Some(end) if end + 1 < inside.len() => None,
        Some(end) => inside.get(..end),
        // Without its bracket it can be nothing else.
        None if rules.contains("->") => None,
        None => Some(inside),
    }
}

/// The place of the bracket that closes the one before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return Some(at),
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The commas outside of brackets.
fn commas(text: &str) -> Vec<usize> {
    let mut depth = 0_usize;
    let mut commas = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => commas.push(at),
            _ => {}
        }
    }
    commas
}

/// The two games of a product.
pub(super) fn factors(inside: &str) -> anyhow::Result<(Source, Source)> {
    let splits: Vec<(&str, &str)> =
        commas(inside).into_iter().map(|at| (inside[..at].trim(), inside[at + 1..].trim())).collect();
    let reads = |text: &str| find_one(text).is_ok_and(|source| Rule::parse(&source.text).is_ok());
    let good: Vec<_> = match splits.as_slice() {
        [] => {
            return Err(usage(
                "a product is of two games, and here is one",
                "part them by a comma, as in 'product(twins, mock-turtles)'",
            ));
        }
        [one] => vec![*one],
        several => several.iter().copied().filter(|(left, right)| reads(left) && reads(right)).collect(),
    };
    match good.as_slice() {
        &[(left, right)] => Ok((find_one(left)?, find_one(right)?)),
        [] => {
            // What is wrong is shown in the game that cannot be read if the other can.
            let half = splits.iter().find(|(left, right)| reads(left) || reads(right));
            let (left, right) = half.or(splits.first()).copied().unwrap_or_default();
            Ok((find_one(left)?, find_one(right)?))
        }
        _ => Err(usage(
            "it is not clear where the first game of the product ends",
            "write one of the two games into a file and put @FILE in its place",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_told_from_rules() {
        assert_eq!(inside("product(nim, twins)"), Some("nim, twins"));
        assert_eq!(
            inside(" product(coins x -> [a] for a in {0, 1}, twins) "),
            Some("coins x -> [a] for a in {0, 1}, twins")
        );
        assert_eq!(inside("product(nim"), Some("nim"));
        for rule in ["product(a, b) -> (a - 1, b)", "product(n) -> product(n - 1)", "products(a, b)", "nim"] {
            assert_eq!(inside(rule), None, "{rule}");
        }
    }

    #[test]
    fn the_comma_between_the_games_is_found() {
        let two = |inside: &str| factors(inside).map(|(left, right)| (left.text, right.text));
        let text = "coins x -> [a, b] where 0 <= a < b, b < x";
        let (left, right) = two(&format!("{text}, {text}")).unwrap();
        assert_eq!((left.as_str(), right.as_str()), (text, text));
        let (left, right) = two(&format!("twins, {text}")).unwrap();
        assert!(left.contains("[a]") && right == text, "{left} {right}");
        for wrong in ["", "twins", "twins, ", "twins, nimm", "nimm, twins", "a, b, c"] {
            assert!(two(wrong).is_err(), "{wrong}");
        }
    }
}
