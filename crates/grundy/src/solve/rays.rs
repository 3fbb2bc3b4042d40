//! Positions whose moves go along rays: when a table answers, and how large.

use crate::engine::RayTable;
use crate::lang::interpret::ShapeRules;
use crate::lang::ray_rules;
use crate::ruleset::{Position, RayRule};
use crate::theory::{Control, Nimber, Stopped, Values};

/// The most cells of a table that is filled for a single position: it takes a
/// part of a second. Positions further away are searched.
const MOST_CELLS: u64 = 1 << 22;

/// How many steps of interpreting recognising the rays may take.
const MOST_STEPS: u64 = 1_000_000;

/// The shapes of a rule whose moves go along rays, each with the table so far.
#[derive(Debug)]
pub(super) struct Rays {
    shapes: Vec<Option<(RayRule, Option<RayTable>)>>,
    /// Whether a table is filled however far the position.
    at_any_cost: bool,
}

impl Rays {
    /// What is recognised in a rule; none if no shape's moves are rays.
    pub(super) fn recognise(rules: &ShapeRules, at_any_cost: bool, control: &Control) -> Option<Rays> {
        let control = control.clone().with_step_limit(MOST_STEPS);
        let rules = ray_rules(rules.program(), rules.parameters(), &control);
        let shapes: Vec<_> = rules.into_iter().map(|rule| Some((rule?, None))).collect();
        shapes.iter().any(Option::is_some).then_some(Rays { shapes, at_any_cost })
    }

    /// Whether the moves of every shape are rays.
    pub(super) fn are_everywhere(&self) -> bool {
        self.shapes.iter().all(Option::is_some)
    }

    /// The value of a position from the table, which grows if need be; none if its
    /// moves are no rays, or if it is too far away.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if `control` says so.
    pub(super) fn value(
        &mut self,
        rules: &ShapeRules,
        position: &Position,
        control: &Control,
    ) -> Result<Option<Nimber>, Stopped> {
        for (info, shape) in rules.program().shapes.iter().zip(&mut self.shapes) {
            let (Some(entries), Some((rule, table))) = (info.entries(position), shape.as_mut()) else {
                continue;
            };
            if let Some(value) = table.as_ref().and_then(|table| table.get(entries)) {
                return Ok(Some(value));
            }
            let most = if self.at_any_cost { u64::MAX } else { MOST_CELLS };
            let Some(to) = extent(rule, table.as_ref(), entries, most) else { return Ok(None) };
            return match RayTable::new(rule, &to, control) {
                Ok(grown) => Ok(table.insert(grown).get(entries)),
                // A search may still do with the memory there is.
                Err(Stopped::MemoryLimit { .. }) if !self.at_any_cost => Ok(None),
                Err(stopped) => Err(stopped),
            };
        }
        Ok(None)
    }

    /// The values of all tuples up to `to` in lexical order; none if the moves of the
    /// shape with this index are no rays.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if `control` says so.
    pub(super) fn table(
        &self,
        shape: usize,
        to: &[u64],
        control: &Control,
    ) -> Result<Option<Values>, Stopped> {
        match self.shapes.get(shape) {
            Some(Some((rule, _))) => Ok(RayTable::new(rule, to, control)?.into_values(to)),
            _ => Ok(None),
        }
    }
}

/// How far a table should go to hold a position; none if that is too far. It goes
/// a half further than what was asked for twice, so that it seldom grows.
fn extent(rule: &RayRule, table: Option<&RayTable>, entries: &[u64], most: u64) -> Option<Vec<u64>> {
    let fits = |to: &[u64]| RayTable::cells(rule, to).is_some_and(|cells| cells <= most);
    let Some(table) = table else { return fits(entries).then(|| entries.to_vec()) };
    let both: Vec<u64> = entries.iter().zip(table.to()).map(|(&entry, &last)| entry.max(last)).collect();
    let further: Vec<u64> = both.iter().map(|&last| last.saturating_add(last / 2)).collect();
    [further, both].into_iter().find(|to| fits(to))
}
