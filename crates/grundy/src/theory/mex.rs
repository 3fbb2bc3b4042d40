//! The minimum excluded value.

use super::Nimber;

/// The mex of `nimbers`: the least nimber that is not among them.
///
/// Repeats and order do not matter. The mex of nothing is 0. The value of a
/// position is the mex of the values of its options.
///
/// # Examples
///
/// ```
/// use grundy::{Nimber, mex};
///
/// assert_eq!(mex([0, 1, 4].map(Nimber::new)), Nimber::new(2));
/// assert_eq!(mex([]), Nimber::ZERO);
/// ```
pub fn mex(nimbers: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut set = MexSet::default();
    for nimber in nimbers {
        set.insert(nimber);
    }
    set.mex()
}

/// A set of nimbers that answers its mex, made to be cleared and filled again
/// once per position without allocating.
///
/// Small nimbers are bits; those of 2^16 and above are kept aside and sorted
/// when the mex is asked for, so that one huge value does not cost its size in
/// memory.
#[derive(Clone, Debug, Default)]
pub struct MexSet {
    words: Vec<u64>,
    large: Vec<u64>,
}

/// How many words the bit set may grow to: values from 2^16 on are large.
const MOST_WORDS: usize = 1 << 10;

impl MexSet {
    /// Takes every nimber out.
    pub fn clear(&mut self) {
        self.words.clear();
        self.large.clear();
    }

    /// Puts `nimber` in.
    #[inline]
    pub fn insert(&mut self, nimber: Nimber) {
        let size = nimber.size();
        match usize::try_from(size / 64) {
            Ok(word) if word < self.words.len() => self.words[word] |= 1 << (size % 64),
            Ok(word) if word < MOST_WORDS => {
                self.words.resize(word + 1, 0);
                self.words[word] |= 1 << (size % 64);
            }
            _ => self.large.push(size),
        }
    }

    /// Whether `nimber` is in the set.
    #[must_use]
    pub fn contains(&self, nimber: Nimber) -> bool {
        let size = nimber.size();
        match usize::try_from(size / 64) {
            Ok(word) if word < MOST_WORDS => {
                self.words.get(word).is_some_and(|bits| bits >> (size % 64) & 1 == 1)
            }
            _ => self.large.contains(&size),
        }
    }

    /// The least nimber not in the set.
    #[must_use]
    pub fn mex(&mut self) -> Nimber {
        let mut least = 0;
        for word in &self.words {
            if *word != u64::MAX {
                return Nimber::new(least + u64::from(word.trailing_ones()));
            }
            least += 64;
        }
        if self.words.len() < MOST_WORDS {
            return Nimber::new(least);
        }
        self.large.sort_unstable();
        for &size in &self.large {
            if size == least {
                least += 1;
            } else if size > least {
                break;
            }
        }
        Nimber::new(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::random::Random;

    fn by_definition(sizes: &[u64]) -> u64 {
        (0..).find(|size| !sizes.contains(size)).expect("a finite set misses some number")
    }

    #[test]
    fn agrees_with_the_definition() {
        let mut random = Random::new(1);
        for round in 0..2_000 {
            let sizes: Vec<u64> = (0..round % 90).map(|_| random.below(1 + round % 70)).collect();
            assert_eq!(
                mex(sizes.iter().copied().map(Nimber::new)).size(),
                by_definition(&sizes),
                "{sizes:?}"
            );
        }
    }

    #[test]
    fn values_beyond_the_bits_are_counted() {
        let mut set = MexSet::default();
        for size in (0..70_000).rev() {
            set.insert(Nimber::new(size));
            set.insert(Nimber::new(u64::MAX - size));
        }
        assert_eq!(set.mex(), Nimber::new(70_000));
        assert!(set.contains(Nimber::new(u64::MAX)) && !set.contains(Nimber::new(70_000)));
        set.clear();
        assert_eq!(set.mex(), Nimber::ZERO);
    }
}
