//! Tame positions of misère play.
//!
//! A tame position behaves in sums with other tame ones as a sum of misère nim
//! heaps: either as heaps of at most 1 counter (*fickle*: parity alone counts), or
//! as a heap beside which normal play decides (*firm*). Which of the two it is, its
//! *genus* tells: the pair of the value under normal play and the value under
//! misère play (Conway, On Numbers and Games, chapter 12). docs/theory.md, section
//! on misère play, states and proves what is used here.

use super::{MexSet, Nimber};

/// The type of a tame position, or of a sum of tame positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TameType {
    /// Like nim heaps of at most one counter, an even number of them with a counter
    /// if `false`, an odd number if `true`.
    Fickle(bool),
    /// Like a nim heap of this size beside two heaps of 2, which change its value
    /// under neither convention.
    Firm(Nimber),
}

impl TameType {
    /// The type of a position without options, and of the empty sum.
    pub const END: TameType = TameType::Fickle(false);

    /// The value under normal play.
    #[must_use]
    pub fn normal_value(self) -> Nimber {
        match self {
            TameType::Fickle(odd) => Nimber::new(u64::from(odd)),
            TameType::Firm(value) => value,
        }
    }

    /// The value under misère play: 0 exactly if the player to move loses.
    #[must_use]
    pub fn misere_value(self) -> Nimber {
        match self {
            TameType::Fickle(odd) => Nimber::new(u64::from(!odd)),
            TameType::Firm(value) => value,
        }
    }

    /// The type of a sum.
    #[must_use]
    pub fn plus(self, other: TameType) -> TameType {
        match (self, other) {
            (TameType::Fickle(a), TameType::Fickle(b)) => TameType::Fickle(a != b),
            (a, b) => TameType::Firm(a.normal_value() + b.normal_value()),
        }
    }

    /// The type of a position with options of these types; none if it is not tame.
    #[must_use]
    pub fn of_options(options: impl IntoIterator<Item = TameType>) -> Option<TameType> {
        let (mut normal, mut misere) = (MexSet::default(), MexSet::default());
        let mut terminal = true;
        for option in options {
            terminal = false;
            normal.insert(option.normal_value());
            misere.insert(option.misere_value());
        }
        if terminal {
            return Some(TameType::END);
        }
        match (normal.mex().size(), misere.mex().size()) {
            (0, 1) => Some(TameType::Fickle(false)),
            (1, 0) => Some(TameType::Fickle(true)),
            (normal, misere) if normal == misere => Some(TameType::Firm(Nimber::new(normal))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_of_nim_are_fickle_up_to_one_and_firm_above() {
        let mut types = Vec::new();
        for size in 0..20 {
            let own = TameType::of_options(types.iter().copied()).expect("nim is tame");
            let expected = match size {
                0 => TameType::Fickle(false),
                1 => TameType::Fickle(true),
                size => TameType::Firm(Nimber::new(size)),
            };
            assert_eq!(own, expected);
            types.push(own);
        }
        assert_eq!(types[1].plus(types[1]), TameType::END);
        assert_eq!(types[2].plus(types[2]), TameType::Firm(Nimber::ZERO));
        assert_eq!(types[1].plus(types[5]), TameType::Firm(Nimber::new(4)));
    }

    #[test]
    fn a_move_to_two_equal_large_heaps_alone_is_wild() {
        // Its value is 1 in normal play and 1 in misère play, so it is firm; with a
        // move to a single counter as well it is 0 against 2.
        let pair = TameType::Firm(Nimber::ZERO);
        assert_eq!(TameType::of_options([pair]), Some(TameType::Firm(Nimber::new(1))));
        assert_eq!(TameType::of_options([TameType::Fickle(true), TameType::Firm(Nimber::new(1))]), None);
    }
}
