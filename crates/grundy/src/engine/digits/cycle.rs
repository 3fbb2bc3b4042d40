//! The levels of block maps go round in a cycle.
//!
//! **Theorem.** Let T_k be the map of level k on pairs of a state and a window,
//! and let K and p >= 1 be such that T_(K+p) = T_K on a set D_0 of pairs, where
//! sets D_0, ..., D_(p-1) hold the pair (start, empty window) each and are
//! closed: from a pair of D_c, taken as the beginning of a block of level K + c
//! (of level K + p if c = 0), the blocks of one level less in it begin at pairs
//! of D_(c-1) (of D_(p-1) if c = 0). Then T_(k+p) = T_k on D_((k-K) mod p) for
//! every k >= K, and every block of level k >= K that the digits of any number
//! lead to begins at a pair of D_((k-K) mod p).
//!
//! *Proof.* By induction on k, together with this: the blocks of level k - 1 in a
//! block of level k > K that begins at a pair of D_((k-K) mod p) begin at pairs of
//! D_((k-1-K) mod p). For K < k <= K + p that is assumed, and for larger k these
//! blocks begin where those of level k - p do, one after the other, since on
//! their pairs T_(k-1) = T_(k-1-p). The equation is assumed for k = K; for larger
//! k, T_(k+p) and T_k compose maps T_(k-1+p) and T_(k-1) that agree on the pairs
//! met, one after the other. For the second part, a number with any number of
//! digits begins at (start, empty window), which is in every set, and each further
//! digit leads to the beginning of a block of one level less. ∎ docs/theory.md has
//! it in full.
//!
//! There are finitely many windows when amounts are bounded, so the sequence of
//! maps is determined by one of its members and such K and p exist for every
//! rule; what is not known beforehand is how large they are. They are guessed
//! from the windows before the powers of the base, and then the conditions of
//! the theorem are checked as they stand: nothing rests on the guess.

use num_integer::Integer;
use rustc_hash::FxHashSet;

use super::cell::Cell;
use super::maps::{Entry, Maps};
use crate::theory::{Control, Stopped};

/// From level `start` on the maps repeat every `period` levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cycle {
    pub(super) start: usize,
    pub(super) period: usize,
}

impl Cycle {
    /// The least level with the same map.
    #[inline]
    pub(super) fn representative(self, level: usize) -> usize {
        match level.checked_sub(self.start) {
            Some(above) => self.start + above % self.period,
            None => level,
        }
    }
}

/// What a test of the theorem's conditions has shown.
enum Verdict {
    Holds,
    /// The maps differ at this state and window.
    Fails(u32, u32),
    TooLarge,
}

/// Numbers with fewer levels are not worth the search for a cycle.
const FEWEST_LEVELS: usize = 16;

/// How many entries the search may add to the maps for each level it looks at,
/// so that a rule with too many windows does not lose its time here.
const ENTRIES_PER_LEVEL: u64 = 1 << 14;

impl<C: Cell> Maps<C> {
    /// Looks for a cycle among the first `levels` levels, if that has not been
    /// done, and remembers it if it is proved.
    pub(super) fn seek_cycle(&mut self, levels: usize, control: &Control) -> Result<(), Stopped> {
        while self.cycle.is_none() {
            let reach = self.searched.saturating_mul(2).max(FEWEST_LEVELS);
            if reach > levels {
                break;
            }
            self.searched = reach;
            self.cycle = self.guess_and_prove(reach, control)?;
        }
        Ok(())
    }

    /// A cycle that is proved, if one shows among the first `reach` levels.
    ///
    /// The guess starts from the empty window. Where the proof fails at a pair, what
    /// that pair does from level to level corrects the guess.
    fn guess_and_prove(&mut self, reach: usize, control: &Control) -> Result<Option<Cycle>, Stopped> {
        let most = self
            .entries()
            .saturating_add(ENTRIES_PER_LEVEL.saturating_mul(u64::try_from(reach).unwrap_or(u64::MAX)));
        let mut guess = Cycle { start: 0, period: 1 };
        let mut witness = (0, self.empty);
        loop {
            let mut images = Vec::with_capacity(reach);
            for level in 0..reach {
                images.push(self.after(level, witness.0, witness.1, control)?);
            }
            let Some(seen) = shortest_period(&images) else { return Ok(None) };
            let period = guess.period.lcm(&seen.period);
            // A witness that teaches nothing still shows that the cycle starts later.
            let start = if guess.period == period && seen.start <= guess.start {
                guess.start + 1
            } else {
                guess.start
            };
            guess = Cycle { start: start.max(seen.start), period };
            if guess.start + 2 * guess.period > reach {
                return Ok(None);
            }
            match self.test(guess, most, control)? {
                Verdict::Holds => return Ok(Some(guess)),
                Verdict::Fails(state, window) => witness = (state, window),
                Verdict::TooLarge => return Ok(None),
            }
        }
    }

    /// Makes the sets of the theorem, as small as they can be, and compares the
    /// maps on the first of them; gives up when there are `most` entries in all.
    fn test(&mut self, cycle: Cycle, most: u64, control: &Control) -> Result<Verdict, Stopped> {
        let Cycle { start, period } = cycle;
        let mut sets: Vec<FxHashSet<Entry>> = vec![FxHashSet::default(); period];
        let mut waiting = Vec::new();
        for (class, set) in sets.iter_mut().enumerate() {
            set.insert(Entry::new(0, self.empty));
            waiting.push((class, 0, self.empty));
        }
        while let Some((class, state, before)) = waiting.pop() {
            if self.entries() > most {
                return Ok(Verdict::TooLarge);
            }
            let above = if class == 0 { period } else { class };
            let mut now = before;
            for digit in 0..self.rule.base() {
                let next = self.rule.successor(state, digit);
                if sets[above - 1].insert(Entry::new(next, now)) {
                    self.count_entry(control)?;
                    waiting.push((above - 1, next, now));
                }
                now = self.after(start + above - 1, next, now, control)?;
            }
            if class == 0 && self.after(start, state, before, control)? != now {
                return Ok(Verdict::Fails(state, before));
            }
        }
        Ok(Verdict::Holds)
    }
}

/// The shortest period that the end of `spine` shows at least three times, with
/// the least start from which it holds.
fn shortest_period(spine: &[u32]) -> Option<Cycle> {
    (1..=spine.len() / 3).find_map(|period| {
        let agreeing = (period..spine.len()).rev().take_while(|&at| spine[at] == spine[at - period]).count();
        let start = spine.len() - period - agreeing;
        (agreeing >= 2 * period).then_some(Cycle { start, period })
    })
}
