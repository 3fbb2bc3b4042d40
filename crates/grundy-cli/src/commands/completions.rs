//! `grundy completions`: what a shell needs to complete the command line.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;
use crate::output;
use crate::status::Status;

pub(crate) fn completions(shell: Shell) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "grundy", &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(Status::Answered)
}
