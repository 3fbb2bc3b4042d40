//! Asking for the memory of a table, and telling how far it has come.

use crate::theory::{Control, Stopped, Values};

/// Makes room for `length` values in all, if that is allowed and possible.
///
/// # Errors
///
/// [`Stopped::MemoryLimit`] if it is more than `control` allows, or more than
/// the machine gives.
pub(super) fn reserve_values(values: &mut Values, length: usize, control: &Control) -> Result<(), Stopped> {
    if length <= values.len() {
        return Ok(());
    }
    let needed = count(length).saturating_mul(count(values.width()));
    control.reserve(needed)?;
    values.try_reserve(length).map_err(|_| Stopped::MemoryLimit { needed, limit: control.memory_limit() })
}

/// Reports `done` of `total` values.
pub(super) fn report(done: usize, total: usize, control: &Control) {
    control.report(count(done), Some(count(total)));
}

/// A length as a count.
pub(super) fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
