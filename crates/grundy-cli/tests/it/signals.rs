//! Closed pipes, Ctrl-C, and a run that is killed.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill is there");
    assert!(sent.success());
}

fn stderr(child: &mut Child) -> String {
    let mut text = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut text).expect("UTF-8");
    text
}

/// Looks at a folder until something is in it.
fn wait_for_a_file(folder: &Path) {
    let deadline = Instant::now() + Duration::from_secs(60);
    let size = |entry: std::io::Result<fs::DirEntry>| {
        entry.and_then(|entry| entry.metadata()).map_or(0, |m| m.len())
    };
    while !fs::read_dir(folder).unwrap().any(|entry| size(entry) > 0) {
        assert!(Instant::now() < deadline, "no file appeared");
        thread::yield_now();
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for args in [
        &["table", "subtract-134", "--to", "10**6"][..],
        &["table", "subtract-134", "--to", "10**6", "--losing"],
    ] {
        let mut child = start(args);
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with('0'));
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert_eq!(stderr(&mut child), "");
    }
}

#[test]
fn an_interrupt_while_waiting_for_input_gives_130() {
    let mut child = start(&["value", "nim", "-"]);
    // Kept open to the end; that an answer comes shows that Ctrl-C is taken over by now.
    let mut questions = child.stdin.take().unwrap();
    writeln!(questions, "3").unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    answers.read_line(&mut line).unwrap();
    assert_eq!(line, "3 N\n");
    send("-INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(stderr(&mut child), "");
}

#[test]
fn an_interrupt_while_computing_gives_130() {
    // No law is known of Grundy's game, and the work grows as the square.
    let mut child = start(&["value", "grundys-game", "-", "--engine", "table"]);
    let mut questions = child.stdin.take().unwrap();
    writeln!(questions, "3\n10**7").unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    answers.read_line(&mut line).unwrap();
    assert_eq!(line, "1 N\n");
    send("-INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    line.clear();
    assert_eq!(answers.read_line(&mut line).unwrap(), 0, "{line}");
}

#[test]
fn an_interrupt_of_a_judge_gives_130() {
    let mut child = start(&["judge", "poj-2311"]);
    // More than a pipe holds: once it is written, Ctrl-C is taken over.
    let cases = "150 150\n".repeat(20_000);
    let mut input = child.stdin.take().unwrap();
    input.write_all(cases.as_bytes()).unwrap();
    drop(input);
    // Whether it reads still, works already or waits for a reader of its answers, it is the same.
    thread::sleep(Duration::from_millis(300));
    send("-INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(stderr(&mut child), "");
}

#[test]
fn an_interrupt_while_nobody_reads_the_answer_gives_130() {
    for args in [&["table", "subtract-134", "--to", "10**6"][..], &["value", "nim", "-"]] {
        let mut child = start(args);
        let answers = child.stdout.take().unwrap();
        let mut questions = child.stdin.take().unwrap();
        let asking = thread::spawn(move || questions.write_all("1000\n".repeat(1 << 20).as_bytes()));
        // Long enough to fill a pipe; if not, the work is interrupted.
        thread::sleep(Duration::from_millis(500));
        send("-INT", &child);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
        assert!(asking.join().unwrap().is_err());
        drop(answers);
    }
}

#[test]
fn an_interrupt_while_a_named_pipe_has_no_other_end_gives_130() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    let path = path.to_str().unwrap();
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    let rule_of_pipe = format!("@{path}");
    for args in [&["value", &rule_of_pipe, "3"][..], &["table", "nim", "--to", "9", "--out", path]] {
        let mut child = start(args);
        thread::sleep(Duration::from_millis(300));
        send("-INT", &child);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
    }
}

#[test]
fn a_table_that_is_interrupted_leaves_nothing() {
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.txt");
        let mut child = start(&["table", "subtract-134", "--to", "10**8", "--out", path.to_str().unwrap()]);
        wait_for_a_file(folder.path());
        assert!(!path.exists());
        send(signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn a_table_that_is_killed_never_gets_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.txt");
    let mut child = start(&["table", "subtract-134", "--to", "10**8", "--out", path.to_str().unwrap()]);
    wait_for_a_file(folder.path());
    send("-KILL", &child);
    assert_eq!(child.wait().unwrap().code(), None);
    assert!(!path.exists());
}
