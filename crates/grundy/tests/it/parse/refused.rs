//! Each refused form of an option: what is pointed at, what is said, what to
//! write instead. One mistake gives one line.

use super::check_refusal as check;

#[test]
fn operators_of_other_languages() {
    check(
        "n -> n - 2^k for k in 0..",
        &["^: `^` has two meanings (write `**` for a power, `xor` for the nim-sum)"],
    );
    check(
        "n -> n - 2k for k in 1..n",
        &["2k: `2k` is neither a number nor a name (write `2*k` for a product)"],
    );
    check(
        "n -> 2(n) ",
        &["(: an operator is missing before `(` (write `*` for a product, `|` between options)"],
    );
    check(
        "n -> n / k for k in 2..6 if n > 0 && k = 2",
        &["&&: `&&` is not in the language (write `and`)", "=: `=` does not compare (write `==`)"],
    );
    check("n -> n - 1 if n % 2 = 0", &["=: `=` does not compare (write `==`)"]);
    check("n -> 1 if a && b", &["&&: `&&` is not in the language (write `and`)"]);
    check(
        "n -> 1 if a || b",
        &["||: `||` is not in the language (write `or` between conditions, `|` between options)"],
    );
    check("n -> 1 if !a", &["!: `!` is not in the language (write `not`)"]);
    check(
        "n -> 1 if a!",
        &["!: `!` is not in the language (write `not` before a condition, `!=` to compare)"],
    );
    check("n -> n // 2", &["//: `//` is not in the language (write `/`, which rounds down)"]);
    check("n -> n div 2", &["div: `div` is not in the language (write `/`, which rounds down)"]);
    check("n -> n mod 2", &["mod: `mod` is not in the language (write `%`)"]);
}

#[test]
fn positions_are_not_added() {
    check(
        "n -> a + b where a + b == n",
        &["a + b: `+` adds numbers, not positions (write `[a, b]` to leave them side by side)"],
    );
    check(
        "n -> a + b where n == a + b, a > 0",
        &["a + b: `+` adds numbers, not positions (write `[a, b]` to leave them side by side)"],
    );
    check(
        "chain(n) -> chain(a) + chain(b) where a + b == n - 1",
        &[
            "chain(a) + chain(b): `+` adds numbers, not positions (write `[chain(a), chain(b)]` to leave them side by side)",
        ],
    );
    check(
        "(a, b) -> (a, 0) + (0, b)",
        &[
            "(a, 0) + (0, b): `+` adds numbers, not positions (write `[(a, 0), (0, b)]` to leave them side by side)",
        ],
    );
}

#[test]
fn bars_in_brackets() {
    check(
        "n -> max(1 | 2)",
        &["|: `|` cannot stand in brackets (write `bitor(a, b)` for numbers, `or` between conditions)"],
    );
    check(
        "n -> {x | x in S}",
        &[
            "|: `|` cannot stand in brackets (write `{e for x in S if c}` for a set, `bitor(a, b)` for numbers)",
        ],
    );
    check(
        "n -> (a | b)",
        &["|: `|` cannot stand in brackets (write `bitor(a, b)` for numbers, `or` between conditions)"],
    );
}

#[test]
fn typographic_signs() {
    check("n -> n − 1", &["−: `−` (U+2212) is a typographic sign (write `-`)"]);
    check("n -> n – 1", &["–: `–` (U+2013) is a typographic sign (write `-`)"]);
    check("n → n - 1", &["→: `→` (U+2192) is a typographic sign (write `->`)"]);
    check("n –> n - 1", &["–>: `–` (U+2013) is a typographic sign (write `->`)"]);
    check("n -> 1 if n ≤ 2", &["≤: `≤` (U+2264) is a typographic sign (write `<=`)"]);
    check("n -> 1 if n ≥ 2", &["≥: `≥` (U+2265) is a typographic sign (write `>=`)"]);
    check("n -> 1 if n ≠ 2", &["≠: `≠` (U+2260) is a typographic sign (write `!=`)"]);
    check("n -> 2×n", &["×: `×` (U+00D7) is a typographic sign (write `*`)"]);
    check("n -> n²", &["²: `²` (U+00B2) is a typographic sign (write `**2`)"]);
    check("n -> n ⊕ 1", &["⊕: `⊕` (U+2295) is a typographic sign (write `xor`)"]);
    check("n -> 1 if n ∉ S", &["∉: `∉` (U+2209) is a typographic sign (write `not in`)"]);
    check("n -> n - s for s ∈ S", &["∈: `∈` (U+2208) is a typographic sign (write `in`)"]);
    check(
        "n -> min（n，2）",
        &[
            "（: `（` (U+FF08) is a typographic sign (write `(`)",
            "，: `，` (U+FF0C) is a typographic sign (write `,`)",
            "）: `）` (U+FF09) is a typographic sign (write `)`)",
        ],
    );
}

#[test]
fn arrows() {
    check(
        "n => n - 1",
        &["=>: `=>` is not in the language (write `->` after a position, `>=` between numbers)"],
    );
    check("n --> 1", &["-->: `-->` is one dash too long (write `->`)"]);
    check("n - > 1", &["- >: this arrow has a blank in it (write `->`)"]);
    check("n = n - 1", &["=: `=` stands in `let` only (write `->` after a position)"]);
    check(
        "n := 1",
        &[":=: `:=` is not in the language (write `->` after a position, `=` after `let`, `==` to compare)"],
    );
    check(
        "n: 1",
        &[":: `:` is not in the language (write `->` after a position, `..` between the ends of a range)"],
    );
    check(
        "n n - 1",
        &["n n - 1: this clause has no `->` (write the position, `->` and its options, as in `n -> n - 1`)"],
    );
    check(
        "n",
        &["n: this clause has no `->` (write the position, `->` and its options, as in `n -> n - 1`)"],
    );
    check("", &[": there is no rule here (write a position, `->` and its options, as in `n -> 0..n-1`)"]);
    check(
        "title \"a\"",
        &[": there is no rule here (write a position, `->` and its options, as in `n -> 0..n-1`)"],
    );
    check("\n->1", &["->: the position is missing before `->` (write a name for it, as in `n -> n - 1`)"]);
    check("n\n-> 1", &["->: a line cannot start with `->` (write it at the end of the line before)"]);
}

#[test]
fn ranges_and_comparisons() {
    check("n -> 0...3", &["...: `...` is one dot too long (write `..`)"]);
    check("n -> 0..=3", &["..=: `a..b` holds both ends already (write `..`)"]);
    check("n -> 0..<3", &["..<: `a..b` holds both ends (write `a..b - 1` to leave out the right end)"]);
    check("n -> 1 if a <> b", &["<>: `<>` is not in the language (write `!=`)"]);
    check("n -> 1 if a =< b", &["=<: `=<` is not in the language (write `<=`)"]);
    check("n -> 1 if a === b", &["===: `===` is one sign too long (write `==`)"]);
    check(
        "n -> a & b",
        &["&: `&` is not in the language (write `and` between conditions, `bitand(a, b)` for numbers)"],
    );
    check(
        "n -> ~a",
        &[
            "~: `~` is not in the language (write `not` for a condition, `-a - 1` for the complement of a number)",
        ],
    );
    check("n -> a ? b", &["?: `?` stands in rows only (write the condition after the option, with `if`)"]);
    check("n -> s.len", &[".: a single `.` stands in codes and rows only (write `..` for a range)"]);
    check(
        "n -> s[1:2]",
        &[":: `:` is not in the language (write `->` after a position, `..` between the ends of a range)"],
    );
}

#[test]
fn brackets() {
    check("n -> (n - 1", &["(: this `(` is never closed (close it with `)`)"]);
    check("n -> n - 1)", &["): this `)` closes nothing (take it out, or open it with `(`)"]);
    check("n -> [a, b where a + b == n", &["[: this `[` is never closed (close it with `]`)"]);
    check("n -> (a, b]", &["]: `]` does not close `(` (write `)`)"]);
    check("n -> f({1, 2)", &["{: this `{` is never closed (close it with `}`)"]);
    check("n -> (n - 1 | 2\nm -> [m] | 3", &["(: this `(` is never closed (close it with `)`)"]);
}

#[test]
fn missing_parts() {
    check(
        "n -> ",
        &[
            ": an option is missing before the end of the text (write what the move leaves; `{}` offers no move, `[]` leaves nothing)",
        ],
    );
    check(
        "n -> 1 |",
        &[
            ": an option is missing before the end of the text (write what the move leaves; `{}` offers no move, `[]` leaves nothing)",
        ],
    );
    check(
        "n -> | | 2",
        &[
            "|: an option is missing before `|` (write what the move leaves; `{}` offers no move, `[]` leaves nothing)",
        ],
    );
    check(
        "n -> n -",
        &[
            ": an expression is missing before the end of the text (write a number, a name or an expression in brackets)",
        ],
    );
    check(
        "n -> n - ;",
        &[";: an expression is missing before `;` (write a number, a name or an expression in brackets)"],
    );
    check(
        "n -> 1 if",
        &[
            ": an expression is missing before the end of the text (write a number, a name or an expression in brackets)",
        ],
    );
    check(
        "n -> for k in S",
        &["for: an expression is missing before `for` (write a number, a name or an expression in brackets)"],
    );
    check("n -> k for k", &[": `in` is missing before the end of the text (write `for k in ...`)"]);
    check("n -> k for k S", &["S: `in` is missing before `S` (write `for k in ...`)"]);
    check("n -> k for k = S", &["=: `in` is missing before `=` (write `for k in ...`)"]);
    check("n -> k for k = 3", &["=: `in` is missing before `=` (write `for k in ...`)"]);
    check("n -> k for k from 3", &["from: `in` is missing before `from` (write `for k in ...`)"]);
}

#[test]
fn loops_and_conditions() {
    check("n -> k for in S", &["in: a name for the loop is missing before `in` (write a name, as in `n`)"]);
    check(
        "n -> k for a, b in S",
        &[",: several names of one loop stand in brackets (write `for (a, b) in ...`)"],
    );
    check(
        "n -> k for (a b) in S",
        &[
            "b: `,` or `)` is missing before `b` (these brackets hold names, with commas between them; say what must be true with `if`)",
        ],
    );
    check(
        "n -> a for a in S, b in T",
        &[",: a comma cannot stand here (write a `for` for each name, as in `for a in S for b in T`)"],
    );
    check("n -> a if a, b", &[",: a comma cannot stand here (write `and` between conditions)"]);
    check("n -> a, b", &[",: a comma cannot stand here (write `[a, b]` for a sum, `|` between options)"]);
    check(
        "n -> [a for a in S]",
        &[
            "for: `for` cannot stand in these brackets (close them first with `]`, or write a set, `{e for x in S if c}`)",
        ],
    );
    check(
        "n -> [a, b where a + b == n]",
        &[
            "where: `where` cannot stand in these brackets (close them first with `]`, or write a set, `{e for x in S if c}`)",
        ],
    );
    check("n -> {a where a < n}", &["where: a set has no `where` (write `{e for x in S if c}`)"]);
    check(
        "n -> (1;2)",
        &[";: `;` cannot stand here (write `,` between entries, `[p; k]` for k copies of p)"],
    );
}

#[test]
fn expressions() {
    check(
        "n -> [a, b] + c",
        &[
            "+: a sum `[...]` stands alone (write every component between its brackets, and other options after `|`)",
        ],
    );
    check(
        "n -> f([a])",
        &[
            "[: `[...]` is a sum of positions and cannot stand inside an expression (write `{...}` for a set, `(...)` for brackets)",
        ],
    );
    check(
        "n -> [a,]",
        &["]: an expression is missing before `]` (write a number, a name or an expression in brackets)"],
    );
    check("n -> ()", &["): there is nothing in these brackets (write an expression between them)"]);
    check("n -> +1", &["+: a number takes no `+` sign (take it out)"]);
    check("n -> ..5", &["..: a range needs a left end (write it, as in `0..n`)"]);
    check("n -> 1..2..3", &["..: a range has two ends at most (write `a..b`)"]);
    check(
        "n -> a b",
        &["b: an operator is missing before `b` (write `*` for a product, `|` between options)"],
    );
    check("n -> 1 + not a", &["not: `not` is looser than the operator before it (write `(not ...)`)"]);
    check("n -> 1 -> 2", &["->: a second `->` in one clause (part clauses with `;` or a new line)"]);
}

#[test]
fn operators_are_written_out() {
    check(
        "n -> n - s for s in {1 3 4}",
        &["3: an operator is missing before `3` (write `*` for a product, `,` between entries)"],
    );
    check(
        "n -> n - s for s in {1; 3}",
        &[";: `;` cannot stand here (write `,` between entries, `[p; k]` for k copies of p)"],
    );
    for (text, written, meant) in [
        ("n -> n - s fro s in S", "fro", "for"),
        ("n -> n - 2*s fr s in S", "fr", "for"),
        ("n -> [a, b] wher a + b == n", "wher", "where"),
        ("n -> [a, b] where a + b == n adn a < b", "adn", "and"),
    ] {
        check(
            text,
            &[&format!("{written}: `{written}` is no word of the language (did you mean `{meant}`?)")],
        );
    }
    check(
        "n -> n - k for k in 1 to 3",
        &["to: `to` is no word of the language (write `a..b` for the numbers from a to b, both included)"],
    );
    check(
        "n -> n - 1 if n is even",
        &["is: `is` is no word of the language (write `==`, as in `n % 2 == 0` for an even n)"],
    );
    check("n -> n - 1 when n > 3", &["when: `when` is no word of the language (write `if`)"]);
    // A factor that is forgotten to be one is no slip of a word.
    check(
        "n -> n - a far",
        &["far: an operator is missing before `far` (write `*` for a product, `|` between options)"],
    );
    check("n -> max n", &["n: the arguments of a function stand in brackets (write `max(...)`)"]);
    check(
        "n -> n if n > 1 else 2",
        &["else: `else` is not in the language (write the other option after `|`, with an `if` of its own)"],
    );
    check("n -> 1 if a = = b", &["=: `=` does not compare (write `==`)"]);
    check(
        "n -> n if n = 1 = 2",
        &["=: `=` does not compare (write `==`)", "=: `=` does not compare (write `==`)"],
    );
}

/// Brackets that are closed are not told to be open.
#[test]
fn brackets_around_an_arrow() {
    check(
        "{0 -> 1}",
        &["{: this `{` stands around an arrow (take these brackets out: a clause stands by itself)"],
    );
    check(
        "n -> (m -> 1)",
        &["(: this `(` stands around an arrow (take these brackets out: a clause stands by itself)"],
    );
    check("{n -> 1", &["{: this `{` is never closed (close it with `}`)"]);
    check("(n -> {1}", &["(: this `(` is never closed (close it with `)`)"]);
}

/// A line that ends too early is one mistake, whatever the next line holds.
#[test]
fn line_ends() {
    check(
        "n -> n -\n1",
        &[
            r"\n: an expression is missing before the end of the line (go on in the same line, or put the expression in brackets)",
        ],
    );
    check(
        "n -> n\n + 1",
        &[
            "+: a line cannot start with an operator (go on in the same line, or put the expression in brackets)",
        ],
    );
    check(
        "n -> 1;\n| 2",
        &["|: a clause cannot start with `|` (take out the `;` before it, or write a clause)"],
    );
    check("let S = {1, 2\nn -> n - s for s in S", &["{: this `{` is never closed (close it with `}`)"]);
    check("let b\nn -> n - b", &[r"\n: `=` is missing before the end of the line (write `let b = ...`)"]);
}
