//! Automata of the relations that formulas are made of.

use super::automaton::{Automaton, digits_of, letters};
use super::budget::{Budget, Undecided};

/// Larger constants are numbers on a track of their own.
pub(super) const LARGE: u64 = 64;

/// The tuples whose sum, each number taken `factors[t]` times, is the constant, or at most the constant.
pub(super) fn linear(
    base: usize,
    factors: &[i64],
    constant: i64,
    equal: bool,
    budget: &Budget<'_>,
) -> Result<Automaton, Undecided> {
    /// What is known of the sum, of the digits so far.
    #[derive(Clone, PartialEq, Eq, Hash)]
    enum Sum {
        Is(i64),
        /// Whatever comes, the relation holds, or does not.
        Settled(bool),
    }
    // No more sums than so many are met, and far more would be too many.
    let all: u128 = factors.iter().map(|factor| u128::from(factor.unsigned_abs())).sum();
    budget.allows(usize::try_from(all).unwrap_or(usize::MAX), 1)?;
    let total = |sign: i64| factors.iter().map(|&factor| (factor * sign).max(0)).sum::<i64>();
    let (up, down) = (total(1), total(-1));
    // From a sum d on, m digits lead to d * base^m - down * (base^m - 1) at the least, which is no
    // less than d if d is at least `down`; and so on upwards.
    let settle = |sum: i64| match sum {
        _ if sum >= down && sum > constant => Sum::Settled(false),
        _ if -sum >= up && sum < constant && equal => Sum::Settled(false),
        _ if -sum >= up && sum <= constant && !equal => Sum::Settled(true),
        _ => Sum::Is(sum),
    };
    let wide = i64::try_from(base).expect("a small base");
    let more = sums(base, factors, budget)?;
    Automaton::build(
        base,
        factors.len(),
        // Before the first digit other than 0, nothing is settled by it alone.
        Sum::Is(0),
        |sum, letter| match *sum {
            Sum::Is(sum) => match wide * sum + more[letter] {
                0 => Sum::Is(0),
                sum => settle(sum),
            },
            Sum::Settled(_) => sum.clone(),
        },
        |sum| match *sum {
            Sum::Is(sum) if equal => sum == constant,
            Sum::Is(sum) => sum <= constant,
            Sum::Settled(holds) => holds,
        },
        budget,
    )
}

/// The tuples whose sum, each number taken `factors[t]` times, less the constant leaves a rest of at most `most` when it is divided
/// by `modulus`.
pub(super) fn rest(
    base: usize,
    factors: &[i64],
    constant: i64,
    modulus: i64,
    most: i64,
    budget: &Budget<'_>,
) -> Result<Automaton, Undecided> {
    budget.allows(usize::try_from(modulus).unwrap_or(usize::MAX), 1)?;
    let factors: Vec<i64> = factors.iter().map(|factor| factor.rem_euclid(modulus)).collect();
    let constant = constant.rem_euclid(modulus);
    let wide = i64::try_from(base).expect("a small base");
    let more = sums(base, &factors, budget)?;
    Automaton::build(
        base,
        factors.len(),
        0,
        |&sum, letter| (wide * sum + more[letter]) % modulus,
        |&sum| (sum - constant).rem_euclid(modulus) <= most,
        budget,
    )
}

/// By letter, the sum of its digits, each taken so many times. The factors are small enough to be allowed as states.
fn sums(base: usize, factors: &[i64], budget: &Budget<'_>) -> Result<Vec<i64>, Undecided> {
    let letters = letters(base, factors.len()).unwrap_or(usize::MAX);
    budget.allows(1, letters)?;
    let sum = |letter| {
        let digits = digits_of(letter, base, factors.len()).zip(factors);
        digits.map(|(digit, factor)| i64::try_from(digit).unwrap_or(0) * factor).sum()
    };
    Ok((0..letters).map(sum).collect())
}

/// The number alone.
pub(super) fn exactly(base: usize, number: u64, budget: &Budget<'_>) -> Result<Automaton, Undecided> {
    let wide = u64::try_from(base).expect("a small base");
    Automaton::build(
        base,
        1,
        Some(0),
        |&so_far, letter| {
            let more = u64::try_from(letter).unwrap_or(u64::MAX);
            let sum = so_far.and_then(|so_far: u64| so_far.checked_mul(wide)?.checked_add(more));
            // What is read is the beginning of the number, or never becomes it.
            sum.filter(|&sum| {
                let mut rest = number;
                while rest > sum {
                    rest /= wide;
                }
                rest == sum
            })
        },
        |&sum| sum == Some(number),
        budget,
    )
}

/// The triples of which the third number is the xor of the others; the base is a power of 2.
pub(super) fn xor(base: usize, budget: &Budget<'_>) -> Result<Automaton, Undecided> {
    digitwise(base, 3, |digits| digits[0] ^ digits[1] == digits[2], budget)
}

/// The triples of which the third number is made of the digits that the others have both, digit by digit in binary; the base is a
/// power of 2.
pub(super) fn common(base: usize, budget: &Budget<'_>) -> Result<Automaton, Undecided> {
    digitwise(base, 3, |digits| digits[0] & digits[1] == digits[2], budget)
}

/// The tuples whose digits are such at every place.
fn digitwise(
    base: usize,
    tracks: usize,
    holds: impl Fn(&[usize]) -> bool,
    budget: &Budget<'_>,
) -> Result<Automaton, Undecided> {
    let such = |letter| holds(&digits_of(letter, base, tracks).collect::<Vec<_>>());
    let letters = letters(base, tracks).unwrap_or(usize::MAX);
    budget.allows(1, letters)?;
    let such: Vec<bool> = (0..letters).map(such).collect();
    let step = |&same: &bool, letter: usize| same && such[letter];
    Automaton::build(base, tracks, true, step, |&same| same, budget)
}

/// The powers of the base, 1 among them.
pub(super) fn powers(base: usize, budget: &Budget<'_>) -> Result<Automaton, Undecided> {
    // Nothing but zeros, one 1 with zeros after it, anything else.
    let step = |&seen: &u8, digit: usize| match (seen, digit) {
        (seen, 0) => seen,
        (0, 1) => 1,
        _ => 2,
    };
    Automaton::build(base, 1, 0, step, |&seen| seen == 1, budget)
}

/// The pairs of a number and the sum of its digits, taken modulo `modulus`.
pub(super) fn digit_sum(base: usize, modulus: u64, budget: &Budget<'_>) -> Result<Automaton, Undecided> {
    modulo_graph(base, modulus, 0, |sum, digit| (sum + digit) % modulus, |sum| sum, budget)
}

/// The pairs of a number and how many of its bits are 1, taken modulo `modulus`; the base is a power of 2.
pub(super) fn bit_sum(base: usize, modulus: u64, budget: &Budget<'_>) -> Result<Automaton, Undecided> {
    let step = |sum: u64, digit: u64| (sum + u64::from(digit.count_ones())) % modulus;
    modulo_graph(base, modulus, 0, step, |sum| sum, budget)
}

/// The pairs of a number other than 0 and how many zeros it ends with, taken modulo `modulus`.
pub(super) fn trailing_zeros(base: usize, modulus: u64, budget: &Budget<'_>) -> Result<Automaton, Undecided> {
    // Nothing but zeros so far is `modulus`.
    let step = |zeros, digit| match (zeros, digit) {
        (zeros, 0) if zeros == modulus => zeros,
        (zeros, 0) => (zeros + 1) % modulus,
        _ => 0,
    };
    modulo_graph(base, modulus, modulus, step, |zeros| zeros, budget)
}

/// The pairs of a number and of what `value` makes, below `modulus`, of the state to which `step` leads by its digits; none
/// where that is no less.
fn modulo_graph(
    base: usize,
    modulus: u64,
    start: u64,
    step: impl Fn(u64, u64) -> u64,
    value: impl Fn(u64) -> u64,
    budget: &Budget<'_>,
) -> Result<Automaton, Undecided> {
    let wide = u64::try_from(base).expect("a small base");
    let digit = |digit: usize| u64::try_from(digit).unwrap_or(u64::MAX);
    Automaton::build(
        base,
        2,
        Some((start, 0)),
        |state, letter| {
            let (sum, said): (u64, u64) = (*state)?;
            let said = said.checked_mul(wide)?.checked_add(digit(letter / base))?;
            (said < modulus).then(|| (step(sum, digit(letter % base)), said))
        },
        |state| state.is_some_and(|(sum, said)| value(sum) == said),
        budget,
    )
}
