//! Headers and parameters.

use super::{Checker, Class};
use crate::lang::ast::{Expr, Header, HeaderKind};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::ir;
use crate::ruleset::Span;
use crate::theory::Play;

/// A rule's headers that only people read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers {
    /// From `title "..."`.
    pub title: Option<String>,
    /// From `source "..."`.
    pub source: Option<String>,
    /// From `example "..."`: a position, as typed after the rule.
    pub example: Option<String>,
}

impl Checker {
    /// Collects the headers for people, and how the rule is played.
    pub(super) fn headers(&mut self, headers: &[Header]) -> Headers {
        let mut found = Headers::default();
        for header in headers {
            let (slot, text) = match &header.kind {
                HeaderKind::Title(text) => (&mut found.title, text),
                HeaderKind::Source(text) => (&mut found.source, text),
                HeaderKind::Example(text) => (&mut found.example, text),
                HeaderKind::Misere => {
                    self.set_play(Play::Misere, &header.span);
                    continue;
                }
                HeaderKind::Loopy => {
                    self.set_play(Play::Loopy, &header.span);
                    continue;
                }
                HeaderKind::Let(..) => continue,
            };
            if slot.replace(text.clone()).is_some() {
                self.error(&header.span, "this header stands twice", "keep one of them");
            }
        }
        found
    }

    /// Notes how the rule is played; a rule is not both misère and loopy.
    fn set_play(&mut self, play: Play, span: &Span) {
        if self.play != Play::Normal && self.play != play {
            self.error(
                span,
                "a rule cannot be played both misère and loopy",
                "where play may go on for ever, who cannot move has lost: take one of the two out",
            );
        }
        self.play = play;
    }

    /// Checks the parameters in order; each may use those before it.
    pub(super) fn parameters(
        &mut self,
        headers: &[Header],
        replaced: &[(String, Expr)],
    ) -> Vec<ir::Parameter> {
        let mut parameters = Vec::new();
        for header in headers {
            let HeaderKind::Let(name, written) = &header.kind else { continue };
            let given =
                replaced.iter().rev().find(|(replaced, _)| *replaced == name.text).map(|(_, value)| value);
            let value = given.unwrap_or(written);
            if self.scope.parameter(&name.text).is_some() {
                self.error(
                    &name.span,
                    format!("the parameter `{}` is defined twice", name.text),
                    "give each parameter a name of its own",
                );
                continue;
            }
            if given.is_some() {
                self.same_class(name, written, value);
            }
            let class = self.class(value);
            let mut checked = match class {
                Class::Set => self.set(value).map(ir::ParameterValue::Set),
                _ => self.number(value).map(ir::ParameterValue::Int),
            };
            // `{}` does not say how long its members would be; what it replaces does.
            if given.is_some()
                && let Some(ir::ParameterValue::Set(set)) = &mut checked
                && matches!(&set.kind, ir::SetKind::Listed(elements) if elements.is_empty())
                && let Some(replaced) = self.set(written)
            {
                set.arity = replaced.arity;
            }
            let arity = match &checked {
                Some(ir::ParameterValue::Set(set)) => set.arity,
                _ => 1,
            };
            let infinite = matches!(&checked, Some(ir::ParameterValue::Set(set)) if self.is_infinite(set));
            let constant = match &checked {
                Some(ir::ParameterValue::Int(value)) => self.constant(value),
                _ => None,
            };
            self.scope.add_parameter(name, class, arity, infinite, constant);
            // An erroneous value keeps its place, so that the indices of the
            // others stay right; the program is not used then.
            let value = checked.unwrap_or(ir::ParameterValue::Int(ir::Int {
                kind: ir::IntKind::Const(0),
                span: name.span.clone(),
            }));
            parameters.push(ir::Parameter { name: name.text.clone(), value, span: name.span.clone() });
        }
        parameters
    }

    /// A number cannot take the place of a set, nor a set that of a number.
    fn same_class(&mut self, name: &crate::lang::ast::Name, written: &Expr, given: &Expr) {
        let (written, given) = (self.class(written), self.class(given));
        // A name that is not known is told of by itself.
        if written == Class::Unknown || given == Class::Unknown {
            return;
        }
        let (was, is) = (written == Class::Set, given == Class::Set);
        if was != is {
            let (was, is) = if was { ("a set", "a number") } else { ("a number", "a set") };
            self.error(
                &name.span,
                format!("the parameter `{}` is {was}, but {is} was given for it", name.text),
                if was == "a set" { "write it in braces, such as {1, 3}" } else { "give one number" },
            );
        }
    }

    /// Refuses every `let` of a rule that cannot use one.
    pub(super) fn refuse_parameters(&mut self, headers: &[Header], why: &str) {
        for header in headers {
            if matches!(header.kind, HeaderKind::Let(..)) {
                self.error(&header.span, why, "take this line out");
            }
        }
    }

    /// Warns of parameters that nothing uses.
    pub(in crate::lang) fn warn_of_unused_parameters(&mut self) {
        for (name, span) in self.scope.unused_parameters() {
            let message = format!("the parameter `{name}` is never used");
            self.say(Diagnostic::warning(span, message).with_cure("take this line out"));
        }
    }
}
