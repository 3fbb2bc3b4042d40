//! Formulas: conditions with `forall`, `exists`, `implies` and `iff`.

use super::Checker;
use crate::lang::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::lang::ir::Statement;

impl Checker {
    /// Checks an expression as a formula.
    pub(in crate::lang) fn statement(&mut self, expr: &Expr) -> Option<Statement> {
        Some(match &expr.kind {
            ExprKind::Quantified(quantifier, names, body) => {
                let mark = self.scope.mark();
                let slots: Vec<_> =
                    names.iter().map(|name| Some((name.text.clone(), self.bind(name)?))).collect();
                let body = self.statement(body);
                self.scope.release(mark);
                self.scope.forget_former();
                let slots = slots.into_iter().collect::<Option<Vec<_>>>()?;
                Statement::Quantified(*quantifier, slots, Box::new(body?))
            }
            ExprKind::Unary(UnaryOp::Not, operand) => Statement::Not(Box::new(self.statement(operand)?)),
            ExprKind::Binary(op, _, left, right) => {
                let join = match op {
                    BinaryOp::And => Statement::And,
                    BinaryOp::Or => Statement::Or,
                    BinaryOp::Implies => Statement::Implies,
                    BinaryOp::Iff => Statement::Iff,
                    _ => return self.condition(expr).map(Statement::Holds),
                };
                let (left, right) = (self.statement(left), self.statement(right));
                join(Box::new(left?), Box::new(right?))
            }
            _ => Statement::Holds(self.condition(expr)?),
        })
    }
}
