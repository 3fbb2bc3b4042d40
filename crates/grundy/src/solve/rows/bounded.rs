//! Rules on rows that refuse to follow rows which grow without end: no position
//! comes twice there, so no circle would ever be found.

use crate::ruleset::{Fault, FaultKind, Halt, Options, Row, Ruleset, Segment};
use crate::theory::Control;

/// How many cells longer a row may become in play than it was.
const MOST_GROWTH: usize = 500;

/// How many cells of such a row are shown.
const SHOWN: usize = 20;

/// A strip of cells: a whole row, or a segment of one.
pub(super) trait Strip {
    /// How many cells it has.
    fn length(&self) -> usize;
}

impl Strip for Row {
    fn length(&self) -> usize {
        self.cells().len()
    }
}

impl Strip for Segment {
    fn length(&self) -> usize {
        Segment::length(self)
    }
}

/// The rule, up to a length.
#[derive(Debug)]
pub(super) struct Bounded<R> {
    rules: R,
    /// The most cells of a strip that was asked for.
    asked: usize,
}

impl<R> Bounded<R> {
    pub(super) fn new(rules: R) -> Bounded<R> {
        Bounded { rules, asked: 0 }
    }

    /// Allows for the play of a strip with so many cells.
    pub(super) fn ask(&mut self, length: usize) {
        self.asked = self.asked.max(length);
    }
}

impl<R: Ruleset<Position: Strip>> Ruleset for Bounded<R> {
    type Position = R::Position;

    fn options(
        &self,
        strip: &R::Position,
        options: &mut Options<R::Position>,
        control: &Control,
    ) -> Result<(), Halt> {
        let (from, to) = (self.asked, strip.length());
        if to > from.saturating_add(MOST_GROWTH) {
            let kind = FaultKind::Growth { from, to };
            // The row itself would fill many lines; how it begins is enough.
            let start: String = strip.to_string().chars().take(SHOWN).collect();
            return Err(Fault { position: format!("{start}..."), kind, span: None }.into());
        }
        self.rules.options(strip, options, control)
    }

    fn heap_bytes(&self, strip: &R::Position) -> usize {
        self.rules.heap_bytes(strip)
    }
}
