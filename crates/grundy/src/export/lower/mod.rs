//! From the checked rule to the little language of `code`.
//!
//! What the interpreter does at run time is settled here as far as the rule's
//! form tells: which numbers can be negative, which sets can be empty, where a
//! walk without end may stop. What is left becomes a condition in the program.
//! Nothing is evaluated, so a program says the rule for every position.
//!
//! Left out: numbers that are too long for the program; `ranges` sees to them.

mod bounds;
mod condition;
mod defined;
mod int;
mod linear;
mod names;
mod offer;
mod set;
mod solve;
mod steps;
mod walk;

use super::cannot_be_exported;
use super::code::{Expr, Stmt};
use crate::lang::interpret::{BoundParameter, Parameters};
use crate::lang::ir::{Clause, Int, Program, Set, SetKind, Slot};
use crate::solve::SolveError;

pub(super) use names::clean;

/// What fails to be lowered says why.
pub(super) type Lowered<T> = Result<T, SolveError>;

/// A local name: what stands for it, and what is known of it.
#[derive(Clone, Debug)]
struct Binding {
    value: Expr,
    /// It is at least this.
    low: Option<i128>,
    /// It is at most this number.
    upper: Option<Int>,
}

/// A constant list of the program.
#[derive(Clone, Debug)]
pub(super) struct Constant {
    /// Its name.
    pub name: String,
    /// The entries of its members, one after the other.
    pub entries: Vec<i128>,
    /// How many entries a member has.
    pub arity: usize,
}

/// The state of lowering one rule.
pub(super) struct Lower<'r> {
    program: &'r Program,
    parameters: &'r Parameters,
    slots: Vec<Option<Binding>>,
    /// The names that stand for something at this place.
    active: Vec<String>,
    /// The constant lists used so far, by parameter.
    constants: Vec<Option<Constant>>,
}

impl<'r> Lower<'r> {
    pub(super) fn new(program: &'r Program, parameters: &'r Parameters) -> Lower<'r> {
        Lower {
            program,
            parameters,
            slots: vec![None; program.slots.len()],
            active: Vec::new(),
            constants: vec![None; program.parameters.len()],
        }
    }

    /// The constant lists that were used.
    pub(super) fn finish(self) -> Vec<Constant> {
        self.constants.into_iter().flatten().collect()
    }

    /// The options of a clause whose names are `entries`, each at least the
    /// number beside it.
    pub(super) fn clause(
        &mut self,
        clause: &Clause,
        slots: &[Slot],
        entries: &[(String, i128)],
    ) -> Lowered<Vec<Stmt>> {
        let mark = self.active.len();
        for (slot, (name, low)) in slots.iter().zip(entries) {
            if !self.active.contains(name) {
                self.active.push(name.clone());
            }
            self.bind(*slot, Binding { value: Expr::Var(name.clone()), low: Some(*low), upper: None });
        }
        let mut all = Vec::new();
        // What one alternative names beside its loops stands in the block of all of them.
        let mut declared = Vec::new();
        let guard = match &clause.guard {
            Some(guard) => self.holds(guard)?,
            None => Expr::Bool(true),
        };
        for alternative in &clause.alternatives {
            let stmts = self.steps(&alternative.steps, &alternative.option, None)?;
            let names = stmts.iter().filter_map(Stmt::declares).map(str::to_owned);
            let names: Vec<String> = names.filter(|name| !self.active.contains(name)).collect();
            self.active.extend(names.iter().cloned());
            declared.extend(names);
            all.extend(stmts);
        }
        self.active.truncate(mark);
        if guard == Expr::Bool(true) {
            self.active.extend(declared);
        }
        Ok(match guard {
            Expr::Bool(true) => all,
            guard => vec![Stmt::If(guard, all, Vec::new())],
        })
    }

    /// Gives all names back, for the next shape.
    pub(super) fn forget(&mut self) {
        self.active.clear();
    }

    fn bind(&mut self, slot: Slot, binding: Binding) {
        if self.slots.len() <= slot.0 {
            self.slots.resize(slot.0 + 1, None);
        }
        self.slots[slot.0] = Some(binding);
    }

    fn binding(&self, slot: Slot) -> Option<&Binding> {
        self.slots.get(slot.0)?.as_ref()
    }

    /// A slot that no name of the rule has.
    fn new_slot(&mut self) -> Slot {
        self.slots.push(None);
        Slot(self.slots.len() - 1)
    }

    /// The set, or what it stands for if it is a parameter that is kept as it was written.
    fn resolved<'s>(&self, mut set: &'s Set) -> &'s Set
    where
        'r: 's,
    {
        while let SetKind::Parameter(id) = &set.kind
            && let Some(BoundParameter::Set(kept)) = self.parameters.bound(*id)
        {
            set = kept;
        }
        set
    }

    /// The numbers of a member, and the conditions under which they have a value.
    fn member_entries(&mut self, entries: &[Int]) -> Lowered<(Vec<Expr>, Vec<Expr>)> {
        let mut conditions = Vec::new();
        for entry in entries {
            conditions.extend(self.value_conditions(entry)?);
        }
        let numbers = entries.iter().map(|entry| self.int(entry)).collect::<Lowered<Vec<Expr>>>()?;
        Ok((conditions, numbers))
    }
}

/// A member of a set with these entries.
fn member_of(mut entries: Vec<Expr>) -> Expr {
    if entries.len() == 1 { entries.remove(0) } else { Expr::Tuple(entries) }
}

/// A form that programs do not have.
pub(super) fn unsupported<T>(what: &str) -> Lowered<T> {
    Err(cannot_be_exported(what, "write the rule in another way, or use `grundy table` and `grundy value`"))
}
