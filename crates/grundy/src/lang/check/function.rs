//! The functions of the language by their names.

use super::{Checker, Class};
use crate::lang::ast::{Expr, Name};
use crate::lang::ir::{Fold, IntFunction};
use crate::ruleset::Span;

/// What a function gives and takes.
#[derive(Clone, Copy, Debug)]
pub(in crate::lang) enum Function {
    /// A number from this many numbers.
    Int(IntFunction, usize),
    /// A number from any count of numbers and sets of numbers.
    Fold(Fold),
    /// `is_prime`: a condition from a number.
    IsPrime,
    /// A set.
    Set(SetFunction),
    /// `len`: how many entries a list has.
    Len,
    /// A list, with as many arguments.
    Seq(SeqFunction, usize),
}

/// The functions that give lists.
#[derive(Clone, Copy, Debug)]
pub(in crate::lang) enum SeqFunction {
    Set,
    Drop,
    Insert,
    Sort,
}

/// The functions that give sets.
#[derive(Clone, Copy, Debug)]
pub(in crate::lang) enum SetFunction {
    Digits,
    NonZero,
    Divisors,
    PrimeFactors,
    Union,
    Partitions,
    Powers,
}

/// Every function of the language.
pub(in crate::lang) const FUNCTIONS: [(&str, Function); 28] = [
    ("min", Function::Fold(Fold::Min)),
    ("max", Function::Fold(Fold::Max)),
    ("sum", Function::Fold(Fold::Sum)),
    ("count", Function::Fold(Fold::Count)),
    ("gcd", Function::Fold(Fold::Gcd)),
    ("lcm", Function::Fold(Fold::Lcm)),
    ("bitand", Function::Fold(Fold::BitAnd)),
    ("bitor", Function::Fold(Fold::BitOr)),
    ("abs", Function::Int(IntFunction::Abs, 1)),
    ("isqrt", Function::Int(IntFunction::Isqrt, 1)),
    ("iroot", Function::Int(IntFunction::Iroot, 2)),
    ("ilog", Function::Int(IntFunction::Ilog, 2)),
    ("popcount", Function::Int(IntFunction::Popcount, 1)),
    ("bit_length", Function::Int(IntFunction::BitLength, 1)),
    ("trailing_zeros", Function::Int(IntFunction::TrailingZeros, 1)),
    ("is_prime", Function::IsPrime),
    ("digits", Function::Set(SetFunction::Digits)),
    ("nonzero", Function::Set(SetFunction::NonZero)),
    ("divisors", Function::Set(SetFunction::Divisors)),
    ("prime_factors", Function::Set(SetFunction::PrimeFactors)),
    ("union", Function::Set(SetFunction::Union)),
    ("partitions", Function::Set(SetFunction::Partitions)),
    ("powers", Function::Set(SetFunction::Powers)),
    ("len", Function::Len),
    ("set", Function::Seq(SeqFunction::Set, 3)),
    ("drop", Function::Seq(SeqFunction::Drop, 2)),
    ("insert", Function::Seq(SeqFunction::Insert, 3)),
    ("sort", Function::Seq(SeqFunction::Sort, 1)),
];

/// The infinite sets that go by a name alone.
pub(in crate::lang) const INFINITE_SETS: [&str; 6] =
    ["primes", "squares", "cubes", "triangular", "factorials", "fibonacci"];

/// What a claim may speak of.
const ABOUT_CLAIMS: &str = "whatever the rule calls them, a claim knows the position as n, its value as g, and P (the player to move at n loses); it knows no parameter and no other position";

/// What other languages call by this name, in this one.
fn elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "range" => "write `a..b`, which holds both ends",
        "floor" | "int" => "leave it out: `/` rounds down",
        "ceil" => "write `(a + b - 1) / b` for a / b rounded up",
        "sqrt" => "write `isqrt(n)`",
        "pow" => "write `a ** b`",
        "mod" => "write `a % b`",
        "log" | "log2" => "write `ilog(n, 2)`",
        "length" => "write `len(s)` for a seq, `count(S)` for a set",
        "size" => "write `count(S)`",
        "xor" => "write `a xor b`",
        "isprime" => "write `is_prime(n)`",
        "factors" => "write `divisors(n)` or `prime_factors(n)`",
        "not" => "write `not a`",
        _ => return None,
    })
}

/// Looks a function up.
pub(super) fn function(name: &str) -> Option<Function> {
    FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
}

impl Checker {
    /// The function of this name, or an error that names the nearest one.
    pub(super) fn function(&mut self, name: &Name) -> Option<Function> {
        let found = function(&name.text);
        if found.is_none() {
            if self.tags().any(|tag| tag == name.text) {
                self.error(
                    &name.span,
                    format!("the position `{}(...)` where a number or a set is wanted", name.text),
                    "a tagged position is an option by itself, or a component of a sum: [open(a), b]",
                );
            } else if INFINITE_SETS.contains(&name.text.as_str()) {
                self.error(
                    &name.span,
                    format!("`{}` is a set, not a function", name.text),
                    format!("write `{}` without brackets", name.text),
                );
            } else {
                let known = FUNCTIONS.iter().map(|(name, _)| *name);
                let cure = match (elsewhere(&name.text), nearest(&name.text, known)) {
                    _ if self.in_claim && ["g", "P"].contains(&name.text.as_str()) => ABOUT_CLAIMS.to_owned(),
                    (Some(cure), _) => cure.to_owned(),
                    (None, Some(near)) => format!("did you mean `{near}`?"),
                    (None, None) => "docs/language.md lists the functions".to_owned(),
                };
                self.error(&name.span, format!("there is no function `{}`", name.text), cure);
            }
        }
        found
    }

    /// Requires a count of arguments.
    pub(super) fn arguments(
        &mut self,
        name: &Name,
        arguments: &[Expr],
        least: usize,
        most: usize,
        span: &Span,
    ) -> bool {
        let count = arguments.len();
        if (least..=most).contains(&count) {
            return true;
        }
        let wanted = match (least, most) {
            (1, 1) => "one argument".to_owned(),
            (least, most) if least == most => format!("{least} arguments"),
            (least, most) => format!("{least} or {most} arguments"),
        };
        let form = match name.text.as_str() {
            "digits" => "digits(n) or digits(n, base)",
            "iroot" => "iroot(n, k)",
            "ilog" => "ilog(n, base)",
            "partitions" => "partitions(n, parts)",
            "union" => "union(S, T)",
            "powers" => "powers(base)",
            "nonzero" => "nonzero(S)",
            "len" => "len(s)",
            "set" => "set(s, i, v): the seq s with v at the place i; a set of numbers is written {1, 3}",
            "drop" => "drop(s, i): the seq s without the entry at i",
            "insert" => "insert(s, i, v): the seq s with v before the entry at i",
            "sort" => "sort(s)",
            _ => "one number in the brackets",
        };
        self.error(span, format!("`{}` takes {wanted}, not {count}", name.text), format!("write {form}"));
        false
    }

    /// Reports a name that is not in force.
    pub(super) fn unknown_name(&mut self, name: &str, span: &Span) {
        if self.scope.missed(name) {
            return;
        }
        let message = format!("the name `{name}` is not known here");
        if self.scope.was_bound(name) {
            return self.error(span, message, "each alternative needs its own `for`");
        }
        if function(name).is_some() {
            return self.error(span, format!("`{name}` is a function"), format!("write `{name}(...)`"));
        }
        if self.in_claim {
            return self.error(span, message, ABOUT_CLAIMS);
        }
        let known = self.scope.names().chain(INFINITE_SETS);
        let cure = match nearest(name, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("bind it with `for {name} in ...`, or before the rule with `let {name} = ...`"),
        };
        self.error(span, message, cure);
    }

    /// What an expression stands for, by its form; reports nothing.
    pub(in crate::lang) fn class(&mut self, expr: &Expr) -> Class {
        use crate::lang::ast::{BinaryOp, ExprKind, UnaryOp};
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Unary(UnaryOp::Neg, _) | ExprKind::Index(..) => Class::Number,
            ExprKind::Bool(_)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::Quantified(..)
            | ExprKind::Unary(UnaryOp::Not, _) => Class::Condition,
            ExprKind::Set(_) | ExprKind::Comprehension(..) | ExprKind::Range(..) => Class::Set,
            ExprKind::Slice(..) => Class::Seq,
            ExprKind::Tuple(_) => Class::Tuple,
            ExprKind::Binary(op, ..) => match op {
                BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff => Class::Condition,
                BinaryOp::Without => Class::Set,
                _ => Class::Number,
            },
            ExprKind::Name(name) => match self.scope.look_up(name) {
                Some(super::scope::Binding::Local(_)) => Class::Number,
                Some(super::scope::Binding::Parameter(_, info)) => info.class,
                Some(super::scope::Binding::Seq) => Class::Seq,
                None if INFINITE_SETS.contains(&name.as_str()) => Class::Set,
                None => Class::Unknown,
            },
            ExprKind::Call(name, _) => match function(&name.text) {
                Some(Function::Int(..) | Function::Fold(_) | Function::Len) => Class::Number,
                Some(Function::IsPrime) => Class::Condition,
                Some(Function::Set(_)) => Class::Set,
                Some(Function::Seq(..)) => Class::Seq,
                None if self.tags().any(|tag| tag == name.text) => Class::Tagged,
                None => Class::Unknown,
            },
            ExprKind::Error => Class::Unknown,
        }
    }
}

/// The candidate that differs least from `name`, if it is near enough to be meant.
pub(super) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    // A third of the letters may be wrong, and a name of one letter means nothing.
    let most = (name.chars().count() / 3).max(1);
    let near = candidates
        .filter(|candidate| candidate.len() > 1)
        .map(|candidate| (strsim::osa_distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min()?;
    Some(near.1.to_owned())
}
