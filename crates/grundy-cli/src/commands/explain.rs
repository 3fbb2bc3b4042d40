//! `grundy explain`: the engine and why; options, values, mex and strategy, in words.

use std::fmt::Write;

use grundy::solve::{BigPosition, EngineReport, ExplainedPart, Explanation, PlayValue, ValuedOption};
use grundy::theory::Play;
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
    #[serde(serialize_with = "json::value")]
    value: &'a PlayValue,
    #[serde(serialize_with = "json::display")]
    outcome: Outcome,
    parts: Vec<PartRecord<'a>>,
    moves: Vec<MoveRecord>,
}

#[derive(Serialize)]
struct PartRecord<'a> {
    #[serde(serialize_with = "json::display")]
    position: &'a BigPosition,
    #[serde(serialize_with = "json::value")]
    value: &'a PlayValue,
    /// Null if there are too many to list.
    options: Option<Vec<OptionRecord<'a>>>,
}

#[derive(Serialize)]
struct OptionRecord<'a> {
    to: Vec<String>,
    #[serde(serialize_with = "json::value")]
    value: &'a PlayValue,
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
        (_, Some(explanation)) => {
            about_rule(&session, &report) + "\n" + &about_sum(session.rule().play(), &sum, explanation)
        }
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

fn about_sum(play: Play, sum: &Sum<BigPosition>, explanation: &Explanation) -> String {
    let mut text = String::new();
    for part in &explanation.parts {
        text += &about_part(play, part);
        text += "\n";
    }
    let evaluation = &explanation.evaluation;
    let (value, outcome) = (&evaluation.value, evaluation.outcome);
    let values: Vec<String> = evaluation.parts.iter().map(|part| part.value.to_string()).collect();
    text += &match (play, values.as_slice()) {
        (Play::Misere, [_]) => format!("The misère value is {value}: "),
        (Play::Misere, _) => format!("The sum {sum} in misère play, looked at as a whole: "),
        (_, [_]) => format!("The value is {value}: "),
        (_, []) => format!("The sum {sum} has value nothing = {value}: "),
        (Play::Loopy, _) => format!("The sum {sum} has value {} = {value}: ", values.join(" + ")),
        (Play::Normal, _) => format!("The sum {sum} has value {} = {value}: ", values.join(" xor ")),
    };
    text += &format!("{} ({outcome}).\n", outcome.in_words());
    let terminal = explanation.parts.iter().all(|part| part.options.as_ref().is_some_and(Vec::is_empty));
    text += match (play, outcome) {
        (Play::Misere, Outcome::N) if terminal => "There is no move: in misère play that wins.\n",
        (_, Outcome::P) if terminal => "There is no move: the player to move has lost.\n",
        (Play::Misere, Outcome::N) => {
            "To win, move to a sum that the player to move loses, and answer every move from there by another such move.\n"
        }
        (Play::Misere, _) => "Every move leads to a sum that the player to move wins.\n",
        (_, Outcome::N) => {
            "To win, move to a position of value 0, and answer every move from there by another such move.\n"
        }
        (Play::Loopy, Outcome::P) => {
            "Every move can be answered by one that leads back to value 0, and play ends.\n"
        }
        (_, Outcome::P) => "Every move leads to a value that is not 0, from which a reply leads back to 0.\n",
        (_, Outcome::D) => {
            "No move wins, but some move leads to a position that the other player cannot win either: play goes on for ever.\n"
        }
    };
    if outcome == Outcome::N && !(play == Play::Misere && terminal) {
        text += &moves::in_words(sum, &explanation.moves);
    }
    text
}

/// The options of a component by their value, and the mex.
fn about_part(play: Play, part: &ExplainedPart) -> String {
    let position = &part.position;
    let Some(options) = &part.options else {
        return format!("{position} has more options than can be listed; its value is {}.\n", part.value);
    };
    if options.is_empty() {
        return match play {
            Play::Misere => format!("{position} has no option: who has to move in it alone has won.\n"),
            _ => format!("{position} has no option: nobody can move, and the value is 0.\n"),
        };
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
        let _ = match value {
            PlayValue::None => writeln!(text, "  {}{more}", named.join(", ")),
            value => writeln!(text, "  value {value}: {}{more}", named.join(", ")),
        };
    }
    if groups.len() > LISTED {
        let _ = writeln!(text, "  and options of {} more values", groups.len() - LISTED);
    }
    if let Some(why) = why(play, part) {
        let _ = writeln!(text, "  so the value of {position} is {}, {why}", part.value);
    }
    text
}

/// Why a component has its value, in words; nothing if it has none of its own.
fn why(play: Play, part: &ExplainedPart) -> Option<String> {
    let value = match &part.value {
        PlayValue::None => return None,
        PlayValue::Loopy(value) if value.finite().is_none() => {
            return Some("no number: play from it need not end".to_owned());
        }
        PlayValue::Loopy(value)
            if part.options.iter().flatten().any(|(_, value)| value.nimber().is_none()) =>
        {
            return Some(format!(
                "the mex of the numbers among the options; from the options without a number a move leads back to {value}"
            ));
        }
        PlayValue::Loopy(value) => value.to_string(),
        PlayValue::Nimber(_)
            if play == Play::Misere
                && part.options.iter().flatten().any(|(_, value)| *value == PlayValue::None) =>
        {
            return None;
        }
        PlayValue::Nimber(value) => value.to_string(),
    };
    Some(match value.as_str() {
        "0" => "the mex: no option has value 0".to_owned(),
        "1" => "the mex: some option has value 0, none has 1".to_owned(),
        value => {
            format!("the mex: every value below {value} occurs among the options, {value} does not")
        }
    })
}

fn record<'a>(report: &'a EngineReport, explanation: Option<&'a Explanation>) -> Answer<'a> {
    let option = |(to, value): &'a ValuedOption| OptionRecord {
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
