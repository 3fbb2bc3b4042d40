//! From row clauses to a [`RowRule`].

use crate::lang::ast::{Cell, CellKind, Clause, ClauseKind};
use crate::lang::diagnostic::Diagnostic;
use crate::ruleset::{RowClause, RowItem, RowPlace, RowRule};

/// The rule that these clauses say.
///
/// # Errors
///
/// Everything that is wrong with the clauses, each at the item that offends. A
/// clause that is not of rows is an error too: a rule is of one kind.
pub(in crate::lang) fn row_rule(clauses: &[Clause]) -> Result<RowRule, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let mut lowered = Vec::new();
    for clause in clauses {
        let ClauseKind::Row { left, right } = &clause.kind else {
            let message = "this clause is not of rows, but the rule is";
            let error = Diagnostic::error(clause.span.clone(), message);
            diagnostics.push(error.with_cure("write every clause with `row`"));
            continue;
        };
        let alternatives = right.iter().map(|alternative| items(&alternative.cells)).collect();
        match RowClause::new(items(left), alternatives) {
            Ok(clause) => lowered.push(clause),
            Err(errors) => diagnostics.extend(errors.into_iter().map(|error| {
                let cell = match error.place {
                    RowPlace::Left(item) => left.get(item),
                    RowPlace::Right { alternative, item } => {
                        right.get(alternative).and_then(|alternative| alternative.cells.get(item))
                    }
                };
                let span = cell.map_or_else(|| clause.span.clone(), |cell| cell.span.clone());
                Diagnostic::error(span, error.to_string()).with_cure(error.kind.cure())
            })),
        }
    }
    let rule = RowRule::new(lowered);
    if diagnostics.is_empty() && rule.cells().is_empty() {
        let span = clauses.first().map_or(0..0, |clause| clause.span.clone());
        let error = Diagnostic::error(span, "this rule names no cell, so there is no row to play on");
        diagnostics.push(error.with_cure("name at least one cell, as in `row 1 0 -> 0 1`"));
    }
    if diagnostics.is_empty() { Ok(rule) } else { Err(diagnostics) }
}

fn items(cells: &[Cell]) -> Vec<RowItem> {
    cells
        .iter()
        .map(|cell| match cell.kind {
            CellKind::Exactly(cell) => RowItem::Exactly(cell),
            CellKind::Run(cell) => RowItem::Run(cell),
            CellKind::Any => RowItem::Any,
            CellKind::Not(cell) => RowItem::Not(cell),
            CellKind::LeftEnd => RowItem::LeftEnd,
            CellKind::RightEnd => RowItem::RightEnd,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::ast::RowAlternative;
    use crate::ruleset::Staircase;

    /// A clause whose items stand one after the other, item i at i..i + 1.
    fn clause(left: &[CellKind], right: &[&[CellKind]]) -> Clause {
        let mut place = 0;
        let mut cells = |kinds: &[CellKind]| -> Vec<Cell> {
            let cell = |kind: &CellKind| {
                place += 1;
                Cell { kind: *kind, span: place - 1..place }
            };
            kinds.iter().map(cell).collect()
        };
        let left = cells(left);
        let right = right.iter().map(|kinds| RowAlternative { cells: cells(kinds), span: 0..0 }).collect();
        Clause { kind: ClauseKind::Row { left, right }, span: 0..place }
    }

    use CellKind::{Any, Exactly, LeftEnd, Not, RightEnd, Run};

    #[test]
    fn clauses_become_a_rule() {
        let (one, run, zero) = (Exactly(b'1'), Run(b'1'), Exactly(b'0'));
        let rule = row_rule(&[clause(&[one, run, zero], &[&[zero, run, one]])]).unwrap();
        assert_eq!(rule.cells(), b"01");
        assert!(Staircase::from_rule(&rule).is_some());
        let items = [LeftEnd, Any, Not(b'x'), RightEnd];
        let rule = row_rule(&[clause(&items, &[&items, &[]])]).unwrap();
        let left = [RowItem::LeftEnd, RowItem::Any, RowItem::Not(b'x'), RowItem::RightEnd];
        assert_eq!(rule.clauses()[0].left(), left);
    }

    #[test]
    fn all_errors_are_reported_at_their_items() {
        let bad = clause(&[Exactly(b'1'), LeftEnd], &[&[Run(b'1')], &[Any, Not(b'0')]]);
        let diagnostics = row_rule(&[bad.clone(), bad]).unwrap_err();
        let places: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.span.clone()).collect();
        assert_eq!(places, [1..2, 2..3, 3..4, 4..5, 1..2, 2..3, 3..4, 4..5]);
        assert_eq!(diagnostics[1].message, "there is no run on the left that this run could repeat");
        assert_eq!(diagnostics[1].cure.as_deref(), Some("take it out, or write another run on the left"));
    }
}
