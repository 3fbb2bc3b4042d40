//! From a checked rule to the intermediate code of Cranelift.
//!
//! One function is made for a rule and a width of cells. It fills a table of heap
//! values from left to right: for each heap it walks the clauses as the interpreter
//! does, puts the values of the options into a set, and stores the least value that
//! is missing. Numbers are 64-bit words with a range known beforehand; where a
//! result may leave the word, the code checks it.
//!
//! The code has two ways to step aside. *Ask* leaves the position to the
//! interpreter: for whatever is a fault, or does not fit in a word, or takes very
//! long. *No value* is `min` or `max` of nothing: what contains it is skipped.

mod endless;
mod fold;
mod int;
mod number;
mod offer;
mod set;
mod solve;
mod step;
mod truth;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, FuncRef, InstBuilder, MemFlags, Value, types};
use cranelift_frontend::{FunctionBuilder, Variable};
use grundy::lang::interpret::Parameters;
use grundy::lang::ir::{Kind, Program, Shape, Slot};
use number::Num;
pub(crate) use number::{LARGEST_HEAP, NOTHING};

/// Something in a rule that there is no code for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unsupported;

pub(crate) type Made<T> = Result<T, Unsupported>;

/// How values are stored, and how their set is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Values below 64 in bytes; their set is one word.
    Mask,
    /// Values in cells of so many bytes; a value is in the set if its stamp is the
    /// number of the position.
    Stamps {
        /// 1, 2 or 4.
        width: i64,
        /// Values are below this, a power of two.
        cap: i64,
    },
}

impl Mode {
    /// How many bytes a cell has.
    pub(crate) const fn width(self) -> i64 {
        match self {
            Mode::Mask => 1,
            Mode::Stamps { width, .. } => width,
        }
    }

    /// Values are below this, a power of two.
    pub(crate) const fn cap(self) -> i64 {
        match self {
            Mode::Mask => 64,
            Mode::Stamps { cap, .. } => cap,
        }
    }
}

/// What the function returns; `call` reads it.
pub(crate) mod status {
    pub(crate) const DONE: i64 = 0;
    pub(crate) const ASK: i64 = 1;
    pub(crate) const WIDEN: i64 = 2;
    pub(crate) const REST: i64 = 3;
}

/// How many steps of loops one call may take before it rests at the next position.
const STEPS_OF_A_CALL: i64 = 1 << 24;

/// How many more a single position may take before it is left to the interpreter.
const STEPS_OF_A_POSITION: i64 = 1 << 26;

/// Primes below this are looked up; looking at larger numbers counts as many steps.
const LARGE_FOR_A_PRIME: i64 = 1 << 20;

/// The most blocks of a function; some thousand take some ten milliseconds.
const MOST_BLOCKS: usize = 1 << 12;

/// The functions that the code calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Helpers {
    pub(crate) pow: FuncRef,
    pub(crate) isqrt: FuncRef,
    pub(crate) iroot: FuncRef,
    pub(crate) ilog: FuncRef,
    pub(crate) gcd: FuncRef,
    pub(crate) lcm: FuncRef,
    pub(crate) is_prime: FuncRef,
    pub(crate) next_prime: FuncRef,
    pub(crate) sum_range: FuncRef,
}

/// Whether an option was met in the innermost infinite walk, and whether one of
/// them was a position.
#[derive(Clone, Copy, Debug)]
struct Met {
    any: Variable,
    position: Variable,
}

/// The state of making one function.
pub(crate) struct Generator<'a, 'b> {
    b: FunctionBuilder<'b>,
    program: &'a Program,
    parameters: &'a Parameters,
    mode: Mode,
    helpers: Helpers,
    /// Numbers in memory that the code reads; they live as long as it.
    arrays: &'a mut Vec<Box<[i64]>>,
    /// Where a position is left to the interpreter.
    ask: Block,
    /// Where to go on if an expression has no value.
    no_value: Block,
    /// The heap at hand, the cells, the set of values, the steps left.
    n: Value,
    cells: Value,
    stamps: Value,
    epoch: Value,
    mask: Variable,
    steps: Variable,
    slots: Vec<Slotted>,
    /// The infinite walks under way, innermost last.
    met: Vec<Met>,
    /// Set while code is made that only looks for the end of an infinite walk.
    probing: bool,
    /// Folds over the digits of the heap.
    digits: fold::DigitFolds,
}

/// A name: where its value is, and between which bounds.
#[derive(Clone, Copy, Debug)]
struct Slotted {
    variable: Variable,
    low: i64,
    high: i64,
}

impl<'a, 'b> Generator<'a, 'b> {
    /// Makes the whole function: `fn(cells, state, stamps) -> status`, where `state`
    /// is the next position, the end, and the number of the last position.
    pub(crate) fn function(
        mut b: FunctionBuilder<'b>,
        program: &'a Program,
        parameters: &'a Parameters,
        mode: Mode,
        helpers: Helpers,
        arrays: &'a mut Vec<Box<[i64]>>,
    ) -> Made<()> {
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let [cells, state, stamps] = b.block_params(entry)[..] else { return Err(Unsupported) };
        let word =
            |b: &mut FunctionBuilder<'_>, at: i32| b.ins().load(types::I64, MemFlags::trusted(), state, at);
        let (first, end, last_epoch) = (word(&mut b, 0), word(&mut b, 8), word(&mut b, 16));
        let shift = b.ins().isub(last_epoch, first);
        let position = b.declare_var(types::I64);
        b.def_var(position, first);
        let (mask, steps) = (b.declare_var(types::I64), b.declare_var(types::I64));
        let zero = b.ins().iconst(types::I64, 0);
        let all_steps = b.ins().iconst(types::I64, STEPS_OF_A_CALL);
        b.def_var(mask, zero);
        b.def_var(steps, all_steps);
        let slots = program
            .slots
            .iter()
            .map(|_| {
                let variable = b.declare_var(types::I64);
                b.def_var(variable, zero);
                Slotted { variable, low: i64::MIN, high: i64::MAX }
            })
            .collect();
        let digits = fold::DigitFolds::of(program, &mut b);

        let [head, work, ask, leave] = std::array::from_fn(|_| b.create_block());
        b.append_block_param(leave, types::I64);
        b.ins().jump(head, &[]);

        // At each position: whether there is one more, and steps to work on it.
        b.switch_to_block(head);
        let n = b.use_var(position);
        let [done, more] = std::array::from_fn(|_| b.create_block());
        let is_end = b.ins().icmp(IntCC::SignedGreaterThanOrEqual, n, end);
        b.ins().brif(is_end, done, &[], more, &[]);
        b.switch_to_block(done);
        let status = b.ins().iconst(types::I64, status::DONE);
        b.ins().jump(leave, &[status.into()]);
        b.switch_to_block(more);
        let left = b.use_var(steps);
        let rest = b.ins().iconst(types::I64, status::REST);
        let tired = b.ins().icmp_imm(IntCC::SignedLessThan, left, 0);
        b.ins().brif(tired, leave, &[rest.into()], work, &[]);

        b.switch_to_block(ask);
        let status = b.ins().iconst(types::I64, status::ASK);
        b.ins().jump(leave, &[status.into()]);

        b.switch_to_block(leave);
        let status = b.block_params(leave)[0];
        let reached = b.use_var(position);
        b.ins().store(MemFlags::trusted(), reached, state, 0);
        b.ins().return_(&[status]);

        b.switch_to_block(work);
        let epoch = b.ins().iadd(n, shift);
        let epoch = b.ins().iadd_imm(epoch, 1);
        let epoch = b.ins().ireduce(types::I32, epoch);
        b.def_var(mask, zero);
        let mut generator = Generator {
            b,
            program,
            parameters,
            mode,
            helpers,
            arrays,
            ask,
            no_value: ask,
            n,
            cells,
            stamps,
            epoch,
            mask,
            steps,
            slots,
            met: Vec::new(),
            probing: false,
            digits,
        };
        // Heap 0 is empty, and the rule is not read there.
        let finish = generator.b.create_block();
        if program.kind == Kind::Heap {
            let is_empty = generator.b.ins().icmp_imm(IntCC::Equal, n, 0);
            generator.leave_if(is_empty, finish);
        }
        generator.fold_digits();
        for clause in &program.clauses {
            let Shape::Number(slot) = clause.shape else { return Err(Unsupported) };
            let own = Num { value: n, low: 0, high: LARGEST_HEAP };
            generator.bind(slot, own);
            let next = generator.b.create_block();
            if let Some(guard) = &clause.guard {
                generator.when(guard, next)?;
            }
            for alternative in &clause.alternatives {
                generator.options(&alternative.steps, &alternative.option)?;
            }
            generator.b.ins().jump(next, &[]);
            generator.b.switch_to_block(next);
        }
        generator.b.ins().jump(finish, &[]);
        generator.b.switch_to_block(finish);
        generator.store_mex(leave)?;
        let b = &mut generator.b;
        let following = b.ins().iadd_imm(n, 1);
        b.def_var(position, following);
        b.ins().jump(head, &[]);
        generator.b.seal_all_blocks();
        generator.b.finalize();
        Ok(())
    }

    /// Stores the least value that is not in the set; goes to `leave` if it does
    /// not fit.
    fn store_mex(&mut self, leave: Block) -> Made<()> {
        let widen = self.b.ins().iconst(types::I64, status::WIDEN);
        let fits = self.b.create_block();
        let mex = match self.mode {
            Mode::Mask => {
                let mask = self.b.use_var(self.mask);
                let missing = self.b.ins().bnot(mask);
                self.b.ins().brif(missing, fits, &[], leave, &[widen.into()]);
                self.b.switch_to_block(fits);
                self.b.ins().ctz(missing)
            }
            Mode::Stamps { cap, .. } => {
                // The stamp after the last value is never set, so the walk ends.
                let [head, next, found] = std::array::from_fn(|_| self.b.create_block());
                self.b.append_block_param(head, types::I64);
                let zero = self.b.ins().iconst(types::I64, 0);
                self.b.ins().jump(head, &[zero.into()]);
                self.b.switch_to_block(head);
                let candidate = self.b.block_params(head)[0];
                let place = self.stamp_of(candidate);
                let stamp = self.b.ins().load(types::I32, MemFlags::trusted(), place, 0);
                let is_there = self.b.ins().icmp(IntCC::Equal, stamp, self.epoch);
                self.b.ins().brif(is_there, next, &[], found, &[]);
                self.b.switch_to_block(next);
                let following = self.b.ins().iadd_imm(candidate, 1);
                self.b.ins().jump(head, &[following.into()]);
                self.b.switch_to_block(found);
                let small = self.b.ins().icmp_imm(IntCC::SignedLessThan, candidate, cap);
                self.b.ins().brif(small, fits, &[], leave, &[widen.into()]);
                self.b.switch_to_block(fits);
                candidate
            }
        };
        let place = self.cell_of(self.n);
        let flags = MemFlags::trusted();
        match self.mode.width() {
            1 => self.b.ins().istore8(flags, mex, place, 0),
            2 => self.b.ins().istore16(flags, mex, place, 0),
            _ => self.b.ins().istore32(flags, mex, place, 0),
        };
        Ok(())
    }

    /// The value of a smaller heap.
    fn load(&mut self, heap: Value) -> Value {
        let place = self.cell_of(heap);
        let flags = MemFlags::trusted();
        match self.mode.width() {
            1 => self.b.ins().uload8(types::I64, flags, place, 0),
            2 => self.b.ins().uload16(types::I64, flags, place, 0),
            _ => self.b.ins().uload32(flags, place, 0),
        }
    }

    /// Puts a value into the set.
    fn insert(&mut self, value: Value) {
        match self.mode {
            Mode::Mask => {
                let one = self.b.ins().iconst(types::I64, 1);
                let bit = self.b.ins().ishl(one, value);
                let mask = self.b.use_var(self.mask);
                let mask = self.b.ins().bor(mask, bit);
                self.b.def_var(self.mask, mask);
            }
            Mode::Stamps { .. } => {
                let place = self.stamp_of(value);
                self.b.ins().store(MemFlags::trusted(), self.epoch, place, 0);
            }
        }
    }

    fn cell_of(&mut self, heap: Value) -> Value {
        let offset = match self.mode.width() {
            1 => heap,
            width => self.b.ins().imul_imm(heap, width),
        };
        self.b.ins().iadd(self.cells, offset)
    }

    fn stamp_of(&mut self, value: Value) -> Value {
        let offset = self.b.ins().ishl_imm(value, 2);
        self.b.ins().iadd(self.stamps, offset)
    }

    /// Gives a name a value.
    fn bind(&mut self, slot: Slot, number: Num) {
        if let Some(place) = self.slots.get_mut(slot.0) {
            place.low = number.low;
            place.high = number.high;
            let variable = place.variable;
            self.b.def_var(variable, number.value);
        }
    }

    /// Counts a step of a loop; a position that takes too many is left to the
    /// interpreter, which listens to limits.
    fn step(&mut self) {
        let one = self.b.ins().iconst(types::I64, 1);
        self.pay(one);
    }

    /// Counts the steps of looking at one number or several for a prime.
    fn pay_for_prime(&mut self, number: Value, several: bool) {
        let (few, many) = if several { (16, 1 << 12) } else { (16, 1 << 9) };
        let large = self.b.ins().icmp_imm(IntCC::SignedGreaterThanOrEqual, number, LARGE_FOR_A_PRIME);
        let (few, many) = (self.b.ins().iconst(types::I64, few), self.b.ins().iconst(types::I64, many));
        let steps = self.b.ins().select(large, many, few);
        self.pay(steps);
    }

    fn pay(&mut self, steps: Value) {
        let left = self.b.use_var(self.steps);
        let left = self.b.ins().isub(left, steps);
        self.b.def_var(self.steps, left);
        let spent = self.b.ins().icmp_imm(IntCC::SignedLessThan, left, -STEPS_OF_A_POSITION);
        self.ask_if(spent);
    }

    /// Leaves the position to the interpreter if the condition holds.
    fn ask_if(&mut self, condition: Value) {
        let on = self.b.create_block();
        self.b.ins().brif(condition, self.ask, &[], on, &[]);
        self.b.switch_to_block(on);
    }

    /// Goes on in a new block unless the condition holds, which leads to `target`.
    fn leave_if(&mut self, condition: Value, target: Block) {
        let on = self.b.create_block();
        self.b.ins().brif(condition, target, &[], on, &[]);
        self.b.switch_to_block(on);
    }

    /// Refuses code that gets long: making it would take longer than it saves.
    fn ensure_short(&self) -> Made<()> {
        if self.b.func.dfg.num_blocks() > MOST_BLOCKS { Err(Unsupported) } else { Ok(()) }
    }

    fn constant(&mut self, value: i64) -> Num {
        Num { value: self.b.ins().iconst(types::I64, value), low: value, high: value }
    }
}
