//! Help, and what shells need.

use crate::run::grundy;

#[test]
fn alone_it_says_how_to_begin() {
    let run = grundy(&[]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    // Each example is run as it stands there.
    let examples: Vec<&str> = run.stdout.lines().filter_map(|line| line.strip_prefix("  grundy ")).collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let command = example.split("   ").next().unwrap();
        let run = grundy(&words(command).iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{command}");
        assert!(!run.stdout.is_empty());
    }
}

#[test]
fn every_command_has_an_example() {
    let all = grundy(&["--help"]);
    assert_eq!(all.status, 0);
    for command in [
        "value",
        "moves",
        "table",
        "check",
        "judge",
        "games",
        "explain",
        "nim",
        "prove",
        "bench",
        "fmt",
        "completions",
    ] {
        assert!(all.stdout.contains(&format!("\n  {command}")), "{command}");
        for flag in ["--help", "-h"] {
            let run = grundy(&[command, flag]);
            assert_eq!((run.status, run.stderr.as_str()), (0, ""));
            assert!(run.stdout.contains(&format!("\n  grundy {command}")), "{}", run.stdout);
        }
    }
}

#[test]
fn versions_and_completions() {
    let version = grundy(&["--version"]);
    assert_eq!(version.stdout, format!("grundy {}\n", env!("CARGO_PKG_VERSION")));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = grundy(&["completions", shell]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.contains("grundy") && run.stdout.contains("explain"), "{shell}");
    }
}

#[test]
fn the_fingerprint_is_the_same_everywhere() {
    let run = grundy(&["bench", "--quick", "--format", "json"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    // A change of this number is a change of a value: say so in the commit.
    assert!(run.stdout.contains("\"fingerprint\":\"f2f31f00add84450\"}"), "{}", run.stdout);
}

/// The words of a command as a shell reads it, as far as the examples go.
pub(crate) fn words(command: &str) -> Vec<String> {
    let pieces = command.split('\'').enumerate();
    pieces
        .flat_map(|(index, piece)| match index % 2 {
            0 => piece.split_whitespace().map(str::to_owned).collect(),
            _ => vec![piece.to_owned()],
        })
        .collect()
}
