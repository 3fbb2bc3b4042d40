//! Positions as they are given: as arguments, in files, a sum a line.

use grundy::solve::BigPosition;
use grundy::theory::Sum;

use crate::failure::usage;
use crate::rules;
use crate::session::Session;

/// The sum of positions given as arguments; `@FILE` is the one that FILE holds.
pub(crate) fn from_arguments(
    session: &Session<'_>,
    arguments: &[String],
) -> anyhow::Result<Sum<BigPosition>> {
    let position = |argument: &String| match argument.strip_prefix('@') {
        Some(path) => session.position(rules::read(path)?.trim(), path),
        None if argument == "-" => Err(usage(
            "`-` reads positions from standard input with `value` only, and alone",
            "give the positions as arguments, or @FILE for one from a file",
        )),
        None => session.position(argument, "position"),
    };
    arguments.iter().map(position).collect()
}

/// The sum on a line: positions parted by blanks that stand outside brackets.
pub(crate) fn from_line(session: &Session<'_>, line: &str, origin: &str) -> anyhow::Result<Sum<BigPosition>> {
    words(line).into_iter().map(|word| session.position(word, origin)).collect()
}

/// The words of a line: what stands between blanks, which count only outside brackets.
pub(crate) fn words(line: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let parted = line.split(|c: char| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c.is_whitespace()
    });
    parted.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_part_positions_only_outside_brackets() {
        assert_eq!(words(" 3  5\t7\r\n"), ["3", "5", "7"]);
        assert_eq!(words("(1, 2) {3, 4} open(5, 6)"), ["(1, 2)", "{3, 4}", "open(5, 6)"]);
        assert_eq!(words(")1 2"), [")1", "2"]);
        assert!(words(" \n").is_empty());
    }
}
