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
                TokenKind::Name | TokenKind::Int(_) if kind_meant(&name.text).is_some() => {
                    let cure = kind_meant(&name.text).map(|word| format!("did you mean `{word}`?"));
                    let message = format!("`{}` is no word of the language", name.text);
                    self.report(name.span, message, cure.unwrap_or_default());
                    Err(Failed)
                }
                TokenKind::Name => Err(self.fail(
                    "two names stand side by side",
                    "write one name, as in `n -> ...`, or entries in brackets, as in `(a, b) -> ...`",
                )),
                _ => Err(self.names_only(false)),
            };
        }
        let mut names = vec![self.pattern_name(true)?];
        while self.eat(TokenKind::Comma) {
            names.push(self.pattern_name(true)?);
        }
        if self.peek() == TokenKind::Name {
            let found = self.found();
            return Err(self.fail(
                format!("`,` is missing before {found}"),
                "write it between the entries, as in `(a, b) -> ...`",
            ));
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

/// The word before a clause that is meant by a word like it.
fn kind_meant(written: &str) -> Option<&'static str> {
    Some(match written {
        "coin" => "coins",
        "rows" | "strip" => "row",
        "seqs" | "sequence" | "list" | "lists" | "array" => "seq",
        "symmetric" => "sym",
        _ => return None,
    })
}
