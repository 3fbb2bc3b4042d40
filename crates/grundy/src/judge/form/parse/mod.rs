//! From the text of a form to the form: syntax, names, and what may stand where.

mod bounds;
mod checks;
mod components;
#[cfg(test)]
mod tests;

use self::checks::{begins_above_zero, reads};
use super::lex::{Word, words};
use super::{Bound, Form, FormError, Item, Kind, Name, Shape, Until};

/// How deep bodies may be nested; parsing and reading take stack for each level.
const DEEPEST: usize = 32;

/// How many heaps `each` may ask for at once.
const MOST_HEAPS: u64 = 10_000_000;

/// Words that mean something in a form and so are no names.
const RESERVED: [&str; 23] = [
    "set", "gather", "heap", "tuple", "tag", "list", "entry", "coin", "flip", "row", "piece", "strip",
    "runs", "bits", "times", "as", "until", "end", "zero", "newline", "case", "each", "joined",
];

impl Form {
    /// Reads a form.
    pub(in crate::judge) fn parse(text: &str) -> Result<Form, FormError> {
        let mut parser = Parser {
            text,
            words: words(text)?,
            next: 0,
            scope: Vec::new(),
            fills: Vec::new(),
            gathered: Vec::new(),
            limits: Vec::new(),
            leasts: Vec::new(),
            shapes: vec![Shape::Heap],
            sets: Vec::new(),
            depth: 0,
            place: Place::Outside,
            kind: None,
            flips: None,
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
                shapes: parser.shapes,
                numbers: parser.limits.len(),
                sets: parser.sets,
                flips: parser.flips.unwrap_or_default(),
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
    InList,
}

struct Parser<'a> {
    text: &'a str,
    words: Vec<(usize, Word<'a>)>,
    next: usize,
    scope: Vec<(String, Name)>,
    /// For each repetition around, the sets that it fills; `None` for a case,
    /// which a repetition outside must not fill a set through.
    fills: Vec<Option<Vec<(String, usize)>>>,
    /// The sets that are being gathered here.
    gathered: Vec<(String, usize)>,
    /// The most that the number in each slot may be.
    limits: Vec<u64>,
    /// What the number in each slot is at least.
    leasts: Vec<u64>,
    shapes: Vec<Shape>,
    /// For each set, how many numbers a member has; 0 while none is known.
    sets: Vec<usize>,
    depth: usize,
    place: Place,
    kind: Option<Kind>,
    /// Whether coins are turned, where it is known.
    flips: Option<bool>,
    names: Option<Vec<(String, Name)>>,
    joined: bool,
}

impl<'a> Parser<'a> {
    fn at(&self) -> usize {
        self.words.get(self.next).map_or(self.text.len(), |&(at, _)| at)
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
        self.nested(|parser| {
            if parser.skip(Word::Open) {
                let items = parser.items()?;
                parser.expect(Word::Close, "a comma or `)`")?;
                Ok(items)
            } else {
                Ok(vec![parser.item()?])
            }
        })
    }

    /// What `read` reads one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, FormError>) -> Result<T, FormError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error(format!("more than {DEEPEST} bodies stand in each other")));
        }
        let found = read(self);
        self.depth -= 1;
        found
    }

    /// An error at `at` unless `allowed`.
    fn stands(&self, at: usize, allowed: bool, what: &str) -> Result<(), FormError> {
        if allowed { Ok(()) } else { Err(FormError { at, what: what.to_owned() }) }
    }

    fn item(&mut self) -> Result<Item, FormError> {
        if self.count_follows() {
            let count = self.bound()?;
            self.expect(Word::Name("times"), "`times` after a count")?;
            return self.repeat(Until::Times(count));
        }
        let at = self.at();
        let Some(Word::Name(word)) = self.peek() else {
            return Err(self.error("expected a name or a word of forms such as `heap` or `case`"));
        };
        self.next += 1;
        if let Some(item) = self.of_a_position(word, at)? {
            return Ok(item);
        }
        match word {
            "until" => self.until(),
            "case" => self.case(at),
            "joined" => {
                let allowed = self.place == Place::Outside && !self.joined;
                self.stands(at, allowed, "`joined` stands once, outside `case`")?;
                self.joined = true;
                let body = self.body()?;
                self.stands(at, self.names.is_some(), "`joined` holds no `case`")?;
                Ok(Item::Joined(body))
            }
            "each" => {
                self.asks(at)?;
                self.expect(Word::Name("heap"), "`heap` after `each`")?;
                let range = self.range()?;
                let few = range.to.most(&self.limits) <= MOST_HEAPS;
                self.stands(at, few, "`each` asks for at most 10000000 heaps: bound the end of its range")?;
                self.kind = Some(Kind::Heaps);
                self.names = Some(self.scope.clone());
                Ok(Item::EachHeap(range))
            }
            "set" => self.set(at),
            "gather" => self.gather(),
            _ => {
                let range = self.range()?;
                let slot = self.limits.len();
                self.limits.push(range.to.most(&self.limits));
                self.leasts.push(if let Bound::Number(least) = range.from { least } else { 0 });
                self.bind(word, Name::Number(slot), at)?;
                Ok(Item::Number { slot, name: word.to_owned(), range })
            }
        }
    }

    /// Whether a count begins here, and not a name with its range.
    fn count_follows(&self) -> bool {
        let word = |ahead: usize| self.words.get(self.next + ahead).map(|&(_, word)| word);
        match word(0) {
            Some(Word::Int(_) | Word::Open) => true,
            Some(Word::Name(_)) => matches!(
                word(1),
                Some(Word::Name("times") | Word::Plus | Word::Minus | Word::Star | Word::Slash)
            ),
            _ => false,
        }
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
        let mut round = None;
        if let (Until::Times(count), true) = (&until, self.skip(Word::Name("as"))) {
            let (name_at, name) = (self.at(), self.name("expected a name for the number of the round")?);
            let slot = self.limits.len();
            self.limits.push(count.most(&self.limits));
            self.leasts.push(0);
            self.bind(name, Name::Number(slot), name_at)?;
            round = Some(slot);
        }
        self.fills.push(Some(Vec::new()));
        let body = self.body()?;
        let filled = self.fills.pop().flatten().unwrap_or_default();
        self.scope.truncate(outer);
        let sets = filled.iter().map(|&(_, set)| set).collect();
        for (name, set) in filled {
            self.bind(&name, Name::Set(set), at)?;
        }
        self.stands(at, reads(&body, &self.leasts), "what is repeated must read something each time round")?;
        let ends = until != Until::Zero || begins_above_zero(&body);
        self.stands(at, ends, "what `until zero` repeats must begin with a number that cannot be 0")?;
        Ok(Item::Repeat { until, round, sets, body })
    }

    fn name(&mut self, what: &str) -> Result<&'a str, FormError> {
        let Some(Word::Name(name)) = self.peek() else { return Err(self.error(what)) };
        self.next += 1;
        Ok(name)
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

    fn set(&mut self, at: usize) -> Result<Item, FormError> {
        let (name_at, name) = (self.at(), self.name("expected the name of the set")?);
        let gathered = self.gathered.iter().find(|(known, _)| known == name).map(|&(_, set)| set);
        let set = match gathered {
            Some(set) => set,
            None => {
                let set = self.sets.len();
                // What is bound here ends with the repetition, which then binds the set outside.
                self.bind(name, Name::Set(set), name_at)?;
                let Some(Some(filled)) = self.fills.last_mut() else {
                    let what = "`set` stands in a repetition of its own, or in `gather`";
                    return Err(FormError { at, what: what.to_owned() });
                };
                filled.push((name.to_owned(), set));
                self.sets.push(0);
                set
            }
        };
        let entries = self.member()?;
        let same = self.sets[set] == 0 || self.sets[set] == entries.len();
        self.stands(at, same, "a set holds numbers or pairs, not both")?;
        self.sets[set] = entries.len();
        Ok(Item::Member { set, name: name.to_owned(), entries })
    }

    fn gather(&mut self) -> Result<Item, FormError> {
        let (at, name) = (self.at(), self.name("expected the name of the set")?);
        let set = self.sets.len();
        self.sets.push(0);
        let outer = self.gathered.len();
        self.gathered.push((name.to_owned(), set));
        let body = self.body()?;
        self.gathered.truncate(outer);
        self.stands(at, self.sets[set] > 0, "`gather` holds no `set` of this name")?;
        self.bind(name, Name::Set(set), at)?;
        Ok(Item::Gather { set, body })
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
}
