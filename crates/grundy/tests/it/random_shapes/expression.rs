//! Random numbers and lists: their text, and what it means.

use std::fmt::{self, Display};

use crate::random::Random;

/// Where an expression is read: the names' values, and the list if there is one.
#[derive(Clone)]
pub(super) struct Scope {
    pub(super) names: Vec<(&'static str, i64)>,
    pub(super) list: Vec<i64>,
}

/// What has no value because an index or a divisor is bad.
pub(super) struct Bad;

/// A number, as text and as what it means.
pub(super) enum Num {
    Const(i64),
    Name(&'static str),
    Op(&'static str, Box<Num>, Box<Num>),
    Entry(Box<List>, Box<Num>),
    Len(Box<List>),
}

/// A list.
pub(super) enum List {
    Position,
    Set(Box<List>, Num, Num),
    Drop(Box<List>, Num),
    Insert(Box<List>, Num, Num),
    Slice(Box<List>, Num, Num),
    Sort(Box<List>),
}

impl Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Num::Const(value) => write!(f, "{value}"),
            Num::Name(name) => write!(f, "{name}"),
            Num::Op(op @ ("min" | "max"), left, right) => write!(f, "{op}({left}, {right})"),
            Num::Op(op, left, right) => write!(f, "({left} {op} {right})"),
            Num::Entry(list, at) => write!(f, "{list}[{at}]"),
            Num::Len(list) => write!(f, "len({list})"),
        }
    }
}

impl Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            List::Position => write!(f, "s"),
            List::Set(list, at, value) => write!(f, "set({list}, {at}, {value})"),
            List::Drop(list, at) => write!(f, "drop({list}, {at})"),
            List::Insert(list, at, value) => write!(f, "insert({list}, {at}, {value})"),
            List::Slice(list, from, to) => write!(f, "{list}[{from}..{to}]"),
            List::Sort(list) => write!(f, "sort({list})"),
        }
    }
}

impl Num {
    pub(super) fn value(&self, scope: &Scope) -> Result<i64, Bad> {
        Ok(match self {
            Num::Const(value) => *value,
            Num::Name(name) => scope.names.iter().find(|(known, _)| known == name).unwrap().1,
            Num::Op(op, left, right) => {
                let (left, right) = (left.value(scope)?, right.value(scope)?);
                match *op {
                    "+" => left + right,
                    "-" => left - right,
                    "*" => left * right,
                    "/" if right == 0 => return Err(Bad),
                    "/" => {
                        left.div_euclid(right.abs()) * right.signum()
                            - i64::from(
                                // The floor, also for a negative divisor.
                                right < 0 && left.rem_euclid(right.abs()) != 0,
                            )
                    }
                    "min" => left.min(right),
                    "max" => left.max(right),
                    other => panic!("{other}"),
                }
            }
            Num::Entry(list, at) => {
                let list = list.value(scope)?;
                list[index(at.value(scope)?, list.len())?]
            }
            Num::Len(list) => i64::try_from(list.value(scope)?.len()).unwrap(),
        })
    }
}

/// An index below `length`.
fn index(value: i64, length: usize) -> Result<usize, Bad> {
    usize::try_from(value).ok().filter(|&index| index < length).ok_or(Bad)
}

impl List {
    pub(super) fn value(&self, scope: &Scope) -> Result<Vec<i64>, Bad> {
        Ok(match self {
            List::Position => scope.list.clone(),
            List::Set(list, at, value) => {
                let list = list.value(scope)?;
                let at = index(at.value(scope)?, list.len())?;
                let value = value.value(scope)?;
                list.iter().enumerate().map(|(i, &old)| if i == at { value } else { old }).collect()
            }
            List::Drop(list, at) => {
                let list = list.value(scope)?;
                let at = index(at.value(scope)?, list.len())?;
                [&list[..at], &list[at + 1..]].concat()
            }
            List::Insert(list, at, value) => {
                let list = list.value(scope)?;
                let at = index(at.value(scope)?, list.len() + 1)?;
                [&list[..at], &[value.value(scope)?], &list[at..]].concat()
            }
            List::Slice(list, from, to) => {
                let list = list.value(scope)?;
                let from = index(from.value(scope)?, list.len() + 1)?;
                // The end may be one before the first place.
                let end = index(to.value(scope)? + 1, list.len() + 1)?;
                list.iter().copied().take(end).skip(from).collect()
            }
            List::Sort(list) => {
                let mut list = list.value(scope)?;
                list.sort_unstable();
                list
            }
        })
    }
}

pub(super) fn num(random: &mut Random, names: &[&'static str], list: bool, depth: u64) -> Num {
    let leaf = |random: &mut Random| match random.below(3) {
        0 => Num::Const(i64::try_from(random.below(3)).unwrap()),
        _ => Num::Name(random.pick::<&'static str>(names)),
    };
    match random.below(if list { 6 } else { 4 }) {
        _ if depth == 0 => leaf(random),
        0 => leaf(random),
        4 => Num::Entry(Box::new(list_of(random, names, depth - 1)), Box::new(num(random, names, true, 0))),
        5 => Num::Len(Box::new(list_of(random, names, depth - 1))),
        _ => {
            let op = *random.pick(&["+", "-", "-", "-", "*", "/", "min", "max"]);
            let (left, right) = (num(random, names, list, depth - 1), num(random, names, list, depth - 1));
            Num::Op(op, Box::new(left), Box::new(right))
        }
    }
}

pub(super) fn list_of(random: &mut Random, names: &[&'static str], depth: u64) -> List {
    if depth == 0 || random.below(4) == 0 {
        return List::Position;
    }
    let inner = Box::new(list_of(random, names, depth - 1));
    let kind = random.below(5);
    let mut small = |depth| num(random, names, true, depth);
    match kind {
        0 => List::Sort(inner),
        1 => List::Set(inner, small(0), small(1)),
        2 => List::Drop(inner, small(0)),
        3 => List::Insert(inner, small(0), small(1)),
        _ => List::Slice(inner, small(0), small(1)),
    }
}
