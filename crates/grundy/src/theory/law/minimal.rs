//! The automaton of a law with as few states as can be (E. F. Moore 1956).

use rustc_hash::FxHashMap;

use super::AutomaticLaw;
use crate::theory::Nimber;

impl AutomaticLaw {
    /// The same law with as few states as can be, numbered in the order in which the numbers 0, 1, 2, ... meet
    /// them: laws of one base say the same exactly if their minimised forms are equal.
    #[must_use]
    pub fn minimised(&self) -> AutomaticLaw {
        let base = self.next.len() / self.outputs.len();
        let class = self.classes(base);
        // Of each class one member will do; the others lead to the same classes.
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        numbers.insert(class[0], 0);
        let mut members = vec![0];
        let mut next = Vec::new();
        let mut at = 0;
        while let Some(&member) = members.get(at) {
            at += 1;
            for &to in &self.next[member * base..][..base] {
                let fresh = number(members.len());
                let place = *numbers.entry(class[index(to)]).or_insert(fresh);
                if place == fresh {
                    members.push(index(to));
                }
                next.push(place);
            }
        }
        let outputs = members.iter().map(|&member| self.outputs[member]).collect();
        AutomaticLaw { base: self.base, next, outputs }
    }

    /// By state, which states have the same outputs after all words.
    fn classes(&self, base: usize) -> Vec<u32> {
        let mut by_output: FxHashMap<Nimber, u32> = FxHashMap::default();
        let mut class: Vec<u32> = Vec::with_capacity(self.outputs.len());
        for &output in &self.outputs {
            let fresh = number(by_output.len());
            class.push(*by_output.entry(output).or_insert(fresh));
        }
        let mut count = by_output.len();
        loop {
            // The members of one class go on together as long as each digit leads them to one class.
            let mut rows: Vec<u32> = Vec::with_capacity(self.next.len() + class.len());
            for (led, &own) in self.next.chunks_exact(base).zip(&class) {
                rows.push(own);
                rows.extend(led.iter().map(|&to| class[index(to)]));
            }
            let mut classes: FxHashMap<&[u32], u32> = FxHashMap::default();
            for (row, own) in rows.chunks_exact(base + 1).zip(&mut class) {
                let fresh = number(classes.len());
                *own = *classes.entry(row).or_insert(fresh);
            }
            if classes.len() == count {
                return class;
            }
            count = classes.len();
        }
    }
}

fn index(state: u32) -> usize {
    usize::try_from(state).expect("the states are counted by a usize")
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("states are numbered by 32 bits")
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::theory::random::Random;

    fn random_law(random: &mut Random, base: u32, states: u64) -> AutomaticLaw {
        let mut state = || u32::try_from(random.below(states)).expect("few states");
        let mut next: Vec<u32> = (0..u64::from(base) * states).map(|_| state()).collect();
        next[0] = 0;
        let outputs = (0..states).map(|_| Nimber::new(random.below(2))).collect();
        AutomaticLaw::new(base, next, outputs).expect("an automaton")
    }

    #[test]
    fn the_same_values_by_no_more_states() {
        let mut random = Random::new(3);
        let mut smaller = 0;
        for _ in 0..200 {
            let law = random_law(&mut random, 2, 6);
            let minimal = law.minimised();
            assert_eq!(minimal.minimised(), minimal);
            smaller += usize::from(minimal.states() < law.states());
            for n in 0..200_u32 {
                assert_eq!(minimal.value(&n.into()), law.value(&n.into()), "{n} of {law:?}");
            }
        }
        assert!((1..200).contains(&smaller), "{smaller}");
    }

    /// Laws with 3 states each that differ do so at a word of at most 5 digits.
    #[test]
    fn equal_laws_have_one_form() {
        let mut random = Random::new(4);
        let mut equal = 0;
        for _ in 0..2_000 {
            let (one, other) = (random_law(&mut random, 2, 3), random_law(&mut random, 2, 3));
            let same = (0..64_u32).map(BigUint::from).all(|n| one.value(&n) == other.value(&n));
            assert_eq!(one.minimised() == other.minimised(), same, "{one:?} {other:?}");
            equal += usize::from(same);
        }
        assert!(equal > 10, "{equal}");
    }
}
