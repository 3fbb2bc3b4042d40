//! Commands of the language's contract that this version does not have.

use crate::failure::usage;

/// The commands to come.
const PLANNED: [&str; 5] = ["verify", "play", "survey", "serve", "misere"];

/// Says plainly that a command is not built yet, where one is typed.
pub(crate) fn refuse() -> anyhow::Result<()> {
    // Only the first word can be a command where no option stands before it.
    let word = std::env::args_os().nth(1);
    match word.as_ref().and_then(|word| word.to_str()) {
        Some(word) if PLANNED.contains(&word) => Err(usage(
            format!("`grundy {word}` is not built yet"),
            "`grundy --help` lists the commands of this version",
        )),
        _ => Ok(()),
    }
}
