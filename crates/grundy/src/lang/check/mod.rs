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
mod seq;
mod set;
mod shapes;
mod solve_where;
mod statement;

pub use headers::Headers;

pub(in crate::lang) use function::INFINITE_SETS;
pub(in crate::lang) use scope::Scope;
pub(in crate::lang) use solve_where::names_in;

use super::ast;
use super::diagnostic::Diagnostic;
use super::ir;
use crate::ruleset::Span;
use crate::theory::Play;
use shapes::Positions;

/// How many diagnostics are kept.
const MAX_DIAGNOSTICS: usize = 100;

/// What a text turned out to be.
pub(super) struct Checked<'a> {
    /// The headers that people read.
    pub(super) headers: Headers,
    /// How it is played.
    pub(super) play: Play,
    /// The rule itself.
    pub(super) body: Body<'a>,
}

/// The rule itself, by its kind.
pub(super) enum Body<'a> {
    /// Heaps, coins, tuples, tags, seqs.
    Program(ir::Program),
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
    /// A tagged position.
    Tagged,
    /// A list.
    Seq,
    /// An error was or will be reported.
    Unknown,
}

/// The state of checking: the names known so far and what there is to say.
pub(in crate::lang) struct Checker {
    pub(in crate::lang) scope: Scope,
    pub(in crate::lang) diagnostics: Vec<Diagnostic>,
    /// What the rule's positions look like.
    positions: Positions,
    /// How the rule is played.
    play: Play,
    /// Whether a claim is checked, where other advice is right.
    in_claim: bool,
}

/// Checks a whole rule. `replaced` gives parameters other values than their
/// `let`s do; `play` is how the rule is played if no header says more.
///
/// Returns nothing checked if there is an error among the diagnostics.
pub(super) fn check<'a>(
    program: &'a ast::Program,
    replaced: &[(String, ast::Expr)],
    play: Play,
) -> (Option<Checked<'a>>, Vec<Diagnostic>) {
    let mut checker = Checker { play, ..Checker::new() };
    let headers = checker.headers(&program.headers);
    let parameters = checker.parameters(&program.headers, replaced);
    let body = match &program.body {
        ast::Body::Code(code) => {
            checker.refuse_parameters(&program.headers, "a take-and-break code has no parameters");
            Some(Body::Code(code))
        }
        ast::Body::Clauses(clauses) => checker.clauses(clauses, parameters, &program.headers),
    };
    let play = checker.play;
    let mut diagnostics = checker.into_diagnostics();
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    (body.map(|body| Checked { headers, play, body }), diagnostics)
}

impl Checker {
    /// A checker that knows no name yet.
    pub(in crate::lang) fn new() -> Checker {
        Checker {
            scope: Scope::default(),
            diagnostics: Vec::new(),
            positions: Positions::Numbers,
            play: Play::Normal,
            in_claim: false,
        }
    }

    /// A checker of a claim, which knows `n` and `g`.
    pub(in crate::lang) fn of_claim() -> Checker {
        let mut checker = Checker { in_claim: true, ..Checker::new() };
        checker.scope.bind("n");
        checker.scope.bind("g");
        checker
    }

    /// A checker of a formula, which knows these names.
    pub(in crate::lang) fn of_formula<'n>(names: impl IntoIterator<Item = &'n str>) -> Checker {
        let mut checker = Checker::new();
        names.into_iter().for_each(|name| _ = checker.scope.bind(name));
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
        let (kind, shapes) = match kind {
            KindName::Seq => {
                self.positions = Positions::Seqs;
                (ir::Kind::Seq, Vec::new())
            }
            KindName::Coins => self.coin_shapes(clauses)?,
            KindName::Numbers | KindName::Row => self.shapes(clauses)?,
        };
        let checked: Vec<ir::Clause> = clauses.iter().filter_map(|clause| self.clause(clause)).collect();
        if checked.len() < clauses.len() {
            return None;
        }
        self.warn_of_unused_parameters();
        let slots = self.scope.take_slots();
        Some(Body::Program(ir::Program { parameters, clauses: checked, kind, shapes, slots }))
    }

    fn clause(&mut self, clause: &ast::Clause) -> Option<ir::Clause> {
        let mark = self.scope.mark();
        let (shape, guard, alternatives) = match &clause.kind {
            ast::ClauseKind::Pattern { pattern, guard, alternatives, .. } => {
                let tag = pattern.tag.as_ref().map(|tag| tag.text.as_str());
                (self.shape(tag, &pattern.names), guard, alternatives)
            }
            ast::ClauseKind::Coins { coin, guard, alternatives } => {
                (self.shape(None, coin), guard, alternatives)
            }
            ast::ClauseKind::Seq { name, guard, alternatives } => {
                let shape = self.seq_shape(name);
                (shape, guard, alternatives)
            }
            ast::ClauseKind::Row { .. } => return None,
        };
        let guard_checked = guard.as_ref().map(|guard| self.condition(guard));
        let checked: Vec<ir::Alternative> =
            alternatives.iter().filter_map(|alternative| self.alternative(alternative)).collect();
        self.scope.release(mark);
        self.scope.name_seq(None);
        self.scope.forget_former();
        let guard = match guard_checked {
            Some(guard) => Some(guard?),
            None => None,
        };
        (checked.len() == alternatives.len()).then_some(())?;
        Some(ir::Clause { shape: shape?, guard, alternatives: checked, span: clause.span.clone() })
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
