//! Tables with checkpoints: whenever and however a run ends, another goes on with the
//! same values.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::run::{Run, answers, grundy, refuses};

/// A folder for checkpoints and tables, by the names of what is in it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }
}

/// A run up to `to`, and with more arguments.
fn table(rule: &str, to: &str, folder: &str, more: &[&str]) -> Run {
    grundy(&[&["table", rule, "--to", to, "--checkpoint", folder][..], more].concat())
}

#[track_caller]
fn succeeds(run: &Run) -> &str {
    assert_eq!(run.status, 0, "{}", run.stderr);
    &run.stdout
}

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Kills runs of one table at random moments until so many were killed, then lets one come to
/// its end. The table is that of a run that was left alone.
fn killed(rule: &str, more: &[&str], to: &str, kills: usize, mut longest: u64, seed: u64) {
    let folder = Folder::new();
    let (work, out, expected) = (folder.path("work"), folder.path("out.npy"), folder.path("expected.npy"));
    let alone = grundy(&[&["table", rule, "--to", to, "--out", &expected][..], more].concat());
    succeeds(&alone);
    let args =
        ["table", rule, "--to", to, "--out", &out, "--checkpoint", &work, "--checkpoint-every", "15ms"];
    let args = [&args[..], more].concat();
    let (mut random, mut done, mut resumed) = (seed, 0, 0);
    let saved = || fs::read_dir(&work).is_ok_and(|names| names.count() > 1);
    while done < kills || resumed < kills / 3 {
        let before = saved();
        let mut child = start(&args);
        // Knuth's multiplier for 64 bits.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        thread::sleep(Duration::from_micros((random >> 33) % (longest * 1000)));
        child.kill().expect("the program runs or has ended");
        let ended = child.wait_with_output().expect("the program has ended");
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(!told.contains("error") && !told.contains("warning"), "kill {done}: {told}");
        resumed += usize::from(told.starts_with("going on from "));
        match ended.status.code() {
            None => {
                done += 1;
                // The machine may have other work, too, so that it takes longer to come anywhere.
                let too_soon = told.is_empty() && (before || !saved());
                longest += if too_soon { longest / 8 } else { 0 };
            }
            Some(code) => {
                // It had come to its end: another one begins anew, and has less time.
                longest = (longest - longest / 8).max(8);
                assert_eq!(code, 0, "{told}");
                assert!(fs::read(&out).unwrap() == fs::read(&expected).unwrap(), "{rule}");
                fs::remove_dir_all(&work).unwrap();
            }
        }
    }
    let last = grundy(&args);
    succeeds(&last);
    assert!(fs::read(&out).unwrap() == fs::read(&expected).unwrap(), "{rule}");
    // And once more from the end.
    fs::remove_file(&out).unwrap();
    succeeds(&grundy(&args));
    assert!(fs::read(&out).unwrap() == fs::read(&expected).unwrap(), "{rule}");
}

#[test]
fn a_quadratic_table_outlives_kills() {
    killed("0.007", &[], "30000", 20, 120, 1);
}

#[test]
fn a_sparse_table_outlives_kills() {
    killed("0.16", &["--no-law"], "4*10**6", 15, 120, 2);
}

#[test]
fn a_native_table_and_one_of_families_outlive_kills() {
    killed("n -> n - 1 - popcount(n) | n - isqrt(n) if n > 0", &["--engine", "table"], "200000", 10, 100, 3);
    killed("n -> [a, b] where a + b == n, 1 <= a < b | n / 3 if n > 0", &[], "15000", 10, 100, 4);
}

#[test]
fn a_table_with_sets_beside_its_values_outlives_kills() {
    killed("0.00F7", &["--no-law"], "3000", 8, 150, 5);
    killed("n -> n - k for k in 1..n / 2", &["--misere"], "1500", 5, 100, 6);
}

#[test]
fn the_answer_is_that_without_checkpoints() {
    for args in [
        &["table", "kayles", "--to", "300"][..],
        &["table", "kayles", "--to", "300", "--losing"],
        &["table", "kayles", "--from", "250", "--to", "300", "--format", "json"],
        &["table", "0.007", "--to", "2000", "--no-law", "--format", "csv"],
        &["table", "nim", "--to", "40", "--format", "bfile"],
        &["table", "cow-digits", "--to", "999"],
        &["table", "kayles"],
        &["table", "mock-turtles", "--to", "50"],
        &["table", "subtract-134", "--to", "50", "--misere"],
        // Answered by the law, without a table so long.
        &["table", "kayles", "--from", "10**12", "--to", "10**12 + 20"],
        &["table", "cow-digits", "--from", "10**12", "--to", "10**12 + 20"],
        &["table", "n -> n - k for k in 1..10**9", "--from", "10**12", "--to", "10**12 + 20"],
        &["table", "mock-turtles", "--from", "10**12", "--to", "10**12 + 20"],
    ] {
        let folder = Folder::new();
        let work = folder.path("work");
        let expected = grundy(args);
        assert_eq!(expected.status, 0, "{args:?}: {}", expected.stderr);
        let with = [args, &["--checkpoint", &work]].concat();
        answers(&with, &expected.stdout);
        let again = grundy(&with);
        assert_eq!(
            (succeeds(&again), again.stderr.lines().count()),
            (expected.stdout.as_str(), 1),
            "{args:?}"
        );
    }
}

#[test]
fn long_tables_are_reported_on() {
    let folder = Folder::new();
    let work = folder.path("work");
    let first = table("kayles", "2**36", &work, &[]);
    let lines: Vec<&str> = succeeds(&first).lines().collect();
    assert_eq!(lines[1], "largest  8, first at 27");
    assert!(lines[2].starts_with("law      g(n + 12) = g(n) for every n >= 71 (proved; "), "{lines:?}");
    assert!(lines[3].starts_with("time     ") && lines[3].ends_with(" s in one run"), "{lines:?}");
    let values = lines[0].strip_prefix("values   ").unwrap().split(',').next().unwrap().to_owned();
    let again = table("kayles", "2**36", &work, &["--format", "json"]);
    let record: serde_json::Value = serde_json::from_str(succeeds(&again)).unwrap();
    assert_eq!(record["values"].to_string(), values);
    for (name, expected) in
        [("largest", 8), ("largest_at", 27), ("preperiod", 71), ("period", 12), ("saltus", 0), ("runs", 2)]
    {
        assert_eq!(record[name], expected, "{record}");
    }
    let csv = table("kayles", "2**36", &work, &["--format", "csv"]);
    let mut lines = succeeds(&csv).lines();
    assert!(lines.next().unwrap().starts_with("values,largest,"));
    assert!(lines.next().unwrap().starts_with(&format!("{values},8,27,")), "{}", csv.stdout);
    // A law that is known beforehand leaves nothing to compute.
    let nothing = table("n -> n - k for k in 1..10**9", "2**60", &folder.path("law"), &[]);
    assert!(succeeds(&nothing).starts_with("values   none computed\nlaw      g(n) = n % 1000000001 "));
    for (more, what) in [
        (&["--format", "npy"][..], "bfile, npy and gtab are formats of tables"),
        (&["--losing"], "--losing lists positions"),
    ] {
        let refused = table("kayles", "2**36", &work, more);
        assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
        assert!(refused.stderr.starts_with(&format!("error: {what}, and a table")), "{}", refused.stderr);
    }
}

/// What was saved with laws may be used without, and the other way round.
#[test]
fn laws_and_their_absence_share_checkpoints() {
    let folder = Folder::new();
    let work = folder.path("work");
    succeeds(&table("kayles", "2**36", &work, &[]));
    let without = table("kayles", "5000", &work, &["--no-law", "--format", "csv"]);
    let expected = grundy(&["table", "kayles", "--to", "5000", "--no-law", "--format", "csv"]);
    assert_eq!(succeeds(&without), expected.stdout);
    assert!(without.stderr.starts_with("going on from "));
    let record = table("kayles", "2*10**6", &work, &["--no-law", "--format", "json"]);
    assert!(succeeds(&record).contains("\"values\":2000001,") && record.stdout.contains("\"law\":null"));
    let with = table("kayles", "2**36", &work, &["--format", "json"]);
    assert!(succeeds(&with).contains("\"period\":12,"), "{}", with.stdout);
}

#[test]
fn other_rules_and_other_play_are_refused() {
    let folder = Folder::new();
    let work = folder.path("work");
    succeeds(&table("0.77", "500", &work, &[]));
    for (rule, more) in [("0.07", &[][..]), ("0.77", &["--misere"])] {
        let refused = table(rule, "500", &work, more);
        assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
        assert!(refused.stderr.contains(" holds checkpoints of another rule: 0.77"), "{}", refused.stderr);
        assert!(refused.stderr.contains("help: give another folder"), "{}", refused.stderr);
    }
    answers(&["table", "0.77", "--to", "3"], "0 0\n1 1\n2 2\n3 3\n");
}

#[test]
fn what_has_no_checkpoints_is_refused() {
    let folder = Folder::new();
    let work = folder.path("work");
    let heaps = "error: only values of heaps, or of single coins in a row, can be computed with checkpoints\n\
                 help: leave --checkpoint out, or give a rule on heaps\n";
    for args in [
        &["table", "wythoff", "--to", "9,9"][..],
        &["table", "wythoff", "--to", "9"],
        &["table", "row-chess", "--to", "4"],
        &["table", "n -> n - 1", "--loopy"],
    ] {
        refuses(&[args, &["--checkpoint", &work]].concat(), 2, heaps);
    }
    let table = folder.path("kayles.gtab");
    answers(&["table", "kayles", "--out", &table], "");
    let refused = grundy(&["table", &table, "--checkpoint", &work]);
    assert!(refused.status == 2 && refused.stderr.contains("holds values, and nothing is computed"));
    let backwards = grundy(&["table", "kayles", "--from", "9", "--to", "3", "--checkpoint", &work]);
    assert!(backwards.status == 2 && backwards.stderr.contains("would begin at 9 and end at 3"));
    let alone = grundy(&["table", "kayles", "--checkpoint-every", "5m"]);
    assert!(alone.status == 2 && alone.stderr.contains("--checkpoint <DIR>"), "{}", alone.stderr);
    assert!(!Path::new(&work).exists());
}

#[test]
fn damage_is_told_and_the_checkpoint_before_is_used() {
    let folder = Folder::new();
    let work = folder.path("work");
    for to in ["1000", "2000"] {
        succeeds(&table("0.007", to, &work, &[]));
    }
    fs::write(Path::new(&work).join("0000000002.manifest"), "nonsense").unwrap();
    let expected = grundy(&["table", "0.007", "--to", "2000"]);
    let after = table("0.007", "2000", &work, &[]);
    assert_eq!(succeeds(&after), expected.stdout);
    assert!(after.stderr.starts_with("warning: ") && after.stderr.contains("0000000002.manifest"));
    assert!(after.stderr.ends_with(&format!("going on from 1001 values in {work}\n")), "{}", after.stderr);
    for entry in fs::read_dir(&work).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "manifest") {
            fs::write(path, "nonsense").unwrap();
        }
    }
    let refused = table("0.007", "2000", &work, &[]);
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("holds no checkpoint that is whole"), "{}", refused.stderr);
}

#[test]
fn a_limit_saves_the_work() {
    let folder = Folder::new();
    let work = folder.path("work");
    for runs in 1..=2 {
        let stopped = table("0.007", "2**40", &work, &["--limit-time", "700ms"]);
        assert_eq!((stopped.status, stopped.stdout.as_str()), (1, ""));
        let told = &stopped.stderr;
        assert!(told.contains(&format!(" values are saved in {work}\nstopped: the time limit")), "{told}");
        assert_eq!(told.contains("going on from"), runs == 2, "{told}");
    }
    // Where nobody looks on there is a line for a checkpoint, if it took a while.
    let every = ["--limit-time", "2500ms", "--checkpoint-every", "1100ms"];
    let stopped = table("0.007", "2**40", &work, &every);
    let told = &stopped.stderr;
    assert!(told.contains(" of 1099511627777, ") && told.contains("/s, "), "{told}");
    assert!(told.contains(" left, largest ") && told.contains(", saved\n"), "{told}");
    let full = table("0.16", "2**40", &folder.path("full"), &["--no-law", "--limit-memory", "1M"]);
    assert_eq!((full.status, full.stdout.as_str()), (1, ""));
    assert!(full.stderr.contains(" values are saved in ") && full.stderr.contains("memory limit"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_saves_the_work() {
    for signal in ["-INT", "-TERM"] {
        let folder = Folder::new();
        let work = folder.path("work");
        let args = ["table", "0.007", "--to", "10**9", "--checkpoint", &work, "--checkpoint-every", "20ms"];
        let mut saved = 0;
        for run in 0..2 {
            let child = start(&args);
            let deadline = Instant::now() + Duration::from_secs(60);
            // Some checkpoints are there: so Ctrl-C is taken over.
            let newest = || {
                let names = fs::read_dir(&work).into_iter().flatten().filter_map(Result::ok);
                names
                    .filter_map(|entry| entry.file_name().into_string().ok())
                    .filter(|name| name.ends_with("manifest"))
                    .max()
            };
            let before = newest();
            while newest() <= before {
                assert!(Instant::now() < deadline);
                thread::sleep(Duration::from_millis(5));
            }
            let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
            assert!(sent.expect("kill is there").success());
            let ended = child.wait_with_output().unwrap();
            assert_eq!((ended.status.code(), ended.stdout.len()), (Some(130), 0));
            let told = String::from_utf8(ended.stderr).unwrap();
            let last = told.lines().last().unwrap();
            let count = last
                .strip_suffix(&format!(" values are saved in {work}"))
                .unwrap_or_else(|| panic!("{told}"));
            let count: u64 = count.parse().unwrap();
            assert!(count > saved);
            assert_eq!(
                told.lines().next() == Some(&format!("going on from {saved} values in {work}")),
                run == 1
            );
            saved = count;
        }
    }
}

/// A run begun by `nohup` outlives its terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_to_be_ignored_is_ignored() {
    let folder = Folder::new();
    let work = folder.path("work");
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_grundy")])
        .args(["table", "0.007", "--to", "10**9", "--checkpoint", &work, "--checkpoint-every", "20ms"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let manifest = |number: usize| Path::new(&work).join(format!("{number:010}.manifest")).exists();
    let deadline = Instant::now() + Duration::from_secs(60);
    let wait_for = |number: usize| {
        // The one before is kept, too: none can be missed for long.
        while !(number..number + 1000).any(manifest) {
            assert!(Instant::now() < deadline, "checkpoint {number}");
            thread::sleep(Duration::from_millis(1));
        }
    };
    let send = |signal: &str| {
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    };
    wait_for(2);
    send("-HUP");
    let next = (2..1000).find(|&number| manifest(number)).unwrap();
    wait_for(next + 5);
    send("-TERM");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// A disk that is full, here a limit on the size of files, ends no work; but it is told, and
/// counts at the end.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_the_work_goes_on() {
    let folder = Folder::new();
    let work = folder.path("work");
    succeeds(&table("0.16", "10000", &work, &["--no-law"]));
    // Blocks of 512 or 1024 bytes.
    let script = "ulimit -f 100; exec \"$0\" \"$@\"";
    let args = ["table", "0.16", "--to", "400000", "--from", "399990", "--no-law", "--checkpoint", &work];
    let ran =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_grundy")]).args(args).output().unwrap();
    let told = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{told}");
    assert!(told.contains("warning: the checkpoint could not be written: "), "{told}");
    let expected = grundy(&["table", "0.16", "--to", "400000", "--from", "399990", "--no-law"]);
    assert_eq!(String::from_utf8(ran.stdout).unwrap(), expected.stdout);
    let after = table("0.16", "400000", &work, &["--from", "399990", "--no-law"]);
    assert_eq!(succeeds(&after), expected.stdout);
    assert!(after.stderr.starts_with("going on from 10001 values "), "{}", after.stderr);
}
