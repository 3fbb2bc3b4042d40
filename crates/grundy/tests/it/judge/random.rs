//! Random inputs.

pub(super) use crate::random::Random;

impl Random {
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
