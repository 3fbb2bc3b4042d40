//! What is asked of a law before it is offered.

/// What a table must show for a law.
///
/// A law is fitted to the beginning of the table, and must hold in all of it. No share of unseen values makes a law safe: an
/// infinite set of amounts may bring in a new one where the table ends. So the caller says what new
/// things the rule brings in, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// A law is fitted to at most one part of the table in so many. A preperiod may be a fourth of that.
    pub share: usize,
    /// How many values more than it has unknowns each relation of a regular law must agree with.
    pub spare: usize,
    /// What the rule brings in as n grows.
    pub novelty: Novelty,
}

/// Where something new enters a rule: an amount that is taken from no smaller heap, a bound, a number it names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Novelty {
    /// Nothing is known to enter, or something at every n.
    #[default]
    None,
    /// Nothing new after this n. The law is fitted to more values than these.
    Until(u64),
    /// At all these n, ascending, and others after them: powers, factorials. Two of them must lie in the table
    /// beyond the values that the law is fitted to.
    Endless(Vec<u64>),
}

impl Default for Evidence {
    /// A quarter of the table to fit to, a sixteenth for the preperiod, 40 spare values: with these no law of 10^4 random
    /// rules was false at 100 times the length (docs/theory.md, section 14).
    fn default() -> Evidence {
        Evidence { share: 4, spare: 40, novelty: Novelty::None }
    }
}

/// Shorter tables show nothing.
const LEAST: usize = 64;

impl Evidence {
    /// For candidates that a theorem will be asked about: half of the table to fit to. They are no laws by
    /// themselves.
    #[must_use]
    pub fn for_a_theorem() -> Evidence {
        Evidence { share: 2, ..Evidence::default() }
    }

    /// With what is known of the rule.
    #[must_use]
    pub fn with_novelty(mut self, novelty: Novelty) -> Evidence {
        self.novelty = novelty;
        self
    }

    /// How many of so many values a law may be fitted to; `None` if the table is too short for any law.
    pub(super) fn fit(&self, length: usize) -> Option<usize> {
        if length < LEAST {
            return None;
        }
        let share = length / self.share.max(2);
        match &self.novelty {
            Novelty::None => Some(share),
            Novelty::Until(last) => usize::try_from(*last).is_ok_and(|last| last < share).then_some(share),
            Novelty::Endless(entering) => {
                let inside = entering.iter().filter_map(|&n| usize::try_from(n).ok());
                let inside: Vec<usize> = inside.take_while(|&n| n < length).collect();
                let (_, earlier) = inside.split_last()?;
                Some(share.min(*earlier.last()?))
            }
        }
    }

    /// The longest preperiod in a table of so many values.
    pub(super) fn preperiod(&self, length: usize) -> usize {
        length / self.share.max(2).saturating_mul(4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_are_fitted_before_the_last_two_new_things() {
        let with = |novelty| Evidence::default().with_novelty(novelty).fit(1000);
        assert_eq!(with(Novelty::None), Some(250));
        assert_eq!((with(Novelty::Until(249)), with(Novelty::Until(250))), (Some(250), None));
        assert_eq!(with(Novelty::Endless(vec![1, 2, 6, 24, 120, 720, 5040])), Some(120));
        assert_eq!(with(Novelty::Endless(vec![1, 100, 400, 900])), Some(250));
        assert_eq!(with(Novelty::Endless(vec![1, 5000])), None);
        assert_eq!(Evidence::default().fit(63), None);
    }
}
