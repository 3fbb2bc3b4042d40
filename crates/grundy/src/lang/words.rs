//! The words that cannot be names: the words of the language and its functions.

/// A word with a meaning of its own in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// `title`
    Title,
    /// `source`
    Source,
    /// `example`
    Example,
    /// `let`
    Let,
    /// `misere`
    Misere,
    /// `loopy`
    Loopy,
    /// `sym`
    Sym,
    /// `coins`
    Coins,
    /// `seq`
    Seq,
    /// `row`
    Row,
    /// `if`
    If,
    /// `for`
    For,
    /// `in`
    In,
    /// `where`
    Where,
    /// `and`
    And,
    /// `or`
    Or,
    /// `not`
    Not,
    /// `xor`
    Xor,
    /// `true`
    True,
    /// `false`
    False,
}

impl Word {
    /// The word written so, if it is one.
    pub(super) fn read(text: &str) -> Option<Word> {
        WORDS.iter().find(|(written, _)| *written == text).map(|&(_, word)| word)
    }

    /// Whether an item that starts with this word is a header.
    pub(super) const fn starts_header(self) -> bool {
        matches!(self, Word::Title | Word::Source | Word::Example | Word::Let | Word::Misere | Word::Loopy)
    }

    /// Whether the word stands between or after expressions only, so that a name
    /// in front of it is missing and not badly chosen.
    pub(super) const fn stands_between(self) -> bool {
        self.starts_qualifier() || matches!(self, Word::In | Word::And | Word::Or | Word::Not | Word::Xor)
    }

    /// Whether the word starts a loop or a condition after an option.
    pub(super) const fn starts_qualifier(self) -> bool {
        matches!(self, Word::For | Word::Where | Word::If)
    }
}

/// Every word and how it is written.
pub(super) const WORDS: [(&str, Word); 20] = [
    ("title", Word::Title),
    ("source", Word::Source),
    ("example", Word::Example),
    ("let", Word::Let),
    ("misere", Word::Misere),
    ("loopy", Word::Loopy),
    ("sym", Word::Sym),
    ("coins", Word::Coins),
    ("seq", Word::Seq),
    ("row", Word::Row),
    ("if", Word::If),
    ("for", Word::For),
    ("in", Word::In),
    ("where", Word::Where),
    ("and", Word::And),
    ("or", Word::Or),
    ("not", Word::Not),
    ("xor", Word::Xor),
    ("true", Word::True),
    ("false", Word::False),
];

/// The words of formulas, which are names in rules.
pub(super) const FORMULA_WORDS: [&str; 4] = ["exists", "forall", "iff", "implies"];

/// Every function and named set of the language, in alphabetical order.
pub(super) const FUNCTIONS: [&str; 34] = [
    "abs",
    "bit_length",
    "bitand",
    "bitor",
    "count",
    "cubes",
    "digits",
    "divisors",
    "drop",
    "factorials",
    "fibonacci",
    "gcd",
    "ilog",
    "insert",
    "iroot",
    "is_prime",
    "isqrt",
    "lcm",
    "len",
    "max",
    "min",
    "nonzero",
    "partitions",
    "popcount",
    "powers",
    "prime_factors",
    "primes",
    "set",
    "sort",
    "squares",
    "sum",
    "trailing_zeros",
    "triangular",
    "union",
];

/// Whether this is the name of a function or of a named set.
pub(super) fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&name)
}
