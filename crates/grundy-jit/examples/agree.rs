//! Compares native code with the interpreter on as many random rules as asked for:
//! `cargo run --release -p grundy-jit --example agree -- 100000 [SEED]`.

#![allow(clippy::print_stderr, reason = "it tells what it found")]

use std::collections::BTreeMap;
use std::process::ExitCode;

#[path = "../tests/it/agree.rs"]
mod agree;
#[path = "../tests/it/rules.rs"]
mod rules;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (count, seed) = (number(1000_u64), number(1));
    let mut stream = rules::Stream::new(seed);
    let mut found = BTreeMap::new();
    for case in 0..count {
        let rule = rules::rule(&mut stream);
        match agree::compare(&rule, if case % 10 == 0 { 400 } else { 80 }) {
            Ok(what) => *found.entry(what).or_insert(0_u64) += 1,
            Err(difference) => {
                eprintln!("{difference}");
                return ExitCode::FAILURE;
            }
        }
    }
    eprintln!("{count} rules, no difference: {found:?}");
    ExitCode::SUCCESS
}
