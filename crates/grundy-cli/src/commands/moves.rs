//! `grundy moves`: every winning move of a sum, with what it leaves.

use std::time::Instant;

use grundy::solve::{BigPosition, Moves, PlayValue};
use grundy::theory::{Outcome, Sum};
use serde::Serialize;

use super::words::{MoveRecord, a_move, csv_line, headline, left};
use crate::args::{Format, Position};
use crate::session::{Session, Setting};
use crate::status::Status;
use crate::{json, output, positions};

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(serialize_with = "json::display")]
    outcome: Outcome,
    #[serde(serialize_with = "json::value")]
    value: &'a PlayValue,
    moves: Vec<MoveRecord>,
}

pub(crate) fn moves(args: &Position, setting: &Setting) -> anyhow::Result<Status> {
    let format = setting.format()?;
    let mut session = Session::open(&args.rules, setting)?;
    let sum = positions::from_arguments(&session, &args.positions)?;
    let since = Instant::now();
    let found = session.ask(|solver, control| solver.moves(&sum, control))?;
    let text = match format {
        Format::Json => json::line(&Answer {
            outcome: found.outcome,
            value: &found.value,
            moves: found.moves.iter().map(MoveRecord::from).collect(),
        })?,
        Format::Csv => csv(&found),
        _ => {
            // The answer is known: what is said of it may be vague, but is said.
            let stuck = found.outcome == Outcome::P
                && session.ask(|solver, control| solver.can_move(&sum, control)).is_ok_and(|can| !can);
            let moves = match stuck {
                true => "no move is left: who has to move has lost\n".to_owned(),
                false => in_words(&sum, &found),
            };
            headline(&sum, &found.value, found.outcome) + &moves
        }
    };
    output::print(&text)?;
    session.remark(since)?;
    Ok(Status::Answered)
}

/// The winning moves, one a line.
pub(super) fn in_words(sum: &Sum<BigPosition>, found: &Moves) -> String {
    let lines: String = found.moves.iter().map(|played| format!("  {}\n", a_move(sum, played))).collect();
    match found.moves.len() {
        0 if found.outcome == Outcome::D => {
            "no winning move: neither player can force a win, and play can go on for ever\n".to_owned()
        }
        0 if found.outcome == Outcome::N => "no move is left: who has to move has won\n".to_owned(),
        0 => "no winning move: the other player has a winning reply to every move\n".to_owned(),
        1 => format!("1 winning move:\n{lines}"),
        count => format!("{count} winning moves:\n{lines}"),
    }
}

fn csv(found: &Moves) -> String {
    let records =
        found.moves.iter().map(|played| csv_line(&[&played.component, &played.from, &left(&played.to)]));
    "component,from,to\n".to_owned() + &records.collect::<String>()
}
