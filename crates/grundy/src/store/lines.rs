//! A buffer between many short pieces and a writer, which listens to a control.

use std::io::Write;

use super::error::StoreError;
use crate::theory::Control;

/// How many bytes are gathered before they are written: large enough that system
/// calls cost nothing, small enough to stay in the cache.
const CHUNK: usize = 1 << 18;

/// Gathers bytes and passes them on in large chunks; between two chunks it asks
/// the control whether to go on.
pub(super) struct Lines<'a, W> {
    out: W,
    bytes: Vec<u8>,
    digits: itoa::Buffer,
    control: &'a Control,
}

impl<'a, W: Write> Lines<'a, W> {
    pub(super) fn new(out: W, control: &'a Control) -> Lines<'a, W> {
        Lines { out, bytes: Vec::with_capacity(CHUNK + 256), digits: itoa::Buffer::new(), control }
    }

    /// The writer, for a format that has a buffer of its own; nothing may have been put.
    pub(super) fn into_inner(self) -> W {
        debug_assert!(self.bytes.is_empty(), "what was put would be lost");
        self.out
    }

    pub(super) fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn put_number(&mut self, number: u64) {
        // The most common numbers of a table have one digit.
        match u8::try_from(number) {
            Ok(digit) if digit < 10 => self.bytes.push(b'0' + digit),
            _ => self.bytes.extend_from_slice(self.digits.format(number).as_bytes()),
        }
    }

    /// Passes the bytes on if there are enough of them: to be called after
    /// every line, with the number of lines done.
    #[inline]
    pub(super) fn checkpoint(&mut self, done: usize, total: usize) -> Result<(), StoreError> {
        if self.bytes.len() < CHUNK {
            return Ok(());
        }
        self.pass_on()?;
        self.control.check()?;
        self.control.report(done as u64, Some(total as u64));
        Ok(())
    }

    /// Passes on what is left.
    pub(super) fn finish(mut self) -> Result<(), StoreError> {
        self.pass_on()?;
        self.out.flush()?;
        Ok(())
    }

    fn pass_on(&mut self) -> Result<(), StoreError> {
        self.out.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }
}
