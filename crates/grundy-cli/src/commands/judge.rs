//! `grundy judge`: contest problems, from standard input to standard output.

use std::io::{self, Read};

use anyhow::Context;
use grundy::judge::{self, JudgeError, Problem};
use grundy::solve::SolveError;
use serde::Serialize;

use super::words::{csv_line, rule_alone};
use crate::args::{Format, Judge};
use crate::failure::{Failure, usage};
use crate::interrupt::Waiting;
use crate::rules::did_you_mean;
use crate::session::Setting;
use crate::status::Status;
use crate::{json, output};

/// The longest input that is read.
const MAX_INPUT: u64 = 256 << 20;

#[derive(Serialize)]
struct List<'a> {
    problems: Vec<Record<'a>>,
}

#[derive(Serialize)]
struct Record<'a> {
    id: &'a str,
    title: &'a str,
    source: &'a str,
}

pub(crate) fn judge(args: &Judge, setting: &Setting) -> anyhow::Result<Status> {
    let Some(id) = &args.problem else {
        output::print(&list(setting.format()?)?)?;
        return Ok(Status::Answered);
    };
    let problem = judge::problem(id).ok_or_else(|| unknown(id))?;
    if args.statement {
        output::print(&statement(problem))?;
        return Ok(Status::Answered);
    }
    let mut input = Vec::new();
    let read = Waiting(io::stdin().lock()).take(MAX_INPUT + 1).read_to_end(&mut input);
    read.context("cannot read standard input")?;
    if input.len() as u64 > MAX_INPUT {
        return Err(usage("the input is longer than 256 MiB", "give one input of the problem"));
    }
    let answered = judge::run(problem, &input, &setting.control);
    setting.watch.clear();
    output::print(&answered.map_err(|error| failure(problem, error))?)?;
    Ok(Status::Answered)
}

fn list(format: Format) -> anyhow::Result<String> {
    let problems: Vec<Record<'_>> = judge::problems()
        .iter()
        .map(|problem| Record { id: problem.id(), title: problem.title(), source: problem.source() })
        .collect();
    Ok(match format {
        Format::Json => json::line(&List { problems })?,
        Format::Csv => {
            let lines =
                problems.iter().map(|problem| csv_line(&[&problem.id, &problem.title, &problem.source]));
            "id,title,source\n".to_owned() + &lines.collect::<String>()
        }
        _ => {
            let width = problems.iter().map(|problem| problem.id.len()).max().unwrap_or_default();
            let lines = problems.iter().map(|problem| format!("{:width$}  {}\n", problem.id, problem.title));
            lines.collect::<String>()
                + "\n`grundy judge PROBLEM < INPUT` solves one; `grundy judge PROBLEM --statement` tells what it asks for.\n"
        }
    })
}

/// What the problem asks for, in words, with its first sample.
fn statement(problem: &Problem) -> String {
    let goal = problem.goal().map(|goal| format!("goal       {}\n", rule_alone(goal))).unwrap_or_default();
    let mut text = format!(
        "problem    {}: {}\nsource     {}\nstatement  {}\nrule       {}\n{goal}input      {}\n",
        problem.id(),
        problem.title(),
        problem.source(),
        problem.statement().trim(),
        rule_alone(problem.rule()),
        problem.input().trim(),
    );
    if let Some(sample) = problem.samples().first() {
        text +=
            &format!("\na sample input\n{}\n\nits output\n{}\n", sample.input.trim(), sample.output.trim());
    }
    text
}

/// An error of a problem's run, with the case that it belongs to.
fn failure(problem: &Problem, error: JudgeError) -> anyhow::Error {
    let format = || format!("the input of {} has the form: {}", problem.id(), problem.input().trim());
    match error {
        JudgeError::Input(error) => usage(format!("standard input, {error}"), format()),
        JudgeError::Rule { case, source } => {
            Failure::Text { origin: format!("{}, case {case}", problem.id()), error: source }.into()
        }
        JudgeError::Solve { case, source } => match source {
            SolveError::Fault(fault) => Failure::Fault {
                origin: format!("{}, case {case}", problem.id()),
                text: problem.rule().to_owned(),
                fault,
            }
            .into(),
            SolveError::Question { what, cure } => usage(format!("case {case}: {what}"), cure),
            other => anyhow::Error::new(other).context(format!("case {case}")),
        },
        JudgeError::Stopped(stopped) => stopped.into(),
        other => other.into(),
    }
}

fn unknown(id: &str) -> anyhow::Error {
    let cure = did_you_mean(id, judge::problems().iter().map(Problem::id), "`grundy judge` lists all");
    usage(format!("there is no problem `{id}`"), cure)
}
