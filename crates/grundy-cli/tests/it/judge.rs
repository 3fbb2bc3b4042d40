//! `grundy judge`.

use crate::run::{grundy, grundy_reading, refuses};

#[test]
fn problems_are_listed() {
    let run = grundy(&["judge"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    for id in ["nowcoder-1071g", "hdu-1847", "hdu-5724", "hdu-3537"] {
        assert!(run.stdout.lines().any(|line| line.starts_with(id)), "{id}: {}", run.stdout);
    }
    let json = grundy(&["judge", "--format", "json"]).stdout;
    assert!(json.starts_with("{\"problems\":[{\"id\":\""), "{json}");
}

#[test]
fn inputs_are_answered() {
    let run = grundy_reading("1\n3\n", &["judge", "hdu-1847"]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.status), ("Kiki\nCici\n", "", 0));
}

#[test]
fn a_wrong_input_has_no_answer_at_all() {
    let run = grundy_reading("1\nthree\n", &["judge", "hdu-1847"]);
    assert_eq!((run.stdout.as_str(), run.status), ("", 2));
    assert!(run.stderr.starts_with("error: standard input, line 2, column 1"), "{}", run.stderr);
}

#[test]
fn the_nearest_problems_are_named() {
    refuses(
        &["judge", "hdu-184"],
        2,
        "error: there is no problem `hdu-184`\nhelp: did you mean hdu-1846 or hdu-1847 or hdu-1849?\n",
    );
}

/// A limit is no failure: exit state 1, and never half an output.
#[test]
fn limits_are_told_as_limits() {
    let stopped = |input: &str, args: &[&str], limit: &str| {
        let run = grundy_reading(input, &[&["judge"], args].concat());
        assert_eq!((run.stdout.as_str(), run.status), ("", 1), "{args:?}: {run:?}");
        assert!(run.stderr.starts_with("stopped: ") && run.stderr.contains(limit), "{args:?}: {run:?}");
        assert!(!run.stderr.contains("error"), "{args:?}: {run:?}");
    };
    // Tuples, lists, misère play, and a table of heaps.
    stopped("30 30\n", &["poj-2311", "--limit-positions", "100"], "--limit-positions");
    stopped("1\n2 3\n4 4 4\n4 4 4\n", &["spoj-matgame", "--limit-positions", "10"], "--limit-positions");
    stopped("3\n30 40 50\n", &["hdu-2509", "--limit-positions", "10"], "--limit-positions");
    stopped("150 150\n", &["poj-2311", "--limit-time", "50ms"], "--limit-time");
    stopped("1\n2\n", &["hdu-1847", "--limit-time", "0"], "--limit-time");
}
