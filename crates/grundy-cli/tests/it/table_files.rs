//! Compressed table files: written, read back, and refused where they are not whole.

use std::fs;
use std::path::Path;

use crate::run::{answers, grundy, grundy_reading, refuses};

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("temporary folders have names in UTF-8").to_owned()
}

/// Makes a table file, and expects no word about it.
fn make(args: &[&str], file: &str) {
    answers(&[&["table"], args, &["--out", file]].concat(), "");
}

/// Whatever is asked of the file has the answer that the rule gives.
#[test]
fn a_table_file_answers_as_its_rule_does() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "t.gtab");
    let squares = "n -> n - s for s in squares";
    let same = |rule: &[&str], asked: &[&str]| {
        let of_rule = grundy(&[&["table"], rule, asked].concat());
        assert_eq!(of_rule.status, 0, "{of_rule:?}");
        answers(&[&["table", &file], asked].concat(), &of_rule.stdout);
    };
    make(&[squares, "--to", "70000"], &file);
    for asked in [
        &["--from", "65530", "--to", "65540"][..],
        &["--to", "70000", "--losing"],
        &["--from", "3", "--to", "9", "--format", "json"],
        &["--from", "3", "--to", "9", "--format", "csv"],
        &["--to", "20", "--format", "bfile"],
        &["--to", "20", "--format", "bfile", "--losing"],
    ] {
        same(&[squares], asked);
    }
    answers(
        &["table", &file, "--from", "69999"],
        &grundy(&["table", squares, "--from", "69999", "--to", "70000"]).stdout,
    );
    for asked in [
        &["69999"][..],
        &["3", "5", "40000"],
        &["2**16"],
        &["8", "--format", "json"],
        &["5", "--format", "csv"],
    ] {
        let of_rule = grundy(&[&["value", squares, "--no-law", "--engine", "table"], asked].concat());
        answers(&[&["value", &file], asked].concat(), &of_rule.stdout);
    }
    let lines = grundy_reading("3 4\n\n65536\n", &["value", &file, "-"]);
    assert_eq!(lines.stdout, grundy_reading("3 4\n\n65536\n", &["value", squares, "-"]).stdout);

    make(&[squares, "--from", "40", "--to", "50", "--misere"], &file);
    same(&[squares, "--misere"], &["--from", "41", "--to", "44", "--format", "bfile"]);
    let of_rule = grundy(&["value", squares, "--misere", "45"]);
    answers(&["value", &file, "45"], &of_rule.stdout);
    answers(&["value", &file, "45", "--misere"], &of_rule.stdout);

    for (rule, to) in [("sym (a, b) -> (a - k, b) for k in 1..a", "3,4"), ("row-chess", "5")] {
        make(&[rule, "--to", to], &file);
        for format in ["text", "json", "csv", "bfile"] {
            let of_rule = grundy(&["table", rule, "--to", to, "--format", format]).stdout;
            answers(&["table", &file, "--format", format], &of_rule);
        }
    }
}

/// From a table file to another, and to the other formats.
#[test]
fn a_table_file_is_turned_into_others() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second, array, expected] =
        ["a.gtab", "b.gtab", "a.npy", "b.npy"].map(|name| path(folder.path(), name));
    make(&["0.16", "--to", "3000"], &first);
    answers(&["table", &first, "--out", &second], "");
    assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap());
    answers(&["table", &first, "--out", &array], "");
    make(&["0.16", "--to", "3000"], &expected);
    assert_eq!(fs::read(&array).unwrap(), fs::read(&expected).unwrap());
    // The engine makes no difference to the bytes.
    answers(
        &["table", "0.16", "--to", "3000", "--engine", "naive", "--format", "gtab", "--out", &second],
        "",
    );
    assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap());
}

#[test]
fn what_the_file_does_not_hold_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "t.gtab");
    make(&["kayles", "--from", "10", "--to", "30"], &file);
    let cure = "help: ask for less, or make a longer table: grundy table RULES --to B --out FILE.gtab\n";
    let outside =
        |position: &str| format!("error: {file} holds positions 10 to 30, and not {position}\n{cure}");
    refuses(&["table", &file, "--to", "31"], 2, &outside("31"));
    refuses(&["table", &file, "--from", "9"], 2, &outside("9"));
    refuses(&["value", &file, "10", "9"], 2, &outside("9"));
    refuses(&["value", &file, "10**30"], 2, &outside(&format!("1{}", "0".repeat(30))));
    answers(&["table", &file, "--from", "12", "--to", "11"], "");
    for command in [&["moves", &file, "12"][..], &["explain", &file], &["check", &file, "g > 0"]] {
        let run = grundy(command);
        assert!(run.status == 2 && run.stderr.contains("is a table and no rule"), "{run:?}");
    }
    for option in [&["-p", "k=3"][..], &["--misere"], &["--loopy"]] {
        let run = grundy(&[&["table", &file], option].concat());
        assert!(run.status == 2 && run.stderr.contains("holds the values of a rule as it was"), "{run:?}");
    }
    let losing = grundy(&["table", "nim", "--losing", "--out", &path(folder.path(), "l.gtab")]);
    assert!(losing.status == 2 && losing.stderr.contains("a value for every position"), "{losing:?}");
    assert!(!folder.path().join("l.gtab").exists());
}

#[test]
fn files_that_are_not_whole_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "t.gtab");
    make(&["0.16", "--to", "100000"], &file);
    let whole = fs::read(&file).unwrap();
    let told = |bytes: &[u8], args: &[&str]| {
        fs::write(&file, bytes).unwrap();
        let run = grundy(args);
        assert!(run.status == 2 && run.stdout.is_empty(), "{run:?}");
        assert!(run.stderr.starts_with(&format!("error: {file} ")), "{}", run.stderr);
        assert!(run.stderr.contains("\nhelp: "), "{}", run.stderr);
        run.stderr
    };
    let table = ["table", &file, "--to", "100"];
    assert!(told(&whole[..whole.len() / 2], &table).contains("cut short"));
    assert!(told(b"", &table).contains("is no table file of grundy"));
    let mut damaged = whole.clone();
    damaged[whole.len() / 4] ^= 4;
    assert!(told(&damaged, &table).contains("block 0, at byte "));
    assert!(told(&damaged, &["value", &file, "5"]).contains("block 0, at byte "));
    // Another block than the damaged one answers.
    answers(
        &["table", &file, "--from", "100000"],
        &grundy(&["table", "0.16", "--from", "100000", "--to", "100000"]).stdout,
    );
    fs::remove_file(&file).unwrap();
    let run = grundy(&["table", &file]);
    assert!(run.stderr.starts_with(&format!("error: cannot read {file}: ")), "{run:?}");
}

/// The reader in docs/formats.md reads what the program writes.
#[test]
fn the_documented_reader_reads_it() {
    let docs = include_str!("../../../../docs/formats.md");
    let (_, from_reader) = docs.split_once("```python\n").unwrap();
    let (reader, _) = from_reader.split_once("```").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "t.gtab");
    // The values of nim grow, so that the blocks have values of one, two and four bytes.
    make(&["nim", "--to", "140000"], &file);
    for index in ["0", "255", "65535", "65536", "70000", "139999", "140000"] {
        let run = std::process::Command::new("python3").args(["-c", reader, &file, index]).output().unwrap();
        let value = grundy(&["value", &file, index, "--format", "csv"]).stdout;
        let value = value.lines().nth(1).and_then(|line| line.split(',').nth(1)).unwrap();
        assert_eq!(String::from_utf8(run.stdout).unwrap().trim(), value, "{index}");
        assert_eq!(value, index);
    }
}

/// A file that may not grow is not made, and nothing is left of it.
#[cfg(unix)]
#[test]
fn a_table_file_that_does_not_fit_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let run = std::process::Command::new("sh")
        .args([
            "-c",
            "ulimit -f 1; exec \"$0\" table 0.16 --to 30000 --out \"$1\"",
            env!("CARGO_BIN_EXE_grundy"),
        ])
        .arg(folder.path().join("t.gtab"))
        .output()
        .unwrap();
    let stderr = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.code() == Some(2) && stderr.starts_with("error: cannot write "), "{stderr}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
