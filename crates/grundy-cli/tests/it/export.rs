//! `grundy export`: to the screen, to a file, and what is refused.

use std::fs;

use crate::run::grundy;

#[test]
fn a_program_goes_to_the_screen_or_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for (language, mark) in [("cpp", "int main()"), ("rust", "fn main()"), ("python", "import sys")] {
        let shown = grundy(&["export", "cow-digits", "--lang", language]);
        assert_eq!((shown.stderr.as_str(), shown.status), ("", 0));
        assert!(shown.stdout.contains(mark), "{}", shown.stdout);
        let file = folder.path().join(language);
        let path = file.to_str().expect("temporary folders have names in UTF-8");
        let run = grundy(&["export", "cow-digits", "--lang", language, "--out", path]);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.status), ("", "", 0));
        assert_eq!(fs::read_to_string(&file).unwrap(), shown.stdout);
    }
}

#[test]
fn parameters_are_in_the_program() {
    let rule = "let S = {2, 5}; n -> n - s for s in S if s < n % 7";
    let run = grundy(&["export", rule, "--lang", "python", "-p", "S={1,3}"]);
    assert!(run.stdout.contains("S = [1, 3]\n"), "{}", run.stdout);
    assert!(run.stdout.contains("# with S = {1, 3}\n"), "{}", run.stdout);
}

#[test]
fn without_a_law_the_program_has_a_table() {
    let with = grundy(&["export", "nim", "--lang", "python"]).stdout;
    let without = grundy(&["export", "nim", "--lang", "python", "--no-law"]).stdout;
    assert!(with.contains("return n\n") && !with.contains("table"), "{with}");
    assert!(without.contains("def table(top):"), "{without}");
}

#[test]
fn what_cannot_be_exported_is_refused_with_a_cure() {
    for (args, cause) in [
        (&["export", "nim", "--lang", "java"][..], "cpp, rust, python"),
        (&["export", "nim"], "--lang <LANGUAGE>"),
        (
            &["export", "n -> n - 1 | n + 1 if n < 5", "--lang", "cpp", "--loopy"],
            "loopy play cannot be exported",
        ),
        (&["export", "n -> n + 1", "--lang", "cpp"], "does not get smaller"),
    ] {
        let run = grundy(args);
        assert_eq!((run.stdout.as_str(), run.status), ("", 2), "{args:?}");
        assert!(run.stderr.contains(cause), "{args:?}: {}", run.stderr);
    }
}
