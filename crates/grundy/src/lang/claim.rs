//! Claims about the values of a rule: `P == (n % 10 == 0)`.

use super::ast::{CompareOp, Expr, ExprKind};
use super::check::Checker;
use super::diagnostic::{Diagnostic, RuleError, Severity};
use super::interpret::{Parameters, Scope, holds};
use super::ir;
use super::parse::parse_expression;
use crate::ruleset::Halt;
use crate::theory::{Control, Nimber};

/// A condition on `n`, its value `g`, and `P` (the player to move at n loses).
///
/// # Examples
///
/// ```
/// use grundy::{Control, Nimber};
/// use grundy::lang::Claim;
///
/// let claim = Claim::parse("P == (n % 10 == 0)").unwrap();
/// assert_eq!(claim.holds(20, Nimber::ZERO, &Control::default()), Ok(true));
/// assert_eq!(claim.holds(132, Nimber::ZERO, &Control::default()), Ok(false));
/// ```
#[derive(Clone, Debug)]
pub struct Claim {
    text: String,
    condition: ir::Bool,
    slots: Vec<String>,
    /// None: a claim has no `let`.
    parameters: Parameters,
}

impl Claim {
    /// Reads a claim.
    ///
    /// # Errors
    ///
    /// A [`RuleError`] with everything that is wrong with the text.
    pub fn parse(text: &str) -> Result<Claim, RuleError> {
        let (mut expr, mut diagnostics) = parse_expression(text);
        chained_with_p(&expr, &mut diagnostics);
        let mut checker = Checker::of_claim();
        spell_out_p(&mut expr);
        let condition = checker.condition(&expr);
        let slots = checker.scope.take_slots();
        diagnostics.extend(checker.into_diagnostics());
        match condition {
            Some(condition) if !diagnostics.iter().any(|d| d.severity == Severity::Error) => {
                Ok(Claim { text: text.to_owned(), condition, slots, parameters: Parameters::default() })
            }
            _ => Err(RuleError { text: text.to_owned(), diagnostics }),
        }
    }

    /// The text as it was given.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The condition: slot 0 is `n`, slot 1 is `g`.
    pub(crate) fn condition(&self) -> &ir::Bool {
        &self.condition
    }

    /// Whether the claim is true of position `n` with this value.
    ///
    /// # Errors
    ///
    /// [`Halt::Fault`] if the claim breaks there, by a division by zero for
    /// example; [`Halt::Stopped`] if `control` says so.
    pub fn holds(&self, n: u64, value: Nimber, control: &Control) -> Result<bool, Halt> {
        let values = [i128::from(n), i128::from(value.size())];
        let scope = Scope { parameters: &self.parameters, names: &self.slots, values: &values };
        // A condition that has no value does not hold, as after `if`.
        Ok(holds(&self.condition, &scope, control)?.unwrap_or(false))
    }
}

/// Refuses `P == a == b`: comparisons chain, which is not what is meant there.
fn chained_with_p(expr: &Expr, diagnostics: &mut Vec<Diagnostic>) {
    let is_p = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(name) if name == "P");
    let ExprKind::Compare(first, rest) = &expr.kind else { return };
    if rest.len() > 1 && (is_p(first) || rest.iter().any(|(_, expr)| is_p(expr))) {
        let error =
            Diagnostic::error(expr.span.clone(), "comparisons chain: this says that all three are equal");
        diagnostics.push(error.with_cure("put the condition in brackets: `P == (n % 10 == 0)`"));
    }
}

/// Writes `g == 0` for every `P`, which is not a number but a condition.
fn spell_out_p(expr: &mut Expr) {
    let span = expr.span.clone();
    match &mut expr.kind {
        ExprKind::Name(name) if name == "P" => {
            let part = |kind| Expr { kind, span: span.clone() };
            let value = Box::new(part(ExprKind::Name("g".to_owned())));
            expr.kind = ExprKind::Compare(value, vec![(CompareOp::Eq, part(ExprKind::Int(0)))]);
        }
        kind => kind.for_each_child(&mut |child| spell_out_p(child)),
    }
}
