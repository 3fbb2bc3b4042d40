//! The one place that prints.
//!
//! Answers go to standard output, buffered; whatever else there is to say goes
//! to standard error. A reader who closes the pipe has seen enough: that is an
//! error of the kind [`io::ErrorKind::BrokenPipe`], which ends the run quietly.

use std::io::{self, BufWriter, IsTerminal, Write};

/// Prints an answer.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Lets `write` print an answer piece by piece.
pub(crate) fn stream<E: From<io::Error>>(
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written = write(&mut out);
    let flushed = out.flush();
    written?;
    Ok(flushed?)
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
