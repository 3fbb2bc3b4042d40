//! Problems on positions of every shape against programs that play them as their
//! statements say: the whole position, move by move.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::lines;
use super::random::{Random, counted};

/// Whether the player to move wins a whole position; who cannot move has lost, or
/// has won if `misere`.
fn wins<P: Clone + Eq + Hash>(
    position: &P,
    moves: &impl Fn(&P) -> Vec<P>,
    misere: bool,
    known: &mut HashMap<P, bool>,
) -> bool {
    if let Some(&win) = known.get(position) {
        return win;
    }
    let options = moves(position);
    let win = if options.is_empty() {
        misere
    } else {
        options.iter().any(|option| !wins(option, moves, misere, known))
    };
    known.insert(position.clone(), win);
    win
}

/// Plays many random positions; the answers that the problem gives to all of them
/// at once are those of play.
fn compare<P: Clone + Eq + Hash>(
    id: &str,
    positions: &[P],
    input: &str,
    moves: impl Fn(&P) -> Vec<P>,
    misere: bool,
    word: impl Fn(usize, bool) -> String,
) {
    let mut known = HashMap::new();
    let played: Vec<bool> =
        positions.iter().map(|position| wins(position, &moves, misere, &mut known)).collect();
    assert!(played.contains(&true) && played.contains(&false), "{id}: both outcomes occur");
    let expected: Vec<String> = played.iter().enumerate().map(|(index, &win)| word(index + 1, win)).collect();
    assert_eq!(lines(id, input), expected, "{id}: {input}");
}

/// One answer or the other.
fn words(yes: &'static str, no: &'static str) -> impl Fn(usize, bool) -> String {
    move |_, win| if win { yes } else { no }.to_owned()
}

/// `Case 1: Alice` and the like.
fn cases(before: &'static str, yes: &'static str, no: &'static str) -> impl Fn(usize, bool) -> String {
    move |case, win| format!("{before}{case}: {}", if win { yes } else { no })
}

/// The position with the number at `index` changed to each of `values`.
fn changed(position: &[u64], index: usize, values: impl IntoIterator<Item = u64>) -> Vec<Vec<u64>> {
    let with = |value| {
        let mut next = position.to_vec();
        next[index] = value;
        next
    };
    values.into_iter().map(with).collect()
}

fn lists(random: &mut Random, count: u64, most: u64, from: u64, to: u64) -> Vec<Vec<u64>> {
    (0..count)
        .map(|_| {
            let length = random.within(1, most);
            random.list(length, from, to)
        })
        .collect()
}

/// The number of positions, and each with its length.
fn with_lengths(random: &mut Random, positions: &[Vec<u64>]) -> String {
    let mut numbers = vec![positions.len() as u64];
    numbers.extend(positions.iter().flat_map(|position| counted(position)));
    random.spread_numbers(&numbers)
}

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
fn lamps_at_the_corners() {
    let mut random = Random::new(52);
    let side = 4;
    // A board as bits; lamps listed twice are off.
    let listed: Vec<Vec<(u64, u64)>> = (0..40)
        .map(|_| {
            let count = random.within(1, 5);
            (0..count).map(|_| (random.within(0, side - 1), random.within(0, side - 1))).collect()
        })
        .collect();
    let bit = |x: u64, y: u64| 1_u32 << (x * side + y);
    let boards: Vec<u32> =
        listed.iter().map(|lamps| lamps.iter().fold(0, |board, &(x, y)| board ^ bit(x, y))).collect();
    let moves = |&board: &u32| {
        let mut moves = Vec::new();
        for x in 1..side {
            for y in (1..side).filter(|&y| board & bit(x, y) != 0) {
                for a in 0..x {
                    moves.extend((0..y).map(|b| board ^ bit(x, y) ^ bit(a, y) ^ bit(x, b) ^ bit(a, b)));
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
            (0..knights).map(|_| (random.within(0, 5) as i64, random.within(0, 5) as i64)).collect()
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
