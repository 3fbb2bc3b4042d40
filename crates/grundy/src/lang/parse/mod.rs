//! From text to tree: a parser by recursive descent, written by hand.
//!
//! A parser library was weighed and left out, for three reasons. The language
//! refuses near misses (`^`, `2k`, `=`) at the very token, each with its own
//! cure, and reads on as if the right thing stood there; line ends are blanks
//! or not by what stands around them; and rows are cut into cells where all
//! else is cut into words. With a library each of these is a workaround, and
//! the messages are the library's. Here they are a few plain functions.
//!
//! **Errors.** A function that cannot go on reports once and returns
//! [`Failed`]; whoever started the clause or the alternative then skips to the
//! next `|`, `;` or line end outside brackets and leaves
//! [`ExprKind::Error`](super::ast::ExprKind::Error) in the tree. Nothing is
//! reported about what was skipped, so that one mistake is one diagnostic.
//!
//! **Depth.** Brackets and expressions deeper than [`MAX_DEPTH`] are errors,
//! so that neither the parser nor anything that walks the tree can run out of
//! stack.
//!
//! What names mean, and which kinds of values fit where, is the checker's
//! business, not the parser's.

mod clause;
mod code;
mod expr;
mod header;
mod operator;
mod option;
mod pattern;
mod refused;
mod row;

use super::ast::{Body, Clause, Code, Expr, ExprKind, Name, Program};
use super::diagnostic::Diagnostic;
use super::lex::{Token, TokenKind, lex, lex_formula, note, shorten};
use super::words::{FORMULA_WORDS, Word, is_function};
use crate::ruleset::Span;

/// The longest text of a rule: 4 MiB, enough for a set of a hundred thousand
/// pairs.
const MAX_TEXT: usize = 4 << 20;

/// The deepest expression.
const MAX_DEPTH: usize = 200;

/// How many diagnostics are kept; a text that is wrong in more places is
/// probably no rule at all.
const MAX_DIAGNOSTICS: usize = 100;

/// The tree of a rule's text and everything that is wrong with its grammar, in
/// the order of the text; at most a hundred diagnostics.
///
/// The text is usable if there is no diagnostic. Otherwise the tree holds what
/// could be read: a clause without a readable left side is left out, an
/// alternative that could not be read offers
/// [`ExprKind::Error`](super::ast::ExprKind::Error), and what was refused with a
/// cure stands as if the cure had been taken. All places lie within the text,
/// on character boundaries. It takes time proportional to the length of the
/// text and never panics.
///
/// # Examples
///
/// ```
/// use grundy::lang::parse;
///
/// let (_, diagnostics) = parse("n -> n - s for s in {1, 3, 4}");
/// assert!(diagnostics.is_empty());
///
/// let (_, diagnostics) = parse("n -> n - 2^k for k in 0..");
/// assert_eq!(diagnostics[0].span, 10..11);
/// assert_eq!(diagnostics[0].message, "`^` has two meanings");
/// ```
#[must_use]
pub fn parse(text: &str) -> (Program, Vec<Diagnostic>) {
    if text.len() > MAX_TEXT {
        let error = Diagnostic::error(0..0, "this text is longer than 4 MiB");
        return (
            Program::default(),
            vec![error.with_cure("a rule is a line or a few; is this the right file?")],
        );
    }
    let mut diagnostics = Vec::new();
    let tokens = lex(text, &mut diagnostics);
    let mut parser = Parser { text, tokens, at: 0, depth: 0, formula: false, diagnostics };
    let program = parser.program();
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
    diagnostics.truncate(MAX_DIAGNOSTICS);
    (program, diagnostics)
}

/// The tree of a single expression and everything that is wrong with its grammar.
///
/// As [`parse`]; what follows the expression is an error.
pub(super) fn parse_expression(text: &str) -> (Expr, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let tokens = lex(text, &mut diagnostics);
    expression(Parser { text, tokens, at: 0, depth: 0, formula: false, diagnostics })
}

/// The tree of a formula and everything that is wrong with its grammar: an expression with the words of formulas.
pub(super) fn parse_formula(text: &str) -> (Expr, Vec<Diagnostic>) {
    if text.len() > MAX_TEXT {
        let error = Diagnostic::error(0..0, "this text is longer than 4 MiB");
        let nothing = Expr { kind: ExprKind::Error, span: 0..0 };
        return (nothing, vec![error.with_cure("a formula is a line or a few")]);
    }
    let mut diagnostics = Vec::new();
    let tokens = lex_formula(text, &mut diagnostics);
    expression(Parser { text, tokens, at: 0, depth: 0, formula: true, diagnostics })
}

fn expression(mut parser: Parser<'_>) -> (Expr, Vec<Diagnostic>) {
    while parser.eat(TokenKind::Separator) {}
    let expr = parser.expr();
    while parser.eat(TokenKind::Separator) {}
    if expr.is_ok() && parser.peek() != TokenKind::End {
        let cure = match parser.peek() {
            TokenKind::Comma => "write a set in braces, as in `{1, 3}`, and `and` between conditions",
            TokenKind::Colon => "a colon stands after the names of `forall` and `exists`",
            _ => "take out what follows it",
        };
        parser.fail("one expression is wanted here", cure);
    }
    let expr = expr.unwrap_or(Expr { kind: ExprKind::Error, span: 0..parser.text.len() });
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end));
    diagnostics.truncate(MAX_DIAGNOSTICS);
    (expr, diagnostics)
}

/// What could not be read, and was reported.
struct Failed;

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    /// The next token; never beyond the last, which is the end of the text.
    at: usize,
    /// How many expressions are being read, one inside the other.
    depth: usize,
    /// Whether the text is a formula, which has words of its own.
    formula: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Parser<'_> {
    fn program(&mut self) -> Program {
        let mut headers = Vec::new();
        let mut clauses: Vec<Clause> = Vec::new();
        let mut code: Option<Code> = None;
        // What came so far decides what may still come.
        let mut after_clause = false;
        let mut after_code = false;
        loop {
            let span = self.span();
            match self.peek() {
                TokenKind::End => break,
                TokenKind::Separator => self.bump(),
                TokenKind::Word(word) if word.starts_header() => {
                    if after_clause || after_code {
                        self.report(span, "headers stand before the rule", "move it to the front");
                    }
                    headers.extend(self.header(word));
                }
                TokenKind::Code => {
                    if after_clause || after_code {
                        self.report(span.clone(), "a code stands alone", "write either a code or clauses");
                    }
                    after_code = true;
                    self.bump();
                    match code::read(self.text, &span) {
                        Ok(read) => code = code.or(Some(read)),
                        Err(error) => note(&mut self.diagnostics, error),
                    }
                    self.end_of_code();
                }
                _ => {
                    if after_code {
                        self.report(span, "nothing can follow a code", "write either a code or clauses");
                        self.skip_clause();
                        continue;
                    }
                    after_clause = true;
                    clauses.extend(self.clause());
                }
            }
        }
        let body = match code {
            Some(code) if !after_clause => Body::Code(code),
            _ => Body::Clauses(clauses),
        };
        if self.diagnostics.is_empty() && body == Body::Clauses(Vec::new()) {
            let span = self.span();
            self.report(
                span,
                "there is no rule here",
                "write a position, `->` and its options, as in `n -> 0..n-1`",
            );
        }
        Program { headers, body }
    }

    /// What stands after a code on its line.
    fn end_of_code(&mut self) {
        if !matches!(self.peek(), TokenKind::Separator | TokenKind::End) {
            if self.peek() != TokenKind::Bad {
                let span = self.span();
                self.report(
                    span,
                    "nothing can follow a code",
                    "write the code without blanks, and nothing after it",
                );
            }
            self.skip_clause();
        }
    }

    fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn peek(&self) -> TokenKind {
        self.token().kind
    }

    /// The kind of the token `ahead` places after the next.
    fn peek_at(&self, ahead: usize) -> TokenKind {
        self.tokens.get(self.at + ahead).map_or(TokenKind::End, |token| token.kind)
    }

    fn span(&self) -> Span {
        self.token().span.clone()
    }

    /// Where the last token taken ends.
    fn last_end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |last| self.tokens[last].span.end)
    }

    /// Goes to the next token; the end of the text stays.
    fn bump(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    /// Takes the next token if it is of this kind.
    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.peek() == kind;
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: Word) -> bool {
        self.eat(TokenKind::Word(word))
    }

    /// The text of the next token.
    fn slice(&self) -> &str {
        self.text.get(self.span()).unwrap_or_default()
    }

    fn report(&mut self, span: Span, message: impl Into<String>, cure: impl Into<String>) {
        note(&mut self.diagnostics, Diagnostic::error(span, message).with_cure(cure));
    }

    /// An error at the next token, unless that was reported already.
    fn fail(&mut self, message: impl Into<String>, cure: impl Into<String>) -> Failed {
        if self.peek() != TokenKind::Bad {
            let span = self.span();
            self.report(span, message, cure);
        }
        Failed
    }

    /// Skips to the next `;` or line end that parts clauses.
    fn skip_clause(&mut self) {
        while !matches!(self.peek(), TokenKind::Separator | TokenKind::End) {
            self.bump();
        }
    }

    /// Skips to the next `|`, `;` or line end outside brackets.
    fn skip_alternative(&mut self) {
        while !self.at_alternative_end() {
            self.bump();
        }
    }

    fn at_alternative_end(&self) -> bool {
        match self.peek() {
            TokenKind::Separator | TokenKind::End => true,
            TokenKind::Pipe => self.token().depth == 0,
            _ => false,
        }
    }

    /// A name that the text brings in. A word or a function in its place is an
    /// error but read as a name.
    fn new_name(&mut self, what: &str) -> Result<Name, Failed> {
        let name = Name { text: self.slice().to_owned(), span: self.span() };
        let taken = match self.peek() {
            TokenKind::Name if is_function(&name.text) => Some("a function"),
            TokenKind::Name if self.formula && FORMULA_WORDS.contains(&&*name.text) => {
                Some("a word of formulas")
            }
            TokenKind::Name => None,
            TokenKind::Word(word) if !word.stands_between() => Some("a word of the language"),
            _ => {
                let found = self.found();
                return Err(self.fail(format!("{what} is missing before {found}"), "write a name, as in `n`"));
            }
        };
        if let Some(taken) = taken {
            let message = format!("`{}` is {taken} and cannot be a name", name.text);
            self.report(name.span.clone(), message, "choose another name");
        }
        self.bump();
        Ok(name)
    }

    /// The next token in words.
    fn found(&self) -> String {
        match self.peek() {
            TokenKind::End => "the end of the text".to_owned(),
            TokenKind::Separator if !self.slice().starts_with(';') && !self.slice().starts_with('；') => {
                "the end of the line".to_owned()
            }
            _ => format!("`{}`", shorten(self.slice())),
        }
    }
}
