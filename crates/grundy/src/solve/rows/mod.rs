//! Rules on rows of cells.

mod bounded;
mod recognise;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use num_bigint::BigUint;

use bounded::Bounded;

use super::answer::{EngineReport, Method, Table};
use super::config::{Config, EngineName};
use super::error::SolveError;
use super::numbers::Numbers;
use crate::engine::{Naive, row_table, staircase_table, staircase_value};
use crate::ruleset::{Options, Row, RowRule, Ruleset, Segments, Staircase};
use crate::theory::{Control, Nimber, Values};

/// A rule on rows, with its engine.
#[derive(Debug)]
pub(super) struct Rows {
    rules: Arc<RowRule>,
    engine: Engine,
    /// Whether whole tables are made from the rows as numbers, where that can be.
    masks: bool,
}

#[derive(Debug)]
enum Engine {
    Staircase(Staircase),
    /// The lengths of the segments are heaps.
    Heaps(Heaps),
    /// Each segment by itself.
    Segments(Segments, Naive<Bounded<Segments>>),
    /// Tables of all rows of a width, kept by widths.
    Masks(BTreeMap<usize, Values>),
    Search(Naive<Bounded<Arc<RowRule>>>, Method),
}

/// The game on the lengths of segments.
#[derive(Debug)]
struct Heaps {
    segments: Segments,
    numbers: Numbers,
}

impl Rows {
    /// The staircase that the rule is served as, if it is.
    pub(super) fn staircase(&self) -> Option<Staircase> {
        match &self.engine {
            Engine::Staircase(staircase) => Some(*staircase),
            _ => None,
        }
    }

    pub(super) fn new(rules: RowRule, config: &Config, control: &Control) -> Result<Rows, SolveError> {
        let rules = Arc::new(rules);
        let engine = recognise::engine(&rules, config, control)?;
        Ok(Rows { rules, engine, masks: config.engine == EngineName::Auto })
    }

    pub(super) fn value(&mut self, row: &Row, control: &Control) -> Result<(Nimber, Method), SolveError> {
        match &mut self.engine {
            Engine::Staircase(staircase) => Ok((staircase_value(staircase, row), Method::Law)),
            Engine::Heaps(heaps) => heaps.value(row, control),
            Engine::Segments(segments, naive) => {
                let mut value = Nimber::ZERO;
                for segment in segments.split(row) {
                    naive.rules_mut().ask(segment.length());
                    value += naive.value(&segment, control)?;
                }
                Ok((value, Method::Search))
            }
            Engine::Masks(tables) => {
                let width = row.cells().len();
                let table = match tables.entry(width) {
                    Entry::Occupied(entry) => entry.into_mut(),
                    Entry::Vacant(entry) => {
                        let table = row_table(&self.rules, width, control)?;
                        entry.insert(table.ok_or_else(recognise::no_masks)?)
                    }
                };
                let value = number(&self.rules, row).and_then(|number| table.get(number));
                Ok((value.unwrap_or_default(), Method::Table))
            }
            Engine::Search(naive, method) => {
                naive.rules_mut().ask(row.cells().len());
                Ok((naive.value(row, control)?, *method))
            }
        }
    }

    pub(super) fn options(
        &self,
        row: &Row,
        options: &mut Options<Row>,
        control: &Control,
    ) -> Result<(), SolveError> {
        Ok(self.rules.options(row, options, control)?)
    }

    /// The values of every row of `width` cells, in lexical order.
    pub(super) fn table(&mut self, width: u64, control: &Control) -> Result<Table, SolveError> {
        let alphabet = self.rules.cells().to_vec();
        let count = u32::try_from(width).ok().and_then(|width| alphabet.len().checked_pow(width));
        let (Some(count), Ok(width)) = (count, usize::try_from(width)) else {
            return Err(SolveError::question(
                format!("there are too many rows of {width} cells for any table"),
                "give --to the number of cells, such as --to 8",
            ));
        };
        if let Engine::Staircase(staircase) = &self.engine
            && alphabet.len() == 2
        {
            let values = staircase_table(staircase, width, control)?;
            return Ok(Table::Rows { width, alphabet, values, method: Method::Law });
        }
        let by_masks = self.masks || matches!(self.engine, Engine::Masks(_));
        if by_masks && let Some(values) = row_table(&self.rules, width, control)? {
            return Ok(Table::Rows { width, alphabet, values, method: Method::Table });
        }
        // With one kind of cell there is one row, of any width.
        control.reserve(u64::try_from(count.saturating_add(width)).unwrap_or(u64::MAX))?;
        let mut values = Values::default();
        let mut method = Method::Law;
        let mut cells = vec![0; width];
        for index in 0..count {
            let mut rest = index;
            for cell in cells.iter_mut().rev() {
                *cell = alphabet[rest % alphabet.len()];
                rest /= alphabet.len();
            }
            // The alphabet of a row rule holds cells only.
            let Some(row) = Row::new(cells.clone()) else { continue };
            let (value, found_by) = self.value(&row, control)?;
            method = method.max(found_by);
            values.push(value);
            if index % 4096 == 0 {
                control.check()?;
                control.report(values.len() as u64, u64::try_from(count).ok());
            }
        }
        Ok(Table::Rows { width, alphabet, values, method })
    }

    pub(super) fn report(&mut self, control: &Control) -> Result<EngineReport, SolveError> {
        recognise::report(&mut self.engine, control)
    }
}

impl Heaps {
    fn value(&mut self, row: &Row, control: &Control) -> Result<(Nimber, Method), SolveError> {
        let mut value = Nimber::ZERO;
        let mut method = Method::Law;
        for segment in self.segments.split(row) {
            let (heap, found_by) = self.numbers.value(&BigUint::from(segment.length()), control)?;
            // A value is at most the length of a play, and play shortens a segment or parts it.
            value += heap.to_nimber().expect("a play has at most twice as many moves as there are cells");
            method = method.max(found_by);
        }
        Ok((value, method))
    }
}

/// The number of a row among those of its width, in lexical order.
fn number(rules: &RowRule, row: &Row) -> Option<usize> {
    row.cells().iter().try_fold(0usize, |number, cell| {
        let digit = rules.cells().iter().position(|named| named == cell)?;
        number.checked_mul(rules.cells().len())?.checked_add(digit)
    })
}
