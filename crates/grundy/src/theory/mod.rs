//! The mathematics that everything else is written in: nimbers with their sums and
//! products, mex, outcomes, sums, periods, and the [`Control`] that long work listens to.
//!
//! The theorem all of it rests on is Sprague's (1935) and Grundy's (1939): with
//! finite play, the last mover winning, every position of an impartial game is
//! equivalent to one heap of nim. Its size is the mex of the sizes of the
//! options, and the size of a sum is the nim-sum of the sizes of its parts.
//! docs/theory.md states and proves what the code relies on.

mod control;
mod end_period;
mod law;
mod loopy;
mod mex;
mod nim_field;
mod nimber;
mod outcome;
mod period;
mod play;
#[cfg(test)]
pub(crate) mod random;
mod sum;
mod tame;
mod values;

pub use control::{Control, Progress, Stopped};
pub use end_period::propose_plain_period;
#[cfg(test)]
pub(crate) use law::prime_factors;
pub use law::{
    AutomaticLaw, Combination, ExceptLaw, Feature, Formula, Function, Growth, KernelRow, Law,
    MultiplicativeLaw, Operator, PeriodLaw, PiecewiseLaw, RegularLaw,
};
pub use loopy::LoopyValue;
pub use mex::{MexSet, mex};
pub use nim_field::{NimField, NoInverse, nim_multiples, nim_products};
pub(crate) use nim_field::{large_inverse, large_product};
pub use nimber::{BigNimber, Nimber};
pub use outcome::Outcome;
pub use period::{Period, propose_period};
pub use play::Play;
pub use sum::Sum;
pub use tame::TameType;
pub use values::{Cells, Values};
