//! Numbers that look random, for tests: the same at every run.

/// A linear congruential generator with Knuth's constants.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A number below `bound`, which is at least 1 and below 2^31.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// An index below `length`, which is at least 1.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        let length = u64::try_from(length).expect("a list is shorter than 2^64");
        usize::try_from(self.below(length)).expect("an index is below a length")
    }
}
