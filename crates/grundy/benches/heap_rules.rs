//! Rules of one heap against the C++ programs in benches/cpp/, in one paired run:
//! many amounts, sequences, partings, divisors.
//!
//! `cargo bench --bench heap_rules` runs the sizes of docs/benchmarks.md;
//! `-- --quick` runs small ones, `-- NAME` those with NAME in their name. Rounds, medians and checksums are as in
//! `against_cpp`. No law answers where that is said: every value is computed.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod peers;

use std::path::PathBuf;
use std::time::Instant;

use grundy::Control;
use grundy::lang::Rule;
use grundy::solve::{Config, Solver};
use peers::{Wanted, compile, fnv, median, run};

/// One comparison: a rule, the peer's program, and how many heaps.
struct Comparison {
    name: &'static str,
    rule: String,
    peer: &'static str,
    size: u64,
    /// How many bytes of each value are hashed.
    width: usize,
    law: bool,
    rounds: usize,
}

fn main() {
    let wanted = Wanted::typed();
    let quick = wanted.quick;
    let shrink = if quick { 10 } else { 1 };
    let heaps = |name, rule: &str, peer, size: u64, width, rounds| Comparison {
        name,
        rule: rule.to_owned(),
        peer,
        size: size / shrink,
        width,
        law: true,
        rounds: if quick { 3 } else { rounds },
    };
    let million = 1_000_000;
    let many = format!("n -> n - s for s in {{{}}}", amounts());
    let mut comparisons = vec![
        heaps("100 amounts below 10^4", &many, "subtract_many", 10 * million, 1, 7),
        heaps("100 amounts, no law", &many, "subtract_many", 10 * million, 1, 7),
        heaps("squares", "n -> n - s for s in squares", "squares", million, 1, 7),
        heaps("Fibonacci numbers", "n -> n - f for f in fibonacci", "fibonacci", million, 1, 7),
        heaps("primes", "n -> n - p for p in primes", "primes", million, 1, 1),
        heaps("Lasker", "n -> 0..n-1 | [a, b] where a + b == n, a >= 1, b >= 1", "lasker", 30_000, 2, 7),
        heaps("Grundy's game", "n -> [a, b] where a + b == n, 1 <= a < b", "grundys_game", 30_000, 1, 7),
        heaps("divisors", "n -> n - d for d in divisors(n) if d < n", "divisors", million, 1, 5),
        heaps("prime factors", "n -> n - p for p in prime_factors(n)", "prime_factors", million, 1, 5),
        heaps("coprime", "n -> n - y for y in 1..n if gcd(n, y) == 1", "coprime", 10_000, 4, 3),
    ];
    comparisons[1].law = false;
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    println!("{:<24} {:>9} {:>12} {:>12} {:>12}", "", "heaps", "ours, s", "peer, s", "peer / ours");
    for comparison in comparisons.iter().filter(|comparison| wanted.includes(comparison.name)) {
        let program = compile(comparison.peer, &folder);
        let (mut ours, mut peers) = (Vec::new(), Vec::new());
        for _ in 0..comparison.rounds {
            let (seconds, checksum) = our_table(comparison);
            let (peer_seconds, peer_checksum) = run(&program, comparison.size);
            assert_eq!(checksum, peer_checksum, "{}: the checksums differ", comparison.name);
            ours.push(seconds);
            peers.push(peer_seconds);
        }
        let (ours, peer) = (median(&mut ours), median(&mut peers));
        let Comparison { name, size, .. } = comparison;
        println!("{name:<24} {size:>9} {ours:>12.6} {peer:>12.6} {:>12.2}", peer / ours);
    }
}

/// The amounts of subtract_many.cpp.
fn amounts() -> String {
    let mut seed = 1u64;
    let amounts = (0..100).map(|_| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (1 + (seed >> 33) % 9999).to_string()
    });
    amounts.collect::<Vec<String>>().join(", ")
}

/// Computes the table with a fresh solver, from the rule's text on; seconds and
/// checksum.
fn our_table(comparison: &Comparison) -> (f64, u64) {
    let start = Instant::now();
    let rule = Rule::parse(&comparison.rule).expect("the rule is right");
    let config = Config { law: comparison.law, ..Config::default() };
    let mut solver = Solver::new(rule, config).expect("the automatic choice always fits");
    let table = solver.table(0, comparison.size - 1, &Control::default()).expect("the table fits in memory");
    let seconds = start.elapsed().as_secs_f64();
    let bytes = |size: u64| size.to_le_bytes().into_iter().take(comparison.width);
    (seconds, fnv(table.values().iter().flat_map(|value| bytes(value.size()))))
}
