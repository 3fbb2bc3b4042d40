//! `bench --against`, with programs of our own making in the place of the peers.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::run::Run;

/// Runs the program where only these programs are on PATH: names, and what they do.
fn bench(peers: &[(&str, &str)], args: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    for (name, does) in peers {
        let path = folder.path().join(name);
        let version = format!("[ \"$1\" = --version ] && echo {name} 0.0.0 && exit");
        fs::write(&path, format!("#!/bin/sh\n{version}\n{does}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["bench", "--against", "--quick"])
        .args(args)
        .env("PATH", folder.path())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// What ogsolve 0.0.7 prints for `-n 20 .6`, with a time that is not too short.
const OGSOLVE: &str = "echo ' nimber of 20: 0  losing positions: 23.81%  checksum: 1560023'
echo ' calculation time: 2.50s'";

const ONLY_SIX: [&str; 4] = ["--only", ".6", "--to", "20"];

#[test]
fn where_no_peer_is_there_a_line_says_how_to_get_one() {
    let run = bench(&[], &[]);
    let told = "error: there is nothing to compare with: ogsolve and igsolve are not on PATH\n\
                help: `cargo install ogsolve igsolve` installs what is missing\n";
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (2, "", told));
    let run = bench(&[("ogsolve", OGSOLVE)], &["--to", "20", "--format", "csv"]);
    assert_eq!(run.stderr, "igsolve is not on PATH; `cargo install igsolve` installs what is missing\n");
    assert_eq!(run.stdout.lines().count(), 9, "{}", run.stdout);
}

#[test]
fn a_peer_that_agrees_is_compared() {
    let run = bench(&[("ogsolve", OGSOLVE)], &[&ONLY_SIX[..], &["--format", "json"]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{run:?}");
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let work = &answer["works"][0];
    assert_eq!((&work["rule"], &work["to"], &work["agree"]), (&"0.6".into(), &20.into(), &true.into()));
    assert_eq!((&work["peer"], &work["method"]), (&"ogsolve 0.0.0".into(), &"rc2s".into()));
    let number = |key: &str| work[key].as_f64().unwrap();
    assert_eq!(number("peer_seconds"), 2.5);
    assert!((number("ratio") * number("ours_seconds") - 2.5).abs() < 1e-6);
    assert!(number("ratio") > 1.0 && work["problem"].is_null(), "{work}");
    // The method that is fastest on a part of the work is the one that is compared.
    let fastest = format!("{OGSOLVE}\n[ $2 = rc2 ] && echo ' calculation time: 2.40s'\nexit 0");
    let run = bench(&[("ogsolve", &fastest)], &ONLY_SIX);
    assert!(run.status == 0 && run.stdout.contains("ogsolve 0.0.0 -m rc2 "), "{run:?}");
}

#[test]
fn igsolve_is_asked_for_one_position() {
    // The value of heap 50 of Grundy's game: https://oeis.org/A002188.
    let igsolve = "[ \"$*\" = 'grundy -p 50' ] && echo 'Nimber of initial position: 0'";
    let run = bench(&[("igsolve", igsolve)], &["--only", "grundys-game", "--to", "50"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{run:?}");
}

/// A wrong value of either side is not passed over.
#[test]
fn values_that_differ_are_told() {
    for (right, wrong) in [("nimber of 20: 0", "nimber of 20: 1"), ("1560023", "1560024")] {
        let run = bench(&[("ogsolve", &OGSOLVE.replace(right, wrong))], &ONLY_SIX);
        assert!(run.status == 1 && run.stdout.contains("THE VALUES DIFFER"), "{run:?}");
    }
}

#[test]
fn a_peer_that_fails_is_passed_over() {
    for (does, why) in [
        ("echo no such method >&2; exit 3", "it ended with exit status: 3: no such method"),
        ("echo hello", "its answer holds no value that can be read"),
        ("kill -9 $$", "it ended with signal: 9"),
    ] {
        let run = bench(&[("ogsolve", does)], &ONLY_SIX);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{run:?}");
        assert!(run.stdout.contains(&format!("passed over: {why}")), "{}", run.stdout);
    }
}

/// One that hangs is ended: by its own limit, which is long, or by that of the run.
#[test]
fn a_peer_that_hangs_does_not_hold_up_the_run() {
    let since = Instant::now();
    let hangs = "while :; do :; done";
    let run = bench(&[("ogsolve", hangs)], &[&ONLY_SIX[..], &["--limit-time", "1s"]].concat());
    assert!(
        run.status == 1 && run.stderr.contains("time limit") && run.stderr.contains("0.6 to 20"),
        "{run:?}"
    );
    assert!(since.elapsed() < Duration::from_secs(30));
    // One method that hangs is no reason to give up the others; those before it bound its time.
    let soon = OGSOLVE.replace("2.50s", "0.50s");
    let run = bench(
        &[(
            "ogsolve",
            &format!(
                "[ $2 = rc ] && {hangs}\n{soon}\n[ $2 = naive ] && echo 'calculation time: 1ms'\nexit 0"
            ),
        )],
        &ONLY_SIX,
    );
    assert!(run.status == 0 && run.stdout.contains("-m naive "), "{run:?}");
}

#[test]
fn works_that_are_not_there_are_refused() {
    let run = bench(&[("ogsolve", OGSOLVE)], &["--only", "0.77777"]);
    assert!(run.status == 2 && run.stderr.contains("no work is on `0.77777`"), "{run:?}");
    let alone = crate::run::grundy(&["bench", "--to", "5"]);
    assert!(alone.status == 2 && alone.stderr.contains("--against"), "{alone:?}");
}
