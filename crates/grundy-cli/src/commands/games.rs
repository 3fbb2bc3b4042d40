//! `grundy games`: the built-in games.

use grundy::lang::{GAMES, Game, PositionKind, Rule, game};
use grundy::theory::Play;
use serde::Serialize;

use super::words::{csv_line, headline, rule_alone};
use crate::args::{Format, Games};
use crate::rules::no_game;
use crate::session::{Session, Setting};
use crate::status::Status;
use crate::{json, output, positions};

#[derive(Serialize)]
struct List {
    games: Vec<Record>,
}

/// What is known of a game without solving anything.
#[derive(Serialize)]
struct Record {
    name: &'static str,
    title: Option<String>,
    source: Option<String>,
    note: String,
    rule: String,
    example: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    record: Record,
    engine: &'static str,
    reason: String,
    law: Option<String>,
}

pub(crate) fn games(args: &Games, setting: &Setting) -> anyhow::Result<Status> {
    let format = setting.format()?;
    let text = match &args.name {
        None => list(format)?,
        Some(name) => {
            let game = game(name).ok_or_else(|| no_game(name, "`grundy games` lists all"))?;
            one(game, format, setting)?
        }
    };
    output::print(&text)?;
    Ok(Status::Answered)
}

fn list(format: Format) -> anyhow::Result<String> {
    let games = GAMES.iter().map(record).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(match format {
        Format::Json => json::line(&List { games })?,
        Format::Csv => CSV_NAMES.to_owned() + &games.iter().map(csv).collect::<String>(),
        _ => by_kind(&games)?,
    })
}

/// The games by what is played with, a line each.
fn by_kind(games: &[Record]) -> anyhow::Result<String> {
    let width = games.iter().map(|game| game.name.len()).max().unwrap_or_default();
    let kinds = GAMES.iter().map(kind).collect::<anyhow::Result<Vec<_>>>()?;
    let mut text = String::new();
    for heading in KINDS {
        let own = games.iter().zip(&kinds).filter(|(_, kind)| **kind == heading);
        let lines: String = own
            .map(|(game, _)| {
                let title = game.title.as_deref().unwrap_or_default();
                format!("  {:width$}  {title}\n", game.name)
            })
            .collect();
        if !lines.is_empty() {
            text += &format!("{heading}\n{lines}\n");
        }
    }
    text += "`grundy games NAME` tells more of a game; its name stands wherever RULES is wanted.\n";
    Ok(text)
}

/// The headings of the list, in their order.
const KINDS: [&str; 7] =
    ["heaps", "tuples and tags", "lists", "coins", "rows", "the last move loses", "play without end"];

/// Under which heading a game stands.
fn kind(game: &Game) -> anyhow::Result<&'static str> {
    let rule = Rule::parse(game.text)?;
    let kind = match (rule.play(), rule.position_kind()) {
        (Play::Misere, _) => 5,
        (Play::Loopy, _) => 6,
        (Play::Normal, PositionKind::Heap) => 0,
        (Play::Normal, PositionKind::Shapes(_)) => 1,
        (Play::Normal, PositionKind::Seq) => 2,
        (Play::Normal, PositionKind::Coins | PositionKind::Board(_)) => 3,
        (Play::Normal, _) => 4,
    };
    Ok(KINDS[kind])
}

fn one(game: &'static Game, format: Format, setting: &Setting) -> anyhow::Result<String> {
    let record = record(game)?;
    if format == Format::Csv {
        return Ok(CSV_NAMES.to_owned() + &csv(&record));
    }
    let mut session = Session::open(game.name, setting)?;
    let report = session.ask(|solver, control| solver.engine_report(control))?;
    if format == Format::Json {
        return json::line(&Answer { record, engine: report.engine, reason: report.reason, law: report.law });
    }
    let mut text = String::new();
    let mut line = |name: &str, content: &str| {
        // A content of several lines goes on below its first one.
        text += &format!("{name:8}{}\n", content.replace('\n', "\n        "));
    };
    line("name", game.name);
    for (name, content) in [("title", &record.title), ("source", &record.source)] {
        if let Some(content) = content {
            line(name, content);
        }
    }
    if !record.note.is_empty() {
        line("note", &record.note);
    }
    line("rule", &record.rule);
    line("engine", &format!("{}: {}", report.engine, report.reason));
    line("law", report.law.as_deref().unwrap_or("none known"));
    if let Some(example) = &record.example {
        let sum = positions::from_line(&session, example, "example")?;
        let evaluation = session.ask(|solver, control| solver.value(&sum, control))?;
        let answer = headline(&sum, &evaluation.value, evaluation.outcome);
        line("example", &format!("grundy value {} {}\n{}", game.name, quoted(example), answer.trim_end()));
    }
    Ok(text)
}

/// The positions of a line as a shell takes them.
fn quoted(example: &str) -> String {
    let plain = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
    let words = positions::words(example);
    let quoted =
        words.into_iter().map(|word| if plain(word) { word.to_owned() } else { format!("'{word}'") });
    quoted.collect::<Vec<_>>().join(" ")
}

fn record(game: &Game) -> anyhow::Result<Record> {
    let headers = Rule::parse(game.text)?.headers().clone();
    let note: Vec<&str> =
        game.text.lines().filter_map(|line| line.strip_prefix('#')).map(str::trim).collect();
    Ok(Record {
        name: game.name,
        title: headers.title,
        source: headers.source,
        note: note.join(" "),
        rule: rule_alone(game.text),
        example: headers.example,
    })
}

const CSV_NAMES: &str = "name,title,source,rule,example\n";

fn csv(game: &Record) -> String {
    let text = |field: &Option<String>| field.clone().unwrap_or_default();
    csv_line(&[&game.name, &text(&game.title), &text(&game.source), &game.rule, &text(&game.example)])
}
