//! Sparse tables, whatever their masks, on one thread or two.
//!
//! Two things can be looked at side by side: the tails of the heaps of one window, and what far heaps
//! leave free in the next. Both read codes and change nothing. Where a window
//! takes long enough, a second thread does the first and helps with the second.

use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy_kernels::{Mask, WINDOW, Words};

use super::codes::Codes;
use super::space::{Space, VALUES};
use super::sparse::{Ended, Found, Odd, Sparse, Tails};
use crate::engine::memory::count;
use crate::engine::resumable::Rares;
use crate::engine::side_thread::SideThread;
use crate::ruleset::SplitMoves;
use crate::theory::{Control, Nimber, Stopped, Values};

/// Windows with less work than so many partners times codes are not worth a second thread.
const MUCH: usize = 1 << 16;

/// Of so many partners one more or one less is this thread's in the next window, so that both threads are
/// done at the same time.
const FINENESS: usize = 1 << 6;

/// Waiting so long beyond what this thread had to do tells that the other was late.
const LATE: Duration = Duration::from_micros(50);

/// If one window in so many is late, and some more are, this thread works alone for a while.
const OFTEN: u32 = 1 << 6;

/// The windows of that while.
const PAUSE: u32 = 1 << 12;

/// So many values are decoded at a time.
const STRETCH: usize = 1 << 14;

/// A table, and a thread that looks at it too.
#[derive(Debug)]
struct Table<M> {
    /// There but for the moments in which two threads look at it.
    sparse: Option<Box<Sparse<M>>>,
    side: Option<SideThread<Looked<M>>>,
    together: Together,
}

/// How two threads share their work.
#[derive(Debug, Default)]
struct Together {
    /// How many of the far partners this thread looks at; half of them at first.
    share: Option<usize>,
    /// Grows with each window for which the other thread was late, and sinks with the others.
    late: u32,
    /// So many windows are looked at by this thread alone.
    pause: u32,
}

/// What a thread has seen.
#[derive(Debug)]
struct Looked<M> {
    tails: Option<Tails<M>>,
    /// What some of the far partners leave free.
    far: [M; WINDOW],
}

impl<M: Mask> Table<M> {
    fn new(sparse: Sparse<M>) -> Table<M> {
        Table { sparse: Some(Box::new(sparse)), side: None, together: Together::default() }
    }

    fn get(&self) -> &Sparse<M> {
        self.sparse.as_ref().expect("nobody else looks at it now")
    }

    fn get_mut(&mut self) -> &mut Sparse<M> {
        self.sparse.as_mut().expect("nobody else looks at it now")
    }

    /// Looks at tails of `found` and at the window after them on two threads.
    fn look_together(&mut self, found: Found) -> Option<Looked<M>> {
        let side = self.side.as_ref()?;
        let together = &mut self.together;
        if together.pause > 0 {
            together.pause -= 1;
            return None;
        }
        let sparse = Arc::new(self.sparse.take()?);
        let partners = sparse.far_partners().len();
        let share = together.share.unwrap_or(partners / 2).min(partners);
        let its = Arc::clone(&sparse);
        let job = move || {
            let tails = Some(its.tails(found));
            let mut far = its.unknown();
            its.reach(&its.far_partners()[share..], &mut far);
            Looked { tails, far }
        };
        let start = Instant::now();
        let (looked, (mut far, first, own)) = side.beside(job, || {
            let mut far = sparse.far();
            sparse.reach(&sparse.far_partners()[..share], &mut far);
            (far, !side.is_done(), start.elapsed())
        });
        let step = partners.div_ceil(FINENESS);
        together.share = Some(if first { (share + step).min(partners) } else { share.saturating_sub(step) });
        // Where the processors have other work, a thread is not at hand when it is needed.
        match start.elapsed() > 2 * own + LATE {
            true => together.late += OFTEN / 8,
            false => together.late = together.late.saturating_sub(1),
        }
        if together.late > OFTEN {
            *together = Together { pause: PAUSE, ..Together::default() };
        }
        self.sparse = Arc::into_inner(sparse);
        let looked = looked?;
        for (far, its) in far.iter_mut().zip(looked.far) {
            *far = far.and(its);
        }
        Some(Looked { far, ..looked })
    }

    /// Looks at the tails of `found` and, if there is `more`, at the window after them.
    fn look(&self, found: Option<Found>, more: bool) -> Looked<M> {
        let sparse = self.get();
        let tails = found.map(|found| sparse.tails(found));
        let mut far = [M::EMPTY; WINDOW];
        if more {
            far = sparse.far();
            sparse.reach(sparse.far_partners(), &mut far);
        }
        Looked { tails, far }
    }
}

/// A growing table, whatever its masks.
pub(super) trait SparseTable: std::fmt::Debug + Send + Sync {
    /// Computes values up to `length` in all or some more, or until it ends.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a limit is reached; what was computed stays.
    fn advance(&mut self, length: usize, control: &Control) -> Result<Option<Ended>, Stopped>;

    /// Appends to `values` those of the heaps from `from` up to, but without, `end`, as far as they are
    /// there.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if values need more memory than there is.
    fn append(&self, values: &mut Values, from: usize, end: usize, control: &Control) -> Result<(), Stopped>;

    /// How many codes the masks have.
    fn codes(&self) -> usize;

    /// How many heaps reach each heap from afar: what a value costs.
    fn partners(&self) -> usize;

    /// Makes room for `length` heaps, where `values` takes its own.
    fn reserve(&mut self, length: usize, values: &Values, control: &Control) -> Result<(), Stopped>;

    /// The codes that are kept.
    fn kept(&self) -> &Codes;

    fn space(&self) -> &Space;

    /// The heaps that are rare, or whose codes are too large for masks; heap 0 is the first.
    fn odd(&self) -> &[Odd];

    /// The rare heaps.
    fn rares(&self) -> Rares {
        let rares = || self.odd().iter().filter(|odd| odd.rare && odd.heap > 0);
        Rares { count: count(rares().count()), last: rares().next_back().map(|odd| count(odd.heap)) }
    }

    /// How far before their heaps the other parts of splits were, so far, that decided their
    /// values; at least the last odd heap.
    fn far(&self) -> usize;

    fn moves(&self) -> &SplitMoves;

    /// Gives codes up as [`Codes::give_up`] does.
    fn give_up(&mut self, front: usize, back: usize);
}

impl<M: Mask> SparseTable for Table<M> {
    fn advance(&mut self, length: usize, control: &Control) -> Result<Option<Ended>, Stopped> {
        if self.side.is_none() && control.threads().get() > 1 && self.get().work() >= MUCH {
            self.side = SideThread::new();
        }
        let mut found = None;
        loop {
            let sparse = self.get_mut();
            if found.is_none() {
                if sparse.next() >= length {
                    return Ok(None);
                }
                if let Some(ended) = sparse.look_again(control)? {
                    return Ok(Some(ended));
                }
            }
            let whole = |found: Found| found.count == WINDOW && sparse.next() < length && !sparse.is_due();
            let more = found.is_none_or(whole);
            if more {
                sparse.prepare();
            }
            let together = found.filter(|_| more).and_then(|found| self.look_together(found));
            let looked = match together {
                Some(looked) => looked,
                None => self.look(found, more),
            };
            let sparse = self.get_mut();
            if let (Some(before), Some(tails)) = (found.take(), &looked.tails) {
                match sparse.settle(before, tails) {
                    Ok(true) => {}
                    Ok(false) => continue,
                    Err(ended) => {
                        sparse.end();
                        return Ok(Some(ended));
                    }
                }
            }
            if more {
                found = Some(sparse.find(&looked.far));
            }
        }
    }

    fn append(
        &self,
        values: &mut Values,
        mut from: usize,
        end: usize,
        control: &Control,
    ) -> Result<(), Stopped> {
        let end = end.min(self.get().next());
        while from < end {
            let stretch = from..end.min(from + STRETCH);
            from = stretch.end;
            match self.get().bytes(stretch.clone()) {
                Some(bytes) => values.extend_from_bytes(&bytes),
                None => {
                    for value in self.get().values(stretch) {
                        values.push_within(Nimber::new(value.into()), control)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn codes(&self) -> usize {
        M::CODES
    }

    fn partners(&self) -> usize {
        self.get().partners()
    }

    fn reserve(&mut self, length: usize, values: &Values, control: &Control) -> Result<(), Stopped> {
        let length = length.saturating_add(WINDOW);
        let needed = count(length.saturating_mul(1 + values.width()));
        control.reserve(needed)?;
        let refused = Stopped::MemoryLimit { needed, limit: control.memory_limit() };
        if self.get_mut().make_room(length) { Ok(()) } else { Err(refused) }
    }

    fn kept(&self) -> &Codes {
        self.get().kept()
    }

    fn space(&self) -> &Space {
        self.get().space()
    }

    fn odd(&self) -> &[Odd] {
        self.get().odd()
    }

    fn far(&self) -> usize {
        self.get().farthest()
    }

    fn moves(&self) -> &SplitMoves {
        self.get().moves()
    }

    fn give_up(&mut self, front: usize, back: usize) {
        self.get_mut().give_up(front, back);
    }
}

/// The table after the heaps with these values, at least as many as `first_length` says
/// of them, with the least masks of more than `codes` codes that hold them; none if it
/// is not sparse, or all splits cost less.
pub(super) fn sparse_after(
    moves: &SplitMoves,
    values: &Values,
    codes: usize,
) -> Option<Box<dyn SparseTable>> {
    type Made = Result<Box<dyn SparseTable>, Ended>;
    fn with<M: Mask>(moves: &SplitMoves, values: &[u16], codes: usize) -> Made {
        if M::CODES <= codes {
            return Err(Ended::TooLarge);
        }
        Ok(Box::new(Table::new(Sparse::<M>::if_cheaper(moves, values)?)))
    }
    let halves = values.iter().map(|value| u16::try_from(value.size()).ok());
    let halves: Vec<u16> =
        halves.map(|value| value.filter(|&value| usize::from(value) < VALUES)).collect::<Option<_>>()?;
    let widths = [with::<u16>, with::<u32>, with::<u64>, with::<Words<2>>, with::<Words<4>>];
    let mut made = widths.into_iter().map(|width| width(moves, &halves, codes));
    made.find(|made| !matches!(made, Err(Ended::TooLarge))).and_then(Result::ok)
}

/// The table with these codes, of which the middle may be missing, and masks of `number`
/// codes; none if there are no such masks. `far`: how far before a heap its tail was found.
pub(super) fn sparse_from(
    moves: &SplitMoves,
    space: Space,
    codes: Codes,
    odd: &[Odd],
    number: usize,
    far: usize,
) -> Option<Box<dyn SparseTable>> {
    fn with<M: Mask>(
        moves: &SplitMoves,
        space: Space,
        codes: Codes,
        odd: &[Odd],
        far: usize,
    ) -> Box<dyn SparseTable> {
        // Heap 0 is there in any case.
        let odd = odd.iter().filter(|odd| odd.heap > 0).copied().collect();
        Box::new(Table::new(Sparse::<M>::again(moves.clone(), space, codes, odd, far)))
    }
    Some(match number {
        16 => with::<u16>(moves, space, codes, odd, far),
        32 => with::<u32>(moves, space, codes, odd, far),
        64 => with::<u64>(moves, space, codes, odd, far),
        128 => with::<Words<2>>(moves, space, codes, odd, far),
        256 => with::<Words<4>>(moves, space, codes, odd, far),
        _ => return None,
    })
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
