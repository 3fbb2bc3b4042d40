//! `grundy explain`: the engine and why; options, values, mex and strategy, in words.

use std::fmt::Write;

use grundy::BigNimber;
use grundy::solve::{BigPosition, EngineReport, ExplainedPart, Explanation};
use grundy::theory::{Outcome, Sum};
use serde::Serialize;

use super::moves;
use super::words::{MoveRecord, csv_line, left};
use crate::args::{Explain, Format};
use crate::failure::usage;
use crate::session::{Session, Setting};
use crate::status::Status;
use crate::{json, output, positions};

/// How many options of one value are named before the rest is only counted.
const NAMED: usize = 12;
/// How many values get a line of their own.
const LISTED: usize = 24;

#[derive(Serialize)]
struct Answer<'a> {
    engine: &'static str,
    reason: &'a str,
    law: Option<&'a str>,
    #[serde(flatten)]
    position: Option<PositionRecord<'a>>,
}

#[derive(Serialize)]
struct PositionRecord<'a> {
    #[serde(serialize_with = "json::nimber")]
    value: &'a BigNimber,
    #[serde(serialize_with = "json::display")]
    outcome: Outcome,
    parts: Vec<PartRecord<'a>>,
    moves: Vec<MoveRecord>,
}

#[derive(Serialize)]
struct PartRecord<'a> {
    #[serde(serialize_with = "json::display")]
    position: &'a BigPosition,
    #[serde(serialize_with = "json::nimber")]
    value: &'a BigNimber,
    /// Null if there are too many to list.
    options: Option<Vec<OptionRecord<'a>>>,
}

#[derive(Serialize)]
struct OptionRecord<'a> {
    to: Vec<String>,
    #[serde(serialize_with = "json::nimber")]
    value: &'a BigNimber,
}

pub(crate) fn explain(args: &Explain, setting: &Setting) -> anyhow::Result<Status> {
    let format = setting.format()?;
    let mut session = Session::open(&args.rules, setting)?;
    let sum = positions::from_arguments(&session, &args.positions)?;
    let report = session.ask(|solver, control| solver.engine_report(control))?;
    let explanation = match args.positions.is_empty() {
        true => None,
        false => Some(session.ask(|solver, control| solver.explain(&sum, control))?),
    };
    let text = match (format, &explanation) {
        (Format::Json, _) => json::line(&record(&report, explanation.as_ref()))?,
        (Format::Csv, Some(explanation)) => csv(explanation),
        (Format::Csv, None) => {
            return Err(usage("there are no options to list", "give a position, or choose text or json"));
        }
        (_, None) => about_rule(&session, &report),
        (_, Some(explanation)) => about_rule(&session, &report) + "\n" + &about_sum(&sum, explanation),
    };
    output::print(&text)?;
    Ok(Status::Answered)
}

/// The rule, its engine and its law.
fn about_rule(session: &Session<'_>, report: &EngineReport) -> String {
    let name = session.rule().headers().title.as_deref().unwrap_or(session.origin());
    let mut text = String::new();
    if name != "rule" {
        text += &format!("game    {name}\n");
    }
    text += &format!("engine  {}: {}\n", report.engine, report.reason);
    if let Some(law) = &report.law {
        text += &format!("law     {law}\n");
    }
    text
}

fn about_sum(sum: &Sum<BigPosition>, explanation: &Explanation) -> String {
    let mut text = String::new();
    for part in &explanation.parts {
        text += &about_part(part);
        text += "\n";
    }
    let evaluation = &explanation.evaluation;
    let (value, outcome) = (&evaluation.value, evaluation.outcome);
    if evaluation.parts.len() != 1 {
        let values: Vec<String> = evaluation.parts.iter().map(|part| part.value.to_string()).collect();
        let values = if values.is_empty() { "nothing".to_owned() } else { values.join(" xor ") };
        text += &format!("The sum {sum} has value {values} = {value}: {} ({outcome}).\n", outcome.in_words());
    } else {
        text += &format!("The value is {value}: {} ({outcome}).\n", outcome.in_words());
    }
    let terminal = explanation.parts.iter().all(|part| part.options.as_ref().is_some_and(Vec::is_empty));
    text += match outcome {
        Outcome::P if terminal => "There is no move: the player to move has lost.\n",
        Outcome::N => {
            "To win, move to a position of value 0, and answer every move from there by another such move.\n"
        }
        Outcome::D => "",
        Outcome::P => "Every move leads to a value that is not 0, from which a reply leads back to 0.\n",
    };
    if outcome == Outcome::N {
        text += &moves::in_words(sum, &explanation.moves);
    }
    text
}

/// The options of a component by their value, and the mex.
fn about_part(part: &ExplainedPart) -> String {
    let position = &part.position;
    let Some(options) = &part.options else {
        return format!("{position} has more options than can be listed; its value is {}.\n", part.value);
    };
    if options.is_empty() {
        return format!("{position} has no option: nobody can move, and the value is 0.\n");
    }
    let groups: Vec<_> = options.chunk_by(|a, b| a.1 == b.1).collect();
    let count = options.len();
    let options = if count == 1 { "1 option".to_owned() } else { format!("{count} options") };
    let mut text = format!("{position} has {options}:\n");
    for group in groups.iter().take(LISTED) {
        let Some((_, value)) = group.first() else { continue };
        let named: Vec<String> = group.iter().take(NAMED).map(|(to, _)| left(to)).collect();
        let more = group.len() - named.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  value {value}: {}{more}", named.join(", "));
    }
    if groups.len() > LISTED {
        let _ = writeln!(text, "  and options of {} more values", groups.len() - LISTED);
    }
    let value = &part.value;
    let why = if value.is_zero() {
        "no option has value 0".to_owned()
    } else if *value == BigNimber::from(1) {
        "some option has value 0, none has 1".to_owned()
    } else {
        format!("every value below {value} occurs among the options, {value} does not")
    };
    let _ = writeln!(text, "  so the value of {position} is {value}, the mex: {why}");
    text
}

fn record<'a>(report: &'a EngineReport, explanation: Option<&'a Explanation>) -> Answer<'a> {
    let option = |(to, value): &'a (Vec<BigPosition>, BigNimber)| OptionRecord {
        to: to.iter().map(ToString::to_string).collect(),
        value,
    };
    let part = |part: &'a ExplainedPart| PartRecord {
        position: &part.position,
        value: &part.value,
        options: part.options.as_ref().map(|options| options.iter().map(option).collect()),
    };
    let position = explanation.map(|explanation| PositionRecord {
        value: &explanation.evaluation.value,
        outcome: explanation.evaluation.outcome,
        parts: explanation.parts.iter().map(part).collect(),
        moves: explanation.moves.moves.iter().map(MoveRecord::from).collect(),
    });
    Answer { engine: report.engine, reason: &report.reason, law: report.law.as_deref(), position }
}

fn csv(explanation: &Explanation) -> String {
    let mut text = "component,position,option,value\n".to_owned();
    for (component, part) in explanation.parts.iter().enumerate() {
        for (to, value) in part.options.iter().flatten() {
            text += &csv_line(&[&component, &part.position, &left(to), value]);
        }
    }
    text
}
