//! Whether a name stands in an expression.

use crate::lang::ir::{
    Bool, BoolKind, Element, Infinite, Int, IntKind, Linear, Operand, Seq, SeqKind, Set, SetKind, Slot, Step,
};

/// Whether `name` stands in a number.
pub(super) fn in_int(int: &Int, name: Slot) -> bool {
    match &int.kind {
        IntKind::Const(_) | IntKind::Parameter(_) => false,
        IntKind::Slot(slot) => *slot == name,
        IntKind::FromBool(condition) => in_bool(condition, name),
        IntKind::Neg(int) => in_int(int, name),
        IntKind::Index(seq, int) => in_seq(seq, name) || in_int(int, name),
        IntKind::Len(seq) => in_seq(seq, name),
        IntKind::Binary(_, left, right) => in_int(left, name) || in_int(right, name),
        IntKind::Function(_, arguments) => arguments.iter().any(|int| in_int(int, name)),
        IntKind::Fold(_, operands) => operands.iter().any(|operand| match operand {
            Operand::Int(int) => in_int(int, name),
            Operand::Set(set) => in_set(set, name),
        }),
    }
}

/// Whether `name` stands in a condition.
pub(super) fn in_bool(condition: &Bool, name: Slot) -> bool {
    match &condition.kind {
        BoolKind::Const(_) => false,
        BoolKind::Not(inner) => in_bool(inner, name),
        BoolKind::And(left, right) | BoolKind::Or(left, right) => in_bool(left, name) || in_bool(right, name),
        BoolKind::Compare(first, rest) => {
            in_int(first, name) || rest.iter().any(|(_, int)| in_int(int, name))
        }
        BoolKind::In(entries, set) => entries.iter().any(|int| in_int(int, name)) || in_set(set, name),
        BoolKind::IsPrime(int) => in_int(int, name),
    }
}

/// Whether `name` stands in a set.
pub(super) fn in_set(set: &Set, name: Slot) -> bool {
    match &set.kind {
        SetKind::Parameter(_) => false,
        SetKind::Infinite(Infinite::Powers(int)) => in_int(int, name),
        SetKind::Infinite(_) => false,
        SetKind::Range(left, right) | SetKind::Digits(left, right) => {
            in_int(left, name) || in_int(right, name)
        }
        SetKind::From(int)
        | SetKind::Divisors(int)
        | SetKind::PrimeFactors(int)
        | SetKind::Partitions(int, _) => in_int(int, name),
        SetKind::Listed(elements) => elements.iter().any(|element| in_element(element, name)),
        SetKind::Comprehension(element, steps) => {
            in_element(element, name) || steps.iter().any(|step| in_step(step, name))
        }
        SetKind::Without(left, right) | SetKind::Union(left, right) => {
            in_set(left, name) || in_set(right, name)
        }
        SetKind::NonZero(set) => in_set(set, name),
        SetKind::Seq(seq) => in_seq(seq, name),
    }
}

/// Whether `name` stands in a list.
fn in_seq(seq: &Seq, name: Slot) -> bool {
    match &seq.kind {
        SeqKind::Position => false,
        SeqKind::Set(seq, at, entry) | SeqKind::Insert(seq, at, entry) => {
            in_seq(seq, name) || in_int(at, name) || in_int(entry, name)
        }
        SeqKind::Drop(seq, at) => in_seq(seq, name) || in_int(at, name),
        SeqKind::Slice(seq, from, to) => {
            in_seq(seq, name) || from.iter().chain(to).any(|end| in_int(end, name))
        }
        SeqKind::Sort(seq) => in_seq(seq, name),
    }
}

/// Whether `name` stands in a loop or condition.
fn in_step(step: &Step, name: Slot) -> bool {
    let in_linear = |linear: &Linear| {
        in_int(&linear.factor, name)
            || in_int(&linear.rest, name)
            || linear.others.iter().any(|(factor, slot)| *slot == name || in_int(factor, name))
    };
    match step {
        Step::For { set, .. } => in_set(set, name),
        Step::Solve { conditions, .. } => conditions.iter().any(in_linear),
        Step::If(condition) => in_bool(condition, name),
    }
}

fn in_element(element: &Element, name: Slot) -> bool {
    match element {
        Element::Entries(entries) => entries.iter().any(|int| in_int(int, name)),
        Element::Members(set) => in_set(set, name),
    }
}
