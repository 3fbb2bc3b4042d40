//! Any text as a position of every kind.

use grundy::lang::{PositionError, PositionKind, Rule, parse_number, parse_position};

/// Reads `text` as a number and as a position of every kind, and asserts what
/// holds of every text: an error points into the text and has a cure, and a
/// position is printed as a text that is read as the same position.
pub fn position_text(text: &str) {
    if let Err(error) = parse_number(text) {
        check(text, &error);
    }
    let shaped =
        ["(a, b) -> {}; open(n) -> {}; n -> {}", "sym (a, b, c) -> {}", "coins (x, y) -> []", "seq s -> {}"];
    let shaped = shaped.map(|rule| Rule::parse(rule).expect("the rule is right").position_kind());
    let plain = [PositionKind::Heap, PositionKind::Coins, PositionKind::Row(b"01X.".to_vec())];
    for kind in plain.into_iter().chain(shaped) {
        match parse_position(kind.clone(), text) {
            Ok(position) => {
                let printed = position.to_string();
                assert_eq!(parse_position(kind, &printed).as_ref(), Ok(&position), "{text}: {printed}");
            }
            Err(error) => check(text, &error),
        }
    }
}

fn check(text: &str, error: &PositionError) {
    assert!(text.get(error.span()).is_some(), "{error}");
    assert!(!error.message().is_empty() && !error.cure().is_empty(), "{error}");
}
