//! The oracle: values by the definition, for any ruleset.
//!
//! The value of a position is the mex of the values of its options, and the
//! value of an option the nim-sum of the values of its components (Sprague,
//! Grundy). Nothing here is clever; every other engine is compared with it.

use rustc_hash::FxHashMap;

use super::depth_first::Known;
use crate::ruleset::{Halt, Options, Ruleset};
use crate::theory::{Control, MexSet, Nimber};

/// The naive engine for one ruleset; it remembers every value it has found.
///
/// # Examples
///
/// ```
/// use grundy::Nimber;
/// use grundy::engine::Naive;
/// use grundy::ruleset::{Heap, SubtractionSet};
/// use grundy::theory::Control;
///
/// let rules = SubtractionSet::finite([1, 3, 4]).unwrap();
/// let mut naive = Naive::new(&rules);
/// assert_eq!(naive.value(&Heap::new(4), &Control::default()), Ok(Nimber::new(2)));
/// ```
#[derive(Debug)]
pub struct Naive<R: Ruleset> {
    rules: R,
    known: Known<R::Position, Nimber>,
}

impl<R: Ruleset> Naive<R> {
    /// An engine that knows no value yet.
    #[must_use]
    pub fn new(rules: R) -> Naive<R> {
        Naive { rules, known: Known::new() }
    }

    /// The rules, to be changed only in what they refuse: known values stay.
    pub(crate) fn rules_mut(&mut self) -> &mut R {
        &mut self.rules
    }

    /// How many positions have a known value.
    #[must_use]
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// The value of `position`.
    ///
    /// Values found before an error are kept. The memory estimate counts the
    /// positions met and what they keep on the heap.
    ///
    /// # Errors
    ///
    /// [`Halt::Fault`] if the rule breaks at a position that play can reach, in
    /// particular [`FaultKind::Cycle`](crate::ruleset::FaultKind::Cycle) if play can go round in a circle;
    /// [`Halt::Stopped`] if a limit of `control` is reached.
    pub fn value(&mut self, position: &R::Position, control: &Control) -> Result<Nimber, Halt> {
        let mut seen = MexSet::default();
        self.known
            .find(&self.rules, position, control, |options, known| mex_or_unknown(options, known, &mut seen))
    }

    /// The value of the sum of `components`: the nim-sum of their values.
    ///
    /// # Errors
    ///
    /// As [`Naive::value`].
    pub fn sum_value(&mut self, components: &[R::Position], control: &Control) -> Result<Nimber, Halt> {
        components.iter().map(|component| self.value(component, control)).sum()
    }
}

/// The mex over the options, or the first component whose value is not known.
fn mex_or_unknown<'o, P: Eq + std::hash::Hash>(
    options: &'o Options<P>,
    known: &FxHashMap<P, Nimber>,
    seen: &mut MexSet,
) -> Result<Nimber, &'o P> {
    seen.clear();
    for option in options.iter() {
        let mut value = Nimber::ZERO;
        for component in option {
            value += *known.get(component).ok_or(component)?;
        }
        seen.insert(value);
    }
    Ok(seen.mex())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Heap;
    use crate::theory::Stopped;

    /// A ruleset from a function, for tests.
    struct Rule<F>(F);

    impl<F: Fn(u64) -> Vec<Vec<u64>>> Ruleset for Rule<F> {
        type Position = Heap;

        fn options(
            &self,
            position: &Heap,
            options: &mut Options<Heap>,
            _control: &Control,
        ) -> Result<(), Halt> {
            options.clear();
            for option in (self.0)(position.size()) {
                options.push(option.into_iter().map(Heap::new));
            }
            Ok(())
        }
    }

    #[test]
    fn nim_and_kayles() {
        let control = Control::default();
        let nim = Rule(|n| (0..n).map(|left| vec![left]).collect());
        let mut naive = Naive::new(&nim);
        for n in (0..60).rev() {
            assert_eq!(naive.value(&Heap::new(n), &control), Ok(Nimber::new(n)));
        }
        assert_eq!(naive.sum_value(&[5, 3, 5].map(Heap::new), &control), Ok(Nimber::new(3)));
        assert_eq!(naive.known(), 60);
        let kayles = Rule(|n: u64| {
            (1..=n.min(2)).flat_map(|t| (0..=(n - t) / 2).map(move |a| vec![a, n - t - a])).collect()
        });
        let mut naive = Naive::new(&kayles);
        // Source: OEIS A002186.
        let known = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7];
        for (n, value) in (0..).zip(known) {
            assert_eq!(naive.value(&Heap::new(n), &control), Ok(Nimber::new(value)), "heap {n}");
        }
    }

    #[test]
    fn a_play_of_a_million_moves() {
        let one = Rule(|n: u64| n.checked_sub(1).map(|left| vec![left]).into_iter().collect());
        let mut naive = Naive::new(&one);
        assert_eq!(naive.value(&Heap::new(1_000_001), &Control::default()), Ok(Nimber::new(1)));
    }

    #[test]
    fn a_circle_is_named() {
        let round = Rule(|n| match n {
            0 => vec![vec![1]],
            1 => vec![vec![2], vec![4]],
            2 => vec![vec![], vec![4, 3]],
            3 => vec![vec![1]],
            _ => vec![],
        });
        let mut naive = Naive::new(&round);
        let halt = naive.value(&Heap::new(0), &Control::default()).expect_err("play goes round");
        assert_eq!(halt.to_string(), "play can go round in a circle: 1 -> 2 -> 3 -> 1, at position 1");
        // What was found on the way stays usable.
        assert_eq!(naive.value(&Heap::new(4), &Control::default()), Ok(Nimber::ZERO));
    }

    #[test]
    fn limits_stop_it() {
        let nim = Rule(|n| (0..n).map(|left| vec![left]).collect());
        let mut naive = Naive::new(&nim);
        let few = Control::default().with_position_limit(10);
        assert_eq!(
            naive.value(&Heap::new(20), &few),
            Err(Halt::Stopped(Stopped::PositionLimit { limit: 10 }))
        );
        let little = Control::default().with_memory_limit(1000);
        assert!(matches!(
            naive.value(&Heap::new(100), &little),
            Err(Halt::Stopped(Stopped::MemoryLimit { .. }))
        ));
        assert_eq!(naive.value(&Heap::new(20), &Control::default()), Ok(Nimber::new(20)));
    }
}
