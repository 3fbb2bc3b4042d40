//! Rules of one heap whose moves have forms that need no list of options.
//!
//! Each move is a family: all heaps in a range, all ways to part a number into
//! two heaps of which one lies in a range, what the divisors of n leave. The ends
//! of a range are lines in n ([`Line`]). Such a family is what an engine can
//! carry along from heap to heap, test by value, or enumerate by a sieve.
//!
//! A family may name, at some heaps, what is no legal option because it does not
//! get smaller. The form does not forbid it: an engine meets it at that heap, and
//! leaves the heap to the interpreter, which knows the words for it.

mod line;

pub use line::Line;

/// A rule as a list of families of moves: the options of a heap of at least 1
/// are those of all families together. Heap 0 has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapMoves {
    /// The families.
    pub families: Vec<MoveFamily>,
}

/// A family of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveFamily {
    /// To any one heap in the range.
    Heap(Range),
    /// To two heaps that a number is parted into.
    Pair(Parting),
    /// To these two heaps.
    Two(Line, Line, Vec<Condition>),
    /// To an even number of copies of any one heap in the range: value 0.
    Even(Range),
    /// To any so many non-empty heaps that together hold n less `taken` counters.
    Parts {
        /// How many counters are taken.
        taken: u64,
        /// How many heaps are left.
        heaps: u32,
    },
    /// What a member of an arithmetic set of n leaves.
    Arithmetic(Arithmetic),
}

/// The numbers from the largest of `low` to the least of `high`, those below 0
/// left out; none at a heap where a condition fails.
///
/// An empty `low` says 0. `high` is not empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The lower ends.
    pub low: Vec<Line>,
    /// The upper ends.
    pub high: Vec<Line>,
    /// When there are any.
    pub conditions: Vec<Condition>,
}

/// All ways to part `total` into two heaps, of which the first lies in the range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// What both heaps hold together; not rounded.
    pub total: Line,
    /// What the first may hold.
    pub first: Range,
}

/// A condition on the heap's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The line is at most 0.
    AtMostZero(Line),
    /// The line's residue modulo `modulus`, from 0 on, is `residue`, or is not.
    Residue {
        /// The number.
        line: Line,
        /// At least 1.
        modulus: i128,
        /// The residue.
        residue: i128,
        /// Whether it must be that one, or must not.
        equal: bool,
    },
}

/// What each member of an arithmetic set of n leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arithmetic {
    /// The set.
    pub members: Members,
    /// The least member that counts.
    pub least: u64,
    /// The largest member that counts.
    pub most: Option<u64>,
    /// Whether n itself counts, if it is a member.
    pub with_heap: bool,
    /// What is left.
    pub left: Left,
    /// When there are any such moves.
    pub conditions: Vec<Condition>,
}

/// An arithmetic set of n >= 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Members {
    /// The divisors of n.
    Divisors,
    /// The primes that divide n.
    PrimeFactors,
    /// The numbers from 1 to n without a common factor with n.
    Coprime,
}

/// What a member d leaves of n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// n - d
    Rest,
    /// d
    Member,
    /// n / d, rounded down
    Quotient,
    /// d heaps of n / d, rounded down
    MemberCopiesOfQuotient,
    /// n / d, rounded down, heaps of d
    QuotientCopiesOfMember,
}

impl Range {
    /// The numbers at a heap, from the first to the second; `None` if there are none.
    #[must_use]
    #[inline]
    pub fn at(&self, n: u64) -> Option<(u64, u64)> {
        let low = self.low.iter().fold(0, |low, line| line.at(n).max(low));
        let high = self.high.iter().map(|line| line.at(n)).min()?;
        if low > high || !self.conditions.iter().all(|condition| condition.holds(n)) {
            return None;
        }
        // A line that leaves 64 bits names heaps that are not smaller than n.
        Some((u64::try_from(low).unwrap_or(u64::MAX), u64::try_from(high).unwrap_or(u64::MAX)))
    }
}

impl Condition {
    /// Whether the condition holds at a heap.
    #[must_use]
    pub fn holds(&self, n: u64) -> bool {
        match *self {
            Condition::AtMostZero(line) => line.at(n) <= 0,
            Condition::Residue { line, modulus, residue, equal } => {
                (line.at(n).rem_euclid(modulus.max(1)) == residue) == equal
            }
        }
    }
}
