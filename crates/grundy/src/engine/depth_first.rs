//! What is known of positions, found from what is known of their options.
//!
//! Play is followed depth first on a stack of its own, so that plays of a
//! million moves are no matter. A position on the stack is only its name: its
//! options are asked for again when play comes back to it, which at most doubles
//! the questions (each position is entered once and left once) and keeps the
//! memory proportional to the number of positions.

use std::fmt::Display;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::memory::{hashed, room_in_list, room_in_map};
use crate::ruleset::{Fault, FaultKind, Halt, Options, Ruleset};
use crate::theory::Control;

/// How many steps pass between two looks at the control.
const BATCH: usize = 1 << 12;

/// Positions are made, hashed and copied: one that keeps so many bytes more on the
/// heap counts as one step more.
const BYTES_OF_A_STEP: usize = 1 << 8;

/// What is known of every position that was looked at.
#[derive(Debug)]
pub(super) struct Known<P, V> {
    found: FxHashMap<P, V>,
    /// What the positions met keep on the heap, each in a few places.
    kept_bytes: usize,
}

impl<P: Clone + Eq + Hash + Display, V: Copy> Known<P, V> {
    pub(super) fn new() -> Known<P, V> {
        Known { found: FxHashMap::default(), kept_bytes: 0 }
    }

    /// Of how many positions something is known.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// What the positions met keep on the heap, roughly.
    pub(super) fn kept_bytes(&self) -> usize {
        self.kept_bytes
    }

    /// What is to be known of `position`. `decide` finds it from the options and
    /// what is known of their components, or names a component of which that is
    /// wanted first.
    ///
    /// What was found before an error is kept. The memory estimate counts the
    /// positions met and what they keep on the heap.
    ///
    /// # Errors
    ///
    /// [`Halt::Fault`] if the rule breaks at a position that play can reach, in
    /// particular [`FaultKind::Cycle`] if play can go round in a circle;
    /// [`Halt::Stopped`] if a limit of `control` is reached.
    pub(super) fn find<R, D>(
        &mut self,
        rules: &R,
        position: &P,
        control: &Control,
        mut decide: D,
    ) -> Result<V, Halt>
    where
        R: Ruleset<Position = P>,
        D: for<'o> FnMut(&'o Options<P>, &FxHashMap<P, V>) -> Result<V, &'o P>,
    {
        if let Some(&found) = self.found.get(position) {
            return Ok(found);
        }
        self.keep(rules, position);
        // The position looked at, and those that led to it.
        let mut current = position.clone();
        let mut stack = Vec::new();
        // How many positions led to each that is under way.
        let mut open = FxHashMap::default();
        open.insert(position.clone(), 0);
        let mut options = Options::new();
        let mut steps = 0_usize;
        self.admit(1, control)?;
        let opened = |open: &FxHashMap<P, usize>| hashed(open.capacity(), size_of::<(P, usize)>());
        loop {
            steps = steps.saturating_add(1 + rules.heap_bytes(&current) / BYTES_OF_A_STEP);
            if steps >= BATCH {
                steps = 0;
                control.check()?;
                control.report(u64::try_from(self.found.len()).unwrap_or(u64::MAX), None);
            }
            rules.options(&current, &mut options, control)?;
            match decide(&options, &self.found) {
                Ok(found) => {
                    open.remove(&current);
                    let beside = self.kept_bytes + opened(&open) + size_of_val(stack.as_slice());
                    room_in_map(&mut self.found, beside, control)?;
                    self.found.insert(current, found);
                    match stack.pop() {
                        Some(earlier) => current = earlier,
                        None => return Ok(found),
                    }
                }
                Err(unknown) => {
                    if let Some(&start) = open.get(unknown) {
                        stack.push(current);
                        return Err(cycle(&stack[start..], unknown).into());
                    }
                    let unknown = unknown.clone();
                    self.keep(rules, &unknown);
                    let found = self.kept_bytes + hashed(self.found.capacity(), size_of::<(P, V)>());
                    room_in_list(&mut stack, found + opened(&open), control)?;
                    stack.push(std::mem::replace(&mut current, unknown));
                    room_in_map(&mut open, found + size_of_val(stack.as_slice()), control)?;
                    open.insert(current.clone(), stack.len());
                    self.admit(stack.len() + 1, control)?;
                }
            }
        }
    }

    /// Counts what a position keeps on the heap: it stands on the stack, among
    /// the open ones and among the known ones, and the allocator adds to each.
    fn keep<R: Ruleset<Position = P>>(&mut self, rules: &R, position: &P) {
        let bytes = match rules.heap_bytes(position) {
            0 => 0,
            bytes => 3 * (bytes + 16),
        };
        self.kept_bytes = self.kept_bytes.saturating_add(bytes);
    }

    /// Asks whether one more position may be looked at, `depth` being on the stack.
    fn admit(&self, depth: usize, control: &Control) -> Result<(), Halt> {
        let positions = u64::try_from(self.found.len() + depth).unwrap_or(u64::MAX);
        control.visit(positions)?;
        // A hash table is at least 7/16 full; a position on the stack stands
        // there, among the open ones, and soon among the known ones.
        let known = size_of::<(P, V)>() + 1;
        let open = size_of::<P>() + size_of::<(P, usize)>() + 1;
        let bytes =
            (self.found.len() + depth).saturating_mul(known).saturating_add(depth.saturating_mul(open));
        let bytes = bytes.saturating_add(self.kept_bytes);
        control.reserve(u64::try_from(bytes.saturating_mul(16) / 7).unwrap_or(u64::MAX))?;
        Ok(())
    }
}

/// The fault of a play that goes through `circle` and comes back to its start.
pub(super) fn cycle<P: Display>(circle: &[P], start: &P) -> Fault {
    let mut positions: Vec<String> = circle.iter().map(ToString::to_string).collect();
    positions.push(start.to_string());
    Fault { position: start.to_string(), kind: FaultKind::Cycle { positions }, span: None }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    use super::*;
    use crate::ruleset::Heap;
    use crate::theory::Stopped;

    /// One step down, of positions said to keep so many bytes; asks to stop at once.
    struct Stairs {
        bytes: usize,
        asked: AtomicU64,
        stop: Arc<AtomicBool>,
    }

    impl Ruleset for Stairs {
        type Position = Heap;

        fn options(&self, heap: &Heap, options: &mut Options<Heap>, _: &Control) -> Result<(), Halt> {
            self.stop.store(true, Ordering::Relaxed);
            self.asked.fetch_add(1, Ordering::Relaxed);
            options.clear();
            if heap.size() > 0 {
                options.push([Heap::new(heap.size() - 1)]);
            }
            Ok(())
        }

        fn heap_bytes(&self, _: &Heap) -> usize {
            self.bytes
        }
    }

    #[test]
    fn large_positions_are_few_between_two_looks_at_the_control() {
        for (bytes, most) in [(0, 4096), (1 << 12, 256), (1 << 20, 1)] {
            let stairs = Stairs { bytes, asked: AtomicU64::new(0), stop: Arc::default() };
            let control = Control::default().with_stop(Arc::clone(&stairs.stop));
            let found = Known::new().find(&stairs, &Heap::new(100_000), &control, |options, known| {
                options.iter().flatten().find(|option| !known.contains_key(option)).map_or(Ok(()), Err)
            });
            assert_eq!(found, Err(Stopped::Interrupted.into()));
            assert!(stairs.asked.into_inner() <= most, "{bytes} bytes");
        }
    }
}
