//! How much memory may be used unless the user says so.

use sysinfo::{MemoryRefreshKind, System};

/// Three quarters of the memory that is free: of the machine, or of the
/// container that the process is confined to. No limit where neither is known.
pub(crate) fn default_memory() -> u64 {
    let Ok(mut system) = System::new() else { return u64::MAX };
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let machine = Some(system.available_memory()).filter(|&free| free > 0);
    let container = system.cgroup_limits().map(|limits| limits.free_memory).filter(|&free| free > 0);
    match machine.into_iter().chain(container).min() {
        Some(free) => free / 4 * 3,
        None => u64::MAX,
    }
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
}
