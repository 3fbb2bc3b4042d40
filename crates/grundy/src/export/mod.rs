//! Short programs for contests: a rule as C++, Rust or Python without dependencies.
//!
//! A program reads positions, one a line, and writes their values, one a line. It
//! says at its top which positions it reads and what it rests on: a proved law where
//! there is one, else a table of all smaller heaps, else the definition with a
//! memory of what was met. The rule's own loops and conditions are carried over as
//! they stand, so a program can be read beside its rule.
//!
//! `lower` puts the checked rule into the little language of `code`, which `print`
//! writes in each language; `ranges` puts checks where a number may be too long, and
//! `snippets` holds the functions that a rule may need. `table`, `memo`, `rows` and
//! `law` put programs together, and `reading` ends those on numbers.
//!
//! A program never writes a wrong value: what it cannot read, and a number that
//! leaves its type, end it with a message and the status 1.
//!
//! Left out: loopy play, misère play of anything but one heap that stays one heap,
//! and a few forms of infinite sets; they are errors with a cure.

mod code;
mod code_options;
mod frame;
mod language;
mod law;
mod lower;
mod memo;
mod print;
mod program;
mod ranges;
mod reading;
mod rows;
mod snippets;
mod table;

pub use language::{Language, UnknownLanguage};
pub use program::program;

use crate::solve::SolveError;

/// There is no program of what the rule says.
fn cannot_be_exported(what: &str, cure: &str) -> SolveError {
    SolveError::question(format!("{what} cannot be exported"), cure)
}
