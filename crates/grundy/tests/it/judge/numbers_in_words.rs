//! Problems on heaps, tuples and lists against programs that play them as their
//! statements say: the whole position, move by move.

use std::collections::HashMap;

use super::lines;
use super::play::{cases, changed, compare, lists, wins, with_lengths, words};
use super::random::{Random, counted};

#[test]
fn heaps_in_words() {
    let mut random = Random::new(40);
    let positions = lists(&mut random, 60, 3, 1, 12);
    let input = with_lengths(&mut random, &positions);
    let half = |heaps: &Vec<u64>| {
        (0..heaps.len()).flat_map(|i| changed(heaps, i, heaps[i] - heaps[i] / 2..heaps[i])).collect()
    };
    compare("lightoj-1296", &positions, &input, half, false, cases("Case ", "Alice", "Bob"));
    let split = |heaps: &Vec<u64>, rest_at_most: u64, least: u64| -> Vec<Vec<u64>> {
        let mut moves = Vec::new();
        for i in 0..heaps.len() {
            for a in least..heaps[i] {
                for b in least..heaps[i] {
                    if (a + b <= heaps[i] - rest_at_most.min(heaps[i])) && (least == 0 || a + b == heaps[i]) {
                        let mut next = heaps.clone();
                        next[i] = a;
                        next.push(b);
                        next.retain(|&heap| heap > 0);
                        next.sort_unstable();
                        moves.push(next);
                    }
                }
            }
        }
        moves
    };
    let positions = lists(&mut random, 60, 3, 1, 7);
    let input = with_lengths(&mut random, &positions);
    let lasker = |heaps: &Vec<u64>| {
        let mut moves = split(heaps, 0, 1);
        moves.extend((0..heaps.len()).flat_map(|i| changed(heaps, i, 0..heaps[i])));
        moves
    };
    compare("hdu-3032", &positions, &input, lasker, false, words("Alice", "Bob"));
    // The last apple loses.
    let apples = |heaps: &Vec<u64>| split(heaps, 1, 0);
    let numbers: Vec<u64> = positions.iter().flat_map(|position| counted(position)).collect();
    let input = random.spread_numbers(&numbers);
    compare("hdu-2509", &positions, &input, apples, true, words("Yes", "No"));
    let positions = lists(&mut random, 60, 4, 1, 6);
    let input = with_lengths(&mut random, &positions);
    let nim = |heaps: &Vec<u64>| (0..heaps.len()).flat_map(|i| changed(heaps, i, 0..heaps[i])).collect();
    compare("hdu-1907", &positions, &input, nim, true, words("John", "Brother"));
}

#[test]
fn matches_of_which_the_last_loses() {
    let mut random = Random::new(41);
    let mut games = Vec::new();
    for _ in 0..120 {
        let mut amounts: Vec<u64> = (2..=9).filter(|_| random.within(0, 2) == 0).collect();
        amounts.insert(0, 1);
        games.push((random.within(1, 60), amounts));
    }
    let mut tokens = vec![games.len() as u64];
    for (n, amounts) in &games {
        tokens.extend([*n, amounts.len() as u64 - 1]);
        tokens.extend(&amounts[1..]);
    }
    let input = random.spread_numbers(&tokens);
    let moves = |(n, amounts): &(u64, Vec<u64>)| -> Vec<(u64, Vec<u64>)> {
        amounts.iter().filter(|&&amount| amount <= *n).map(|amount| (n - amount, amounts.clone())).collect()
    };
    compare("sgu-153", &games, &input, moves, true, words("FIRST PLAYER MUST WIN", "SECOND PLAYER MUST WIN"));
}

#[test]
fn closed_and_open_boxes() {
    let mut random = Random::new(46);
    let moves = |boxes: &Vec<(bool, u64)>| -> Vec<Vec<(bool, u64)>> {
        let mut moves = Vec::new();
        for (index, &(open, stones)) in boxes.iter().enumerate() {
            let left: Vec<u64> = if open { (0..stones).collect() } else { vec![stones] };
            for stones in left {
                let mut next = boxes.clone();
                next[index] = (true, stones);
                next.sort_unstable();
                moves.push(next);
            }
        }
        moves
    };
    let mut known = HashMap::new();
    for _ in 0..60 {
        let count = random.within(1, 5);
        let stones = random.list(count, 0, 3);
        let mut boxes: Vec<(bool, u64)> = stones.iter().map(|&stones| (false, stones)).collect();
        boxes.sort_unstable();
        let win = wins(&boxes, &moves, false, &mut known);
        let input = random.spread_numbers(&counted(&stones));
        assert_eq!(lines("yukicoder-2282", &input), [if win { "First" } else { "Second" }], "{stones:?}");
    }
}

#[test]
fn pairs_and_boxes() {
    let mut random = Random::new(48);
    let positions: Vec<Vec<u64>> = (0..30)
        .map(|_| {
            let pairs = random.within(1, 2);
            random.list(2 * pairs, 1, 7)
        })
        .collect();
    let moves = |heaps: &Vec<u64>| -> Vec<Vec<u64>> {
        let mut moves = Vec::new();
        for at in (0..heaps.len()).step_by(2) {
            for kept in [heaps[at], heaps[at + 1]] {
                for part in 1..kept {
                    let mut next = heaps.clone();
                    (next[at], next[at + 1]) = (part, kept - part);
                    moves.push(next);
                }
            }
        }
        moves
    };
    let input = with_lengths(&mut random, &positions);
    compare("luogu-p2148", &positions, &input, moves, false, words("YES", "NO"));
    let boxes: Vec<(u64, u64)> = (2..70).map(|n| (n, 1)).collect();
    let moves = |&(a, b): &(u64, u64)| {
        let larger = a.max(b);
        (1..larger).map(|part| (part, larger - part)).collect()
    };
    let text: String = (2..70).map(|n| format!("{n}\n")).collect();
    compare("uva-12293", &boxes, &(text + "0"), moves, false, words("Alice", "Bob"));
}

#[test]
fn rows_of_a_matrix() {
    let mut random = Random::new(49);
    let mut matrices = Vec::new();
    for _ in 0..60 {
        let (rows, columns) = (random.within(1, 2), random.within(1, 3));
        matrices.push((0..rows).map(|_| random.list(columns, 0, 3)).collect::<Vec<Vec<u64>>>());
    }
    let mut tokens = vec![matrices.len() as u64];
    for matrix in &matrices {
        tokens.extend([matrix.len() as u64, matrix[0].len() as u64]);
        tokens.extend(matrix.concat());
    }
    let input = random.spread_numbers(&tokens);
    let moves = |matrix: &Vec<Vec<u64>>| -> Vec<Vec<Vec<u64>>> {
        let mut moves = Vec::new();
        for (index, row) in matrix.iter().enumerate() {
            let Some(at) = row.iter().position(|&number| number > 0) else { continue };
            for row in changed(row, at, 0..row[at]) {
                let mut next = matrix.clone();
                next[index] = row;
                moves.push(next);
            }
        }
        moves
    };
    compare("spoj-matgame", &matrices, &input, moves, false, words("FIRST", "SECOND"));
}

#[test]
fn piles_of_cows() {
    let mut random = Random::new(50);
    let mut known = HashMap::new();
    for _ in 0..40 {
        let (count, copies) = (random.within(1, 3), random.within(1, 4));
        let piles = random.list(count, 1, 6);
        let moves = |piles: &Vec<u64>| -> Vec<Vec<u64>> {
            let mut moves = Vec::new();
            for (index, &pile) in piles.iter().enumerate() {
                let mut rest = piles.clone();
                rest.remove(index);
                let mut leave = |parts: Vec<u64>| {
                    let mut next = [rest.clone(), parts].concat();
                    next.retain(|&pile| pile > 0);
                    next.sort_unstable();
                    moves.push(next);
                };
                leave(vec![pile - 1]);
                if pile % 2 == 0 {
                    leave(vec![pile / 2; copies as usize]);
                }
            }
            moves
        };
        let mut position = piles.clone();
        position.sort_unstable();
        let win = wins(&position, &moves, false, known.entry(copies).or_default());
        let tokens = [vec![count, copies], piles.clone()].concat();
        let input = random.spread_numbers(&tokens);
        assert_eq!(lines("cf-603c", &input), [if win { "Kevin" } else { "Nicky" }], "{copies}: {piles:?}");
    }
}

#[test]
fn attacks_on_castles_are_counted() {
    let mut random = Random::new(51);
    for _ in 0..25 {
        let kills = random.list(3, 1, 5);
        let count = random.within(1, 2);
        let soldiers = random.list(count, 1, 14);
        // Soldiers and the last attack, for each castle.
        let moves = |castles: &Vec<(u64, usize)>| -> Vec<Vec<(u64, usize)>> {
            let mut moves = Vec::new();
            for (index, &(soldiers, last)) in castles.iter().enumerate() {
                for (attack, &kill) in kills.iter().enumerate() {
                    if soldiers > 0 && (attack == 0 || attack != last) {
                        let mut next = castles.clone();
                        next[index] = (soldiers.saturating_sub(kill), attack);
                        moves.push(next);
                    }
                }
            }
            moves
        };
        let mut known = HashMap::new();
        let start: Vec<(u64, usize)> = soldiers.iter().map(|&soldiers| (soldiers, 0)).collect();
        let winning = moves(&start).iter().filter(|&next| !wins(next, &moves, false, &mut known)).count();
        let tokens = [vec![1, count], kills.clone(), soldiers.clone()].concat();
        let input = random.spread_numbers(&tokens);
        assert_eq!(lines("cf-1312f", &input), [winning.to_string()], "{kills:?} {soldiers:?}");
    }
}

#[test]
fn staircases_as_lists() {
    let mut random = Random::new(54);
    // What a player may take from one place to another.
    let moved = |list: &Vec<u64>, from: usize, to: usize| -> Vec<Vec<u64>> {
        (1..=list[from])
            .map(|count| {
                let mut next = list.clone();
                next[from] -= count;
                next[to] += count;
                next
            })
            .collect()
    };
    let positions = lists(&mut random, 60, 4, 0, 3);
    let input = with_lengths(&mut random, &positions);
    let stairs = |list: &Vec<u64>| (1..list.len()).flat_map(|from| moved(list, from, from - 1)).collect();
    compare("cses-stair-game", &positions, &input, stairs, false, words("first", "second"));
    let boxes = |list: &Vec<u64>| -> Vec<Vec<u64>> {
        let mut moves = Vec::new();
        for a in 1..=list.len() {
            for b in (1..a).filter(|b| (a + b) % 2 == 1 && (a + b) % 3 == 0) {
                moves.extend(moved(list, a - 1, b - 1));
            }
        }
        moves
    };
    let positions = lists(&mut random, 40, 7, 0, 2);
    let input = with_lengths(&mut random, &positions);
    compare("hdu-3389", &positions, &input, boxes, false, cases("Case ", "Alice", "Bob"));
    let mut piles = lists(&mut random, 60, 4, 0, 6);
    for list in &mut piles {
        list.sort_unstable();
    }
    let input = with_lengths(&mut random, &piles);
    let pebbles = |list: &Vec<u64>| -> Vec<Vec<u64>> {
        let least = |i: usize| if i == 0 { 0 } else { list[i - 1] };
        (0..list.len()).flat_map(|i| changed(list, i, least(i)..list[i])).collect()
    };
    compare("luogu-p3480", &piles, &input, pebbles, false, words("TAK", "NIE"));
}
