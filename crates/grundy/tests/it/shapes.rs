//! Tuples, tags, symmetric positions, boards of coins and seqs: what the language
//! says of them, and games of which the values are found by hand-written brute force.

use std::collections::HashMap;

use grundy::lang::Rule;
use grundy::solve::{Config, Solver};
use grundy::{Control, Sum, mex};

fn solver(rule: &str) -> Solver {
    let rule = Rule::parse(rule).unwrap_or_else(|error| panic!("{rule}: {error}"));
    Solver::new(rule, Config::default()).expect("the engine fits")
}

/// The value of a sum, or what the solver says instead.
fn value(rule: &str, positions: &[&str]) -> String {
    let mut solver = solver(rule);
    let sum: Result<Sum<_>, _> = positions.iter().map(|text| solver.parse_position(text)).collect();
    match sum {
        Err(error) => error.to_string(),
        Ok(sum) => match solver.value(&sum, &Control::default()) {
            Ok(answer) => answer.value.to_string(),
            Err(error) => error.to_string(),
        },
    }
}

fn refused(rule: &str) -> String {
    Rule::parse(rule).expect_err(rule).to_string()
}

/// The options of a position, each as what it leaves.
fn options(rule: &str, position: &str) -> Vec<String> {
    let mut solver = solver(rule);
    let sum = Sum::new(vec![solver.parse_position(position).expect("a position")]);
    let explained = solver.explain(&sum, &Control::default()).expect("an explanation");
    let options = explained.parts[0].options.clone().expect("few options");
    let mut left: Vec<String> = options.into_iter().map(|(option, _)| Sum::new(option).to_string()).collect();
    left.sort();
    left
}

/// Brute force over any position, by recursion.
fn brute<P: Clone + Eq + std::hash::Hash>(
    position: &P,
    options: &impl Fn(&P) -> Vec<Vec<P>>,
    known: &mut HashMap<P, u64>,
) -> u64 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let values: Vec<u64> = options(position)
        .iter()
        .map(|sum| sum.iter().fold(0, |xor, part| xor ^ brute(part, options, known)))
        .collect();
    let value = mex(values.into_iter().map(grundy::Nimber::new)).size();
    known.insert(position.clone(), value);
    value
}

#[test]
fn tables_of_pairs_are_those_of_brute_force() {
    type Moves = fn(&(u64, u64)) -> Vec<Vec<(u64, u64)>>;
    let games: [(&str, Moves); 5] = [
        (
            "(a, b) -> (a - k, b) for k in 1..a | (a, b - k) for k in 1..b | (a - k, b - k) for k in 1..min(a, b)",
            |&(a, b)| {
                let mut moves: Vec<_> = (0..a).map(|x| vec![(x, b)]).collect();
                moves.extend((0..b).map(|y| vec![(a, y)]));
                moves.extend((1..=a.min(b)).map(|k| vec![(a - k, b - k)]));
                moves
            },
        ),
        (
            "(a, b) if a >= b and b > 0 -> (a - k*b, b) for k in 1..a / b; (a, b) if a < b -> (b, a)",
            |&(a, b)| {
                if a < b {
                    vec![vec![(b, a)]]
                } else if b > 0 {
                    (1..)
                        .map(|k| k * b)
                        .take_while(|&taken| taken <= a)
                        .map(|taken| vec![(a - taken, b)])
                        .collect()
                } else {
                    vec![]
                }
            },
        ),
        ("(n, m) -> (n - k, 2*k) for k in 1..min(n, m)", |&(n, m)| {
            (1..=n.min(m)).map(|k| vec![(n - k, 2 * k)]).collect()
        }),
        ("(x, y) -> (x + 1, y - 2) | (x - 2, y - 1) | (x - 1, y - 2)", |&(x, y)| {
            let mut moves = Vec::new();
            if y >= 2 {
                moves.push(vec![(x + 1, y - 2)]);
                if x >= 1 {
                    moves.push(vec![(x - 1, y - 2)]);
                }
            }
            if x >= 2 && y >= 1 {
                moves.push(vec![(x - 2, y - 1)]);
            }
            moves
        }),
        (
            "(w, h) -> [(a, h), (w - a, h)] for a in 1..w - 1 | [(w, b), (w, h - b)] for b in 1..h - 1",
            |&(w, h)| {
                let mut moves: Vec<_> = (1..w).map(|a| vec![(a, h), (w - a, h)]).collect();
                moves.extend((1..h).map(|b| vec![(w, b), (w, h - b)]));
                moves
            },
        ),
    ];
    for (rule, moves) in games {
        let table = solver(rule).table_of_tuples(&[12, 9], &Control::default()).expect("a table");
        let mut known = HashMap::new();
        for (index, value) in table.values().iter().enumerate() {
            let position = (index as u64 / 10, index as u64 % 10);
            assert_eq!(table.position(index), format!("({},{})", position.0, position.1));
            assert_eq!(value.size(), brute(&position, &moves, &mut known), "{rule} at {position:?}");
        }
    }
}

#[test]
fn a_set_as_an_entry_is_a_choice() {
    assert_eq!(options("(a, b) -> (0..a - 1, b)", "(3,1)"), ["(0,1)", "(1,1)", "(2,1)"]);
    assert_eq!(options("(a, b) -> ({0, 1}, 5..6) if a == 9", "(9,9)"), ["(0,5)", "(0,6)", "(1,5)", "(1,6)"]);
    assert_eq!(
        options("p(n) -> [q(1..2), q(n)]; q(n) -> {}", "p(3)"),
        ["q(1) + q(3)", "q(2) + q(3)"],
        "a choice inside a sum gives one sum for each member"
    );
    // Negative members are no moves, and members without a value are skipped alone.
    assert_eq!(options("p(n) -> q({-1, 2}); q(n) -> {}", "p(3)"), ["q(2)"]);
    assert_eq!(options("p(n) -> q({min(k..0) for k in 0..1}); q(n) -> {}", "p(3)"), ["q(0)"]);
    assert_eq!(
        options("(a, b) -> {(0, 1), (1, 0)} if a > 1", "(5,5)"),
        ["(0,1)", "(1,0)"],
        "a bare set offers each"
    );
    assert_eq!(options("(a, b) -> [{(0, 1), (1, 0)}] if a > 1", "(5,5)"), ["(0,1) + (1,0)"], "in [ ] all");
    assert_eq!(options("(a, b) -> [(a - 1, 0); 2]", "(2,0)"), ["(1,0) + (1,0)"]);
    assert_eq!(options("(a, b) -> [(a - 1, 0); b - 1]", "(2,0)"), Vec::<String>::new());
    assert_eq!(options("(a, b) -> [(a + 9, 0); b]", "(2,0)"), ["[]"]);
}

#[test]
fn infinite_walks_end_with_the_entries() {
    assert_eq!(options("(a, b) -> (a - k, b - k) for k in 1..", "(3,2)"), ["(1,0)", "(2,1)"]);
    assert_eq!(options("(a, b) -> (a - k, b) for k in 1.. if k % 2 == 0", "(5,2)"), ["(1,2)", "(3,2)"]);
    assert_eq!(
        options("p(n) -> [q(n - s), q(0)] for s in squares; q(n) -> {}", "p(5)"),
        ["q(0) + q(1)", "q(0) + q(4)"]
    );
}

#[test]
fn shapes_mix_and_a_shape_without_moves_is_terminal() {
    let boxed = "closed(n) -> open(n); open(n) -> open(0..n - 1)";
    assert_eq!(value(boxed, &["closed(0)"]), "1");
    assert_eq!(value(boxed, &["closed(5)", "open(6)"]), "6");
    let mixed = "n -> (n - 1, 1) | done(n); (a, b) -> a - b; done(n) -> {}";
    assert_eq!(value(mixed, &["0"]), "1", "a heap in a rule of several shapes is read at 0, too");
    assert_eq!(options(mixed, "2"), ["(1,1)", "done(2)"]);
    assert_eq!(options(mixed, "(1,1)"), ["0"]);
    assert_eq!(value(mixed, &["done(7)"]), "0");
}

#[test]
fn what_cannot_be_is_refused_with_the_cure() {
    assert!(refused("open(n) -> opne(n - 1)").contains("did you mean `open`?"));
    assert!(refused("(a, b) -> (a - 1, b, 0)").contains("no clause has the shape (a, b, c)"));
    assert!(refused("open(n) -> n - 1").contains("no clause has the shape n"));
    // The tuple in square brackets is one mistake, and nothing else is suggested.
    let sum = refused("(a, b) -> [a - 1, b]");
    assert!(sum.contains("stands in round brackets, `(a, b)`") && !sum.contains("{}"), "{sum}");
    assert!(!refused("(a, b) -> [a - 1, b, 0]").contains("round brackets"));
    assert!(refused("n -> (n - 1, 0)").contains("several entries"));
    assert!(refused("sym (a, b) -> (a - 1, b); (a, b) -> (a, b - 1)").contains("sym"));
    assert!(refused("n -> n - 1; seq s -> drop(s, 0)").contains("a rule is of one kind"));
    assert!(refused("misere; loopy; n -> n - 1").contains("both"));
    assert!(refused("loopy; n -> [n, n]").contains("one position"));
    assert!(refused("loopy; coins x -> []").contains("loopy"));
    assert!(refused("coins x -> []; coins (x, y) -> []").contains("coordinates"));
    assert!(refused("seq s -> s[0]").contains("this is not a seq"));
    assert!(refused("seq s -> drop(s, 0) if len(3) > 1").contains("this is not a seq"));
    assert!(refused("n -> n - len(n)").contains("this is not a seq"));
    assert!(refused("(a, b) -> (primes, b)").contains("infinite"));
}

#[test]
fn circles_are_shown_and_large_entries_are_errors() {
    let circle = value("at(v) -> at((v + 1) % 3)", &["at(1)"]);
    assert!(circle.contains("at(1) -> at(2) -> at(0) -> at(1)"), "{circle}");
    let large = value("(a, b) -> (a * 2**40, b - 1)", &["(2**40,1)"]);
    assert!(large.contains("2**63 - 1"), "{large}");
    let outside = value("seq s -> drop(s, 5)", &["[1,2]"]);
    assert!(outside.contains("the index 5 in a seq of 2 entries"), "{outside}");
    let outside = value("seq s -> s[1..]", &["[]"]);
    assert!(outside.contains("the index 1 in a seq of 0 entries"), "{outside}");
    let outside = value("seq s -> insert(s, 2, 7)", &["[5]"]);
    assert!(outside.contains("the index 2 in a seq of 1 entry,"), "{outside}");
}

#[test]
fn entries_of_any_size_are_searched() {
    // The parity of the moves is that of the quotients: few positions are met.
    let euclid = "(a, b) if a >= b and b > 0 -> (a % b, b); (a, b) if a < b -> (b, a)";
    let mut known = HashMap::new();
    let moves = |&(a, b): &(u128, u128)| {
        if a < b {
            vec![vec![(b, a)]]
        } else if b > 0 {
            vec![vec![(a % b, b)]]
        } else {
            vec![]
        }
    };
    for (a, b) in [(10_u128.pow(30) + 7, 10_u128.pow(29) + 1), (3_u128.pow(70), 2_u128.pow(111) - 1)] {
        let expected = brute(&(a, b), &moves, &mut known).to_string();
        assert_eq!(value(euclid, &[&format!("({a},{b})")]), expected);
    }
}

#[test]
fn the_order_of_symmetric_entries_means_nothing() {
    let nim = "sym (a, b, c) -> (a - k, b, c) for k in 1..a";
    for (a, b, c) in [(1, 2, 3), (3, 1, 2), (5, 5, 0), (4, 1, 6), (7, 7, 7)] {
        assert_eq!(value(nim, &[&format!("({a},{b},{c})")]), (a ^ b ^ c).to_string());
    }
    assert_eq!(options("sym (a, b) -> (a + b, 0) if a > 0 and b > 0", "(2,1)"), ["(0,3)"]);
    assert_eq!(options("sym (a, b) -> (a - 1, b)", "(2,1)"), ["(0,2)", "(1,1)"]);
    assert_eq!(options("sym t(a, b) -> t(b, a - 1)", "t(2,2)"), ["t(1,2)"]);
}

#[test]
fn boards_of_coins_are_those_of_real_boards() {
    // Turning Corners on a real board of 3 x 3 discs: the far corner of a rectangle
    // goes from heads to tails, the other three are turned.
    let moves = |board: &u16| {
        let cell = |x: usize, y: usize| 1_u16 << (3 * x + y);
        let mut options = Vec::new();
        for x in 1..3 {
            for y in 1..3 {
                if board & cell(x, y) == 0 {
                    continue;
                }
                for a in 0..x {
                    for b in 0..y {
                        options.push(vec![board ^ cell(x, y) ^ cell(a, y) ^ cell(x, b) ^ cell(a, b)]);
                    }
                }
            }
        }
        options
    };
    let rule = "coins (x, y) -> [(a, y), (x, b), (a, b)] where a < x, b < y";
    let mut solver = solver(rule);
    let mut known = HashMap::new();
    for board in 0..1_u16 << 9 {
        let heads: Vec<String> = (0..9)
            .filter(|cell| board >> cell & 1 == 1)
            .map(|cell| format!("({},{})", cell / 3, cell % 3))
            .collect();
        let position = solver.parse_position(&format!("{{{}}}", heads.join(","))).expect("a board");
        let answer = solver.value(&Sum::new(vec![position.clone()]), &Control::default()).expect("a value");
        assert_eq!(answer.value.to_string(), brute(&board, &moves, &mut known).to_string(), "{heads:?}");
        let winning = solver.moves(&Sum::new(vec![position]), &Control::default()).expect("moves");
        let mut expected: Vec<_> = moves(&board).into_iter().filter(|next| known[&next[0]] == 0).collect();
        expected.sort();
        expected.dedup();
        assert_eq!(winning.moves.len(), expected.len(), "{heads:?}");
    }
    assert_eq!(value(rule, &["(1,1)"]), "1", "a single coin may be typed by its place");
}

#[test]
fn functions_on_seqs() {
    for (option, left) in [
        ("set(s, 1, 9)", "[3,9,2]"),
        ("drop(s, 0)", "[1,2]"),
        ("insert(s, 3, 7)", "[3,1,2,7]"),
        ("insert(s, 0, s[2])", "[2,3,1,2]"),
        ("s[1..]", "[1,2]"),
        ("s[..1]", "[3,1]"),
        ("s[1..0]", "[]"),
        ("s[0..-1]", "[]"),
        ("s[1..1]", "[1]"),
        ("sort(s)", "[1,2,3]"),
        ("set(s, len(s) - 1, sum(s))", "[3,1,6]"),
        ("set(s, 0, count({x for x in s if x > 1}))", "[2,1,2]"),
        ("[s[0..0], s[2..2]]", "[2] + [3]"),
        ("[drop(s, 0); 2]", "[1,2] + [1,2]"),
        ("set(s, 0, max(s) - min(s))", "[2,1,2]"),
    ] {
        // The rule is read at the list of three entries with a 3 in front only.
        let rule = format!("seq s if len(s) == 3 and s[0] == 3 and s[1] == 1 -> {option} if 2 in s");
        assert_eq!(options(&rule, "[3,1,2]"), [left], "{option}");
    }
    assert_eq!(options("seq s -> set(s, 0, s[0] - 4)", "[3,1,2]"), Vec::<String>::new(), "negative: no move");
    // Kayles in a row of any heaps, each entry a pin: pins that stand side by side.
    let mut known = HashMap::new();
    let kayles = |s: &Vec<u64>| {
        let mut moves = Vec::new();
        for i in 0..s.len() {
            moves.push(vec![s[..i].to_vec(), s[i + 1..].to_vec()]);
            if i + 1 < s.len() {
                moves.push(vec![s[..i].to_vec(), s[i + 2..].to_vec()]);
            }
        }
        moves
    };
    let rule = "seq s -> [s[0..i - 1], s[i + 1..]] for i in 0..len(s) - 1 | [s[0..i - 1], s[i + 2..]] for i in 0..len(s) - 2";
    for pins in 0..8 {
        let row = vec![1_u64; pins];
        let text = format!("{row:?}");
        assert_eq!(value(rule, &[&text]), brute(&row, &kayles, &mut known).to_string(), "{pins} pins");
    }
}

#[test]
fn positions_are_read_by_shape() {
    let rule = "n -> (n - 1, 0); (a, b) -> t(a, b, 3); t(a, b, c) -> {}";
    for (typed, read) in [
        ("7", "7"),
        ("(3, 5)", "(3,5)"),
        ("(3 + 4) * 2", "14"),
        ("t(1,2,2**5)", "t(1,2,32)"),
        ("((1), 2)", "(1,2)"),
    ] {
        assert_eq!(solver(rule).parse_position(typed).expect(typed).to_string(), read);
    }
    for (typed, what) in [
        ("(1,2,3)", "is no position of this rule"),
        ("u(1)", "is no position of this rule"),
        ("t(1,2)", "is no position of this rule"),
        ("t", "cannot stand here"),
        ("(1,2", "never closed"),
        ("(1,-2)", "negative"),
        ("", "empty"),
    ] {
        let error = solver(rule).parse_position(typed).expect_err(typed).to_string();
        assert!(error.contains(what), "{typed}: {error}");
    }
    let seq = solver("seq s -> drop(s, 0)");
    assert_eq!(seq.parse_position("[ ]").expect("a list").to_string(), "[]");
    assert!(seq.parse_position("3").is_err());
    assert!(seq.parse_position("[3").expect_err("open").to_string().contains("never closed"));
    let board = solver("coins (x, y) -> []");
    assert_eq!(board.parse_position("{(1,2),(0,5),(1,2)}").expect("a board").to_string(), "{(0,5),(1,2)}");
    assert!(board.parse_position("{(1,2,3)}").expect_err("three").to_string().contains("2 coordinates"));
}
