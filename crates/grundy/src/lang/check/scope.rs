//! The names in force at a place of the text.

use super::{Checker, Class};
use crate::lang::ast::Name;
use crate::lang::ir::{ParameterId, Slot};
use crate::ruleset::Span;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(in crate::lang) enum Binding {
    /// A local name, always a number.
    Local(Slot),
    /// A parameter.
    Parameter(ParameterId, ParameterInfo),
    /// The list that is moved from.
    Seq,
}

/// What is known of a parameter.
#[derive(Clone, Debug)]
pub(in crate::lang) struct ParameterInfo {
    pub(super) class: Class,
    pub(super) arity: usize,
    pub(super) infinite: bool,
    pub(super) constant: Option<i128>,
}

/// The names in force, innermost last.
#[derive(Default)]
pub(in crate::lang) struct Scope {
    slots: Vec<String>,
    locals: Vec<(String, Slot)>,
    parameters: Vec<(Name, ParameterInfo, bool)>,
    former: Vec<String>,
    /// The name of the list that is moved from.
    seq: Option<String>,
    /// Names that were reported as unknown in this clause.
    missing: Vec<String>,
}

impl Scope {
    /// The place to come back to with [`Scope::release`].
    pub(super) fn mark(&self) -> usize {
        self.locals.len()
    }

    /// Lets go of the names bound since `mark`, remembering them for messages.
    pub(super) fn release(&mut self, mark: usize) {
        self.former.extend(self.locals.drain(mark..).map(|(name, _)| name));
    }

    /// Forgets names that were let go of: a new clause begins.
    pub(super) fn forget_former(&mut self) {
        self.missing.clear();
        self.former.clear();
    }

    /// Notes an unknown name; whether it was noted before.
    pub(super) fn missed(&mut self, name: &str) -> bool {
        let before = self.missing.iter().any(|missing| missing == name);
        if !before {
            self.missing.push(name.to_owned());
        }
        before
    }

    /// Whether the name was bound in an earlier alternative of this clause.
    pub(super) fn was_bound(&self, name: &str) -> bool {
        self.former.iter().any(|former| former == name)
    }

    /// Binds a name to a fresh slot.
    pub(in crate::lang) fn bind(&mut self, name: &str) -> Slot {
        let slot = Slot(self.slots.len());
        self.slots.push(name.to_owned());
        self.locals.push((name.to_owned(), slot));
        slot
    }

    /// Names the list that is moved from, or lets go of its name.
    pub(super) fn name_seq(&mut self, name: Option<&str>) {
        self.seq = name.map(str::to_owned);
    }

    /// What the name stands for; a parameter counts as used from now on.
    pub(in crate::lang) fn look_up(&mut self, name: &str) -> Option<Binding> {
        if self.seq.as_deref() == Some(name) {
            return Some(Binding::Seq);
        }
        if let Some((_, slot)) = self.locals.iter().rev().find(|(local, _)| local == name) {
            return Some(Binding::Local(*slot));
        }
        let index = self.parameters.iter().position(|(parameter, ..)| parameter.text == name)?;
        self.parameters[index].2 = true;
        Some(Binding::Parameter(ParameterId(index), self.parameters[index].1.clone()))
    }

    /// Whether the name is in force.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.locals.iter().any(|(local, _)| local == name)
            || self.seq.as_deref() == Some(name)
            || self.parameter(name).is_some()
    }

    /// What is known of a parameter.
    pub(super) fn parameter(&self, name: &str) -> Option<&ParameterInfo> {
        self.parameters.iter().find(|(parameter, ..)| parameter.text == name).map(|(_, info, _)| info)
    }

    /// What is known of a parameter.
    pub(super) fn parameter_by_id(&self, id: ParameterId) -> Option<&ParameterInfo> {
        self.parameters.get(id.0).map(|(_, info, _)| info)
    }

    pub(super) fn add_parameter(
        &mut self,
        name: &Name,
        class: Class,
        arity: usize,
        infinite: bool,
        constant: Option<i128>,
    ) {
        self.parameters.push((name.clone(), ParameterInfo { class, arity, infinite, constant }, false));
    }

    pub(super) fn unused_parameters(&self) -> Vec<(String, Span)> {
        let unused = self.parameters.iter().filter(|(.., used)| !used);
        unused.map(|(name, ..)| (name.text.clone(), name.span.clone())).collect()
    }

    /// Every name in force, for suggestions.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let locals = self.locals.iter().map(|(name, _)| name.as_str());
        let parameters = self.parameters.iter().map(|(name, ..)| name.text.as_str());
        locals.chain(self.seq.as_deref()).chain(parameters)
    }

    /// Every name of a number in force, the position's own first.
    pub(super) fn locals(&self) -> impl Iterator<Item = &str> {
        self.locals.iter().map(|(name, _)| name.as_str())
    }

    /// The names of all slots handed out.
    pub(in crate::lang) fn take_slots(&mut self) -> Vec<String> {
        std::mem::take(&mut self.slots)
    }
}

impl Checker {
    /// Binds a name that must be new here.
    pub(super) fn bind(&mut self, name: &Name) -> Option<Slot> {
        self.bind_new(name, || "no name is bound twice: choose another one".to_owned())
    }

    /// Binds one of the `count` names of a loop.
    pub(super) fn bind_in_loop(&mut self, name: &Name, count: usize) -> Option<Slot> {
        if count < 2 {
            return self.bind(name);
        }
        // Of tuples, those with a known entry are meant.
        self.bind_new(name, || {
            let name = &name.text;
            format!(
                "no name is bound twice: choose another one, say `{name}2`, and add `if {name}2 == {name}`"
            )
        })
    }

    fn bind_new(&mut self, name: &Name, cure: impl FnOnce() -> String) -> Option<Slot> {
        if self.scope.knows(&name.text) {
            self.error(&name.span, format!("the name `{}` is bound already", name.text), cure());
            return None;
        }
        Some(self.scope.bind(&name.text))
    }
}
