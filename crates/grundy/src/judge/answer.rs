//! From the cases of an input to the text of the answers.

use std::fmt;
use std::ops::Range;

use super::cases::{Asked, Cases};
use super::error::JudgeError;
use super::form::{Kind, Shape};
use super::goal::{moves_past_goal, moves_to_goal};
use super::position::{coins, position, row};
use super::problem::{Answer, Problem};
use super::template::{AnswerPlace, MovePlace, put};
use crate::lang::{PositionKind, Rule};
use crate::ruleset::{Heap, Position};
use crate::solve::{BigPosition, Config, Move, PlayValue, SolveError, Solver};
use crate::theory::{Control, Nimber, Outcome, Play, Sum};

/// After how many cases the control is listened to again.
const CASES_BETWEEN_CHECKS: usize = 1024;

/// Solves all cases and words their answers.
pub(super) fn answer(problem: &Problem, cases: &Cases, control: &Control) -> Result<String, JudgeError> {
    // Cases with the same parameters are solved by one solver, and only one solver lives at a
    // time; so the texts come in another order than the cases, and are put in order afterwards.
    let mut order: Vec<usize> = (0..cases.len()).collect();
    if cases.settings.len() > 1 {
        order.sort_by_key(|&case| cases.setting(case));
    }
    let mut texts = String::new();
    let mut places: Vec<Range<usize>> = vec![0..0; cases.len()];
    let mut players: Option<(usize, Players)> = None;
    for (done, case) in order.into_iter().enumerate() {
        if done.is_multiple_of(CASES_BETWEEN_CHECKS) {
            control.check()?;
        }
        let setting = cases.setting(case);
        let players = match &mut players {
            Some((of, players)) if *of == setting => players,
            other => {
                // The old solver goes before the new one comes: their tables need not both fit.
                *other = None;
                let made = players_for(problem, cases, case, control)?;
                &mut other.insert((setting, made)).1
            }
        };
        let start = texts.len();
        let asked = cases.asked(case);
        write_answer(problem, players, case, asked, &mut texts, control)
            .map_err(|error| failed(case, error))?;
        places[case] = start..texts.len();
    }
    Ok(lined_up(problem, cases, &texts, &places))
}

/// The output: the texts in the order of the cases, and the ends of the lines.
fn lined_up(problem: &Problem, cases: &Cases, texts: &str, places: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(texts.len() + places.len());
    let mut ends = cases.line_ends.iter().peekable();
    for (case, place) in places.iter().enumerate() {
        while ends.next_if(|&&end| end == case).is_some() {
            out.push('\n');
        }
        out.push_str(&texts[place.clone()]);
        if !problem.form.joined {
            out.push('\n');
        }
    }
    out.extend(ends.map(|_| '\n'));
    out
}

/// What plays a problem with one setting of its parameters.
struct Players {
    solver: Solver,
    /// What positions of the rule look like.
    kind: PositionKind,
    /// The moves that reach the goal, if the problem has one.
    goal: Option<Solver>,
}

fn players_for(
    problem: &Problem,
    cases: &Cases,
    case: usize,
    control: &Control,
) -> Result<Players, JudgeError> {
    let values = &cases.settings[cases.setting(case)];
    let given: Vec<(String, String)> = problem
        .parameters()
        .iter()
        .zip(values)
        .map(|((name, _), value)| (name.clone(), value.to_string()))
        .collect();
    let solver = |text: &str| {
        let rule = Rule::with_parameters(text, &given)
            .map_err(|source| JudgeError::Rule { case: case + 1, source })?;
        Solver::with_control(rule, Config::default(), control).map_err(|error| failed(case, error))
    };
    let goal = problem.goal().map(solver).transpose()?;
    let solver = solver(problem.rule())?;
    Ok(Players { kind: solver.position_kind(), solver, goal })
}

fn failed(case: usize, error: SolveError) -> JudgeError {
    match error {
        SolveError::Stopped(stopped) | SolveError::StoppedAt { stopped, .. } => JudgeError::Stopped(stopped),
        source => JudgeError::Solve { case: case + 1, source },
    }
}

/// What is known of a case.
struct Known {
    outcome: Outcome,
    value: Value,
    /// The moves that reach the goal.
    at_once: Vec<Move>,
}

/// The value of a position, small where many are asked for.
enum Value {
    Small(Nimber),
    Any(PlayValue),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Small(value) => value.fmt(f),
            Value::Any(value) => value.fmt(f),
        }
    }
}

fn write_answer(
    problem: &Problem,
    players: &mut Players,
    case: usize,
    asked: Asked<'_>,
    out: &mut String,
    control: &Control,
) -> Result<(), SolveError> {
    let known = known(problem, players, asked, control)?;
    let Answer { wins, loses, draws, winning_move, between } = &problem.answer;
    let text = match known.outcome {
        Outcome::N => wins,
        Outcome::P => loses,
        Outcome::D => draws,
    };
    let moves = if text.asks_for(&[AnswerPlace::Count, AnswerPlace::Moves, AnswerPlace::First]) {
        let mut moves = moves(problem, players, asked, known.at_once, control)?;
        if winning_move.asks_for(&[MovePlace::At]) {
            moves.sort_by_key(|played| (played.component, place_of_change(played)));
        }
        moves
    } else {
        Vec::new()
    };
    let put_move = |out: &mut String, played: &Move| {
        winning_move.write(out, |out, place| put_side(out, played, place));
    };
    text.write(out, |out, place| match place {
        AnswerPlace::Case => put(out, case + 1),
        AnswerPlace::Value => put(out, &known.value),
        AnswerPlace::Count => put(out, moves.len()),
        AnswerPlace::First => {
            if let Some(first) = moves.first() {
                put_move(out, first);
            }
        }
        AnswerPlace::Moves => {
            for (index, played) in moves.iter().enumerate() {
                if index > 0 {
                    out.push_str(between);
                }
                put_move(out, played);
            }
        }
    });
    Ok(())
}

/// A place of a move; several components are parted by blanks.
fn put_side(out: &mut String, played: &Move, place: MovePlace) {
    match place {
        MovePlace::From => put(out, &played.from),
        MovePlace::To => {
            for (index, component) in played.to.iter().enumerate() {
                let blank = if index > 0 { " " } else { "" };
                put(out, format_args!("{blank}{component}"));
            }
        }
        MovePlace::Component => put(out, played.component + 1),
        MovePlace::At => put(out, place_of_change(played)),
    }
}

/// The first cell or entry that a move changes, counted from 1.
fn place_of_change(played: &Move) -> usize {
    fn first<T: PartialEq>(from: &[T], to: &[T]) -> usize {
        from.iter().zip(to).take_while(|(from, to)| from == to).count() + 1
    }
    match (&played.from, played.to.as_slice()) {
        (Position::Row(from), [Position::Row(to)]) => first(from.cells(), to.cells()),
        (Position::Tuple(from), [Position::Tuple(to)])
        | (Position::Seq(from), [Position::Seq(to)])
        | (Position::Tagged(_, from), [Position::Tagged(_, to)]) => first(from, to),
        _ => 1,
    }
}

/// Who wins a case, and its value.
fn known(
    problem: &Problem,
    players: &mut Players,
    asked: Asked<'_>,
    control: &Control,
) -> Result<Known, SolveError> {
    let Players { solver, kind, goal } = players;
    let form = &problem.form;
    if let Some(goal) = goal {
        let at_once = moves_to_goal(goal, &position(form, kind, asked), control)?;
        if !at_once.is_empty() {
            return Ok(Known { outcome: Outcome::N, value: Value::Any(PlayValue::None), at_once });
        }
    }
    let of_nimber = |value: Nimber| Known {
        outcome: if value.is_zero() { Outcome::P } else { Outcome::N },
        value: Value::Small(value),
        at_once: Vec::new(),
    };
    match form.kind {
        _ if solver.rule().play() != Play::Normal => {}
        Kind::Heaps => {
            let values = asked.numbers.iter().map(|&heap| solver.heap_value(Heap::new(heap), control));
            return values.sum::<Result<Nimber, _>>().map(of_nimber);
        }
        Kind::Coins => {
            let coins = coins(form, asked.numbers.to_vec());
            let values = coins.heads().iter().map(|&coin| solver.heap_value(Heap::new(coin), control));
            return values.sum::<Result<Nimber, _>>().map(of_nimber);
        }
        Kind::Shapes if asked.components().all(|(shape, _)| is_row(&form.shapes[shape])) => {
            let rows = asked.components().map(|(shape, numbers)| row(&form.shapes[shape], numbers));
            return rows.map(|row| solver.row_value(&row, control)).sum::<Result<Nimber, _>>().map(of_nimber);
        }
        Kind::Board | Kind::Shapes => {}
    }
    let evaluation = solver.value(&position(form, kind, asked), control)?;
    Ok(Known { outcome: evaluation.outcome, value: Value::Any(evaluation.value), at_once: Vec::new() })
}

fn is_row(shape: &Shape) -> bool {
    matches!(shape, Shape::Row(_) | Shape::Strip(_))
}

/// Every winning move of a case of which the moves to the goal are known.
fn moves(
    problem: &Problem,
    players: &mut Players,
    asked: Asked<'_>,
    at_once: Vec<Move>,
    control: &Control,
) -> Result<Vec<Move>, SolveError> {
    let Players { solver, kind, goal } = players;
    let sum: Sum<BigPosition> = position(&problem.form, kind, asked);
    match goal {
        Some(goal) if !at_once.is_empty() => {
            let mut moves = moves_past_goal(solver, goal, &sum, &at_once, control)?;
            moves.extend(at_once);
            moves.sort_by(|a, b| (a.component, &a.to).cmp(&(b.component, &b.to)));
            moves.dedup();
            Ok(moves)
        }
        _ => Ok(solver.moves(&sum, control)?.moves),
    }
}
