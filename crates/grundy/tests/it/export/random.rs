//! Random rules; most in Python alone, whose programs need no compiler.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::harness::{Case, all_agree, case, small_positions};
use crate::random_rules::{codes, coins, digits, splits, subtraction};
use grundy::export::Language;
use grundy::lang::Rule;
use grundy::solve::{Config, Solver};

/// So many of each kind of rules that do not break.
fn cases(strategy: impl Strategy<Value = String>, count: usize, to: u64) -> Vec<Case> {
    let mut runner = TestRunner::deterministic();
    let mut cases = Vec::new();
    while cases.len() < count {
        let text = strategy.new_tree(&mut runner).expect("a rule").current();
        let Ok(rule) = Rule::parse(&text) else { continue };
        let mut solver = Solver::new(rule.clone(), Config::default()).expect("some engine fits");
        if solver.table(0, to, &grundy::Control::default()).is_ok() {
            cases.push(case(&rule, &small_positions(&rule, to)));
        }
    }
    cases
}

fn random(count: usize) -> Vec<Case> {
    let mut all = cases(subtraction(), count, 80);
    all.extend(cases(digits(), count, 120));
    all.extend(cases(splits(), count, 40));
    all.extend(cases(codes(), count, 50));
    all.extend(cases(coins(), count, 16));
    all
}

#[test]
fn random_rules_agree_in_python() {
    all_agree(&random(30), &[Language::Python]);
}

#[test]
fn random_rules_agree_when_compiled() {
    let all = random(33);
    let last: Vec<Case> = all.chunks(33).flat_map(|kind| kind[30..].to_vec()).collect();
    all_agree(&last, &[Language::Cpp, Language::Rust]);
}
