//! One rule, open for questions.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use grundy::lang::{Rule, Unread};
use grundy::solve::{BigPosition, Compiler, Config, Run, RunError, SolveError, Solver};
use grundy::store::RuleMark;
use grundy::theory::{Control, Play};

use crate::args::{Format, Options};
use crate::failure::{Failure, usage};
use crate::progress::Watch;
use crate::rules::{Found, Source};
use crate::{limits, output, report, rules};

/// What holds for the whole run.
#[derive(Debug)]
pub(crate) struct Setting {
    pub(crate) options: Options,
    pub(crate) control: Control,
    pub(crate) watch: Watch,
}

impl Setting {
    /// Sets the limits; the time starts to run. The work stops once `stop` is set.
    pub(crate) fn new(options: Options, stop: Arc<AtomicBool>) -> anyhow::Result<Setting> {
        if options.misere && options.loopy {
            return Err(usage(
                "a rule cannot be played both misère and loopy",
                "give --misere or --loopy, not both",
            ));
        }
        let watch = Watch::default();
        let mut control = Control::default().with_stop(stop);
        if let Some(threads) = options.threads {
            control = control.with_threads(threads);
        }
        control = limits::with_memory(control, options.limit_memory);
        if let Some(time) = options.limit_time {
            control = control.with_time_limit(time);
        }
        if let Some(positions) = options.limit_positions {
            control = control.with_position_limit(positions);
        }
        let control = watch.listen(control);
        Ok(Setting { options, control, watch })
    }

    /// The format of an answer that is no table.
    pub(crate) fn format(&self) -> anyhow::Result<Format> {
        match self.options.format.unwrap_or(Format::Text) {
            Format::Bfile | Format::Npy | Format::Gtab => {
                Err(usage("bfile, npy and gtab are formats of tables", "choose text, json or csv here"))
            }
            format => Ok(format),
        }
    }
}

/// One rule, open for questions.
#[derive(Debug)]
pub(crate) struct Session<'a> {
    setting: &'a Setting,
    origin: String,
    solver: Solver,
}

impl<'a> Session<'a> {
    /// Reads the rule that `rules` stands for. Warnings are said at once.
    pub(crate) fn open(rules: &str, setting: &'a Setting) -> anyhow::Result<Session<'a>> {
        let options = &setting.options;
        let play = match (options.misere, options.loopy) {
            (true, _) => Play::Misere,
            (_, true) => Play::Loopy,
            _ => Play::Normal,
        };
        let (rule, origin) = match rules::find(rules)? {
            Found::Rule(source) => (read(&source, &options.parameters, play, setting)?, source.origin),
            Found::Product(left, right) => {
                if !options.parameters.is_empty() {
                    return Err(usage(
                        "a product has no parameters",
                        "write the values into the rules of the two games",
                    ));
                }
                let [left_rule, right_rule] =
                    [&left, &right].map(|factor| read(factor, &[], Play::Normal, setting));
                let product = Rule::product(&left_rule?, &right_rule?, play);
                let rule = product.map_err(|none| usage(none.to_string(), none.cure()))?;
                (rule, format!("product({}, {})", left.origin, right.origin))
            }
        };
        let config = Config { engine: options.engine, law: !options.no_law, compiler: compiler() };
        let text = rule.text().to_owned();
        let solver = Solver::with_control(rule, config, &setting.control)
            .map_err(|error| in_rule(error, &origin, &text))?;
        Ok(Session { setting, origin, solver })
    }

    /// The rule.
    pub(crate) fn rule(&self) -> &Rule {
        self.solver.rule()
    }

    /// Where the rule comes from.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// The parameters that were given in place of the rule's own.
    pub(crate) fn parameters(&self) -> &[(String, String)] {
        &self.setting.options.parameters
    }

    /// The rule as files name it.
    pub(crate) fn mark(&self) -> RuleMark {
        RuleMark::new(self.rule(), self.parameters())
    }

    /// Reads a position; `origin` says where its text comes from.
    pub(crate) fn position(&self, text: &str, origin: &str) -> anyhow::Result<BigPosition> {
        let read = self.solver.parse_position(text);
        Ok(read.map_err(|error| Failure::Position {
            origin: origin.to_owned(),
            text: text.to_owned(),
            error,
        })?)
    }

    /// Asks the solver; the progress bar is gone afterwards.
    pub(crate) fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Solver, &Control) -> Result<T, SolveError>,
    ) -> anyhow::Result<T> {
        let answer = question(&mut self.solver, &self.setting.control);
        self.setting.watch.clear();
        answer.map_err(|error| in_rule(error, &self.origin, self.solver.rule().text()))
    }

    /// Begins a run with checkpoints in `folder`, or goes on with one, and what to tell its
    /// errors by.
    pub(crate) fn run(
        &mut self,
        folder: &Path,
        rule: &RuleMark,
        wanted: bool,
        control: &Control,
    ) -> anyhow::Result<(Run<'_>, Errors)> {
        let errors = Errors { origin: self.origin.clone(), text: self.rule().text().to_owned() };
        match self.solver.run(folder, rule, wanted, control) {
            Ok(run) => Ok((run, errors)),
            Err(RunError::Solve(error)) => Err(errors.told(error)),
            Err(RunError::Store(error)) => Err(error.into()),
            Err(other) => Err(other.into()),
        }
    }

    /// Says which engine answers and how long that took, if `-v` was given.
    pub(crate) fn remark(&mut self, since: Instant) -> anyhow::Result<()> {
        if !self.setting.options.verbose {
            return Ok(());
        }
        let seconds = since.elapsed().as_secs_f64();
        let engine = self.ask(|solver, control| solver.engine_report(control))?;
        let reason = engine.reason.trim_end_matches('.');
        output::complain(&format!("engine {}: {reason}\nanswered in {seconds:.3} s", engine.engine));
        Ok(())
    }
}

/// What errors of the solver are told by, while it is at work.
#[derive(Debug)]
pub(crate) struct Errors {
    origin: String,
    text: String,
}

impl Errors {
    /// The error, with the rule's text where it has a place in it.
    pub(crate) fn told(&self, error: SolveError) -> anyhow::Error {
        in_rule(error, &self.origin, &self.text)
    }
}

/// Reads one rule. Warnings are said at once.
fn read(
    source: &Source,
    parameters: &[(String, String)],
    play: Play,
    setting: &Setting,
) -> anyhow::Result<Rule> {
    let rule = Rule::with_control(&source.text, parameters, play, &setting.control);
    let rule = rule.map_err(|unread| match unread {
        Unread::Wrong(error) => {
            // What is wrong with a parameter's value is shown in that value.
            let given = error.text != source.text;
            let origin = if given { "-p".to_owned() } else { source.origin.clone() };
            anyhow::Error::from(Failure::Text { origin, error })
        }
        Unread::Stopped(stopped) => Failure::Stopped { at: None, stopped }.into(),
        other => other.into(),
    })?;
    for warning in rule.warnings() {
        output::complain(&report::diagnostic(&source.origin, rule.text(), warning));
    }
    Ok(rule)
}

/// What makes native code of rules, if this build has it.
#[cfg(feature = "jit")]
pub(crate) fn compiler() -> Option<Arc<dyn Compiler>> {
    Some(Arc::new(grundy_jit::NativeCompiler))
}

#[cfg(not(feature = "jit"))]
pub(crate) fn compiler() -> Option<Arc<dyn Compiler>> {
    None
}

/// An error of the solver, with the rule's text where it has a place in it.
fn in_rule(error: SolveError, origin: &str, text: &str) -> anyhow::Error {
    match error {
        SolveError::Stopped(stopped) => Failure::Stopped { at: None, stopped }.into(),
        SolveError::StoppedAt { at, stopped } => Failure::Stopped { at: Some(at), stopped }.into(),
        SolveError::Fault(fault) => {
            Failure::Fault { origin: origin.to_owned(), text: text.to_owned(), fault }.into()
        }
        SolveError::Claim { text, fault } => {
            Failure::Fault { origin: "claim".to_owned(), text, fault: *fault }.into()
        }
        SolveError::Question { what, cure } => usage(what, cure),
        other => other.into(),
    }
}
