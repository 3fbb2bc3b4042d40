//! Reading a table file, a block at a time.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::super::error::StoreError;
use super::super::sealed::{self, PREFIX, Wrong};
use super::KIND;
use super::block;
use super::head::{self, TableHead};
use super::tail::{ENTRY, Entry, TAIL, Tail};
use crate::theory::{Control, Nimber, Stopped, Values};

/// A table file, open for questions.
///
/// It holds one block of values; the file may be as large as it likes. Every block
/// is held to its checksum when it is read, so that an answer is what was written.
#[derive(Debug)]
pub struct StoredTable<R = File> {
    file: R,
    path: PathBuf,
    head: TableHead,
    /// How many values a block holds.
    block: u32,
    tail: Tail,
    /// Where the blocks begin.
    first: u64,
    /// The block that was read last.
    held: Option<(u64, Vec<u64>)>,
}

impl StoredTable {
    /// Opens the file `path`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Read`] if the file cannot be read, [`StoreError::Unfit`] if it is no
    /// table file, of a newer format, cut short or damaged. Damage within a block is
    /// found when that block is read.
    pub fn open(path: &Path) -> Result<StoredTable, StoreError> {
        let file = File::open(path).map_err(|source| StoreError::Read { path: path.to_owned(), source })?;
        StoredTable::read(file, path)
    }
}

impl<R: Read + Seek> StoredTable<R> {
    /// Reads a table file from `file`, which messages call `path`.
    ///
    /// # Errors
    ///
    /// As [`StoredTable::open`].
    pub fn read(mut file: R, path: &Path) -> Result<StoredTable<R>, StoreError> {
        let failed = |source: io::Error| StoreError::Read { path: path.to_owned(), source };
        let unfit = |wrong: &Wrong| unfit(path, wrong);
        let damaged = |what| unfit(&Wrong::Damaged(what));
        let length = file.seek(SeekFrom::End(0)).map_err(failed)?;
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        let mut prefix = Vec::new();
        file.by_ref().take(PREFIX as u64).read_to_end(&mut prefix).map_err(failed)?;
        let first = sealed::length(KIND, &prefix).map_err(|wrong| unfit(&wrong))?;
        if first + TAIL as u64 > length {
            return Err(damaged("it ends in its head"));
        }
        let mut bytes = prefix;
        file.by_ref().take(first - PREFIX as u64).read_to_end(&mut bytes).map_err(failed)?;
        let (head, block) = head::decode(&bytes).map_err(|wrong| unfit(&wrong))?;

        let mut bytes = [0; TAIL];
        file.seek(SeekFrom::Start(length - TAIL as u64)).map_err(failed)?;
        file.read_exact(&mut bytes).map_err(failed)?;
        let tail = Tail::decode(&bytes).map_err(damaged)?;
        let index = u128::from(tail.count.div_ceil(u64::from(block))) * ENTRY as u128;
        if tail.index < first || u128::from(tail.index) + index + TAIL as u128 != u128::from(length) {
            return Err(damaged("its length is not the one that its last bytes speak of"));
        }
        if !head.positions.can_be(tail.count) {
            return Err(damaged("it holds another number of values than there are positions"));
        }
        Ok(StoredTable { file, path: path.to_owned(), head, block, tail, first, held: None })
    }

    /// What the values are of.
    #[must_use]
    pub fn head(&self) -> &TableHead {
        &self.head
    }

    /// How many values there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.tail.count
    }

    /// The value with this index, counted from 0, if there is one: that of the first
    /// position has index 0.
    ///
    /// # Errors
    ///
    /// [`StoreError::Read`] if the file cannot be read, [`StoreError::Unfit`] if the block
    /// of the value is damaged.
    pub fn value(&mut self, index: u64) -> Result<Option<Nimber>, StoreError> {
        if index >= self.tail.count {
            return Ok(None);
        }
        let (number, place) = (index / u64::from(self.block), index % u64::from(self.block));
        let values = self.block(number)?;
        let value = usize::try_from(place).ok().and_then(|place| values.get(place));
        Ok(value.map(|&size| Nimber::new(size)))
    }

    /// The values from index `from` up to, but without, index `end`; of as many of them
    /// as there are.
    ///
    /// # Errors
    ///
    /// As [`StoredTable::value`], and [`StoreError::Stopped`] if `control` says so: the
    /// values are all in memory then.
    pub fn stretch(&mut self, from: u64, end: u64, control: &Control) -> Result<Values, StoreError> {
        let end = end.min(self.tail.count);
        let from = from.min(end);
        let length = usize::try_from(end - from)
            .map_err(|_| Stopped::MemoryLimit { needed: u64::MAX, limit: control.memory_limit() })?;
        let mut values = Values::default();
        let mut at = from;
        // As blocks are read, and not before: a file may promise more values than it holds.
        while at < end {
            control.check()?;
            let (number, skipped) = (at / u64::from(self.block), at % u64::from(self.block));
            let block = self.block(number)?;
            let wanted = usize::try_from(end - at).unwrap_or(usize::MAX);
            let skipped = usize::try_from(skipped).unwrap_or(usize::MAX);
            let part = block.iter().skip(skipped).take(wanted);
            if values.is_empty() {
                values.reserve_within(length, control)?;
            }
            for &size in part.clone() {
                values.push_within(Nimber::new(size), control)?;
            }
            at += part.len() as u64;
            control.report(at - from, Some(end - from));
        }
        Ok(values)
    }

    /// Reads every block, and so holds the whole file to its checksums.
    ///
    /// # Errors
    ///
    /// As [`StoredTable::value`], and [`StoreError::Stopped`] if `control` says so.
    pub fn verify(&mut self, control: &Control) -> Result<(), StoreError> {
        let blocks = self.tail.count.div_ceil(u64::from(self.block));
        for number in 0..blocks {
            control.check()?;
            self.block(number)?;
            control.report(number + 1, Some(blocks));
        }
        Ok(())
    }

    /// The values of the block with this number, one that there is.
    fn block(&mut self, number: u64) -> Result<&[u64], StoreError> {
        if self.held.as_ref().is_none_or(|(held, _)| *held != number) {
            self.held = None;
            let values = self.read_block(number)?;
            self.held = Some((number, values));
        }
        Ok(self.held.as_ref().map_or(&[], |(_, values)| values))
    }

    fn read_block(&mut self, number: u64) -> Result<Vec<u64>, StoreError> {
        let path = self.path.clone();
        let failed = |source: io::Error| StoreError::Read { path: path.clone(), source };
        // Both fit: the length of the file is the sum of more than these.
        let at = self.tail.index + number * ENTRY as u64;
        let mut entry = [0; ENTRY];
        self.file.seek(SeekFrom::Start(at)).map_err(failed)?;
        self.file.read_exact(&mut entry).map_err(failed)?;
        let left = self.tail.count - number * u64::from(self.block);
        let count = u32::try_from(left).map_or(self.block, |left| left.min(self.block));
        let entry = Entry::decode(&entry, number)
            .filter(|entry| {
                let end = entry.start.checked_add(entry.length.into());
                entry.start >= self.first
                    && end.is_some_and(|end| end <= self.tail.index)
                    && u64::from(entry.length) <= block::longest(count)
            })
            .ok_or_else(|| {
                damaged(&path, format!("the entry of block {number}, at byte {at}, makes no sense"))
            })?;
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(entry.start)).map_err(failed)?;
        self.file.by_ref().take(entry.length.into()).read_to_end(&mut bytes).map_err(failed)?;
        block::decode(number, &bytes, count)
            .map_err(|what| damaged(&path, format!("block {number}, at byte {}, {what}", entry.start)))
    }
}

fn damaged(path: &Path, what: String) -> StoreError {
    StoreError::Unfit {
        path: path.to_owned(),
        what: format!("is damaged: {what}"),
        cure: "make the table again, or take a copy of the file that is whole".to_owned(),
    }
}

fn unfit(path: &Path, wrong: &Wrong) -> StoreError {
    let (what, cure) = match wrong {
        Wrong::Damaged(what) => return damaged(path, (*what).to_owned()),
        Wrong::Foreign => (
            "is no table file of grundy: it does not begin as one".to_owned(),
            "`grundy table RULES --out FILE.gtab` makes table files",
        ),
        Wrong::Newer(version) => (
            format!(
                "was written in version {version} of the format, and this program reads version {}",
                KIND.version
            ),
            "use a newer version of grundy",
        ),
    };
    StoreError::Unfit { path: path.to_owned(), what, cure: cure.to_owned() }
}
