//! Files that are read, and files that are whole or not there.

use std::fs;
use std::path::Path;

use crate::run::{grundy, refuses};

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("temporary folders have names in UTF-8").to_owned()
}

#[test]
fn a_file_holds_what_the_screen_would_show() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format) in [("a.txt", "text"), ("b.csv", "csv"), ("c.json", "json"), ("d", "bfile")] {
        let file = path(folder.path(), name);
        let run = grundy(&["table", "kayles", "--to", "200", "--format", format, "--out", &file]);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.status), ("", "", 0));
        let shown = grundy(&["table", "kayles", "--to", "200", "--format", format]).stdout;
        assert_eq!(fs::read_to_string(&file).unwrap(), shown);
        if format != "bfile" {
            // The ending alone says as much.
            assert_eq!(grundy(&["table", "kayles", "--to", "200", "--out", &file]).status, 0);
            assert_eq!(fs::read_to_string(&file).unwrap(), shown);
        }
    }
    assert_eq!(names(folder.path()), ["a.txt", "b.csv", "c.json", "d"]);
}

#[test]
fn numpy_reads_the_values() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "table.npy");
    assert_eq!(grundy(&["table", "subtract-134", "--to", "6", "--out", &file]).status, 0);
    let bytes = fs::read(&file).unwrap();
    assert!(bytes.starts_with(b"\x93NUMPY\x01\x00"));
    assert!(bytes.ends_with(&[b'\n', 0, 1, 0, 1, 2, 3, 2]), "{bytes:?}");
}

#[test]
fn an_error_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "table.txt");
    fs::write(&file, "old").unwrap();
    let run = grundy(&["table", "n -> n + 1", "--out", &file]);
    assert_eq!(run.status, 2);
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(names(folder.path()), ["table.txt"]);
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "no/table.txt");
    let run = grundy(&["table", "nim", "--out", &file]);
    assert_eq!((run.stdout.as_str(), run.status), ("", 2));
    assert!(run.stderr.starts_with(&format!("error: cannot write {file}: ")), "{}", run.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    refuses(
        &["table", "nim", "--out", "/dev/full"],
        2,
        "error: cannot write /dev/full: No space left on device (os error 28)\n",
    );
    let asked = [&["value", "nim", "3"][..], &["table", "nim"], &["games"]];
    let told = [&["--help"][..], &["-h"], &["--version"], &["value", "--help"], &["help", "table"]];
    for args in asked.into_iter().chain(told) {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(args)
            .stdout(full)
            .output()
            .unwrap();
        let stderr = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{args:?}");
        assert!(stderr.starts_with("error: cannot write "), "{stderr}");
    }
}

/// A limit on the size of files is told of as a full disk is; without a handler its
/// signal would end the process, and leave the temporary file.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_is_an_error_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "table.txt");
    let program = env!("CARGO_BIN_EXE_grundy");
    for more in [["--out", &file], ["--format", "text"]] {
        let run = std::process::Command::new("sh")
            .args(["-c", "ulimit -f 1; exec \"$0\" table nim --to 10**5 \"$@\" > \"$OUTPUT\"", program])
            .args(more)
            .env("OUTPUT", folder.path().join("screen"))
            .output()
            .unwrap();
        let stderr = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{stderr}");
        assert!(stderr.starts_with("error: cannot write ") && stderr.lines().count() == 1, "{stderr}");
    }
    assert_eq!(names(folder.path()), ["screen"]);
}

#[test]
fn rules_and_positions_come_from_files() {
    let folder = tempfile::tempdir().unwrap();
    let (rule, other) = (path(folder.path(), "my.grundy"), path(folder.path(), "my.txt"));
    for file in [&rule, &other] {
        fs::write(file, "\u{feff}# mine\r\nn -> n - 1 | n - 2\r\n").unwrap();
    }
    let position = path(folder.path(), "position");
    fs::write(&position, "10**3\n").unwrap();
    let expected = "1000 has value 1: the player to move wins (N)\n";
    for rules in [rule.clone(), format!("@{rule}"), format!("@{other}")] {
        let run = grundy(&["value", &rules, &format!("@{position}")]);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str()), (expected, ""));
    }
    refuses(
        &["value", &other, "3"],
        2,
        &format!("error: there is no game `{other}`\nhelp: to read the file of this name write @{other}\n"),
    );
    fs::write(&rule, b"n -> \xff").unwrap();
    refuses(
        &["value", &rule, "3"],
        2,
        &format!("error: {rule} is no text: byte 5 is not UTF-8\nhelp: save the file as UTF-8\n"),
    );
    let missing = path(folder.path(), "missing.grundy");
    let run = grundy(&["value", &missing, "3"]);
    assert!(run.status == 2 && run.stderr.starts_with(&format!("error: cannot read {missing}: ")), "{run:?}");
}
