//! The little imperative language that rules are put into, and that is then
//! printed as C++, Rust and Python.
//!
//! It holds what a rule can ask for and nothing else. There are numbers, lists
//! of numbers or of tuples, conditions, and values of positions, which never mix.

use crate::lang::ir::Compare;

/// A number, a list or a condition.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr {
    /// A constant.
    Int(i128),
    /// A local name that stands for a number.
    Var(String),
    /// A constant list with a name of its own.
    Constant(String),
    /// A local name that stands for a list.
    ListVar(String),
    /// `-a`
    Neg(Box<Expr>),
    /// `a op b`
    Binary(Op, Box<Expr>, Box<Expr>),
    /// A function of the support library, whose value is a number or a condition.
    Call(&'static str, Vec<Expr>),
    /// A function of the support library, whose value is a list.
    ListCall(&'static str, Vec<Expr>),
    /// `if condition then a else b`, of numbers.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `true` or `false`.
    Bool(bool),
    /// A comparison.
    Compare(Compare, Box<Expr>, Box<Expr>),
    /// `not a`
    Not(Box<Expr>),
    /// All of these; what follows a false one is not read. Never of fewer than two.
    All(Vec<Expr>),
    /// One of these; what follows a true one is not read. Never of fewer than two.
    Any(Vec<Expr>),
    /// Whether a list has no member.
    IsEmpty(Box<Expr>),
    /// A tuple of numbers, as a member of a list.
    Tuple(Vec<Expr>),
    /// A list put together; the number says how many entries a member has.
    List(Vec<Part>, usize),
    /// The list of the members met on a walk.
    Collect(Vec<Walk>, Box<Expr>),
    /// The list of the numbers from a to b, both included.
    Range(Box<Expr>, Box<Expr>),
}

/// A part of a list, there if the condition holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// One member.
    One(Option<Expr>, Expr),
    /// The members of another list.
    Members(Option<Expr>, Expr),
}

/// Operators on numbers that need no check in any of the languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/` of numbers that are not negative.
    Div,
    /// `%` of numbers that are not negative.
    Rem,
    /// Exclusive or.
    Xor,
    /// Bitwise and.
    BitAnd,
    /// Bitwise or.
    BitOr,
}

/// One step of a walk.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Walk {
    /// A name runs from one number to another, both included.
    Range(String, Expr, Expr),
    /// Names run through the members of a list.
    Each(Vec<String>, Expr),
    /// A name starts with a number and goes on to the next one, without end.
    Endless(String, Expr, Next),
    /// A name gets a value.
    Let(String, Expr),
    /// The walk goes on only if a condition holds.
    Filter(Expr),
}

/// How a walk without end goes on.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Next {
    /// To the number after.
    Successor,
    /// To this number, in which the name stands for the one before.
    Value(Expr),
}

/// The value of a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// Of a heap or coin, from the table.
    Table(Expr),
    /// Of a position of the shape with this index.
    Shape(usize, Vec<Expr>),
    /// Of a list.
    Seq(Expr),
    /// A name that stands for a value.
    Var(String),
    /// The nim-sum of several; 0 of none.
    Sum(Vec<Value>),
    /// The value if the number is odd, else 0.
    IfOdd(Expr, Box<Value>),
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stmt {
    /// A comment of one line.
    Comment(String),
    /// A name gets a number that stays.
    Let(String, Expr),
    /// A name gets a condition that stays.
    LetBool(String, Expr),
    /// A name stands for false until it is set.
    Flag(String),
    /// The flag is set.
    Set(String),
    /// A name stands for a value that is put together, 0 at first.
    LetValue(String),
    /// Another value is added to it.
    AddValue(String, Value),
    /// A condition with what is done if it holds, and if not.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A loop; of [`Walk::Range`], [`Walk::Each`] and [`Walk::Endless`] only.
    Loop(Walk, Vec<Stmt>),
    /// Names run through the entries of the position in every order.
    Orders(Vec<String>, Vec<Stmt>),
    /// The innermost loop ends.
    Break,
    /// An option has this value.
    Option(Value),
}

impl Stmt {
    /// The name that the statement introduces for those after it.
    pub(super) fn declares(&self) -> Option<&str> {
        match self {
            Stmt::Let(name, _) | Stmt::LetBool(name, _) | Stmt::Flag(name) | Stmt::LetValue(name) => {
                Some(name)
            }
            // In Rust its name stands beside the loop.
            Stmt::Loop(Walk::Endless(name, _, Next::Value(_)), _) => Some(name),
            _ => None,
        }
    }
}

impl Expr {
    /// `left op right`, worked out where both are constants.
    pub(super) fn binary(op: Op, left: Expr, right: Expr) -> Expr {
        if let (Expr::Int(a), Expr::Int(b)) = (&left, &right) {
            let value = match op {
                Op::Add => a.checked_add(*b),
                Op::Sub => a.checked_sub(*b),
                Op::Mul => a.checked_mul(*b),
                _ => None,
            };
            if let Some(value) = value {
                return Expr::Int(value);
            }
        }
        match (op, &left, &right) {
            (Op::Add | Op::Sub, _, Expr::Int(0)) => left,
            (Op::Add, Expr::Int(0), _) => right,
            _ => Expr::Binary(op, Box::new(left), Box::new(right)),
        }
    }

    /// `left comparison right`.
    pub(super) fn compare(comparison: Compare, left: Expr, right: Expr) -> Expr {
        Expr::Compare(comparison, Box::new(left), Box::new(right))
    }

    /// All of the conditions; true if there is none.
    pub(super) fn all(conditions: Vec<Expr>) -> Expr {
        let mut parts = Vec::new();
        for condition in conditions {
            match condition {
                Expr::Bool(true) => {}
                Expr::All(inner) => inner.into_iter().for_each(|part| push_once(&mut parts, part)),
                // Nothing after it is read.
                Expr::Bool(false) if parts.is_empty() => return Expr::Bool(false),
                other => push_once(&mut parts, other),
            }
        }
        one_or(parts, Expr::Bool(true), Expr::All)
    }

    /// Any of the conditions; false if there is none.
    pub(super) fn any(conditions: Vec<Expr>) -> Expr {
        let mut parts = Vec::new();
        for condition in conditions {
            match condition {
                Expr::Bool(false) => {}
                Expr::Any(inner) => inner.into_iter().for_each(|part| push_once(&mut parts, part)),
                Expr::Bool(true) if parts.is_empty() => return Expr::Bool(true),
                other => push_once(&mut parts, other),
            }
        }
        one_or(parts, Expr::Bool(false), Expr::Any)
    }

    /// The opposite of a condition.
    pub(super) fn negated(self) -> Expr {
        match self {
            Expr::Bool(value) => Expr::Bool(!value),
            Expr::Not(inner) => *inner,
            Expr::Compare(comparison, left, right) => {
                let opposite = match comparison {
                    Compare::Eq => Compare::Ne,
                    Compare::Ne => Compare::Eq,
                    Compare::Lt => Compare::Ge,
                    Compare::Le => Compare::Gt,
                    Compare::Gt => Compare::Le,
                    Compare::Ge => Compare::Lt,
                };
                Expr::Compare(opposite, left, right)
            }
            other => Expr::Not(Box::new(other)),
        }
    }

    /// Whether this is a list.
    pub(super) fn is_list(&self) -> bool {
        matches!(
            self,
            Expr::Constant(_)
                | Expr::ListVar(_)
                | Expr::ListCall(..)
                | Expr::List(..)
                | Expr::Collect(..)
                | Expr::Range(..)
        )
    }

    /// Whether reading it twice costs nothing worth a name.
    pub(super) fn is_cheap(&self) -> bool {
        match self {
            Expr::Int(_) | Expr::Var(_) => true,
            Expr::Neg(inner) => inner.is_cheap(),
            Expr::Binary(_, left, right) => left.is_cheap() && right.is_cheap(),
            _ => false,
        }
    }
}

fn push_once(parts: &mut Vec<Expr>, part: Expr) {
    if !parts.contains(&part) {
        parts.push(part);
    }
}

fn one_or(mut parts: Vec<Expr>, none: Expr, many: fn(Vec<Expr>) -> Expr) -> Expr {
    match parts.len() {
        0 => none,
        1 => parts.remove(0),
        _ => many(parts),
    }
}

/// The body, done for every way through the walk.
pub(super) fn nest(walk: Vec<Walk>, body: Vec<Stmt>) -> Vec<Stmt> {
    walk.into_iter().rev().fold(body, |body, step| match step {
        Walk::Let(name, value) => {
            let mut all = vec![Stmt::Let(name, value)];
            all.extend(body);
            all
        }
        Walk::Filter(Expr::Bool(true)) => body,
        Walk::Filter(condition) => vec![Stmt::If(condition, body, Vec::new())],
        looped => vec![Stmt::Loop(looped, body)],
    })
}
