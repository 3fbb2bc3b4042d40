//! A progress bar on standard error, if somebody looks and the work is long.

use std::io::{IsTerminal, stderr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy::theory::{Control, Progress};
use indicatif::{ProgressBar, ProgressStyle};

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
