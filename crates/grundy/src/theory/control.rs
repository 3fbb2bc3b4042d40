//! What long work listens to: stop, deadline, limits, progress.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use thiserror::Error;

/// Why work ended before its answer was known.
///
/// This is an answer ("not known within these limits"), not a failure: what was
/// asked may be asked again with more time or memory.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Stopped {
    /// The caller asked the work to stop.
    #[error("stopped on request")]
    Interrupted,
    /// The time limit was reached.
    #[error("the time limit of {} was reached", Seconds(*limit))]
    TimeLimit {
        /// The limit that was set.
        limit: Duration,
    },
    /// More memory would be needed than is allowed.
    #[error("{} would be needed, more than the memory limit of {}", Needed(*needed), Bytes(*limit))]
    MemoryLimit {
        /// What the next step would need in all, in bytes.
        needed: u64,
        /// The limit that was set, in bytes.
        limit: u64,
    },
    /// The rule takes more steps to interpret than is allowed.
    #[error("the limit of {limit} steps was reached")]
    StepLimit {
        /// The limit that was set.
        limit: u64,
    },
    /// More positions would be visited than is allowed.
    #[error("the limit of {limit} positions was reached")]
    PositionLimit {
        /// The limit that was set.
        limit: u64,
    },
}

/// An amount of memory that was asked for; beyond 2^60 bytes no figure helps.
struct Needed(u64);

impl fmt::Display for Needed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 >> 60 {
            0 => Bytes(self.0).fmt(f),
            _ => f.write_str("more memory than any machine has"),
        }
    }
}

struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
        match UNITS.iter().find(|(unit, _)| self.0 >= *unit) {
            Some((unit, name)) => {
                // Tenths, rounded up, so that "more than" never prints two equal figures.
                let tenths = (u128::from(self.0) * 10).div_ceil(u128::from(*unit));
                write!(f, "{}.{} {name}", tenths / 10, tenths % 10)
            }
            None => write!(f, "{} bytes", self.0),
        }
    }
}

struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s", self.0.as_secs_f64())
    }
}

/// How far a long computation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many units (positions, values) are done.
    pub done: u64,
    /// How many there are in all, if that is known.
    pub total: Option<u64>,
}

type Listener = Arc<dyn Fn(Progress) + Send + Sync>;

type Guard = Arc<dyn Fn() -> Result<(), Stopped> + Send + Sync>;

/// What long work listens to and reports to. Cheap to clone; clones share the
/// stop flag.
///
/// Engines call [`Control::check`] every few thousand steps and
/// [`Control::reserve`] before they allocate something large.
#[derive(Clone)]
pub struct Control {
    stop: Arc<AtomicBool>,
    deadline: Option<(Instant, Duration)>,
    memory: u64,
    positions: u64,
    threads: NonZeroUsize,
    /// The steps that are left, shared by all clones, and how many there were.
    steps: Option<(Arc<AtomicU64>, u64)>,
    listener: Option<Listener>,
    guard: Option<Guard>,
}

impl Default for Control {
    /// No deadline, no listener, no limit on memory or positions, and as many threads
    /// as the machine runs at once.
    fn default() -> Control {
        Control {
            stop: Arc::default(),
            deadline: None,
            memory: u64::MAX,
            positions: u64::MAX,
            threads: available_threads(),
            steps: None,
            listener: None,
            guard: None,
        }
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("stop", &self.stop)
            .field("deadline", &self.deadline)
            .field("memory", &self.memory)
            .field("positions", &self.positions)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl Control {
    /// The same control, to stop when `flag` becomes true.
    #[must_use]
    pub fn with_stop(mut self, flag: Arc<AtomicBool>) -> Control {
        self.stop = flag;
        self
    }

    /// The same control, to stop `limit` from now.
    #[must_use]
    pub fn with_time_limit(mut self, limit: Duration) -> Control {
        // A limit too long to be represented is no limit.
        self.deadline = Instant::now().checked_add(limit).map(|deadline| (deadline, limit));
        self
    }

    /// The same control with at most `bytes` of memory for tables and searches.
    #[must_use]
    pub fn with_memory_limit(mut self, bytes: u64) -> Control {
        self.memory = bytes;
        self
    }

    /// The same control with at most `positions` positions visited by a search.
    #[must_use]
    pub fn with_position_limit(mut self, positions: u64) -> Control {
        self.positions = positions;
        self
    }

    /// The same control with at most `threads` threads at work.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZeroUsize) -> Control {
        self.threads = threads;
        self
    }

    /// The same control with at most about `steps` steps of interpreting a rule,
    /// counted together for all clones made from now on.
    #[must_use]
    pub fn with_step_limit(mut self, steps: u64) -> Control {
        self.steps = Some((Arc::new(AtomicU64::new(steps)), steps));
        self
    }

    /// The same control, telling `listener` of progress now and then.
    #[must_use]
    pub fn with_listener(mut self, listener: impl Fn(Progress) + Send + Sync + 'static) -> Control {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// The same control, which asks `guard` as well whether to go on, wherever it
    /// looks at the clock.
    ///
    /// What engines reserve is an estimate; a caller who can measure what is in use
    /// says here when that is too much.
    #[must_use]
    pub fn with_guard(mut self, guard: impl Fn() -> Result<(), Stopped> + Send + Sync + 'static) -> Control {
        self.guard = Some(Arc::new(guard));
        self
    }

    /// The memory limit in bytes.
    #[must_use]
    pub fn memory_limit(&self) -> u64 {
        self.memory
    }

    /// How many threads may be at work.
    #[must_use]
    pub fn threads(&self) -> NonZeroUsize {
        self.threads
    }

    /// The most positions that a search may visit.
    #[must_use]
    pub fn position_limit(&self) -> u64 {
        self.positions
    }

    /// Goes on, or says why to stop.
    ///
    /// # Errors
    ///
    /// [`Stopped::Interrupted`] after the stop flag was set, [`Stopped::TimeLimit`]
    /// after the deadline; else what the guard says, if there is one.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        match self.deadline {
            Some((deadline, limit)) if Instant::now() >= deadline => Err(Stopped::TimeLimit { limit }),
            _ => self.guard.as_ref().map_or(Ok(()), |guard| guard()),
        }
    }

    /// Counts `steps` steps, and goes on or says why to stop.
    ///
    /// # Errors
    ///
    /// [`Stopped::StepLimit`] after more steps than the limit; else as [`Control::check`].
    pub fn spend(&self, steps: u64) -> Result<(), Stopped> {
        if let Some((left, limit)) = &self.steps {
            let spent =
                left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(steps));
            if spent.is_err() {
                return Err(Stopped::StepLimit { limit: *limit });
            }
        }
        self.check()
    }

    /// Asks whether `bytes` in all may be in use.
    ///
    /// # Errors
    ///
    /// [`Stopped::MemoryLimit`] if that is more than the limit.
    pub fn reserve(&self, bytes: u64) -> Result<(), Stopped> {
        if bytes > self.memory {
            return Err(Stopped::MemoryLimit { needed: bytes, limit: self.memory });
        }
        Ok(())
    }

    /// Asks whether `positions` positions in all may be visited.
    ///
    /// # Errors
    ///
    /// [`Stopped::PositionLimit`] if that is more than the limit.
    pub fn visit(&self, positions: u64) -> Result<(), Stopped> {
        if positions > self.positions {
            return Err(Stopped::PositionLimit { limit: self.positions });
        }
        Ok(())
    }

    /// Tells the listener, if there is one, how far the work has come.
    pub fn report(&self, done: u64, total: Option<u64>) {
        if let Some(listener) = &self.listener {
            listener(Progress { done, total });
        }
    }
}

/// How many threads the machine runs at once, asked for once.
fn available_threads() -> NonZeroUsize {
    static AVAILABLE: LazyLock<NonZeroUsize> =
        LazyLock::new(|| std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
    *AVAILABLE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_apart() {
        let flag = Arc::new(AtomicBool::new(false));
        let control =
            Control::default().with_stop(Arc::clone(&flag)).with_memory_limit(1000).with_position_limit(5);
        assert_eq!(control.check(), Ok(()));
        assert_eq!(control.reserve(1000), Ok(()));
        assert_eq!(control.reserve(1001), Err(Stopped::MemoryLimit { needed: 1001, limit: 1000 }));
        assert_eq!(control.visit(5), Ok(()));
        assert_eq!(control.visit(6), Err(Stopped::PositionLimit { limit: 5 }));
        let few = control.clone().with_step_limit(10);
        assert_eq!((few.spend(6), few.clone().spend(4)), (Ok(()), Ok(())));
        assert_eq!(few.spend(1), Err(Stopped::StepLimit { limit: 10 }));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(control.check(), Err(Stopped::Interrupted));
        let late = Control::default().with_time_limit(Duration::ZERO);
        assert_eq!(late.check(), Err(Stopped::TimeLimit { limit: Duration::ZERO }));
        let full = Stopped::MemoryLimit { needed: 3, limit: 2 };
        let told = full.clone();
        let guarded = Control::default().with_guard(move || Err(told.clone()));
        assert_eq!((guarded.check(), guarded.reserve(1)), (Err(full), Ok(())));
    }

    #[test]
    fn sizes_are_readable() {
        let stopped = Stopped::MemoryLimit { needed: (3 << 30) + 1, limit: 512 << 20 };
        assert_eq!(stopped.to_string(), "3.1 GiB would be needed, more than the memory limit of 512.0 MiB");
    }
}
