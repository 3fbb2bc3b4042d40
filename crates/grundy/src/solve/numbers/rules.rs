//! Rules on heaps and coins, however they were given.

use std::sync::Arc;

use num_bigint::BigUint;

use crate::lang::interpret::HeapRules;
use crate::lang::ir::Kind;
use crate::ruleset::{Halt, Heap, Options, Ruleset, TakeAndBreakCode};
use crate::theory::{Control, Stopped};

/// Where the options come from.
#[derive(Clone, Debug)]
pub(in crate::solve) enum Rules {
    Interpreted(HeapRules),
    Code(TakeAndBreakCode),
}

impl Rules {
    /// Whether the rules are on coins.
    pub(in crate::solve) fn is_coins(&self) -> bool {
        matches!(self, Rules::Interpreted(rules) if rules.program().kind == Kind::Coins)
    }
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
pub(super) struct BigRules(pub(super) Arc<Rules>);

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
