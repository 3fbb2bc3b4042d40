//! Numbers in a form: bounds, ranges and entries.

use super::Parser;
use crate::judge::form::expr::{Bound, Operator, Worked};
use crate::judge::form::lex::Word;
use crate::judge::form::{Entry, FormError, Range};
use crate::ruleset::Heap;

impl Parser<'_> {
    pub(super) fn range(&mut self) -> Result<Range, FormError> {
        let from = self.bound()?;
        self.range_from(from)
    }

    /// A range of which the left end was read.
    fn range_from(&mut self, from: Bound) -> Result<Range, FormError> {
        self.expect(Word::Dots, "`..` in a range")?;
        let to = match self.peek() {
            Some(Word::Int(_) | Word::Name(_) | Word::Open) => self.bound()?,
            _ => Bound::Number(Heap::MAX.size()),
        };
        if let (Bound::Number(from), Bound::Number(to)) = (&from, &to)
            && from > to
        {
            return Err(self.error(format!("the range {from}..{to} is empty")));
        }
        Ok(Range { from, to })
    }

    /// A range, or a number that is known.
    pub(super) fn entry(&mut self) -> Result<Entry, FormError> {
        let number = self.bound()?;
        match self.peek() {
            Some(Word::Dots) => Ok(Entry::Read(self.range_from(number)?)),
            _ => Ok(Entry::Known(number)),
        }
    }

    /// Entries in round brackets.
    pub(super) fn entries(&mut self) -> Result<Vec<Entry>, FormError> {
        self.expect(Word::Open, "`(` before the entries")?;
        let mut entries = vec![self.entry()?];
        while self.skip(Word::Comma) {
            entries.push(self.entry()?);
        }
        self.expect(Word::Close, "a comma or `)`")?;
        Ok(entries)
    }

    /// One entry, or two in round brackets.
    pub(super) fn member(&mut self) -> Result<Vec<Entry>, FormError> {
        let start = self.next;
        if self.peek() == Some(Word::Open) {
            let entries = self.entries();
            match entries {
                Ok(entries) if entries.len() == 2 => return Ok(entries),
                // Brackets may also begin an expression.
                _ => self.next = start,
            }
        }
        Ok(vec![self.entry()?])
    }

    /// A sum of products.
    pub(super) fn bound(&mut self) -> Result<Bound, FormError> {
        let start = self.at();
        self.nested(|parser| {
            let mut left = parser.product()?;
            loop {
                let operator = match parser.peek() {
                    Some(Word::Plus) => Operator::Plus,
                    Some(Word::Minus) => Operator::Minus,
                    _ => return Ok(left),
                };
                parser.next += 1;
                let right = parser.product()?;
                left = parser.worked(start, left, operator, right);
            }
        })
    }

    fn product(&mut self) -> Result<Bound, FormError> {
        let start = self.at();
        let mut left = self.factor()?;
        loop {
            let operator = match self.peek() {
                Some(Word::Star) => Operator::Times,
                Some(Word::Slash) => Operator::Over,
                _ => return Ok(left),
            };
            self.next += 1;
            let over = operator == Operator::Over;
            if over && !matches!(self.peek(), Some(Word::Int(1..))) {
                return Err(self.error("expected a number above 0 after `/`"));
            }
            let right = self.factor()?;
            left = self.worked(start, left, operator, right);
        }
    }

    fn factor(&mut self) -> Result<Bound, FormError> {
        if self.skip(Word::Open) {
            let inside = self.bound()?;
            self.expect(Word::Close, "`)`")?;
            return Ok(inside);
        }
        let bound = match self.peek() {
            Some(Word::Int(number)) => Bound::Number(number),
            Some(Word::Name(name)) => Bound::Slot(self.number_slot(name)?),
            _ => return Err(self.error("expected a number or a name")),
        };
        self.next += 1;
        Ok(bound)
    }

    /// An expression whose text began at `start` and has been read.
    fn worked(&self, start: usize, left: Bound, operator: Operator, right: Bound) -> Bound {
        let text = self.text[start..self.at()].trim_end().to_owned();
        Bound::Worked(Box::new(Worked { text, left, operator, right }))
    }
}
