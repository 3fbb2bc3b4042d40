use super::*;
use crate::ruleset::row_rule::oracle::rule;

fn segments(text: &str) -> Option<Segments> {
    Segments::from_rule(Arc::new(rule(text)))
}

fn walls(text: &str) -> String {
    segments(text).map_or_else(String::new, |found| found.walls().iter().copied().map(char::from).collect())
}

#[test]
fn walls_are_the_cells_that_are_never_read() {
    assert_eq!(walls("row I -> X; row I I -> X X"), "X");
    assert_eq!(walls("row !X . !X -> !X X !X"), "X");
    assert_eq!(walls("row a b -> X Y"), "XY");
    assert_eq!(walls("row < 1 1* > -> < 0 0* >"), "0");
    // Near misses.
    assert_eq!(walls("row I -> X; row I I -> X X; row X X X -> I"), "");
    assert_eq!(walls("row I ? -> X ?"), "");
    assert_eq!(walls("row I X* I -> X X* X"), "");
    assert_eq!(walls("row !X . !X -> !X X !X; row . !. -> X !."), "");
    assert_eq!(walls("row 1 1* 0 -> 0 1* 1"), "");
}

fn shown(text: &str, row: &str) -> Vec<String> {
    let segments = segments(text).unwrap();
    segments.split(&Row::new(row.into()).unwrap()).map(|segment| segment.to_string()).collect()
}

#[test]
fn rows_fall_apart_at_walls() {
    let kayles = "row I -> X; row I I -> X X";
    assert_eq!(shown(kayles, "IXXIIXI"), ["I", "II", "I"]);
    assert_eq!(shown(kayles, "XX"), [""; 0]);
    // Here the ends are seen, so the walls are shown; mirror images are one.
    let node_kayles = "row !X . !X -> !X X !X";
    assert_eq!(shown(node_kayles, "..X.X.."), ["X..", "X.X", "X.."]);
    assert_eq!(shown(node_kayles, "X.X"), ["X.X"]);
    let left = "row < . . -> < X X";
    assert_eq!(shown(left, "..X..X"), ["..X", "X..X"]);
    // A clause that may match nothing sees the empty segments too.
    assert_eq!(shown("row < . > -> < X >; row < > -> X", "XX"), ["X", "XX", "X"]);
}

fn code(text: &str) -> Option<String> {
    let code = match segments(text) {
        Some(segments) => segments.take_and_break(),
        // Without a wall there is one segment.
        None => heaps::take_and_break(&rule(text), &[]),
    };
    code.map(|code| code.to_string())
}

#[test]
fn codes_are_recognised() {
    for (text, expected) in [
        ("row I -> X; row I I -> X X", "0.77"),
        ("row I -> X; row ? ? -> X X", ""),
        ("row I I -> X X", "0.07"),
        ("row I I -> X", "0.07"),
        ("row I -> ", "0.3"),
        ("row I I -> I", "0.2"),
        ("row I I* -> ", "0.[3]"),
        ("row I I* -> X X*", "0.[7]"),
        ("row I* I -> X* X; row I I -> X X", "0.[7]"),
        ("row I -> X; row I I -> I X", "0.7"),
        ("row I I -> I X", "0.6"),
        ("row I I I -> I X I", "0.4"),
        ("row I I -> I X I", "4.0"),
        ("row I* I I* -> I* X I*", "0.7"),
        ("row I I I* -> I X*", "0.2[6]"),
        ("row I I* -> X I*", "0.7"),
        ("row I I -> X Y", "0.07"),
    ] {
        assert_eq!(code(text).unwrap_or_default(), expected, "{text}");
    }
    for text in [
        // Cells are put between walls, or too many beside one.
        "row I I I -> X I X",
        "row I I I I -> I I X",
        "row I I* I -> X I* X",
        "row I I I -> I I",
        // Play does not end, or the row grows.
        "row I -> I X",
        "row I -> I I X",
        "row I* -> X",
        // Two kinds of cells are read, or the ends.
        "row I -> X; row J I -> X X",
        "row < I -> < X",
        "row !X I -> !X X",
    ] {
        assert_eq!(code(text), None, "{text}");
    }
}
