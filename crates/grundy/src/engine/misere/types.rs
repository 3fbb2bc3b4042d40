//! Which components are tame, and of which type.

use rustc_hash::FxHashMap;

use super::Misere;
use crate::engine::naive::cycle;
use crate::ruleset::{Halt, Options, Ruleset};
use crate::theory::{Control, TameType};

/// How many components are looked at between two looks at the control.
const BATCH: u64 = 1 << 12;

impl<R: Ruleset> Misere<R> {
    /// The type of a component; none if it is wild, or can be moved to a wild one.
    /// Play is followed depth first on a stack of its own.
    pub(super) fn classify(
        &mut self,
        component: &R::Position,
        control: &Control,
    ) -> Result<Option<TameType>, Halt> {
        if let Some(&known) = self.types.get(component) {
            return Ok(known);
        }
        let mut current = component.clone();
        let mut stack = Vec::new();
        let mut open = FxHashMap::default();
        open.insert(current.clone(), 0);
        let mut options = Options::new();
        let mut steps = 0_u64;
        loop {
            steps += 1;
            if steps.is_multiple_of(BATCH) {
                control.check()?;
                control.report(self.types.len() as u64, None);
            }
            self.rules.options(&current, &mut options, control)?;
            match self.type_or_unknown(&options) {
                Ok(found) => {
                    open.remove(&current);
                    self.keep_component(&current);
                    self.types.insert(current, found);
                    match stack.pop() {
                        Some(earlier) => current = earlier,
                        None => return Ok(found),
                    }
                }
                Err(unknown) => {
                    if let Some(&start) = open.get(unknown) {
                        stack.push(current);
                        return Err(cycle(&stack[start..], unknown).into());
                    }
                    let unknown = unknown.clone();
                    stack.push(std::mem::replace(&mut current, unknown));
                    open.insert(current.clone(), stack.len());
                    let met = (self.types.len() + stack.len()) as u64;
                    control.visit(met)?;
                    let each = 3 * size_of::<R::Position>() as u64;
                    control.reserve(met.saturating_mul(each).saturating_add(self.kept_bytes as u64))?;
                }
            }
        }
    }

    fn keep_component(&mut self, component: &R::Position) {
        self.kept_bytes = self.kept_bytes.saturating_add(2 * self.rules.heap_bytes(component));
    }

    /// The type of a position with these options, or the first component that is
    /// not classified.
    fn type_or_unknown<'o>(
        &self,
        options: &'o Options<R::Position>,
    ) -> Result<Option<TameType>, &'o R::Position> {
        let mut types = Vec::with_capacity(options.len());
        let mut wild = false;
        for option in options.iter() {
            let mut sum = TameType::END;
            for component in option {
                match self.types.get(component) {
                    None => return Err(component),
                    Some(None) => wild = true,
                    Some(Some(own)) => sum = sum.plus(*own),
                }
            }
            types.push(sum);
        }
        Ok(if wild { None } else { TameType::of_options(types) })
    }
}
