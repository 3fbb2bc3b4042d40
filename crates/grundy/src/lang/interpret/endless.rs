//! Walks along infinite sets that offer options.
//!
//! The walk ends at the first member whose option is not a position; with loops
//! inside, at the first member for which an option was met and none was a
//! position. An option without a value is not met. A million members in a row
//! without a new option is a fault: so the walk ends in every case.

use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxHashSet;

use super::machine::{DONE, Machine, ON, Walk};
use super::number::Number;
use super::set::{Idle, walk};
use super::step;
use crate::lang::ir::{Offer, Set, Slot, Step};
use crate::ruleset::{Options, Span};

/// Offers `option` for the members of an infinite set.
pub(super) fn options<N: Number>(
    m: &mut Machine<'_, N>,
    slots: &[Slot],
    set: &Set,
    span: &Span,
    rest: &[Step],
    option: &Offer,
) -> Walk {
    let outside = (m.met, m.met_position);
    let mut inside = (false, false);
    let mut idle = Idle::default();
    let mut novelty = Novelty::new(m.options);
    m.infinite_walks += 1;
    let flow = walk(m, set, &mut |m, member| {
        m.bind_all(slots, member);
        (m.met, m.met_position) = (false, false);
        step::options(m, rest, option)?;
        inside = (inside.0 | m.met, inside.1 | m.met_position);
        let last = m.met && !m.met_position;
        let found = m.probing && m.met_position;
        if last || found {
            return DONE;
        }
        idle.note(novelty.notice(m.options), span)?;
        ON
    });
    m.infinite_walks -= 1;
    (m.met, m.met_position) = (outside.0 | inside.0, outside.1 | inside.1);
    flow
}

/// For so many members every option counts as new; nearly all walks end sooner.
const TRUSTED: u64 = 1024;

/// Tells new options of a walk from repeated ones.
struct Novelty<E> {
    /// Where the options of the walk begin, and how many were looked at.
    start: usize,
    noticed: usize,
    members: u64,
    /// The least and the largest option of one component. An option outside is
    /// new: most walks only ever go on in one direction.
    bounds: Option<(E, E)>,
    /// Hashes of all options of the walk, once one fell between the bounds. Two
    /// options with one hash would pass for one; that matters only if no other
    /// of a million members has a new option.
    table: Option<FxHashSet<u64>>,
}

impl<E: Clone + Ord + Hash> Novelty<E> {
    fn new(options: &Options<E>) -> Novelty<E> {
        Novelty { start: options.len(), noticed: options.len(), members: 0, bounds: None, table: None }
    }

    /// Whether options were added since the last call that are new in this walk.
    fn notice(&mut self, options: &Options<E>) -> bool {
        self.members += 1;
        if self.members < TRUSTED {
            let more = options.len() > self.noticed;
            self.noticed = options.len();
            return more;
        }
        if self.members == TRUSTED {
            // The bounds of what was taken on trust.
            self.noticed = self.start;
        }
        let mut fresh = false;
        for index in self.noticed..options.len() {
            fresh |= options.get(index).is_some_and(|option| self.is_new(option, index, options));
        }
        self.noticed = options.len();
        fresh
    }

    fn is_new(&mut self, option: &[E], index: usize, options: &Options<E>) -> bool {
        if let [number] = option {
            let outside = match &mut self.bounds {
                None => {
                    self.bounds = Some((number.clone(), number.clone()));
                    true
                }
                Some((least, _)) if number < least => {
                    least.clone_from(number);
                    true
                }
                Some((_, largest)) if number > largest => {
                    largest.clone_from(number);
                    true
                }
                Some(_) => false,
            };
            if outside {
                if let Some(table) = &mut self.table {
                    table.insert(hash(option));
                }
                return true;
            }
        }
        let table = self.table.get_or_insert_with(|| {
            (self.start..index).filter_map(|earlier| options.get(earlier)).map(hash).collect()
        });
        table.insert(hash(option))
    }
}

/// The hash of a sum, whatever the order of its components.
fn hash<E: Ord + Hash>(option: &[E]) -> u64 {
    let mut components: Vec<&E> = option.iter().collect();
    components.sort_unstable();
    let mut hasher = DefaultHasher::new();
    components.hash(&mut hasher);
    hasher.finish()
}
