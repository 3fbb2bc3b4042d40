//! `where`: which names a condition bounds, and what is refused.

use std::collections::BTreeSet;

use grundy::lang::Rule;
use grundy::solve::{Config, Solver};
use grundy::{Control, Nimber, mex};

fn values(text: &str, to: u64) -> Vec<u64> {
    let rule = Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut solver = Solver::new(rule, Config::default()).expect("some engine fits");
    let table = solver.table(0, to, &Control::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
    table.values().iter().map(|value| value.size()).collect()
}

/// The values when a heap n >= 1 may become a and b, for every pair of smaller
/// numbers of which `may` says so: every pair is tried.
fn by_trial(to: u64, may: fn(u64, u64, u64) -> bool) -> Vec<u64> {
    let mut found: Vec<u64> = vec![0];
    let at = |found: &[u64], n: u64| found[usize::try_from(n).expect("small")];
    for n in 1..=to {
        let options: BTreeSet<Nimber> = (0..n)
            .flat_map(|a| (0..n).map(move |b| (a, b)))
            .filter(|&(a, b)| may(n, a, b))
            .map(|(a, b)| Nimber::new(at(&found, a) ^ at(&found, b)))
            .collect();
        found.push(mex(options).size());
    }
    found
}

/// A rule, and which pairs it allows.
type Case = (&'static str, fn(u64, u64, u64) -> bool);

const CASES: [Case; 21] = [
    ("a + b == n - 2", |n, a, b| a + b + 2 == n),
    ("a + b == n, 1 <= a < b", |n, a, b| a + b == n && 1 <= a && a < b),
    ("a + b < n", |n, a, b| a + b < n),
    ("a < n, b < n, a != b", |_, a, b| a != b),
    ("2*a + 3*b == n - 1", |n, a, b| 2 * a + 3 * b + 1 == n),
    ("a - b == 2, a + b <= n - 1", |n, a, b| a == b + 2 && a + b < n),
    ("b == a, a < n", |_, a, b| a == b),
    ("a in 1..n-1, b == n % a", |n, a, b| a >= 1 && b == n % a),
    ("a < n / 2, b in {a, n - 1 - a}", |n, a, b| a < n / 2 && (b == a || a + b + 1 == n)),
    ("a <= n/2, a < n, b in a..n-1-a", |n, a, b| a <= n / 2 && a <= b && a + b < n),
    ("a in divisors(n), b == n / a - 1, a < n", |n, a, b| a >= 1 && n % a == 0 && b + 1 == n / a),
    ("a < n, b in 0..a", |_, a, b| b <= a),
    ("a < n, b == (a + 1) / 2", |n, a, b| b == a.div_ceil(2) && b < n),
    ("a < n, b <= a / 2", |_, a, b| b <= a / 2),
    ("a < n, b == n - 1 - a*a", |n, a, b| a * a < n && b + 1 + a * a == n),
    ("a in 1..n-1, b in {a}", |_, a, b| a >= 1 && a == b),
    ("a in primes, a + b == n - 1", |n, a, b| a >= 2 && (2..a).all(|d| a % d != 0) && a + b + 1 == n),
    // The bound of a is known once b is.
    ("a < b, b < n, a in primes", |_, a, b| a >= 2 && (2..a).all(|d| a % d != 0) && a < b),
    ("a in primes, 0 <= a < b < n", |_, a, b| a >= 2 && (2..a).all(|d| a % d != 0) && a < b),
    ("a in squares, b in 1..n-1, a <= b", |_, a, b| a >= 1 && a.isqrt().pow(2) == a && a <= b),
    ("a * b == n - 1, a < n, b < n", |n, a, b| a * b + 1 == n),
];

#[test]
fn conditions_allow_the_pairs_they_say() {
    for (conditions, may) in CASES {
        let text = format!("n -> [a, b] where {conditions}");
        assert_eq!(values(&text, 30), by_trial(30, may), "{text}");
    }
}

#[test]
fn the_order_of_conditions_does_not_matter() {
    for (conditions, may) in CASES {
        if conditions.contains('{') {
            continue;
        }
        let mut parts: Vec<&str> = conditions.split(", ").collect();
        parts.reverse();
        let text = format!("n -> [a, b] where {}", parts.join(", "));
        assert_eq!(values(&text, 20), by_trial(20, may), "{text}");
    }
}

#[test]
fn names_without_a_bound_are_refused_once() {
    // The cure speaks of names that there are, and of what `where` can do.
    for (text, cure) in [
        ("x -> [a, b] where a < b", "`a <= x`"),
        ("let E = {(0, 1)}; loopy; at(v) -> at(w) where (v, w) in E", "only a loop runs through tuples"),
    ] {
        let error = Rule::parse(text).expect_err(text);
        assert!(error.to_string().contains(cure) && !error.to_string().contains("<= n"), "{text}: {error}");
    }
    for (text, message) in [
        ("n -> [a, b] where a < b", "`where` does not bound"),
        ("n -> [a, b] where a == b", "`where` does not bound"),
        ("n -> n - a where a > 3", "`where` does not bound `a`"),
        ("n -> [a, b] where a - b == n", "`where` does not bound"),
        ("n -> n - s where s < m", "the new name `m` is used nowhere else"),
        ("n -> [a, b] where a + foo(1) == n, b < n", "there is no function `foo`"),
    ] {
        let error = Rule::parse(text).expect_err(text);
        assert_eq!(error.diagnostics.len(), 1, "{text}: {error}");
        assert!(error.diagnostics[0].message.contains(message), "{text}: {error}");
        assert!(error.diagnostics[0].cure.is_some(), "{text}");
    }
}
