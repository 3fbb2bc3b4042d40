//! The heaps of one window after the other: first their codes, then their tails.

use grundy_kernels::{Mask, Others, Partner, WINDOW, find_codes, find_open, find_split, reach};

use super::super::space::VALUES;
use super::{Ended, Found, LAST, MOST_LARGE, Odd, Sparse, Tails, is_small};

impl<M: Mask> Sparse<M> {
    /// Gets ready for a window that begins with the next heap.
    pub(in super::super) fn prepare(&mut self) {
        let next = self.next();
        // Of all heaps of the window the other part is there and holds something.
        self.rares.extend(self.young.extract_if(.., |partner| partner.distance < next));
        // The last window may be taken back.
        while self.meetings.front().is_some_and(|&(heap, _)| heap + 2 * WINDOW < next) {
            self.meetings.pop_front();
        }
    }

    /// What far heaps leave free in the window that begins with the next heap, as far as that
    /// is known without the [`far_partners`](Sparse::far_partners).
    pub(in super::super) fn far(&self) -> [M; WINDOW] {
        let next = self.next();
        let mut window = self.unknown();
        for partner in &self.young {
            for (free, heap) in window.iter_mut().zip(next..) {
                let part = heap.checked_sub(partner.distance).filter(|&part| part < next);
                if let Some(part) = part.filter(|&part| !self.excluded.contains(part)) {
                    *free = free.without(M::EMPTY.with(self.codes.of(part) ^ partner.code));
                }
            }
        }
        let meetings = self.meetings.iter().skip_while(|&&(heap, _)| heap < next);
        for &(heap, code) in meetings.take_while(|&&(heap, _)| heap < next + WINDOW) {
            let free = &mut window[heap - next];
            *free = free.without(M::EMPTY.with(code));
        }
        window
    }

    /// A window of which nothing is known.
    pub(in super::super) fn unknown(&self) -> [M; WINDOW] {
        self.rows.window()
    }

    /// The partners that reach a window.
    pub(in super::super) fn far_partners(&self) -> &[Partner] {
        &self.rares
    }

    /// Takes from the window that begins with the next heap what some of the far partners lead to.
    pub(in super::super) fn reach(&self, partners: &[Partner], window: &mut [M; WINDOW]) {
        let next = self.next();
        reach(&self.others(next, self.farthest_rare), next, partners, window);
    }

    /// Finds the codes of the next heaps, in which `far` is left free by far heaps; whether their
    /// tails are there is not known yet.
    pub(in super::super) fn find(&mut self, far: &[M; WINDOW]) -> Found {
        for (free, &far) in self.window.iter_mut().zip(far) {
            *free = free.and(far);
        }
        let start = self.next();
        let count = find_codes(&self.rows, &mut self.window, self.codes.window());
        Found { start, count }
    }

    /// What is lacking of the tails of heaps whose codes were found.
    pub(in super::super) fn tails(&self, found: Found) -> Tails<M> {
        let others = self.others(found.start, self.farthest_helper.max(self.front.farthest()));
        let mut open = [M::EMPTY; WINDOW];
        let Found { start, count } = found;
        let lanes = find_open(&others, start, &self.helpers, &self.front, &self.needed, count, &mut open);
        Tails { lanes, open }
    }

    /// Looks for what is lacking. False if the heap is rare, or otherwise out of the ordinary, and a
    /// new window begins after it.
    ///
    /// # Errors
    ///
    /// Why the table ends.
    pub(in super::super) fn settle(
        &mut self,
        Found { start, count }: Found,
        tails: &Tails<M>,
    ) -> Result<bool, Ended> {
        let mut lanes = tails.lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            if let Some(code) = self.least_open(start + lane, tails.open[lane])? {
                self.end_window(start + lane, Some((code, true)));
                return Ok(false);
            }
        }
        if count < WINDOW && self.allow_more() {
            self.end_window(start + count, None);
            return Ok(false);
        }
        if count < WINDOW {
            // All common values are within reach, as far as masks go.
            let heap = start + count;
            let rare = self.least_open(heap, M::below(M::CODES))?;
            let found = rare.map(|code| (code, true)).or_else(|| self.large_code(heap));
            self.end_window(heap, found);
            found.ok_or(Ended::TooLarge)?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Ends the table before the first heap whose code is not known.
    pub(in super::super) fn end(&mut self) {
        self.begin_window();
    }

    /// The least of these codes of rare values that no move of the heap leads to, if there is
    /// one. What is known is taken back to the heap if that is not known.
    fn least_open(&mut self, heap: usize, mut codes: M) -> Result<Option<u8>, Ended> {
        while let Some(code) = codes.least() {
            match self.scan(heap, code) {
                Ok(true) => codes = codes.without(M::EMPTY.with(code)),
                Ok(false) => return Ok(Some(code)),
                Err(ended) => {
                    self.codes.truncate(heap);
                    return Err(ended);
                }
            }
        }
        Ok(None)
    }

    /// Takes back what is after `heap`, which has a code out of the ordinary and the class, and
    /// begins a new window; without a code, the table ends before the heap.
    fn end_window(&mut self, heap: usize, found: Option<(u8, bool)>) {
        self.codes.truncate(heap);
        // What was ready for the window after this one need not be for one that begins before.
        self.young.extend(self.rares.extract_if(.., |partner| partner.distance >= heap));
        if let Some((code, rare)) = found {
            self.codes.push(code);
            if rare || !is_small::<M>(code) {
                self.note(Odd { heap, code, rare });
            }
        }
        self.begin_window();
    }

    /// The codes before the heaps from `at` on, for partners up to this distance.
    pub(super) fn others(&self, at: usize, farthest: usize) -> Others<'_> {
        let last_odd = self.odd.last().map_or(0, |odd| odd.heap);
        let excluded = Some(&self.excluded).filter(|_| last_odd + farthest >= at);
        Others { codes: self.codes.last(), first: self.codes.first(), excluded }
    }

    /// The code and the class of the next heap from all of its moves, of the values that are too large for
    /// masks.
    fn large_code(&self, heap: usize) -> Option<(u8, bool)> {
        if self.codes.first() > 0 {
            return None;
        }
        let mut met = [[false; 256]; 2];
        for &taken in self.moves.whole.iter().filter(|&&taken| taken < heap) {
            let rare = self.is_rare(heap - taken) != self.space.changes(taken);
            met[usize::from(rare)][usize::from(self.codes.of(heap - taken))] = true;
        }
        for total in self.moves.split.iter().filter_map(|&taken| heap.checked_sub(taken)) {
            for part in 1..=self.moves.most_part(total) {
                let rare = self.is_rare(part) == self.is_rare(total - part);
                let code = self.codes.of(part) ^ self.codes.of(total - part);
                met[usize::from(rare)][usize::from(code)] = true;
            }
        }
        let large = self.odd.iter().filter(|odd| !is_small::<M>(odd.code)).count();
        let least = if self.rows.is_full() && large < MOST_LARGE { Self::SMALL } else { VALUES };
        let values = (0_u16..).take(VALUES).skip(least);
        let mut found = values.map(|value| (self.space.code(value), self.space.is_rare(heap, value)));
        found.find(|&(code, rare)| !met[usize::from(rare)][usize::from(code)])
    }

    /// Whether a move of this heap leads to this code of a rare value.
    ///
    /// # Errors
    ///
    /// [`Ended::OutOfReach`] if the splits whose parts have codes still do not tell.
    fn scan(&mut self, heap: usize, code: u8) -> Result<bool, Ended> {
        for &taken in self.moves.whole.iter().filter(|&&taken| taken < heap) {
            let rare = self.is_rare(heap - taken) != self.space.changes(taken);
            if rare && self.codes.of(heap - taken) == code {
                return Ok(true);
            }
        }
        if self.recall(heap, code) {
            return Ok(true);
        }
        let mut all = true;
        for &taken in &self.moves.split {
            let total = heap - taken;
            let front = self.codes.front();
            let known = (front.len() - 1).min(total - self.codes.first());
            let (mut least, most) = (1, self.moves.most_part(total).min(known));
            all &= most == self.moves.most_part(total);
            while least <= most {
                let others = self.codes.range(total - most..total - least + 1);
                let Some(found) = find_split(&front[least..=most], others, code) else { break };
                let part = least + found;
                if self.is_rare(part) == self.is_rare(total - part) {
                    let partner = Partner { code: self.codes.of(part), distance: part + taken };
                    self.farthest_scan = self.farthest_scan.max(partner.distance);
                    if let Some(scans) = self.scans.get_mut(part) {
                        *scans += 1;
                    }
                    if !self.excluded.contains(part) {
                        let last = &mut self.last_scans[usize::from(code)];
                        last.truncate(LAST - 1);
                        last.insert(0, partner);
                    }
                    return Ok(true);
                }
                least = part + 1;
            }
        }
        if all { Ok(false) } else { Err(Ended::OutOfReach) }
    }

    /// Whether one of the heaps with which scans for this code ended last serves this heap too.
    fn recall(&mut self, heap: usize, code: u8) -> bool {
        let (codes, excluded) = (&self.codes, &self.excluded);
        let last = &mut self.last_scans[usize::from(code)];
        let found = last.iter().position(|partner| {
            // Where parts must differ, the other one is the larger.
            2 * partner.distance < heap && {
                let other = heap - partner.distance;
                codes.of(other) ^ partner.code == code && !excluded.contains(other)
            }
        });
        let Some(place) = found else { return false };
        last[..=place].rotate_right(1);
        true
    }
}
