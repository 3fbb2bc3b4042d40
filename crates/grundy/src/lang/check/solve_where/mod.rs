//! `where`: new names, each an integer >= 0, turned into loops with bounds.
//!
//! The names are fixed in the order in which they first stand, the first
//! bounded one first. A condition bounds a name if it is linear in the names
//! still unknown and the signs allow it, all names being >= 0: `a + b == n`
//! bounds `a` by n, and after that `b` exactly. Whether a bound exists may
//! depend on numbers known only at a position; then it is found there.

mod linear;

use linear::LinearForm;

use super::{Checker, Class};
use crate::lang::ast::{BinaryOp, Expr, ExprKind, Name, Qualifier};
use crate::lang::ir::{Linear, Slot, Step};
use crate::ruleset::Span;

/// One condition of a `where`.
struct Condition {
    /// The condition as written, to be used as a filter.
    expr: Expr,
    /// The new names in it.
    names: Vec<String>,
    /// Whether a loop has made sure of it already.
    done: bool,
}

impl Condition {
    /// The new names in it that are still unknown.
    fn unknown<'a>(&'a self, remaining: &'a [String]) -> Vec<String> {
        self.names.iter().filter(|name| remaining.contains(name)).cloned().collect()
    }
}

impl Checker {
    /// The loops and conditions that a `where` stands for. `used` are the
    /// names that stand in the option and in what follows.
    pub(super) fn where_steps(
        &mut self,
        conditions: &[Expr],
        span: &Span,
        used: &[String],
    ) -> Option<Vec<Step>> {
        let before = self.diagnostics.len();
        let mut parts = Vec::new();
        conditions.iter().for_each(|condition| split(condition, &mut parts));
        let new = self.new_names(&parts);
        for name in &new {
            let places = parts.iter().filter(|part| mentions(part, &name.text)).count();
            if places < 2 && !used.contains(&name.text) {
                self.unknown_in_where(name);
                return None;
            }
        }
        let slots: Vec<Slot> = new.iter().map(|name| self.scope.bind(&name.text)).collect();
        let names: Vec<String> = new.iter().map(|name| name.text.clone()).collect();
        let mut plan: Vec<Condition> =
            parts.into_iter().map(|expr| self.condition_of(expr, &names)).collect();

        let mut steps = Vec::new();
        let mut remaining = names.clone();
        self.take_filters(&mut plan, &remaining, &mut steps)?;
        while !remaining.is_empty() {
            let Some((name, step)) = self.next_name(&mut plan, &remaining, &names, &slots, span) else {
                // After another error the bound may be what could not be read.
                if self.diagnostics.len() == before {
                    self.unbounded(&plan, &remaining, span);
                }
                return None;
            };
            remaining.retain(|other| *other != name);
            steps.push(step);
            self.take_filters(&mut plan, &remaining, &mut steps)?;
        }
        Some(steps)
    }

    /// The names in the conditions that nothing binds, in the order of the text.
    fn new_names(&mut self, parts: &[Expr]) -> Vec<Name> {
        let mut found = Vec::new();
        parts.iter().for_each(|part| names_in(part, &mut found));
        let mut new: Vec<Name> = Vec::new();
        for name in found {
            let expr = Expr { kind: ExprKind::Name(name.text.clone()), span: name.span.clone() };
            let is_new =
                self.class(&expr) == Class::Unknown && super::function::function(&name.text).is_none();
            if is_new && !new.iter().any(|other| other.text == name.text) {
                new.push(name);
            }
        }
        new
    }

    fn unknown_in_where(&mut self, name: &Name) {
        self.error(
            &name.span,
            format!("the new name `{}` is used nowhere else", name.text),
            format!("define it before the rule with `let {} = ...`, or use it in the option", name.text),
        );
    }

    fn condition_of(&self, expr: Expr, names: &[String]) -> Condition {
        let names = names.iter().filter(|name| mentions(&expr, name)).cloned().collect();
        Condition { expr, names, done: false }
    }

    /// Chooses the first name that some condition bounds, and its loop; a name that
    /// only runs through an infinite set comes last, for others may bound it yet.
    fn next_name(
        &mut self,
        plan: &mut [Condition],
        remaining: &[String],
        names: &[String],
        slots: &[Slot],
        span: &Span,
    ) -> Option<(String, Step)> {
        let slot = |name: &str| names.iter().position(|other| other == name).map(|index| slots[index]);
        // What the conditions say of the names still unknown; names that are
        // fixed already are numbers like any other.
        let forms: Vec<Option<LinearForm>> =
            plan.iter().map(|part| self.linear_condition(&part.expr, &part.unknown(remaining))).collect();
        let choices = [false, true].into_iter();
        let choices = choices.flat_map(|endless| remaining.iter().map(move |name| (endless, name)));
        for (endless, name) in choices {
            let about = |form: &&LinearForm| form.terms.iter().any(|(term, _)| term == name);
            let bounded = forms.iter().flatten().filter(about).any(|form| self.bounds(form, name));
            let member =
                plan.iter().position(|part| member_of(part, remaining).is_some_and(|(own, _)| own == name));
            if let Some(index) = member {
                let expr = member_of(&plan[index], remaining)?.1.clone();
                let set = self.numbers(&expr)?;
                // A walk through an infinite set ends only by its options; a
                // bound is better where there is one.
                let infinite = self.is_infinite(&set);
                if infinite && !bounded && !endless {
                    continue;
                }
                if !(bounded && infinite) {
                    plan[index].done = true;
                    return Some((
                        name.clone(),
                        Step::For { slots: vec![slot(name)?], set, span: expr.span },
                    ));
                }
            }
            if !bounded {
                continue;
            }
            let mut conditions = Vec::new();
            for (part, form) in plan.iter_mut().zip(&forms) {
                let Some(form) = form else { continue };
                let Some((_, factor)) = form.terms.iter().find(|(term, _)| term == name) else { continue };
                let others: Option<Vec<_>> = form
                    .terms
                    .iter()
                    .filter(|(term, _)| term != name)
                    .map(|(term, factor)| Some((factor.clone(), slot(term)?)))
                    .collect();
                let others = others?;
                part.done |= others.is_empty();
                let (factor, rest) = (factor.clone(), form.rest.clone());
                conditions.push(Linear { factor, others, rest, relation: form.relation });
            }
            return Some((name.clone(), Step::Solve { slot: slot(name)?, conditions, span: span.clone() }));
        }
        None
    }

    fn unbounded(&mut self, plan: &[Condition], remaining: &[String], span: &Span) {
        let Some(name) = remaining.first() else { return };
        let in_tuple = plan.iter().any(|part| {
            matches!(&part.expr.kind, ExprKind::In(element, _, false)
                if matches!(element.kind, ExprKind::Tuple(_)) && mentions(element, name))
        });
        // Something that is known and that a bound may be made of.
        let is_known = |local: &&str| !remaining.iter().any(|name| name == local);
        let most = self.scope.locals().find(is_known).unwrap_or("10");
        let cure = match in_tuple {
            true => "only a loop runs through tuples: `for (a, b) in S`, and `if` for what is known of them"
                .to_owned(),
            false => format!("add a condition such as `{name} <= {most}`, or `{name} in 1..{most}`"),
        };
        self.error(span, format!("`where` does not bound `{name}`"), cure);
    }

    /// Moves every condition whose names are all known now to the steps.
    fn take_filters(
        &mut self,
        plan: &mut [Condition],
        remaining: &[String],
        steps: &mut Vec<Step>,
    ) -> Option<()> {
        let mut failed = false;
        for part in plan.iter_mut().filter(|part| !part.done) {
            if part.names.iter().any(|name| remaining.contains(name)) {
                continue;
            }
            part.done = true;
            match self.condition(&part.expr) {
                Some(condition) => steps.push(Step::If(condition)),
                None => failed = true,
            }
        }
        (!failed).then_some(())
    }
}

/// `name in set`, where the name is the only one in it that is still unknown.
fn member_of<'a>(part: &'a Condition, remaining: &[String]) -> Option<(&'a str, &'a Expr)> {
    let ExprKind::In(element, set, false) = &part.expr.kind else { return None };
    let ExprKind::Name(name) = &element.kind else { return None };
    (part.unknown(remaining) == [name.as_str()] && !mentions(set, name)).then_some((name, set))
}

/// Takes `and` and chains of comparisons apart: each part must hold.
fn split(expr: &Expr, parts: &mut Vec<Expr>) {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And, _, left, right) => {
            split(left, parts);
            split(right, parts);
        }
        ExprKind::Compare(first, rest) if rest.len() > 1 => {
            let mut left = first.as_ref();
            for (op, right) in rest {
                let span = left.span.start..right.span.end;
                let pair = ExprKind::Compare(Box::new(left.clone()), vec![(*op, right.clone())]);
                parts.push(Expr { kind: pair, span });
                left = right;
            }
        }
        _ => parts.push(expr.clone()),
    }
}

fn mentions(expr: &Expr, name: &str) -> bool {
    let mut names = Vec::new();
    names_in(expr, &mut names);
    names.iter().any(|found| found.text == name)
}

/// Collects the names that stand free in an expression, in the order of the
/// text, repeats included; names of functions do not count.
pub(in crate::lang) fn names_in(expr: &Expr, found: &mut Vec<Name>) {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Error => {}
        ExprKind::Name(text) => found.push(Name { text: text.clone(), span: expr.span.clone() }),
        ExprKind::Call(_, arguments) | ExprKind::Tuple(arguments) | ExprKind::Set(arguments) => {
            arguments.iter().for_each(|argument| names_in(argument, found));
        }
        ExprKind::Comprehension(element, qualifiers) => {
            let mut inner = Vec::new();
            let mut bound = Vec::new();
            for qualifier in qualifiers {
                match qualifier {
                    Qualifier::For(names, set) => {
                        names_in(set, &mut inner);
                        bound.extend(names.iter().map(|name| name.text.as_str()));
                    }
                    Qualifier::If(condition) => names_in(condition, &mut inner),
                    Qualifier::Where(conditions, _) => {
                        conditions.iter().for_each(|condition| names_in(condition, &mut inner));
                    }
                }
            }
            names_in(element, &mut inner);
            found.extend(inner.into_iter().filter(|name| !bound.contains(&name.text.as_str())));
        }
        ExprKind::Unary(_, operand) => names_in(operand, found),
        ExprKind::Quantified(_, names, operand) => {
            let mut inner = Vec::new();
            names_in(operand, &mut inner);
            found.extend(inner.into_iter().filter(|found| names.iter().all(|name| name.text != found.text)));
        }
        ExprKind::Binary(_, _, left, right) | ExprKind::Index(left, right) | ExprKind::In(left, right, _) => {
            names_in(left, found);
            names_in(right, found);
        }
        ExprKind::Compare(first, rest) => {
            names_in(first, found);
            rest.iter().for_each(|(_, expr)| names_in(expr, found));
        }
        ExprKind::Range(low, high) => {
            names_in(low, found);
            high.iter().for_each(|high| names_in(high, found));
        }
        ExprKind::Slice(seq, from, to) => {
            names_in(seq, found);
            from.iter().chain(to).for_each(|end| names_in(end, found));
        }
    }
}
