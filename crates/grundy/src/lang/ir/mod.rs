//! The checked rule: names resolved to slots, numbers, conditions and sets told
//! apart, every clause of one kind.
//!
//! This is what the interpreter runs, what lowering recognises better engines
//! in, and what a native back end compiles. Row clauses and codes are no part of
//! it: they have forms of their own in `ruleset`.

use crate::ruleset::{Position, Span, Tag};

/// A checked rule, its parameters not yet given values.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The parameters in the order of their `let`s.
    pub parameters: Vec<Parameter>,
    /// The clauses, all of one kind.
    pub clauses: Vec<Clause>,
    /// What the rule plays with.
    pub kind: Kind,
    /// The shapes of its positions, each with a clause at least; none for heaps
    /// and rows of coins, whose positions are numbers, and for seqs.
    pub shapes: Vec<ShapeInfo>,
    /// The name of every slot.
    pub slots: Vec<String>,
}

/// What a rule plays with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One heap: position 0 is empty and the rule is not read there.
    Heap,
    /// A row of coins, by the single coin.
    Coins,
    /// Heaps, tuples and tags, mixed at will; also heaps in loopy play.
    Shapes,
    /// A board of coins, by the single coin: one shape without a tag.
    Board,
    /// Lists of integers.
    Seq,
}

/// A shape: an index into the shapes of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShapeId(pub usize);

/// What positions of one shape look like.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShapeInfo {
    /// The tag; a shape of one entry without a tag is a heap.
    pub tag: Option<Tag>,
    /// How many entries there are; at least 1.
    pub arity: usize,
    /// Whether the order of the entries means nothing. The entries of a position
    /// are then kept in ascending order.
    pub sym: bool,
}

impl ShapeInfo {
    /// The position of this shape with these entries, as many as the shape has.
    /// Entries whose order means nothing are sorted.
    #[must_use]
    pub fn position<E: Ord>(&self, mut entries: Vec<E>) -> Position<E> {
        if self.sym {
            entries.sort_unstable();
        }
        match &self.tag {
            Some(tag) => Position::Tagged(Tag::clone(tag), entries),
            None if entries.len() == 1 => Position::Heap(entries.remove(0)),
            None => Position::Tuple(entries),
        }
    }

    /// The entries of a position, if it has this shape.
    #[must_use]
    pub fn entries<'p, E>(&self, position: &'p Position<E>) -> Option<&'p [E]> {
        let entries = match (position, &self.tag) {
            (Position::Heap(size), None) => std::slice::from_ref(size),
            (Position::Tuple(entries), None) => entries.as_slice(),
            (Position::Tagged(tag, entries), Some(own)) if tag == own => entries.as_slice(),
            _ => return None,
        };
        (entries.len() == self.arity).then_some(entries)
    }
}

/// A local name: an index into the slots of the program. Slots hold numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub usize);

/// A parameter: an index into the parameters of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ParameterId(pub usize);

/// A parameter, from `let`.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value, which may use earlier parameters.
    pub value: ParameterValue,
    /// The place of its name.
    pub span: Span,
}

/// A parameter's value.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterValue {
    /// A number.
    Int(Int),
    /// A set.
    Set(Set),
}

/// One clause: where it applies, and its alternatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// What is matched.
    pub shape: Shape,
    /// The condition for the clause to apply.
    pub guard: Option<Bool>,
    /// The alternatives.
    pub alternatives: Vec<Alternative>,
    /// Its place.
    pub span: Span,
}

/// What a clause matches.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// A heap or a coin: its size or number goes into the slot.
    Number(Slot),
    /// A position of this shape: its entries go into the slots, as many as the
    /// shape has entries. Of a symmetric shape the clause is tried with the
    /// entries in every order.
    Entries(ShapeId, Vec<Slot>),
    /// A list, which [`Seq`] and the functions on lists speak of.
    Seq,
}

/// One alternative: steps that bind names and filter, then an option.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// Loops and conditions, outermost first.
    pub steps: Vec<Step>,
    /// The option, offered once for every way through the steps.
    pub option: Offer,
    /// Its place.
    pub span: Span,
}

/// One loop or condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// `for names in set`: binds one slot for each entry of a member.
    For {
        /// The slots bound.
        slots: Vec<Slot>,
        /// What they run through.
        set: Set,
        /// The place of the set.
        span: Span,
    },
    /// From `where`: runs a slot through the integers >= 0 that satisfy linear
    /// conditions. An integer satisfies a condition that still has other
    /// unknown names if some choice of them, all >= 0, could make it true as
    /// far as signs tell; the condition stands again at the name bound last.
    Solve {
        /// The slot bound.
        slot: Slot,
        /// The conditions.
        conditions: Vec<Linear>,
        /// The place of the `where`.
        span: Span,
    },
    /// `if condition`: goes on only if it is true.
    If(Bool),
}

/// A linear condition on a name: `factor * name + rest + (the sum of factor *
/// other) relation 0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// The factor of the name that is being bound.
    pub factor: Int,
    /// The names not yet bound, with their factors.
    pub others: Vec<(Int, Slot)>,
    /// What is known already.
    pub rest: Int,
    /// `<= 0` or `== 0`.
    pub relation: Relation,
}

/// The relation of a linear condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<= 0`
    AtMostZero,
    /// `== 0`
    Zero,
}

/// What a move leaves.
#[derive(Clone, Debug, PartialEq)]
pub enum Offer {
    /// A sum of components.
    Sum(Vec<Component>),
    /// Copies of one component.
    Copies(Component, Int),
    /// One position, or each member of a set as an option of its own.
    Each(Component),
}

/// One component of an option, or several.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Component {
    /// A heap of this size, or the coin with this number, in a rule of kind
    /// [`Kind::Heap`] or [`Kind::Coins`].
    Number(Int),
    /// The members of a set of numbers, in a rule of these kinds.
    Members(Set),
    /// A position of this shape; as many entries as the shape has.
    Entries(ShapeId, Vec<Entry>),
    /// The members of a set, which are as long as positions of this shape.
    MembersOf(ShapeId, Set),
    /// A list, in a rule of kind [`Kind::Seq`].
    Seq(Seq),
}

/// An entry of a position that is offered.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// One number.
    Int(Int),
    /// Each member of a set of numbers, in an option of its own.
    Each(Set),
}

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

pub use super::ast::CompareOp as Compare;

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
