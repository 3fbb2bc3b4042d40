//! Heaps and coins by a table, for rules that no better engine fits.

use std::sync::Arc;

use num_bigint::BigUint;

use super::rules::{BigRules, Rules};
use crate::engine::{Largest, MoveTable, Naive, Table};
use crate::ruleset::{Halt, Heap};
use crate::solve::answer::Method;
use crate::solve::config::Compiler;
use crate::solve::error::SolveError;
use crate::theory::{Control, Nimber, Stopped, Values};

/// Up to this heap a table is made without looking for a shorter way.
const SURELY_BY_TABLE: u64 = 1 << 14;

/// Tables that end before this heap are interpreted: native code takes some
/// milliseconds to make.
const LEAST_NATIVE: usize = 1 << 12;

/// How many positions a search may visit before a table is made instead, as a
/// part of the heap's size.
const SEARCHED_PART: u64 = 8;

/// A table from 0 on; beyond it, a search among the positions within reach.
#[derive(Debug)]
pub(super) struct TableEngine {
    pub(super) rules: Arc<Rules>,
    /// Makes native code when a table gets long; none is made twice.
    compiler: Option<Arc<dyn Compiler>>,
    pub(super) table: Table<Arc<Rules>>,
    /// What computes the table as far as it can, if the moves have such a form.
    pub(super) families: Option<MoveTable>,
    pub(super) largest: Largest,
    search: Naive<Arc<Rules>>,
    big_search: Naive<BigRules>,
}

impl TableEngine {
    pub(super) fn new(
        rules: &Arc<Rules>,
        compiler: Option<&Arc<dyn Compiler>>,
        families: Option<MoveTable>,
    ) -> TableEngine {
        TableEngine {
            compiler: compiler.cloned(),
            rules: Arc::clone(rules),
            table: Table::new(Arc::clone(rules)),
            families,
            largest: Largest::default(),
            search: Naive::new(Arc::clone(rules)),
            big_search: Naive::new(BigRules(Arc::clone(rules))),
        }
    }

    /// The values so far.
    pub(super) fn values(&self) -> &Values {
        self.families.as_ref().map_or(self.table.values(), MoveTable::values)
    }

    /// Whether native code computes the table.
    pub(super) fn is_native(&self) -> bool {
        self.table.is_native()
    }

    /// Makes native code, if that was not tried yet; whether there is some.
    pub(super) fn compile(&mut self) -> bool {
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
    pub(super) fn advance(&mut self, to: usize, control: &Control) -> Result<(), Halt> {
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

    /// The value of a position too large for any table.
    pub(super) fn big_value(&mut self, size: &BigUint, control: &Control) -> Result<Nimber, Halt> {
        self.big_search.value(size, control)
    }

    pub(super) fn value(&mut self, heap: Heap, control: &Control) -> Result<(Nimber, Method), SolveError> {
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
        let value = self.values().get(index).expect("the table was just made as far as this heap");
        Ok((value, Method::Table))
    }
}
