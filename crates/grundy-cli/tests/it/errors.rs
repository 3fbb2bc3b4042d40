//! What is said of rules, positions and questions that are wrong.

use crate::run::{grundy, refuses};

/// A message as it is drawn, without the indent of these sources.
#[track_caller]
fn draws(args: &[&str], lines: &[&str]) {
    refuses(args, 2, &(lines.join("\n") + "\n"));
}

#[test]
fn the_place_in_a_rule_is_underlined() {
    draws(
        &["value", "n -> n - s for s in {1, 3", "5"],
        &[
            "error: this `{` is never closed",
            " --> rule:1:21",
            "  |",
            "1 | n -> n - s for s in {1, 3",
            "  |                     ^",
            "  |",
            "  = help: close it with `}`",
        ],
    );
    draws(
        &["value", "n -> n - 1;\nn -> n ^ 2", "5"],
        &[
            "error: `^` has two meanings",
            " --> rule:2:8",
            "  |",
            "2 | n -> n ^ 2",
            "  |        ^",
            "  |",
            "  = help: write `**` for a power, `xor` for the nim-sum",
        ],
    );
}

#[test]
fn all_errors_of_a_rule_come_at_once() {
    let run = grundy(&["value", "n -> m - 1 | k - 1", "5"]);
    assert_eq!((run.stdout.as_str(), run.status), ("", 2));
    assert_eq!(run.stderr.matches("error: ").count(), 2, "{}", run.stderr);
}

#[test]
fn a_warning_does_not_keep_the_answer_back() {
    let run = grundy(&["value", "let S = {1, 2}; n -> n - 1", "3"]);
    assert_eq!((run.stdout.as_str(), run.status), ("3 has value 1: the player to move wins (N)\n", 0));
    assert!(
        run.stderr.starts_with("warning: the parameter `S` is never used\n --> rule:1:5\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn positions_are_named_with_the_cure() {
    draws(
        &["value", "nim", "-3"],
        &[
            "error: this is negative",
            " --> position:1:1",
            "  |",
            "1 | -3",
            "  | ^^",
            "  |",
            "  = help: the numbers of a position are at least 0",
        ],
    );
    draws(
        &["value", "row-chess", "0120"],
        &[
            "error: the rule names no cell `2`",
            " --> position:1:3",
            "  |",
            "1 | 0120",
            "  |   ^",
            "  |",
            "  = help: its cells are `0`, `1`",
        ],
    );
}

#[test]
fn rules_that_break_show_where() {
    draws(
        &["value", "n -> n + 1", "5"],
        &[
            "error: 1 -> 2 does not get smaller, at position 1",
            " --> rule:1:6",
            "  |",
            "1 | n -> n + 1",
            "  |      ^^^^^",
            "  |",
            "  = help: every heap of an option must be smaller than n, and every other coin that is turned left of x; a condition with `if` can see to it",
        ],
    );
    draws(
        &["table", "n -> n / (n - 3)", "--to", "10"],
        &[
            "error: division by zero, at position 3",
            " --> rule:1:6",
            "  |",
            "1 | n -> n / (n - 3)",
            "  |      ^^^^^^^^^^^",
            "  |",
            "  = help: guard the expression with `if`",
        ],
    );
}

#[test]
fn names_that_no_game_has() {
    refuses(
        &["value", "kayle", "5"],
        2,
        "error: there is no game `kayle`\nhelp: did you mean kayles or node-kayles-path or double-kayles?\n",
    );
    let run = grundy(&["value", "zzz", "5"]);
    assert!(run.stderr.contains("`grundy games` lists the built-in games"), "{}", run.stderr);
    let run = grundy(&["value", "n - 1", "5"]);
    assert!(run.stderr.contains("a rule has an arrow"), "{}", run.stderr);
    let run = grundy(&["games", "kayle"]);
    assert!(run.status == 2 && run.stderr.contains("did you mean kayles"), "{}", run.stderr);
}

#[test]
fn claims_are_read_before_anything_is_computed() {
    let run = grundy(&["check", "nim", "g = n"]);
    assert_eq!((run.stdout.as_str(), run.status), ("", 2));
    assert!(run.stderr.starts_with("error: ") && run.stderr.contains("--> claim:1:3"), "{}", run.stderr);
}

#[test]
fn tables_that_end_before_they_start() {
    let run = grundy(&["table", "nim", "--from", "5", "--to", "3"]);
    assert_eq!((run.stdout.as_str(), run.status), ("", 2));
    assert!(run.stderr.contains("in ascending order"), "{}", run.stderr);
}

#[test]
fn nothing_that_is_typed_makes_it_panic() {
    let odd = [
        "",
        " ",
        "->",
        "n ->",
        "n -> ",
        "\u{0}",
        "\u{1f600} -> 1",
        "0.",
        "0.)",
        "(",
        "n -> \u{301}",
        "@",
        "@/",
        "-",
    ];
    for rules in odd {
        for position in ["5", "", "\u{1f600}", "(", "-1", "1e5", "10**10**10"] {
            // A shell cannot pass a zero byte, so neither does a test.
            let (rules, position) = (rules.replace('\0', "\u{1}"), position);
            let run = grundy(&["value", &rules, position]);
            assert_eq!((run.stdout.as_str(), run.status), ("", 2), "{rules:?} {position:?}: {run:?}");
            assert!(!run.stderr.contains("panicked"), "{rules:?} {position:?}: {run:?}");
        }
    }
}
