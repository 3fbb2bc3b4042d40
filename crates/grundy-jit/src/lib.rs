//! Native code for the rules of impartial games.
//!
//! A rule of one heap or of coins, checked by `grundy::lang`, becomes machine code
//! (by Cranelift) that fills tables of values. The interpreter of `grundy` stays the
//! definition: where the code meets anything but a plain value, it leaves the
//! position to the interpreter. Who builds a [`Solver`](grundy::solve::Solver) puts
//! a [`NativeCompiler`] into its [`Config`](grundy::solve::Config):
//!
//! ```
//! use std::sync::Arc;
//!
//! use grundy::Control;
//! use grundy::lang::Rule;
//! use grundy::solve::{Config, Solver};
//! use grundy_jit::NativeCompiler;
//!
//! let config = Config { compiler: Some(Arc::new(NativeCompiler)), ..Config::default() };
//! let rule = Rule::parse("n -> n - d*d for d in divisors(n)")?;
//! let mut solver = Solver::new(rule, config)?;
//! let table = solver.table(0, 100_000, &Control::default())?;
//! assert_eq!(table.values().get(3).map(|value| value.size()), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is left out: positions of several entries, and the rarer sets (partitions,
//! unions in sums); rules with these are interpreted.

mod call;
mod code;
mod helpers;

use std::sync::Arc;

use call::Code;
use code::Mode;
use grundy::engine::{Cells, NativeRules, Pause};
use grundy::lang::interpret::HeapRules;
use grundy::solve::Compiler;

/// Makes native code for this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeCompiler;

impl Compiler for NativeCompiler {
    fn heap_rules(&self, rules: &HeapRules) -> Option<Box<dyn NativeRules>> {
        let rules = Arc::new(rules.clone());
        let first = Code::new(&rules, Mode::Mask).ok()?;
        Some(Box::new(NativeTable { rules, code: Some(first), width: 1, looked_at: 0 }))
    }
}

/// Native code for a rule, made anew when values outgrow it.
#[derive(Debug)]
struct NativeTable {
    rules: Arc<HeapRules>,
    /// None where values outgrow every mode.
    code: Option<Code>,
    /// The bytes of a cell that the code is for.
    width: u8,
    /// How many cells are known to hold values that the code can count with.
    looked_at: usize,
}

/// The modes for cells of so many bytes, the narrowest first.
fn modes(width: u8) -> &'static [Mode] {
    match width {
        1 => &[Mode::Mask, Mode::Stamps { width: 1, cap: 1 << 8 }],
        2 => &[Mode::Stamps { width: 2, cap: 1 << 16 }],
        _ => &[Mode::Stamps { width: 4, cap: 1 << 24 }],
    }
}

impl NativeTable {
    /// Makes code for values up to `largest` in cells of `width` bytes.
    fn make(&mut self, width: u8, largest: u64) {
        let least = self.code.as_ref().filter(|_| self.width == width).map_or(0, Code::cap);
        self.width = width;
        self.code = modes(width).iter().find_map(|&mode| {
            let cap = match mode {
                Mode::Mask => 64,
                Mode::Stamps { cap, .. } => u64::try_from(cap).unwrap_or(0),
            };
            (cap > largest && cap > least).then(|| Code::new(&self.rules, mode).ok()).flatten()
        });
    }
}

impl NativeRules for NativeTable {
    fn fill(&mut self, cells: Cells<'_>, next: &mut usize) -> Pause {
        // Values that the interpreter found may be larger than the code's.
        let known = self.looked_at.min(*next);
        let (width, largest) = match &cells {
            Cells::U8(cells) => (1, cells[known..*next].iter().max().map_or(0, |&value| value.into())),
            Cells::U16(cells) => (2, cells[known..*next].iter().max().map_or(0, |&value| value.into())),
            Cells::U32(cells) => (4, cells[known..*next].iter().max().map_or(0, |&value| value.into())),
        };
        let fits = self.code.as_ref().is_some_and(|code| self.width == width && largest < code.cap());
        if !fits {
            if self.code.is_none() && self.width == width {
                return Pause::Ask;
            }
            self.make(width, largest);
        }
        let Some(code) = &mut self.code else { return Pause::Ask };
        let pause = code.fill(cells, next);
        self.looked_at = *next;
        // Within bytes there is a mode for larger values.
        if pause == Pause::Widen && modes(width).last().is_some_and(|_| code.cap() == 64) {
            self.make(width, 64);
            return Pause::Rest;
        }
        if pause == Pause::Widen && width == 4 {
            self.code = None;
            return Pause::Ask;
        }
        pause
    }
}
