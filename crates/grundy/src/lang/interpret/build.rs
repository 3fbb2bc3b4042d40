//! Short ways to write checked rules by hand, for the tests.

use crate::lang::ir::{
    Alternative, Bool, BoolKind, Clause, Compare, Component, Element, Fold, Infinite, Int, IntFunction,
    IntKind, IntOp, Kind, Linear, Offer, Operand, Parameter, ParameterId, ParameterValue, Program, Relation,
    Set, SetKind, Shape, Slot, Step,
};

pub(super) fn int(kind: IntKind) -> Int {
    Int { kind, span: 0..0 }
}

/// A constant.
pub(super) fn c(value: i128) -> Int {
    int(IntKind::Const(value))
}

/// The name in a slot; slot 0 is the position.
pub(super) fn x(slot: usize) -> Int {
    int(IntKind::Slot(Slot(slot)))
}

pub(super) fn parameter(id: usize) -> Int {
    int(IntKind::Parameter(ParameterId(id)))
}

pub(super) fn op(op: IntOp, left: Int, right: Int) -> Int {
    int(IntKind::Binary(op, Box::new(left), Box::new(right)))
}

pub(super) fn add(left: Int, right: Int) -> Int {
    op(IntOp::Add, left, right)
}

pub(super) fn sub(left: Int, right: Int) -> Int {
    op(IntOp::Sub, left, right)
}

pub(super) fn function(function: IntFunction, arguments: &[Int]) -> Int {
    int(IntKind::Function(function, arguments.to_vec()))
}

pub(super) fn fold(fold: Fold, operand: Set) -> Int {
    int(IntKind::Fold(fold, vec![Operand::Set(operand)]))
}

pub(super) fn fold_numbers(fold: Fold, operands: &[Int]) -> Int {
    int(IntKind::Fold(fold, operands.iter().cloned().map(Operand::Int).collect()))
}

pub(super) fn from_bool(condition: Bool) -> Int {
    int(IntKind::FromBool(Box::new(condition)))
}

pub(super) fn bool(kind: BoolKind) -> Bool {
    Bool { kind, span: 0..0 }
}

pub(super) fn truth(value: bool) -> Bool {
    bool(BoolKind::Const(value))
}

pub(super) fn not(condition: Bool) -> Bool {
    bool(BoolKind::Not(Box::new(condition)))
}

pub(super) fn and(left: Bool, right: Bool) -> Bool {
    bool(BoolKind::And(Box::new(left), Box::new(right)))
}

pub(super) fn or(left: Bool, right: Bool) -> Bool {
    bool(BoolKind::Or(Box::new(left), Box::new(right)))
}

pub(super) fn cmp(left: Int, comparison: Compare, right: Int) -> Bool {
    bool(BoolKind::Compare(Box::new(left), vec![(comparison, right)]))
}

pub(super) fn is_in(entries: &[Int], set: Set) -> Bool {
    bool(BoolKind::In(entries.to_vec(), Box::new(set)))
}

pub(super) fn is_prime(number: Int) -> Bool {
    bool(BoolKind::IsPrime(Box::new(number)))
}

pub(super) fn set(kind: SetKind) -> Set {
    Set { kind, arity: 1, span: 0..0 }
}

pub(super) fn range(first: Int, last: Int) -> Set {
    set(SetKind::Range(Box::new(first), Box::new(last)))
}

pub(super) fn from(first: Int) -> Set {
    set(SetKind::From(Box::new(first)))
}

pub(super) fn infinite(kind: Infinite) -> Set {
    set(SetKind::Infinite(kind))
}

pub(super) fn primes() -> Set {
    infinite(Infinite::Primes)
}

pub(super) fn listed(numbers: &[Int]) -> Set {
    set(SetKind::Listed(numbers.iter().map(|number| Element::Entries(vec![number.clone()])).collect()))
}

pub(super) fn constants(numbers: &[i128]) -> Set {
    listed(&numbers.iter().map(|&number| c(number)).collect::<Vec<_>>())
}

/// `{element for ... if ...}`
pub(super) fn comprehension(element: Int, steps: &[Step]) -> Set {
    set(SetKind::Comprehension(Box::new(Element::Entries(vec![element])), steps.to_vec()))
}

pub(super) fn without(left: Set, right: Set) -> Set {
    let arity = left.arity;
    Set { arity, ..set(SetKind::Without(Box::new(left), Box::new(right))) }
}

pub(super) fn union(left: Set, right: Set) -> Set {
    let arity = left.arity;
    Set { arity, ..set(SetKind::Union(Box::new(left), Box::new(right))) }
}

pub(super) fn digits(number: Int, base: i128) -> Set {
    set(SetKind::Digits(Box::new(number), Box::new(c(base))))
}

pub(super) fn nonzero(inner: Set) -> Set {
    set(SetKind::NonZero(Box::new(inner)))
}

pub(super) fn divisors(number: Int) -> Set {
    set(SetKind::Divisors(Box::new(number)))
}

pub(super) fn prime_factors(number: Int) -> Set {
    set(SetKind::PrimeFactors(Box::new(number)))
}

pub(super) fn set_parameter(id: usize) -> Set {
    set(SetKind::Parameter(ParameterId(id)))
}

/// The empty set.
pub(super) fn nothing() -> Set {
    listed(&[])
}

/// `max` of nothing.
pub(super) fn no_value() -> Int {
    fold(Fold::Max, nothing())
}

pub(super) fn each(slot: usize, set: Set) -> Step {
    Step::For { slots: vec![Slot(slot)], set, span: 0..0 }
}

pub(super) fn given(condition: Bool) -> Step {
    Step::If(condition)
}

pub(super) fn solve(slot: usize, conditions: &[Linear]) -> Step {
    Step::Solve { slot: Slot(slot), conditions: conditions.to_vec(), span: 0..0 }
}

/// `factor * name + rest + others (== | <=) 0`
pub(super) fn linear(factor: i128, others: &[(i128, usize)], rest: Int, relation: Relation) -> Linear {
    let others = others.iter().map(|&(factor, slot)| (c(factor), Slot(slot))).collect();
    Linear { factor: c(factor), others, rest, relation }
}

pub(super) fn one(number: Int) -> Offer {
    Offer::Each(Component::Number(number))
}

pub(super) fn members(set: Set) -> Offer {
    Offer::Each(Component::Members(set))
}

pub(super) fn sum(numbers: &[Int]) -> Offer {
    Offer::Sum(numbers.iter().cloned().map(Component::Number).collect())
}

pub(super) fn copies(number: Int, count: Int) -> Offer {
    Offer::Copies(Component::Number(number), count)
}

pub(super) fn alternative(option: Offer, steps: &[Step]) -> Alternative {
    Alternative { steps: steps.to_vec(), option, span: 0..0 }
}

/// A rule of one clause without parameters.
pub(super) fn rule(kind: Kind, alternatives: &[Alternative]) -> Program {
    Program {
        parameters: Vec::new(),
        clauses: vec![clause(None, alternatives)],
        kind,
        shapes: Vec::new(),
        slots: ["n", "a", "b", "c", "d"].map(str::to_owned).to_vec(),
    }
}

pub(super) fn clause(guard: Option<Bool>, alternatives: &[Alternative]) -> Clause {
    Clause { shape: Shape::Number(Slot(0)), guard, alternatives: alternatives.to_vec(), span: 0..0 }
}

pub(super) fn with_parameters(mut program: Program, values: Vec<ParameterValue>) -> Program {
    program.parameters = values
        .into_iter()
        .enumerate()
        .map(|(index, value)| Parameter { name: format!("P{index}"), value, span: 0..0 })
        .collect();
    program
}
