//! What is said of rules, positions and questions that are wrong.

use crate::run::{answers, grundy, refuses};

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
fn a_parameter_is_given_once() {
    draws(
        &["value", "let S = {3}; n -> n - s for s in S", "5", "-p", "S={1}", "-p", "S={2}"],
        &[
            "error: the parameter `S` is given twice",
            " --> -p:1:1",
            "  |",
            "1 | S={2}",
            "  | ^^^^^",
            "  |",
            "  = help: keep one of the two",
        ],
    );
}

#[test]
fn a_row_without_cells_is_named() {
    draws(
        &["value", "row 1* -> 0", "1"],
        &[
            "error: play can go round in a circle: the empty row -> the empty row, at the empty row",
            "help: play must end: take out the move that leads back, or play with `loopy`, where going round is a draw",
        ],
    );
}

#[test]
fn a_negative_number_is_a_value_of_its_option() {
    for option in ["--from", "--to", "--limit-positions", "--limit-memory", "--limit-time", "--threads"] {
        let run = grundy(&["table", "nim", option, "-1"]);
        let begin = format!("error: invalid value '-1' for '{option} ");
        assert!(run.status == 2 && run.stderr.starts_with(&begin), "{}", run.stderr);
    }
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
            "  = help: every heap that an option leaves must be smaller than n; a condition with `if` can see to it",
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
            "  = help: guard the expression with `if`; a divisor that `where` brings in begins at 0 unless told, as by `1 <= d`",
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

/// What is pasted from an answer is not taken for another question.
#[test]
fn a_sum_as_it_is_shown_is_no_number() {
    draws(
        &["value", "nim", "3 + 5"],
        &[
            "error: this reads as a sum of positions",
            " --> position:1:1",
            "  |",
            "1 | 3 + 5",
            "  | ^^^^^",
            "  |",
            "  = help: write the positions of a sum one after the other: `3 5`; one number is `(3 + 5)`",
        ],
    );
    answers(&["value", "nim", "(3 + 5)"], "8 has value 8: the player to move wins (N)\n");
    answers(&["value", "nim", "2**10 + 3"], "1027 has value 1027: the player to move wins (N)\n");
    for args in [
        &["value", "nim", "3", "+", "5"][..],
        &["value", "row-chess", "10 + 10"],
        &["value", "(a, b) -> (b, a - 1)", "(1,2) + (3,4)"],
        &["value", "n -> n - 1 | (n, 1); (a, b) -> (b, a - 1)", "3 + 5"],
    ] {
        let run = grundy(args);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains("one after the other"), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn who_cannot_move_is_not_told_of_moves() {
    let stuck = "no move is left: who has to move has lost\n";
    for (rule, position) in [("nim", "0"), ("row-chess", "00"), ("mock-turtles", "TT"), ("n -> n - 5", "4")] {
        let run = grundy(&["moves", rule, position]);
        assert!(run.stdout.ends_with(stuck), "{rule} {position}: {run:?}");
    }
    let moves = "no winning move: the other player has a winning reply to every move\n";
    for args in
        [&["moves", "nim", "3", "3"][..], &["moves", "subtract-134", "2"], &["moves", "0.77", "1", "1"]]
    {
        let run = grundy(args);
        assert!(run.stdout.ends_with(moves), "{args:?}: {run:?}");
    }
}

/// What is wrong is looked for where it is: in the value that was given, or in the rule.
#[test]
fn parameters_are_blamed_for_what_is_theirs() {
    draws(
        &["value", "let k = 3; n -> n - k", "5", "-p", "k=n"],
        &[
            "error: the name `n` is not known here",
            " --> -p:1:3",
            "  |",
            "1 | k=n",
            "  |   ^",
            "  |",
            "  = help: give a number or a set, as in `k=3` or `k={1, 3}`",
        ],
    );
    let run = grundy(&["value", "let a = 1; let k = 3; n -> n - k | n - a", "5", "-p", "k=b + 1"]);
    assert!(run.status == 2 && run.stderr.contains("may use those before it: a"), "{run:?}");
    // Names that the value itself brings in are its own. Take 2 or 3: 0 and 1 are lost, so 5 is.
    answers(
        &["value", "let S = {1}; n -> n - s for s in S", "5", "-p", "S={x + 1 for x in 1..2}"],
        "5 has value 0: the player to move loses (P)\n",
    );
    answers(
        &["value", "let S = {1}; n -> n - s for s in S", "5", "-p", "S=primes"],
        "5 has value 2: the player to move wins (N)\n",
    );
    let run = grundy(&["value", "let k; n -> n - k", "5", "-p", "k=3"]);
    assert!(run.status == 2 && run.stderr.contains("`=` is missing before `;`"), "{run:?}");
    let run = grundy(&["value", "let S = {1, 2}; n -> n - s for s in S", "5", "-p", "S=1,3"]);
    assert!(run.status == 2 && run.stderr.contains("write a set in braces, as in `{1, 3}`"), "{run:?}");
}

#[test]
fn cures_fit_what_was_meant() {
    for (rule, cure) in [
        ("n -> n - 1 or n - 2", "write `|` between options"),
        ("n -> n - k for k in (1, 3)", "write {1, 3} for two numbers"),
        ("let E = {(0, 1)}; loopy; at(v) -> at(w) for (v, w) in E", "say `v2`, and add `if v2 == v`"),
        ("n -> n - d where n % d == 0, d < n", "as by `1 <= d`"),
        ("n -> n - a for a in {(1, 2)}", "one name runs through it"),
    ] {
        let run = grundy(&["value", rule, "5"]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{rule}");
        assert!(run.stderr.contains(cure), "{rule}: {}", run.stderr);
    }
    // A condition stays one.
    let run = grundy(&["value", "n -> n > 1 or n < 0", "5"]);
    assert!(run.stderr.contains("write conditions after `if`"), "{}", run.stderr);
}

#[test]
fn claims_are_about_numbers_by_their_own_names() {
    for rule in ["(a, b) -> (a - 1, b)", "seq s -> drop(s, 0) if len(s) > 0", "row 1 -> 0"] {
        let run = grundy(&["check", rule, "a == g"]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{rule}");
        assert!(run.stderr.contains("claims are about heaps and single coins"), "{rule}: {}", run.stderr);
    }
    for (rule, claim) in [("x -> x - 1", "g == x"), ("let k = 3; n -> n - k", "g == n % k")] {
        let run = grundy(&["check", rule, claim]);
        assert!(run.stderr.contains("a claim knows the position as n"), "{rule}: {}", run.stderr);
        assert!(run.stderr.contains("no parameter"), "{rule}: {}", run.stderr);
    }
}

#[test]
fn a_folder_that_is_not_there_is_told_without_other_names() {
    refuses(
        &["table", "nim", "--out", "/no/such/folder/t.txt"],
        2,
        "error: cannot write /no/such/folder/t.txt: its folder does not exist\n",
    );
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
