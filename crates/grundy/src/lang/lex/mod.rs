//! From text to tokens, in three passes.
//!
//! [`scan`] cuts the text into tokens, rows and codes by their own rules;
//! [`brackets`] finds the brackets that match; [`layout`] then knows which line
//! ends part clauses and which are blanks. The order matters: a bracket that is
//! never closed must not swallow the line ends after it, or one slip would hide
//! every other error of the text.
//!
//! What a pass has reported it leaves as [`TokenKind::Bad`], or as the token
//! that was meant. The parser says nothing about a `Bad` token, so that one
//! mistake gives one diagnostic.

mod brackets;
mod layout;
mod number;
mod refused;
mod scan;

use super::diagnostic::Diagnostic;
use super::words::Word;
use crate::ruleset::Span;

/// A token and its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    /// What it is.
    pub(super) kind: TokenKind,
    /// Its bytes in the text; empty for a token that was only meant.
    pub(super) span: Span,
    /// How many matched brackets it stands in; a bracket stands outside itself.
    pub(super) depth: usize,
    /// Whether a line end stands before it, blank or not.
    pub(super) starts_line: bool,
}

/// What a token is. Names and texts are read from the text by their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A number.
    Int(i128),
    /// A name, or the name of a function.
    Name,
    /// A word of the language.
    Word(Word),
    /// A text in quotes, the quotes included.
    Text,
    /// A take-and-break code, not yet read.
    Code,
    /// An opening bracket that has its closing one.
    Open(Bracket),
    /// A closing bracket that has its opening one.
    Close(Bracket),
    /// `,`
    Comma,
    /// `;` inside brackets
    Semicolon,
    /// `|`
    Pipe,
    /// `->`
    Arrow,
    /// `=`
    Assign,
    /// `:`; in formulas only
    Colon,
    /// `..`
    DotDot,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// `**`
    StarStar,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `\`
    Backslash,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`, in rows the left end
    Lt,
    /// `<=`
    Le,
    /// `>`, in rows the right end
    Gt,
    /// `>=`
    Ge,
    /// `!`, in rows "not this cell"
    Bang,
    /// A cell of a row.
    Cell(u8),
    /// `?` of a row.
    Question,
    /// A line end; none is left after the layout pass.
    Newline,
    /// `;` or a line end that parts clauses.
    Separator,
    /// What was reported already.
    Bad,
    /// The end of the text.
    End,
}

/// The kinds of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    /// `( )`
    Round,
    /// `[ ]`
    Square,
    /// `{ }`
    Curly,
}

impl Bracket {
    /// How the opening bracket is written.
    pub(super) const fn opening(self) -> &'static str {
        match self {
            Bracket::Round => "(",
            Bracket::Square => "[",
            Bracket::Curly => "{",
        }
    }

    /// How the closing bracket is written.
    pub(super) const fn closing(self) -> &'static str {
        match self {
            Bracket::Round => ")",
            Bracket::Square => "]",
            Bracket::Curly => "}",
        }
    }
}

/// The tokens of `text`, with [`TokenKind::End`] last; what is wrong goes to
/// `diagnostics`.
pub(super) fn lex(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut tokens = scan::scan(text, diagnostics);
    brackets::pair(&mut tokens, diagnostics);
    layout::lay_out(tokens)
}

/// The tokens of a formula: as [`lex`], but no line end parts clauses and no clause starts a row, and there is a `:`.
pub(super) fn lex_formula(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut tokens = scan::scan_formula(text, diagnostics);
    brackets::pair(&mut tokens, diagnostics);
    tokens.retain(|token| token.kind != TokenKind::Newline);
    tokens
}

/// How a typographic sign is typed.
pub(super) fn typed(sign: char) -> Option<&'static str> {
    refused::typographic(sign).map(|(typed, _)| typed)
}

/// Adds a diagnostic, unless there are so many already that no one will read it:
/// the memory must not grow with a text that is no rule.
pub(super) fn note(diagnostics: &mut Vec<Diagnostic>, diagnostic: Diagnostic) {
    const MOST: usize = 1000;
    if diagnostics.len() < MOST {
        diagnostics.push(diagnostic);
    }
}

/// The text, cut if it is long, for messages.
pub(super) fn shorten(text: &str) -> String {
    const LONGEST: usize = 24;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
