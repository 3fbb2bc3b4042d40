//! Code for sets in braces.

use std::collections::HashSet;

use cranelift_codegen::ir::{Block, InstBuilder};
use grundy::lang::ir::{Element, Int, IntKind, Step};

use super::Visit;
use crate::code::number::Num;
use crate::code::{Generator, Made, Unsupported};

/// The most members in braces that get code of their own each.
const MOST_WRITTEN: usize = 64;

impl<'a, 'b> Generator<'a, 'b> {
    pub(super) fn walk_listed(
        &mut self,
        elements: &[Element],
        once: bool,
        exit: Block,
        visit: Visit<'_, 'a, 'b>,
    ) -> Made<()> {
        if let Some((mut members, arity)) = constants(elements) {
            // Braces have no repeats.
            let mut seen = HashSet::new();
            members.retain(|member| seen.insert(member.clone()));
            return self.walk_array(members.concat(), arity, exit, visit);
        }
        let single = matches!(elements, [Element::Members(set)] if !self.parameters.may_repeat(set));
        if (once && !single && elements.len() != 1) || elements.len() > MOST_WRITTEN {
            return Err(Unsupported);
        }
        for element in elements {
            self.walk_element(element, once, visit)?;
        }
        Ok(())
    }

    /// Visits the members that an element of a set in braces stands for; none if
    /// the element has no value.
    pub(super) fn walk_element(
        &mut self,
        element: &Element,
        once: bool,
        visit: Visit<'_, 'a, 'b>,
    ) -> Made<()> {
        let next = self.b.create_block();
        let outer = std::mem::replace(&mut self.no_value, next);
        match element {
            Element::Entries(entries) => {
                let member = entries.iter().map(|entry| self.int(entry)).collect::<Made<Vec<Num>>>()?;
                self.no_value = outer;
                visit(self, &member)?;
                self.b.ins().jump(next, &[]);
                self.b.switch_to_block(next);
            }
            Element::Members(set) => {
                if (once && self.parameters.may_repeat(set)) || self.parameters.is_infinite(set) {
                    return Err(Unsupported);
                }
                self.walk(set, once, next, visit)?;
                self.no_value = outer;
            }
        }
        Ok(())
    }

    /// Goes through loops and conditions inside braces. Loops without a value are
    /// skipped.
    pub(super) fn each_member(
        &mut self,
        steps: &[Step],
        once: bool,
        then: &mut dyn FnMut(&mut Generator<'a, 'b>) -> Made<()>,
    ) -> Made<()> {
        match steps.split_first() {
            None => then(self),
            Some((Step::If(condition), rest)) => {
                let next = self.b.create_block();
                self.when(condition, next)?;
                self.each_member(rest, once, then)?;
                self.b.ins().jump(next, &[]);
                self.b.switch_to_block(next);
                Ok(())
            }
            Some((Step::For { slots, set, .. }, rest)) => {
                if self.parameters.is_infinite(set) {
                    return Err(Unsupported);
                }
                let next = self.b.create_block();
                let outer = std::mem::replace(&mut self.no_value, next);
                self.walk(set, once, next, &mut |g, member| {
                    g.bind_all(slots, member);
                    g.each_member(rest, once, then)
                })?;
                self.no_value = outer;
                Ok(())
            }
            Some((Step::Solve { .. }, _)) => Err(Unsupported),
        }
    }
}

/// The members of a set in braces, if they are constants.
fn constants(elements: &[Element]) -> Option<(Vec<Vec<i64>>, usize)> {
    let mut members = Vec::with_capacity(elements.len());
    for element in elements {
        let Element::Entries(entries) = element else { return None };
        let entry = |entry: &Int| match entry.kind {
            IntKind::Const(value) => i64::try_from(value).ok(),
            _ => None,
        };
        members.push(entries.iter().map(entry).collect::<Option<Vec<i64>>>()?);
    }
    let arity = members.first().map_or(1, Vec::len);
    Some((members, arity))
}
