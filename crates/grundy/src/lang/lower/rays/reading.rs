//! What an alternative's numbers and conditions say, as linear forms.

use super::super::mentions;
use super::form::Form;
use crate::lang::interpret::{self, Parameters, Scope};
use crate::lang::ir::{
    Bool, BoolKind, Compare, Fold, Int, IntKind, IntOp, Linear, Operand, Program, Relation, Set, Slot,
};
use crate::theory::Control;

/// The most members of a set that are tried one by one.
const MOST_MEMBERS: usize = 1 << 10;

/// The names of one alternative, and what they stand for.
#[derive(Clone)]
pub(super) struct Reading<'a> {
    pub program: &'a Program,
    pub parameters: &'a Parameters,
    pub control: &'a Control,
    pub arity: usize,
    /// The form of every slot that is bound.
    pub slots: Vec<Option<Form>>,
}

impl Reading<'_> {
    /// A number as a form.
    pub(super) fn form(&self, int: &Int) -> Option<Form> {
        match &int.kind {
            IntKind::Slot(slot) => self.slots.get(slot.0)?.clone(),
            IntKind::Neg(a) => self.form(a)?.times(-1),
            IntKind::Binary(op @ (IntOp::Add | IntOp::Sub | IntOp::Mul), a, b) => {
                let (a, b) = (self.form(a)?, self.form(b)?);
                match (op, a.as_constant(), b.as_constant()) {
                    (IntOp::Add, _, _) => a.plus(1, &b),
                    (IntOp::Sub, _, _) => a.plus(-1, &b),
                    (_, Some(factor), _) => b.times(factor),
                    (_, _, Some(factor)) => a.times(factor),
                    _ => None,
                }
            }
            _ if self.varying().all(|slot| !mentions::in_int(int, slot)) => {
                let value = interpret::evaluate(int, &self.scope(&self.values()), self.control).ok()??;
                Form::constant(self.arity, value)
            }
            _ => None,
        }
    }

    /// The members of a set that is the same at every position.
    pub(super) fn members(&self, set: &Set) -> Option<Vec<Vec<i128>>> {
        if self.varying().any(|slot| mentions::in_set(set, slot)) {
            return None;
        }
        interpret::members(set, &self.scope(&self.values()), MOST_MEMBERS, self.control).ok()?
    }

    /// The slots that are bound to more than a constant.
    fn varying(&self) -> impl Iterator<Item = Slot> + '_ {
        let varies = |form: &Option<Form>| form.as_ref().is_some_and(|form| form.as_constant().is_none());
        self.slots.iter().enumerate().filter(move |(_, form)| varies(form)).map(|(index, _)| Slot(index))
    }

    /// The values of the slots; of those that vary any.
    fn values(&self) -> Vec<i128> {
        let value = |form: &Option<Form>| form.as_ref().and_then(Form::as_constant).unwrap_or(0);
        self.slots.iter().map(value).collect()
    }

    fn scope<'s>(&'s self, values: &'s [i128]) -> Scope<'s> {
        Scope { parameters: self.parameters, names: &self.program.slots, values }
    }

    /// `form <= int`, as forms all of which must be at least 0.
    pub(super) fn at_most(&self, form: &Form, int: &Int) -> Option<Vec<Form>> {
        if let Some(most) = self.form(int) {
            return Some(vec![most.plus(-1, form)?]);
        }
        match &int.kind {
            IntKind::Fold(Fold::Min, operands) => self.each(operands, |int| self.at_most(form, int)),
            IntKind::Binary(IntOp::Add, a, b) => {
                let (more, rest) = self.part(a, b).or_else(|| self.part(b, a))?;
                self.at_most(&form.plus(-1, &more)?, rest)
            }
            IntKind::Binary(IntOp::Sub, a, b) => self.at_most(&form.plus(1, &self.form(b)?)?, a),
            // t <= floor(a / c) says c * t <= a.
            IntKind::Binary(IntOp::Div, a, b) => {
                let divisor = self.form(b)?.as_constant().filter(|&divisor| divisor >= 1)?;
                self.at_most(&form.times(divisor)?, a)
            }
            _ => None,
        }
    }

    /// `form >= int`, as forms all of which must be at least 0.
    pub(super) fn at_least(&self, form: &Form, int: &Int) -> Option<Vec<Form>> {
        if let Some(least) = self.form(int) {
            return Some(vec![form.plus(-1, &least)?]);
        }
        match &int.kind {
            IntKind::Fold(Fold::Max, operands) => self.each(operands, |int| self.at_least(form, int)),
            _ => None,
        }
    }

    /// Of two numbers the first as a form, if it is one.
    fn part<'i>(&self, form: &Int, rest: &'i Int) -> Option<(Form, &'i Int)> {
        Some((self.form(form)?, rest))
    }

    /// What is said of each operand; there must be one, and none may be a set.
    fn each(&self, operands: &[Operand], say: impl Fn(&Int) -> Option<Vec<Form>>) -> Option<Vec<Form>> {
        let mut all = Vec::new();
        for operand in operands {
            let Operand::Int(int) = operand else { return None };
            all.extend(say(int)?);
        }
        (!operands.is_empty()).then_some(all)
    }

    /// What a condition says, as forms all of which must be at least 0.
    pub(super) fn condition(&self, condition: &Bool) -> Option<Vec<Form>> {
        match &condition.kind {
            BoolKind::Const(true) => Some(Vec::new()),
            BoolKind::And(a, b) => {
                let mut all = self.condition(a)?;
                all.extend(self.condition(b)?);
                Some(all)
            }
            BoolKind::Compare(first, rest) => {
                let mut all = Vec::new();
                let mut left = first.as_ref();
                for (relation, right) in rest {
                    all.extend(self.comparison(left, *relation, right)?);
                    left = right;
                }
                Some(all)
            }
            _ => None,
        }
    }

    fn comparison(&self, left: &Int, relation: Compare, right: &Int) -> Option<Vec<Form>> {
        match relation {
            Compare::Le => self.ordered(left, 0, right),
            Compare::Lt => self.ordered(left, 1, right),
            Compare::Ge => self.ordered(right, 0, left),
            Compare::Gt => self.ordered(right, 1, left),
            Compare::Ne => {
                // A number that cannot be negative differs from 0 if it is at least 1.
                let difference = self.form(left)?.plus(-1, &self.form(right)?)?;
                let negative = difference.times(-1)?;
                let never_negative = |form: &Form| {
                    form.along == 0 && form.constant >= 0 && form.entries.iter().all(|&factor| factor >= 0)
                };
                let positive = [difference, negative].into_iter().find(never_negative)?;
                Some(vec![positive.shifted(-1)?])
            }
            Compare::Eq => None,
        }
    }

    /// `left + gap <= right`.
    fn ordered(&self, left: &Int, gap: i128, right: &Int) -> Option<Vec<Form>> {
        if let Some(form) = self.form(left) {
            return self.at_most(&form.shifted(gap)?, right);
        }
        self.at_least(&self.form(right)?.shifted(-gap)?, left)
    }

    /// What a condition from `where` says of the member that it binds.
    pub(super) fn linear(&self, linear: &Linear, member: &Form) -> Option<Form> {
        if linear.relation != Relation::AtMostZero || !linear.others.is_empty() {
            return None;
        }
        let factor = self.form(&linear.factor)?.as_constant()?;
        self.form(&linear.rest)?.plus(factor, member)?.times(-1)
    }
}
