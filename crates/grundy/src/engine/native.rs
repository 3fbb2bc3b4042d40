//! What engines know of native code: it fills tables, and says when it cannot.
//!
//! Who makes the code is not known here; `solve::Compiler` hands it over. Native
//! code counts with machine words and checks everything that could go wrong. At a
//! position where anything but a plain value comes up (an overflow, a fault of the
//! rule, a very long walk) it says so and leaves the position to the interpreter,
//! which is the definition: so both agree on values and on errors.

use std::fmt::Debug;

/// Native code for the rules of one heap, or of single coins.
pub trait NativeRules: Debug + Send {
    /// Computes values from index `next` on, as far as it can, from those before
    /// it; `next` counts on. Index n is the heap n.
    ///
    /// Returns why it ended. What stands at `next` and after it means nothing.
    fn fill(&mut self, cells: Cells<'_>, next: &mut usize) -> Pause;
}

/// A table of values, each in one cell.
#[derive(Debug)]
pub enum Cells<'a> {
    /// Values below 2^8.
    U8(&'a mut [u8]),
    /// Values below 2^16.
    U16(&'a mut [u16]),
    /// Values below 2^32.
    U32(&'a mut [u32]),
}

/// Why native code ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// All cells are filled.
    Done,
    /// The next position is one for the interpreter.
    Ask,
    /// The next value does not fit into a cell.
    Widen,
    /// It has worked for a while; it can go on.
    Rest,
}
