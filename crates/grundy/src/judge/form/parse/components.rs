//! The items of a form that make up positions.

use super::{Parser, Place};
use crate::judge::form::lex::Word;
use crate::judge::form::{Bound, Entry, FormError, Item, Kind, RowShape, Shape};
use crate::ruleset::{Row, Tag};

/// The longest row of cells: a position of a contest, not a denial of service.
const LONGEST_ROW: u64 = 1_000_000;

impl Parser<'_> {
    /// The item that begins with `word`, at byte `at`, if it is one of a position.
    pub(super) fn of_a_position(&mut self, word: &str, at: usize) -> Result<Option<Item>, FormError> {
        let item = match word {
            "heap" => {
                self.inside_case(at, "`heap` stands inside `case`")?;
                self.is_of(Kind::Heaps, at)?;
                Item::Heap(self.entry()?)
            }
            "tuple" => {
                self.inside_case(at, "`tuple` stands inside `case`")?;
                let entries = self.entries()?;
                if entries.len() < 2 {
                    return Err(FormError { at, what: "a tuple has at least two entries".to_owned() });
                }
                self.component(Shape::Tuple(entries.len()), of_entries(entries), at)?
            }
            "tag" => {
                self.inside_case(at, "`tag` stands inside `case`")?;
                let Some(Word::Name(name)) = self.peek() else {
                    return Err(self.error("expected the name of the tag"));
                };
                self.next += 1;
                let entries = self.entries()?;
                self.component(Shape::Tagged(Tag::new(name), entries.len()), of_entries(entries), at)?
            }
            "list" => {
                self.inside_case(at, "`list` stands inside `case`")?;
                let body = self.inside(Place::InList)?;
                self.component(Shape::List, body, at)?
            }
            "entry" => {
                self.stands(at, self.place == Place::InList, "`entry` stands inside `list`")?;
                Item::Entry { name: "an entry", entry: self.entry()? }
            }
            "coin" | "flip" => {
                self.inside_case(at, "coins stand inside `case`")?;
                let flips = word == "flip";
                let same = *self.flips.get_or_insert(flips) == flips;
                self.stands(at, same, "a form has `coin` or `flip`, not both")?;
                let entries = self.member()?;
                self.is_of(if entries.len() == 2 { Kind::Board } else { Kind::Coins }, at)?;
                let mut items: Vec<Item> =
                    entries.into_iter().map(|entry| Item::Entry { name: "a coin", entry }).collect();
                if items.len() > 1 { Item::Both(items) } else { items.remove(0) }
            }
            "piece" => self.piece(at)?,
            "row" => {
                self.inside_case(at, "`row` stands inside `case`, and not in a row")?;
                self.row(at)?
            }
            "strip" => {
                self.inside_case(at, "`strip` stands inside `case`")?;
                let length = self.length()?;
                let cells = self.cells(Row::is_cell, None)?;
                self.is_of(Kind::Shapes, at)?;
                Item::Strip { length, shape: self.shape(Shape::Strip(cells)) }
            }
            "runs" => {
                self.inside_case(at, "`runs` stands inside `case`")?;
                self.is_of(Kind::Heaps, at)?;
                Item::Runs { length: self.length()?, letters: self.two_letters()? }
            }
            "bits" => {
                self.inside_case(at, "`bits` stands inside `case`")?;
                self.is_of(Kind::Heaps, at)?;
                let length = self.bound()?;
                // A heap of an engine has 63 bits.
                self.stands(at, length.most(&self.limits) <= 63, "`bits` makes a heap of at most 63 bits")?;
                Item::Bits { length, letters: self.two_letters()? }
            }
            _ => return Ok(None),
        };
        Ok(Some(item))
    }

    fn inside_case(&self, at: usize, what: &str) -> Result<(), FormError> {
        self.stands(at, self.place == Place::InCase, what)
    }

    /// A component of this shape; its numbers are what the body reads.
    fn component(&mut self, shape: Shape, body: Vec<Item>, at: usize) -> Result<Item, FormError> {
        self.is_of(Kind::Shapes, at)?;
        Ok(Item::Component { shape: self.shape(shape), body })
    }

    /// The place of a shape in the list of shapes.
    fn shape(&mut self, shape: Shape) -> usize {
        self.shapes.iter().position(|known| *known == shape).unwrap_or_else(|| {
            self.shapes.push(shape);
            self.shapes.len() - 1
        })
    }

    /// The body of a component.
    fn inside(&mut self, place: Place) -> Result<Vec<Item>, FormError> {
        self.place = place;
        let body = self.body()?;
        self.place = Place::InCase;
        Ok(body)
    }

    /// How many letters a word has, if that is said.
    fn length(&mut self) -> Result<Option<Bound>, FormError> {
        match self.peek() {
            Some(Word::Quoted(_)) => Ok(None),
            _ => Ok(Some(self.bound()?)),
        }
    }

    fn row(&mut self, at: usize) -> Result<Item, FormError> {
        let length = match self.peek() {
            Some(Word::Int(length)) if length <= LONGEST_ROW => usize::try_from(length).ok(),
            _ => None,
        };
        let length = length
            .ok_or_else(|| self.error(format!("expected the length of the row, at most {LONGEST_ROW}")))?;
        self.next += 1;
        let cells = self.cells(Row::is_cell, Some(2))?;
        let shape = RowShape { length, empty: cells[0], piece: cells[1] };
        let body = self.inside(Place::InRow { length })?;
        self.component(Shape::Row(shape), body, at)
    }

    fn piece(&mut self, at: usize) -> Result<Item, FormError> {
        let Place::InRow { length } = self.place else {
            return Err(FormError { at, what: "`piece` stands inside `row`".to_owned() });
        };
        let range = self.range()?;
        let first = matches!(range.from, Bound::Number(from) if from > 0);
        let last = usize::try_from(range.to.most(&self.limits)).is_ok_and(|to| to <= length);
        self.stands(
            at,
            first && last,
            "a piece stands in a cell of its row, and the first cell is number 1",
        )?;
        Ok(Item::Entry { name: "a piece", entry: Entry::Read(range) })
    }

    fn two_letters(&mut self) -> Result<[u8; 2], FormError> {
        let letters = self.cells(|letter| letter.is_ascii_graphic(), Some(2))?;
        Ok([letters[0], letters[1]])
    }

    /// Different characters in double quotes, so many of them if that is given.
    fn cells(&mut self, allowed: fn(u8) -> bool, count: Option<usize>) -> Result<Vec<u8>, FormError> {
        let cells = match self.peek() {
            Some(Word::Quoted(text)) => text.as_bytes().to_vec(),
            _ => Vec::new(),
        };
        let different = (1..cells.len()).all(|at| !cells[..at].contains(&cells[at]));
        let fits = count.map_or(!cells.is_empty(), |count| cells.len() == count);
        if !different || !fits || !cells.iter().all(|&cell| allowed(cell)) {
            let how_many = if count.is_some() { "two different" } else { "different" };
            return Err(
                self.error(format!("expected {how_many} characters in double quotes, such as \"01\""))
            );
        }
        self.next += 1;
        Ok(cells)
    }

    /// Notes what positions are made of.
    fn is_of(&mut self, kind: Kind, at: usize) -> Result<(), FormError> {
        let known = *self.kind.get_or_insert(kind);
        let together = match (known, kind) {
            (known, kind) if known == kind => Some(kind),
            // A heap is a component like others.
            (Kind::Heaps | Kind::Shapes, Kind::Heaps | Kind::Shapes) => Some(Kind::Shapes),
            _ => None,
        };
        self.kind = together.or(self.kind);
        match together {
            Some(_) => Ok(()),
            None => Err(FormError {
                at,
                what: "a position is made of heaps and the like, of coins, or of coins on a board, not of several"
                    .to_owned(),
            }),
        }
    }
}

/// The entries of a component as items.
fn of_entries(entries: Vec<Entry>) -> Vec<Item> {
    entries.into_iter().map(|entry| Item::Entry { name: "an entry", entry }).collect()
}
