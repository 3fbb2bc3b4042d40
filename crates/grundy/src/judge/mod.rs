//! Contest problems: a problem is data, and one small interpreter reads the
//! input of all of them and writes the answers.
//!
//! A problem file (`problems/*.toml`) holds a rule, the form of the input, the
//! words of the answer, and samples. The form is a program of a dozen words
//! that says what the numbers of the input mean ([`Problem::parse`] lists
//! them); it has no conditions, and all that repeats reads, so it always ends. All of the
//! input is read and checked before the first position is solved, and the
//! caller gets all answers or none.
//!
//! What the values of a sum rest on is said in [`theory`](crate::theory); the
//! values themselves come from [`Solver`](crate::solve::Solver).
//!
//! Left out: problems that ask for more than values and winning moves, or whose
//! positions must be worked out from the input (docs/language.md, "What cannot be
//! said", names some).

mod answer;
mod cases;
mod catalog;
mod error;
mod form;
mod goal;
mod position;
mod problem;
mod read;
mod run;
mod template;
mod tokens;

pub use catalog::{problem, problems};
pub use error::{Expected, Found, InputError, JudgeError, ProblemError, ProblemErrorKind};
pub use form::FormError;
pub use problem::{Problem, Sample};
pub use run::run;
pub use template::TemplateError;
