//! Compiles and runs programs, two at a time.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, OnceLock};

use grundy::export::{Language, program};
use grundy::lang::{PositionKind, Rule};
use grundy::solve::{BigPosition, Config, EngineName, SolveError, Solver};
use grundy::{Control, Position, Sum};
use num_bigint::BigUint;

/// A program's input, and the output it must have.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) rule: Rule,
    pub(super) input: String,
    pub(super) expected: String,
    /// Inputs at which the program must end with status 1.
    pub(super) bad: Vec<Bad>,
}

/// An input that ends a program.
#[derive(Clone, Debug)]
pub(super) struct Bad {
    pub(super) input: String,
    /// A part of the message.
    pub(super) says: String,
    /// Whether this is so in Python too, whose numbers have no limit.
    pub(super) python: bool,
}

impl Case {
    /// With inputs that are no positions of this program in any language, and what of
    /// each is named.
    pub(super) fn refusing(mut self, bad: &[(&str, &str)]) -> Case {
        self.bad.extend(bad.iter().map(|(input, says)| Bad {
            input: (*input).to_owned(),
            says: (*says).to_owned(),
            python: true,
        }));
        self
    }

    /// With inputs at which the compiled programs have too small a type.
    pub(super) fn leaving(mut self, bad: &[(&str, &str)]) -> Case {
        self.bad.extend(bad.iter().map(|(input, says)| Bad {
            input: (*input).to_owned(),
            says: (*says).to_owned(),
            python: false,
        }));
        self
    }
}

/// The rule with those of the positions at which it does not break.
pub(super) fn case_where_sound(rule: &Rule, positions: &[(String, String)]) -> Case {
    let config = Config { engine: EngineName::Naive, law: false, ..Config::default() };
    let mut naive = Solver::new(rule.clone(), config).expect("the naive engine takes every rule");
    let sound = positions.iter().filter(|(typed, _)| {
        let position = naive.parse_position(typed).expect("a position");
        match naive.value(&Sum::new(vec![position]), &Control::default()) {
            Ok(_) => true,
            Err(SolveError::Fault(_)) => false,
            Err(error) => panic!("{}: {typed}: {error}", rule.text()),
        }
    });
    let sound: Vec<(String, String)> = sound.cloned().collect();
    assert!(!sound.is_empty(), "{} breaks everywhere", rule.text());
    case(rule, &sound)
}

/// A position as a line of a program's input.
pub(super) fn line(position: &BigPosition) -> String {
    let blanks = |entries: &[BigUint]| entries.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    match position {
        Position::Heap(size) => size.to_string(),
        Position::Tuple(entries) | Position::Seq(entries) => blanks(entries),
        Position::Tagged(tag, entries) => format!("{tag} {}", blanks(entries)),
        Position::Coins(coins) => blanks(coins.heads()),
        Position::Board(coins) => {
            coins.heads().iter().map(|head| blanks(head.entries())).collect::<Vec<_>>().join(" ")
        }
        Position::Row(row) => row.to_string(),
        other => panic!("a position without a line: {other}"),
    }
}

/// The rule with positions, each as a user types it and as a line of a program's input.
pub(super) fn case(rule: &Rule, positions: &[(String, String)]) -> Case {
    let config = Config { engine: EngineName::Naive, law: false, ..Config::default() };
    let mut naive = Solver::new(rule.clone(), config).expect("the naive engine takes every rule");
    let (mut input, mut expected) = (String::new(), String::new());
    for (typed, line) in positions {
        let parts = typed.split(' ').filter(|part| !part.is_empty());
        let parts = parts.map(|part| naive.parse_position(part).expect("a position")).collect();
        let value = naive.value(&Sum::new(parts), &Control::default());
        let value = value.unwrap_or_else(|error| panic!("{}: {typed}: {error}", rule.text()));
        input.push_str(&format!("{line}\n"));
        expected.push_str(&format!("{}\n", value.value));
    }
    Case { rule: rule.clone(), input, expected, bad: Vec::new() }
}

/// The rule with all small positions of its kind, up to about `size`.
pub(super) fn small_positions(rule: &Rule, size: u64) -> Vec<(String, String)> {
    let mut all = Vec::new();
    match rule.position_kind() {
        PositionKind::Heap => all.extend((0..=size).map(|n| (n.to_string(), n.to_string()))),
        PositionKind::Coins => {
            all.extend((0..=size.min(20)).map(|n| (n.to_string(), n.to_string())));
            all.push(("{1,2,5}".to_owned(), "1 2 5".to_owned()));
            all.push(("{}".to_owned(), String::new()));
        }
        PositionKind::Row(cells) => {
            let mut rows = vec![String::new()];
            for _ in 0..5 {
                let longer = rows
                    .iter()
                    .flat_map(|row| cells.iter().map(move |&cell| format!("{row}{}", char::from(cell))));
                rows = longer.collect();
                all.extend(rows.iter().map(|row| (row.clone(), row.clone())));
                if rows.len() > 300 {
                    break;
                }
            }
        }
        PositionKind::Shapes(shapes) => {
            for shape in shapes {
                let most = match shape.arity {
                    1 => size,
                    2 => 9,
                    3 => 4,
                    _ => 2,
                };
                for entries in tuples(shape.arity, most) {
                    let blanks = entries.join(" ");
                    all.push(match &shape.tag {
                        Some(tag) => (format!("{tag}({})", entries.join(",")), format!("{tag} {blanks}")),
                        None if shape.arity == 1 => (blanks.clone(), blanks),
                        None => (format!("({})", entries.join(",")), blanks),
                    });
                }
            }
        }
        PositionKind::Board(arity) => {
            for entries in tuples(arity, if arity == 2 { 6 } else { 3 }) {
                all.push((format!("{{({})}}", entries.join(",")), entries.join(" ")));
            }
        }
        PositionKind::Seq => {
            for length in 0..=3 {
                for entries in tuples(length, if length < 3 { 6 } else { 4 }) {
                    all.push((format!("[{}]", entries.join(",")), entries.join(" ")));
                }
            }
        }
        other => panic!("a kind of positions without a test: {other:?}"),
    }
    all
}

/// All tuples of so many entries from 0 to `most`.
fn tuples(arity: usize, most: u64) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    for _ in 0..arity {
        all = all
            .iter()
            .flat_map(|entries: &Vec<String>| {
                (0..=most).map(move |entry| {
                    let mut longer = entries.clone();
                    longer.push(entry.to_string());
                    longer
                })
            })
            .collect();
    }
    all
}

/// The program's text, of a solver that may use laws.
pub(super) fn text(rule: &Rule, language: Language) -> String {
    let mut solver = Solver::new(rule.clone(), Config::default()).expect("some engine fits");
    let text = program(&mut solver, language, &Control::default());
    text.unwrap_or_else(|error| panic!("{}: {error}", rule.text()))
}

/// Runs every case in every one of the languages; all that fails is told at once.
pub(super) fn all_agree(cases: &[Case], languages: &[Language]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    if languages.contains(&Language::Cpp) {
        precompile(folder.path());
    }
    let work: Vec<(usize, &Case, Language)> = languages
        .iter()
        .flat_map(|&language| cases.iter().enumerate().map(move |(index, case)| (index, case, language)))
        .collect();
    let (next, failures) = (Mutex::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let mine = {
                        let mut next = next.lock().expect("nobody panics with the lock");
                        *next += 1;
                        *next - 1
                    };
                    let Some((index, case, language)) = work.get(mine) else { return };
                    let name = format!("p{index}");
                    if let Err(failure) = run(case, *language, folder.path(), &name) {
                        failures.lock().expect("nobody panics with the lock").push(failure);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("nobody panics with the lock");
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), work.len(), failures.join("\n\n"));
}

/// Sums that leave their type end the program, where they would go on unseen.
const CPP: [&str; 7] = [
    "-O0",
    "-std=c++17",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-fsanitize=signed-integer-overflow",
    "-fsanitize-undefined-trap-on-error",
];

/// Compiles the header that every program includes, as compilers look for it.
fn precompile(folder: &Path) {
    fs::create_dir(folder.join("bits")).expect("a folder");
    let header = folder.join("header.hpp");
    fs::write(&header, "#include <bits/stdc++.h>\n").expect("the header is written");
    let mut command = Command::new("g++");
    command.args(CPP).args(["-x", "c++-header"]).arg(&header).arg("-o").arg(folder.join("bits/stdc++.h.gch"));
    let output = command.output().expect("g++ is there: test.sh sees to it");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The interpreter itself: `python3` may be a script that looks for it, which takes
/// longer than a program here.
fn python() -> &'static str {
    static PATH: OnceLock<String> = OnceLock::new();
    PATH.get_or_init(|| {
        let output = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        let output = output.expect("python3 is there: test.sh sees to it");
        String::from_utf8(output.stdout).expect("a path").trim().to_owned()
    })
}

fn run(case: &Case, language: Language, folder: &Path, name: &str) -> Result<(), String> {
    let text = text(&case.rule, language);
    let failure =
        |what: &str, more: &str| Err(format!("{language}: {}\n{what}: {more}\n{text}", case.rule.text()));
    let binary = folder.join(format!("{name}_{language}"));
    let mut command = match language {
        Language::Cpp => {
            let file = folder.join(format!("{name}.cpp"));
            fs::write(&file, &text).map_err(|error| error.to_string())?;
            let mut command = Command::new("g++");
            command.args(CPP).arg("-I").arg(folder).arg(file).arg("-o").arg(&binary);
            command
        }
        Language::Rust => {
            let file = folder.join(format!("{name}.rs"));
            fs::write(&file, &text).map_err(|error| error.to_string())?;
            let mut command = Command::new("rustc");
            // Without a word rustc takes the first edition, Cargo a late one.
            let edition = if name.bytes().fold(0, u8::wrapping_add) % 2 == 0 { "2015" } else { "2021" };
            command.args([
                "--edition",
                edition,
                "-C",
                "opt-level=0",
                "-C",
                "codegen-units=1",
                "-C",
                "debug-assertions=on",
            ]);
            command.args(["-D", "warnings"]);
            command.args(["--crate-name", name]).arg(file).arg("-o").arg(&binary);
            command
        }
        _ => {
            fs::write(&binary, &text).map_err(|error| error.to_string())?;
            Command::new("true")
        }
    };
    let compiled = command.output().map_err(|error| error.to_string())?;
    if !compiled.status.success() {
        return failure("does not compile", &String::from_utf8_lossy(&compiled.stderr));
    }
    let output = ask(language, &binary, &case.input)?;
    if !output.status.success() {
        return failure("fails", &String::from_utf8_lossy(&output.stderr));
    }
    let found = String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n");
    if found != case.expected {
        let lines = case.input.lines().zip(case.expected.lines()).zip(found.lines());
        let differs = lines.into_iter().find(|((_, expected), found)| expected != found);
        return failure(
            "differs",
            &format!("{differs:?}, {} lines of {}", found.lines().count(), case.expected.lines().count()),
        );
    }
    for bad in case.bad.iter().filter(|bad| bad.python || language != Language::Python) {
        let output = ask(language, &binary, &bad.input)?;
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.code() != Some(1) || !said.contains(&bad.says) {
            let found = String::from_utf8_lossy(&output.stdout);
            return failure("goes on", &format!("{bad:?}: {}, {found:?}, {said:?}", output.status));
        }
    }
    Ok(())
}

/// What the program answers.
fn ask(language: Language, binary: &Path, input: &str) -> Result<Output, String> {
    let mut command = match language {
        Language::Python => {
            let mut command = Command::new(python());
            command.arg("-S").arg(binary);
            command
        }
        _ => Command::new(binary),
    };
    let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = started.map_err(|error| format!("{command:?}: {error}"))?;
    let mut stdin = child.stdin.take().expect("it was piped");
    // A program that fails early leaves the rest unread; its output tells.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().map_err(|error| error.to_string())
}
