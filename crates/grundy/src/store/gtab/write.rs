//! Writing a table file, straight on.

use std::io::Write;

use super::super::error::StoreError;
use super::super::table::TableFile;
use super::head::{self, TableHead};
use super::tail::{Entry, Tail};
use super::{BLOCK, block};
use crate::engine::on_threads;
use crate::theory::{Control, Nimber};

/// Writes a compressed table file value by value.
///
/// It holds a few blocks at a time, and 16 bytes for every block that is written: a
/// ten-thousandth of the table or less.
///
/// # Examples
///
/// ```
/// use std::io::Cursor;
///
/// use grundy::Nimber;
/// use grundy::lang::Rule;
/// use grundy::store::{Positions, RuleMark, StoredTable, TableHead, TableWriter};
/// use grundy::theory::Control;
///
/// let rule = RuleMark::new(&Rule::parse("n -> n - 1 | n - 2")?, &[]);
/// let head = TableHead { rule, positions: Positions::Numbers { from: 0 } };
/// let control = Control::default();
/// let mut writer = TableWriter::new(Vec::new(), &head, &control)?;
/// for n in 0..100_000 {
///     writer.push(Nimber::new(n % 3))?;
/// }
/// let file = writer.finish()?;
/// let mut table = StoredTable::read(Cursor::new(file), "a table".as_ref())?;
/// assert_eq!(table.value(99_998)?, Some(Nimber::new(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TableWriter<'a, W> {
    out: W,
    control: &'a Control,
    /// How many bytes are written.
    at: u64,
    /// The values that are not written yet.
    waiting: Vec<u64>,
    /// After so many blocks are compressed, on as many threads.
    together: usize,
    index: Vec<Entry>,
    count: u64,
    total: Option<u64>,
}

impl<'a, W: Write> TableWriter<'a, W> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// [`StoreError::Write`] if the writer fails, [`StoreError::Format`] if the rule is
    /// too long for a file.
    pub fn new(mut out: W, head: &TableHead, control: &'a Control) -> Result<TableWriter<'a, W>, StoreError> {
        let head = head::encode(head).ok_or_else(|| StoreError::Format {
            what: "the rule is too long for a table file".to_owned(),
            cure: "write a text or a NumPy array".to_owned(),
        })?;
        out.write_all(&head)?;
        let together = control.threads().get().min(16);
        Ok(TableWriter {
            out,
            control,
            at: head.len() as u64,
            waiting: Vec::new(),
            together,
            index: Vec::new(),
            count: 0,
            total: None,
        })
    }

    /// The same writer, which tells the control that so many values are to come.
    #[must_use]
    pub fn with_total(self, total: u64) -> TableWriter<'a, W> {
        TableWriter { total: Some(total), ..self }
    }

    /// Adds the value of the next position.
    ///
    /// # Errors
    ///
    /// [`StoreError::Write`] if the writer fails, [`StoreError::Stopped`] if the control
    /// says so. What was written till then is no table file.
    #[inline]
    pub fn push(&mut self, value: Nimber) -> Result<(), StoreError> {
        self.waiting.push(value.size());
        if self.waiting.len() >= self.together * BLOCK as usize {
            self.control.check()?;
            self.pass_on()?;
            self.control.report(self.count, self.total);
        }
        Ok(())
    }

    /// Ends the file and gives the writer back, flushed.
    ///
    /// # Errors
    ///
    /// As [`TableWriter::push`].
    pub fn finish(mut self) -> Result<W, StoreError> {
        self.pass_on()?;
        let mut end = Vec::new();
        for (number, entry) in self.index.iter().enumerate() {
            end.extend(entry.encode(number as u64));
        }
        end.extend(Tail { count: self.count, index: self.at }.encode());
        self.out.write_all(&end)?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// Compresses and writes the values that wait.
    fn pass_on(&mut self) -> Result<(), StoreError> {
        let first = self.index.len() as u64;
        let mut jobs: Vec<(u64, &[u64], Vec<u8>)> = (first..)
            .zip(self.waiting.chunks(BLOCK as usize))
            .map(|(number, values)| (number, values, Vec::new()))
            .collect();
        on_threads(self.control.threads(), &mut jobs, |(number, values, block)| {
            *block = block::encode(*number, values);
        });
        for (_, _, block) in &jobs {
            self.out.write_all(block)?;
            let length = u32::try_from(block.len()).expect("a block has at most 2^16 values of 8 bytes");
            self.index.push(Entry { start: self.at, length });
            self.at += u64::from(length);
        }
        self.count += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }
}

/// Writes a table that is in memory.
pub(in super::super) fn table(
    out: impl Write,
    table: &TableFile<'_>,
    control: &Control,
) -> Result<(), StoreError> {
    let head = TableHead { rule: table.rule.clone(), positions: table.labels.into() };
    let mut writer = TableWriter::new(out, &head, control)?.with_total(table.values.len() as u64);
    for value in table.values.iter() {
        writer.push(value)?;
    }
    writer.finish().map(|_| ())
}
