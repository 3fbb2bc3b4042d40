//! Tuples, tags, lists, boards and entries in any order, as a user meets them.

use crate::run::{answers, grundy, grundy_reading, refuses};

/// Source: W. A. Wythoff, 1907: (1,2), (3,5), (4,7), ... are lost.
const WYTHOFF: &str =
    "(a, b) -> (a - k, b) for k in 1..a | (a, b - k) for k in 1..b | (a - k, b - k) for k in 1..min(a, b)";
const CLOSED: &str = "closed(n) -> open(n); open(n) -> open(k) for k in 0..n-1";
const CORNERS: &str = "coins (x, y) -> [(a, b), (a, y), (x, b)] for a in 0..x-1 for b in 0..y-1";
const LARGEST: &str = "seq s -> drop(s, i) for i in 0..len(s) - 1 if s[i] == max(s)";

#[test]
fn values_and_moves_of_every_shape() {
    answers(
        &["value", WYTHOFF, "(3,5)", "(1, 2)"],
        "(3,5) + (1,2) has value 0: the player to move loses (P)\n  \
           (3,5) has value 0\n  \
           (1,2) has value 0\n",
    );
    answers(
        &["moves", WYTHOFF, "(4,6)"],
        "(4,6) has value 9: the player to move wins (N)\n1 winning move:\n  (4,6) -> (3,5)\n",
    );
    answers(
        &["moves", CLOSED, "closed(5)", "open(6)"],
        "closed(5) + open(6) has value 6: the player to move wins (N)\n\
         1 winning move:\n  open(6) -> open(0), leaving closed(5) + open(0)\n",
    );
    answers(
        &["moves", LARGEST, "[3,1,3]", "[]"],
        "[3,1,3] + [] has value 1: the player to move wins (N)\n\
         2 winning moves:\n  [3,1,3] -> [1,3], leaving [1,3] + []\n  [3,1,3] -> [3,1], leaving [3,1] + []\n",
    );
    answers(
        &["moves", CORNERS, "{(1,1), (2,2)}"],
        "{(1,1),(2,2)} has value 2: the player to move wins (N)\n\
         1 winning move:\n  {(1,1),(2,2)} -> {(1,2),(2,1)}\n",
    );
    // The order of the entries means nothing, and they are shown ascending.
    answers(
        &["value", "sym (a, b) -> (a - k, b) for k in 1..a", "(5,3)"],
        "(3,5) has value 6: the player to move wins (N)\n",
    );
}

#[test]
fn answers_for_programs() {
    answers(
        &["value", WYTHOFF, "(2,2)", "--format", "json"],
        "{\"value\":1,\"outcome\":\"N\",\"parts\":[{\"position\":\"(2,2)\",\"value\":1}],\"method\":\"table\"}\n",
    );
    answers(
        &["value", CLOSED, "closed(0)", "open(4)", "--format", "csv"],
        "position,value,outcome\nclosed(0) + open(4),5,N\n",
    );
    answers(
        &["moves", CORNERS, "(2,2)", "--format", "json"],
        "{\"outcome\":\"N\",\"value\":3,\"moves\":[{\"component\":0,\"from\":\"{(2,2)}\",\
         \"to\":[\"{(0,0),(0,2),(2,0)}\"]}]}\n",
    );
    answers(&["moves", WYTHOFF, "(4,4)", "--format", "csv"], "component,from,to\n0,\"(4,4)\",\"(0,0)\"\n");
    answers(
        &["explain", LARGEST, "[2,1]", "--format", "csv"],
        "component,position,option,value\n0,\"[2,1]\",[1],1\n",
    );
    let run = grundy(&["explain", CLOSED, "closed(3)", "--format", "json"]);
    assert!(run.stdout.contains("\"options\":[{\"to\":[\"open(3)\"],\"value\":3}]"), "{run:?}");
    let run = grundy_reading("(1,2) (3,5)\n\n(1, 1)\n", &["value", WYTHOFF, "-"]);
    assert_eq!((run.stdout.as_str(), run.status), ("0 P\n2 N\n", 0), "{run:?}");
}

#[test]
fn explanations_show_options_as_they_are_typed() {
    let run = grundy(&["explain", WYTHOFF, "(2,1)"]);
    let part = "(2,1) has 4 options:\n  \
                  value 1: (0,1), (1,0)\n  \
                  value 2: (1,1), (2,0)\n  \
                  so the value of (2,1) is 0, the mex: no option has value 0\n";
    assert!(run.stdout.contains(part), "{run:?}");
    let run = grundy(&["explain", CORNERS, "{(1,1)}"]);
    assert!(run.stdout.contains("{(1,1)} has 1 option:\n  value 0: {(0,0),(0,1),(1,0)}\n"), "{run:?}");
}

#[test]
fn tables_have_a_place_for_each_entry() {
    let args = ["table", WYTHOFF, "--to", "1,2", "--format"];
    let with = |format| [&args[..], &[format]].concat();
    answers(&with("text"), "0 0 0\n0 1 1\n0 2 2\n1 0 1\n1 1 2\n1 2 0\n");
    answers(&with("csv"), "a,b,g\n0,0,0\n0,1,1\n0,2,2\n1,0,1\n1,1,2\n1,2,0\n");
    answers(&with("json"), "{\"from\":0,\"to\":[1,2],\"values\":[[0,1,2],[1,2,0]]}\n");
    let bfile = grundy(&with("bfile")).stdout;
    assert!(bfile.starts_with("# ") && bfile.ends_with("\n0 0\n1 1\n2 2\n3 1\n4 2\n5 0\n"), "{bfile}");
    answers(
        &["table", WYTHOFF, "--to", "5,5", "--losing", "--format", "csv"],
        "a,b\n0,0\n1,2\n2,1\n3,5\n5,3\n",
    );
    answers(
        &["table", WYTHOFF, "--to", "2,2", "--losing", "--format", "json"],
        "{\"from\":0,\"to\":[2,2],\"losing\":[[0,0],[1,2],[2,1]]}\n",
    );
    answers(
        &["table", "coins (x, y) -> [] | [(0..x-1, y)] | [(x, 0..y-1)]", "--to", "2,1", "--format", "json"],
        "{\"from\":0,\"to\":[2,1],\"values\":[[1,2],[2,1],[3,4]]}\n",
    );
}

#[test]
fn tables_that_cannot_be_say_what_can() {
    let two =
        "error: the positions of this rule have 2 entries\nhelp: give --to 2 numbers, such as --to 9,9\n";
    refuses(&["table", WYTHOFF], 2, two);
    refuses(&["table", WYTHOFF, "--to", "3,3,3"], 2, two);
    refuses(
        &["table", WYTHOFF, "--from", "2", "--to", "3,3"],
        2,
        "error: a table of positions of several entries has no first position\n\
         help: leave --from out: --to gives the last entries, such as --to 9,9\n",
    );
    refuses(
        &["table", CLOSED, "--to", "3"],
        2,
        "error: there is no table of tagged positions\n\
         help: ask for single positions: `grundy value RULES 'open(4)'`\n",
    );
    refuses(
        &["table", LARGEST, "--to", "3"],
        2,
        "error: there is no table of lists\nhelp: ask for single positions: `grundy value RULES '[3,1,2]'`\n",
    );
    refuses(
        &["table", "nim", "--to", "3,3"],
        2,
        "error: the positions of this rule have no entries\nhelp: give --to one number, such as --to 100\n",
    );
    refuses(
        &["check", WYTHOFF, "g < 5"],
        2,
        "error: claims are about heaps and single coins, and this rule has other positions\n\
         help: look at a table of the rule instead, or at single positions\n",
    );
}

#[test]
fn positions_of_another_shape_are_told_the_right_one() {
    for (rule, position, help) in [
        (WYTHOFF, "(3,5,1)", "its positions look like `(3,4)`"),
        (WYTHOFF, "3,5", "its positions look like `(3,4)`"),
        (CLOSED, "opne(6)", "its positions look like `closed(3)`, `open(3)`"),
        (CLOSED, "open(6,7)", "its positions look like `closed(3)`, `open(3)`"),
        (LARGEST, "3,1", "write the numbers in brackets, as in `[3,1,2]`"),
        (LARGEST, "[1,-2]", "the numbers of a position are at least 0"),
        (CORNERS, "HTH", "write the places of the heads in braces, as in `{(1,2), (2,2)}`"),
    ] {
        let run = grundy(&["value", rule, position]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{rule} {position}");
        assert!(run.stderr.contains(help), "{position}: {}", run.stderr);
    }
}

#[test]
fn rules_that_break_show_the_place_and_the_cure() {
    let run = grundy(&["value", "at(v) -> at((v + 1) % 3)", "at(1)"]);
    let circle =
        "error: play can go round in a circle: at(1) -> at(2) -> at(0) -> at(1), at position at(1)\n";
    assert!(run.stderr.starts_with(circle) && run.stderr.contains("`loopy`"), "{run:?}");
    assert_eq!(run.status, 2);
    for (rule, position, message) in [
        ("seq s -> drop(s, 9)", "[3,1]", "the index 9 in a seq of 2 entries, at position [3,1]"),
        ("open(n) -> opne(n - 1)", "open(1)", "did you mean `open`?"),
        ("(a, b) -> (a - 1, b, 0)", "(1,1)", "no clause has the shape (a, b, c)"),
        ("(a, 0) -> (a - 1, 0)", "(1,0)", "name each entry and say what must be true with `if`"),
        ("sym (a, b) -> (a - 1, b); (a, b) -> (a, b - 1)", "(1,1)", "write `sym` before all clauses"),
        ("seq s -> s[0]", "[1]", "this is not a seq"),
        ("coins (x, y) -> [x]", "(1,1)", "coins have the form (a, b)"),
    ] {
        let run = grundy(&["value", rule, position]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{rule}");
        assert!(run.stderr.contains(message), "{rule}: {}", run.stderr);
    }
}
