//! The transcripts in the READMEs are what the program prints.

use std::path::Path;

use crate::help::words;
use crate::run::grundy;

/// A command as it stands in a README, and what is shown under it.
struct Transcript {
    command: String,
    shown: String,
}

fn transcripts(file: &str) -> Vec<Transcript> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let text = std::fs::read_to_string(&path).expect("the README is there");
    let mut found: Vec<Transcript> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let Some(line) = line.strip_prefix("    ") else {
            open = false;
            continue;
        };
        let command = line.strip_prefix("$ ").map(|command| {
            let built = command.strip_prefix("cargo run --release -- ");
            built.or_else(|| command.strip_prefix("grundy ")).expect("a README runs grundy").to_owned()
        });
        match command {
            Some(command) => {
                found.push(Transcript { command, shown: String::new() });
                open = true;
            }
            None if open => {
                if let Some(last) = found.last_mut() {
                    last.shown += line;
                    last.shown += "\n";
                }
            }
            None => {}
        }
    }
    found
}

#[test]
fn readmes_show_what_is_printed() {
    for file in ["README.md", "README.zh-CN.md"] {
        let transcripts = transcripts(file);
        assert!(transcripts.len() >= 6, "{file} shows only {} commands", transcripts.len());
        for Transcript { command, shown } in transcripts {
            let words = words(&command);
            let run = grundy(&words.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!((run.stdout, run.stderr.as_str()), (shown, ""), "{file}: {command}");
        }
    }
}
