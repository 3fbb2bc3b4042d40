//! Laws of digit rules.
//!
//! **Theorem.** Let a digit rule and an automaton with outputs read in one base b, let no amount be larger than
//! b^m, and write s(u) and q(u) for the states of the automaton and of the rule after the digits of u. The
//! automaton puts out the values of the game if and only if, for each triple (s(u), s(u - 1), q(u)) that some u >= 1 has, and
//! for (s(0), nothing, q(0)), the outputs at u b^m + x, for all x < b^m, are the mex of those at u b^m + x - f
//! for the amounts f there, where u = 0 asks for f <= x.
//!
//! **Proof.** Every n is u b^m + x for one u and one x < b^m, and n - f >= (u - 1) b^m if u >= 1. So the outputs at n
//! and at n - f are those of s(u), read on by the m digits of x, and of s(u) or s(u - 1), read on by the m digits
//! of what is left; the amounts at n are those of q(u), read on. The condition at the triple of u and at x is thus the
//! equation of the mex at n; it is one and the same for all u with this triple. So the condition says that the outputs fulfil the
//! equation for every n, and by induction on n only the values do. ∎
//!
//! The triples are finitely many and are found by a walk: the triple of ub + d comes from that of u, as (ub + d) - 1 is ub + (d - 1)
//! if d >= 1, and else (u - 1) b + (b - 1). docs/theory.md, Theorem 9.7.

use rustc_hash::FxHashSet;

use crate::ruleset::DigitRule;
use crate::theory::{AutomaticLaw, Control, MexSet, Nimber, Stopped};

/// A law that holds for every n in a digit game: its automaton and the equation of the mex were read side by side
/// through all that digits can lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigitProof {
    law: AutomaticLaw,
    triples: usize,
    equations: u64,
}

impl DigitProof {
    /// The law.
    #[must_use]
    pub fn law(&self) -> &AutomaticLaw {
        &self.law
    }

    /// How many triples of states the theorem's condition was checked at.
    #[must_use]
    pub fn triples(&self) -> usize {
        self.triples
    }

    /// How many equations of the mex were checked, for all triples together.
    #[must_use]
    pub fn equations(&self) -> u64 {
        self.equations
    }
}

/// How many steps are made between two looks at the stop flag.
const STEPS_PER_CHECK: u64 = 1 << 16;

/// What a triple takes in memory while it waits and among those that were met, generously counted.
const BYTES_PER_TRIPLE: usize = 4 * size_of::<Triple>();

/// The states after the digits of some u: what the theorem's condition depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Triple {
    /// Of the automaton, for u.
    own: u32,
    /// Of the automaton, for u - 1; none if u is 0.
    before: Option<u32>,
    /// Of the rule, for u.
    rule: u32,
}

/// A proof that `law` gives the values of the game of `rule` at every n; `None` if it does not, or if it reads
/// digits in another base.
///
/// A law in the rule's base is refused only if it is false somewhere.
///
/// # Errors
///
/// What `control` says; [`Stopped::MemoryLimit`] if the triples do not fit the limit.
pub fn digit_law(
    rule: &DigitRule,
    law: &AutomaticLaw,
    control: &Control,
) -> Result<Option<DigitProof>, Stopped> {
    if law.base() != u32::from(rule.base()) {
        return Ok(None);
    }
    control.check()?;
    let mut check = Check::new(rule, law, control);
    let start = Triple { own: 0, before: None, rule: 0 };
    let mut met = FxHashSet::default();
    met.insert(start);
    let mut waiting = vec![start];
    while let Some(triple) = waiting.pop() {
        if !check.holds_at(triple)? {
            return Ok(None);
        }
        for digit in 0..rule.base() {
            let next = step(rule, law, triple, digit);
            if met.insert(next) {
                waiting.push(next);
            }
        }
        control.reserve(u64::try_from(met.capacity() * BYTES_PER_TRIPLE).unwrap_or(u64::MAX))?;
    }
    Ok(Some(DigitProof { law: law.clone(), triples: met.len(), equations: check.equations }))
}

/// The triple of u b + `digit`, from that of u.
fn step(rule: &DigitRule, law: &AutomaticLaw, of: Triple, digit: u8) -> Triple {
    let before = match digit.checked_sub(1) {
        Some(smaller) => Some(led(law, of.own, smaller)),
        None => of.before.map(|before| led(law, before, rule.base() - 1)),
    };
    Triple { own: led(law, of.own, digit), before, rule: rule.successor(of.rule, digit) }
}

fn led(law: &AutomaticLaw, state: u32, digit: u8) -> u32 {
    u32::try_from(law.step(index(state), digit.into())).expect("a law numbers its states by 32 bits")
}

fn index(state: u32) -> usize {
    usize::try_from(state).expect("the states are counted by a usize")
}

/// The theorem's condition at one triple after the other.
struct Check<'a> {
    rule: &'a DigitRule,
    law: &'a AutomaticLaw,
    control: &'a Control,
    /// m: how many digits x has.
    height: u32,
    /// The outputs at (u - 1) b^m + x for all x, if u is not 0, and then those at u b^m + x.
    outputs: Vec<Nimber>,
    equations: u64,
    steps: u64,
}

impl<'a> Check<'a> {
    fn new(rule: &'a DigitRule, law: &'a AutomaticLaw, control: &'a Control) -> Check<'a> {
        let (mut height, mut block) = (0, 1);
        while block < u64::from(rule.largest_amount()) {
            (height, block) = (height + 1, block * u64::from(rule.base()));
        }
        Check { rule, law, control, height, outputs: Vec::new(), equations: 0, steps: 0 }
    }

    fn holds_at(&mut self, triple: Triple) -> Result<bool, Stopped> {
        self.outputs.clear();
        if let Some(before) = triple.before {
            self.append_outputs(before);
        }
        let start = self.outputs.len();
        self.append_outputs(triple.own);
        let rules = self.all_after(triple.rule, |&state, digit| self.rule.successor(state, digit));
        self.count(self.outputs.len())?;
        let mut seen = MexSet::default();
        for (place, &state) in (start..).zip(&rules) {
            let amounts = self.rule.amounts(state);
            self.count(amounts.len())?;
            seen.clear();
            // Before the first output nothing stands only if u is 0.
            for &option in amounts.iter().filter_map(|&f| self.outputs.get(place.checked_sub(index(f))?)) {
                seen.insert(option);
            }
            if seen.mex() != self.outputs[place] {
                return Ok(false);
            }
            self.equations += 1;
        }
        Ok(true)
    }

    fn append_outputs(&mut self, state: u32) {
        let states = self.all_after(state, |&state, digit| led(self.law, state, digit));
        self.outputs.extend(states.into_iter().map(|state| self.law.output(index(state))));
    }

    /// The states after `state` by all words of m digits, in the order of the numbers that these write.
    fn all_after(&self, state: u32, step: impl Fn(&u32, u8) -> u32) -> Vec<u32> {
        (0..self.height).fold(vec![state], |states, _| {
            let digits = |state| (0..self.rule.base()).map(move |digit| (state, digit));
            states.iter().flat_map(digits).map(|(state, digit)| step(state, digit)).collect()
        })
    }

    fn count(&mut self, steps: usize) -> Result<(), Stopped> {
        self.steps += u64::try_from(steps).unwrap_or(u64::MAX).saturating_add(1);
        if self.steps >= STEPS_PER_CHECK {
            self.steps = 0;
            self.control.check()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn proves(rule: &DigitRule, law: &AutomaticLaw) -> bool {
        digit_law(rule, law, &Control::default()).expect("nothing stops it").is_some()
    }

    /// Take 1, ..., `most` from any heap; digits in this base.
    fn bash(base: u8, most: u64) -> DigitRule {
        DigitRule::new(base, vec![0; base.into()], vec![(1..=most).collect()]).expect("a digit rule")
    }

    /// n modulo `modulus`.
    fn residue(base: u32, modulus: u32) -> AutomaticLaw {
        let digits = |state| (0..base).map(move |digit| (state * base + digit) % modulus);
        let outputs = (0..modulus).map(|rest| Nimber::new(rest.into())).collect();
        AutomaticLaw::new(base, (0..modulus).flat_map(digits).collect(), outputs).expect("an automaton")
    }

    #[test]
    fn residues_are_proved_in_any_base_and_no_others() {
        for base in [2, 3, 10] {
            for most in 1..=20 {
                for modulus in 1..=22 {
                    let proved = proves(&bash(base, most), &residue(base.into(), modulus));
                    assert_eq!(
                        proved,
                        u64::from(modulus) == most + 1,
                        "1 to {most} in base {base}, modulo {modulus}"
                    );
                }
            }
        }
        let nothing = DigitRule::new(2, vec![0; 2], vec![vec![]]).expect("a digit rule");
        assert!(proves(&nothing, &residue(2, 1)) && !proves(&nothing, &residue(2, 2)));
        assert!(!proves(&bash(3, 2), &residue(9, 3)), "a base that is not the rule's");
    }

    #[test]
    fn what_was_checked_is_counted() {
        let proof = digit_law(&bash(3, 2), &residue(3, 3), &Control::default());
        let proof = proof.expect("nothing stops it").expect("the law is true");
        // (0, nothing), (1, 0), (2, 1), (0, 2), with three equations each.
        assert_eq!((proof.triples(), proof.equations()), (4, 12));
        assert_eq!(proof.law(), &residue(3, 3));
    }

    /// Outputs and transitions of automata that are larger than they need be are no part of the law where
    /// they are equal or not reached.
    #[test]
    fn a_changed_automaton_is_proved_if_it_says_the_same() {
        for (base, most, modulus) in [(2, 2, 6), (3, 2, 6), (3, 4, 10)] {
            let rule = bash(base, most);
            let doubled = residue(base.into(), modulus);
            let count = most + 1;
            let next: Vec<u32> = (0..doubled.states())
                .flat_map(|state| (0..usize::from(base)).map(move |digit| (state, digit)))
                .map(|(state, digit)| u32::try_from(doubled.step(state, digit)).expect("few states"))
                .collect();
            let outputs: Vec<Nimber> =
                (0..u64::from(modulus)).map(|rest| Nimber::new(rest % count)).collect();
            let right = AutomaticLaw::new(base.into(), next.clone(), outputs.clone()).expect("an automaton");
            assert!(proves(&rule, &right));
            let (mut same, mut refused) = (0, 0);
            for place in 1..next.len() {
                for to in 0..modulus {
                    let mut next = next.clone();
                    next[place] = to;
                    let law = AutomaticLaw::new(base.into(), next, outputs.clone()).expect("an automaton");
                    let says_the_same = law.minimised() == right.minimised();
                    assert_eq!(proves(&rule, &law), says_the_same, "{place} to {to}");
                    *if says_the_same { &mut same } else { &mut refused } += 1;
                }
            }
            assert!(same > next.len() && refused > next.len(), "{same} {refused}");
            for place in 0..outputs.len() {
                let mut outputs = outputs.clone();
                outputs[place] = Nimber::new(outputs[place].size() + 1);
                let law = AutomaticLaw::new(base.into(), next.clone(), outputs).expect("an automaton");
                assert!(!proves(&rule, &law), "output {place}");
            }
        }
    }

    #[test]
    fn limits_stop_the_walk() {
        let (rule, law) = (bash(10, 9), residue(10, 10));
        let stop = Control::default().with_stop(Arc::new(AtomicBool::new(true)));
        assert_eq!(digit_law(&rule, &law, &stop), Err(Stopped::Interrupted));
        let tight = Control::default().with_memory_limit(100);
        assert!(matches!(digit_law(&rule, &law, &tight), Err(Stopped::MemoryLimit { limit: 100, .. })));
    }
}
