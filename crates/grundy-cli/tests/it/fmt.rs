//! `grundy fmt`: files that are laid out, and files that are left alone.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{grundy, grundy_reading};

const ROUGH: &str = "n->n-s for s in{1,3,4}#take\n";
const SMOOTH: &str = "n -> n - s for s in {1, 3, 4}  #take\n";

/// Makes a file in a folder; its path as text.
fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().expect("temporary folders have names in UTF-8").to_owned()
}

#[test]
fn a_file_is_laid_out_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let (rough, marked) =
        (file(folder.path(), "a.grundy", ROUGH), file(folder.path(), "b", "\u{feff}0.77\r\n"));
    let run = grundy(&["fmt", &rough, &marked]);
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    assert_eq!(fs::read_to_string(&rough).unwrap(), SMOOTH);
    assert_eq!(fs::read_to_string(&marked).unwrap(), "0.77\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left in the folder");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_laid_out_is_not_written() {
    use std::os::unix::fs::MetadataExt;

    let folder = tempfile::tempdir().unwrap();
    let smooth = file(folder.path(), "a.grundy", SMOOTH);
    let before = fs::metadata(&smooth).unwrap();
    assert_eq!(grundy(&["fmt", &smooth]).status, 0);
    let after = fs::metadata(&smooth).unwrap();
    assert_eq!((before.ino(), before.modified().unwrap()), (after.ino(), after.modified().unwrap()));
}

#[test]
fn check_names_the_files_and_changes_none() {
    let folder = tempfile::tempdir().unwrap();
    let (rough, smooth) = (file(folder.path(), "a.grundy", ROUGH), file(folder.path(), "b.grundy", SMOOTH));
    let run = grundy(&["fmt", "--check", &rough, &smooth]);
    assert_eq!((run.status, run.stdout, run.stderr.as_str()), (1, format!("{rough}\n"), ""));
    assert_eq!(fs::read_to_string(&rough).unwrap(), ROUGH);
    let run = grundy(&["fmt", "--check", &smooth]);
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
}

#[test]
fn standard_input_goes_to_standard_output() {
    for text in [ROUGH, SMOOTH] {
        let run = grundy_reading(text, &["fmt", "-"]);
        assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (0, SMOOTH, ""));
    }
    let run = grundy_reading(ROUGH, &["fmt", "--check", "-"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, "-\n"));
    assert_eq!(grundy_reading(ROUGH, &["fmt", "-", "-"]).status, 2);
}

#[test]
fn errors_point_into_each_file_and_no_file_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let rough = file(folder.path(), "a.grundy", ROUGH);
    let wrong = file(folder.path(), "b.grundy", "n -> n -\n");
    let power = file(folder.path(), "c.grundy", "\nn -> 2^n\n");
    let missing = folder.path().join("d").to_str().unwrap().to_owned();
    let run = grundy(&["fmt", &rough, &wrong, &power, &missing]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    for place in [format!("{wrong}:1:"), format!("{power}:2:7"), format!("cannot read {missing}")] {
        assert!(run.stderr.contains(&place), "{place}\n{}", run.stderr);
    }
    assert_eq!(fs::read_to_string(&rough).unwrap(), ROUGH);
    let run = grundy_reading("n -> n ^ 2", &["fmt", "-"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("standard input:1:8"), "{}", run.stderr);
}

#[test]
fn every_rule_file_of_the_repository_is_laid_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grundy/games");
    let games: Vec<PathBuf> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    let mut args = vec!["fmt", "--check"];
    args.extend(games.iter().map(|path| path.to_str().unwrap()));
    assert!(args.len() > 10);
    let run = grundy(&args);
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
}
