//! Sums of positions.

use std::fmt;

/// A sum of positions: a move is a move in one component, the others stay.
///
/// The components keep the order in which they were given, since users count
/// them from 0. The empty sum is the position in which nobody can move.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sum<P> {
    components: Vec<P>,
}

impl<P> Sum<P> {
    /// The sum of `components`.
    #[must_use]
    pub const fn new(components: Vec<P>) -> Sum<P> {
        Sum { components }
    }

    /// The components in their order.
    #[must_use]
    pub fn components(&self) -> &[P] {
        &self.components
    }

    /// The sum with component `index` replaced by `option`.
    ///
    /// # Panics
    ///
    /// Panics if there is no component `index`.
    #[must_use]
    pub fn after_move(&self, index: usize, option: &[P]) -> Sum<P>
    where
        P: Clone,
    {
        let (before, rest) = self.components.split_at(index);
        Sum::new(before.iter().chain(option).chain(&rest[1..]).cloned().collect())
    }
}

impl<P> FromIterator<P> for Sum<P> {
    fn from_iter<I: IntoIterator<Item = P>>(components: I) -> Sum<P> {
        Sum::new(components.into_iter().collect())
    }
}

/// Components parted by ` + `; the empty sum is `[]`.
impl<P: fmt::Display> fmt::Display for Sum<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.components.is_empty() {
            return f.write_str("[]");
        }
        for (index, component) in self.components.iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            component.fmt(f)?;
        }
        Ok(())
    }
}
