//! Options of a given value, found from a law: a heap of nim may have more
//! options than could ever be looked at, and of any value at most one.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::{CoinEngine, PeriodicEngine};
use crate::engine::CoinLaw;
use crate::solve::error::SolveError;
use crate::theory::{BigNimber, Control};

/// How many choices of coins are tried between two looks at the control.
const BATCH: u64 = 1 << 12;

/// About how many bytes an option found takes.
const OPTION_BYTES: u64 = 128;

impl PeriodicEngine {
    /// The options of a heap that have this value, in canonical order; none if no
    /// law tells them.
    pub(super) fn options_of_value(
        &mut self,
        size: &BigUint,
        value: &BigNimber,
        control: &Control,
    ) -> Result<Option<Vec<Vec<BigUint>>>, SolveError> {
        let Some(set) = &self.set else { return Ok(None) };
        // This looks for a law as far as it is worth while for this heap.
        self.periodic.value(size, control)?;
        let Some(heaps) = self.periodic.heaps_of_value(value, size) else { return Ok(None) };
        let mut options = Vec::new();
        for heap in heaps {
            match set.contains_big(&(size - &heap)) {
                Some(true) => options.push(vec![heap]),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(options))
    }
}

impl CoinEngine {
    /// The sets of smaller coins to turn beside `coin` whose values have the
    /// nim-sum `value`, in canonical order; none if no law tells them.
    pub(super) fn options_of_value(
        &self,
        coin: &BigUint,
        value: &BigNimber,
        control: &Control,
    ) -> Result<Option<Vec<Vec<BigUint>>>, SolveError> {
        let Some(law) = self.law.filter(|law| law.is_injective()) else { return Ok(None) };
        let mut search = Search { law, coin, control, chosen: Vec::new(), options: Vec::new(), tried: 0 };
        for &count in self.game.counts() {
            search.extend(count, value)?;
        }
        search.options.sort_unstable();
        Ok(Some(search.options))
    }
}

/// The search for coins below `coin` whose values have a given nim-sum. All but
/// the last are tried; the last one follows from its value.
struct Search<'a> {
    law: CoinLaw,
    coin: &'a BigUint,
    control: &'a Control,
    /// The coins chosen so far, ascending.
    chosen: Vec<BigUint>,
    options: Vec<Vec<BigUint>>,
    tried: u64,
}

impl Search<'_> {
    /// Chooses `count` more coins above the last one, with this nim-sum.
    fn extend(&mut self, count: usize, value: &BigNimber) -> Result<(), SolveError> {
        self.tried += 1;
        if self.tried.is_multiple_of(BATCH) {
            self.control.check()?;
            let found = u64::try_from(self.options.len()).unwrap_or(u64::MAX);
            self.control.reserve(found.saturating_mul(OPTION_BYTES))?;
        }
        // No two coins have the same value, so two values never cancel.
        let cancels = count == 2 && value.is_zero();
        if cancels || !self.law.is_sum_of(count, value) {
            return Ok(());
        }
        match count {
            0 => {
                if value.is_zero() {
                    self.options.push(self.chosen.clone());
                }
            }
            1 => {
                let above = |last: &BigUint| self.chosen.last().is_none_or(|chosen| last > chosen);
                let last = self.law.coin_of_value(value).filter(|last| last < self.coin && above(last));
                if let Some(last) = last {
                    self.options.push(self.chosen.iter().cloned().chain([last]).collect());
                }
            }
            _ => {
                // About every other coin has a partner: so many moves cannot be listed.
                let bytes = (self.coin * OPTION_BYTES).to_u64().unwrap_or(u64::MAX);
                self.control.reserve(bytes)?;
                let mut next = self.chosen.last().map_or_else(BigUint::default, |last| last + 1u32);
                while next < *self.coin {
                    let rest = value.clone() + self.law.value(&next);
                    self.chosen.push(next.clone());
                    let extended = self.extend(count - 1, &rest);
                    self.chosen.pop();
                    extended?;
                    next += 1u32;
                }
            }
        }
        Ok(())
    }
}
