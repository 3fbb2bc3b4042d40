//! Expressions, by the strength of their operators.
//!
//! Loosest first: `or`; `and`; `not`; comparisons, which chain; `in`; `\`;
//! ranges; `xor`; shifts; `+ -`; `* / %`; unary `-`; `**`, from right to left;
//! `s[i]`.

use super::super::ast::{BinaryOp, Expr, ExprKind, Name, Qualifier, Quantifier, UnaryOp};
use super::super::lex::{Bracket, TokenKind};
use super::super::words::Word;
use super::operator::{Infix, Strength};
use super::{Failed, MAX_DEPTH, Parser};
use crate::ruleset::Span;

/// An expression and how deep it is, for the limit.
pub(super) struct Tree {
    pub(super) expr: Expr,
    depth: usize,
}

impl Parser<'_> {
    /// A whole expression.
    pub(super) fn expr(&mut self) -> Result<Expr, Failed> {
        Ok(self.expr_from(self.loosest())?.expr)
    }

    fn tree(&mut self, kind: ExprKind, span: Span, below: usize) -> Result<Tree, Failed> {
        if below >= MAX_DEPTH {
            return Err(self.too_deep(span));
        }
        Ok(Tree { expr: Expr { kind, span }, depth: below + 1 })
    }

    fn too_deep(&mut self, span: Span) -> Failed {
        let message = format!("this is nested more than {MAX_DEPTH} deep");
        self.report(span, message, "name a part of it with `let`, or list the cases in a set");
        Failed
    }

    fn too_long(&mut self, span: Span) -> Failed {
        let message = format!("this is a chain of more than {MAX_DEPTH} comparisons");
        self.report(span, message, "write the condition more simply, or ask for a member with `in`");
        Failed
    }

    /// An expression whose operators are at least as strong as `least`.
    fn expr_from(&mut self, least: Strength) -> Result<Tree, Failed> {
        if self.depth >= MAX_DEPTH {
            let span = self.span();
            return Err(self.too_deep(span));
        }
        self.depth += 1;
        let tree = self.operands(least);
        self.depth -= 1;
        tree
    }

    fn operands(&mut self, least: Strength) -> Result<Tree, Failed> {
        let mut left = self.prefix(least)?;
        while let Some(infix) = self.infix() {
            if infix.strength() < least {
                break;
            }
            left = self.operation(left, infix)?;
        }
        Ok(left)
    }

    /// Takes the operator that is next and its right operand.
    fn operation(&mut self, left: Tree, infix: Infix) -> Result<Tree, Failed> {
        self.refuse_operator();
        let op_span = self.span();
        let start = left.expr.span.start;
        match infix {
            Infix::Binary(op, strength) => {
                self.bump();
                // A power takes a sign in its exponent, and powers to its right.
                let right = match op {
                    BinaryOp::Pow => Strength::Unary,
                    BinaryOp::Implies => Strength::Implies,
                    _ => strength.stronger(),
                };
                let right = self.expr_from(right)?;
                let span = start..right.expr.span.end;
                let below = left.depth.max(right.depth);
                self.tree(
                    ExprKind::Binary(op, op_span, Box::new(left.expr), Box::new(right.expr)),
                    span,
                    below,
                )
            }
            Infix::Compare(_) => self.comparisons(left),
            Infix::In | Infix::NotIn => {
                if matches!(infix, Infix::NotIn) {
                    self.bump();
                }
                self.bump();
                let right = self.expr_from(Strength::Without)?;
                let span = start..right.expr.span.end;
                let below = left.depth.max(right.depth);
                let negated = matches!(infix, Infix::NotIn);
                self.tree(ExprKind::In(Box::new(left.expr), Box::new(right.expr), negated), span, below)
            }
            Infix::Range => self.range(left),
        }
    }

    /// `a < b <= c`, from the first comparison on.
    fn comparisons(&mut self, first: Tree) -> Result<Tree, Failed> {
        let start = first.expr.span.start;
        let mut below = first.depth;
        let mut end = first.expr.span.end;
        let mut rest = Vec::new();
        while let Some(Infix::Compare(op)) = self.infix() {
            if !rest.is_empty() {
                self.refuse_operator();
            }
            self.bump();
            let right = self.expr_from(Strength::In)?;
            below = below.max(right.depth);
            end = right.expr.span.end;
            // A chain is short for the `and` of its comparisons, so it has the same bound.
            if rest.len() >= MAX_DEPTH {
                return Err(self.too_long(start..end));
            }
            rest.push((op, right.expr));
        }
        self.tree(ExprKind::Compare(Box::new(first.expr), rest), start..end, below)
    }

    /// `a..b` or `a..`, from the dots on.
    fn range(&mut self, left: Tree) -> Result<Tree, Failed> {
        let start = left.expr.span.start;
        self.bump();
        let (right, end, below) = if self.range_is_open() {
            (None, self.last_end(), left.depth)
        } else {
            let right = self.expr_from(Strength::Xor)?;
            let end = right.expr.span.end;
            (Some(Box::new(right.expr)), end, left.depth.max(right.depth))
        };
        if self.peek() == TokenKind::DotDot {
            return Err(self.fail("a range has two ends at most", "write `a..b`"));
        }
        self.tree(ExprKind::Range(Box::new(left.expr), right), start..end, below)
    }

    /// Whether a range has no right end: what comes next cannot be one.
    fn range_is_open(&self) -> bool {
        self.token().starts_line
            || match self.peek() {
                TokenKind::Word(word) => word.starts_qualifier() || matches!(word, Word::And | Word::Or),
                TokenKind::Pipe
                | TokenKind::Semicolon
                | TokenKind::Separator
                | TokenKind::End
                | TokenKind::Comma
                | TokenKind::Close(_)
                | TokenKind::Backslash
                | TokenKind::Arrow => true,
                _ => false,
            }
    }

    /// A sign, or an operand with what stands in square brackets after it.
    fn prefix(&mut self, least: Strength) -> Result<Tree, Failed> {
        let span = self.span();
        match self.peek() {
            TokenKind::Minus => {
                self.bump();
                let inner = self.expr_from(Strength::Unary)?;
                let whole = span.start..inner.expr.span.end;
                self.tree(ExprKind::Unary(UnaryOp::Neg, Box::new(inner.expr)), whole, inner.depth)
            }
            TokenKind::Word(Word::Not) | TokenKind::Bang => {
                if self.peek() == TokenKind::Bang {
                    self.fail("`!` is not in the language", "write `not`");
                } else if least > Strength::Not {
                    self.fail("`not` is looser than the operator before it", "write `(not ...)`");
                }
                let bang = self.peek() == TokenKind::Bang;
                self.bump();
                if bang && (self.at_alternative_end() || matches!(self.peek(), TokenKind::Close(_))) {
                    // One mistake, not a second for the condition that is missing.
                    return Err(Failed);
                }
                let inner = self.expr_from(Strength::Not)?;
                let whole = span.start..inner.expr.span.end;
                self.tree(ExprKind::Unary(UnaryOp::Not, Box::new(inner.expr)), whole, inner.depth)
            }
            TokenKind::Name if self.formula => match self.slice() {
                "forall" => self.quantified(Quantifier::All),
                "exists" => self.quantified(Quantifier::Some),
                "implies" | "iff" => Err(self.missing_operand()),
                _ => self.indexed(),
            },
            _ => self.indexed(),
        }
    }

    /// `forall x, y: e`, from the word on; what is said goes on as far as it can.
    fn quantified(&mut self, quantifier: Quantifier) -> Result<Tree, Failed> {
        let start = self.span().start;
        self.bump();
        let mut names = vec![self.new_name("a name")?];
        while self.eat(TokenKind::Comma) {
            names.push(self.new_name("a name")?);
        }
        if !self.eat(TokenKind::Colon) {
            let found = self.found();
            let cure = match self.peek() {
                TokenKind::Word(Word::In) => {
                    "names stand for all numbers from 0 on: write `forall x: x in S implies ...`, `exists x: x in S and ...`"
                }
                TokenKind::Name => "write `,` between the names, and `:` after the last",
                _ => "write `:` after the names, as in `forall x, y: x + y == y + x`",
            };
            return Err(self.fail(format!("`:` is missing before {found}"), cure));
        }
        let body = self.expr_from(self.loosest())?;
        let span = start..body.expr.span.end;
        self.tree(ExprKind::Quantified(quantifier, names, Box::new(body.expr)), span, body.depth)
    }

    /// `x`, `x[i]`, `x[i..j]`, `x[i][j]`.
    fn indexed(&mut self) -> Result<Tree, Failed> {
        let mut tree = self.primary()?;
        while self.eat(TokenKind::Open(Bracket::Square)) {
            let start = tree.expr.span.start;
            let (from, to, slice, below) = self.index()?;
            self.close(Bracket::Square)?;
            let span = start..self.last_end();
            let below = below.max(tree.depth);
            let of = Box::new(tree.expr);
            let kind = match (from, slice) {
                (Some(index), false) => ExprKind::Index(of, index),
                (from, _) => ExprKind::Slice(of, from, to),
            };
            tree = self.tree(kind, span, below)?;
        }
        Ok(tree)
    }

    /// What stands in the square brackets: the ends, whether there are dots
    /// between them, and the depth.
    #[expect(clippy::type_complexity, reason = "the four parts are taken apart at once by the one caller")]
    fn index(&mut self) -> Result<(Option<Box<Expr>>, Option<Box<Expr>>, bool, usize), Failed> {
        let tree = if self.peek() == TokenKind::DotDot {
            self.bump();
            if self.peek() == TokenKind::Close(Bracket::Square) {
                return Ok((None, None, true, 0));
            }
            let to = self.expr_from(Strength::Xor)?;
            return Ok((None, Some(Box::new(to.expr)), true, to.depth));
        } else {
            self.expr_from(Strength::Or)?
        };
        Ok(match tree.expr.kind {
            ExprKind::Range(from, to) => (Some(from), to, true, tree.depth),
            _ => (Some(Box::new(tree.expr)), None, false, tree.depth),
        })
    }

    /// An operand without signs and indices.
    fn primary(&mut self) -> Result<Tree, Failed> {
        let span = self.span();
        let kind = match self.peek() {
            TokenKind::Int(value) => ExprKind::Int(value),
            TokenKind::Word(Word::True) => ExprKind::Bool(true),
            TokenKind::Word(Word::False) => ExprKind::Bool(false),
            TokenKind::Name => {
                let name = Name { text: self.slice().to_owned(), span: span.clone() };
                self.bump();
                if !self.eat(TokenKind::Open(Bracket::Round)) {
                    return self.tree(ExprKind::Name(name.text), span, 0);
                }
                let (args, below) = self.list(Bracket::Round)?;
                return self.tree(ExprKind::Call(name, args), span.start..self.last_end(), below);
            }
            TokenKind::Open(Bracket::Round) => {
                self.bump();
                return self.round(span.start);
            }
            TokenKind::Open(Bracket::Curly) => {
                self.bump();
                return self.curly(span.start);
            }
            _ => return Err(self.missing_operand()),
        };
        self.bump();
        self.tree(kind, span, 0)
    }

    /// `(a)` or `(a, b)`, from behind the bracket on.
    fn round(&mut self, start: usize) -> Result<Tree, Failed> {
        if self.peek() == TokenKind::Close(Bracket::Round) {
            return Err(self.fail("there is nothing in these brackets", "write an expression between them"));
        }
        let (mut entries, below) = self.list(Bracket::Round)?;
        let span = start..self.last_end();
        if entries.len() == 1
            && let Some(entry) = entries.pop()
        {
            return Ok(Tree { expr: Expr { kind: entry.kind, span }, depth: below });
        }
        self.tree(ExprKind::Tuple(entries), span, below)
    }

    /// `{...}`, from behind the bracket on.
    fn curly(&mut self, start: usize) -> Result<Tree, Failed> {
        if self.eat(TokenKind::Close(Bracket::Curly)) {
            return self.tree(ExprKind::Set(Vec::new()), start..self.last_end(), 0);
        }
        let first = self.expr_from(Strength::Or)?;
        let mut below = first.depth;
        let mut qualifiers = Vec::new();
        loop {
            if self.eat_word(Word::For) {
                let names = self.loop_names()?;
                let set = self.expr_from(Strength::Or)?;
                below = below.max(set.depth);
                qualifiers.push(Qualifier::For(names, set.expr));
            } else if self.eat_word(Word::If) {
                let condition = self.expr_from(Strength::Or)?;
                below = below.max(condition.depth);
                qualifiers.push(Qualifier::If(condition.expr));
            } else {
                break;
            }
        }
        if qualifiers.is_empty() {
            let mut members = vec![first.expr];
            while self.eat(TokenKind::Comma) {
                let member = self.expr_from(Strength::Or)?;
                below = below.max(member.depth);
                members.push(member.expr);
            }
            self.close(Bracket::Curly)?;
            return self.tree(ExprKind::Set(members), start..self.last_end(), below);
        }
        self.close(Bracket::Curly)?;
        let kind = ExprKind::Comprehension(Box::new(first.expr), qualifiers);
        self.tree(kind, start..self.last_end(), below)
    }

    /// Expressions up to the closing bracket, which is taken too; and the depth
    /// of the deepest.
    pub(super) fn list(&mut self, bracket: Bracket) -> Result<(Vec<Expr>, usize), Failed> {
        let mut entries = Vec::new();
        let mut below = 0;
        if self.eat(TokenKind::Close(bracket)) {
            return Ok((entries, below));
        }
        loop {
            let entry = self.expr_from(self.loosest())?;
            below = below.max(entry.depth);
            entries.push(entry.expr);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.close(bracket)?;
        Ok((entries, below))
    }

    /// Takes the closing bracket.
    pub(super) fn close(&mut self, bracket: Bracket) -> Result<(), Failed> {
        if self.eat(TokenKind::Close(bracket)) { Ok(()) } else { Err(self.unexpected_in(bracket)) }
    }
}
