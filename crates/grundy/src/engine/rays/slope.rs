//! Tables of rules whose moves may make entries larger.
//!
//! Every move makes a weighted sum of the entries smaller, so the positions whose
//! sum is at most S depend on each other only. They are filled in the order of
//! their sums; each option is read by itself.

use super::cell::Cell;
use crate::engine::memory::count;
use crate::ruleset::RayRule;
use crate::theory::{Control, MexSet, Nimber, Stopped};

/// How many cells pass between two looks at the control.
const BATCH: u64 = 1 << 12;

/// The values of all tuples in the box of these extents whose weighted sum is at
/// most `most`; the other cells stay 0. The box holds all those tuples.
pub(super) fn fill<T: Cell>(
    rule: &RayRule,
    extents: &[usize],
    most: u64,
    control: &Control,
) -> Result<Vec<T>, Stopped> {
    let length = extents.iter().product();
    let needed = count(length).saturating_mul(count(size_of::<T>()));
    control.reserve(needed)?;
    let mut table = Vec::new();
    let refused = |_| Stopped::MemoryLimit { needed, limit: control.memory_limit() };
    grundy_kernels::try_reserve(&mut table, length).map_err(refused)?;
    table.resize(length, T::default());
    let mut seen = MexSet::default();
    let mut entries = vec![0; extents.len()];
    let mut done = 0u64;
    for sum in 0..=most {
        let mut visit = |entries: &[u64], table: &mut [T]| -> Result<(), Stopped> {
            seen.clear();
            for ray in rule.rays() {
                for index in 0..ray.count(entries) {
                    let taken = |(&start, &step): (&i64, &u32)| {
                        i128::from(start) + i128::from(index) * i128::from(step)
                    };
                    let option = entries.iter().zip(ray.start.iter().zip(&ray.direction).map(taken));
                    let option = option.map(|(&entry, taken)| i128::from(entry) - taken);
                    let at = place(option, extents).expect("a smaller sum stays in the box");
                    seen.insert(Nimber::new(count(table[at].index())));
                }
            }
            let at = place(entries.iter().map(|&entry| i128::from(entry)), extents);
            let at = at.expect("the box holds every tuple of this sum");
            table[at] = T::new(usize::try_from(seen.mex().size()).unwrap_or(usize::MAX));
            done += 1;
            if done.is_multiple_of(BATCH) {
                control.check()?;
                control.report(done, None);
            }
            Ok(())
        };
        level(&mut entries, 0, sum, rule.weights(), &mut |entries| visit(entries, &mut table))?;
    }
    Ok(table)
}

/// Visits all tuples that agree with `entries` before `axis` and whose entries from
/// there on have the weighted sum `rest`.
fn level(
    entries: &mut [u64],
    axis: usize,
    rest: u64,
    weights: &[u64],
    visit: &mut dyn FnMut(&[u64]) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    let weight = weights[axis];
    if axis + 1 == entries.len() {
        if rest.is_multiple_of(weight) {
            entries[axis] = rest / weight;
            return visit(entries);
        }
        return Ok(());
    }
    for entry in 0..=rest / weight {
        entries[axis] = entry;
        level(entries, axis + 1, rest - entry * weight, weights, visit)?;
    }
    Ok(())
}

/// Where a tuple stands in a table of these extents.
pub(super) fn place(entries: impl Iterator<Item = i128>, extents: &[usize]) -> Option<usize> {
    let mut at = 0usize;
    for (entry, &extent) in entries.zip(extents) {
        let entry = usize::try_from(entry).ok().filter(|&entry| entry < extent)?;
        at = at.checked_mul(extent)?.checked_add(entry)?;
    }
    Some(at)
}
