//! Nim in all its forms, and the staircase, against programs written from the
//! statements in words, which share nothing with the library.

use std::collections::{HashMap, HashSet};

use super::brute_force::{flat, many_heaps, words, xor};
use super::lines;
use super::random::{Random, counted};

/// Whether the player to move wins nim, by trying every move to the end.
fn wins_nim(heaps: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
    let mut key: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    key.sort_unstable();
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let mut wins = false;
    for at in 0..key.len() {
        for left in 0..key[at] {
            let mut after = key.clone();
            after[at] = left;
            wins = wins || !wins_nim(&after, known);
        }
    }
    known.insert(key, wins);
    wins
}

/// The winning moves of nim, before and after, by trying every move.
fn nim_moves(heaps: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> Vec<(u64, u64)> {
    let mut moves = Vec::new();
    for at in 0..heaps.len() {
        for left in 0..heaps[at] {
            let mut after = heaps.to_vec();
            after[at] = left;
            if !wins_nim(&after, known) {
                moves.push((heaps[at], left));
            }
        }
    }
    moves
}

#[test]
fn nim_in_all_its_forms() {
    let mut known = HashMap::new();
    let mut random = Random::new(12);
    let cases = many_heaps(&mut random, 400, 4, 1, 12);
    let wins: Vec<bool> = cases.iter().map(|heaps| wins_nim(heaps, &mut known)).collect();
    assert!(wins.contains(&true) && wins.contains(&false));
    let ended: Vec<u64> = flat(&cases).into_iter().chain([0]).collect();
    let announced: Vec<u64> = std::iter::once(400).chain(flat(&cases)).collect();

    let answers = lines("hdu-1849", &random.spread_numbers(&ended));
    assert_eq!(answers, words(wins.clone(), "Rabbit Win!", "Grass Win!"));
    let answers = lines("poj-2234", &random.spread_numbers(&flat(&cases)));
    assert_eq!(answers, words(wins.clone(), "Yes", "No"));
    let answers = lines("luogu-p2197", &random.spread_numbers(&announced));
    assert_eq!(answers, words(wins.clone(), "Yes", "No"));

    let moves: Vec<Vec<(u64, u64)>> = cases.iter().map(|heaps| nim_moves(heaps, &mut known)).collect();
    let counts: Vec<String> = moves.iter().map(|moves| moves.len().to_string()).collect();
    assert_eq!(lines("poj-2975", &random.spread_numbers(&ended)), counts);
    assert_eq!(lines("hdu-1850", &random.spread_numbers(&ended)), counts);
    let mut listed = Vec::new();
    for moves in &moves {
        listed.push(if moves.is_empty() { "No" } else { "Yes" }.to_owned());
        listed.extend(moves.iter().map(|(before, after)| format!("{before} {after}")));
    }
    assert_eq!(lines("hdu-2176", &random.spread_numbers(&ended)), listed);

    for heaps in &cases {
        let input = random.spread_numbers(&counted(heaps));
        assert_eq!(lines("kattis-hackenbushbamboo", &input), [format!("*{}", xor(heaps.iter().copied()))]);
    }
}

#[test]
fn moves_in_larger_heaps_of_nim() {
    // For the sizes that brute force does not reach, Bouton's theorem by hand.
    let mut random = Random::new(13);
    let cases = many_heaps(&mut random, 40, 6, 1, 1000);
    let mut numbers = flat(&cases);
    numbers.push(0);
    let counts = cases.iter().map(|heaps| {
        let sum = xor(heaps.iter().copied());
        heaps.iter().filter(|&&heap| heap ^ sum < heap).count().to_string()
    });
    assert_eq!(lines("poj-2975", &random.spread_numbers(&numbers)), counts.collect::<Vec<_>>());
}

#[test]
fn large_heaps_of_nim() {
    let mut random = Random::new(16);
    let mut cases = many_heaps(&mut random, 300, 6, 1, 1_000_000_000);
    // Every other case is made to lose.
    for heaps in cases.iter_mut().step_by(2) {
        let sum = xor(heaps.iter().copied());
        heaps.push(sum);
    }
    let wins: Vec<bool> = cases.iter().map(|heaps| xor(heaps.iter().copied()) != 0).collect();
    let answers = lines("poj-2234", &random.spread_numbers(&flat(&cases)));
    assert_eq!(answers, words(wins, "Yes", "No"));
}

/// Who wins a strip on which pieces go left: by trying every move. Cell `c` is
/// bit `c - 1`, so that a move makes the number smaller.
fn strip_wins(cells: u32) -> Vec<bool> {
    let mut wins: Vec<bool> = Vec::new();
    for row in 0_usize..1 << cells {
        let mut found = false;
        for from in (0..cells).filter(|from| row >> from & 1 == 1) {
            let free = (0..from).rev().take_while(|to| row >> to & 1 == 0);
            found |= free.into_iter().any(|to| !wins[row ^ 1 << from ^ 1 << to]);
        }
        wins.push(found);
    }
    wins
}

/// Who wins by the staircase: the gaps in front of every other piece from the right.
fn staircase_wins(mut cells: Vec<u64>) -> bool {
    cells.sort_unstable();
    let before = |at: usize| if at == 0 { 0 } else { cells[at - 1] };
    xor((0..cells.len()).rev().step_by(2).map(|at| cells[at] - before(at) - 1)) != 0
}

#[test]
fn poj_1704() {
    let cells = 12;
    let table = strip_wins(cells);
    let mut cases = Vec::new();
    let mut wins = Vec::new();
    for (row, &win) in table.iter().enumerate().skip(1) {
        let pieces: Vec<u64> =
            (0..u64::from(cells)).filter(|cell| row >> cell & 1 == 1).map(|cell| cell + 1).collect();
        assert_eq!(win, staircase_wins(pieces.clone()), "{pieces:?}");
        if row % 13 == 0 {
            wins.push(win);
            cases.push(pieces);
        }
    }
    let mut random = Random::new(14);
    for _ in 0..40 {
        let count = random.within(1, 60);
        let mut pieces = random.list(count, 1, 10_000);
        let mut seen = HashSet::new();
        pieces.retain(|&piece| seen.insert(piece));
        wins.push(staircase_wins(pieces.clone()));
        cases.push(pieces);
    }
    let mut numbers = vec![cases.len() as u64];
    numbers.extend(flat(&cases));
    let answers = lines("poj-1704", &random.spread_numbers(&numbers));
    assert_eq!(answers, words(wins, "Georgia will win", "Bob will win"));
}
