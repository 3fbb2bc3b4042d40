//! A table that is kept whole, as a part of a snapshot.
//!
//! The values stand one after the other, little-endian, in the part `values-u8`, `values-u16`,
//! `values-u32` or `values-u64`: in the width that the table had. New values are added
//! at its end. Where a table has widened since, all of it is written to the
//! part of the new width, which happens three times at most, and the old part is given up.

use super::memory::count;
use super::resumable::{RestoreError, SavedParts, Snapshot};
use crate::theory::{Control, Nimber, Stopped, Values};

/// What whole tables are saved as.
pub(crate) const FORMAT: &str = "values 1";

/// The parts by how many bytes a value has.
const PARTS: [(usize, &str); 4] = [(1, "values-u8"), (2, "values-u16"), (4, "values-u32"), (8, "values-u64")];

/// The part that tables have whose middle was given up (`splits`).
pub(crate) const LAST_CODES: &str = "last-codes";

/// So many values are written or read at a time.
const STRETCH: usize = 1 << 16;

/// Writes the first `length` values.
pub(crate) fn save_values(values: &Values, length: usize, snapshot: &mut dyn Snapshot) {
    let width = values.width();
    let Some(&(_, part)) = PARTS.iter().find(|(bytes, _)| *bytes == width) else { return };
    let length = length.min(values.len());
    let saved = snapshot.length(part);
    let mut next = usize::try_from(saved / count(width)).unwrap_or(usize::MAX);
    if next > length || saved % count(width) != 0 {
        // What is saved is not the beginning of this table.
        next = 0;
        snapshot.replace(part, &[]);
    } else {
        snapshot.append(part, &[]);
    }
    while next < length {
        let end = length.min(next + STRETCH);
        match values.as_bytes() {
            Some(bytes) => snapshot.append(part, &bytes[next..end]),
            None => {
                let stretch = (next..end).filter_map(|index| values.get(index));
                let bytes: Vec<u8> =
                    stretch.flat_map(|value| value.size().to_le_bytes().into_iter().take(width)).collect();
                snapshot.append(part, &bytes);
            }
        }
        next = end;
    }
}

/// Reads `known` values back, none of which may be larger than `most` allows for its index.
///
/// # Errors
///
/// [`RestoreError`] if there are fewer or more of them, or one is too large; if they
/// cannot be read; if they take too much memory.
pub(crate) fn restore_values(
    known: u64,
    mut most: impl FnMut(u64, u64) -> bool,
    parts: &dyn SavedParts,
    control: &Control,
) -> Result<Values, RestoreError> {
    let mut found = PARTS.iter().filter_map(|&(width, part)| Some((width, part, parts.length(part)?)));
    let Some((width, part, bytes)) = found.next() else {
        let what = match parts.length(LAST_CODES) {
            Some(_) => "the run kept its first and its last values alone, and cannot give all of them",
            None => "it is not there",
        };
        return Err(RestoreError::senseless("values-u8", what));
    };
    if let Some((_, other, _)) = found.next() {
        return Err(RestoreError::senseless(other, format!("`{part}` is there too")));
    }
    if known.checked_mul(count(width)) != Some(bytes) {
        let what = format!("it has {bytes} bytes, which are not {known} values of {width} bytes each");
        return Err(RestoreError::senseless(part, what));
    }
    let too_many = Stopped::MemoryLimit { needed: bytes, limit: control.memory_limit() };
    let length = usize::try_from(known).map_err(|_| too_many)?;
    let mut values = Values::default();
    control.reserve(bytes)?;
    values.reserve_within(length, control)?;
    let Some(mut reader) = parts.read(part) else {
        return Err(RestoreError::senseless(part, "it is not there"));
    };
    let mut buffer = vec![0; STRETCH * width];
    while values.len() < length {
        control.check()?;
        let stretch = STRETCH.min(length - values.len());
        let bytes = &mut buffer[..stretch * width];
        reader.read_exact(bytes).map_err(|source| RestoreError::Read { part: part.to_owned(), source })?;
        let before = values.len();
        for (index, bytes) in bytes.chunks_exact(width).enumerate() {
            let mut size = [0; 8];
            size[..width].copy_from_slice(bytes);
            let (index, size) = (count(before + index), u64::from_le_bytes(size));
            if !most(index, size) {
                return Err(RestoreError::senseless(
                    part,
                    format!("no position {index} has the value {size}"),
                ));
            }
            if width > 1 {
                values.push_within(Nimber::new(size), control)?;
            }
        }
        if width == 1 {
            values.extend_from_bytes(bytes);
        }
        control.report(count(values.len()), Some(known));
    }
    Ok(values)
}

/// What values can be at all where the options are sums of positions before: where all
/// values before are below a power of two, so are their sums, and the next value is at
/// most that power.
#[derive(Debug, Default)]
pub(crate) struct Possible {
    /// All values so far are below 2 to this.
    exponent: u32,
}

impl Possible {
    /// Whether the next value can be this one.
    pub(crate) fn next(&mut self, size: u64) -> bool {
        let possible = self.exponent > 63 || size <= 1 << self.exponent;
        self.exponent = self.exponent.max(u64::BITS - size.leading_zeros());
        possible
    }
}

/// The largest of the values of a table, and where it stands first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Largest {
    /// How many values were looked at.
    seen: usize,
    found: Option<(Nimber, u64)>,
}

impl Largest {
    /// Looks at the values up to `length` that are new.
    pub(crate) fn of(&mut self, values: &Values, length: usize) -> Option<(Nimber, u64)> {
        let length = length.min(values.len());
        if length < self.seen {
            *self = Largest::default();
        }
        // Most stretches have nothing new, which is seen quickly.
        let more = values.as_bytes().map(|bytes| &bytes[self.seen..length]);
        let most = more.map(|bytes| u64::from(bytes.iter().copied().max().unwrap_or(0)));
        if let (Some(most), Some((largest, _))) = (most, self.found)
            && most <= largest.size()
        {
            self.seen = length;
        }
        for index in self.seen..length {
            if let Some(value) = values.get(index)
                && self.found.is_none_or(|(largest, _)| value > largest)
            {
                self.found = Some((value, count(index)));
            }
        }
        self.seen = length;
        self.found
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::BTreeMap;
    use std::io::Read;

    use super::*;

    /// Parts in memory.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(crate) struct InMemory {
        pub(crate) parts: BTreeMap<String, Vec<u8>>,
        /// What the parts were before, and is taken over where it is added to.
        before: BTreeMap<String, Vec<u8>>,
        /// How many bytes were written.
        pub(crate) written: usize,
    }

    impl InMemory {
        /// The next snapshot after this one.
        pub(crate) fn next(&self) -> InMemory {
            InMemory { before: self.parts.clone(), ..InMemory::default() }
        }
    }

    impl Snapshot for InMemory {
        fn length(&self, part: &str) -> u64 {
            let bytes = self.parts.get(part).or_else(|| self.before.get(part));
            bytes.map_or(0, |bytes| count(bytes.len()))
        }

        fn append(&mut self, part: &str, bytes: &[u8]) {
            let before = || self.before.get(part).cloned().unwrap_or_default();
            self.parts.entry(part.to_owned()).or_insert_with(before).extend_from_slice(bytes);
            self.written += bytes.len();
        }

        fn replace(&mut self, part: &str, bytes: &[u8]) {
            self.parts.insert(part.to_owned(), bytes.to_vec());
            self.written += bytes.len();
        }
    }

    impl SavedParts for InMemory {
        fn length(&self, part: &str) -> Option<u64> {
            self.parts.get(part).map(|bytes| count(bytes.len()))
        }

        fn read(&self, part: &str) -> Option<Box<dyn Read + '_>> {
            self.parts.get(part).map(|bytes| Box::new(bytes.as_slice()) as Box<dyn Read>)
        }
    }

    fn restored(parts: &InMemory, known: u64) -> Result<Values, RestoreError> {
        restore_values(known, |_, size| size < 1 << 40, parts, &Control::default())
    }

    #[test]
    fn values_come_back_and_are_written_once() {
        let mut values = Values::default();
        let mut snapshot = InMemory::default();
        for (more, largest) in [(0, 0), (200_000, 255), (3, 1), (70_000, 256), (5, 65_536), (9, 1 << 39)] {
            for index in 0..more {
                values.push(Nimber::new(if index == 2 { largest } else { index % 7 }));
            }
            let width = values.width();
            let before = SavedParts::length(&snapshot, PARTS.iter().find(|part| part.0 == width).unwrap().1);
            snapshot = snapshot.next();
            save_values(&values, values.len(), &mut snapshot);
            assert_eq!(snapshot.parts.len(), 1);
            let all = values.len() * width;
            assert_eq!(snapshot.written, all - usize::try_from(before.unwrap_or(0)).unwrap());
            assert_eq!(restored(&snapshot, count(values.len())).unwrap(), values);
        }
        // Only some of them.
        let mut some = snapshot.next();
        save_values(&values, 1000, &mut some);
        assert!(restored(&some, 1000).unwrap().iter().eq(values.iter().take(1000)));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let mut snapshot = InMemory::default();
        assert!(restored(&snapshot, 0).is_err(), "no part");
        snapshot.append("values-u16", &[1, 0, 2, 0]);
        assert!(restored(&snapshot, 2).is_ok());
        for known in [0, 1, 3, 1 << 63, u64::MAX] {
            assert!(restored(&snapshot, known).is_err(), "{known}");
        }
        snapshot.append("values-u8", &[]);
        assert!(restored(&snapshot, 2).is_err(), "two tables");
        let mut large = InMemory::default();
        large.append("values-u64", &(1u64 << 40).to_le_bytes());
        let told = restored(&large, 1).unwrap_err().to_string();
        assert_eq!(told, "the part `values-u64` makes no sense: no position 0 has the value 1099511627776");
        let little = Control::default().with_memory_limit(7);
        assert!(matches!(
            restore_values(1, |_, _| true, &large, &little),
            Err(RestoreError::Stopped(Stopped::MemoryLimit { .. }))
        ));
    }

    #[test]
    fn only_possible_values_are_possible() {
        let possible = |values: &[u64]| {
            let mut possible = Possible::default();
            values.iter().all(|&value| possible.next(value))
        };
        for values in [&[][..], &[0, 1, 2, 3, 4], &[1, 2, 4, 8, 16, 32], &[0, 0, 1, 2, 3, 4, 5, 8]] {
            assert!(possible(values), "{values:?}");
        }
        for values in [&[2][..], &[0, 2], &[0, 1, 3], &[0, 1, 2, 3, 5], &[u64::MAX], &[0, 0, 1 << 63]] {
            assert!(!possible(values), "{values:?}");
        }
        let doubling: Vec<u64> = (0..64).map(|exponent| 1 << exponent).chain([u64::MAX]).collect();
        assert!(possible(&doubling));
    }

    #[test]
    fn the_largest_value_stands_where_it_came_first() {
        let values: Values = [3, 1, 5, 5, 2, 9, 9].into_iter().map(Nimber::new).collect();
        let mut largest = Largest::default();
        let found: Vec<_> = (0..=7).map(|length| largest.of(&values, length)).collect();
        let expected =
            [None, Some((3, 0)), Some((3, 0)), Some((5, 2)), Some((5, 2)), Some((5, 2)), Some((9, 5))];
        let expected = expected.into_iter().chain([Some((9, 5))]);
        assert!(
            found.into_iter().eq(expected.map(|found| found.map(|(value, at)| (Nimber::new(value), at))))
        );
    }
}
