//! Problems on strips, boards and graphs against programs that play them as their
//! statements say: the whole position, move by move.

use std::collections::{HashMap, HashSet};

use super::lines;
use super::play::{cases, changed, compare, wins, words};
use super::random::{Random, counted};

#[test]
fn beads_on_a_circle() {
    let mut random = Random::new(42);
    // The circle, as bits, its length, and how many are painted at once.
    let games: Vec<(u64, u64, u64)> =
        (1..=11).flat_map(|n| (1..=4).map(move |m| (0, n, m))).filter(|&(_, n, m)| n + m < 14).collect();
    let mut tokens = vec![games.len() as u64];
    tokens.extend(games.iter().flat_map(|&(_, n, m)| [n, m]));
    let input = random.spread_numbers(&tokens);
    let moves = |&(beads, n, m): &(u64, u64, u64)| {
        let stretch = |at: u64| (0..m).fold(0, |bits, i| bits | 1 << ((at + i) % n));
        let free = |&bits: &u64| m <= n && beads & bits == 0;
        (0..n).map(stretch).filter(free).map(|bits| (beads | bits, n, m)).collect()
    };
    compare("hdu-3980", &games, &input, moves, false, cases("Case #", "aekdycoin", "abcdxyzk"));
}

#[test]
fn treblecross_with_its_winning_cells() {
    fn three(strip: &[u8]) -> bool {
        strip.windows(3).any(|cells| cells == b"XXX")
    }
    fn winning(strip: &[u8], known: &mut HashMap<Vec<u8>, Vec<usize>>) -> Vec<usize> {
        if let Some(cells) = known.get(strip) {
            return cells.clone();
        }
        let mut found = Vec::new();
        for cell in (0..strip.len()).filter(|&cell| strip[cell] == b'.') {
            let mut next = strip.to_vec();
            next[cell] = b'X';
            if three(&next) || winning(&next, known).is_empty() {
                found.push(cell + 1);
            }
        }
        known.insert(strip.to_vec(), found.clone());
        found
    }
    let mut known = HashMap::new();
    let mut random = Random::new(43);
    let mut strips: Vec<Vec<u8>> = Vec::new();
    while strips.len() < 300 {
        let length = random.within(3, 11);
        let rare = random.within(1, 5);
        let strip: Vec<u8> =
            (0..length).map(|_| if random.within(0, rare) == 0 { b'X' } else { b'.' }).collect();
        if !three(&strip) {
            strips.push(strip);
        }
    }
    let mut expected = Vec::new();
    for strip in &strips {
        let cells: Vec<String> = winning(strip, &mut known).iter().map(ToString::to_string).collect();
        expected.push(if cells.is_empty() { "LOSING" } else { "WINNING" }.to_owned());
        expected.push(cells.join(" "));
    }
    let texts: Vec<String> = strips.iter().map(|strip| String::from_utf8_lossy(strip).into_owned()).collect();
    let input = format!("{}\n{}", strips.len(), texts.join("\n"));
    assert_eq!(lines("uva-10561", &input), expected);
}

#[test]
fn words_cut_at_a_letter_between_equals() {
    let mut random = Random::new(44);
    let mut known = HashMap::new();
    let moves = |words: &Vec<Vec<u64>>| -> Vec<Vec<Vec<u64>>> {
        let mut moves = Vec::new();
        for (index, word) in words.iter().enumerate() {
            for cut in 1..word.len().saturating_sub(1) {
                if word[cut - 1] == word[cut + 1] {
                    let mut next = words.clone();
                    next[index] = word[..cut].to_vec();
                    next.push(word[cut + 1..].to_vec());
                    // A word of one or two letters is never cut again.
                    next.retain(|word| word.len() > 2);
                    next.sort();
                    moves.push(next);
                }
            }
        }
        moves
    };
    for _ in 0..60 {
        let length = random.within(1, 11);
        let word = random.list(length, 0, 1);
        let win = wins(&vec![word.clone()], &moves, false, &mut known);
        let mut expected = vec![if win { "First" } else { "Second" }.to_owned()];
        if win {
            let leaves = |&cut: &usize| {
                let parts: Vec<Vec<u64>> = [&word[..cut], &word[cut + 1..]]
                    .iter()
                    .map(|part| part.to_vec())
                    .filter(|part| part.len() > 2)
                    .collect();
                let mut parts = parts;
                parts.sort();
                word[cut - 1] == word[cut + 1] && !wins(&parts, &moves, false, &mut known.clone())
            };
            let cut = (1..word.len() - 1).find(leaves).expect("some cut wins");
            expected.push((cut + 1).to_string());
        }
        let text: String = word.iter().map(|&letter| if letter == 0 { 'a' } else { 'q' }).collect();
        assert_eq!(lines("cf-305e", &text), expected, "{text}");
    }
}

#[test]
fn disjoint_intervals() {
    let mut random = Random::new(45);
    let mut games = Vec::new();
    for _ in 0..20 {
        let count = random.within(1, 6);
        let intervals: Vec<(u64, u64)> = (0..count)
            .map(|_| {
                let left = random.within(1, 14);
                (left, left + random.within(1, 5))
            })
            .collect();
        // What may still be chosen.
        games.push(intervals);
    }
    let mut tokens = vec![games.len() as u64];
    for intervals in &games {
        tokens.push(intervals.len() as u64);
        tokens.extend(intervals.iter().flat_map(|&(left, right)| [left, right]));
    }
    let input = random.spread_numbers(&tokens);
    let moves = |left: &Vec<(u64, u64)>| -> Vec<Vec<(u64, u64)>> {
        left.iter()
            .map(|&(from, to)| left.iter().copied().filter(|&(l, r)| r <= from || to <= l).collect())
            .collect()
    };
    compare("abc-206f", &games, &input, moves, false, words("Alice", "Bob"));
}

#[test]
fn boards_of_notakto() {
    const LINES: [u32; 8] = [7, 56, 448, 73, 146, 292, 273, 84];
    let dead = |board: u32| LINES.iter().any(|line| board & line == *line);
    let moves = |boards: &Vec<u32>| -> Vec<Vec<u32>> {
        let mut moves = Vec::new();
        for (index, &board) in boards.iter().enumerate() {
            for cell in (0..9).filter(|cell| !dead(board) && board >> cell & 1 == 0) {
                let mut next = boards.clone();
                next[index] |= 1 << cell;
                moves.push(next);
            }
        }
        moves
    };
    let mut random = Random::new(47);
    let mut games: Vec<Vec<u32>> = vec![vec![0]];
    for _ in 0..40 {
        let count = random.within(1, 2);
        games.push(
            (0..count).map(|_| (0..9).fold(0, |b, c| b | u32::from(random.within(0, 2) == 0) << c)).collect(),
        );
    }
    let mut text = format!("{}\n", games.len());
    for boards in &games {
        text += &format!("{}\n", boards.len());
        for board in boards {
            for cell in 0..9 {
                text.push(if board >> cell & 1 == 1 { 'X' } else { '.' });
                if cell % 3 == 2 {
                    text.push(' ');
                }
            }
            text.push('\n');
        }
    }
    compare("notakto", &games, &text, moves, true, cases("Game #", "Alice", "Bob"));
}

#[test]
fn lamps_at_the_corners() {
    let mut random = Random::new(52);
    let side = 4;
    // A board as bits; lamps listed twice are off.
    let listed: Vec<Vec<(u64, u64)>> = (0..40)
        .map(|_| {
            let count = random.within(1, 5);
            (0..count).map(|_| (random.within(1, side), random.within(1, side))).collect()
        })
        .collect();
    let bit = |x: u64, y: u64| 1_u32 << ((x - 1) * side + y - 1);
    let boards: Vec<u32> =
        listed.iter().map(|lamps| lamps.iter().fold(0, |board, &(x, y)| board ^ bit(x, y))).collect();
    let moves = |&board: &u32| {
        let mut moves = Vec::new();
        for x in 1..=side {
            for y in (1..=side).filter(|&y| board & bit(x, y) != 0) {
                for (a, b) in (1..=x).flat_map(|a| (1..=y).map(move |b| (a, b))) {
                    // Of a line the corners are two lamps, of a single place one.
                    moves.push(board ^ (bit(x, y) | bit(a, y) | bit(x, b) | bit(a, b)));
                }
            }
        }
        moves
    };
    let mut tokens = vec![listed.len() as u64];
    for lamps in &listed {
        tokens.push(lamps.len() as u64);
        tokens.extend(lamps.iter().flat_map(|&(x, y)| [x, y]));
    }
    let input = random.spread_numbers(&tokens);
    compare(
        "hdu-3404",
        &boards,
        &input,
        moves,
        false,
        words("Have a try, lxhgww.", "Don't waste your time."),
    );
}

#[test]
fn pieces_on_a_chessboard() {
    let mut random = Random::new(53);
    let squares: Vec<(i64, i64)> = (1..=15).flat_map(|x| (1..=15).map(move |y| (x, y))).collect();
    let moves = |&(x, y): &(i64, i64)| -> Vec<(i64, i64)> {
        let steps = [(-2, 1), (-2, -1), (1, -2), (-1, -2)];
        let on = |&(x, y): &(i64, i64)| (1..=15).contains(&x) && (1..=15).contains(&y);
        steps.iter().map(|(a, b)| (x + a, y + b)).filter(on).collect()
    };
    let text: String = squares.iter().map(|(x, y)| format!("{x} {y}\n")).collect();
    let input = format!("{}\n{text}", squares.len());
    compare("hackerrank-chessboard-game", &squares, &input, moves, false, words("First", "Second"));
    let boards: Vec<Vec<(i64, i64)>> = (0..60)
        .map(|_| {
            let knights = random.within(1, 2);
            (0..knights)
                .map(|_| (random.within(0, 5).cast_signed(), random.within(0, 5).cast_signed()))
                .collect()
        })
        .collect();
    let moves = |knights: &Vec<(i64, i64)>| -> Vec<Vec<(i64, i64)>> {
        let steps = [(1, -2), (-1, -3), (-1, -2), (-2, -1), (-3, -1), (-2, 1)];
        let mut moves = Vec::new();
        for (index, &(x, y)) in knights.iter().enumerate() {
            for (a, b) in steps {
                if x + a >= 0 && y + b >= 0 {
                    let mut next = knights.clone();
                    next[index] = (x + a, y + b);
                    moves.push(next);
                }
            }
        }
        moves
    };
    let mut text = format!("{}\n", boards.len());
    for knights in &boards {
        let places: Vec<String> = knights.iter().map(|(x, y)| format!("{x} {y}")).collect();
        text += &format!("{}\n{}\n", knights.len(), places.join(" "));
    }
    compare("lightoj-1315", &boards, &text, moves, false, cases("Case ", "Alice", "Bob"));
}

#[test]
fn pieces_on_the_places_of_a_graph() {
    let mut random = Random::new(55);
    for _ in 0..12 {
        let places = random.within(1, 7);
        let mut edges: HashSet<(u64, u64)> = HashSet::new();
        for from in 0..places {
            edges.extend((0..from).filter(|_| random.within(0, 2) == 0).map(|to| (from, to)));
        }
        let after = |place: u64| {
            let mut after: Vec<u64> = (0..place).filter(|&to| edges.contains(&(place, to))).collect();
            after.sort_unstable();
            after
        };
        let mut tokens = vec![places];
        for place in 0..places {
            tokens.extend(counted(&after(place)));
        }
        let mut expected = Vec::new();
        let mut known = HashMap::new();
        let moves = |pieces: &Vec<u64>| -> Vec<Vec<u64>> {
            (0..pieces.len()).flat_map(|i| changed(pieces, i, after(pieces[i]))).collect()
        };
        for _ in 0..8 {
            let count = random.within(1, 3);
            let pieces = random.list(count, 0, places - 1);
            tokens.extend(counted(&pieces));
            expected.push(if wins(&pieces, &moves, false, &mut known) { "WIN" } else { "LOSE" });
        }
        tokens.push(0);
        assert_eq!(lines("poj-2425", &random.spread_numbers(&tokens)), expected);
    }
}

#[test]
fn sheets_cut_until_a_square() {
    let moves = |sheets: &Vec<(u64, u64)>| -> Vec<Vec<(u64, u64)>> {
        let mut moves = Vec::new();
        for (index, &(w, h)) in sheets.iter().enumerate() {
            let cuts = (1..w).map(|a| [(a, h), (w - a, h)]).chain((1..h).map(|b| [(w, b), (w, h - b)]));
            for parts in cuts {
                let mut next = sheets.clone();
                next.remove(index);
                next.extend(parts);
                next.sort_unstable();
                moves.push(next);
            }
        }
        moves
    };
    // Who has made a square has won: there the other player cannot move.
    let race = |sheets: &Vec<(u64, u64)>| {
        if sheets.contains(&(1, 1)) { Vec::new() } else { moves(sheets) }
    };
    let games: Vec<Vec<(u64, u64)>> =
        [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2), (2, 5), (3, 4), (4, 4), (5, 3)]
            .map(|sheet| vec![sheet])
            .into();
    let text: String = games.iter().map(|sheets| format!("{} {}\n", sheets[0].0, sheets[0].1)).collect();
    compare("poj-2311", &games, &text, race, false, words("WIN", "LOSE"));
}
