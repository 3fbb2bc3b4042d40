//! What is said about a token that cannot stand where it stands.
//!
//! The forms that are refused whatever stands around them are the lexer's.

use super::super::ast::{BinaryOp, CompareOp, Expr, ExprKind, OptionExpr, Qualifier};
use super::super::lex::{Bracket, TokenKind, shorten};
use super::super::words::{Word, is_function};
use super::{Failed, Parser};

impl Parser<'_> {
    /// Reports the operator that is next if it is one of another language; it
    /// is read as what it means there.
    pub(super) fn refuse_operator(&mut self) {
        match self.peek() {
            // A refused sign that is read as `=` was reported already.
            TokenKind::Assign if self.slice() == "=" => {
                self.fail("`=` does not compare", "write `==`");
                // `= =` is one mistake.
                if self.peek_at(1) == TokenKind::Assign {
                    self.bump();
                }
            }
            TokenKind::Name if self.slice() == "mod" => {
                self.fail("`mod` is not in the language", "write `%`");
            }
            TokenKind::Name if self.slice() == "div" => {
                self.fail("`div` is not in the language", "write `/`, which rounds down");
            }
            _ => {}
        }
    }

    /// The next token cannot start an expression.
    pub(super) fn missing_operand(&mut self) -> Failed {
        let found = self.found();
        match self.peek() {
            TokenKind::Pipe if self.token().depth > 0 => self.pipe_in_brackets(),
            TokenKind::Plus => self.fail("a number takes no `+` sign", "take it out"),
            TokenKind::DotDot => self.fail("a range needs a left end", "write it, as in `0..n`"),
            TokenKind::Open(Bracket::Square) => self.fail(
                "`[...]` is a sum of positions and cannot stand inside an expression",
                "write `{...}` for a set, `(...)` for brackets",
            ),
            TokenKind::Word(word) if !word.stands_between() => self.fail(
                format!("{found} is a word of the language and cannot be a name"),
                "choose another name",
            ),
            TokenKind::Text => self.fail(
                "a text in quotes stands in `title`, `source` and `example` only",
                "write a number or a name",
            ),
            TokenKind::Code => self.fail("a code stands alone", "write either a code or clauses"),
            TokenKind::Separator if self.slice() == "\n" => self.fail(
                format!("an expression is missing before {found}"),
                "go on in the same line, or put the expression in brackets",
            ),
            _ => self.fail(
                format!("an expression is missing before {found}"),
                "write a number, a name or an expression in brackets",
            ),
        }
    }

    /// The next token cannot stand after a whole expression outside brackets.
    pub(super) fn unexpected_after_expr(&mut self) -> Failed {
        if let Some(failed) = self.missing_operator() {
            return failed;
        }
        let found = self.found();
        match self.peek() {
            TokenKind::Bang => {
                self.fail("`!` is not in the language", "write `not` before a condition, `!=` to compare")
            }
            TokenKind::Arrow => {
                self.fail("a second `->` in one clause", "part clauses with `;` or a new line")
            }
            _ => self.fail(format!("{found} cannot stand here"), "end the expression before it"),
        }
    }

    /// The next token cannot stand after an alternative that reads so far.
    pub(super) fn unexpected_after_alternative(
        &mut self,
        option: &OptionExpr,
        qualifiers: &[Qualifier],
    ) -> Failed {
        if let Some(failed) = self.word_meant() {
            return failed;
        }
        if self.peek() != TokenKind::Comma {
            let after_sum = qualifiers.is_empty() && !matches!(option, OptionExpr::Position(_));
            if after_sum && self.peek() != TokenKind::Arrow {
                return self.fail(
                    "a sum `[...]` stands alone",
                    "write every component between its brackets, and other options after `|`",
                );
            }
            return self.unexpected_after_expr();
        }
        let cure = match qualifiers.last() {
            None => "write `[a, b]` for a sum, `|` between options",
            Some(Qualifier::For(..)) => "write a `for` for each name, as in `for a in S for b in T`",
            Some(_) => "write `and` between conditions",
        };
        self.fail("a comma cannot stand here", cure)
    }

    /// The next token can stand neither inside these brackets nor close them.
    pub(super) fn unexpected_in(&mut self, bracket: Bracket) -> Failed {
        if let Some(failed) = self.missing_operator() {
            return failed;
        }
        let found = self.found();
        match (self.peek(), bracket) {
            (TokenKind::Pipe, Bracket::Curly) => self.fail(
                "`|` cannot stand in brackets",
                "write `{e for x in S if c}` for a set, `bitor(a, b)` for numbers",
            ),
            (TokenKind::Pipe, _) => self.pipe_in_brackets(),
            (TokenKind::Word(Word::Where), Bracket::Curly) => {
                self.fail("a set has no `where`", "write `{e for x in S if c}`")
            }
            (TokenKind::Word(word), _) if word.starts_qualifier() => self.fail(
                format!("{found} cannot stand in these brackets"),
                format!(
                    "close them first with `{}`, or write a set, `{{e for x in S if c}}`",
                    bracket.closing()
                ),
            ),
            (TokenKind::Semicolon, _) => {
                self.fail("`;` cannot stand here", "write `,` between entries, `[p; k]` for k copies of p")
            }
            (TokenKind::Bang, _) => self.unexpected_after_expr(),
            _ => self.fail(
                format!("`,` or `{}` is missing before {found}", bracket.closing()),
                format!("close the bracket with `{}`", bracket.closing()),
            ),
        }
    }

    fn pipe_in_brackets(&mut self) -> Failed {
        self.fail("`|` cannot stand in brackets", "write `bitor(a, b)` for numbers, `or` between conditions")
    }

    /// The next token starts another operand, right after one.
    fn missing_operator(&mut self) -> Option<Failed> {
        let operand = match self.peek() {
            TokenKind::Int(_) | TokenKind::Name | TokenKind::Open(_) => true,
            TokenKind::Word(word) => matches!(word, Word::True | Word::False),
            _ => false,
        };
        if !operand {
            return None;
        }
        if self.slice() == "else" {
            return Some(self.fail(
                "`else` is not in the language",
                "write the other option after `|`, with an `if` of its own",
            ));
        }
        if let Some(failed) = self.word_meant() {
            return Some(failed);
        }
        let before = self.at.checked_sub(1).and_then(|last| self.text.get(self.tokens[last].span.clone()));
        if let Some(function) = before.filter(|before| is_function(before)) {
            let cure = format!("write `{function}(...)`");
            return Some(self.fail("the arguments of a function stand in brackets", cure));
        }
        let found = self.found();
        let cure = if self.token().depth > 0 {
            "write `*` for a product, `,` between entries"
        } else {
            "write `*` for a product, `|` between options"
        };
        Some(self.fail(format!("an operator is missing before {found}"), cure))
    }

    /// The next token is a word, right after an operand, that is not of the language but
    /// that tells what is meant: an English one, or a slip of the pen.
    fn word_meant(&mut self) -> Option<Failed> {
        // What a slip is read as starts a loop or a condition, so an operand follows.
        let operand = matches!(
            self.peek_at(1),
            TokenKind::Name
                | TokenKind::Int(_)
                | TokenKind::Open(Bracket::Round)
                | TokenKind::Word(Word::Not)
        );
        if self.peek() != TokenKind::Name || !operand {
            return None;
        }
        let cure = match self.slice() {
            "to" | "till" | "until" | "upto" | "through" => {
                "write `a..b` for the numbers from a to b, both included".to_owned()
            }
            "is" | "equals" => "write `==`, as in `n % 2 == 0` for an even n".to_owned(),
            "when" => "write `if`".to_owned(),
            "foreach" | "forall" => "write `for`".to_owned(),
            written => {
                let near = |word: &&&str| strsim::osa_distance(written, word) == 1;
                let word = ["for", "where", "and"].iter().find(near)?;
                format!("did you mean `{word}`?")
            }
        };
        let found = self.found();
        Some(self.fail(format!("{found} is no word of the language"), cure))
    }

    /// The next token is not `in`, after the names of a loop.
    pub(super) fn missing_in(&mut self, names: &str) -> Failed {
        let found = self.found();
        let cure = format!("write `for {} in ...`", shorten(names));
        match self.peek() {
            TokenKind::Comma => {
                self.fail("several names of one loop stand in brackets", "write `for (a, b) in ...`")
            }
            _ => self.fail(format!("`in` is missing before {found}"), cure),
        }
    }

    /// Reports an option `a + b` that is meant as a sum of positions: if it adds
    /// tagged positions or tuples, which are no numbers, or numbers that a
    /// `where` of its own says add up to something.
    pub(super) fn refuse_added_positions(&mut self, option: &OptionExpr, qualifiers: &[Qualifier]) {
        let OptionExpr::Position(expr) = option else { return };
        let mut terms = Vec::new();
        added_terms(expr, &mut terms);
        if terms.len() < 2 {
            return;
        }
        let positions = terms.iter().all(|term| match &term.kind {
            ExprKind::Call(name, _) => !is_function(&name.text),
            ExprKind::Tuple(_) => true,
            _ => false,
        });
        let names: Option<Vec<&str>> = terms.iter().map(|term| name_of(term)).collect();
        let split = names.is_some_and(|names| {
            qualifiers.iter().any(|qualifier| match qualifier {
                Qualifier::Where(conditions, _) => {
                    conditions.iter().any(|condition| equates(condition, &names))
                }
                _ => false,
            })
        });
        if positions || split {
            let text = self.text;
            let written: Vec<&str> =
                terms.iter().map(|term| text.get(term.span.clone()).unwrap_or_default()).collect();
            let cure = format!("write `[{}]` to leave them side by side", shorten(&written.join(", ")));
            self.report(expr.span.clone(), "`+` adds numbers, not positions", cure);
        }
    }
}

/// The terms of a sum of numbers, from left to right.
fn added_terms<'e>(expr: &'e Expr, terms: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Add, _, left, right) => {
            added_terms(left, terms);
            added_terms(right, terms);
        }
        _ => terms.push(expr),
    }
}

fn name_of(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

/// Whether the condition says that these names add up to something.
fn equates(condition: &Expr, names: &[&str]) -> bool {
    let ExprKind::Compare(first, rest) = &condition.kind else { return false };
    let [(CompareOp::Eq, second)] = rest.as_slice() else { return false };
    [&**first, second].into_iter().any(|side| {
        let mut terms = Vec::new();
        added_terms(side, &mut terms);
        terms.len() == names.len() && terms.iter().zip(names).all(|(term, name)| name_of(term) == Some(name))
    })
}
