use super::*;
use crate::lang::{Claim, Form, Rule};
use crate::proof::brute;
use crate::theory::{Control, Nimber, propose_period};

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
    let proved = prove_values(&rule, &values, period, &budget).unwrap();
    (proved.unwrap_or_else(|| panic!("{text} is not proved")), values)
}

const PROVED: [(&str, usize, usize); 33] = [
    ("n -> 0..n-1", 2, 200),
    ("n -> n - s for s in 1..2", 2, 200),
    ("n -> n - s for s in 1..9", 2, 400),
    ("n -> n - 2**k for k in 0..", 2, 200),
    ("n -> n - p for p in powers(3)", 3, 300),
    ("n -> n - s for s in {1, 3, 4}", 2, 200),
    ("n -> 0..n-1 | [a, b] where a + b == n, a >= 1, b >= 1", 2, 200),
    ("n -> 0..n-1 | [a, b, c] where a + b + c == n, 1 <= a <= b <= c", 2, 80),
    ("coins x -> [] | [a] for a in 0..x-1 | [a, b] where 0 <= a < b < x", 2, 200),
    ("coins x -> [a] for a in 0..x-1", 2, 200),
    ("n -> n - 1 | n / 2 if n > 0", 2, 10_000),
    ("n -> n - 1 | n / 2 if n % 2 == 0", 2, 10_000),
    ("n -> n - 1 | n - 2 | n / 3 if n > 0", 3, 10_000),
    ("let K = 6; n -> n / k for k in 2..K", 12, 100_000),
    ("0.77", 2, 400),
    ("0.07", 2, 400),
    ("n -> n - k for k in (1..) \\ {2, 5}", 2, 400),
    ("n -> [a, b] where a + b == n, 1 <= a <= b", 2, 200),
    (
        "n -> [a, b] where a + b == n, 1 <= a <= b | [a, b, c] where a + b + c == n, 1 <= a <= b <= c | [a, b, c, d] where a + b + c + d == n, 1 <= a <= b <= c <= d",
        2,
        60,
    ),
    ("n -> [n/2, (n+1)/2] if n > 1 | n - 1 | n - 2", 2, 200),
    ("n -> n - 1 | n - 4**k for k in 1..", 4, 400),
    ("0.45", 2, 2000),
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
        for (n, value) in values.iter().enumerate().take(1000) {
            assert_eq!(graph.value(&n.into()), value.size().into(), "{text} at {n}");
        }
    }
}

/// What the graph of a rule says about claims, against the claims themselves, n by n.
#[test]
fn claims_are_decided() {
    let control = Control::default();
    let budget = Budget::new(&control);
    let nim = "n -> 0..n-1";
    let lasker = "n -> 0..n-1 | [a, b] where a + b == n, a >= 1, b >= 1";
    let powers = "n -> n - 2**k for k in 0..";
    let mock = "coins x -> [] | [a] for a in 0..x-1 | [a, b] where 0 <= a < b < x";
    for (rule, claim, fails_at) in [
        (nim, "g == n", None),
        (nim, "g <= 1000", Some(1001)),
        (nim, "g xor n == 0", None),
        (powers, "g == n % 3", None),
        (powers, "P == (n % 3 == 0)", None),
        (powers, "g == n % 3 or n > 1000 and n % 7 == 4", None),
        (powers, "P == (n % 6 == 0)", Some(3)),
        (lasker, "g == n + (n % 4 == 3) - (n % 4 == 0 and n > 0)", None),
        (lasker, "g == n + (n % 4 == 3) - (n % 4 == 0)", Some(0)),
        (lasker, "abs(g - n) <= 1", None),
        (lasker, "min(g, n) >= n - 1 and max(g, n) < n + 2", None),
        (mock, "g == 2*n + (popcount(n) % 2 == 0)", None),
        (mock, "popcount(g) % 2 == 1", None),
        (mock, "g / 2 == n", None),
        (mock, "g < 2 * n + 1 or n in {0, 3, 5, 6} or n > 8", None),
        (mock, "g < 2 * n + 1 or n in {0, 3, 5, 6}", Some(9)),
        (mock, "(n - 5) / 3 <= (g - 5) / 3", None),
    ] {
        let (graph, values) = proved(rule, 2, 200);
        let claim = Claim::parse(claim).unwrap();
        let meant =
            values.iter().enumerate().find(|&(n, value)| claim.holds(n as u64, value, &control) != Ok(true));
        let decision = graph.decide(&claim, &budget).unwrap();
        match fails_at {
            None => assert_eq!((decision, meant), (Decision::True, None), "{}", claim.text()),
            Some(n) => {
                assert_eq!(decision, Decision::FalseAt(n.into()), "{}", claim.text());
                assert!(n >= 200 || meant.is_some_and(|(first, _)| first as u64 == n), "{}", claim.text());
            }
        }
    }
    let (graph, _) = proved(nim, 2, 200);
    for not_said in ["is_prime(n)", "n * g >= 0", "gcd(n, 2) >= 1", "count(divisors(n)) <= n"] {
        assert_eq!(
            graph.decide(&Claim::parse(not_said).unwrap(), &budget),
            Ok(Decision::NotSaid),
            "{not_said}"
        );
    }
}

/// A graph that is not that of the values is refused, whatever is wrong with it.
#[test]
fn wrong_graphs_are_refused() {
    let control = Control::default();
    let budget = Budget::new(&control);
    for (text, base, length) in PROVED.into_iter().filter(|(_, base, length)| *base == 2 && *length <= 400) {
        let values = values(text, length);
        let Some(right) = propose_period(&values, length / 3) else { continue };
        let rule = definable(text, base).unwrap();
        let (first, length) = (right.preperiod, right.period);
        for wrong in [
            Period { saltus: right.saltus + 1, ..right },
            Period { preperiod: first + 1, period: length + 1, ..right },
            Period { preperiod: first, period: length + 1, ..right },
            Period { preperiod: first + 1, period: length, saltus: right.saltus + 2 },
        ] {
            let graph = graph::of_period(wrong, &values, base, &budget).unwrap().unwrap();
            let is_right = graph::agrees(&graph, &values);
            let proved = prove_graph(&rule, graph, &budget).unwrap();
            assert_eq!(proved.is_ok(), is_right, "{text}: {wrong:?}: {proved:?}");
        }
        // One value that is another.
        for n in [0, 1, first, first + length - 1].into_iter().filter(|&n| n < first + length) {
            let changed = |at: usize| {
                let value = values.get(at).unwrap();
                if at == n { Nimber::new(value.size() ^ 1) } else { value }
            };
            let values = Values::of(first + length, changed);
            let graph = graph::of_period(right, &values, base, &budget).unwrap().unwrap();
            assert!(prove_graph(&rule, graph, &budget).unwrap().is_err(), "{text}: another value at {n}");
        }
    }
}

/// Rules that get larger, or that formulas do not say.
#[test]
fn rules_that_are_not_said_are_left_alone() {
    for text in [
        "n -> d for d in divisors(n) if d < n",
        "n -> n - p for p in primes",
        "n -> n - k*k for k in 1..",
        "n -> n - gcd(n, 4)",
        "n -> [1..n-1]",
        "n -> n / k for k in 2..n",
        "n -> n - 3**k for k in 0..",
        "n -> [n - k, k - 3] for k in 1..",
    ] {
        assert_eq!(definable(text, 2), None, "{text}");
    }
    let grows = definable("n -> n + 1 if n % 2 == 1 | n - 1", 2).unwrap();
    let control = Control::default();
    let budget = Budget::new(&control);
    let graph = graph::of_period(Period::plain(0, 2), &Values::of(2, |n| Nimber::new(n as u64)), 2, &budget);
    assert_eq!(prove_graph(&grows, graph.unwrap().unwrap(), &budget).unwrap(), Err(Failure::NotSmaller));
}
