//! A thread beside this one, for work of some microseconds again and again.
//!
//! A job is handed over and its result taken back without asking the system, if both
//! threads are at hand: each looks for the other for a moment, lets others run after that, and the thread
//! beside sleeps in the end.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// So many times the other is looked for before others may run.
const SPINS: u32 = 1 << 11;

/// So many times others may run before the thread sleeps.
const YIELDS: u32 = 1 << 9;

/// Nothing is to be done.
const IDLE: u8 = 0;
/// A job is there.
const POSTED: u8 = 1;
/// The result is there.
const DONE: u8 = 2;
/// The thread is to end.
const END: u8 = 3;

type Job<R> = Box<dyn FnOnce() -> R + Send>;

/// A thread that does one job after the other, each with a result of type `R`.
pub(crate) struct SideThread<R> {
    slot: Arc<Slot<R>>,
    thread: Option<JoinHandle<()>>,
}

struct Slot<R> {
    state: AtomicU8,
    job: Mutex<Option<Job<R>>>,
    result: Mutex<Option<R>>,
}

impl<R: Send + 'static> SideThread<R> {
    /// A new thread; none if the system has none to give.
    pub(crate) fn new() -> Option<SideThread<R>> {
        let slot =
            Arc::new(Slot { state: AtomicU8::new(IDLE), job: Mutex::new(None), result: Mutex::new(None) });
        let its_slot = Arc::clone(&slot);
        let thread = thread::Builder::new().spawn(move || its_slot.serve()).ok()?;
        Some(SideThread { slot, thread: Some(thread) })
    }

    /// Lets the thread do `job` while this one does `own`. Returns both results; none of the
    /// job's if the thread has died of it.
    pub(crate) fn beside<T>(
        &self,
        job: impl FnOnce() -> R + Send + 'static,
        own: impl FnOnce() -> T,
    ) -> (Option<R>, T) {
        self.post(job);
        let own = own();
        (self.take(), own)
    }

    /// Lets the thread do `job`. [`take`](SideThread::take) is to be called before the next job.
    pub(crate) fn post(&self, job: impl FnOnce() -> R + Send + 'static) {
        *self.slot.job.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(job));
        self.slot.state.store(POSTED, Ordering::SeqCst);
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }

    /// Whether the job is done, and its result not taken yet.
    pub(crate) fn is_done(&self) -> bool {
        self.slot.state.load(Ordering::SeqCst) == DONE
    }

    /// Waits for the result of the job; none if the thread has died of it.
    pub(crate) fn take(&self) -> Option<R> {
        let mut tries = 0;
        while !self.is_done() {
            if self.thread.as_ref().is_none_or(JoinHandle::is_finished) {
                return None;
            }
            wait(&mut tries);
        }
        self.slot.state.store(IDLE, Ordering::SeqCst);
        self.slot.result.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Waits a moment, and longer after many times.
fn wait(tries: &mut u32) {
    *tries += 1;
    if *tries < SPINS {
        std::hint::spin_loop();
    } else {
        thread::yield_now();
    }
}

impl<R> Slot<R> {
    fn serve(&self) {
        let mut tries = 0;
        loop {
            match self.state.load(Ordering::SeqCst) {
                END => return,
                POSTED => {
                    tries = 0;
                    let job = self.job.lock().unwrap_or_else(PoisonError::into_inner).take();
                    // What the job holds is given up before the result is told.
                    let result = job.map(|job| job());
                    *self.result.lock().unwrap_or_else(PoisonError::into_inner) = result;
                    self.state.store(DONE, Ordering::SeqCst);
                }
                _ if tries > SPINS + YIELDS => {
                    thread::park();
                    tries = 0;
                }
                _ => wait(&mut tries),
            }
        }
    }
}

impl<R> Drop for SideThread<R> {
    fn drop(&mut self) {
        self.slot.state.store(END, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // A thread that died of a job has told so already.
            let _ = thread.join();
        }
    }
}

impl<R> fmt::Debug for SideThread<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SideThread").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn every_job_has_its_result_whether_the_thread_sleeps_or_not() {
        let side = SideThread::new().expect("a thread");
        for round in 0..3000_u64 {
            if round % 1000 == 999 {
                thread::sleep(Duration::from_millis(20));
            }
            let shared = Arc::new(round);
            let its = Arc::clone(&shared);
            let (result, own) = side.beside(move || *its * 2, || round + 1);
            assert_eq!((result, own), (Some(2 * round), round + 1));
            assert!(Arc::into_inner(shared).is_some(), "nothing is held any more");
        }
    }

    #[test]
    fn a_job_that_panics_ends_the_thread_and_not_the_work() {
        let side = SideThread::new().expect("a thread");
        assert_eq!(side.beside(|| 1, || 2), (Some(1), 2));
        assert_eq!(side.beside(|| panic!("as is expected here"), || 3), (None::<i32>, 3));
        assert_eq!(side.beside(|| 4, || 5), (None, 5));
    }
}
