//! What can be wrong with an input, and with a problem file.

use std::fmt;

use thiserror::Error;

use super::form::FormError;
use super::template::TemplateError;
use crate::lang::RuleError;
use crate::ruleset::Heap;
use crate::solve::SolveError;
use crate::theory::Stopped;

/// Why an input has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// The input is not of the form that the problem has.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The rule does not take the parameters that a case gives it.
    #[error("case {case}: {source}")]
    Rule {
        /// The case, counted from 1.
        case: usize,
        /// What is wrong.
        source: RuleError,
    },
    /// A position of a case was not solved.
    #[error("case {case}: {source}")]
    Solve {
        /// The case, counted from 1.
        case: usize,
        /// Why not.
        source: SolveError,
    },
    /// A limit was reached, or the caller asked to stop: not known.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A place in an input at which something else was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column} (item {token} of the input): expected {expected}, found {found}")]
pub struct InputError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// Which of the numbers and words of the input it is, counted from 1.
    pub token: usize,
    /// What should stand there.
    pub expected: Expected,
    /// What stands there.
    pub found: Found,
}

/// What should stand at a place of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// A number.
    Number {
        /// What the problem calls it.
        name: String,
        /// The least that it may be.
        from: u64,
        /// The most that it may be.
        to: u64,
    },
    /// A word.
    Word {
        /// The letters that it may have.
        letters: Vec<char>,
        /// How many letters it has, if that is known.
        length: Option<u64>,
    },
    /// Numbers, in front of this place, that fit together.
    Workable {
        /// What cannot be worked out of them.
        expression: String,
    },
    /// The end.
    End,
    /// This, or the 0 that ends a list.
    OrZero(Box<Expected>),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Number { name, from, to } if *to == Heap::MAX.size() => {
                write!(f, "{name}, a number from {from} up")
            }
            Expected::Number { name, from, to } => write!(f, "{name}, a number from {from} to {to}"),
            Expected::Word { letters, length } => {
                f.write_str("a word of the letters ")?;
                for (index, letter) in letters.iter().enumerate() {
                    let before = match index {
                        0 => "",
                        _ if index + 1 == letters.len() => " and ",
                        _ => ", ",
                    };
                    write!(f, "{before}`{letter}`")?;
                }
                length.map_or(Ok(()), |length| write!(f, ", {length} in all"))
            }
            Expected::Workable { expression } => {
                write!(f, "numbers that make `{expression}` at least 0, and not too large, in front of this")
            }
            Expected::End => f.write_str("the end of the input"),
            Expected::OrZero(expected) => write!(f, "{expected}, or the 0 that ends the list"),
        }
    }
}

/// What stands at a place of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A number or a word; a long one is cut, bytes that are no text are escaped.
    Token(String),
    /// Nothing: the input ends.
    End,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Token(token) => write!(f, "`{token}`"),
            Found::End => f.write_str("the end of the input"),
        }
    }
}

/// What is wrong with a problem file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {field}: {kind}")]
pub struct ProblemError {
    /// The name of the file.
    pub file: String,
    /// The field, `answer.wins` for one in a table.
    pub field: String,
    /// What is wrong with it.
    #[source]
    pub kind: ProblemErrorKind,
}

/// What can be wrong with a field of a problem file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProblemErrorKind {
    /// The file is no TOML, or a field is missing, unknown, or of the wrong type.
    #[error(transparent)]
    Toml(Box<toml::de::Error>),
    /// The form of the input.
    #[error(transparent)]
    Form(#[from] FormError),
    /// A text of the answer.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// The rule, or its parameters.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// A parameter that the input does not give.
    #[error("the input reads no `{name}` before its answer is asked for")]
    UnknownParameter {
        /// The parameter.
        name: String,
    },
    /// A form that makes positions which the rule does not have.
    #[error("the rule has no {shape}, which the input makes")]
    Misfit {
        /// What the positions are.
        shape: String,
    },
    /// A goal where the last move does not win.
    #[error("a goal goes with normal play: take `misere` or `loopy` out of the rule and the goal")]
    GoalPlay,
    /// A value where some positions have none.
    #[error("a position from which the goal is reached at once has no value")]
    GoalValue,
    /// A text that must not be empty.
    #[error("must not be empty")]
    Empty,
    /// An id that is not made of lower-case letters, digits and hyphens.
    #[error("`{id}` must be lower-case letters, digits and hyphens")]
    Id {
        /// The id.
        id: String,
    },
}
