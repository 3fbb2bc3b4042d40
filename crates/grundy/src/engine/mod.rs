//! How values are computed.

mod digits;

pub use digits::DigitEngine;
