//! Room for long lists in large pages.
#![allow(unsafe_code, reason = "advice on memory")]

use std::collections::TryReserveError;

/// The size of a large page.
#[cfg(target_os = "linux")]
const LARGE_PAGE: usize = 1 << 21;

/// Makes room for `more` items, exactly as [`Vec::try_reserve_exact`] does. Where a short list becomes long, the
/// system is asked for large pages: new memory comes in far fewer pieces then, and fewer addresses
/// have to be looked up. What the system makes of it changes nothing but the time.
///
/// A list that is long already is moved to other addresses page by page, which small pages do better.
///
/// # Errors
///
/// As [`Vec::try_reserve_exact`].
///
/// # Examples
///
/// ```
/// let mut values = vec![1_u8, 2, 3];
/// grundy_kernels::try_reserve(&mut values, 10_000_000)?;
/// assert!(values.capacity() >= 10_000_003 && values == [1, 2, 3]);
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
pub fn try_reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), TryReserveError> {
    #[cfg(target_os = "linux")]
    let is_short = size_of_val(list.as_slice()) < LARGE_PAGE;
    list.try_reserve_exact(more)?;
    #[cfg(target_os = "linux")]
    if is_short {
        ask_for_large_pages(list.spare_capacity_mut());
    }
    Ok(())
}

/// Asks for large pages where this room has whole ones.
#[cfg(target_os = "linux")]
fn ask_for_large_pages<T>(room: &mut [std::mem::MaybeUninit<T>]) {
    use rustix::mm::{Advice, madvise};
    let bytes = size_of_val(room);
    let start: *mut u8 = room.as_mut_ptr().cast();
    let skipped = start.align_offset(LARGE_PAGE);
    let whole = bytes.saturating_sub(skipped) / LARGE_PAGE * LARGE_PAGE;
    if whole == 0 {
        return;
    }
    // SAFETY: the advice is on memory of this list alone, and one that changes no contents. It need not be
    // followed, so an error is none.
    let _ = unsafe { madvise(start.add(skipped).cast(), whole, Advice::LinuxHugepage) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_what_they_hold() {
        let mut list: Vec<u32> = (0..1000).collect();
        for more in [0, 1, 5000, 3_000_000] {
            try_reserve(&mut list, more).unwrap();
            assert!(list.capacity() >= list.len() + more);
            assert!(list.iter().copied().eq(0..1000));
        }
        list.resize(3_000_000, 7);
        assert_eq!((list[999], list[1000], list[2_999_999]), (999, 7, 7));
        assert!(try_reserve(&mut list, usize::MAX).is_err());
        assert_eq!(list.len(), 3_000_000);
        try_reserve(&mut vec![(); 3], 1 << 40).unwrap();
    }
}
