//! The grammar, construct by construct.

use super::{check, sexpr};
use grundy::lang::parse;

/// Checks how an expression is read, as the one option of a heap.
#[track_caller]
fn check_expr(text: &str, expected: &str) {
    check(&format!("n -> {text}"), &format!("(n) -> {expected}"));
}

#[test]
fn operators_by_strength() {
    check_expr("1 + 2 * 3", "(+ 1 (* 2 3))");
    check_expr("1 - 2 - 3", "(- (- 1 2) 3)");
    check_expr("8 / 4 % 3 * 2", "(* (% (/ 8 4) 3) 2)");
    check_expr("-2**2", "(- (** 2 2))");
    check_expr("2**3**2", "(** 2 (** 3 2))");
    check_expr("2**-1", "(** 2 (- 1))");
    check_expr("2**-k**2", "(** 2 (- (** k 2)))");
    check_expr("-a * b", "(* (- a) b)");
    check_expr("a * -b", "(* a (- b))");
    check_expr("- - a", "(- (- a))");
    check_expr("a--b", "(- a (- b))");
    check_expr("a xor b << 1 + 2", "(xor a (<< b (+ 1 2)))");
    check_expr("a xor b xor c", "(xor (xor a b) c)");
    check_expr("a >> b >> c", "(>> (>> a b) c)");
    check_expr("(1 + 2) * 3", "(* (+ 1 2) 3)");
    check_expr("((n))", "n");
    check_expr("a..b \\ c", "(\\ (a..b) c)");
    check_expr("A \\ B \\ C", "(\\ (\\ A B) C)");
    check_expr("a xor 1..b xor 2", "((xor a 1)..(xor b 2))");
    check_expr("n if x in 0..3 \\ {1}", "n if (in x (\\ (0..3) {1}))");
    check_expr("n if x not in S", "n if (not-in x S)");
    check_expr("n if not x in S and y or z", "n if (or (and (not (in x S)) y) z)");
    check_expr("n if a or b and c", "n if (or a (and b c))");
    check_expr("n if not not a", "n if (not (not a))");
    check_expr("n if not a == b", "n if (not (a == b))");
    check_expr("n if a == b in S", "n if (a == (in b S))");
    check_expr("n if a<-1", "n if (a < (- 1))");
}

#[test]
fn comparisons_chain() {
    check_expr("n if 0 <= a < b != c == d >= e > f", "n if (0 <= a < b != c == d >= e > f)");
    check_expr("n if P == (n % 10 == 0)", "n if (P == ((% n 10) == 0))");
    check_expr("n + (n % 4 == 3)", "(+ n ((% n 4) == 3))");
}

#[test]
fn primaries() {
    check_expr("{}", "{}");
    check_expr("{1}", "{1}");
    check_expr("{0..3, 7}", "{(0..3) 7}");
    check_expr("{(1,2), (5,3)}", "{<1 2> <5 3>}");
    check_expr("{k for k in S}", "{k for (k) in S}");
    check_expr(
        "{a*b for a in S for b in 1..a if a != b}",
        "{(* a b) for (a) in S for (b) in (1..a) if (a != b)}",
    );
    check_expr("{(a, b) for (a, b) in E if a < b}", "{<a b> for (a b) in E if (a < b)}");
    check_expr("{k if k > 2}", "{k if (k > 2)}");
    check_expr("f()", "(f: )");
    check_expr("at (w)", "(at: w)");
    check_expr("(a, b, c)", "<a b c>");
    check_expr("n if true or false", "n if (or true false)");
    check_expr("10 + 1_000 + 0xff + 0b101", "(+ (+ (+ 10 1000) 255) 5)");
    check_expr("170141183460469231731687303715884105727", "170141183460469231731687303715884105727");
    check_expr("min(0, max(S))", "(min: 0 (max: S))");
}

#[test]
fn indices_and_slices() {
    check_expr("s[i]", "(at s i)");
    check_expr("s[i][j]", "(at (at s i) j)");
    check_expr("s[i..j]", "(slice s i j)");
    check_expr("s[i..]", "(slice s i _)");
    check_expr("s[..j]", "(slice s _ j)");
    check_expr("s[..]", "(slice s _ _)");
    check_expr("sort(s)[0] + 1", "(+ (at (sort: s) 0) 1)");
    check_expr("-s[0]**2", "(- (** (at s 0) 2))");
}

#[test]
fn options() {
    check_expr("[]", "[]");
    check_expr("[a]", "[a]");
    check_expr("[a, b, a..b]", "[a b (a..b)]");
    check_expr("[p; k]", "[p ; k]");
    check_expr("[(a, y), (x, b)]", "[<a y> <x b>]");
    check_expr("| 1 | 2", "1 | 2");
    check_expr(
        "n - s for s in A if s > 1 for t in B where a < t, b == a if a > b",
        "(- n s) for (s) in A if (s > 1) for (t) in B where (a < t), (b == a) if (a > b)",
    );
    check("done(n) -> {}", "done(n) -> {}");
}

/// A range has no right end before what cannot be one.
#[test]
fn open_ranges() {
    check_expr("n - k for k in 1.. | 3", "(- n k) for (k) in (1..) | 3");
    check_expr("k for k in 1.. for j in 2.. if k > j", "k for (k) in (1..) for (j) in (2..) if (k > j)");
    check_expr("k where k in 1.., k < n", "k where (in k (1..)), (k < n)");
    check_expr("k for k in 1.. where a < k", "k for (k) in (1..) where (a < k)");
    check_expr("k for k in 1.. \\ squares", "k for (k) in (\\ (1..) squares)");
    check_expr("k for k in (1..)", "k for (k) in (1..)");
    check_expr("[k; 1..]", "[k ; (1..)]");
    check("n -> k for k in 1.. ; m -> m", "(n) -> k for (k) in (1..); (m) -> m");
    check("n -> k for k in 1..\nm -> m", "(n) -> k for (k) in (1..); (m) -> m");
    check("n -> k for k in 1..\n | 3", "(n) -> k for (k) in (1..) | 3");
    check("n if n in 3.. and n > 4 -> 1", "(n) if (and (in n (3..)) (n > 4)) -> 1");
    check("n if n in 3.. -> 1", "(n) if (in n (3..)) -> 1");
}

#[test]
fn patterns() {
    check("(n) -> n", "(n) -> n");
    check("a(n) -> n", "a(n) -> n");
    check("sym t(a, b, c) -> 1", "sym t(a b c) -> 1");
    check("coins (x, y) -> []", "coins (x y) -> []");
    check("coins x if x > 2 -> []", "coins (x) if (x > 2) -> []");
    check("coins(x) -> []", "coins (x) -> []");
    check("seq s if len(s) > 0 -> drop(s, 0)", "seq s if ((len: s) > 0) -> (drop: s 0)");
    check("n if n>0->n-1", "(n) if (n > 0) -> (- n 1)");
}

#[test]
fn rows() {
    check("row I -> X ; row I I -> X X", "row I -> X; row I I -> X X");
    check("row 11*0->01*1", "row 1 1* 0 -> 0 1* 1");
    check("row 1 * 0 -> 0 1 *", "row 1* 0 -> 0 1*");
    check("row < ? !X ! Y > -> < ? . _ >|.", "row < ? !X !Y > -> < ? . _ > | .");
    check("row X -> | ..", "row X ->  | . .");
    check("row X ->", "row X -> ");
    check("row -> X", "row  -> X");
    check("row 0.77 -> 1 # not a code", "row 0 . 7 7 -> 1");
    check("row if -> fi", "row i f -> f i");
    check("row for i f -> where", "row f o r i f -> w h e r e");
    check("row X ->\n  Y |\n Z\n| W\nrow Y -> Z", "row X -> Y | Z | W; row Y -> Z");
    check("row X -> Y # to the right\n\n # nothing\n | Z", "row X -> Y | Z");
}

#[test]
fn headers() {
    check(
        "title \"Nim; # 1\"\nsource \"us\"; example \"3 5\"\nmisere;loopy;let k = 1 + 2\nn -> n - k",
        "title \"Nim; # 1\"; source \"us\"; example \"3 5\"; misere; loopy; let k = (+ 1 2); (n) -> (- n k)",
    );
    check("misere; 0.77", "misere; code [0, 7, 7] []");
    check("title \"\"; 0.77", "title \"\"; code [0, 7, 7] []");
    check("let E = {(0,1),\n (1,2)}; n -> n - 1", "let E = {<0 1> <1 2>}; (n) -> (- n 1)");
}

#[test]
fn codes() {
    check("0.aF3", "code [0, 10, 15, 3] []");
    check("(16).3", "code [16, 3] []");
    check("f.1", "code [15, 1] []");
    check("  0.07 ;; \n# end", "code [0, 0, 7] []");
    check("0.[(33)1]", "code [0] [33, 1]");
    check("0.(18446744073709551615)", "code [0, 18446744073709551615] []");
}

#[test]
fn line_ends_are_blanks_where_a_clause_goes_on() {
    check("n ->\n 1 |\n 2\n| 3", "(n) -> 1 | 2 | 3");
    check(
        "n -> a\nfor a in S\n\n  if a > 1\nwhere b < a,\n c < b",
        "(n) -> a for (a) in S if (a > 1) where (b < a), (c < b)",
    );
    check("n -> [a,\nb\n]\n# a comment\n | 3", "(n) -> [a b] | 3");
    check("n -> (a +\n b)", "(n) -> (+ a b)");
    check("n -> 1\r\n | 2\r\nm -> 3\r\n", "(n) -> 1 | 2; (m) -> 3");
}

#[test]
fn empty_clauses_are_skipped() {
    check("; ;\n\n n -> 1;;m -> 2 ; \n;", "(n) -> 1; (m) -> 2");
    check("\u{feff}n -> 1", "(n) -> 1");
    check("n\u{a0}->\u{3000}1", "(n) -> 1");
}

#[test]
fn a_semicolon_in_brackets_parts_nothing() {
    check("n -> [n / 2; 2]; m -> 1", "(n) -> [(/ n 2) ; 2]; (m) -> 1");
}

/// What could not be read stands in the tree as an error, the rest is read.
#[test]
fn the_tree_after_errors() {
    let tree = |text: &str| sexpr::program(&parse(text).0);
    assert_eq!(tree("n -> n - | 2 ; m -> 3"), "(n) -> ERROR | 2; (m) -> 3");
    assert_eq!(tree("n -> n - s for s {1} | 2"), "(n) -> (- n s) for (s) in {1} | 2");
    assert_eq!(tree("n if ) -> 2"), "(n) if ERROR -> 2");
    assert_eq!(tree("let a = ; n -> n - a"), "let a = ERROR; (n) -> (- n a)");
    assert_eq!(tree("0 -> 2 ; n -> 1"), "(n) -> 1");
    assert_eq!(tree("row X -> ! | Y"), "row X -> Y");
    assert_eq!(tree("n -> 2^3 | 2k"), "(n) -> (** 2 3) | (* 2 k)");
}
