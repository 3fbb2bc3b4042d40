//! How much memory may be used unless the user says so.

use sysinfo::{MemoryRefreshKind, System};

/// Three quarters of the memory that is free: of the machine, of the container
/// that the process is confined to, or of the addresses that it may use
/// (`ulimit -v`), whichever is least. No limit where none is known.
///
/// A process that asks for more than its addresses is not told so gently: it
/// ends in the middle of its work. So the limit has to be reached before.
pub(crate) fn default_memory() -> u64 {
    [machine(), addresses()].into_iter().flatten().min().map_or(u64::MAX, |free| free / 4 * 3)
}

/// What is free of the machine's memory, or of the container's.
fn machine() -> Option<u64> {
    let mut system = System::new().ok()?;
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let machine = Some(system.available_memory()).filter(|&free| free > 0);
    let container = system.cgroup_limits().map(|limits| limits.free_memory).filter(|&free| free > 0);
    machine.into_iter().chain(container).min()
}

/// How many more addresses the process may use, if there is a limit.
#[cfg(unix)]
fn addresses() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};

    let limit = getrlimit(Resource::As).current?;
    Some(limit.saturating_sub(addresses_in_use()))
}

#[cfg(not(unix))]
fn addresses() -> Option<u64> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_runs_this_has_some_memory_and_not_all_of_it_is_ours() {
        let mut system = System::new().unwrap();
        system.refresh_memory();
        let limit = default_memory();
        assert!(limit > 1 << 20, "{limit}");
        assert!(limit < system.total_memory(), "{limit}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_uses_some_addresses() {
        assert!(addresses_in_use() > 1 << 20);
    }
}
