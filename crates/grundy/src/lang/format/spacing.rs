//! Where blanks stand between the tokens of a line.

use super::super::lex::{Bracket, TokenKind};
use super::super::words::Word;
use super::comments::Piece;

/// Sets the blank before each token of a header or a clause.
pub(super) fn space(pieces: &mut [Piece<'_>]) {
    let row = pieces.first().is_some_and(|first| first.kind == TokenKind::Word(Word::Row));
    let tight = if row { vec![false; pieces.len()] } else { tight_operators(pieces) };
    let mut sign = false;
    for index in 1..pieces.len() {
        let (before, after) = pieces.split_at(index);
        let (Some(last), Some(next)) = (before.last(), after.first()) else { continue };
        let after_sign = sign;
        sign = next.kind == TokenKind::Minus && !last.ends_operand();
        let blank = if row {
            next.kind != TokenKind::Star && last.kind != TokenKind::Bang
        } else if next.kind == TokenKind::Minus && last.kind == TokenKind::Minus {
            // Two signs in a row look like one of another language.
            true
        } else {
            let after_tight = after_sign || tight[index - 1];
            !(after_tight || tight[index] || holds(last, next))
        };
        if let Some(piece) = pieces.get_mut(index) {
            piece.blank = blank;
        }
    }
}

/// Whether no blank stands between these two, whatever stands around them.
fn holds(last: &Piece<'_>, next: &Piece<'_>) -> bool {
    match (last.kind, next.kind) {
        (TokenKind::Open(_), _) | (_, TokenKind::Close(_) | TokenKind::Comma | TokenKind::Semicolon) => true,
        (_, TokenKind::DotDot | TokenKind::StarStar) | (TokenKind::StarStar, _) => true,
        (TokenKind::DotDot, TokenKind::Int(_) | TokenKind::Name | TokenKind::Minus | TokenKind::Open(_)) => {
            true
        }
        _ => next.continues_operand(last),
    }
}

/// Operators between numbers that stand beside each other without brackets, and
/// what they stand in.
#[derive(Default)]
struct Segment {
    /// Their places and how strongly they hold.
    operators: Vec<(usize, u8)>,
    /// Whether this is an end of a range or an index.
    narrow: bool,
    /// Whether the whole bracket is an index.
    index: bool,
}

impl Segment {
    /// Marks the operators that have no blanks: all where it is narrow, else
    /// those that are stronger than another.
    fn end(&mut self, tight: &mut [bool]) {
        let loosest = self.operators.iter().map(|&(_, strength)| strength).min();
        for &(at, strength) in &self.operators {
            if self.narrow || self.index || Some(strength) > loosest {
                tight[at] = true;
            }
        }
        self.operators.clear();
        self.narrow = false;
    }
}

/// Which tokens are operators without blanks around them.
fn tight_operators(pieces: &[Piece<'_>]) -> Vec<bool> {
    let mut tight = vec![false; pieces.len()];
    let mut outer: Vec<Segment> = Vec::new();
    let mut segment = Segment::default();
    let mut last: Option<&Piece<'_>> = None;
    for (at, piece) in pieces.iter().enumerate() {
        match piece.kind {
            TokenKind::Open(bracket) => {
                let index =
                    bracket == Bracket::Square && last.is_some_and(|last| piece.continues_operand(last));
                outer.push(std::mem::replace(&mut segment, Segment { index, ..Segment::default() }));
            }
            TokenKind::Close(_) => {
                segment.end(&mut tight);
                segment = outer.pop().unwrap_or_default();
            }
            TokenKind::DotDot => {
                segment.narrow = true;
                segment.end(&mut tight);
                segment.narrow = true;
            }
            TokenKind::Minus if !last.is_some_and(Piece::ends_operand) => {}
            // A word never stands without blanks, but what is stronger does.
            TokenKind::Word(Word::Xor) => segment.operators.push((at, 0)),
            TokenKind::ShiftLeft | TokenKind::ShiftRight => segment.operators.push((at, 1)),
            TokenKind::Plus | TokenKind::Minus => segment.operators.push((at, 2)),
            TokenKind::Star | TokenKind::Slash | TokenKind::Percent => segment.operators.push((at, 3)),
            TokenKind::Int(_)
            | TokenKind::Name
            | TokenKind::StarStar
            | TokenKind::Word(Word::True | Word::False) => {}
            _ => segment.end(&mut tight),
        }
        last = Some(piece);
    }
    segment.end(&mut tight);
    for (tight, piece) in tight.iter_mut().zip(pieces) {
        *tight &= piece.kind != TokenKind::Word(Word::Xor);
    }
    tight
}
