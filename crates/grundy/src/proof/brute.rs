//! Values by the definition, for the tests of theorems; nothing else may use it.

use crate::ruleset::{Heap, Options, Ruleset};
use crate::theory::{Control, Nimber, Values, mex};

/// The first `length` values of a ruleset of heaps.
pub(super) fn values(rules: &impl Ruleset<Position = Heap>, length: usize) -> Values {
    let mut values = Values::default();
    let mut options = Options::new();
    for size in (0..length as u64).map(Heap::new) {
        rules.options(&size, &mut options, &Control::default()).expect("the rule is sound");
        let value = |heap: &Heap| values.get(heap.index().expect("small")).expect("options are smaller");
        let option_values = options.iter().map(|option| option.iter().map(value).sum::<Nimber>());
        let next = mex(option_values);
        values.push(next);
    }
    values
}
