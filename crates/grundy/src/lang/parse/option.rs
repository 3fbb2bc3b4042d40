//! The right side of a clause: options, loops and conditions.

use super::super::ast::{Alternative, Expr, ExprKind, Name, OptionExpr, Qualifier};
use super::super::lex::{Bracket, TokenKind};
use super::super::words::Word;
use super::{Failed, Parser};

impl Parser<'_> {
    /// The alternatives after `->`, to the end of the clause.
    pub(super) fn alternatives(&mut self) -> Vec<Alternative> {
        let mut alternatives = Vec::new();
        self.eat(TokenKind::Pipe);
        loop {
            alternatives.push(self.alternative());
            if !self.eat(TokenKind::Pipe) {
                return alternatives;
            }
        }
    }

    /// One alternative, up to a `|` or the end of the clause.
    fn alternative(&mut self) -> Alternative {
        let start = self.span().start;
        match self.option_and_qualifiers() {
            Ok((option, qualifiers)) => {
                self.refuse_added_positions(&option, &qualifiers);
                Alternative { option, qualifiers, span: start..self.last_end() }
            }
            Err(Failed) => {
                self.skip_alternative();
                // Nothing may have been read at all.
                let span = start..self.last_end().max(start);
                let option = OptionExpr::Position(Expr { kind: ExprKind::Error, span: span.clone() });
                Alternative { option, qualifiers: Vec::new(), span }
            }
        }
    }

    fn option_and_qualifiers(&mut self) -> Result<(OptionExpr, Vec<Qualifier>), Failed> {
        let option = self.option()?;
        let mut qualifiers = Vec::new();
        loop {
            let start = self.span().start;
            if self.eat_word(Word::For) {
                let names = self.loop_names()?;
                qualifiers.push(Qualifier::For(names, self.expr()?));
            } else if self.eat_word(Word::If) {
                qualifiers.push(Qualifier::If(self.expr()?));
            } else if self.eat_word(Word::Where) {
                let mut conditions = vec![self.expr()?];
                while self.eat(TokenKind::Comma) {
                    conditions.push(self.expr()?);
                }
                qualifiers.push(Qualifier::Where(conditions, start..self.last_end()));
            } else if self.at_alternative_end() {
                return Ok((option, qualifiers));
            } else {
                return Err(self.unexpected_after_alternative(&option, &qualifiers));
            }
        }
    }

    fn option(&mut self) -> Result<OptionExpr, Failed> {
        let start = self.span().start;
        if self.at_alternative_end() {
            let found = self.found();
            return Err(self.fail(
                format!("an option is missing before {found}"),
                "write what the move leaves; `{}` offers no move, `[]` leaves nothing",
            ));
        }
        if !self.eat(TokenKind::Open(Bracket::Square)) {
            return Ok(OptionExpr::Position(self.expr()?));
        }
        if self.eat(TokenKind::Close(Bracket::Square)) {
            return Ok(OptionExpr::Sum(Vec::new(), start..self.last_end()));
        }
        let first = self.expr()?;
        if self.eat(TokenKind::Semicolon) {
            let count = self.expr()?;
            self.close(Bracket::Square)?;
            return Ok(OptionExpr::Copies(first, count, start..self.last_end()));
        }
        let mut components = vec![first];
        while self.eat(TokenKind::Comma) {
            components.push(self.expr()?);
        }
        self.close(Bracket::Square)?;
        Ok(OptionExpr::Sum(components, start..self.last_end()))
    }

    /// The names after `for`, and `in`.
    pub(super) fn loop_names(&mut self) -> Result<Vec<Name>, Failed> {
        let names = self.names("a name for the loop")?;
        if !self.eat_word(Word::In) {
            let written: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
            let written =
                if written.len() == 1 { written.concat() } else { format!("({})", written.join(", ")) };
            let operand = matches!(self.peek(), TokenKind::Int(_) | TokenKind::Name | TokenKind::Open(_));
            // `for k from S` and the like.
            let other_word = self.peek() == TokenKind::Name
                && matches!(
                    self.peek_at(1),
                    TokenKind::Int(_) | TokenKind::Name | TokenKind::Open(Bracket::Curly)
                );
            let failed = self.missing_in(&written);
            match self.peek() {
                TokenKind::Assign => self.bump(),
                _ if other_word => self.bump(),
                // The set stands there all the same.
                _ if operand => {}
                _ => return Err(failed),
            }
        }
        Ok(names)
    }

    /// `n` or `(a, b)`.
    pub(super) fn names(&mut self, what: &str) -> Result<Vec<Name>, Failed> {
        if !self.eat(TokenKind::Open(Bracket::Round)) {
            return Ok(vec![self.new_name(what)?]);
        }
        let mut names = vec![self.new_name(what)?];
        while self.eat(TokenKind::Comma) {
            names.push(self.new_name(what)?);
        }
        if !self.eat(TokenKind::Close(Bracket::Round)) {
            let found = self.found();
            return Err(self.fail(
                format!("`,` or `)` is missing before {found}"),
                "these brackets hold names, with commas between them; say what must be true with `if`",
            ));
        }
        Ok(names)
    }
}
