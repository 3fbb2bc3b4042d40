//! Coin games that turn any so many smaller coins: laws where they are proved, a
//! native table for the rest.
//!
//! The theorems are stated and proved in docs/theory.md; in short, with g_b(x)
//! for the value of coin x where up to b smaller coins are turned with it:
//!
//! * *Delay.* If any number from a to b of smaller coins may be turned, coin x
//!   has value 0 for x < a and g_b(x - a) from there on.
//! * *Small b.* g_0(x) = 1, g_1(x) = x + 1.
//! * *Mock turtle theorem* (Winning Ways, chapter 14). For even b >= 2, g_b(0) = 1
//!   and g_b(x + 1) is the odious one of 2v and 2v + 1 where v = g_(b-1)(x).
//! * *Even numbers only.* If only even numbers of smaller coins may be turned, 0
//!   among them, every coin has value 1.
//!
//! What is left is b = 3, 5, 7, ... and sets with holes: there the table keeps,
//! for each r, the set of sums of r smaller values, as bits.

mod law;
#[cfg(test)]
mod oracle;
mod sums;
mod table;

pub(crate) use law::CoinForm;
pub use law::CoinLaw;
pub use table::coin_table;

/// Of 2v and 2v + 1 the odious one, whose binary digits hold an odd number of ones.
const fn odious(v: u64) -> Option<u64> {
    match v.checked_mul(2) {
        Some(double) => Some(double + (v.count_ones() as u64 + 1) % 2),
        None => None,
    }
}
