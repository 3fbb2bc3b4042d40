//! What is looked at now and then, as the table grows: which heaps help, and the space.

use grundy_kernels::{Mask, Others, Partner, WINDOW};

use super::super::codes::Codes;
use super::super::helpers::{Sample, first_parts};
use super::super::space::Space;
use super::{CHECKED, Ended, HEAPS_A_SCAN, Odd, SPARSE, Sparse, epoch_from, is_small};
use crate::theory::{Control, Stopped};

impl<M: Mask> Sparse<M> {
    /// Whether [`look_again`](Sparse::look_again) has something to do.
    pub(in super::super) fn is_due(&self) -> bool {
        let next = self.next();
        let space = next >= self.doubling && self.codes.first() == 0;
        space || next % CHECKED < WINDOW || next >= self.epoch.end || next >= self.choice
    }

    /// Now and then: other helpers, or another space.
    pub(in super::super) fn look_again(&mut self, control: &Control) -> Result<Option<Ended>, Stopped> {
        let next = self.codes.next();
        if next >= self.doubling && self.codes.first() == 0 {
            let counted = self.doubling / 2;
            self.doubling = 2 * next;
            self.count(counted);
            let (space, rares) = Space::best(&self.counts, Self::SMALL, Space::parity_of(&self.moves));
            if rares > next / SPARSE {
                return Ok(Some(Ended::NotSparse));
            }
            if space != self.space {
                self.change_space(space);
            }
        }
        if next % CHECKED < WINDOW {
            control.check()?;
        }
        if next >= self.epoch.end {
            self.look_at_scans();
            self.epoch = next..next + epoch_from(next);
        }
        if next >= self.choice {
            self.choose_helpers();
        }
        Ok(None)
    }

    /// Partners with which scans often ended become helpers, the last to be tried.
    fn look_at_scans(&mut self) {
        let often = u32::try_from(self.epoch.len() / HEAPS_A_SCAN).unwrap_or(u32::MAX).max(2);
        let next = self.codes.next();
        let mut found = Vec::new();
        // Parts whose codes were given up are of no use.
        let known = self.codes.front().len();
        for (part, scans) in self.scans.iter_mut().enumerate().take(known) {
            let scans = std::mem::take(scans);
            if scans >= often && !self.excluded.contains(part) {
                found.push((std::cmp::Reverse(scans), part));
            }
        }
        found.sort_unstable();
        for (_, part) in found {
            for taken in &self.moves.split {
                let partner = Partner { code: self.codes.of(part), distance: part + taken };
                // Where parts must differ, heaps must be past the one whose half it is.
                if 2 * partner.distance < next && !self.helpers.contains(&partner) {
                    self.helpers.push(partner);
                    self.farthest_helper = self.farthest_helper.max(partner.distance);
                }
            }
        }
    }

    /// Puts the helpers in the order in which they serve most.
    pub(super) fn choose_helpers(&mut self) {
        let next = self.codes.next();
        self.choice = 4 * next;
        let sample = Sample::before::<M>(next);
        let excluded = |heap: usize| self.excluded.contains(heap);
        let mut candidates = std::mem::take(&mut self.helpers);
        for part in (1..first_parts::<M>(next).min(self.codes.front().len())).filter(|&part| !excluded(part))
        {
            let code = self.codes.of(part);
            candidates.extend(self.moves.split.iter().map(|taken| Partner { code, distance: part + taken }));
        }
        let whole = self.moves.whole.iter().filter(|&&taken| self.space.changes(taken));
        candidates.extend(whole.map(|&distance| Partner { code: 0, distance }));
        candidates.sort_unstable();
        candidates.dedup();
        let start = sample.heaps().start;
        candidates.retain(|partner| 2 * partner.distance < start);
        let others = Others { excluded: Some(&self.excluded), ..self.others(next, 0) };
        self.helpers = sample.choose::<M>(&others, &self.needed, candidates);
        // What served before counts on.
        self.farthest_scan = self.farthest_scan.max(self.farthest_helper);
        self.farthest_helper = self.helpers.iter().map(|partner| partner.distance).max().unwrap_or(0);
    }

    /// Lets all values have the codes of another space.
    fn change_space(&mut self, space: Space) {
        let new = |value: u16| (space.code(value), space.is_rare(0, value), space.is_rare(1, value));
        let common = self.common.map(|values| values.map(new));
        let mut old = self.odd.iter().skip(1).peekable();
        let mut odd = Vec::new();
        let mut codes = std::mem::take(&mut self.codes).into_all();
        for (heap, code) in codes.iter_mut().enumerate().skip(1) {
            let parity = heap % 2;
            let (now, even, uneven) = match old.next_if(|odd| odd.heap == heap) {
                Some(odd) => new(self.space.value(heap, *code, odd.rare)),
                None => common[parity][usize::from(*code)],
            };
            *code = now;
            let rare = if parity == 0 { even } else { uneven };
            if rare || !is_small::<M>(now) {
                odd.push(Odd { heap, code: now, rare });
            }
        }
        let counts = std::mem::take(&mut self.counts);
        *self = Sparse::in_space(self.moves.clone(), space, Codes::new(codes), odd, counts);
    }

    /// Counts the heaps from `counted` on.
    fn count(&mut self, counted: usize) {
        // By place in a row of eight: a count that was just written is slow to be read again.
        let mut by_code = [[0_u64; 256]; 8];
        let (eights, rest) = self.codes.range(counted..self.codes.next()).as_chunks::<8>();
        for codes in eights.iter().map(|codes| &codes[..]).chain([rest]) {
            for (heaps, &code) in by_code.iter_mut().zip(codes) {
                heaps[usize::from(code)] += 1;
            }
        }
        let common = &self.common;
        for (heap, by_code) in (counted..).zip(&by_code) {
            for (&value, &heaps) in common[heap % 2].iter().zip(by_code) {
                self.counts.add(heap, value, heaps);
            }
        }
        for odd in self.odd.iter().rev().take_while(|odd| odd.heap >= counted) {
            self.counts.remove(odd.heap, common[odd.heap % 2][usize::from(odd.code)]);
            self.counts.add(odd.heap, self.space.value(odd.heap, odd.code, odd.rare), 1);
        }
    }
}
