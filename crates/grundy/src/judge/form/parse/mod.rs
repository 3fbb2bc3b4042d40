//! From the text of a form to the form: syntax, names, and what may stand where.

#[cfg(test)]
mod tests;

use super::lex::{Word, words};
use super::{Bound, Form, FormError, Item, Kind, Name, Range, RowShape, Until};
use crate::ruleset::{Heap, Row};

/// How deep bodies may be nested; parsing and reading take stack for each level.
const DEEPEST: usize = 32;

/// The longest row of cells: a position of a contest, not a denial of service.
const LONGEST_ROW: u64 = 1_000_000;

/// How many heaps `each` may ask for at once.
const MOST_HEAPS: u64 = 10_000_000;

/// Words that mean something in a form and so are no names.
const RESERVED: [&str; 14] = [
    "set", "heap", "coin", "row", "piece", "runs", "times", "until", "end", "zero", "newline", "case",
    "each", "joined",
];

impl Form {
    /// Reads a form.
    pub(in crate::judge) fn parse(text: &str) -> Result<Form, FormError> {
        let mut parser = Parser {
            words: words(text)?,
            next: 0,
            length: text.len(),
            scope: Vec::new(),
            fills: Vec::new(),
            limits: Vec::new(),
            sets: 0,
            depth: 0,
            place: Place::Outside,
            kind: None,
            names: None,
            joined: false,
        };
        let items = parser.items()?;
        if parser.next < parser.words.len() {
            return Err(parser.error("expected a comma or the end"));
        }
        match (parser.kind, parser.names) {
            (Some(kind), Some(names)) => Ok(Form {
                items,
                kind,
                numbers: parser.limits.len(),
                sets: parser.sets,
                joined: parser.joined,
                names,
            }),
            (_, None) => Err(FormError { at: 0, what: "no `case` says what to answer".to_owned() }),
            (None, Some(_)) => Err(FormError { at: 0, what: "the `case` reads no position".to_owned() }),
        }
    }
}

/// Where the parser stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Outside,
    InCase,
    InRow { length: usize },
}

struct Parser<'a> {
    words: Vec<(usize, Word<'a>)>,
    next: usize,
    length: usize,
    scope: Vec<(String, Name)>,
    /// For each repetition around, the sets that it fills; `None` for a case,
    /// which a repetition outside must not fill a set through.
    fills: Vec<Option<Vec<(String, usize)>>>,
    /// The most that the number in each slot may be.
    limits: Vec<u64>,
    sets: usize,
    depth: usize,
    place: Place,
    kind: Option<Kind>,
    names: Option<Vec<(String, Name)>>,
    joined: bool,
}

impl<'a> Parser<'a> {
    fn at(&self) -> usize {
        self.words.get(self.next).map_or(self.length, |&(at, _)| at)
    }

    fn error(&self, what: impl Into<String>) -> FormError {
        FormError { at: self.at(), what: what.into() }
    }

    fn peek(&self) -> Option<Word<'a>> {
        self.words.get(self.next).map(|&(_, word)| word)
    }

    fn skip(&mut self, word: Word<'_>) -> bool {
        let found = self.peek() == Some(word);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, word: Word<'_>, what: &str) -> Result<(), FormError> {
        if self.skip(word) { Ok(()) } else { Err(self.error(format!("expected {what}"))) }
    }

    fn items(&mut self) -> Result<Vec<Item>, FormError> {
        let mut items = vec![self.item()?];
        while self.skip(Word::Comma) {
            items.push(self.item()?);
        }
        Ok(items)
    }

    fn body(&mut self) -> Result<Vec<Item>, FormError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error(format!("more than {DEEPEST} bodies stand in each other")));
        }
        let items = if self.skip(Word::Open) {
            let items = self.items()?;
            self.expect(Word::Close, "a comma or `)`")?;
            items
        } else {
            vec![self.item()?]
        };
        self.depth -= 1;
        Ok(items)
    }

    fn item(&mut self) -> Result<Item, FormError> {
        let start = self.next;
        let count = match self.peek() {
            Some(Word::Int(number)) => Some(Bound::Number(number)),
            Some(Word::Name(name)) if self.times_follows() => Some(Bound::Slot(self.number_slot(name)?)),
            Some(Word::Name(_)) => None,
            _ => return Err(self.error("expected a name or a word of forms such as `heap` or `case`")),
        };
        self.next += 1;
        if let Some(count) = count {
            self.expect(Word::Name("times"), "`times` after a count")?;
            return self.repeat(Until::Times(count));
        }
        let (at, word) = self.words[start];
        let Word::Name(word) = word else { return Err(self.error("expected a name")) };
        let misplaced = |allowed: bool, what: &str| {
            if allowed { Ok(()) } else { Err(FormError { at, what: what.to_owned() }) }
        };
        match word {
            "until" => self.until(),
            "case" => self.case(at),
            "joined" => {
                misplaced(
                    self.place == Place::Outside && !self.joined,
                    "`joined` stands once, outside `case`",
                )?;
                self.joined = true;
                let body = self.body()?;
                misplaced(self.names.is_some(), "`joined` holds no `case`")?;
                Ok(Item::Joined(body))
            }
            "each" => {
                self.asks(at)?;
                self.expect(Word::Name("heap"), "`heap` after `each`")?;
                let range = self.range()?;
                self.is_of(Kind::Heaps, at)?;
                let few = self.most(range.to) <= MOST_HEAPS;
                misplaced(few, "`each` asks for at most 10000000 heaps: bound the end of its range")?;
                self.names = Some(self.scope.clone());
                Ok(Item::EachHeap(range))
            }
            "heap" => {
                misplaced(self.place == Place::InCase, "`heap` stands inside `case`")?;
                self.is_of(Kind::Heaps, at)?;
                Ok(Item::Heap(self.range()?))
            }
            "coin" => {
                misplaced(self.place == Place::InCase, "`coin` stands inside `case`")?;
                self.is_of(Kind::Coins, at)?;
                Ok(Item::Coin(self.range()?))
            }
            "piece" => {
                let Place::InRow { length } = self.place else {
                    return Err(FormError { at, what: "`piece` stands inside `row`".to_owned() });
                };
                let range = self.range()?;
                let first = matches!(range.from, Bound::Number(from) if from > 0);
                let last = usize::try_from(self.most(range.to)).is_ok_and(|to| to <= length);
                misplaced(
                    first && last,
                    "a piece stands in a cell of its row, and the first cell is number 1",
                )?;
                Ok(Item::Piece(range))
            }
            "row" => {
                misplaced(self.place == Place::InCase, "`row` stands inside `case`, and not in a row")?;
                self.is_of(Kind::Rows, at)?;
                self.row()
            }
            "runs" => {
                misplaced(self.place == Place::InCase, "`runs` stands inside `case`")?;
                self.is_of(Kind::Heaps, at)?;
                let length = match self.peek() {
                    Some(Word::Quoted(_)) => None,
                    _ => Some(self.bound()?),
                };
                Ok(Item::Runs { length, letters: self.cells(false)? })
            }
            "set" => self.set(at),
            _ => {
                let range = self.range()?;
                let slot = self.limits.len();
                self.limits.push(self.most(range.to));
                self.bind(word, Name::Number(slot), at)?;
                Ok(Item::Number { slot, name: word.to_owned(), range })
            }
        }
    }

    fn times_follows(&self) -> bool {
        matches!(self.words.get(self.next + 1), Some((_, Word::Name("times"))))
    }

    fn until(&mut self) -> Result<Item, FormError> {
        let until = match self.peek() {
            Some(Word::Name("end")) => Until::End,
            Some(Word::Name("zero")) => Until::Zero,
            Some(Word::Name("newline")) => Until::Newline,
            _ => return Err(self.error("expected `end`, `zero` or `newline` after `until`")),
        };
        self.next += 1;
        self.repeat(until)
    }

    fn repeat(&mut self, until: Until) -> Result<Item, FormError> {
        let at = self.at();
        let outer = self.scope.len();
        self.fills.push(Some(Vec::new()));
        let body = self.body()?;
        let filled = self.fills.pop().flatten().unwrap_or_default();
        self.scope.truncate(outer);
        let sets = filled.iter().map(|&(_, set)| set).collect();
        for (name, set) in filled {
            self.bind(&name, Name::Set(set), at)?;
        }
        if !reads(&body) {
            let what = "what is repeated must read something each time round";
            return Err(FormError { at, what: what.to_owned() });
        }
        if until == Until::Zero && !begins_above_zero(&body) {
            let what = "what `until zero` repeats must begin with a number that cannot be 0";
            return Err(FormError { at, what: what.to_owned() });
        }
        Ok(Item::Repeat { until, sets, body })
    }

    /// Notes that an answer is asked for here.
    fn asks(&mut self, at: usize) -> Result<(), FormError> {
        if self.place != Place::Outside || self.names.is_some() {
            let what = "only one place of a form asks for an answer, with `case` or `each`";
            return Err(FormError { at, what: what.to_owned() });
        }
        Ok(())
    }

    fn case(&mut self, at: usize) -> Result<Item, FormError> {
        self.asks(at)?;
        self.place = Place::InCase;
        self.fills.push(None);
        let body = self.body()?;
        self.fills.pop();
        self.place = Place::Outside;
        self.names = Some(self.scope.clone());
        Ok(Item::Case(body))
    }

    fn row(&mut self) -> Result<Item, FormError> {
        let length = match self.peek() {
            Some(Word::Int(length)) if length <= LONGEST_ROW => usize::try_from(length).ok(),
            _ => None,
        };
        let length = length
            .ok_or_else(|| self.error(format!("expected the length of the row, at most {LONGEST_ROW}")))?;
        self.next += 1;
        let [empty, piece] = self.cells(true)?;
        self.place = Place::InRow { length };
        let body = self.body()?;
        self.place = Place::InCase;
        Ok(Item::Row { shape: RowShape { length, empty, piece }, body })
    }

    /// Two characters: cells of a row, or letters of a word.
    fn cells(&mut self, of_a_row: bool) -> Result<[u8; 2], FormError> {
        let cells = match self.peek() {
            Some(Word::Quoted(text)) => <[u8; 2]>::try_from(text.as_bytes()).ok(),
            _ => None,
        };
        let fit = |&[first, second]: &[u8; 2]| {
            let allowed = |cell: u8| if of_a_row { Row::is_cell(cell) } else { cell.is_ascii_graphic() };
            first != second && allowed(first) && allowed(second)
        };
        let cells = cells.filter(fit).ok_or_else(|| {
            self.error("expected two different characters in double quotes, such as \"01\"")
        })?;
        self.next += 1;
        Ok(cells)
    }

    fn set(&mut self, at: usize) -> Result<Item, FormError> {
        let Some(Word::Name(name)) = self.peek() else {
            return Err(self.error("expected the name of the set"));
        };
        let (name_at, set) = (self.at(), self.sets);
        self.next += 1;
        // What is bound here ends with the repetition, which then binds the set outside.
        self.bind(name, Name::Set(set), name_at)?;
        let Some(Some(filled)) = self.fills.last_mut() else {
            let what = "`set` stands in a repetition of its own";
            return Err(FormError { at, what: what.to_owned() });
        };
        filled.push((name.to_owned(), set));
        self.sets += 1;
        Ok(Item::Member { set, name: name.to_owned(), range: self.range()? })
    }

    fn is_of(&mut self, kind: Kind, at: usize) -> Result<(), FormError> {
        if *self.kind.get_or_insert(kind) == kind {
            return Ok(());
        }
        Err(FormError {
            at,
            what: "a position is made of heaps, of coins or of rows, not of several".to_owned(),
        })
    }

    fn bind(&mut self, name: &str, meaning: Name, at: usize) -> Result<(), FormError> {
        if RESERVED.contains(&name) {
            return Err(FormError { at, what: format!("`{name}` cannot be a name") });
        }
        if self.scope.iter().any(|(known, _)| known == name) {
            return Err(FormError { at, what: format!("`{name}` is read twice") });
        }
        self.scope.push((name.to_owned(), meaning));
        Ok(())
    }

    fn number_slot(&self, name: &str) -> Result<usize, FormError> {
        match self.scope.iter().find(|(known, _)| known == name) {
            Some(&(_, Name::Number(slot))) => Ok(slot),
            Some(_) => Err(self.error(format!("`{name}` is a set, not a number"))),
            None => Err(self.error(format!("`{name}` was not read before"))),
        }
    }

    /// The most that `bound` may turn out to be.
    fn most(&self, bound: Bound) -> u64 {
        match bound {
            Bound::Number(number) => number,
            Bound::Slot(slot) => self.limits[slot],
        }
    }

    fn range(&mut self) -> Result<Range, FormError> {
        let from = self.bound()?;
        self.expect(Word::Dots, "`..` in a range")?;
        let to = match self.peek() {
            Some(Word::Int(_) | Word::Name(_)) => self.bound()?,
            _ => Bound::Number(Heap::MAX.size()),
        };
        if let (Bound::Number(from), Bound::Number(to)) = (from, to)
            && from > to
        {
            return Err(self.error(format!("the range {from}..{to} is empty")));
        }
        Ok(Range { from, to })
    }

    fn bound(&mut self) -> Result<Bound, FormError> {
        let bound = match self.peek() {
            Some(Word::Int(number)) => Bound::Number(number),
            Some(Word::Name(name)) => Bound::Slot(self.number_slot(name)?),
            _ => return Err(self.error("expected a number or a name")),
        };
        self.next += 1;
        Ok(bound)
    }
}

/// Whether items read at least one number or word, whatever the input.
fn reads(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Number { .. }
        | Item::Member { .. }
        | Item::Heap(_)
        | Item::Coin(_)
        | Item::Piece(_)
        | Item::Runs { .. } => true,
        Item::Repeat { until, body, .. } => match until {
            Until::Newline => reads(body),
            Until::Zero => true,
            Until::Times(Bound::Number(count)) => *count > 0 && reads(body),
            Until::Times(Bound::Slot(_)) | Until::End => false,
        },
        Item::Row { body, .. } | Item::Case(body) | Item::Joined(body) => reads(body),
        Item::EachHeap(_) => false,
    })
}

/// Whether the first thing that items read is a number from 1 up.
fn begins_above_zero(items: &[Item]) -> bool {
    let positive = |range: &Range| matches!(range.from, Bound::Number(from) if from > 0);
    items.first().is_some_and(|item| match item {
        Item::Number { range, .. }
        | Item::Member { range, .. }
        | Item::Heap(range)
        | Item::Coin(range)
        | Item::Piece(range) => positive(range),
        Item::Row { body, .. } | Item::Case(body) | Item::Joined(body) => begins_above_zero(body),
        Item::Repeat { until: Until::Newline, body, .. } => begins_above_zero(body),
        Item::Repeat { .. } | Item::Runs { .. } | Item::EachHeap(_) => false,
    })
}
