//! Each refused form of a left side, a name, a header, a code, a number or a
//! row: what is pointed at, what is said, what to write instead.

use super::check_refusal as check;

#[test]
fn left_sides() {
    check(
        "0 -> 1",
        &[
            "0: `0` cannot stand on the left side, which holds names only (name the position and say what must be true with `if`, as in `n if n > 0 -> ...`)",
        ],
    );
    check(
        "(a, 0) -> 1",
        &[
            "0: `0` cannot stand on the left side, which holds names only (name each entry and say what must be true with `if`, as in `(a, b) if b == 0 -> ...`)",
        ],
    );
    check(
        "n + 1 -> 1",
        &[
            "+: `+` cannot stand on the left side, which holds names only (name the position and say what must be true with `if`, as in `n if n > 0 -> ...`)",
        ],
    );
    check("a, b -> 1", &[",: the entries of a position stand in brackets (write `(a, b) -> ...`)"]);
    check(
        "[a, b] -> 1",
        &[
            "[: the left side is one position, not a sum (write a clause for one component: play goes on in each by itself)",
        ],
    );
    check("min -> 1", &["min: `min` is a function and cannot be a name (choose another name)"]);
    check("max(n) -> 1", &["max: `max` is a function and cannot be a name (choose another name)"]);
    check("for -> 1", &["for: the name of a position is missing before `for` (write a name, as in `n`)"]);
    check(
        "n for k in S -> 1",
        &["for: `for` cannot stand before `->` (put it behind the option; before `->` only `if` may stand)"],
    );
    check(
        "n | m -> 1",
        &[
            "|: `|` cannot stand on the left side, which holds names only (name the position and say what must be true with `if`, as in `n if n > 0 -> ...`)",
        ],
    );
    check("n if a, b -> 1", &[",: a comma cannot stand here (write `and` between conditions)"]);
    check("n if a | b -> 1", &["|: `|` cannot stand before `->` (write `or` between conditions)"]);
}

/// The word before a clause is nearly right, or a comma is forgotten.
#[test]
fn left_sides_of_several_words() {
    check(
        "(n m) -> n",
        &["m: `,` is missing before `m` (write it between the entries, as in `(a, b) -> ...`)"],
    );
    for (text, written, meant) in [
        ("coin x -> [x - 1]", "coin", "coins"),
        ("list s -> drop(s, 0)", "list", "seq"),
        ("rows 10 -> 1", "rows", "row"),
    ] {
        check(
            text,
            &[&format!("{written}: `{written}` is no word of the language (did you mean `{meant}`?)")],
        );
    }
    check(
        "heap n -> n - 1",
        &[
            "n: two names stand side by side (write one name, as in `n -> ...`, or entries in brackets, as in `(a, b) -> ...`)",
        ],
    );
}

#[test]
fn names() {
    check(
        "n -> source",
        &["source: `source` is a word of the language and cannot be a name (choose another name)"],
    );
    check("n -> k for sum in S", &["sum: `sum` is a function and cannot be a name (choose another name)"]);
    check("let min = 3; n -> 1", &["min: `min` is a function and cannot be a name (choose another name)"]);
    check(
        "let row = 2; n -> 1",
        &["row: `row` is a word of the language and cannot be a name (choose another name)"],
    );
}

#[test]
fn headers() {
    check(
        "let 3 = 2; n -> 1",
        &["3: the name of a parameter is missing before `3` (write a name, as in `n`)"],
    );
    check("let k 3; n -> 1", &["3: `=` is missing before `3` (write `let k = ...`)"]);
    check("let k == 3; n -> 1", &["==: `==` compares (write `=` after `let`)"]);
    check(
        "let k := 3; n -> 1",
        &[":=: `:=` is not in the language (write `->` after a position, `=` after `let`, `==` to compare)"],
    );
    check(
        "let k = 3 n -> 1",
        &["n: `n` cannot stand right after a header (part them with `;` or a new line)"],
    );
    check(
        "let k = 3, j = 4; n -> 1",
        &[",: a comma cannot stand here (write a `let` for each name, with `;` between them)"],
    );
    for text in ["let S = 1,3,4; n -> n - s for s in S", "let S = 1, 3\nn -> n - s for s in S"] {
        check(text, &[",: a comma cannot stand here (write a set in braces, as in `let S = {1, 3, 4}`)"]);
    }
    check(
        "S = {1,3}; n -> n - s for s in S",
        &["=: `=` stands in `let` only (write `let` before the name of a parameter, `->` after a position)"],
    );
    check("misère; n -> n - 1", &["misère: `misère` is written without an accent here (write `misere`)"]);
    check("misere n -> 1", &["n: `n` cannot stand right after a header (part them with `;` or a new line)"]);
    check("title x; n -> 1", &[r#"x: `title` takes a text in quotes, not `x` (write `title "..."`)"#]);
    check("title “x”; n -> 1", &[r#"“: `“` (U+201C) is a typographic sign (write `"`)"#]);
    check(
        "title \"x; n -> 1",
        &[r#"\"x; n -> 1: this text is never closed (close it with `"` on the same line)"#],
    );
    check("n -> 1; misere", &["misere: headers stand before the rule (move it to the front)"]);
    check("n -> 1; 0.77", &["0.77: a code stands alone (write either a code or clauses)"]);
    check("0.77; n -> 1", &["n: nothing can follow a code (write either a code or clauses)"]);
    check("0.77 4", &["4: nothing can follow a code (write the code without blanks, and nothing after it)"]);
    check("0.77; 0.7", &["0.7: a code stands alone (write either a code or clauses)"]);
}

#[test]
fn codes() {
    check("0.", &["0.: a code has digits after its point (write them, as in `0.77`)"]);
    check(
        "12.7",
        &[
            "12: a code has one digit before its point (a digit above f is written in brackets, as in `(16).3`)",
        ],
    );
    check(".77", &[".: a code has a digit before its point (write `0.` first)"]);
    check(
        "0.7g",
        &[
            "g: `g` is not a digit of a code (the digits are 0 to 9 and a to f; a digit above f is written in brackets, as in `0.(16)(33)`)",
        ],
    );
    check("0.[3", &["[: this `[` is never closed (close it with `]`)"]);
    check("0.[]", &["[]: nothing repeats here (write the repeating digits between `[` and `]`)"]);
    check("0.[3]4", &["4: nothing can follow the repeating digits (end the code with `]`)"]);
    check("0.(a)", &["(a): a digit in brackets is a decimal number (write it as in `0.(16)(33)`)"]);
    check("0.(3", &["(: this `(` is never closed (close it with `)`)"]);
    check(
        "0.(99999999999999999999)",
        &[
            "(99999999999999999999): this digit does not fit in 64 bits (its bits say into how many heaps a move may break the rest: use a smaller one)",
        ],
    );
}

#[test]
fn numbers() {
    check(
        "n -> 0.5",
        &["0.5: numbers have no fractions here (`/` rounds down; a code such as `0.77` stands alone)"],
    );
    check("n -> 0x", &["0x: `0x` is not a hexadecimal number (write it as `0xff`, or in decimal)"]);
    check("n -> 0b12", &["0b12: `0b12` is not a binary number (write it as `0b101`, or in decimal)"]);
    check("n -> 1e5", &["1e5: `1e5` is not a number of the language (write `10**5`)"]);
    check(
        "n -> 0o17",
        &["0o17: `0o17` is not a number of the language (write it in decimal, as `0xff` or as `0b101`)"],
    );
    check(
        "n -> 999999999999999999999999999999999999999",
        &[
            "999999999999999999999999999999999999999: this number does not fit in 128 bits (the numbers of a rule lie below 2**127)",
        ],
    );
    check("n -> k for k in 1..2if k > 1", &["2if: `2if` runs a number and a word together (write `2 if`)"]);
}

#[test]
fn characters() {
    check(
        "n -> α",
        &["α: `α` cannot be a name (names are made of the letters a to z and A to Z, digits and `_`)"],
    );
    check("n -> n' ", &[r#"\': `'` is not in the language (take it out)"#]);
    check("n -> @", &["@: `@` is not in the language (take it out)"]);
    check("n -> a\u{200b}", &[r#"\u{200b}: there is an invisible character here, U+200B (take it out)"#]);
    check(
        "n -> \"t\"",
        &[
            r#"\"t\": a text in quotes stands in `title`, `source` and `example` only (write a number or a name)"#,
        ],
    );
}

#[test]
fn rows() {
    check("row X -> *", &["*: `*` stands after a cell only (write `c*` for a run of c)"]);
    check("row X ** -> X", &["*: `*` stands after a cell only (write `c*` for a run of c)"]);
    check("row ! -> X", &["!: `!` has no cell after it (write `!c` for a cell that is not c)"]);
    check("row !X* -> X", &["*: `!c` stands for one cell and has no run (take the `*` out)"]);
    check(
        "row X",
        &["row X: this clause has no `->` (write the position, `->` and its options, as in `n -> n - 1`)"],
    );
    check("row X - > Y", &["-: `-` cannot be a cell (the arrow is written `->`, without a blank)"]);
    check("row X → Y", &["→: `→` (U+2192) is a typographic sign (write `->`)"]);
    check("row X -> Y -> Z", &["->: a second `->` in one clause (part clauses with `;` or a new line)"]);
    check("row X | Y -> Z", &["|: `|` cannot stand before `->` (write a clause for each left side)"]);
    check(
        "row X -> Y if n > 2",
        &["if: a row has no `if` (let the cells say it; if `if` is meant as cells, write `i f`)"],
    );
    check(
        "row X -> Y\n for k in S",
        &["for: a row has no `for` (let the cells say it; if `for` is meant as cells, write `f o r`)"],
    );
    check(
        "row é -> X",
        &["é: `é` cannot be a cell (a cell is a letter a to z or A to Z, a digit, `.` or `_`)"],
    );
    // The same sign in many places is one mistake.
    check(
        "row ● ○ -> ○ ●",
        &[
            "●: `●` cannot be a cell (a cell is a letter a to z or A to Z, a digit, `.` or `_`)",
            "○: `○` cannot be a cell (a cell is a letter a to z or A to Z, a digit, `.` or `_`)",
        ],
    );
    check("row X+ -> Y", &["+: `+` cannot be a cell (a cell is a letter, a digit, `.` or `_`)"]);
    check("n -> row X", &["row: `row` is a word of the language and cannot be a name (choose another name)"]);
    check("row X -> Y, Z", &[",: `,` cannot be a cell (a cell is a letter, a digit, `.` or `_`)"]);
}

#[test]
fn several_mistakes() {
    check(
        "n -> n - 2^k | 3k | !",
        &[
            "^: `^` has two meanings (write `**` for a power, `xor` for the nim-sum)",
            "3k: `3k` is neither a number nor a name (write `3*k` for a product)",
            "!: `!` is not in the language (write `not`)",
        ],
    );
    check(
        "∑ -> n^2; m -> (m",
        &[
            "∑: `∑` is not in the language (take it out)",
            "^: `^` has two meanings (write `**` for a power, `xor` for the nim-sum)",
            "(: this `(` is never closed (close it with `)`)",
        ],
    );
}
