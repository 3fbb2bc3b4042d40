//! The [`Solver`]: chooses the engine for a rule and serves every question.

mod answer;
mod boxes;
mod check;
mod config;
mod error;
mod game;
mod law;
mod laws;
mod loopy;
mod misere;
mod moves;
mod numbers;
mod options;
mod product;
mod rays;
mod rows;
mod run;
mod shapes;
mod solver;
mod whole;

pub use answer::{
    BigPosition, EngineReport, Evaluation, ExplainedPart, Explanation, Method, Move, Moves, Part, PlayValue,
    Table, ValuedOption, Verdict,
};
pub use config::{Compiler, Config, EngineName, UnknownEngine};
pub use error::SolveError;
pub use law::{LawProof, LawReport, LawStatus};
pub use laws::ProvedLaw;
pub use run::{Run, RunError, RunEvent, RunReport};
pub use solver::Solver;
