//! Where numbers and the members of sets lie.
//!
//! `None` stands for what never has a value, and for a set that never has a
//! member: what hangs on it is skipped wherever it stands.

use super::facts::{Facts, Linear};
use super::interval::Interval;
use super::steps::walk;
use crate::lang::ir::{
    Element, Fold, Infinite, Int, IntFunction, IntKind, IntOp, Operand, Seq, SeqKind, Set, SetKind,
};

/// A number as a sum of multiples of names.
pub(super) fn linear(int: &Int, facts: &Facts) -> Option<Linear> {
    Some(match &int.kind {
        IntKind::Const(value) => Linear::of(Interval::point(*value)),
        IntKind::Slot(slot) => Linear::name(*slot),
        // Parameters are there to be given other values.
        IntKind::Parameter(_) => Linear::of(Interval::WHOLE),
        IntKind::FromBool(_) => Linear::of(Interval { low: Some(0), high: Some(1) }),
        IntKind::Neg(operand) => linear(operand, facts)?.negate(),
        IntKind::Binary(op, left, right) => binary(*op, &linear(left, facts)?, &linear(right, facts)?, facts),
        IntKind::Function(function, arguments) => {
            let first = value(arguments.first()?, facts)?;
            Linear::of(match function {
                IntFunction::Isqrt | IntFunction::Iroot => first.shrunk(),
                IntFunction::Abs
                | IntFunction::Ilog
                | IntFunction::Popcount
                | IntFunction::BitLength
                | IntFunction::TrailingZeros => Interval::from(0),
            })
        }
        IntKind::Fold(fold, operands) => Linear::of(folded(*fold, operands, facts)?),
        IntKind::Index(seq, _) => Linear::of(entries(seq)),
        IntKind::Len(_) => Linear::of(Interval::from(0)),
    })
}

/// Where a number lies.
pub(super) fn value(int: &Int, facts: &Facts) -> Option<Interval> {
    Some(facts.value(&linear(int, facts)?))
}

/// Where the entries of a list lie: those of a position are not negative.
fn entries(seq: &Seq) -> Interval {
    match &seq.kind {
        SeqKind::Position => Interval::from(0),
        SeqKind::Drop(of, _) | SeqKind::Slice(of, ..) | SeqKind::Sort(of) => entries(of),
        SeqKind::Set(..) | SeqKind::Insert(..) => Interval::WHOLE,
    }
}

fn binary(op: IntOp, left: &Linear, right: &Linear, facts: &Facts) -> Linear {
    let (a, b) = (facts.value(left), facts.value(right));
    Linear::of(match op {
        IntOp::Add => return left.plus(right),
        IntOp::Sub => return left.minus(right),
        IntOp::Mul => match (left.constant(), right.constant()) {
            (_, Some(factor)) => return left.scale(factor),
            (Some(factor), _) => return right.scale(factor),
            _ => a.times(b),
        },
        IntOp::Div => a.over(b),
        IntOp::Rem => a.modulo(b),
        IntOp::Pow => a.power(b),
        IntOp::Xor if a.at_least(0) && b.at_least(0) => Interval::from(0),
        IntOp::Xor => Interval::WHOLE,
        IntOp::ShiftLeft => a.shifted_left(),
        IntOp::ShiftRight => a.shrunk(),
    })
}

fn folded(fold: Fold, operands: &[Operand], facts: &Facts) -> Option<Interval> {
    // Where each number lies, and where the members of each set that has some;
    // a set may be empty at some position.
    let mut numbers = Vec::new();
    let mut sets = Vec::new();
    for operand in operands {
        match operand {
            Operand::Int(int) => numbers.push(value(int, facts)?),
            Operand::Set(set) => sets.extend(members(set, facts).map(|members| match members.as_slice() {
                [members] => *members,
                _ => Interval::WHOLE,
            })),
        }
    }
    let joined = numbers.iter().chain(&sets).copied().reduce(Interval::join);
    let all_from = |bound| joined.is_none_or(|joined| joined.at_least(bound));
    let count = i128::try_from(numbers.len()).ok();
    Some(match fold {
        Fold::Min => {
            let mut least = joined?;
            // A set bounds the least from above only if nothing else is there.
            for number in &numbers {
                least.high = Interval { low: None, ..*number }.meet(Interval { low: None, ..least })?.high;
            }
            least
        }
        Fold::Max => {
            let mut largest = joined?;
            for number in &numbers {
                largest.low =
                    Interval { high: None, ..*number }.meet(Interval { high: None, ..largest })?.low;
            }
            largest
        }
        Fold::Sum if sets.is_empty() => numbers.into_iter().fold(Interval::point(0), Interval::plus),
        Fold::Sum | Fold::BitOr if all_from(0) => Interval::from(0),
        Fold::Count => Interval { low: count, high: count.filter(|_| sets.is_empty()) },
        Fold::Gcd | Fold::Lcm => Interval::from(0),
        Fold::BitAnd if numbers.iter().any(|number| number.at_least(0)) => Interval::from(0),
        Fold::Sum | Fold::BitAnd | Fold::BitOr => Interval::WHOLE,
    })
}

/// Where the entries of the members of a set lie; none if it is always empty.
pub(super) fn members(set: &Set, facts: &Facts) -> Option<Vec<Interval>> {
    let one = match &set.kind {
        SetKind::Parameter(_) => return Some(vec![Interval::WHOLE; set.arity]),
        SetKind::Range(first, last) => {
            let (first, last) = (linear(first, facts)?, linear(last, facts)?);
            if facts.value(&last.minus(&first)).below(0) {
                return None;
            }
            Interval::between(facts.value(&first).low, facts.value(&last).high)?
        }
        SetKind::From(first) => Interval { high: None, ..value(first, facts)? },
        SetKind::Listed(elements) => {
            let elements = elements.iter().filter_map(|element| element_members(element, facts));
            return elements.reduce(|a, b| join(&a, &b));
        }
        SetKind::Comprehension(element, steps) => {
            let mut facts = facts.clone();
            walk(steps, &mut facts).ok()?;
            return element_members(element, &facts);
        }
        SetKind::Without(set, _) => return members(set, facts),
        SetKind::Union(left, right) => {
            return match (members(left, facts), members(right, facts)) {
                (Some(left), Some(right)) => Some(join(&left, &right)),
                (left, right) => left.or(right),
            };
        }
        SetKind::Digits(number, base) => {
            value(number, facts)?;
            let base = value(base, facts)?;
            Interval { low: Some(0), high: base.high.and_then(|base| base.checked_sub(1)) }
        }
        SetKind::NonZero(set) => {
            let [members] = members(set, facts)?[..] else { return Some(vec![Interval::WHOLE]) };
            match (members.low, members.high) {
                (Some(0), high) => Interval::between(Some(1), high)?,
                (low, Some(0)) => Interval::between(low, Some(-1))?,
                _ => members,
            }
        }
        SetKind::Divisors(number) => Interval::between(Some(1), value(number, facts)?.high)?,
        SetKind::PrimeFactors(number) => Interval::between(Some(2), value(number, facts)?.high)?,
        SetKind::Partitions(number, parts) => {
            let part = Interval::between(Some(1), value(number, facts)?.high)?;
            return Some(vec![part; *parts]);
        }
        SetKind::Infinite(Infinite::Primes) => Interval::from(2),
        SetKind::Infinite(_) => Interval::from(1),
        SetKind::Seq(seq) => entries(seq),
    };
    // A set whose members are longer than this knows is left to itself.
    Some(if set.arity == 1 { vec![one] } else { vec![Interval::WHOLE; set.arity] })
}

fn element_members(element: &Element, facts: &Facts) -> Option<Vec<Interval>> {
    match element {
        Element::Entries(entries) => entries.iter().map(|entry| value(entry, facts)).collect(),
        Element::Members(set) => members(set, facts),
    }
}

fn join(a: &[Interval], b: &[Interval]) -> Vec<Interval> {
    a.iter().zip(b).map(|(a, b)| a.join(*b)).collect()
}
