//! Automata that forget a track: there is some number that completes the tuple.

use std::hash::{BuildHasher, BuildHasherDefault};
use std::ops::Range;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use super::automaton::{Automaton, index, letters, number};
use super::budget::{Budget, Undecided};

/// The automaton that accepts the tuples that some number on this track completes.
pub(super) fn forget(
    automaton: &Automaton,
    track: usize,
    budget: &Budget<'_>,
) -> Result<Automaton, Undecided> {
    let (base, tracks) = (automaton.base(), automaton.tracks() - 1);
    let letters = letters(base, tracks).unwrap_or(usize::MAX);
    let mut walk = Walk::new(automaton, track);
    // The number that is forgotten may have more digits than the others.
    let mut start = vec![0];
    loop {
        walk.step(&start, 0);
        if walk.reached == start {
            break;
        }
        start.clone_from(&walk.reached);
    }
    let mut sets = Sets::default();
    sets.number_of(&start);
    let mut next = Vec::new();
    let mut from = Vec::new();
    let mut steps = 0_usize;
    let mut set = 0;
    while set < sets.len() {
        from.clear();
        from.extend_from_slice(sets.members(set));
        // What the sets hold is kept, and every member takes its time by every letter.
        steps = steps.saturating_add((from.len() + 16).saturating_mul(automaton.letters()));
        budget.allows_work(steps)?;
        budget.allows(sets.len().max(sets.members.len() / letters), letters)?;
        for letter in 0..letters {
            walk.step(&from, letter);
            next.push(sets.number_of(&walk.reached));
        }
        set += 1;
    }
    let accepts = |set| sets.members(set).iter().any(|&state| automaton.is_accepting(state));
    let accepts: Vec<bool> = (0..sets.len()).map(accepts).collect();
    drop(sets);
    Ok(Automaton::of_table(base, tracks, next, accepts))
}

/// Steps of sets of states by letters without the track.
struct Walk<'a> {
    automaton: &'a Automaton,
    /// From digit to digit of the track.
    below: usize,
    /// The states from which nothing and from which everything is accepted: the first says nothing, the second all.
    never: Option<u32>,
    always: Option<u32>,
    /// By state, the last step that reached it.
    seen: Vec<u64>,
    steps: u64,
    /// What the last step reached, ascending.
    reached: Vec<u32>,
}

impl Walk<'_> {
    fn new(automaton: &Automaton, track: usize) -> Walk<'_> {
        Walk {
            automaton,
            below: letters(automaton.base(), track).unwrap_or(1),
            never: automaton.settled(false),
            always: automaton.settled(true),
            seen: vec![0; automaton.states()],
            steps: 0,
            reached: Vec::new(),
        }
    }

    fn step(&mut self, states: &[u32], letter: usize) {
        self.steps += 1;
        self.reached.clear();
        let base = self.automaton.base();
        // The letters that become this one: another digit goes between the tracks below and the others.
        let first = letter % self.below + self.below * base * (letter / self.below);
        for &state in states {
            let row = self.automaton.row(state);
            for &to in row[first..].iter().step_by(self.below).take(base) {
                if Some(to) == self.always {
                    self.reached.clear();
                    self.reached.push(to);
                    return;
                }
                let seen = &mut self.seen[index(to)];
                if *seen != self.steps && Some(to) != self.never {
                    *seen = self.steps;
                    self.reached.push(to);
                }
            }
        }
        self.reached.sort_unstable();
    }
}

/// Sets of states, numbered as they come.
#[derive(Default)]
struct Sets {
    members: Vec<u32>,
    /// By set, the places of its members.
    stretches: Vec<Range<usize>>,
    numbers: HashTable<u32>,
}

impl Sets {
    fn len(&self) -> usize {
        self.stretches.len()
    }

    fn members(&self, set: usize) -> &[u32] {
        &self.members[self.stretches[set].clone()]
    }

    fn number_of(&mut self, set: &[u32]) -> u32 {
        let hash = |set: &[u32]| BuildHasherDefault::<FxHasher>::default().hash_one(set);
        let known = |&of: &u32| &self.members[self.stretches[index(of)].clone()];
        match self.numbers.entry(hash(set), |of| known(of) == set, |of| hash(known(of))) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(free) => {
                let fresh = number(self.stretches.len());
                free.insert(fresh);
                let from = self.members.len();
                self.members.extend_from_slice(set);
                self.stretches.push(from..self.members.len());
                fresh
            }
        }
    }
}
