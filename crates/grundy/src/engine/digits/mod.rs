//! Digit games at any size: values by maps of whole blocks.
//!
//! In a game "n minus an amount of at most w that a finite summary of n's digits
//! decides" ([`DigitRule`]) the values in a block of base^k numbers, all with
//! the same higher digits, depend on two things only: the state to which the
//! higher digits lead, and the window, the last w values before the block. So a
//! block maps windows to windows, and its map composes those of the blocks of
//! base^(k-1) in it. The maps are remembered where they have been needed; a
//! value at n then needs one path down the digits of n. Places before heap 0
//! carry a mark in the window, so that small n need no special case.
//!
//! Above some level the maps repeat, which is proved for the rule at hand (see
//! `cycle`), so that the thousandth digit costs no more than the tenth. Whole
//! tables are copied from ready-made blocks of some thousand values.
//!
//! How many windows there are is not known beforehand: a few thousand for
//! natural rules, but a rule with large amounts may have more than fit the
//! memory, and then the work stops and says so. Misère play is left out.

mod cell;
mod cycle;
mod law;
mod maps;
mod pool;
mod run;
mod table;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::ruleset::DigitRule;
use crate::theory::{AutomaticLaw, Control, Nimber, Stopped, Values};
use cell::Cell;
use maps::Maps;
use run::run;
use table::Blocks;

/// Values of a digit rule at any n, and tables from anywhere.
///
/// What has been worked out is kept, so that further calls are faster.
///
/// # Examples
///
/// ```
/// use grundy::engine::DigitEngine;
/// use grundy::ruleset::DigitRule;
/// use grundy::theory::Control;
/// use grundy::Nimber;
///
/// // Take the largest digit.
/// let rule = DigitRule::from_summary(10, 0u64, 100, |&max, digit| max.max(digit.into()), |&max| vec![max])?;
/// let mut engine = DigitEngine::new(rule);
/// let control = Control::default();
/// assert_eq!(engine.value(&12u32.into(), &control), Ok(Nimber::new(1)));
/// let table = engine.table(&0u32.into(), 13, &control)?;
/// assert_eq!(table.as_bytes(), Some([0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1].as_slice()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DigitEngine {
    width: Width,
}

#[derive(Clone, Debug)]
enum Width {
    Byte(Engine<u8>),
    TwoBytes(Engine<u16>),
}

#[derive(Clone, Debug)]
struct Engine<C> {
    maps: Maps<C>,
    blocks: Blocks<C>,
}

/// Runs one expression for whichever width the values have.
macro_rules! each_width {
    ($engine:expr, $inner:ident => $body:expr) => {
        match $engine {
            Width::Byte($inner) => $body,
            Width::TwoBytes($inner) => $body,
        }
    };
}

impl DigitEngine {
    /// An engine for `rule`; nothing is worked out yet.
    #[must_use]
    pub fn new(rule: DigitRule) -> DigitEngine {
        let rule = rule.minimised();
        // The largest cell stands for "nothing", so values must stay below it.
        let width = if rule.degree() < usize::from(u8::MAX) {
            Width::Byte(Engine::new(rule))
        } else {
            Width::TwoBytes(Engine::new(rule))
        };
        DigitEngine { width }
    }

    /// The rule played, with as few states as can be.
    #[must_use]
    pub fn rule(&self) -> &DigitRule {
        each_width!(&self.width, engine => &engine.maps.rule)
    }

    /// The value of a heap of `n` counters, for n of any number of digits.
    ///
    /// # Errors
    ///
    /// [`Stopped::MemoryLimit`] if the rule has more windows than fit the limit;
    /// else what `control` says.
    pub fn value(&mut self, n: &BigUint, control: &Control) -> Result<Nimber, Stopped> {
        each_width!(&mut self.width, engine => engine.value(n, control))
    }

    /// The values of the heaps `from`, `from + 1`, ..., `count` of them, by
    /// copying ready-made blocks.
    ///
    /// # Errors
    ///
    /// [`Stopped::MemoryLimit`] if the table or the windows do not fit the limit;
    /// else what `control` says.
    pub fn table(&mut self, from: &BigUint, count: u64, control: &Control) -> Result<Values, Stopped> {
        each_width!(&mut self.width, engine => engine.table(from, count, control))
    }

    /// The law of the values: an automaton of this base, with as few states as can be. `None` if it is not found
    /// with at most `most_states` states before states of equal futures are merged, or if the maps do not
    /// repeat early enough.
    ///
    /// What is found is right by docs/theory.md, Theorem 9.5; [`crate::proof::digit_law`] checks it anew.
    ///
    /// # Errors
    ///
    /// What `control` says.
    pub fn law(&self, most_states: usize, control: &Control) -> Result<Option<AutomaticLaw>, Stopped> {
        each_width!(&self.width, engine => law::find(&engine.maps, most_states, control))
    }
}

impl<C: Cell> Engine<C> {
    fn new(rule: DigitRule) -> Engine<C> {
        let maps = Maps::new(rule);
        let blocks = Blocks::new(&maps);
        Engine { maps, blocks }
    }

    fn value(&mut self, n: &BigUint, control: &Control) -> Result<Nimber, Stopped> {
        control.check()?;
        let maps = &mut self.maps;
        let base = maps.rule.base();
        let digits = if n.is_zero() { Vec::new() } else { n.to_radix_be(base.into()) };
        let (high, low) = digits.split_at(digits.len().saturating_sub(maps.lowest as usize));
        maps.seek_cycle(high.len(), control)?;
        let (state, window) = maps.beginning(high, 0, control)?;
        let place = low.iter().fold(0, |place, &digit| place * usize::from(base) + usize::from(digit));
        let mut values = maps.windows.row(window).to_vec();
        run(&maps.rule, maps.lowest, state, place + 1, &mut values);
        let value = values.last().expect("the run has appended a value");
        Ok(Nimber::new(value.get().into()))
    }

    fn table(&mut self, from: &BigUint, count: u64, control: &Control) -> Result<Values, Stopped> {
        let bytes = u64::try_from(C::BYTES).unwrap_or(u64::MAX).saturating_mul(count);
        let needed = bytes.saturating_add(self.maps.bytes());
        control.reserve(needed)?;
        let Ok(length) = usize::try_from(count) else {
            return Err(Stopped::MemoryLimit { needed, limit: control.memory_limit() });
        };
        let mut values = Vec::new();
        if grundy_kernels::try_reserve(&mut values, length).is_err() {
            return Err(Stopped::MemoryLimit { needed, limit: control.memory_limit() });
        }
        self.blocks.append(&mut self.maps, from, length, &mut values, control)?;
        Ok(C::into_values(values))
    }
}

#[cfg(test)]
mod tests {
    use super::cycle::Cycle;
    use super::*;

    /// Take the largest or the least non-zero digit in this base.
    fn cow(base: u8) -> DigitRule {
        let step = |&(max, min): &(u8, u8), digit: u8| match digit {
            0 => (max, min),
            _ if min == 0 => (digit, digit),
            _ => (max.max(digit), min.min(digit)),
        };
        let amounts = |&(max, min): &(u8, u8)| vec![max.into(), min.into()];
        DigitRule::from_summary(base, (0, 0), 1000, step, amounts).expect("a digit rule")
    }

    #[test]
    fn a_cycle_of_levels_changes_no_value() {
        let control = Control::default();
        let cycles = [2, 3, 4, 5, 7, 10, 16].map(|base| {
            let mut with = Engine::<u8>::new(cow(base));
            let mut without = with.clone();
            without.maps.searched = usize::MAX;
            let mut n = BigUint::from(base).pow(60) / 7u8;
            for _ in 0..40 {
                n += BigUint::from(base).pow(37) / 3u8 + 1u8;
                assert_eq!(with.value(&n, &control), without.value(&n, &control), "base {base}, {n}");
            }
            assert_eq!(without.maps.cycle, None);
            with.maps.cycle
        });
        assert!(cycles.iter().all(Option::is_some), "{cycles:?}");
        assert_eq!(cycles[5], Some(Cycle { start: 4, period: 2 }));
    }

    /// The theorem's conclusion, on maps that are composed honestly.
    #[test]
    fn maps_repeat_from_level_to_level() {
        let control = Control::default();
        let mut engine = Engine::<u8>::new(cow(10));
        engine.value(&BigUint::from(10u8).pow(40), &control).expect("no limit is set");
        let cycle = engine.maps.cycle.expect("a cycle is found");
        engine.maps.cycle = None;
        for high in [vec![], vec![1], vec![9, 9], vec![3, 0, 0, 7], vec![1, 2, 3, 4, 5, 6]] {
            for level in cycle.start..cycle.start + 6 {
                // Both blocks begin at the same pair if as many levels stand above them.
                let far = engine.maps.beginning(&high, level + cycle.period, &control).expect("no limit");
                let near = engine.maps.beginning(&high, level, &control).expect("no limit");
                assert_eq!(near, far, "{high:?} at level {level}");
                let mut after = |level| engine.maps.after(level, near.0, near.1, &control);
                assert_eq!(after(level), after(level + cycle.period), "{high:?} at level {level}");
            }
        }
    }

    #[test]
    fn many_different_blocks_are_played_value_by_value() {
        let control = Control::default();
        let mut ready = Engine::<u8>::new(cow(10));
        let mut played = ready.clone();
        let from = BigUint::from(123_456_789u32);
        let expected = ready.table(&from, 20_000, &control);
        assert_eq!(expected.as_ref().map(Values::len), Ok(20_000));
        played.blocks.most_bytes = 8_000;
        assert_eq!(played.table(&from, 20_000, &control), expected);
    }
}
