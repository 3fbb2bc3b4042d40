//! Sparse tables against trying all moves.

use super::super::sparse::first_length;
use super::*;

/// The values from the words, up to `length` of them or the first that has no code.
/// `finish`: what may be taken if nothing else is left.
fn table(moves: &SplitMoves, finish: &[usize], length: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    for heap in 0..length {
        let mut met = [false; VALUES];
        met[0] = heap > 0 && finish.contains(&heap);
        for &taken in moves.whole.iter().filter(|&&taken| taken < heap) {
            met[usize::from(values[heap - taken])] = true;
        }
        for &taken in moves.split.iter().filter(|&&taken| taken <= heap) {
            let total = heap - taken;
            for part in (1..=total / 2).filter(|&part| moves.equal || 2 * part != total) {
                met[usize::from(values[part] ^ values[total - part])] = true;
            }
        }
        let Some(value) = met.iter().position(|met| !met) else { break };
        values.push(u16::try_from(value).unwrap());
    }
    values
}

fn moves(whole: &[usize], split: &[usize], equal: bool) -> SplitMoves {
    SplitMoves { none: Vec::new(), whole: whole.to_vec(), split: split.to_vec(), equal }
}

fn large<M: Mask>(sparse: &Table<M>) -> usize {
    sparse.odd().iter().filter(|odd| usize::from(odd.code) >= M::CODES).count()
}

/// Compares from the first possible length on, in uneven steps. Why it ended before
/// `length`, and how many values were too large for the masks. `together`: on two threads.
fn compare<M: Mask>(
    moves: &SplitMoves,
    finish: &[usize],
    length: usize,
    together: bool,
) -> (Option<Ended>, usize) {
    let expected = table(moves, finish, length);
    let length = expected.len();
    let first = first_length(moves).max(700);
    let mut sparse = match Sparse::<M>::after(moves, &expected[..first]) {
        Ok(sparse) => Table::new(sparse),
        Err(ended) => return (Some(ended), 0),
    };
    // As if the work was worth it.
    sparse.side = if together { SideThread::new() } else { None };
    let mut end = first;
    while end < length {
        end = length.min(end + end % 97 + 1);
        let ended = sparse.advance(end, &Control::default()).unwrap();
        let known = sparse.kept().next().min(length);
        let found = sparse.get().values(0..known);
        let wrong = (0..known).find(|&heap| found[heap] != expected[heap]);
        assert_eq!(wrong, None, "{moves:?} {}", M::CODES);
        if ended.is_some() {
            return (ended, large(&sparse));
        }
        assert!(known >= end);
    }
    (None, large(&sparse))
}

#[test]
fn tables_are_those_of_all_moves() {
    // Kayles, Dawson's Kayles, 0.16, 4.3, 0.104, 0.56, Grundy's game, Kayles without even splits, and codes with far moves.
    let games = [
        (moves(&[1, 2], &[1, 2], true), vec![1, 2]),
        (moves(&[], &[2], true), vec![]),
        (moves(&[2], &[2], true), vec![1]),
        (moves(&[1], &[0], true), vec![1]),
        (moves(&[], &[3], true), vec![1]),
        (moves(&[2], &[1, 2], true), vec![1]),
        (moves(&[], &[0], false), vec![]),
        (moves(&[1, 2], &[1, 2], false), vec![1, 2]),
        (moves(&[2, 70, 101], &[2, 66], true), vec![1]),
        (moves(&[71], &[3, 5], true), vec![1]),
    ];
    let (mut whole, mut large) = ([0; 5], 0);
    for (moves, finish) in &games {
        let compared = [
            compare::<u16>(moves, finish, 4000, false),
            compare::<u32>(moves, finish, 4000, true),
            compare::<u64>(moves, finish, 4000, false),
            compare::<Words<2>>(moves, finish, 4000, true),
            compare::<Words<4>>(moves, finish, 4000, false),
        ];
        for (whole, (ended, more)) in whole.iter_mut().zip(compared) {
            *whole += usize::from(ended.is_none());
            large += more;
        }
    }
    assert!(
        whole[0] >= 4 && whole[1] >= 5 && whole[2] >= 6 && whole[3] >= 6 && large > 0,
        "{whole:?} {large}"
    );
}
