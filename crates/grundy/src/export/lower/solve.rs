//! `where`: a name bound by linear conditions.
//!
//! Where the factors are known the bounds are worked out here; else the support
//! library finds them from the factors at run time, by the interpreter's rules.

use super::linear::Sum;
use super::{Binding, Lower, Lowered, unsupported};
use crate::export::code::{Expr, Op, Walk};
use crate::lang::ir::{Compare, Int, IntKind, Linear, Relation, Slot};

/// What the conditions say of the name.
#[derive(Default)]
struct Bounds {
    /// It is this number.
    exact: Option<Expr>,
    /// It is at least these, each of them at least the number beside it if that is known.
    least: Vec<(Expr, Option<i128>)>,
    /// It is at most these.
    most: Vec<Expr>,
    /// What must hold whatever it is.
    filters: Vec<Expr>,
    /// Its bound as a number of the rule, if there is one bound from above.
    upper: Option<Int>,
}

impl Lower<'_> {
    /// The loop that binds `slot` to the integers >= 0 that satisfy `conditions`.
    pub(super) fn solve(&mut self, slot: Slot, conditions: &[Linear]) -> Lowered<Vec<Walk>> {
        // Before the number itself is read, what it is made of must have a value.
        let mut walk = Vec::new();
        let mut values = Vec::new();
        for condition in conditions {
            values.extend(self.value_conditions(&condition.factor)?);
            values.extend(self.value_conditions(&condition.rest)?);
            for (factor, _) in &condition.others {
                values.extend(self.value_conditions(factor)?);
            }
        }
        walk.push(Walk::Filter(Expr::all(values)));
        let known = |condition: &Linear| {
            self.known(&condition.factor).is_some()
                && condition.others.iter().all(|(factor, _)| self.known(factor).is_some())
        };
        if conditions.iter().all(known) {
            walk.extend(self.solve_known(slot, conditions)?);
        } else {
            walk.push(self.solve_unknown(slot, conditions)?);
        }
        walk.retain(|step| !matches!(step, Walk::Filter(Expr::Bool(true))));
        Ok(walk)
    }

    fn solve_known(&mut self, slot: Slot, conditions: &[Linear]) -> Lowered<Vec<Walk>> {
        let mut bounds = Bounds::default();
        for condition in conditions {
            self.restrict(condition, &mut bounds)?;
        }
        let name = self.name_of(slot, "x");
        let var = || Expr::Var(name.clone());
        let mut walk: Vec<Walk> = bounds.filters.into_iter().map(Walk::Filter).collect();
        let mut least = Vec::new();
        let mut low = 0;
        // What the bounds that depend on the position say by themselves.
        let mut said = i128::MIN;
        for (bound, known) in bounds.least {
            match bound {
                Expr::Int(value) => low = low.max(value),
                other => {
                    said = said.max(known.unwrap_or(i128::MIN));
                    least.push(other);
                }
            }
        }
        let needed = (said < low).then_some(Expr::Int(low));
        let low = low.max(said);
        match bounds.exact {
            Some(value) => {
                walk.push(Walk::Let(name.clone(), value));
                let all_least = needed.into_iter().chain(least);
                let mut inside: Vec<Expr> =
                    all_least.map(|bound| Expr::compare(Compare::Ge, var(), bound)).collect();
                inside.extend(bounds.most.into_iter().map(|bound| Expr::compare(Compare::Le, var(), bound)));
                walk.push(Walk::Filter(Expr::all(inside)));
            }
            None => {
                let mut at_most = bounds.most;
                if at_most.is_empty() {
                    return unsupported("a `where` that does not bound a name at every position");
                }
                let to = if at_most.len() == 1 { at_most.remove(0) } else { Expr::Call("min", at_most) };
                let mut all_least: Vec<Expr> = needed.into_iter().chain(least).collect();
                let from =
                    if all_least.len() == 1 { all_least.remove(0) } else { Expr::Call("max", all_least) };
                walk.push(Walk::Range(name.clone(), from, to));
            }
        }
        let value = var();
        self.bind(slot, Binding { value, low: Some(low), upper: bounds.upper });
        Ok(walk)
    }

    /// Takes one condition into the bounds.
    fn restrict(&mut self, condition: &Linear, bounds: &mut Bounds) -> Lowered<()> {
        let signs: Vec<i128> =
            condition.others.iter().filter_map(|(factor, _)| self.known(factor)).map(i128::signum).collect();
        let (up, down) = (signs.contains(&1), signs.contains(&-1));
        let factor = self.known(&condition.factor).unwrap_or(0);
        match (condition.relation, up, down) {
            // The other names can make up for anything.
            (Relation::AtMostZero, _, true) | (Relation::Zero, true, true) => Ok(()),
            (Relation::AtMostZero, _, false) | (Relation::Zero, true, false) => {
                self.at_most_zero(factor, &condition.rest, 1, bounds)
            }
            (Relation::Zero, false, true) => {
                self.at_most_zero(factor.saturating_neg(), &condition.rest, -1, bounds)
            }
            (Relation::Zero, false, false) => {
                let root = Sum::of(self, &condition.rest, if factor > 0 { -1 } else { 1 })?.into_expr();
                let divisor = factor.saturating_abs();
                let value = match divisor {
                    0 => {
                        bounds.filters.push(Expr::compare(Compare::Eq, root, Expr::Int(0)));
                        return Ok(());
                    }
                    1 => root,
                    _ => {
                        let rest = Expr::Call("floor_mod", vec![root.clone(), Expr::Int(divisor)]);
                        bounds.filters.push(Expr::compare(Compare::Eq, rest, Expr::Int(0)));
                        Expr::Call("floor_div", vec![root, Expr::Int(divisor)])
                    }
                };
                match &bounds.exact {
                    Some(exact) => bounds.filters.push(Expr::compare(Compare::Eq, exact.clone(), value)),
                    None => bounds.exact = Some(value),
                }
                Ok(())
            }
        }
    }

    /// `factor * name + sign * rest <= 0`
    fn at_most_zero(&mut self, factor: i128, rest: &Int, sign: i128, bounds: &mut Bounds) -> Lowered<()> {
        match factor.signum() {
            0 => {
                let rest = Sum::of(self, rest, sign)?.into_expr();
                bounds.filters.push(Expr::compare(Compare::Le, rest, Expr::Int(0)));
            }
            1 => {
                let negated = Sum::of(self, rest, -sign)?.into_expr();
                if factor == 1 && bounds.most.is_empty() {
                    bounds.upper = Some(as_number(rest, -sign));
                }
                bounds.most.push(divided(negated, factor));
            }
            _ => {
                // name >= rest / -factor, rounded up.
                let divisor = factor.saturating_neg();
                let known = if sign == 1 && divisor == 1 { self.low(rest) } else { None };
                let rest = Sum::of(self, rest, sign)?.into_expr();
                let bound = match divisor {
                    1 => rest,
                    _ => divided(Expr::binary(Op::Add, rest, Expr::Int(divisor - 1)), divisor),
                };
                bounds.least.push((bound, known));
            }
        }
        Ok(())
    }

    /// The loop whose bounds the support library finds.
    fn solve_unknown(&mut self, slot: Slot, conditions: &[Linear]) -> Lowered<Walk> {
        let mut rows = Vec::new();
        for condition in conditions {
            let factor = self.int(&condition.factor)?;
            let rest = self.int(&condition.rest)?;
            let (mut up, mut down) = (Vec::new(), Vec::new());
            for (other, _) in &condition.others {
                let other = self.int(other)?;
                up.push(Expr::compare(Compare::Gt, other.clone(), Expr::Int(0)));
                down.push(Expr::compare(Compare::Lt, other, Expr::Int(0)));
            }
            let counted = |condition: Expr| match settled(condition) {
                Expr::Bool(value) => Expr::Int(i128::from(value)),
                other => Expr::Select(Box::new(other), Box::new(Expr::Int(1)), Box::new(Expr::Int(0))),
            };
            let zero = Expr::Int(i128::from(condition.relation == Relation::Zero));
            let (up, down) = (counted(Expr::any(up)), counted(Expr::any(down)));
            rows.push(crate::export::code::Part::One(None, Expr::Tuple(vec![factor, rest, zero, up, down])));
        }
        let name = self.name_of(slot, "x");
        self.bind(slot, Binding { value: Expr::Var(name.clone()), low: Some(0), upper: None });
        Ok(Walk::Each(vec![name], Expr::ListCall("solve", vec![Expr::List(rows, 5)])))
    }
}

/// Comparisons of constants, worked out.
fn settled(expr: Expr) -> Expr {
    let settle = |parts: Vec<Expr>| parts.into_iter().map(settled).collect();
    match expr {
        Expr::Any(parts) => Expr::any(settle(parts)),
        Expr::Compare(comparison, left, right) => match (comparison, left.as_ref(), right.as_ref()) {
            (Compare::Gt, Expr::Int(a), Expr::Int(b)) => Expr::Bool(a > b),
            (Compare::Lt, Expr::Int(a), Expr::Int(b)) => Expr::Bool(a < b),
            _ => Expr::Compare(comparison, left, right),
        },
        other => other,
    }
}

fn divided(number: Expr, divisor: i128) -> Expr {
    match (divisor, &number) {
        (1, _) => number,
        (_, Expr::Int(value)) => Expr::Int(value.div_euclid(divisor)),
        _ => Expr::Call("floor_div", vec![number, Expr::Int(divisor)]),
    }
}

/// `sign * number` as a number of the rule, for what is known of bounds.
fn as_number(number: &Int, sign: i128) -> Int {
    match (&number.kind, sign) {
        (_, 1) => number.clone(),
        (IntKind::Neg(inner), _) => inner.as_ref().clone(),
        _ => Int { kind: IntKind::Neg(Box::new(number.clone())), span: number.span.clone() },
    }
}
