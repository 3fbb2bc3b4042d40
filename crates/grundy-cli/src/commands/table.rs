//! `grundy table`: the values of a stretch of positions, to the screen or to a file.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use grundy::solve::Table as Values;
use grundy::store::{Labels, RuleMark, StoreError, TableFile, TableFormat, write_losing, write_table};
use grundy::theory::Play;

use super::{run, stored};
use crate::args::{Format, Table};
use crate::failure::usage;
use crate::session::{Session, Setting};
use crate::status::Status;
use crate::{output, rules};

pub(crate) fn table(args: &Table, setting: &Setting) -> anyhow::Result<Status> {
    let format = format(setting.options.format, args.out.as_deref());
    let onto_the_screen = args.out.is_none() && output::is_terminal();
    match format {
        TableFormat::Npy if onto_the_screen => {
            return Err(usage("a NumPy array is nothing to look at", "write it to a file: --out FILE.npy"));
        }
        TableFormat::Gtab if onto_the_screen => {
            return Err(usage(
                "a compressed table is nothing to look at",
                "write it to a file: --out FILE.gtab",
            ));
        }
        _ => {}
    }
    if let Some(path) = rules::table_file(&args.rules) {
        if args.checkpoint.is_some() {
            return Err(usage(
                format!("{} holds values, and nothing is computed", path.display()),
                "leave --checkpoint out, or give the rule in place of the file",
            ));
        }
        return stored::table(path, args, format, setting);
    }
    if let Some(folder) = &args.checkpoint {
        return run::run(folder, args, format, setting);
    }
    let from = args.from.unwrap_or(0);
    if args.to.len() > 1 && from > 0 {
        return Err(usage(
            "a table of positions of several entries has no first position",
            "leave --from out: --to gives the last entries, such as --to 9,9",
        ));
    }
    let mut session = Session::open(&args.rules, setting)?;
    let since = Instant::now();
    let values = session.ask(|solver, control| match args.to[..] {
        [] => solver.table(from, LAST, control),
        [to] => solver.table(from, to, control),
        _ => solver.table_of_tuples(&args.to, control),
    })?;
    let rule = session.mark();
    let about = about(&rule, labels(&values), args.losing);
    let file = TableFile { labels: labels(&values), values: values.values(), about: &about, rule: &rule };
    write(&file, args, format, setting)?;
    session.remark(since)?;
    Ok(Status::Answered)
}

/// The last position unless told.
pub(super) const LAST: u64 = 100;

/// Writes a table to where it was asked for.
pub(super) fn write(
    file: &TableFile<'_>,
    args: &Table,
    format: TableFormat,
    setting: &Setting,
) -> Result<(), StoreError> {
    let write = |out: &mut dyn Write| -> Result<(), StoreError> {
        let written = match args.losing {
            true => write_losing(out, file, format, &setting.control),
            false => write_table(out, file, format, &setting.control),
        };
        setting.watch.clear();
        written
    };
    match &args.out {
        Some(path) => output::to_file(path, |file| write(file)),
        None => output::stream(write),
    }
}

/// The format that was asked for, or that the file's ending names.
fn format(asked: Option<Format>, out: Option<&Path>) -> TableFormat {
    match asked {
        Some(Format::Text) => TableFormat::Text,
        Some(Format::Csv) => TableFormat::Csv,
        Some(Format::Json) => TableFormat::Json,
        Some(Format::Bfile) => TableFormat::Bfile,
        Some(Format::Npy) => TableFormat::Npy,
        Some(Format::Gtab) => TableFormat::Gtab,
        None => match out.and_then(Path::extension).and_then(|ending| ending.to_str()) {
            Some("csv") => TableFormat::Csv,
            Some("json") => TableFormat::Json,
            Some("npy") => TableFormat::Npy,
            Some("gtab") => TableFormat::Gtab,
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
pub(super) fn about(rule: &RuleMark, labels: Labels<'_>, losing: bool) -> String {
    let kind = match rule.play() {
        Play::Misere => "Misère values",
        _ => "Sprague-Grundy values",
    };
    let what = match (losing, labels) {
        (true, _) => "Positions that the player to move loses, numbered from 1, of the rule".to_owned(),
        (_, Labels::Numbers { .. }) => format!("{kind}, each after its position, of the rule"),
        (_, Labels::Tuples { to }) => {
            let tuple = |entries: Vec<String>| format!("({})", entries.join(","));
            let first = tuple(to.iter().map(|_| "0".to_owned()).collect());
            let last = tuple(to.iter().map(u64::to_string).collect());
            format!(
                "{kind}, each after the number of its position: {first} to {last} are numbered from 0 in lexical order, of the rule"
            )
        }
        (_, Labels::Rows { width, .. }) => format!(
            "{kind}, each after the number of its row: the rows of width {width} are numbered from 0 in lexical order, of the rule"
        ),
    };
    let parameters: String =
        rule.parameters().iter().map(|(name, value)| format!("\nwith {name} = {value}")).collect();
    format!("{what}\n{}{parameters}", rule.text().trim_end())
}
