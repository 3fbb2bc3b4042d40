//! Digit games: a table against the speed of memset, and one value at a number of 1000 digits.
//!
//! `cargo bench -p grundy --bench digits` prints its figures; there is no
//! pass or fail. Both buffers of the first comparison are fresh, so both pay
//! for the pages they touch.

use std::hint::black_box;
use std::time::{Duration, Instant};

use grundy::engine::DigitEngine;
use grundy::ruleset::{DigitRule, DigitRuleError};
use grundy::theory::Control;
use num_bigint::BigUint;

const VALUES: u64 = 1_000_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let control = Control::default();
    let length = usize::try_from(VALUES)?;
    for round in 1..=3 {
        let start = Instant::now();
        let mut bytes: Vec<u8> = Vec::with_capacity(length);
        bytes.resize(length, black_box(1));
        let memset = start.elapsed();
        black_box(&bytes);
        drop(bytes);

        let start = Instant::now();
        let table = DigitEngine::new(cow(10)?).table(&BigUint::ZERO, VALUES, &control)?;
        let copied = start.elapsed();
        black_box(&table);
        report(&format!("round {round}: memset of 10^9 bytes"), memset);
        report(&format!("round {round}: cow table to 10^9"), copied);
        report_ratio("  speed against memset", memset, copied);
    }
    for base in [10, 3, 4, 7, 16, 36] {
        for digits in [100, 1000, 10_000] {
            let n = BigUint::from(10u32).pow(digits) / 7u32;
            let start = Instant::now();
            let mut engine = DigitEngine::new(cow(base)?);
            let value = engine.value(&n, &control)?;
            report(&format!("base {base}: value {value} at 10^{digits} / 7"), start.elapsed());
        }
    }
    Ok(())
}

/// Take the largest or the least non-zero digit in this base.
fn cow(base: u8) -> Result<DigitRule, DigitRuleError> {
    let step = |&(max, min): &(u8, u8), digit: u8| match digit {
        0 => (max, min),
        _ if min == 0 => (digit, digit),
        _ => (max.max(digit), min.min(digit)),
    };
    DigitRule::from_summary(base, (0, 0), 1 << 12, step, |&(max, min)| vec![max.into(), min.into()])
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn report(what: &str, time: Duration) {
    println!("{what:44} {:10.2} ms", time.as_secs_f64() * 1e3);
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn report_ratio(what: &str, reference: Duration, time: Duration) {
    println!("{what:44} {:10.2}", reference.as_secs_f64() / time.as_secs_f64());
}
