//! From an input to its cases: the interpreter of forms.

use std::collections::HashMap;

use super::cases::{Case, Cases, Member, ReadComponent, Value};
use super::error::{Expected, JudgeError};
use super::form::{Bound, Entry, Form, Item, Kind, Name, Range, Shape, Until};
use super::tokens::Tokens;
use crate::theory::Control;

/// After how many cases the reader listens to its control again.
const CASES_BETWEEN_CHECKS: usize = 4096;

/// A heap is the first of the shapes of a form.
const HEAP: usize = 0;

/// Reads a whole input.
pub(super) fn read(
    form: &Form,
    parameters: &[Name],
    input: &[u8],
    control: &Control,
) -> Result<Cases, JudgeError> {
    let mut reader = Reader {
        tokens: Tokens::new(input),
        form,
        parameters,
        control,
        numbers: vec![0; form.numbers],
        sets: vec![Vec::new(); form.sets.len()],
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
    form: &'a Form,
    parameters: &'a [Name],
    control: &'a Control,
    numbers: Vec<u64>,
    sets: Vec<Vec<Member>>,
    cases: Cases,
    /// Where each combination of parameters stands in the list of settings.
    known: HashMap<Vec<Value>, usize>,
}

impl<'a> Reader<'a> {
    fn items(&mut self, items: &[Item]) -> Result<(), JudgeError> {
        items.iter().try_for_each(|item| self.item(item))
    }

    fn item(&mut self, item: &Item) -> Result<(), JudgeError> {
        match item {
            Item::Number { slot, name, range } => self.numbers[*slot] = self.number(name, range)?,
            Item::Member { set, name, entries } => {
                let first = self.entry(name, &entries[0])?;
                let member = match entries.get(1) {
                    None => Member::One(first),
                    Some(second) => Member::Two(first, self.entry(name, second)?),
                };
                self.sets[*set].push(member);
            }
            Item::Gather { set, body } => {
                self.sets[*set].clear();
                self.items(body)?;
                self.put_in_order(*set);
            }
            Item::Heap(entry) => {
                let heap = self.entry("a heap", entry)?;
                self.heap(heap);
            }
            Item::Entry { name, entry } => {
                let number = self.entry(name, entry)?;
                self.cases.numbers.push(number);
            }
            Item::Both(items) => self.items(items)?,
            Item::Component { shape, body } => {
                self.items(body)?;
                self.end_component(*shape);
            }
            Item::Strip { length, shape } => self.strip(length.as_ref(), *shape)?,
            Item::Runs { length, letters } => self.runs(length.as_ref(), *letters)?,
            Item::Bits { length, letters } => self.bits(length, *letters)?,
            Item::Repeat { until, round, sets, body } => {
                for &set in sets {
                    self.sets[set].clear();
                }
                self.repeat(until, *round, body)?;
                for &set in sets {
                    self.put_in_order(set);
                }
            }
            Item::Case(body) => {
                self.items(body)?;
                self.end_case()?;
            }
            Item::EachHeap(range) => {
                for heap in self.bound(&range.from)?..=self.bound(&range.to)? {
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

    /// As the rule sees it a set has no order and no repeats.
    fn put_in_order(&mut self, set: usize) {
        self.sets[set].sort_unstable();
        self.sets[set].dedup();
    }

    fn repeat(&mut self, until: &Until, round: Option<usize>, body: &[Item]) -> Result<(), JudgeError> {
        match until {
            Until::Times(count) => {
                for done in 0..self.bound(count)? {
                    if let Some(slot) = round {
                        self.numbers[slot] = done;
                    }
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

    fn bound(&mut self, bound: &Bound) -> Result<u64, JudgeError> {
        match (bound.value(&self.numbers), bound) {
            (Some(number), _) => Ok(number),
            (None, Bound::Worked(worked)) => {
                let expected = Expected::Workable { expression: worked.text.clone() };
                Err(self.tokens.error(expected).into())
            }
            // Slots hold what was read, and that is never too large.
            (None, _) => Ok(u64::MAX),
        }
    }

    fn number(&mut self, name: &str, range: &Range) -> Result<u64, JudgeError> {
        let (from, to) = (self.bound(&range.from)?, self.bound(&range.to)?);
        let expected = || Expected::Number { name: name.to_owned(), from, to };
        Ok(self.tokens.number(from, to, expected)?)
    }

    fn entry(&mut self, name: &str, entry: &Entry) -> Result<u64, JudgeError> {
        match entry {
            Entry::Read(range) => self.number(name, range),
            Entry::Known(bound) => self.bound(bound),
        }
    }

    fn heap(&mut self, size: u64) {
        self.cases.numbers.push(size);
        if self.form.kind == Kind::Shapes {
            self.end_component(HEAP);
        }
    }

    fn end_component(&mut self, shape: usize) {
        self.cases.components.push(ReadComponent { shape, end: self.cases.numbers.len() });
    }

    /// A word of these letters, of so many if that is given.
    fn word(&mut self, letters: &[u8], length: Option<u64>) -> Result<&'a [u8], JudgeError> {
        let fits = |word: &[u8]| {
            word.iter().all(|letter| letters.contains(letter))
                && length.is_none_or(|length| u64::try_from(word.len()) == Ok(length))
        };
        let expected =
            || Expected::Word { letters: letters.iter().copied().map(char::from).collect(), length };
        Ok(self.tokens.take(|word| fits(word).then_some(word), expected)?)
    }

    fn strip(&mut self, length: Option<&Bound>, shape: usize) -> Result<(), JudgeError> {
        let length = length.map(|length| self.bound(length)).transpose()?;
        let form = self.form;
        if let Shape::Strip(cells) = &form.shapes[shape] {
            let word = self.word(cells, length)?;
            self.cases.numbers.extend(word.iter().map(|&cell| u64::from(cell)));
            self.end_component(shape);
        }
        Ok(())
    }

    fn runs(&mut self, length: Option<&Bound>, letters: [u8; 2]) -> Result<(), JudgeError> {
        let length = length.map(|length| self.bound(length)).transpose()?;
        let word = self.word(&letters, length)?;
        for run in word.split(|&letter| letter == letters[1]).filter(|run| !run.is_empty()) {
            self.heap(run.len() as u64);
        }
        Ok(())
    }

    /// Words of so many letters together; those that are the first letter are bits.
    fn bits(&mut self, length: &Bound, letters: [u8; 2]) -> Result<(), JudgeError> {
        let length = self.bound(length)?;
        let (mut heap, mut read) = (0_u64, 0);
        while read < length {
            let left = length - read;
            let fits = |word: &[u8]| word.iter().all(|letter| letters.contains(letter));
            let expected =
                || Expected::Word { letters: letters.map(char::from).to_vec(), length: Some(left) };
            let accept = |word| (fits(word) && word.len() as u64 <= left).then_some(word);
            let word = self.tokens.take(accept, expected)?;
            for &letter in word {
                // The form allows at most 63 letters.
                heap |= u64::from(letter == letters[0]) << read;
                read += 1;
            }
        }
        self.heap(heap);
        Ok(())
    }

    fn end_case(&mut self) -> Result<(), JudgeError> {
        if self.cases.len().is_multiple_of(CASES_BETWEEN_CHECKS) {
            self.control.check()?;
            let cases = size_of::<Case>() * self.cases.len();
            let components = size_of::<ReadComponent>() * self.cases.components.len();
            let bytes = size_of::<u64>() * self.cases.numbers.len() + components + cases;
            self.control.reserve(bytes as u64)?;
        }
        let setting = self.setting();
        let (numbers, components) = (self.cases.numbers.len(), self.cases.components.len());
        self.cases.cases.push(Case { numbers, components, setting });
        Ok(())
    }

    /// Which setting the parameters now make, a new one if need be.
    fn setting(&mut self) -> usize {
        let same = |value: &Value, parameter: &Name| match (value, parameter) {
            (Value::Number(number), Name::Number(slot)) => *number == self.numbers[*slot],
            (Value::Set(members), Name::Set(set)) => *members == self.sets[*set],
            (Value::NoPairs, Name::Set(set)) => self.sets[*set].is_empty(),
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
                Name::Set(set) if self.form.sets[*set] == 2 && self.sets[*set].is_empty() => Value::NoPairs,
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
