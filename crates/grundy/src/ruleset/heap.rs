//! Heaps.

use std::fmt;

/// A heap of this many counters; in a coin game, the coin with this number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heap(u64);

impl Heap {
    /// The largest heap that tables and compiled code take: 2^63 - 1.
    pub const MAX: Heap = Heap((1 << 63) - 1);

    /// A heap of `size` counters.
    #[must_use]
    pub const fn new(size: u64) -> Heap {
        Heap(size)
    }

    /// How many counters there are.
    #[must_use]
    pub const fn size(self) -> u64 {
        self.0
    }

    /// The heap's place in a table of values, if this machine can address it.
    #[must_use]
    pub fn index(self) -> Option<usize> {
        usize::try_from(self.0).ok()
    }
}

impl From<u64> for Heap {
    fn from(size: u64) -> Heap {
        Heap(size)
    }
}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
