//! Searches of positions with several entries beside the C++ programs of
//! benches/cpp, in one paired run.
//!
//! `cargo bench --bench search` runs the sizes of docs/benchmarks.md; `-- --quick`
//! runs small ones, and `-- NAME` only those whose peer has NAME in its name. Each
//! round runs ours and the peer in turn, and the medians are printed. The
//! checksums over the values must agree.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod peers;

use std::path::PathBuf;
use std::time::Instant;

use grundy::lang::Rule;
use grundy::ruleset::Position;
use grundy::solve::{BigPosition, Config, EngineName, Solver};
use grundy::{Control, Sum};
use peers::{Wanted, compile, fnv, median, run};

/// What is asked for.
enum Questions {
    /// All tuples, each entry from 0 to these.
    Tuples(fn(u64) -> Vec<u64>),
    /// So many random lists of this length, of numbers from 1 to this one.
    Lists { length: usize, most: u64, sorted: bool },
}

/// One comparison: a rule, and the peer's program.
struct Comparison {
    peer: &'static str,
    rule: &'static str,
    size: u64,
    quick: u64,
    questions: Questions,
}

const COMPARISONS: [Comparison; 6] = [
    Comparison {
        peer: "matgame",
        rule: "seq s if len(s) > 0 -> set(s, 0, k) for k in 1..s[0]-1 | drop(s, 0)",
        size: 200,
        quick: 20,
        questions: Questions::Lists { length: 50, most: 50, sorted: false },
    },
    Comparison {
        peer: "alice_and_bob_lists",
        rule: "seq s -> sort(set(s, i, s[i] - 1)) for i in 0..len(s)-1 if s[i] > 1
                      | drop(s, i) for i in 0..len(s)-1 if s[i] == 1
                      | sort(set(drop(s, j), i, s[i] + s[j])) for i in 0..len(s)-2 for j in i+1..len(s)-1",
        size: 100,
        quick: 5,
        questions: Questions::Lists { length: 7, most: 6, sorted: true },
    },
    Comparison {
        peer: "alice_and_bob",
        rule: "(a, b) -> (a - 1, b) | (a, b - 1) if b > 2 | (a + 1, 0) if b == 2
                      | (a - 2, b + 3) if b > 0 | (a - 2, 2) if b == 0 | (a - 1, b + 1) if b > 0",
        size: 10_000,
        quick: 500,
        questions: Questions::Tuples(|size| vec![50, size - 1]),
    },
    Comparison {
        peer: "euclid",
        rule: "sym (a, b) if a >= b and b > 0 -> (a - k*b, b) for k in 1..a / b",
        size: 600,
        quick: 100,
        questions: Questions::Tuples(|size| vec![size - 1, size - 1]),
    },
    Comparison {
        peer: "fibonacci_nim",
        rule: "(n, q) -> (n - k, 2 * k) for k in 1..min(n, q)",
        size: 300,
        quick: 60,
        questions: Questions::Tuples(|size| vec![size - 1, size - 1]),
    },
    Comparison {
        peer: "hyper_knights",
        rule: "(x, y) -> (x + 1, y - 2) | (x - 1, y - 3) | (x - 1, y - 2)
                      | (x - 2, y - 1) | (x - 3, y - 1) | (x - 2, y + 1)",
        size: 500,
        quick: 100,
        questions: Questions::Tuples(|size| vec![size - 1, size - 1]),
    },
];

fn main() {
    let wanted = Wanted::typed();
    let quick = wanted.quick;
    let rounds = if quick { 3 } else { 5 };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    println!("{:<24} {:>8} {:>10} {:>10} {:>12}  values", "", "size", "ours, s", "peer, s", "peer / ours");
    for comparison in &COMPARISONS {
        if !wanted.includes(comparison.peer) {
            continue;
        }
        let program = compile(comparison.peer, &folder);
        let size = if quick { comparison.quick } else { comparison.size };
        let (mut ours, mut peers) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            let (seconds, checksum) = our_values(comparison, size);
            let (peer_seconds, peer_checksum) = run(&program, size);
            assert_eq!(checksum, peer_checksum, "{}: the values differ", comparison.peer);
            ours.push(seconds);
            peers.push(peer_seconds);
        }
        let (ours, peer) = (median(&mut ours), median(&mut peers));
        let ratio = peer / ours;
        println!("{:<24} {size:>8} {ours:>10.6} {peer:>10.6} {ratio:>12.2}  agree", comparison.peer);
    }
}

/// Values every position asked for with a fresh solver; seconds and checksum.
fn our_values(comparison: &Comparison, size: u64) -> (f64, u64) {
    let control = Control::default();
    let lists: Vec<Sum<BigPosition>> = match comparison.questions {
        Questions::Tuples(_) => Vec::new(),
        Questions::Lists { length, most, sorted } => random_lists(size, length, most, sorted),
    };
    let start = Instant::now();
    let rule = Rule::parse(comparison.rule).expect("the rule is right");
    // Some of these rules have better engines by now; it is search that is measured.
    let config = Config { engine: EngineName::Search, ..Config::default() };
    let mut solver = Solver::new(rule, config).expect("search fits all of these");
    let mut values: Vec<u64> = Vec::new();
    match comparison.questions {
        Questions::Tuples(to) => {
            let table = solver.table_of_tuples(&to(size), &control).expect("play ends");
            values.extend(table.values().iter().map(|value| value.size()));
        }
        Questions::Lists { .. } => {
            for list in &lists {
                let value = solver.value(list, &control).expect("play ends").value;
                values.push(value.to_string().parse().expect("a small value"));
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    (seconds, fnv(values.iter().map(|value| value.to_le_bytes()[0])))
}

/// The lists that the peers make, with the numbers of Knuth's generator MMIX.
fn random_lists(count: u64, length: usize, most: u64, sorted: bool) -> Vec<Sum<BigPosition>> {
    let mut state = 1_u64;
    let mut number = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most + 1
    };
    let mut list = || {
        let mut list: Vec<u64> = (0..length).map(|_| number()).collect();
        if sorted {
            list.sort_unstable();
        }
        Sum::new(vec![Position::Seq(list.into_iter().map(Into::into).collect())])
    };
    (0..count).map(|_| list()).collect()
}
