//! Games on rows of cells.

use std::collections::HashMap;

use grundy::{Control, Outcome, Sum};

use super::{brute, solver, value};

/// Every row of `length` of these cells.
fn strips(cells: &[u8], length: usize) -> Vec<Vec<u8>> {
    (0..length).fold(vec![Vec::new()], |rows, _| {
        rows.iter()
            .flat_map(|row| cells.iter().map(move |&cell| [row.clone(), vec![cell]].concat()))
            .collect()
    })
}

/// A piece put from one cell to another.
fn put(row: &[u8], from: usize, to: usize) -> Vec<u8> {
    let mut next = row.to_vec();
    next.swap(from, to);
    next
}

/// Pieces that go left over empty cells.
fn slid(row: &[u8]) -> Vec<Vec<u8>> {
    let mut moves = Vec::new();
    for from in (0..row.len()).filter(|&from| row[from] != b'.') {
        let free = (0..from).rev().take_while(|&to| row[to] == b'.');
        moves.extend(free.map(|to| put(row, from, to)));
    }
    moves
}

#[test]
fn rows_are_played_in_words() {
    type RowMoves = fn(&Vec<u8>) -> Vec<Vec<u8>>;
    let games: [(&str, &[u8], RowMoves); 5] = [
        ("silver-dollar", b".X", |row| slid(row)),
        ("row-chess", b"01", |row| {
            let pieces = (0..row.len()).filter(|&from| row[from] == b'1');
            let target =
                |from: usize| (from..row.len()).find(|&to| row[to] == b'0').map(|to| put(row, from, to));
            pieces.filter_map(target).collect()
        }),
        ("flip-game", b"OX", |row| {
            let pairs = (1..row.len()).filter(|&at| row[at - 1] == b'X' && row[at] == b'X');
            pairs.map(|at| [&row[..at - 1], b"OO", &row[at + 1..]].concat()).collect()
        }),
        ("bowling", b"IX", |row| {
            let mut moves = Vec::new();
            for pin in (0..row.len()).filter(|&pin| row[pin] == b'I') {
                let mut next = row.clone();
                next[pin] = b'X';
                moves.push(next.clone());
                if row.get(pin + 1) == Some(&b'I') {
                    next[pin + 1] = b'X';
                    moves.push(next);
                }
            }
            moves
        }),
        ("peg-duotaire", b".X", |row| {
            let mut moves = Vec::new();
            for at in 0..row.len().saturating_sub(2) {
                for (from, to) in [(at, at + 2), (at + 2, at)] {
                    if row[from] == b'X' && row[at + 1] == b'X' && row[to] == b'.' {
                        let mut next = put(row, from, to);
                        next[at + 1] = b'.';
                        moves.push(next);
                    }
                }
            }
            moves
        }),
    ];
    for (name, cells, moves) in games {
        let mut solver = solver(name);
        let mut known = HashMap::new();
        for row in (0..=8).flat_map(|length| strips(cells, length)) {
            let expected = brute(&row, &moves, &mut known);
            let text = String::from_utf8(row).expect("cells are ASCII");
            if !text.is_empty() {
                assert_eq!(value(&mut solver, &text), expected, "{name} at {text}");
            }
        }
    }
}

#[test]
fn the_money_bag_is_the_race_for_the_dollar() {
    // The real game, on two strips: whoever bags the dollar of either has won the whole.
    fn moves(strips: &[Vec<u8>; 2]) -> Option<Vec<[Vec<u8>; 2]>> {
        let mut found = Vec::new();
        for index in 0..2 {
            let strip = &strips[index];
            let mut leave = |left: Vec<u8>| {
                let mut next = strips.clone();
                next[index] = left;
                found.push(next);
            };
            slid(strip).into_iter().for_each(&mut leave);
            match strip.iter().position(|&cell| cell != b'.') {
                Some(first) if strip[first] == b'D' => return None,
                Some(first) => {
                    let mut left = strip.clone();
                    left[first] = b'.';
                    leave(left);
                }
                None => {}
            }
        }
        Some(found)
    }
    fn wins(strips: &[Vec<u8>; 2], known: &mut HashMap<[Vec<u8>; 2], bool>) -> bool {
        if let Some(&win) = known.get(strips) {
            return win;
        }
        // Where the first coin is the dollar, it is bagged at once.
        let win = match moves(strips) {
            None => true,
            Some(moves) => moves.iter().any(|next| !wins(next, known)),
        };
        known.insert(strips.clone(), win);
        win
    }
    let mut solver = solver("money-bag");
    let mut known = HashMap::new();
    // One dollar on each strip, and not before all coins.
    let good = |strip: &Vec<u8>| {
        let coins: Vec<u8> = strip.iter().copied().filter(|&cell| cell != b'.').collect();
        coins.iter().filter(|&&coin| coin == b'D').count() == 1 && coins[0] == b'X'
    };
    let all: Vec<Vec<u8>> = (2..=4).flat_map(|length| strips(b".XD", length)).filter(good).collect();
    let mut compared = 0;
    for (index, first) in all.iter().enumerate() {
        for second in all[index..].iter().step_by(3) {
            let texts = [first, second].map(|strip| String::from_utf8_lossy(strip).into_owned());
            let sum: Sum<_> =
                texts.iter().map(|text| solver.parse_position(text).expect("a strip")).collect();
            let answer = solver.value(&sum, &Control::default()).expect("a value").outcome;
            let expected = wins(&[first.clone(), second.clone()], &mut known);
            assert_eq!(answer == Outcome::N, expected, "{texts:?}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}
