//! Search over whole sums.

use rustc_hash::FxHashSet;

use super::Misere;
use crate::ruleset::{Fault, FaultKind, Halt, Options, Ruleset};
use crate::theory::{Control, MexSet, Nimber, Sum};

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
        on_the_way.insert(sum.clone());
        let mut frames = vec![self.frame(sum, control)?];
        let mut steps = 0_u64;
        loop {
            steps += 1;
            if steps.is_multiple_of(BATCH) {
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
                if !on_the_way.insert(next.clone()) {
                    let sum = Sum::new(next).to_string();
                    let positions = vec![sum.clone(), "...".to_owned(), sum.clone()];
                    return Err(
                        Fault { position: sum, kind: FaultKind::Cycle { positions }, span: None }.into()
                    );
                }
                let known = self.known_sums(depth) + frames.len();
                control.visit(known as u64)?;
                control.reserve(self.kept_bytes.saturating_mul(16).wrapping_div(7) as u64)?;
                frames.push(self.frame(next, control)?);
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
            self.release(&frame.options);
            on_the_way.remove(&frame.sum);
            self.keep(&frame.sum);
            match depth {
                Depth::Outcome => self.outcomes.insert(frame.sum, value),
                Depth::Value => self.values.insert(frame.sum, value),
            };
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
        let mut options = Options::new();
        for (index, component) in sum.iter().enumerate() {
            // Equal components have equal options.
            if index > 0 && sum[index - 1] == *component {
                continue;
            }
            self.rules.options(component, &mut options, control)?;
            for option in options.iter() {
                let mut after = sum.clone();
                after.remove(index);
                after.extend_from_slice(option);
                left.push(self.canonical(after, control)?);
            }
        }
        left.sort();
        left.dedup();
        left.iter().for_each(|sum| self.keep(sum));
        Ok(Frame { sum, options: left, valued: 0, seen: MexSet::default() })
    }

    /// The sum in one form: sorted, without components that have no move, and of
    /// coins without equal pairs.
    fn canonical(&mut self, mut sum: Vec<R::Position>, control: &Control) -> Result<Vec<R::Position>, Halt> {
        let mut kept = Vec::with_capacity(sum.len());
        sum.sort();
        for component in sum {
            if self.equal_cancel && kept.last() == Some(&component) {
                kept.pop();
            } else {
                kept.push(component);
            }
        }
        let mut living = Vec::with_capacity(kept.len());
        for component in kept {
            if !self.is_terminal(&component, control)? {
                living.push(component);
            }
        }
        Ok(living)
    }

    fn is_terminal(&mut self, component: &R::Position, control: &Control) -> Result<bool, Halt> {
        if let Some(&known) = self.terminal.get(component) {
            return Ok(known);
        }
        let mut options = Options::new();
        self.rules.options(component, &mut options, control)?;
        let terminal = options.is_empty();
        self.terminal.insert(component.clone(), terminal);
        Ok(terminal)
    }

    fn bytes(&self, sum: &[R::Position]) -> usize {
        let own: usize = sum.iter().map(|component| self.rules.heap_bytes(component)).sum();
        own + size_of_val(sum) + size_of::<Vec<R::Position>>() + 16
    }

    fn keep(&mut self, sum: &[R::Position]) {
        self.kept_bytes = self.kept_bytes.saturating_add(self.bytes(sum));
    }

    fn release(&mut self, options: &[Vec<R::Position>]) {
        let bytes: usize = options.iter().map(|sum| self.bytes(sum)).sum();
        self.kept_bytes = self.kept_bytes.saturating_sub(bytes);
    }
}
