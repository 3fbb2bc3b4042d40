//! Automata that accept the pairs of n and g(n), guessed from a table or made from a period.
//!
//! Nothing rests on them: whether they are the graph of a rule's values is proved afterwards.

use std::collections::VecDeque;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::proof::automata::{Automaton, Budget, Undecided};
use crate::theory::{AutomaticLaw, Period, Values};

/// The automaton of the pairs n and v for which v is the value that the period gives at n, from the values
/// of the preperiod and of one period. `None` if the values are too few, or numbers do not fit.
pub(super) fn of_period(
    period: Period,
    values: &Values,
    base: usize,
    budget: &Budget<'_>,
) -> Result<Option<Automaton>, Undecided> {
    /// Of period * v - saltus * n, all digits so far.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    enum Difference {
        Is(i128),
        /// It never becomes what it must be.
        Never,
    }
    let length = period.preperiod.saturating_add(period.period);
    let (Ok(wide), Ok(length_wide)) = (i128::try_from(base), i128::try_from(length)) else { return Ok(None) };
    let Ok(every) = i128::try_from(period.period) else { return Ok(None) };
    let rise = i128::from(period.saltus);
    if period.period == 0 || values.len() < length || length_wide > 1 << 40 || rise > 1 << 40 {
        return Ok(None);
    }
    budget.allows(length, base)?;
    // What the difference is where v is the value: it stays the same from period to period.
    let wanted: Vec<i128> = (0_i128..)
        .zip(values.iter().take(length))
        .map(|(n, value)| every * i128::from(value.size()) - rise * n)
        .collect();
    let (least, most) =
        (wanted.iter().min().copied().unwrap_or(0), wanted.iter().max().copied().unwrap_or(0));
    let fold = |n: i128| {
        let first = length_wide - every;
        if n < length_wide { n } else { first + (n - first) % every }
    };
    let wide_of = |digit: usize| i128::try_from(digit).unwrap_or(0);
    Automaton::build(
        base,
        2,
        (0_i128, Difference::Is(0)),
        |&(n, difference), letter| {
            let [digit, value] = [letter % base, letter / base].map(wide_of);
            let n = fold(wide * n + digit);
            let Difference::Is(before) = difference else { return (0, Difference::Never) };
            let now = wide * before + every * value - rise * digit;
            // With more digits it falls by less than `rise` in each power of the base, and rises by less than `every`.
            if (now >= rise && now > most) || (-now >= every && now < least) {
                return (0, Difference::Never);
            }
            (n, Difference::Is(now))
        },
        |&(n, difference)| {
            let wanted = usize::try_from(n).ok().and_then(|n| wanted.get(n));
            wanted.is_some_and(|&wanted| difference == Difference::Is(wanted))
        },
        budget,
    )
    .map(Some)
}

/// The automaton of the pairs n and g(n) of a law that an automaton puts out.
pub(super) fn of_automatic(law: &AutomaticLaw, budget: &Budget<'_>) -> Result<Automaton, Undecided> {
    let base = usize::try_from(law.base()).expect("a small base");
    let wide = u64::try_from(base).expect("a small base");
    let most = (0..law.states()).map(|state| law.output(state).size()).max().unwrap_or(0);
    Automaton::build(
        base,
        2,
        Some((0_usize, 0_u64)),
        |state, letter| {
            let (state, value) = (*state)?;
            let digit = u64::try_from(letter / base).ok()?;
            let value = value.checked_mul(wide)?.checked_add(digit).filter(|&value| value <= most)?;
            Some((law.step(state, letter % base), value))
        },
        |state| state.is_some_and(|(state, value)| law.output(state).size() == value),
        budget,
    )
}

/// An automaton that accepts the pairs of n and its value, as far as the table shows: numbers with the same
/// digits at the front lead to one state if the table shows no difference in what follows, of at most `depth` digits.
/// `None` if the table is too short to tell.
pub(super) fn learn(
    values: &Values,
    base: usize,
    depth: u32,
    budget: &Budget<'_>,
) -> Result<Option<Automaton>, Undecided> {
    let Some(widest) = base.checked_pow(depth) else { return Ok(None) };
    // What may follow the pair of two beginnings; None if the table ends before.
    let follows = |n: usize, value: u64| -> Option<Vec<u64>> {
        let end = n.checked_mul(widest)?.checked_add(widest)?;
        if end > values.len() {
            return None;
        }
        let mut all = Vec::new();
        let mut width = 1_usize;
        for _ in 0..=depth {
            let wide = u64::try_from(width).ok()?;
            let first = value.checked_mul(wide)?;
            for number in n * width..n * width + width {
                let rest = values.get(number)?.size().checked_sub(first).filter(|&rest| rest < wide);
                all.push(rest.unwrap_or(u64::MAX));
            }
            width = width.saturating_mul(base);
        }
        Some(all)
    };
    let is_dead = |follows: &[u64]| follows.iter().all(|&rest| rest == u64::MAX);
    let letters = base * base;
    const DEAD: u32 = u32::MAX;
    let mut numbers: FxHashMap<Vec<u64>, u32> = FxHashMap::default();
    let Some(start) = follows(0, 0) else { return Ok(None) };
    let mut accepts = vec![values.get(0).is_some_and(|value| value.size() == 0)];
    let mut next: Vec<u32> = Vec::new();
    let mut waiting = VecDeque::from([(0_usize, 0_u64)]);
    numbers.insert(start, 0);
    while let Some((n, value)) = waiting.pop_front() {
        budget.allows(accepts.len(), letters)?;
        for letter in 0..letters {
            let (more, more_value) = (letter % base, letter / base);
            let n = n * base + more;
            let Some(value) = value
                .checked_mul(u64::try_from(base).unwrap_or(u64::MAX))
                .and_then(|value| value.checked_add(u64::try_from(more_value).ok()?))
            else {
                next.push(DEAD);
                continue;
            };
            let Some(follows) = follows(n, value) else { return Ok(None) };
            if is_dead(&follows) {
                next.push(DEAD);
                continue;
            }
            let number = match numbers.get(&follows) {
                Some(&number) => number,
                None => {
                    let number = u32::try_from(accepts.len()).unwrap_or(DEAD - 1);
                    accepts.push(follows[0] == 0);
                    numbers.insert(follows, number);
                    waiting.push_back((n, value));
                    number
                }
            };
            next.push(number);
        }
    }
    let step = |state: &u32, letter: usize| match usize::try_from(*state) {
        Ok(row) if *state != DEAD => next[row * letters + letter],
        _ => DEAD,
    };
    let accepting =
        |state: &u32| usize::try_from(*state).is_ok_and(|state| accepts.get(state) == Some(&true));
    if step(&0, 0) != 0 {
        return Ok(None);
    }
    Automaton::build(base, 2, 0_u32, step, accepting, budget).map(Some)
}

/// Whether each value in the table is the one of the graph, as far as the table goes.
pub(super) fn agrees(graph: &Automaton, values: &Values) -> bool {
    let base = graph.base();
    (0_usize..).zip(values.iter()).all(|(n, value)| {
        let Ok(value) = usize::try_from(value.size()) else { return false };
        let mut digits = Vec::new();
        let (mut left, mut left_value) = (n, value);
        while left > 0 || left_value > 0 {
            digits.push(left % base + base * (left_value % base));
            (left, left_value) = (left / base, left_value / base);
        }
        let state = digits.iter().rev().fold(0, |state, &letter| graph.step(state, letter));
        graph.is_accepting(state)
    })
}

/// The number that stands beside n in a pair that is accepted, if there is one; of several, some one.
pub(super) fn partner(graph: &Automaton, n: &BigUint) -> Option<BigUint> {
    let base = graph.base();
    let radix = u32::try_from(base).ok()?;
    let mut digits: Vec<usize> = n.to_radix_be(radix).into_iter().map(usize::from).collect();
    // The value may have more digits than n: so many zeros before n as bring in states.
    let mut met = vec![0_u32];
    let mut zeros = 0;
    loop {
        let mut more: Vec<u32> = met
            .iter()
            .flat_map(|&state| (0..base).map(move |digit| (state, digit)))
            .map(|(state, digit)| graph.step(state, base * digit))
            .collect();
        more.sort_unstable();
        more.dedup();
        if more == met {
            break;
        }
        met = more;
        zeros += 1;
    }
    digits.splice(0..0, std::iter::repeat_n(0, zeros));
    // By place and state: from which state, by which digit of the value, it was reached first.
    let mut steps: Vec<FxHashMap<u32, (u32, usize)>> = Vec::new();
    let mut states = vec![0_u32];
    for &digit in &digits {
        let mut reached = FxHashMap::default();
        let mut next = Vec::new();
        for &state in &states {
            for value in 0..base {
                let to = graph.step(state, digit + base * value);
                reached.entry(to).or_insert_with(|| {
                    next.push(to);
                    (state, value)
                });
            }
        }
        steps.push(reached);
        states = next;
    }
    let mut state = states.into_iter().find(|&state| graph.is_accepting(state))?;
    let mut value = Vec::new();
    for step in steps.iter().rev() {
        let &(before, digit) = step.get(&state)?;
        value.push(u8::try_from(digit).ok()?);
        state = before;
    }
    BigUint::from_radix_le(&value, radix)
}
