//! Problems: what a file says, and what of it was checked.

use serde::Deserialize;

use super::error::{ProblemError, ProblemErrorKind};
use super::form::{Form, Name};
use super::position::misfit;
use super::template::{AnswerPlace, MovePlace, Template};
use crate::lang::{Rule, game};
use crate::theory::Play;

/// A contest problem: a rule, how its input is read, and how answers are
/// worded.
#[derive(Clone, Debug)]
pub struct Problem {
    id: String,
    title: String,
    source: String,
    statement: String,
    rule: String,
    goal: Option<String>,
    input: String,
    samples: Vec<Sample>,
    /// The parameters of the rule that the input gives, with their places.
    parameters: Vec<(String, Name)>,
    pub(super) form: Form,
    pub(super) answer: Answer,
}

/// An input of a problem, and the output that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// What is read.
    pub input: String,
    /// What is answered.
    pub output: String,
}

/// How answers are worded.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// The text where the player to move wins.
    pub(super) wins: Template<AnswerPlace>,
    /// The text where the player to move loses.
    pub(super) loses: Template<AnswerPlace>,
    /// The text where neither does.
    pub(super) draws: Template<AnswerPlace>,
    /// The text of a winning move.
    pub(super) winning_move: Template<MovePlace>,
    /// What stands between two moves.
    pub(super) between: String,
}

/// A problem file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    id: String,
    title: String,
    source: String,
    statement: String,
    rule: String,
    goal: Option<String>,
    #[serde(default)]
    parameters: Vec<String>,
    input: String,
    answer: FileAnswer,
    #[serde(rename = "sample")]
    samples: Vec<Sample>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileAnswer {
    wins: String,
    loses: String,
    #[serde(default)]
    draws: String,
    #[serde(rename = "move", default)]
    winning_move: String,
    #[serde(default = "new_line")]
    between: String,
}

/// Moves stand a line each unless the file says otherwise.
fn new_line() -> String {
    "\n".to_owned()
}

impl Problem {
    /// Reads a problem file; `file` is its name, for errors.
    ///
    /// The rule is the name of a built-in game or a text of the rule language;
    /// the form of the input and the texts of the answer are explained in
    /// docs/formats.md.
    ///
    /// # Errors
    ///
    /// A [`ProblemError`] with the first field that is wrong.
    ///
    /// # Examples
    ///
    /// ```
    /// use grundy::judge::{Problem, run};
    /// use grundy::theory::Control;
    ///
    /// let problem = Problem::parse("first-game.toml", r#"
    ///     id = "first-game"
    ///     title = "Take one or two"
    ///     source = "An example"
    ///     statement = "Take one or two counters from a heap; who takes the last one wins."
    ///     rule = "n -> n - 1 | n - 2"
    ///     input = "until end case heap 1..1000"
    ///     answer = { wins = "first", loses = "second" }
    ///     sample = [{ input = "3", output = "second" }]
    /// "#)?;
    /// assert_eq!(run(&problem, b"1 2\n3", &Control::default())?, "first\nfirst\nsecond\n");
    /// let error = run(&problem, b"1 2\nthree", &Control::default()).unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, column 1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(file: &str, text: &str) -> Result<Problem, ProblemError> {
        let wrong = |field: &str, kind: ProblemErrorKind| ProblemError {
            file: file.to_owned(),
            field: field.to_owned(),
            kind,
        };
        let raw: File = toml::from_str(text)
            .map_err(|error| wrong("the file", ProblemErrorKind::Toml(Box::new(error))))?;
        for (field, text) in [
            ("title", &raw.title),
            ("source", &raw.source),
            ("statement", &raw.statement),
            ("rule", &raw.rule),
        ] {
            if text.trim().is_empty() {
                return Err(wrong(field, ProblemErrorKind::Empty));
            }
        }
        if raw.samples.is_empty() {
            return Err(wrong("sample", ProblemErrorKind::Empty));
        }
        let of_an_id = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if raw.id.is_empty() || !raw.id.bytes().all(of_an_id) {
            return Err(wrong("id", ProblemErrorKind::Id { id: raw.id }));
        }
        let form = Form::parse(&raw.input).map_err(|error| wrong("input", error.into()))?;
        let mut parameters = Vec::new();
        for name in raw.parameters {
            match form.names.iter().find(|(known, _)| *known == name) {
                Some(&(_, place)) => parameters.push((name, place)),
                None => return Err(wrong("parameters", ProblemErrorKind::UnknownParameter { name })),
            }
        }
        let rule = game(&raw.rule).map_or(raw.rule, |game| game.text.to_owned());
        // Whether the rule can be read, and has the parameters, shows on values of the right kind.
        let tried: Vec<(String, String)> = parameters
            .iter()
            .map(|(name, place)| {
                let value = match place {
                    Name::Number(_) => "1",
                    Name::Set(set) if form.sets[*set] == 2 => "{(1, 1)}",
                    Name::Set(_) => "{1}",
                };
                (name.clone(), value.to_owned())
            })
            .collect();
        let checked = Rule::with_parameters(&rule, &tried).map_err(|error| wrong("rule", error.into()))?;
        if let Some(shape) = misfit(&form, &checked.position_kind()) {
            return Err(wrong("input", ProblemErrorKind::Misfit { shape }));
        }
        if checked.play() == Play::Loopy && raw.answer.draws.is_empty() {
            return Err(wrong("answer.draws", ProblemErrorKind::Empty));
        }
        let goal = raw.goal.map(|goal| game(&goal).map_or(goal, |game| game.text.to_owned()));
        if let Some(goal) = &goal {
            let reached = Rule::with_parameters(goal, &tried).map_err(|error| wrong("goal", error.into()))?;
            if checked.play() != Play::Normal || reached.play() != Play::Normal {
                return Err(wrong("goal", ProblemErrorKind::GoalPlay));
            }
            if let Some(shape) = misfit(&form, &reached.position_kind()) {
                return Err(wrong("goal", ProblemErrorKind::Misfit { shape }));
            }
        }
        let template =
            |field: &str, text: &str| Template::parse(text).map_err(|error| wrong(field, error.into()));
        let answer = Answer {
            wins: template("answer.wins", &raw.answer.wins)?,
            loses: template("answer.loses", &raw.answer.loses)?,
            draws: template("answer.draws", &raw.answer.draws)?,
            winning_move: Template::parse(&raw.answer.winning_move)
                .map_err(|error| wrong("answer.move", error.into()))?,
            between: raw.answer.between,
        };
        if goal.is_some() && answer.wins.asks_for(&[AnswerPlace::Value]) {
            return Err(wrong("answer.wins", ProblemErrorKind::GoalValue));
        }
        Ok(Problem {
            id: raw.id,
            title: raw.title,
            source: raw.source,
            statement: raw.statement,
            rule,
            goal,
            input: raw.input,
            samples: raw.samples,
            parameters,
            form,
            answer,
        })
    }

    /// The name under which the problem is asked for: `hdu-1847`.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Where the problem comes from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What is asked, in a sentence or two.
    #[must_use]
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// The text of the rule; that of the game if the file names one.
    #[must_use]
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// The text of the rule for the moves that reach the goal, if who first reaches
    /// a goal wins.
    #[must_use]
    pub fn goal(&self) -> Option<&str> {
        self.goal.as_deref()
    }

    /// The form of the input, as the file writes it.
    #[must_use]
    pub fn input(&self) -> &str {
        &self.input
    }

    /// Inputs with their outputs, at least one.
    #[must_use]
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The parameters of the rule that the input gives, with their places.
    pub(super) fn parameters(&self) -> &[(String, Name)] {
        &self.parameters
    }
}
