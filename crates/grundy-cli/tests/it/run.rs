//! Runs the program.

use std::time::Duration;

use assert_cmd::Command;

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program with these arguments and nothing on standard input.
pub(crate) fn grundy(args: &[&str]) -> Run {
    grundy_reading("", args)
}

/// Runs the program with these arguments and `input` on standard input.
pub(crate) fn grundy_reading(input: &str, args: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    // A run that hangs fails the test and does not hold up the others.
    let output = command.args(args).write_stdin(input).timeout(Duration::from_secs(60)).output();
    let output = output.expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run {
        status: output.status.code().expect("no signal ends the program"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// Expects this answer, exit state 0, and nothing on standard error.
#[track_caller]
pub(crate) fn answers(args: &[&str], stdout: &str) {
    let run = grundy(args);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.status), (stdout, "", 0), "{args:?}");
}

/// Expects this message, this exit state, and nothing on standard output.
#[track_caller]
pub(crate) fn refuses(args: &[&str], status: i32, stderr: &str) {
    let run = grundy(args);
    assert_eq!((run.stderr.as_str(), run.stdout.as_str(), run.status), (stderr, "", status), "{args:?}");
}
