//! The left side of a clause: names, and at most one tag.

use super::super::ast::{Name, Pattern};
use super::super::lex::{Bracket, TokenKind};
use super::{Failed, Parser};

impl Parser<'_> {
    /// `n`, `(a, b)` or `tag(a, b)`.
    pub(super) fn pattern(&mut self) -> Result<Pattern, Failed> {
        let start = self.span().start;
        let tagged = self.peek_at(1) == TokenKind::Open(Bracket::Round);
        let tag = match self.peek() {
            TokenKind::Name if tagged => Some(self.new_name("a tag")?),
            TokenKind::Word(word) if tagged && !word.stands_between() => Some(self.new_name("a tag")?),
            _ => None,
        };
        let names = self.pattern_names()?;
        Ok(Pattern { tag, names, span: start..self.last_end() })
    }

    /// The coordinates of a coin, or the names of a position.
    pub(super) fn pattern_names(&mut self) -> Result<Vec<Name>, Failed> {
        if !self.eat(TokenKind::Open(Bracket::Round)) {
            let name = self.pattern_name(false)?;
            return match self.peek() {
                TokenKind::Arrow => Ok(vec![name]),
                TokenKind::Word(word) if word.starts_qualifier() => Ok(vec![name]),
                TokenKind::Comma => {
                    Err(self.fail("the entries of a position stand in brackets", "write `(a, b) -> ...`"))
                }
                _ => Err(self.names_only(false)),
            };
        }
        let mut names = vec![self.pattern_name(true)?];
        while self.eat(TokenKind::Comma) {
            names.push(self.pattern_name(true)?);
        }
        if !self.eat(TokenKind::Close(Bracket::Round)) {
            return Err(self.names_only(true));
        }
        Ok(names)
    }

    fn pattern_name(&mut self, bracketed: bool) -> Result<Name, Failed> {
        match self.peek() {
            TokenKind::Name | TokenKind::Word(_) => self.new_name("the name of a position"),
            TokenKind::Arrow => {
                Err(self
                    .fail("the position is missing before `->`", "write a name for it, as in `n -> n - 1`"))
            }
            TokenKind::Open(Bracket::Square) => Err(self.fail(
                "the left side is one position, not a sum",
                "write a clause for one component: play goes on in each by itself",
            )),
            _ => Err(self.names_only(bracketed)),
        }
    }

    /// The next token is no part of a pattern.
    fn names_only(&mut self, bracketed: bool) -> Failed {
        let found = self.found();
        self.fail(
            format!("{found} cannot stand on the left side, which holds names only"),
            if bracketed {
                "name each entry and say what must be true with `if`, as in `(a, b) if b == 0 -> ...`"
            } else {
                "name the position and say what must be true with `if`, as in `n if n > 0 -> ...`"
            },
        )
    }
}
