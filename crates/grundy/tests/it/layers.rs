//! Imports only go down: the layers of the crate, read from its sources.
//!
//! Every path that starts with `crate`, `self` or `super` is resolved against
//! the module it stands in, groups and inline modules included, and must not
//! lead to a layer above. Doc comments and strings are not paths. Code that a
//! macro puts together from parts of names is not seen; nobody writes such.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

/// The layers from the lowest to the highest; layers of one row are siblings
/// and do not see each other.
const LAYERS: [&[&str]; 9] = [
    &["theory"],
    &["ruleset"],
    &["lang"],
    &["proof"],
    &["engine"],
    &["law"],
    &["store"],
    &["solve"],
    &["judge", "export"],
];

/// The layers that may read and write files.
const INPUT_AND_OUTPUT: [&str; 2] = ["store", "judge"];

fn rank(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|row| row.contains(&layer))
}

/// A path found in a source: where it stands, and where it leads from the root
/// of the crate; paths into the standard library start with `std`.
#[derive(Debug, PartialEq)]
struct Found {
    module: Vec<String>,
    target: Vec<String>,
    line: usize,
}

/// Finds the paths in the source of `module`.
fn paths(source: &str, module: &[String]) -> Vec<Found> {
    let tokens: TokenStream = source.parse().expect("the source is lexed");
    let mut found = Vec::new();
    walk(tokens, module, &mut found);
    found
}

fn walk(tokens: TokenStream, module: &[String], found: &mut Vec<Found>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Ident(word) if word == "mod" => {
                if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) =
                    (tokens.get(at + 1), tokens.get(at + 2))
                {
                    let mut inner = module.to_vec();
                    inner.push(name.to_string());
                    walk(body.stream(), &inner, found);
                    at += 3;
                    continue;
                }
            }
            TokenTree::Ident(word) if starts_a_path(word, &tokens, at) => {
                let line = word.span().start().line;
                let mut targets = Vec::new();
                let end = path(&tokens, at, &[], &mut targets);
                for words in targets {
                    found.push(Found { module: module.to_vec(), target: resolve(module, &words), line });
                }
                at = end;
                continue;
            }
            TokenTree::Group(group) => walk(group.stream(), module, found),
            _ => {}
        }
        at += 1;
    }
}

fn starts_a_path(word: &Ident, tokens: &[TokenTree], at: usize) -> bool {
    // In `a::self` the word is no start; in `$crate::a` it is.
    let inside = at >= 2 && double_colon(tokens, at - 2);
    // `use crate as other` hides the root behind a name.
    let renamed =
        word == "crate" && matches!(tokens.get(at + 1), Some(TokenTree::Ident(next)) if next == "as");
    ["crate", "self", "super", "std"].iter().any(|first| word == first)
        && !inside
        && (renamed || double_colon(tokens, at + 1))
}

fn is_colon(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':')
}

fn double_colon(tokens: &[TokenTree], at: usize) -> bool {
    is_colon(tokens.get(at)) && is_colon(tokens.get(at + 1))
}

/// Reads the path that starts at `at`, all branches of its groups, and says
/// where it ends. A glob ends in the word `*`.
fn path(tokens: &[TokenTree], mut at: usize, prefix: &[String], targets: &mut Vec<Vec<String>>) -> usize {
    let mut words = prefix.to_vec();
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(word)) => {
                words.push(word.to_string());
                at += 1;
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == '*' => {
                words.push("*".to_owned());
                targets.push(words);
                return at + 1;
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let mut start = 0;
                while start < inner.len() {
                    let end = path(&inner, start, &words, targets);
                    // Past `as name`, up to the next branch.
                    start = end
                        + inner[end..]
                            .iter()
                            .take_while(
                                |token| !matches!(token, TokenTree::Punct(punct) if punct.as_char() == ','),
                            )
                            .count()
                        + 1;
                }
                return at + 1;
            }
            // Generic arguments and the like: what stands in them is walked on its own.
            _ => break,
        }
        if !double_colon(tokens, at) {
            break;
        }
        at += 2;
    }
    targets.push(words);
    at
}

/// Where `words`, written in `module`, lead from the root of the crate.
fn resolve(module: &[String], words: &[String]) -> Vec<String> {
    let mut target = module.to_vec();
    for (index, word) in words.iter().enumerate() {
        match word.as_str() {
            "crate" => target.clear(),
            "std" if index == 0 => target = vec!["std".to_owned()],
            "self" => {}
            "super" => {
                target.pop();
            }
            _ => target.push(word.clone()),
        }
    }
    target
}

/// What is wrong with a path, if anything is. `exports` says for each name that
/// the root of the crate re-exports which layer it comes from.
fn fault(found: &Found, exports: &BTreeMap<String, String>) -> Option<String> {
    let layer = found.module.first()?;
    let Some(here) = rank(layer) else {
        return Some(format!("{layer} is no known layer: give it a rank"));
    };
    let Some(first) = found.target.first() else {
        return Some("takes the root of the crate as a whole, which hides where it leads".to_owned());
    };
    if first == "std" {
        let file = matches!(found.target.get(1).map(String::as_str), Some("fs" | "net" | "process"));
        let in_a_test = found.module.iter().any(|name| name == "tests");
        let allowed = INPUT_AND_OUTPUT.contains(&layer.as_str()) || in_a_test;
        return (file && !allowed)
            .then(|| format!("{layer} does input or output: {}", found.target.join("::")));
    }
    let there = exports.get(first).unwrap_or(first);
    match rank(there) {
        None => Some(format!("names crate::{first}, which is no known layer")),
        Some(there_rank) if there != layer && there_rank >= here => {
            Some(format!("{layer} imports {}, from {there}, which is not below it", found.target.join("::")))
        }
        Some(_) => None,
    }
}

/// The module that a file is, from its path below `src`.
fn module_of(file: &Path) -> Vec<String> {
    let mut module: Vec<String> =
        file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|name| name == "mod" || name == "lib") {
        module.pop();
    }
    module
}

fn sources() -> Vec<(PathBuf, String)> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("the folder is read") {
            let path = entry.expect("the entry is read").path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    files
        .into_iter()
        .map(|file| {
            let source = fs::read_to_string(&file).expect("the source is read");
            (file.strip_prefix(&root).expect("it is below the root").to_path_buf(), source)
        })
        .collect()
}

/// The names that the root of the crate re-exports, each with its layer.
fn exports(lib: &str) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    let tokens: Vec<TokenTree> = lib.parse::<TokenStream>().expect("lib.rs is lexed").into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        if matches!(token, TokenTree::Ident(word) if word == "use") {
            let mut targets = Vec::new();
            path(&tokens, at + 1, &[], &mut targets);
            for words in targets.iter().map(|words| resolve(&[], words)) {
                if let [layer, .., name] = words.as_slice() {
                    exports.insert(name.clone(), layer.clone());
                }
            }
        }
    }
    exports
}

#[test]
fn imports_only_go_down() {
    let sources = sources();
    let lib = sources.iter().find(|(file, _)| file == Path::new("lib.rs")).expect("there is a lib.rs");
    let exports = exports(&lib.1);
    let mut faults = Vec::new();
    let mut downward = 0;
    for (file, source) in &sources {
        for found in paths(source, &module_of(file)) {
            match fault(&found, &exports) {
                Some(fault) => faults.push(format!("{}:{}: {fault}", file.display(), found.line)),
                None => downward += usize::from(found.target.first() != found.module.first()),
            }
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
    // A test that reads nothing would pass too.
    assert!(downward >= 10, "only {downward} imports between layers were read");
    assert!(sources.iter().any(|(file, _)| file == Path::new("theory/nimber.rs")));
}

/// What is wrong with `source`, standing in the file `file` below `src`.
fn faults_in(file: &str, source: &str) -> Vec<String> {
    let exports = exports("pub use theory::{BigNimber, Nimber}; pub use solve::Solver;");
    paths(source, &module_of(Path::new(file))).iter().filter_map(|found| fault(found, &exports)).collect()
}

#[test]
fn a_planted_upward_import_is_found() {
    let planted = [
        ("ruleset/heap.rs", "use crate::engine::Table;"),
        ("ruleset/heap.rs", "use crate::engine;"),
        ("ruleset/heap.rs", "use crate::{theory::Nimber, engine::{self}};"),
        ("ruleset/heap.rs", "use {crate::theory::mex, crate::lang::ir};"),
        ("ruleset/heap.rs", "use super::super::engine::Table;"),
        ("ruleset/mod.rs", "use super::engine::Table;"),
        ("ruleset/mod.rs", "use super::{theory::mex, lang};"),
        ("ruleset/mod.rs", "use self::super::lang;"),
        ("theory/nimber.rs", "use super::super::{ruleset::Heap as H, theory::mex};"),
        ("theory/nimber.rs", "use crate::{theory::mex as m, ruleset::Heap};"),
        ("theory/nimber.rs", "fn f() -> crate::ruleset::Heap { g() }"),
        ("theory/nimber.rs", "fn f(x: Vec<crate::ruleset::Heap>) {}"),
        ("theory/nimber.rs", "fn f() { each!(x => crate::lang::parse::<u8>(x)); }"),
        ("theory/nimber.rs", "macro_rules! m { () => { $crate::lang::ir::Kind } }"),
        ("theory/nimber.rs", "mod tests { use super::super::super::engine::naive; }"),
        ("lang/parse/clause.rs", "use super::super::super::proof::Certificate;"),
        ("lang/mod.rs", "use crate::Solver;"),
        ("judge/mod.rs", "use crate::export::cpp;"),
        ("export/mod.rs", "pub(crate) use crate::judge::Problem;"),
        ("theory/mod.rs", "use crate::*;"),
        ("theory/mod.rs", "use crate as root;"),
        ("theory/mod.rs", "use super::*;"),
        ("theory/mod.rs", "use crate::utils::twice;"),
        ("helpers/mod.rs", "use crate::theory::mex;"),
        ("engine/table.rs", "use std::fs::File;"),
        ("engine/table.rs", "use std::{fmt, fs::File};"),
        ("engine/table.rs", "fn f() { std::process::exit(1) }"),
    ];
    for (file, source) in planted {
        let faults = faults_in(file, source);
        assert_eq!(faults.len(), 1, "{file}: {source}: {faults:?}");
    }
}

#[test]
fn what_is_allowed_is_not_found() {
    let allowed = [
        ("engine/table.rs", "use crate::{theory::{Nimber, mex}, ruleset::Heap, lang::ir};"),
        ("engine/table.rs", "use crate::engine::naive; use super::naive::values; use super::super::proof;"),
        ("engine/table.rs", "mod tests { use super::*; use super::super::naive; }"),
        ("lang/mod.rs", "use crate::{BigNimber, Nimber}; pub(crate) fn f() {} pub(super) struct S;"),
        (
            "lang/mod.rs",
            "//! See `crate::engine`.\n/// [`crate::solve::Solver`]\nfn f() {} // use crate::engine;",
        ),
        ("lang/mod.rs", "const S: &str = \"use crate::engine;\"; const R: &str = r#\"crate::solve \"::\"#;"),
        ("lang/mod.rs", "fn f<'a>(x: &'a str) -> Self { self::g(x) } impl T { fn h(&self) { self.x } }"),
        ("solve/mod.rs", "use crate::{engine, law, store, proof, lang, ruleset, theory};"),
        ("store/mod.rs", "use std::fs;"),
        ("judge/mod.rs", "use std::{fs, io}; use crate::Solver;"),
        ("engine/table.rs", "use std::fmt; mod tests { use std::fs; }"),
        ("lib.rs", "pub use theory::Nimber; pub mod solve;"),
    ];
    for (file, source) in allowed {
        assert_eq!(faults_in(file, source), Vec::<String>::new(), "{file}: {source}");
    }
}
