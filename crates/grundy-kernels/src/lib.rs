//! Kernels of the grundy solver: slices in, slices out, no games.
//!
//! What stands here is called from the innermost loops of the engines. Every
//! kernel is written in safe Rust. On x86-64 some are compiled a second time for
//! processors with AVX2, and nim products have ways of their own for processors with
//! GFNI or carry-less products; `unsafe` are only the call of such a copy once the
//! processor is known to have it, and its loads and stores. Tests compare them all.
//! Beside these, room for long lists is asked for in large pages.

mod chained;
mod gaps;
mod memory;
mod nim;
mod pairs;
#[cfg(target_arch = "x86_64")]
mod registers;
mod shifted;
mod splits;

pub use chained::find_chained_gaps;
pub use gaps::find_gaps;
pub use memory::try_reserve;
pub use nim::{NimWay, NimWord, nim_multiples, nim_product, nim_products};
pub use pairs::{Word, mark_xors, marks_in_vectors, xor_contains};
pub use shifted::or_shifted;
pub use splits::{
    Excluded, Front, Mask, Needed, Others, Partner, Rows, SplitWay, WINDOW, Words, decode, find_codes,
    find_open, find_split, push_code, reach,
};

/// Extends `values` to `length` with the periodic continuation of its end: each
/// new value equals the one `period` places before it.
///
/// Works at memory speed: the copied stretch doubles until it is long, and the
/// new memory is touched once only.
///
/// # Panics
///
/// Panics if `period` is 0 or larger than the number of values.
///
/// # Examples
///
/// ```
/// let mut values = vec![9, 0, 1, 2];
/// grundy_kernels::extend_period(&mut values, 3, 8);
/// assert_eq!(values, [9, 0, 1, 2, 0, 1, 2, 0]);
/// ```
pub fn extend_period<T: Copy>(values: &mut Vec<T>, period: usize, length: usize) {
    assert!(period > 0 && period <= values.len(), "the period must lie in the filled part");
    // Longer copies than this leave the second-level cache and gain nothing.
    const LONG: usize = 1 << 16;
    let start = values.len() - period;
    values.reserve_exact(length.saturating_sub(values.len()));
    while values.len() < length {
        // The stretch from `start` to the end is periodic, so any whole number
        // of periods of it may be copied to its end.
        let whole = (values.len() - start) / period * period;
        let copied = whole.min((LONG / period).max(1) * period).min(length - values.len());
        values.extend_from_within(start..start + copied);
    }
}

#[cfg(test)]
mod tests {
    use super::extend_period;

    #[test]
    fn continues_every_small_period() {
        for filled in 1..40 {
            for period in 1..=filled {
                let mut values: Vec<usize> = (0..filled).map(|i| i * i).collect();
                extend_period(&mut values, period, 200);
                assert_eq!(values.len(), 200);
                for i in filled..values.len() {
                    assert_eq!(values[i], values[i - period], "filled {filled}, period {period}, index {i}");
                }
                for (i, &value) in values[..filled].iter().enumerate() {
                    assert_eq!(value, i * i, "the filled part stays as it was");
                }
            }
        }
    }

    #[test]
    fn long_copies_stay_in_step() {
        let mut values: Vec<u32> = (0..70_001).collect();
        extend_period(&mut values, 70_001, 1 << 20);
        assert_eq!(values.len(), 1 << 20);
        assert!(values.iter().enumerate().all(|(i, &value)| value as usize == i % 70_001));
        extend_period(&mut values, 1, 5);
        assert_eq!(values.len(), 1 << 20, "a sequence that is longer already stays");
    }
}
