//! Whole positions played out, move by move.

use std::collections::HashMap;
use std::hash::Hash;

use super::lines;
use super::random::{Random, counted};

/// Whether the player to move wins a whole position; who cannot move has lost, or
/// has won if `misere`.
pub(super) fn wins<P: Clone + Eq + Hash>(
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
pub(super) fn compare<P: Clone + Eq + Hash>(
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
pub(super) fn words(yes: &'static str, no: &'static str) -> impl Fn(usize, bool) -> String {
    move |_, win| if win { yes } else { no }.to_owned()
}

/// `Case 1: Alice` and the like.
pub(super) fn cases(
    before: &'static str,
    yes: &'static str,
    no: &'static str,
) -> impl Fn(usize, bool) -> String {
    move |case, win| format!("{before}{case}: {}", if win { yes } else { no })
}

/// The position with the number at `index` changed to each of `values`.
pub(super) fn changed(
    position: &[u64],
    index: usize,
    values: impl IntoIterator<Item = u64>,
) -> Vec<Vec<u64>> {
    let with = |value| {
        let mut next = position.to_vec();
        next[index] = value;
        next
    };
    values.into_iter().map(with).collect()
}

pub(super) fn lists(random: &mut Random, count: u64, most: u64, from: u64, to: u64) -> Vec<Vec<u64>> {
    (0..count)
        .map(|_| {
            let length = random.within(1, most);
            random.list(length, from, to)
        })
        .collect()
}

/// The number of positions, and each with its length.
pub(super) fn with_lengths(random: &mut Random, positions: &[Vec<u64>]) -> String {
    let mut numbers = vec![positions.len() as u64];
    numbers.extend(positions.iter().flat_map(|position| counted(position)));
    random.spread_numbers(&numbers)
}
