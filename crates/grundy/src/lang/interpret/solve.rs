//! `where`: the integers >= 0 that satisfy linear conditions.

use super::int;
use super::machine::{Break, Machine, ON, Walk, at};
use super::number::{Number, Outcome};
use crate::lang::ir::{Linear, Relation, Slot};
use crate::ruleset::{FaultKind, Span};

/// Binds `slot` to every integer >= 0 that satisfies the conditions, ascending,
/// and calls `then`.
///
/// A condition with other names, which are >= 0 but not yet known, is taken as
/// far as the signs of their factors tell: `x + y == n` says `x <= n` of x.
pub(super) fn solve<'a, N: Number>(
    m: &mut Machine<'a, N>,
    slot: Slot,
    conditions: &[Linear],
    span: &Span,
    then: &mut dyn FnMut(&mut Machine<'a, N>) -> Walk,
) -> Walk {
    let mut bounds = Bounds { least: N::from_i128(0), most: None, empty: false };
    for condition in conditions {
        restrict(m, condition, &mut bounds, span)?;
    }
    if bounds.empty {
        return ON;
    }
    let Some(most) = bounds.most else {
        let name = m.names.get(slot.0).cloned().unwrap_or_default();
        return Err(Break::fault(FaultKind::Unbounded { name }, span));
    };
    let mut number = bounds.least;
    while number <= most {
        m.step()?;
        m.bind(slot, &number);
        if then(m)?.is_break() {
            return super::machine::DONE;
        }
        if number == most {
            break;
        }
        at(number.increment(), span)?;
    }
    ON
}

/// What is known of the name.
struct Bounds<N> {
    least: N,
    most: Option<N>,
    empty: bool,
}

impl<N: Number> Bounds<N> {
    fn at_least(&mut self, bound: N) {
        if bound > self.least {
            self.least = bound;
        }
    }

    fn at_most(&mut self, bound: N) {
        if self.most.as_ref().is_none_or(|most| bound < *most) {
            self.most = Some(bound);
        }
    }
}

/// Takes one condition into the bounds.
fn restrict<N: Number>(
    m: &mut Machine<'_, N>,
    condition: &Linear,
    bounds: &mut Bounds<N>,
    span: &Span,
) -> Result<(), Break> {
    let factor = int::value(m, &condition.factor)?;
    let rest = int::value(m, &condition.rest)?;
    // The signs of the other factors: what the other names can add.
    let (mut up, mut down) = (false, false);
    for (other, _) in &condition.others {
        let other = int::value(m, other)?;
        down |= other.is_negative();
        up |= !other.is_negative() && !other.is_zero();
    }
    let known = match (condition.relation, up, down) {
        // The others can make up for anything.
        (Relation::AtMostZero, _, true) | (Relation::Zero, true, true) => return Ok(()),
        (Relation::AtMostZero, _, false) | (Relation::Zero, true, false) => {
            at_most_zero(&factor, &rest, bounds)
        }
        (Relation::Zero, false, true) => {
            // factor * x + rest >= 0
            match (factor.neg(), rest.neg()) {
                (Ok(factor), Ok(rest)) => at_most_zero(&factor, &rest, bounds),
                (Err(failure), _) | (_, Err(failure)) => Err(failure),
            }
        }
        (Relation::Zero, false, false) => zero(&factor, &rest, bounds),
    };
    at(known, span)
}

/// `factor * x + rest <= 0`
fn at_most_zero<N: Number>(factor: &N, rest: &N, bounds: &mut Bounds<N>) -> Outcome<()> {
    if factor.is_zero() {
        bounds.empty |= *rest > N::from_i128(0);
    } else if factor.is_negative() {
        // x >= rest / -factor, rounded up: the floor of rest / factor, negated.
        bounds.at_least(rest.div(factor)?.neg()?);
    } else {
        bounds.at_most(rest.neg()?.div(factor)?);
    }
    Ok(())
}

/// `factor * x + rest == 0`
fn zero<N: Number>(factor: &N, rest: &N, bounds: &mut Bounds<N>) -> Outcome<()> {
    if factor.is_zero() {
        bounds.empty |= !rest.is_zero();
    } else if rest.rem(factor)?.is_zero() {
        let root = rest.div(factor)?.neg()?;
        bounds.at_most(root.clone());
        bounds.empty |= root.is_negative();
        bounds.at_least(root);
    } else {
        bounds.empty = true;
    }
    Ok(())
}
