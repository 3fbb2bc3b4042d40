//! Impartial games, solved: a rule in one line goes in; values, winning moves and
//! tables come out, with the law behind them where one is known.
//!
//! # From a rule to answers
//!
//! [`lang::Rule`] reads a rule's text, and a [`solve::Solver`] answers questions
//! about it. In this game a move takes 1, 3 or 4 counters from a heap, and who
//! cannot move has lost:
//!
//! ```
//! use grundy::lang::Rule;
//! use grundy::solve::{Config, Solver};
//! use grundy::{Control, Outcome, Sum};
//!
//! let rule = Rule::parse("n -> n - s for s in {1, 3, 4}")?;
//! let mut solver = Solver::new(rule, Config::default())?;
//! // Long work listens to a control: limits of time, memory and steps. Here none.
//! let control = Control::default();
//!
//! // Two heaps side by side, the second of them rather large.
//! let sum: Sum<_> =
//!     ["5", "10**40"].map(|text| solver.parse_position(text)).into_iter().collect::<Result<_, _>>()?;
//! let answer = solver.value(&sum, &control)?;
//! assert_eq!(answer.value.to_string(), "1");
//! assert_eq!(answer.outcome, Outcome::N);
//!
//! // Every winning move, with what it leaves of its component.
//! let moves = solver.moves(&sum, &control)?.moves;
//! let from_5: Vec<String> =
//!     moves.iter().filter(|m| m.component == 0).map(|m| format!("{} -> {}", m.from, m.to[0])).collect();
//! assert_eq!(from_5, ["5 -> 4"]);
//!
//! // The values of the heaps 0 to 9.
//! let table = solver.table(0, 9, &control)?;
//! let values: Vec<u64> = table.values().iter().map(|value| value.size()).collect();
//! assert_eq!(values, [0, 1, 0, 1, 2, 3, 2, 0, 1, 0]);
//!
//! // How it is known.
//! let report = solver.engine_report(&control)?;
//! assert!(report.law.unwrap().starts_with("g(n + 7) = g(n) for every n >= 0 (proved"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules that a text cannot say are written in Rust: implement
//! [`ruleset::Ruleset`], whose one question is which options a position has, and
//! let [`engine::Naive`] do the rest. `examples/by_hand.rs` does so, and
//! `examples/from_text.rs` goes on from the lines above.
//!
//! # The modules
//!
//! Each rests on those before it only.
//!
//! | module | what is in it |
//! |---|---|
//! | [`theory`] | nimbers, mex, outcomes, sums, periods, and [`Control`], which long work listens to |
//! | [`ruleset`] | what a ruleset and a position are, and the forms that have engines of their own |
//! | [`lang`] | the rule language: a text parsed, checked, interpreted, recognised |
//! | [`proof`] | the theorems on periods and the check of their conditions |
//! | [`engine`] | how values are computed |
//! | [`law`] | laws found in tables |
//! | [`store`] | tables on disk |
//! | [`solve`] | [`Solver`](solve::Solver): chooses the engine and serves every question |
//! | [`judge`] | contest problems, as data |
//! | [`export`] | short programs in C++, Rust and Python |
//!
//! # What is proved, and what is not
//!
//! Three things are kept apart:
//!
//! * **Proved.** A period is a law only if [`proof`] has checked the conditions of
//!   a theorem of docs/theory.md on the values; the laws of some forms (staircases
//!   of cells, some coin games) are proved there once for all. The checker never
//!   sees an engine, but it trusts that the table it is given is right.
//! * **Holds up to N.** What [`Solver::check`](solve::Solver::check) finds true of
//!   every position it looked at; it says nothing of the others.
//! * **Not known.** Work that reaches a limit ends with [`Stopped`], which is an
//!   answer and no failure. A limit never changes a value.
//!
//! [`Method`](solve::Method) says of each answer how it was found. That the code
//! of the engines is right is tested (each is compared with [`engine::Naive`] on
//! published tables and on random rules), not proved.
//!
//! Not here yet: positions with several entries, misère play, games with draws,
//! boards and graphs, and certificates that can be checked elsewhere.
#![forbid(unsafe_code)]

pub mod engine;
pub mod export;
pub mod judge;
pub mod lang;
pub mod law;
pub mod proof;
pub mod ruleset;
pub mod solve;
pub mod store;
pub mod theory;

pub use ruleset::{Heap, Position, Row};
pub use theory::{BigNimber, Control, Nimber, Outcome, Stopped, Sum, mex};
