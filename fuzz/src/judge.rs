//! Any text as a problem file, and any bytes as the input of a problem.

use std::time::Duration;

use grundy::judge::{JudgeError, Problem, problems, run};
use grundy::theory::Control;

fn control() -> Control {
    Control::default()
        .with_step_limit(1 << 20)
        .with_position_limit(10_000)
        .with_memory_limit(16 << 20)
        .with_time_limit(Duration::from_secs(5))
}

/// Reads `text` as a problem file, and answers its samples if it is one.
pub fn problem_file(text: &str) {
    match Problem::parse("problem.toml", text) {
        Ok(problem) => {
            for sample in problem.samples() {
                answer(&problem, sample.input.as_bytes());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Gives a problem the input that follows the first byte; that byte says which.
pub fn judge_input(bytes: &[u8]) {
    if let Some((&which, input)) = bytes.split_first() {
        let problems = problems();
        answer(&problems[usize::from(which) % problems.len()], input);
    }
}

/// Asserts what holds of every input: the answers are complete lines, or an error
/// points to a place in the input.
fn answer(problem: &Problem, input: &[u8]) {
    match run(problem, input, &control()) {
        Ok(output) => assert!(output.is_empty() || output.ends_with('\n'), "{output:?}"),
        Err(JudgeError::Input(error)) => {
            let lines = input.split(|&byte| byte == b'\n').count();
            assert!(
                error.line >= 1 && error.line <= lines && error.column >= 1 && error.token >= 1,
                "{error}"
            );
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
