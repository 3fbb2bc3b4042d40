//! Exported programs: compiled, run, and compared with the naive engine.
//!
//! The shipped text itself is what is tested, in all three languages; warnings of the
//! compilers are errors. The header of the C++ library is compiled once.

mod forms;
mod games;
mod harness;
mod limits;
mod random;
