//! Search over whole sums.

use rustc_hash::FxHashSet;

use super::Misere;
use crate::engine::depth_first::cycle;
use crate::engine::memory::{room_for, room_in_list, room_in_map, room_in_set};
use crate::ruleset::{Halt, Options, Ruleset};
use crate::theory::{Control, MexSet, Nimber, Stopped, Sum};

/// How much is wanted of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// Whether the player to move loses (0) or wins (1): the first option that
    /// loses ends the search.
    Outcome,
    /// The misère value.
    Value,
}

/// A sum under way.
struct Frame<P> {
    sum: Vec<P>,
    /// What a move can leave, and how many of these were valued.
    options: Vec<Vec<P>>,
    valued: usize,
    seen: MexSet,
}

/// How many sums are looked at between two looks at the control.
const BATCH: u64 = 1 << 8;

/// How many components are passed over between two looks at the control.
const ENTRIES_PER_CHECK: u64 = 1 << 16;

impl<R: Ruleset> Misere<R> {
    /// The value of a sum as far as it is wanted.
    pub(super) fn sum_value(
        &mut self,
        components: &[R::Position],
        depth: Depth,
        control: &Control,
    ) -> Result<Nimber, Halt> {
        // An endless circle shows while components are classified.
        if let Some(sum) = self.type_of_sum(components, control)? {
            return Ok(sum.misere_value());
        }
        let sum = self.canonical(components.to_vec(), control)?;
        if let Some(value) = self.known(&sum, depth, control)? {
            return Ok(value);
        }
        let mut on_the_way = FxHashSet::default();
        self.keep_twice(&sum);
        on_the_way.insert(sum.clone());
        let mut frames = vec![self.frame(sum, control)?];
        let mut steps = 0_u64;
        loop {
            steps += 1;
            if steps >= BATCH {
                steps = 0;
                control.check()?;
                control.report(self.known_sums(depth) as u64, None);
            }
            let Some(frame) = frames.last_mut() else { return Ok(Nimber::ZERO) };
            let mut next = None;
            let mut decided = false;
            while let Some(option) = frame.options.get(frame.valued) {
                match self.known(option, depth, control)? {
                    Some(value) => {
                        frame.valued += 1;
                        frame.seen.insert(value);
                        if depth == Depth::Outcome && value.is_zero() {
                            decided = true;
                            break;
                        }
                    }
                    None => {
                        next = Some(option.clone());
                        break;
                    }
                }
            }
            if let Some(next) = next {
                if on_the_way.contains(&next) {
                    let start = frames.iter().position(|frame| frame.sum == next).unwrap_or(0);
                    let circle: Vec<_> =
                        frames[start..].iter().map(|frame| Sum::new(frame.sum.clone())).collect();
                    return Err(cycle(&circle, &Sum::new(next)).into());
                }
                let known = self.known_sums(depth) + frames.len();
                control.visit(known as u64)?;
                self.keep_twice(&next);
                self.admit(control)?;
                room_in_set(&mut on_the_way, self.kept_bytes, control)?;
                on_the_way.insert(next.clone());
                // What can be left of a long sum are many long sums.
                steps += next.len() as u64;
                let frame = self.frame(next, control)?;
                room_in_list(&mut frames, self.kept_bytes, control)?;
                frames.push(frame);
                continue;
            }
            let Some(mut frame) = frames.pop() else { return Ok(Nimber::ZERO) };
            let value = if frame.options.is_empty() {
                Nimber::new(1)
            } else if depth == Depth::Outcome {
                Nimber::new(u64::from(decided))
            } else {
                frame.seen.mex()
            };
            on_the_way.remove(&frame.sum);
            // It was on the way and in its frame, and is now among what is known.
            self.release(frame.options.iter().chain([&frame.sum]));
            let known = match depth {
                Depth::Outcome => &mut self.outcomes,
                Depth::Value => &mut self.values,
            };
            room_in_map(known, self.kept_bytes, control)?;
            known.insert(frame.sum, value);
            if frames.is_empty() {
                return Ok(value);
            }
        }
    }

    fn known_sums(&self, depth: Depth) -> usize {
        match depth {
            Depth::Outcome => self.outcomes.len(),
            Depth::Value => self.values.len(),
        }
    }

    /// What is known of a sum, or can be told by its types.
    fn known(
        &mut self,
        sum: &Vec<R::Position>,
        depth: Depth,
        control: &Control,
    ) -> Result<Option<Nimber>, Halt> {
        let kept = match depth {
            Depth::Outcome => self.outcomes.get(sum),
            Depth::Value => self.values.get(sum),
        };
        if let Some(&value) = kept {
            return Ok(Some(value));
        }
        let value = self.type_of_sum(sum, control)?.map(|tame| tame.misere_value());
        Ok(value.map(|value| match depth {
            Depth::Outcome => Nimber::new(u64::from(!value.is_zero())),
            Depth::Value => value,
        }))
    }

    /// A sum with all that a move can leave, each once.
    fn frame(&mut self, sum: Vec<R::Position>, control: &Control) -> Result<Frame<R::Position>, Halt> {
        let mut left = Vec::new();
        let mut passed = 0;
        let mut options = Options::new();
        for (index, component) in sum.iter().enumerate() {
            // Equal components have equal options.
            if index > 0 && sum[index - 1] == *component {
                continue;
            }
            self.rules.options(component, &mut options, control)?;
            for option in options.iter() {
                let mut after = Vec::new();
                let length = sum.len() - 1 + option.len();
                room_for(&mut after, length, self.kept_bytes, control)?;
                after.extend_from_slice(&sum[..index]);
                after.extend_from_slice(&sum[index + 1..]);
                after.extend_from_slice(option);
                let after = self.canonical(after, control)?;
                passed += after.len() as u64;
                if passed >= ENTRIES_PER_CHECK {
                    passed = 0;
                    control.check()?;
                }
                self.keep(&after);
                self.admit(control)?;
                left.push(after);
            }
        }
        left.sort_unstable();
        left.dedup_by(|sum, before| {
            let repeated = sum == before;
            if repeated {
                self.release([&*sum]);
            }
            repeated
        });
        Ok(Frame { sum, options: left, valued: 0, seen: MexSet::default() })
    }

    /// The sum in one form: sorted, without components that have no move, and of
    /// coins without equal pairs.
    fn canonical(&mut self, mut sum: Vec<R::Position>, control: &Control) -> Result<Vec<R::Position>, Halt> {
        sum.sort_unstable();
        // In place, for sums may be long: what stays moves to the front, in its order.
        let mut kept = 0;
        for place in 0..sum.len() {
            if self.equal_cancel && kept > 0 && sum[kept - 1] == sum[place] {
                kept -= 1;
            } else {
                sum.swap(kept, place);
                kept += 1;
            }
        }
        let mut living = 0;
        for place in 0..kept {
            if !self.is_terminal(&sum[place], control)? {
                sum.swap(living, place);
                living += 1;
            }
        }
        sum.truncate(living);
        Ok(sum)
    }

    fn is_terminal(&mut self, component: &R::Position, control: &Control) -> Result<bool, Halt> {
        if let Some(&known) = self.terminal.get(component) {
            return Ok(known);
        }
        let mut options = Options::new();
        self.rules.options(component, &mut options, control)?;
        let terminal = options.is_empty();
        self.kept_bytes = self.kept_bytes.saturating_add(self.rules.heap_bytes(component));
        room_in_map(&mut self.terminal, self.kept_bytes, control)?;
        self.terminal.insert(component.clone(), terminal);
        Ok(terminal)
    }

    /// Asks whether what is in use may be.
    fn admit(&self, control: &Control) -> Result<(), Stopped> {
        let bytes = self.kept_bytes.saturating_add(self.types.kept_bytes());
        control.reserve(bytes.saturating_mul(16).wrapping_div(7) as u64)
    }

    fn bytes(&self, sum: &[R::Position]) -> usize {
        let own: usize = sum.iter().map(|component| self.rules.heap_bytes(component)).sum();
        own + size_of_val(sum) + size_of::<Vec<R::Position>>() + 16
    }

    fn keep(&mut self, sum: &[R::Position]) {
        self.kept_bytes = self.kept_bytes.saturating_add(self.bytes(sum));
    }

    /// Counts a sum that gets a frame, and is noted as on the way.
    fn keep_twice(&mut self, sum: &[R::Position]) {
        self.keep(sum);
        self.keep(sum);
    }

    fn release<'s>(&mut self, sums: impl IntoIterator<Item = &'s Vec<R::Position>>)
    where
        R::Position: 's,
    {
        let bytes: usize = sums.into_iter().map(|sum| self.bytes(sum)).sum();
        self.kept_bytes = self.kept_bytes.saturating_sub(bytes);
    }
}
