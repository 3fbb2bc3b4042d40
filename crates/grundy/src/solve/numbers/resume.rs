//! Tables of heaps and coins, saved and taken back.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::table::TableEngine;
use super::{CoinEngine, Engine, Numbers};
use crate::engine::{
    MoveTable, Possible, RestoreError, Resumable, SavedParts, Snapshot, Statistics, Table, VALUES_FORMAT,
    restore_values, save_values,
};
use crate::proof::PeriodProof;
use crate::ruleset::{Halt, Heap};
use crate::solve::laws::ProvedLaw;
use crate::solve::run::{Computation, Stretches, count, statistics, stretch};
use crate::theory::{Control, Stopped, Values};

impl Numbers {
    /// The computation of the values one after the other, for runs that are saved. `wanted`: whether
    /// all values must be kept.
    pub(in crate::solve) fn computation(&mut self, wanted: bool) -> Computation<'_> {
        match &mut self.engine {
            Engine::Periodic(engine) => match engine.periodic.open_ended().filter(|_| !wanted) {
                Some(open_ended) => Computation::of(open_ended),
                None => Computation::of(&mut engine.periodic),
            },
            Engine::Table(engine) => Computation::of(engine.as_mut()),
            Engine::Naive(naive) => Computation::of(Stretches::new(move |from, to, control: &Control| {
                (from..=to).map(|size| naive.value(&Heap::new(size), control)).collect()
            })),
            Engine::Digits(digits) => {
                let values = move |from: u64, to: u64, control: &Control| {
                    Ok(digits.table(&BigUint::from(from), (to - from).saturating_add(1), control)?)
                };
                Computation { anywhere: true, ..Computation::of(Stretches::anywhere(values)) }
            }
            Engine::Interval(law) => {
                let law = *law;
                let values = move |from, to, control: &Control| law.table(from, to, control);
                Computation::by_law(ProvedLaw::Interval(law), Stretches::anywhere(values))
            }
            Engine::Coins(coins) => {
                let law = coins.law.map(ProvedLaw::Coins);
                let values = move |from, to, control: &Control| coins.stretch(from, to, control);
                match law {
                    Some(law) => Computation::by_law(law, Stretches::anywhere(values)),
                    None => Computation::of(Stretches::new(values)),
                }
            }
        }
    }
}

impl CoinEngine {
    fn stretch(&mut self, from: u64, to: u64, control: &Control) -> Result<Values, Halt> {
        Ok(self.table(from, to, control)?.0)
    }
}

impl Resumable for TableEngine {
    fn format(&self) -> &'static str {
        VALUES_FORMAT
    }

    fn known(&self) -> u64 {
        count(self.values())
    }

    fn advance(&mut self, length: u64, control: &Control) -> Result<(), Halt> {
        let Some(last) = length.checked_sub(1) else { return Ok(()) };
        let too_long = Stopped::MemoryLimit { needed: u64::MAX, limit: control.memory_limit() };
        self.advance(last.to_usize().ok_or(too_long)?, control)
    }

    fn snapshot(&self, snapshot: &mut dyn Snapshot) {
        save_values(self.values(), self.values().len(), snapshot);
    }

    fn restore(&mut self, known: u64, parts: &dyn SavedParts, control: &Control) -> Result<(), RestoreError> {
        let mut possible = Possible::default();
        let values = restore_values(known, |_, size| possible.next(size), parts, control)?;
        // Values that the families cannot have are from heaps where they do not tell all.
        self.families = match self.families.take() {
            Some(families) if families.are_possible(&values) => {
                Some(MoveTable::resume(families.into_moves(), &values, control)?)
            }
            _ => None,
        };
        if self.families.is_none() {
            self.table = Table::resume(Arc::clone(&self.rules), values);
        }
        Ok(())
    }

    fn statistics(&mut self) -> Statistics {
        let values = self.families.as_ref().map_or(self.table.values(), MoveTable::values);
        statistics(&mut self.largest, values)
    }

    fn stretch(&mut self, from: u64, to: u64, control: &Control) -> Result<Option<Values>, Halt> {
        Ok(stretch(self.values(), from, to, control)?)
    }

    fn law(&self) -> Option<&PeriodProof> {
        None
    }
}
