//! Forms that are read, and forms that are refused.

use super::*;
use crate::judge::form::{Entry, Range};
use crate::ruleset::{Heap, Tag};

fn what(text: &str) -> String {
    let error = Form::parse(text).expect_err(text);
    let place: String = text.chars().skip(error.at).take(8).collect();
    format!("{place}|{}", error.what)
}

#[test]
fn forms_are_read() {
    let form = Form::parse("T 0.., T times case(n 1..10**3, n times heap 1..n)").unwrap();
    assert_eq!((form.kind, form.numbers, form.sets.len(), form.joined), (Kind::Heaps, 2, 0, false));
    let largest = Bound::Number(Heap::MAX.size());
    let [Item::Number { range, .. }, Item::Repeat { until, body, .. }] = form.items.as_slice() else {
        panic!("{:?}", form.items)
    };
    assert_eq!(*range, Range { from: Bound::Number(0), to: largest });
    assert_eq!(*until, Until::Times(Bound::Slot(0)));
    let [Item::Case(case)] = body.as_slice() else { panic!("{body:?}") };
    let [Item::Number { range, .. }, Item::Repeat { body, .. }] = case.as_slice() else { panic!("{case:?}") };
    assert_eq!(*range, Range { from: Bound::Number(1), to: Bound::Number(1000) });
    let range = Range { from: Bound::Number(1), to: Bound::Slot(1) };
    assert_eq!(*body, [Item::Heap(Entry::Read(range))]);
}

#[test]
fn names_are_known_as_far_as_their_repetition() {
    let form = Form::parse("k 1..9, k times set S 0..9, until end case heap 1..9").unwrap();
    assert_eq!(form.names, [("k".to_owned(), Name::Number(0)), ("S".to_owned(), Name::Set(0))]);
    let form = Form::parse("a 1..9, a times b 1..9, case heap 1..9").unwrap();
    assert_eq!(form.names, [("a".to_owned(), Name::Number(0))]);
    assert!(Form::parse("a 1..9, a times b 1..9, case(b 1..9, heap 1..9)").is_ok());
}

#[test]
fn what_cannot_be_is_refused_at_its_place() {
    for (text, expected) in [
        ("", "|expected a name or a word of forms such as `heap` or `case`"),
        ("n 1..9", "n 1..9|no `case` says what to answer"),
        ("case n 1..9", "case n 1|the `case` reads no position"),
        ("heap 1..9", "heap 1..|`heap` stands inside `case`"),
        ("case piece 1..9", "piece 1.|`piece` stands inside `row`"),
        (
            "case case heap 1..9",
            "case hea|only one place of a form asks for an answer, with `case` or `each`",
        ),
        (
            "case heap 1..9, each heap 1..9",
            "each hea|only one place of a form asks for an answer, with `case` or `each`",
        ),
        (
            "case(heap 1..9, coin 1..9)",
            "coin 1..|a position is made of heaps and the like, of coins, or of coins on a board, not of several",
        ),
        ("case heap 1..n", "n|`n` was not read before"),
        ("n 1..n, case heap 1..9", "n, case |`n` was not read before"),
        ("n 1..2, n 1..2, case heap 1..9", "n 1..2, |`n` is read twice"),
        ("end 1..2, case heap 1..9", "end 1..2|`end` cannot be a name"),
        (
            "n 1.., each heap 1..n",
            "each hea|`each` asks for at most 10000000 heaps: bound the end of its range",
        ),
        (
            "case row 5 \"01\" piece 1..6",
            "piece 1.|a piece stands in a cell of its row, and the first cell is number 1",
        ),
        ("n times heap 1..9", "n times |`n` was not read before"),
        ("case set S 1..9", "set S 1.|`set` stands in a repetition of its own, or in `gather`"),
        (
            "2 times case(set S 1..9, heap 1..2)",
            "set S 1.|`set` stands in a repetition of its own, or in `gather`",
        ),
        ("2 times set S 1..9, case heap 1..S", "S|`S` is a set, not a number"),
        (
            "n 0..9, n times case(k 0..9, k times heap 1..9), until end 0 times m 1..9",
            "0 times |what is repeated must read something each time round",
        ),
        (
            "until zero case(n 0..9, n times heap 1..9)",
            "case(n 0|what `until zero` repeats must begin with a number that cannot be 0",
        ),
        ("case heap 9..1", "|the range 9..1 is empty"),
        ("case heap 1.9", ".9|`.` has no meaning here"),
        ("case heap 1..10**99", "10**99|a number must be at most 9223372036854775807"),
        ("case row 2000000 \"01\" piece 1..2", "2000000 |expected the length of the row, at most 1000000"),
        (
            "case row 5 \"00\" piece 1..2",
            "\"00\" piec|expected two different characters in double quotes, such as \"01\"",
        ),
        ("case row 5 \"01", "\"01|the closing quote is missing"),
        ("case(heap 1..9", "|expected a comma or `)`"),
        ("case heap 1..9)", ")|expected a comma or the end"),
        ("case heap 1..9 heap", "heap|expected a comma or the end"),
        ("until dawn case heap 1..9", "dawn cas|expected `end`, `zero` or `newline` after `until`"),
        ("joined n 1..9, case heap 1..9", "joined n|`joined` holds no `case`"),
        ("case heap 1..é", "é|`é` has no meaning here"),
        ("case tuple (1..9)", "tuple (1|a tuple has at least two entries"),
        ("case tuple 1..9", "1..9|expected `(` before the entries"),
        ("case tag (1..9)", "(1..9)|expected the name of the tag"),
        ("case entry 1..9", "entry 1.|`entry` stands inside `list`"),
        ("case list heap 1..9", "heap 1..|`heap` stands inside `case`"),
        (
            "case(coin 1..9, coin (1..9, 1..9))",
            "coin (1.|a position is made of heaps and the like, of coins, or of coins on a board, not of several",
        ),
        ("case(coin 1..9, flip 1..9)", "flip 1..|a form has `coin` or `flip`, not both"),
        ("case bits 64 \"01\"", "bits 64 |`bits` makes a heap of at most 63 bits"),
        ("n 0..99, case bits n \"01\"", "bits n \"|`bits` makes a heap of at most 63 bits"),
        ("case strip \"\"", "\"\"|expected different characters in double quotes, such as \"01\""),
        ("case strip \"#.\"", "\"#.\"|expected different characters in double quotes, such as \"01\""),
        ("case strip 3 \"XX\"", "\"XX\"|expected different characters in double quotes, such as \"01\""),
        ("n 1..9, case heap n / 0", "0|expected a number above 0 after `/`"),
        ("n 1..9, case heap 5 / n", "n|expected a number above 0 after `/`"),
        ("n 1..9, case heap n -", "|expected a number or a name"),
        ("gather E 2 times n 1..9, case heap 1..9", "E 2 time|`gather` holds no `set` of this name"),
        (
            "gather E (2 times (set E 1..9, set E (1..9, 1..9))), case heap 1..9",
            "set E (1|a set holds numbers or pairs, not both",
        ),
        ("n 1..9, n times as n heap 1..9", "n heap 1|`n` is read twice"),
        ("n 1..9, n - 1 times k 1..9, case heap k", "k|`k` was not read before"),
        ("2 times as 3 heap 1..9", "3 heap 1|expected a name for the number of the round"),
        (
            "n 0..9, 3 times case list n times entry 1..9",
            "case lis|what is repeated must read something each time round",
        ),
        ("3 times case heap 5", "case hea|what is repeated must read something each time round"),
        ("tag 1..9, case heap 1..9", "tag 1..9|`tag` stands inside `case`"),
    ] {
        let found = what(text);
        let (place, message) = found.split_once('|').unwrap();
        let (expected_place, expected_message) = expected.split_once('|').unwrap();
        assert_eq!(message, expected_message, "{text}");
        assert!(place.starts_with(expected_place) || expected_place.starts_with(place), "{text}: {found}");
    }
}

#[test]
fn components_of_every_shape_are_read() {
    let form = Form::parse(
        "n 1..9, case(heap n - 1, n / 2 times tuple (1..9, n + 1), tag open (0..n), list 2 times entry 1..9)",
    )
    .unwrap();
    assert_eq!(form.kind, Kind::Shapes);
    assert_eq!(form.shapes, [Shape::Heap, Shape::Tuple(2), Shape::Tagged(Tag::new("open"), 1), Shape::List]);
    let board = Form::parse("case until newline flip (0..9, 0..9)").unwrap();
    assert_eq!((board.kind, board.flips), (Kind::Board, true));
    let strip = Form::parse("k 1..9, case(strip k \".X\", strip \".X\")").unwrap();
    assert_eq!(strip.shapes, [Shape::Heap, Shape::Strip(b".X".to_vec())]);
    assert!(Form::parse("n 1..9, 3 times case list n times entry 1..9").is_ok());
    let gathered =
        Form::parse("n 1..9, gather E (n times as u (k 0..9, k times set E (u, 0..n))), case heap 1..n")
            .unwrap();
    assert_eq!(gathered.sets, [2]);
    assert_eq!(gathered.names, [("n".to_owned(), Name::Number(0)), ("E".to_owned(), Name::Set(0))]);
}

#[test]
fn expressions_are_worked_out_as_written() {
    for (text, expected) in [
        ("n", Some(7)),
        ("n + 2 * k", Some(13)),
        ("(n + 2) * k", Some(27)),
        ("n / 2 - k", Some(0)),
        ("n / 2 / 2", Some(1)),
        ("k - n", None),
        ("k - n + 10", Some(6)),
        ("(k - n) / 3 + 5", Some(3)),
        ("10**9 * n * n", Some(49_000_000_000)),
        ("9 * 10**18 + 10**18", None),
        ("9 * 10**18 * (9 * 10**18) * (9 * 10**18)", None),
    ] {
        let form = Form::parse(&format!("n 1..99, k 1..99, case heap {text}")).expect(text);
        let Some(Item::Case(case)) = form.items.last() else { panic!("{text}") };
        let [Item::Heap(Entry::Known(bound))] = case.as_slice() else { panic!("{text}: {case:?}") };
        assert_eq!(bound.value(&[7, 3]), expected, "{text}");
        assert!(bound.most(&[7, 3]) >= expected.unwrap_or_default(), "{text}");
    }
    // The most that a bound may be is bounded where it must be.
    assert!(Form::parse("n 1..99, each heap 1..n * n - n").is_ok());
    assert!(Form::parse("n 1..99, each heap 1..n - (1 - n)").is_err());
}

#[test]
fn nesting_is_bounded() {
    let text = format!("{}heap 1..9", "until end ".repeat(100_000));
    assert!(Form::parse(&text).unwrap_err().what.contains("stand in each other"));
    let text = format!("case heap {}1", "(".repeat(100_000));
    assert!(Form::parse(&text).unwrap_err().what.contains("stand in each other"));
}
