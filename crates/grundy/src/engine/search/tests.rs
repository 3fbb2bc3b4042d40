use super::*;
use crate::engine::Naive;
use crate::ruleset::Ruleset;
use crate::theory::random::Random;

/// Moves between numbered places; a move may leave several tokens.
#[derive(Debug)]
struct Graph {
    options: Vec<Vec<Vec<u64>>>,
    /// Places where the rule breaks.
    broken: Vec<bool>,
}

impl Graph {
    fn at(&self, place: u64) -> Result<&[Vec<u64>], Fault> {
        let index = usize::try_from(place).unwrap();
        if self.broken[index] {
            let what = "a rule that is broken".to_owned();
            return Err(Fault {
                position: place.to_string(),
                kind: FaultKind::Undefined { what },
                span: None,
            });
        }
        Ok(&self.options[index])
    }
}

impl Ruleset for Graph {
    type Position = Heap;

    fn options(&self, place: &Heap, options: &mut Options<Heap>, _: &Control) -> Result<(), Halt> {
        options.clear();
        for option in self.at(place.size())? {
            options.push(option.iter().copied().map(Heap::new));
        }
        Ok(())
    }
}

/// A place with entries that its number tells, few or many, small or large.
fn flat(place: u64) -> impl Iterator<Item = Heap> {
    std::iter::once(place).chain((0..place % 12).map(move |index| place << (index * 7 % 50))).map(Heap::new)
}

impl FlatRuleset for Graph {
    type Scratch = ();

    fn flat_options(
        &self,
        position: &[Heap],
        options: &mut Options<Heap>,
        (): &mut (),
        _: &Control,
    ) -> Result<(), Halt> {
        options.clear();
        assert!(position.iter().copied().eq(flat(position[0].size())), "positions come whole");
        for option in self.at(position[0].size())? {
            options.push(option.iter().copied().flat_map(flat));
        }
        Ok(())
    }

    fn entries_after(&self, head: Heap) -> usize {
        usize::try_from(head.size() % 12).unwrap()
    }

    fn show(&self, position: &[Heap]) -> String {
        position[0].to_string()
    }
}

fn random_graph(stream: &mut Random) -> Graph {
    let places = 2 + stream.below(30);
    // Mostly downwards; in some graphs now and then anywhere, so that there are circles.
    let (wild, faulty) = (stream.below(3) == 0, stream.below(3) == 0);
    let mut graph = Graph { options: Vec::new(), broken: Vec::new() };
    for place in 0..places {
        graph.broken.push(faulty && stream.below(12) == 0);
        let mut options = Vec::new();
        for _ in 0..stream.below(7) {
            let below = if wild && stream.below(25) == 0 { places } else { place };
            let tokens =
                if below == 0 { 0 } else { [0, 1, 1, 1, 1, 2, 3][usize::try_from(stream.below(7)).unwrap()] };
            options.push((0..tokens).map(|_| stream.below(below)).collect());
        }
        graph.options.push(options);
    }
    graph
}

#[test]
fn values_faults_and_limits_are_those_of_the_naive_engine() {
    let mut stream = Random::new(11);
    let (mut values, mut circles, mut broken, mut stopped) = (0, 0, 0, 0);
    for case in 0..4000 {
        let graph = random_graph(&mut stream);
        let places = u64::try_from(graph.options.len()).unwrap();
        let (mut naive, mut search) = (Naive::new(&graph), Search::new(&graph));
        search.found.remembered = [0, 3, usize::MAX][case % 3];
        // What was found before an error must stay right after it.
        for _ in 0..4 {
            let place = stream.below(places);
            let control = match stream.below(3) {
                0 => Control::default().with_position_limit(stream.below(places)),
                _ => Control::default(),
            };
            let expected = naive.value(&Heap::new(place), &control);
            let start: Vec<Heap> = flat(place).collect();
            assert_eq!(search.value(&start, &control), expected, "place {place} of {graph:?}");
            assert_eq!(search.known(), naive.known());
            match expected {
                Ok(_) => values += 1,
                Err(Halt::Fault(Fault { kind: FaultKind::Cycle { .. }, .. })) => circles += 1,
                Err(Halt::Fault(_)) => broken += 1,
                Err(Halt::Stopped(_)) => stopped += 1,
            }
        }
    }
    let met = [values, circles, broken, stopped];
    assert!(met.iter().all(|&count| count > 300), "{met:?}");
}

/// One heap: a move takes any number of counters, down to one at first.
#[derive(Debug)]
struct Nim;

impl FlatRuleset for Nim {
    type Scratch = ();

    fn flat_options(
        &self,
        position: &[Heap],
        options: &mut Options<Heap>,
        (): &mut (),
        _: &Control,
    ) -> Result<(), Halt> {
        options.clear();
        (0..position[0].size()).rev().for_each(|left| options.push([Heap::new(left)]));
        Ok(())
    }

    fn entries_after(&self, _: Heap) -> usize {
        0
    }

    fn show(&self, position: &[Heap]) -> String {
        position[0].to_string()
    }
}

#[test]
fn a_play_of_two_thousand_moves_with_as_many_options_each() {
    // Four million options are under way at once, more than are remembered.
    let mut search = Search::new(Nim);
    assert_eq!(search.value(&[Heap::new(2000)], &Control::default()), Ok(Nimber::new(2000)));
    assert!(search.work.components.capacity() <= 2 * (MOST_REMEMBERED + 2000));
    assert_eq!(search.known(), 2001);
}

#[test]
fn a_play_of_a_million_moves() {
    let options =
        (0..=1_000_000_u64).map(|place| place.checked_sub(1).map(|left| vec![left]).into_iter().collect());
    let graph = Graph { options: options.collect(), broken: vec![false; 1_000_001] };
    let mut search = Search::new(&graph);
    let start: Vec<Heap> = flat(1_000_000).collect();
    assert_eq!(search.value(&start, &Control::default()), Ok(Nimber::ZERO));
}

#[test]
fn memory_is_limited_and_what_was_found_is_kept() {
    let mut search = Search::new(Nim);
    let little = Control::default().with_memory_limit(20_000);
    let halt = search.value(&[Heap::new(3000)], &little).unwrap_err();
    assert!(matches!(halt, Halt::Stopped(Stopped::MemoryLimit { .. })), "{halt}");
    assert_eq!(search.value(&[Heap::new(100)], &Control::default()), Ok(Nimber::new(100)));
    let enough = Control::default().with_memory_limit(3 << 19);
    assert_eq!(search.value(&[Heap::new(3000)], &enough), Ok(Nimber::new(3000)));
}
