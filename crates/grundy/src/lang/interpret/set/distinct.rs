//! Members met so far, for walks that refuse repeats.

use rustc_hash::FxHashSet;

use super::super::machine::Machine;
use super::super::number::Number;

/// Up to so many entries are looked through one by one.
const SHORT: usize = 24;

/// The members that one walk has met. They lie on a stack in the machine, which
/// keeps its memory from walk to walk; only long walks build a table.
pub(super) struct Distinct<N> {
    base: usize,
    table: Option<FxHashSet<Box<[N]>>>,
}

impl<N: Number> Distinct<N> {
    /// None met yet.
    pub(super) fn new(m: &Machine<'_, N>) -> Distinct<N> {
        Distinct { base: m.seen.len(), table: None }
    }

    /// Notes a member, and tells whether it is new.
    pub(super) fn insert(&mut self, m: &mut Machine<'_, N>, member: &[N]) -> bool {
        if let Some(table) = &mut self.table {
            return !table.contains(member) && table.insert(member.into());
        }
        let met = &m.seen[self.base..];
        if met.chunks_exact(member.len().max(1)).any(|old| old == member) {
            return false;
        }
        m.seen.extend_from_slice(member);
        if m.seen.len() - self.base > SHORT {
            let met = &m.seen[self.base..];
            self.table = Some(met.chunks_exact(member.len().max(1)).map(Into::into).collect());
        }
        true
    }

    /// Takes the members off the stack. A walk that ends in a fault need not come
    /// here: what an outer walk drops is dropped too.
    pub(super) fn forget(self, m: &mut Machine<'_, N>) {
        m.seen.truncate(self.base);
    }
}
