//! Segments of one kind of cell that are heaps of a take-and-break game.
//!
//! If a rule reads one kind of cell, a, and looks at no ends, a segment is a run
//! of n cells a. A left side takes some of them, at any place, and its right side
//! puts walls and cells a there: the run becomes smaller runs. The options are
//! those of a code exactly if they are, for each number of cells that is lost,
//! *all* ways to part the rest into so many runs (docs/theory.md, Theorem 8.8):
//!
//! * Without a wall on the right, the run loses t cells.
//! * With walls, and no a between the first and the last, a left and a right
//!   part stay, of any lengths that add up, each at least as long as the right
//!   side puts cells a before the first wall and behind the last.
//!
//! A run `a*` of the left side may lose any number of cells. One that is kept
//! before the first wall, behind the last, or where there is no wall, adds
//! nothing: what it can do, a match with the run empty can do at another place.

use crate::ruleset::row_rule::Put;
use crate::ruleset::{RowClause, RowItem, RowRule, TakeAndBreakCode};

/// More runs than this in one clause are not looked into: each may be empty or not.
const MOST_RUNS: usize = 8;

/// Longer left sides are not looked into.
const LONGEST: usize = 1 << 10;

/// The code that `rules` is on the lengths of the segments between `walls`, if it
/// is one; the rule reads no wall, and looks at no ends.
pub(super) fn take_and_break(rules: &RowRule, walls: &[u8]) -> Option<TakeAndBreakCode> {
    let mut read = rules.cells().iter().copied().filter(|cell| !walls.contains(cell));
    let (Some(cell), None) = (read.next(), read.next()) else { return None };
    let mut digits = Digits::default();
    for clause in rules.clauses() {
        for puts in clause.alternatives() {
            add_digits(clause, puts, cell, &mut digits)?;
        }
    }
    digits.code()
}

/// What the pairs of a rule contribute to the digits of a code.
#[derive(Debug, Default)]
struct Digits {
    /// A number of cells that is lost, and the digit for it.
    single: Vec<(usize, u64)>,
    /// The same for this number of cells and every larger one.
    from: Vec<(usize, u64)>,
}

impl Digits {
    fn code(&self) -> Option<TakeAndBreakCode> {
        let end = self.single.iter().map(|(lost, _)| lost + 1).chain(self.from.iter().map(|(lost, _)| *lost));
        let digit = |lost: usize| {
            let single = self.single.iter().filter(|(at, _)| *at == lost);
            let from = self.from.iter().filter(|(at, _)| *at <= lost);
            single.chain(from).fold(0, |digit, (_, bits)| digit | bits)
        };
        let end = end.max().unwrap_or(1).max(1);
        let mut digits: Vec<u64> = (0..end).map(digit).collect();
        let repeated = digit(end);
        while digits.len() > 1 && digits.last() == Some(&repeated) {
            digits.pop();
        }
        // Play that does not end is refused here: a digit d_0 that leaves one heap.
        TakeAndBreakCode::new(digits, vec![repeated]).ok()
    }
}

/// What a right side puts, the runs that are lost being empty or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// One cell a.
    Single,
    /// The cells of a run that is kept.
    Kept,
    /// At least one wall.
    Wall,
}

/// Adds the digits of one left side with one alternative; none if it is not of the form.
fn add_digits(clause: &RowClause, puts: &[Put], cell: u8, digits: &mut Digits) -> Option<()> {
    let left = clause.left();
    let is_run = |item: &RowItem| matches!(item, RowItem::Run(_));
    let singles = left.iter().filter(|item| !is_run(item)).count();
    if singles == 0 || left.len() > LONGEST {
        return None;
    }
    let is_kept = |run: usize| {
        puts.iter().any(|put| matches!(*put, Put::Repeat { cell: put, item } if put == cell && item == run))
    };
    let lost: Vec<usize> = (0..left.len()).filter(|&item| is_run(&left[item]) && !is_kept(item)).collect();
    if lost.len() > MOST_RUNS {
        return None;
    }
    for filled in 0u32..1 << lost.len() {
        // Which of the lost runs take at least one cell.
        let is_filled =
            |item: usize| lost.iter().position(|&run| run == item).is_some_and(|run| filled >> run & 1 == 1);
        let parts: Vec<Part> = puts
            .iter()
            .filter_map(|put| match *put {
                Put::Cell(put) if put == cell => Some(Part::Single),
                Put::Cell(_) => Some(Part::Wall),
                Put::Repeat { cell: put, .. } if put == cell => Some(Part::Kept),
                Put::Repeat { item, .. } => is_filled(item).then_some(Part::Wall),
                // A `?` takes a cell of the run, like any other.
                Put::Keep { .. } => Some(Part::Single),
            })
            .collect();
        let (digit, put) = digit(&parts)?;
        let taken = singles + usize::try_from(filled.count_ones()).ok()?;
        let entry = (taken.checked_sub(put)?, digit);
        if filled == 0 { digits.single.push(entry) } else { digits.from.push(entry) }
    }
    Some(())
}

/// The digit of a right side, and how many cells a it puts; none if its options
/// are not all ways to part the rest.
fn digit(parts: &[Part]) -> Option<(u64, usize)> {
    let is_wall = |part: &Part| *part == Part::Wall;
    let singles = |parts: &[Part]| parts.iter().filter(|part| **part == Part::Single).count();
    let Some(first) = parts.iter().position(is_wall) else {
        let put = singles(parts);
        // One run is left; it may be empty unless a cell is put.
        return Some(([0b11, 0b10].get(put).copied()?, put));
    };
    let last = parts.iter().rposition(is_wall)?;
    if !parts[first..=last].iter().all(is_wall) {
        return None;
    }
    let (before, behind) = (singles(&parts[..first]), singles(&parts[last + 1..]));
    // Two runs are left, and each that no cell is put to may be empty.
    let digit = match (before, behind) {
        (0, 0) => 0b111,
        (0, 1) | (1, 0) => 0b110,
        (1, 1) => 0b100,
        _ => return None,
    };
    Some((digit, before + behind))
}
