//! Clauses: a left side, `->` and what the moves leave.

use super::super::ast::{Clause, ClauseKind, Expr, ExprKind, Name, Pattern};
use super::super::lex::TokenKind;
use super::super::words::Word;
use super::{Failed, MAX_DIAGNOSTICS, Parser};
use crate::ruleset::Span;

/// What stands before the guard.
enum Left {
    Pattern(Option<Span>, Pattern),
    Coins(Vec<Name>),
    Seq(Name),
}

impl Parser<'_> {
    /// The clause that starts at the next token, to its end; `None` if its left
    /// side could not be read.
    pub(super) fn clause(&mut self) -> Option<Clause> {
        let start = self.span().start;
        if !self.expect_arrow_ahead() {
            return None;
        }
        if self.peek() == TokenKind::Word(Word::Row) {
            let kind = self.row();
            return kind.map(|kind| Clause { kind, span: start..self.last_end() });
        }
        let left = self.left();
        let guard = match left {
            Ok(_) => self.guard(),
            Err(Failed) => None,
        };
        self.skip_to_arrow();
        self.bump();
        let alternatives = self.alternatives();
        let span = start..self.last_end();
        let kind = match left.ok()? {
            Left::Pattern(sym, pattern) => ClauseKind::Pattern { sym, pattern, guard, alternatives },
            Left::Coins(coin) => ClauseKind::Coins { coin, guard, alternatives },
            Left::Seq(name) => ClauseKind::Seq { name, guard, alternatives },
        };
        Some(Clause { kind, span })
    }

    fn left(&mut self) -> Result<Left, Failed> {
        let span = self.span();
        if self.eat_word(Word::Coins) {
            return Ok(Left::Coins(self.pattern_names()?));
        }
        if self.eat_word(Word::Seq) {
            return Ok(Left::Seq(self.new_name("the name of a sequence")?));
        }
        let sym = self.eat_word(Word::Sym).then_some(span);
        Ok(Left::Pattern(sym, self.pattern()?))
    }

    /// The condition before `->`, if there is one; what else stands there is
    /// reported.
    fn guard(&mut self) -> Option<Expr> {
        let start = self.span().start;
        if self.peek() == TokenKind::Arrow {
            return None;
        }
        if !self.eat_word(Word::If) {
            let found = self.found();
            let word = matches!(self.peek(), TokenKind::Word(word) if word.starts_qualifier());
            let cure = if word {
                "put it behind the option; before `->` only `if` may stand"
            } else {
                "say what must be true with `if`, as in `n if n > 1 -> ...`"
            };
            self.fail(format!("{found} cannot stand before `->`"), cure);
            return Some(Expr { kind: ExprKind::Error, span: start..start });
        }
        let condition = self.expr().and_then(|condition| match self.peek() {
            TokenKind::Arrow => Ok(condition),
            TokenKind::Comma => Err(self.fail("a comma cannot stand here", "write `and` between conditions")),
            TokenKind::Pipe => {
                Err(self.fail("`|` cannot stand before `->`", "write `or` between conditions"))
            }
            _ => Err(self.unexpected_after_expr()),
        });
        Some(condition.unwrap_or_else(|Failed| {
            let span = start..self.last_end().max(start);
            Expr { kind: ExprKind::Error, span }
        }))
    }

    /// Skips to the arrow of the clause, which is known to be there.
    fn skip_to_arrow(&mut self) {
        while !matches!(self.peek(), TokenKind::Arrow | TokenKind::Separator | TokenKind::End) {
            self.bump();
        }
    }

    /// Whether the clause has an arrow. If not, that is reported, and the clause
    /// skipped; an arrow at the start of the next line is taken for its own.
    fn expect_arrow_ahead(&mut self) -> bool {
        let start = self.at;
        let mut end = self.at;
        let mut reported = false;
        let mut instead = None;
        if self.peek() == TokenKind::Pipe {
            let cure = "take out the `;` before it, or write a clause";
            instead = Some((self.span(), "a clause cannot start with `|`", cure));
        }
        if self.token().starts_line && self.infix().is_some() {
            let message = "a line cannot start with an operator";
            instead =
                Some((self.span(), message, "go on in the same line, or put the expression in brackets"));
        }
        loop {
            let token = &self.tokens[end];
            match token.kind {
                TokenKind::Arrow => return true,
                TokenKind::Separator | TokenKind::End => break,
                TokenKind::Bad => reported = true,
                // A refused sign that is read as `=`.
                TokenKind::Assign if self.text.get(token.span.clone()) != Some("=") => reported = true,
                TokenKind::Assign if instead.is_none() && self.text.get(token.span.clone()) == Some("=") => {
                    // A name in front of another clause may be meant for it.
                    let named = end == start + 1 && self.tokens[start].kind == TokenKind::Name;
                    let before_clause = named
                        && self.tokens[end..].iter().take(1000).any(|token| token.kind == TokenKind::Arrow);
                    let cure = match before_clause {
                        true => "write `let` before the name of a parameter, `->` after a position",
                        false => "write `->` after a position",
                    };
                    instead = Some((token.span.clone(), "`=` stands in `let` only", cure));
                }
                TokenKind::Minus if self.tokens[end + 1].kind == TokenKind::Gt && instead.is_none() => {
                    let span = token.span.start..self.tokens[end + 1].span.end;
                    instead = Some((span, "this arrow has a blank in it", "write `->`"));
                }
                _ => {}
            }
            end += 1;
        }
        if self.tokens[end].kind == TokenKind::Separator
            // Taking a token out moves the rest: not for ever in one text.
            && self.diagnostics.len() < MAX_DIAGNOSTICS
            && self.tokens.get(end + 1).is_some_and(|next| next.kind == TokenKind::Arrow && next.starts_line)
        {
            let span = self.tokens[end + 1].span.clone();
            self.report(span, "a line cannot start with `->`", "write it at the end of the line before");
            self.tokens.remove(end);
            return true;
        }
        // What the end of the line before was found to lack may stand here.
        let before = start.checked_sub(1).map(|before| &self.tokens[before].span);
        reported |=
            before.is_some_and(|before| self.diagnostics.last().is_some_and(|last| last.span == *before));
        if !reported {
            let (span, message, cure) = instead.unwrap_or_else(|| {
                let span =
                    self.tokens[start].span.start..self.tokens[end.saturating_sub(1).max(start)].span.end;
                (
                    span,
                    "this clause has no `->`",
                    "write the position, `->` and its options, as in `n -> n - 1`",
                )
            });
            self.report(span, message, cure);
        }
        self.at = end;
        false
    }
}
