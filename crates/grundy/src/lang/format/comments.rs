//! Tokens with the comments that belong to them.
//!
//! A comment behind a token on its line belongs to that token, and a comment on
//! a line of its own to the token after it. Since a comment ends its line, a line
//! end was right where it stood, and is right there again.

use super::super::lex::{Bracket, Token, TokenKind};
use super::super::words::Word;
use crate::ruleset::Span;

/// A comment on a line of its own.
pub(super) struct Comment<'t> {
    /// The comment, from `#` on.
    pub(super) text: &'t str,
    /// Whether an empty line stands before it.
    pub(super) after_gap: bool,
}

/// A token and its comments.
pub(super) struct Piece<'t> {
    /// The token as it is written.
    pub(super) text: &'t str,
    /// What it is.
    pub(super) kind: TokenKind,
    /// How many brackets it stands in.
    pub(super) depth: usize,
    /// The comments on lines of their own before it.
    pub(super) before: Vec<Comment<'t>>,
    /// The comment behind it.
    pub(super) behind: Option<&'t str>,
    /// Whether an empty line stands before it.
    pub(super) after_gap: bool,
    /// Whether it has to start a line.
    pub(super) starts_line: bool,
    /// Whether a blank stands before it.
    pub(super) blank: bool,
}

impl Piece<'_> {
    /// Whether this ends an operand, so that `-` after it is the operator with
    /// two operands and `[` opens an index.
    pub(super) fn ends_operand(&self) -> bool {
        matches!(
            self.kind,
            TokenKind::Int(_)
                | TokenKind::Name
                | TokenKind::Close(_)
                | TokenKind::Word(Word::True | Word::False)
        )
    }

    /// Whether this opens the arguments of a function, the entries of a tag, or
    /// an index, `last` being the token before it.
    pub(super) fn continues_operand(&self, last: &Piece<'_>) -> bool {
        match self.kind {
            TokenKind::Open(Bracket::Round) => last.kind == TokenKind::Name,
            TokenKind::Open(Bracket::Square) => last.ends_operand(),
            _ => false,
        }
    }
}

/// A text cut into headers and clauses.
pub(super) struct Texts<'t> {
    /// The headers, clauses and codes; none is empty.
    pub(super) items: Vec<Vec<Piece<'t>>>,
    /// The comments after the last of them.
    pub(super) rest: Vec<Comment<'t>>,
}

impl<'t> Texts<'t> {
    /// Cuts a text without faults; `tokens` are its tokens.
    pub(super) fn new(text: &'t str, tokens: &[Token]) -> Texts<'t> {
        let mut reader = Reader { text, items: Vec::new(), waiting: Vec::new(), end: 0 };
        let mut gap = 0;
        let mut parted = true;
        let mut last = TokenKind::Separator;
        for token in tokens {
            reader.comments(gap..token.span.start);
            gap = token.span.end;
            match token.kind {
                TokenKind::Separator | TokenKind::End => parted = true,
                kind => {
                    let starts_line = token.starts_line && last == TokenKind::DotDot && !ends_range(kind);
                    reader.token(token, starts_line, parted);
                    parted = false;
                }
            }
            last = token.kind;
        }
        Texts { items: reader.items, rest: reader.waiting }
    }
}

/// Whether a range that comes before this token has no right end, wherever
/// lines end.
fn ends_range(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Word(word) => word.starts_qualifier() || matches!(word, Word::And | Word::Or),
        TokenKind::Comma | TokenKind::Semicolon | TokenKind::Close(_) | TokenKind::Backslash => true,
        _ => false,
    }
}

struct Reader<'t> {
    text: &'t str,
    items: Vec<Vec<Piece<'t>>>,
    /// Comments that belong to the next token.
    waiting: Vec<Comment<'t>>,
    /// Where the last token or comment ends; separators do not count.
    end: usize,
}

impl<'t> Reader<'t> {
    fn slice(&self, span: Span) -> &'t str {
        self.text.get(span).unwrap_or_default()
    }

    /// How many lines end between the last token or comment and `start`.
    fn line_ends(&self, start: usize) -> usize {
        self.slice(self.end..start).matches('\n').count()
    }

    fn token(&mut self, token: &Token, starts_line: bool, first: bool) {
        let piece = Piece {
            text: self.slice(token.span.clone()),
            kind: token.kind,
            depth: token.depth,
            before: std::mem::take(&mut self.waiting),
            behind: None,
            after_gap: self.line_ends(token.span.start) > 1,
            starts_line,
            blank: false,
        };
        self.end = token.span.end;
        match self.items.last_mut() {
            Some(item) if !first => item.push(piece),
            _ => self.items.push(vec![piece]),
        }
    }

    /// Finds the comments between two tokens, where nothing else stands but
    /// blanks.
    fn comments(&mut self, gap: Span) {
        let mut at = gap.start;
        while let Some(found) = self.slice(at..gap.end).find('#') {
            let start = at + found;
            let rest = self.slice(start..gap.end);
            let length = rest.find('\n').unwrap_or(rest.len());
            let text = rest.get(..length).unwrap_or_default().trim_end();
            let lines = self.line_ends(start);
            let behind = self.items.last_mut().and_then(|item| item.last_mut());
            match behind {
                Some(piece) if lines == 0 => piece.behind = Some(text),
                _ => self.waiting.push(Comment { text, after_gap: lines > 1 }),
            }
            at = start + length;
            self.end = at;
        }
    }
}
