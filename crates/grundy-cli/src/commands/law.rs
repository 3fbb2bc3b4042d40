//! `grundy law`: the law behind the values, and whether it is proved.

use std::time::Instant;

use grundy::solve::{LawProof, LawReport, LawStatus};
use grundy::theory::{Law, Period};
use serde::Serialize;

use super::words::csv_line;
use crate::args::{Format, Law as Arguments};
use crate::session::{Session, Setting};
use crate::status::Status;
use crate::{json, output};

/// Longer lists of exceptions are cut in texts for people.
const MOST_EXCEPTIONS: usize = 20;

#[derive(Serialize)]
struct Answer<'a> {
    kind: &'static str,
    preperiod: Option<usize>,
    period: Option<usize>,
    saltus: Option<u64>,
    status: &'static str,
    theorem: Option<String>,
    checked_to: u64,
    formula: Option<&'a str>,
    law: Option<String>,
    exceptions: &'a [u64],
    oeis: Option<&'static str>,
}

pub(crate) fn law(args: &Arguments, setting: &Setting) -> anyhow::Result<Status> {
    let format = setting.format()?;
    let mut session = Session::open(&args.rules, setting)?;
    let since = Instant::now();
    let report = session.ask(|solver, control| solver.law(args.to, control))?;
    let text = match format {
        Format::Json => json::line(&answer(&report))?,
        Format::Csv => csv(&answer(&report)),
        _ => in_words(&report),
    };
    output::print(&text)?;
    session.remark(since)?;
    Ok(Status::Answered)
}

fn answer(report: &LawReport) -> Answer<'_> {
    let period = period(report);
    Answer {
        kind: report.law.as_ref().map_or("none", Law::kind),
        preperiod: period.map(|period| period.preperiod),
        period: period.map(|period| period.period),
        saltus: period.map(|period| period.saltus),
        status: match report.status {
            LawStatus::Proved(_) => "proved",
            LawStatus::HoldsTo => "holds-to",
            _ => "none",
        },
        theorem: theorem(report).map(ToString::to_string),
        checked_to: report.checked_to,
        formula: report.formula.as_deref(),
        law: report.law.as_ref().map(ToString::to_string),
        exceptions: &report.exceptions,
        oeis: report.sequence.map(|sequence| sequence.number),
    }
}

fn theorem(report: &LawReport) -> Option<&LawProof> {
    match &report.status {
        LawStatus::Proved(proof) => Some(proof),
        _ => None,
    }
}

fn period(report: &LawReport) -> Option<Period> {
    match &report.law {
        Some(Law::Period(law)) => Some(law.period()),
        _ => None,
    }
}

fn in_words(report: &LawReport) -> String {
    let mut text = match (&report.law, &report.formula) {
        (None, _) => format!("no law was found in the values up to {}\n", report.checked_to),
        (Some(_), Some(formula)) => {
            format!("g(n) = {formula}{}\n", except(&report.exceptions, " for every n but "))
        }
        (Some(law), None) => format!("{law}\n"),
    };
    // The formula does not say how it repeats.
    if let (Some(law), Some(_)) = (&report.law, &report.formula)
        && !matches!(law, Law::Closed(_) | Law::Except(_))
    {
        text += &format!("that is: {law}\n");
    }
    text += &match &report.status {
        LawStatus::Proved(proof) => format!("proved for every n: {proof}\n"),
        LawStatus::HoldsTo => {
            format!("holds for every n up to {}; whether it holds beyond is not known\n", report.checked_to)
        }
        _ => String::new(),
    };
    if let Some(sequence) = report.sequence {
        text += &format!(
            "{} of the OEIS begins with these {} values, from n = {}\n",
            sequence.number, sequence.terms, sequence.from
        );
    }
    text
}

/// The exceptions in words, after `before`; nothing if there are none.
fn except(exceptions: &[u64], before: &str) -> String {
    if exceptions.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = exceptions.iter().take(MOST_EXCEPTIONS).map(ToString::to_string).collect();
    let more = exceptions.len() - shown.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{before}{}{more}", shown.join(", "))
}

fn csv(answer: &Answer<'_>) -> String {
    let text = |number: Option<String>| number.unwrap_or_default();
    let exceptions: Vec<String> = answer.exceptions.iter().map(ToString::to_string).collect();
    "kind,preperiod,period,saltus,status,theorem,checked_to,formula,exceptions,oeis\n".to_owned()
        + &csv_line(&[
            &answer.kind,
            &text(answer.preperiod.map(|number| number.to_string())),
            &text(answer.period.map(|number| number.to_string())),
            &text(answer.saltus.map(|number| number.to_string())),
            &answer.status,
            &text(answer.theorem.clone()),
            &answer.checked_to,
            &answer.formula.unwrap_or_default(),
            &exceptions.join(" "),
            &answer.oeis.unwrap_or_default(),
        ])
}
