//! A rule from a text: its values, its winning moves, its law.
//!
//!     cargo run --example from_text -- 'n -> n - 2**k for k in 0..' '10**40' 7
//!
//! takes the rule and a sum of positions from the command line.

use std::error::Error;

use grundy::lang::Rule;
use grundy::solve::{Config, Solver};
use grundy::{Control, Sum};

#[allow(clippy::print_stdout, reason = "an example shows what it finds")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().unwrap_or_else(|| "n -> n - max(digits(n)) | n - 1".to_owned());
    let mut positions: Vec<String> = arguments.collect();
    if positions.is_empty() {
        positions.push("3014".to_owned());
    }

    let mut solver = Solver::new(Rule::parse(&text)?, Config::default())?;
    let control = Control::default();
    let sum: Sum<_> = positions.iter().map(|text| solver.parse_position(text)).collect::<Result<_, _>>()?;

    let found = solver.moves(&sum, &control)?;
    println!("{sum} has value {}: {}", found.value, found.outcome.in_words());
    for winning in &found.moves {
        // What a move leaves of its component is a sum, perhaps empty.
        println!("  {} -> {}", winning.from, Sum::new(winning.to.clone()));
    }

    let report = solver.engine_report(&control)?;
    println!("engine {}: {}", report.engine, report.reason);
    match report.law {
        Some(law) => println!("law: {law}"),
        None => println!("no law is stated for this rule"),
    }
    Ok(())
}
