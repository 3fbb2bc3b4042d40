//! Random rules on tuples, tags, symmetric pairs and lists: their options against
//! an evaluator that is written here from the language's description, and the
//! search against the naive engine, faults and limits included.

use std::fmt::{self, Display};

use grundy::Control;
use grundy::engine::{Naive, Search};
use grundy::lang::interpret::ShapeRules;
use grundy::lang::{Form, Rule};
use grundy::ruleset::{FlatRuleset, Halt, Heap, Options, Position, Ruleset, Tag};
use num_bigint::BigUint;

/// A stream of numbers that look random.
struct Stream(u64);

impl Stream {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[usize::try_from(self.below(from.len() as u64)).unwrap()]
    }
}

/// Where an expression is read: the names' values, and the list if there is one.
#[derive(Clone)]
struct Scope {
    names: Vec<(&'static str, i64)>,
    list: Vec<i64>,
}

/// What has no value because an index or a divisor is bad.
struct Bad;

/// A number, as text and as what it means.
enum Num {
    Const(i64),
    Name(&'static str),
    Op(&'static str, Box<Num>, Box<Num>),
    Entry(Box<List>, Box<Num>),
    Len(Box<List>),
}

/// A list.
enum List {
    Position,
    Set(Box<List>, Num, Num),
    Drop(Box<List>, Num),
    Insert(Box<List>, Num, Num),
    Slice(Box<List>, Num, Num),
    Sort(Box<List>),
}

impl Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Num::Const(value) => write!(f, "{value}"),
            Num::Name(name) => write!(f, "{name}"),
            Num::Op(op @ ("min" | "max"), left, right) => write!(f, "{op}({left}, {right})"),
            Num::Op(op, left, right) => write!(f, "({left} {op} {right})"),
            Num::Entry(list, at) => write!(f, "{list}[{at}]"),
            Num::Len(list) => write!(f, "len({list})"),
        }
    }
}

impl Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            List::Position => write!(f, "s"),
            List::Set(list, at, value) => write!(f, "set({list}, {at}, {value})"),
            List::Drop(list, at) => write!(f, "drop({list}, {at})"),
            List::Insert(list, at, value) => write!(f, "insert({list}, {at}, {value})"),
            List::Slice(list, from, to) => write!(f, "{list}[{from}..{to}]"),
            List::Sort(list) => write!(f, "sort({list})"),
        }
    }
}

impl Num {
    fn value(&self, scope: &Scope) -> Result<i64, Bad> {
        Ok(match self {
            Num::Const(value) => *value,
            Num::Name(name) => scope.names.iter().find(|(known, _)| known == name).unwrap().1,
            Num::Op(op, left, right) => {
                let (left, right) = (left.value(scope)?, right.value(scope)?);
                match *op {
                    "+" => left + right,
                    "-" => left - right,
                    "*" => left * right,
                    "/" if right == 0 => return Err(Bad),
                    "/" => {
                        left.div_euclid(right.abs()) * right.signum()
                            - i64::from(
                                // The floor, also for a negative divisor.
                                right < 0 && left.rem_euclid(right.abs()) != 0,
                            )
                    }
                    "min" => left.min(right),
                    "max" => left.max(right),
                    other => panic!("{other}"),
                }
            }
            Num::Entry(list, at) => {
                let list = list.value(scope)?;
                list[index(at.value(scope)?, list.len())?]
            }
            Num::Len(list) => i64::try_from(list.value(scope)?.len()).unwrap(),
        })
    }
}

/// An index below `length`.
fn index(value: i64, length: usize) -> Result<usize, Bad> {
    usize::try_from(value).ok().filter(|&index| index < length).ok_or(Bad)
}

impl List {
    fn value(&self, scope: &Scope) -> Result<Vec<i64>, Bad> {
        Ok(match self {
            List::Position => scope.list.clone(),
            List::Set(list, at, value) => {
                let list = list.value(scope)?;
                let at = index(at.value(scope)?, list.len())?;
                let value = value.value(scope)?;
                list.iter().enumerate().map(|(i, &old)| if i == at { value } else { old }).collect()
            }
            List::Drop(list, at) => {
                let list = list.value(scope)?;
                let at = index(at.value(scope)?, list.len())?;
                [&list[..at], &list[at + 1..]].concat()
            }
            List::Insert(list, at, value) => {
                let list = list.value(scope)?;
                let at = index(at.value(scope)?, list.len() + 1)?;
                [&list[..at], &[value.value(scope)?], &list[at..]].concat()
            }
            List::Slice(list, from, to) => {
                let list = list.value(scope)?;
                let from = index(from.value(scope)?, list.len() + 1)?;
                // The end may be one before the first place.
                let end = index(to.value(scope)? + 1, list.len() + 1)?;
                list.iter().copied().take(end).skip(from).collect()
            }
            List::Sort(list) => {
                let mut list = list.value(scope)?;
                list.sort_unstable();
                list
            }
        })
    }
}

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
struct Random {
    shapes: Vec<Shape>,
    clauses: Vec<Vec<Alternative>>,
}

const NAMES: [&str; 3] = ["a", "b", "c"];

fn num(stream: &mut Stream, names: &[&'static str], list: bool, depth: u64) -> Num {
    let leaf = |stream: &mut Stream| match stream.below(3) {
        0 => Num::Const(i64::try_from(stream.below(3)).unwrap()),
        _ => Num::Name(stream.pick::<&'static str>(names)),
    };
    match stream.below(if list { 6 } else { 4 }) {
        _ if depth == 0 => leaf(stream),
        0 => leaf(stream),
        4 => Num::Entry(Box::new(list_of(stream, names, depth - 1)), Box::new(num(stream, names, true, 0))),
        5 => Num::Len(Box::new(list_of(stream, names, depth - 1))),
        _ => {
            let op = *stream.pick(&["+", "-", "-", "-", "*", "/", "min", "max"]);
            let (left, right) = (num(stream, names, list, depth - 1), num(stream, names, list, depth - 1));
            Num::Op(op, Box::new(left), Box::new(right))
        }
    }
}

fn list_of(stream: &mut Stream, names: &[&'static str], depth: u64) -> List {
    if depth == 0 || stream.below(4) == 0 {
        return List::Position;
    }
    let inner = Box::new(list_of(stream, names, depth - 1));
    let kind = stream.below(5);
    let mut small = |depth| num(stream, names, true, depth);
    match kind {
        0 => List::Sort(inner),
        1 => List::Set(inner, small(0), small(1)),
        2 => List::Drop(inner, small(0)),
        3 => List::Insert(inner, small(0), small(1)),
        _ => List::Slice(inner, small(0), small(1)),
    }
}

fn random_rule(stream: &mut Stream) -> Random {
    let shapes = match stream.below(4) {
        0 => Vec::new(),
        1 => vec![Shape { tag: None, names: &NAMES[..2], sym: stream.below(2) == 0 }],
        2 => vec![
            Shape { tag: Some("p"), names: &NAMES[..1], sym: false },
            Shape { tag: Some("q"), names: &NAMES[..2], sym: stream.below(2) == 0 },
        ],
        _ => vec![
            Shape { tag: None, names: &NAMES[..1], sym: false },
            Shape { tag: None, names: &NAMES[..3], sym: stream.below(3) == 0 },
            Shape { tag: Some("p"), names: &NAMES[..2], sym: false },
        ],
    };
    let list = shapes.is_empty();
    let clause = |stream: &mut Stream, own: &[&'static str]| -> Vec<Alternative> {
        let alternatives = 1 + stream.below(3);
        let alternative = |stream: &mut Stream| {
            let most = (stream.below(2) == 0 || list).then(|| match own {
                [] => Num::Op("-", Box::new(Num::Len(Box::new(List::Position))), Box::new(Num::Const(1))),
                // Entries may grow along a play, and loops with them.
                _ => Num::Op("min", Box::new(num(stream, own, false, 1)), Box::new(Num::Const(5))),
            });
            let mut names = own.to_vec();
            names.extend(most.is_some().then_some("k"));
            let component = |stream: &mut Stream| {
                if list {
                    let depth = 1 + stream.below(3);
                    return Component::List(list_of(stream, &names, depth));
                }
                let shape = usize::try_from(stream.below(shapes.len() as u64)).unwrap();
                let entries = shapes[shape].names.iter();
                Component::Shape(shape, entries.map(|_| num(stream, &names, false, 2)).collect())
            };
            let count = *stream.pick(&[1, 1, 1, 2, 0, 3]);
            let components = (0..count).map(|_| component(stream)).collect();
            let condition =
                (stream.below(2) == 0).then(|| (num(stream, &names, list, 1), num(stream, &names, list, 1)));
            Alternative { components, most, condition }
        };
        (0..alternatives).map(|_| alternative(stream)).collect()
    };
    let clauses = match list {
        true => vec![clause(stream, &[])],
        false => shapes.iter().map(|shape| clause(stream, shape.names)).collect(),
    };
    Random { shapes, clauses }
}

impl Display for Random {
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

impl Random {
    fn position(&self, shape: usize, mut entries: Vec<u64>) -> Position {
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
    fn options(&self, shape: usize, entries: &[u64]) -> Result<Vec<Vec<Position>>, Bad> {
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

    fn start(&self, stream: &mut Stream) -> (usize, Vec<u64>) {
        let shape = usize::try_from(stream.below(self.clauses.len() as u64)).unwrap();
        let length = self.shapes.get(shape).map_or_else(|| stream.below(5), |shape| shape.names.len() as u64);
        (shape, (0..length).map(|_| stream.below(5)).collect())
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

fn parsed(text: &str) -> ShapeRules {
    let rule = Rule::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    match rule.form() {
        Form::Shapes(rules) => rules.clone(),
        other => panic!("{text} is {other:?}"),
    }
}

/// The options in all the ways that rules can be asked.
fn asked(rules: &ShapeRules, position: &Position) -> [Result<Vec<Vec<Position>>, Halt>; 3] {
    let control = Control::default();
    let mut options = Options::new();
    let plain = rules.options(position, &mut options, &control).map(|()| options.canonical());

    let flat = rules.flatten(position).expect("a position of the rule");
    let mut found = Options::new();
    let result = rules.flat_options(&flat, &mut found, &mut Default::default(), &control);
    let flat = result.map(|()| {
        // What is flat is told apart by flattening what came the other way.
        let mut known: Vec<Vec<Position>> = Vec::new();
        for option in found.iter() {
            let same = options.iter().find(|sum| {
                let parts = sum.iter().map(|part| rules.flatten(part).expect("a position of the rule"));
                parts.collect::<Vec<_>>().concat() == option
            });
            let mut sum = same.expect("an option of the other way").to_vec();
            sum.sort();
            known.push(sum);
        }
        assert_eq!(found.len(), options.len());
        known.sort();
        known.dedup();
        known
    });

    let mut options = Options::new();
    let entries = |entries: &[u64]| entries.iter().copied().map(BigUint::from).collect();
    let big = match position {
        Position::Heap(size) => Position::Heap(BigUint::from(*size)),
        Position::Tuple(small) => Position::Tuple(entries(small)),
        Position::Tagged(tag, small) => Position::Tagged(tag.clone(), entries(small)),
        Position::Seq(small) => Position::Seq(entries(small)),
        other => panic!("{other}"),
    };
    let big = rules.big_options(&big, &mut options, &control).map(|()| {
        let small = |entries: &[BigUint]| entries.iter().map(|entry| u64::try_from(entry).unwrap()).collect();
        let mut sums: Vec<Vec<Position>> = Vec::new();
        for option in options.iter() {
            let mut sum: Vec<Position> = option
                .iter()
                .map(|part| match part {
                    Position::Heap(size) => Position::Heap(u64::try_from(size).unwrap()),
                    Position::Tuple(big) => Position::Tuple(small(big)),
                    Position::Tagged(tag, big) => Position::Tagged(tag.clone(), small(big)),
                    Position::Seq(big) => Position::Seq(small(big)),
                    other => panic!("{other}"),
                })
                .collect();
            sum.sort();
            sums.push(sum);
        }
        sums.sort();
        sums.dedup();
        sums
    });
    [plain, flat, big]
}

#[test]
fn options_are_what_the_description_says() {
    let mut stream = Stream(21);
    let (mut moves, mut bad, mut terminal) = (0, 0, 0);
    for _ in 0..1500 {
        let random = random_rule(&mut stream);
        let text = random.to_string();
        let rules = parsed(&text);
        for _ in 0..4 {
            let (shape, entries) = random.start(&mut stream);
            let position = random.position(shape, entries.clone());
            let expected = random.options(shape, &entries);
            for found in asked(&rules, &position) {
                match (&expected, &found) {
                    (Ok(expected), Ok(found)) => assert_eq!(found, expected, "{text} at {position}"),
                    (Err(Bad), Err(Halt::Fault(fault))) => assert_eq!(fault.position, position.to_string()),
                    (Ok(_), other) => panic!("{text} at {position}: {other:?}"),
                    (Err(Bad), other) => panic!("{text} at {position} is bad: {other:?}"),
                }
            }
            match expected {
                Ok(options) if options.is_empty() => terminal += 1,
                Ok(_) => moves += 1,
                Err(Bad) => bad += 1,
            }
        }
    }
    assert!(moves > 1000 && bad > 500 && terminal > 300, "{moves} {bad} {terminal}");
}

#[test]
fn search_says_what_the_naive_engine_says() {
    let mut stream = Stream(22);
    let (mut values, mut faults, mut stopped) = (0, 0, 0);
    for _ in 0..1500 {
        let random = random_rule(&mut stream);
        let text = random.to_string();
        let rules = parsed(&text);
        let (mut naive, mut search) = (Naive::new(&rules), Search::new(&rules));
        for _ in 0..3 {
            let (shape, entries) = random.start(&mut stream);
            let position = random.position(shape, entries);
            let control = Control::default().with_position_limit(60);
            let expected = naive.value(&position, &control);
            let flat: Vec<Heap> = rules.flatten(&position).expect("a position of the rule");
            assert_eq!(search.value(&flat, &control), expected, "{text} at {position}");
            assert_eq!(search.known(), naive.known());
            match expected {
                Ok(_) => values += 1,
                Err(Halt::Fault(_)) => faults += 1,
                Err(Halt::Stopped(_)) => stopped += 1,
            }
        }
    }
    assert!(values > 800 && faults > 500 && stopped > 20, "{values} {faults} {stopped}");
}
