//! The checked rule: names resolved to slots, numbers, conditions and sets told
//! apart, every clause of one kind.
//!
//! This is what the interpreter runs, what lowering recognises better engines
//! in, and what a native back end compiles. Row clauses and codes are no part of
//! it: they have forms of their own in `ruleset`.

mod expression;

pub use expression::{
    Bool, BoolKind, Compare, Element, Fold, Infinite, Int, IntFunction, IntKind, IntOp, Operand, Seq,
    SeqKind, Set, SetKind,
};

pub use crate::lang::ast::Quantifier;
use crate::ruleset::{Position, Span, Tag};

/// A checked formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// A condition.
    Holds(Bool),
    /// What is not so.
    Not(Box<Statement>),
    /// Both.
    And(Box<Statement>, Box<Statement>),
    /// One of these at least.
    Or(Box<Statement>, Box<Statement>),
    /// If the first, then the second.
    Implies(Box<Statement>, Box<Statement>),
    /// Both or neither.
    Iff(Box<Statement>, Box<Statement>),
    /// `forall` or `exists`: the names, and the slots, which stand for integers >= 0.
    Quantified(Quantifier, Vec<(String, Slot)>, Box<Statement>),
}

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
