//! The law behind a rule: found in a table, and proved where that is possible.

use std::fmt;

use super::error::SolveError;
use super::game::Game;
use super::laws::ProvedLaw;
use super::solver::Solver;
use crate::law::{FoundLaw, NamedSequence};
use crate::proof::DigitProof;
use crate::proof::rules::ProvedGraph;
use crate::theory::{BigNimber, Control, Law};
use num_bigint::BigUint;

/// What is known of all values of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct LawReport {
    /// The law, if one was found. It holds of all values up to `checked_to`.
    pub law: Option<Law>,
    /// The same as an expression on n, where it has one that a person would write: g is this at every n but the exceptions.
    /// If the law is proved, so is this.
    pub formula: Option<String>,
    /// The n at which the formula does not hold, ascending; without a formula those before the preperiod at which the
    /// period, carried on downwards, gives another value.
    pub exceptions: Vec<u64>,
    /// What is known about its truth.
    pub status: LawStatus,
    /// The last position that was looked at.
    pub checked_to: u64,
    /// A sequence of the On-Line Encyclopedia of Integer Sequences that begins with these values.
    pub sequence: Option<NamedSequence>,
}

/// Whether a law is true of every position.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LawStatus {
    /// It is, by a theorem.
    Proved(LawProof),
    /// It is true as far as was looked; nothing is known of larger positions.
    HoldsTo,
    /// No law was found.
    None,
}

/// Why a law is true.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum LawProof {
    /// A theorem on the form of the rule.
    Form(ProvedLaw),
    /// A walk through all states that the digits of n lead to, in a digit rule.
    Digits(DigitProof),
    /// The sentence that the law gives the values, decided by automata.
    Automata(ProvedGraph),
}

/// The theorem, in words, with where docs/theory.md proves it.
impl fmt::Display for LawProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LawProof::Form(ProvedLaw::Period(proof)) => proof.theorem().fmt(f),
            LawProof::Form(ProvedLaw::Interval(_)) => f.write_str("subtraction of any amount of an interval"),
            LawProof::Form(ProvedLaw::Coins(_)) => f.write_str("turning any so many smaller coins"),
            LawProof::Form(ProvedLaw::Staircase(_)) => f.write_str("staircases of cells"),
            LawProof::Digits(proof) => write!(
                f,
                "digit rules are automatic: the equation of the mex holds at all {} states that digits lead to",
                proof.triples()
            ),
            LawProof::Automata(graph) => {
                let automaton = graph.automaton();
                write!(
                    f,
                    "decided by automata: no option has the value of the law, and every smaller value is reached \
                     (base {}, {} states)",
                    automaton.base(),
                    automaton.states()
                )
            }
        }
    }
}

/// A law that is proved, kept to answer positions of any size.
#[derive(Clone, Debug)]
pub(super) struct KnownLaw {
    pub(super) found: FoundLaw,
    pub(super) proof: LawProof,
    /// The graph of the values, if it is not too large.
    pub(super) graph: Option<ProvedGraph>,
}

impl KnownLaw {
    /// The value at n, by the proved graph or by the law.
    pub(super) fn value(&self, n: &BigUint) -> Option<BigNimber> {
        match &self.graph {
            Some(graph) => Some(BigNimber::new(graph.value(n))),
            None => self.found.law.value(n),
        }
    }
}

impl Solver {
    /// The law of the rule's values: looked for in the values of positions up to `to`, and proved if a theorem or the
    /// decision by automata covers it.
    ///
    /// A law that is not proved is no more than an observation, and says so.
    ///
    /// # Errors
    ///
    /// As [`Solver::value`]; [`SolveError::Question`] if the rule is not one of heaps or coins in normal play.
    ///
    /// # Examples
    ///
    /// ```
    /// use grundy::Control;
    /// use grundy::lang::Rule;
    /// use grundy::solve::{Config, LawStatus, Solver};
    ///
    /// // Take one counter, or leave a third.
    /// let rule = Rule::parse("n -> n - 1 | n / 3 if n > 0").unwrap();
    /// let mut solver = Solver::new(rule, Config::default()).unwrap();
    /// let report = solver.law(10_000, &Control::default()).unwrap();
    /// assert!(matches!(report.status, LawStatus::Proved(_)));
    /// ```
    pub fn law(&mut self, to: u64, control: &Control) -> Result<LawReport, SolveError> {
        match &mut self.game {
            Game::Numbers(numbers) => numbers.law(to, control),
            _ => Err(SolveError::question(
                "laws are looked for in rules of one heap or of coins, in normal play, and this is another rule",
                "look at a table of the rule instead",
            )),
        }
    }
}
