//! What can go wrong with a rule at a position, and why work ends early.

use std::borrow::Cow;
use std::ops::Range;

use thiserror::Error;

use crate::theory::Stopped;

/// A place in a rule's text: a range of byte offsets.
pub type Span = Range<usize>;

/// Why no answer was given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Halt {
    /// A limit was reached or the caller asked to stop: not known.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The rule breaks at some position.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// A rule that breaks at a position: an error of the rule, not of the program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}, at {}{}", if position.is_empty() { "" } else { "position " }, short(position))]
pub struct Fault {
    /// The position, as a user would type it.
    pub position: String,
    /// What is wrong there.
    pub kind: FaultKind,
    /// Where in the rule's text it happens, if the rule has one.
    pub span: Option<Span>,
}

impl Fault {
    /// The same fault in a text in which the rule's own begins at the byte `start`.
    pub(crate) fn moved(self, start: usize) -> Fault {
        let span = self.span.map(|span| span.start + start..span.end + start);
        Fault { span, ..self }
    }
}

/// What is wrong with a rule at a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// An option is not smaller than the position, so play need not end.
    #[error("{} -> {} does not get smaller", short(position), short(option))]
    NotSmaller {
        /// The position that is moved from.
        position: String,
        /// The offending option.
        option: String,
    },
    /// A coin that is turned is not left of the one that the move is made with.
    #[error("{position} -> {option} does not get smaller")]
    NotLeft {
        /// The coin that is turned first.
        position: String,
        /// The offending option: the other coins.
        option: String,
    },
    /// Positions lead back to themselves, so play need not end.
    #[error("play can go round in a circle: {}", circle(positions))]
    Cycle {
        /// The positions in the order of play; the first comes again at the end.
        positions: Vec<String>,
    },
    /// Rows become longer and longer, so play need not end.
    #[error("play leads from a row of {from} cells to one of {to}: rows may grow for ever")]
    Growth {
        /// How many cells the row had that was asked for.
        from: usize,
        /// How many cells a row has that play can reach.
        to: usize,
    },
    /// A number leaves the 128 bits of the rule language.
    #[error("a number overflows 128 bits")]
    Overflow,
    /// A position's entry exceeds 2^63 - 1.
    #[error("the option {} exceeds 2**63 - 1, the largest entry of a position in tables", short(option))]
    TooLarge {
        /// The offending option.
        option: String,
    },
    /// `/` or `%` by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A function has no value for its arguments: a negative exponent or shift,
    /// the logarithm of 0, and the like.
    #[error("{what}")]
    Undefined {
        /// What was asked for, in words: "a negative exponent".
        what: String,
    },
    /// `where` leaves a name without an upper bound.
    #[error("`where` does not bound `{name}`")]
    Unbounded {
        /// The unbounded name.
        name: String,
    },
    /// The walk along an infinite set met a million members without an option.
    #[error("a million members of an infinite set in a row gave no new option")]
    EndlessWalk,
}

/// A position for a message: one that fills more than a line is cut. Only a row
/// without cells has a name without letters.
#[must_use]
pub fn short(position: &str) -> Cow<'_, str> {
    const LONG: usize = 60;
    if position.is_empty() {
        return "the empty row".into();
    }
    // Positions are ASCII, so any cut is between characters.
    match position.get(..LONG / 2) {
        Some(start) if position.len() > LONG => format!("{start}... ({} characters)", position.len()).into(),
        _ => position.into(),
    }
}

/// The positions of a circle; of a long one the first, and the one that closes it.
fn circle(positions: &[String]) -> String {
    const SHOWN: usize = 10;
    let (first, rest) = positions.split_at(SHOWN.min(positions.len()));
    let first = first.iter().map(|position| short(position)).collect::<Vec<_>>().join(" -> ");
    match rest {
        [] => first,
        [last] => format!("{first} -> {}", short(last)),
        [left_out @ .., last] => format!("{first} -> ... ({} more) -> {}", left_out.len(), short(last)),
    }
}

impl FaultKind {
    /// What to do about it, in one line, if there is one thing to say.
    #[must_use]
    pub fn cure(&self) -> Option<&'static str> {
        Some(match self {
            FaultKind::NotSmaller { .. } => {
                "every heap that an option leaves must be smaller than n; a condition with `if` can see to it"
            }
            FaultKind::NotLeft { .. } => {
                "every other coin that is turned must be left of x; a condition with `if` can see to it"
            }
            FaultKind::Cycle { .. } => {
                "play must end: take out the move that leads back, or play with `loopy`, where going round is a draw"
            }
            FaultKind::Growth { .. } => {
                "play must end: let the right side be no longer than the left, or use up a cell with each move"
            }
            FaultKind::Overflow => "use smaller numbers, or guard the option with `if`",
            FaultKind::TooLarge { .. } => "guard the option with `if`",
            FaultKind::DivisionByZero => {
                "guard the expression with `if`; a divisor that `where` brings in begins at 0 unless told, as by `1 <= d`"
            }
            FaultKind::Undefined { .. } => "guard the expression with `if`",
            FaultKind::Unbounded { .. } => {
                "add a condition that bounds it, or let the name run through a finite set"
            }
            FaultKind::EndlessWalk => "give the range a right end, or take the `if` out",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_short() {
        let long = "1".repeat(3000);
        let kind = FaultKind::NotSmaller { position: long.clone(), option: long.clone() };
        let fault = Fault { position: long, kind, span: None };
        assert!(fault.to_string().len() < 250, "{fault}");
        let round = |length: usize| {
            let mut positions: Vec<String> = (0..length).map(|n| n.to_string()).collect();
            positions.push("0".to_owned());
            FaultKind::Cycle { positions }.to_string()
        };
        let empty = FaultKind::Cycle { positions: vec![String::new(), String::new()] };
        let empty = Fault { position: String::new(), kind: empty, span: None };
        let said = "play can go round in a circle: the empty row -> the empty row, at the empty row";
        assert_eq!(empty.to_string(), said);
        assert_eq!(round(2), "play can go round in a circle: 0 -> 1 -> 0");
        assert!(round(9).ends_with("-> 8 -> 0"), "{}", round(9));
        assert!(round(10).ends_with("-> 9 -> 0"), "{}", round(10));
        assert!(round(11).ends_with("-> 9 -> ... (1 more) -> 0"), "{}", round(11));
        assert!(round(1000).ends_with("-> 9 -> ... (990 more) -> 0"), "{}", round(1000));
    }
}
