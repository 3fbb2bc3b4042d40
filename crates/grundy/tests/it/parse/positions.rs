//! Positions and numbers as users type them.

use grundy::lang::{PositionKind, parse_number, parse_position};
use num_bigint::BigUint;
use proptest::prelude::*;

fn kind(name: &str) -> PositionKind {
    match name {
        "heap" => PositionKind::Heap,
        "coins" => PositionKind::Coins,
        cells => PositionKind::Row(cells.bytes().collect()),
    }
}

#[track_caller]
fn check(name: &str, text: &str, expected: &str) {
    let position = parse_position(kind(name), text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(position.to_string(), expected, "{text}");
}

#[track_caller]
fn refuse(name: &str, text: &str, expected: &str) {
    match parse_position(kind(name), text) {
        Ok(position) => panic!("{text} is read as {position}"),
        Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
    }
}

#[test]
fn heaps() {
    check("heap", "27", "27");
    check("heap", " 0 ", "0");
    check("heap", "007", "7");
    check("heap", "1_000_000", "1000000");
    check("heap", "0xff", "255");
    check("heap", "0b101", "5");
    check("heap", "10**40", &format!("1{}", "0".repeat(40)));
    check("heap", "10**40 + 7", &format!("1{}7", "0".repeat(39)));
    check("heap", "2**36-1", "68719476735");
    check("heap", "2**3**2", "512");
    check("heap", "(2**3)**2", "64");
    check("heap", "2 * 3 + 4 * (5 - 1)", "22");
    check("heap", "3 - 5 + 10", "8");
    check("heap", "-2**2 + 5", "1");
    check("heap", "1**10**100", "1");
    check("heap", "(-1)**(10**100 + 1) + 1", "0");
    check("heap", "0**0", "1");
    check("heap", "0**5", "0");
}

#[test]
fn coins() {
    check("coins", "THHTTH", "{1,2,5}");
    check("coins", "thT", "{1}");
    check("coins", "T", "{}");
    check("coins", "{1,2,5}", "{1,2,5}");
    check("coins", " { 5 , 2**70 , 1, 5 } ", "{1,5,1180591620717411303424}");
    check("coins", "{}", "{}");
    check("coins", "7", "{7}");
}

#[test]
fn rows() {
    check("01", "0110100", "0110100");
    check("XI", " IXXI ", "IXXI");
    check("._", "._.", "._.");
}

#[test]
fn refused_heaps() {
    let number = "write a number, as in `27`, `10**40` or `2**36 - 1`";
    refuse("heap", "", &format!("the position is empty ({number})"));
    refuse("heap", " \t", &format!("the position is empty ({number})"));
    let several = "a rule of one heap takes one number (write several heaps as several positions, and a large number without commas, as in `1_000`)";
    refuse("heap", "(3,5)", &format!("column 3: {several}"));
    refuse("heap", "3,5", &format!("column 2: {several}"));
    refuse("heap", "3 5", &format!("column 3: {several}"));
    refuse("heap", "[3,1,2]", &format!("column 1: {several}"));
    refuse("heap", "{1}", &format!("column 1: {several}"));
    refuse("heap", "-5", "column 1: this is negative (the numbers of a position are at least 0)");
    refuse("heap", "3 - 5", "column 1: this is negative (the numbers of a position are at least 0)");
    refuse("heap", "2**-1", "column 4: the exponent is negative (write an exponent that is at least 0)");
    refuse("heap", "open(4)", &format!("column 1: `open` cannot stand here ({number})"));
    refuse("heap", "THHT", &format!("column 1: `THHT` cannot stand here ({number})"));
    refuse("heap", "−5", "column 1: `−` (U+2212) cannot stand here (write `-`)");
    refuse("heap", "10^40", "column 3: `^` cannot stand here (write `**`)");
    refuse("heap", "3.5", &format!("column 2: `.` cannot stand here ({number})"));
    refuse("heap", "２７", &format!("column 1: `２` (U+FF12) cannot stand here ({number})"));
    refuse("heap", "3 +", &format!("column 4: a number is missing at the end ({number})"));
    refuse("heap", "é5", &format!("column 1: `é` (U+00E9) cannot stand here ({number})"));
    refuse("heap", "(3", "column 1: this `(` is never closed (close it with `)`)");
    refuse("heap", "1e5", "column 1: `1e5` is not a number (write `10**5`)");
    refuse("heap", "3e5", "column 1: `3e5` is not a number (write `3*10**5`)");
    refuse(
        "heap",
        "27k",
        "column 1: `27k` is not a number (write it in digits, as in `27`, `1_000` or `0xff`)",
    );
    refuse(
        "heap",
        "0x",
        "column 1: `0x` is not a number (write it in digits, as in `27`, `1_000` or `0xff`)",
    );
}

/// What a sum is shown as is not taken for something else.
#[test]
fn sums_as_they_are_shown() {
    for (text, positions, number) in [
        ("3 + 5", "3 5", "(3 + 5)"),
        (" 3+5 ", "3 5", "(3+5)"),
        ("1_000 + 0 + 7", "1_000 0 7", "(1_000 + 0 + 7)"),
    ] {
        for name in ["heap", "coins"] {
            let column = text.len() - text.trim_start().len() + 1;
            refuse(
                name,
                text,
                &format!(
                    "column {column}: this reads as a sum of positions (write the positions of a sum one after the other: `{positions}`; one number is `{number}`)"
                ),
            );
        }
    }
    check("heap", "(3 + 5)", "8");
    check("heap", "2**10 + 3", "1027");
    check("heap", "3 + 5 * 1", "8");
    check("heap", "3 + 5 - 1", "7");
    assert_eq!(parse_number("3 + 5").unwrap(), 8_u8.into());
    let plus = "`+` cannot stand here (write the positions of a sum one after the other, and a number without a sign)";
    refuse("heap", "+", &format!("column 1: {plus}"));
    refuse("heap", "+5", &format!("column 1: {plus}"));
    refuse("coins", "{1,2} + {3}", &format!("column 7: {plus}"));
    refuse("coins", "THH + H", &format!("column 5: {plus}"));
    refuse("01", "10 + 10", &format!("column 4: {plus}"));
    refuse("01", "10+10", &format!("column 3: {plus}"));
    let seq = parse_position(PositionKind::Seq, "[3,1] + [2]").unwrap_err();
    assert_eq!(seq.to_string(), format!("column 7: {plus}"));
}

#[test]
fn refused_coins_and_rows() {
    refuse("coins", "", "the position is empty (write `THHTTH`, `{1,2,5}` or the number of one coin)");
    refuse(
        "coins",
        "THXT",
        "column 3: `X` is neither heads nor tails (write `H` and `T` only, or `{1,2,5}`)",
    );
    refuse(
        "coins",
        "TH T",
        "column 3: a blank is neither heads nor tails (write `H` and `T` only, or `{1,2,5}`)",
    );
    refuse("coins", "{1,2", "column 1: this `{` is never closed (close it with `}`)");
    refuse(
        "coins",
        "{1,,2}",
        "column 4: a coin of a row has one number (write the coins that show heads as `{1,2,5}`)",
    );
    refuse(
        "coins",
        "{1 2}",
        "column 4: a coin of a row has one number (write the coins that show heads as `{1,2,5}`)",
    );
    refuse(
        "coins",
        "{(1,2)}",
        "column 4: a coin of a row has one number (write the coins that show heads as `{1,2,5}`)",
    );
    refuse(
        "coins",
        "1,2",
        "column 2: a coin of a row has one number (write the coins that show heads as `{1,2,5}`)",
    );
    refuse("coins", "{-1}", "column 2: this is negative (the numbers of a position are at least 0)");
    refuse("01", "", "the position is empty (write the cells one after the other, as in `0110100`)");
    refuse("01", "0120", "column 3: the rule names no cell `2` (its cells are `0`, `1`)");
    refuse(
        "01",
        "01 10",
        "column 3: a blank cannot stand here (write the cells one after the other, as in `0110100`)",
    );
    refuse("01", "0é", "column 2: the rule names no cell `é` (U+00E9) (its cells are `0`, `1`)");
}

/// No memory holds these, and none is asked for.
#[test]
fn numbers_beyond_all_bounds() {
    let too_large = |text: &str| parse_number(text).unwrap_err().message();
    for text in [
        "10**10**10",
        "2**4000001",
        "9**9**9**9",
        "2**2**2**2**2**2",
        "2**3000000*2**3000000",
        "(2**3999999)**2",
    ] {
        assert_eq!(too_large(text), "this number has more than 4000000 bits", "{text}");
    }
    assert_eq!(too_large(&"1".repeat(1_000_001)), "this number has more than 1000000 digits");
    assert_eq!(too_large(&format!("{}0", "2**3999990+".repeat(100))), "this takes too much arithmetic");
    assert_eq!(too_large(&format!("{}1", "-".repeat(100_000))), "the brackets are nested too deep");
    assert_eq!(too_large(&"(".repeat(100_000)), "the brackets are nested too deep");
    assert_eq!(too_large(&"1".repeat((4 << 20) + 1)), "the text is longer than 4 MiB");
    assert_eq!(parse_number("2**3999999").unwrap().bits(), 4_000_000);
    assert_eq!(parse_number("10**1000000").unwrap().bits(), 3_321_929);
}

/// Found by fuzzing: the power was computed before the slip behind it was seen.
#[test]
fn a_slip_costs_no_arithmetic() {
    let powers = "7**777777+".repeat(400_000);
    assert_eq!(parse_number(&format!("{powers}:")).unwrap_err().message(), "`:` cannot stand here");
}

/// The longest number that is written out is read in good time, and right.
#[test]
fn a_million_digits() {
    let nines = "9".repeat(1_000_000);
    assert_eq!(parse_number(&nines).unwrap() + 1_u8, parse_number("10**1000000").unwrap());
}

#[test]
fn errors_point_at_bytes_and_count_characters() {
    let error = parse_position(kind("01"), "\u{a0}0é").unwrap_err();
    assert_eq!((error.span(), error.column()), (3..5, 3));
    assert_eq!(
        parse_number("").unwrap_err().to_string(),
        "the number is empty (write a number, as in `27`, `10**40` or `2**36 - 1`)"
    );
    assert_eq!(parse_number("3,5").unwrap_err().message(), "one number is wanted here");
}

proptest! {
    #[test]
    fn decimal_numbers_are_read_back(limbs in prop::collection::vec(any::<u32>(), 0..200)) {
        let number = BigUint::new(limbs);
        prop_assert_eq!(parse_number(&number.to_string()).unwrap(), number);
    }

    /// Arithmetic against that of the machine.
    #[test]
    fn small_arithmetic(a in 0_i64..1000, b in 0_i64..1000, c in 0_i64..1000, e in 0_u32..4) {
        let expected = a - b * c.pow(e) + 10_i64.pow(13);
        let text = format!("{a} - {b}*{c}**{e} + 10**13");
        prop_assert_eq!(parse_number(&text).unwrap(), BigUint::try_from(expected).unwrap());
    }

    #[test]
    fn coins_in_both_forms(faces in "[HT]{1,40}") {
        let heads: Vec<String> =
            faces.char_indices().filter(|&(_, face)| face == 'H').map(|(coin, _)| coin.to_string()).collect();
        let set = format!("{{{}}}", heads.join(","));
        let read = parse_position(PositionKind::Coins, &faces).unwrap();
        prop_assert_eq!(&read, &parse_position(PositionKind::Coins, &set).unwrap());
        prop_assert_eq!(read.to_string(), set);
    }
}
