//! Code for folds: `min`, `sum`, `gcd` and the like.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value, types};
use cranelift_frontend::{FunctionBuilder, Variable};
use grundy::lang::interpret::BoundParameter;
use grundy::lang::ir::{
    Alternative, Bool, BoolKind, Component, Fold, Int, IntKind, Kind, Offer, Operand, Program, Set, SetKind,
    Shape, Step,
};

use super::number::{LARGEST_HEAP, Num};
use super::{Generator, Made, Unsupported};

/// The folds over the decimal and other digits of the heap that stand in the rule.
///
/// The table is computed heap by heap, and heaps that follow each other mostly
/// differ in their last digit: the digits before it are walked again only when they
/// have changed.
#[derive(Debug, Default)]
pub(super) struct DigitFolds {
    walks: Vec<DigitWalk>,
    /// The folds of the heap at hand.
    known: Vec<(DigitFold, Value)>,
}

/// The folds over the digits in one base.
#[derive(Debug)]
struct DigitWalk {
    base: i64,
    /// The number whose digits the variables of `folds` are of: the last heap
    /// without its last digit, or -1.
    leading: Variable,
    folds: Vec<(DigitFold, Variable)>,
}

impl DigitFolds {
    /// The folds that stand in the rule; to be called where the function begins.
    pub(super) fn of(program: &Program, b: &mut FunctionBuilder<'_>) -> DigitFolds {
        let mut folds: Vec<DigitFold> = Vec::new();
        for clause in &program.clauses {
            let mut note = |fold: Fold, set: &Set| {
                if let Some(found) = DigitFold::of(program, fold, set)
                    && !folds.contains(&found)
                {
                    folds.push(found);
                }
            };
            if let Some(guard) = &clause.guard {
                folds_in_bool(guard, &mut note);
            }
            clause.alternatives.iter().for_each(|alternative| folds_in_alternative(alternative, &mut note));
        }
        let mut bases: Vec<i64> = folds.iter().map(|fold| fold.base).collect();
        bases.sort_unstable();
        bases.dedup();
        let mut variable = |first: i64| {
            let variable = b.declare_var(types::I64);
            let first = b.ins().iconst(types::I64, first);
            b.def_var(variable, first);
            variable
        };
        let walks = bases
            .into_iter()
            .map(|base| {
                let of_base = folds.iter().filter(|fold| fold.base == base);
                let folds = of_base.map(|fold| (*fold, variable(start(fold.fold)))).collect();
                DigitWalk { base, leading: variable(-1), folds }
            })
            .collect();
        DigitFolds { walks, known: Vec::new() }
    }
}

/// `fold(digits(n, base))` or `fold(nonzero(digits(n, base)))`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DigitFold {
    fold: Fold,
    base: i64,
    nonzero: bool,
}

impl DigitFold {
    /// The fold, if it is one over the digits of the heap itself.
    fn of(program: &Program, fold: Fold, set: &Set) -> Option<DigitFold> {
        let (set, nonzero) = match &set.kind {
            SetKind::NonZero(inner) => (inner.as_ref(), true),
            _ => (set, false),
        };
        let SetKind::Digits(number, base) = &set.kind else { return None };
        let IntKind::Slot(slot) = number.kind else { return None };
        let IntKind::Const(base) = base.kind else { return None };
        let own = |clause: &grundy::lang::ir::Clause| clause.shape == Shape::Number(slot);
        let is_heap = program.clauses.iter().any(own);
        let small = matches!(fold, Fold::Min | Fold::Max | Fold::Sum | Fold::Count);
        (is_heap && small).then_some(())?;
        Some(DigitFold { fold, base: i64::try_from(base).ok().filter(|&base| base >= 2)?, nonzero })
    }
}

/// The value of a fold of nothing.
fn start(fold: Fold) -> i64 {
    match fold {
        Fold::Min => i64::MAX,
        Fold::Max => i64::MIN,
        Fold::Sum | Fold::Count | Fold::Gcd | Fold::BitOr => 0,
        Fold::Lcm => 1,
        Fold::BitAnd => -1,
    }
}

impl Generator<'_, '_> {
    /// The fold of all operands; goes to `no_value` for `min` and `max` of nothing.
    pub(super) fn fold(&mut self, fold: Fold, operands: &[Operand]) -> Made<Num> {
        if let [Operand::Set(set)] = operands
            && let Some(wanted) = DigitFold::of(self.program, fold, set)
            && let Some(&(_, value)) = self.digits.known.iter().find(|(known, _)| *known == wanted)
        {
            return Ok(self.known_digits(wanted, value));
        }
        if let [Operand::Int(first), rest @ ..] = operands
            && matches!(fold, Fold::Min | Fold::Max)
            && rest.iter().all(|operand| matches!(operand, Operand::Int(_)))
        {
            return self.extreme_of_numbers(fold, first, rest);
        }
        let total = self.b.declare_var(types::I64);
        let first = self.b.ins().iconst(types::I64, start(fold));
        self.b.def_var(total, first);
        let some = self.b.declare_var(types::I8);
        let nothing = self.b.ins().iconst(types::I8, 0);
        self.b.def_var(some, nothing);
        for operand in operands {
            match operand {
                Operand::Int(number) => {
                    let number = self.int(number)?;
                    self.take(fold, total, some, number)?;
                }
                Operand::Set(set) => self.fold_set(fold, set, total, some)?,
            }
        }
        if matches!(fold, Fold::Min | Fold::Max) {
            let has_some = self.b.use_var(some);
            let on = self.b.create_block();
            self.b.ins().brif(has_some, on, &[], self.no_value, &[]);
            self.b.switch_to_block(on);
        }
        let value = self.b.use_var(total);
        Ok(match fold {
            Fold::Count | Fold::Gcd | Fold::Lcm => Num { value, low: 0, high: i64::MAX },
            _ => Num::any(value),
        })
    }

    /// `min(a, b)` without a set.
    fn extreme_of_numbers(&mut self, fold: Fold, first: &Int, rest: &[Operand]) -> Made<Num> {
        let mut total = self.int(first)?;
        for operand in rest {
            let Operand::Int(number) = operand else { return Err(Unsupported) };
            let number = self.int(number)?;
            total = match fold {
                Fold::Min => Num {
                    value: self.b.ins().smin(total.value, number.value),
                    low: total.low.min(number.low),
                    high: total.high.min(number.high),
                },
                _ => Num {
                    value: self.b.ins().smax(total.value, number.value),
                    low: total.low.max(number.low),
                    high: total.high.max(number.high),
                },
            };
        }
        Ok(total)
    }

    /// Adds one number to a fold.
    fn take(&mut self, fold: Fold, total: Variable, some: Variable, number: Num) -> Made<()> {
        let so_far = self.b.use_var(total);
        let next = match fold {
            Fold::Min => self.b.ins().smin(so_far, number.value),
            Fold::Max => self.b.ins().smax(so_far, number.value),
            Fold::Sum => self.add(Num::any(so_far), number).value,
            Fold::Count => self.b.ins().iadd_imm(so_far, 1),
            Fold::Gcd => self.call(self.helpers.gcd, &[Num::any(so_far), number])?,
            Fold::Lcm => self.call(self.helpers.lcm, &[Num::any(so_far), number])?,
            Fold::BitAnd => self.b.ins().band(so_far, number.value),
            Fold::BitOr => self.b.ins().bor(so_far, number.value),
        };
        self.b.def_var(total, next);
        if matches!(fold, Fold::Min | Fold::Max) {
            let one = self.b.ins().iconst(types::I8, 1);
            self.b.def_var(some, one);
        }
        Ok(())
    }

    fn fold_set(&mut self, fold: Fold, set: &Set, total: Variable, some: Variable) -> Made<()> {
        if let SetKind::Parameter(id) = &set.kind
            && let Some(BoundParameter::Set(kept)) = self.parameters.bound(*id)
        {
            let kept = kept.clone();
            return self.fold_set(fold, &kept, total, some);
        }
        if self.parameters.is_infinite(set) || (set.arity != 1 && fold != Fold::Count) {
            return Err(Unsupported);
        }
        if let (SetKind::Range(first, last), Fold::Min | Fold::Max | Fold::Sum | Fold::Count) =
            (&set.kind, fold)
        {
            let (first, last) = (self.int(first)?, self.int(last)?);
            return self.fold_range(fold, first, last, total, some);
        }
        let exit = self.b.create_block();
        let once = matches!(fold, Fold::Sum | Fold::Count);
        self.walk(set, once, exit, &mut |g, member| {
            let number = match member {
                [number] => *number,
                _ => g.constant(1),
            };
            g.take(fold, total, some, number)
        })
    }

    /// Ranges are not walked: their ends tell the answer.
    fn fold_range(&mut self, fold: Fold, first: Num, last: Num, total: Variable, some: Variable) -> Made<()> {
        let [inside, exit] = std::array::from_fn(|_| self.b.create_block());
        let is_some = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, first.value, last.value);
        self.b.ins().brif(is_some, inside, &[], exit, &[]);
        self.b.switch_to_block(inside);
        match fold {
            Fold::Min => self.take(fold, total, some, first)?,
            Fold::Max => self.take(fold, total, some, last)?,
            Fold::Count => {
                let span = self.sub(last, first);
                let one = self.constant(1);
                let count = self.add(span, one);
                self.take(Fold::Sum, total, some, count)?;
            }
            _ => {
                let sum = self.call(self.helpers.sum_range, &[first, last])?;
                self.take(Fold::Sum, total, some, Num::any(sum))?;
            }
        }
        self.b.ins().jump(exit, &[]);
        self.b.switch_to_block(exit);
        Ok(())
    }

    /// Works out the folds over digits of the heap at hand.
    pub(super) fn fold_digits(&mut self) {
        let DigitFolds { walks, .. } = std::mem::take(&mut self.digits);
        let mut known = Vec::new();
        for walk in &walks {
            let [changed, head, body, ready, exit] = std::array::from_fn(|_| self.b.create_block());
            let results: Vec<Value> =
                walk.folds.iter().map(|_| self.b.append_block_param(exit, types::I64)).collect();
            let starts: Vec<BlockArg> = walk
                .folds
                .iter()
                .map(|(fold, _)| self.b.ins().iconst(types::I64, start(fold.fold)).into())
                .collect();
            if self.program.kind != Kind::Heap {
                // Zero has no digits.
                let on = self.b.create_block();
                self.b.ins().brif(self.n, on, &[], exit, &starts);
                self.b.switch_to_block(on);
            }
            let base = self.constant(walk.base);
            let heap = Num { value: self.n, low: 0, high: LARGEST_HEAP };
            let (leading, last_digit) = self.div_rem(heap, base);
            let before = self.b.use_var(walk.leading);
            let is_new = self.b.ins().icmp(IntCC::NotEqual, leading.value, before);
            self.b.ins().brif(is_new, changed, &[], ready, &[]);

            self.b.switch_to_block(changed);
            self.b.def_var(walk.leading, leading.value);
            for (fold, variable) in &walk.folds {
                let first = self.b.ins().iconst(types::I64, start(fold.fold));
                self.b.def_var(*variable, first);
            }
            self.b.append_block_param(head, types::I64);
            self.b.ins().jump(head, &[leading.value.into()]);
            self.b.switch_to_block(head);
            let value = self.b.block_params(head)[0];
            self.b.ins().brif(value, body, &[], ready, &[]);
            self.b.switch_to_block(body);
            let (rest, digit) = self.div_rem(Num { value, low: 0, high: LARGEST_HEAP }, base);
            for (fold, variable) in &walk.folds {
                let so_far = self.b.use_var(*variable);
                let next = self.with_digit(*fold, so_far, digit.value);
                self.b.def_var(*variable, next);
            }
            self.b.ins().jump(head, &[rest.value.into()]);

            self.b.switch_to_block(ready);
            let all: Vec<BlockArg> = walk
                .folds
                .iter()
                .map(|(fold, variable)| {
                    let leading = self.b.use_var(*variable);
                    self.with_digit(*fold, leading, last_digit.value).into()
                })
                .collect();
            self.b.ins().jump(exit, &all);
            self.b.switch_to_block(exit);
            known.extend(walk.folds.iter().map(|(fold, _)| *fold).zip(results));
        }
        self.digits = DigitFolds { walks, known };
    }

    /// A fold with one more digit.
    fn with_digit(&mut self, fold: DigitFold, so_far: Value, digit: Value) -> Value {
        match fold.fold {
            Fold::Min if fold.nonzero => {
                // A zero is passed over: one less than it is the largest word.
                let less = self.b.ins().iadd_imm(digit, -1);
                let before = self.b.ins().iadd_imm(so_far, -1);
                let least = self.b.ins().umin(before, less);
                self.b.ins().iadd_imm(least, 1)
            }
            Fold::Min => self.b.ins().smin(so_far, digit),
            // A zero changes the largest only if there is nothing else.
            Fold::Max if fold.nonzero => {
                let larger = self.b.ins().smax(so_far, digit);
                self.b.ins().select(digit, larger, so_far)
            }
            Fold::Max => self.b.ins().smax(so_far, digit),
            Fold::Count if fold.nonzero => {
                let is_digit = self.b.ins().icmp_imm(IntCC::NotEqual, digit, 0);
                let one = self.b.ins().uextend(types::I64, is_digit);
                self.b.ins().iadd(so_far, one)
            }
            Fold::Count => self.b.ins().iadd_imm(so_far, 1),
            _ => self.b.ins().iadd(so_far, digit),
        }
    }

    /// A fold over digits that was worked out; goes to `no_value` for the least or
    /// largest of no digit.
    fn known_digits(&mut self, fold: DigitFold, value: Value) -> Num {
        if matches!(fold.fold, Fold::Min | Fold::Max) {
            let nothing = self.b.ins().icmp_imm(IntCC::Equal, value, start(fold.fold));
            self.leave_if(nothing, self.no_value);
        }
        let high = match fold.fold {
            Fold::Min | Fold::Max => fold.base - 1,
            Fold::Count => 64,
            _ => fold.base.saturating_mul(64),
        };
        let least = matches!(fold.fold, Fold::Min | Fold::Max) && fold.nonzero;
        Num { value, low: i64::from(least), high }
    }
}

type Note<'n> = &'n mut dyn FnMut(Fold, &Set);

fn folds_in_alternative(alternative: &Alternative, note: Note<'_>) {
    for step in &alternative.steps {
        match step {
            Step::If(condition) => folds_in_bool(condition, note),
            Step::For { set, .. } => folds_in_set(set, note),
            Step::Solve { .. } => {}
        }
    }
    let component = |component: &Component, note: Note<'_>| match component {
        Component::Number(number) => folds_in_int(number, note),
        Component::Members(set) => folds_in_set(set, note),
        _ => {}
    };
    match &alternative.option {
        Offer::Each(one) => component(one, note),
        Offer::Sum(components) => components.iter().for_each(|one| component(one, note)),
        Offer::Copies(one, count) => {
            component(one, note);
            folds_in_int(count, note);
        }
    }
}

fn folds_in_int(int: &Int, note: Note<'_>) {
    match &int.kind {
        IntKind::Fold(fold, operands) => {
            for operand in operands {
                match operand {
                    Operand::Int(number) => folds_in_int(number, note),
                    Operand::Set(set) => {
                        note(*fold, set);
                        folds_in_set(set, note);
                    }
                }
            }
        }
        IntKind::Neg(operand) => folds_in_int(operand, note),
        IntKind::Binary(_, left, right) => {
            folds_in_int(left, note);
            folds_in_int(right, note);
        }
        IntKind::Function(_, arguments) => arguments.iter().for_each(|argument| folds_in_int(argument, note)),
        IntKind::FromBool(condition) => folds_in_bool(condition, note),
        _ => {}
    }
}

fn folds_in_bool(condition: &Bool, note: Note<'_>) {
    match &condition.kind {
        BoolKind::Not(operand) => folds_in_bool(operand, note),
        BoolKind::And(left, right) | BoolKind::Or(left, right) => {
            folds_in_bool(left, note);
            folds_in_bool(right, note);
        }
        BoolKind::Compare(first, rest) => {
            folds_in_int(first, note);
            rest.iter().for_each(|(_, number)| folds_in_int(number, note));
        }
        _ => {}
    }
}

fn folds_in_set(set: &Set, note: Note<'_>) {
    if let SetKind::Range(first, last) = &set.kind {
        folds_in_int(first, note);
        folds_in_int(last, note);
    }
}
