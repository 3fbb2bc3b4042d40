//! Members met so far, for walks that refuse repeats.

use rustc_hash::FxHashSet;

use super::super::machine::{Break, Machine};
use super::super::number::Number;

/// Up to so many entries are looked through one by one.
const SHORT: usize = 24;

/// What a member takes beside its entries: its place in a table that grows, and what
/// the allocator adds.
const OVERHEAD: usize = 80;

/// The members that one walk has met, entry after entry; only long walks build a
/// table.
pub(super) struct Distinct<N> {
    met: Vec<N>,
    table: Option<FxHashSet<Box<[N]>>>,
    /// About how many bytes the table takes.
    held: usize,
}

impl<N: Number> Distinct<N> {
    /// None met yet. The list's memory comes from the machine, so that short
    /// walks cost no allocation each.
    pub(super) fn new(m: &mut Machine<'_, N>) -> Distinct<N> {
        Distinct { met: m.spare_lists.pop().unwrap_or_default(), table: None, held: 0 }
    }

    /// Notes a member, and tells whether it is new.
    ///
    /// # Errors
    ///
    /// What the control says of the memory that the members take.
    pub(super) fn insert(&mut self, m: &mut Machine<'_, N>, member: &[N]) -> Result<bool, Break> {
        if let Some(table) = &mut self.table {
            if table.contains(member) {
                return Ok(false);
            }
            table.insert(member.into());
            let bytes = OVERHEAD + size_of_val(member);
            self.held += bytes;
            m.hold(bytes)?;
            return Ok(true);
        }
        let width = member.len().max(1);
        if self.met.chunks_exact(width).any(|old| old == member) {
            return Ok(false);
        }
        self.met.extend_from_slice(member);
        if self.met.len() > SHORT {
            self.table = Some(self.met.chunks_exact(width).map(Into::into).collect());
        }
        Ok(true)
    }

    /// Gives the list's memory back. A walk that ends in a fault need not: that
    /// costs an allocation later and nothing else.
    pub(super) fn forget(mut self, m: &mut Machine<'_, N>) {
        m.release(self.held);
        self.met.clear();
        m.spare_lists.push(self.met);
    }
}
