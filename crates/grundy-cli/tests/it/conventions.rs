//! Misère and loopy play, as a user meets them.

use crate::run::{answers, grundy, grundy_reading, refuses};

/// Turn one or two coins.
const TURTLES: &str = "coins x -> [] | [a] for a in 0..x-1";
const MIRROR: &str = "loopy; at(v) if v > 0 -> at(v - 1) | at(7 - v)";

#[test]
fn misere_moves_are_those_of_whole_sums() {
    answers(
        &["moves", "nim", "1", "1", "2", "--misere"],
        "1 + 1 + 2: the player to move wins (N)\n1 winning move:\n  2 -> 1, leaving 1 + 1 + 1\n",
    );
    answers(
        &["moves", "nim", "1", "1", "1", "--misere"],
        "1 + 1 + 1: the player to move loses (P)\n\
         no winning move: the other player has a winning reply to every move\n",
    );
    // Who cannot move has won, and has no move that does it.
    answers(
        &["moves", "nim", "0", "--misere"],
        "0 has value 1: the player to move wins (N)\nno move is left: who has to move has won\n",
    );
    answers(
        &["moves", "nim", "3", "5", "--misere", "--format", "json"],
        "{\"outcome\":\"N\",\"value\":null,\"moves\":[{\"component\":1,\"from\":\"5\",\"to\":[\"3\"]}]}\n",
    );
}

#[test]
fn rows_of_coins_cancel_in_misere_play_too() {
    // {0} is lost: its only move is the last one. In the sum of nim heaps 1 + 2 + 3,
    // which is the same game in normal play, the player to move loses.
    answers(
        &["moves", TURTLES, "HHH", "--misere"],
        "{0,1,2} has value 1: the player to move wins (N)\n\
         2 winning moves:\n  {0,1,2} -> {1,2}\n  {0,1,2} -> {0}\n",
    );
    answers(
        &["value", "nim", "1", "2", "3", "--misere"],
        "1 + 2 + 3: the player to move loses (P)\n  1 has value 0\n  2 has value 2\n  3 has value 3\n",
    );
}

#[test]
fn misere_tables_are_of_misere_values() {
    answers(&["table", "nim", "--misere", "--to", "3"], "0 1\n1 0\n2 2\n3 3\n");
    answers(&["table", "n -> n - 1 | n - 2", "--misere", "--to", "6", "--losing"], "1\n4\n");
    // One step at a time in either entry: the parity decides.
    answers(
        &["table", "misere; (a, b) -> (a - 1, b) | (a, b - 1)", "--to", "1,2", "--format", "json"],
        "{\"from\":0,\"to\":[1,2],\"values\":[[1,0,1],[0,1,0]]}\n",
    );
    // Kayles on strips: one pin is lost, two are won by taking one.
    answers(&["table", "row I -> X ; row I I -> X X", "--misere", "--to", "2"], "II 2\nIX 0\nXI 0\nXX 1\n");
    answers(&["table", TURTLES, "--misere", "--to", "2"], "0 0\n1 2\n2 3\n");
    answers(
        &["table", "misere; coins (x, y) -> []", "--to", "0,1", "--format", "csv"],
        "a,b,g\n0,0,0\n0,1,0\n",
    );
    let run = grundy(&["check", "nim", "g == n", "--misere"]);
    let refuted = "refuted: n = 0 is the least counterexample, its value is 1\n";
    assert_eq!((run.stdout.as_str(), run.status), (refuted, 1), "{run:?}");
}

/// Of subtraction games the values in normal play tell, and no heap is searched.
#[test]
fn misere_subtraction_games_are_answered_as_fast_as_normal_play() {
    answers(
        &["value", "nim", "10**6", "10**6 + 1", "7", "--misere"],
        "1000000 + 1000001 + 7: the player to move wins (N)\n  1000000 has value 1000000\n  \
         1000001 has value 1000001\n  7 has value 7\n",
    );
    // The period is 7, and 10**18 leaves 1: who moves in a heap of 1 must take the last counter.
    answers(
        &["value", "subtract-134", "10**18", "--misere", "--format", "json"],
        "{\"value\":0,\"outcome\":\"P\",\"parts\":[{\"position\":\"1000000000000000000\",\"value\":0}],\
         \"method\":\"law\"}\n",
    );
    for rule in
        ["nim", "subtract-134", "powers-of-two", "0.[3]", "n -> n - p for p in primes", "n -> n - 1 | n / 2"]
    {
        let table =
            |more: &[&str]| grundy(&[&["table", rule, "--misere", "--to", "60"], more].concat()).stdout;
        let searched = table(&["--engine", "naive"]);
        assert!(searched.ends_with('\n'), "{rule}");
        assert_eq!(table(&[]), searched, "{rule}");
        assert_eq!(table(&["--no-law"]), searched, "{rule}");
    }
    refuses(
        &["value", "kayles", "5", "--misere", "--engine", "periodic"],
        2,
        "error: in misère play the engine `periodic` serves subtraction rules only\nhelp: leave --engine out\n",
    );
}

#[test]
fn misere_play_is_explained() {
    let run = grundy(&["explain", "nim", "3", "--misere"]);
    let end = "3 has 3 options:\n  value 0: 1\n  value 1: 0\n  value 2: 2\n  \
               so the value of 3 is 3, the mex: every value below 3 occurs among the options, 3 does not\n\n\
               The misère value is 3: the player to move wins (N).\n\
               To win, move to a sum that the player to move loses, and answer every move from there by another such move.\n\
               1 winning move:\n  3 -> 1\n";
    assert!(run.stdout.ends_with(end), "{}", run.stdout);
    let run = grundy(&["explain", "nim", "3", "4", "--misere"]);
    assert!(run.stdout.contains("The sum 3 + 4 in misère play, looked at as a whole"), "{}", run.stdout);
    let run = grundy(&["explain", "nim", "0", "--misere"]);
    assert!(run.stdout.ends_with("There is no move: in misère play that wins.\n"), "{}", run.stdout);
}

#[test]
fn misere_sums_are_answered_line_by_line() {
    let run = grundy_reading("3 5\n1\n", &["value", "nim", "-", "--misere"]);
    assert_eq!((run.stdout.as_str(), run.status), ("none N\n0 P\n", 0));
    let run = grundy_reading("3 5\n1\n", &["value", "nim", "-", "--misere", "--format", "csv"]);
    assert_eq!(run.stdout, "position,value,outcome\n3 + 5,none,N\n1,0,P\n");
}

#[test]
fn loopy_values_and_draws() {
    answers(
        &["value", MIRROR, "at(2)"],
        "at(2) has value inf{}: a draw: neither player can force a win (D)\n",
    );
    answers(
        &["moves", MIRROR, "at(1)"],
        "at(1) has value inf{0}: the player to move wins (N)\n1 winning move:\n  at(1) -> at(0)\n",
    );
    answers(
        &["moves", MIRROR, "at(2)"],
        "at(2) has value inf{}: a draw: neither player can force a win (D)\n\
         no winning move: neither player can force a win, and play can go on for ever\n",
    );
    // Two endless components: nobody needs to lose.
    answers(
        &["value", MIRROR, "at(1)", "at(1)", "--format", "csv"],
        "position,value,outcome\nat(1) + at(1),inf{},D\n",
    );
    // The flag does what the header does, and heap 0 has moves of its own.
    answers(
        &["value", "n -> n + 1 if n < 5 | n - 2", "0", "--loopy", "--format", "json"],
        "{\"value\":\"inf{}\",\"outcome\":\"D\",\"parts\":[{\"position\":\"0\",\"value\":\"inf{}\"}],\"method\":\"search\"}\n",
    );
    answers(
        &["value", "row < 1 -> < 0; row < 0 -> < 1", "100", "--loopy"],
        "100 has value inf{}: a draw: neither player can force a win (D)\n",
    );
}

#[test]
fn loopy_play_is_explained() {
    // 2 -> 0 -> 1 -> 2 with the way out 2 -> 3: whoever has to move at 1 loses.
    let graph = "let E = {(0, 1), (1, 2), (2, 0), (2, 3)}; loopy; at(v) -> at(w) for (u, w) in E if u == v";
    let run = grundy(&["explain", graph, "at(2)"]);
    let why =
        "so the value of at(2) is 2, the mex: every value below 2 occurs among the options, 2 does not\n";
    assert!(run.stdout.contains(why), "{}", run.stdout);
    let run = grundy(&["explain", MIRROR, "at(1)"]);
    let part = "at(1) has 2 options:\n  value 0: at(0)\n  value inf{}: at(6)\n  \
                so the value of at(1) is inf{0}, no number: play from it need not end\n";
    assert!(run.stdout.contains(part), "{}", run.stdout);
    // 4 may be left for the end, 0, or for 2, from where a move to 1 leads back to value 1.
    let back = "let E = {(1, 0), (2, 1), (2, 3), (3, 3), (4, 0), (4, 2)}; \
                loopy; at(v) -> at(w) for (u, w) in E if u == v";
    let run = grundy(&["explain", back, "at(4)"]);
    let part = "  value 0: at(0)\n  value inf{1}: at(2)\n  so the value of at(4) is 1, the mex of the numbers \
                among the options; from the options without a number a move leads back to 1\n";
    assert!(run.stdout.contains(part), "{}", run.stdout);
}

#[test]
fn what_a_convention_does_not_have_is_refused_with_the_cure() {
    refuses(
        &["table", MIRROR, "--to", "5"],
        2,
        "error: in loopy play not every value is a number\nhelp: ask for single positions with `grundy value`\n",
    );
    for (args, message) in [
        (&["value", "misere; n -> n - 1", "10**40"][..], "below 2**63"),
        (&["value", "nim", "5", "--misere", "--engine", "table"], "does not play misère"),
        (&["value", "misere; n -> n - 1", "5", "--loopy"], "both misère and loopy"),
        (&["value", "n -> [n - 1, n - 1]", "5", "--loopy"], "an option is one position or []"),
        (&["value", "mock-turtles", "HTH", "--loopy"], "coins cannot be played in loopy play"),
    ] {
        let run = grundy(args);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
    let run = grundy(&["value", "loopy; n -> n + 1", "3", "--limit-positions", "1000"]);
    assert_eq!(run.status, 1, "{run:?}");
}
