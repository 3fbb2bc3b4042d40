//! The [`Solver`]: chooses the engine for a rule and serves every question.

mod answer;
mod check;
mod config;
mod error;
mod laws;
mod moves;
mod numbers;
mod rows;
mod shapes;
mod solver;

pub use answer::{
    BigPosition, EngineReport, Evaluation, ExplainedPart, Explanation, Method, Move, Moves, Part, Table,
    ValuedOption, Verdict,
};
pub use config::{Config, EngineName, UnknownEngine};
pub use error::SolveError;
pub use laws::ProvedLaw;
pub use solver::Solver;
