//! Tables of the first four games, of {1,3,4} and of Wythoff's game, against the C++
//! programs in benches/cpp and against memset, in one paired run.
//!
//! `cargo bench --bench against_cpp` runs the sizes of docs/benchmarks.md;
//! `-- --quick` runs small ones, `-- --full` those that take many minutes, `-- NAME`
//! those with NAME in their name. Each round runs ours and the peer in turn, and the
//! medians and the ratio of medians are printed. The checksums over the values must
//! agree: a comparison of different work is an error.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::path::PathBuf;
use std::time::Instant;

use grundy::lang::{Rule, game};
use grundy::solve::{Config, Solver};
use grundy::{Control, Sum};

mod peers;

use peers::{Wanted, compile, fnv, median, run};

/// One comparison: our work, and the peer's program with its argument.
struct Comparison {
    name: &'static str,
    /// A built-in game, or the text of a rule.
    game: &'static str,
    peer: &'static str,
    /// The last position of the table; tuples: the last of both entries; rows: their
    /// width.
    to: u64,
    /// The size that the peer takes.
    size: u64,
    /// How many bytes of each value are hashed.
    width: usize,
    /// Whether the positions are pairs.
    pairs: bool,
    /// Whether the peer fills the same bytes without computing them.
    is_memset: bool,
}

/// Wythoff's game, in one line.
const WYTHOFF: &str =
    "(a, b) -> (a - k, b) for k in 1..a | (a, b - k) for k in 1..b | (a - k, b - k) for k in 1..min(a, b)";

fn main() {
    let wanted = Wanted::typed();
    let quick = wanted.quick;
    let rounds = if quick || wanted.full { 3 } else { 5 };
    let million = 1_000_000;
    let table = if quick { 10 * million } else { 1000 * million };
    // The peer is cubic: minutes at 4000.
    let wythoff = match wanted {
        Wanted { quick: true, .. } => 300,
        Wanted { full: true, .. } => 4000,
        _ => 1500,
    };
    let heaps = |name, game, peer, to: u64, is_memset| Comparison {
        name,
        game,
        peer,
        to: to - 1,
        size: to,
        width: 1,
        pairs: false,
        is_memset,
    };
    let comparisons = [
        heaps("cow digits against C++", "cow-digits", "cow_digits", table / 10, false),
        heaps("cow digits against memset", "cow-digits", "memset", table, true),
        heaps("powers of two against C++", "powers-of-two", "powers_of_two", table / 10, false),
        heaps("{1,3,4} against C++", "subtract-134", "subtract_134", table / 10, false),
        heaps("{1,3,4} against memset", "subtract-134", "memset", table, true),
        Comparison {
            name: "mock turtles against C++",
            game: "mock-turtles",
            peer: "mock_turtles",
            to: 1999,
            size: 2000,
            width: 2,
            pairs: false,
            is_memset: false,
        },
        Comparison {
            name: "row chess against C++",
            game: "row-chess",
            peer: "row_chess",
            to: 20,
            size: 20,
            width: 1,
            pairs: false,
            is_memset: false,
        },
        Comparison {
            name: "Wythoff against C++",
            game: WYTHOFF,
            peer: "wythoff",
            to: wythoff - 1,
            size: wythoff,
            width: 2,
            pairs: true,
            is_memset: false,
        },
    ];
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    println!("{:<28} {:>12} {:>12} {:>12}  values", "", "ours, s", "peer, s", "peer / ours");
    for comparison in comparisons.iter().filter(|comparison| wanted.includes(comparison.name)) {
        let program = compile(comparison.peer, &folder);
        let (mut ours, mut peers, mut agree) = (Vec::new(), Vec::new(), true);
        for _ in 0..rounds {
            let (seconds, checksum) = our_table(comparison);
            let (peer_seconds, peer_checksum) = run(&program, comparison.size);
            agree &= comparison.is_memset || checksum == peer_checksum;
            ours.push(seconds);
            peers.push(peer_seconds);
        }
        let (ours, peer) = (median(&mut ours), median(&mut peers));
        let verdict = if comparison.is_memset { "same bytes filled" } else { "agree" };
        println!("{:<28} {ours:>12.6} {peer:>12.6} {:>12.2}  {verdict}", comparison.name, peer / ours);
        assert!(agree, "{}: the checksums differ", comparison.name);
    }
    let mut latencies: Vec<f64> = (0..rounds).map(|_| one_large_value()).collect();
    println!("{:<28} {:>12.6}", "one value at 1000 digits", median(&mut latencies));
}

/// Computes the table with a fresh solver; seconds and checksum.
fn our_table(comparison: &Comparison) -> (f64, u64) {
    let text = game(comparison.game).map_or(comparison.game, |game| game.text);
    let (to, control) = (comparison.to, Control::default());
    let start = Instant::now();
    let mut solver = solver(text);
    let table = match comparison.pairs {
        true => solver.table_of_tuples(&[to, to], &control),
        false => solver.table(0, to, &control),
    };
    let table = table.expect("the table fits in memory");
    let seconds = start.elapsed().as_secs_f64();
    let values = table.values();
    let checksum = match values.as_bytes() {
        Some(bytes) if comparison.width == 1 => fnv(bytes.iter().copied()),
        _ => {
            fnv(values.iter().flat_map(|value| value.size().to_le_bytes().into_iter().take(comparison.width)))
        }
    };
    (seconds, checksum)
}

/// The value of the cow game at a number of 1000 digits, from the rule's text on.
fn one_large_value() -> f64 {
    let digits: String = "31415926535897932384".repeat(50);
    let text = game("cow-digits").expect("a built-in game").text;
    let start = Instant::now();
    let mut solver = solver(text);
    let position = solver.parse_position(&digits).expect("a number");
    let value =
        solver.value(&Sum::new(vec![position]), &Control::default()).expect("the digit engine reaches it");
    let seconds = start.elapsed().as_secs_f64();
    assert!(value.parts.len() == 1);
    seconds
}

fn solver(text: &str) -> Solver {
    let rule = Rule::parse(text).expect("a built-in rule is right");
    Solver::new(rule, Config::default()).expect("the automatic choice always fits")
}
