//! Options: their values, where all their components are positions.

use super::steps::Notes;
use super::{Lower, Lowered, unsupported};
use crate::export::code::{Expr, Stmt, Value, Walk, nest};
use crate::lang::ir::{Compare, Component, Entry, Int, Offer, Seq, SeqKind, Set, ShapeId};

/// What is done with the values of the components.
type Finish<'f, 'r> = &'f mut dyn FnMut(&mut Lower<'r>, Vec<Value>) -> Lowered<Vec<Stmt>>;

impl<'r> Lower<'r> {
    /// The option, if it is a position.
    pub(super) fn offer(&mut self, offer: &Offer, notes: Option<&Notes>) -> Lowered<Vec<Stmt>> {
        let mark = self.active.len();
        let stmts = match offer {
            Offer::Each(Component::Members(set)) => self.each(set, notes, &mut |member| {
                Value::Table(member.into_iter().next().unwrap_or(Expr::Int(0)))
            }),
            Offer::Each(Component::MembersOf(shape, set)) => {
                let shape = shape.0;
                self.each(set, notes, &mut |member| Value::Shape(shape, member))
            }
            Offer::Each(component) => {
                let notes = notes.cloned();
                self.gather(std::slice::from_ref(component), Vec::new(), notes.as_ref(), &mut |_, values| {
                    Ok(finish(values, notes.as_ref()))
                })
            }
            Offer::Sum(components) => {
                let notes = notes.cloned();
                self.gather(components, Vec::new(), notes.as_ref(), &mut |_, values| {
                    Ok(finish(values, notes.as_ref()))
                })
            }
            Offer::Copies(component, count) => self.copies(component, count, notes),
        }?;
        self.active.truncate(mark);
        Ok(stmts)
    }

    /// A plain option: names for its numbers, when one of them is negative, and the
    /// option itself.
    pub(super) fn plain_option(&mut self, offer: &Offer) -> Lowered<(Vec<Stmt>, Expr, Stmt)> {
        let components: &[Component] = match offer {
            Offer::Each(component) | Offer::Copies(component, _) => std::slice::from_ref(component),
            Offer::Sum(components) => components,
        };
        let (mut lets, mut negative, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for component in components {
            match component {
                Component::Number(number) => {
                    let number = self.plain_number(number, &mut lets, &mut negative)?;
                    values.push(Value::Table(number));
                }
                Component::Entries(shape, entries) => {
                    let mut numbers = Vec::new();
                    for entry in entries {
                        if let Entry::Int(number) = entry {
                            numbers.push(self.plain_number(number, &mut lets, &mut negative)?);
                        }
                    }
                    values.push(Value::Shape(shape.0, numbers));
                }
                _ => return unsupported("this option"),
            }
        }
        Ok((lets, Expr::any(negative), Stmt::Option(sum(values))))
    }

    fn plain_number(
        &mut self,
        number: &Int,
        lets: &mut Vec<Stmt>,
        negative: &mut Vec<Expr>,
    ) -> Lowered<Expr> {
        let not_negative = self.low(number).is_some_and(|low| low >= 0);
        let (value, named) = self.named(number)?;
        lets.extend(named);
        if !not_negative {
            negative.push(Expr::compare(Compare::Lt, value.clone(), Expr::Int(0)));
        }
        Ok(value)
    }

    /// The number, with a name if it would be read twice at some cost.
    fn named(&mut self, number: &Int) -> Lowered<(Expr, Option<Stmt>)> {
        let value = self.int(number)?;
        if value.is_cheap() || self.low(number).is_some_and(|low| low >= 0) {
            return Ok((value, None));
        }
        let name = self.fresh("left");
        Ok((Expr::Var(name.clone()), Some(Stmt::Let(name, value))))
    }

    /// An option for each member of a set.
    fn each(
        &mut self,
        set: &Set,
        notes: Option<&Notes>,
        value: &mut dyn FnMut(Vec<Expr>) -> Value,
    ) -> Lowered<Vec<Stmt>> {
        if self.parameters.is_infinite(set) {
            return unsupported("an infinite set as an option");
        }
        let not_negative = self.low_of(set).is_some_and(|low| low >= 0);
        let slots: Vec<_> = (0..set.arity.max(1)).map(|_| self.new_slot()).collect();
        let sound = self.sound_for_set(set, notes)?;
        let walk = self.walk_set(&slots, set)?;
        let member = self.member(&slots);
        let conditions =
            if not_negative { Vec::new() } else { member.iter().cloned().map(is_position).collect() };
        let body = guarded(conditions, finish(vec![value(member)], notes), notes);
        Ok(nest(vec![Walk::Filter(sound)], nest(walk, body)))
    }

    /// When a set may be read although the conditions around fail.
    fn sound_for_set(&mut self, set: &Set, notes: Option<&Notes>) -> Lowered<Expr> {
        let Some(notes) = notes else { return Ok(Expr::Bool(true)) };
        let sound = Expr::all(self.sound_set_conditions(set)?);
        Ok(if sound == Expr::Bool(true) { sound } else { Expr::any(vec![notes.holds.clone(), sound]) })
    }

    fn copies(&mut self, component: &Component, count: &Int, notes: Option<&Notes>) -> Lowered<Vec<Stmt>> {
        let notes = notes.cloned();
        let notes = notes.as_ref();
        let conditions = self.value_and_soundness(count, notes)?;
        let low = self.low(count);
        let number = self.int(count)?;
        let (number, named) = if number.is_cheap() {
            (number, None)
        } else {
            let name = self.fresh("copies");
            (Expr::Var(name.clone()), Some(Stmt::Let(name, number)))
        };
        let copied = self.gather(std::slice::from_ref(component), Vec::new(), notes, &mut |_, values| {
            Ok(finish(vec![Value::IfOdd(number.clone(), Box::new(sum(values)))], notes))
        })?;
        let is_zero = Expr::compare(Compare::Eq, number.clone(), Expr::Int(0));
        let body = match low {
            Some(low) if low >= 1 => copied,
            Some(0) => vec![Stmt::If(is_zero, finish(Vec::new(), notes), copied)],
            _ => {
                let some = vec![Stmt::If(is_zero, finish(Vec::new(), notes), copied)];
                guarded(vec![is_position(number)], some, notes)
            }
        };
        let mut all: Vec<Stmt> = named.into_iter().collect();
        all.extend(body);
        Ok(nest(vec![Walk::Filter(conditions)], all))
    }

    /// When a number may be read here.
    fn value_and_soundness(&mut self, number: &Int, notes: Option<&Notes>) -> Lowered<Expr> {
        let mut conditions = self.value_conditions(number)?;
        if let Some(notes) = notes {
            let sound = Expr::all(self.sound_conditions(number)?);
            if sound != Expr::Bool(true) {
                conditions.push(Expr::any(vec![notes.holds.clone(), sound]));
            }
        }
        Ok(Expr::all(conditions))
    }

    /// Finishes the option for every choice of components that are positions.
    fn gather(
        &mut self,
        components: &[Component],
        values: Vec<Value>,
        notes: Option<&Notes>,
        then: Finish<'_, 'r>,
    ) -> Lowered<Vec<Stmt>> {
        let Some((component, rest)) = components.split_first() else { return then(self, values) };
        match component {
            Component::Number(number) => self.number_entry(number, notes, &mut |lower, number| {
                let mut values = values.clone();
                values.push(Value::Table(number));
                lower.gather(rest, values, notes, then)
            }),
            Component::Members(set) => self.all_members(set, None, rest, values, notes, then),
            Component::MembersOf(shape, set) => {
                self.all_members(set, Some(*shape), rest, values, notes, then)
            }
            Component::Entries(shape, entries) => {
                self.entries(*shape, entries, Vec::new(), rest, values, notes, then)
            }
            Component::Seq(seq) => {
                let conditions = Expr::all(self.seq_conditions(seq)?);
                let mut positions = Vec::new();
                self.new_entries(seq, &mut positions)?;
                let list = self.seq(seq)?;
                let mut values = values;
                values.push(Value::Seq(list));
                let body = self.gather(rest, values, notes, then)?;
                Ok(nest(vec![Walk::Filter(conditions)], guarded(positions, body, notes)))
            }
        }
    }

    /// When the entries that are new in a list are none of them negative.
    fn new_entries(&mut self, seq: &Seq, conditions: &mut Vec<Expr>) -> Lowered<()> {
        match &seq.kind {
            SeqKind::Position => {}
            SeqKind::Set(inner, _, value) | SeqKind::Insert(inner, _, value) => {
                self.new_entries(inner, conditions)?;
                if self.low(value).is_none_or(|low| low < 0) {
                    let value = self.int(value)?;
                    conditions.push(is_position(value));
                }
            }
            SeqKind::Drop(inner, _) | SeqKind::Slice(inner, ..) | SeqKind::Sort(inner) => {
                self.new_entries(inner, conditions)?;
            }
        }
        Ok(())
    }

    /// One number as an entry, unless it is negative.
    fn number_entry(
        &mut self,
        number: &Int,
        notes: Option<&Notes>,
        then: &mut dyn FnMut(&mut Lower<'r>, Expr) -> Lowered<Vec<Stmt>>,
    ) -> Lowered<Vec<Stmt>> {
        let conditions = self.value_and_soundness(number, notes)?;
        let not_negative = self.low(number).is_some_and(|low| low >= 0);
        let mark = self.active.len();
        let (value, named) = self.named(number)?;
        let body = then(self, value.clone())?;
        self.active.truncate(mark);
        let mut all: Vec<Stmt> = named.into_iter().collect();
        let positions = if not_negative { Vec::new() } else { vec![is_position(value)] };
        all.extend(guarded(positions, body, notes));
        Ok(nest(vec![Walk::Filter(conditions)], all))
    }

    /// The entries of one component, in every choice of members.
    #[expect(clippy::too_many_arguments, reason = "what is done, what is left to do, and what is around")]
    fn entries(
        &mut self,
        shape: ShapeId,
        entries: &[Entry],
        numbers: Vec<Expr>,
        rest: &[Component],
        values: Vec<Value>,
        notes: Option<&Notes>,
        then: Finish<'_, 'r>,
    ) -> Lowered<Vec<Stmt>> {
        let Some((entry, others)) = entries.split_first() else {
            let mut values = values;
            values.push(Value::Shape(shape.0, numbers));
            return self.gather(rest, values, notes, then);
        };
        match entry {
            Entry::Int(number) => self.number_entry(number, notes, &mut |lower, number| {
                let mut numbers = numbers.clone();
                numbers.push(number);
                lower.entries(shape, others, numbers, rest, values.clone(), notes, then)
            }),
            Entry::Each(set) => {
                if self.parameters.is_infinite(set) {
                    return unsupported("an infinite set as an entry");
                }
                let not_negative = self.low_of(set).is_some_and(|low| low >= 0);
                let mark = self.active.len();
                let slot = self.new_slot();
                let sound = self.sound_for_set(set, notes)?;
                let walk = self.walk_set(&[slot], set)?;
                let member = self.member(&[slot]);
                let mut numbers = numbers;
                numbers.extend(member.clone());
                let body = self.entries(shape, others, numbers, rest, values, notes, then)?;
                self.active.truncate(mark);
                let positions =
                    if not_negative { Vec::new() } else { member.into_iter().map(is_position).collect() };
                Ok(nest(vec![Walk::Filter(sound)], nest(walk, guarded(positions, body, notes))))
            }
        }
    }

    /// All members of a set as components, if all of them are positions.
    fn all_members(
        &mut self,
        set: &Set,
        shape: Option<ShapeId>,
        rest: &[Component],
        mut values: Vec<Value>,
        notes: Option<&Notes>,
        then: Finish<'_, 'r>,
    ) -> Lowered<Vec<Stmt>> {
        if self.parameters.is_infinite(set) {
            return unsupported("an infinite set in an option");
        }
        let mut conditions = self.set_conditions(set)?;
        conditions.push(self.sound_for_set(set, notes)?);
        let not_negative = self.low_of(set).is_some_and(|low| low >= 0);
        let total = self.fresh("value");
        let mark = self.active.len();
        // Every member counts, and counts once: the list sees to that.
        let walk = match &set.kind {
            crate::lang::ir::SetKind::Range(..) => {
                let slot = self.new_slot();
                let walk = self.walk_set(&[slot], set)?;
                (walk, self.member(&[slot]))
            }
            _ => {
                let list = self.list(set)?;
                let names: Vec<String> = (0..set.arity.max(1)).map(|_| self.fresh("x")).collect();
                let member = names.iter().cloned().map(Expr::Var).collect();
                (vec![Walk::Each(names, list)], member)
            }
        };
        let (walk, member) = walk;
        let value = match shape {
            Some(shape) => Value::Shape(shape.0, member.clone()),
            None => Value::Table(member.first().cloned().unwrap_or(Expr::Int(0))),
        };
        let add = vec![Stmt::AddValue(total.clone(), value)];
        let mut all = vec![Stmt::LetValue(total.clone())];
        let negative = if not_negative {
            all.extend(nest(walk, add));
            None
        } else {
            let flag = self.fresh("negative");
            let positions = Expr::all(member.into_iter().map(is_position).collect());
            all.push(Stmt::Flag(flag.clone()));
            all.extend(nest(walk, vec![Stmt::If(positions, add, vec![Stmt::Set(flag.clone())])]));
            Some(flag)
        };
        self.active.truncate(mark);
        if let Some(flag) = &negative {
            self.active.push(flag.clone());
        }
        values.push(Value::Var(total));
        let body = self.gather(rest, values, notes, then)?;
        let positions = negative.map(|flag| Expr::Not(Box::new(Expr::Var(flag)))).into_iter().collect();
        all.extend(guarded(positions, body, notes));
        Ok(nest(vec![Walk::Filter(Expr::all(conditions))], all))
    }
}

/// Whether a number can be an entry.
fn is_position(number: Expr) -> Expr {
    Expr::compare(Compare::Ge, number, Expr::Int(0))
}

/// The body, if the conditions hold. That an option was met is noted in any case.
fn guarded(conditions: Vec<Expr>, body: Vec<Stmt>, notes: Option<&Notes>) -> Vec<Stmt> {
    let condition = Expr::all(conditions);
    if condition == Expr::Bool(true) {
        return body;
    }
    let mut all: Vec<Stmt> = notes.map(|notes| Stmt::Set(notes.met.clone())).into_iter().collect();
    all.push(Stmt::If(condition, body, Vec::new()));
    all
}

/// The option with these components.
fn finish(values: Vec<Value>, notes: Option<&Notes>) -> Vec<Stmt> {
    let option = Stmt::Option(sum(values));
    match notes {
        None => vec![option],
        Some(notes) => {
            let mut all = vec![Stmt::Set(notes.met.clone()), Stmt::Set(notes.good.clone())];
            all.extend(nest(vec![Walk::Filter(notes.holds.clone())], vec![option]));
            all
        }
    }
}

/// The nim-sum of values.
fn sum(mut values: Vec<Value>) -> Value {
    if values.len() == 1 { values.remove(0) } else { Value::Sum(values) }
}
