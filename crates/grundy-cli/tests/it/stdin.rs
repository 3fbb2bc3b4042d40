//! `value RULES -`: a sum a line, answered line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::run::grundy_reading;

#[test]
fn every_line_is_a_sum() {
    let run = grundy_reading("3 5\n\n7\r\n 4  4 ", &["value", "nim", "-"]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.status), ("6 N\n7 N\n0 P\n", "", 0));
    let run = grundy_reading("{0, 2} 1\nHT\n", &["value", "mock-turtles", "-"]);
    assert_eq!((run.stdout.as_str(), run.status), ("7 N\n1 N\n", 0));
    let run = grundy_reading("1 2\n3\n", &["value", "nim", "-", "--format", "csv"]);
    assert_eq!(run.stdout, "position,value,outcome\n1 + 2,3,N\n3,3,N\n");
    let run = grundy_reading("1\n2\n", &["value", "nim", "-", "--format", "json"]);
    assert!(run.stdout.lines().all(|line| line.starts_with("{\"value\":") && line.ends_with('}')), "{run:?}");
    assert_eq!(run.stdout.lines().count(), 2);
    assert_eq!(grundy_reading("", &["value", "nim", "-"]).stdout, "");
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["value", "nim", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for n in 1..=20 {
        writeln!(questions, "{n} 1").unwrap();
        let value = n ^ 1;
        let outcome = if value == 0 { "P" } else { "N" };
        assert_eq!(answers.next().unwrap().unwrap(), format!("{value} {outcome}"));
    }
    drop(questions);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_line_that_cannot_be_read_ends_the_answers() {
    let run = grundy_reading("3\nthree\n5\n", &["value", "nim", "-"]);
    assert_eq!((run.stdout.as_str(), run.status), ("3 N\n", 2));
    assert!(run.stderr.contains("standard input, line 2"), "{}", run.stderr);
}

#[test]
fn a_dash_stands_alone() {
    let run = grundy_reading("3\n", &["value", "nim", "-", "5"]);
    assert_eq!((run.stdout.as_str(), run.status), ("", 2));
    assert!(run.stderr.contains("give `-` alone"), "{}", run.stderr);
}
