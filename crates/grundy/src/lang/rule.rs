//! Rules: a text, parsed, checked, and made playable.

use thiserror::Error;

use super::ast::{self, Expr, HeaderKind};
use super::check::{Body, Checker, Class, Headers, INFINITE_SETS, check, names_in};
use super::diagnostic::{Diagnostic, RuleError, Severity};
use super::interpret::{BindError, HeapRules, ProductRules, ShapeRules};
use super::ir;
use super::lint;
use super::lower::row_rule;
use super::parse::{parse, parse_expression};
use super::position::PositionKind;
use crate::ruleset::{RowRule, Span, TakeAndBreakCode};
use crate::theory::{Control, Play, Stopped};

/// A rule that can be played.
///
/// # Examples
///
/// ```
/// use grundy::lang::Rule;
///
/// assert!(Rule::parse("n -> n - s for s in {1, 3, 4}").is_ok());
/// let error = Rule::parse("n -> n ^ 2").unwrap_err();
/// assert!(error.to_string().contains("xor"));
/// ```
#[derive(Clone, Debug)]
pub struct Rule {
    text: String,
    headers: Headers,
    play: Play,
    form: Form,
    warnings: Vec<Diagnostic>,
}

/// Why a rule was not read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unread {
    /// Its text is wrong.
    #[error(transparent)]
    Wrong(#[from] RuleError),
    /// The caller asked to stop, or a limit was reached, before its parameters were
    /// worked out.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What a rule plays with, and by which rules.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Form {
    /// One heap, or a row of coins, by a rule that is interpreted.
    Numbers(HeapRules),
    /// Heaps, tuples and tags, or boards of coins, or lists, by a rule that is
    /// interpreted.
    Shapes(ShapeRules),
    /// Rows of cells.
    Rows(RowRule),
    /// Heaps, by a take-and-break code.
    Code(TakeAndBreakCode),
    /// A board of coins, by the product of two coin games.
    Product(ProductRules),
}

impl Rule {
    /// Reads a rule.
    ///
    /// # Errors
    ///
    /// A [`RuleError`] with everything that is wrong with the text.
    pub fn parse(text: &str) -> Result<Rule, RuleError> {
        Rule::with_parameters(text, &[])
    }

    /// Reads a rule and gives parameters (name, value as text) other values
    /// than their `let`s do.
    ///
    /// # Errors
    ///
    /// A [`RuleError`], also for a parameter that the rule does not have or a
    /// value that cannot be read; its `text` is then `name=value`.
    pub fn with_parameters(text: &str, given: &[(String, String)]) -> Result<Rule, RuleError> {
        Rule::with_play(text, given, Play::Normal)
    }

    /// Reads a rule that is played as `play` says, unless its headers say more.
    ///
    /// # Errors
    ///
    /// As [`Rule::with_parameters`], and if the rule's headers say otherwise than
    /// `play` does.
    pub fn with_play(text: &str, given: &[(String, String)], play: Play) -> Result<Rule, RuleError> {
        Rule::with_control(text, given, play, &Control::default()).map_err(|unread| match unread {
            Unread::Wrong(error) => error,
            // The default control says nothing of its own.
            Unread::Stopped(stopped) => {
                RuleError { text: text.to_owned(), diagnostics: vec![too_much(&stopped)] }
            }
        })
    }

    /// Reads a rule as [`Rule::with_play`] does; working out its parameters listens
    /// to `control`, and has limits of its own besides.
    ///
    /// # Errors
    ///
    /// [`Unread::Wrong`] as [`Rule::with_play`], [`Unread::Stopped`] if `control`
    /// says so.
    pub fn with_control(
        text: &str,
        given: &[(String, String)],
        play: Play,
        control: &Control,
    ) -> Result<Rule, Unread> {
        let (program, mut diagnostics) = parse(text);
        let error = |diagnostics| RuleError { text: text.to_owned(), diagnostics };
        // First: a `let` that cannot be read would be missed among the parameters.
        if has_errors(&diagnostics) {
            return Err(error(diagnostics).into());
        }
        let replaced = replaced_parameters(&program, given)?;
        let (checked, found) = check(&program, &replaced, play);
        diagnostics.extend(found);
        let mut form = None;
        if let Some(checked) = checked {
            let read = match checked.body {
                Body::Program(program) => {
                    diagnostics.extend(lint::never(&program).into_iter().map(|never| never.warning));
                    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
                    interpreted(program, control)?
                }
                Body::Rows(clauses) => row_rule(clauses).map(Form::Rows),
                Body::Code(code) => take_and_break(code).map(Form::Code),
            };
            match read {
                Ok(read) => form = Some((checked.headers, checked.play, read)),
                Err(found) => diagnostics.extend(found),
            }
        }
        match form {
            Some((headers, play, form)) if !has_errors(&diagnostics) => {
                Ok(Rule { text: text.to_owned(), headers, play, form, warnings: diagnostics })
            }
            _ => Err(error(diagnostics).into()),
        }
    }

    /// A rule put together from others, without warnings.
    pub(super) fn from_parts(text: String, headers: Headers, play: Play, form: Form) -> Rule {
        Rule { text, headers, play, form, warnings: Vec::new() }
    }

    /// The text as it was given.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The headers that people read: title, source, example.
    #[must_use]
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// How the rule is played.
    #[must_use]
    pub fn play(&self) -> Play {
        self.play
    }

    /// What the rule plays with.
    #[must_use]
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// What can be used but has no effect.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// What positions of this rule look like.
    #[must_use]
    pub fn position_kind(&self) -> PositionKind {
        match &self.form {
            Form::Numbers(rules) if rules.program().kind == ir::Kind::Coins => PositionKind::Coins,
            Form::Numbers(_) | Form::Code(_) => PositionKind::Heap,
            Form::Shapes(rules) => match rules.program().kind {
                ir::Kind::Seq => PositionKind::Seq,
                ir::Kind::Board => {
                    PositionKind::Board(rules.program().shapes.first().map_or(2, |shape| shape.arity))
                }
                _ => PositionKind::Shapes(rules.program().shapes.clone()),
            },
            Form::Rows(rows) => PositionKind::Row(rows.cells().to_vec()),
            Form::Product(_) => PositionKind::Board(2),
        }
    }
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// The most steps for the values of the parameters: about a second.
const MOST_STEPS: u64 = 1 << 23;

/// The most bytes for the values of the parameters while they are worked out.
const MOST_BYTES: u64 = 1 << 27;

/// Gives the parameters their values once; what breaks there is an error of the text,
/// and so is what takes more than any parameter should.
fn interpreted(program: ir::Program, control: &Control) -> Result<Result<Form, Vec<Diagnostic>>, Stopped> {
    let most = MOST_BYTES.min(control.memory_limit());
    let control = control.clone().with_step_limit(MOST_STEPS).with_memory_limit(most);
    let form = match program.kind {
        ir::Kind::Heap | ir::Kind::Coins => HeapRules::new(program, &control).map(Form::Numbers),
        ir::Kind::Shapes | ir::Kind::Board | ir::Kind::Seq => {
            ShapeRules::new(program, &control).map(Form::Shapes)
        }
    };
    match form {
        Ok(form) => Ok(Ok(form)),
        Err(BindError::Fault(fault)) => {
            let diagnostic = Diagnostic::error(fault.span.clone(), fault.to_string());
            Ok(Err(vec![match fault.kind.cure() {
                Some(cure) => diagnostic.with_cure(cure),
                None => diagnostic,
            }]))
        }
        Err(BindError::Stopped(stopped)) => match stopped {
            Stopped::StepLimit { .. } | Stopped::MemoryLimit { limit: MOST_BYTES, .. } => {
                Ok(Err(vec![too_much(&stopped)]))
            }
            stopped => Err(stopped),
        },
    }
}

/// What is wrong with a parameter that takes more than any should.
fn too_much(stopped: &Stopped) -> Diagnostic {
    let message = format!("a parameter takes too much to work out: {stopped}");
    Diagnostic::error(0..0, message).with_cure("write the set in a simpler way")
}

fn take_and_break(code: &ast::Code) -> Result<TakeAndBreakCode, Vec<Diagnostic>> {
    TakeAndBreakCode::new(code.digits.clone(), code.repeating.clone()).map_err(|error| {
        vec![
            Diagnostic::error(code.span.clone(), error.to_string())
                .with_cure("see docs/language.md on codes"),
        ]
    })
}

/// Reads the values given for parameters. Each is placed where its parameter is
/// defined, so that later messages point into the rule's text.
fn replaced_parameters(
    program: &ast::Program,
    given: &[(String, String)],
) -> Result<Vec<(String, Expr)>, RuleError> {
    let parameters: Vec<_> = program
        .headers
        .iter()
        .filter_map(|header| match &header.kind {
            HeaderKind::Let(name, value) => Some((name, value)),
            _ => None,
        })
        .collect();
    let mut replaced = Vec::new();
    for (name, value) in given {
        let error = |diagnostics| RuleError { text: format!("{name}={value}"), diagnostics };
        let Some((parameter, written)) = parameters.iter().find(|(parameter, _)| parameter.text == *name)
        else {
            let names: Vec<_> = parameters.iter().map(|(parameter, _)| parameter.text.as_str()).collect();
            let cure = match names.as_slice() {
                [] => "it has none: define one with `let` before the clauses".to_owned(),
                names => format!("its parameters: {}", names.join(", ")),
            };
            let message = format!("the rule has no parameter `{name}`");
            return Err(error(vec![Diagnostic::error(0..name.len(), message).with_cure(cure)]));
        };
        if replaced.iter().any(|(other, _)| other == name) {
            let message = format!("the parameter `{name}` is given twice");
            let span = 0..name.len() + 1 + value.len();
            return Err(error(vec![Diagnostic::error(span, message).with_cure("keep one of the two")]));
        }
        let (mut expr, mut diagnostics) = parse_expression(value);
        if has_errors(&diagnostics) {
            let shift = name.len() + 1;
            for diagnostic in &mut diagnostics {
                diagnostic.span = diagnostic.span.start + shift..diagnostic.span.end + shift;
            }
            return Err(error(diagnostics));
        }
        let (given, wanted) = (class(&expr), class(written));
        let known = given != Class::Unknown && wanted != Class::Unknown;
        if known && (given == Class::Set) != (wanted == Class::Set) {
            let (is, cure) = if wanted == Class::Set {
                ("a set", "write it in braces, such as {1, 3}")
            } else {
                ("a number", "give one number")
            };
            let message = format!("the parameter `{name}` is {is}");
            let span = name.len() + 1..name.len() + 1 + value.len();
            return Err(error(vec![Diagnostic::error(span, message).with_cure(cure)]));
        }
        let before: Vec<&str> = parameters
            .iter()
            .map(|(other, _)| other.text.as_str())
            .take_while(|other| *other != name)
            .collect();
        let mut used = Vec::new();
        names_in(&expr, &mut used);
        used.retain(|used| {
            !before.contains(&used.text.as_str()) && !INFINITE_SETS.contains(&used.text.as_str())
        });
        if let Some(unknown) = used.first() {
            let cure = match before.as_slice() {
                [] => format!("give a number or a set, as in `{name}=3` or `{name}={{1, 3}}`"),
                names => format!("a parameter may use those before it: {}", names.join(", ")),
            };
            let shift = name.len() + 1;
            let span = unknown.span.start + shift..unknown.span.end + shift;
            let message = format!("the name `{}` is not known here", unknown.text);
            return Err(error(vec![Diagnostic::error(span, message).with_cure(cure)]));
        }
        place(&mut expr, &parameter.span);
        replaced.push((name.clone(), expr));
    }
    Ok(replaced)
}

/// What a value is by its form; unknown if that depends on other parameters.
fn class(expr: &Expr) -> Class {
    Checker::new().class(expr)
}

fn place(expr: &mut Expr, span: &Span) {
    expr.span = span.clone();
    expr.kind.for_each_child(&mut |child| place(child, span));
}
