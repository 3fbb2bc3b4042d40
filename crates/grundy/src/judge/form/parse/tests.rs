//! Forms that are read, and forms that are refused.

use super::*;

fn what(text: &str) -> String {
    let error = Form::parse(text).expect_err(text);
    let place: String = text.chars().skip(error.at).take(8).collect();
    format!("{place}|{}", error.what)
}

#[test]
fn forms_are_read() {
    let form = Form::parse("T 0.., T times case(n 1..10**3, n times heap 1..n)").unwrap();
    assert_eq!((form.kind, form.numbers, form.sets, form.joined), (Kind::Heaps, 2, 0, false));
    let largest = Bound::Number(Heap::MAX.size());
    let [Item::Number { range, .. }, Item::Repeat { until, body, .. }] = form.items.as_slice() else {
        panic!("{:?}", form.items)
    };
    assert_eq!(*range, Range { from: Bound::Number(0), to: largest });
    assert_eq!(*until, Until::Times(Bound::Slot(0)));
    let [Item::Case(case)] = body.as_slice() else { panic!("{body:?}") };
    let [Item::Number { range, .. }, Item::Repeat { body, .. }] = case.as_slice() else { panic!("{case:?}") };
    assert_eq!(*range, Range { from: Bound::Number(1), to: Bound::Number(1000) });
    assert_eq!(*body, [Item::Heap(Range { from: Bound::Number(1), to: Bound::Slot(1) })]);
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
            "coin 1..|a position is made of heaps, of coins or of rows, not of several",
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
        ("case set S 1..9", "set S 1.|`set` stands in a repetition of its own"),
        ("2 times case(set S 1..9, heap 1..2)", "set S 1.|`set` stands in a repetition of its own"),
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
    ] {
        let found = what(text);
        let (place, message) = found.split_once('|').unwrap();
        let (expected_place, expected_message) = expected.split_once('|').unwrap();
        assert_eq!(message, expected_message, "{text}");
        assert!(place.starts_with(expected_place) || expected_place.starts_with(place), "{text}: {found}");
    }
}

#[test]
fn nesting_is_bounded() {
    let text = format!("{}heap 1..9", "until end ".repeat(100_000));
    assert!(Form::parse(&text).unwrap_err().what.contains("stand in each other"));
}
