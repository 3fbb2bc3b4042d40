//! Numbers, conditions, sets and lists.

use super::{ParameterId, Slot, Step};
use crate::ruleset::Span;

/// A list of integers.
#[derive(Clone, Debug, PartialEq)]
pub struct Seq {
    /// What it is.
    pub kind: SeqKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of lists.
#[derive(Clone, Debug, PartialEq)]
pub enum SeqKind {
    /// The position itself.
    Position,
    /// `set(s, i, v)`: the entry at i is v.
    Set(Box<Seq>, Box<Int>, Box<Int>),
    /// `drop(s, i)`: without the entry at i.
    Drop(Box<Seq>, Box<Int>),
    /// `insert(s, i, v)`: v comes before the entry at i, or at the end.
    Insert(Box<Seq>, Box<Int>, Box<Int>),
    /// `s[i..j]`: the entries from i to j, both included; empty if j is i - 1.
    Slice(Box<Seq>, Option<Box<Int>>, Option<Box<Int>>),
    /// `sort(s)`: in ascending order.
    Sort(Box<Seq>),
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub struct Int {
    /// What it is.
    pub kind: IntKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum IntKind {
    /// A constant.
    Const(i128),
    /// A local name.
    Slot(Slot),
    /// A parameter that is a number.
    Parameter(ParameterId),
    /// A condition, counted 1 or 0.
    FromBool(Box<Bool>),
    /// `-a`
    Neg(Box<Int>),
    /// `a op b`
    Binary(IntOp, Box<Int>, Box<Int>),
    /// A function of numbers with a fixed count of arguments.
    Function(IntFunction, Vec<Int>),
    /// A function that folds numbers and members of sets.
    Fold(Fold, Vec<Operand>),
    /// `s[i]`: the entry of a list at i, from 0 on.
    Index(Box<Seq>, Box<Int>),
    /// `len(s)`: how many entries a list has.
    Len(Box<Seq>),
}

/// An argument of a folding function.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// One number.
    Int(Int),
    /// All members of a set of numbers.
    Set(Set),
}

/// Operators on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntOp {
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
    /// `xor`, on two's complement
    Xor,
    /// `<<`
    ShiftLeft,
    /// `>>`, rounding down
    ShiftRight,
}

/// Functions of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntFunction {
    /// `abs(a)`
    Abs,
    /// `isqrt(a)`: the square root, rounded down
    Isqrt,
    /// `iroot(a, k)`: the k-th root, rounded down
    Iroot,
    /// `ilog(a, b)`: the logarithm of a in base b, rounded down
    Ilog,
    /// `popcount(a)`
    Popcount,
    /// `bit_length(a)`: 0 for 0
    BitLength,
    /// `trailing_zeros(a)`
    TrailingZeros,
}

/// Functions that fold numbers and sets of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// `min`: no value for nothing
    Min,
    /// `max`: no value for nothing
    Max,
    /// `sum`: 0 for nothing
    Sum,
    /// `count`: how many
    Count,
    /// `gcd`: 0 for nothing
    Gcd,
    /// `lcm`: 1 for nothing
    Lcm,
    /// `bitand`: -1 for nothing
    BitAnd,
    /// `bitor`: 0 for nothing
    BitOr,
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Bool {
    /// What it is.
    pub kind: BoolKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of conditions.
#[derive(Clone, Debug, PartialEq)]
pub enum BoolKind {
    /// `true` or `false`
    Const(bool),
    /// `not a`
    Not(Box<Bool>),
    /// `a and b`; b is not read if a is false
    And(Box<Bool>, Box<Bool>),
    /// `a or b`; b is not read if a is true
    Or(Box<Bool>, Box<Bool>),
    /// `a < b <= c ...`; what follows a false comparison is not read
    Compare(Box<Int>, Vec<(Compare, Int)>),
    /// `(e, ...) in set`: one number, or as many as the members have entries
    In(Vec<Int>, Box<Set>),
    /// `is_prime(a)`
    IsPrime(Box<Int>),
}

pub use crate::lang::ast::CompareOp as Compare;

/// A set of numbers, or of tuples of numbers of one length.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// What it is.
    pub kind: SetKind,
    /// How many entries a member has: 1 for numbers.
    pub arity: usize,
    /// Its place.
    pub span: Span,
}

/// The kinds of sets. A walk through a set meets its members in ascending
/// order where this says so, else in the order written.
#[derive(Clone, Debug, PartialEq)]
pub enum SetKind {
    /// A parameter that is a set.
    Parameter(ParameterId),
    /// `a..b`, ascending
    Range(Box<Int>, Box<Int>),
    /// `a..`, ascending
    From(Box<Int>),
    /// `{a, b, ...}` without repeats
    Listed(Vec<Element>),
    /// `{element for ... if ...}` without repeats
    Comprehension(Box<Element>, Vec<Step>),
    /// `S \ T`
    Without(Box<Set>, Box<Set>),
    /// `union(S, T)` without repeats
    Union(Box<Set>, Box<Set>),
    /// `digits(n, base)`, least significant first, repeats kept
    Digits(Box<Int>, Box<Int>),
    /// `nonzero(S)`; repeats kept if S keeps them
    NonZero(Box<Set>),
    /// `divisors(n)`, ascending
    Divisors(Box<Int>),
    /// `prime_factors(n)`, ascending, repeats kept
    PrimeFactors(Box<Int>),
    /// `partitions(n, parts)`: the tuples of that many positive numbers in
    /// ascending order (repeats allowed) with sum n, in lexical order
    Partitions(Box<Int>, usize),
    /// An infinite set, ascending.
    Infinite(Infinite),
    /// The entries of a list in its order, repeats kept.
    Seq(Box<Seq>),
}

/// An element of a set in braces.
#[derive(Clone, Debug, PartialEq)]
pub enum Element {
    /// A number or a tuple of numbers.
    Entries(Vec<Int>),
    /// The members of another set.
    Members(Set),
}

/// The named infinite sets, ascending.
#[derive(Clone, Debug, PartialEq)]
pub enum Infinite {
    /// 2, 3, 5, 7, ...
    Primes,
    /// 1, 4, 9, ...
    Squares,
    /// 1, 8, 27, ...
    Cubes,
    /// 1, 3, 6, 10, ...
    Triangular,
    /// 1, 2, 6, 24, ...
    Factorials,
    /// 1, 2, 3, 5, 8, ...
    Fibonacci,
    /// 1, b, b**2, ... for b >= 2
    Powers(Box<Int>),
}
