//! Asking for the memory of a table, and telling how far it has come.
//!
//! What grows by itself, a list or a hash table, is copied to a place twice as large
//! while it is still at the old one, so at that moment it takes three times what it
//! holds. Whoever lets one grow asks here first: the answer is a reason to stop,
//! where the growth itself would end the process.

use std::collections::{HashMap, HashSet, TryReserveError};
use std::hash::{BuildHasher, Hash};

use crate::theory::{Control, Stopped};

/// Makes room for `length` members of an empty list; `beside` is what else is in use,
/// in bytes.
///
/// # Errors
///
/// [`Stopped::MemoryLimit`] if it is more than `control` allows, or more than the
/// machine gives.
pub(super) fn room_for<T>(
    list: &mut Vec<T>,
    length: usize,
    beside: usize,
    control: &Control,
) -> Result<(), Stopped> {
    let needed = count(length.saturating_mul(size_of::<T>()).saturating_add(beside));
    control.reserve(needed)?;
    grundy_kernels::try_reserve(list, length)
        .map_err(|_| Stopped::MemoryLimit { needed, limit: control.memory_limit() })
}

/// Makes room for one more member of a list; `beside` is what else is in use, in bytes.
///
/// # Errors
///
/// [`Stopped::MemoryLimit`] if it is more than `control` allows, or more than the
/// machine gives.
pub(super) fn room_in_list<T>(list: &mut Vec<T>, beside: usize, control: &Control) -> Result<(), Stopped> {
    if list.len() < list.capacity() {
        return Ok(());
    }
    let held = list.capacity().saturating_mul(size_of::<T>());
    grow(held, beside, control, || list.try_reserve(1))
}

/// Makes room for one more entry of a hash table; `beside` is what else is in use.
///
/// # Errors
///
/// [`Stopped::MemoryLimit`] if it is more than `control` allows, or more than the
/// machine gives.
pub(super) fn room_in_map<K: Eq + Hash, V, S: BuildHasher>(
    map: &mut HashMap<K, V, S>,
    beside: usize,
    control: &Control,
) -> Result<(), Stopped> {
    if map.len() < map.capacity() {
        return Ok(());
    }
    let held = hashed(map.capacity(), size_of::<(K, V)>());
    grow(held, beside, control, || map.try_reserve(1))
}

/// Makes room for one more member of a hash set; `beside` is what else is in use.
///
/// # Errors
///
/// [`Stopped::MemoryLimit`] if it is more than `control` allows, or more than the
/// machine gives.
pub(super) fn room_in_set<K: Eq + Hash, S: BuildHasher>(
    set: &mut HashSet<K, S>,
    beside: usize,
    control: &Control,
) -> Result<(), Stopped> {
    if set.len() < set.capacity() {
        return Ok(());
    }
    let held = hashed(set.capacity(), size_of::<K>());
    grow(held, beside, control, || set.try_reserve(1))
}

/// What a hash table for so many entries takes: an eighth of it stays free, and an
/// entry has a byte of its hash beside it.
pub(super) fn hashed(capacity: usize, entry: usize) -> usize {
    capacity.saturating_mul(entry + 1).saturating_mul(8) / 7
}

/// Lets something grow that is full and takes `held` bytes.
#[cold]
fn grow(
    held: usize,
    beside: usize,
    control: &Control,
    grow: impl FnOnce() -> Result<(), TryReserveError>,
) -> Result<(), Stopped> {
    let needed = count(held.saturating_mul(3).saturating_add(beside));
    control.reserve(needed)?;
    grow().map_err(|_| Stopped::MemoryLimit { needed, limit: control.memory_limit() })
}

/// Reports `done` of `total` values.
pub(super) fn report(done: usize, total: usize, control: &Control) {
    control.report(count(done), Some(count(total)));
}

/// A length as a count.
pub(super) fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use rustc_hash::{FxHashMap, FxHashSet};

    use super::*;

    #[test]
    fn what_grows_asks_before() {
        let little = Control::default().with_memory_limit(100_000);
        let (mut list, mut map, mut set) = (Vec::new(), FxHashMap::default(), FxHashSet::default());
        let fill =
            |add: &mut dyn FnMut(u64) -> Result<(), Stopped>| (0..).take_while(|&n| add(n).is_ok()).count();
        let listed = fill(&mut |n| {
            room_in_list(&mut list, 1000, &little)?;
            list.push(n);
            Ok(())
        });
        let mapped = fill(&mut |n| {
            room_in_map(&mut map, 1000, &little)?;
            map.insert(n, n);
            Ok(())
        });
        let noted = fill(&mut |n| {
            room_in_set(&mut set, 1000, &little)?;
            set.insert(n);
            Ok(())
        });
        // Each is full, and just so large that to grow once more would pass the limit.
        assert_eq!((listed, mapped, noted), (list.capacity(), map.capacity(), set.capacity()));
        let bytes = [listed * 8, hashed(mapped, 16), hashed(noted, 8)];
        for bytes in bytes {
            assert!(3 * bytes + 1000 > 100_000 && 3 * bytes / 2 + 1000 <= 100_000, "{bytes}");
        }
        let beside = room_in_list(&mut list, 10, &Control::default());
        assert_eq!(beside, Ok(()));
        assert!(list.capacity() > list.len());
    }
}
