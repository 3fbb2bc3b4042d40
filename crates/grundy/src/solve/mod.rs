//! [`Solver`]: chooses the engine and serves every question.
