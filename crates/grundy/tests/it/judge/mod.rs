//! Contest problems: samples, brute force, bad input.

#![allow(clippy::cast_possible_truncation, reason = "the numbers of these tests fit every index")]

mod bad_input;
mod boards_in_words;
mod brute_force;
mod every_row;
mod forms;
mod nim_in_words;
mod numbers_in_words;
mod play;
mod random;

use grundy::judge::{JudgeError, problem, problems, run};
use std::time::Duration;

use grundy::theory::Control;

/// Limits that stop a test which would otherwise take the machine with it.
fn control() -> Control {
    Control::default().with_memory_limit(1 << 28).with_time_limit(Duration::from_secs(20))
}

/// The output of a problem.
fn ask(id: &str, input: &str) -> Result<String, JudgeError> {
    run(problem(id).expect("the problem is known"), input.as_bytes(), &control())
}

/// The lines that a problem answers.
fn lines(id: &str, input: &str) -> Vec<String> {
    let output = ask(id, input).unwrap_or_else(|error| panic!("{id}: {error}"));
    assert!(output.is_empty() || output.ends_with('\n'), "{id}: {output:?}");
    output.lines().map(str::to_owned).collect()
}

#[test]
fn every_sample_is_answered() {
    for problem in problems() {
        for sample in problem.samples() {
            let output = ask(problem.id(), &sample.input).unwrap_or_else(|e| panic!("{}: {e}", problem.id()));
            assert_eq!(output, sample.output, "{}: {}", problem.id(), sample.input);
        }
    }
}

#[test]
fn there_are_the_four_first_problems_and_twelve_more() {
    let ids: Vec<&str> = problems().iter().map(|problem| problem.id()).collect();
    for id in ["nowcoder-1071g", "hdu-1847", "hdu-5724", "hdu-3537"] {
        assert!(ids.contains(&id), "{id}");
    }
    assert!(ids.len() >= 16, "{ids:?}");
}
