//! Ctrl-C: the first asks the work to stop, the second ends the process.
//!
//! A request to terminate (SIGTERM, SIGHUP) counts as Ctrl-C does, so that a
//! temporary file is removed then too.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use crate::status::INTERRUPTED;

/// What is shared with the handler of Ctrl-C.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    stop: Arc<AtomicBool>,
    waiting: Arc<AtomicBool>,
}

impl Interrupt {
    /// Takes Ctrl-C over.
    pub(crate) fn install() -> anyhow::Result<Interrupt> {
        let interrupt = Interrupt::default();
        let shared = interrupt.clone();
        ctrlc::set_handler(move || {
            let again = shared.stop.swap(true, Ordering::SeqCst);
            if again || shared.waiting.load(Ordering::SeqCst) {
                process::exit(i32::from(INTERRUPTED));
            }
        })
        .context("Ctrl-C cannot be taken over")?;
        Ok(interrupt)
    }

    /// The flag that the first Ctrl-C sets.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Waits for input; Ctrl-C ends the process at once meanwhile, since nothing
    /// looks at the flag and nothing is half done.
    pub(crate) fn while_waiting<T>(&self, read: impl FnOnce() -> T) -> T {
        self.waiting.store(true, Ordering::SeqCst);
        if self.stop.load(Ordering::SeqCst) {
            process::exit(i32::from(INTERRUPTED));
        }
        let result = read();
        self.waiting.store(false, Ordering::SeqCst);
        result
    }
}
