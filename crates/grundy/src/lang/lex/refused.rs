//! What users write out of habit, and what it is called here.
//!
//! The near misses of other languages and of typography are refused by name,
//! never guessed: `^` is a power to one reader and the nim-sum to another. Each
//! still becomes the token that was most likely meant, so that the rest of the
//! text is read and its own errors are found.

use super::super::words::Word;
use super::{Bracket, TokenKind};

/// An operator of another language.
pub(super) struct Habit {
    /// How it is written.
    pub(super) text: &'static str,
    /// What it is read as.
    pub(super) meant: TokenKind,
    /// What is wrong with it.
    pub(super) message: &'static str,
    /// What to write.
    pub(super) cure: &'static str,
}

/// The habits, longer ones before their own beginnings.
pub(super) const HABITS: [Habit; 19] = [
    habit("-->", TokenKind::Arrow, "`-->` is one dash too long", "write `->`"),
    habit("===", TokenKind::Eq, "`===` is one sign too long", "write `==`"),
    habit("!==", TokenKind::Ne, "`!==` is one sign too long", "write `!=`"),
    habit("...", TokenKind::DotDot, "`...` is one dot too long", "write `..`"),
    habit("..=", TokenKind::DotDot, "`a..b` holds both ends already", "write `..`"),
    habit("..<", TokenKind::DotDot, "`a..b` holds both ends", "write `a..b - 1` to leave out the right end"),
    habit(
        "=>",
        TokenKind::Arrow,
        "`=>` is not in the language",
        "write `->` after a position, `>=` between numbers",
    ),
    habit("=<", TokenKind::Le, "`=<` is not in the language", "write `<=`"),
    habit("<>", TokenKind::Ne, "`<>` is not in the language", "write `!=`"),
    habit(
        ":=",
        TokenKind::Assign,
        "`:=` is not in the language",
        "write `->` after a position, `=` after `let`, `==` to compare",
    ),
    habit("//", TokenKind::Slash, "`//` is not in the language", "write `/`, which rounds down"),
    habit("&&", TokenKind::Word(Word::And), "`&&` is not in the language", "write `and`"),
    habit(
        "||",
        TokenKind::Word(Word::Or),
        "`||` is not in the language",
        "write `or` between conditions, `|` between options",
    ),
    habit("^", TokenKind::StarStar, "`^` has two meanings", "write `**` for a power, `xor` for the nim-sum"),
    habit(
        "&",
        TokenKind::Bad,
        "`&` is not in the language",
        "write `and` between conditions, `bitand(a, b)` for numbers",
    ),
    habit(
        "~",
        TokenKind::Bad,
        "`~` is not in the language",
        "write `not` for a condition, `-a - 1` for the complement of a number",
    ),
    habit("?", TokenKind::Bad, "`?` stands in rows only", "write the condition after the option, with `if`"),
    habit(
        ":",
        TokenKind::Bad,
        "`:` is not in the language",
        "write `->` after a position, `..` between the ends of a range",
    ),
    habit(".", TokenKind::Bad, "a single `.` stands in codes and rows only", "write `..` for a range"),
];

const fn habit(text: &'static str, meant: TokenKind, message: &'static str, cure: &'static str) -> Habit {
    Habit { text, meant, message, cure }
}

/// How a typographic sign is typed, and what it is read as: nothing if it
/// stands for more than one token or for none.
///
/// Full-width signs come from Chinese and Japanese keyboards.
pub(super) fn typographic(sign: char) -> Option<(&'static str, TokenKind)> {
    Some(match sign {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => {
            ("-", TokenKind::Minus)
        }
        '→' | '⟶' | '⇒' | '⟹' | '↦' | '➔' | '➜' | '⟼' => ("->", TokenKind::Arrow),
        '≤' | '≦' | '⩽' => ("<=", TokenKind::Le),
        '≥' | '≧' | '⩾' => (">=", TokenKind::Ge),
        '≠' => ("!=", TokenKind::Ne),
        '×' | '·' | '⋅' | '∙' | '∗' | '＊' => ("*", TokenKind::Star),
        '÷' | '∕' | '／' => ("/", TokenKind::Slash),
        '％' => ("%", TokenKind::Percent),
        '＋' => ("+", TokenKind::Plus),
        '⊕' => ("xor", TokenKind::Word(Word::Xor)),
        '∧' => ("and", TokenKind::Word(Word::And)),
        '∨' => ("or", TokenKind::Word(Word::Or)),
        '¬' => ("not", TokenKind::Word(Word::Not)),
        '∈' => ("in", TokenKind::Word(Word::In)),
        '∉' => ("not in", TokenKind::Bad),
        '∖' | '＼' => ("\\", TokenKind::Backslash),
        '…' | '‥' => ("..", TokenKind::DotDot),
        '＜' => ("<", TokenKind::Lt),
        '＞' => (">", TokenKind::Gt),
        '＝' => ("=", TokenKind::Assign),
        '！' => ("!", TokenKind::Bang),
        '，' | '、' => (",", TokenKind::Comma),
        '；' => (";", TokenKind::Semicolon),
        '｜' | '∣' => ("|", TokenKind::Pipe),
        '（' => ("(", TokenKind::Open(Bracket::Round)),
        '）' => (")", TokenKind::Close(Bracket::Round)),
        '［' | '【' => ("[", TokenKind::Open(Bracket::Square)),
        '］' | '】' => ("]", TokenKind::Close(Bracket::Square)),
        '｛' => ("{", TokenKind::Open(Bracket::Curly)),
        '｝' => ("}", TokenKind::Close(Bracket::Curly)),
        '＃' => ("#", TokenKind::Bad),
        '∅' => ("{}", TokenKind::Bad),
        '∪' => ("union(S, T)", TokenKind::Bad),
        '∞' => ("a..", TokenKind::Bad),
        '√' => ("isqrt(n)", TokenKind::Bad),
        '²' => ("**2", TokenKind::Bad),
        '³' => ("**3", TokenKind::Bad),
        '“' | '”' | '„' | '‟' | '«' | '»' | '＂' | '‘' | '’' => ("\"", TokenKind::Bad),
        _ => return None,
    })
}
