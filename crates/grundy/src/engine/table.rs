//! Values of heaps `0, 1, 2, ...` in their order, for any ruleset of heaps.
//!
//! Every component of an option of heap n is smaller than n, so one pass in
//! ascending order finds all values by looking up earlier ones. The same pass
//! serves coin games, whose single coins are heaps.

use super::memory::report;
use super::native::{NativeRules, Pause};
use crate::ruleset::{Fault, FaultKind, Halt, Heap, Options, Ruleset};
use crate::theory::{Control, MexSet, Nimber, Values};

/// How many values are computed between two looks at the control.
const BATCH: usize = 1 << 10;

/// The same where native code computes them.
const NATIVE_BATCH: usize = 1 << 16;

/// A growing table of the values of heaps.
///
/// # Examples
///
/// ```
/// use grundy::engine::Table;
/// use grundy::ruleset::SubtractionSet;
/// use grundy::theory::Control;
///
/// let rules = SubtractionSet::finite([1, 2]).unwrap();
/// let mut table = Table::new(&rules);
/// table.advance(6, &Control::default()).unwrap();
/// assert!(table.values().iter().map(|value| value.size()).eq([0, 1, 2, 0, 1, 2, 0]));
/// ```
#[derive(Debug)]
pub struct Table<R> {
    rules: R,
    /// Native code for the same rules.
    native: Option<Box<dyn NativeRules>>,
    values: Values,
    options: Options<Heap>,
    seen: MexSet,
}

impl<R: Ruleset<Position = Heap>> Table<R> {
    /// An empty table.
    #[must_use]
    pub fn new(rules: R) -> Table<R> {
        Table::resume(rules, Values::default())
    }

    /// A table that goes on from `values`, which must be the first values of
    /// the same ruleset.
    #[must_use]
    pub fn resume(rules: R, values: Values) -> Table<R> {
        Table { rules, native: None, values, options: Options::new(), seen: MexSet::default() }
    }

    /// Lets native code for the same rules compute what it can.
    pub fn set_native(&mut self, native: Box<dyn NativeRules>) {
        self.native = Some(native);
    }

    /// Whether native code computes what it can.
    #[must_use]
    pub fn is_native(&self) -> bool {
        self.native.is_some()
    }

    /// The values so far.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The values, the table given up.
    #[must_use]
    pub fn into_values(self) -> Values {
        self.values
    }

    /// Computes the values of heaps 0 to `to`, both included, as far as they are
    /// missing.
    ///
    /// # Errors
    ///
    /// [`Halt::Fault`] if the rule breaks at a heap up to `to`, [`Halt::Stopped`]
    /// if a limit is reached. The values found before that stay; a later call
    /// goes on from them.
    pub fn advance(&mut self, to: usize, control: &Control) -> Result<(), Halt> {
        let length = to.saturating_add(1);
        self.values.reserve_within(length, control)?;
        while self.values.len() < length {
            control.check()?;
            let end = match self.native {
                Some(_) => length.min(self.values.len() + NATIVE_BATCH),
                None => length.min(self.values.len() + BATCH),
            };
            if self.native.is_some() {
                self.advance_natively(end, control)?;
            }
            while self.values.len() < end {
                let value = self.next_value(control)?;
                self.values.push_within(value, control)?;
            }
            report(end, length, control);
        }
        Ok(())
    }

    /// Computes values up to `end` by native code, and those that it leaves to the
    /// interpreter one by one.
    fn advance_natively(&mut self, end: usize, control: &Control) -> Result<(), Halt> {
        // How many values are left to the interpreter at once: where native code asks
        // again and again, going back to it costs more than it gives.
        let mut left = 1;
        while self.values.len() < end {
            let Some(native) = &mut self.native else { return Ok(()) };
            let start = self.values.len();
            let mut next = start;
            let pause = self.values.fill_to(end, |cells| {
                let pause = native.fill(cells, &mut next);
                (next, pause)
            });
            match pause {
                Some(Pause::Done | Pause::Rest) => control.check()?,
                Some(Pause::Ask) | None => {
                    left = if next > start { 1 } else { BATCH.min(2 * left) };
                    let stop = end.min(self.values.len() + left);
                    while self.values.len() < stop {
                        let value = self.next_value(control)?;
                        self.values.push_within(value, control)?;
                    }
                }
                Some(Pause::Widen) => self.values.widen_within(control)?,
            }
        }
        Ok(())
    }

    /// The value of the first heap that is not in the table.
    fn next_value(&mut self, control: &Control) -> Result<Nimber, Halt> {
        let size = self.values.len();
        let heap = Heap::new(u64::try_from(size).unwrap_or(u64::MAX));
        self.rules.options(&heap, &mut self.options, control)?;
        self.seen.clear();
        for option in self.options.iter() {
            let mut value = Nimber::ZERO;
            for component in option {
                let smaller = component.index().and_then(|index| self.values.get(index));
                value += smaller.ok_or_else(|| not_smaller(heap, option))?;
            }
            self.seen.insert(value);
        }
        Ok(self.seen.mex())
    }
}

/// The fault of a move from `heap` to `option`, one of whose components is not
/// smaller.
fn not_smaller(heap: Heap, option: &[Heap]) -> Fault {
    let option = match option {
        [one] => one.to_string(),
        several => {
            let components: Vec<String> = several.iter().map(ToString::to_string).collect();
            format!("[{}]", components.join(", "))
        }
    };
    let kind = FaultKind::NotSmaller { position: heap.to_string(), option };
    Fault { position: heap.to_string(), kind, span: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Naive;
    use crate::ruleset::SubtractionSet;
    use crate::theory::Stopped;

    /// Heap n may be split into the parts `n / d` and `n % d`, whatever they are.
    struct Broken;

    impl Ruleset for Broken {
        type Position = Heap;

        fn options(&self, heap: &Heap, options: &mut Options<Heap>, _: &Control) -> Result<(), Halt> {
            options.clear();
            let n = heap.size();
            if n > 0 {
                options.push([n / 2, n % 2].map(Heap::new));
            }
            if n == 7 {
                options.push([3, 7].map(Heap::new));
            }
            Ok(())
        }
    }

    #[test]
    fn a_heap_that_does_not_get_smaller_is_refused() {
        let mut table = Table::new(&Broken);
        assert_eq!(table.advance(1, &Control::default()).map_err(|halt| halt.to_string()), {
            Err("1 -> [0, 1] does not get smaller, at position 1".to_owned())
        });
        assert_eq!(table.values().len(), 1, "what was found stays");
    }

    #[test]
    fn grows_in_steps_and_agrees_with_naive() {
        let rules = SubtractionSet::finite([2, 5, 7]).expect("amounts");
        let control = Control::default();
        let mut naive = Naive::new(&rules);
        let mut table = Table::new(&rules);
        for to in [0, 1, 7, 3, 3000, 2999] {
            table.advance(to, &control).expect("no limit");
        }
        assert_eq!(table.values().len(), 3001);
        for (heap, value) in (0..).map(Heap::new).zip(table.values().iter()) {
            assert_eq!(naive.value(&heap, &control), Ok(value), "heap {heap}");
        }
        let values = table.into_values();
        let mut resumed = Table::resume(&rules, values.clone());
        resumed.advance(3100, &control).expect("no limit");
        assert!(resumed.values().iter().take(3001).eq(values.iter()));
    }

    #[test]
    fn limits_stop_it_before_it_allocates() {
        let rules = SubtractionSet::finite([1]).expect("amounts");
        let mut table = Table::new(&rules);
        let little = Control::default().with_memory_limit(1000);
        assert_eq!(
            table.advance(1000, &little),
            Err(Halt::Stopped(Stopped::MemoryLimit { needed: 1001, limit: 1000 }))
        );
        assert!(matches!(
            table.advance(usize::MAX, &Control::default()),
            Err(Halt::Stopped(Stopped::MemoryLimit { .. }))
        ));
        table.advance(999, &little).expect("1000 bytes are allowed");
    }
}
