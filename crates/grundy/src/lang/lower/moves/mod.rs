//! Rules of one heap whose moves are families with linear bounds.
//!
//! Each alternative is read as systems of linear conditions on n and the names
//! that it binds (`systems`, `terms`): loops over ranges and `where` give
//! inequalities, `if` gives inequalities and residues of n, `min` and `max` are
//! told apart by cases, sets that do not depend on n are run through. Equations
//! eliminate names. With at most one name left the option is a family of
//! `ruleset::HeapMoves` (`families`). Divisors, prime factors and numbers without
//! a common factor are read as they stand (`arithmetic`), and so are partitions. What has exactly the
//! options of a take-and-break code is told as that code (`code`).
//!
//! Whatever is in doubt is declined, faults included: numbers that may overflow,
//! divisors that may be 0, loops that may not end.

mod arithmetic;
mod code;
mod families;
mod systems;
mod terms;

use super::mentions;
use crate::lang::interpret::{self, Parameters, Scope};
use crate::lang::ir::{Int, Kind, Program, Set, Shape, Slot};
use crate::ruleset::{HeapMoves, MoveFamily, SplitMoves, TakeAndBreakCode};
use crate::theory::Control;

/// The most families of one rule.
const MOST_FAMILIES: usize = 256;

/// The most members of a set that are run through.
const MOST_MEMBERS: usize = 1 << 8;

/// The rule as families of moves, if it certainly has that form.
///
/// `parameters` are those of the program. `None` also if `control` stops the work.
#[must_use]
pub fn heap_moves(program: &Program, parameters: &Parameters, control: &Control) -> Option<HeapMoves> {
    if program.kind != Kind::Heap {
        return None;
    }
    let mut families: Vec<MoveFamily> = Vec::new();
    for clause in &program.clauses {
        let Shape::Number(heap) = clause.shape else { return None };
        let reading = Reading { program, parameters, control, heap };
        for alternative in &clause.alternatives {
            let more = match reading.arithmetic(clause.guard.as_ref(), alternative) {
                Some(family) => vec![family],
                None => reading.families(clause.guard.as_ref(), alternative)?,
            };
            for family in more {
                if !families.contains(&family) {
                    families.push(family);
                }
            }
            (families.len() <= MOST_FAMILIES).then_some(())?;
        }
    }
    Some(HeapMoves { families })
}

/// The take-and-break code that has exactly these moves, if there is one.
#[must_use]
pub fn code_of_moves(moves: &HeapMoves) -> Option<TakeAndBreakCode> {
    code::code(moves)
}

/// The moves as [`SplitMoves`], if they are such moves: those of a code, or splits
/// into two heaps that differ.
#[must_use]
pub fn split_moves(moves: &HeapMoves) -> Option<SplitMoves> {
    code::split_moves(moves)
}

/// What the alternatives of a clause are read with.
struct Reading<'a> {
    program: &'a Program,
    parameters: &'a Parameters,
    control: &'a Control,
    /// The name of the heap.
    heap: Slot,
}

impl Reading<'_> {
    fn scope(&self) -> Scope<'_> {
        Scope { parameters: self.parameters, names: &self.program.slots, values: &[] }
    }

    /// Whether no name stands in what `mentions` looks through.
    fn is_closed(&self, mentions: impl Fn(Slot) -> bool) -> bool {
        // One slot more stands for the members of a set that is offered itself.
        !(0..=self.program.slots.len()).map(Slot).any(mentions)
    }

    /// Whether no name stands in a set.
    fn is_closed_set(&self, set: &Set) -> bool {
        self.is_closed(|slot| mentions::in_set(set, slot))
    }

    /// The value of a number without names.
    fn evaluate(&self, int: &Int) -> Option<i128> {
        interpret::evaluate(int, &self.scope(), self.control).ok().flatten()
    }

    /// The members of a finite set without names.
    fn members(&self, set: &Set) -> Option<Vec<Vec<i128>>> {
        interpret::members(set, &self.scope(), MOST_MEMBERS, self.control).ok().flatten()
    }
}
