//! How a game is played: who wins when nobody can move, and whether play may go
//! on for ever.

/// The conventions of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Play {
    /// Who cannot move has lost; play must end.
    #[default]
    Normal,
    /// Who cannot move has won; play must end.
    Misere,
    /// Who cannot move has lost; play that goes on for ever is a draw.
    Loopy,
}
