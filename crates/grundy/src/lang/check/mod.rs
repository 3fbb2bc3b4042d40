//! From the syntax tree to the checked rule: names are resolved, numbers,
//! conditions and sets told apart, `where` turned into loops.
//!
//! Checking goes on after an error, so that all errors of a text come at once.
//! What is left out: whether the rule makes sense at each position (that play
//! ends, that numbers stay in range) is found when positions are looked at.

mod alternative;
mod condition;
mod function;
mod headers;
mod number;
mod scope;
mod set;
mod solve_where;

pub use headers::Headers;

pub(in crate::lang) use scope::Scope;

use super::ast;
use super::diagnostic::Diagnostic;
use super::ir;
use crate::ruleset::Span;

/// How many diagnostics are kept.
const MAX_DIAGNOSTICS: usize = 100;

/// What a text turned out to be.
pub(super) struct Checked<'a> {
    /// The headers that people read.
    pub(super) headers: Headers,
    /// The rule itself.
    pub(super) body: Body<'a>,
}

/// The rule itself, by its kind.
pub(super) enum Body<'a> {
    /// Heaps or coins.
    Numbers(ir::Program),
    /// Row clauses, still to be lowered to a row rule.
    Rows(&'a [ast::Clause]),
    /// A take-and-break code.
    Code(&'a ast::Code),
}

/// What an expression stands for, as far as its form tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lang) enum Class {
    /// A number.
    Number,
    /// A condition.
    Condition,
    /// A set.
    Set,
    /// A tuple of numbers.
    Tuple,
    /// An error was or will be reported.
    Unknown,
}

/// The state of checking: the names known so far and what there is to say.
pub(in crate::lang) struct Checker {
    pub(in crate::lang) scope: Scope,
    pub(in crate::lang) diagnostics: Vec<Diagnostic>,
    /// Whether a claim is checked, where other advice is right.
    in_claim: bool,
}

/// Checks a whole rule. `replaced` gives parameters other values than their
/// `let`s do.
///
/// Returns nothing checked if there is an error among the diagnostics.
pub(super) fn check<'a>(
    program: &'a ast::Program,
    replaced: &[(String, ast::Expr)],
) -> (Option<Checked<'a>>, Vec<Diagnostic>) {
    let mut checker = Checker::new();
    let headers = checker.headers(&program.headers);
    let parameters = checker.parameters(&program.headers, replaced);
    let body = match &program.body {
        ast::Body::Code(code) => {
            checker.refuse_parameters(&program.headers, "a take-and-break code has no parameters");
            Some(Body::Code(code))
        }
        ast::Body::Clauses(clauses) => checker.clauses(clauses, parameters, &program.headers),
    };
    let mut diagnostics = checker.into_diagnostics();
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    (body.map(|body| Checked { headers, body }), diagnostics)
}

impl Checker {
    /// A checker that knows no name yet.
    pub(in crate::lang) fn new() -> Checker {
        Checker { scope: Scope::default(), diagnostics: Vec::new(), in_claim: false }
    }

    /// A checker of a claim, which knows `n` and `g`.
    pub(in crate::lang) fn of_claim() -> Checker {
        let mut checker = Checker { in_claim: true, ..Checker::new() };
        checker.scope.bind("n");
        checker.scope.bind("g");
        checker
    }

    /// Everything there is to say.
    pub(in crate::lang) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// Reports an error that has a cure.
    pub(in crate::lang) fn error(
        &mut self,
        span: &Span,
        message: impl Into<String>,
        cure: impl Into<String>,
    ) {
        self.say(Diagnostic::error(span.clone(), message).with_cure(cure));
    }

    /// Says one thing, unless it was said already or there was enough to say.
    pub(in crate::lang) fn say(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports a form of the language that this version does not have.
    fn not_built(&mut self, span: &Span, what: &str) {
        self.error(
            span,
            format!("{what} are not built yet"),
            "this version solves one-heap rules, rows of coins, rows of cells and take-and-break codes",
        );
    }

    fn clauses<'a>(
        &mut self,
        clauses: &'a [ast::Clause],
        parameters: Vec<ir::Parameter>,
        headers: &[ast::Header],
    ) -> Option<Body<'a>> {
        let Some(first) = clauses.first() else {
            self.error(&(0..0), "there is no rule", "write one, such as `n -> n - s for s in {1, 3, 4}`");
            return None;
        };
        let kind = KindName::of(first);
        for clause in &clauses[1..] {
            let other = KindName::of(clause);
            if other != kind {
                self.error(
                    &clause.span,
                    format!("a clause on {} in a rule on {}", other.plural(), kind.plural()),
                    "a rule is of one kind: heaps, tuples and tags, or coins, or rows, or seqs",
                );
                return None;
            }
        }
        if kind == KindName::Row {
            self.refuse_parameters(headers, "a row rule has no use for parameters");
            return Some(Body::Rows(clauses));
        }
        let checked: Vec<ir::Clause> = clauses.iter().filter_map(|clause| self.clause(clause)).collect();
        if checked.len() < clauses.len() {
            return None;
        }
        self.warn_of_unused_parameters();
        let kind = if kind == KindName::Coins { ir::Kind::Coins } else { ir::Kind::Heap };
        let slots = self.scope.take_slots();
        Some(Body::Numbers(ir::Program { parameters, clauses: checked, kind, slots }))
    }

    fn clause(&mut self, clause: &ast::Clause) -> Option<ir::Clause> {
        let (name, guard, alternatives) = match &clause.kind {
            ast::ClauseKind::Pattern { sym, pattern, guard, alternatives } => {
                if let Some(sym) = sym {
                    self.not_built(sym, "`sym` rules");
                    return None;
                }
                if pattern.tag.is_some() {
                    self.not_built(&pattern.span, "tagged positions");
                    return None;
                }
                match pattern.names.as_slice() {
                    [name] => (name, guard, alternatives),
                    _ => {
                        self.not_built(&pattern.span, "rules on tuples");
                        return None;
                    }
                }
            }
            ast::ClauseKind::Coins { coin, guard, alternatives } => match coin.as_slice() {
                [name] => (name, guard, alternatives),
                _ => {
                    self.not_built(&clause.span, "boards of coins");
                    return None;
                }
            },
            ast::ClauseKind::Seq { name, .. } => {
                self.not_built(&name.span, "rules on seqs");
                return None;
            }
            ast::ClauseKind::Row { .. } => return None,
        };
        let mark = self.scope.mark();
        let slot = self.bind(name);
        let guard_checked = guard.as_ref().map(|guard| self.condition(guard));
        let checked: Vec<ir::Alternative> =
            alternatives.iter().filter_map(|alternative| self.alternative(alternative)).collect();
        self.scope.release(mark);
        self.scope.forget_former();
        let guard = match guard_checked {
            Some(guard) => Some(guard?),
            None => None,
        };
        (checked.len() == alternatives.len()).then_some(())?;
        Some(ir::Clause {
            shape: ir::Shape::Number(slot?),
            guard,
            alternatives: checked,
            span: clause.span.clone(),
        })
    }
}

/// The kinds of rules, which do not mix.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KindName {
    Numbers,
    Coins,
    Seq,
    Row,
}

impl KindName {
    fn of(clause: &ast::Clause) -> KindName {
        match clause.kind {
            ast::ClauseKind::Pattern { .. } => KindName::Numbers,
            ast::ClauseKind::Coins { .. } => KindName::Coins,
            ast::ClauseKind::Seq { .. } => KindName::Seq,
            ast::ClauseKind::Row { .. } => KindName::Row,
        }
    }

    const fn plural(self) -> &'static str {
        match self {
            KindName::Numbers => "heaps",
            KindName::Coins => "coins",
            KindName::Seq => "seqs",
            KindName::Row => "rows",
        }
    }
}
