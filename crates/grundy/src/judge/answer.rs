//! From the cases of an input to the text of the answers.

use std::ops::Range;

use num_bigint::BigUint;

use super::error::JudgeError;
use super::form::{Kind, RowShape};
use super::problem::{Answer, Problem};
use super::read::{Asked, Cases};
use super::template::{AnswerPlace, MovePlace, put};
use crate::lang::Rule;
use crate::ruleset::{CoinSet, Heap, Position, Row};
use crate::solve::{BigPosition, Config, Move, SolveError, Solver};
use crate::theory::{Control, Nimber, Sum};

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
    let mut solver: Option<(usize, Solver)> = None;
    for (done, case) in order.into_iter().enumerate() {
        if done.is_multiple_of(CASES_BETWEEN_CHECKS) {
            control.check()?;
        }
        let setting = cases.setting(case);
        let solver = match &mut solver {
            Some((of, solver)) if *of == setting => solver,
            other => {
                // The old solver goes before the new one comes: their tables need not both fit.
                *other = None;
                let made = solver_for(problem, cases, case, control)?;
                &mut other.insert((setting, made)).1
            }
        };
        let start = texts.len();
        let asked = cases.asked(case);
        write_answer(problem, solver, case, asked, &mut texts, control)
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

fn solver_for(
    problem: &Problem,
    cases: &Cases,
    case: usize,
    control: &Control,
) -> Result<Solver, JudgeError> {
    let values = &cases.settings[cases.setting(case)];
    let given: Vec<(String, String)> = problem
        .parameters()
        .iter()
        .zip(values)
        .map(|((name, _), value)| (name.clone(), value.to_string()))
        .collect();
    let rule = Rule::with_parameters(problem.rule(), &given)
        .map_err(|source| JudgeError::Rule { case: case + 1, source })?;
    Solver::with_control(rule, Config::default(), control).map_err(|error| failed(case, error))
}

fn failed(case: usize, error: SolveError) -> JudgeError {
    match error {
        SolveError::Stopped(stopped) => JudgeError::Stopped(stopped),
        source => JudgeError::Solve { case: case + 1, source },
    }
}

fn write_answer(
    problem: &Problem,
    solver: &mut Solver,
    case: usize,
    asked: Asked<'_>,
    out: &mut String,
    control: &Control,
) -> Result<(), SolveError> {
    let kind = problem.form.kind;
    let value = value(kind, solver, asked, control)?;
    let Answer { wins, loses, winning_move } = &problem.answer;
    let text = if value.is_zero() { loses } else { wins };
    let moves = if text.asks_for(&[AnswerPlace::Count, AnswerPlace::Moves]) {
        solver.moves(&position(kind, asked), control)?.moves
    } else {
        Vec::new()
    };
    text.write(out, |out, place| match place {
        AnswerPlace::Case => put(out, case + 1),
        AnswerPlace::Value => put(out, value),
        AnswerPlace::Count => put(out, moves.len()),
        AnswerPlace::Moves => {
            for (index, played) in moves.iter().enumerate() {
                if index > 0 {
                    out.push('\n');
                }
                winning_move.write(out, |out, place| put_side(out, played, place));
            }
        }
    });
    Ok(())
}

/// One side of a move; several components are parted by blanks.
fn put_side(out: &mut String, played: &Move, place: MovePlace) {
    match place {
        MovePlace::From => put(out, &played.from),
        MovePlace::To => {
            for (index, component) in played.to.iter().enumerate() {
                let blank = if index > 0 { " " } else { "" };
                put(out, format_args!("{blank}{component}"));
            }
        }
    }
}

fn value(kind: Kind, solver: &mut Solver, asked: Asked<'_>, control: &Control) -> Result<Nimber, SolveError> {
    match kind {
        Kind::Heaps => asked.numbers.iter().map(|&heap| solver.heap_value(Heap::new(heap), control)).sum(),
        Kind::Coins => {
            let coins = CoinSet::from_heads(asked.numbers.to_vec());
            coins.heads().iter().map(|&coin| solver.heap_value(Heap::new(coin), control)).sum()
        }
        Kind::Rows => {
            asked.rows().map(|(shape, pieces)| solver.row_value(&row(shape, pieces), control)).sum()
        }
    }
}

fn position(kind: Kind, asked: Asked<'_>) -> Sum<BigPosition> {
    let big = |numbers: &[u64]| numbers.iter().copied().map(BigUint::from).collect::<Vec<BigUint>>();
    match kind {
        Kind::Heaps => big(asked.numbers).into_iter().map(Position::Heap).collect(),
        Kind::Coins => Sum::new(vec![Position::Coins(CoinSet::from_heads(big(asked.numbers)))]),
        Kind::Rows => asked.rows().map(|(shape, pieces)| Position::Row(row(shape, pieces))).collect(),
    }
}

/// The row with these pieces; a cell named twice holds one piece.
fn row(shape: RowShape, pieces: &[u64]) -> Row {
    let mut cells = vec![shape.empty; shape.length];
    for &piece in pieces {
        let cell = usize::try_from(piece).ok().and_then(|piece| piece.checked_sub(1));
        // The form allows only pieces that stand in the row, in cells that a row can hold.
        if let Some(cell) = cell.and_then(|cell| cells.get_mut(cell)) {
            *cell = shape.piece;
        }
    }
    Row::new(cells).expect("a form with rows takes only what can be a cell of a row")
}
