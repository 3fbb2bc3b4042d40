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
