//! Ctrl-C: the first asks the work to stop, the second ends the process.
//!
//! A process that waits for somebody else (for input, for a reader of its output)
//! looks at no flag, so there the first ends it: whatever may wait is done
//! [`while_waiting`]. A request to terminate (SIGTERM, SIGHUP) counts as Ctrl-C
//! does, so that a temporary file is removed then too.
//!
//! A signal that whoever started the process wants ignored stays ignored, as `nohup` asks for,
//! where the system tells (Linux).
//!
//! All this happens in the handler of the signal: a thread that waits for signals
//! would cost every run 66 MiB of addresses, for its stack and its own part of the
//! heap, which a process with few of them (`ulimit -v`) has better use for.

use std::io::{self, Read, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use anyhow::Context;
#[cfg(unix)]
use signal_hook::consts::SIGHUP;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::status::INTERRUPTED;

/// Whether Ctrl-C was pressed.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Whether the process waits for somebody else.
static WAITING: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Takes Ctrl-C over. Returns the flag that the first one sets.
pub(crate) fn install() -> anyhow::Result<Arc<AtomicBool>> {
    take_over().context("Ctrl-C cannot be taken over")?;
    outlive_the_file_size_limit()?;
    Ok(Arc::clone(&STOP))
}

fn take_over() -> io::Result<()> {
    #[cfg(unix)]
    const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];
    #[cfg(not(unix))]
    const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];
    let ignored = ignored_signals();
    for signal in SIGNALS.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0) {
        // What is registered first is done first: the flag is set by an earlier signal.
        for flag in [&STOP, &WAITING] {
            flag::register_conditional_shutdown(signal, i32::from(INTERRUPTED), Arc::clone(flag))?;
        }
        flag::register(signal, Arc::clone(&STOP))?;
    }
    Ok(())
}

/// The signals that are ignored since the process began: bit k is the signal k + 1 (proc(5)).
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// A write beyond the limit on the size of files is an error like that of a full
/// disk; without a handler it would end the process, and a temporary file would stay.
#[cfg(unix)]
fn outlive_the_file_size_limit() -> anyhow::Result<()> {
    let signal = rustix::process::Signal::XFSZ.as_raw();
    flag::register(signal, Arc::default()).context("the signal SIGXFSZ cannot be taken over")?;
    Ok(())
}

#[cfg(not(unix))]
fn outlive_the_file_size_limit() -> anyhow::Result<()> {
    Ok(())
}

/// Does what may wait for somebody else; Ctrl-C ends the process at once
/// meanwhile, so nothing may be half done.
pub(crate) fn while_waiting<T>(act: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    if STOP.load(Ordering::SeqCst) {
        process::exit(i32::from(INTERRUPTED));
    }
    let result = act();
    WAITING.store(false, Ordering::SeqCst);
    result
}

/// What is read and written [`while_waiting`].
#[derive(Debug)]
pub(crate) struct Waiting<T>(pub(crate) T);

impl<R: Read> Read for Waiting<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while_waiting(|| self.0.read(bytes))
    }
}

impl<W: Write> Write for Waiting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        while_waiting(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        while_waiting(|| self.0.flush())
    }
}
