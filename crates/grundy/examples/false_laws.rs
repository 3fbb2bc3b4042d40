//! How many of the laws that tables of random rules suggest are false.
//!
//! Draws rules of four sorts: subtraction sets, infinite sets of amounts, take-and-break codes, and moves of many kinds
//! with guards on n. For each it looks for a law on N values, N being 500 to 2000, and compares the law with 100 N values. The
//! tables come from brute force written here, those of codes from the library.
//!
//! Run it with `cargo run --release --example false_laws -- [RULES [SEED]]`. With `blind` as a third word nothing is said of
//! where new amounts enter. `time` instead of all that measures the search for laws in 10^5 values. A test runs a small count.

#![allow(clippy::print_stdout, reason = "this program's output")]

#[path = "../tests/it/random.rs"]
#[allow(dead_code, reason = "shared with the tests, which need more of it")]
mod random;
#[path = "../tests/it/laws/random_rules.rs"]
mod random_rules;

use std::collections::BTreeMap;
use std::time::Instant;

use grundy::law::{self, Evidence};
use grundy::theory::Values;
use grundy::{Control, Nimber};
use random_rules::{Verdict, judge, table};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == "time") {
        return time();
    }
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

/// How long laws are looked for in 10^5 values.
fn time() {
    let length = 100_000;
    let mut random = random::Random::new(1);
    let noise: Values = (0..length).map(|_| Nimber::new(random.below(9))).collect();
    let squares = table(length, |n, list| list.extend((1..=n.isqrt()).map(|k| n - k * k)));
    let half = (0..length as u64).map(|n| Nimber::new(((n + 1) >> (n + 1).trailing_zeros()) / 2)).collect();
    let mark = table(length, |n, list| {
        list.extend((n > 0).then_some([n.saturating_sub(1), n / 2]).into_iter().flatten())
    });
    let scale = table(length, |n, list| list.extend((2..=6).filter(|_| n > 0).map(|k| n / k)));
    let factors = table(length, |n, list| {
        list.extend((2..=n.min(400)).filter(|k| n.is_multiple_of(*k)).map(|k| n / k));
    });
    let named = [
        ("noise", noise),
        ("take a square", squares),
        ("take at most half", half),
        ("n - 1 or n / 2", mark),
        ("n / 2 to n / 6", scale),
        ("n / k, k <= 400 dividing n", factors),
    ];
    for (name, values) in named {
        let since = Instant::now();
        let found = law::find(&values, &Evidence::default(), &Control::default()).expect("no limits");
        let took = since.elapsed();
        let law = found.map_or("no law".to_owned(), |found| found.law.to_string());
        println!("{name}\t{took:.1?}\t{law}");
    }
}
