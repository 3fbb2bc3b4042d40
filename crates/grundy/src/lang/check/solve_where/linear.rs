//! What a comparison says of the new names, if it is linear in them.

use super::mentions;
use crate::lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, UnaryOp};
use crate::lang::check::Checker;
use crate::lang::ir::{Int, IntKind, IntOp, Relation};

/// `rest + the sum of factor * name, relation 0`.
#[derive(Clone)]
pub(super) struct LinearForm {
    pub(super) terms: Vec<(String, Int)>,
    pub(super) rest: Int,
    pub(super) relation: Relation,
}

impl Checker {
    /// What a comparison says of the unknown names, if it is linear in them.
    pub(super) fn linear_condition(&mut self, expr: &Expr, names: &[String]) -> Option<LinearForm> {
        let ExprKind::Compare(left, rest) = &expr.kind else { return None };
        let [(op, right)] = rest.as_slice() else { return None };
        if names.is_empty() || *op == CompareOp::Ne {
            return None;
        }
        let (left, right) = (self.linear(left, names)?, self.linear(right, names)?);
        let (less, more, strict, relation) = match op {
            CompareOp::Eq => (left, right, false, Relation::Zero),
            CompareOp::Le => (left, right, false, Relation::AtMostZero),
            CompareOp::Lt => (left, right, true, Relation::AtMostZero),
            CompareOp::Ge => (right, left, false, Relation::AtMostZero),
            CompareOp::Gt => (right, left, true, Relation::AtMostZero),
            CompareOp::Ne => return None,
        };
        let mut form = less;
        for (term, factor) in more.0 {
            add_term(&mut form.0, term, negated(factor));
        }
        let mut rest = sum(form.1, negated(more.1));
        if strict {
            let one = Int { kind: IntKind::Const(1), span: rest.span.clone() };
            rest = sum(rest, one);
        }
        // Terms that cancel do not count.
        form.0.retain(|(_, factor)| self.constant(factor) != Some(0));
        Some(LinearForm { terms: form.0, rest, relation })
    }

    /// An expression as a linear form in the names.
    fn linear(&mut self, expr: &Expr, names: &[String]) -> Option<(Vec<(String, Int)>, Int)> {
        let constant = |value| Int { kind: IntKind::Const(value), span: expr.span.clone() };
        if !names.iter().any(|name| mentions(expr, name)) {
            return Some((Vec::new(), self.number(expr)?));
        }
        match &expr.kind {
            ExprKind::Name(name) => Some((vec![(name.clone(), constant(1))], constant(0))),
            ExprKind::Unary(UnaryOp::Neg, operand) => {
                let (terms, rest) = self.linear(operand, names)?;
                Some((
                    terms.into_iter().map(|(term, factor)| (term, negated(factor))).collect(),
                    negated(rest),
                ))
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), _, left, right) => {
                let (mut terms, rest) = self.linear(left, names)?;
                let (others, other_rest) = self.linear(right, names)?;
                let signed = |int| if *op == BinaryOp::Sub { negated(int) } else { int };
                for (term, factor) in others {
                    add_term(&mut terms, term, signed(factor));
                }
                Some((terms, sum(rest, signed(other_rest))))
            }
            ExprKind::Binary(BinaryOp::Mul, _, left, right) => {
                let ((left_terms, left_rest), (right_terms, right_rest)) =
                    (self.linear(left, names)?, self.linear(right, names)?);
                let (terms, rest, factor) = if left_terms.is_empty() {
                    (right_terms, right_rest, left_rest)
                } else if right_terms.is_empty() {
                    (left_terms, left_rest, right_rest)
                } else {
                    return None;
                };
                let scaled = |int| product(factor.clone(), int);
                Some((terms.into_iter().map(|(term, int)| (term, scaled(int))).collect(), scaled(rest)))
            }
            _ => None,
        }
    }

    /// Whether the condition may bound the name from above, all names being
    /// at least 0: its factor is positive and no other unknown name can be subtracted.
    /// A factor whose sign is not known yet may do.
    pub(super) fn bounds(&self, form: &LinearForm, name: &str) -> bool {
        let signed = |sign: i128| {
            form.terms.iter().all(|(term, factor)| match self.constant(factor) {
                Some(value) if term == name => value.signum() == sign,
                Some(value) => value.signum() != -sign,
                None => true,
            })
        };
        signed(1) || (form.relation == Relation::Zero && signed(-1))
    }
}

fn add_term(terms: &mut Vec<(String, Int)>, term: String, factor: Int) {
    match terms.iter_mut().find(|(other, _)| *other == term) {
        Some((_, old)) => *old = sum(old.clone(), factor),
        None => terms.push((term, factor)),
    }
}

fn negated(int: Int) -> Int {
    let span = int.span.clone();
    match int.kind {
        IntKind::Const(value) if value != i128::MIN => Int { kind: IntKind::Const(-value), span },
        IntKind::Neg(inner) => *inner,
        _ => Int { kind: IntKind::Neg(Box::new(int)), span },
    }
}

fn sum(left: Int, right: Int) -> Int {
    binary(IntOp::Add, i128::checked_add, left, right)
}

fn product(left: Int, right: Int) -> Int {
    binary(IntOp::Mul, i128::checked_mul, left, right)
}

fn binary(op: IntOp, fold: fn(i128, i128) -> Option<i128>, left: Int, right: Int) -> Int {
    let span = left.span.clone();
    if let (IntKind::Const(a), IntKind::Const(b)) = (&left.kind, &right.kind)
        && let Some(value) = fold(*a, *b)
    {
        return Int { kind: IntKind::Const(value), span };
    }
    let neutral = if op == IntOp::Add { 0 } else { 1 };
    if left.kind == IntKind::Const(neutral) {
        return right;
    }
    if right.kind == IntKind::Const(neutral) {
        return left;
    }
    Int { kind: IntKind::Binary(op, Box::new(left), Box::new(right)), span }
}
