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
mod maps;
mod pool;
mod run;
mod table;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::ruleset::DigitRule;
use crate::theory::{Control, Nimber, Stopped, Values};
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
/// assert_eq!(engine.value(&12u32.into(), &control), Ok(Nimber::new(0)));
/// let table = engine.table(&0u32.into(), 13, &control)?;
/// assert_eq!(table.as_bytes(), Some([0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0].as_slice()));
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
        if values.try_reserve_exact(length).is_err() {
            return Err(Stopped::MemoryLimit { needed, limit: control.memory_limit() });
        }
        self.blocks.append(&mut self.maps, from, length, &mut values, control)?;
        Ok(C::into_values(values))
    }
}
