//! Rules on heaps and on coins.

mod by_value;
mod law;
mod recognise;
mod resume;
mod rules;
mod table;

pub(super) use recognise::recognising;

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::answer::{EngineReport, Method};
use super::config::{Config, EngineName};
use super::error::SolveError;
use super::game::small;
use super::laws::ProvedLaw;
use crate::engine::{CoinLaw, DigitEngine, IntervalLaw, Naive, Periodic, PeriodicMethod, coin_table};
use crate::lang::Form;
use crate::ruleset::{Heap, Options, Ruleset, SubtractionSet, TurnCoins};
use crate::theory::{BigNimber, Control, Nimber, Stopped, Values};
use rules::BigRules;
pub(super) use rules::Rules;
use table::TableEngine;

/// A rule on heaps or coins, with its engine. A heap of x stands for coin x.
#[derive(Debug)]
pub(super) struct Numbers {
    rules: Arc<Rules>,
    engine: Engine,
    /// The first values, kept for many small questions where the engine itself
    /// keeps no table.
    first: Arc<Values>,
    /// Why this engine was chosen.
    reason: String,
    /// What is known of the law.
    known: law::Known,
    /// Whether laws may answer.
    uses_laws: bool,
}

#[derive(Debug)]
enum Engine {
    Naive(Naive<Arc<Rules>>),
    Table(Box<TableEngine>),
    Digits(Box<DigitEngine>),
    Periodic(Box<PeriodicEngine>),
    Interval(IntervalLaw),
    Coins(CoinEngine),
}

/// A native table with a law, if one is proved.
#[derive(Debug)]
struct PeriodicEngine {
    periodic: Periodic,
    /// The amounts, if the rule is a subtraction game.
    set: Option<SubtractionSet>,
}

/// The game of turning so many coins, by its law or by a table.
#[derive(Debug)]
struct CoinEngine {
    game: TurnCoins,
    law: Option<CoinLaw>,
    values: Values,
}

/// Where the first values are kept, at least so many are kept.
const LEAST_FIRST: u64 = 1 << 12;

/// For heaps from here on a law is looked for before a table is made.
const OUT_OF_REACH: u64 = 1 << 20;

/// Heaps from here on are not looked up among the first values.
const MOST_FIRST: u64 = 1 << 24;

impl Numbers {
    pub(super) fn new(form: &Form, config: &Config, control: &Control) -> Result<Numbers, SolveError> {
        let rules = Arc::new(match form {
            Form::Numbers(rules) => Rules::Interpreted(rules.clone()),
            Form::Code(code) => Rules::Code(code.clone()),
            Form::Rows(_) | Form::Shapes(_) | Form::Product(_) => {
                return Err(SolveError::question(
                    "the positions of this rule are no numbers",
                    "ask for a position of its own shape",
                ));
            }
        });
        let (engine, reason) = recognise::engine(&rules, config, control)?;
        // Work that was stopped recognises nothing, which is no answer then.
        control.check()?;
        let (first, known) = (Arc::default(), law::Known::default());
        // An engine that was asked for computes what it is asked for.
        let uses_laws = config.law && config.engine == EngineName::Auto;
        Ok(Numbers { rules, engine, first, reason, known, uses_laws })
    }

    pub(super) fn is_coins(&self) -> bool {
        self.rules.is_coins()
    }

    /// The value of a position of any size.
    pub(super) fn value(
        &mut self,
        size: &BigUint,
        control: &Control,
    ) -> Result<(BigNimber, Method), SolveError> {
        let out_of_reach = small(size).is_none_or(|heap| heap.size() >= OUT_OF_REACH);
        if out_of_reach
            && matches!(self.engine, Engine::Table(_))
            && let Some(value) = self.value_by_law(size, control)?
        {
            return Ok((value, Method::Law));
        }
        match &mut self.engine {
            Engine::Digits(digits) => Ok((digits.value(size, control)?.into(), Method::Digits)),
            Engine::Periodic(engine) => {
                let (value, method) = engine.periodic.value(size, control)?;
                Ok((value, periodic_method(method)))
            }
            Engine::Interval(law) => Ok((law.value(size), Method::Law)),
            Engine::Coins(CoinEngine { law: Some(law), .. }) => Ok((law.value(size), Method::Law)),
            Engine::Table(engine) if small(size).is_none() => {
                Ok((engine.big_value(size, control)?.into(), Method::Search))
            }
            _ => match small(size) {
                Some(heap) => self.small_value(heap, control).map(|(value, method)| (value.into(), method)),
                None => Err(SolveError::question(
                    format!("the engine `{}` does not reach {size}", self.engine_name()),
                    "leave --engine out, or ask for a position below 2**63",
                )),
            },
        }
    }

    /// The value of one heap or coin of 63 bits.
    fn small_value(&mut self, heap: Heap, control: &Control) -> Result<(Nimber, Method), SolveError> {
        match &mut self.engine {
            Engine::Naive(naive) => Ok((naive.value(&heap, control)?, Method::Naive)),
            Engine::Table(engine) => engine.value(heap, control),
            Engine::Digits(digits) => {
                Ok((digits.value(&BigUint::from(heap.size()), control)?, Method::Digits))
            }
            Engine::Periodic(engine) => {
                let (value, method) = engine.periodic.value(&BigUint::from(heap.size()), control)?;
                let value = value.to_nimber().ok_or_else(|| too_large_a_value(heap))?;
                Ok((value, periodic_method(method)))
            }
            Engine::Interval(law) => Ok((law.nimber(heap.size()), Method::Law)),
            Engine::Coins(engine) => engine.value(heap, control),
        }
    }

    pub(super) fn heap_value(&mut self, heap: Heap, control: &Control) -> Result<Nimber, SolveError> {
        if !matches!(self.engine, Engine::Digits(_)) || heap.size() >= MOST_FIRST {
            return self.small_value(heap, control).map(|(value, _)| value);
        }
        let index = heap.index().expect("a heap below 2^24 has a place in a table");
        if let Some(value) = self.first.get(index) {
            return Ok(value);
        }
        // The next power of two: the work of all tables together is at most
        // twice that of the last.
        let length = (heap.size() + 1).next_power_of_two().max(LEAST_FIRST);
        self.first = self.table(0, length - 1, control)?.0;
        Ok(self.first.get(index).expect("the table was just made longer than this heap"))
    }

    /// The options of a position of any size.
    pub(super) fn options(
        &self,
        size: &BigUint,
        options: &mut Options<BigUint>,
        control: &Control,
    ) -> Result<(), SolveError> {
        let Some(heap) = small(size) else {
            return Ok(BigRules(Arc::clone(&self.rules)).options(size, options, control)?);
        };
        let mut narrow = Options::new();
        self.rules.options(&heap, &mut narrow, control)?;
        options.clear();
        for option in narrow.iter() {
            options.push(option.iter().map(|component| BigUint::from(component.size())));
        }
        Ok(())
    }

    /// The options of a position that have this value, where a law gives them
    /// without looking at all options: heaps of nim are too large for that.
    pub(super) fn options_of_value(
        &mut self,
        size: &BigUint,
        value: &BigNimber,
        control: &Control,
    ) -> Result<Option<Vec<Vec<BigUint>>>, SolveError> {
        match &mut self.engine {
            Engine::Periodic(engine) => engine.options_of_value(size, value, control),
            Engine::Coins(engine) => engine.options_of_value(size, value, control),
            _ => Ok(None),
        }
    }

    /// The values of `from` to `to`, both included.
    pub(super) fn table(
        &mut self,
        from: u64,
        to: u64,
        control: &Control,
    ) -> Result<(Arc<Values>, Method), SolveError> {
        let (Some(first), Some(end)) = (from.to_usize(), to.to_usize().and_then(|to| to.checked_add(1)))
        else {
            return Err(Stopped::MemoryLimit { needed: u64::MAX, limit: control.memory_limit() }.into());
        };
        match &mut self.engine {
            Engine::Naive(naive) => {
                let mut values = Values::default();
                for size in from..=to {
                    values.push(naive.value(&Heap::new(size), control)?);
                }
                Ok((Arc::new(values), Method::Naive))
            }
            Engine::Table(engine) => {
                engine.advance(end - 1, control)?;
                Ok((Arc::new(engine.values().stretch(first, end, control)?), Method::Table))
            }
            Engine::Digits(digits) => {
                let count = (to - from).saturating_add(1);
                Ok((Arc::new(digits.table(&BigUint::from(from), count, control)?), Method::Digits))
            }
            Engine::Periodic(engine) => {
                let (values, method) = engine.periodic.table(from, to, control)?;
                Ok((values, periodic_method(method)))
            }
            Engine::Interval(law) => Ok((Arc::new(law.table(from, to, control)?), Method::Law)),
            Engine::Coins(engine) => {
                let (values, method) = engine.table(from, to, control)?;
                Ok((Arc::new(values), method))
            }
        }
    }

    fn engine_name(&self) -> EngineName {
        match &self.engine {
            Engine::Naive(_) => EngineName::Naive,
            Engine::Table(engine) if engine.is_native() => EngineName::Native,
            Engine::Table(_) => EngineName::Table,
            Engine::Digits(_) => EngineName::Digits,
            Engine::Periodic(_) => EngineName::Periodic,
            Engine::Interval(_) => EngineName::Periodic,
            Engine::Coins(_) => EngineName::Coins,
        }
    }

    /// The law that is proved, if one is.
    pub(super) fn proved_law(&mut self, control: &Control) -> Result<Option<ProvedLaw>, SolveError> {
        Ok(match &mut self.engine {
            Engine::Interval(law) => Some(ProvedLaw::Interval(*law)),
            Engine::Coins(CoinEngine { law, .. }) => law.map(ProvedLaw::Coins),
            Engine::Periodic(engine) => {
                engine.periodic.search_law_briefly(control)?.cloned().map(ProvedLaw::Period)
            }
            _ => None,
        })
    }

    pub(super) fn report(&mut self, control: &Control) -> Result<EngineReport, SolveError> {
        let law = self.proved_law(control)?.map(|law| law.to_string());
        let mut reason = self.reason.clone();
        if let Engine::Table(engine) = &mut self.engine
            && reason == recognise::NO_BETTER
        {
            reason += match engine.compile() {
                true => ": its options run as native code, position by position",
                false => ": its options are interpreted, position by position",
            };
        }
        Ok(EngineReport { engine: self.engine_name().name(), reason, law })
    }
}

fn periodic_method(method: PeriodicMethod) -> Method {
    match method {
        PeriodicMethod::Law => Method::Law,
        PeriodicMethod::Table => Method::Table,
    }
}

fn too_large_a_value(heap: Heap) -> SolveError {
    SolveError::question(format!("the value of {heap} does not fit in 64 bits"), "ask for it by itself")
}

impl CoinEngine {
    fn value(&mut self, coin: Heap, control: &Control) -> Result<(Nimber, Method), SolveError> {
        if let Some(value) = self.law.and_then(|law| law.nimber(coin)) {
            return Ok((value, Method::Law));
        }
        let (values, method) = self.table(coin.size(), coin.size(), control)?;
        Ok((values.get(0).expect("a table from a coin to itself has one value"), method))
    }

    fn table(&mut self, from: u64, to: u64, control: &Control) -> Result<(Values, Method), Stopped> {
        let no_room = || Stopped::MemoryLimit { needed: u64::MAX, limit: control.memory_limit() };
        if let Some(law) = self.law {
            let length = (to - from).saturating_add(1);
            let mut values = Values::default();
            values.reserve_within(length.to_usize().ok_or_else(no_room)?, control)?;
            for coin in from..=to {
                if coin.is_multiple_of(1 << 12) {
                    control.check()?;
                }
                values.push_within(law.nimber(Heap::new(coin)).ok_or_else(no_room)?, control)?;
            }
            return Ok((values, Method::Law));
        }
        let (first, end) = (from.to_usize().ok_or_else(no_room)?, to.to_usize().ok_or_else(no_room)?);
        if end >= self.values.len() {
            // The table is made anew from the start, so it grows in doublings.
            let length = to.saturating_add(1);
            let ahead = length.max(u64::try_from(self.values.len()).unwrap_or(u64::MAX).saturating_mul(2));
            self.values = coin_table(&self.game, ahead.min(length.saturating_mul(2)), control)?;
        }
        Ok((self.values.stretch(first, end.saturating_add(1), control)?, Method::Table))
    }
}
