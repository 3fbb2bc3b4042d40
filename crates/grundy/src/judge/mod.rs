//! Contest problems: a problem is data, and one small interpreter reads the
//! input of all of them and writes the answers.
//!
//! A problem file (`problems/*.toml`) holds a rule, the form of the input, the
//! words of the answer, and samples. The form is a program of a dozen words
//! that says what the numbers of the input mean ([`Problem::parse`] lists
//! them); it has no arithmetic and no conditions, so it always ends. All of the
//! input is read and checked before the first position is solved, and the
//! caller gets all answers or none.
//!
//! What the values of a sum rest on is said in [`theory`](crate::theory); the
//! values themselves come from [`Solver`](crate::solve::Solver).
//!
//! Left out: problems under the misère convention, positions that are no heaps,
//! coins or rows, and problems that ask for more than values and winning moves.

mod answer;
mod catalog;
mod error;
mod form;
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
