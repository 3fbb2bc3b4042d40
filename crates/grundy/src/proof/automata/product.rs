//! Products of automata.

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
    // Where one will say the same for ever, and that is enough, the other need not be asked any more.
    let alone = |said| join(said, false) == join(said, true);
    let beside = |said| join(false, said) == join(true, said);
    let enough_left = [false, true].map(|said| left.settled(said).filter(|_| alone(said)));
    let enough_right = [false, true].map(|said| right.settled(said).filter(|_| beside(said)));
    let joined = |one: u32, other: u32| {
        if enough_left.contains(&Some(one)) {
            said(join(left.is_accepting(one), false))
        } else if enough_right.contains(&Some(other)) {
            said(join(false, right.is_accepting(other)))
        } else {
            u64::from(one) << 32 | u64::from(other)
        }
    };
    let parts = |pair: u64| {
        let part = |bits: u64| u32::try_from(bits).expect("half of the bits");
        (part(pair >> 32), part(pair & u64::from(u32::MAX)))
    };
    Automaton::build(
        base,
        tracks,
        joined(0, 0),
        |&pair, letter| {
            if pair >= said(false) {
                return pair;
            }
            let (one, other) = parts(pair);
            joined(left.step(one, left_letters[letter]), right.step(other, right_letters[letter]))
        },
        |&pair| {
            let (one, other) = parts(pair);
            if pair >= said(false) {
                pair == said(true)
            } else {
                join(left.is_accepting(one), right.is_accepting(other))
            }
        },
        budget,
    )
}

/// What stands for a pair of states that say this whatever comes. No pair is so large, as states are fewer than 2^32 - 1.
const fn said(truth: bool) -> u64 {
    if truth { u64::MAX } else { u64::MAX - 1 }
}

/// By letter of so many tracks: the letter of these tracks among them.
fn letters_of(base: usize, tracks: usize, among: &[usize]) -> Vec<usize> {
    let of = |letter| {
        let digits: Vec<usize> = digits_of(letter, base, tracks).collect();
        among.iter().rev().fold(0, |letter, &track| letter * base + digits[track])
    };
    (0..letters(base, tracks).unwrap_or(0)).map(of).collect()
}
