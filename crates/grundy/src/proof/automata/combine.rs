//! Products of automata, and automata that forget a track.

use super::automaton::{Automaton, digits_of, letters};
use super::budget::{Budget, Undecided};

/// The automaton on so many tracks that accepts by what two others say: the first reads the tracks
/// `left_tracks`, in that order, and the second `right_tracks`.
pub(super) fn product(
    (left, left_tracks): (&Automaton, &[usize]),
    (right, right_tracks): (&Automaton, &[usize]),
    tracks: usize,
    join: impl Fn(bool, bool) -> bool,
    budget: &Budget<'_>,
) -> Result<Automaton, Undecided> {
    let base = left.base();
    budget.allows(1, letters(base, tracks).unwrap_or(usize::MAX))?;
    let (left_letters, right_letters) =
        (letters_of(base, tracks, left_tracks), letters_of(base, tracks, right_tracks));
    Automaton::of_states(
        base,
        tracks,
        (0_u32, 0_u32),
        |&(one, other), letter| {
            (left.step(one, left_letters[letter]), right.step(other, right_letters[letter]))
        },
        |&(one, other)| join(left.is_accepting(one), right.is_accepting(other)),
        budget,
    )
}

/// By letter of so many tracks: the letter of these tracks among them.
fn letters_of(base: usize, tracks: usize, among: &[usize]) -> Vec<usize> {
    let of = |letter| {
        let digits: Vec<usize> = digits_of(letter, base, tracks).collect();
        among.iter().rev().fold(0, |letter, &track| letter * base + digits[track])
    };
    (0..letters(base, tracks).unwrap_or(0)).map(of).collect()
}

/// The automaton that accepts the tuples that some number on this track completes.
pub(super) fn forget(
    automaton: &Automaton,
    track: usize,
    budget: &Budget<'_>,
) -> Result<Automaton, Undecided> {
    let (base, tracks) = (automaton.base(), automaton.tracks() - 1);
    let below = letters(base, track).unwrap_or(1);
    // The letters that become this one: another digit goes between the tracks below and the others.
    let whole = |letter: usize, digit| letter % below + below * (digit + base * (letter / below));
    let step = |states: &[u32], letter: usize| {
        let mut next: Vec<u32> = states
            .iter()
            .flat_map(|&state| (0..base).map(move |digit| automaton.step(state, whole(letter, digit))))
            .collect();
        next.sort_unstable();
        next.dedup();
        next
    };
    // The number that is forgotten may have more digits than the others.
    let mut start = vec![0];
    loop {
        let next = step(&start, 0);
        if next == start {
            break;
        }
        start = next;
    }
    Automaton::of_states(
        base,
        tracks,
        start,
        |states: &Vec<u32>, letter| step(states, letter),
        |states| states.iter().any(|&state| automaton.is_accepting(state)),
        budget,
    )
}
