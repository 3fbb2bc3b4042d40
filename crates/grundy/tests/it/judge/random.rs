//! Random inputs: the same at every run.

/// A small generator of random numbers (splitmix64).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from `from` to `to`.
    pub(super) fn within(&mut self, from: u64, to: u64) -> u64 {
        from + self.next() % (to - from + 1)
    }

    /// So many numbers from `from` to `to`.
    pub(super) fn list(&mut self, count: u64, from: u64, to: u64) -> Vec<u64> {
        (0..count).map(|_| self.within(from, to)).collect()
    }

    /// The tokens of a list with white space of all kinds between them.
    pub(super) fn spread(&mut self, tokens: &[String]) -> String {
        const BLANKS: [&str; 7] = [" ", "\n", "\t", "\r\n", "  ", "\n\n", " \n "];
        let mut text = String::new();
        for token in tokens {
            text.push_str(token);
            text.push_str(BLANKS[self.within(0, 6) as usize]);
        }
        text
    }

    /// [`Random::spread`] for numbers.
    pub(super) fn spread_numbers(&mut self, numbers: &[u64]) -> String {
        let tokens: Vec<String> = numbers.iter().map(u64::to_string).collect();
        self.spread(&tokens)
    }
}

/// A number of things, and the things.
pub(super) fn counted(numbers: &[u64]) -> Vec<u64> {
    std::iter::once(numbers.len() as u64).chain(numbers.iter().copied()).collect()
}
