//! Positions as users type them.
/// Why a position could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("draft")]
pub struct PositionError {}
