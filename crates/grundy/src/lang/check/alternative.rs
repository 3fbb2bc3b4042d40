//! Alternatives: the loops and conditions after an option, and the option.

use super::shapes::Positions;
use super::solve_where::names_in;
use super::{Checker, Class};
use crate::lang::ast::{self, BinaryOp, Expr, ExprKind, OptionExpr, Qualifier};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::ir::{Alternative, Component, IntKind, IntOp, Offer, Set, SetKind, Step};

/// The most loops and conditions of one alternative.
const MOST_QUALIFIERS: usize = 100;

impl Checker {
    /// Checks one alternative; its names are let go of at the end.
    pub(super) fn alternative(&mut self, alternative: &ast::Alternative) -> Option<Alternative> {
        let qualifiers = &alternative.qualifiers;
        let conditions = |qualifier: &Qualifier| match qualifier {
            Qualifier::Where(conditions, _) => conditions.len(),
            _ => 1,
        };
        if qualifiers.iter().map(conditions).sum::<usize>() > MOST_QUALIFIERS {
            let message = format!("more than {MOST_QUALIFIERS} loops and conditions in one alternative");
            self.error(
                &alternative.span,
                message,
                "write it more simply, or let a set run through the choices",
            );
            return None;
        }
        let mark = self.scope.mark();
        let mut steps = Some(Vec::new());
        for (index, qualifier) in alternative.qualifiers.iter().enumerate() {
            let found = match qualifier {
                Qualifier::For(names, set) => self.for_step(names, set).map(|step| vec![step]),
                Qualifier::If(condition) => {
                    self.condition(condition).map(|condition| vec![Step::If(condition)])
                }
                Qualifier::Where(conditions, span) => {
                    let used = used_elsewhere(&alternative.option, &alternative.qualifiers[index + 1..]);
                    self.where_steps(conditions, span, &used)
                }
            };
            match (found, &mut steps) {
                (Some(found), Some(steps)) => steps.extend(found),
                _ => steps = None,
            }
        }
        // After an error in its loops the option's names may be missing: more
        // errors about them would mislead.
        let option = if steps.is_some() { self.offer(&alternative.option) } else { None };
        self.scope.release(mark);
        Some(Alternative { steps: steps?, option: option?, span: alternative.span.clone() })
    }

    /// Reports a condition that stands for an option.
    pub(super) fn condition_for_position(&mut self, expr: &Expr) {
        if self.joins_options(expr) {
            self.error(&expr.span, "`or` stands between conditions", "write `|` between options");
            return;
        }
        self.error(&expr.span, "a condition where a position is wanted", "write conditions after `if`");
    }

    /// Whether `or` joins what are no conditions.
    fn joins_options(&mut self, expr: &Expr) -> bool {
        let ExprKind::Binary(BinaryOp::Or, _, left, right) = &expr.kind else { return false };
        [left, right].into_iter().all(|side| {
            self.joins_options(side) || !matches!(self.class(side), Class::Condition | Class::Unknown)
        })
    }

    fn offer(&mut self, option: &OptionExpr) -> Option<Offer> {
        self.in_loopy_form(option);
        match option {
            OptionExpr::Sum(components, span) if self.is_one_position(components) => {
                let form: Vec<&str> = ["a", "b", "c", "d"].into_iter().take(components.len()).collect();
                let more = if form.len() < components.len() { ", ..." } else { "" };
                self.error(
                    span,
                    "`[...]` is a sum of positions, and this rule has no position of one number",
                    format!(
                        "one position of several entries stands in round brackets, `({}{more})`",
                        form.join(", ")
                    ),
                );
                None
            }
            OptionExpr::Sum(components, _) => {
                let checked: Vec<_> = components.iter().map(|component| self.component(component)).collect();
                checked.into_iter().collect::<Option<_>>().map(Offer::Sum)
            }
            OptionExpr::Copies(component, count, _) => {
                let (component, count) = (self.component(component), self.number(count));
                Some(Offer::Copies(component?, count?))
            }
            OptionExpr::Position(position) => self.component(position).map(Offer::Each),
        }
    }

    fn component(&mut self, expr: &Expr) -> Option<Component> {
        match self.positions {
            Positions::Numbers => self.number_component(expr),
            Positions::Shapes { .. } => self.shaped_component(expr),
            // The empty set offers nothing, whatever it would be a set of.
            Positions::Seqs if matches!(&expr.kind, ExprKind::Set(elements) if elements.is_empty()) => {
                self.shaped_component(expr)
            }
            Positions::Seqs => self.seq(expr).map(Component::Seq),
        }
    }

    /// A heap, a coin, or the members of a set as such.
    fn number_component(&mut self, expr: &Expr) -> Option<Component> {
        match self.class(expr) {
            Class::Set => {
                let set = self.numbers(expr)?;
                if self.is_infinite(&set) {
                    self.infinite_option(expr);
                    return None;
                }
                self.warn_of_range(expr, &set);
                Some(Component::Members(set))
            }
            Class::Condition => {
                self.condition_for_position(expr);
                None
            }
            Class::Tuple => {
                self.error(
                    &expr.span,
                    "an option of several entries in a rule whose positions are single numbers",
                    "a sum of heaps is written [a, b]; a rule on pairs begins with a clause `(a, b) -> ...`",
                );
                None
            }
            Class::Seq | Class::Tagged | Class::Number | Class::Unknown => {
                self.number(expr).map(Component::Number)
            }
        }
    }
}

impl Checker {
    /// Warns of `n - 1..3`, which runs from n - 1 to 3 and not over what is taken.
    pub(super) fn warn_of_range(&mut self, expr: &Expr, set: &Set) {
        let SetKind::Range(low, high) = &set.kind else { return };
        let IntKind::Binary(IntOp::Sub, name, first) = &low.kind else { return };
        if matches!(name.kind, IntKind::Slot(_))
            && self.constant(first).is_some()
            && self.constant(high).is_some()
        {
            let message = "this range ends at a number that does not depend on the position";
            let cure = "to take so many, let a name run: `n - k for k in 1..3`";
            self.say(Diagnostic::warning(expr.span.clone(), message).with_cure(cure));
        }
    }
}

/// Every name in the option and in later loops and conditions.
fn used_elsewhere(option: &OptionExpr, later: &[Qualifier]) -> Vec<String> {
    let mut names = Vec::new();
    match option {
        OptionExpr::Sum(components, _) => components.iter().for_each(|expr| names_in(expr, &mut names)),
        OptionExpr::Copies(component, count, _) => {
            names_in(component, &mut names);
            names_in(count, &mut names);
        }
        OptionExpr::Position(position) => names_in(position, &mut names),
    }
    for qualifier in later {
        match qualifier {
            Qualifier::For(_, expr) | Qualifier::If(expr) => names_in(expr, &mut names),
            Qualifier::Where(conditions, _) => conditions.iter().for_each(|expr| names_in(expr, &mut names)),
        }
    }
    names.into_iter().map(|name| name.text).collect()
}
