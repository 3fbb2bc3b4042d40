//! Tables of rules whose moves go along rays.
//!
//! If no move makes an entry larger, play from a box stays in it, and the box is
//! swept cell by cell while the values met are carried along the rays: a cell
//! costs a few words whatever the length of its rays. Otherwise the positions
//! are filled in the order of a weighted sum that every move makes smaller.
//!
//! Left out: single positions far away, for which the box would be too large.

mod cell;
mod sets;
mod slope;
mod sweep;

#[cfg(test)]
mod tests;

use super::memory::count;
use crate::ruleset::RayRule;
use crate::theory::{Control, Nimber, Stopped, Values};
use cell::Cell;

/// The values of all tuples up to a given one.
///
/// # Examples
///
/// ```
/// use grundy::Nimber;
/// use grundy::engine::RayTable;
/// use grundy::ruleset::{Ray, RayRule};
/// use grundy::theory::Control;
///
/// // Wythoff's game: take from one heap, or the same number from both.
/// let along = |direction: [u32; 2]| Ray {
///     start: direction.map(i64::from).to_vec(),
///     direction: direction.to_vec(),
///     most: None,
/// };
/// let rule = RayRule::new(2, vec![along([1, 0]), along([0, 1]), along([1, 1])]).unwrap();
/// let table = RayTable::new(&rule, &[9, 9], &Control::default()).unwrap();
/// assert_eq!(table.get(&[4, 7]), Some(Nimber::ZERO));
/// assert_eq!(table.get(&[4, 10]), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RayTable {
    /// What was asked for.
    to: Vec<u64>,
    /// How many entries there are along each axis.
    extents: Vec<usize>,
    /// The weights, and the largest weighted sum whose values are known.
    slope: Option<(Vec<u64>, u64)>,
    values: Values,
}

impl RayTable {
    /// The values of all tuples whose entries go from 0 to those of `to`, and of
    /// those that play from them can reach.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if `control` says so, or the machine has not the memory.
    ///
    /// # Panics
    ///
    /// Panics if `to` has not as many entries as the rule.
    pub fn new(rule: &RayRule, to: &[u64], control: &Control) -> Result<RayTable, Stopped> {
        assert_eq!(to.len(), rule.arity(), "the last position has as many entries as the rule");
        let too_much = Stopped::MemoryLimit { needed: u64::MAX, limit: control.memory_limit() };
        let Some((extents, slope)) = size(rule, to) else { return Err(too_much) };
        let last: Vec<u64> = extents.iter().map(|&extent| count(extent) - 1).collect();
        // A value is at most the number of options, which grows with the entries.
        let bound = rule.rays().iter().fold(0u64, |sum, ray| sum.saturating_add(ray.count(&last)));
        let values = match bound {
            0..0x100 => fill::<u8>(rule, &extents, slope.as_ref(), bound, control)?,
            0x100..0x1_0000 => fill::<u16>(rule, &extents, slope.as_ref(), bound, control)?,
            0x1_0000..0x1_0000_0000 => fill::<u32>(rule, &extents, slope.as_ref(), bound, control)?,
            _ => return Err(too_much),
        };
        Ok(RayTable { to: to.to_vec(), extents, slope, values })
    }

    /// How many cells the table for `to` would have; none if no machine holds it.
    #[must_use]
    pub fn cells(rule: &RayRule, to: &[u64]) -> Option<u64> {
        size(rule, to).map(|(extents, _)| extents.iter().map(|&extent| count(extent)).product())
    }

    /// The last tuple that was asked for; the table holds all tuples up to it.
    #[must_use]
    pub fn to(&self) -> &[u64] {
        &self.to
    }

    /// The value of a tuple, if the table holds it.
    #[must_use]
    pub fn get(&self, entries: &[u64]) -> Option<Nimber> {
        if entries.len() != self.extents.len() {
            return None;
        }
        if let Some((weights, most)) = &self.slope
            && weighted(entries, weights).is_none_or(|sum| sum > *most)
        {
            return None;
        }
        let place = slope::place(entries.iter().map(|&entry| i128::from(entry)), &self.extents)?;
        self.values.get(place)
    }

    /// The values of all tuples up to `to` in lexical order, if the table holds them.
    #[must_use]
    pub fn into_values(self, to: &[u64]) -> Option<Values> {
        let extents: Vec<usize> =
            to.iter().map(|&last| usize::try_from(last).ok()?.checked_add(1)).collect::<Option<_>>()?;
        if extents == self.extents && self.slope.is_none() {
            return Some(self.values);
        }
        let length = extents.iter().try_fold(1usize, |length, &extent| length.checked_mul(extent))?;
        let mut entries = vec![0; to.len()];
        let mut values = Values::default();
        for _ in 0..length {
            values.push(self.get(&entries)?);
            for (entry, &last) in entries.iter_mut().zip(to).rev() {
                if *entry < last {
                    *entry += 1;
                    break;
                }
                *entry = 0;
            }
        }
        Some(values)
    }
}

/// The box that holds all positions that play from `to` and below can reach, and
/// the largest weighted sum in question.
type Size = (Vec<usize>, Option<(Vec<u64>, u64)>);

fn size(rule: &RayRule, to: &[u64]) -> Option<Size> {
    let extent = |last: u64| usize::try_from(last).ok()?.checked_add(1);
    let (extents, slope): (Vec<usize>, _) = if rule.stays_in_boxes() {
        (to.iter().map(|&last| extent(last)).collect::<Option<_>>()?, None)
    } else {
        let most = weighted(to, rule.weights())?;
        let extents = rule.weights().iter().map(|weight| extent(most / weight)).collect::<Option<_>>()?;
        (extents, Some((rule.weights().to_vec(), most)))
    };
    // Half of the addresses is more than any machine has.
    let length = extents.iter().try_fold(1usize, |length, &extent| length.checked_mul(extent))?;
    (length <= usize::MAX / 2).then_some((extents, slope))
}

fn weighted(entries: &[u64], weights: &[u64]) -> Option<u64> {
    entries
        .iter()
        .zip(weights)
        .try_fold(0u64, |sum, (entry, weight)| sum.checked_add(entry.checked_mul(*weight)?))
}

fn fill<T: Cell>(
    rule: &RayRule,
    extents: &[usize],
    slope: Option<&(Vec<u64>, u64)>,
    bound: u64,
    control: &Control,
) -> Result<Values, Stopped> {
    let bound = usize::try_from(bound).unwrap_or(usize::MAX);
    let table = match slope {
        None => sweep::sweep::<T>(rule, extents, bound, control)?,
        Some((_, most)) => slope::fill::<T>(rule, extents, *most, control)?,
    };
    Ok(T::values(table))
}
