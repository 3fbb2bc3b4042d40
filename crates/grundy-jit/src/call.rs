//! Code in memory, and calling it. All `unsafe` of the crate stands here.

#![allow(unsafe_code, reason = "machine code can be called in no other way")]

use cranelift_codegen::ir::{AbiParam, Function, Signature, UserFuncName, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use grundy::engine::{Cells, Pause};
use grundy::lang::interpret::HeapRules;

use crate::code::{Generator, Helpers, Made, Mode, Unsupported, status};
use crate::helpers;

/// What the code is: it fills cells from `state[0]` up to `state[1]`. Position n has
/// the stamp `state[2] - state[0] + n + 1`, with what stands there at the start.
type Fill = unsafe extern "C" fn(cells: *mut u8, state: *mut [i64; 3], stamps: *mut u32) -> i64;

/// Code for one rule and one mode.
pub(crate) struct Code {
    /// The memory that the code is in; none only while it is given back.
    module: Option<JITModule>,
    fill: Fill,
    mode: Mode,
    /// The numbers that the code reads.
    _arrays: Vec<Box<[i64]>>,
    /// For each value the last position that had it among its options; one more
    /// than there are values, and the last is never written.
    stamps: Vec<u32>,
    /// The stamp that was given last.
    last_stamp: u32,
}

impl Code {
    /// Makes code.
    pub(crate) fn new(rules: &HeapRules, mode: Mode) -> Made<Code> {
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "speed"),
            ("use_colocated_libcalls", "false"),
            ("is_pic", "false"),
            ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
        ] {
            flags.set(name, value).map_err(|_| Unsupported)?;
        }
        let isa = cranelift_native::builder().map_err(|_| Unsupported)?;
        let isa = isa.finish(settings::Flags::new(flags)).map_err(|_| Unsupported)?;
        let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
        let two: [(&str, extern "C" fn(i64, i64) -> i64); 6] = [
            ("pow", helpers::pow),
            ("iroot", helpers::iroot),
            ("ilog", helpers::ilog),
            ("gcd", helpers::gcd),
            ("lcm", helpers::lcm),
            ("sum_range", helpers::sum_range),
        ];
        let one: [(&str, extern "C" fn(i64) -> i64); 3] =
            [("isqrt", helpers::isqrt), ("is_prime", helpers::is_prime), ("next_prime", helpers::next_prime)];
        for (name, helper) in two {
            builder.symbol(name, helper as *const u8);
        }
        for (name, helper) in one {
            builder.symbol(name, helper as *const u8);
        }
        let mut module = JITModule::new(builder);
        let word = AbiParam::new(types::I64);
        let pointer = AbiParam::new(module.target_config().pointer_type());
        if module.target_config().pointer_type() != types::I64 {
            return Err(Unsupported);
        }
        let signature_of = |module: &JITModule, parameters: &[AbiParam]| {
            let mut signature = module.make_signature();
            signature.params.extend_from_slice(parameters);
            signature.returns.push(word);
            signature
        };
        let signature = signature_of(&module, &[pointer; 3]);
        let declared = module.declare_function("fill", Linkage::Export, &signature);
        let id = declared.map_err(|_| Unsupported)?;
        let unary = signature_of(&module, &[word]);
        let binary = signature_of(&module, &[word; 2]);

        let mut context = module.make_context();
        context.func = Function::with_name_signature(UserFuncName::user(0, id.as_u32()), signature);
        let mut arrays = Vec::new();
        let mut variables = FunctionBuilderContext::new();
        {
            let mut declare = |name: &str, signature: &Signature| -> Made<_> {
                let id: FuncId =
                    module.declare_function(name, Linkage::Import, signature).map_err(|_| Unsupported)?;
                Ok(module.declare_func_in_func(id, &mut context.func))
            };
            let helpers = Helpers {
                pow: declare("pow", &binary)?,
                isqrt: declare("isqrt", &unary)?,
                iroot: declare("iroot", &binary)?,
                ilog: declare("ilog", &binary)?,
                gcd: declare("gcd", &binary)?,
                lcm: declare("lcm", &binary)?,
                is_prime: declare("is_prime", &unary)?,
                next_prime: declare("next_prime", &unary)?,
                sum_range: declare("sum_range", &binary)?,
            };
            let b = FunctionBuilder::new(&mut context.func, &mut variables);
            Generator::function(b, rules.program(), rules.parameters(), mode, helpers, &mut arrays)?;
        }
        module.define_function(id, &mut context).map_err(|_| Unsupported)?;
        module.clear_context(&mut context);
        module.finalize_definitions().map_err(|_| Unsupported)?;
        let address = module.get_finalized_function(id);
        // SAFETY: the address is that of a function that was just made with this very
        // signature and the C calling convention of this machine; it stays where it
        // is while `module` lives, which is as long as `Code`.
        let fill = unsafe { std::mem::transmute::<*const u8, Fill>(address) };
        let stamps = match mode {
            Mode::Mask => Vec::new(),
            Mode::Stamps { cap, .. } => {
                let count = usize::try_from(cap).map_err(|_| Unsupported)?;
                vec![0; count + 1]
            }
        };
        Ok(Code { module: Some(module), fill, mode, _arrays: arrays, stamps, last_stamp: 0 })
    }

    /// The values that the code counts with are below this.
    pub(crate) fn cap(&self) -> u64 {
        match self.mode {
            Mode::Mask => 64,
            Mode::Stamps { cap, .. } => u64::try_from(cap).unwrap_or(0),
        }
    }

    /// Fills cells from `next` on, as [`grundy::engine::NativeRules::fill`]. Every
    /// value before `next` must be below the cap.
    pub(crate) fn fill(&mut self, cells: Cells<'_>, next: &mut usize) -> Pause {
        let (start, length, width) = match cells {
            Cells::U8(cells) => (cells.as_mut_ptr(), cells.len(), 1),
            Cells::U16(cells) => (cells.as_mut_ptr().cast::<u8>(), cells.len(), 2),
            Cells::U32(cells) => (cells.as_mut_ptr().cast::<u8>(), cells.len(), 4),
        };
        let own_width = match self.mode {
            Mode::Mask => 1,
            Mode::Stamps { width, .. } => width,
        };
        let (Ok(first), Ok(end)) = (i64::try_from(*next), i64::try_from(length)) else { return Pause::Ask };
        // Larger heaps are not reckoned with in the bounds of numbers.
        if width != own_width || end > 1 << 40 {
            return Pause::Ask;
        }
        let fresh = u32::try_from(end - first).ok().and_then(|count| self.last_stamp.checked_add(count));
        if fresh.is_none_or(|stamp| stamp == u32::MAX) {
            self.stamps.fill(0);
            self.last_stamp = 0;
        }
        if u32::try_from(end - first).is_err() {
            return Pause::Ask;
        }
        let mut state = [first, end, i64::from(self.last_stamp)];
        // SAFETY: `start` points to `length` cells of the width that the code was
        // made for, which nobody else uses while `cells` is borrowed. The code reads
        // cells below the position at hand and writes the position at hand, which is
        // below `end`, the length. It reads and writes stamps of values, which are
        // below the cap: every value before `next` is (the caller's duty), values
        // that the code stores are (it checks), and the nim-sum of numbers below a
        // power of two is below it; the stamp at the cap itself is read only. `state`
        // is three words. The arrays that it reads are kept alive by `self`.
        let status = unsafe { (self.fill)(start, &raw mut state, self.stamps.as_mut_ptr()) };
        let reached = state[0].clamp(first, end);
        // The stamp of the position at hand was used as well.
        let used = u32::try_from(reached - first + 1).unwrap_or(u32::MAX);
        self.last_stamp = self.last_stamp.saturating_add(used);
        *next = usize::try_from(reached).unwrap_or(*next);
        match status {
            status::DONE => Pause::Done,
            status::WIDEN => Pause::Widen,
            status::REST => Pause::Rest,
            _ => Pause::Ask,
        }
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the function is called through `self` only, and nobody can
            // call it any more.
            unsafe { module.free_memory() };
        }
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Code").field("mode", &self.mode).finish_non_exhaustive()
    }
}
