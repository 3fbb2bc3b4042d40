//! The sums of r of the values so far, for each r, as sets of bits.

use crate::theory::{Control, Stopped};

/// For each r up to some bound the set of nim-sums of the values of r different
/// coins. The sets hold numbers below a power of two, so nim-sums stay inside.
pub(super) struct Sums {
    /// Set r, as words of 64 bits; all of one length.
    sets: Vec<Vec<u64>>,
}

impl Sums {
    /// The sums of no coins: of none of them, 0; of more, nothing.
    pub(super) fn new(most: usize, control: &Control) -> Result<Sums, Stopped> {
        // About what an empty set costs: its header, one word, the allocator's share.
        let needed = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1).saturating_mul(64);
        control.reserve(needed)?;
        let mut sets = Vec::new();
        sets.try_reserve_exact(most + 1)
            .map_err(|_| Stopped::MemoryLimit { needed, limit: control.memory_limit() })?;
        sets.resize(most + 1, vec![0]);
        sets[0][0] = 1;
        Ok(Sums { sets })
    }

    /// The least number that is no sum of `counts` values.
    pub(super) fn least_missing(&self, counts: &[usize]) -> u64 {
        let words = self.sets[0].len();
        let mut least = 0;
        for word in 0..words {
            let met = counts.iter().fold(0, |met, &count| met | self.sets[count][word]);
            if met != u64::MAX {
                return least + u64::from(met.trailing_ones());
            }
            least += 64;
        }
        least
    }

    /// Takes in one more coin.
    pub(super) fn insert(&mut self, value: u64, control: &Control) -> Result<(), Stopped> {
        let too_much = |needed| Stopped::MemoryLimit { needed, limit: control.memory_limit() };
        let word = usize::try_from(value / 64).map_err(|_| too_much(u64::MAX))?;
        let words = self.sets[0].len();
        if word >= words {
            let wider = (word + 1).next_power_of_two();
            let needed = u64::try_from(wider.saturating_mul(8).saturating_mul(self.sets.len()));
            let needed = needed.unwrap_or(u64::MAX);
            control.reserve(needed)?;
            for set in &mut self.sets {
                set.try_reserve_exact(wider - words).map_err(|_| too_much(needed))?;
                set.resize(wider, 0);
            }
        }
        // From the top, so that no sum takes the new coin twice.
        for count in (1..self.sets.len()).rev() {
            control.check()?;
            let (fewer, more) = self.sets.split_at_mut(count);
            let (fewer, more) = (&fewer[count - 1], &mut more[0]);
            for (index, met) in more.iter_mut().enumerate() {
                *met |= nim_add(fewer[index ^ word], value % 64);
            }
        }
        Ok(())
    }
}

/// The set {s + value : s in the set}, for sets of numbers below 64.
fn nim_add(set: u64, value: u64) -> u64 {
    /// For each bit of the value, the numbers that do not have it.
    const WITHOUT: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let mut moved = set;
    for (bit, without) in WITHOUT.iter().enumerate() {
        if value >> bit & 1 == 1 {
            moved = (moved & without) << (1 << bit) | moved >> (1 << bit) & without;
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::nim_add;

    #[test]
    fn sets_are_moved_as_their_members_are() {
        let set = 0x8000_0a51_0040_f00d;
        for value in 0..64 {
            let expected = (0..64)
                .filter(|member| set >> member & 1 == 1)
                .fold(0, |moved, member| moved | 1u64 << (member ^ value));
            assert_eq!(nim_add(set, value), expected, "{value}");
        }
    }
}
