//! `grundy prove`.

use crate::run::{answers, grundy, refuses};

/// Expects this answer and the exit state of a formula that is not proved.
#[track_caller]
fn not_proved(args: &[&str], stdout: &str) {
    let run = grundy(&[&["prove"], args].concat());
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.status), (stdout, "", 1), "{args:?}");
}

#[test]
fn formulas_are_decided() {
    for (args, answer) in [
        (&["forall n: exists k: n == 2*k or n == 2*k + 1"][..], "proved\n"),
        (&["forall n: n >= 8 implies exists x, y: n == 3*x + 5*y"], "proved\n"),
        (&["exists x, y: x + y == 9 and x - y == 3"], "proved: x = 6, y = 3 is an example\n"),
        (&["n xor m == m xor n"], "proved for every n, m\n"),
        (&["--base", "10", "forall n: n % 9 == sum(digits(n)) % 9"], "proved\n"),
        (
            &[
                "not exists i, p: p > 0 and forall k: k <= p implies popcount(i + k) % 2 == popcount(i + k + p) % 2",
            ],
            "proved\n",
        ),
        (&["forall n: n % 1000003 < 1000003"], "proved\n"),
    ] {
        answers(&[&["prove"], args].concat(), answer);
    }
    not_proved(&["forall n: n % 7 != 5 or n < 100"], "refuted: n = 103 is the least counterexample\n");
    not_proved(&["forall n, m: n xor m == n + m"], "refuted: n = 1, m = 1 is a counterexample\n");
    not_proved(&["exists n: n < 0"], "refuted\n");
    not_proved(&["n < 0"], "refuted: false for every n\n");
    not_proved(&["n xor m == n + m"], "depends: true for n = 0, m = 0, false for n = 1, m = 1\n");
    // A minus sign in front is no option.
    not_proved(&["-n < 0"], "depends: true for n = 1, false for n = 0\n");
}

#[test]
fn answers_for_programs() {
    let json = |text: &str| grundy(&["prove", text, "--format", "json"]).stdout;
    assert_eq!(
        json("forall n: n >= 0"),
        "{\"status\":\"proved\",\"example\":null,\"counterexample\":null,\"states\":1}\n"
    );
    assert_eq!(
        json("exists n: n == 2**62 + 1"),
        "{\"status\":\"proved\",\"example\":{\"n\":4611686018427387905},\"counterexample\":null,\"states\":65}\n"
    );
    assert_eq!(
        json("b xor a == a + b"),
        "{\"status\":\"depends\",\"example\":{\"b\":0,\"a\":0},\"counterexample\":{\"b\":1,\"a\":1},\"states\":2}\n"
    );
    assert_eq!(
        json("forall n: n < 5"),
        "{\"status\":\"refuted\",\"example\":null,\"counterexample\":{\"n\":5},\"states\":5}\n"
    );
    let csv = grundy(&["prove", "a + b == 3", "--format", "csv"]);
    assert_eq!(
        (csv.stdout.as_str(), csv.status),
        ("status,example,counterexample,states\ndepends,a = 3; b = 0,a = 0; b = 0,4\n", 1)
    );
}

/// What takes too much is not decided, which says nothing about the formula.
#[test]
fn what_takes_too_much_is_not_decided() {
    // A letter is a digit for each name.
    let wide = ["prove", "--base", "256", "a + b + c + d == e + f + g"];
    let run = grundy(&[&wide[..], &["--format", "json"]].concat());
    assert_eq!(
        (run.stdout.as_str(), run.status),
        ("{\"status\":\"no-verdict\",\"example\":null,\"counterexample\":null,\"states\":null}\n", 1)
    );
    let run = grundy(&wide);
    assert_eq!(
        (run.stdout.as_str(), run.status),
        ("not decided: an automaton with more than 16777216 transitions would be needed\n", 1)
    );
    let run = grundy(&["prove", "forall n: n % 1000003 != 5", "--limit-memory", "1M"]);
    assert_eq!((run.stdout.as_str(), run.status), ("", 1));
    assert!(run.stderr.contains("memory"), "{}", run.stderr);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    refuses(
        &["prove", "forall n: n * n >= n"],
        2,
        "error: a product of two variables is not definable by automata\n --> formula:1:11\n  |\n1 | forall n: n * n >= n\n  |           ^^^^^\n  |\n  = help: one factor must be a constant\n",
    );
    refuses(
        &["prove", "--base", "10", "n xor 1 == 0"],
        2,
        "error: bits are not digits in base 10\n --> formula:1:1\n  |\n1 | n xor 1 == 0\n  | ^^^^^^^\n  |\n  = help: take a base that is a power of 2: `--base 2`\n",
    );
    for (args, said) in [
        (&["prove", "--base", "1", "n == n"][..], "--base"),
        (&["prove", "--base", "257", "n == n"], "--base"),
        (&["prove"], "FORMULA"),
        (&["prove", "forall n: n > 0", "--format", "npy"], "formats of tables"),
        (&["prove", "n -> n - 1"], "write `implies`"),
    ] {
        let run = grundy(args);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(said), "{args:?}: {}", run.stderr);
    }
}
