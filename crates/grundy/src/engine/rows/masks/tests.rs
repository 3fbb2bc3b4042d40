//! Every table against the naive engine.

use super::*;
use crate::engine::Naive;
use crate::ruleset::{Row, RowClause, RowItem};
use crate::theory::Nimber;
use crate::theory::random::Random;

impl Random {
    /// A clause over the first `kinds` of the cells, no longer on the right than on
    /// the left; None if the one drawn is not sound.
    fn clause(&mut self, kinds: usize, ends: bool) -> Option<RowClause> {
        let length = 1 + self.index(4);
        let left: Vec<RowItem> = (0..length).map(|place| self.item(kinds, ends, place, length)).collect();
        let shorter = if self.index(4) == 0 { 1 } else { 0 };
        let kept = left.len().saturating_sub(shorter);
        // The right side repeats the left one with some cells changed, in the same or another order.
        let mut right: Vec<RowItem> = left[..kept]
            .iter()
            .map(|&item| match item {
                RowItem::Exactly(_) => RowItem::Exactly(self.cell(kinds)),
                RowItem::Run(cell) if self.index(2) == 0 => RowItem::Run(cell),
                RowItem::Run(_) => RowItem::Run(self.cell(kinds)),
                other => other,
            })
            .collect();
        if self.index(3) == 0 {
            right.reverse();
        }
        RowClause::new(left, vec![right]).ok()
    }

    fn cell(&mut self, kinds: usize) -> u8 {
        b"01ab"[self.index(kinds)]
    }

    fn item(&mut self, kinds: usize, ends: bool, place: usize, length: usize) -> RowItem {
        let cell = self.cell(kinds);
        match self.index(12) {
            0 | 1 => RowItem::Run(cell),
            2 => RowItem::Any,
            3 if ends => RowItem::Not(cell),
            4 if ends && place == 0 => RowItem::LeftEnd,
            4 if ends && place + 1 == length => RowItem::RightEnd,
            _ => RowItem::Exactly(cell),
        }
    }
}

/// The values by definition; None if play can go round in a circle.
fn by_definition(rules: &RowRule, width: usize) -> Option<Vec<Nimber>> {
    let mut naive = Naive::new(rules);
    let cells = rules.cells();
    let rows = cells.len().pow(u32::try_from(width).unwrap());
    (0..rows)
        .map(|number| {
            let digit = |place: usize| number / cells.len().pow(u32::try_from(place).unwrap()) % cells.len();
            let row = Row::new((0..width).rev().map(|place| cells[digit(place)]).collect()).unwrap();
            match naive.value(&row, &Control::default()) {
                Ok(value) => Some(value),
                Err(Halt::Fault(_)) => None,
                Err(other) => panic!("{other}"),
            }
        })
        .collect()
}

/// Compares the tables of a rule; whether they descend in some order.
fn compare(rules: &RowRule, widths: impl Iterator<Item = usize>) -> Option<bool> {
    let mut ordered = None;
    for width in widths {
        let rewritings = rules.rewritings(width, MOST_WORDS)?;
        let table = match row_table(rules, width, &Control::default()) {
            Ok(Some(table)) => Some(table.iter().collect::<Vec<_>>()),
            Ok(None) => return None,
            Err(Halt::Fault(_)) => None,
            Err(other) => panic!("{other}"),
        };
        assert_eq!(table, by_definition(rules, width), "{rules:?}, {width} cells");
        ordered = Some(Order::of(&rewritings, rules.cells().len()).is_some());
    }
    ordered
}

#[test]
fn random_rules_have_the_values_of_the_definition() {
    let mut random = Random::new(3);
    let (mut by_blocks, mut by_search) = (0, 0);
    while by_blocks < 600 || by_search < 150 {
        let kinds = 2 + random.index(3);
        let clauses: Option<Vec<RowClause>> =
            (0..1 + random.index(2)).map(|_| random.clause(kinds, true)).collect();
        let Some(clauses) = clauses else { continue };
        // Rows of more cells than a block has are needed, or no head would be met.
        let widths = [0..=10, 0..=6, 0..=5][kinds - 2].clone();
        let widest = widths.end() - random.index(2);
        match compare(&RowRule::new(clauses), [0, 1, 3, widest].into_iter()) {
            Some(true) => by_blocks += 1,
            Some(false) => by_search += 1,
            None => {}
        }
    }
}

fn rule(text: &str) -> RowRule {
    crate::lang::Rule::parse(text)
        .map(|rule| match rule.form() {
            crate::lang::Form::Rows(rows) => rows.clone(),
            _ => panic!("{text} is a rule on rows"),
        })
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn known_rules_have_the_values_of_the_definition() {
    for (text, ordered) in [
        ("row 1 1* 0 -> 0 1* 1", true),
        ("row 0 1* 1 -> 1 1* 0", true),
        ("row 1 1 0 -> 0 0 1; row 0 1 1 -> 1 0 0", false),
        ("row 1 ? -> 0 ?; row ? 1 -> ? 0", true),
        ("row 0 1 -> 1 0 | 0 0; row 1 1 -> 0 0 | 1 0", true),
        ("row I -> X; row I I -> X X", true),
        ("row 1 1 -> 0; row 1 0 0* -> 0 0*", true),
        ("row < 1 1* 0 > -> < 0 0* 0 >; row !1 1 !1 -> !1 0 !1", true),
        ("row 1 0 -> 1 1", true),
        ("row 1 1 0 1 -> 1 0 1 0", true),
        ("row 0 1 -> 1 0; row 1 0 -> 0 1", false),
    ] {
        assert_eq!(compare(&rule(text), (0..=6).chain([9, 10])), Some(ordered), "{text}");
    }
}

/// Rows of two cells out of twelve, each of which may become any that is less: nim
/// with heaps up to 143, which needs sets of every width, and then none.
#[test]
fn large_values_need_wide_sets() {
    let cells = b"0123456789ab";
    let row = |number: usize| [RowItem::Exactly(cells[number / 12]), RowItem::Exactly(cells[number % 12])];
    for most in [15usize, 16, 31, 32, 63, 64, 127, 128, 143] {
        let clause = |number| {
            let left = [&[RowItem::LeftEnd][..], &row(number), &[RowItem::RightEnd]].concat();
            RowClause::new(left, (0..number).map(|less| row(less).to_vec()).collect()).unwrap()
        };
        // The last clauses name every cell, and give no move.
        let rules = RowRule::new(
            (1..=most)
                .map(clause)
                .chain((0..144).map(|number| {
                    RowClause::new([row(number), row(number)].concat(), vec![[row(0), row(0)].concat()])
                        .unwrap()
                }))
                .collect(),
        );
        let table = row_table(&rules, 2, &Control::default()).unwrap().unwrap();
        let expected = (0..144)
            .map(|number| Nimber::new(if number <= most { u64::try_from(number).unwrap() } else { 0 }));
        assert!(table.iter().eq(expected), "{most}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let none = |text: &str| assert_eq!(row_table(&rule(text), 8, &Control::default()), Ok(None), "{text}");
    none("row 1 -> 0 0");
    none("row 1 1 -> ");
    let many = rule("row 1 1* 1* 1* 1* 1* 1* 1* 1* 0 -> 0 1*");
    assert_eq!(row_table(&many, 20, &Control::default()), Ok(None));
    let row_chess = rule("row 1 1* 0 -> 0 1* 1");
    for width in [40, 60, 64, 200, usize::MAX] {
        assert!(row_table(&row_chess, width, &Control::default().with_memory_limit(1 << 30)).is_err());
    }
    let halt = row_table(&rule("row 0 1 -> 1 0; row 1 0 -> 0 1"), 2, &Control::default()).unwrap_err();
    assert_eq!(halt.to_string(), "play can go round in a circle: 01 -> 10 -> 01, at position 01");
}
