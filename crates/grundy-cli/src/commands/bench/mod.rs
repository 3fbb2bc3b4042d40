//! `grundy bench`: the built-in benchmarks, and a fingerprint of the values.
//!
//! The seconds differ from machine to machine and from run to run; the
//! fingerprint does not. A change of the program that changes it has changed a
//! value.

mod against;
mod peer;

use std::time::Instant;

use grundy::judge;
use grundy::lang::{Rule, game};
use grundy::solve::{Config, Solver};
use grundy::theory::{Control, Sum};
use serde::Serialize;

use super::words::csv_line;
use crate::args::{Bench, Format};
use crate::failure::usage;
use crate::session::Setting;
use crate::status::Status;
use crate::{json, output};

/// How often each piece of work is done; the median is shown.
const ROUNDS: usize = 3;

/// One piece of work.
struct Piece {
    name: &'static str,
    rule: &'static str,
    task: Task,
}

enum Task {
    /// The table from 0 to this position; for rows of this many cells.
    Table { to: u64, quick: u64 },
    /// The value of one position, given by its text.
    Value(fn() -> String),
    /// A contest problem with this many numbers.
    Judge { numbers: u64, quick: u64 },
}

const PIECES: [Piece; 10] = [
    Piece { name: "digits", rule: "cow-digits", task: Task::Table { to: 100_000_000, quick: 100_000 } },
    Piece { name: "digits, 1000 of them", rule: "cow-digits", task: Task::Value(thousand_digits) },
    Piece { name: "finite set", rule: "subtract-134", task: Task::Table { to: 100_000_000, quick: 100_000 } },
    Piece {
        name: "infinite set",
        rule: "powers-of-two",
        task: Task::Table { to: 100_000_000, quick: 100_000 },
    },
    Piece {
        name: "no law",
        rule: "n -> n - p for p in primes",
        task: Task::Table { to: 50_000, quick: 2_000 },
    },
    Piece { name: "take and break", rule: "0.16", task: Task::Table { to: 20_000, quick: 1_000 } },
    Piece { name: "coins", rule: "mock-turtles", task: Task::Table { to: 1_000_000, quick: 10_000 } },
    Piece { name: "rows", rule: "row-chess", task: Task::Table { to: 20, quick: 10 } },
    Piece {
        name: "interpreted",
        rule: "n -> n - d for d in divisors(n) if d < n",
        task: Task::Table { to: 100_000, quick: 2_000 },
    },
    Piece { name: "judge", rule: "hdu-1847", task: Task::Judge { numbers: 1_000_000, quick: 10_000 } },
];

#[derive(Serialize)]
struct Record {
    name: &'static str,
    rule: &'static str,
    values: u64,
    seconds: f64,
    fingerprint: String,
}

#[derive(Serialize)]
struct Answer {
    benchmarks: Vec<Record>,
    fingerprint: String,
}

pub(crate) fn bench(args: &Bench, setting: &Setting) -> anyhow::Result<Status> {
    let format = setting.format()?;
    if args.against {
        return against::against(args, setting, format);
    }
    let mut benchmarks = Vec::new();
    let mut all = Fingerprint::default();
    for piece in &PIECES {
        let mut times = Vec::new();
        let mut outcome = (0, Fingerprint::default());
        for _ in 0..if args.quick { 1 } else { ROUNDS } {
            let start = Instant::now();
            let values = work(piece, args.quick, &setting.control)?;
            times.push(start.elapsed().as_secs_f64());
            outcome = values.summary();
        }
        all.add(&outcome.1.0.to_le_bytes());
        benchmarks.push(Record {
            name: piece.name,
            rule: piece.rule,
            values: outcome.0,
            seconds: median(&mut times).unwrap_or_default(),
            fingerprint: outcome.1.to_string(),
        });
    }
    let answer = Answer { benchmarks, fingerprint: all.to_string() };
    output::print(&match format {
        Format::Json => json::line(&answer)?,
        Format::Csv => csv(&answer),
        _ => text(&answer),
    })?;
    Ok(Status::Answered)
}

/// The middle one of the times, if there is one.
fn median(times: &mut [f64]) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

/// What a piece of work came to.
enum Values {
    Table(grundy::solve::Table),
    Text(u64, String),
}

impl Values {
    /// How many values there are, and their fingerprint.
    fn summary(&self) -> (u64, Fingerprint) {
        let mut fingerprint = Fingerprint::default();
        let count = match self {
            Values::Table(table) => {
                let values = table.values();
                for value in values.iter() {
                    fingerprint.add(&value.size().to_le_bytes());
                }
                u64::try_from(values.len()).unwrap_or(u64::MAX)
            }
            Values::Text(count, text) => {
                fingerprint.add(text.as_bytes());
                *count
            }
        };
        (count, fingerprint)
    }
}

fn work(piece: &Piece, quick: bool, control: &Control) -> anyhow::Result<Values> {
    let solver = || -> anyhow::Result<Solver> {
        let text = game(piece.rule).map_or(piece.rule, |game| game.text);
        Ok(Solver::new(Rule::parse(text)?, Config::default())?)
    };
    match piece.task {
        Task::Table { to, quick: small } => {
            Ok(Values::Table(solver()?.table(0, if quick { small } else { to }, control)?))
        }
        Task::Value(position) => {
            let mut solver = solver()?;
            let position = solver.parse_position(&position())?;
            let value = solver.value(&Sum::new(vec![position]), control)?;
            Ok(Values::Text(1, value.value.to_string()))
        }
        Task::Judge { numbers, quick: small } => {
            let problem =
                judge::problem(piece.rule).ok_or_else(|| usage("the problem is gone", "report this"))?;
            let count = if quick { small } else { numbers };
            let input: String = (0..count).map(|index| format!("{}\n", index * 7919 % 1000 + 1)).collect();
            Ok(Values::Text(count, judge::run(problem, input.as_bytes(), control)?))
        }
    }
}

/// A number of 1000 digits.
fn thousand_digits() -> String {
    "31415926535897932384".repeat(50)
}

/// FNV-1a with 64 bits (Fowler, Noll and Vo 1991).
struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl std::fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

fn text(answer: &Answer) -> String {
    let mut text = format!("{:<22}{:>12}{:>14}  fingerprint\n", "", "values", "seconds");
    for record in &answer.benchmarks {
        text += &format!(
            "{:<22}{:>12}{:>14.6}  {}\n",
            record.name, record.values, record.seconds, record.fingerprint
        );
    }
    text + &format!("fingerprint of all: {}\n", answer.fingerprint)
}

fn csv(answer: &Answer) -> String {
    let line = |record: &Record| {
        csv_line(&[&record.name, &record.values, &format_args!("{:.6}", record.seconds), &record.fingerprint])
    };
    "name,values,seconds,fingerprint\n".to_owned() + &answer.benchmarks.iter().map(line).collect::<String>()
}
