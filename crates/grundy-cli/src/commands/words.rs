//! Phrases that several commands use.

use grundy::solve::{BigPosition, Evaluation, Move, PlayValue};
use grundy::theory::{Outcome, Sum};
use serde::Serialize;

/// `3 + 5 has value 6: the player to move wins (N)`; where no number says how a sum
/// behaves, `3 + 5: the player to move wins (N)`.
pub(super) fn headline(sum: &Sum<BigPosition>, value: &PlayValue, outcome: Outcome) -> String {
    let value = match value {
        PlayValue::None => String::new(),
        value => format!(" has value {value}"),
    };
    format!("{sum}{value}: {} ({outcome})\n", outcome.in_words())
}

/// A line for each component of a sum of several.
pub(super) fn parts(evaluation: &Evaluation) -> String {
    if evaluation.parts.len() < 2 {
        return String::new();
    }
    let known = evaluation.parts.iter().filter(|part| part.value != PlayValue::None);
    known.map(|part| format!("  {} has value {}\n", part.position, part.value)).collect()
}

/// What a move leaves of its component: a sum, or `[]`.
pub(super) fn left(to: &[BigPosition]) -> String {
    Sum::new(to.to_vec()).to_string()
}

/// `5 -> 3`, and in a sum of several what is left of the whole: `5 -> 3, leaving 3 + 3`.
pub(super) fn a_move(sum: &Sum<BigPosition>, played: &Move) -> String {
    let own = format!("{} -> {}", played.from, left(&played.to));
    // Only a component of the sum can be replaced; a move says which.
    if sum.components().len() < 2 || played.component >= sum.components().len() {
        return own;
    }
    format!("{own}, leaving {}", sum.after_move(played.component, &played.to))
}

/// A move in JSON.
#[derive(Debug, Serialize)]
pub(super) struct MoveRecord {
    component: usize,
    from: String,
    to: Vec<String>,
}

impl From<&Move> for MoveRecord {
    fn from(played: &Move) -> MoveRecord {
        MoveRecord {
            component: played.component,
            from: played.from.to_string(),
            to: played.to.iter().map(ToString::to_string).collect(),
        }
    }
}

/// The rule's text without what only people read.
pub(super) fn rule_alone(text: &str) -> String {
    let for_people =
        |line: &&str| ["title ", "source ", "example ", "#"].iter().any(|start| line.starts_with(start));
    text.lines().filter(|line| !for_people(line)).collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Fields parted by commas, in quotes where they hold what parts fields (RFC 4180).
pub(super) fn csv_line(fields: &[&dyn std::fmt::Display]) -> String {
    let quoted = fields.iter().map(|field| {
        let field = field.to_string();
        if field.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field
        }
    });
    quoted.collect::<Vec<_>>().join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(csv_line(&[&"a", &1, &"{1,2}"]), "a,1,\"{1,2}\"\n");
        assert_eq!(csv_line(&[&"say \"n\"\nor m"]), "\"say \"\"n\"\"\nor m\"\n");
    }
}
