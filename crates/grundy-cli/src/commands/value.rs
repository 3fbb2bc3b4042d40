//! `grundy value`: the value of a sum, its parts, and who wins.

use std::io::{self, BufRead, Read, Write};
use std::time::Instant;

use anyhow::Context;
use grundy::solve::{BigPosition, Evaluation, PlayValue};
use grundy::theory::{Outcome, Sum};
use serde::Serialize;

use super::stored::StoredHeaps;
use super::words::{csv_line, headline, parts};
use crate::args::{Format, Position};
use crate::failure::{Failure, usage};
use crate::interrupt::while_waiting;
use crate::rules::MAX_TEXT;
use crate::session::{Session, Setting};
use crate::status::Status;
use crate::{json, output, positions, rules};

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(serialize_with = "json::value")]
    value: &'a PlayValue,
    #[serde(serialize_with = "json::display")]
    outcome: Outcome,
    parts: Vec<Part<'a>>,
    method: &'static str,
}

#[derive(Serialize)]
struct Part<'a> {
    #[serde(serialize_with = "json::display")]
    position: &'a BigPosition,
    #[serde(serialize_with = "json::value")]
    value: &'a PlayValue,
}

pub(crate) fn value(args: &Position, setting: &Setting) -> anyhow::Result<Status> {
    let format = setting.format()?;
    if let Some(path) = rules::table_file(&args.rules) {
        let mut table = StoredHeaps::open(path, setting)?;
        if from_standard_input(args)? {
            return stream(setting, format, |line, origin| table.on_line(line, origin));
        }
        let (sum, evaluation) = table.of_arguments(&args.positions)?;
        return print(format, &sum, &evaluation);
    }
    let mut session = Session::open(&args.rules, setting)?;
    let since;
    if from_standard_input(args)? {
        since = Instant::now();
        stream(setting, format, |line, origin| {
            let sum = positions::from_line(&session, line, origin)?;
            let evaluation = session.ask(|solver, control| solver.value(&sum, control))?;
            Ok((sum, evaluation))
        })?;
    } else {
        let sum = positions::from_arguments(&session, &args.positions)?;
        since = Instant::now();
        let evaluation = session.ask(|solver, control| solver.value(&sum, control))?;
        print(format, &sum, &evaluation)?;
    }
    session.remark(since)?;
    Ok(Status::Answered)
}

/// Whether the positions are to come from standard input.
fn from_standard_input(args: &Position) -> anyhow::Result<bool> {
    let asked = args.positions.iter().any(|position| position == "-");
    if asked && args.positions.len() > 1 {
        return Err(usage(
            "`-` reads all positions from standard input",
            "give `-` alone, or positions without it",
        ));
    }
    Ok(asked)
}

fn print(format: Format, sum: &Sum<BigPosition>, evaluation: &Evaluation) -> anyhow::Result<Status> {
    output::print(&match format {
        Format::Json => json::line(&record(evaluation))?,
        Format::Csv => CSV_NAMES.to_owned() + &csv(sum, evaluation),
        _ => headline(sum, &evaluation.value, evaluation.outcome) + &parts(evaluation),
    })?;
    Ok(Status::Answered)
}

/// Answers every line of standard input by a line, before the next one is looked
/// at. Blank lines are passed over.
fn stream(
    setting: &Setting,
    format: Format,
    mut answer: impl FnMut(&str, &str) -> anyhow::Result<(Sum<BigPosition>, Evaluation)>,
) -> anyhow::Result<Status> {
    let mut input = io::stdin().lock();
    output::stream(|out| {
        if format == Format::Csv {
            out.write_all(CSV_NAMES.as_bytes())?;
        }
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            let read = while_waiting(|| input.by_ref().take(MAX_TEXT + 1).read_until(b'\n', &mut line));
            if read.context("cannot read standard input")? == 0 {
                break;
            }
            let origin = format!("standard input, line {number}");
            if line.len() as u64 > MAX_TEXT {
                return Err(usage(
                    format!("{origin} is longer than 4 MiB"),
                    "write a sum of positions on each line",
                ));
            }
            let Ok(text) = std::str::from_utf8(&line) else {
                return Err(usage(format!("{origin} is no text"), "write positions in ASCII"));
            };
            let text = text.trim();
            if text.is_empty() {
                setting.control.check().map_err(|stopped| Failure::Stopped { at: None, stopped })?;
                continue;
            }
            let (sum, evaluation) = answer(text, &origin)?;
            write_line(out, format, &sum, &evaluation)?;
            out.flush()?;
        }
        anyhow::Ok(())
    })?;
    Ok(Status::Answered)
}

const CSV_NAMES: &str = "position,value,outcome\n";

fn write_line(
    out: &mut dyn Write,
    format: Format,
    sum: &Sum<BigPosition>,
    evaluation: &Evaluation,
) -> anyhow::Result<()> {
    match format {
        Format::Json => out.write_all(json::line(&record(evaluation))?.as_bytes())?,
        Format::Csv => out.write_all(csv(sum, evaluation).as_bytes())?,
        _ => writeln!(out, "{} {}", evaluation.value, evaluation.outcome)?,
    }
    Ok(())
}

fn csv(sum: &Sum<BigPosition>, evaluation: &Evaluation) -> String {
    csv_line(&[sum, &evaluation.value, &evaluation.outcome])
}

fn record(evaluation: &Evaluation) -> Answer<'_> {
    let parts = evaluation.parts.iter().map(|part| Part { position: &part.position, value: &part.value });
    Answer {
        value: &evaluation.value,
        outcome: evaluation.outcome,
        parts: parts.collect(),
        method: evaluation.method.name(),
    }
}
