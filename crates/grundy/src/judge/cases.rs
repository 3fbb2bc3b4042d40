//! The cases of an input: positions, and the parameters of the rule.

use std::fmt;

/// All that an input asks.
#[derive(Debug, Default)]
pub(super) struct Cases {
    /// The numbers that the positions of all cases are made of.
    pub(super) numbers: Vec<u64>,
    /// The components of all cases, in a form of components of any shape.
    pub(super) components: Vec<ReadComponent>,
    pub(super) cases: Vec<Case>,
    /// The parameters that occur, each combination once, in order of appearance.
    pub(super) settings: Vec<Vec<Value>>,
    /// How many answers come before each end of a line, where a form joins
    /// answers; without that each answer has a line of its own.
    pub(super) line_ends: Vec<usize>,
}

/// Where a case ends in the lists of [`Cases`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    pub(super) numbers: usize,
    pub(super) components: usize,
    pub(super) setting: usize,
}

/// A component: its shape, and where its numbers end in the list of numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadComponent {
    pub(super) shape: usize,
    pub(super) end: usize,
}

/// The value of a parameter, written as the rule language writes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    /// A number.
    Number(u64),
    /// A set, ascending.
    Set(Vec<Member>),
    /// A set of pairs without a member: to the rule language a set that is only
    /// called empty has numbers for members.
    NoPairs,
}

/// A member of a set: one number, or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Member {
    One(u64),
    Two(u64, u64),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::NoPairs => f.write_str("{(0, 0)} \\ {(0, 0)}"),
            Value::Set(members) => {
                f.write_str("{")?;
                for (index, member) in members.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    match member {
                        Member::One(number) => write!(f, "{comma}{number}")?,
                        Member::Two(first, second) => write!(f, "{comma}({first}, {second})")?,
                    }
                }
                f.write_str("}")
            }
        }
    }
}

/// The position of one case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    /// The heaps or the coins.
    pub(super) numbers: &'a [u64],
    first_number: usize,
    all: &'a Cases,
    components: &'a [ReadComponent],
}

impl Cases {
    /// How many cases there are.
    pub(super) fn len(&self) -> usize {
        self.cases.len()
    }

    /// Which of the settings a case has.
    pub(super) fn setting(&self, case: usize) -> usize {
        self.cases[case].setting
    }

    /// The position of a case.
    pub(super) fn asked(&self, case: usize) -> Asked<'_> {
        let (numbers, components) = match case.checked_sub(1) {
            Some(before) => (self.cases[before].numbers, self.cases[before].components),
            None => (0, 0),
        };
        Asked {
            numbers: &self.numbers[numbers..self.cases[case].numbers],
            first_number: numbers,
            all: self,
            components: &self.components[components..self.cases[case].components],
        }
    }
}

impl<'a> Asked<'a> {
    /// The components of the position: each the place of its shape in the form,
    /// and its numbers.
    pub(super) fn components(self) -> impl Iterator<Item = (usize, &'a [u64])> {
        let mut start = self.first_number;
        self.components.iter().map(move |component| {
            let numbers = &self.all.numbers[start..component.end];
            start = component.end;
            (component.shape, numbers)
        })
    }
}
