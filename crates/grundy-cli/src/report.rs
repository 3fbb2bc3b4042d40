//! What went wrong, drawn for people: the place underlined, the cause, the cure.

use std::env;
use std::io::{self, IsTerminal};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use grundy::judge::JudgeError;
use grundy::lang::{Diagnostic, RuleError, Severity};
use grundy::ruleset::{Fault, Span};
use grundy::solve::SolveError;
use grundy::store::StoreError;
use grundy::theory::Stopped;

use crate::failure::Failure;
use crate::status::Status;

/// The message for an error, which may be empty, and the exit state.
pub(crate) fn explain(error: &anyhow::Error) -> (String, Status) {
    if let Some((stopped, at)) = stop_in(error) {
        return stopped_text(stopped, at);
    }
    if let Some(failure) = error.downcast_ref::<Failure>() {
        return (failure_text(failure), Status::Wrong);
    }
    if is_closed_pipe(error) {
        return (String::new(), Status::Answered);
    }
    match error.downcast_ref::<StoreError>() {
        Some(StoreError::Format { what, cure }) => return (plain(what, Some(cure)), Status::Wrong),
        Some(StoreError::Unfit { path, what, cure }) => {
            return (plain(&format!("{} {what}", path.display()), Some(cure)), Status::Wrong);
        }
        _ => {}
    }
    (plain(&chain(error), None), Status::Wrong)
}

/// The stop that an error is, whichever part of the program met it, and what was being
/// worked on. A limit is no failure, so none may get past this.
fn stop_in(error: &anyhow::Error) -> Option<(&Stopped, Option<&str>)> {
    if let Some(Failure::Stopped { at, stopped }) = error.downcast_ref() {
        return Some((stopped, at.as_deref()));
    }
    if let Some(SolveError::StoppedAt { at, stopped }) = error.downcast_ref() {
        return Some((stopped, Some(at)));
    }
    let stopped = match (error.downcast_ref(), error.downcast_ref(), error.downcast_ref()) {
        (Some(SolveError::Stopped(stopped)), _, _)
        | (_, Some(JudgeError::Stopped(stopped)), _)
        | (_, _, Some(StoreError::Stopped(stopped))) => Some(stopped),
        _ => error.downcast_ref(),
    };
    stopped.map(|stopped| (stopped, None))
}

/// One thing that the language says about a text.
pub(crate) fn diagnostic(origin: &str, text: &str, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let place = Place { origin, text, span: &diagnostic.span };
    draw(level, &diagnostic.message, Some(&place), diagnostic.cure.as_deref())
}

/// Something that is no error and should be known.
pub(crate) fn warning(message: &str, cure: &str) -> String {
    draw(Level::WARNING, message, None, Some(cure))
}

struct Place<'a> {
    origin: &'a str,
    text: &'a str,
    span: &'a Span,
}

fn failure_text(failure: &Failure) -> String {
    match failure {
        Failure::Text { origin, error } => rule_error(origin, error),
        Failure::Fault { origin, text, fault } => fault_text(origin, text, fault),
        Failure::Position { origin, text, error } => {
            let place = Place { origin, text, span: &error.span() };
            draw(Level::ERROR, &error.message(), Some(&place), Some(&error.cure()))
        }
        Failure::Usage { message, cure } => plain(message, Some(cure)),
        Failure::Stopped { stopped, .. } => plain(&stopped.to_string(), None),
    }
}

fn rule_error(origin: &str, error: &RuleError) -> String {
    let drawn: Vec<String> =
        error.diagnostics.iter().map(|found| diagnostic(origin, &error.text, found)).collect();
    drawn.join("\n\n")
}

fn fault_text(origin: &str, text: &str, fault: &Fault) -> String {
    let place = fault.span.as_ref().map(|span| Place { origin, text, span });
    // What cures a rule does not cure a claim, which has no `if`.
    let cure =
        if origin == "claim" { Some("guard it, as in `n == 0 or 12 / n > 1`") } else { fault.kind.cure() };
    draw(Level::ERROR, &fault.to_string(), place.as_ref(), cure)
}

fn stopped_text(stopped: &Stopped, at: Option<&str>) -> (String, Status) {
    let cure = match stopped {
        Stopped::Interrupted => return (String::new(), Status::Interrupted),
        Stopped::TimeLimit { .. } => "the answer is not known yet: give more with --limit-time",
        Stopped::MemoryLimit { needed, .. } if *needed >> 60 != 0 => {
            "the answer is not known, and no limit would do: ask for a smaller position, or for less"
        }
        Stopped::MemoryLimit { .. } => {
            "the answer is not known: give more with --limit-memory, or ask for less"
        }
        Stopped::PositionLimit { .. } => "the answer is not known yet: give more with --limit-positions",
        _ => "the answer is not known",
    };
    let message = match at {
        Some(at) => format!("{stopped}, at {at}"),
        None => stopped.to_string(),
    };
    let stopped = draw(Level::ERROR.with_name("stopped"), &message, None, Some(cure));
    (stopped, Status::Negative)
}

/// Whether the reader of standard output has gone away.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    match error.downcast_ref::<StoreError>() {
        Some(StoreError::Write(error)) => broken(error),
        Some(_) => false,
        None => error.downcast_ref::<io::Error>().is_some_and(broken),
    }
}

/// An error and what caused it, on one line; what an error says of its cause is not said twice.
fn chain(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1) {
        let cause = cause.to_string();
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

fn plain(message: &str, cure: Option<&str>) -> String {
    draw(Level::ERROR, message, None, cure)
}

fn draw(level: Level<'_>, message: &str, place: Option<&Place<'_>>, cure: Option<&str>) -> String {
    let title = level.primary_title(message);
    let renderer = renderer();
    let Some(place) = place else {
        // Without a place there is no frame in which the cure could stand.
        let lines = [Some(title), cure.map(|cure| Level::HELP.primary_title(cure))];
        let lines = lines.into_iter().flatten().map(|line| renderer.render(&[Group::with_title(line)]));
        return lines.collect::<Vec<_>>().join("\n");
    };
    let mark = AnnotationKind::Primary.span(inside(place.text, place.span));
    let mut group = title.element(Snippet::source(place.text).path(place.origin).annotation(mark));
    if let Some(cure) = cure {
        group = group.element(Level::HELP.message(cure));
    }
    renderer.render(&[group])
}

/// The span moved into the text and onto the borders of its characters.
fn inside(text: &str, span: &Span) -> Span {
    let border = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = border(span.start);
    start..border(span.end).max(start)
}

/// With colours if somebody looks who did not ask for none (<https://no-color.org>).
fn renderer() -> Renderer {
    let wanted = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    if wanted && io::stderr().is_terminal() { Renderer::styled() } else { Renderer::plain() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Whichever part of the program a stop comes from, it is told as a stop.
    #[test]
    fn a_stop_is_never_a_failure() {
        let every_way = |stopped: Stopped| {
            [
                anyhow::Error::new(Failure::Stopped { at: None, stopped: stopped.clone() }),
                anyhow::Error::new(SolveError::Stopped(stopped.clone())),
                anyhow::Error::new(SolveError::StoppedAt { at: "7".to_owned(), stopped: stopped.clone() }),
                anyhow::Error::new(JudgeError::Stopped(stopped.clone())),
                anyhow::Error::new(StoreError::Stopped(stopped.clone())),
                anyhow::Error::new(stopped),
            ]
        };
        for error in every_way(Stopped::Interrupted) {
            assert_eq!(explain(&error), (String::new(), Status::Interrupted), "{error:?}");
        }
        for error in every_way(Stopped::TimeLimit { limit: Duration::ZERO }) {
            let (text, status) = explain(&error);
            assert!(status == Status::Negative && text.starts_with("stopped: "), "{error:?}: {text}");
        }
    }
}
