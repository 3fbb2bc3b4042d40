//! A process that may use few addresses stops with a message before they run out:
//! an allocation that fails ends a process without one.
#![cfg(target_os = "linux")]

use std::process::Command;

/// The exit status and the standard error of a command under `ulimit -v`.
fn confined(kilobytes: u32, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\""))
        .arg(env!("CARGO_BIN_EXE_grundy"))
        .args(arguments)
        .env_remove("RUST_BACKTRACE")
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Holds a command under `ulimit -v` to a stop with a message that says `words`.
fn assert_stops(kilobytes: u32, arguments: &[&str], words: &str) {
    let (status, message) = confined(kilobytes, arguments);
    assert_eq!(status, Some(1), "{arguments:?} in {kilobytes} kB: {message}");
    assert!(message.contains(words), "{arguments:?} in {kilobytes} kB: {message}");
}

#[test]
fn few_addresses_are_enough_for_a_message() {
    let many_moves: &[&[&str]] = &[
        &["value", "n -> n - k for k in 1..n/2", "10**30"],
        // Without `--no-law` its law answers.
        &["value", "n -> [n - k, k] for k in 1..n/2", "10**30", "--no-law"],
        &["value", "(a, b) -> (a - k, b) for k in 1..a/2", "(10**30, 1)"],
        &["value", "(a, b) -> (a - k, b) for k in 1..a/2 if k*k % 7 != b", "(10**15, 1)"],
        &["value", "n -> n - k for k in {x*x for x in 1..n/2}", "10**14"],
        &["value", "coins x -> [x-k] for k in 1..x/2", "{10**30}"],
        &["value", "seq s -> set(s, 0, k) for k in 0..s[0]-1", "[10**9]"],
        &["value", "n -> n - k for k in 1..n/2 if k % 3 != 1", "10**15", "--misere"],
        &["value", "n -> n - k for k in 1..n/2", "10**15", "--loopy"],
        &["moves", "n -> n - k for k in 1..n/2", "10**30"],
        &["table", "n -> n - k for k in 1..n if k*k % 7 != 2", "--to", "10**12"],
        &["table", "(a, b) -> (a - k, b) for k in 1..a/2", "--to", "10**5,10**5"],
    ];
    for arguments in many_moves {
        for kilobytes in [100_000, 250_000] {
            assert_stops(kilobytes, arguments, "memory");
        }
    }
}

#[test]
fn a_rule_is_looked_over_within_the_limit() {
    // The amounts of such a set are listed, as far as there is room.
    for rule in ["n -> n - k for k in 0..10**18", "n -> n - k for k in {x for x in 0..10**18}"] {
        let (status, message) = confined(100_000, &["value", rule, "5"]);
        assert!(matches!(status, Some(1 | 2)), "{rule}: {status:?} {message}");
    }
}

#[test]
fn what_grows_is_counted_with_its_copies() {
    let ones = format!("[{}]", vec!["1"; 20_000].join(","));
    let growing: &[&[&str]] = &[
        // Tables, of one byte for each value and of more, and a copy of a table.
        &["table", "nim", "--to", "2*10**7"],
        &["table", "n -> n-1 if n % 7 != 3 | n-3", "--to", "6*10**7"],
        &["table", "n -> n xor k for k in 1..n if n xor k < n", "--to", "6*10**7"],
        &["table", "coins x -> [x-k] for k in 1..x", "--to", "4*10**7"],
        // Searches: of positions, of lists, of whole sums, of play that goes on.
        &["value", "(a,b) -> (a-1,b+2) if a > 0 | (a-1,b+3) if a > 0", "(10**6,1)"],
        &["value", "seq s -> drop(s,0)", &ones],
        &["value", "(a,b) -> [(a-1,b), (b,a-1)] if a > 0", "(10**6,2)", "--misere"],
        &["value", "loopy; (a,b) -> (a+1,b)", "(1,2)"],
        &["value", "loopy; seq s -> set(s,0,s[0]+1)", "[1]"],
        // Sets that are listed, in a move and in a parameter.
        &["value", "n -> n-1 if n in {k*k % 1000003 for k in 0..10**18}", "10**6"],
        &["value", "let k = sum({j*j for j in 1..10**9}); n -> n-k", "5"],
        &["export", "let k = count({j*j for j in 1..10**9}); n -> n-k", "--lang", "python"],
    ];
    for arguments in growing {
        for kilobytes in [60_000, 100_000] {
            assert_stops(kilobytes, arguments, "the memory limit");
        }
    }
}

#[test]
fn long_sums_are_counted_before_they_are_made() {
    assert_stops(60_000, &["value", "misere; n -> [n-1; 2**20]", "30"], "the memory limit");
}

#[test]
fn more_than_the_addresses_is_not_granted() {
    let arguments = ["value", "loopy; (a,b) -> (a+1,b)", "(1,2)", "--limit-memory", "8G"];
    assert_stops(100_000, &arguments, "the memory limit");
}

#[test]
fn small_questions_need_few_addresses() {
    for arguments in [&["value", "nim", "10**40"][..], &["table", "kayles", "--to", "10**5"]] {
        let (status, message) = confined(40_000, arguments);
        assert_eq!((status, message.as_str()), (Some(0), ""), "{arguments:?}");
    }
}
