//! The texts of answers, with places for what is known of a case.

use std::fmt::Write;

use thiserror::Error;

/// A text with places to be filled: `{case}`, `{value}`, `{count}`, `{moves}`,
/// `{first}`, and in the text of a move `{from}`, `{to}`, `{component}`, `{at}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template<P> {
    pieces: Vec<Piece<P>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece<P> {
    Text(String),
    Place(P),
}

/// A kind of place, found by its name.
pub(super) trait Place: Copy + PartialEq + 'static {
    /// The names of all places of the kind.
    const NAMES: &'static [(&'static str, Self)];
}

/// A place in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerPlace {
    /// The number of the case, counted from 1.
    Case,
    /// The value of the position.
    Value,
    /// How many winning moves there are.
    Count,
    /// Every winning move, a line each unless told.
    Moves,
    /// The first winning move.
    First,
}

impl Place for AnswerPlace {
    const NAMES: &'static [(&'static str, AnswerPlace)] = &[
        ("case", AnswerPlace::Case),
        ("value", AnswerPlace::Value),
        ("count", AnswerPlace::Count),
        ("moves", AnswerPlace::Moves),
        ("first", AnswerPlace::First),
    ];
}

/// A place in the text of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MovePlace {
    /// The component before the move.
    From,
    /// What the move leaves of it.
    To,
    /// Which component it is, counted from 1.
    Component,
    /// The first cell or entry that the move changes, counted from 1.
    At,
}

impl Place for MovePlace {
    const NAMES: &'static [(&'static str, MovePlace)] = &[
        ("from", MovePlace::From),
        ("to", MovePlace::To),
        ("component", MovePlace::Component),
        ("at", MovePlace::At),
    ];
}

/// What is wrong with the text of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// A `{` without its `}`, or a `}` without its `{`.
    #[error("braces must come in pairs")]
    Braces,
    /// A place that there is not.
    #[error("`{{{name}}}` is not known: there are {}", known.join(", "))]
    UnknownPlace {
        /// The place.
        name: String,
        /// The places that there are, in braces.
        known: Vec<String>,
    },
}

impl<P: Place> Template<P> {
    /// Reads a template.
    pub(super) fn parse(text: &str) -> Result<Template<P>, TemplateError> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find(['{', '}']) {
            let place = rest[open..].strip_prefix('{').ok_or(TemplateError::Braces)?;
            let close = place.find(['{', '}']).filter(|&close| place[close..].starts_with('}'));
            let close = close.ok_or(TemplateError::Braces)?;
            let name = &place[..close];
            let known = P::NAMES.iter().find(|(known, _)| *known == name);
            let (_, found) = known.ok_or_else(|| TemplateError::UnknownPlace {
                name: name.to_owned(),
                known: P::NAMES.iter().map(|(known, _)| format!("{{{known}}}")).collect(),
            })?;
            if open > 0 {
                pieces.push(Piece::Text(rest[..open].to_owned()));
            }
            pieces.push(Piece::Place(*found));
            rest = &place[close + 1..];
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Template { pieces })
    }

    /// Whether the text asks for one of `places`.
    pub(super) fn asks_for(&self, places: &[P]) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Place(place) if places.contains(place)))
    }

    /// Writes the text to `out`; `fill` writes what belongs at a place.
    pub(super) fn write(&self, out: &mut String, mut fill: impl FnMut(&mut String, P)) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Place(place) => fill(out, *place),
            }
        }
    }
}

/// Writes `shown` to `out`.
pub(super) fn put(out: &mut String, shown: impl std::fmt::Display) {
    // Writing to a string does not fail.
    let _ = write!(out, "{shown}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> Result<String, TemplateError> {
        let template = Template::<AnswerPlace>::parse(text)?;
        let mut out = String::new();
        template.write(&mut out, |out, place| put(out, format_args!("<{place:?}>")));
        Ok(out)
    }

    #[test]
    fn places_are_filled() {
        assert_eq!(filled("Case {case}: *{value}!").unwrap(), "Case <Case>: *<Value>!");
        assert_eq!(filled("{count}{moves}").unwrap(), "<Count><Moves>");
        assert_eq!(filled("plain").unwrap(), "plain");
        assert_eq!(filled("").unwrap(), "");
    }

    #[test]
    fn bad_places_are_refused() {
        for text in ["{", "}", "a{case", "a}b", "{{case}}", "{case}}"] {
            assert_eq!(filled(text), Err(TemplateError::Braces), "{text}");
        }
        let error = filled("{from}").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`{from}` is not known: there are {case}, {value}, {count}, {moves}, {first}"
        );
    }
}
