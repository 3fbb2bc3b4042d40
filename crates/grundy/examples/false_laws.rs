//! How many of the laws that tables of random rules suggest are false.
//!
//! Draws rules of four sorts: subtraction sets, infinite sets of amounts, take-and-break codes, and moves of many kinds
//! with guards on n. For each it looks for a law on N values, N being 500 to 2000, and compares the law with 100 N values. The
//! tables come from brute force written here, those of codes from the library.
//!
//! Run it with `cargo run --release --example false_laws -- [RULES [SEED]]`. With `blind` as a third word nothing is said of
//! where new amounts enter. A test runs a small count of it.

#![allow(clippy::print_stdout, reason = "this program's output")]

use std::collections::BTreeMap;

#[path = "../tests/it/random.rs"]
mod random;
#[path = "../tests/it/laws/random_rules.rs"]
mod random_rules;

use random_rules::{Verdict, judge};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |at: usize, otherwise: u64| arguments.get(at).and_then(|word| word.parse().ok()).unwrap_or(otherwise);
    let (rules, seed) = (number(0, 10_000), number(1, 1));
    let blind = arguments.get(2).is_some_and(|word| word == "blind");
    let mut random = random::Random::new(seed);
    let mut counts: BTreeMap<(&str, String), u64> = BTreeMap::new();
    for _ in 0..rules {
        let (sort, verdict) = judge(&mut random, blind);
        let word = match verdict {
            Verdict::None => "no law".to_owned(),
            Verdict::Holds(kind) => kind.to_owned(),
            Verdict::False(text) => {
                println!("{text}");
                "false".to_owned()
            }
        };
        *counts.entry((sort, word)).or_default() += 1;
    }
    for ((sort, word), count) in counts {
        println!("{sort}\t{word}\t{count}");
    }
}
