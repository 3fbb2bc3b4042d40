//! What the commands answer, for people.

use crate::run::{answers, grundy};

#[test]
fn values_of_sums_and_of_single_positions() {
    answers(
        &["value", "nim", "3", "5", "7"],
        "3 + 5 + 7 has value 1: the player to move wins (N)\n  \
           3 has value 3\n  \
           5 has value 5\n  \
           7 has value 7\n",
    );
    answers(
        &["value", "n -> n - 1 | n - 2", "2**36"],
        "68719476736 has value 1: the player to move wins (N)\n",
    );
    answers(&["value", "kayles", "0"], "0 has value 0: the player to move loses (P)\n");
    // Source: Winning Ways, chapter 4: the table of Kayles.
    answers(&["value", "0.77", "11"], "11 has value 6: the player to move wins (N)\n");
}

#[test]
fn moves_are_all_that_win() {
    answers(
        &["moves", "nim", "3", "5", "7"],
        "3 + 5 + 7 has value 1: the player to move wins (N)\n\
         3 winning moves:\n  \
           3 -> 2, leaving 2 + 5 + 7\n  \
           5 -> 4, leaving 3 + 4 + 7\n  \
           7 -> 6, leaving 3 + 5 + 6\n",
    );
    answers(
        &["moves", "kayles", "2"],
        "2 has value 2: the player to move wins (N)\n1 winning move:\n  2 -> []\n",
    );
    answers(
        &["moves", "nim", "4", "4"],
        "4 + 4 has value 0: the player to move loses (P)\n\
         no winning move: the other player has a winning reply to every move\n",
    );
}

#[test]
fn rows_and_coins_are_positions_too() {
    answers(
        &["moves", "row-chess", "10"],
        "10 has value 1: the player to move wins (N)\n1 winning move:\n  10 -> 01\n",
    );
    // Mock turtles: the values of single coins are the odious numbers 1, 2, 4.
    answers(&["value", "mock-turtles", "HTH"], "{0,2} has value 5: the player to move wins (N)\n");
}

#[test]
fn tables_of_numbers_and_of_rows() {
    answers(&["table", "subtract-134", "--to", "7"], "0 0\n1 1\n2 0\n3 1\n4 2\n5 3\n6 2\n7 0\n");
    answers(&["table", "subtract-134", "--from", "6", "--to", "8"], "6 2\n7 0\n8 1\n");
    answers(&["table", "row-chess", "--to", "2"], "00 0\n01 0\n10 1\n11 0\n");
    answers(&["table", "subtract-134", "--to", "9", "--losing"], "0\n2\n7\n9\n");
    let run = grundy(&["table", "nim"]);
    assert_eq!(
        (run.status, run.stdout.lines().count(), run.stdout.lines().last()),
        (0, 101, Some("100 100"))
    );
}

#[test]
fn claims_hold_or_are_refuted() {
    answers(
        &["check", "n -> n - 1 | n - 2 | n - 3", "g == n % 4", "--to", "10**4", "--no-law"],
        "holds for every n up to 10000; whether it holds beyond is not known\n",
    );
    let run = grundy(&["check", "nim", "g < 4", "--to", "1000"]);
    let stdout = "refuted: n = 4 is the least counterexample, its value is 4\n";
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.status), (stdout, "", 1));
}

#[test]
fn a_claim_may_begin_with_a_sign() {
    let refuted = "refuted: n = 0 is the least counterexample, its value is 0\n";
    for args in [
        &["check", "nim", "-g > 1"][..],
        &["check", "nim", "-g > 1", "--to", "5"],
        &["check", "--to", "5", "nim", "-g > 1"],
        &["check", "nim", "--", "-g > 1"],
        &["check", "nim", "(-g > 1)"],
    ] {
        let run = grundy(args);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.status), (refuted, "", 1), "{args:?}");
    }
    // What is no claim is still an option that is not there.
    for args in [&["check", "nim", "--too", "5", "-g > 1"][..], &["check", "nim", "-x"]] {
        let run = grundy(args);
        assert!(run.status == 2 && run.stderr.starts_with("error: unexpected argument '-"), "{run:?}");
    }
}

#[test]
fn codes_have_hexadecimal_digits_before_the_point_too() {
    // c = 4 + 8: part a heap in two or three, taking nothing; 2: take one and leave a heap; 4: take two and
    // part the rest.
    answers(&["value", "c.24", "3"], "3 has value 2: the player to move wins (N)\n");
    answers(&["value", "C.24", "3"], "3 has value 2: the player to move wins (N)\n");
}

#[test]
fn games_are_listed_and_told_of() {
    let run = grundy(&["games"]);
    assert_eq!(run.status, 0);
    for name in ["cow-digits", "powers-of-two", "row-chess", "mock-turtles", "nim", "kayles", "lasker"] {
        assert!(run.stdout.lines().any(|line| line.trim_start().starts_with(name)), "{name}: {}", run.stdout);
    }
    for line in run.stdout.lines().filter(|line| line.starts_with("  ")) {
        let name = line.split_whitespace().next().unwrap();
        let told = grundy(&["games", name]);
        assert_eq!((told.status, told.stderr.as_str()), (0, ""), "{name}");
        for heading in ["name    ", "title   ", "rule    ", "engine  ", "law     ", "example "] {
            assert!(told.stdout.contains(heading), "{name} {heading}: {}", told.stdout);
        }
        let says_who_wins =
            [": the player to move", ": a draw"].iter().any(|words| told.stdout.contains(words));
        assert!(says_who_wins, "{}", told.stdout);
    }
}

#[test]
fn explanations_name_options_mex_and_strategy() {
    let run = grundy(&["explain", "subtract-134", "5", "4"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let part = "5 has 3 options:\n  \
                  value 0: 2\n  \
                  value 1: 1\n  \
                  value 2: 4\n  \
                  so the value of 5 is 3, the mex: every value below 3 occurs among the options, 3 does not\n";
    assert!(run.stdout.contains(part), "{}", run.stdout);
    let sum = "The sum 5 + 4 has value 3 xor 2 = 1: the player to move wins (N).\n\
               To win, move to a position of value 0, and answer every move from there by another such move.\n\
               1 winning move:\n  5 -> 4, leaving 4 + 4\n";
    assert!(run.stdout.ends_with(sum), "{}", run.stdout);
    assert!(run.stdout.contains("engine  "));
}

#[test]
fn long_lists_of_options_are_cut_and_counted() {
    let run = grundy(&["explain", "nim", "1000"]);
    assert!(run.stdout.contains("1000 has 1000 options:\n"), "{}", run.stdout);
    assert!(run.stdout.contains("and options of 976 more values\n"), "{}", run.stdout);
    let run = grundy(&["explain", "n -> [k, n - 1 - k] for k in 0..n-1", "101"]);
    assert!(run.stdout.contains(" more\n"), "{}", run.stdout);
}

#[test]
fn an_explanation_without_a_position_is_about_the_rule() {
    let run = grundy(&["explain", "nim"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("game    ") && run.stdout.contains("\nengine  "), "{}", run.stdout);
    let run = grundy(&["explain", "n -> n - 1"]);
    assert!(run.stdout.starts_with("engine  "), "{}", run.stdout);
}
