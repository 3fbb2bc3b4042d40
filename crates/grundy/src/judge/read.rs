//! From an input to its cases: the interpreter of forms.

use std::collections::HashMap;
use std::fmt;

use super::error::{Expected, JudgeError};
use super::form::{Bound, Form, Item, Name, Range, RowShape, Until};
use super::tokens::Tokens;
use crate::theory::Control;

/// After how many cases the reader listens to its control again.
const CASES_BETWEEN_CHECKS: usize = 4096;

/// All that an input asks.
#[derive(Debug, Default)]
pub(super) struct Cases {
    /// The heaps, the coins, or the pieces of the rows, of all cases.
    numbers: Vec<u64>,
    /// The rows of all cases.
    rows: Vec<ReadRow>,
    cases: Vec<Case>,
    /// The parameters that occur, each combination once, in order of appearance.
    pub(super) settings: Vec<Vec<Value>>,
    /// How many answers come before each end of a line, where a form joins
    /// answers; without that each answer has a line of its own.
    pub(super) line_ends: Vec<usize>,
}

/// Where a case ends in the lists of [`Cases`].
#[derive(Clone, Copy, Debug)]
struct Case {
    numbers: usize,
    rows: usize,
    setting: usize,
}

/// A row: its cells, and where its pieces end in the list of numbers.
#[derive(Clone, Copy, Debug)]
struct ReadRow {
    shape: RowShape,
    end: usize,
}

/// The value of a parameter, written as the rule language writes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    /// A number.
    Number(u64),
    /// A set, ascending.
    Set(Vec<u64>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Set(members) => {
                f.write_str("{")?;
                for (index, member) in members.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{member}")?;
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
    rows: &'a [ReadRow],
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
        let (numbers, rows) = match case.checked_sub(1) {
            Some(before) => (self.cases[before].numbers, self.cases[before].rows),
            None => (0, 0),
        };
        Asked {
            numbers: &self.numbers[numbers..self.cases[case].numbers],
            first_number: numbers,
            all: self,
            rows: &self.rows[rows..self.cases[case].rows],
        }
    }
}

impl<'a> Asked<'a> {
    /// The rows of the position, each with the cells that hold pieces, counted from 1.
    pub(super) fn rows(self) -> impl Iterator<Item = (RowShape, &'a [u64])> {
        let mut start = self.first_number;
        self.rows.iter().map(move |row| {
            let pieces = &self.all.numbers[start..row.end];
            start = row.end;
            (row.shape, pieces)
        })
    }
}

/// Reads a whole input.
pub(super) fn read(
    form: &Form,
    parameters: &[Name],
    input: &[u8],
    control: &Control,
) -> Result<Cases, JudgeError> {
    let mut reader = Reader {
        tokens: Tokens::new(input),
        parameters,
        control,
        numbers: vec![0; form.numbers],
        sets: vec![Vec::new(); form.sets],
        cases: Cases::default(),
        known: HashMap::new(),
    };
    reader.items(&form.items)?;
    if !reader.tokens.at_end() {
        return Err(reader.tokens.error(Expected::End).into());
    }
    Ok(reader.cases)
}

struct Reader<'a> {
    tokens: Tokens<'a>,
    parameters: &'a [Name],
    control: &'a Control,
    numbers: Vec<u64>,
    sets: Vec<Vec<u64>>,
    cases: Cases,
    /// Where each combination of parameters stands in the list of settings.
    known: HashMap<Vec<Value>, usize>,
}

impl Reader<'_> {
    fn items(&mut self, items: &[Item]) -> Result<(), JudgeError> {
        items.iter().try_for_each(|item| self.item(item))
    }

    fn item(&mut self, item: &Item) -> Result<(), JudgeError> {
        match item {
            Item::Number { slot, name, range } => self.numbers[*slot] = self.number(name, *range)?,
            Item::Member { set, name, range } => {
                let member = self.number(name, *range)?;
                self.sets[*set].push(member);
            }
            Item::Heap(range) => self.component("a heap", *range)?,
            Item::Coin(range) => self.component("a coin", *range)?,
            Item::Piece(range) => self.component("a piece", *range)?,
            Item::Row { shape, body } => {
                self.items(body)?;
                self.cases.rows.push(ReadRow { shape: *shape, end: self.cases.numbers.len() });
            }
            Item::Runs { length, letters } => self.runs(*length, *letters)?,
            Item::Repeat { until, sets, body } => {
                for &set in sets {
                    self.sets[set].clear();
                }
                self.repeat(*until, body)?;
                for &set in sets {
                    // As the rule sees it a set has no order and no repeats.
                    self.sets[set].sort_unstable();
                    self.sets[set].dedup();
                }
            }
            Item::Case(body) => {
                self.items(body)?;
                self.end_case()?;
            }
            Item::EachHeap(range) => {
                for heap in self.bound(range.from)..=self.bound(range.to) {
                    self.cases.numbers.push(heap);
                    self.end_case()?;
                }
            }
            Item::Joined(body) => {
                self.items(body)?;
                self.cases.line_ends.push(self.cases.len());
            }
        }
        Ok(())
    }

    fn repeat(&mut self, until: Until, body: &[Item]) -> Result<(), JudgeError> {
        match until {
            Until::Times(count) => {
                for _ in 0..self.bound(count) {
                    self.items(body)?;
                }
            }
            Until::End => {
                while !self.tokens.at_end() {
                    self.items(body)?;
                }
            }
            Until::Zero => loop {
                if self.tokens.take_zero() {
                    break;
                }
                let ended = self.tokens.at_end();
                self.items(body).map_err(|error| match error {
                    JudgeError::Input(mut error) if ended => {
                        error.expected = Expected::OrZero(Box::new(error.expected));
                        JudgeError::Input(error)
                    }
                    error => error,
                })?;
            },
            Until::Newline => loop {
                self.items(body)?;
                if self.tokens.at_line_end() {
                    break;
                }
            },
        }
        Ok(())
    }

    fn bound(&self, bound: Bound) -> u64 {
        match bound {
            Bound::Number(number) => number,
            Bound::Slot(slot) => self.numbers[slot],
        }
    }

    fn number(&mut self, name: &str, range: Range) -> Result<u64, JudgeError> {
        let (from, to) = (self.bound(range.from), self.bound(range.to));
        let expected = || Expected::Number { name: name.to_owned(), from, to };
        Ok(self.tokens.number(from, to, expected)?)
    }

    fn component(&mut self, name: &str, range: Range) -> Result<(), JudgeError> {
        let number = self.number(name, range)?;
        self.cases.numbers.push(number);
        Ok(())
    }

    fn runs(&mut self, length: Option<Bound>, letters: [u8; 2]) -> Result<(), JudgeError> {
        let length = length.map(|length| self.bound(length));
        let fits = |word: &[u8]| {
            word.iter().all(|letter| letters.contains(letter))
                && length.is_none_or(|length| u64::try_from(word.len()) == Ok(length))
        };
        let expected = || Expected::Word { letters: letters.map(char::from), length };
        let word = self.tokens.take(|word| fits(word).then_some(word), expected)?;
        let runs = word.split(|&letter| letter == letters[1]).filter(|run| !run.is_empty());
        self.cases.numbers.extend(runs.map(|run| run.len() as u64));
        Ok(())
    }

    fn end_case(&mut self) -> Result<(), JudgeError> {
        if self.cases.len().is_multiple_of(CASES_BETWEEN_CHECKS) {
            self.control.check()?;
            let cases = size_of::<Case>() * self.cases.len();
            let bytes = size_of::<u64>() * self.cases.numbers.len() + cases;
            self.control.reserve(bytes as u64)?;
        }
        let setting = self.setting();
        let (numbers, rows) = (self.cases.numbers.len(), self.cases.rows.len());
        self.cases.cases.push(Case { numbers, rows, setting });
        Ok(())
    }

    /// Which setting the parameters now make, a new one if need be.
    fn setting(&mut self) -> usize {
        let same = |value: &Value, parameter: &Name| match (value, parameter) {
            (Value::Number(number), Name::Number(slot)) => *number == self.numbers[*slot],
            (Value::Set(members), Name::Set(set)) => *members == self.sets[*set],
            _ => false,
        };
        // Most often the parameters are those of the case before.
        if let Some(last) = self.cases.cases.last() {
            let values = &self.cases.settings[last.setting];
            if values.iter().zip(self.parameters).all(|(value, parameter)| same(value, parameter)) {
                return last.setting;
            }
        }
        let values: Vec<Value> = self
            .parameters
            .iter()
            .map(|parameter| match parameter {
                Name::Number(slot) => Value::Number(self.numbers[*slot]),
                Name::Set(set) => Value::Set(self.sets[*set].clone()),
            })
            .collect();
        let settings = &mut self.cases.settings;
        *self.known.entry(values).or_insert_with_key(|values| {
            settings.push(values.clone());
            settings.len() - 1
        })
    }
}
