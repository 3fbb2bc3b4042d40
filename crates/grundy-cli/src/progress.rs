//! A progress bar on standard error, if somebody looks and the work is long. Runs with
//! checkpoints, whose standard error may go to a log file, write a line there now and then.

use std::io::{IsTerminal, stderr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy::solve::RunReport;
use grundy::theory::{Control, Progress};
use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};

use crate::output;

/// Work that takes less is done before anybody wonders.
const PATIENCE: Duration = Duration::from_millis(500);

/// The bar of the work that goes on, once that takes long.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    work: Arc<Mutex<Option<Work>>>,
}

#[derive(Debug)]
struct Work {
    since: Instant,
    bar: Option<ProgressBar>,
}

impl Watch {
    /// The same control, with progress shown if standard error is a terminal.
    pub(crate) fn listen(&self, control: Control) -> Control {
        if !stderr().is_terminal() {
            return control;
        }
        let watch = self.clone();
        control.with_listener(move |progress| watch.show(progress))
    }

    fn show(&self, progress: Progress) {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let work = work.get_or_insert_with(|| Work { since: Instant::now(), bar: None });
        if work.since.elapsed() < PATIENCE {
            return;
        }
        let bar = work.bar.get_or_insert_with(|| bar(progress.total).with_elapsed(PATIENCE));
        if let Some(total) = progress.total {
            bar.set_length(total);
        }
        bar.set_position(progress.done);
    }

    /// Takes the bar away: what was going on is over.
    pub(crate) fn clear(&self) {
        let work = self.work.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(bar) = work.and_then(|work| work.bar) {
            bar.finish_and_clear();
        }
    }
}

/// The progress of a run: a bar if standard error is a terminal, else a line for each
/// checkpoint, and once a minute.
#[derive(Debug)]
pub(crate) struct RunWatch {
    total: u64,
    since: Instant,
    bar: Option<ProgressBar>,
    /// Whether lines are written in place of a bar.
    lines: bool,
    line: String,
    last_line: Instant,
    /// Two moments with how many values were known then, from the older of which the
    /// speed is reckoned.
    marks: [(Instant, u64); 2],
}

/// The time between two moments from which the speed is reckoned.
const MARK: Duration = Duration::from_secs(5);

/// The longest time between two lines.
const MINUTE: Duration = Duration::from_secs(60);

/// Lines for checkpoints come no quicker than this.
const QUICKEST_LINE: Duration = Duration::from_secs(1);

impl RunWatch {
    /// A run that knows so many of so many values.
    pub(crate) fn new(known: u64, total: u64) -> RunWatch {
        let now = Instant::now();
        let lines = !stderr().is_terminal();
        let line = String::new();
        RunWatch { total, since: now, bar: None, lines, line, last_line: now, marks: [(now, known); 2] }
    }

    /// The run has come so far.
    pub(crate) fn advanced(&mut self, report: &RunReport) {
        let now = Instant::now();
        if now.duration_since(self.marks[1].0) >= MARK {
            self.marks = [self.marks[1], (now, report.known)];
        }
        let (then, known) = self.marks[0];
        let speed = report.known.saturating_sub(known) as f64 / now.duration_since(then).as_secs_f64();
        self.line = line(report, self.total, speed);
        if self.lines {
            if self.last_line.elapsed() >= MINUTE {
                self.write_line();
            }
        } else if self.since.elapsed() >= PATIENCE {
            let bar = self.bar.get_or_insert_with(|| bar_of_run(self.total));
            bar.set_position(report.known);
            bar.set_message(self.line.clone());
        }
    }

    /// There is a new checkpoint.
    pub(crate) fn saved(&mut self) {
        if self.lines && self.last_line.elapsed() >= QUICKEST_LINE {
            self.line += ", saved";
            self.write_line();
        }
    }

    /// Says something else.
    pub(crate) fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| output::complain(text)),
            None => output::complain(text),
        }
    }

    fn write_line(&mut self) {
        output::complain(&self.line);
        self.last_line = Instant::now();
    }

    /// Takes the bar away.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// How far a run has come, on one line; what is left at that speed.
fn line(report: &RunReport, total: u64, speed: f64) -> String {
    let left = total.saturating_sub(report.known);
    let mut line = format!("{} of {total}, {speed:.0}/s", report.known);
    if left > 0
        && let Ok(left) = Duration::try_from_secs_f64((left as f64 / speed).ceil())
    {
        line += &format!(", {} left", FormattedDuration(left));
    }
    if let Some((value, at)) = report.largest {
        line += &format!(", largest {value} at {at}");
    }
    if let Some(rares) = report.rares {
        line += &format!(", {} rare", rares.count);
        line += &rares.last.map_or(String::new(), |last| format!(", last {last}"));
    }
    line
}

fn bar_of_run(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total).with_elapsed(PATIENCE);
    match ProgressStyle::with_template("{elapsed} {bar:10} {percent}% {wide_msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => {
            (ProgressBar::new(total), "{elapsed} {wide_bar} {human_pos} of {human_len}, {eta} to go")
        }
        None => (ProgressBar::new_spinner(), "{elapsed} {spinner} {human_pos} positions"),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
