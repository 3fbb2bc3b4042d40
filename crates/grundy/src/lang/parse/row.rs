//! Row clauses: `row 1 1* 0 -> 0 1* 1`.

use super::super::ast::{Cell, CellKind, ClauseKind, RowAlternative};
use super::super::lex::TokenKind;
use super::{Failed, Parser};

impl Parser<'_> {
    /// The clause from `row` on, which has an arrow; `None` if its left side
    /// could not be read. A right side that could not be read is left out.
    pub(super) fn row(&mut self) -> Option<ClauseKind> {
        self.bump();
        let left = self.cells(false);
        while !matches!(self.peek(), TokenKind::Arrow | TokenKind::Separator | TokenKind::End) {
            self.bump();
        }
        self.bump();
        let mut right = Vec::new();
        loop {
            let start = self.span().start.min(self.last_end());
            match self.cells(true) {
                Ok(cells) => {
                    let span = match (cells.first(), cells.last()) {
                        (Some(first), Some(last)) => first.span.start..last.span.end,
                        _ => start..start,
                    };
                    right.push(RowAlternative { cells, span });
                }
                Err(Failed) => self.skip_alternative(),
            }
            if !self.eat(TokenKind::Pipe) {
                break;
            }
        }
        Some(ClauseKind::Row { left: left.ok()?, right })
    }

    /// Cells of the left side up to `->`, or of a right side up to `|` or the end
    /// of the clause.
    fn cells(&mut self, right: bool) -> Result<Vec<Cell>, Failed> {
        let mut cells = Vec::new();
        loop {
            let span = self.span();
            let kind = match self.peek() {
                TokenKind::Cell(cell) => {
                    if self.peek_at(1) == TokenKind::Star {
                        self.bump();
                        CellKind::Run(cell)
                    } else {
                        CellKind::Exactly(cell)
                    }
                }
                TokenKind::Bang => match self.peek_at(1) {
                    TokenKind::Cell(cell) => {
                        self.bump();
                        if self.peek_at(1) == TokenKind::Star {
                            self.bump();
                            return Err(
                                self.fail("`!c` stands for one cell and has no run", "take the `*` out")
                            );
                        }
                        CellKind::Not(cell)
                    }
                    _ => {
                        return Err(
                            self.fail("`!` has no cell after it", "write `!c` for a cell that is not c")
                        );
                    }
                },
                TokenKind::Question => CellKind::Any,
                TokenKind::Lt => CellKind::LeftEnd,
                TokenKind::Gt => CellKind::RightEnd,
                TokenKind::Star => {
                    let after = if self.peek_at(1) == TokenKind::Star {
                        "one `*` is enough"
                    } else {
                        "write `c*` for a run of c"
                    };
                    return Err(self.fail("`*` stands after a cell only", after));
                }
                _ if self.row_side_ends(right) => return Ok(cells),
                _ => return Err(self.unexpected_in_row()),
            };
            self.bump();
            cells.push(Cell { kind, span: span.start..self.last_end() });
        }
    }

    /// Whether the left side or, if told so, a right side ends here.
    fn row_side_ends(&self, right: bool) -> bool {
        match self.peek() {
            TokenKind::Separator | TokenKind::End => true,
            TokenKind::Arrow => !right,
            TokenKind::Pipe => right,
            _ => false,
        }
    }

    fn unexpected_in_row(&mut self) -> Failed {
        match self.peek() {
            TokenKind::Arrow => {
                self.fail("a second `->` in one clause", "part clauses with `;` or a new line")
            }
            TokenKind::Pipe => self.fail("`|` cannot stand before `->`", "write a clause for each left side"),
            _ => {
                let found = self.found();
                self.fail(format!("{found} cannot be a cell"), "a cell is a letter, a digit, `.` or `_`")
            }
        }
    }
}
