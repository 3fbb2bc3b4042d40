use super::*;
use crate::lang::{Form, Rule};
use crate::proof::brute;
use crate::theory::{Control, propose_period};

fn definable(text: &str, base: usize) -> Option<DefinableRule> {
    match Rule::parse(text).unwrap().form() {
        Form::Numbers(rules) => DefinableRule::of_rules(rules, base, &Control::default()),
        Form::Code(code) => DefinableRule::of_code(code, base),
        _ => None,
    }
}

fn values(text: &str, length: usize) -> Values {
    match Rule::parse(text).unwrap().form() {
        Form::Numbers(rules) => brute::values(rules, length),
        Form::Code(code) => brute::values(code, length),
        _ => unreachable!("rules of numbers"),
    }
}

/// The graph of a rule's values, proved in this base; the table has so many values.
fn proved(text: &str, base: usize, length: usize) -> (ProvedGraph, Values) {
    let control = Control::default();
    let budget = Budget::new(&control);
    let rule = definable(text, base).unwrap_or_else(|| panic!("{text} is definable"));
    let values = values(text, length);
    let period = propose_period(&values, length / 3);
    let graph = guess_graph(&values, period, base, &budget).unwrap();
    let graph = graph.unwrap_or_else(|| panic!("{text}: no graph"));
    let time = std::time::Instant::now();
    let states = graph.states();
    let proved =
        prove_graph(&rule, graph, &budget).unwrap().unwrap_or_else(|failure| panic!("{text}: {failure:?}"));
    println!("{text}: base {base}, {states} states, {:?}", time.elapsed());
    (proved, values)
}

const PROVED: [(&str, usize, usize); 30] = [
    ("n -> 0..n-1", 2, 200),
    ("n -> n - s for s in 1..2", 2, 200),
    ("n -> n - s for s in 1..9", 2, 400),
    ("n -> n - 2**k for k in 0..", 2, 200),
    ("n -> n - p for p in powers(3)", 3, 300),
    ("n -> n - s for s in {1, 3, 4}", 2, 200),
    ("n -> 0..n-1 | [a, b] where a + b == n, a >= 1, b >= 1", 2, 200),
    ("n -> 0..n-1 | [a, b, c] where a + b + c == n, 1 <= a <= b <= c", 2, 130),
    ("coins x -> [] | [a] for a in 0..x-1 | [a, b] where 0 <= a < b < x", 2, 100),
    ("coins x -> [a] for a in 0..x-1", 2, 200),
    ("n -> n - 1 | n / 2 if n > 0", 2, 1000),
    ("n -> n - 1 | n / 2 if n % 2 == 0", 2, 1000),
    ("let K = 6; n -> n / k for k in 2..K", 12, 6000),
    ("let K = 6; n -> n / k for k in 2..K", 12, 6000),
    ("0.77", 2, 400),
    ("0.07", 2, 400),
    ("n -> n - k for k in (1..) \\ {2, 5}", 2, 400),
    ("n -> [a, b] where a + b == n, 1 <= a <= b", 2, 200),
    ("n -> [a, b] where a + b == n, 1 <= a <= b | [a, b, c] where a + b + c == n, 1 <= a <= b <= c", 2, 150),
    ("4.0", 2, 100),
    ("8.0", 2, 100),
    ("0.8", 2, 200),
    ("let L = 2; let R = 3; n -> n - s for s in L..R", 2, 200),
    ("n -> n - k for k in 1..min(n, 7)", 2, 200),
    ("n -> n xor 1 if n % 2 == 1 | n - 2", 2, 200),
    ("n -> n - 2*k for k in 1..", 2, 200),
    ("n -> n - k for k in 1.. if k % 2 == 1", 2, 200),
    ("n -> [n - k, k] for k in 1..n-1 if k % 2 == 1", 2, 200),
    ("n -> [n - 2; 2] | n - 1", 2, 200),
    ("n -> abs(n - 3) if n > 3 | n - 2 if n % 3 == max(1, n % 2)", 2, 400),
];

#[test]
fn laws_of_rules_are_proved() {
    for (text, base, length) in PROVED {
        let (graph, values) = proved(text, base, length);
        for (n, value) in values.iter().enumerate() {
            assert_eq!(graph.value(&n.into()), value.size().into(), "{text} at {n}");
        }
    }
}
