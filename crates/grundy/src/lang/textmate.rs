//! The TextMate grammar under editors/ says what the lexer says.
//!
//! A small reader of such grammars colours whole texts: `match`, `begin` and
//! `end`, captures and includes, with the regular expressions of fancy-regex,
//! which agree with Oniguruma's on what the grammar uses. What a grammar may say
//! beyond that is an error here, so that nothing in it goes untested.

use std::collections::BTreeMap;

use fancy_regex::Regex;
use serde::Deserialize;

use super::GAMES;
use super::lex::{Bracket, TokenKind, lex};
use super::words::{FUNCTIONS, WORDS, Word, is_function};

const GRAMMAR: &str = include_str!("../../../../editors/textmate/grundy.tmLanguage.json");

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Grammar {
    name: String,
    scope_name: String,
    file_types: Vec<String>,
    patterns: Vec<Rule>,
    repository: BTreeMap<String, Rule>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
struct Rule {
    include: Option<String>,
    name: Option<String>,
    #[serde(rename = "match")]
    matches: Option<String>,
    captures: BTreeMap<String, Capture>,
    begin: Option<String>,
    begin_captures: BTreeMap<String, Capture>,
    end: Option<String>,
    patterns: Vec<Rule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Capture {
    name: String,
}

/// A rule whose regular expression is compiled.
struct Pattern<'g> {
    regex: Regex,
    rule: &'g Rule,
}

struct Reader<'g> {
    grammar: &'g Grammar,
    /// The patterns of every list of rules, by the place of the list.
    lists: BTreeMap<*const Rule, Vec<Pattern<'g>>>,
    ends: BTreeMap<*const Rule, Regex>,
}

impl<'g> Reader<'g> {
    fn new(grammar: &'g Grammar) -> Reader<'g> {
        let mut reader = Reader { grammar, lists: BTreeMap::new(), ends: BTreeMap::new() };
        reader.list(&grammar.patterns);
        reader
    }

    /// Compiles a list of rules, and those that its rules bring with them.
    fn list(&mut self, rules: &'g [Rule]) {
        let key = rules.as_ptr();
        if self.lists.contains_key(&key) {
            return;
        }
        self.lists.insert(key, Vec::new());
        let mut flat = Vec::new();
        self.flatten(rules, &mut flat);
        let mut patterns = Vec::new();
        for rule in flat {
            let source = rule.matches.as_ref().or(rule.begin.as_ref()).expect("a rule matches something");
            patterns.push(Pattern { regex: Regex::new(source).unwrap(), rule });
            if let Some(end) = &rule.end {
                self.ends.insert(rule, Regex::new(end).unwrap());
                self.list(&rule.patterns);
            }
        }
        self.lists.insert(key, patterns);
    }

    fn flatten(&self, rules: &'g [Rule], flat: &mut Vec<&'g Rule>) {
        for rule in rules {
            match &rule.include {
                Some(name) => {
                    let name = name.strip_prefix('#').expect("only the own repository is included");
                    let included = self.grammar.repository.get(name).unwrap_or_else(|| panic!("no {name}"));
                    self.flatten(std::slice::from_ref(included), flat);
                }
                None if rule.matches.is_none() && rule.begin.is_none() => self.flatten(&rule.patterns, flat),
                None => flat.push(rule),
            }
        }
    }

    /// The scope of every byte of a text; empty where there is none.
    fn colour(&self, text: &str) -> Vec<&'g str> {
        let mut scopes = vec![""; text.len()];
        let mut stack: Vec<&'g Rule> = Vec::new();
        let mut start = 0;
        for line in text.split('\n') {
            self.line(line, &mut stack, &mut scopes[start..start + line.len()]);
            start += line.len() + 1;
        }
        scopes
    }

    fn line(&self, line: &str, stack: &mut Vec<&'g Rule>, scopes: &mut [&'g str]) {
        let mut at = 0;
        // Rules that end without taking anything could go round for ever.
        for _ in 0..4 * line.len() + 8 {
            let top = stack.last().copied();
            let rules = top.map_or(&self.grammar.patterns, |rule| &rule.patterns);
            let end =
                top.and_then(|rule| self.ends[&std::ptr::from_ref(rule)].find_from_pos(line, at).unwrap());
            let mut best: Option<(usize, &Pattern<'g>)> = None;
            for pattern in &self.lists[&rules.as_ptr()] {
                if let Some(found) = pattern.regex.find_from_pos(line, at).unwrap()
                    && best.is_none_or(|(start, _)| found.start() < start)
                {
                    best = Some((found.start(), pattern));
                }
            }
            match (end, best) {
                (Some(end), best) if best.is_none_or(|(start, _)| end.start() <= start) => {
                    at = end.end();
                    stack.pop();
                }
                (_, Some((_, pattern))) => {
                    let found = pattern.regex.captures_from_pos(line, at).unwrap().unwrap();
                    let whole = found.get(0).unwrap();
                    assert!(whole.end() > whole.start(), "a rule takes nothing: {}", pattern.regex.as_str());
                    if let Some(name) = &pattern.rule.name {
                        scopes[whole.range()].fill(name);
                    }
                    for (group, capture) in pattern.rule.captures.iter().chain(&pattern.rule.begin_captures) {
                        if let Some(group) = found.get(group.parse().unwrap()) {
                            scopes[group.range()].fill(&capture.name);
                        }
                    }
                    if pattern.rule.end.is_some() {
                        stack.push(pattern.rule);
                    }
                    at = whole.end();
                }
                (_, None) => return,
            }
        }
        panic!("the grammar goes round in circles at {line}");
    }
}

fn grammar() -> Grammar {
    serde_json::from_str(GRAMMAR).unwrap()
}

/// What the scope of a token begins with. `next` is the kind of the token after
/// it, and `row` whether it stands in a row.
fn expected(kind: TokenKind, text: &str, next: TokenKind, row: bool) -> &'static str {
    match kind {
        TokenKind::Int(_) => "constant.numeric.grundy",
        TokenKind::Name if is_function(text) => "support.function",
        TokenKind::Name if next == TokenKind::Open(Bracket::Round) => "entity.name.function.tag",
        TokenKind::Name => "variable.other",
        TokenKind::Word(word) => match word {
            Word::Sym | Word::Coins | Word::Seq | Word::Row => "storage.type.clause",
            Word::If | Word::For | Word::In | Word::Where => "keyword.control",
            Word::And | Word::Or | Word::Not | Word::Xor => "keyword.operator.word",
            Word::True | Word::False => "constant.language.boolean",
            word if word.starts_header() => "keyword.other.header",
            word => panic!("{word:?} is a new word"),
        },
        TokenKind::Text => "string.quoted.double",
        TokenKind::Code => "constant.numeric.code",
        TokenKind::Cell(_) => "constant.character.cell",
        TokenKind::Open(_) | TokenKind::Close(_) => "punctuation.section",
        TokenKind::Colon => panic!("colons stand in formulas only"),
        TokenKind::Comma => "punctuation.separator.comma",
        TokenKind::Semicolon => "punctuation.terminator",
        TokenKind::Separator if text == ";" => "punctuation.terminator",
        TokenKind::Separator | TokenKind::Newline | TokenKind::End => "",
        TokenKind::Pipe => "keyword.operator.alternative",
        TokenKind::Arrow => "keyword.operator.arrow",
        TokenKind::Assign => "keyword.operator.assignment",
        TokenKind::DotDot => "keyword.operator.range",
        TokenKind::Backslash => "keyword.operator.set",
        TokenKind::Star | TokenKind::Lt | TokenKind::Gt if row => "keyword.operator.pattern",
        TokenKind::Bang | TokenKind::Question => "keyword.operator.pattern",
        TokenKind::Eq | TokenKind::Ne | TokenKind::Lt | TokenKind::Le | TokenKind::Gt | TokenKind::Ge => {
            "keyword.operator.comparison"
        }
        TokenKind::Plus
        | TokenKind::Minus
        | TokenKind::Star
        | TokenKind::Slash
        | TokenKind::Percent
        | TokenKind::StarStar
        | TokenKind::ShiftLeft
        | TokenKind::ShiftRight => "keyword.operator.arithmetic",
        TokenKind::Bad => panic!("the text has a fault at `{text}`"),
    }
}

/// Compares the colours of a text without faults with its tokens.
fn check(reader: &Reader<'_>, text: &str) {
    let mut diagnostics = Vec::new();
    let tokens = lex(text, &mut diagnostics);
    assert_eq!(diagnostics, [], "{text}");
    let scopes = reader.colour(text);
    let mut gap = 0;
    let mut row = false;
    for (index, token) in tokens.iter().enumerate() {
        // Between tokens there are blanks and comments; a comment has its blanks.
        let mut comment = false;
        #[allow(clippy::needless_range_loop, reason = "the index is a place in the text as well")]
        for at in gap..token.span.start {
            comment = text.as_bytes()[at] != b'\n' && (comment || text.as_bytes()[at] == b'#');
            let expected = if comment { "comment.line.number-sign.grundy" } else { "" };
            let blank = matches!(scopes[at], "") || scopes[at].starts_with("punctuation");
            assert!(scopes[at] == expected || (!comment && blank), "{text}: {:?} at {at}", scopes[at]);
        }
        gap = token.span.end;
        match token.kind {
            TokenKind::Word(Word::Row) => row = true,
            TokenKind::Separator => row = false,
            _ => {}
        }
        let next = tokens.get(index + 1).map_or(TokenKind::End, |next| next.kind);
        let written = &text[token.span.clone()];
        let expected = expected(token.kind, written, next, row);
        for at in token.span.clone() {
            let scope = scopes[at];
            let same = if expected.is_empty() { scope.is_empty() } else { scope.starts_with(expected) };
            assert!(same, "{text}\n`{written}` at {at} is {scope:?}, not {expected}");
        }
    }
}

#[test]
fn every_token_has_the_colour_of_its_kind() {
    let grammar = grammar();
    assert_eq!((grammar.name.as_str(), grammar.scope_name.as_str()), ("Grundy", "source.grundy"));
    assert_eq!(grammar.file_types, ["grundy"]);
    let reader = Reader::new(&grammar);
    let table = include_str!("../../../../testdata/rules.tsv");
    let golden = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    let golden: Vec<&str> = golden.filter_map(|line| line.split('\t').nth(1)).collect();
    assert!(golden.len() > 100);
    for text in golden.into_iter().chain(GAMES.iter().map(|game| game.text)) {
        check(&reader, text);
        let laid_out = super::format(text).unwrap();
        check(&reader, &laid_out);
    }
    for text in [
        "# a \"b\" row\n\ttitle \"x # y\" # z\nmisere;loopy\nlet S={0x1f,0b1_0, 1_000}\nn if not n in S->n-s for s in S",
        "sym (a,b) -> (a-1,b) if a xor b!=3 and a<=b or a>=b | open(b<<1>>2) where x==a%2, y<x, z>y \\ {1}",
        "coins (x, y) -> [(a,y)] where a<x;seq s->drop(s, 0) if true == false",
        "row < 1 1* ?!X > -> <.. X_* |row\n  # between\n\n  | b ; n->n-1\nn->n-2",
        "row for->\n  # first\n  if\n  |\n  X # second\n  | Y\nrow X -> # third\n  Y ; row X ->",
        "0.77",
        " 0.(16)(33)[7f] # k",
        "misere;4.7;",
        "let a = 1\n(16).4",
        "a.b\n",
        "n -> a..b\n1..2",
        "rows(n) -> notin(n) | forty(n) for in_ in {iffy for iffy in 0..}",
    ] {
        check(&reader, text);
    }
}

#[test]
fn the_words_and_functions_are_those_of_the_language() {
    let grammar = grammar();
    let listed = |scope: &str| -> Vec<String> {
        let rules = grammar.repository["rule"].patterns.iter();
        let rule = rules.filter(|rule| rule.name.as_deref().is_some_and(|name| name.starts_with(scope)));
        let mut words = Vec::new();
        for rule in rule {
            let regex = rule.matches.as_deref().unwrap();
            let inside = regex.strip_prefix("\\b(?:").and_then(|rest| rest.strip_suffix(")\\b")).unwrap();
            words.extend(inside.split('|').map(str::to_owned));
        }
        words.sort();
        words
    };
    assert_eq!(listed("support.function"), FUNCTIONS);
    let scopes = [
        "keyword.other.header",
        "storage.type",
        "keyword.control",
        "keyword.operator.word",
        "constant.language",
    ];
    let mut words: Vec<String> = scopes.into_iter().flat_map(listed).collect();
    // A row has its own rule.
    words.push("row".to_owned());
    words.sort();
    let mut known: Vec<&str> = WORDS.iter().map(|&(written, _)| written).collect();
    known.sort_unstable();
    assert_eq!(words, known);
}

#[test]
fn the_extension_for_vs_code_names_its_files() {
    let package: serde_json::Value =
        serde_json::from_str(include_str!("../../../../editors/vscode/package.json")).unwrap();
    let language = &package["contributes"]["languages"][0];
    assert_eq!(language["extensions"][0], ".grundy");
    assert_eq!(language["configuration"], "./language-configuration.json");
    let grammar = &package["contributes"]["grammars"][0];
    assert_eq!(grammar["scopeName"], "source.grundy");
    assert_eq!(grammar["path"], "./grundy.tmLanguage.json");
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    let configuration: serde_json::Value =
        serde_json::from_str(include_str!("../../../../editors/vscode/language-configuration.json")).unwrap();
    assert_eq!(configuration["comments"]["lineComment"], "#");
    for (index, bracket) in [Bracket::Round, Bracket::Square, Bracket::Curly].into_iter().enumerate() {
        let pair = &configuration["brackets"][index];
        assert_eq!((&pair[0], &pair[1]), (&bracket.opening().into(), &bracket.closing().into()));
    }
}
