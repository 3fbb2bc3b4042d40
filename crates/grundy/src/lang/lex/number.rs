//! Numbers in the text of a rule: `10`, `1_000`, `0xff`, `0b101`.

use super::super::diagnostic::Diagnostic;
use super::super::words::Word;
use super::{TokenKind, note, shorten};
use crate::ruleset::Span;

/// The tokens of `text`, which starts with a digit and holds letters, digits
/// and underscores only; `at` is its place.
///
/// After an error a number stands in for what could not be read, so that the
/// expression around it is still read.
pub(super) fn read(text: &str, at: usize, diagnostics: &mut Vec<Diagnostic>) -> Vec<(TokenKind, Span)> {
    let whole = at..at + text.len();
    let mut refuse = |message: String, cure: String| {
        note(diagnostics, Diagnostic::error(whole.clone(), message).with_cure(cure));
    };
    let based = match text.get(..2) {
        Some("0x") => Some((16, "hexadecimal")),
        Some("0b") => Some((2, "binary")),
        _ => None,
    };
    if let Some((radix, name)) = based {
        let digits = &text[2..];
        let valid = digits.chars().all(|c| c == '_' || c.is_digit(radix))
            && digits.chars().any(|c| c.is_digit(radix));
        if !valid {
            let example = if radix == 16 { "0xff" } else { "0b101" };
            refuse(
                format!("`{}` is not a {name} number", shorten(text)),
                format!("write it as `{example}`, or in decimal"),
            );
        }
        let value = if valid { value(digits, radix) } else { Some(1) };
        return vec![(TokenKind::Int(or_report(value, &whole, diagnostics)), whole)];
    }

    let end = text.find(|c: char| c != '_' && !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if rest.is_empty() {
        return vec![(TokenKind::Int(or_report(value(digits, 10), &whole, diagnostics)), whole)];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E'])
        && !exponent.is_empty()
        && exponent.chars().all(|c| c.is_ascii_digit())
    {
        refuse(
            format!("`{}` is not a number of the language", shorten(text)),
            match digits {
                "1" => format!("write `10**{}`", shorten(exponent)),
                _ => format!("write `{}*10**{}`", shorten(digits), shorten(exponent)),
            },
        );
        return vec![(TokenKind::Int(1), whole)];
    }
    if digits == "0" && matches!(rest.as_bytes()[0], b'X' | b'B' | b'o' | b'O') {
        refuse(
            format!("`{}` is not a number of the language", shorten(text)),
            "write it in decimal, as `0xff` or as `0b101`".to_owned(),
        );
        return vec![(TokenKind::Int(1), whole)];
    }

    let middle = at + end;
    let number = (TokenKind::Int(value(digits, 10).unwrap_or(1)), at..middle);
    if let Some(word) = Word::read(rest) {
        refuse(
            format!("`{}` runs a number and a word together", shorten(text)),
            format!("write `{} {rest}`", shorten(digits)),
        );
        return vec![number, (TokenKind::Word(word), middle..whole.end)];
    }
    refuse(
        format!("`{}` is neither a number nor a name", shorten(text)),
        format!("write `{}*{}` for a product", shorten(digits), shorten(rest)),
    );
    let name = (TokenKind::Name, middle..whole.end);
    vec![number, (TokenKind::Star, middle..middle), name]
}

/// The value of the digits, underscores left out; `None` beyond 128 bits.
fn value(digits: &str, radix: u32) -> Option<i128> {
    digits
        .chars()
        .filter_map(|c| c.to_digit(radix))
        .try_fold(0_i128, |value, digit| value.checked_mul(i128::from(radix))?.checked_add(i128::from(digit)))
}

fn or_report(value: Option<i128>, span: &Span, diagnostics: &mut Vec<Diagnostic>) -> i128 {
    value.unwrap_or_else(|| {
        note(
            diagnostics,
            Diagnostic::error(span.clone(), "this number does not fit in 128 bits")
                .with_cure("the numbers of a rule lie below 2**127"),
        );
        1
    })
}
