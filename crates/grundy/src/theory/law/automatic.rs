//! Laws that an automaton with outputs says.

use std::fmt;

use num_bigint::BigUint;

use crate::theory::Nimber;

/// A sequence that is put out by a finite automaton that reads n in some base.
///
/// The digits are read the most significant first, from state 0, in which leading zeros stay. The
/// output of the state that the last digit leads to is the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomaticLaw {
    pub(super) base: u32,
    /// By state and digit.
    pub(super) next: Vec<u32>,
    /// By state.
    pub(super) outputs: Vec<Nimber>,
}

impl AutomaticLaw {
    /// The law of an automaton: `next` by state and digit, `outputs` by state. `None` if these do not make one:
    /// bases are 2 to 256, every state that is led to is there, and state 0 stays where a 0 is read.
    #[must_use]
    pub fn new(base: u32, next: Vec<u32>, outputs: Vec<Nimber>) -> Option<AutomaticLaw> {
        let digits = usize::try_from(base).ok().filter(|base| (2..=256).contains(base))?;
        let whole = outputs.len().checked_mul(digits) == Some(next.len()) && next.first() == Some(&0);
        let led = |&to: &u32| usize::try_from(to).is_ok_and(|to| to < outputs.len());
        (whole && next.iter().all(led)).then_some(AutomaticLaw { base, next, outputs })
    }

    /// The base of the digits.
    #[must_use]
    pub fn base(&self) -> u32 {
        self.base
    }

    /// How many states there are.
    #[must_use]
    pub fn states(&self) -> usize {
        self.outputs.len()
    }

    /// The state to which a digit leads.
    ///
    /// # Panics
    ///
    /// Panics if there is no such state or digit.
    #[must_use]
    pub fn step(&self, state: usize, digit: usize) -> usize {
        let base = self.next.len() / self.outputs.len();
        assert!(digit < base, "digits are smaller than the base");
        usize::try_from(self.next[state * base + digit]).expect("the states are counted by a usize")
    }

    /// The output of a state.
    ///
    /// # Panics
    ///
    /// Panics if there is no such state.
    #[must_use]
    pub fn output(&self, state: usize) -> Nimber {
        self.outputs[state]
    }

    /// The value at n.
    #[must_use]
    pub fn value(&self, n: &BigUint) -> Nimber {
        let digits = n.to_radix_be(self.base);
        self.output(digits.into_iter().fold(0, |state, digit| self.step(state, digit.into())))
    }
}

/// As a sentence.
impl fmt::Display for AutomaticLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AutomaticLaw { base, outputs, .. } = self;
        write!(f, "g(n) is put out by an automaton of {} states that reads n in base {base}", outputs.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_output_of_the_state_that_is_reached() {
        // The parity of the binary digits.
        let law = AutomaticLaw::new(2, vec![0, 1, 1, 0], vec![Nimber::ZERO, Nimber::new(1)]).unwrap();
        for n in 0..200_u32 {
            assert_eq!(law.value(&n.into()).size(), u64::from(n.count_ones() % 2), "{n}");
        }
    }

    #[test]
    fn refuses_what_is_no_automaton() {
        let one = vec![Nimber::ZERO];
        for (base, next) in [(2, vec![0]), (2, vec![0, 1]), (1, vec![0]), (257, vec![0; 257]), (2, vec![])] {
            assert_eq!(AutomaticLaw::new(base, next, one.clone()), None);
        }
        assert_eq!(AutomaticLaw::new(2, vec![1, 0, 0, 0], vec![Nimber::ZERO; 2]), None, "zeros stay");
    }
}
