//! Contest problems on inputs of a million numbers, reading, solving and
//! writing together.
//!
//! `cargo bench --bench judge` runs a million numbers; `-- --quick` runs ten
//! thousand. The lines of the answers are counted, so that a run which
//! answers nothing is seen.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::Instant;

use grundy::judge::{problem, run};
use grundy::theory::Control;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let count: u64 = if quick { 10_000 } else { 1_000_000 };
    // A step that shares no factor with the limits visits all numbers below them.
    let numbers = |limit: u64| (0..count).map(move |k| k * 7_919 % limit);
    let listed = |limit: u64, add: u64| numbers(limit).map(|n| format!("{}\n", n + add)).collect::<String>();
    let rows: String = numbers(20)
        .step_by(4)
        .map(|first| format!("3 {} {} {}\n", first + 1, (first + 7) % 20 + 1, (first + 12) % 20 + 1))
        .collect();
    for (id, input) in [
        ("nowcoder-1071g", format!("{count}\n{}", listed(1_000_000, 1))),
        ("hdu-1847", listed(1000, 1)),
        ("hdu-5724", format!("1\n{}\n{rows}", count / 4)),
        ("hdu-3537", format!("{count}\n{}", listed(1_000_000_000, 0))),
        ("hdu-3537", "3 5 1000000000 77\n".repeat(usize::try_from(count / 4).expect("a small count"))),
        (
            "hdu-1846",
            format!(
                "{}\n{}",
                count / 2,
                "1000 7\n999 1000\n".repeat(usize::try_from(count / 4).expect("a small count"))
            ),
        ),
    ] {
        let problem = problem(id).expect("the problem is known");
        let start = Instant::now();
        let output = run(problem, input.as_bytes(), &Control::default()).expect("the input is well-formed");
        let seconds = start.elapsed().as_secs_f64();
        println!("{id:16} {count} numbers, {} answers: {seconds:.3} s", output.lines().count());
    }
}
