//! Runs: values computed one after the other, saved now and then, and gone on with
//! after any end.
//!
//! A [`Run`] joins a computation (`choose`) with the folder of its checkpoints. The work is
//! done in stretches that take about a second at most; between two of them the run tells how far it has come and
//! saves what is due. Whatever ends the work, a limit or a fault of the rule, what was
//! found is saved first. What cannot be saved is told and tried again later:
//! the work goes on.

mod choose;
mod event;
mod stretches;
mod time;

pub(super) use choose::Computation;
pub use event::{RunError, RunEvent, RunReport};
pub(super) use stretches::{Stretches, count, statistics, stretch};

use std::path::Path;
use std::time::{Duration, Instant};

use super::error::SolveError;
use super::laws::ProvedLaw;
use super::solver::Solver;
use crate::engine::Resumable;
use crate::store::{Checkpoints, RuleMark, StoreError};
use crate::theory::{Control, Values};
use time::TimeUsed;

/// So many values are computed first.
const FIRST: u64 = 1 << 8;

/// Stretches are made so long that each takes about this long.
const STRETCH: Duration = Duration::from_millis(500);

/// The same as a part of the time between two checkpoints.
const STRETCHES_A_CHECKPOINT: u32 = 4;

/// How much longer a stretch may be than the one before.
const MOST_GROWTH: u64 = 8;

/// A long computation of the values of heaps, or of single coins, whose state is saved in a folder.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use grundy::Control;
/// use grundy::lang::Rule;
/// use grundy::solve::{Config, Solver};
/// use grundy::store::RuleMark;
///
/// let folder = tempfile::tempdir()?;
/// let rule = Rule::parse("0.007")?;
/// let (mark, control) = (RuleMark::new(&rule, &[]), Control::default());
/// for to in [500, 1000] {
///     // As if the program was started again.
///     let mut solver = Solver::new(rule.clone(), Config::default())?;
///     let mut run = solver.run(folder.path(), &mark, true, &control)?;
///     assert_eq!(run.resumed().is_some(), to == 1000);
///     run.advance(to, Duration::from_secs(300), &control, &mut |_| {})?;
///     assert_eq!(run.report().known, to + 1);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Run<'a> {
    engine: Box<dyn Resumable + 'a>,
    /// The law, if one is known before anything is computed.
    law: Option<ProvedLaw>,
    /// Whether nothing needs to be computed before values are asked for.
    at_once: bool,
    checkpoints: Checkpoints,
    /// How many values were known when the run began, if it went on from a checkpoint.
    resumed: Option<u64>,
    time: TimeUsed,
    /// How many values the last checkpoint has.
    saved: Option<u64>,
    not_saved: Option<StoreError>,
}

impl Solver {
    /// A run of this rule with the checkpoints in `folder`, from the newest that is whole if
    /// there is one. `mark` must be that of the rule. `wanted`: whether values are
    /// asked for at the end ([`Run::table`]): where those of any stretch are there at once, no others
    /// are computed then. If not, they need not be kept.
    ///
    /// # Errors
    ///
    /// [`RunError::Solve`] if the positions of the rule are neither heaps nor coins in a row,
    /// or if there is a checkpoint and the solver has computed values already; [`RunError::Store`] if the folder cannot be used, in particular if its checkpoints are
    /// of another rule.
    pub fn run(
        &mut self,
        folder: &Path,
        mark: &RuleMark,
        wanted: bool,
        control: &Control,
    ) -> Result<Run<'_>, RunError> {
        let Computation { mut engine, law, anywhere } = choose::computation(&mut self.game, wanted)?;
        let at_once = law.is_some() || (wanted && anywhere);
        let checkpoints = Checkpoints::open(folder, mark, engine.format(), control)?;
        let (mut resumed, mut time) = (None, TimeUsed::default());
        if let Some(latest) = checkpoints.latest() {
            if engine.known() > 0 {
                return Err(RunError::Solve(SolveError::question(
                    "this solver has computed values already, and cannot go on from others",
                    "make a new solver for the run",
                )));
            }
            latest.restore(engine.as_mut(), control)?;
            time = TimeUsed::read(latest, folder)?;
            resumed = Some(latest.position());
        }
        Ok(Run {
            engine,
            law,
            at_once,
            checkpoints,
            resumed,
            time: time.next(),
            saved: resumed,
            not_saved: None,
        })
    }
}

impl Run<'_> {
    /// How many values were known from a checkpoint; none if the folder had none.
    #[must_use]
    pub fn resumed(&self) -> Option<u64> {
        self.resumed
    }

    /// What is wrong with checkpoints that are newer than the one gone on from.
    #[must_use]
    pub fn problems(&self) -> &[StoreError] {
        self.checkpoints.problems()
    }

    /// Why the last checkpoint could not be written, if it could not.
    #[must_use]
    pub fn not_saved(&self) -> Option<&StoreError> {
        self.not_saved.as_ref()
    }

    /// Computes the values of the positions 0 to `to`, both included, as far as they are missing and no law
    /// says them, and saves the state when `every` has passed and at the end. `told` hears of each
    /// stretch and of each checkpoint.
    ///
    /// # Errors
    ///
    /// [`SolveError::Stopped`] at a limit of `control`, [`SolveError::Fault`] if the rule
    /// breaks; what was found is saved before. That it could not be saved is no error
    /// here: see [`Run::not_saved`].
    pub fn advance(
        &mut self,
        to: u64,
        every: Duration,
        control: &Control,
        told: &mut dyn FnMut(RunEvent<'_>),
    ) -> Result<(), SolveError> {
        let length = to.saturating_add(1);
        let target = STRETCH.min(every / STRETCHES_A_CHECKPOINT).max(Duration::from_millis(1));
        let mut stretch = FIRST;
        let mut due = Instant::now();
        while self.engine.known() < length && !self.at_once && self.engine.law().is_none() {
            let since = Instant::now();
            let end = length.min(self.engine.known().saturating_add(stretch));
            let advanced = self.engine.advance(end, control);
            told(RunEvent::Advanced(&self.report()));
            if advanced.is_err() {
                self.save(told);
            }
            advanced?;
            stretch = next_stretch(stretch, since.elapsed(), target);
            if due.elapsed() >= every {
                self.save(told);
                due = Instant::now();
            }
        }
        self.save(told);
        Ok(())
    }

    /// Saves the state, if there is something new in it.
    fn save(&mut self, told: &mut dyn FnMut(RunEvent<'_>)) {
        let known = self.engine.known();
        if self.saved == Some(known) && self.not_saved.is_none() {
            return;
        }
        self.not_saved = self.try_save(known).err();
        match &self.not_saved {
            Some(error) => told(RunEvent::NotSaved(error)),
            None => {
                self.saved = Some(known);
                told(RunEvent::Saved { known });
            }
        }
    }

    fn try_save(&mut self, known: u64) -> Result<(), StoreError> {
        let mut save = self.checkpoints.begin(known);
        save.engine(self.engine.as_ref())?;
        self.time.write(&mut save)?;
        save.commit()
    }

    /// The law that is proved, if one is.
    #[must_use]
    pub fn law(&self) -> Option<ProvedLaw> {
        self.law.clone().or_else(|| self.engine.law().cloned().map(ProvedLaw::Period))
    }

    /// How far the run has come.
    pub fn report(&mut self) -> RunReport {
        let statistics = self.engine.statistics();
        RunReport {
            known: self.engine.known(),
            largest: statistics.largest,
            rares: statistics.rares,
            law: self.law(),
            time: self.time.all(),
            runs: self.time.runs(),
        }
    }

    /// The values of the positions `from` to `to`, both included; none if they are not known, or were
    /// not kept.
    ///
    /// # Errors
    ///
    /// [`SolveError::Stopped`] if a limit is reached.
    pub fn table(&mut self, from: u64, to: u64, control: &Control) -> Result<Option<Values>, SolveError> {
        Ok(self.engine.stretch(from, to, control)?)
    }
}

/// How many values to compute next, after so many took so long.
fn next_stretch(stretch: u64, took: Duration, target: Duration) -> u64 {
    let took = took.as_nanos().max(1);
    let fitting = u128::from(stretch).saturating_mul(target.as_nanos()) / took;
    u64::try_from(fitting).unwrap_or(u64::MAX).clamp(1, stretch.saturating_mul(MOST_GROWTH))
}

#[cfg(test)]
mod tests;
