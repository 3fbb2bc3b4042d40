//! Rules on heaps and on coins.

mod by_value;
mod recognise;

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::answer::{EngineReport, Method};
use super::config::{Compiler, Config, EngineName};
use super::error::SolveError;
use super::laws::ProvedLaw;
use super::solver::small;
use crate::engine::{
    CoinLaw, DigitEngine, IntervalLaw, MoveTable, Naive, Periodic, PeriodicMethod, Table, coin_table,
};
use crate::lang::interpret::HeapRules;
use crate::lang::{Form, ir};
use crate::proof::PeriodProof;
use crate::ruleset::{Halt, Heap, Options, Ruleset, SubtractionSet, TakeAndBreakCode, TurnCoins};
use crate::theory::{BigNimber, Control, Nimber, Period, Stopped, Values};

/// A rule on heaps or coins, with its engine. A heap of x stands for coin x.
#[derive(Debug)]
pub(super) struct Numbers {
    rules: Arc<Rules>,
    coins: bool,
    engine: Engine,
    /// The first values, kept for many small questions where the engine itself
    /// keeps no table.
    first: Values,
    /// Why this engine was chosen.
    reason: String,
}

/// Where the options come from.
#[derive(Debug)]
enum Rules {
    Interpreted(HeapRules),
    Code(TakeAndBreakCode),
}

impl Ruleset for Rules {
    type Position = Heap;

    fn options(&self, position: &Heap, options: &mut Options<Heap>, control: &Control) -> Result<(), Halt> {
        match self {
            Rules::Interpreted(rules) => rules.options(position, options, control),
            Rules::Code(code) => code.options(position, options, control),
        }
    }
}

/// The same rules for positions of any size.
#[derive(Debug)]
struct BigRules(Arc<Rules>);

impl Ruleset for BigRules {
    type Position = BigUint;

    fn heap_bytes(&self, position: &BigUint) -> usize {
        usize::try_from(position.bits().div_ceil(64) * 8).unwrap_or(usize::MAX)
    }

    fn options(
        &self,
        position: &BigUint,
        options: &mut Options<BigUint>,
        control: &Control,
    ) -> Result<(), Halt> {
        if let Rules::Interpreted(rules) = self.0.as_ref() {
            return rules.big_options(position, options, control);
        }
        // A code has more options at such a heap than any list can hold.
        Err(Stopped::MemoryLimit { needed: u64::MAX, limit: control.memory_limit() }.into())
    }
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

/// A table from 0 on; beyond it, a search among the positions within reach.
#[derive(Debug)]
struct TableEngine {
    rules: Arc<Rules>,
    /// Makes native code when a table gets long; none is made twice.
    compiler: Option<Arc<dyn Compiler>>,
    table: Table<Arc<Rules>>,
    /// What computes the table as far as it can, if the moves have such a form.
    families: Option<MoveTable>,
    search: Naive<Arc<Rules>>,
    big_search: Naive<BigRules>,
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

/// Up to this heap a table is made without looking for a shorter way.
const SURELY_BY_TABLE: u64 = 1 << 14;

/// Tables that end before this heap are interpreted: native code takes some
/// milliseconds to make.
const LEAST_NATIVE: usize = 1 << 12;

/// Where the first values are kept, at least so many are kept.
const LEAST_FIRST: u64 = 1 << 12;

/// Heaps from here on are not looked up among the first values.
const MOST_FIRST: u64 = 1 << 24;

/// How many positions a search may visit before a table is made instead, as a
/// part of the heap's size.
const SEARCHED_PART: u64 = 8;

impl Numbers {
    pub(super) fn new(form: &Form, config: &Config, control: &Control) -> Result<Numbers, SolveError> {
        let rules = Arc::new(match form {
            Form::Numbers(rules) => Rules::Interpreted(rules.clone()),
            Form::Code(code) => Rules::Code(code.clone()),
            Form::Rows(_) | Form::Shapes(_) => {
                return Err(SolveError::question(
                    "the positions of this rule are no numbers",
                    "ask for a position of its own shape",
                ));
            }
        });
        let coins = matches!(form, Form::Numbers(rules) if rules.program().kind == ir::Kind::Coins);
        let (engine, reason) = recognise::engine(&rules, config, control)?;
        // Work that was stopped recognises nothing, which is no answer then.
        control.check()?;
        Ok(Numbers { rules, coins, engine, first: Values::default(), reason })
    }

    pub(super) fn is_coins(&self) -> bool {
        self.coins
    }

    /// The value of a position of any size.
    pub(super) fn value(
        &mut self,
        size: &BigUint,
        control: &Control,
    ) -> Result<(BigNimber, Method), SolveError> {
        match &mut self.engine {
            Engine::Digits(digits) => Ok((digits.value(size, control)?.into(), Method::Digits)),
            Engine::Periodic(engine) => {
                let (value, method) = engine.periodic.value(size, control)?;
                Ok((value, periodic_method(method)))
            }
            Engine::Interval(law) => Ok((law.value(size), Method::Law)),
            Engine::Coins(CoinEngine { law: Some(law), .. }) => Ok((law.value(size), Method::Law)),
            Engine::Table(engine) if small(size).is_none() => {
                Ok((engine.big_search.value(size, control)?.into(), Method::Search))
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
        let index = heap.index().unwrap_or(usize::MAX);
        if let Some(value) = self.first.get(index) {
            return Ok(value);
        }
        // The next power of two: the work of all tables together is at most
        // twice that of the last.
        let length = (heap.size() + 1).next_power_of_two().max(LEAST_FIRST);
        self.first = self.table(0, length - 1, control)?.0;
        Ok(self.first.get(index).unwrap_or_default())
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
    ) -> Result<(Values, Method), SolveError> {
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
                Ok((values, Method::Naive))
            }
            Engine::Table(engine) => {
                engine.advance(end - 1, control)?;
                Ok((engine.values().stretch(first, end, control)?, Method::Table))
            }
            Engine::Digits(digits) => {
                let count = (to - from).saturating_add(1);
                Ok((digits.table(&BigUint::from(from), count, control)?, Method::Digits))
            }
            Engine::Periodic(engine) => {
                let (values, method) = engine.periodic.table(from, to, control)?;
                Ok((values, periodic_method(method)))
            }
            Engine::Interval(law) => Ok((law.table(from, to, control)?, Method::Law)),
            Engine::Coins(engine) => engine.table(from, to, control),
        }
    }

    fn engine_name(&self) -> EngineName {
        match &self.engine {
            Engine::Naive(_) => EngineName::Naive,
            Engine::Table(engine) if engine.table.is_native() => EngineName::Native,
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
        let law = match &mut self.engine {
            Engine::Interval(law) => Some(format!("{law} (proved in docs/theory.md)")),
            Engine::Coins(CoinEngine { law: Some(law), .. }) => {
                Some(format!("{law} (proved in docs/theory.md)"))
            }
            Engine::Periodic(engine) => engine.periodic.search_law_briefly(control)?.map(law_in_words),
            _ => None,
        };
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

/// A proved period as a sentence.
fn law_in_words(proof: &PeriodProof) -> String {
    let Period { preperiod, period, saltus } = proof.period();
    let plus = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
    format!("g(n + {period}) = g(n){plus} for every n >= {preperiod} (proved; {})", proof.theorem())
}

impl TableEngine {
    fn new(
        rules: &Arc<Rules>,
        compiler: Option<&Arc<dyn Compiler>>,
        families: Option<MoveTable>,
    ) -> TableEngine {
        TableEngine {
            compiler: compiler.cloned(),
            rules: Arc::clone(rules),
            table: Table::new(Arc::clone(rules)),
            families,
            search: Naive::new(Arc::clone(rules)),
            big_search: Naive::new(BigRules(Arc::clone(rules))),
        }
    }

    /// The values so far.
    fn values(&self) -> &Values {
        self.families.as_ref().map_or(self.table.values(), MoveTable::values)
    }

    /// Makes native code, if that was not tried yet; whether there is some.
    fn compile(&mut self) -> bool {
        if let Some(compiler) = self.compiler.take()
            && let Rules::Interpreted(rules) = self.rules.as_ref()
            && let Some(native) = compiler.heap_rules(rules)
        {
            self.table.set_native(native);
        }
        self.table.is_native()
    }

    /// Computes the table up to heap `to`: by families of moves as far as that
    /// goes, else a long one by native code, and a short one is interpreted.
    fn advance(&mut self, to: usize, control: &Control) -> Result<(), Halt> {
        if let Some(families) = &mut self.families
            && families.advance(to, control)?
        {
            return Ok(());
        }
        if let Some(families) = self.families.take() {
            // From a heap on that has a move to what is not smaller: the rule as
            // written says what is wrong with it.
            self.table = Table::resume(Arc::clone(&self.rules), families.into_values());
        }
        if to >= LEAST_NATIVE {
            self.compile();
        }
        self.table.advance(to, control)
    }

    fn value(&mut self, heap: Heap, control: &Control) -> Result<(Nimber, Method), SolveError> {
        let known = heap.index().and_then(|index| self.values().get(index));
        if let Some(value) = known {
            return Ok((value, Method::Table));
        }
        if heap.size() > SURELY_BY_TABLE {
            // Where play from the heap meets few positions, a search is the
            // shorter way; how many it meets is found by trying.
            let most = (heap.size() / SEARCHED_PART).min(1 << 20).min(control.position_limit());
            let limited = control.clone().with_position_limit(most);
            match self.search.value(&heap, &limited) {
                Ok(value) => return Ok((value, Method::Search)),
                Err(Halt::Stopped(Stopped::PositionLimit { .. })) => {}
                Err(other) => return Err(other.into()),
            }
        }
        let index =
            heap.index().ok_or(Stopped::MemoryLimit { needed: u64::MAX, limit: control.memory_limit() })?;
        self.advance(index, control)?;
        let value = self.values().get(index).unwrap_or_default();
        Ok((value, Method::Table))
    }
}

impl CoinEngine {
    fn value(&mut self, coin: Heap, control: &Control) -> Result<(Nimber, Method), SolveError> {
        if let Some(value) = self.law.and_then(|law| law.nimber(coin)) {
            return Ok((value, Method::Law));
        }
        let (values, method) = self.table(coin.size(), coin.size(), control)?;
        Ok((values.get(0).unwrap_or_default(), method))
    }

    fn table(&mut self, from: u64, to: u64, control: &Control) -> Result<(Values, Method), SolveError> {
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
