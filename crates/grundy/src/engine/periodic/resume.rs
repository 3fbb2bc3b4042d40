//! Native tables saved and taken back.
//!
//! The parts of a snapshot are the values that were computed (`saved_values`), what a native
//! table keeps beside them if that would take long to make again, and `search`: where a
//! period is looked for next, and the period if one is proved. What is saved does not depend on
//! whether laws are looked for: values that were copied by a law are none of it, so that a computation with every
//! value computed may go on from one that used a law, and the other way round.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{FIRST_SEARCH, Periodic};
use crate::engine::memory::count;
use crate::engine::resumable::{RestoreError, Resumable, SavedParts, Snapshot, Statistics};
use crate::engine::saved_values::{FORMAT, restore_values, save_values};
use crate::proof::PeriodProof;
use crate::ruleset::Halt;
use crate::theory::{Control, Period, Stopped, Values};

/// The part that says where the search for a law stands.
const SEARCH: &str = "search";

/// More bytes are none that were written here.
const LONGEST_SEARCH: u64 = 1 << 12;

/// Where the search for a law stands, as it is saved in JSON.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Search {
    /// The length at which a period is looked for next.
    next: Option<usize>,
    /// The period that is proved.
    period: Option<SavedPeriod>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedPeriod {
    preperiod: usize,
    period: usize,
    saltus: u64,
}

impl Resumable for Periodic {
    fn format(&self) -> &'static str {
        FORMAT
    }

    fn known(&self) -> u64 {
        count(self.computed)
    }

    fn advance(&mut self, length: u64, control: &Control) -> Result<(), Halt> {
        let too_long = Stopped::MemoryLimit { needed: u64::MAX, limit: control.memory_limit() };
        let length = usize::try_from(length).map_err(|_| too_long)?;
        while self.law.is_none() && self.values.len() < length {
            self.grow(length, control)?;
        }
        Ok(())
    }

    fn snapshot(&self, snapshot: &mut dyn Snapshot) {
        save_values(&self.values, self.computed, snapshot);
        self.native.snapshot(snapshot);
        let period = self.law.as_ref().map(PeriodProof::period);
        let period =
            period.map(|Period { preperiod, period, saltus }| SavedPeriod { preperiod, period, saltus });
        let search = Search { next: self.next_search, period };
        snapshot.replace(SEARCH, &serde_json::to_vec(&search).expect("numbers can be written"));
    }

    fn restore(&mut self, known: u64, parts: &dyn SavedParts, control: &Control) -> Result<(), RestoreError> {
        // Play from a heap of n ends after less than 2n moves, n - 1 of which part heaps,
        // and no value is larger than the number of moves left.
        let possible = |index: u64, size: u64| size <= index.saturating_mul(2);
        let values = restore_values(known, possible, parts, control)?;
        self.native.restore(&values, parts, control)?;
        self.values = Arc::new(values);
        self.computed = self.values.len();
        if self.next_search.is_none() {
            // Every value is to be computed.
            return Ok(());
        }
        let Search { next, period } = search(parts, control)?;
        if let Some(SavedPeriod { preperiod, period, saltus }) = period {
            let proof = self.native.prove(&self.values, Period { preperiod, period, saltus });
            let told = || RestoreError::senseless(SEARCH, "the values do not prove its period");
            self.law = Some(proof.ok_or_else(told)?);
            self.next_search = None;
            return Ok(());
        }
        // Where it is not known how far the values were searched, they are searched at once.
        let next = next.unwrap_or(0).max(self.values.len()).max(FIRST_SEARCH);
        self.next_search = Some(next).filter(|&next| next <= self.native.last_search());
        Ok(())
    }

    fn statistics(&mut self) -> Statistics {
        Statistics { largest: self.largest.of(&self.values, self.computed), rares: self.native.rares() }
    }

    fn stretch(&mut self, from: u64, to: u64, control: &Control) -> Result<Option<Values>, Halt> {
        if self.law.is_none() && to >= self.known() {
            return Ok(None);
        }
        let (values, _) = self.table(from, to, control)?;
        let copy = |values: Arc<Values>| values.stretch(0, values.len(), control);
        Ok(Some(Arc::try_unwrap(values).or_else(copy)?))
    }

    fn law(&self) -> Option<&PeriodProof> {
        self.law.as_ref()
    }
}

/// Where the search for a law stands; at its beginning if that was not saved.
fn search(parts: &dyn SavedParts, control: &Control) -> Result<Search, RestoreError> {
    let Some(text) = parts.read_all(SEARCH, LONGEST_SEARCH, control)? else { return Ok(Search::default()) };
    serde_json::from_slice(&text).map_err(|error| RestoreError::senseless(SEARCH, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::saved_values::tests::InMemory;
    use crate::lang::{Form, Rule};
    use crate::ruleset::{SplitMoves, SubtractionSet};

    fn code(text: &str) -> Periodic {
        let rule = Rule::parse(text).unwrap();
        let Form::Code(code) = rule.form() else { panic!("{text} is a code") };
        Periodic::take_and_break(code.clone())
    }

    fn set(amounts: impl IntoIterator<Item = u64>) -> Periodic {
        Periodic::subtraction(SubtractionSet::finite(amounts).unwrap())
    }

    type Game = (&'static str, Box<dyn Fn() -> Periodic>, usize);

    fn games() -> Vec<Game> {
        let unequal = SplitMoves { none: vec![], whole: vec![], split: vec![0], equal: false };
        let all_but = SubtractionSet::all_but([3, 5]).unwrap();
        vec![
            ("sparse", Box::new(|| code("0.16")), 9000),
            ("dense", Box::new(|| code("0.007")), 3000),
            ("a tail that is long", Box::new(|| code("0.6")), 6000),
            ("unequal splits", Box::new(move || Periodic::splits(unequal.clone())), 3000),
            ("few amounts", Box::new(|| set([2, 5, 7])), 700),
            ("many amounts", Box::new(|| set((1..40).map(|k| k * k % 997 + 2))), 60_000),
            ("values above 64", Box::new(|| set((1..=100).chain([333]))), 3000),
            ("classes", Box::new(move || Periodic::subtraction(all_but.clone())), 2000),
            ("nim", Box::new(|| code("0.(3)")), 1500),
            ("three heaps", Box::new(|| code("0.0F7")), 400),
            ("a code that repeats", Box::new(|| code("0.(7)")), 300),
            ("four heaps", Box::new(|| code("0.(31)")), 150),
        ]
    }

    /// From wherever it is taken back, a table goes on with the same values; and what was
    /// saved is not written again.
    #[test]
    fn tables_go_on_from_what_was_saved() {
        let control = Control::default();
        for (name, game, length) in games() {
            let mut whole = game().without_law();
            Resumable::advance(&mut whole, count(length), &control).unwrap();
            let (mut snapshot, mut known) = (InMemory::default(), None);
            for step in 0..=7 {
                let mut part = game().without_law();
                if let Some(known) = known {
                    part.restore(known, &snapshot, &control)
                        .unwrap_or_else(|error| panic!("{name}: {error}"));
                    assert_eq!(part.known(), known, "{name}");
                }
                let to = length * step / 7;
                Resumable::advance(&mut part, count(to), &control).unwrap();
                assert!(part.values().iter().eq(whole.values().iter().take(to)), "{name}, step {step}");
                snapshot = snapshot.next();
                part.snapshot(&mut snapshot);
                known = Some(part.known());
            }
            assert_eq!(known, Some(count(length)), "{name}");
            let mut all_at_once = InMemory::default();
            whole.snapshot(&mut all_at_once);
            assert_eq!(snapshot.parts, all_at_once.parts, "{name}");
        }
    }

    /// A law is found though the table was saved and taken back, it is proved again when it
    /// is taken back, and the state may be used without laws.
    #[test]
    fn laws_are_found_across_snapshots() {
        let control = Control::default();
        let mut found = 0;
        for (name, game, _) in games() {
            let (mut snapshot, mut known) = (InMemory::default(), 0);
            let mut with_law = game();
            for to in (1..=20).map(|step| step * 131) {
                let mut part = game();
                if known > 0 {
                    part.restore(known, &snapshot, &control).unwrap();
                }
                Resumable::advance(&mut part, to, &control).unwrap();
                Resumable::advance(&mut with_law, to, &control).unwrap();
                assert_eq!(Resumable::law(&part), Resumable::law(&with_law), "{name} to {to}");
                snapshot = snapshot.next();
                part.snapshot(&mut snapshot);
                known = part.known();
                assert_eq!(known, with_law.known());
                if name.contains("repeats") && to > 400 || name.contains("heaps") && to > 600 {
                    break;
                }
            }
            found += usize::from(with_law.law().is_some());
            let mut computed = game().without_law();
            computed.restore(known, &snapshot, &control).unwrap();
            assert!(Resumable::law(&computed).is_none());
            assert_eq!(Resumable::advance(&mut computed, known + 9, &control), Ok(()));
            assert_eq!(computed.known(), known + 9, "{name}");
            // And back: the law is found at once.
            let mut plain = InMemory::default();
            computed.snapshot(&mut plain);
            let mut back = game();
            back.restore(known + 9, &plain, &control).unwrap();
            Resumable::advance(&mut back, known + 10, &control).unwrap();
            let periods = [&back, &with_law].map(|game| game.law().map(PeriodProof::period));
            assert!(periods[1].is_none() || periods[0] == periods[1], "{name}: {periods:?}");
        }
        assert!(found >= 5, "{found}");
    }

    #[test]
    fn a_state_of_another_game_or_damaged_is_refused_or_goes_on_without_a_panic() {
        let control = Control::default();
        let mut snapshot = InMemory::default();
        let mut game = code("0.77");
        Resumable::advance(&mut game, 3000, &control).unwrap();
        assert!(game.law().is_some());
        game.snapshot(&mut snapshot);
        let refused = |snapshot: &InMemory, what: &str| {
            let error = code("0.77").restore(game.known(), snapshot, &control).expect_err(what);
            assert!(error.to_string().contains(what), "{error}");
        };
        let with = |part: &str, bytes: &[u8]| {
            let mut other = snapshot.clone();
            other.replace(part, bytes);
            other
        };
        refused(&with("search", b"{"), "`search` makes no sense");
        refused(&with("search", &[b' '; 5000]), "too long");
        for period in ["[0,12,0]", "{\"preperiod\":0,\"period\":0,\"saltus\":0}"] {
            refused(&with("search", format!("{{\"next\":null,\"period\":{period}}}").as_bytes()), "search");
        }
        for (preperiod, period) in [(0, 12), (71, 11), (usize::MAX, 12), (71, usize::MAX), (1 << 40, 1 << 40)]
        {
            let text = format!(
                "{{\"next\":7,\"period\":{{\"preperiod\":{preperiod},\"period\":{period},\"saltus\":1}}}}"
            );
            refused(&with("search", text.as_bytes()), "do not prove");
        }
        refused(&with("values-u8", &[1; 3]), "are not");
        let mut values = snapshot.parts["values-u8"].clone();
        values[9] = 19;
        refused(&with("values-u8", &values), "no position 9 has the value 19");
        // Whatever the values are, a table goes on from them or refuses them.
        let mut random = crate::theory::random::Random::new(8);
        for (name, game, length) in games() {
            for _ in 0..3 {
                let bytes: Vec<u8> =
                    (0..500_u64).map(|index| u8::try_from(random.below(index + 1) % 256).unwrap()).collect();
                let mut garbage = InMemory::default();
                garbage.replace("values-u8", &bytes);
                garbage.replace("parted-2", &bytes);
                let mut game = game().without_law();
                if game.restore(500, &garbage, &control).is_ok() {
                    let _ = Resumable::advance(&mut game, count(length.min(700)), &control);
                }
                let _ = name;
            }
        }
    }

    /// A table shares the values with the engine, and keeps its own when the engine goes on.
    #[test]
    fn tables_stay_as_they_are_when_the_game_goes_on() {
        let control = Control::default();
        let mut game = Periodic::subtraction(SubtractionSet::finite([1, 3, 4]).unwrap()).without_law();
        let (table, _) = game.table(0, 1000, &control).unwrap();
        assert_eq!(table.as_ref(), game.values());
        assert!(std::ptr::eq(table.as_ref(), game.values()), "all values are not copied");
        let before = table.as_ref().clone();
        game.advance(5000, &control).unwrap();
        assert_eq!(*table, before);
        assert_eq!((game.values().len(), game.values().get(1000)), (5001, table.get(1000)));
        let again = Resumable::stretch(&mut game, 0, 5000, &control).unwrap().unwrap();
        assert_eq!(again, *game.values());
    }
}
