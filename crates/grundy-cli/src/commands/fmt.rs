//! `grundy fmt`: rule files laid out in the one way.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use grundy::lang::format;
use grundy::theory::Control;

use crate::args::Fmt;
use crate::failure::{Failure, usage};
use crate::interrupt::while_waiting;
use crate::rules::read_whole;
use crate::status::Status;
use crate::{limits, output, report};

/// About what the tokens of a text and their layout take, for each byte of it.
const BYTES_PER_LETTER: u64 = 128;

/// A file that would be laid out otherwise.
struct Change<'a> {
    file: &'a str,
    text: String,
}

/// Lays out all files, or none if one of them is no rule.
pub(crate) fn fmt(args: &Fmt) -> anyhow::Result<Status> {
    let input = args.files.iter().any(|file| file == "-");
    if input && args.files.len() > 1 {
        return Err(usage("`-` stands alone", "lay out the files and standard input one after the other"));
    }
    let mut changes = Vec::new();
    let mut refused = None;
    for file in &args.files {
        match change(file, input && !args.check) {
            Ok(change) => changes.extend(change),
            Err(error) => {
                let (message, status) = report::explain(&error);
                output::complain(&message);
                refused = Some(status);
            }
        }
    }
    if let Some(status) = refused {
        return Ok(status);
    }
    if args.check {
        output::print(&changes.iter().map(|change| format!("{}\n", change.file)).collect::<String>())?;
        return Ok(if changes.is_empty() { Status::Answered } else { Status::Negative });
    }
    for change in changes {
        if input {
            output::print(&change.text)?;
        } else {
            let written = |file: &mut File| Ok(file.write_all(change.text.as_bytes())?);
            output::to_file(Path::new(change.file), written)?;
        }
    }
    Ok(Status::Answered)
}

/// What a file becomes, if that is something else than it is or if it is asked
/// for `always`.
fn change(file: &str, always: bool) -> anyhow::Result<Option<Change<'_>>> {
    let before = if file == "-" {
        read_whole(io::stdin().lock(), "standard input")?
    } else {
        let opened = while_waiting(|| File::open(file)).with_context(|| format!("cannot read {file}"))?;
        read_whole(opened, file)?
    };
    // The mark that some editors put at the beginning is no part of the text.
    let text = before.strip_prefix('\u{feff}').unwrap_or(&before);
    let origin = if file == "-" { "standard input" } else { file };
    let room = limits::with_memory(Control::default(), None);
    let enough = room.reserve((text.len() as u64).saturating_mul(BYTES_PER_LETTER));
    enough.map_err(|stopped| Failure::Stopped { at: None, stopped })?;
    let after = format(text).map_err(|error| Failure::Text { origin: origin.to_owned(), error })?;
    Ok((always || after != before).then_some(Change { file, text: after }))
}
