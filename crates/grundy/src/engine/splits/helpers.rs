//! Which heaps serve the tails best.
//!
//! Helpers are tried one after the other, for 64 heaps at once, until none of these lacks
//! anything. So the order matters: first the one that serves most of the last heaps, then the one that
//! serves most of what those before it left, and so on. That is the usual greedy choice of a cover.

use std::collections::BinaryHeap;
use std::ops::Range;

use grundy_kernels::{Mask, Needed, Others, Partner};

/// The most helpers that are chosen.
const MOST: usize = 1 << 12;

/// The parts below this are candidates in a table of `next` heaps.
pub(super) fn first_parts<M: Mask>(next: usize) -> usize {
    // The more codes are needed, the more helpers there are.
    (next / 16).min(8 * M::CODES)
}

/// The last heaps of a table, as an example of those to come.
#[derive(Clone, Debug)]
pub(super) struct Sample(Range<usize>);

impl Sample {
    /// Of a table of `next` heaps: the more codes each may need, the fewer heaps.
    pub(super) fn before<M: Mask>(next: usize) -> Sample {
        Sample(next - (next / 8).min((1 << 13) / M::CODES)..next)
    }

    /// The heaps of the sample.
    pub(super) fn heaps(&self) -> Range<usize> {
        self.0.clone()
    }

    /// The candidates that serve the sample, in order. Their other parts are there for all heaps
    /// of the sample.
    pub(super) fn choose<M: Mask>(
        &self,
        others: &Others<'_>,
        needed: &Needed,
        candidates: Vec<Partner>,
    ) -> Vec<Partner> {
        let excluded = |heap: usize| others.excluded.is_some_and(|excluded| excluded.contains(heap));
        let code = |heap: usize| others.codes[heap - others.first];
        let mut open: Vec<M> = self
            .heaps()
            .map(|heap| match excluded(heap) {
                true => M::EMPTY,
                false => M::below(usize::from(needed.count(heap, code(heap)))),
            })
            .collect();
        let led = |partner: Partner, heap: usize| {
            let other = heap - partner.distance;
            let led = code(other) ^ partner.code;
            Some(led).filter(|&led| usize::from(led) < M::CODES && !excluded(other))
        };
        let served = |partner: Partner, open: &[M]| {
            let heaps = self.heaps().zip(open);
            heaps.filter(|&(heap, open)| led(partner, heap).is_some_and(|led| open.has(led))).count()
        };
        // What a candidate serves gets less as others come before it, so that an old
        // count is a bound.
        let bounds =
            candidates.into_iter().map(|partner| (served(partner, &open), std::cmp::Reverse(partner)));
        let mut bounds: BinaryHeap<_> = bounds.collect();
        let mut chosen = Vec::new();
        while let Some((bound, std::cmp::Reverse(partner))) = bounds.pop() {
            if bound == 0 || chosen.len() >= MOST {
                break;
            }
            let now = served(partner, &open);
            if bounds.peek().is_some_and(|&(next, _)| next > now) {
                bounds.push((now, std::cmp::Reverse(partner)));
                continue;
            }
            for (heap, open) in self.heaps().zip(&mut open) {
                if let Some(led) = led(partner, heap) {
                    *open = open.without(M::EMPTY.with(led));
                }
            }
            chosen.push(partner);
        }
        chosen
    }
}
