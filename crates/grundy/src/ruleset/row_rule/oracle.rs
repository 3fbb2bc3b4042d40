//! What the tests of row rules compare with: the definition, written as an
//! expansion of patterns into words rather than as a walk through the row.

use std::collections::BTreeSet;

use super::{RowClause, RowItem, RowRule};
use crate::theory::random::Random;

/// The rule that `text` spells: `row ... -> ... | ...`, clauses parted by `;`.
pub(in crate::ruleset) fn rule(text: &str) -> RowRule {
    let clause = |text: &str| {
        let (left, right) = text.trim().strip_prefix("row").unwrap().split_once("->").unwrap();
        RowClause::new(items(left), right.split('|').map(items).collect()).unwrap()
    };
    RowRule::new(text.split(';').map(clause).collect())
}

fn items(text: &str) -> Vec<RowItem> {
    let mut items = Vec::new();
    let mut characters = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).peekable();
    while let Some(byte) = characters.next() {
        items.push(match byte {
            b'?' => RowItem::Any,
            b'<' => RowItem::LeftEnd,
            b'>' => RowItem::RightEnd,
            b'!' => RowItem::Not(characters.next().unwrap()),
            cell if characters.next_if_eq(&b'*').is_some() => RowItem::Run(cell),
            cell => RowItem::Exactly(cell),
        });
    }
    items
}

/// The rows that a clause leaves, sorted: for every choice of a word for each
/// item, and every place where the words in a row stand in `cells`.
pub(super) fn by_definition(left: &[RowItem], alternatives: &[Vec<RowItem>], cells: &[u8]) -> Vec<Vec<u8>> {
    let mut found = BTreeSet::new();
    for start in 0..=cells.len() {
        let mut choices: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
        for item in left {
            let mut longer = Vec::new();
            for choice in &choices {
                for word in words(*item, cells.len()) {
                    let mut next = choice.clone();
                    next.push(word);
                    // Only what stands there so far is carried on, or the words would be too many.
                    let length: usize = next.iter().map(Vec::len).sum();
                    let at_end = |place: usize| match item {
                        RowItem::LeftEnd => place == 0,
                        RowItem::RightEnd => place == cells.len(),
                        RowItem::Not(_) if next[next.len() - 1].is_empty() => {
                            place == 0 || place == cells.len()
                        }
                        _ => true,
                    };
                    if cells[start..].starts_with(&next.concat()) && at_end(start + length) {
                        longer.push(next);
                    }
                }
            }
            choices = longer;
        }
        for choice in choices {
            let end = start + choice.iter().map(Vec::len).sum::<usize>();
            for right in alternatives {
                let middle = right.iter().enumerate().flat_map(|(index, item)| {
                    let kind = std::mem::discriminant(item);
                    let same = |other: &RowItem| std::mem::discriminant(other) == kind;
                    let count = right[..index].iter().filter(|item| same(item)).count();
                    let kept = left.iter().zip(&choice).filter(|(item, _)| same(item)).nth(count);
                    match item {
                        RowItem::Exactly(cell) => vec![*cell],
                        RowItem::LeftEnd | RowItem::RightEnd => Vec::new(),
                        RowItem::Run(cell) => vec![*cell; kept.unwrap().1.len()],
                        RowItem::Any | RowItem::Not(_) => kept.unwrap().1.clone(),
                    }
                });
                found.insert([&cells[..start], &middle.collect::<Vec<u8>>(), &cells[end..]].concat());
            }
        }
    }
    found.into_iter().collect()
}

/// Every word that an item may stand for in a row of `length` cells.
fn words(item: RowItem, length: usize) -> Vec<Vec<u8>> {
    match item {
        RowItem::Exactly(cell) => vec![vec![cell]],
        RowItem::Run(cell) => (0..=length).map(|length| vec![cell; length]).collect(),
        RowItem::Any => b"01a".iter().map(|&cell| vec![cell]).collect(),
        RowItem::Not(other) => {
            let cells = b"01a".iter().filter(|&&cell| cell != other).map(|&cell| vec![cell]);
            cells.chain([Vec::new()]).collect()
        }
        RowItem::LeftEnd | RowItem::RightEnd => vec![Vec::new()],
    }
}

/// A random clause over the cells `0`, `1`, `a`, if the one drawn is sound.
pub(super) fn random_clause(random: &mut Random) -> Option<(Vec<RowItem>, Vec<Vec<RowItem>>, RowClause)> {
    let mut side = |most: usize| -> Vec<RowItem> {
        let length = random.index(most + 1);
        (0..length)
            .map(|_| {
                let cell = b"01a"[random.index(3)];
                match random.index(12) {
                    0..4 => RowItem::Exactly(cell),
                    4..7 => RowItem::Run(cell),
                    7 => RowItem::Any,
                    8..10 => RowItem::Not(cell),
                    10 => RowItem::LeftEnd,
                    _ => RowItem::RightEnd,
                }
            })
            .collect()
    };
    let (left, alternatives) = (side(5), vec![side(4), side(2)]);
    let clause = RowClause::new(left.clone(), alternatives.clone()).ok()?;
    Some((left, alternatives, clause))
}
