//! The syntax tree: what a rule's text says, before names and kinds are checked.
//!
//! The tree covers the whole grammar of docs/language.md. Every node knows its
//! place in the text. After a syntax error the parser goes on with
//! [`ExprKind::Error`] in place of what it could not read, so that all errors
//! of a text come at once.

use crate::ruleset::Span;

/// A whole rule.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The headers in the order of the text.
    pub headers: Vec<Header>,
    /// What follows them.
    pub body: Body,
}

/// What follows the headers.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Clauses; empty after errors only.
    Clauses(Vec<Clause>),
    /// A take-and-break code.
    Code(Code),
}

impl Default for Body {
    fn default() -> Body {
        Body::Clauses(Vec::new())
    }
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A line before the clauses.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// What it says.
    pub kind: HeaderKind,
    /// Its place, the keyword included.
    pub span: Span,
}

/// What a header says.
#[derive(Clone, Debug, PartialEq)]
pub enum HeaderKind {
    /// `title "..."`
    Title(String),
    /// `source "..."`
    Source(String),
    /// `example "..."`
    Example(String),
    /// `let NAME = expr`
    Let(Name, Expr),
    /// `misere`
    Misere,
    /// `loopy`
    Loopy,
}

/// A take-and-break code: `0.77`, `4.3`, `0.[3]`, `0.(16)(33)`.
///
/// The digit at index i belongs to taking i counters; index 0 is the digit
/// before the point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The digits d0, d1, ... before the repeating part.
    pub digits: Vec<u64>,
    /// The digits of the repeating part; empty if there is none.
    pub repeating: Vec<u64>,
    /// Its place.
    pub span: Span,
}

/// One clause.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of clauses.
#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind {
    /// `[sym] pattern guard -> alternatives`
    Pattern {
        /// Where `sym` stands, if it does.
        sym: Option<Span>,
        /// What is matched.
        pattern: Pattern,
        /// The condition after `if`.
        guard: Option<Expr>,
        /// The alternatives; empty for `-> {}`, which the parser leaves as an
        /// alternative that offers an empty set.
        alternatives: Vec<Alternative>,
    },
    /// `coins coin guard -> alternatives`
    Coins {
        /// The coordinates of the coin: one name, or several in brackets.
        coin: Vec<Name>,
        /// The condition after `if`.
        guard: Option<Expr>,
        /// The alternatives.
        alternatives: Vec<Alternative>,
    },
    /// `seq NAME guard -> alternatives`
    Seq {
        /// The sequence's name.
        name: Name,
        /// The condition after `if`.
        guard: Option<Expr>,
        /// The alternatives.
        alternatives: Vec<Alternative>,
    },
    /// `row cells -> cells | cells`
    Row {
        /// What is matched.
        left: Vec<Cell>,
        /// What it may become.
        right: Vec<RowAlternative>,
    },
}

/// One alternative of a row clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowAlternative {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Their place; empty if there are none.
    pub span: Span,
}

/// One item of a row pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What it is.
    pub kind: CellKind,
    /// Its place.
    pub span: Span,
}

/// The items of row patterns; cells are ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// `c`: exactly this cell.
    Exactly(u8),
    /// `c*`: a run of this cell, also none.
    Run(u8),
    /// `?`: any cell.
    Any,
    /// `!c`: a cell that is not this one, or the end.
    Not(u8),
    /// `<`: the left end.
    LeftEnd,
    /// `>`: the right end.
    RightEnd,
}

/// The left side of a clause on heaps, tuples and tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The tag before the brackets.
    pub tag: Option<Name>,
    /// The names; `(n)` is `n`.
    pub names: Vec<Name>,
    /// Its place.
    pub span: Span,
}

/// One alternative: an option and the loops and conditions after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The option.
    pub option: OptionExpr,
    /// What follows it, in the order of the text.
    pub qualifiers: Vec<Qualifier>,
    /// Its place.
    pub span: Span,
}

/// What a move leaves.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionExpr {
    /// `[p, q, ...]`: a sum; `[]` leaves nothing.
    Sum(Vec<Expr>, Span),
    /// `[p; k]`: k copies.
    Copies(Expr, Expr, Span),
    /// A position, or a set that offers each of its members.
    Position(Expr),
}

/// A loop or a condition after an option or inside a set.
#[derive(Clone, Debug, PartialEq)]
pub enum Qualifier {
    /// `for names in expr`
    For(Vec<Name>, Expr),
    /// `if expr`
    If(Expr),
    /// `where expr, expr, ...`; not inside sets.
    Where(Vec<Expr>, Span),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number.
    Int(i128),
    /// `true` or `false`.
    Bool(bool),
    /// A name.
    Name(String),
    /// `name(args)`: a function or a tagged position.
    Call(Name, Vec<Expr>),
    /// `(a, b, ...)`, at least two entries.
    Tuple(Vec<Expr>),
    /// `{a, b, ...}`; a range stands for its members.
    Set(Vec<Expr>),
    /// `{e for ... if ...}`.
    Comprehension(Box<Expr>, Vec<Qualifier>),
    /// `-a` or `not a`.
    Unary(UnaryOp, Box<Expr>),
    /// `a op b`; the span is the operator's.
    Binary(BinaryOp, Span, Box<Expr>, Box<Expr>),
    /// `a < b <= c ...`: at least one comparison.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `x in S` or, if the flag is set, `x not in S`.
    In(Box<Expr>, Box<Expr>, bool),
    /// `a..b` or `a..`.
    Range(Box<Expr>, Option<Box<Expr>>),
    /// `s[i]`.
    Index(Box<Expr>, Box<Expr>),
    /// `s[i..j]`, with either end left out.
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `forall x, y: e` or `exists x: e`; in formulas only.
    Quantified(Quantifier, Vec<Name>, Box<Expr>),
    /// What could not be read; an error was reported.
    Error,
}

/// Of how many numbers something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `forall`
    All,
    /// `exists`
    Some,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `not`
    Not,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `iff`; in formulas only
    Iff,
    /// `implies`; in formulas only
    Implies,
    /// `or`
    Or,
    /// `and`
    And,
    /// `\`: set difference
    Without,
    /// `xor`
    Xor,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, rounding down
    Div,
    /// `%`, with the sign of the divisor
    Rem,
    /// `**`
    Pow,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl ExprKind {
    /// Visits every direct part of an expression, in the order of the text.
    pub(super) fn for_each_child(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Name(_) | ExprKind::Error => {}
            ExprKind::Call(_, parts) | ExprKind::Tuple(parts) | ExprKind::Set(parts) => {
                parts.iter_mut().for_each(visit);
            }
            ExprKind::Comprehension(element, qualifiers) => {
                visit(element);
                for qualifier in qualifiers {
                    match qualifier {
                        Qualifier::For(_, expr) | Qualifier::If(expr) => visit(expr),
                        Qualifier::Where(conditions, _) => conditions.iter_mut().for_each(&mut *visit),
                    }
                }
            }
            ExprKind::Unary(_, operand) | ExprKind::Quantified(_, _, operand) => visit(operand),
            ExprKind::Binary(_, _, left, right)
            | ExprKind::In(left, right, _)
            | ExprKind::Index(left, right) => {
                visit(left);
                visit(right);
            }
            ExprKind::Compare(first, rest) => {
                visit(first);
                rest.iter_mut().for_each(|(_, expr)| visit(expr));
            }
            ExprKind::Range(low, high) => {
                visit(low);
                high.iter_mut().for_each(|expr| visit(expr));
            }
            ExprKind::Slice(seq, from, to) => {
                visit(seq);
                from.iter_mut().chain(to).for_each(|expr| visit(expr));
            }
        }
    }
}
