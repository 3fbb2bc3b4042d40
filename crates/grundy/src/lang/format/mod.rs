//! Laying a rule out in the one way.
//!
//! The layout is a function of the tokens and the comments alone, never of the
//! old layout, except that an empty line between items stays one empty line. So
//! two texts that differ in their blanks become the same text, and laying out
//! twice is laying out once.
//!
//! * Every header and every clause has lines of its own. A clause that fits in
//!   [`WIDTH`] columns is one line; else each alternative is, with the `|` under
//!   the arrow, and if that is still too long, each loop and condition.
//! * Operators have blanks around them, but ranges and `**` have none. Where
//!   operators of two strengths meet, the stronger has none: `a - k*b`. Neither
//!   have those at the ends of a range, `0..n-1`, and in an index, `s[i-1]`.
//! * Numbers, texts in quotes, codes and comments stay as they are written.
//!   What needs a comment in its middle is broken there.
//!
//! The work is done on the tokens and not on the tree, which does not know how
//! numbers were written and which brackets were redundant. The meaning cannot
//! change where only blanks do; where a line ends is the one blank with a
//! meaning, and [`layout`] breaks lines only where the language reads on.

mod comments;
mod layout;
mod spacing;

use super::diagnostic::RuleError;
use super::lex::lex;
use super::parse::parse;
use comments::Texts;

/// How wide a line may be before it is broken, comments not counted.
const WIDTH: usize = 90;

/// The rule `text` laid out in the one way.
///
/// The result means the same and holds the same headers, clauses and comments in
/// the same order; it ends in a line end, and laying it out again changes
/// nothing. Names and kinds are not checked: a text is laid out if its grammar
/// is right.
///
/// # Errors
///
/// A [`RuleError`] with everything that is wrong with the text's grammar.
///
/// # Examples
///
/// ```
/// use grundy::lang::format;
///
/// let laid_out = format("let S={1,3,4} ;n->n-s for s in S#take 1, 3 or 4")?;
/// assert_eq!(laid_out, "let S = {1, 3, 4}\nn -> n - s for s in S  #take 1, 3 or 4\n");
/// # Ok::<(), grundy::lang::RuleError>(())
/// ```
pub fn format(text: &str) -> Result<String, RuleError> {
    let (_, diagnostics) = parse(text);
    if !diagnostics.is_empty() {
        return Err(RuleError { text: text.to_owned(), diagnostics });
    }
    // The text has no faults, and so the second reading finds none.
    let tokens = lex(text, &mut Vec::new());
    Ok(layout::lay_out(Texts::new(text, &tokens)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let once = format(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(once, expected, "{text}");
        assert_eq!(format(&once).as_ref(), Ok(&once), "{text}");
    }

    #[test]
    fn operators_have_blanks_and_ranges_have_none() {
        check("n->n-s for s in{1,3 ,4}", "n -> n - s for s in {1, 3, 4}\n");
        check("n -> n-2 ** k for k in 0 ..", "n -> n - 2**k for k in 0..\n");
        check("n -> 0 .. n - 1|n/2", "n -> 0..n-1 | n / 2\n");
        check("(a,b)->(a-k * b,b)for k in 1..a / b", "(a, b) -> (a - k*b, b) for k in 1..a/b\n");
        check("n -> n-k for k in 1..n\\divisors( n )", "n -> n - k for k in 1..n \\ divisors(n)\n");
        check("n -> n - (1<<k-1) if n xor n/2 >= -k", "n -> n - (1 << k-1) if n xor n/2 >= -k\n");
        check("n -> n - - 2 | 0..3- - 2", "n -> n - -2 | 0..3- -2\n");
        check("n -> [ n/k;k ]for k in divisors(n)", "n -> [n / k; k] for k in divisors(n)\n");
        check("n if not(n%2==0)->n-1", "n if not (n % 2 == 0) -> n - 1\n");
        check("n -> -2**2 + n if 0<=n<5 and n not  in {}", "n -> -2**2 + n if 0 <= n < 5 and n not in {}\n");
        check("n -> 0..max(n - 1,1 + 0x_f*1_0)", "n -> 0..max(n - 1, 1 + 0x_f*1_0)\n");
    }

    #[test]
    fn every_kind_of_rule_has_its_form() {
        check("sym(a,b)->(a-1,b)", "sym (a, b) -> (a - 1, b)\n");
        check("open (n)->open (k)for k in 0..n-1", "open(n) -> open(k) for k in 0..n-1\n");
        check("coins(x,y)->[(a,y)]where a<x", "coins (x, y) -> [(a, y)] where a < x\n");
        check("seq s->set(s,i,s[i - 1]) for i in s [ 0 .. ]", "seq s -> set(s, i, s[i-1]) for i in s[0..]\n");
        check("row 11*0->01*1|!1>", "row 1 1* 0 -> 0 1* 1 | !1 >\n");
        check("misere;0.(16)[3];", "misere\n0.(16)[3]\n");
        check("title  \"a  b\"\n\n\nlet k=- 3\nn->n-k", "title \"a  b\"\n\nlet k = -3\nn -> n - k\n");
        check("n->|n-1|n-2", "n -> n - 1 | n - 2\n");
        check("done(n)->{}", "done(n) -> {}\n");
        check("n->[ ]", "n -> []\n");
    }

    #[test]
    fn what_may_go_on_is_ended() {
        check("row X -> ;row Y->|X", "row X -> ;\nrow Y -> | X\n");
        check("row X -> # gone\n;row Y -> X|;#x\n# y", "row X -> ;    # gone\nrow Y -> X |  #x\n# y\n");
    }

    #[test]
    fn long_clauses_have_a_line_for_each_alternative() {
        check(
            "(a, b) -> (a - k, b) for k in 1..a | (a, b - k) for k in 1..b | (a - k, b - k) for k in 1..min(a, b)",
            "(a, b) -> (a - k, b) for k in 1..a
        | (a, b - k) for k in 1..b
        | (a - k, b - k) for k in 1..min(a, b)
",
        );
        check(
            "seq s -> set(set(s, i, s[i] - c), j, s[j] + c) for i in 0..len(s)-1 for j in 0..i-1 if i % 3 == 0 for c in 1..s[i]",
            "seq s -> set(set(s, i, s[i] - c), j, s[j] + c)
             for i in 0..len(s)-1
             for j in 0..i-1
             if i % 3 == 0
             for c in 1..s[i]
",
        );
        check(
            "position(first, second) if first > second and second > 0 -> position(first - 1, second) | position(second, first)",
            "position(first, second) if first > second and second > 0 ->
      position(first - 1, second)
    | position(second, first)
",
        );
        let numbers: Vec<String> = (100..140).map(|number| number.to_string()).collect();
        let expected = format!(
            "let S = {{{},\n    {}}}\nn -> n - s for s in S\n",
            numbers[..16].join(", "),
            numbers[16..33].join(", ") + ",\n    " + &numbers[33..].join(", "),
        );
        check(&format!("let S = {{{}}}; n -> n - s for s in S", numbers.join(",")), &expected);
    }

    #[test]
    fn comments_stay_where_they_are() {
        check(
            "# head\n\n\n# next\nn -> n - 1   # one\n   |  n-22 # two\n\n\n\n# last",
            "# head\n\n# next\nn -> n - 1   # one\n   | n - 22  # two\n\n# last\n",
        );
        check("n -> n - 1 | # one\nn - 2", "n -> n - 1  # one\n   | n - 2\n");
        check(
            "n -> # both\n# first\nn - 1 |\n# second\nn",
            "n ->  # both\n      # first\n      n - 1\n      # second\n    | n\n",
        );
        check(
            "let S = {1, # one\n 2 # two\n, 3\n# three\n}\nn -> n - s for s in S # S\r\n",
            "let S = {1,  # one\n    2,       # two\n    3\n    # three\n}\nn -> n - s for s in S  # S\n",
        );
        check(
            "n -> [a, b] # split\n where a + b == n, # all\n a < b",
            "n -> [a, b]                 # split\n         where a + b == n,  # all\n         a < b\n",
        );
    }

    #[test]
    fn a_range_that_a_line_end_leaves_open_stays_open() {
        check("n -> count({1..\n- 2})", "n -> count({1..\n         -2})\n");
    }

    #[test]
    fn errors_of_grammar_are_errors() {
        let error = format("n -> n ^ 2").unwrap_err();
        assert_eq!(error.diagnostics.len(), 1);
        assert!(format("").is_err());
        assert_eq!(format("n -> m").as_deref(), Ok("n -> m\n"));
    }

    #[test]
    fn built_in_games_are_laid_out() {
        for game in super::super::GAMES {
            assert_eq!(format(game.text).as_deref(), Ok(game.text), "{}", game.name);
        }
    }
}
