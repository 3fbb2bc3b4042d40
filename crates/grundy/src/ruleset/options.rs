//! The options of one position.

/// A list of options, each a sum of components, in one allocation that is
/// reused from position to position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options<P> {
    components: Vec<P>,
    ends: Vec<usize>,
}

impl<P> Options<P> {
    /// No options.
    #[must_use]
    pub const fn new() -> Options<P> {
        Options { components: Vec::new(), ends: Vec::new() }
    }

    /// Takes all options out.
    pub fn clear(&mut self) {
        self.components.clear();
        self.ends.clear();
    }

    /// Adds the option that leaves the sum of `components`.
    pub fn push(&mut self, components: impl IntoIterator<Item = P>) {
        self.components.extend(components);
        self.ends.push(self.components.len());
    }

    /// Adds the option that `write` appends; false, and nothing is added, if it says
    /// that there is none.
    pub(crate) fn try_push(&mut self, write: impl FnOnce(&mut Vec<P>) -> bool) -> bool {
        let start = self.components.len();
        if !write(&mut self.components) {
            self.components.truncate(start);
            return false;
        }
        self.ends.push(self.components.len());
        true
    }

    /// The components of the option added last, to be put in another order.
    pub(crate) fn last_mut(&mut self) -> &mut [P] {
        let before = self.ends.len().checked_sub(2).and_then(|before| self.ends.get(before));
        let start = before.copied().unwrap_or(0);
        self.components.get_mut(start..).unwrap_or_default()
    }

    /// Puts other components in the place of those of the option added last.
    pub(crate) fn replace_last(&mut self, components: impl IntoIterator<Item = P>) {
        let start = self.components.len() - self.last_mut().len();
        self.components.truncate(start);
        if self.ends.pop().is_some() {
            self.push(components);
        }
    }

    /// How many options there are; repeats count.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the position is terminal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The option at `index` in the order of the pushes, as its components.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&[P]> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.components.get(start..end)
    }

    /// The options, each as its components.
    pub fn iter(&self) -> impl Iterator<Item = &[P]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let option = &self.components[start..end];
            start = end;
            option
        })
    }

    /// The options as sums in canonical form: components sorted, options sorted
    /// and without repeats. For people and for comparing rulesets.
    #[must_use]
    pub fn canonical(&self) -> Vec<Vec<P>>
    where
        P: Clone + Ord,
    {
        let mut sums: Vec<Vec<P>> = self
            .iter()
            .map(|option| {
                let mut sum = option.to_vec();
                sum.sort();
                sum
            })
            .collect();
        sums.sort();
        sums.dedup();
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found_by_their_place() {
        let mut options = Options::new();
        let sums: [&[u32]; 4] = [&[], &[3], &[1, 2], &[]];
        for sum in sums {
            options.push(sum.iter().copied());
        }
        for (index, sum) in options.iter().enumerate() {
            assert_eq!(options.get(index), Some(sum));
            assert_eq!(sum, sums[index]);
        }
        assert_eq!(options.get(4), None);
        assert_eq!(Options::<u32>::new().get(0), None);
    }

    #[test]
    fn the_last_option_can_be_changed() {
        let mut options = Options::new();
        options.push([1, 2]);
        let mut write = |numbers: [u32; 2], good| {
            options.try_push(|components| {
                components.extend(numbers);
                good
            })
        };
        assert!(!write([3, 9], false) && write([5, 4], true));
        options.last_mut().sort_unstable();
        assert_eq!(options.iter().collect::<Vec<_>>(), [[1, 2], [4, 5]]);
        options.replace_last([6]);
        assert_eq!(options.iter().collect::<Vec<_>>(), [&[1, 2][..], &[6]]);
        options.replace_last([]);
        assert_eq!(options.canonical(), [vec![], vec![1, 2]]);
    }
}
