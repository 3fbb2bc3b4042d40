//! `grundy table` and `grundy value` of a table file: values are read and not computed.

use std::path::Path;

use grundy::lang::{PositionKind, parse_position};
use grundy::solve::{BigPosition, Evaluation, Method, Part, PlayValue};
use grundy::store::{Labels, Positions, StoredTable, TableFile, TableFormat};
use grundy::theory::{BigNimber, Outcome, Play, Sum};

use super::table::{about, write};
use crate::args::Table;
use crate::failure::{Failure, usage};
use crate::interrupt::while_waiting;
use crate::positions;
use crate::session::Setting;
use crate::status::Status;

pub(super) fn table(
    path: &Path,
    args: &Table,
    format: TableFormat,
    setting: &Setting,
) -> anyhow::Result<Status> {
    let mut stored = open(path, setting)?;
    let head = stored.head().clone();
    let (labels, from, end) = match &head.positions {
        &Positions::Numbers { from: first } => {
            let to = match args.to[..] {
                [] => None,
                [to] => Some(to),
                _ => {
                    return Err(usage(
                        format!("{} holds positions that are numbers", path.display()),
                        "give one number after --to",
                    ));
                }
            };
            let from = args.from.unwrap_or(first);
            let index = |position: u64| {
                let index = position.checked_sub(first).filter(|&index| index < stored.count());
                index.ok_or_else(|| not_held(path, &stored, first, &position.to_string()))
            };
            let end = match to {
                // An empty stretch asks for nothing, as it does of a rule.
                Some(to) if to < from => index(from)?,
                Some(to) => index(to)? + 1,
                None => stored.count(),
            };
            let start = if args.from.is_some() { index(from)? } else { 0 };
            (Labels::Numbers { from }, start, end)
        }
        positions => {
            if args.from.is_some() || !args.to.is_empty() {
                return Err(usage(
                    format!("{} holds positions that are no numbers, and is read whole", path.display()),
                    "leave --from and --to out",
                ));
            }
            (positions.labels(), 0, stored.count())
        }
    };
    let values = stored.stretch(from, end, &setting.control);
    setting.watch.clear();
    let about = about(&head.rule, labels, args.losing);
    write(&TableFile { labels, values: &values?, about: &about, rule: &head.rule }, args, format, setting)?;
    Ok(Status::Answered)
}

/// Opens a table file; options that ask for another rule than the file's are refused.
fn open(path: &Path, setting: &Setting) -> anyhow::Result<StoredTable> {
    // A pipe is opened once somebody writes to it.
    let stored = while_waiting(|| StoredTable::open(path))?;
    let options = &setting.options;
    let play = stored.head().rule.play();
    let another_play = (options.misere && play != Play::Misere) || (options.loopy && play != Play::Loopy);
    if another_play || !options.parameters.is_empty() {
        return Err(usage(
            format!("{} holds the values of a rule as it was", path.display()),
            "leave -p, --misere and --loopy out, or give the rule in place of the file",
        ));
    }
    Ok(stored)
}

fn not_held(path: &Path, stored: &StoredTable, first: u64, position: &str) -> anyhow::Error {
    let what = match stored.count().checked_sub(1) {
        Some(more) => {
            format!("holds positions {first} to {}, and not {position}", first.saturating_add(more))
        }
        None => format!("holds no positions, and so not {position}"),
    };
    usage(
        format!("{} {what}", path.display()),
        "ask for less, or make a longer table: grundy table RULES --to B --out FILE.gtab",
    )
}

/// A table file of heaps or single coins, open for questions.
pub(super) struct StoredHeaps<'a> {
    path: &'a Path,
    first: u64,
    stored: StoredTable,
}

impl<'a> StoredHeaps<'a> {
    pub(super) fn open(path: &'a Path, setting: &Setting) -> anyhow::Result<StoredHeaps<'a>> {
        let stored = open(path, setting)?;
        match stored.head().positions {
            Positions::Numbers { from: first } => Ok(StoredHeaps { path, first, stored }),
            _ => Err(usage(
                format!("{} holds positions that are no numbers", path.display()),
                "`grundy table` reads such a file, or give the rule in place of the file",
            )),
        }
    }

    /// The sum of the positions on a line, with its value.
    pub(super) fn on_line(
        &mut self,
        line: &str,
        origin: &str,
    ) -> anyhow::Result<(Sum<BigPosition>, Evaluation)> {
        self.sum(positions::words(line).into_iter(), origin)
    }

    /// The sum of positions given as arguments, with its value.
    pub(super) fn of_arguments(
        &mut self,
        arguments: &[String],
    ) -> anyhow::Result<(Sum<BigPosition>, Evaluation)> {
        self.sum(arguments.iter().map(String::as_str), "position")
    }

    fn sum<'t>(
        &mut self,
        texts: impl Iterator<Item = &'t str>,
        origin: &str,
    ) -> anyhow::Result<(Sum<BigPosition>, Evaluation)> {
        let mut parts = Vec::new();
        for text in texts {
            let position = parse_position(PositionKind::Heap, text).map_err(|error| Failure::Position {
                origin: origin.to_owned(),
                text: text.to_owned(),
                error,
            })?;
            let value = self.value(&position)?;
            parts.push(Part { position, value: PlayValue::Nimber(value) });
        }
        let misere = self.stored.head().rule.play() == Play::Misere;
        if misere && parts.len() > 1 {
            return Err(usage(
                "misère values of positions do not tell the value of their sum",
                "ask for one position, or give the rule in place of the file",
            ));
        }
        let value =
            parts.iter().filter_map(|part| part.value.nimber()).fold(BigNimber::default(), |a, b| a + b);
        // A misère value of 0 says that the player to move loses, as one of normal play does.
        let outcome = Outcome::of(&value);
        let sum = parts.iter().map(|part| part.position.clone()).collect();
        Ok((sum, Evaluation { value: PlayValue::Nimber(value), outcome, parts, method: Method::Table }))
    }

    fn value(&mut self, position: &BigPosition) -> anyhow::Result<BigNimber> {
        let index = match position {
            BigPosition::Heap(heap) => {
                u64::try_from(heap).ok().and_then(|number| number.checked_sub(self.first))
            }
            _ => None,
        };
        let value = index.map(|index| self.stored.value(index)).transpose()?.flatten();
        let value =
            value.ok_or_else(|| not_held(self.path, &self.stored, self.first, &position.to_string()))?;
        Ok(BigNimber::from(value))
    }
}
