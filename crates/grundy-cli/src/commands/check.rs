//! `grundy check`: whether a claim about the values is true.

use std::time::Instant;

use grundy::BigNimber;
use grundy::lang::Claim;
use grundy::solve::Verdict;
use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::words::csv_line;
use crate::args::{Check, Format};
use crate::failure::Failure;
use crate::session::{Session, Setting};
use crate::status::Status;
use crate::{json, output};

#[derive(Serialize)]
struct Answer<'a> {
    status: &'static str,
    #[serde(serialize_with = "optional_number")]
    counterexample: Option<&'a BigUint>,
    #[serde(serialize_with = "optional_nimber")]
    value: Option<&'a BigNimber>,
    checked_to: u64,
    theorem: Option<&'a str>,
}

pub(crate) fn check(args: &Check, setting: &Setting) -> anyhow::Result<Status> {
    let format = setting.format()?;
    let mut session = Session::open(&args.rules, setting)?;
    // Before the claim is read: of other positions it would speak by other names.
    session.ask(|solver, _| solver.takes_claims())?;
    let claim =
        Claim::parse(&args.claim).map_err(|error| Failure::Text { origin: "claim".to_owned(), error })?;
    let since = Instant::now();
    let verdict = session.ask(|solver, control| solver.check(&claim, args.to, control))?;
    let answer = answer(&verdict);
    let text = match format {
        Format::Json => json::line(&answer)?,
        Format::Csv => csv(&answer),
        _ => in_words(&verdict),
    };
    output::print(&text)?;
    session.remark(since)?;
    Ok(match verdict {
        Verdict::Proved { .. } | Verdict::HoldsTo { .. } => Status::Answered,
        Verdict::Refuted { .. } => Status::Negative,
    })
}

fn answer(verdict: &Verdict) -> Answer<'_> {
    let holds =
        |status, to, theorem| Answer { status, counterexample: None, value: None, checked_to: to, theorem };
    match verdict {
        Verdict::Proved { theorem, to } => holds("proved", *to, Some(theorem)),
        Verdict::HoldsTo { to } => holds("holds-to", *to, None),
        Verdict::Refuted { counterexample, value, to } => Answer {
            status: "refuted",
            counterexample: Some(counterexample),
            value: Some(value),
            checked_to: *to,
            theorem: None,
        },
    }
}

fn in_words(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Proved { theorem, .. } => {
            format!("proved for every n, from the law of the values ({theorem})\n")
        }
        Verdict::HoldsTo { to } => {
            format!("holds for every n up to {to}; whether it holds beyond is not known\n")
        }
        Verdict::Refuted { counterexample, value, .. } => {
            format!("refuted: n = {counterexample} is the least counterexample, its value is {value}\n")
        }
    }
}

fn csv(answer: &Answer<'_>) -> String {
    let counterexample = answer.counterexample.map(|n| n.to_string()).unwrap_or_default();
    let value = answer.value.map(ToString::to_string).unwrap_or_default();
    "status,counterexample,value,checked_to\n".to_owned()
        + &csv_line(&[&answer.status, &counterexample, &value, &answer.checked_to])
}

fn optional_number<S: Serializer>(number: &Option<&BigUint>, serializer: S) -> Result<S::Ok, S::Error> {
    optional_nimber(&number.map(|number| BigNimber::new(number.clone())).as_ref(), serializer)
}

fn optional_nimber<S: Serializer>(value: &Option<&BigNimber>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => json::nimber(value, serializer),
        None => serializer.serialize_none(),
    }
}
