//! Who wins.

use std::fmt;

use super::BigNimber;

/// Who wins a position when both play as well as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player to move wins (the *next* player).
    N,
    /// The player to move loses (the *previous* player wins).
    P,
    /// Neither can force a win: a draw by endless play.
    D,
}

impl Outcome {
    /// The outcome under normal play (the last mover wins) of a position with
    /// this value: P for 0, N for all others.
    #[must_use]
    pub fn of(value: &BigNimber) -> Outcome {
        if value.is_zero() { Outcome::P } else { Outcome::N }
    }

    /// The outcome in words, to follow the position: "the player to move wins".
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Outcome::N => "the player to move wins",
            Outcome::P => "the player to move loses",
            Outcome::D => "a draw: neither player can force a win",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::D => "D",
        })
    }
}
