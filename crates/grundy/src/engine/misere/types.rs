//! Which components are tame, and of which type.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::Misere;
use crate::ruleset::{Halt, Options, Ruleset};
use crate::theory::{Control, TameType};

impl<R: Ruleset> Misere<R> {
    /// The type of a component; none if it is wild, or can be moved to a wild one.
    pub(super) fn classify(
        &mut self,
        component: &R::Position,
        control: &Control,
    ) -> Result<Option<TameType>, Halt> {
        if let Some((types, size)) = &mut self.heaps
            && let Some(size) = size(component)
        {
            return Ok(Some(types.of(size, control)?));
        }
        self.types.find(&self.rules, component, control, type_or_unknown)
    }
}

/// The type of a position with these options, or the first component that is
/// not classified.
fn type_or_unknown<'o, P: Eq + Hash>(
    options: &'o Options<P>,
    known: &FxHashMap<P, Option<TameType>>,
) -> Result<Option<TameType>, &'o P> {
    let mut types = Vec::with_capacity(options.len());
    let mut wild = false;
    for option in options.iter() {
        let mut sum = TameType::END;
        for component in option {
            match known.get(component) {
                None => return Err(component),
                Some(None) => wild = true,
                Some(Some(own)) => sum = sum.plus(*own),
            }
        }
        types.push(sum);
    }
    Ok(if wild { None } else { TameType::of_options(types) })
}
