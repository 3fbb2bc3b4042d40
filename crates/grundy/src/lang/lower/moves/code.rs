//! Families of moves that are those of a take-and-break code.
//!
//! Each family gives some digits. A family that is not that of digits, whatever
//! the heap, makes the rule no code.

use crate::ruleset::{Condition, HeapMoves, Line, MoveFamily, Parting, Range, SplitMoves, TakeAndBreakCode};

/// The last place of a digit that does not repeat.
const MOST_PLACE: usize = 1 << 10;

/// The digits of the families so far.
#[derive(Default)]
struct Digits {
    listed: Vec<u64>,
    /// The amounts that may be taken if two heaps are left that differ.
    unequal: Vec<usize>,
    /// The amount from which on any may be taken.
    ray: Option<usize>,
}

pub(super) fn code(moves: &HeapMoves) -> Option<TakeAndBreakCode> {
    let Digits { mut listed, unequal, ray } = digits(moves)?;
    unequal.is_empty().then_some(())?;
    let repeating = match ray {
        None => Vec::new(),
        Some(from) => {
            // From the longer of the two on, any amount leaves what it leaves.
            let length = listed.len().max(from);
            listed.resize(length, 0);
            listed[from..].iter_mut().for_each(|digit| *digit |= 3);
            vec![3]
        }
    };
    TakeAndBreakCode::new(listed, repeating).ok()
}

pub(super) fn split_moves(moves: &HeapMoves) -> Option<SplitMoves> {
    let Digits { listed, mut unequal, ray: None } = digits(moves)? else { return None };
    unequal.sort_unstable();
    unequal.dedup();
    let listed = TakeAndBreakCode::new(if listed.is_empty() { vec![0] } else { listed }, Vec::new()).ok()?;
    let moves = SplitMoves::of_code(&listed)?;
    match (moves.split.is_empty(), unequal.is_empty()) {
        (_, true) => Some(moves),
        (true, false) => Some(SplitMoves { split: unequal, equal: false, ..moves }),
        (false, false) => None,
    }
}

fn digits(moves: &HeapMoves) -> Option<Digits> {
    let mut digits = Digits::default();
    for family in &moves.families {
        match family {
            MoveFamily::Heap(range) => digits.heap(range)?,
            MoveFamily::Pair(parting) => digits.pair(parting)?,
            MoveFamily::Even(range) => digits.nothing(range)?,
            MoveFamily::Parts { taken, heaps } => {
                let bit = 1u64.checked_shl(*heaps)?;
                digits.set(usize::try_from(*taken).ok()?, bit)?;
            }
            MoveFamily::Two(..) | MoveFamily::Arithmetic(_) => return None,
        }
    }
    Some(digits)
}

impl Digits {
    fn set(&mut self, place: usize, bits: u64) -> Option<()> {
        (place <= MOST_PLACE).then_some(())?;
        if place >= self.listed.len() {
            self.listed.resize(place + 1, 0);
        }
        self.listed[place] |= bits;
        Some(())
    }

    /// n - t, for one t or a stretch of them or all from one on.
    fn heap(&mut self, range: &Range) -> Option<()> {
        let [high] = range.high[..] else { return None };
        let least = place(high)?;
        (least >= 1).then_some(())?;
        match range.low[..] {
            // Down to the empty heap.
            [] => {
                range.conditions.is_empty().then_some(())?;
                self.ray = Some(self.ray.map_or(least, |old| old.min(least)));
                Some(())
            }
            [low] => {
                let most = place(low)?;
                (most <= MOST_PLACE).then_some(())?;
                if range.conditions.is_empty() {
                    return (least..=most).try_for_each(|taken| self.set(taken, 3));
                }
                // If something must be left, or nothing.
                (least == most).then_some(())?;
                let bits = match occurs(&range.conditions)? {
                    (from, None) if from <= i128::try_from(least).ok()? => 3,
                    (from, None) if from == i128::try_from(least).ok()? + 1 => 2,
                    (from, Some(to)) => {
                        let taken = i128::try_from(least).ok()?;
                        (from <= taken && to == taken).then_some(1)?
                    }
                    _ => return None,
                };
                self.set(least, bits)
            }
            _ => None,
        }
    }

    /// All ways to part n - t, empty heaps allowed or not.
    fn pair(&mut self, Parting { total, first }: &Parting) -> Option<()> {
        let taken = place(*total)?;
        first.conditions.is_empty().then_some(())?;
        let least = match first.low[..] {
            [] => 0,
            [low] => low.as_constant().filter(|&low| low == 1)?,
            _ => return None,
        };
        // How far the first heap may go: to half, or up to what leaves the other
        // heap its least.
        let (mut halved, mut unequal) = (false, false);
        let mut other = 0;
        let less = total.plus(Line::constant(-1)?)?;
        for &high in &first.high {
            if Some(high) == total.divided(2) {
                halved = true;
            } else if Some(high) == less.divided(2) {
                (halved, unequal) = (true, true);
            } else {
                let place = place(high)?;
                other = other.max(i128::try_from(place.checked_sub(taken)?).ok()?);
            }
        }
        // Halved, the first heap is the smaller one.
        let (smaller, larger) =
            if halved { (least.max(0), other) } else { (least.min(other), least.max(other)) };
        let bits = match (smaller, larger) {
            (0, 0) => 7,
            (0, 1) if !halved => 6,
            (1, 0) if halved => 4,
            (1, 1) => 4,
            _ => return None,
        };
        // An empty heap beside the whole one would not be smaller.
        (taken >= 1 || bits == 4).then_some(())?;
        if unequal {
            // Empty heaps would be allowed with some, but never with another.
            (bits == 4 && taken <= MOST_PLACE).then_some(())?;
            self.unequal.push(taken);
            return Some(());
        }
        self.set(taken, bits)
    }

    /// Nothing, or heaps that cancel.
    fn nothing(&mut self, range: &Range) -> Option<()> {
        let none = range.low.is_empty() && range.high.iter().all(|line| line.as_constant() == Some(0));
        none.then_some(())?;
        match occurs(&range.conditions)? {
            (from, Some(to)) if from == to && to >= 1 => self.set(usize::try_from(to).ok()?, 1),
            _ => None,
        }
    }
}

/// t if a line is n - t.
fn place(line: Line) -> Option<usize> {
    usize::try_from(line.below_heap()?).ok()
}

/// The heaps at which conditions hold, if these are all from one on, up to another.
fn occurs(conditions: &[Condition]) -> Option<(i128, Option<i128>)> {
    let (mut from, mut to) = (i128::MIN, None::<i128>);
    for condition in conditions {
        let Condition::AtMostZero(line) = condition else { return None };
        match (line.below_heap(), line.negated().and_then(Line::below_heap)) {
            // n - t <= 0
            (Some(most), _) => to = Some(to.map_or(most, |old| old.min(most))),
            // t - n <= 0
            (None, Some(least)) => from = from.max(least),
            (None, None) => return None,
        }
    }
    Some((from, to))
}
