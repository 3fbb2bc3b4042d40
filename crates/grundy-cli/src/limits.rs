//! How much memory may be used.

use std::num::NonZeroUsize;

use grundy::theory::{Control, Stopped};
use sysinfo::{MemoryRefreshKind, System};

/// What a thread may take of the addresses: its stack, and the part of the heap that
/// allocators such as glibc's set aside for it, 128 MiB for a moment.
const ADDRESSES_OF_A_THREAD: u64 = 130 << 20;

/// Sets the memory limit: `given`, or else three quarters of the memory that is
/// free, of the machine or of the container that the process is confined to; none
/// where that is not known.
///
/// A process that asks for more than the addresses that it may use (`ulimit -v`) is
/// not told so gently: it ends in the middle of its work. So where addresses are
/// limited, at most half of those that are free may be reserved, whatever was given:
/// the rest is for what is not counted. The work stops as well when three quarters
/// turn out to be in use, and threads get a quarter at most.
pub(crate) fn with_memory(control: Control, given: Option<u64>) -> Control {
    let limit = given.unwrap_or_else(|| machine().map_or(u64::MAX, |free| free / 4 * 3));
    let Some(most) = most_addresses() else { return control.with_memory_limit(limit) };
    let before = addresses_in_use();
    let free = most.saturating_sub(before);
    let limit = limit.min(free / 2);
    let threads = usize::try_from(free / 4 / ADDRESSES_OF_A_THREAD).unwrap_or(usize::MAX);
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN).min(control.threads());
    control.with_threads(threads).with_memory_limit(limit).with_guard(move || {
        let needed = addresses_in_use().saturating_sub(before);
        if needed > free / 4 * 3 { Err(Stopped::MemoryLimit { needed, limit }) } else { Ok(()) }
    })
}

/// What is free of the machine's memory, or of the container's.
fn machine() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let machine = Some(system.available_memory()).filter(|&free| free > 0);
    let container = system.cgroup_limits().map(|limits| limits.free_memory).filter(|&free| free > 0);
    machine.into_iter().chain(container).min()
}

/// How many addresses the process may use, if there is a limit.
#[cfg(unix)]
fn most_addresses() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};

    getrlimit(Resource::As).current
}

#[cfg(not(unix))]
fn most_addresses() -> Option<u64> {
    None
}

/// The addresses in use, where the system tells: the first number of
/// /proc/self/statm, in pages (proc(5)).
#[cfg(unix)]
fn addresses_in_use() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
    let page = u64::try_from(rustix::param::page_size()).unwrap_or(u64::MAX);
    pages.unwrap_or(0).saturating_mul(page)
}

#[cfg(not(unix))]
fn addresses_in_use() -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_runs_this_has_some_memory_and_not_all_of_it_is_ours() {
        let mut system = System::new().unwrap();
        system.refresh_memory();
        let limit = with_memory(Control::default(), None).memory_limit();
        assert!(limit > 1 << 20, "{limit}");
        assert!(limit < system.total_memory(), "{limit}");
    }

    #[test]
    fn a_limit_that_is_given_holds() {
        assert_eq!(with_memory(Control::default(), Some(1 << 20)).memory_limit(), 1 << 20);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_uses_some_addresses() {
        assert!(addresses_in_use() > 1 << 20);
    }
}
