//! What holds of every text: nothing panics, every place lies in the text, no
//! error in the tree goes unreported.

use proptest::prelude::*;

use super::drive::drive;
use super::sexpr;

/// Pieces that texts of rules are made of, right ones and wrong ones.
const TOKENS: [&str; 84] = [
    "n",
    "a",
    "b",
    "S",
    "->",
    "->",
    "|",
    ";",
    "\n",
    ",",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "for",
    "in",
    "where",
    "if",
    "and",
    "or",
    "not",
    "xor",
    "..",
    "+",
    "-",
    "*",
    "/",
    "%",
    "**",
    "<<",
    ">>",
    "\\",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "=",
    "!",
    "^",
    "&&",
    "||",
    "//",
    "div",
    "mod",
    "2k",
    "0xff",
    "0xz",
    "1_0",
    "7",
    "0",
    "min",
    "digits",
    "squares",
    "sym",
    "coins",
    "seq",
    "row",
    "row X* ->",
    "title",
    "\"t\"",
    "\"",
    "let",
    "misere",
    "loopy",
    "0.77",
    "0.[3]",
    "(16).",
    ".",
    "?",
    "#",
    "−",
    "→",
    "≤",
    "é",
    "，",
    "“",
    "–>",
    "10**40",
    "{1,2}",
    "THHT",
];

/// The rules of testdata, without repeats.
fn rules() -> Vec<&'static str> {
    let table = include_str!("../../../../../testdata/rules.tsv");
    let mut rules: Vec<&str> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .filter_map(|line| line.split('\t').nth(1))
        .collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn arbitrary_texts(text in any::<String>()) {
        drive(&text);
    }

    #[test]
    fn ascii_texts(text in "[ -~\n]{0,60}") {
        drive(&text);
    }

    #[test]
    fn token_soup(tokens in prop::collection::vec(prop::sample::select(TOKENS.as_slice()), 0..40), blank in any::<bool>()) {
        drive(&tokens.join(if blank { " " } else { "" }));
    }

    /// A rule with a piece cut out or put in.
    #[test]
    fn mutated_rules(
        rule in prop::sample::select(rules()),
        at in any::<prop::sample::Index>(),
        cut in 0_usize..6,
        piece in prop::sample::select(TOKENS.as_slice()),
        insert in any::<bool>(),
    ) {
        let at = at.index(rule.len());
        let end = (at + cut).min(rule.len());
        let piece = if insert { piece } else { "" };
        if rule.is_ascii() {
            drive(&format!("{}{piece}{}", &rule[..at], &rule[end..]));
        }
    }

    /// Blanks and comments between clauses mean nothing.
    #[test]
    fn layout_means_nothing(rule in prop::sample::select(rules()), wide in any::<bool>()) {
        let (blank, end) = if wide { ("  \t", " ; # comment\n\n;\n") } else { (" ", "\n") };
        let laid = format!("{blank}{}{end}", rule.replace(' ', blank).replace(';', &format!("{blank};{blank}")));
        let (plain, _) = grundy::lang::parse(rule);
        let (wide, diagnostics) = grundy::lang::parse(&laid);
        prop_assert_eq!(diagnostics, []);
        prop_assert_eq!(sexpr::program(&plain), sexpr::program(&wide));
    }
}

/// Every beginning of every rule, as it looks while it is being typed.
#[test]
fn every_beginning_of_a_rule() {
    for rule in rules() {
        for (end, _) in rule.char_indices() {
            drive(&rule[..end]);
        }
        drive(rule);
    }
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    for (open, close) in
        [("(", ")"), ("{", "}"), ("f(", ")"), ("-", ""), ("not ", ""), ("s[", "]"), ("2**", "")]
    {
        let text = format!("n -> {}1{}", open.repeat(30_000), close.repeat(30_000));
        let (_, diagnostics) = grundy::lang::parse(&text);
        assert_eq!(diagnostics.len(), 1, "{open}");
        assert_eq!(diagnostics[0].message, "this is nested more than 200 deep", "{open}");
        drive(&text);
        drive(&text[..30_000]);
        drive(&text[5..]);
    }
    for operator in [" + ", " ** ", " and ", " xor ", " \\ ", " in ", ")(", "][", "[0]"] {
        drive(&format!("n -> 1{}", format!("{operator}1").repeat(30_000)));
        drive(&format!("1{}", format!("{operator}1").repeat(30_000)));
    }
    let (_, diagnostics) = grundy::lang::parse(&format!("n -> 1 if n{}", " < n".repeat(30_000)));
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].message, "this is a chain of more than 200 comparisons");
    assert_eq!(grundy::lang::parse(&format!("n -> 1 if n{}", " < n".repeat(200))).1, []);
    let sum = format!("n -> n{}", " + 1".repeat(150));
    assert_eq!(grundy::lang::parse(&sum).1, []);
}

/// Texts on which a careless reader takes quadratic time.
#[test]
fn long_texts_take_linear_time() {
    let piece = 200_000;
    for text in [
        "n\n->1\n".repeat(piece),
        format!("row a -> {}", "b|".repeat(piece)),
        format!("row a -> b{}|c", "\n".repeat(piece)),
        format!("{}{}", "(".repeat(piece), "]".repeat(piece)),
        "@ ".repeat(piece),
        "\"".repeat(piece),
        "“".repeat(piece),
        "a = ".repeat(piece),
        "n -> [a, b | ".repeat(piece / 4),
        format!("let S = {{{}0}}; n -> n - s for s in S", "123, ".repeat(piece)),
    ] {
        drive(&text);
    }
    assert_eq!(grundy::lang::parse(&" ".repeat((4 << 20) + 1)).1.len(), 1);
}
