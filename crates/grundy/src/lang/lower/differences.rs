//! Conditions on differences of names: `a - b <= c` and `a - b != c`.
//!
//! They say of k names, the coins of an option, whether these are *any* k
//! distinct numbers below x. Two checks together decide it soundly:
//!
//! 1. The conditions imply 0 <= a < x for every name and a != b for any two. By
//!    Floyd and Warshall's closure, which derives every bound on a difference
//!    that follows from the bounds given.
//! 2. In some order of the names the chain 0 <= a1 < a2 < ... < ak < x implies all
//!    the conditions. Then every set of k numbers below x satisfies them when it
//!    is given to the names in this order.

/// The node that stands for 0.
pub(super) const ZERO: usize = 0;
/// The node that stands for x.
pub(super) const LIMIT: usize = 1;
/// The node of the first name; the others follow.
pub(super) const FIRST: usize = 2;

/// How many steps the search for an order may take; it is cut short by the
/// conditions unless there are hardly any.
const MOST_STEPS: u32 = 10_000;

/// A conjunction of conditions on differences.
#[derive(Debug, Default)]
pub(super) struct Differences {
    /// `(u, v, c)`: u - v <= c.
    at_most: Vec<(usize, usize, i128)>,
    /// `(u, v, c)`: u - v != c.
    not_equal: Vec<(usize, usize, i128)>,
}

impl Differences {
    /// Adds u - v <= c.
    pub(super) fn at_most(&mut self, u: usize, v: usize, c: i128) {
        self.at_most.push((u, v, c));
    }

    /// Adds u - v != c.
    pub(super) fn not_equal(&mut self, u: usize, v: usize, c: i128) {
        self.not_equal.push((u, v, c));
    }

    /// Whether the conditions say: the names are any `count` distinct numbers
    /// in 0..x-1, each set of them in at least one order. They are known to be
    /// >= 0 beforehand. In doubt the answer is no.
    pub(super) fn say_any_distinct(&self, count: usize) -> bool {
        self.imply_distinct_below(count) && self.allow_every_set(count)
    }

    fn imply_distinct_below(&self, count: usize) -> bool {
        let nodes = count + FIRST;
        let mut bound: Vec<Vec<Option<i128>>> = vec![vec![None; nodes]; nodes];
        let not_negative = (LIMIT..nodes).map(|node| (ZERO, node, 0));
        for (u, v, c) in self.at_most.iter().copied().chain(not_negative) {
            bound[u][v] = Some(bound[u][v].map_or(c, |old| old.min(c)));
        }
        for via in 0..nodes {
            for u in 0..nodes {
                for v in 0..nodes {
                    let (Some(first), Some(second)) = (bound[u][via], bound[via][v]) else { continue };
                    // A sum too small to be represented is only left larger, which
                    // can cost a recognition but not make one wrong.
                    let sum = first.saturating_add(second);
                    bound[u][v] = Some(bound[u][v].map_or(sum, |old| old.min(sum)));
                }
            }
        }
        let less = |u: usize, v: usize| bound[u][v].is_some_and(|c| c < 0);
        let differ = |u, v| {
            less(u, v)
                || less(v, u)
                || self.not_equal.iter().any(|&condition| condition == (u, v, 0) || condition == (v, u, 0))
        };
        (FIRST..nodes).all(|u| less(u, LIMIT) && (u + 1..nodes).all(|v| differ(u, v)))
    }

    fn allow_every_set(&self, count: usize) -> bool {
        let mut order = vec![ZERO];
        let mut steps = 0;
        self.completes(&mut order, count, &mut steps)
    }

    /// Whether the order, from 0 upwards, can be completed so that the chain
    /// implies all conditions.
    fn completes(&self, order: &mut Vec<usize>, count: usize, steps: &mut u32) -> bool {
        *steps += 1;
        if *steps > MOST_STEPS {
            return false;
        }
        if order.len() == count + 1 {
            order.push(LIMIT);
            let implied = self.follow_from(order);
            order.pop();
            return implied;
        }
        for node in FIRST..count + FIRST {
            // u - v <= c follows from the chain only if u stands before v.
            let too_early =
                |&(u, v, _): &(usize, usize, i128)| v == node && u >= FIRST && !order.contains(&u);
            if order.contains(&node) || self.at_most.iter().any(too_early) {
                continue;
            }
            order.push(node);
            if self.completes(order, count, steps) {
                return true;
            }
            order.pop();
        }
        false
    }

    /// Whether 0 <= a1 < ... < ak < x, in this order, implies all conditions.
    fn follow_from(&self, order: &[usize]) -> bool {
        let place = |node: usize| order.iter().position(|&other| other == node);
        // What the chain says of u - v: at most this, if anything.
        let bound = |u: usize, v: usize| -> Option<i128> {
            let (u, v) = (place(u)?, place(v)?);
            // 0 and a1 may be equal, so places count from a1 on.
            let rank = |place: usize| i128::try_from(place.saturating_sub(1)).ok();
            if u < v { Some(rank(u)? - rank(v)?) } else { None }
        };
        self.at_most.iter().all(|&(u, v, c)| bound(u, v).is_some_and(|most| most <= c))
            && self.not_equal.iter().all(|&(u, v, c)| {
                bound(u, v).is_some_and(|most| most < c) || bound(v, u).is_some_and(|most| most < -c)
            })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::theory::random::Random;

    /// Whether for every small x the solutions are, as sets, exactly the sets of
    /// `count` numbers below x, and have no repeats.
    fn by_definition(differences: &Differences, count: usize) -> bool {
        (0..=5i128).all(|x| {
            let mut met = BTreeSet::new();
            let range = 8usize;
            for index in 0..range.pow(u32::try_from(count).unwrap()) {
                let mut values = vec![0, x];
                let mut rest = index;
                for _ in 0..count {
                    values.push(i128::try_from(rest % range).unwrap());
                    rest /= range;
                }
                let holds = differences.at_most.iter().all(|&(u, v, c)| values[u] - values[v] <= c)
                    && differences.not_equal.iter().all(|&(u, v, c)| values[u] - values[v] != c);
                if holds {
                    let mut set = values[FIRST..].to_vec();
                    set.sort_unstable();
                    met.insert(set);
                }
            }
            let sound = |set: &Vec<i128>| {
                set.iter().all(|&value| value < x) && set.windows(2).all(|pair| pair[0] < pair[1])
            };
            let choices = (0..count).fold(1, |product, chosen| {
                let chosen = i128::try_from(chosen).unwrap();
                product * (x - chosen).max(0) / (chosen + 1)
            });
            met.iter().all(sound) && i128::try_from(met.len()).unwrap() == choices
        })
    }

    #[test]
    fn recognition_is_sound_on_random_conditions() {
        let mut stream = Random::new(11);
        let mut below = |bound: u64| usize::try_from(stream.below(bound)).unwrap();
        let (mut yes, mut missed) = (0, 0);
        for _ in 0..6_000 {
            let count = 1 + below(3);
            let nodes = u64::try_from(count + FIRST).unwrap();
            let mut differences = Differences::default();
            // Most names get their bound by x, so that enough systems are right.
            for name in FIRST..FIRST + count {
                if below(8) > 0 {
                    differences.at_most(name, LIMIT, -1);
                }
            }
            for _ in 0..below(4) {
                let (u, v) = (below(nodes), below(nodes));
                let c = i128::try_from(below(4)).unwrap() - 2;
                if u == v {
                    continue;
                }
                if below(3) == 0 { differences.not_equal(u, v, 0) } else { differences.at_most(u, v, c) }
            }
            let expected = by_definition(&differences, count);
            if differences.say_any_distinct(count) {
                assert!(expected, "{differences:?} on {count} names");
                yes += 1;
            } else if expected {
                missed += 1;
            }
        }
        assert!(yes > 500, "{yes} recognised, {missed} missed");
    }
}
