//! All matches of a clause in a row.
//!
//! A table says first from which place each tail of the pattern can match. The
//! walk through the matches then enters a branch only if it holds a match, so
//! `1* 1* 1* 1* 0` on a row without `0` costs the table and no more.

use super::{Put, RowClause, RowItem};
use crate::ruleset::{Halt, Row};
use crate::theory::{Control, Stopped};

/// How many steps the walk takes between two looks at the control.
const STEPS_PER_CHECK: u32 = 1 << 12;

/// How many bytes of options are made between two looks at the control.
const BYTES_PER_CHECK: u64 = 1 << 16;

/// Which borders of a stretch of cells are ends of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ruleset) struct Ends {
    /// Whether the row begins where the stretch does.
    pub(in crate::ruleset) left: bool,
    /// Whether the row stops where the stretch does.
    pub(in crate::ruleset) right: bool,
}

impl Ends {
    /// Those of a whole row.
    pub(in crate::ruleset) const BOTH: Ends = Ends { left: true, right: true };
}

/// Gives `take` what each match of `clause` makes of `cells`, for every alternative.
pub(in crate::ruleset) fn each_option(
    clause: &RowClause,
    cells: &[u8],
    ends: Ends,
    control: &Control,
    take: &mut dyn FnMut(Vec<u8>),
) -> Result<(), Halt> {
    let left = clause.left();
    let tails = Tails::new(left, cells, ends, control)?;
    let mut steps = 0u32;
    // About what the options take, in bytes, and up to where that was allowed.
    let (mut taken, mut allowed) = (0u64, BYTES_PER_CHECK);
    for start in 0..=cells.len() {
        if !tails.can_match(0, start) {
            continue;
        }
        // `places[i]` is where item i begins; the last entry is where the walk stands.
        let mut places = vec![start];
        // The end of the current item that was tried last.
        let mut tried = None;
        while let Some(&from) = places.last() {
            steps += 1;
            if steps == STEPS_PER_CHECK {
                steps = 0;
                control.check()?;
            }
            let depth = places.len() - 1;
            let end = match left.get(depth) {
                Some(&item) => next_end(item, cells, ends, from, tried),
                None => {
                    for puts in clause.alternatives() {
                        taken = taken.saturating_add(memory_of(cells.len()));
                        if taken > allowed {
                            control.check()?;
                            control.reserve(taken)?;
                            allowed = taken.saturating_add(BYTES_PER_CHECK);
                        }
                        take(after_match(puts, cells, &places));
                    }
                    None
                }
            };
            match end {
                Some(end) if tails.can_match(depth + 1, end) => {
                    places.push(end);
                    tried = None;
                }
                Some(end) => tried = Some(end),
                None => tried = places.pop(),
            }
        }
    }
    Ok(())
}

/// About what an option takes, in bytes: a row of a typical length, and its header
/// and the end of its sum in lists that grow, and are copied for that.
fn memory_of(length: usize) -> u64 {
    let each = length.saturating_add(3 * (size_of::<Row>() + size_of::<usize>()));
    u64::try_from(each).unwrap_or(u64::MAX)
}

/// Where an item that begins at `from` may end: the first place after `tried`
/// in the order of the walk, or the first of all.
fn next_end(item: RowItem, cells: &[u8], ends: Ends, from: usize, tried: Option<usize>) -> Option<usize> {
    let cell = cells.get(from).copied();
    match item {
        RowItem::Run(run) => match tried {
            None => Some(from),
            Some(end) => (cells.get(end) == Some(&run)).then(|| end + 1),
        },
        RowItem::Not(other) => {
            let at_end = (ends.left && from == 0) || (ends.right && from == cells.len());
            match tried {
                None if at_end => Some(from),
                Some(end) if end > from => None,
                _ => cell.is_some_and(|cell| cell != other).then(|| from + 1),
            }
        }
        _ if tried.is_some() => None,
        RowItem::Exactly(wanted) => (cell == Some(wanted)).then(|| from + 1),
        RowItem::Any => cell.map(|_| from + 1),
        RowItem::LeftEnd => (ends.left && from == 0).then_some(from),
        RowItem::RightEnd => (ends.right && from == cells.len()).then_some(from),
    }
}

/// What a match leaves that puts `puts` in the place of its items.
fn after_match(puts: &[Put], cells: &[u8], places: &[usize]) -> Vec<u8> {
    let (start, end) = (places[0], places[places.len() - 1]);
    let mut after = Vec::with_capacity(cells.len() + puts.len());
    after.extend_from_slice(&cells[..start]);
    for put in puts {
        match *put {
            Put::Cell(cell) => after.push(cell),
            Put::Repeat { cell, item } => {
                after.resize(after.len() + (places[item + 1] - places[item]), cell);
            }
            Put::Keep { item } => after.extend_from_slice(&cells[places[item]..places[item + 1]]),
        }
    }
    after.extend_from_slice(&cells[end..]);
    after
}

/// Which tails of a pattern can match from which places of a row.
struct Tails {
    can: Vec<bool>,
    places: usize,
}

impl Tails {
    fn new(left: &[RowItem], cells: &[u8], ends: Ends, control: &Control) -> Result<Tails, Stopped> {
        let places = cells.len() + 1;
        let size = places.saturating_mul(left.len() + 1);
        control.reserve(u64::try_from(size).unwrap_or(u64::MAX))?;
        let mut can = vec![true; size];
        for (index, &item) in left.iter().enumerate().rev() {
            if index.is_multiple_of(64) {
                control.check()?;
            }
            for from in (0..places).rev() {
                can[index * places + from] = if let RowItem::Run(run) = item {
                    // The run ends here, or takes one cell and goes on.
                    can[(index + 1) * places + from]
                        || (cells.get(from) == Some(&run) && can[index * places + from + 1])
                } else {
                    std::iter::successors(next_end(item, cells, ends, from, None), |&tried| {
                        next_end(item, cells, ends, from, Some(tried))
                    })
                    .any(|end| can[(index + 1) * places + end])
                };
            }
        }
        Ok(Tails { can, places })
    }

    /// Whether the items from `index` on match something that begins at `from`.
    fn can_match(&self, index: usize, from: usize) -> bool {
        self.can[index * self.places + from]
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::oracle::{by_definition, random_clause, rule};
    use super::super::{Options, RowRule, Ruleset};
    use super::*;
    use crate::theory::random::Random;

    #[test]
    fn options_agree_with_the_definition_on_random_rules() {
        let mut random = Random::new(7);
        let (mut matched, mut unmatched) = (0, 0);
        for _ in 0..8_000 {
            let Some((left, alternatives, clause)) = random_clause(&mut random) else { continue };
            let rule = RowRule::new(vec![clause]);
            for _ in 0..6 {
                let length = random.index(7);
                let cells: Vec<u8> = (0..length).map(|_| b"01a"[random.index(3)]).collect();
                let row = Row::new(cells.clone()).unwrap();
                let mut options = Options::new();
                rule.options(&row, &mut options, &Control::default()).unwrap();
                let found: Vec<Vec<u8>> =
                    options.canonical().into_iter().map(|sum| sum[0].cells().to_vec()).collect();
                let expected = by_definition(&left, &alternatives, &cells);
                assert_eq!(found, expected, "{left:?} -> {alternatives:?} on {row}");
                *(if found.is_empty() { &mut unmatched } else { &mut matched }) += 1;
            }
        }
        assert!(matched > 2_000 && unmatched > 2_000, "{matched} {unmatched}");
    }

    #[test]
    fn dead_ends_are_never_entered() {
        let rule = rule(&format!("row {} 0 -> 0", "1* ".repeat(40)));
        let row = rule.row(&"1".repeat(400)).unwrap();
        let mut options = Options::new();
        rule.options(&row, &mut options, &Control::default()).unwrap();
        assert!(options.is_empty());
    }

    #[test]
    fn few_but_long_options_are_stopped() {
        let rule = rule("row 1 0 -> 0 1");
        let row = rule.row(&"10".repeat(5000)).unwrap();
        let mut options = Options::new();
        let control = Control::default().with_memory_limit(1 << 20);
        assert!(matches!(
            rule.options(&row, &mut options, &control),
            Err(Halt::Stopped(Stopped::MemoryLimit { .. }))
        ));
        assert!(options.len() < 200, "{}", options.len());
    }

    #[test]
    fn very_many_matches_are_stopped() {
        let rule = rule(&format!("row {} -> ", "1* ".repeat(40)));
        let row = rule.row(&"1".repeat(400)).unwrap();
        let mut options = Options::new();
        let control = Control::default().with_time_limit(Duration::from_millis(50));
        assert!(matches!(
            rule.options(&row, &mut options, &control),
            Err(Halt::Stopped(Stopped::TimeLimit { .. }))
        ));
        let control = Control::default().with_memory_limit(1 << 20);
        assert!(matches!(
            rule.options(&row, &mut options, &control),
            Err(Halt::Stopped(Stopped::MemoryLimit { .. }))
        ));
    }
}
