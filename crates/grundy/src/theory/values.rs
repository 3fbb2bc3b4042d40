//! Sequences of nimbers, stored narrowly.

use std::collections::TryReserveError;
use std::sync::Arc;

use grundy_kernels::try_reserve;

use super::{Control, Nimber, Stopped};

/// The values `g(0), g(1), ...` of a game's positions in their order, each
/// stored in as few bytes as the largest of them needs.
///
/// A value that does not fit widens the whole sequence: nothing wraps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    store: Store,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Store {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
}

/// A sequence as it is stored, each value in one cell.
#[derive(Debug)]
pub enum Cells<'a> {
    /// Values below 2^8.
    U8(&'a mut [u8]),
    /// Values below 2^16.
    U16(&'a mut [u16]),
    /// Values below 2^32.
    U32(&'a mut [u32]),
}

impl Default for Values {
    fn default() -> Values {
        Values { store: Store::U8(Vec::new()) }
    }
}

impl From<Vec<u8>> for Values {
    fn from(bytes: Vec<u8>) -> Values {
        Values { store: Store::U8(bytes) }
    }
}

/// As narrow as the values allow.
impl From<Vec<u16>> for Values {
    fn from(values: Vec<u16>) -> Values {
        match narrowed::<u16, u8>(&values) {
            Some(bytes) => Values::from(bytes),
            None => Values { store: Store::U16(values) },
        }
    }
}

/// As narrow as the values allow.
impl From<Vec<u32>> for Values {
    fn from(values: Vec<u32>) -> Values {
        match narrowed::<u32, u16>(&values) {
            Some(narrow) => Values::from(narrow),
            None => Values { store: Store::U32(values) },
        }
    }
}

/// The same values in a narrower type, if all of them fit.
fn narrowed<W: Copy, N: TryFrom<W>>(values: &[W]) -> Option<Vec<N>> {
    // A look before the copy, so that wide values cost no memory.
    if values.iter().any(|&value| N::try_from(value).is_err()) {
        return None;
    }
    values.iter().map(|&value| N::try_from(value).ok()).collect()
}

/// A copy in the same or more bytes, with room for `room` values in all.
fn wider_copy<N: Copy + Into<W>, W>(values: &[N], room: usize) -> Result<Vec<W>, TryReserveError> {
    let mut copy = Vec::new();
    try_reserve(&mut copy, room.max(values.len()))?;
    copy.extend(values.iter().map(|&value| value.into()));
    Ok(copy)
}

fn bytes(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

impl FromIterator<Nimber> for Values {
    fn from_iter<I: IntoIterator<Item = Nimber>>(nimbers: I) -> Values {
        let mut values = Values::default();
        for nimber in nimbers {
            values.push(nimber);
        }
        values
    }
}

/// Runs one expression for whichever width the store has.
macro_rules! each_width {
    ($store:expr, $values:ident => $body:expr) => {
        match $store {
            Store::U8($values) => $body,
            Store::U16($values) => $body,
            Store::U32($values) => $body,
            Store::U64($values) => $body,
        }
    };
}

impl Values {
    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        each_width!(&self.store, values => values.len())
    }

    /// Whether there is no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes each value takes: 1, 2, 4 or 8.
    #[must_use]
    pub fn width(&self) -> usize {
        match self.store {
            Store::U8(_) => 1,
            Store::U16(_) => 2,
            Store::U32(_) => 4,
            Store::U64(_) => 8,
        }
    }

    /// The value at `index`, if it is there.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<Nimber> {
        let size = match &self.store {
            Store::U8(values) => u64::from(*values.get(index)?),
            Store::U16(values) => u64::from(*values.get(index)?),
            Store::U32(values) => u64::from(*values.get(index)?),
            Store::U64(values) => *values.get(index)?,
        };
        Some(Nimber::new(size))
    }

    /// The values in order.
    pub fn iter(&self) -> impl Iterator<Item = Nimber> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The values as bytes, if each is stored in one.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match &self.store {
            Store::U8(values) => Some(values),
            _ => None,
        }
    }

    /// Appends `value`, widening all values if it does not fit.
    #[inline]
    pub fn push(&mut self, value: Nimber) {
        let size = value.size();
        match &mut self.store {
            Store::U8(values) => {
                if let Ok(narrow) = u8::try_from(size) {
                    return values.push(narrow);
                }
            }
            Store::U16(values) => {
                if let Ok(narrow) = u16::try_from(size) {
                    return values.push(narrow);
                }
            }
            Store::U32(values) => {
                if let Ok(narrow) = u32::try_from(size) {
                    return values.push(narrow);
                }
            }
            Store::U64(values) => return values.push(size),
        }
        self.widen();
        self.push(value);
    }

    /// Makes room for `length` values in all, at their present width, if `control`
    /// allows it.
    ///
    /// # Errors
    ///
    /// [`Stopped::MemoryLimit`] if that is more than `control` allows, or more than the
    /// machine gives. The values stay as they are.
    pub fn reserve_within(&mut self, length: usize, control: &Control) -> Result<(), Stopped> {
        if length <= self.len() {
            return Ok(());
        }
        let needed = bytes(length.saturating_mul(self.width()));
        control.reserve(needed)?;
        self.try_reserve(length).map_err(|_| Stopped::MemoryLimit { needed, limit: control.memory_limit() })
    }

    /// Appends `value` as [`Values::push`] does; where all values have to be widened
    /// for it, `control` is asked first, and the room that was made stays.
    ///
    /// # Errors
    ///
    /// [`Stopped::MemoryLimit`] if the wider values are more than `control` allows, or
    /// more than the machine gives. The values stay as they are.
    #[inline]
    pub fn push_within(&mut self, value: Nimber, control: &Control) -> Result<(), Stopped> {
        while !self.fits(value) {
            self.widen_within(control)?;
        }
        self.push(value);
        Ok(())
    }

    /// Whether `value` fits in the present width.
    #[inline]
    fn fits(&self, value: Nimber) -> bool {
        match self.store {
            Store::U8(_) => u8::try_from(value.size()).is_ok(),
            Store::U16(_) => u16::try_from(value.size()).is_ok(),
            Store::U32(_) => u32::try_from(value.size()).is_ok(),
            Store::U64(_) => true,
        }
    }

    /// Stores every value in twice as many bytes, up to 8; the room that was made stays.
    ///
    /// # Errors
    ///
    /// As [`Values::push_within`].
    #[cold]
    pub(crate) fn widen_within(&mut self, control: &Control) -> Result<(), Stopped> {
        let room = each_width!(&self.store, values => values.capacity());
        // While they are copied, the values stand in both places.
        each_width!(&mut self.store, values => values.shrink_to_fit());
        let wider = room.saturating_mul(self.width()).saturating_mul(2);
        let needed = bytes(wider.saturating_add(self.len().saturating_mul(self.width())));
        control.reserve(needed)?;
        let refused = |_| Stopped::MemoryLimit { needed, limit: control.memory_limit() };
        self.store = match &self.store {
            Store::U8(values) => Store::U16(wider_copy(values, room).map_err(refused)?),
            Store::U16(values) => Store::U32(wider_copy(values, room).map_err(refused)?),
            Store::U32(values) => Store::U64(wider_copy(values, room).map_err(refused)?),
            Store::U64(_) => return Ok(()),
        };
        Ok(())
    }

    /// Appends values that fit in a byte each.
    pub(crate) fn extend_from_bytes(&mut self, bytes: &[u8]) {
        match &mut self.store {
            Store::U8(values) => values.extend_from_slice(bytes),
            _ => bytes.iter().for_each(|&byte| self.push(Nimber::new(byte.into()))),
        }
    }

    /// Stores every value in twice as many bytes, up to 8.
    #[cold]
    fn widen(&mut self) {
        self.store = match &self.store {
            Store::U8(values) => Store::U16(values.iter().map(|&value| value.into()).collect()),
            Store::U16(values) => Store::U32(values.iter().map(|&value| value.into()).collect()),
            Store::U32(values) => Store::U64(values.iter().map(|&value| value.into()).collect()),
            Store::U64(values) => Store::U64(values.clone()),
        };
    }

    /// A copy of the values from index `from` up to, but without, index `end`; of as
    /// many of them as there are.
    ///
    /// # Errors
    ///
    /// [`Stopped::MemoryLimit`] if these and the copy are more than `control` allows,
    /// or more than the machine gives.
    pub fn stretch(&self, from: usize, end: usize, control: &Control) -> Result<Values, Stopped> {
        let end = end.min(self.len());
        let from = from.min(end);
        let needed = bytes((self.len() + (end - from)).saturating_mul(self.width()));
        control.reserve(needed)?;
        let refused = |_| Stopped::MemoryLimit { needed, limit: control.memory_limit() };
        let length = end - from;
        let store = match &self.store {
            Store::U8(values) => Store::U8(wider_copy(&values[from..end], length).map_err(refused)?),
            Store::U16(values) => Store::U16(wider_copy(&values[from..end], length).map_err(refused)?),
            Store::U32(values) => Store::U32(wider_copy(&values[from..end], length).map_err(refused)?),
            Store::U64(values) => Store::U64(wider_copy(&values[from..end], length).map_err(refused)?),
        };
        Ok(Values { store })
    }

    /// The values from index `from` up to, but without, index `end`, as [`Values::stretch`] gives them; without
    /// a copy if these are all.
    pub(crate) fn shared_stretch(
        values: &Arc<Values>,
        from: usize,
        end: usize,
        control: &Control,
    ) -> Result<Arc<Values>, Stopped> {
        if from == 0 && end >= values.len() {
            return Ok(Arc::clone(values));
        }
        values.stretch(from, end, control).map(Arc::new)
    }

    /// The values, to be changed; if others have them too, a copy takes their place here.
    pub(crate) fn unshared<'a>(
        values: &'a mut Arc<Values>,
        control: &Control,
    ) -> Result<&'a mut Values, Stopped> {
        if Arc::get_mut(values).is_none() {
            *values = Arc::new(values.stretch(0, values.len(), control)?);
        }
        Ok(Arc::get_mut(values).expect("a copy just made is no one else's"))
    }

    /// Gives `fill` the sequence as it is stored, lengthened by zeros to `length`
    /// values, and keeps as many of them as it returns; none if values are stored
    /// in 8 bytes.
    pub(crate) fn fill_to<T>(
        &mut self,
        length: usize,
        fill: impl FnOnce(Cells<'_>) -> (usize, T),
    ) -> Option<T> {
        let (kept, result) = match &mut self.store {
            Store::U8(values) => {
                values.resize(length, 0);
                fill(Cells::U8(values))
            }
            Store::U16(values) => {
                values.resize(length, 0);
                fill(Cells::U16(values))
            }
            Store::U32(values) => {
                values.resize(length, 0);
                fill(Cells::U32(values))
            }
            Store::U64(_) => return None,
        };
        self.truncate(kept);
        Some(result)
    }

    /// Shortens the sequence to `length` values, if it is longer.
    pub fn truncate(&mut self, length: usize) {
        each_width!(&mut self.store, values => values.truncate(length));
    }

    /// Makes room for `length` values in all, at their present width.
    ///
    /// # Errors
    ///
    /// Fails if the machine has not that much memory; the values stay as they are.
    pub fn try_reserve(&mut self, length: usize) -> Result<(), TryReserveError> {
        each_width!(&mut self.store, values => {
            try_reserve(values, length.saturating_sub(values.len()))
        })
    }

    /// Appends the periodic continuation up to `length` values in all: each new
    /// value equals the one `period` places before it.
    ///
    /// # Panics
    ///
    /// Panics if `period` is 0 or larger than the number of values.
    pub fn repeat_period(&mut self, period: usize, length: usize) {
        each_width!(&mut self.store, values => grundy_kernels::extend_period(values, period, length));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widening_asks_before_and_keeps_the_room() {
        let mut values = Values::default();
        values.try_reserve(1000).unwrap();
        (0..100).for_each(|_| values.push(Nimber::new(7)));
        // 100 values of a byte, and room for 1000 of two.
        let little = Control::default().with_memory_limit(2099);
        let enough = Control::default().with_memory_limit(2100);
        assert_eq!(values.push_within(Nimber::new(255), &little), Ok(()));
        values.truncate(100);
        let refused = values.push_within(Nimber::new(256), &little);
        assert_eq!(refused, Err(Stopped::MemoryLimit { needed: 2100, limit: 2099 }));
        assert_eq!((values.len(), values.width()), (100, 1));
        values.try_reserve(1000).unwrap();
        assert_eq!(values.push_within(Nimber::new(256), &enough), Ok(()));
        assert_eq!((values.len(), values.width(), values.get(100)), (101, 2, Some(Nimber::new(256))));
        let room = each_width!(&values.store, values => values.capacity());
        assert!((1000..2000).contains(&room), "{room}");
        assert_eq!(values.iter().take(100).collect::<Values>(), Values::from_iter([Nimber::new(7); 100]));
        let copy = values.stretch(99, 200, &Control::default()).unwrap();
        assert_eq!(copy.iter().collect::<Vec<_>>(), [Nimber::new(7), Nimber::new(256)]);
        assert!(values.stretch(99, 200, &Control::default().with_memory_limit(205)).is_err());
    }

    #[test]
    fn values_widen_and_never_wrap() {
        let sizes = [0, 255, 3, 256, 65_535, 65_536, u64::from(u32::MAX), u64::from(u32::MAX) + 1, u64::MAX];
        let mut values = Values::default();
        for (count, &size) in sizes.iter().enumerate() {
            values.push(Nimber::new(size));
            assert!(values.iter().map(Nimber::size).eq(sizes[..=count].iter().copied()));
        }
        assert_eq!((values.len(), values.width(), values.get(9)), (9, 8, None));
        values.repeat_period(2, 12);
        assert_eq!(values.get(10), Some(Nimber::new(u64::MAX)));
        assert_eq!(values.get(11), Some(Nimber::new(u64::from(u32::MAX) + 1)));
    }
}
