//! The operators between two operands, and how strongly they hold them.

use super::super::ast::{BinaryOp, CompareOp};
use super::super::lex::TokenKind;
use super::super::words::Word;
use super::Parser;

/// How strongly an operator holds its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// Of formulas only.
    Iff,
    /// Of formulas only.
    Implies,
    Or,
    And,
    Not,
    Compare,
    In,
    Without,
    Range,
    Xor,
    Shift,
    Add,
    Mul,
    Unary,
    Pow,
}

impl Strength {
    /// The next stronger one; the strongest stays.
    pub(super) const fn stronger(self) -> Strength {
        match self {
            Strength::Iff => Strength::Implies,
            Strength::Implies => Strength::Or,
            Strength::Or => Strength::And,
            Strength::And => Strength::Not,
            Strength::Not => Strength::Compare,
            Strength::Compare => Strength::In,
            Strength::In => Strength::Without,
            Strength::Without => Strength::Range,
            Strength::Range => Strength::Xor,
            Strength::Xor => Strength::Shift,
            Strength::Shift => Strength::Add,
            Strength::Add => Strength::Mul,
            Strength::Mul => Strength::Unary,
            Strength::Unary | Strength::Pow => Strength::Pow,
        }
    }
}

/// An operator between two operands.
#[derive(Clone, Copy)]
pub(super) enum Infix {
    Binary(BinaryOp, Strength),
    Compare(CompareOp),
    In,
    NotIn,
    Range,
}

impl Infix {
    /// How strongly it holds.
    pub(super) const fn strength(self) -> Strength {
        match self {
            Infix::Binary(_, strength) => strength,
            Infix::Compare(_) => Strength::Compare,
            Infix::In | Infix::NotIn => Strength::In,
            Infix::Range => Strength::Range,
        }
    }
}

impl Parser<'_> {
    /// How strong an operator of a whole expression must be.
    pub(super) const fn loosest(&self) -> Strength {
        if self.formula { Strength::Iff } else { Strength::Or }
    }

    /// The operator that is next. Refused forms are reported when they are
    /// taken, in [`Parser::operation`].
    pub(super) fn infix(&self) -> Option<Infix> {
        use Infix::{Binary, Compare};
        Some(match self.peek() {
            TokenKind::Word(Word::Or) => Binary(BinaryOp::Or, Strength::Or),
            TokenKind::Word(Word::And) => Binary(BinaryOp::And, Strength::And),
            TokenKind::Word(Word::In) => Infix::In,
            TokenKind::Word(Word::Not) if self.peek_at(1) == TokenKind::Word(Word::In) => Infix::NotIn,
            TokenKind::Word(Word::Xor) => Binary(BinaryOp::Xor, Strength::Xor),
            TokenKind::Eq | TokenKind::Assign => Compare(CompareOp::Eq),
            TokenKind::Ne => Compare(CompareOp::Ne),
            TokenKind::Lt => Compare(CompareOp::Lt),
            TokenKind::Le => Compare(CompareOp::Le),
            TokenKind::Gt => Compare(CompareOp::Gt),
            TokenKind::Ge => Compare(CompareOp::Ge),
            TokenKind::Backslash => Binary(BinaryOp::Without, Strength::Without),
            TokenKind::DotDot => Infix::Range,
            TokenKind::ShiftLeft => Binary(BinaryOp::ShiftLeft, Strength::Shift),
            TokenKind::ShiftRight => Binary(BinaryOp::ShiftRight, Strength::Shift),
            TokenKind::Plus => Binary(BinaryOp::Add, Strength::Add),
            TokenKind::Minus => Binary(BinaryOp::Sub, Strength::Add),
            TokenKind::Star => Binary(BinaryOp::Mul, Strength::Mul),
            TokenKind::Slash => Binary(BinaryOp::Div, Strength::Mul),
            TokenKind::Percent => Binary(BinaryOp::Rem, Strength::Mul),
            TokenKind::StarStar => Binary(BinaryOp::Pow, Strength::Pow),
            TokenKind::Name => match self.slice() {
                "div" => Binary(BinaryOp::Div, Strength::Mul),
                "mod" => Binary(BinaryOp::Rem, Strength::Mul),
                "implies" if self.formula => Binary(BinaryOp::Implies, Strength::Implies),
                "iff" if self.formula => Binary(BinaryOp::Iff, Strength::Iff),
                _ => return None,
            },
            _ => return None,
        })
    }
}
