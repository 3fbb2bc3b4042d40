//! `grundy table`: the values of a stretch of positions, to the screen or to a file.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use grundy::solve::Table as Values;
use grundy::store::{Labels, StoreError, TableFile, TableFormat, write_losing, write_table};
use grundy::theory::Play;

use crate::args::{Format, Table};
use crate::failure::usage;
use crate::output;
use crate::session::{Session, Setting};
use crate::status::Status;

pub(crate) fn table(args: &Table, setting: &Setting) -> anyhow::Result<Status> {
    if args.to.len() > 1 && args.from > 0 {
        return Err(usage(
            "a table of positions of several entries has no first position",
            "leave --from out: --to gives the last entries, such as --to 9,9",
        ));
    }
    let format = format(setting.options.format, args.out.as_deref());
    if format == TableFormat::Npy && args.out.is_none() && output::is_terminal() {
        return Err(usage("a NumPy array is nothing to look at", "write it to a file: --out FILE.npy"));
    }
    let mut session = Session::open(&args.rules, setting)?;
    let since = Instant::now();
    let values = session.ask(|solver, control| match args.to[..] {
        [to] => solver.table(args.from, to, control),
        _ => solver.table_of_tuples(&args.to, control),
    })?;
    let about = about(&session, &values, args.losing);
    let file = TableFile { labels: labels(&values), values: values.values(), about: &about };
    let write = |out: &mut dyn Write| -> Result<(), StoreError> {
        let written = match args.losing {
            true => write_losing(out, &file, format, &setting.control),
            false => write_table(out, &file, format, &setting.control),
        };
        setting.watch.clear();
        written
    };
    match &args.out {
        Some(path) => output::to_file(path, |file| write(file))?,
        None => output::stream(write)?,
    }
    session.remark(since)?;
    Ok(Status::Answered)
}

/// The format that was asked for, or that the file's ending names.
fn format(asked: Option<Format>, out: Option<&Path>) -> TableFormat {
    match asked {
        Some(Format::Text) => TableFormat::Text,
        Some(Format::Csv) => TableFormat::Csv,
        Some(Format::Json) => TableFormat::Json,
        Some(Format::Bfile) => TableFormat::Bfile,
        Some(Format::Npy) => TableFormat::Npy,
        None => match out.and_then(Path::extension).and_then(|ending| ending.to_str()) {
            Some("csv") => TableFormat::Csv,
            Some("json") => TableFormat::Json,
            Some("npy") => TableFormat::Npy,
            _ => TableFormat::Text,
        },
    }
}

fn labels(values: &Values) -> Labels<'_> {
    match values {
        Values::Numbers { from, .. } => Labels::Numbers { from: *from },
        Values::Tuples { to, .. } => Labels::Tuples { to },
        Values::Rows { width, alphabet, .. } => Labels::Rows { width: *width, alphabet },
    }
}

/// What a b-file says before its numbers.
fn about(session: &Session<'_>, values: &Values, losing: bool) -> String {
    let kind = match session.rule().play() {
        Play::Misere => "Misère values",
        _ => "Sprague-Grundy values",
    };
    let what = match (losing, values) {
        (true, _) => "Positions that the player to move loses, numbered from 1, of the rule".to_owned(),
        (_, Values::Numbers { .. }) => format!("{kind}, each after its position, of the rule"),
        (_, Values::Tuples { to, .. }) => {
            let tuple = |entries: Vec<String>| format!("({})", entries.join(","));
            let first = tuple(to.iter().map(|_| "0".to_owned()).collect());
            let last = tuple(to.iter().map(u64::to_string).collect());
            format!(
                "{kind}, each after the number of its position: {first} to {last} are numbered from 0 in lexical order, of the rule"
            )
        }
        (_, Values::Rows { width, .. }) => format!(
            "{kind}, each after the number of its row: the rows of width {width} are numbered from 0 in lexical order, of the rule"
        ),
    };
    let parameters: String =
        session.parameters().iter().map(|(name, value)| format!("\nwith {name} = {value}")).collect();
    format!("{what}\n{}{parameters}", session.rule().text().trim_end())
}
