//! The interpreter as a whole, against options written by hand in Rust.

mod faults;
mod meaning;
mod progressions;
mod random;
mod rules;
mod walks;

use num_bigint::BigUint;

use super::HeapRules;
use crate::lang::ir::Program;
use crate::ruleset::{Fault, FaultKind, Halt, Heap, Options, Ruleset};
use crate::theory::Control;

fn ready(program: Program) -> HeapRules {
    HeapRules::new(program, &Control::default()).expect("the parameters have values")
}

/// The options of a position in canonical form, by both kinds of numbers, which
/// must agree.
fn options(rules: &HeapRules, position: u64) -> Vec<Vec<u64>> {
    let control = Control::default();
    let mut small = Options::new();
    rules.options(&Heap::new(position), &mut small, &control).expect("no fault");
    let mut large = Options::new();
    rules.big_options(&BigUint::from(position), &mut large, &control).expect("no fault");
    let plain = |heaps: &Vec<Heap>| heaps.iter().map(|heap| heap.size()).collect::<Vec<u64>>();
    let small: Vec<Vec<u64>> = small.canonical().iter().map(plain).collect();
    let large: Vec<Vec<u64>> =
        large.canonical().iter().map(|sum| sum.iter().map(|n| n.try_into().unwrap()).collect()).collect();
    assert_eq!(small, large, "at {position}");
    small
}

/// A list of options in canonical form.
fn canonical(mut sums: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    sums.iter_mut().for_each(|sum| sum.sort_unstable());
    sums.sort();
    sums.dedup();
    sums
}

/// The rule has these options at every position up to `last`.
fn expect(program: Program, last: u64, oracle: impl Fn(u64) -> Vec<Vec<u64>>) {
    let rules = ready(program);
    for position in 0..=last {
        assert_eq!(options(&rules, position), canonical(oracle(position)), "at {position}");
    }
}

/// The fault at a position.
fn fault(program: Program, position: u64) -> Fault {
    let mut options = Options::new();
    match ready(program).options(&Heap::new(position), &mut options, &Control::default()) {
        Err(Halt::Fault(fault)) => {
            assert_eq!(fault.position, position.to_string());
            fault
        }
        other => panic!("{other:?}"),
    }
}

fn fault_kind(program: Program, position: u64) -> FaultKind {
    fault(program, position).kind
}
