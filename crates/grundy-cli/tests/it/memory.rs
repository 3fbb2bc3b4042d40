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
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn few_addresses_are_enough_for_a_message() {
    let many_moves: &[&[&str]] = &[
        &["value", "n -> n - k for k in 1..n/2", "10**30"],
        &["value", "n -> [n - k, k] for k in 1..n/2", "10**30"],
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
            let (status, message) = confined(kilobytes, arguments);
            assert_eq!(status, Some(1), "{arguments:?} in {kilobytes} kB: {message}");
            assert!(message.contains("memory"), "{arguments:?} in {kilobytes} kB: {message}");
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
