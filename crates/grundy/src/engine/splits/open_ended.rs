//! Games whose moves leave one heap or two, as far as anybody likes.
//!
//! The table begins as a whole one, with the laws that whole tables prove. Once its first and last
//! codes decide what comes (`bounded`), the others are given up; from then on a window
//! that is seen twice proves a period. The least preperiod is found by computing two
//! stretches once more, a period apart, from windows that were kept.

use super::bounded::Bounded;
use super::table::sparse_after;
use crate::engine::memory::count;
use crate::engine::periodic::Periodic;
use crate::engine::resumable::{RestoreError, Resumable, SavedParts, Snapshot, Statistics};
use crate::proof::PeriodProof;
use crate::ruleset::{Halt, SplitMoves};
use crate::theory::{Control, Stopped, Values};

/// The least length of a table whose middle is given up.
const LEAST: usize = 1 << 22;

/// So many of its first values are kept.
const FRONT: usize = 1 << 18;

/// The values of a game whose moves leave at most two heaps, of which only the first
/// and the last are kept once they decide the others.
#[derive(Debug)]
pub struct OpenEnded {
    moves: SplitMoves,
    /// Whether laws are looked for.
    with_law: bool,
    /// The whole table, as long as there is one.
    whole: Periodic,
    bounded: Option<Bounded>,
    /// The length at which it is looked next whether values can be given up; the largest number
    /// if they cannot.
    next_look: usize,
    law: Option<PeriodProof>,
    /// How many of the first values are kept.
    front: usize,
}

impl OpenEnded {
    /// The game with these moves; whether laws are looked for.
    #[must_use]
    pub fn new(moves: SplitMoves, with_law: bool) -> OpenEnded {
        OpenEnded::with_lengths(moves, with_law, LEAST, FRONT)
    }

    /// The same with a table that is whole up to `least` heaps at least, of which the first `front`
    /// are kept.
    fn with_lengths(moves: SplitMoves, with_law: bool, least: usize, front: usize) -> OpenEnded {
        let whole = OpenEnded::whole(&moves, with_law);
        OpenEnded { moves, with_law, whole, bounded: None, next_look: least, law: None, front }
    }

    fn whole(moves: &SplitMoves, with_law: bool) -> Periodic {
        let whole = Periodic::splits(moves.clone());
        if with_law { whole } else { whole.without_law() }
    }

    /// Gives up the middle of the table, if what is left decides all later values.
    fn look_for_bounds(&mut self) {
        let Some(largest) = Resumable::statistics(&mut self.whole).largest else { return };
        let (Ok(value), Ok(heap)) = (u16::try_from(largest.0.size()), usize::try_from(largest.1)) else {
            return;
        };
        let Some(table) = sparse_after(&self.moves, self.whole.values(), 0) else { return };
        if let Some(bounded) = Bounded::of(table, (value, heap), self.with_law, self.front) {
            self.bounded = Some(bounded);
            self.whole = OpenEnded::whole(&self.moves, self.with_law);
        }
    }

    /// Computes values by the first and the last ones up to `length`, or to a law.
    fn advance_bounded(&mut self, length: usize, control: &Control) -> Result<(), Halt> {
        let Some(bounded) = &mut self.bounded else { return Ok(()) };
        let ended = bounded.advance(length, control)?;
        if bounded.repeated().is_some() {
            self.law = bounded.prove(&self.moves, control)?;
        } else if ended.is_some() {
            // The splits that would tell the next value are those into heaps that were given
            // up: all is computed again, and kept.
            let needed = count(length.min(bounded.next().saturating_mul(2))).saturating_mul(2);
            control.reserve(needed)?;
            self.bounded = None;
            self.next_look = usize::MAX;
        }
        Ok(())
    }
}

impl Resumable for OpenEnded {
    /// That of whole tables; a run that keeps all values can go on from one of these as long as it is
    /// whole, and the other way round.
    fn format(&self) -> &'static str {
        self.whole.format()
    }

    fn known(&self) -> u64 {
        match &self.bounded {
            Some(bounded) => count(bounded.next()),
            None => self.whole.known(),
        }
    }

    fn advance(&mut self, length: u64, control: &Control) -> Result<(), Halt> {
        let too_long = Stopped::MemoryLimit { needed: u64::MAX, limit: control.memory_limit() };
        let end = usize::try_from(length).map_err(|_| too_long)?;
        while self.known() < length && self.law().is_none() {
            if self.bounded.is_some() {
                self.advance_bounded(end, control)?;
                continue;
            }
            Resumable::advance(&mut self.whole, count(end.min(self.next_look)), control)?;
            if self.whole.known() >= count(self.next_look) && self.law().is_none() {
                self.next_look = self.next_look.saturating_mul(2);
                self.look_for_bounds();
            }
        }
        Ok(())
    }

    fn snapshot(&self, snapshot: &mut dyn Snapshot) {
        match &self.bounded {
            Some(bounded) => bounded.snapshot(snapshot),
            None => self.whole.snapshot(snapshot),
        }
    }

    fn restore(&mut self, known: u64, parts: &dyn SavedParts, control: &Control) -> Result<(), RestoreError> {
        self.bounded = Bounded::restore(&self.moves, known, self.with_law, self.front, parts, control)?;
        if self.bounded.is_none() {
            self.whole.restore(known, parts, control)?;
            while count(self.next_look) <= known {
                self.next_look = self.next_look.saturating_mul(2);
            }
        }
        Ok(())
    }

    fn statistics(&mut self) -> Statistics {
        match &self.bounded {
            Some(bounded) => bounded.statistics(),
            None => Resumable::statistics(&mut self.whole),
        }
    }

    fn stretch(&mut self, from: u64, to: u64, control: &Control) -> Result<Option<Values>, Halt> {
        match &self.bounded {
            Some(bounded) => Ok(bounded.stretch(from, to, control)?),
            None => self.whole.stretch(from, to, control),
        }
    }

    fn law(&self) -> Option<&PeriodProof> {
        self.law.as_ref().or_else(|| Resumable::law(&self.whole))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::saved_values::tests::InMemory;
    use crate::theory::{Nimber, Period};

    fn moves(whole: &[usize], split: &[usize], equal: bool) -> SplitMoves {
        SplitMoves { none: Vec::new(), whole: whole.to_vec(), split: split.to_vec(), equal }
    }

    fn open_ended(moves: &SplitMoves, with_law: bool) -> OpenEnded {
        OpenEnded::with_lengths(moves.clone(), with_law, 1 << 13, 1 << 11)
    }

    /// Games with few rares, the last of which comes early, by what may be taken when nothing
    /// is left: 0.16, 0.106, 0.104, 4.3.
    fn games() -> Vec<SplitMoves> {
        let with = |none: &[usize], moves: SplitMoves| SplitMoves { none: none.to_vec(), ..moves };
        vec![
            with(&[1], moves(&[2], &[2], true)),
            with(&[1], moves(&[3], &[3], true)),
            with(&[1], moves(&[], &[3], true)),
            with(&[1], moves(&[1], &[0], true)),
        ]
    }

    #[test]
    fn what_is_kept_is_that_of_whole_tables() {
        let control = Control::default();
        let mut bounded = 0;
        for moves in games() {
            let length = 700_000;
            let mut whole = Periodic::splits(moves.clone()).without_law();
            whole.advance(length, &control).unwrap();
            let mut open_ended = open_ended(&moves, false);
            for to in [5000, 20_000, 20_001, 250_000, 600_000] {
                open_ended.advance(to, &control).unwrap();
                let known = open_ended.known();
                assert!((to..to + 64).contains(&known));
                let from = known - 300;
                let stretch = open_ended.stretch(from, known - 1, &control).unwrap().expect("it is kept");
                let expected = whole.values().stretch(index(from), index(known), &control).unwrap();
                assert!(stretch.iter().eq(expected.iter()), "{moves:?} to {to}");
                let values = || whole.values().iter().zip(0_u64..).take(index(known));
                let largest = values().map(|(value, _)| value).max();
                let first = values().find(|(value, _)| Some(*value) == largest);
                assert_eq!(open_ended.statistics().largest, first, "{moves:?} to {to}");
            }
            let given_up = open_ended.bounded.as_ref().is_some_and(|bounded| bounded.first() > 0);
            bounded += usize::from(given_up);
        }
        assert!(bounded >= 2, "{bounded} give up values");
    }

    /// Where too little was kept, the table is computed again as a whole.
    #[test]
    fn values_that_the_kept_ones_do_not_decide_are_found_all_the_same() {
        let control = Control::default();
        let moves = games().remove(0);
        // The tails of 0.16 are long: 400 heaps are too few.
        let mut run = OpenEnded::with_lengths(moves.clone(), false, 1 << 13, 400);
        run.advance(700_000, &control).unwrap();
        assert!(run.bounded.is_none() && run.next_look == usize::MAX);
        let mut whole = Periodic::splits(moves).without_law();
        whole.advance(700_000, &control).unwrap();
        let stretch = run.stretch(0, 699_999, &control).unwrap().expect("all values are kept");
        assert!(stretch.iter().eq(whole.values().iter().take(700_000)));
        let little = Control::default().with_memory_limit(900_000);
        let mut run = OpenEnded::with_lengths(games().remove(0), false, 1 << 13, 400);
        assert!(matches!(run.advance(700_000, &little), Err(Halt::Stopped(Stopped::MemoryLimit { .. }))));
    }

    fn index(number: u64) -> usize {
        usize::try_from(number).unwrap()
    }

    /// Periods by repeated windows are those of whole tables, wherever the run was saved and taken
    /// back.
    #[test]
    fn periods_are_those_of_whole_tables() {
        let control = Control::default();
        let mut by_window = 0;
        for moves in games() {
            let mut whole = Periodic::splits(moves.clone());
            let Some(law) = whole.search_law(1 << 20, &control).unwrap().cloned() else { continue };
            let mut run = open_ended(&moves, true);
            // Only windows tell.
            run.whole = Periodic::splits(moves.clone()).without_law();
            let (mut snapshot, mut to) = (InMemory::default(), 9000);
            while run.law().is_none() && to < 1 << 21 {
                run.advance(to, &control).unwrap();
                to += 37_777;
                snapshot = snapshot.next();
                run.snapshot(&mut snapshot);
                if run.law().is_none() {
                    let known = run.known();
                    run = open_ended(&moves, true);
                    run.whole = Periodic::splits(moves.clone()).without_law();
                    run.restore(known, &snapshot, &control).unwrap();
                    assert_eq!(run.known(), known);
                }
            }
            let found = run.law().unwrap_or_else(|| panic!("{moves:?}: no window repeats")).period();
            assert_eq!(found.preperiod, law.period().preperiod, "{moves:?}");
            assert_eq!(found.period % law.period().period, 0, "{moves:?}");
            by_window += 1;
        }
        assert!(by_window >= 2, "{by_window}");
    }

    /// Whatever was saved, a run goes on from it or refuses it.
    #[test]
    fn damaged_states_are_refused_without_a_panic() {
        let control = Control::default();
        let moves = games().remove(0);
        let mut run = open_ended(&moves, true);
        run.advance(300_000, &control).unwrap();
        let known = run.known();
        let mut snapshot = InMemory::default();
        run.snapshot(&mut snapshot);
        let state = String::from_utf8(snapshot.parts["state"].clone()).unwrap();
        let mut refused = 0;
        let mut random = crate::theory::random::Random::new(3);
        let numbers: Vec<usize> =
            state.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
        for round in 0..300 {
            let mut other = snapshot.clone();
            let place = numbers[index(random.below(numbers.len() as u64))];
            let mut text = state.clone();
            let digits = ["0", "9", "123", "99999999999", "-1", ""];
            text.replace_range(place..=place, digits[round % digits.len()]);
            match round % 4 {
                0 => other.replace("last-codes", &snapshot.parts["last-codes"][1..]),
                1 => other.replace("windows", &snapshot.parts["windows"][..100]),
                2 => other.replace("first-codes", &vec![200; snapshot.parts["first-codes"].len()]),
                _ => other.replace("state", text.as_bytes()),
            }
            let mut again = open_ended(&moves, true);
            match again.restore(known, &other, &control) {
                Ok(()) => {
                    let _ = again.advance(known + 1000, &control);
                }
                Err(_) => refused += 1,
            }
        }
        assert!(refused >= 225, "{refused}");
        let mut whole = Periodic::splits(moves);
        let error = whole.restore(known, &snapshot, &control).expect_err("values are given up").to_string();
        assert!(error.contains("its first and its last values alone"), "{error}");
    }

    #[test]
    fn periods_that_whole_tables_prove_are_used() {
        let control = Control::default();
        // Kayles without taking the last counters is none of these; 4.3 has a short period.
        let mut run = open_ended(&games()[3], true);
        run.advance(1 << 20, &control).unwrap();
        assert!(run.bounded.is_none() && run.law().is_some_and(|law| law.period().is_plain()));
        assert!(run.known() < 1 << 13);
        let some = run.stretch(1 << 40, (1 << 40) + 5, &control).unwrap();
        assert_eq!(some.map(|values| values.len()), Some(6));
        assert_ne!(Period::plain(0, 1), run.law().unwrap().period());
        assert!(run.statistics().largest.is_some_and(|(value, _)| value > Nimber::ZERO));
    }
}
