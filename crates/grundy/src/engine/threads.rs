//! Work that is shared out among threads.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does `work` for every job, on at most so many threads, this one among them.
///
/// A job should be worth a thread, which costs some ten microseconds to start.
/// Where no thread can be started, this one does the work.
pub(crate) fn on_threads<T: Send>(threads: NonZeroUsize, jobs: &mut [T], work: impl Fn(&mut T) + Sync) {
    let helpers = threads.get().min(jobs.len()).saturating_sub(1);
    if helpers == 0 {
        return jobs.iter_mut().for_each(work);
    }
    let jobs = Mutex::new(jobs.iter_mut());
    let run = || {
        loop {
            // The lock is given back before the work begins.
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(job) = job else { return };
            work(job);
        }
    };
    thread::scope(|scope| {
        for _ in 0..helpers {
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once() {
        for threads in [1, 2, 5] {
            for jobs in [0, 1, 2, 100] {
                let mut jobs: Vec<usize> = (0..jobs).collect();
                let expected: Vec<usize> = jobs.iter().map(|job| job + 1000).collect();
                on_threads(NonZeroUsize::new(threads).unwrap(), &mut jobs, |job| *job += 1000);
                assert_eq!(jobs, expected);
            }
        }
    }
}
