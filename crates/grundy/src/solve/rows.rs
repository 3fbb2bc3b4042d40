//! Rules on rows of cells.

use std::sync::Arc;

use super::answer::{EngineReport, Method, Table};
use super::config::{Config, EngineName};
use super::error::SolveError;
use crate::engine::{Naive, staircase_table, staircase_value};
use crate::ruleset::{Fault, FaultKind, Halt, Options, Row, RowRule, Ruleset, Staircase};
use crate::theory::{Control, Nimber, Values};

/// A rule on rows, with its engine.
#[derive(Debug)]
pub(super) struct Rows {
    rules: Arc<RowRule>,
    engine: Engine,
}

#[derive(Debug)]
enum Engine {
    Staircase(Staircase),
    Search(Naive<Bounded>, Method),
}

/// How many cells longer a row may become in play than it was.
const MOST_GROWTH: usize = 500;

/// How many cells of such a row are shown.
const SHOWN: usize = 20;

/// The rule, refusing to follow rows that grow without end: no position comes
/// twice there, so no circle would ever be found.
#[derive(Debug)]
struct Bounded {
    rules: Arc<RowRule>,
    /// How many cells the row has that was asked for.
    asked: usize,
}

impl Ruleset for Bounded {
    type Position = Row;

    fn options(&self, row: &Row, options: &mut Options<Row>, control: &Control) -> Result<(), Halt> {
        let (from, to) = (self.asked, row.cells().len());
        if to > from + MOST_GROWTH {
            let kind = FaultKind::Growth { from, to };
            // The row itself would fill many lines; how it begins is enough.
            let start: String = row.to_string().chars().take(SHOWN).collect();
            return Err(Fault { position: format!("{start}..."), kind, span: None }.into());
        }
        self.rules.options(row, options, control)
    }

    fn heap_bytes(&self, row: &Row) -> usize {
        self.rules.heap_bytes(row)
    }
}

impl Rows {
    /// The staircase that the rule is served as, if it is.
    pub(super) fn staircase(&self) -> Option<Staircase> {
        match &self.engine {
            Engine::Staircase(staircase) => Some(*staircase),
            Engine::Search(..) => None,
        }
    }

    pub(super) fn new(rules: RowRule, config: &Config) -> Result<Rows, SolveError> {
        let rules = Arc::new(rules);
        let search =
            |method| Engine::Search(Naive::new(Bounded { rules: Arc::clone(&rules), asked: 0 }), method);
        let staircase = Staircase::from_rule(&rules);
        let engine = match (config.engine, staircase) {
            (EngineName::Staircase, Some(staircase)) => Engine::Staircase(staircase),
            (EngineName::Auto, Some(staircase)) if config.law => Engine::Staircase(staircase),
            (EngineName::Auto, _) => search(Method::Search),
            (EngineName::Naive, _) => search(Method::Naive),
            (EngineName::Staircase, None) => {
                return Err(SolveError::question(
                    "the rule is not in staircase form",
                    "leave --engine out, and the engine that fits is used",
                ));
            }
            (other, _) => {
                return Err(SolveError::question(
                    format!("the engine `{other}` does not play on rows"),
                    "choose auto, naive or staircase",
                ));
            }
        };
        Ok(Rows { rules, engine })
    }

    pub(super) fn value(&mut self, row: &Row, control: &Control) -> Result<(Nimber, Method), SolveError> {
        match &mut self.engine {
            Engine::Staircase(staircase) => Ok((staircase_value(staircase, row), Method::Law)),
            Engine::Search(naive, method) => {
                let asked = &mut naive.rules_mut().asked;
                *asked = row.cells().len().max(*asked);
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
            method = found_by;
            values.push(value);
            if index % 4096 == 0 {
                control.check()?;
                control.report(values.len() as u64, u64::try_from(count).ok());
            }
        }
        Ok(Table::Rows { width, alphabet, values, method })
    }

    pub(super) fn report(&self) -> EngineReport {
        match &self.engine {
            Engine::Staircase(staircase) => {
                let (piece, gap) = (char::from(staircase.piece), char::from(staircase.gap));
                EngineReport {
                    engine: EngineName::Staircase.name(),
                    reason: format!(
                        "the first `{piece}` of a run jumps over the rest of it into a `{gap}`: a staircase of Nim"
                    ),
                    law: Some(format!(
                        "cut the row at every `{gap}` and number the blocks of `{piece}`, empty ones too, from the \
                         end that the pieces jump towards, starting at 0; the value is the nim-sum of the lengths of \
                         the blocks with odd numbers (proved in docs/theory.md)"
                    )),
                }
            }
            Engine::Search(_, Method::Naive) => EngineReport {
                engine: EngineName::Naive.name(),
                reason: "it was asked for: every value by the definition".to_owned(),
                law: None,
            },
            Engine::Search(..) => EngineReport {
                engine: EngineName::Naive.name(),
                reason: "no better engine fits this rule: the rows that play can reach are searched"
                    .to_owned(),
                law: None,
            },
        }
    }
}
