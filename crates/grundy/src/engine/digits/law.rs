//! The automaton that puts out the values of a digit rule.
//!
//! Its states are those of docs/theory.md, Theorem 9.5: for the digits read so far, with the number u, the rule's
//! state and the windows at u, u b, u b^2, ... As the maps repeat from some level on, so do these windows, and the first
//! of them tell all. The automaton is then made minimal.

use rustc_hash::FxHashMap;

use super::cell::Cell;
use super::maps::Maps;
use crate::theory::{AutomaticLaw, Control, Nimber, Stopped};

/// How many levels are looked through for a cycle.
const MOST_LEVELS: usize = 64;

/// How many bytes the maps and the states may take, even if the caller allows more: beyond it no law is found.
const MOST_BYTES: u64 = 1 << 30;

/// How many states are made between two looks at the stop flag.
const STATES_PER_CHECK: usize = 1 << 6;

/// The law of the rule of `maps`, if it is found with at most `most_states` states before they are merged.
pub(super) fn find<C: Cell>(
    maps: &Maps<C>,
    most_states: usize,
    control: &Control,
) -> Result<Option<AutomaticLaw>, Stopped> {
    let bounded = control.clone().with_memory_limit(control.memory_limit().min(MOST_BYTES));
    match search(Maps::<C>::from_level(maps.rule.clone(), 0), most_states, &bounded) {
        Err(Stopped::MemoryLimit { limit, .. }) if limit < control.memory_limit() => Ok(None),
        found => found,
    }
}

fn search<C: Cell>(
    mut maps: Maps<C>,
    most_states: usize,
    control: &Control,
) -> Result<Option<AutomaticLaw>, Stopped> {
    control.check()?;
    maps.seek_cycle(MOST_LEVELS, control)?;
    let Some(cycle) = maps.cycle else { return Ok(None) };
    let levels = cycle.start + cycle.period;
    let base = maps.rule.base();

    let mut states = vec![State { rule: 0, windows: vec![maps.empty; levels].into() }];
    let mut numbers: FxHashMap<State, u32> = FxHashMap::default();
    numbers.insert(states[0].clone(), 0);
    let (mut next, mut outputs) = (Vec::new(), Vec::new());
    let bytes_per_state =
        2 * (size_of::<State>() + levels * size_of::<u32>()) + usize::from(base) * size_of::<u32>();
    while let Some(state) = states.get(outputs.len()).cloned() {
        if outputs.len().is_multiple_of(STATES_PER_CHECK) {
            control.check()?;
            let bytes = u64::try_from(states.len() * bytes_per_state).unwrap_or(u64::MAX);
            control.reserve(maps.bytes().saturating_add(bytes))?;
        }
        let with_own = maps.after(0, state.rule, state.windows[0], control)?;
        let value = maps.windows.row(with_own).last().expect("windows hold at least one value");
        outputs.push(Nimber::new(value.get().into()));

        // The windows at ud, ud b, ...: for d = 0 those of u from the second on, then block by block.
        // Above the last level stands what stands at the first of the cycle.
        let mut windows = state.windows.clone();
        windows.rotate_left(1);
        windows[levels - 1] = state.windows[cycle.start];
        for digit in 0..base {
            let rule = maps.rule.successor(state.rule, digit);
            let led = State { rule, windows: windows.clone() };
            for (level, window) in windows.iter_mut().enumerate() {
                *window = maps.after(level, rule, *window, control)?;
            }
            let fresh = u32::try_from(states.len()).unwrap_or(u32::MAX);
            let number = *numbers.entry(led.clone()).or_insert(fresh);
            if number == fresh {
                if states.len() >= most_states.min(u32::MAX as usize) {
                    return Ok(None);
                }
                states.push(led);
            }
            next.push(number);
        }
    }
    Ok(AutomaticLaw::new(base.into(), next, outputs).map(|law| law.minimised()))
}

/// What the digits read so far tell of all that may follow.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    /// The state of the rule.
    rule: u32,
    /// The windows at u b^k for the first levels k.
    windows: Box<[u32]>,
}
