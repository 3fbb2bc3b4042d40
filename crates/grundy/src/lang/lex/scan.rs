//! Cutting the text into tokens.
//!
//! Two things are cut by rules of their own: what follows `row` at the start of
//! a clause, where a letter or digit is a cell and blanks mean nothing, and a
//! take-and-break code, which is known by its point.

use super::super::diagnostic::Diagnostic;
use super::super::words::Word;
use super::refused::{HABITS, typographic};
use super::{Bracket, Token, TokenKind, note, number, shorten};
use crate::ruleset::{Row, Span};

/// The tokens of `text`: line ends still stand for themselves, brackets are not
/// yet matched. Comments and blanks are left out.
pub(super) fn scan(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token> {
    tokens(Scanner { text, at: 0, tokens: Vec::new(), formula: false, diagnostics })
}

/// As [`scan`], of a formula.
pub(super) fn scan_formula(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token> {
    tokens(Scanner { text, at: 0, tokens: Vec::new(), formula: true, diagnostics })
}

fn tokens(mut scanner: Scanner<'_, '_>) -> Vec<Token> {
    while let Some(next) = scanner.peek() {
        scanner.token(next);
    }
    let end = scanner.text.len();
    scanner.push(TokenKind::End, end..end);
    scanner.tokens
}

/// How formulas are written elsewhere, longer signs before their own beginnings.
const FORMULA_SIGNS: [(&str, &str); 11] = [
    ("<->", "iff"),
    ("<=>", "iff"),
    ("==>", "implies"),
    ("->", "implies"),
    ("=>", "implies"),
    ("→", "implies"),
    ("⇒", "implies"),
    ("↔", "iff"),
    ("⇔", "iff"),
    ("∀", "forall"),
    ("∃", "exists"),
];

struct Scanner<'t, 'd> {
    text: &'t str,
    /// The place of the next character; always on a character boundary.
    at: usize,
    tokens: Vec<Token>,
    /// Whether the text is a formula and no rule.
    formula: bool,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl Scanner<'_, '_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn push(&mut self, kind: TokenKind, span: Span) {
        self.tokens.push(Token { kind, span, depth: 0, starts_line: false });
    }

    /// Takes the next `length` bytes as one token.
    fn take(&mut self, kind: TokenKind, length: usize) {
        let start = self.at;
        self.at += length;
        self.push(kind, start..self.at);
    }

    /// How many bytes from here on satisfy the condition.
    fn run(&self, holds: impl Fn(char) -> bool) -> usize {
        let rest = self.rest();
        rest.find(|c| !holds(c)).unwrap_or(rest.len())
    }

    fn report(&mut self, span: Span, message: impl Into<String>, cure: impl Into<String>) {
        note(self.diagnostics, Diagnostic::error(span, message).with_cure(cure));
    }

    /// Whether a clause may start here, as far as can be told before brackets
    /// are matched.
    fn at_start(&self) -> bool {
        self.tokens.last().is_none_or(|last| {
            matches!(last.kind, TokenKind::Newline | TokenKind::Semicolon | TokenKind::Separator)
        })
    }

    /// Cuts off one token, or blanks, or a comment, or a whole row.
    fn token(&mut self, next: char) {
        if self.blank(next) {
            return;
        }
        if !self.formula && self.at_start() && starts_code(self.rest()) {
            let length = self.run(|c| !c.is_whitespace() && c != ';' && c != '#');
            return self.take(TokenKind::Code, length);
        }
        match next {
            '\n' => self.take(TokenKind::Newline, 1),
            '"' => self.quoted(),
            _ if next.is_ascii_digit() => self.number(),
            _ if next == '_' || next.is_alphabetic() => self.word(),
            _ => self.symbol(next),
        }
    }

    /// Skips blanks or a comment, if they are next. A byte order mark is blank.
    fn blank(&mut self, next: char) -> bool {
        let length = match next {
            '#' => self.run(|c| c != '\n'),
            _ => self.run(|c| c != '\n' && (c.is_whitespace() || c == '\u{feff}')),
        };
        self.at += length;
        length > 0
    }

    fn quoted(&mut self) {
        let inside = self.rest().get(1..).unwrap_or_default();
        let end = inside.find(['"', '\n']).unwrap_or(inside.len());
        let text = inside.get(..end).unwrap_or_default();
        if inside.get(end..).is_some_and(|rest| rest.starts_with('"')) {
            return self.take(TokenKind::Text, end + 2);
        }
        let length = 1 + text.trim_end().len();
        let span = self.at..self.at + length;
        self.report(span, "this text is never closed", "close it with `\"` on the same line");
        self.take(TokenKind::Bad, length);
    }

    fn number(&mut self) {
        let length = self.run(|c| c == '_' || c.is_ascii_alphanumeric());
        let at = self.at;
        let text = self.rest().get(..length).unwrap_or_default().to_owned();
        for (kind, span) in number::read(&text, at, self.diagnostics) {
            self.push(kind, span);
        }
        self.at += length;
        let fraction =
            self.rest().strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if fraction {
            self.at += 1;
            self.at += self.run(|c| c.is_ascii_digit());
            let span = at..self.at;
            self.report(
                span,
                "numbers have no fractions here",
                "`/` rounds down; a code such as `0.77` stands alone",
            );
        }
    }

    fn word(&mut self) {
        let length = self.run(|c| c == '_' || c.is_alphabetic() || c.is_ascii_digit());
        let text = self.rest().get(..length).unwrap_or_default();
        if !text.is_ascii() {
            let message = format!("`{}` cannot be a name", shorten(text));
            let span = self.at..self.at + length;
            if ["misère", "misére"].contains(&text) {
                let message = format!("`{text}` is written without an accent here");
                self.report(span, message, "write `misere`");
                return self.take(TokenKind::Word(Word::Misere), length);
            }
            self.report(span, message, "names are made of the letters a to z and A to Z, digits and `_`");
            return self.take(TokenKind::Bad, length);
        }
        match Word::read(text) {
            Some(Word::Row) if self.at_start() && !self.formula => {
                self.take(TokenKind::Word(Word::Row), length);
                self.row();
            }
            Some(word) => self.take(TokenKind::Word(word), length),
            None => self.take(TokenKind::Name, length),
        }
    }

    fn symbol(&mut self, next: char) {
        let rest = self.rest();
        if self.formula {
            if next == ':' && !rest.starts_with(":=") {
                return self.take(TokenKind::Colon, 1);
            }
            let word = |&&(sign, _): &&(&str, &str)| rest.starts_with(sign);
            if let Some((sign, word)) = FORMULA_SIGNS.iter().find(word) {
                let span = self.at..self.at + sign.len();
                self.report(span, format!("`{sign}` is not in the language"), format!("write `{word}`"));
                return self.take(TokenKind::Bad, sign.len());
            }
        }
        if let Some(habit) = HABITS.iter().find(|habit| rest.starts_with(habit.text)) {
            // `..` and `->` are right, and start some of the habits' texts.
            let length = habit.text.len();
            if !(habit.text == "." && rest.starts_with("..")) {
                self.report(self.at..self.at + length, habit.message, habit.cure);
                return self.take(habit.meant, length);
            }
        }
        let two = rest.get(..2).and_then(|text| {
            Some(match text {
                "->" => TokenKind::Arrow,
                "**" => TokenKind::StarStar,
                "==" => TokenKind::Eq,
                "!=" => TokenKind::Ne,
                "<=" => TokenKind::Le,
                ">=" => TokenKind::Ge,
                "<<" => TokenKind::ShiftLeft,
                ">>" => TokenKind::ShiftRight,
                ".." => TokenKind::DotDot,
                _ => return None,
            })
        });
        if let Some(kind) = two {
            return self.take(kind, 2);
        }
        let kind = match next {
            '(' => TokenKind::Open(Bracket::Round),
            ')' => TokenKind::Close(Bracket::Round),
            '[' => TokenKind::Open(Bracket::Square),
            ']' => TokenKind::Close(Bracket::Square),
            '{' => TokenKind::Open(Bracket::Curly),
            '}' => TokenKind::Close(Bracket::Curly),
            ',' => TokenKind::Comma,
            ';' => TokenKind::Semicolon,
            '|' => TokenKind::Pipe,
            '=' => TokenKind::Assign,
            '+' => TokenKind::Plus,
            '-' => TokenKind::Minus,
            '*' => TokenKind::Star,
            '/' => TokenKind::Slash,
            '%' => TokenKind::Percent,
            '\\' => TokenKind::Backslash,
            '<' => TokenKind::Lt,
            '>' => TokenKind::Gt,
            '!' => TokenKind::Bang,
            _ => return self.foreign(next),
        };
        self.take(kind, next.len_utf8());
    }

    /// A character that is not in the language.
    fn foreign(&mut self, next: char) {
        let at = self.at;
        let length = next.len_utf8();
        let Some((typed, meant)) = typographic(next) else {
            let message = if next.is_control() || is_invisible(next) {
                format!("there is an invisible character here, U+{:04X}", u32::from(next))
            } else {
                format!("`{next}` is not in the language")
            };
            self.report(at..at + length, message, "take it out");
            return self.take(TokenKind::Bad, length);
        };
        let message = format!("`{next}` (U+{:04X}) is a typographic sign", u32::from(next));
        // A word processor makes one long dash of the dash of an arrow.
        if meant == TokenKind::Minus && self.rest().get(length..).is_some_and(|rest| rest.starts_with('>')) {
            self.report(at..at + length + 1, message, "write `->`");
            return self.take(TokenKind::Arrow, length + 1);
        }
        if typed == "\"" {
            let inside = self.rest().get(length..).unwrap_or_default();
            let is_quote = |c| c == '"' || typographic(c).is_some_and(|(typed, _)| typed == "\"");
            let end = inside.char_indices().find(|&(_, c)| c == '\n' || is_quote(c));
            if let Some((end, quote)) = end.filter(|&(_, c)| c != '\n') {
                self.report(at..at + length, message, "write `\"`");
                return self.take(TokenKind::Text, length + end + quote.len_utf8());
            }
        }
        self.report(at..at + length, message, format!("write `{typed}`"));
        if typed == "not in" {
            self.push(TokenKind::Word(Word::Not), at..at + length);
            return self.take(TokenKind::Word(Word::In), length);
        }
        self.take(meant, length);
    }

    /// The cells after `row`, to the end of the clause.
    fn row(&mut self) {
        // How many tokens there were when the row was found to go on: the empty
        // lines after that line end are not looked through again.
        let mut goes_on_at = None;
        while let Some(next) = self.peek() {
            if self.blank(next) {
                continue;
            }
            if next == '\n' && (goes_on_at == Some(self.tokens.len()) || self.row_goes_on()) {
                goes_on_at = Some(self.tokens.len());
                self.at += 1;
                continue;
            }
            if matches!(next, '\n' | ';' | '；') {
                break;
            }
            if let Some(word) = self.qualifier_in_row() {
                let length = word.len();
                let message = format!("a row has no `{word}`");
                let cells: Vec<String> = word.chars().map(String::from).collect();
                let cells = cells.join(" ");
                let cure = format!("let the cells say it; if `{word}` is meant as cells, write `{cells}`");
                self.report(self.at..self.at + length, message, cure);
                self.take(TokenKind::Bad, length);
                continue;
            }
            self.row_item(next);
        }
    }

    fn row_item(&mut self, next: char) {
        let arrow = self.rest().starts_with("->");
        let kind = match next {
            _ if arrow => return self.take(TokenKind::Arrow, 2),
            '*' => TokenKind::Star,
            '?' => TokenKind::Question,
            '!' => TokenKind::Bang,
            '<' => TokenKind::Lt,
            '>' => TokenKind::Gt,
            '|' => TokenKind::Pipe,
            _ => match u8::try_from(next) {
                Ok(cell) if Row::is_cell(cell) => TokenKind::Cell(cell),
                Ok(cell) if cell.is_ascii_graphic() => {
                    let message = format!("`{next}` cannot be a cell");
                    let cure = if next == '-' {
                        "the arrow is written `->`, without a blank"
                    } else {
                        "a cell is a letter, a digit, `.` or `_`"
                    };
                    self.report(self.at..self.at + 1, message, cure);
                    TokenKind::Bad
                }
                _ if typographic(next).is_some() || is_invisible(next) || next.is_control() => {
                    return self.foreign(next);
                }
                _ => {
                    let message = format!("`{next}` cannot be a cell");
                    // The same sign stands in many places of a row, and is one mistake.
                    if !self.diagnostics.iter().any(|said| said.message == message) {
                        let cure = "a cell is a letter a to z or A to Z, a digit, `.` or `_`";
                        self.report(self.at..self.at + next.len_utf8(), message, cure);
                    }
                    TokenKind::Bad
                }
            },
        };
        self.take(kind, next.len_utf8());
    }

    /// Whether the line end here is a blank of the row: after `|` and `->`, and
    /// before a line that starts with `|` or would start a loop or a condition.
    fn row_goes_on(&self) -> bool {
        if matches!(self.tokens.last().map(|token| token.kind), Some(TokenKind::Pipe | TokenKind::Arrow)) {
            return true;
        }
        let next =
            self.rest().lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with('#'));
        next.is_some_and(|line| line.starts_with('|') || qualifier(line).is_some())
    }

    /// The word `for`, `where` or `if` if it stands here by itself, after a cell
    /// and a blank: never meant as cells.
    fn qualifier_in_row(&self) -> Option<&'static str> {
        let last = self.tokens.last()?;
        let apart = last.span.end < self.at
            && !matches!(last.kind, TokenKind::Word(_) | TokenKind::Arrow | TokenKind::Pipe);
        if apart { qualifier(self.rest()) } else { None }
    }
}

/// The word of a loop or a condition that `text` starts with.
fn qualifier(text: &str) -> Option<&'static str> {
    ["for", "where", "if"].into_iter().find(|word| {
        text.strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(|c: char| c == '_' || c.is_alphanumeric()))
    })
}

/// Whether a text that starts a clause is a code: one digit, or digits, or a
/// number in brackets, and then a single point. A missing first digit counts,
/// for the error to be about the code.
fn starts_code(text: &str) -> bool {
    let after = if let Some(rest) = text.strip_prefix('(') {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        match rest.get(end..).and_then(|rest| rest.strip_prefix(')')) {
            Some(rest) if end > 0 => rest,
            _ => return false,
        }
    } else if text.starts_with(|c: char| c.is_ascii_digit()) {
        text.trim_start_matches(|c: char| c.is_ascii_digit())
    } else {
        text.strip_prefix(|c: char| c.is_ascii_hexdigit()).unwrap_or(text)
    };
    after.strip_prefix('.').is_some_and(|rest| {
        !rest.starts_with('.')
            && (after.len() < text.len()
                || rest.starts_with(|c: char| c.is_ascii_hexdigit() || c == '[' || c == '('))
    })
}

/// Whether a character leaves no mark on the screen.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{fff9}'..='\u{fffc}')
}
