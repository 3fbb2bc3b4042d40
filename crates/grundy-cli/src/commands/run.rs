//! `grundy table --checkpoint`: values computed one after the other, saved on the way, and
//! a report where they are too many to be printed.

use std::path::Path;
use std::time::{Duration, Instant};

use grundy::proof::PeriodProof;
use grundy::solve::{ProvedLaw, Run, RunEvent, RunReport};
use grundy::store::{Labels, StoreError, TableFile, TableFormat};
use serde::Serialize;

use super::table::{LAST, about, write};
use super::words::csv_line;
use crate::args::Table;
use crate::failure::usage;
use crate::progress::RunWatch;
use crate::session::{Session, Setting};
use crate::status::Status;
use crate::{json, output, report};

/// Longer tables are printed only if they are asked for by `--from` or `--out`.
const LONGEST_PRINTED: u64 = 1_000_000;

/// The time between two checkpoints, unless told.
const EVERY: Duration = Duration::from_secs(300);

pub(super) fn run(
    folder: &Path,
    args: &Table,
    format: TableFormat,
    setting: &Setting,
) -> anyhow::Result<Status> {
    let (from, to) = (args.from.unwrap_or(0), args.to.first().copied().unwrap_or(LAST));
    let printed = args.from.is_some() || args.out.is_some() || to <= LONGEST_PRINTED;
    if !printed {
        report_can_say(args, format)?;
    }
    let since = Instant::now();
    let mut session = Session::open(&args.rules, setting)?;
    if args.to.len() > 1 || from > to {
        // The solver has the words for what is wrong with that.
        session.ask(|solver, control| match from > to {
            true => solver.table(from, to, control),
            false => solver.table_of_tuples(&args.to, control),
        })?;
        return Err(usage(
            "only values of heaps, or of single coins in a row, can be computed with checkpoints",
            "leave --checkpoint out, or give a rule on heaps",
        ));
    }
    let rule = session.mark();
    // The run tells of its own progress.
    let control = setting.control.clone().with_listener(|_| ());
    let (mut run, errors) = session.run(folder, &rule, printed, &control)?;
    for problem in run.problems() {
        output::complain(&report::warning(&problem.to_string(), "the checkpoint before it is used"));
    }
    if let Some(known) = run.resumed() {
        output::complain(&format!("going on from {known} values in {}", folder.display()));
    }
    let mut watch = RunWatch::new(run.resumed().unwrap_or(0), to.saturating_add(1));
    let every = args.checkpoint_every.unwrap_or(EVERY);
    let advanced = run.advance(to, every, &control, &mut |event| match event {
        RunEvent::Advanced(report) => watch.advanced(report),
        RunEvent::Saved { .. } => watch.saved(),
        RunEvent::NotSaved(error) => watch.say(&not_saved(error)),
        _ => {}
    });
    watch.clear();
    if let Err(error) = advanced {
        if run.not_saved().is_none() {
            let known = run.report().known;
            output::complain(&format!("{known} values are saved in {}", folder.display()));
        }
        return Err(errors.told(error));
    }
    if printed {
        let values = run.table(from, to, &control).map_err(|error| errors.told(error))?;
        let values = values.ok_or_else(|| {
            usage("the values were not kept", "leave --checkpoint out, or ask for fewer of them")
        })?;
        let labels = Labels::Numbers { from };
        let about = about(&rule, labels, args.losing);
        write(&TableFile { labels, values: &values, about: &about, rule: &rule }, args, format, setting)?;
    } else {
        print(&mut run, format)?;
    }
    let status = match run.not_saved() {
        Some(_) => Status::Wrong,
        None => Status::Answered,
    };
    drop(run);
    session.remark(since)?;
    Ok(status)
}

/// Refuses what only a table can be.
fn report_can_say(args: &Table, format: TableFormat) -> anyhow::Result<()> {
    let what = match format {
        _ if args.losing => "--losing lists positions",
        TableFormat::Text | TableFormat::Json | TableFormat::Csv => return Ok(()),
        _ => "bfile, npy and gtab are formats of tables",
    };
    Err(usage(
        format!("{what}, and a table with checkpoints that goes beyond {LONGEST_PRINTED} is not printed"),
        "write it to a file with --out FILE, or say with --from where it is to begin",
    ))
}

/// That a checkpoint could not be written.
fn not_saved(error: &StoreError) -> String {
    let what = match error {
        StoreError::File { path, source } => format!("{}: {source}", path.display()),
        other => other.to_string(),
    };
    report::warning(
        &format!("the checkpoint could not be written: {what}"),
        "the work goes on, and the next checkpoint tries again",
    )
}

/// What is told in place of the values.
fn print(run: &mut Run<'_>, format: TableFormat) -> anyhow::Result<()> {
    let report = run.report();
    let text = match format {
        TableFormat::Json => json::line(&Record::of(&report))?,
        TableFormat::Csv => in_csv(&Record::of(&report)),
        _ => in_words(&report),
    };
    output::print(&text)
}

fn in_words(report: &RunReport) -> String {
    let mut lines = Vec::new();
    lines.push(match report.known {
        0 => "values   none computed".to_owned(),
        known => format!("values   {known}, of the positions 0 to {}", known - 1),
    });
    if let Some((value, at)) = report.largest {
        lines.push(format!("largest  {value}, first at {at}"));
    }
    if let Some(rares) = report.rares {
        let last = rares.last.map_or(String::new(), |last| format!(", the last at {last}"));
        lines.push(format!("rare     {}{last}", rares.count));
    }
    lines.push(match &report.law {
        Some(law) => format!("law      {law}"),
        None => "law      none is proved".to_owned(),
    });
    let runs = if report.runs == 1 { "one run".to_owned() } else { format!("{} runs", report.runs) };
    lines.push(format!("time     {:.3} s in {runs}", report.time.as_secs_f64()));
    lines.join("\n") + "\n"
}

/// A report for programs.
#[derive(Debug, Serialize)]
struct Record {
    values: u64,
    largest: Option<u64>,
    largest_at: Option<u64>,
    rares: Option<u64>,
    last_rare: Option<u64>,
    law: Option<String>,
    preperiod: Option<usize>,
    period: Option<usize>,
    saltus: Option<u64>,
    seconds: f64,
    runs: u64,
}

impl Record {
    fn of(report: &RunReport) -> Record {
        let period = match &report.law {
            Some(ProvedLaw::Period(proof)) => Some(PeriodProof::period(proof)),
            _ => None,
        };
        Record {
            values: report.known,
            largest: report.largest.map(|(value, _)| value.size()),
            largest_at: report.largest.map(|(_, at)| at),
            rares: report.rares.map(|rares| rares.count),
            last_rare: report.rares.and_then(|rares| rares.last),
            law: report.law.as_ref().map(ToString::to_string),
            preperiod: period.map(|period| period.preperiod),
            period: period.map(|period| period.period),
            saltus: period.map(|period| period.saltus),
            seconds: report.time.as_secs_f64(),
            runs: report.runs,
        }
    }
}

/// A line of names, and a line; what is not known is left empty.
fn in_csv(record: &Record) -> String {
    fn field<T: ToString>(field: Option<T>) -> String {
        field.as_ref().map_or(String::new(), ToString::to_string)
    }
    let line = csv_line(&[
        &record.values,
        &field(record.largest),
        &field(record.largest_at),
        &field(record.rares),
        &field(record.last_rare),
        &field(record.law.as_ref()),
        &field(record.preperiod),
        &field(record.period),
        &field(record.saltus),
        &record.seconds,
        &record.runs,
    ]);
    format!("values,largest,largest_at,rares,last_rare,law,preperiod,period,saltus,seconds,runs\n{line}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_left_empty() {
        let record = Record {
            values: 5,
            largest: Some(3),
            largest_at: Some(2),
            rares: None,
            last_rare: None,
            law: Some("one, two".to_owned()),
            preperiod: None,
            period: None,
            saltus: None,
            seconds: 1.5,
            runs: 2,
        };
        let text = in_csv(&record);
        assert!(text.ends_with("\n5,3,2,,,\"one, two\",,,,1.5,2\n"), "{text}");
    }
}
