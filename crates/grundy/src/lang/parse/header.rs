//! Headers: `title`, `source`, `example`, `let`, `misere`, `loopy`.

use super::super::ast::{Expr, ExprKind, Header, HeaderKind};
use super::super::lex::{TokenKind, shorten};
use super::super::words::Word;
use super::{Failed, Parser};

impl Parser<'_> {
    /// The header that starts with `word`, which is next; `None` if it could
    /// not be read.
    pub(super) fn header(&mut self, word: Word) -> Option<Header> {
        let start = self.span().start;
        self.bump();
        let kind = match word {
            Word::Title => self.quoted("title").map(HeaderKind::Title),
            Word::Source => self.quoted("source").map(HeaderKind::Source),
            Word::Example => self.quoted("example").map(HeaderKind::Example),
            Word::Misere => Ok(HeaderKind::Misere),
            Word::Loopy => Ok(HeaderKind::Loopy),
            _ => self.definition(),
        };
        let span = start..self.last_end();
        let kind = match kind {
            Ok(kind) => kind,
            Err(Failed) => {
                self.skip_clause();
                return None;
            }
        };
        if !matches!(self.peek(), TokenKind::Separator | TokenKind::End) {
            let definition = matches!(kind, HeaderKind::Let(..));
            let found = self.found();
            // A clause may follow at once, and is read.
            if !definition || self.arrow_ahead() {
                self.fail(
                    format!("{found} cannot stand right after a header"),
                    "part them with `;` or a new line",
                );
            } else if self.peek() == TokenKind::Comma {
                let another = matches!(self.peek_at(1), TokenKind::Word(Word::Let))
                    || matches!((self.peek_at(1), self.peek_at(2)), (TokenKind::Name, TokenKind::Assign));
                let cure = match another {
                    true => "write a `let` for each name, with `;` between them",
                    false => "write a set in braces, as in `let S = {1, 3, 4}`",
                };
                self.fail("a comma cannot stand here", cure);
                self.skip_clause();
            } else {
                self.unexpected_after_expr();
                self.skip_clause();
            }
        }
        Some(Header { kind, span })
    }

    /// Whether an arrow stands before the next `;` or line end that parts clauses.
    fn arrow_ahead(&self) -> bool {
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        // Only so far: a text of nothing but headers is not looked through for each.
        let line = rest.iter().take(1000).take_while(|token| token.kind != TokenKind::Separator);
        line.map(|token| token.kind).any(|kind| kind == TokenKind::Arrow)
    }

    fn quoted(&mut self, header: &str) -> Result<String, Failed> {
        if self.peek() != TokenKind::Text {
            let found = self.found();
            return Err(self.fail(
                format!("`{header}` takes a text in quotes, not {found}"),
                format!("write `{header} \"...\"`"),
            ));
        }
        let mut inside = self.slice().chars();
        inside.next();
        inside.next_back();
        let text = inside.as_str().to_owned();
        self.bump();
        Ok(text)
    }

    fn definition(&mut self) -> Result<HeaderKind, Failed> {
        let name = self.new_name("the name of a parameter")?;
        if self.peek() == TokenKind::Eq {
            self.fail("`==` compares", "write `=` after `let`");
            self.bump();
        } else if !self.eat(TokenKind::Assign) {
            let found = self.found();
            return Err(self.fail(
                format!("`=` is missing before {found}"),
                format!("write `let {} = ...`", shorten(&name.text)),
            ));
        }
        let start = self.span().start;
        let value = self.expr();
        // The name is known even if its value is not.
        let value = value.unwrap_or_else(|Failed| {
            self.skip_clause();
            Expr { kind: ExprKind::Error, span: start..self.last_end().max(start) }
        });
        Ok(HeaderKind::Let(name, value))
    }
}
