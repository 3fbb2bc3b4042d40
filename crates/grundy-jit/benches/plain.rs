//! Native code by itself: rules of one heap with no better engine, or with that
//! engine switched off, against the C++ programs of the other benches, in one
//! paired run; and how long it takes to make the code.
//!
//! `cargo bench -p grundy-jit --bench plain` runs the sizes of docs/benchmarks.md;
//! `-- --quick` runs small ones, `-- NAME` those with NAME in their name. Every
//! value is computed from the rule's options; the checksums must agree.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../../grundy/benches/peers/mod.rs"]
mod peers;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use grundy::Control;
use grundy::lang::{Form, Rule, game};
use grundy::solve::{Compiler, Config, EngineName, Solver};
use grundy_jit::NativeCompiler;
use peers::{Wanted, compile, fnv, median, run};

fn main() {
    let wanted = Wanted::typed();
    let rounds = if wanted.quick { 3 } else { 7 };
    let million = if wanted.quick { 100_000 } else { 1_000_000 };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    println!("{:<24} {:>9} {:>12} {:>12} {:>12}", "", "heaps", "ours, s", "peer, s", "peer / ours");
    for (name, rule, peer, size) in [
        ("cow digits", game("cow-digits").expect("it is built in").text, "cow_digits", 10 * million),
        ("powers of two", game("powers-of-two").expect("it is built in").text, "powers_of_two", 10 * million),
        ("squares", "n -> n - s for s in squares", "squares", million / 10),
        ("prime factors", "n -> n - p for p in prime_factors(n)", "prime_factors", million / 10),
    ] {
        if !wanted.includes(name) {
            continue;
        }
        let program = compile(peer, &folder);
        let (mut ours, mut peers) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            let (seconds, checksum) = table(rule, size);
            let (peer_seconds, peer_checksum) = run(&program, size);
            assert_eq!(checksum, peer_checksum, "{name}: the checksums differ");
            ours.push(seconds);
            peers.push(peer_seconds);
        }
        let (ours, peer) = (median(&mut ours), median(&mut peers));
        println!("{name:<24} {size:>9} {ours:>12.6} {peer:>12.6} {:>12.2}", peer / ours);
    }
    let mut seconds: Vec<f64> = (0..rounds).map(|_| making_code()).collect();
    println!("{:<34} {:>12.6}", "code for cow digits", median(&mut seconds));
}

/// The table of a rule by native code, from the rule's text on; seconds and checksum.
fn table(rule: &str, size: u64) -> (f64, u64) {
    let start = Instant::now();
    let rule = Rule::parse(rule).expect("the rule is right");
    let compiler: Arc<dyn Compiler> = Arc::new(NativeCompiler);
    let config = Config { engine: EngineName::Native, law: false, compiler: Some(compiler) };
    let mut solver = Solver::new(rule, config).expect("rules of one heap have native code");
    let table = solver.table(0, size - 1, &Control::default()).expect("the table fits in memory");
    let seconds = start.elapsed().as_secs_f64();
    let bytes = table.values().as_bytes().expect("values are small");
    (seconds, fnv(bytes.iter().copied()))
}

/// The seconds from a checked rule to its code.
fn making_code() -> f64 {
    let rule = Rule::parse(game("cow-digits").expect("it is built in").text).expect("the rule is right");
    let Form::Numbers(rules) = rule.form() else { unreachable!("cow digits are played on heaps") };
    let start = Instant::now();
    NativeCompiler.heap_rules(rules).expect("cow digits have native code");
    start.elapsed().as_secs_f64()
}
