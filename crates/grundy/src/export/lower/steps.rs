//! Loops and conditions around an option, and where walks without end stop.
//!
//! A walk through an infinite set ends at the first member whose option is not a
//! position, whether or not its `if`s hold; with loops inside, at the first member
//! for which an option was met and none was a position. If there are only `if`s
//! inside and the option is plain, that is one `break`. Else two flags note at each
//! member whether an option was met and whether one was a position; where an `if`
//! fails, the loops after it are gone through all the same.

use super::{Lower, Lowered};
use crate::export::code::{Expr, Stmt, Walk, nest};
use crate::lang::ir::{Component, Entry, Offer, Step};

/// What an endless walk around notes.
#[derive(Clone, Debug)]
pub(super) struct Notes {
    /// The flag: an option was met.
    pub met: String,
    /// The flag: an option was a position.
    pub good: String,
    /// Whether all `if`s so far hold.
    pub holds: Expr,
}

impl Lower<'_> {
    /// The options that `offer` gives for every way through `steps`.
    pub(super) fn steps(
        &mut self,
        steps: &[Step],
        offer: &Offer,
        notes: Option<&Notes>,
    ) -> Lowered<Vec<Stmt>> {
        let Some((step, rest)) = steps.split_first() else { return self.offer(offer, notes) };
        let mark = self.active.len();
        let stmts = match step {
            Step::If(condition) => match notes {
                None => {
                    let holds = self.holds(condition)?;
                    let body = self.steps(rest, offer, None)?;
                    nest(vec![Walk::Filter(holds)], body)
                }
                Some(notes) => {
                    let holds = Expr::all(vec![notes.holds.clone(), self.holds(condition)?]);
                    let name = self.fresh("holds");
                    let inner = Notes { holds: Expr::Var(name.clone()), ..notes.clone() };
                    let body = self.steps(rest, offer, Some(&inner))?;
                    // Nothing is left to learn once there was a position.
                    let on = Expr::any(vec![
                        Expr::Var(name.clone()),
                        Expr::Not(Box::new(Expr::Var(notes.good.clone()))),
                    ]);
                    vec![Stmt::LetBool(name, holds), Stmt::If(on, body, Vec::new())]
                }
            },
            Step::Solve { slot, conditions, .. } => {
                let walk = self.solve(*slot, conditions)?;
                let body = self.steps(rest, offer, notes)?;
                nest(walk, body)
            }
            Step::For { slots, set, .. } => {
                let sound = match notes {
                    Some(notes) => {
                        let sound = self.sound_set_conditions(set)?;
                        if sound.is_empty() {
                            Expr::Bool(true)
                        } else {
                            Expr::any(vec![notes.holds.clone(), Expr::all(sound)])
                        }
                    }
                    None => Expr::Bool(true),
                };
                let walk = self.walk_set(slots, set)?;
                let endless = walk.iter().any(|step| matches!(step, Walk::Endless(..)));
                let stmts = if !endless {
                    let body = self.steps(rest, offer, notes)?;
                    nest(walk, body)
                } else if notes.is_none()
                    && rest.iter().all(|step| matches!(step, Step::If(_)))
                    && is_of_numbers(offer)
                {
                    let body = self.plain_walk(rest, offer)?;
                    nest(walk, body)
                } else {
                    self.noted_walk(walk, rest, offer, notes)?
                };
                nest(vec![Walk::Filter(sound)], stmts)
            }
        };
        self.active.truncate(mark);
        Ok(stmts)
    }

    /// The body of a walk without end that notes what it meets.
    fn noted_walk(
        &mut self,
        walk: Vec<Walk>,
        rest: &[Step],
        offer: &Offer,
        outer: Option<&Notes>,
    ) -> Lowered<Vec<Stmt>> {
        let (met, good) = (self.fresh("met"), self.fresh("good"));
        let holds = outer.map_or(Expr::Bool(true), |outer| outer.holds.clone());
        let notes = Notes { met: met.clone(), good: good.clone(), holds };
        let mut inner = self.steps(rest, offer, Some(&notes))?;
        // A flag that is set whatever happens is none.
        let always = sets_always(&inner, &met);
        let was_met = if always { Expr::Bool(true) } else { Expr::Var(met.clone()) };
        let mut body = Vec::new();
        if always {
            inner = without_setting(inner, &met);
        } else {
            body.push(Stmt::Flag(met));
        }
        body.push(Stmt::Flag(good.clone()));
        body.extend(inner);
        if let Some(outer) = outer {
            for (inner, outer) in [(was_met.clone(), &outer.met), (Expr::Var(good.clone()), &outer.good)] {
                body.extend(nest(vec![Walk::Filter(inner)], vec![Stmt::Set(outer.clone())]));
            }
        }
        let last = Expr::all(vec![was_met, Expr::Not(Box::new(Expr::Var(good)))]);
        body.push(Stmt::If(last, vec![Stmt::Break], Vec::new()));
        Ok(nest(walk, body))
    }

    /// The body of a walk without end that has only `if`s inside and a plain option.
    fn plain_walk(&mut self, conditions: &[Step], offer: &Offer) -> Lowered<Vec<Stmt>> {
        let mut holds = Vec::new();
        for step in conditions {
            if let Step::If(condition) = step {
                holds.push(self.holds(condition)?);
            }
        }
        let holds = Expr::all(holds);
        let numbers = numbers_of(offer);
        let (mut values, mut sound) = (Vec::new(), Vec::new());
        for number in &numbers {
            values.extend(self.value_conditions(number)?);
            sound.extend(self.sound_conditions(number)?);
        }
        let (values, sound) = (Expr::all(values), Expr::all(sound));
        let mark = self.active.len();
        let (lets, negative, option) = self.plain_option(offer)?;
        self.active.truncate(mark);
        let stop = match negative {
            Expr::Bool(false) => Vec::new(),
            negative => vec![Stmt::If(negative, vec![Stmt::Break], Vec::new())],
        };
        let mut body = lets.clone();
        body.extend(stop.clone());
        if holds == Expr::Bool(true) {
            body.push(option);
            return Ok(nest(vec![Walk::Filter(values)], body));
        }
        if sound == Expr::Bool(true) {
            body.push(Stmt::If(holds, vec![option], Vec::new()));
            return Ok(body);
        }
        // Where the conditions fail the option is looked at only if it can be.
        let mut offered = body.clone();
        offered.push(option);
        let offered = nest(vec![Walk::Filter(values)], offered);
        let mut looked_at = lets;
        looked_at.extend(stop);
        Ok(vec![Stmt::If(holds, offered, vec![Stmt::If(sound, looked_at, Vec::new())])])
    }
}

/// Whether a flag is set however the statements are gone through.
fn sets_always(stmts: &[Stmt], flag: &str) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Set(name) => name == flag,
        // Its body is gone through at least once.
        Stmt::Loop(Walk::Endless(..), body) => sets_always(body, flag),
        _ => false,
    })
}

/// The statements, the flag left alone.
fn without_setting(stmts: Vec<Stmt>, flag: &str) -> Vec<Stmt> {
    stmts
        .into_iter()
        .filter(|stmt| !matches!(stmt, Stmt::Set(name) if name == flag))
        .map(|stmt| match stmt {
            Stmt::If(condition, yes, no) => {
                Stmt::If(condition, without_setting(yes, flag), without_setting(no, flag))
            }
            Stmt::Loop(walk, body) => Stmt::Loop(walk, without_setting(body, flag)),
            other => other,
        })
        .filter(|stmt| !matches!(stmt, Stmt::If(_, yes, no) if yes.is_empty() && no.is_empty()))
        .collect()
}

/// Whether an option is one of numbers alone, without sets or copies.
fn is_of_numbers(offer: &Offer) -> bool {
    let plain = |component: &Component| match component {
        Component::Number(_) => true,
        Component::Entries(_, entries) => entries.iter().all(|entry| matches!(entry, Entry::Int(_))),
        _ => false,
    };
    match offer {
        Offer::Each(component) => plain(component),
        Offer::Sum(components) => components.iter().all(plain),
        Offer::Copies(..) => false,
    }
}

/// The numbers of a plain option.
fn numbers_of(offer: &Offer) -> Vec<crate::lang::ir::Int> {
    let components: &[Component] = match offer {
        Offer::Each(component) | Offer::Copies(component, _) => std::slice::from_ref(component),
        Offer::Sum(components) => components,
    };
    let mut numbers = Vec::new();
    for component in components {
        match component {
            Component::Number(number) => numbers.push(number.clone()),
            Component::Entries(_, entries) => {
                numbers.extend(entries.iter().filter_map(|entry| match entry {
                    Entry::Int(number) => Some(number.clone()),
                    Entry::Each(_) => None,
                }))
            }
            _ => {}
        }
    }
    numbers
}
