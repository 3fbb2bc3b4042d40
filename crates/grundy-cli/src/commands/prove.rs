//! `grundy prove`: whether a formula about the natural numbers is true.

use std::time::Instant;

use grundy::BigNimber;
use grundy::proof::automata::{Answer, Budget, Named, Sentence, Undecided};
use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use super::words::csv_line;
use crate::args::{Format, Prove};
use crate::failure::Failure;
use crate::session::Setting;
use crate::status::Status;
use crate::{json, output};

#[derive(Serialize)]
struct Record<'a> {
    status: &'static str,
    #[serde(serialize_with = "numbers")]
    example: Option<&'a Named>,
    #[serde(serialize_with = "numbers")]
    counterexample: Option<&'a Named>,
    states: Option<usize>,
}

pub(crate) fn prove(args: &Prove, setting: &Setting) -> anyhow::Result<Status> {
    let format = setting.format()?;
    let sentence = Sentence::parse(&args.formula, usize::from(args.base))
        .map_err(|error| Failure::Text { origin: "formula".to_owned(), error })?;
    let since = Instant::now();
    let answer = sentence.answer(&Budget::new(&setting.control));
    setting.watch.clear();
    let answer = match answer {
        Ok(answer) => Ok(answer),
        Err(Undecided::Stopped(stopped)) => return Err(stopped.into()),
        Err(other) => Err(other),
    };
    let record = record(&answer);
    let text = match format {
        Format::Json => json::line(&record)?,
        Format::Csv => csv(&record),
        _ => in_words(&sentence, &answer),
    };
    output::print(&text)?;
    if setting.options.verbose {
        let seconds = since.elapsed().as_secs_f64();
        let states = record.states.map(|states| format!(", {states} states")).unwrap_or_default();
        output::complain(&format!("automata over base {}{states}, {seconds:.3} s", args.base));
    }
    Ok(if answer.is_ok_and(|answer| answer.is_proved()) { Status::Answered } else { Status::Negative })
}

fn record(answer: &Result<Answer, Undecided>) -> Record<'_> {
    match answer {
        Ok(answer) => Record {
            status: match (answer.is_proved(), answer.depends()) {
                (true, _) => "proved",
                (_, true) => "depends",
                _ => "refuted",
            },
            example: answer.example.as_ref(),
            counterexample: answer.counterexample.as_ref(),
            states: Some(answer.states),
        },
        Err(_) => Record { status: "no-verdict", example: None, counterexample: None, states: None },
    }
}

fn in_words(sentence: &Sentence, answer: &Result<Answer, Undecided>) -> String {
    let answer = match answer {
        Ok(answer) => answer,
        Err(undecided) => return format!("not decided: {undecided}\n"),
    };
    let every = || {
        let names: Vec<&str> = sentence.free().iter().map(|(name, _)| name.as_str()).collect();
        names.join(", ")
    };
    match (answer.is_proved(), &answer.example, &answer.counterexample) {
        (true, _, _) if !sentence.free().is_empty() => format!("proved for every {}\n", every()),
        (true, Some(example), _) => format!("proved: {} is an example\n", listed(example, ", ")),
        (true, None, _) => "proved\n".to_owned(),
        (false, Some(example), Some(counterexample)) => {
            format!(
                "depends: true for {}, false for {}\n",
                listed(example, ", "),
                listed(counterexample, ", ")
            )
        }
        (false, ..) if !sentence.free().is_empty() => format!("refuted: false for every {}\n", every()),
        (false, _, Some(counterexample)) => match &counterexample[..] {
            [_] => format!("refuted: {} is the least counterexample\n", listed(counterexample, ", ")),
            _ => format!("refuted: {} is a counterexample\n", listed(counterexample, ", ")),
        },
        (false, _, None) => "refuted\n".to_owned(),
    }
}

fn listed(numbers: &Named, between: &str) -> String {
    let each = |(name, number): &(String, BigUint)| format!("{name} = {number}");
    numbers.iter().map(each).collect::<Vec<_>>().join(between)
}

fn csv(record: &Record<'_>) -> String {
    let of = |numbers: Option<&Named>| numbers.map(|numbers| listed(numbers, "; ")).unwrap_or_default();
    let states = record.states.map(|states| states.to_string()).unwrap_or_default();
    "status,example,counterexample,states\n".to_owned()
        + &csv_line(&[&record.status, &of(record.example), &of(record.counterexample), &states])
}

fn numbers<S: Serializer>(numbers: &Option<&Named>, serializer: S) -> Result<S::Ok, S::Error> {
    struct Number<'a>(&'a BigUint);
    impl Serialize for Number<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            json::nimber(&BigNimber::new(self.0.clone()), serializer)
        }
    }
    match numbers {
        Some(numbers) => serializer.collect_map(numbers.iter().map(|(name, number)| (name, Number(number)))),
        None => serializer.serialize_none(),
    }
}
