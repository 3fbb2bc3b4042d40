//! First-order logic over the natural numbers with addition and order, decided by automata.
//!
//! A relation between numbers is a set of tuples, and an [`Automaton`] accepts the tuples written
//! in base b, one track for each number, the most significant digits first, with any number of
//! zeros before them. Addition, order, digitwise xor (in bases that are powers of 2) and the
//! powers of b are such relations; *and*, *or* and *not* are products and complements, and *there is an x*
//! forgets a track. So every formula becomes an automaton, and one without free names is true if and only if
//! its automaton accepts the empty tuple (J. R. Büchi 1960; V. Bruyère, G. Hansel, C. Michaux and R. Villemaire,
//! Logic and p-recognizable sets of integers, 1994).
//!
//! The proofs are in docs/theory.md, section 12.
//!
//! The work is not bounded by any tower of powers that would help: so states are counted, and what
//! does not fit is [`Undecided`], which says nothing about the formula.

mod automaton;
mod budget;
mod forget;
mod formula;
mod lower;
mod maker;
mod minimal;
mod product;
mod reading;
mod relations;
mod rewrite;
mod sum;

pub use automaton::Automaton;
pub use budget::{Budget, Undecided};
pub use formula::{Atom, Formula, Order, Relation, Variable, decide, relation};
pub use lower::claim_formula;
pub use reading::{Answer, Named, Sentence};
