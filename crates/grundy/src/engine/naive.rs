//! The oracle: values by the definition, for any ruleset.
//!
//! The value of a position is the mex of the values of its options, and the
//! value of an option the nim-sum of the values of its components (Sprague,
//! Grundy). Nothing here is clever; every other engine is compared with it.
//!
//! Play is followed depth first on a stack of its own, so that plays of a
//! million moves are no matter. A position on the stack is only its name: its
//! options are asked for again when play comes back to it, which at most doubles
//! the questions (each position is entered once and left once) and keeps the
//! memory proportional to the number of positions.

use rustc_hash::FxHashMap;

use crate::ruleset::{Fault, FaultKind, Halt, Options, Ruleset};
use crate::theory::{Control, MexSet, Nimber};

/// How many steps pass between two looks at the control.
const BATCH: u64 = 1 << 12;

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
    known: FxHashMap<R::Position, Nimber>,
    /// What the positions met keep on the heap, each in a few places.
    kept_bytes: usize,
}

impl<R: Ruleset> Naive<R> {
    /// An engine that knows no value yet.
    #[must_use]
    pub fn new(rules: R) -> Naive<R> {
        Naive { rules, known: FxHashMap::default(), kept_bytes: 0 }
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
    /// particular [`FaultKind::Cycle`] if play can go round in a circle;
    /// [`Halt::Stopped`] if a limit of `control` is reached.
    pub fn value(&mut self, position: &R::Position, control: &Control) -> Result<Nimber, Halt> {
        if let Some(&value) = self.known.get(position) {
            return Ok(value);
        }
        self.keep(position);
        // The position looked at, and those that led to it.
        let mut current = position.clone();
        let mut stack = Vec::new();
        // How many positions led to each that is under way.
        let mut open = FxHashMap::default();
        open.insert(position.clone(), 0);
        let mut options = Options::new();
        let mut seen = MexSet::default();
        let mut steps = 0;
        self.admit(1, control)?;
        loop {
            steps += 1;
            if steps % BATCH == 0 {
                control.check()?;
                control.report(u64::try_from(self.known.len()).unwrap_or(u64::MAX), None);
            }
            self.rules.options(&current, &mut options, control)?;
            match self.mex_or_unknown(&options, &mut seen) {
                Ok(value) => {
                    open.remove(&current);
                    self.known.insert(current, value);
                    match stack.pop() {
                        Some(earlier) => current = earlier,
                        None => return Ok(value),
                    }
                }
                Err(unknown) => {
                    if let Some(&start) = open.get(unknown) {
                        stack.push(current);
                        return Err(cycle(&stack[start..], unknown).into());
                    }
                    let unknown = unknown.clone();
                    self.keep(&unknown);
                    stack.push(std::mem::replace(&mut current, unknown));
                    open.insert(current.clone(), stack.len());
                    self.admit(stack.len() + 1, control)?;
                }
            }
        }
    }

    /// The value of the sum of `components`: the nim-sum of their values.
    ///
    /// # Errors
    ///
    /// As [`Naive::value`].
    pub fn sum_value(&mut self, components: &[R::Position], control: &Control) -> Result<Nimber, Halt> {
        components.iter().map(|component| self.value(component, control)).sum()
    }

    /// The mex over the options, or the first component whose value is not known.
    fn mex_or_unknown<'o>(
        &self,
        options: &'o Options<R::Position>,
        seen: &mut MexSet,
    ) -> Result<Nimber, &'o R::Position> {
        seen.clear();
        for option in options.iter() {
            let mut value = Nimber::ZERO;
            for component in option {
                value += *self.known.get(component).ok_or(component)?;
            }
            seen.insert(value);
        }
        Ok(seen.mex())
    }

    /// Counts what a position keeps on the heap: it stands on the stack, among
    /// the open ones and among the known ones, and the allocator adds to each.
    fn keep(&mut self, position: &R::Position) {
        let bytes = match self.rules.heap_bytes(position) {
            0 => 0,
            bytes => 3 * (bytes + 16),
        };
        self.kept_bytes = self.kept_bytes.saturating_add(bytes);
    }

    /// Asks whether one more position may be looked at, `depth` being on the stack.
    fn admit(&self, depth: usize, control: &Control) -> Result<(), Halt> {
        let positions = u64::try_from(self.known.len() + depth).unwrap_or(u64::MAX);
        control.visit(positions)?;
        // A hash table is at least 7/16 full; a position on the stack stands
        // there, among the open ones, and soon among the known ones.
        let known = size_of::<(R::Position, Nimber)>() + 1;
        let open = size_of::<R::Position>() + size_of::<(R::Position, usize)>() + 1;
        let bytes =
            (self.known.len() + depth).saturating_mul(known).saturating_add(depth.saturating_mul(open));
        let bytes = bytes.saturating_add(self.kept_bytes);
        control.reserve(u64::try_from(bytes.saturating_mul(16) / 7).unwrap_or(u64::MAX))?;
        Ok(())
    }
}

/// The fault of a play that goes through `circle` and comes back to its start.
pub(super) fn cycle<P: std::fmt::Display>(circle: &[P], start: &P) -> Fault {
    let mut positions: Vec<String> = circle.iter().map(ToString::to_string).collect();
    positions.push(start.to_string());
    Fault { position: start.to_string(), kind: FaultKind::Cycle { positions }, span: None }
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
