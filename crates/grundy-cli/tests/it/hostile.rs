//! What strangers and slips of the pen give: each is answered or refused, soon,
//! by one message, and nothing is lost.

use crate::run::{grundy, grundy_reading, refuses};

/// Stops at a limit, with nothing on standard output.
fn stops(arguments: &[&str]) {
    let run = grundy(arguments);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{arguments:?}: {}", run.stderr);
    assert!(run.stderr.starts_with("stopped: "), "{arguments:?}: {}", run.stderr);
}

/// Is refused with a message that holds these words, with nothing on standard output.
fn refused(arguments: &[&str], words: &[&str]) {
    let run = grundy(arguments);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}: {}", run.stderr);
    for word in words {
        assert!(run.stderr.contains(word), "{arguments:?} should say `{word}`:\n{}", run.stderr);
    }
    assert_eq!(
        run.stderr.matches("error: ").count(),
        1,
        "{arguments:?} should say one thing:\n{}",
        run.stderr
    );
}

#[test]
fn sets_and_loops_without_end_listen_to_the_limits() {
    for rule in [
        "n -> n - count({1..10**12})",
        "n -> n - gcd(1..10**12)",
        "n -> n - count({k for k in 1..10**12 if k < 0})",
        "n -> n - count(union(1..10**12, 2..5))",
        "n -> n - 1 for k in 2..2**63",
        "n -> n - 2*k for a in 0..10**9 for k in 2..1 + a*a - a*a",
    ] {
        stops(&["value", rule, "5", "--limit-time", "0.3"]);
    }
    stops(&["check", "n -> n - s for s in {1, 3, 4}", "count({1..10**12}) > 0", "--limit-time", "0.3"]);
}

#[test]
fn what_was_worked_on_is_named() {
    let run = grundy(&["value", "n -> n - s for s in squares", "7", "10**30"]);
    assert!(run.stderr.contains("at position 1000000000000000000000000000000\n"), "{}", run.stderr);
    let run = grundy(&["value", "n -> n - s for s in squares", "10**1000"]);
    assert!(
        run.stderr.contains("at position 100000000000000000000000000000... (1001 characters)"),
        "{}",
        run.stderr
    );
    let run = grundy(&["table", "0.16", "--to", "10**12"]);
    assert!(run.stderr.contains("at the table up to 1000000000000"), "{}", run.stderr);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
}

#[test]
fn what_no_limit_would_do_for_is_said_so() {
    refuses(
        &["value", "n -> n - f for f in factorials", "10**39", "--limit-memory", "1G"],
        1,
        "stopped: more memory than any machine has would be needed, more than the memory limit of 1.0 GiB, \
         at position 1000000000000000000000000000000000000000\n\
         help: the answer is not known, and no limit would do: ask for a smaller position, or for less\n",
    );
}

#[test]
fn sets_in_memory_count() {
    let rule = "n -> n - 1 if n in {k*k for k in 1..10**8}";
    stops(&["value", rule, "5", "--limit-memory", "20M", "--limit-time", "60"]);
    let rule = "n -> n - k for k in 1..n/2";
    stops(&["value", rule, "10**30", "--limit-memory", "10M", "--limit-time", "60"]);
}

#[test]
fn parameters_that_take_for_ever_are_refused() {
    refused(
        &["value", "let S = {k for k in 1..10**12 if k < 0}; n -> n - s for s in S", "5"],
        &["a parameter takes too much", "steps"],
    );
}

#[test]
fn rows_that_grow_are_refused() {
    for rule in ["row 1 -> 1 1", "row -> 1", "row < -> 1", "row 1 -> 0 1 1"] {
        refused(&["value", rule, "1"], &["grow for ever"]);
    }
    refused(&["value", "row ? -> ?", "1"], &["names no cell"]);
}

#[test]
fn coins_are_not_digits() {
    refused(&["value", "mock-turtles", "0110"], &["not written with digits", "THHT"]);
    refused(&["value", "coins x -> [x + 1]", "3"], &["left of x"]);
}

#[test]
fn claims_are_shown_as_claims() {
    refused(&["check", "nim", "n / (n - 5) > 0 or true"], &["claim:1:1", "division by zero"]);
    refused(&["check", "cow-digits", "P == n % 10 == 0"], &["comparisons chain", "P == (n % 10 == 0)"]);
    refused(&["check", "nim", "g(n - 1) < 3"], &["a claim knows the position as n, its value as g, and P"]);
    refused(&["check", "nim", "G == n"], &["a claim knows the position as n, its value as g, and P"]);
    refused(&["check", "row-chess", "g == 0"], &["claims are about heaps and single coins"]);
}

#[test]
fn one_slip_is_one_message() {
    refused(&["value", "n -> n - k*k", "5"], &["`k` is not known"]);
    refused(&["value", "let S = {1, 3}; n -> n - s for s in S", "-p", "S=3", "5"], &["-p", "is a set"]);
    refused(&["value", "let S = {1, 3}; n -> n - s for s in S", "-p", "S=T", "5"], &["`T` is not known"]);
    refused(&["value", "n -> n - range(1, 4)", "5"], &["`a..b`"]);
    refused(&["value", "nim", "@"], &["names no file"]);
    refused(&["moves", "nim", "-"], &["`value` only"]);
    refused(&["verify", "nim"], &["not built yet"]);
}

#[test]
fn a_range_that_ends_at_a_number_is_pointed_out() {
    let run = grundy(&["value", "n -> n - 1..3", "1"]);
    assert!(run.stderr.contains("n - k for k in 1..3"), "{}", run.stderr);
}

#[test]
fn long_texts_are_read_within_bounds() {
    let loops = "for k in 1..1 ".repeat(5_000);
    refused(&["value", &format!("n -> n - 1 {loops}"), "5"], &["more than 100 loops"]);
    let run = grundy(&["value", &"n -> n - k\n".repeat(5_000), "5"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.len() < 100_000, "{} bytes of messages", run.stderr.len());
}

#[cfg(target_os = "linux")]
#[test]
fn streams_without_end_are_not_read_to_the_end() {
    refused(&["value", "@/dev/zero", "5"], &["longer than 4 MiB"]);
    refused(&["value", "nim", "@/dev/zero"], &["longer than 4 MiB"]);
    let run = grundy_reading(&"0".repeat(5 << 20), &["value", "nim", "-"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("longer than 4 MiB"), "{}", run.stderr);
}
