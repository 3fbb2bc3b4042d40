//! The examples of the language's contract, and the rules of testdata.

use super::check;

#[test]
fn heaps() {
    check("n -> n - s for s in {1, 3, 4}", "(n) -> (- n s) for (s) in {1 3 4}");
    check(
        "n -> n - max(digits(n)) | n - min(nonzero(digits(n)))        # the cow digit game",
        "(n) -> (- n (max: (digits: n))) | (- n (min: (nonzero: (digits: n))))",
    );
    check(
        "n -> n - 2**k for k in 0..                                   # take a power of two",
        "(n) -> (- n (** 2 k)) for (k) in (0..)",
    );
    check(
        "n -> [a, b] where a + b == n, 1 <= a < b                     # Grundy's game",
        "(n) -> [a b] where ((+ a b) == n), (1 <= a < b)",
    );
    check(
        "n -> 0..n-1 | [a, b] where a + b == n, a >= 1, b >= 1        # Lasker's nim",
        "(n) -> (0..(- n 1)) | [a b] where ((+ a b) == n), (a >= 1), (b >= 1)",
    );
    check(
        "n -> [a, b] where a + b == n - 2                             # Dawson's Kayles, also written 0.07",
        "(n) -> [a b] where ((+ a b) == (- n 2))",
    );
    check(
        "n -> [n / k; k] for k in divisors(n) if k > 1                # split into k equal heaps",
        "(n) -> [(/ n k) ; k] for (k) in (divisors: n) if (k > 1)",
    );
    check("n -> n - d for d in divisors(n) if d < n", "(n) -> (- n d) for (d) in (divisors: n) if (d < n)");
    check(
        "n -> n - y for y in 1..n if gcd(n, y) == 1",
        "(n) -> (- n y) for (y) in (1..n) if ((gcd: n y) == 1)",
    );
}

#[test]
fn rows_and_coins() {
    check("row 1 1* 0 -> 0 1* 1     # row chess", "row 1 1* 0 -> 0 1* 1");
    check(
        "coins x -> [] | [a] for a in 0..x-1 | [a, b] where 0 <= a < b < x      # mock turtles",
        "coins (x) -> [] | [a] for (a) in (0..(- x 1)) | [a b] where (0 <= a < b < x)",
    );
    check("coins x -> [k..x-1] for k in 0..x       # Ruler", "coins (x) -> [(k..(- x 1))] for (k) in (0..x)");
}

#[test]
fn tuples_and_tags() {
    check(
        "(a, b) -> (a - k, b) for k in 1..a | (a, b - k) for k in 1..b | (a - k, b - k) for k in 1..min(a, b)",
        "(a b) -> <(- a k) b> for (k) in (1..a) | <a (- b k)> for (k) in (1..b) \
         | <(- a k) (- b k)> for (k) in (1..(min: a b))",
    );
    check(
        "(a, b) if a >= b and b > 0 -> (a - k*b, b) for k in 1..a / b; (a, b) if a < b -> (b, a)",
        "(a b) if (and (a >= b) (b > 0)) -> <(- a (* k b)) b> for (k) in (1..(/ a b)); \
         (a b) if (a < b) -> <b a>",
    );
    check(
        "closed(n) -> open(n); open(n) -> open(k) for k in 0..n-1     # tagged heaps",
        "closed(n) -> (open: n); open(n) -> (open: k) for (k) in (0..(- n 1))",
    );
    check(
        "let m = 3; circle(n) if n >= m -> chain(n - m); chain(n) -> [chain(a), chain(b)] where a + b == n - m",
        "let m = 3; circle(n) if (n >= m) -> (chain: (- n m)); \
         chain(n) -> [(chain: a) (chain: b)] where ((+ a b) == (- n m))",
    );
}

#[test]
fn headers_and_codes() {
    check(
        "let S = {2, 5}; n -> n - s for s in S     # a parameter",
        "let S = {2 5}; (n) -> (- n s) for (s) in S",
    );
    check("misere; n -> 0..n-1       # a header before the clauses", "misere; (n) -> (0..(- n 1))");
    check("0.77       # take-and-break codes", "code [0, 7, 7] []");
    check("4.7", "code [4, 7] []");
    check("0.8     # hexadecimal digits", "code [0, 8] []");
    check("0.[3]", "code [0] [3]");
    check("0.1[23]", "code [0, 1] [2, 3]");
    check("0.(16)(33)", "code [0, 16, 33] []");
}

/// Every rule of the table that other parts take their values from.
#[test]
fn every_rule_of_the_table_is_read() {
    let table = include_str!("../../../../../testdata/rules.tsv");
    let mut read = 0;
    for rule in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let rule = rule.split('\t').nth(1).expect("the table has a second column");
        let (program, diagnostics) = grundy::lang::parse(rule);
        assert_eq!(diagnostics, [], "{rule}");
        assert!(!super::sexpr::program(&program).contains("ERROR"), "{rule}");
        read += 1;
    }
    assert!(read > 200, "only {read} rules");
}

/// The rules of the table whose reading is least obvious.
#[test]
fn some_rules_of_the_table() {
    check(
        "m -> bitor(bitand(m, 2**k - 1), m >> k) for k in 1..bit_length(m) - 1",
        "(m) -> (bitor: (bitand: m (- (** 2 k) 1)) (>> m k)) for (k) in (1..(- (bit_length: m) 1))",
    );
    check(
        "(x, y) -> (a, b) for (i, j) in {(-2, 1), (1, -2)} where a == x + i, b == y + j, 1 <= a <= 15",
        "(x y) -> <a b> for (i j) in {<(- 2) 1> <1 (- 2)>} where (a == (+ x i)), (b == (+ y j)), (1 <= a <= 15)",
    );
    check(
        "misere; let L = {7, 56}; m -> m - 2**i for i in 0..8 if bitand(m, 2**i) != 0 \
         and count({l for l in L if bitand(m, l) == 0}) == 0",
        "misere; let L = {7 56}; (m) -> (- m (** 2 i)) for (i) in (0..8) if (and ((bitand: m (** 2 i)) != 0) \
         ((count: {l for (l) in L if ((bitand: m l) == 0)}) == 0))",
    );
    check(
        "seq s -> set(s, 0, v) for v in 0..s[0]-1 | set(s, i, v) for i in 1..len(s)-1 for v in s[i-1]..s[i]-1",
        "seq s -> (set: s 0 v) for (v) in (0..(- (at s 0) 1)) | (set: s i v) for (i) in (1..(- (len: s) 1)) \
         for (v) in ((at s (- i 1))..(- (at s i) 1))",
    );
    check("row . .* X -> X .* . ; row < . > -> < X >", "row . .* X -> X .* .; row < . > -> < X >");
    check(
        "sym (x, y) -> (a, b) where a + b == max(x, y), a >= 1, b >= 1",
        "sym (x y) -> <a b> where ((+ a b) == (max: x y)), (a >= 1), (b >= 1)",
    );
}
