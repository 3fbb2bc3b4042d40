//! The options of all commands.

use grundy::solve::EngineName;

use crate::run::{answers, grundy, refuses};

#[test]
fn parameters_replace_those_of_the_rule() {
    let rule = "let S = {1, 2}; n -> n - s for s in S";
    answers(&["value", rule, "3"], "3 has value 0: the player to move loses (P)\n");
    answers(&["value", rule, "3", "-p", "S={1, 3}"], "3 has value 1: the player to move wins (N)\n");
    let two = "let a = 1; let b = 2; n -> n - a | n - b";
    answers(&["value", two, "5", "-p", "a=4", "-p", "b=5"], "5 has value 1: the player to move wins (N)\n");
    let run = grundy(&["value", rule, "3", "-p", "T={1}"]);
    assert!(run.status == 2 && run.stderr.contains('T'), "{run:?}");
    let run = grundy(&["value", rule, "3", "-p", "S={1,"]);
    assert!(run.status == 2 && run.stderr.contains("--> -p:1:") && run.stdout.is_empty(), "{run:?}");
    let run = grundy(&["value", rule, "3", "-p", "S"]);
    assert!(run.status == 2 && run.stderr.contains("NAME=VALUE"), "{run:?}");
}

/// `{}` does not say how long its members would be; what it replaces does.
#[test]
fn a_set_of_pairs_may_be_given_as_empty() {
    let rule = "let E = {(1, 2), (2, 3)}; at(v) -> at(w) for (u, w) in E if u == v";
    answers(&["value", rule, "at(1)"], "at(1) has value 0: the player to move loses (P)\n");
    answers(&["value", rule, "at(2)"], "at(2) has value 1: the player to move wins (N)\n");
    answers(&["value", rule, "at(2)", "-p", "E={}"], "at(2) has value 0: the player to move loses (P)\n");
    answers(&["value", rule, "at(2)", "-p", "E={(2,5)}"], "at(2) has value 1: the player to move wins (N)\n");
}

#[test]
fn every_engine_agrees_or_says_that_it_cannot_serve() {
    for rules in ["subtract-134", "cow-digits", "kayles", "mock-turtles"] {
        let expected = grundy(&["table", rules, "--to", "60"]).stdout;
        answers(&["table", rules, "--to", "60", "--no-law"], &expected);
        for engine in EngineName::ALL.map(EngineName::name) {
            let run = grundy(&["table", rules, "--to", "60", "--engine", engine]);
            if run.status == 0 {
                assert_eq!(
                    (run.stdout.as_str(), run.stderr.as_str()),
                    (expected.as_str(), ""),
                    "{rules} {engine}"
                );
            } else {
                let refusal = format!("error: the engine `{engine}` cannot serve this rule");
                assert!(run.stderr.starts_with(&refusal), "{rules} {engine}: {run:?}");
                assert_eq!((run.stdout.as_str(), run.status), ("", 2), "{rules} {engine}");
                assert!(!["auto", "naive", "table"].contains(&engine), "{rules} {engine}: {run:?}");
            }
        }
    }
}

#[test]
fn engines_that_are_not_there() {
    let run = grundy(&["value", "nim", "3", "--engine", "steam"]);
    assert!(run.status == 2 && run.stderr.contains("naive"), "{run:?}");
}

#[test]
fn limits_end_the_work_with_state_1() {
    let run = grundy(&["table", "grundys-game", "--to", "10**7", "--limit-time", "50ms"]);
    assert_eq!((run.stdout.as_str(), run.status), ("", 1));
    let expected = "stopped: the time limit of 0.05 s was reached, at the table up to 10000000\n";
    assert!(run.stderr.starts_with(expected), "{}", run.stderr);
    let run = grundy(&["table", "grundys-game", "--to", "10**7", "--limit-memory", "1M"]);
    assert_eq!((run.stdout.as_str(), run.status), ("", 1));
    assert!(
        run.stderr.contains("more than the memory limit of 1.0 MiB, at the table up to 10000000\n"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("--limit-memory"));
    let run = grundy(&["bench", "--quick", "--limit-time", "0"]);
    assert_eq!((run.stdout.as_str(), run.status), ("", 1));
    assert!(run.stderr.starts_with("stopped: the time limit of 0 s was reached"), "{}", run.stderr);
}

#[test]
fn limits_are_read_with_their_units() {
    for (option, value) in [("--limit-memory", "much"), ("--limit-time", "soon"), ("--limit-positions", "-1")]
    {
        let run = grundy(&["value", "nim", "3", option, value]);
        assert_eq!((run.stdout.as_str(), run.status), ("", 2), "{option}");
    }
    let generous =
        ["--limit-memory", "1G", "--limit-time", "5m", "--limit-positions", "2**40", "--threads", "1"];
    answers(
        &[&["value", "nim", "3"][..], &generous].concat(),
        "3 has value 3: the player to move wins (N)\n",
    );
}

#[test]
fn misere_and_loopy_play_exclude_each_other() {
    refuses(
        &["value", "nim", "3", "--misere", "--loopy"],
        2,
        "error: a rule cannot be played both misère and loopy\nhelp: give --misere or --loopy, not both\n",
    );
}

#[test]
fn misere_play_has_values_of_heaps_and_outcomes_of_sums() {
    answers(
        &["value", "nim", "3", "--misere", "--format", "json"],
        "{\"value\":3,\"outcome\":\"N\",\"parts\":[{\"position\":\"3\",\"value\":3}],\"method\":\"table\"}\n",
    );
    answers(
        &["value", "nim", "2", "2", "--misere"],
        "2 + 2: the player to move loses (P)\n  2 has value 2\n  2 has value 2\n",
    );
    answers(
        &["moves", "nim", "1", "2", "--misere"],
        "1 + 2: the player to move wins (N)\n1 winning move:\n  2 -> 0, leaving 1 + 0\n",
    );
}

#[test]
fn loopy_play_has_draws() {
    let rule = "loopy; let E = {(0,0), (0,2), (1,1), (2,2), (1,3)}; at(v) -> at(w) for (u, w) in E if u == v";
    answers(
        &["value", rule, "at(0)", "--format", "json"],
        "{\"value\":\"inf{}\",\"outcome\":\"D\",\"parts\":[{\"position\":\"at(0)\",\"value\":\"inf{}\"}],\"method\":\"search\"}\n",
    );
    answers(
        &["moves", rule, "at(1)"],
        "at(1) has value inf{0}: the player to move wins (N)\n1 winning move:\n  at(1) -> at(3)\n",
    );
}

#[test]
fn verbose_says_which_engine_on_standard_error() {
    let run = grundy(&["value", "nim", "3", "-v"]);
    assert_eq!((run.stdout.as_str(), run.status), ("3 has value 3: the player to move wins (N)\n", 0));
    assert!(run.stderr.starts_with("engine ") && run.stderr.contains("\nanswered in "), "{}", run.stderr);
}
