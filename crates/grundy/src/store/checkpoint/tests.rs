//! Whatever happens to a folder, a whole checkpoint comes out of it or a reason.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

use super::super::rule_mark::RuleMark;
use super::super::sealed::seal;
use super::manifest::{KIND, Manifest, chunk_name, manifest_name};
use super::*;
use crate::lang::Rule;
use crate::store::StoreError;
use crate::theory::Control;

/// A position, and the parts by their names.
type State = (u64, BTreeMap<String, Vec<u8>>);

fn rule(text: &str) -> RuleMark {
    RuleMark::new(&Rule::parse(text).unwrap(), &[])
}

fn open(folder: &Path) -> Result<Checkpoints, StoreError> {
    Checkpoints::open(folder, &rule("0.16"), "test 1", &Control::default())
}

fn state(run: &Checkpoints) -> Option<State> {
    let latest = run.latest()?;
    let manifest = &run.kept.last().unwrap().1;
    let parts = manifest.parts.iter().map(|part| {
        let mut reader = latest.part(&part.name).unwrap();
        let mut bytes = Vec::new();
        let length = reader.length();
        reader.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes.len() as u64, length);
        (part.name.clone(), bytes)
    });
    Some((latest.position(), parts.collect()))
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn copy(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for name in names(folder) {
        // The lock is no part of what an ended run leaves.
        if name != "lock" {
            fs::copy(folder.join(&name), copy.path().join(&name)).unwrap();
        }
    }
    copy
}

/// Saves a state in which `values` goes on and `state` is another.
fn save(run: &mut Checkpoints, position: u64, watched: &mut dyn FnMut(&Path)) -> Result<(), StoreError> {
    let mut save = run.begin(position);
    let from = save.length("values");
    let new: Vec<u8> = (from..position).map(value).collect();
    for bytes in new.chunks(7) {
        save.append("values", bytes)?;
    }
    save.replace("state", format!("state at {position}").as_bytes())?;
    save.commit_watched(watched)
}

fn value(n: u64) -> u8 {
    u8::try_from(n * 37 % 251).unwrap()
}

fn expected(position: u64) -> State {
    let parts = [
        ("state".to_owned(), format!("state at {position}").into_bytes()),
        ("values".to_owned(), (0..position).map(value).collect()),
    ];
    (position, parts.into())
}

fn saved(folder: &Path, positions: &[u64]) {
    let mut run = open(folder).unwrap();
    for &position in positions {
        save(&mut run, position, &mut |_| {}).unwrap();
    }
}

/// Ended at any step, a run leaves the checkpoint before or the new one.
#[test]
fn every_step_leaves_a_whole_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = open(folder.path()).unwrap();
    let mut before = None;
    for position in [10, 30, 31, 100] {
        let mut left = Vec::new();
        save(&mut run, position, &mut |folder| left.push(copy(folder))).unwrap();
        let states: Vec<Option<State>> = left.iter().map(|left| state(&open(left.path()).unwrap())).collect();
        assert!(states.len() >= 8 && states.is_sorted(), "{states:?}");
        assert_eq!(states.first(), Some(&before));
        before = Some(expected(position));
        assert_eq!(states.last(), Some(&before));
        assert!(states.iter().all(|state| state == &states[0] || state == &before));
        // From each the work goes on, and what was left over is gone.
        for left in &left {
            let mut run = open(left.path()).unwrap();
            assert!(run.problems().is_empty(), "{:?}", run.problems());
            for more in [position + 5, position + 6] {
                save(&mut run, more, &mut |_| {}).unwrap();
                assert_eq!(state(&run), Some(expected(more)));
            }
            drop(run);
            assert_eq!(state(&open(left.path()).unwrap()), Some(expected(position + 6)));
            let names = names(left.path());
            assert!(names.iter().all(|name| !name.starts_with(".unfinished")), "{names:?}");
            assert_eq!(names.iter().filter(|name| name.ends_with(".manifest")).count(), 2, "{names:?}");
        }
    }
}

#[test]
fn what_is_saved_is_not_written_again() {
    let folder = tempfile::tempdir().unwrap();
    saved(folder.path(), &[100_000, 100_003, 100_009]);
    let sizes: Vec<u64> = names(folder.path())
        .iter()
        .filter(|name| name.ends_with(".chunk"))
        .map(|name| fs::metadata(folder.path().join(name)).unwrap().len())
        .collect();
    // The values of each, and the state of the last two.
    assert_eq!(sizes, [100_000, 3, 15, 6, 15]);
}

#[test]
fn parts_are_what_was_said_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = open(folder.path()).unwrap();
    let mut first = run.begin(1);
    for (part, bytes) in [("a", "1"), ("b", "2"), ("a", "3"), ("c", ""), ("a", "4"), ("d", "5")] {
        first.append(part, bytes.as_bytes()).unwrap();
    }
    assert_eq!(["a", "b", "c", "e"].map(|part| first.length(part)), [3, 1, 0, 0]);
    first.commit().unwrap();
    let text = |run: &Checkpoints| {
        let (_, parts) = state(run).unwrap();
        let parts: Vec<String> =
            parts.iter().map(|(name, bytes)| format!("{name}={}", String::from_utf8_lossy(bytes))).collect();
        parts.join(" ")
    };
    assert_eq!(text(&run), "a=134 b=2 c= d=5");
    let mut second = run.begin(2);
    second.append("a", b"lost").unwrap();
    second.replace("a", b"6").unwrap();
    second.append("a", b"7").unwrap();
    second.keep("b");
    second.append("d", b"8").unwrap();
    assert_eq!(["a", "b", "c", "d"].map(|part| second.length(part)), [2, 1, 0, 2]);
    second.commit().unwrap();
    // Nothing was said of c.
    assert_eq!(text(&run), "a=67 b=2 d=58");
    let mut dropped = run.begin(3);
    dropped.replace("a", b"never").unwrap();
    drop(dropped);
    drop(run);
    assert_eq!(text(&open(folder.path()).unwrap()), "a=67 b=2 d=58");
}

/// A changed byte, a cut and a missing file of the last checkpoint are told of, and
/// the one before is used.
#[test]
fn the_checkpoint_before_a_damaged_one_is_used() {
    let folder = tempfile::tempdir().unwrap();
    saved(folder.path(), &[10, 20, 25]);
    let whole = copy(folder.path());
    let of_the_last: Vec<String> =
        names(whole.path()).into_iter().filter(|name| name.starts_with("0000000003")).collect();
    assert_eq!(of_the_last.len(), 3);
    let held_to = |damaged: &tempfile::TempDir, what: &str| {
        let mut run = open(damaged.path()).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(state(&run), Some(expected(20)), "{what}");
        assert_eq!(run.problems().len(), 1, "{what}");
        let told = run.problems()[0].to_string();
        assert!(told.contains("0000000003"), "{what}: {told}");
        // The work goes on, and the damage is gone in the end.
        save(&mut run, 40, &mut |_| {}).unwrap();
        drop(run);
        let run = open(damaged.path()).unwrap();
        assert!(run.problems().is_empty() && state(&run) == Some(expected(40)), "{what}");
        assert!(names(damaged.path()).iter().all(|name| !name.starts_with("0000000003")), "{what}");
    };
    for name in &of_the_last {
        let bytes = fs::read(whole.path().join(name)).unwrap();
        for at in (0..bytes.len()).step_by(if bytes.len() > 100 { 13 } else { 1 }) {
            let damaged = copy(whole.path());
            let mut changed = bytes.clone();
            // In the version a greater number would be one to come, which is refused.
            changed[at] ^= if at == 8 && name.ends_with("manifest") { 1 } else { 0x20 };
            if (9..12).contains(&at) && name.ends_with("manifest") {
                continue;
            }
            fs::write(damaged.path().join(name), &changed).unwrap();
            held_to(&damaged, &format!("byte {at} of {name}"));
            let cut = copy(whole.path());
            fs::write(cut.path().join(name), &bytes[..at]).unwrap();
            held_to(&cut, &format!("{name} cut at {at}"));
        }
        let longer = copy(whole.path());
        fs::write(longer.path().join(name), [&bytes[..], b"x"].concat()).unwrap();
        held_to(&longer, &format!("{name} and a byte more"));
        let missing = copy(whole.path());
        fs::remove_file(missing.path().join(name)).unwrap();
        if name.ends_with("manifest") {
            // As if the run had ended before it.
            assert_eq!(state(&open(missing.path()).unwrap()), Some(expected(20)));
        } else {
            held_to(&missing, &format!("{name} missing"));
        }
    }
}

#[test]
fn a_folder_without_a_whole_checkpoint_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    saved(folder.path(), &[10, 20]);
    // Both checkpoints need the first values.
    let first = folder.path().join(chunk_name(1, 0));
    let bytes = fs::read(&first).unwrap();
    fs::write(&first, &bytes[1..]).unwrap();
    let before = names(folder.path());
    let error = open(folder.path()).unwrap_err();
    assert!(matches!(error, StoreError::Unfit { .. }));
    let told = error.to_string();
    assert!(told.contains("no checkpoint that is whole") && told.contains("another length"), "{told}");
    assert_eq!(names(folder.path()), before);
}

#[test]
fn other_rules_engines_and_versions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    saved(folder.path(), &[10, 20]);
    let before = names(folder.path());
    let told = |rule_text: &str, engine: &str| {
        let opened = Checkpoints::open(folder.path(), &rule(rule_text), engine, &Control::default());
        let error = opened.unwrap_err();
        assert!(matches!(error, StoreError::Unfit { .. }), "{error}");
        error.to_string()
    };
    assert!(told("0.17", "test 1").contains("of another rule: 0.16"));
    assert!(told("0.16", "test 2").contains("of the engine `test 1` of grundy "));
    // A comment makes no other rule.
    let dressed = Checkpoints::open(folder.path(), &rule("0.16 # mine"), "test 1", &Control::default());
    assert_eq!(state(&dressed.unwrap()), Some(expected(20)));
    let newest = folder.path().join(manifest_name(2));
    let mut bytes = fs::read(&newest).unwrap();
    bytes[8] = 2;
    fs::write(&newest, &bytes).unwrap();
    let newer = told("0.16", "test 1");
    assert!(
        newer.contains("version 2 of the format") && newer.contains("newer version of grundy"),
        "{newer}"
    );
    assert_eq!(names(folder.path()), before);
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = open(folder.path()).unwrap();
    let refused = open(folder.path()).unwrap_err().to_string();
    assert!(refused.contains("is in use by another run"), "{refused}");
    save(&mut first, 5, &mut |_| {}).unwrap();
    drop(first);
    assert_eq!(state(&open(folder.path()).unwrap()), Some(expected(5)));
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let others =
        ["notes.txt", "+7.manifest", "7.manifest", "0000000001.chunk", "0000000001-+1.chunk", "x.manifest"];
    for name in others {
        fs::write(folder.path().join(name), "mine").unwrap();
    }
    saved(folder.path(), &[10, 20, 30]);
    for name in others {
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), b"mine", "{name}");
    }
    // A manifest cannot name files elsewhere, nor sizes that do not add up.
    let (number, mut manifest) = open(folder.path()).unwrap().kept.last().unwrap().clone();
    for part in &mut manifest.parts {
        for chunk in &mut part.chunks {
            chunk.bytes = u64::MAX;
        }
    }
    assert!(Manifest::read(&seal(KIND, &manifest).unwrap()).is_err());
    fs::write(folder.path().join(manifest_name(number)), seal(KIND, &manifest).unwrap()).unwrap();
    assert_eq!(state(&open(folder.path()).unwrap()), Some(expected(20)));
}

#[test]
fn the_greatest_number_is_no_overflow() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(manifest_name(u64::MAX)), "").unwrap();
    assert!(open(folder.path()).is_err());
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(chunk_name(u64::MAX - 1, 0)), "").unwrap();
    let mut run = open(folder.path()).unwrap();
    assert!(save(&mut run, 5, &mut |_| {}).is_err());
    assert!(run.latest().is_none());
}

#[test]
fn a_stop_is_listened_to() {
    let folder = tempfile::tempdir().unwrap();
    saved(folder.path(), &[10]);
    let control = Control::default().with_stop(std::sync::Arc::new(true.into()));
    let stopped = Checkpoints::open(folder.path(), &rule("0.16"), "test 1", &control);
    assert!(matches!(stopped, Err(StoreError::Stopped(_))), "{stopped:?}");
}

/// Kills a run for good, forty times, each time after another number of its steps. This
/// test runs itself again as the run that is killed.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_goes_on() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    const FOLDER: &str = "GRUNDY_TEST_CHECKPOINT_KILLED";
    if let Some(folder) = std::env::var_os(FOLDER) {
        let mut run = open(Path::new(&folder)).unwrap();
        let from = run.latest().map_or(0, Checkpoint::position);
        for position in from + 1..from + 1000 {
            let step = |_: &Path| {
                let mut out = std::io::stdout();
                out.write_all(b"#").and_then(|()| out.flush()).unwrap();
            };
            save(&mut run, position, &mut { step }).unwrap();
        }
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut reached = 0;
    for kill in 0..40 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "store::checkpoint::tests::a_run_that_is_killed_goes_on", "--nocapture"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let steps = std::io::BufReader::new(child.stdout.take().unwrap()).bytes();
        let steps = steps.filter(|byte| matches!(byte, Ok(b'#'))).take(kill % 23 + 1).count();
        assert_eq!(steps, kill % 23 + 1, "the run ended by itself");
        child.kill().unwrap();
        child.wait().unwrap();
        let run = open(folder.path()).unwrap();
        assert!(run.problems().is_empty(), "{:?}", run.problems());
        let Some((position, parts)) = state(&run) else { continue };
        assert!(position >= reached);
        assert_eq!((position, parts), expected(position));
        reached = position;
    }
    assert!(reached >= 20, "{reached}");
}

/// A disk that is full, here a limit on the size of files, loses nothing that was saved.
///
/// The limit holds for a whole process, so this test runs itself again in one of its own.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    const FOLDER: &str = "GRUNDY_TEST_CHECKPOINT_FOLDER";
    if let Some(folder) = std::env::var_os(FOLDER) {
        let mut run = open(Path::new(&folder)).unwrap();
        for position in [200_000, 300_000] {
            let refused = save(&mut run, position, &mut |_| {});
            assert!(matches!(refused, Err(StoreError::File { .. })), "{refused:?}");
            assert_eq!(state(&run), Some(expected(1000)));
        }
        // Who does not listen to the error commits nothing.
        let mut save = run.begin(7);
        assert!(save.append("values", &vec![0; 200_000]).is_err());
        assert!(save.commit().is_err());
        assert_eq!(state(&run), Some(expected(1000)));
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    saved(folder.path(), &[1000]);
    // A signal that is ignored stays so in the process that takes the shell's place.
    let ran = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 100; exec \"$0\" --exact \"$1\""])
        .arg(std::env::current_exe().unwrap())
        .arg("store::checkpoint::tests::a_full_disk_loses_nothing")
        .env(FOLDER, folder.path())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(
        ran.status.success() && told.contains("1 passed"),
        "{told}{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let mut run = open(folder.path()).unwrap();
    assert!(run.problems().is_empty() && state(&run) == Some(expected(1000)));
    save(&mut run, 2000, &mut |_| {}).unwrap();
    assert_eq!(state(&run), Some(expected(2000)));
}
