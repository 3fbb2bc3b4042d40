//! `grundy export`: a short program for contests, to the screen or to a file.

use std::io::Write;

use grundy::export::{ExportError, program};
use grundy::store::StoreError;

use crate::args::Export;
use crate::failure::usage;
use crate::output;
use crate::session::{Session, Setting};
use crate::status::Status;

pub(crate) fn export(args: &Export, setting: &Setting) -> anyhow::Result<Status> {
    let mut session = Session::open(&args.rules, setting)?;
    let mut refused = None;
    let text = session.ask(|solver, control| match program(solver, args.lang, control) {
        Ok(text) => Ok(text),
        Err(ExportError::Solve(error)) => Err(error),
        Err(other) => {
            refused = Some(other);
            Ok(String::new())
        }
    })?;
    match refused {
        Some(ExportError::Unsupported { what, cure }) => {
            return Err(usage(format!("{what} cannot be exported"), cure));
        }
        Some(other) => return Err(other.into()),
        None => {}
    }
    match &args.out {
        Some(path) => {
            output::to_file(path, |file| -> Result<(), StoreError> { Ok(file.write_all(text.as_bytes())?) })?
        }
        None => output::print(&text)?,
    }
    Ok(Status::Answered)
}
