//! Random rules: their text, and their options from the language's description.

use std::fmt::{self, Display};

use grundy::ruleset::{Position, Tag};

use super::expression::{Bad, List, Num, Scope, list_of, num};
use crate::random::Random;

const NAMES: [&str; 3] = ["a", "b", "c"];

/// What a move leaves: components, each of a shape by its index, or lists.
enum Component {
    Shape(usize, Vec<Num>),
    List(List),
}

/// An alternative: one component or a sum, for k in 0..most, if left <= right.
struct Alternative {
    components: Vec<Component>,
    most: Option<Num>,
    condition: Option<(Num, Num)>,
}

struct Shape {
    tag: Option<&'static str>,
    names: &'static [&'static str],
    sym: bool,
}

/// A rule: for each shape, or for lists, its alternatives.
pub(super) struct RandomRule {
    shapes: Vec<Shape>,
    clauses: Vec<Vec<Alternative>>,
}

pub(super) fn random_rule(random: &mut Random) -> RandomRule {
    let shapes = match random.below(4) {
        0 => Vec::new(),
        1 => vec![Shape { tag: None, names: &NAMES[..2], sym: random.below(2) == 0 }],
        2 => vec![
            Shape { tag: Some("p"), names: &NAMES[..1], sym: false },
            Shape { tag: Some("q"), names: &NAMES[..2], sym: random.below(2) == 0 },
        ],
        _ => vec![
            Shape { tag: None, names: &NAMES[..1], sym: false },
            Shape { tag: None, names: &NAMES[..3], sym: random.below(3) == 0 },
            Shape { tag: Some("p"), names: &NAMES[..2], sym: false },
        ],
    };
    let list = shapes.is_empty();
    let clause = |random: &mut Random, own: &[&'static str]| -> Vec<Alternative> {
        let alternatives = 1 + random.below(3);
        let alternative = |random: &mut Random| {
            let most = (random.below(2) == 0 || list).then(|| match own {
                [] => Num::Op("-", Box::new(Num::Len(Box::new(List::Position))), Box::new(Num::Const(1))),
                // Entries may grow along a play, and loops with them.
                _ => Num::Op("min", Box::new(num(random, own, false, 1)), Box::new(Num::Const(5))),
            });
            let mut names = own.to_vec();
            names.extend(most.is_some().then_some("k"));
            let component = |random: &mut Random| {
                if list {
                    let depth = 1 + random.below(3);
                    return Component::List(list_of(random, &names, depth));
                }
                let shape = usize::try_from(random.below(shapes.len() as u64)).unwrap();
                let entries = shapes[shape].names.iter();
                Component::Shape(shape, entries.map(|_| num(random, &names, false, 2)).collect())
            };
            let count = *random.pick(&[1, 1, 1, 2, 0, 3]);
            let components = (0..count).map(|_| component(random)).collect();
            let condition =
                (random.below(2) == 0).then(|| (num(random, &names, list, 1), num(random, &names, list, 1)));
            Alternative { components, most, condition }
        };
        (0..alternatives).map(|_| alternative(random)).collect()
    };
    let clauses = match list {
        true => vec![clause(random, &[])],
        false => shapes.iter().map(|shape| clause(random, shape.names)).collect(),
    };
    RandomRule { shapes, clauses }
}

impl Display for RandomRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, clause) in self.clauses.iter().enumerate() {
            match self.shapes.get(index) {
                None => write!(f, "seq s ->")?,
                Some(shape) => {
                    let sym = if shape.sym { "sym " } else { "" };
                    write!(f, "{sym}{}({}) ->", shape.tag.unwrap_or(""), shape.names.join(", "))?;
                }
            }
            for (place, alternative) in clause.iter().enumerate() {
                f.write_str(if place > 0 { " | " } else { " " })?;
                let components: Vec<String> = alternative
                    .components
                    .iter()
                    .map(|component| match component {
                        Component::List(list) => list.to_string(),
                        Component::Shape(shape, entries) => {
                            let entries: Vec<String> = entries.iter().map(ToString::to_string).collect();
                            let tag = self.shapes[*shape].tag.unwrap_or("");
                            match (tag, entries.as_slice()) {
                                ("", [one]) => one.clone(),
                                _ => format!("{tag}({})", entries.join(", ")),
                            }
                        }
                    })
                    .collect();
                match components.as_slice() {
                    [one] => f.write_str(one)?,
                    _ => write!(f, "[{}]", components.join(", "))?,
                }
                if let Some(most) = &alternative.most {
                    write!(f, " for k in 0..{most}")?;
                }
                if let Some((left, right)) = &alternative.condition {
                    write!(f, " if {left} <= {right}")?;
                }
            }
            f.write_str("; ")?;
        }
        Ok(())
    }
}

impl RandomRule {
    pub(super) fn position(&self, shape: usize, mut entries: Vec<u64>) -> Position {
        let Some(shape) = self.shapes.get(shape) else { return Position::Seq(entries) };
        if shape.sym {
            entries.sort_unstable();
        }
        match (shape.tag, entries.as_slice()) {
            (Some(tag), _) => Position::Tagged(Tag::new(tag), entries),
            (None, [size]) => Position::Heap(*size),
            (None, _) => Position::Tuple(entries),
        }
    }

    /// The options by the language's description, in canonical form.
    pub(super) fn options(&self, shape: usize, entries: &[u64]) -> Result<Vec<Vec<Position>>, Bad> {
        let entries: Vec<i64> = entries.iter().map(|&entry| i64::try_from(entry).unwrap()).collect();
        let orders = match self.shapes.get(shape) {
            Some(shape) if shape.sym => orders(&entries),
            _ => vec![entries],
        };
        let mut found = Vec::new();
        for entries in orders {
            for alternative in &self.clauses[shape] {
                let names = self.shapes.get(shape).map_or(&[][..], |shape| shape.names);
                let names = names.iter().copied().zip(entries.iter().copied()).collect();
                let scope = Scope { names, list: entries.clone() };
                let ks = match &alternative.most {
                    Some(most) => (0..=most.value(&scope)?).map(Some).collect(),
                    None => vec![None],
                };
                for k in ks {
                    let mut scope = scope.clone();
                    scope.names.extend(k.map(|k| ("k", k)));
                    if let Some((left, right)) = &alternative.condition
                        && left.value(&scope)? > right.value(&scope)?
                    {
                        continue;
                    }
                    found.extend(self.option(alternative, &scope)?);
                }
            }
        }
        found.sort();
        found.dedup();
        Ok(found)
    }

    /// The option, or none if it is no move.
    fn option(&self, alternative: &Alternative, scope: &Scope) -> Result<Option<Vec<Position>>, Bad> {
        let mut sum = Vec::new();
        for component in &alternative.components {
            // Reading ends at the first negative entry.
            let mut entries = Vec::new();
            let shape = match component {
                Component::List(list) => {
                    entries = list.value(scope)?;
                    0
                }
                Component::Shape(shape, nums) => {
                    for num in nums {
                        entries.push(num.value(scope)?);
                        if entries.last().is_some_and(|&entry| entry < 0) {
                            return Ok(None);
                        }
                    }
                    *shape
                }
            };
            let entries: Result<Vec<u64>, _> = entries.into_iter().map(u64::try_from).collect();
            let Ok(entries) = entries else { return Ok(None) };
            sum.push(self.position(shape, entries));
        }
        sum.sort();
        Ok(Some(sum))
    }

    pub(super) fn start(&self, random: &mut Random) -> (usize, Vec<u64>) {
        let shape = usize::try_from(random.below(self.clauses.len() as u64)).unwrap();
        let length = self.shapes.get(shape).map_or_else(|| random.below(5), |shape| shape.names.len() as u64);
        (shape, (0..length).map(|_| random.below(5)).collect())
    }
}

/// All orders of two or three entries, by definition: every choice of places.
fn orders(entries: &[i64]) -> Vec<Vec<i64>> {
    match entries {
        [] => vec![Vec::new()],
        _ => (0..entries.len())
            .flat_map(|first| {
                let rest = [&entries[..first], &entries[first + 1..]].concat();
                orders(&rest).into_iter().map(move |rest| [&[entries[first]], rest.as_slice()].concat())
            })
            .collect(),
    }
}
