//! Kernels of the grundy solver: slices in, slices out, no games.
//!
//! What stands here is called from the innermost loops of the engines. Kernels
//! that need `unsafe` (vector instructions) come here too, each beside a safe
//! twin that tests compare it with; so far none does.
#![forbid(unsafe_code)]

/// Fills `values` from index `filled` on with the periodic continuation of its
/// start: afterwards `values[i] == values[i - period]` for every `i >= filled`.
///
/// Works at memory speed: the copied stretch doubles until it is long.
///
/// # Panics
///
/// Panics if `period` is 0, or if `filled` is smaller than `period` or larger
/// than the length of `values`.
///
/// # Examples
///
/// ```
/// let mut values = [0, 1, 2, 9, 9, 9, 9, 9];
/// grundy_kernels::repeat_period(&mut values, 3, 3);
/// assert_eq!(values, [0, 1, 2, 0, 1, 2, 0, 1]);
/// ```
pub fn repeat_period<T: Copy>(values: &mut [T], filled: usize, period: usize) {
    assert!(
        period > 0 && filled >= period && filled <= values.len(),
        "the period must lie in the filled part"
    );
    // Longer copies than this leave the second-level cache and gain nothing.
    const LONG: usize = 1 << 16;
    let start = filled - period;
    let mut end = filled;
    while end < values.len() {
        // The stretch from `start` to `end` is periodic, so any whole number of
        // periods of it may be copied to its end.
        let whole = (end - start) / period * period;
        let length = whole.min((LONG / period).max(1) * period).min(values.len() - end);
        values.copy_within(start..start + length, end);
        end += length;
    }
}

#[cfg(test)]
mod tests {
    use super::repeat_period;

    #[test]
    fn continues_every_small_period() {
        for filled in 1..40 {
            for period in 1..=filled {
                let mut values: Vec<usize> = (0..200).map(|i| if i < filled { i * i } else { 0 }).collect();
                repeat_period(&mut values, filled, period);
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
        let mut values = vec![0u32; 1 << 20];
        for (i, value) in values.iter_mut().enumerate().take(70_001) {
            *value = u32::try_from(i).expect("small");
        }
        repeat_period(&mut values, 70_001, 70_001);
        assert!(values.iter().enumerate().all(|(i, &value)| value as usize == i % 70_001));
    }
}
