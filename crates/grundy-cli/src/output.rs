//! The one place that prints.
//!
//! Answers go to standard output, buffered; whatever else there is to say goes
//! to standard error. A reader who closes the pipe has seen enough: that is an
//! error of the kind [`io::ErrorKind::BrokenPipe`], which ends the run quietly.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use grundy::store::{StoreError, write_atomically};

use crate::interrupt::{Waiting, while_waiting};
use crate::status::Status;

/// Prints an answer.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = Waiting(io::stdout().lock());
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.context("cannot write to standard output")
}

/// Says what stands in place of an answer: the help or the version, which were
/// asked for, or why the arguments cannot be read.
pub(crate) fn instead(said: &clap::Error) -> anyhow::Result<Status> {
    if said.use_stderr() {
        // If even that fails there is nobody to tell.
        let _ = said.print();
        return Ok(Status::Wrong);
    }
    let written = while_waiting(|| said.print().and_then(|()| io::stdout().flush()));
    written.context("cannot write to standard output")?;
    Ok(Status::Answered)
}

/// Lets `write` print an answer piece by piece.
pub(crate) fn stream<E: From<io::Error>>(
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut out = BufWriter::with_capacity(1 << 16, Waiting(io::stdout().lock()));
    let written = write(&mut out);
    let flushed = out.flush();
    written?;
    Ok(flushed?)
}

/// Lets `write` fill a file that is whole or not there.
pub(crate) fn to_file(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    // What is no file has nothing beside it that would be left, and a pipe waits for its reader.
    match fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        true => while_waiting(|| write_atomically(path, write)),
        false => write_atomically(path, write),
    }
}

/// Whether somebody reads the answers off a screen.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Says something on standard error. If even that fails there is nobody to tell.
pub(crate) fn complain(text: &str) {
    if !text.is_empty() {
        let _ = writeln!(io::stderr().lock(), "{}", text.trim_end());
    }
}
