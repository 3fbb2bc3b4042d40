//! What stands before the rule in a program: the comment at the top, the types and
//! the support library.

use super::language::Language;
use super::lower::Constant;
use super::ranges::MOST_ENTRY;
use super::snippets::needed;
use crate::lang::interpret::{BoundParameter, Parameters};
use crate::lang::ir::{ParameterId, Program};
use crate::lang::{Form, Rule};
use crate::theory::Play;

/// The comment at the top: the rule, the input, and what the program rests on.
pub(super) fn heading(rule: &Rule, input: &str, method: &str, language: Language) -> String {
    let mut lines = vec![match rule.play() {
        Play::Misere => "Misère values of the game".to_owned(),
        _ => "Sprague-Grundy values of the game".to_owned(),
    }];
    lines.extend(
        rule.text().lines().filter(|line| !line.trim().is_empty()).map(|line| format!("    {}", line.trim())),
    );
    let parameters = match rule.form() {
        Form::Numbers(rules) => parameters(rules.program(), rules.parameters()),
        Form::Shapes(rules) => parameters(rules.program(), rules.parameters()),
        _ => Vec::new(),
    };
    lines.extend(parameters);
    lines.extend(input.lines().chain(method.lines()).map(str::to_owned));
    lines.iter().map(|line| comment(line, language)).collect()
}

/// A line of comment. A backslash at its end would join the next line to it in C++.
pub(super) fn comment(line: &str, language: Language) -> String {
    let safe = if line.ends_with('\\') { format!("{line} .") } else { line.to_owned() };
    format!("{} {safe}\n", language.comment())
}

/// The values of the parameters in words, as they stand in this program.
fn parameters(program: &Program, values: &Parameters) -> Vec<String> {
    /// So many numbers of a set are shown.
    const SHOWN: usize = 20;
    let mut lines = Vec::new();
    for (index, parameter) in program.parameters.iter().enumerate() {
        match values.bound(ParameterId(index)) {
            Some(BoundParameter::Int(value)) => lines.push(format!("with {} = {value}", parameter.name)),
            Some(BoundParameter::Listed { entries, arity }) if entries.len() <= SHOWN => {
                let members: Vec<String> = entries
                    .chunks(arity.max(1))
                    .map(|member| {
                        let entries: Vec<String> = member.iter().map(ToString::to_string).collect();
                        if arity > 1 { format!("({})", entries.join(", ")) } else { entries.join(", ") }
                    })
                    .collect();
                lines.push(format!("with {} = {{{}}}", parameter.name, members.join(", ")));
            }
            _ => {}
        }
    }
    lines
}

/// What the numbers of a program are, as a last line about its method.
pub(super) fn numbers_line(language: Language, wide: bool) -> String {
    match language {
        Language::Python => String::new(),
        _ => format!(
            "\nNumbers have {} bits; one that leaves them, or an entry above {MOST_ENTRY}, ends the program.",
            if wide { 128 } else { 64 }
        ),
    }
}

/// The beginning of a program that has numbers of the rule: types, the support
/// library, constant lists.
pub(super) fn prelude(
    language: Language,
    wide: bool,
    names: &std::collections::BTreeSet<&'static str>,
    constants: &[Constant],
    imports: &[&str],
    body: &str,
) -> String {
    let snippets = needed(language, names);
    let mut text = String::new();
    match language {
        Language::Cpp => {
            text.push_str("#include <bits/stdc++.h>\nusing namespace std;\n");
            text.push_str(if wide { "using Int = __int128;\n" } else { "using Int = long long;\n" });
        }
        Language::Rust => {
            let uses: Vec<&str> =
                snippets.iter().copied().filter(|snippet| snippet.starts_with("use ")).collect();
            let mut lines: Vec<String> = imports.iter().map(|import| format!("use {import};\n")).collect();
            lines.extend(match uses.as_slice() {
                [_, _] => vec!["use std::cmp::{max, min};\n".to_owned()],
                uses => uses.iter().map(|&line| line.to_owned()).collect(),
            });
            lines.sort();
            text.extend(lines);
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(if wide { "type Int = i128;\n" } else { "type Int = i64;\n" });
        }
        Language::Python => {
            let all: String = snippets.concat() + body;
            let mut modules: Vec<&str> = imports.to_vec();
            for module in ["bisect", "itertools", "math"] {
                if all.contains(&format!("{module}.")) {
                    modules.push(module);
                }
            }
            modules.sort_unstable();
            text.extend(modules.iter().map(|module| format!("import {module}\n")));
        }
    }
    for constant in constants {
        text.push_str(&constant_line(constant, language));
    }
    let gap = if language == Language::Python { "\n\n" } else { "\n" };
    for snippet in snippets.iter().filter(|snippet| !snippet.starts_with("use ")) {
        text.push_str(gap);
        text.push_str(snippet);
    }
    text.push_str(gap);
    text
}

fn constant_line(constant: &Constant, language: Language) -> String {
    let Constant { name, entries, arity } = constant;
    let members: Vec<String> = entries
        .chunks((*arity).max(1))
        .map(|member| {
            let entries = member.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            match (language, *arity) {
                (_, 0 | 1) => entries,
                (Language::Cpp, arity) => format!("array<Int, {arity}>{{{entries}}}"),
                (Language::Rust, _) => format!("[{entries}]"),
                (Language::Python, _) => format!("({entries})"),
            }
        })
        .collect();
    let (count, list) = (members.len(), members.join(", "));
    match (language, *arity) {
        (Language::Cpp, 0 | 1) => format!("const vector<Int> {name} = {{{list}}};\n"),
        (Language::Cpp, arity) => format!("const vector<array<Int, {arity}>> {name} = {{{list}}};\n"),
        (Language::Rust, 0 | 1) => format!("const {name}: [Int; {count}] = [{list}];\n"),
        (Language::Rust, arity) => format!("const {name}: [[Int; {arity}]; {count}] = [{list}];\n"),
        (Language::Python, _) => format!("{name} = [{list}]\n"),
    }
}
