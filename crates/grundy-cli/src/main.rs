//! The command line of grundy.
//!
//! Reads what was typed (`args`), lets one of `commands` answer it through
//! `grundy::solve::Solver`, and prints through `output`. Only the command line
//! opens the files that users name. What goes wrong is a `Failure`, which
//! `report` draws on standard error; standard output then holds nothing that
//! could be taken for an answer.

mod args;
mod commands;
mod failure;
mod interrupt;
mod json;
mod limits;
mod output;
mod planned;
mod positions;
mod progress;
mod quantity;
mod report;
mod rules;
mod session;
mod status;

use std::process::ExitCode;

use args::{Args, Command};
use session::Setting;
use status::Status;

fn main() -> ExitCode {
    let status = answer().unwrap_or_else(|error| {
        let (text, status) = report::explain(&error);
        output::complain(&text);
        status
    });
    status.into()
}

fn answer() -> anyhow::Result<Status> {
    planned::refuse()?;
    match Args::typed() {
        Ok(args) => run(args),
        Err(instead) => output::instead(&instead),
    }
}

fn run(args: Args) -> anyhow::Result<Status> {
    let Some(command) = args.command else {
        output::print(include_str!("welcome.txt"))?;
        return Ok(Status::Answered);
    };
    let setting = Setting::new(args.options, interrupt::install()?)?;
    match command {
        Command::Value(args) => commands::value(&args, &setting),
        Command::Moves(args) => commands::moves(&args, &setting),
        Command::Table(args) => commands::table(&args, &setting),
        Command::Law(args) => commands::law(&args, &setting),
        Command::Check(args) => commands::check(&args, &setting),
        Command::Judge(args) => commands::judge(&args, &setting),
        Command::Games(args) => commands::games(&args, &setting),
        Command::Explain(args) => commands::explain(&args, &setting),
        Command::Export(args) => commands::export(&args, &setting),
        Command::Bench(args) => commands::bench(&args, &setting),
        Command::Nim(args) => commands::nim(&args.operation, &setting),
        Command::Prove(args) => commands::prove(&args, &setting),
        Command::Fmt(args) => commands::fmt(&args),
        Command::Completions { shell } => commands::completions(shell),
    }
}
