//! Games of turning coins, in rows and on boards.

use std::collections::HashMap;

use grundy::Control;

use super::{brute, shown, solver, value};

/// The rows of `length` coins as bits: coin i shows heads if bit i is set.
fn turned(row: u32, length: u32, allowed: impl Fn(&[u32]) -> bool) -> Vec<u32> {
    (1..1_u32 << length)
        .filter(|turned| {
            let coins: Vec<u32> = (0..length).filter(|coin| turned >> coin & 1 == 1).collect();
            let last = coins[coins.len() - 1];
            row >> last & 1 == 1 && allowed(&coins)
        })
        .map(|turned| row ^ turned)
        .collect()
}

#[test]
fn rows_of_coins_are_turned_in_words() {
    type Allowed = fn(&[u32]) -> bool;
    let in_a_run = |coins: &[u32]| coins.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let games: [(&str, Allowed); 13] = [
        ("turning-turtles", |coins| coins.len() <= 2),
        ("mock-turtles", |coins| coins.len() <= 3),
        ("up-to-four-coins", |coins| coins.len() <= 4),
        ("moebius", |coins| coins.len() <= 5),
        ("mogul", |coins| coins.len() <= 7),
        ("moidores", |coins| coins.len() <= 9),
        ("twins", |coins| coins.len() == 2),
        ("triplets", |coins| coins.len() == 3),
        ("ruler", in_a_run),
        ("short-ruler", |coins| coins.len() <= 3 && coins.windows(2).all(|pair| pair[1] == pair[0] + 1)),
        ("square-flips", |coins| {
            [1, 4, 9].contains(&coins.len()) && coins.windows(2).all(|pair| pair[1] == pair[0] + 1)
        }),
        ("turnips", |coins| coins.len() == 3 && coins[2] - coins[1] == coins[1] - coins[0]),
        ("grunt", |coins| coins.len() == 4 && coins[0] == 0 && coins[1] + coins[2] == coins[3]),
    ];
    const LENGTH: u32 = 8;
    for (name, allowed) in games {
        let mut solver = solver(name);
        let mut known = HashMap::new();
        for row in 0..1_u32 << LENGTH {
            let heads: Vec<u64> = (0..LENGTH).filter(|coin| row >> coin & 1 == 1).map(u64::from).collect();
            let expected = brute(&row, &|&row: &u32| turned(row, LENGTH, allowed), &mut known);
            assert_eq!(value(&mut solver, &shown('{', &heads, '}')), expected, "{name}: {heads:?}");
        }
    }
}

#[test]
fn coins_have_the_published_values() {
    // The values of single coins in Winning Ways, chapter 14, the first coin left out
    // where a table there begins with none.
    for (name, values) in [
        ("turnips", vec![0, 0, 1, 0, 0, 1, 2, 2, 1, 0, 0, 1, 0, 0, 1, 2, 2, 1, 4, 4]),
        ("grunt", vec![0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]),
        ("moidores", vec![1, 2, 4, 8, 16, 32, 64, 128, 256, 511, 512, 1024, 2048, 4096]),
        ("triplets", vec![0, 0, 1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25, 26, 28, 31, 32, 35]),
        ("ruler", vec![1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16]),
    ] {
        let last = u64::try_from(values.len() - 1).expect("few values");
        let table = solver(name).table(0, last, &Control::default()).expect("values");
        let found: Vec<u64> = table.values().iter().map(|value| value.size()).collect();
        assert_eq!(found, values, "{name}");
    }
}

#[test]
fn boards_of_coins_are_turned_in_words() {
    const SIDE: u64 = 3;
    let bit = |x: u64, y: u64| 1_u32 << (x * SIDE + y);
    let options = move |name: &str, board: u32| -> Vec<u32> {
        let mut after = Vec::new();
        for (x, y) in
            (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| (x, y))).filter(|&(x, y)| board & bit(x, y) != 0)
        {
            let corners = (0..x).flat_map(|a| (0..y).map(move |b| (a, b)));
            match name {
                "turning-corners" => {
                    after.extend(corners.map(|(a, b)| board ^ bit(x, y) ^ bit(a, y) ^ bit(x, b) ^ bit(a, b)));
                }
                "acrostic-twins" => {
                    after.extend((0..x).map(|a| board ^ bit(x, y) ^ bit(a, y)));
                    after.extend((0..y).map(|b| board ^ bit(x, y) ^ bit(x, b)));
                }
                _ => {
                    // A rectangle of any size, filled.
                    for (left, low) in (0..=x).flat_map(|a| (0..=y).map(move |b| (a, b))) {
                        let inside = (left..=x).flat_map(|a| (low..=y).map(move |b| (a, b)));
                        after.push(inside.fold(board, |board, (a, b)| board ^ bit(a, b)));
                    }
                }
            }
        }
        after
    };
    for name in ["turning-corners", "acrostic-twins", "rugs"] {
        let mut solver = solver(name);
        let mut known = HashMap::new();
        for board in 0..1_u32 << (SIDE * SIDE) {
            let places: Vec<String> = (0..SIDE)
                .flat_map(|x| (0..SIDE).map(move |y| (x, y)))
                .filter(|&(x, y)| board & bit(x, y) != 0)
                .map(|(x, y)| format!("({x},{y})"))
                .collect();
            let expected = brute(&board, &|&board: &u32| options(name, board), &mut known);
            assert_eq!(
                value(&mut solver, &format!("{{{}}}", places.join(","))),
                expected,
                "{name}: {places:?}"
            );
        }
    }
}
