//! Where a rule comes from: the command line itself, a file, or the built-in games;
//! or two of them, whose product is meant.

mod product;

use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::Context;
use grundy::lang::{self, GAMES};

use crate::failure::usage;
use crate::interrupt::{Waiting, while_waiting};

/// The longest file that is read.
pub(crate) const MAX_TEXT: u64 = 4 << 20;

/// A rule's text, not yet read as a rule.
#[derive(Debug)]
pub(crate) struct Source {
    /// Where the text comes from, for messages.
    pub(crate) origin: String,
    /// The text.
    pub(crate) text: String,
}

/// What RULES stands for.
#[derive(Debug)]
pub(crate) enum Found {
    /// One rule.
    Rule(Source),
    /// The product of two.
    Product(Source, Source),
}

/// Finds the text, or the two texts, that RULES stands for.
pub(crate) fn find(rules: &str) -> anyhow::Result<Found> {
    match product::inside(rules) {
        Some(inside) => product::factors(inside).map(|(left, right)| Found::Product(left, right)),
        None => find_one(rules).map(Found::Rule),
    }
}

/// Finds the text that RULES stands for, if it is no product.
fn find_one(rules: &str) -> anyhow::Result<Source> {
    let typed = || Source { origin: "rule".to_owned(), text: rules.to_owned() };
    if is_text(rules) {
        return Ok(typed());
    }
    if let Some(path) = table_file(rules) {
        return Err(usage(
            format!("{} is a table and no rule", path.display()),
            "`grundy table` and `grundy value` read values from it; here give the rule itself",
        ));
    }
    let path = rules.strip_prefix('@').or_else(|| rules.ends_with(".grundy").then_some(rules));
    if let Some(path) = path {
        return Ok(Source { origin: path.to_owned(), text: read(path)? });
    }
    if looks_like_a_code(rules) {
        return Ok(typed());
    }
    match lang::game(rules) {
        Some(game) => Ok(Source { origin: game.name.to_owned(), text: game.text.to_owned() }),
        None => Err(unknown(rules)),
    }
}

/// The path of the table file that RULES stands for, if it stands for one.
pub(crate) fn table_file(rules: &str) -> Option<&Path> {
    let path = rules.strip_prefix('@').unwrap_or(rules);
    (!is_text(rules) && path.ends_with(".gtab")).then(|| Path::new(path))
}

/// Whether RULES is the text of a rule. A typographic arrow is refused by the
/// language, which knows how to say so.
fn is_text(rules: &str) -> bool {
    ["->", ";", "\n", "→"].iter().any(|mark| rules.contains(mark))
}

/// Reads a file that a user named: text in UTF-8, without the mark that some
/// editors put at the beginning.
pub(crate) fn read(path: &str) -> anyhow::Result<String> {
    if path.is_empty() {
        return Err(usage("`@` names no file", "write @FILE with the file's path"));
    }
    // A pipe is opened once somebody writes to it.
    let file = while_waiting(|| fs::File::open(path)).with_context(|| format!("cannot read {path}"))?;
    let text = read_whole(file, path)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// Reads a text in UTF-8 as it is; `path` is what messages call it.
pub(crate) fn read_whole(from: impl Read, path: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let read = Waiting(from).take(MAX_TEXT + 1).read_to_end(&mut bytes);
    read.with_context(|| format!("cannot read {path}"))?;
    if bytes.len() as u64 > MAX_TEXT {
        return Err(usage(
            format!("{path} is longer than 4 MiB"),
            "a rule is a line or a few, and so is a position; is this the right file?",
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        usage(format!("{path} is no text: byte {place} is not UTF-8"), "save the file as UTF-8")
    })
}

/// A number and a point, or brackets as codes have them, or one of the hexadecimal
/// digits a to f and a point with a digit behind it. No game is named so.
fn looks_like_a_code(rules: &str) -> bool {
    let code = rules.trim_start();
    if let Some(rest) = code.strip_prefix(|c: char| c.is_ascii_hexdigit())
        && let Some(places) = rest.strip_prefix('.')
        && places.starts_with(|c: char| c.is_ascii_hexdigit() || c == '[' || c == '(')
    {
        return true;
    }
    let rest = code.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    let starts = code.starts_with(|c: char| c.is_ascii_digit() || c == '(');
    starts && (rest.starts_with('.') || rest.starts_with('('))
}

fn unknown(name: &str) -> anyhow::Error {
    if name.starts_with("product(") {
        return usage(
            "a product of products cannot be played",
            "name two games on rows of coins, as in 'product(twins, mock-turtles)'",
        );
    }
    if name.contains(char::is_whitespace) || name.is_empty() {
        return usage(
            format!("`{name}` is no rule and no game"),
            "a rule has an arrow, such as 'n -> n - 1 | n - 2'; `grundy games` lists the built-in games",
        );
    }
    if fs::metadata(name).is_ok_and(|metadata| metadata.is_file()) {
        return usage(
            format!("there is no game `{name}`"),
            format!("to read the file of this name write @{name}"),
        );
    }
    let otherwise = "`grundy games` lists the built-in games; a rule has an arrow: 'n -> n - 1 | n - 2'";
    no_game(name, otherwise)
}

/// There is no built-in game of this name; `otherwise` is the cure if none has a name like it.
pub(crate) fn no_game(name: &str, otherwise: &str) -> anyhow::Error {
    let names = GAMES.iter().map(|game| game.name);
    usage(format!("there is no game `{name}`"), did_you_mean(name, names, otherwise))
}

/// The cure for a name that is none of `names`: those most like it, or else `otherwise`.
pub(crate) fn did_you_mean<'a>(name: &str, names: impl Iterator<Item = &'a str>, otherwise: &str) -> String {
    match nearest(name, names).as_slice() {
        [] => otherwise.to_owned(),
        names => format!("did you mean {}?", names.join(" or ")),
    }
}

/// The `names` that are most like `name`, the most like first, at most three.
fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let name = name.to_lowercase();
    let mut found: Vec<(f64, &str)> = names
        .map(|known| {
            let part = if name.len() >= 3 && known.contains(&name) { 0.5 } else { 0.0 };
            (strsim::jaro_winkler(&name, known) + part, known)
        })
        .filter(|&(likeness, _)| likeness > 0.8)
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    found.into_iter().take(3).map(|(_, known)| known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_codes_and_names_are_told_apart() {
        for text in [
            "n -> n - 1",
            "0.77;",
            "n ->\nn - 1",
            "0.77",
            "4.7",
            "0.[3]",
            "0.(16)(33)",
            "0.8",
            "0.7g",
            "c.24",
            "C.24",
            "f.[3]",
        ] {
            assert_eq!(find_one(text).unwrap().text, text);
        }
        assert_eq!(find_one("nim").unwrap().origin, "nim");
        assert!(find_one("nim").unwrap().text.contains("->"));
        for name in [
            "nimm",
            "0",
            "77",
            "",
            "n - 1",
            "product(nim)",
            "product(twins, product(twins, twins))",
            "no-such-file.grundy",
            "@no-such-file",
            "c.txt",
            "g.24",
        ] {
            assert!(find(name).is_err(), "{name}");
        }
    }

    #[test]
    fn the_nearest_names_come_first() {
        let nearest = |name| nearest(name, GAMES.iter().map(|game| game.name));
        assert_eq!(nearest("kayle")[0], "kayles");
        assert_eq!(nearest("cow")[0], "cow-digits");
        assert_eq!(nearest("Nim")[0], "nim");
        assert_eq!(nearest("mock-turtle")[0], "mock-turtles");
        assert!(nearest("zzzzzz").is_empty());
    }
}
