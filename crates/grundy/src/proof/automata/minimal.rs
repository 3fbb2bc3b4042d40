//! The smallest automaton (J. E. Hopcroft 1971).

use super::automaton::{index, number};

/// Which states accept the same words: a class for each state, and how many classes there are.
///
/// `next` is the table of transitions by state and letter. The time is proportional to its length and to the
/// logarithm of the number of states, however long words must be to tell two states apart.
pub(super) fn classes(next: &[u32], letters: usize, accepts: &[bool]) -> (Vec<u32>, usize) {
    let states = accepts.len();
    let before = Before::new(next, letters, states);
    let mut partition = Partition::of(accepts);
    // A class that is no set to split by is split by what is left of it and another that is one.
    let mut waiting: Vec<u32> = (1..partition.classes()).map(number).collect();
    let mut is_waiting = vec![false; partition.classes()];
    waiting.iter().for_each(|&class| is_waiting[index(class)] = true);
    let mut members = Vec::new();
    while let Some(class) = waiting.pop() {
        is_waiting[index(class)] = false;
        // By all letters it is the class as it is now that splits, even if it is split itself.
        members.clear();
        members.extend_from_slice(partition.members(class));
        for letter in 0..letters {
            for &member in &members {
                before.by(member, letter).iter().for_each(|&state| partition.mark(state));
            }
            partition.split(|fresh| {
                is_waiting.push(true);
                waiting.push(fresh);
            });
        }
    }
    let count = partition.classes();
    (partition.class, count)
}

/// The transitions from their ends.
struct Before {
    letters: usize,
    /// By state and letter, where their stretch begins.
    starts: Vec<u32>,
    states: Vec<u32>,
}

impl Before {
    fn new(next: &[u32], letters: usize, states: usize) -> Before {
        let mut starts = vec![0_u32; states * letters + 1];
        let ends = |visit: &mut dyn FnMut(usize, u32)| {
            for (row, state) in next.chunks_exact(letters).zip(0..) {
                row.iter().enumerate().for_each(|(letter, &to)| visit(index(to) * letters + letter, state));
            }
        };
        ends(&mut |place, _| starts[place] += 1);
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut from = vec![0; next.len()];
        ends(&mut |place, state| {
            starts[place] -= 1;
            from[index(starts[place])] = state;
        });
        Before { letters, starts, states: from }
    }

    /// The states from which this one is reached by the letter.
    fn by(&self, state: u32, letter: usize) -> &[u32] {
        let place = index(state) * self.letters + letter;
        &self.states[index(self.starts[place])..index(self.starts[place + 1])]
    }
}

/// States in classes, each a stretch of one list.
struct Partition {
    /// The states, class by class; the marked ones first in each.
    order: Vec<u32>,
    /// Where a state stands there.
    place: Vec<u32>,
    class: Vec<u32>,
    /// By class: the first place, the place behind the last, and how many are marked.
    bounds: Vec<(u32, u32, u32)>,
    /// The classes with marked states.
    touched: Vec<u32>,
}

impl Partition {
    /// Two classes, the smaller one last; one if all states accept alike.
    fn of(accepts: &[bool]) -> Partition {
        let states = number(accepts.len());
        let accepting = accepts.iter().filter(|&&accepts| accepts).count();
        // Of class 0 are those that accept if they are more.
        let first = accepting * 2 > accepts.len();
        let class: Vec<u32> = accepts.iter().map(|&accepts| u32::from(accepts != first)).collect();
        let mut order: Vec<u32> = (0..states).collect();
        order.sort_by_key(|&state| class[index(state)]);
        let mut place = vec![0; accepts.len()];
        order.iter().zip(0..).for_each(|(&state, at)| place[index(state)] = at);
        let smaller = number(if first { accepts.len() - accepting } else { accepting });
        let mut bounds = vec![(0, states - smaller, 0)];
        if smaller > 0 {
            bounds.push((states - smaller, states, 0));
        }
        Partition { order, place, class, bounds, touched: Vec::new() }
    }

    fn classes(&self) -> usize {
        self.bounds.len()
    }

    fn members(&self, class: u32) -> &[u32] {
        let (first, end, _) = self.bounds[index(class)];
        &self.order[index(first)..index(end)]
    }

    /// Marks a state that is not marked.
    fn mark(&mut self, state: u32) {
        let class = self.class[index(state)];
        let (first, end, marked) = &mut self.bounds[index(class)];
        if *end - *first == 1 {
            return;
        }
        if *marked == 0 {
            self.touched.push(class);
        }
        let (at, to) = (self.place[index(state)], *first + *marked);
        *marked += 1;
        let other = self.order[index(to)];
        self.order.swap(index(at), index(to));
        self.place[index(state)] = to;
        self.place[index(other)] = at;
    }

    /// Splits the classes of which some are marked, and tells the new classes, which are the smaller parts. Nothing is
    /// marked any more.
    fn split(&mut self, mut tell: impl FnMut(u32)) {
        while let Some(class) = self.touched.pop() {
            let (first, end, marked) = self.bounds[index(class)];
            self.bounds[index(class)].2 = 0;
            let middle = first + marked;
            if middle == end {
                continue;
            }
            let (kept, moved) = if middle - first > end - middle {
                ((first, middle), (middle, end))
            } else {
                ((middle, end), (first, middle))
            };
            let fresh = number(self.bounds.len());
            self.bounds[index(class)] = (kept.0, kept.1, 0);
            self.bounds.push((moved.0, moved.1, 0));
            for at in moved.0..moved.1 {
                self.class[index(self.order[index(at)])] = fresh;
            }
            tell(fresh);
        }
    }
}
