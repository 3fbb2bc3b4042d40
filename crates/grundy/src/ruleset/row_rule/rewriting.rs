//! A rule on rows of a bounded width as a finite list of rewritings.
//!
//! Fix the length of every run of a clause and the cell that every `?` and `!c`
//! takes, and what is left is a word that is replaced by a word, at any place
//! or at an end only. On rows of at most w cells no word longer than w can
//! match, so the list is finite, and it gives exactly the options of the rule:
//! each match fixes such a choice, and each choice whose word stands in the row,
//! at an end where that is asked, is a match.

use super::{Put, RowClause, RowItem, RowRule};

/// A word and what may stand in its place. Cells are written as their indices in
/// [`RowRule::cells`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Rewriting {
    /// The word that must stand in the row.
    pub(crate) from: Vec<u8>,
    /// The word that replaces it.
    pub(crate) to: Vec<u8>,
    /// Whether `from` must begin at the left end.
    pub(crate) at_left: bool,
    /// Whether `from` must stop at the right end.
    pub(crate) at_right: bool,
}

impl RowRule {
    /// The rewritings that give the options of this rule on every row of at most
    /// `width` cells, sorted and without repeats; none if there are more than
    /// `most`.
    pub(crate) fn rewritings(&self, width: usize, most: usize) -> Option<Vec<Rewriting>> {
        let mut found = Vec::new();
        for clause in &self.clauses {
            let matches = self.matches(clause, width, most)?;
            if matches.len().checked_mul(clause.alternatives().len())? > most - found.len() {
                return None;
            }
            for puts in clause.alternatives() {
                found.extend(matches.iter().map(|matched| self.rewriting(matched, puts)));
            }
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    /// Every word that the left side of `clause` matches, with all ways to share
    /// its cells out among the items.
    fn matches(&self, clause: &RowClause, width: usize, most: usize) -> Option<Vec<Matched>> {
        let mut all = vec![Matched::default()];
        for &item in clause.left() {
            let mut longer = Vec::new();
            for matched in &all {
                self.extend(matched, item, width, &mut longer);
                if longer.len() > most {
                    return None;
                }
            }
            all = longer;
        }
        Some(all)
    }

    /// Adds `matched` with one item more, in every way.
    fn extend(&self, matched: &Matched, item: RowItem, width: usize, longer: &mut Vec<Matched>) {
        let room = if matched.at_right { 0 } else { width.saturating_sub(matched.word.len()) };
        let digit = |cell: u8| self.digit(cell);
        match item {
            RowItem::Exactly(cell) => longer.extend(matched.with(&[digit(cell)], room)),
            RowItem::Run(cell) => {
                let run = vec![digit(cell); room];
                longer.extend((0..=room).filter_map(|length| matched.with(&run[..length], room)));
            }
            RowItem::Any | RowItem::Not(_) => {
                let taken = self.cells.iter().filter(|&&cell| item != RowItem::Not(cell));
                longer.extend(taken.filter_map(|&cell| matched.with(&[digit(cell)], room)));
                if item != RowItem::Any {
                    // Nothing, at either end.
                    longer.extend(matched.at_left_end());
                    longer.push(matched.at_right_end());
                }
            }
            RowItem::LeftEnd => longer.extend(matched.at_left_end()),
            RowItem::RightEnd => longer.push(matched.at_right_end()),
        }
    }

    /// What `puts` make of a match.
    fn rewriting(&self, matched: &Matched, puts: &[Put]) -> Rewriting {
        let mut to = Vec::new();
        for put in puts {
            match *put {
                Put::Cell(cell) => to.push(self.digit(cell)),
                Put::Repeat { cell, item } => {
                    let length = matched.part(item).len();
                    to.resize(to.len() + length, self.digit(cell));
                }
                Put::Keep { item } => to.extend_from_slice(matched.part(item)),
            }
        }
        Rewriting { from: matched.word.clone(), to, at_left: matched.at_left, at_right: matched.at_right }
    }

    /// The index of a cell that the rule names.
    fn digit(&self, cell: u8) -> u8 {
        let index = self.cells.iter().position(|&named| named == cell);
        let index = index.expect("the cells of the rule are those that its clauses name");
        u8::try_from(index).expect("there are fewer than 256 cells")
    }
}

/// A choice of what the first items of a left side match.
#[derive(Clone, Debug, Default)]
struct Matched {
    word: Vec<u8>,
    /// Where in the word each item stops.
    stops: Vec<usize>,
    at_left: bool,
    at_right: bool,
}

impl Matched {
    /// The same with one item more, which takes `cells`, if there is room.
    fn with(&self, cells: &[u8], room: usize) -> Option<Matched> {
        if cells.len() > room {
            return None;
        }
        let mut longer = self.clone();
        longer.word.extend_from_slice(cells);
        longer.stops.push(longer.word.len());
        Some(longer)
    }

    /// The same with one item more, which stands at the left end and takes nothing.
    fn at_left_end(&self) -> Option<Matched> {
        if !self.word.is_empty() {
            return None;
        }
        let mut longer = self.with(&[], 0)?;
        longer.at_left = true;
        Some(longer)
    }

    /// The same with one item more, which stands at the right end and takes
    /// nothing: nothing can be taken after it.
    fn at_right_end(&self) -> Matched {
        let mut longer = self.clone();
        longer.stops.push(longer.word.len());
        longer.at_right = true;
        longer
    }

    /// What the item with this index takes.
    fn part(&self, item: usize) -> &[u8] {
        let start = item.checked_sub(1).map_or(0, |before| self.stops[before]);
        &self.word[start..self.stops[item]]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::oracle::{random_clause, rule};
    use super::super::{Options, Row, Ruleset};
    use super::*;
    use crate::theory::Control;
    use crate::theory::random::Random;

    /// The options that rewritings give, by trying each at each place.
    fn rewritten(rewritings: &[Rewriting], row: &[u8]) -> BTreeSet<Vec<u8>> {
        let mut found = BTreeSet::new();
        for rewriting in rewritings {
            for start in 0..=row.len() {
                let stop = start + rewriting.from.len();
                if row[start..].starts_with(&rewriting.from)
                    && (!rewriting.at_left || start == 0)
                    && (!rewriting.at_right || stop == row.len())
                {
                    found.insert([&row[..start], &rewriting.to, &row[stop..]].concat());
                }
            }
        }
        found
    }

    #[test]
    fn rewritings_give_the_options_of_random_rules() {
        let mut random = Random::new(11);
        let (mut compared, mut moved) = (0, 0);
        while compared < 3_000 {
            let Some((_, _, clause)) = random_clause(&mut random) else { continue };
            let rule = RowRule::new(vec![clause]);
            if rule.cells().is_empty() {
                continue;
            }
            let rewritings = rule.rewritings(6, 1 << 16).expect("clauses are short");
            for _ in 0..6 {
                let digits: Vec<u8> = (0..random.index(7))
                    .map(|_| random.index(rule.cells().len()).try_into().unwrap())
                    .collect();
                let cells = digits.iter().map(|&digit| rule.cells()[usize::from(digit)]).collect();
                let mut options = Options::new();
                rule.options(&Row::new(cells).unwrap(), &mut options, &Control::default()).unwrap();
                let expected: BTreeSet<Vec<u8>> = options
                    .iter()
                    .map(|sum| sum[0].cells().iter().map(|&cell| rule.digit(cell)).collect())
                    .collect();
                assert_eq!(rewritten(&rewritings, &digits), expected, "{rule:?} on {digits:?}");
                moved += usize::from(!expected.is_empty());
            }
            compared += 1;
        }
        assert!(moved > 3_000, "{moved}");
    }

    #[test]
    fn the_list_is_bounded() {
        let row_chess = rule("row 1 1* 0 -> 0 1* 1");
        assert_eq!(row_chess.rewritings(24, 100).map(|list| list.len()), Some(23));
        assert_eq!(row_chess.rewritings(24, 22), None);
        assert_eq!(rule(&format!("row {} 0 -> 1", "1* ".repeat(40))).rewritings(30, 1 << 16), None);
        assert_eq!(rule(&format!("row {} -> 1 0", "? ".repeat(40))).rewritings(30, 1 << 16), None);
        // More cells than the row has match nothing.
        assert_eq!(rule("row 1 1 1 -> 0 0 0").rewritings(2, 10), Some(vec![]));
    }
}
