//! Exit states.

use std::process::ExitCode;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// With an answer.
    Answered,
    /// A claim is refuted, or a limit was reached.
    Negative,
    /// Wrong usage, a wrong rule or position, or a rule that breaks.
    Wrong,
    /// By Ctrl-C.
    Interrupted,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Answered => 0,
            Status::Negative => 1,
            Status::Wrong => 2,
            Status::Interrupted => INTERRUPTED,
        })
    }
}

/// What shells report for a program that Ctrl-C ended: 128 and the number of the signal.
pub(crate) const INTERRUPTED: u8 = 130;
