//! Loopy play: values of positions from which play may go on for ever.
//!
//! The positions that play can reach are found first; then, for m = 0, 1, 2, ...,
//! the value m is given to every position that must have it (Smith 1966; Fraenkel
//! and Perl 1975). A *candidate* for m is a position without value whose options
//! show every value below m. It gets the value m once each of its options without
//! value has an option of value m: whoever moves there is answered by a move back
//! to m. Positions that never get a value are ∞(K), where K holds the values of
//! their options. docs/theory.md states and proves it. Each round costs time in
//! proportion to the moves between the candidates.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::memory::{hashed, room_in_list, room_in_map};
use crate::ruleset::{Fault, FaultKind, Halt, Options, Ruleset};
use crate::theory::{Control, LoopyValue, Nimber};

/// How many positions are looked at between two looks at the control.
const BATCH: usize = 1 << 10;

/// What a move takes, in bytes: it stands in two lists, which may have grown.
const MOVE_BYTES: usize = 32;

/// What a position takes in lists of bare numbers, while it is explored and
/// labelled: those of its moves, of the moves to it, and half a dozen marks.
const MARK_BYTES: usize = 192;

/// The loopy engine for one ruleset; it remembers every value it has found.
///
/// An option must leave one position, or nothing.
#[derive(Debug)]
pub struct Loopy<R: Ruleset> {
    rules: R,
    /// The number of each position that was met.
    numbers: FxHashMap<R::Position, usize>,
    /// The values of the positions by their numbers; all that play can reach from
    /// a position with a number has one, too.
    values: Vec<LoopyValue>,
    kept_bytes: usize,
}

/// What a position that is being valued can move to.
#[derive(Debug, Default)]
struct Node {
    /// New positions, by their place among the new ones.
    new: Vec<usize>,
    /// Positions with a value, by number.
    old: Vec<usize>,
    /// Whether a move may leave nothing, which has value 0.
    to_nothing: bool,
}

impl<R: Ruleset> Loopy<R> {
    /// An engine that knows no value yet.
    #[must_use]
    pub fn new(rules: R) -> Loopy<R> {
        Loopy { rules, numbers: FxHashMap::default(), values: Vec::new(), kept_bytes: 0 }
    }

    /// How many positions have a known value.
    #[must_use]
    pub fn known(&self) -> usize {
        self.values.len()
    }

    /// The value of `position`.
    ///
    /// # Errors
    ///
    /// [`Halt::Fault`] if the rule breaks at a position that play can reach, or an
    /// option leaves several positions; [`Halt::Stopped`] at a limit of `control`.
    /// Values found by earlier calls stay.
    pub fn value(&mut self, position: &R::Position, control: &Control) -> Result<LoopyValue, Halt> {
        if let Some(value) = self.numbers.get(position).and_then(|&number| self.values.get(number)) {
            return Ok(value.clone());
        }
        let (positions, nodes) = self.explore(position, control)?;
        let labels = self.label(&nodes, control)?;
        let found: Vec<LoopyValue> = nodes
            .iter()
            .zip(&labels)
            .map(|(node, label)| match label {
                Some(label) => LoopyValue::Finite(Nimber::new(*label)),
                None => {
                    let new = node.new.iter().filter_map(|&next| labels[next].map(Nimber::new));
                    let old = node.old.iter().filter_map(|&number| self.values[number].finite());
                    LoopyValue::infinite(new.chain(old).chain(node.to_nothing.then_some(Nimber::ZERO)))
                }
            })
            .collect();
        let first = found.first().cloned().unwrap_or_else(|| LoopyValue::infinite([]));
        for position in positions {
            room_in_map(&mut self.numbers, self.kept_bytes, control)?;
            self.numbers.insert(position, self.numbers.len());
        }
        self.values.extend(found);
        Ok(first)
    }

    /// The positions without a value that play can reach, `start` first, each with
    /// what it can move to.
    fn explore(
        &mut self,
        start: &R::Position,
        control: &Control,
    ) -> Result<(Vec<R::Position>, Vec<Node>), Halt> {
        let mut positions = vec![start.clone()];
        let mut places = FxHashMap::default();
        places.insert(start.clone(), 0);
        let mut nodes: Vec<Node> = Vec::new();
        let mut options = Options::new();
        let mut kept = self.kept_bytes.saturating_add(self.bytes(start));
        while let Some(current) = positions.get(nodes.len()).cloned() {
            if nodes.len().is_multiple_of(BATCH) {
                control.check()?;
                control.report(nodes.len() as u64, None);
            }
            self.rules.options(&current, &mut options, control)?;
            let mut node = Node::default();
            for option in options.iter() {
                match option {
                    [] => node.to_nothing = true,
                    [next] => {
                        if let Some(&number) = self.numbers.get(next) {
                            node.old.push(number);
                            continue;
                        }
                        let place = match places.get(next) {
                            Some(&place) => place,
                            None => {
                                kept = kept.saturating_add(self.bytes(next));
                                room_in_map(&mut places, kept, control)?;
                                room_in_list(&mut positions, kept, control)?;
                                places.insert(next.clone(), positions.len());
                                positions.push(next.clone());
                                positions.len() - 1
                            }
                        };
                        node.new.push(place);
                    }
                    several => {
                        let option: Vec<String> = several.iter().map(ToString::to_string).collect();
                        let what = format!("the option [{}], several positions at once", option.join(", "));
                        let kind = FaultKind::Undefined { what };
                        return Err(Fault { position: current.to_string(), kind, span: None }.into());
                    }
                }
            }
            for list in [&mut node.new, &mut node.old] {
                list.sort_unstable();
                list.dedup();
                kept = kept.saturating_add(list.len().saturating_mul(MOVE_BYTES));
            }
            room_in_list(&mut nodes, kept, control)?;
            nodes.push(node);
            let met = self.values.len().saturating_add(positions.len());
            control.visit(met as u64)?;
            control.reserve(kept as u64)?;
        }
        self.kept_bytes = kept;
        Ok((positions, nodes))
    }

    /// About what a position takes in all: it stands in two lists, in the table of
    /// those that are explored and in that of all, and with its values.
    fn bytes(&self, position: &R::Position) -> usize {
        let heap = match self.rules.heap_bytes(position) {
            0 => 0,
            bytes => 3 * (bytes + 16),
        };
        let lists = 2 * (size_of::<R::Position>() + size_of::<LoopyValue>() + size_of::<Node>());
        let tables = 2 * hashed(2, size_of::<(R::Position, usize)>());
        heap + lists + tables + MARK_BYTES
    }

    /// The finite values of the new positions; none where there is none.
    fn label(&self, nodes: &[Node], control: &Control) -> Result<Vec<Option<u64>>, Halt> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for (place, node) in nodes.iter().enumerate() {
            for &next in &node.new {
                before[next].push(place);
            }
        }
        let mut labels: Vec<Option<u64>> = vec![None; nodes.len()];
        // Those whose options show every value below m, ascending.
        let mut candidates: Vec<usize> = (0..nodes.len()).collect();
        for m in 0_u64.. {
            control.check()?;
            if candidates.is_empty() {
                break;
            }
            let goal = Nimber::new(m);
            let mut is_candidate = vec![false; nodes.len()];
            candidates.iter().for_each(|&place| is_candidate[place] = true);
            // Whether a position has an option of value m, and how many options of a
            // candidate are in the way of the value m: those without value from
            // which there is no move to m, and those of value m.
            let mut shows = vec![false; nodes.len()];
            let mut in_the_way = vec![0_usize; nodes.len()];
            let mut ready = VecDeque::new();
            for (place, node) in nodes.iter().enumerate() {
                shows[place] = (m == 0 && node.to_nothing)
                    || node.old.iter().any(|&number| self.values[number].finite() == Some(goal));
            }
            for &place in &candidates {
                let node = &nodes[place];
                let old = node.old.iter().filter(|&&number| match &self.values[number] {
                    LoopyValue::Finite(value) => *value == goal,
                    LoopyValue::Infinite(values) => !values.contains(&goal),
                });
                let new = node.new.iter().filter(|&&next| labels[next].is_none() && !shows[next]);
                in_the_way[place] = old.count() + new.count() + usize::from(m == 0 && node.to_nothing);
                if in_the_way[place] == 0 {
                    ready.push_back(place);
                }
            }
            while let Some(place) = ready.pop_front() {
                labels[place] = Some(m);
                for &earlier in &before[place] {
                    if std::mem::replace(&mut shows[earlier], true) || labels[earlier].is_some() {
                        continue;
                    }
                    // `earlier` can now move to m, so it is in nobody's way any more.
                    for &candidate in &before[earlier] {
                        if !is_candidate[candidate] || labels[candidate].is_some() {
                            continue;
                        }
                        in_the_way[candidate] -= 1;
                        if in_the_way[candidate] == 0 {
                            ready.push_back(candidate);
                        }
                    }
                }
            }
            candidates.retain(|&place| labels[place].is_none() && shows[place]);
        }
        Ok(labels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Naive;
    use crate::ruleset::Heap;
    use crate::theory::Outcome;
    use crate::theory::random::Random;

    /// A directed graph; a token on a vertex moves along an edge.
    struct Graph(Vec<Vec<usize>>);

    impl Ruleset for Graph {
        type Position = Heap;

        fn options(&self, heap: &Heap, options: &mut Options<Heap>, _: &Control) -> Result<(), Halt> {
            options.clear();
            for &next in &self.0[heap.index().unwrap()] {
                options.push([Heap::new(next as u64)]);
            }
            Ok(())
        }
    }

    /// The outcome of every pair of vertices by retrograde analysis: a sum is P if
    /// all its options are N, N if one of them is P, and D if neither follows.
    fn outcomes(graph: &Graph, tokens: u32) -> Vec<Outcome> {
        let n = graph.0.len();
        let places = |sum: usize| (0..tokens).map(move |token| sum / n.pow(token) % n);
        let options = |sum: usize| -> Vec<usize> {
            let moves = places(sum).zip(0..).flat_map(|(place, token)| {
                let power = n.pow(token);
                graph.0[place].iter().map(move |&next| sum - place * power + next * power)
            });
            moves.collect()
        };
        let mut known = vec![Outcome::D; n.pow(tokens)];
        loop {
            let mut changed = false;
            for sum in 0..known.len() {
                if known[sum] != Outcome::D {
                    continue;
                }
                let next = options(sum);
                let found = if next.iter().any(|&option| known[option] == Outcome::P) {
                    Outcome::N
                } else if next.iter().all(|&option| known[option] == Outcome::N) {
                    Outcome::P
                } else {
                    continue;
                };
                known[sum] = found;
                changed = true;
            }
            if !changed {
                return known;
            }
        }
    }

    fn random_graph(stream: &mut Random, n: usize, edges: usize, acyclic: bool) -> Graph {
        let mut graph = vec![Vec::new(); n];
        for _ in 0..edges {
            let (from, to) = (stream.index(n), stream.index(n));
            if !acyclic || to < from {
                graph[from].push(to);
            }
        }
        Graph(graph)
    }

    #[test]
    fn sums_of_tokens_are_those_of_retrograde_analysis() {
        let control = Control::default();
        let mut stream = Random::new(3);
        let mut met = std::collections::BTreeMap::new();
        for case in 0..3000 {
            let n = 2 + stream.index(6);
            let edges = stream.index(3 * n + 1);
            let graph = random_graph(&mut stream, n, edges, false);
            let tokens = if case % 10 == 0 { 3 } else { 2 };
            let expected = outcomes(&graph, tokens);
            let mut loopy = Loopy::new(&graph);
            // The order of the questions must not matter: start anywhere.
            let shift = stream.index(n);
            let values: Vec<LoopyValue> = (0..n)
                .map(|vertex| {
                    let asked = Heap::new(((vertex + shift) % n) as u64);
                    loopy.value(&asked, &control).unwrap();
                    asked
                })
                .collect::<Vec<_>>()
                .iter()
                .map(|vertex| loopy.value(vertex, &control).unwrap())
                .collect();
            let value = |vertex: usize| values[(vertex + n - shift) % n].clone();
            for (sum, outcome) in expected.into_iter().enumerate() {
                let total: LoopyValue = (0..tokens).map(|token| value(sum / n.pow(token) % n)).sum();
                assert_eq!(total.outcome(), outcome, "{:?}, sum {sum}: {total}", graph.0);
                *met.entry(outcome).or_insert(0) += 1;
            }
        }
        assert!(met.len() == 3 && met.values().all(|&count| count > 3000), "{met:?}");
    }

    #[test]
    fn without_circles_values_are_ordinary() {
        let control = Control::default();
        let mut stream = Random::new(5);
        for _ in 0..300 {
            let graph = random_graph(&mut stream, 12, 40, true);
            let (mut loopy, mut naive) = (Loopy::new(&graph), Naive::new(&graph));
            for vertex in (0..12).rev().map(Heap::new) {
                let expected = LoopyValue::Finite(naive.value(&vertex, &control).unwrap());
                assert_eq!(loopy.value(&vertex, &control), Ok(expected), "{:?}", graph.0);
            }
        }
    }

    #[test]
    fn a_limit_stops_it_and_loses_nothing() {
        let long = Graph((0..1000).map(|vertex| vec![(vertex + 1) % 1000]).collect());
        let mut loopy = Loopy::new(&long);
        let few = Control::default().with_position_limit(10);
        assert!(matches!(loopy.value(&Heap::new(0), &few), Err(Halt::Stopped(_))));
        let endless = loopy.value(&Heap::new(0), &Control::default()).unwrap();
        assert_eq!(endless.to_string(), "inf{}");
    }
}
