//! Row chess with its law switched off: all rows of one width as plain masks,
//! against the two C++ programs in benches/cpp/ that fill the same table.
//!
//! `cargo bench --bench rows` takes 24 cells, `-- --quick` 18, `-- NAME` those with NAME in
//! their name. Ours and the
//! peers run in turn, medians are compared, and the checksums must agree. Then
//! tables and values of other rules on rows, by themselves.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod peers;

use std::path::PathBuf;
use std::time::Instant;

use grundy::lang::Rule;
use grundy::solve::{Config, Solver};
use grundy::{Control, Sum};
use peers::{Wanted, compile, fnv, median, run};

const ROW_CHESS: &str = "row 1 1* 0 -> 0 1* 1";
const KAYLES: &str = "row I -> X; row I I -> X X";
const NODE_KAYLES: &str = "row !X . !X -> !X X !X";

fn main() {
    let wanted = Wanted::typed();
    let rounds = if wanted.quick { 3 } else { 5 };
    if wanted.includes("row chess") {
        row_chess(rounds, if wanted.quick { 18 } else { 24 });
    }
    let width = if wanted.quick { 14 } else { 22 };
    for (name, rule) in [
        ("Kayles in a row", KAYLES),
        ("Turning Turtles in a row", "row 1 -> 0; row 0 1 -> 1 0; row 1 1 -> 0 0"),
        ("peg solitaire, both ways", "row 1 1 0 -> 0 0 1; row 0 1 1 -> 1 0 0"),
    ] {
        if wanted.includes(name) {
            let mut seconds: Vec<f64> = (0..rounds).map(|_| table(rule, width).0).collect();
            println!("{name}, all rows of {width} cells: {:.4} s", median(&mut seconds));
        }
    }
    let pins = "I".repeat(if wanted.quick { 1_000 } else { 1_000_000 });
    let free = ".".repeat(if wanted.quick { 100 } else { 500 });
    for (name, rule, row) in [("one row of pins", KAYLES, pins), ("one row of nodes", NODE_KAYLES, free)] {
        if wanted.includes(name) {
            let mut seconds: Vec<f64> = (0..rounds).map(|_| one_value(rule, &row)).collect();
            println!("{name}, {rule}, {} cells: {:.4} s", row.len(), median(&mut seconds));
        }
    }
}

/// Row chess beside its two peers.
fn row_chess(rounds: usize, width: u64) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let peers = ["row_masks", "row_masks_tuned"];
    let programs = peers.map(|peer| compile(peer, &folder));
    let mut figures = [const { Vec::new() }; 3];
    for _ in 0..rounds {
        let (seconds, checksum) = table(ROW_CHESS, width);
        figures[0].push(seconds);
        for (index, program) in programs.iter().enumerate() {
            let (peer_seconds, peer_checksum) = run(program, width);
            assert_eq!(checksum, peer_checksum, "{}: the checksums differ", peers[index]);
            figures[index + 1].push(peer_seconds);
        }
    }
    let [ours, usual, tuned] = figures.map(|mut figures| median(&mut figures));
    println!("row chess without its law, {width} cells: {ours:.4} s");
    for (peer, seconds) in peers.iter().zip([usual, tuned]) {
        println!("{peer:<28} {seconds:>10.4} s {:>8.2} times ours", seconds / ours);
    }
}

fn solver(text: &str) -> Solver {
    let rule = Rule::parse(text).expect("the rule is right");
    let config = Config { law: text != ROW_CHESS, ..Config::default() };
    Solver::new(rule, config).expect("the automatic choice always fits")
}

/// The table of all rows from the rule's text on; seconds and checksum.
fn table(text: &str, width: u64) -> (f64, u64) {
    let start = Instant::now();
    let table = solver(text).table(0, width, &Control::default()).expect("the table fits in memory");
    let seconds = start.elapsed().as_secs_f64();
    let bytes = table.values().as_bytes().expect("values are small");
    (seconds, fnv(bytes.iter().copied()))
}

/// The value of one row from the rule's text on; seconds.
fn one_value(text: &str, row: &str) -> f64 {
    let start = Instant::now();
    let mut solver = solver(text);
    let position = solver.parse_position(row).expect("a row");
    solver.value(&Sum::new(vec![position]), &Control::default()).expect("within reach");
    start.elapsed().as_secs_f64()
}
