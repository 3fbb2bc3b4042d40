//! The numbers and words of an input.

use super::error::{Expected, Found, InputError};

/// How many characters of a token an error shows.
const SHOWN: usize = 40;

/// An input, taken token by token. Any ASCII white space parts tokens.
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
    taken: usize,
}

impl<'a> Tokens<'a> {
    /// The tokens of `bytes`.
    pub(super) fn new(bytes: &'a [u8]) -> Tokens<'a> {
        Tokens { bytes, at: 0, taken: 0 }
    }

    fn skip_blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(|&byte| blank(byte)) {
            self.at += 1;
        }
    }

    /// Whether no token is left.
    pub(super) fn at_end(&mut self) -> bool {
        self.skip_blanks();
        self.at == self.bytes.len()
    }

    /// Whether the line of the token taken last holds no further token.
    pub(super) fn at_line_end(&self) -> bool {
        let rest = &self.bytes[self.at..];
        rest.iter().find(|&&byte| byte == b'\n' || !blank(byte)).is_none_or(|&byte| byte == b'\n')
    }

    /// The token to be taken next; empty at the end.
    fn peek(&mut self) -> &'a [u8] {
        self.skip_blanks();
        let rest = &self.bytes[self.at..];
        &rest[..rest.iter().position(|&byte| blank(byte)).unwrap_or(rest.len())]
    }

    /// Takes a token, if there is one that `accept` makes something of.
    pub(super) fn take<T>(
        &mut self,
        accept: impl FnOnce(&'a [u8]) -> Option<T>,
        expected: impl FnOnce() -> Expected,
    ) -> Result<T, InputError> {
        let token = self.peek();
        match accept(token) {
            Some(made) if !token.is_empty() => {
                self.at += token.len();
                self.taken += 1;
                Ok(made)
            }
            _ => Err(self.error(expected())),
        }
    }

    /// Takes a number from `from` to `to`.
    pub(super) fn number(
        &mut self,
        from: u64,
        to: u64,
        expected: impl FnOnce() -> Expected,
    ) -> Result<u64, InputError> {
        self.skip_blanks();
        let mut end = self.at;
        let mut value = 0_u64;
        let mut overflow = false;
        while let Some(digit) = self.bytes.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|&d| d < 10) {
            let (scaled, high) = value.overflowing_mul(10);
            let (sum, carry) = scaled.overflowing_add(u64::from(digit));
            overflow |= high || carry;
            value = sum;
            end += 1;
        }
        let whole = end > self.at && self.bytes.get(end).is_none_or(|&byte| blank(byte));
        if !whole || overflow || value < from || value > to {
            return Err(self.error(expected()));
        }
        self.at = end;
        self.taken += 1;
        Ok(value)
    }

    /// Takes the next token if it is a zero.
    pub(super) fn take_zero(&mut self) -> bool {
        let token = self.peek();
        let zero = !token.is_empty() && token.iter().all(|&byte| byte == b'0');
        if zero {
            self.at += token.len();
            self.taken += 1;
        }
        zero
    }

    /// The error that the next token, or the end, is not what was expected.
    pub(super) fn error(&mut self, expected: Expected) -> InputError {
        let token = self.peek();
        let before = &self.bytes[..self.at];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let newlines = before.iter().filter(|&&byte| byte == b'\n').count();
        // Bytes that go on with a UTF-8 character do not begin a column.
        let characters = before[line_start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        let found = if token.is_empty() { Found::End } else { Found::Token(shown(token)) };
        InputError { line: newlines + 1, column: characters + 1, token: self.taken + 1, expected, found }
    }
}

fn blank(byte: u8) -> bool {
    // U+000B is no white space to Rust, but it is to C, in which judges' inputs are made.
    byte.is_ascii_whitespace() || byte == 0x0B
}

/// A token as an error shows it: printable, and not too long.
fn shown(token: &[u8]) -> String {
    let text = match std::str::from_utf8(token) {
        Ok(text) => text.chars().flat_map(char::escape_debug).collect(),
        Err(_) => token.escape_ascii().to_string(),
    };
    match text.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("{}...", &text[..cut]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end() -> Expected {
        Expected::End
    }

    fn numbers(text: &str) -> Result<Vec<u64>, InputError> {
        let mut tokens = Tokens::new(text.as_bytes());
        let mut numbers = Vec::new();
        while !tokens.at_end() {
            numbers.push(tokens.number(0, u64::MAX, end)?);
        }
        Ok(numbers)
    }

    #[test]
    fn white_space_of_every_kind_parts_numbers() {
        assert_eq!(numbers(" 1\t2\r\n3\u{b}4\u{c}5\n\n"), Ok(vec![1, 2, 3, 4, 5]));
        assert_eq!(numbers("18446744073709551615 007"), Ok(vec![u64::MAX, 7]));
        assert_eq!(numbers(" \n "), Ok(vec![]));
    }

    #[test]
    fn what_is_no_number_is_told_with_its_place() {
        for bad in [
            "-5",
            "+5",
            "1.5",
            "0x10",
            "x",
            "18446744073709551616",
            "99999999999999999999999",
            "5,",
            "\u{ff15}",
        ] {
            let error = numbers(&format!("1 2\n {bad} 7")).unwrap_err();
            assert_eq!((error.line, error.column, error.token), (2, 2, 3), "{bad}");
            assert_eq!(error.found, Found::Token(bad.to_owned()));
        }
        let error = Tokens::new(b"").number(0, 9, end).unwrap_err();
        assert_eq!((error.line, error.column, error.token, error.found), (1, 1, 1, Found::End));
    }

    #[test]
    fn columns_count_characters() {
        let mut tokens = Tokens::new("\n éé x".as_bytes());
        assert_eq!(tokens.take(|token| Some(token.len()), end), Ok(4));
        let error = tokens.number(0, 9, end).unwrap_err();
        assert_eq!((error.line, error.column, error.token), (2, 5, 2));
    }

    #[test]
    fn long_and_unprintable_tokens_are_shown_short() {
        let error = numbers(&"x".repeat(1000)).unwrap_err();
        assert_eq!(error.found, Found::Token(format!("{}...", "x".repeat(SHOWN))));
        let error = Tokens::new(b"\xff\x00").number(0, 9, end).unwrap_err();
        assert_eq!(error.found, Found::Token("\\xff\\x00".to_owned()));
    }

    #[test]
    fn line_ends_are_seen() {
        let mut tokens = Tokens::new(b"\n 1 2 \t\r\n\n3");
        let mut ends = Vec::new();
        while !tokens.at_end() {
            tokens.number(0, 9, end).unwrap();
            ends.push(tokens.at_line_end());
        }
        assert_eq!(ends, [false, true, true]);
    }
}
