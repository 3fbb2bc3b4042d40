//! Row chess with its law switched off: all rows of one width as plain masks,
//! against the two C++ programs in benches/cpp/ that fill the same table.
//!
//! `cargo bench --bench rows` takes 24 cells, `-- --quick` 18. Ours and the
//! peers run in turn, medians are compared, and the checksums must agree. Then
//! tables and values of other rules on rows, by themselves.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use grundy::lang::Rule;
use grundy::solve::{Config, Solver};
use grundy::{Control, Sum};

const ROW_CHESS: &str = "row 1 1* 0 -> 0 1* 1";
const KAYLES: &str = "row I -> X; row I I -> X X";

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (rounds, width) = if quick { (3, 18) } else { (5, 24) };
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
    let width = if quick { 14 } else { 22 };
    for (name, rule) in [
        ("Kayles in a row", KAYLES),
        ("Turning Turtles in a row", "row 1 -> 0; row 0 1 -> 1 0; row 1 1 -> 0 0"),
        ("peg solitaire, both ways", "row 1 1 0 -> 0 0 1; row 0 1 1 -> 1 0 0"),
    ] {
        let mut seconds: Vec<f64> = (0..rounds).map(|_| table(rule, width).0).collect();
        println!("{name}, all rows of {width} cells: {:.4} s", median(&mut seconds));
    }
    let pins = "I".repeat(if quick { 1_000 } else { 1_000_000 });
    let mut seconds: Vec<f64> = (0..rounds).map(|_| one_value(KAYLES, &pins)).collect();
    println!("Kayles, one row of {} pins: {:.4} s", pins.len(), median(&mut seconds));
    let free = ".".repeat(if quick { 100 } else { 500 });
    let node_kayles = "row !X . !X -> !X X !X";
    let mut seconds: Vec<f64> = (0..rounds).map(|_| one_value(node_kayles, &free)).collect();
    println!("{node_kayles}, one row of {} cells: {:.4} s", free.len(), median(&mut seconds));
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
    // FNV-1a with 64 bits (Fowler, Noll and Vo 1991).
    let checksum = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (seconds, checksum)
}

/// The value of one row from the rule's text on; seconds.
fn one_value(text: &str, row: &str) -> f64 {
    let start = Instant::now();
    let mut solver = solver(text);
    let position = solver.parse_position(row).expect("a row");
    solver.value(&Sum::new(vec![position]), &Control::default()).expect("within reach");
    start.elapsed().as_secs_f64()
}

fn compile(peer: &str, folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/cpp").join(peer).with_extension("cpp");
    let program = folder.join(peer);
    let status = Command::new("g++").args(["-O2", "-std=c++17", "-o"]).arg(&program).arg(&source).status();
    assert!(status.expect("g++ is installed").success(), "{peer} compiles");
    program
}

/// Runs a peer; the seconds and the checksum that it prints.
fn run(program: &Path, size: u64) -> (f64, u64) {
    let output = Command::new(program).arg(size.to_string()).output().expect("the peer runs");
    let line = String::from_utf8(output.stdout).expect("the peer prints text");
    let field = |name: &str| {
        let part = line.split_whitespace().find_map(|part| part.strip_prefix(name));
        part.unwrap_or_else(|| panic!("`{name}` is missing in `{line}`")).to_owned()
    };
    let checksum = u64::from_str_radix(&field("checksum="), 16).expect("hexadecimal");
    (field("seconds=").parse().expect("seconds"), checksum)
}

fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
