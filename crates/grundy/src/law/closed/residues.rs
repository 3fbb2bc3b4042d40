//! Expressions on n and its remainder, for values with a period.

use crate::theory::{Formula, Operator, Period, PeriodLaw};

/// Shifts of n are tried for periods up to this.
const MOST_SHIFTED: usize = 128;

/// At most so many residues are named.
const MOST_NAMED: usize = 4;

/// What a period's values may be, written out. The caller tries them: before the preperiod they may fail.
pub(super) fn formulas(law: &PeriodLaw) -> Vec<Formula> {
    let Period { preperiod, period, saltus } = law.period();
    // The value at n, from the preperiod on, is saltus * (n / period) and one of these.
    let mut rest = vec![0_i128; period];
    for n in preperiod..preperiod + period {
        let Some(value) = law.values().get(n) else { return Vec::new() };
        rest[n % period] = i128::from(value.size()) - (n / period) as i128 * i128::from(saltus);
    }
    if saltus == 0 { plain(&rest) } else { rising(&rest, saltus) }
}

fn modulus(list: &[i128]) -> u64 {
    u64::try_from(list.len()).unwrap_or(u64::MAX)
}

fn remainder(modulus: u64) -> Formula {
    Formula::N.modulo(modulus)
}

/// The list as long as its own least period.
fn shortened(list: &[i128]) -> &[i128] {
    let length = (1..=list.len()).find(|&length| {
        list.len().is_multiple_of(length) && list.chunks(length).all(|chunk| *chunk == list[..length])
    });
    &list[..length.unwrap_or(list.len())]
}

fn is(list: &[i128], value: impl Fn(i128) -> i128) -> bool {
    (0_i128..).zip(list).all(|(r, &entry)| entry == value(r))
}

/// Expressions for the sequence that repeats the list.
fn plain(list: &[i128]) -> Vec<Formula> {
    let list = shortened(list);
    let mut found = two_valued(list);
    let m = modulus(list);
    if let [only] = list {
        found.extend(u64::try_from(*only).map(Formula::Number));
        return found;
    }
    let shifts = if list.len() <= MOST_SHIFTED { list.len() as i128 } else { 1 };
    let (size, largest) = (list.len() as i128, list.iter().copied().max().unwrap_or(0));
    for shift in 0..shifts {
        for divisor in (1..size).filter(|divisor| (size - 1) / divisor == largest) {
            if is(list, |r| (r + shift) % size / divisor) {
                let shifted = Formula::N.plus(i64::try_from(shift).unwrap_or(0));
                found.push(shifted.modulo(m).divided_by(u64::try_from(divisor).unwrap_or(1)));
            }
        }
    }
    for mask in 1..8 {
        if is(list, |r| r ^ mask) {
            let mask = u64::try_from(mask).unwrap_or(0);
            found.push(remainder(m).join(Operator::Xor, Formula::Number(mask)));
        }
    }
    let least = list.iter().copied().min().unwrap_or(0);
    if let Ok(least @ 1..) = i64::try_from(least) {
        let above: Vec<i128> = list.iter().map(|entry| entry - i128::from(least)).collect();
        found.extend(plain(&above).into_iter().map(|formula| formula.plus(least)));
    }
    // A remainder that is put right at few places.
    found.extend(corrected(list, 1, &|r| r, &remainder(m), 2));
    found.extend(corrected(list, 0, &|_| 0, &Formula::Number(0), 2));
    found
}

/// Expressions for a list of 0 and one other number.
fn two_valued(list: &[i128]) -> Vec<Formula> {
    let m = modulus(list);
    let Some(&other) = list.iter().find(|entry| **entry != 0) else { return Vec::new() };
    let Ok(factor) = u64::try_from(other) else { return Vec::new() };
    if list.iter().any(|&entry| entry != 0 && entry != other) || m == 1 {
        return Vec::new();
    }
    let places = |hit: bool| -> Vec<u64> {
        (0..m).zip(list).filter(|(_, entry)| (**entry != 0) == hit).map(|(r, _)| r).collect()
    };
    let (hit, missed) = (places(true), places(false));
    let counts = Formula::Number(hit.len() as u64);
    let mut found = Vec::new();
    if let [r] = hit[..] {
        found.push(remainder(m).equals(r));
    }
    if let [r] = missed[..] {
        found.push(remainder(m).join(Operator::Unequal, Formula::Number(r)));
    }
    if hit.iter().copied().eq(0..hit.len() as u64) {
        found.push(remainder(m).join(Operator::Less, counts));
    }
    if missed.iter().copied().eq(0..missed.len() as u64) {
        found.push(remainder(m).join(Operator::AtLeast, Formula::Number(missed.len() as u64)));
    }
    if hit.len() <= MOST_NAMED {
        found.push(Formula::Among(Box::new(remainder(m)), hit));
    }
    found.into_iter().map(|condition| condition.times(factor)).collect()
}

/// `base` and a number for each of at most so many residues; `value` is the base at a residue, `slope` its rise.
fn corrected(
    list: &[i128],
    slope: u64,
    value: &dyn Fn(i128) -> i128,
    base: &Formula,
    most: usize,
) -> Option<Formula> {
    let wrong = |(r, entry): (i128, &i128)| (*entry != value(r)).then(|| (r, entry - value(r)));
    let mut wrong: Vec<(i128, i128)> = (0_i128..).zip(list).filter_map(wrong).collect();
    if wrong.is_empty() || wrong.len() > most {
        return None;
    }
    // What is added comes before what is taken away.
    wrong.sort_by_key(|&(r, by)| (by < 0, r));
    let mut formula = (slope > 0 || *base != Formula::Number(0)).then(|| base.clone());
    for (r, by) in wrong {
        let place = remainder(modulus(list)).equals(u64::try_from(r).ok()?);
        let term = place.times(u64::try_from(by.unsigned_abs()).ok()?);
        formula = Some(match formula {
            None if by > 0 => term,
            None => return None,
            Some(sum) if by > 0 => sum + term,
            Some(sum) => sum - term,
        });
    }
    formula
}

/// Expressions for saltus * (n / period) + list[n % period].
fn rising(list: &[i128], saltus: u64) -> Vec<Formula> {
    let m = modulus(list);
    let (period, step) = (i128::from(m), i128::from(saltus));
    let mut found = Vec::new();
    let common = num_integer::gcd(m, saltus);
    let (slope, divisor) = (saltus / common, m / common);
    let (rise, parts) = (i128::from(slope), i128::from(divisor));
    // (slope * n + shift) / divisor
    let first = list[0] * parts;
    for shift in first - parts..=first + parts {
        if is(list, |r| num_integer::div_floor(rise * r + shift, parts))
            && let Ok(shift) = i64::try_from(shift)
        {
            found.push(Formula::N.times(slope).plus(shift).divided_by(divisor));
        }
    }
    // n xor mask: the mask is below the period, which is a multiple of a power of 2.
    for mask in (1..16).filter(|&mask: &u64| saltus == m && m.is_multiple_of((mask + 1).next_power_of_two()))
    {
        if is(list, |r| r ^ i128::from(mask)) {
            found.push(Formula::N.join(Operator::Xor, Formula::Number(mask)));
        }
    }
    if divisor == 1 {
        // slope * n, put right at few residues, and by a number at all of them.
        for constant in [0, list[0], *list.last().unwrap_or(&0)] {
            let Ok(shift) = i64::try_from(constant) else { continue };
            let base = Formula::N.times(slope).plus(shift);
            found.extend(corrected(list, slope, &|r| rise * r + constant, &base, 3));
        }
        let above: Vec<i128> = (0_i128..).zip(list).map(|(r, entry)| entry - rise * r).collect();
        if above.iter().all(|entry| *entry >= 0) {
            let line = Formula::N.times(slope);
            found.extend(plain(&above).into_iter().map(|formula| line.clone() + formula));
        }
    }
    // By whole periods, and something for the remainder. The remainder may have a shorter period.
    for part in (1..=period).filter(|part| period % part == 0 && step % (period / part) == 0) {
        let lift = step / (period / part);
        let inner: Vec<i128> = (0_i128..).zip(list).map(|(r, entry)| entry - lift * (r / part)).collect();
        let short = shortened(&inner);
        if short.iter().all(|entry| *entry >= 0)
            && let (Ok(part @ 2..), Ok(lift)) = (u64::try_from(part), u64::try_from(lift))
        {
            let line = Formula::N.divided_by(part).times(lift);
            found.extend(plain(short).into_iter().map(|formula| match formula {
                Formula::Number(0) => line.clone(),
                formula => line.clone() + formula,
            }));
        }
    }
    found
}
