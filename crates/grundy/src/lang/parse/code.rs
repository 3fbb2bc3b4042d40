//! Take-and-break codes: `0.77`, `4.7`, `0.8`, `0.[3]`, `0.1[23]`, `0.(16)(33)`.
//!
//! The digits are those of Winning Ways, written in hexadecimal; a digit above
//! f is a decimal number in round brackets, and what stands in square brackets
//! repeats for ever.

use super::super::ast::Code;
use super::super::diagnostic::Diagnostic;
use crate::ruleset::Span;

/// Reads the code at `span` of `text`; the first thing that is wrong with it is
/// the error.
pub(super) fn read(text: &str, span: &Span) -> Result<Code, Diagnostic> {
    let mut reader = Reader { text, at: span.start, end: span.end };
    if reader.peek() == Some('.') {
        return Err(reader.error(1, "a code has a digit before its point", "write `0.` first"));
    }
    let mut digits = vec![reader.digit()?];
    if reader.peek() != Some('.') {
        let point = text.get(span.clone()).and_then(|code| code.find('.')).unwrap_or(0);
        let error =
            Diagnostic::error(span.start..span.start + point, "a code has one digit before its point");
        return Err(error.with_cure("a digit above f is written in brackets, as in `(16).3`"));
    }
    reader.at += 1;
    let mut repeating = Vec::new();
    while let Some(next) = reader.peek() {
        if next != '[' {
            digits.push(reader.digit()?);
            continue;
        }
        let open = reader.at;
        reader.at += 1;
        while reader.peek().is_some_and(|next| next != ']') {
            repeating.push(reader.digit()?);
        }
        if reader.peek().is_none() {
            return Err(
                Diagnostic::error(open..open + 1, "this `[` is never closed").with_cure("close it with `]`")
            );
        }
        reader.at += 1;
        if repeating.is_empty() {
            let error = Diagnostic::error(open..reader.at, "nothing repeats here");
            return Err(error.with_cure("write the repeating digits between `[` and `]`"));
        }
        if let Some(next) = reader.peek() {
            return Err(reader.error(
                next.len_utf8(),
                "nothing can follow the repeating digits",
                "end the code with `]`",
            ));
        }
    }
    if digits.len() == 1 && repeating.is_empty() {
        let error = Diagnostic::error(span.clone(), "a code has digits after its point");
        return Err(error.with_cure("write them, as in `0.77`"));
    }
    Ok(Code { digits, repeating, span: span.clone() })
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    end: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// An error at the next `length` bytes.
    fn error(&self, length: usize, message: impl Into<String>, cure: &str) -> Diagnostic {
        Diagnostic::error(self.at..self.at + length, message).with_cure(cure)
    }

    fn digit(&mut self) -> Result<u64, Diagnostic> {
        let Some(next) = self.peek() else {
            return Err(self.error(0, "a digit of the code is missing", "write it, as in `0.77`"));
        };
        if let Some(digit) = next.to_digit(16) {
            self.at += 1;
            return Ok(u64::from(digit));
        }
        if next != '(' {
            return Err(self.error(
                next.len_utf8(),
                format!("`{next}` is not a digit of a code"),
                "the digits are 0 to 9 and a to f; a digit above f is written in brackets, as in `0.(16)(33)`",
            ));
        }
        let inside = self.rest().get(1..).unwrap_or_default();
        let length = inside.find(')');
        let Some(length) = length else {
            return Err(self.error(1, "this `(` is never closed", "close it with `)`"));
        };
        let number = inside.get(..length).unwrap_or_default();
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.error(
                length + 2,
                "a digit in brackets is a decimal number",
                "write it as in `0.(16)(33)`",
            ));
        }
        let Ok(digit) = number.parse() else {
            return Err(self.error(
                length + 2,
                "this digit does not fit in 64 bits",
                "its bits say into how many heaps a move may break the rest: use a smaller one",
            ));
        };
        self.at += length + 2;
        Ok(digit)
    }
}
