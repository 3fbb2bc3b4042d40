//! `grundy export`: a short program for contests, to the screen or to a file.

use std::io::Write;

use grundy::export::program;
use grundy::store::StoreError;

use crate::args::Export;
use crate::output;
use crate::session::{Session, Setting};
use crate::status::Status;

pub(crate) fn export(args: &Export, setting: &Setting) -> anyhow::Result<Status> {
    let mut session = Session::open(&args.rules, setting)?;
    let text = session.ask(|solver, control| program(solver, args.lang, control))?;
    match &args.out {
        Some(path) => {
            output::to_file(path, |file| -> Result<(), StoreError> { Ok(file.write_all(text.as_bytes())?) })?
        }
        None => output::print(&text)?,
    }
    Ok(Status::Answered)
}
