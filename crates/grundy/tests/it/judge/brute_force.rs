//! Every problem against a program written from its statement in words, which
//! shares nothing with the library.

use std::collections::{HashMap, HashSet};

use super::random::{Random, counted};
use super::{ask, lines};

fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let seen: HashSet<u64> = values.into_iter().collect();
    (0..).find(|value| !seen.contains(value)).expect("a finite set misses a number")
}

pub(super) fn xor(values: impl IntoIterator<Item = u64>) -> u64 {
    values.into_iter().fold(0, |sum, value| sum ^ value)
}

/// The values of the heaps 0 to `to`; `options` gives the heaps that each move leaves.
fn values(to: u64, options: impl Fn(u64) -> Vec<Vec<u64>>) -> Vec<u64> {
    let mut known: Vec<u64> = Vec::new();
    for n in 0..=to {
        let value = mex(options(n).iter().map(|left| xor(left.iter().map(|&heap| known[heap as usize]))));
        known.push(value);
    }
    known
}

/// Whether the player to move wins on the heaps 0 to `to` when a move takes as
/// many as one of `amounts`.
fn wins_by_taking(to: u64, amounts: &[u64]) -> Vec<bool> {
    let mut wins: Vec<bool> = Vec::new();
    for n in 0..=to {
        wins.push(amounts.iter().any(|&amount| amount <= n && !wins[(n - amount) as usize]));
    }
    wins
}

pub(super) fn words(wins: impl IntoIterator<Item = bool>, yes: &str, no: &str) -> Vec<String> {
    wins.into_iter().map(|win| if win { yes } else { no }.to_owned()).collect()
}

/// Cases of heaps: how many, the heaps of each; the whole counted or not.
pub(super) fn many_heaps(random: &mut Random, cases: u64, most: u64, from: u64, to: u64) -> Vec<Vec<u64>> {
    (0..cases)
        .map(|_| {
            let count = random.within(1, most);
            // Small heaps make losing positions frequent enough to matter.
            let high = if random.within(0, 1) == 0 { to.min(from + 3) } else { to };
            random.list(count, from, high)
        })
        .collect()
}

pub(super) fn flat(cases: &[Vec<u64>]) -> Vec<u64> {
    cases.iter().flat_map(|case| counted(case)).collect()
}

#[test]
fn nowcoder_1071g() {
    let mut wins = vec![false];
    for n in 1_u32..=1_000_000 {
        let (mut largest, mut smallest, mut rest) = (0, 9, n);
        while rest > 0 {
            let digit = rest % 10;
            largest = largest.max(digit);
            smallest = if digit > 0 { smallest.min(digit) } else { smallest };
            rest /= 10;
        }
        wins.push(!wins[(n - largest) as usize] || !wins[(n - smallest) as usize]);
    }
    assert_eq!(wins.iter().skip(1).filter(|&&win| !win).count(), 422_136);
    let mut random = Random::new(1);
    let mut numbers = random.list(20_000, 1, 1_000_000);
    numbers.extend(1..=200);
    numbers.extend(999_900..=1_000_000);
    let input = random.spread_numbers(&counted(&numbers));
    let expected = words(numbers.iter().map(|&n| wins[n as usize]), "YES", "NO");
    assert_eq!(lines("nowcoder-1071g", &input), expected);
    assert_eq!(ask("nowcoder-1071g", "0").unwrap(), "");
}

#[test]
fn hdu_1847() {
    let powers: Vec<u64> = (0..10).map(|k| 1 << k).collect();
    let wins = wins_by_taking(1000, &powers);
    let mut random = Random::new(2);
    let mut numbers = random.list(10_000, 1, 1000);
    numbers.extend(1..=1000);
    let expected = words(numbers.iter().map(|&n| wins[n as usize]), "Kiki", "Cici");
    assert_eq!(lines("hdu-1847", &random.spread_numbers(&numbers)), expected);
    assert_eq!(ask("hdu-1847", " \n").unwrap(), "");
}

/// The values of all rows of 20 cells; cell `c` is bit `20 - c`, so that a
/// move to the right makes the number smaller.
fn chess_values() -> Vec<u8> {
    let mut values = vec![0_u8; 1 << 20];
    for row in 0_u32..1 << 20 {
        let mut seen = 0_u32;
        for from in 1..20 {
            if row >> from & 1 == 1 {
                let empty = (0..from).rev().find(|&to| row >> to & 1 == 0);
                if let Some(to) = empty {
                    seen |= 1 << values[(row ^ 1 << from ^ 1 << to) as usize];
                }
            }
        }
        values[row as usize] = seen.trailing_ones() as u8;
    }
    values
}

#[test]
fn hdu_5724_and_luogu_p2575() {
    let values = chess_values();
    let mut random = Random::new(3);
    let cases = 3000;
    let mut numbers = vec![cases];
    let mut wins = Vec::new();
    for _ in 0..cases {
        let rows = random.within(0, 6);
        numbers.push(rows);
        let mut sum = 0;
        for _ in 0..rows {
            // Empty and full rows as often as any other number of pieces.
            let pieces = random.within(0, 20);
            let mut columns: Vec<u64> = (1..=20).collect();
            for at in (1..columns.len()).rev() {
                columns.swap(at, random.within(0, at as u64) as usize);
            }
            columns.truncate(pieces as usize);
            sum ^= values[columns.iter().fold(0, |row, column| row | 1 << (20 - column))];
            numbers.extend(counted(&columns));
        }
        wins.push(sum != 0);
    }
    let input = random.spread_numbers(&numbers);
    let expected = words(wins, "YES", "NO");
    assert_eq!(lines("hdu-5724", &input), expected);
    assert_eq!(lines("luogu-p2575", &input), expected);
}

#[test]
fn hdu_3537() {
    // A coin is worth the mex over turning it alone, with one, or with two coins to its left.
    let mut known: Vec<u64> = Vec::new();
    for x in 0..256 {
        let mut options = vec![0];
        options.extend(known.iter().copied());
        for b in 1..x {
            options.extend((0..b).map(|a: usize| known[a] ^ known[b]));
        }
        known.push(mex(options));
    }
    // Beyond the reach of brute force: x doubled, and a last bit that makes the ones odd.
    let odious = |x: u64| 2 * x + u64::from(x.count_ones().is_multiple_of(2));
    assert!((0..256).all(|x| odious(x) == known[x as usize]));
    let mut random = Random::new(4);
    for (most, far) in [(6, 12), (8, 255), (100, 1_000_000_000), (3, 1_000_000_000)] {
        let mut numbers = Vec::new();
        let mut wins = Vec::new();
        for _ in 0..1500 {
            let count = random.within(0, most);
            let mut coins = random.list(count, 0, far);
            let repeats: Vec<u64> = coins.iter().copied().filter(|coin| coin % 3 == 0).collect();
            coins.extend(repeats);
            if random.within(0, 9) == 0 {
                coins.push(far);
            }
            let heads: HashSet<u64> = coins.iter().copied().collect();
            wins.push(xor(heads.into_iter().map(odious)) != 0);
            numbers.extend(counted(&coins));
        }
        let input = random.spread_numbers(&numbers);
        assert_eq!(lines("hdu-3537", &input), words(wins, "No", "Yes"));
    }
}

#[test]
fn hdu_1846() {
    let mut random = Random::new(5);
    let mut numbers = Vec::new();
    let mut wins = Vec::new();
    for _ in 0..60 {
        let high = if random.within(0, 1) == 0 { 12 } else { 1000 };
        let most = random.within(1, high);
        let amounts: Vec<u64> = (1..=most).collect();
        let table = wins_by_taking(1000, &amounts);
        for _ in 0..20 {
            let heap = if random.within(0, 2) == 0 { (most + 1).min(1000) } else { random.within(1, 1000) };
            numbers.push([heap, most]);
            wins.push(table[heap as usize]);
        }
    }
    // The cases are shuffled: the parameter changes from case to case.
    for at in (1..numbers.len()).rev() {
        let other = random.within(0, at as u64) as usize;
        numbers.swap(at, other);
        wins.swap(at, other);
    }
    let mut input = vec![numbers.len() as u64];
    input.extend(numbers.concat());
    assert_eq!(lines("hdu-1846", &random.spread_numbers(&input)), words(wins, "first", "second"));
}

#[test]
fn abc_297g() {
    let mut random = Random::new(6);
    for _ in 0..40 {
        let least = random.within(1, 12);
        let most = random.within(least, 25);
        let table = values(400, |n| (least..=most.min(n)).map(|k| vec![n - k]).collect());
        let count = random.within(1, 40);
        let heaps = random.list(count, 1, if count < 5 { 20 } else { 400 });
        let mut numbers = vec![heaps.len() as u64, least, most];
        numbers.extend(&heaps);
        let win = xor(heaps.iter().map(|&heap| table[heap as usize])) != 0;
        assert_eq!(lines("abc-297g", &random.spread_numbers(&numbers)), words([win], "First", "Second"));
    }
}

#[test]
fn cses_stick_game() {
    let mut random = Random::new(7);
    for (to, count) in [(1, 1), (7, 2), (60, 3), (200, 100), (30_000, 4), (100_000, 100)] {
        let amounts = random.list(count, 1, if to > 100 { 90 } else { to });
        let mut numbers = vec![to, count];
        numbers.extend(&amounts);
        let table = wins_by_taking(to, &amounts);
        let letters = words(table[1..].iter().copied(), "W", "L").concat();
        assert_eq!(lines("cses-stick-game", &random.spread_numbers(&numbers)), [letters]);
    }
}

#[test]
fn hdu_1536() {
    let mut random = Random::new(8);
    let mut numbers = Vec::new();
    let mut expected = Vec::new();
    for _ in 0..12 {
        let count = random.within(1, 6);
        let amounts = random.list(count, 1, 20);
        let table = values(300, |n| amounts.iter().filter(|&&k| k <= n).map(|&k| vec![n - k]).collect());
        numbers.extend(counted(&amounts));
        let count = random.within(0, 30);
        let positions = many_heaps(&mut random, count, 5, 0, 300);
        numbers.push(count);
        numbers.extend(flat(&positions));
        let wins = positions.iter().map(|heaps| xor(heaps.iter().map(|&heap| table[heap as usize])) != 0);
        expected.push(words(wins, "W", "L").concat());
    }
    numbers.push(0);
    assert_eq!(lines("hdu-1536", &random.spread_numbers(&numbers)), expected);
}

#[test]
fn leetcode_1510() {
    let squares: Vec<u64> = (1..=100).map(|k| k * k).collect();
    let wins = wins_by_taking(10_000, &squares);
    let mut random = Random::new(9);
    let mut numbers = random.list(5000, 1, 10_000);
    numbers.extend(1..=100);
    let expected = words(numbers.iter().map(|&n| wins[n as usize]), "true", "false");
    assert_eq!(lines("leetcode-1510", &random.spread_numbers(&numbers)), expected);
}

#[test]
fn abc_297g_on_large_heaps() {
    // Brute force agrees with this law where it reaches, in the test above.
    let mut random = Random::new(17);
    for largest in [255, 256, 1000, 100_000, 1_000_000_000, 1_000_000_000] {
        let least = random.within(1, largest);
        let most = random.within(least, largest);
        let heaps = random.list(1000, 1, 1_000_000_000);
        let win = xor(heaps.iter().map(|heap| heap % (least + most) / least)) != 0;
        let numbers: Vec<u64> = [1000, least, most].into_iter().chain(heaps).collect();
        assert_eq!(lines("abc-297g", &random.spread_numbers(&numbers)), words([win], "First", "Second"));
    }
}

/// The values of rows of standing pins, of which a move takes neighbours, as
/// many as one of `amounts` says.
fn pins(to: u64, amounts: &[u64]) -> Vec<u64> {
    values(to, |n| {
        let possible = amounts.iter().filter(|&&amount| amount <= n);
        possible.flat_map(|&amount| (0..=n - amount).map(move |left| vec![left, n - amount - left])).collect()
    })
}

#[test]
fn pins_and_signs_in_words() {
    let mut random = Random::new(10);
    for (id, amounts, letters, yes, no) in [
        ("hackerrank-bowling-pins", [1, 2].as_slice(), ['I', 'X'], "WIN", "LOSE"),
        ("leetcode-294", &[2], ['+', '-'], "true", "false"),
    ] {
        let counts = id.starts_with("hackerrank");
        let table = pins(300, amounts);
        let mut tokens = Vec::new();
        let mut wins = Vec::new();
        for _ in 0..1000 {
            let longest = if random.within(0, 9) == 0 { 300 } else { 20 };
            let length = random.within(1, longest);
            let sparse = random.within(1, 9);
            let word: String =
                (0..length).map(|_| letters[usize::from(random.within(0, 9) < sparse)]).collect();
            let runs = word.split(letters[1]).map(str::len);
            wins.push(xor(runs.map(|run| table[run])) != 0);
            if counts {
                tokens.push(length.to_string());
            }
            tokens.push(word);
        }
        if counts {
            tokens.insert(0, "1000".to_owned());
        }
        assert_eq!(lines(id, &random.spread(&tokens)), words(wins, yes, no), "{id}");
    }
}

#[test]
fn cses_nim_game_ii() {
    let table = values(500, |n| (1..=n.min(3)).map(|k| vec![n - k]).collect());
    let mut random = Random::new(11);
    let cases = many_heaps(&mut random, 2000, 6, 1, 500);
    let wins = cases.iter().map(|heaps| xor(heaps.iter().map(|&heap| table[heap as usize])) != 0);
    let mut numbers = vec![cases.len() as u64];
    numbers.extend(flat(&cases));
    let input = random.spread_numbers(&numbers);
    assert_eq!(lines("cses-nim-game-ii", &input), words(wins, "first", "second"));
    // 10^9 leaves 0 when divided by 4, so it loses alone.
    assert_eq!(lines("cses-nim-game-ii", "2 1 1000000000 1 999999999"), ["second", "first"]);
}

#[test]
fn codechef_fdivgame() {
    fn value(n: u64, known: &mut HashMap<u64, u64>) -> u64 {
        if n == 0 {
            return 0;
        }
        if let Some(&value) = known.get(&n) {
            return value;
        }
        let options: Vec<u64> = (2..=6).map(|k| value(n / k, known)).collect();
        known.insert(n, mex(options));
        known[&n]
    }
    let mut known = HashMap::new();
    let mut random = Random::new(15);
    let mut cases = many_heaps(&mut random, 60, 4, 1, 1000);
    cases.extend(many_heaps(&mut random, 12, 3, 999_999_999_999_999_990, 1_000_000_000_000_000_000));
    let wins: Vec<bool> =
        cases.iter().map(|heaps| xor(heaps.iter().map(|&n| value(n, &mut known))) != 0).collect();
    let mut numbers = vec![cases.len() as u64];
    numbers.extend(flat(&cases));
    let answers = lines("codechef-fdivgame", &random.spread_numbers(&numbers));
    assert_eq!(answers, words(wins, "Henry", "Derek"));
}
