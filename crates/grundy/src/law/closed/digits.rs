//! Expressions on the digits and the prime factors of n, for values without a period.

use crate::theory::{Formula, Function, Operator, Values};

/// Constants are solved for, and looked at first, at the n from 2 on up to this.
const SAMPLES: u64 = 66;

/// Larger constants no one would believe.
const LARGEST: i128 = 64;

/// From fewer values nothing is solved for.
const LEAST: usize = 16;

/// The expressions that hold at the first n, of which `fit` may be looked at.
pub(super) fn formulas(values: &Values, fit: usize) -> Vec<Formula> {
    let end = SAMPLES.min(u64::try_from(fit).unwrap_or(SAMPLES));
    if fit < LEAST {
        return Vec::new();
    }
    let value = |n: u64| Some(i128::from(values.get(usize::try_from(n).ok()?)?.size()));
    let points: Vec<(u64, i128)> = (2..end).filter_map(|n| Some((n, value(n)?))).collect();
    let mut found = Vec::new();
    for part in parts() {
        let at = |&(n, value): &(u64, i128)| Some(Sample { n: n.into(), part: part.value_at(n)?, value });
        // A part without a value somewhere is of no use.
        let Some(samples) = points.iter().map(at).collect::<Option<Vec<Sample>>>() else { continue };
        found.extend(linear(&part, &samples));
        found.extend(rounded(&part, &samples));
    }
    found
}

/// What n is, what the part is there, and what the value is.
#[derive(Clone, Copy)]
struct Sample {
    n: i128,
    part: i128,
    value: i128,
}

/// The parts that expressions are made of.
fn parts() -> Vec<Formula> {
    let n = || Formula::N;
    let mut parts = vec![n().call(Function::Popcount).modulo(2).equals(0), Formula::N];
    for next in [n(), n().plus(1), n().plus(-1)] {
        let zeros = next.clone().call(Function::TrailingZeros);
        parts.extend([
            zeros.clone(),
            next.clone().join(Operator::ShiftRight, zeros.clone()),
            Formula::Number(2).join(Operator::Power, zeros),
            next.clone().call(Function::BitLength),
            next.clone().call(Function::Popcount),
            next.clone().call(Function::Popcount).modulo(2).equals(0),
            next.clone().call(Function::SquareRoot),
            next.clone().join(Operator::Xor, next.divided_by(2)),
        ]);
    }
    parts.extend([2, 3, 4].map(|modulus| n().call(Function::BitLength).modulo(modulus)));
    parts.push(n().call(Function::SquareRoot).modulo(2));
    parts.extend((3..=16).map(|base| Formula::Log(Box::new(n()), base)));
    parts.push(n().call(Function::PrimeFactors));
    parts
}

/// (a * part + b * n + c) / d, without remainder.
fn linear(part: &Formula, samples: &[Sample]) -> Option<Formula> {
    let (first, rest) = samples.split_first()?;
    // By the differences to the first sample, two equations for a and b.
    let by = |other: &Sample| (other.part - first.part, other.n - first.n, other.value - first.value);
    let crossed = |left: &Sample, right: &Sample| {
        let ((u, n, v), (other_u, other_n, other_v)) = (by(left), by(right));
        let d = u * other_n - other_u * n;
        (d, v * other_n - other_v * n, u * other_v - other_u * v)
    };
    let (d, a, b) = rest
        .iter()
        .enumerate()
        .flat_map(|(at, right)| rest[..at].iter().map(move |left| crossed(left, right)))
        .find(|(d, ..)| *d != 0)?;
    let c = d * first.value - a * first.part - b * first.n;
    let common = [a, b, c].into_iter().fold(d, num_integer::gcd) * d.signum();
    let [a, b, c, d] = [a, b, c, d].map(|number| number / common);
    let holds = samples.iter().all(|s| d * s.value == a * s.part + b * s.n + c);
    if !holds || a == 0 || [a, b, c, d].iter().any(|number| number.abs() > LARGEST) {
        return None;
    }
    let size = |number: i128| u64::try_from(number.unsigned_abs()).ok();
    let (part, n) = (part.clone().times(size(a)?), Formula::N.times(size(b)?));
    let sum = match (a > 0, b.signum()) {
        (true, 0) => part,
        (true, 1) => n + part,
        (true, _) => part - n,
        (false, 1) => n - part,
        // A constant less the part.
        (false, 0) => return Some((Formula::Number(u64::try_from(c).ok()?) - part).divided_by(size(d)?)),
        (false, _) => return None,
    };
    Some(sum.plus(i64::try_from(c).ok()?).divided_by(size(d)?))
}

/// (part + c) / d and (part + c) % d, with small numbers.
fn rounded(part: &Formula, samples: &[Sample]) -> Vec<Formula> {
    let mut found = Vec::new();
    for d in 2..=9_i64 {
        for c in 0..d {
            let (wide, shift) = (i128::from(d), i128::from(c));
            let shifted = || part.clone().plus(c);
            if samples.iter().all(|s| s.value == num_integer::div_floor(s.part + shift, wide)) {
                found.push(shifted().divided_by(d.unsigned_abs()));
            }
            if samples.iter().all(|s| s.value == num_integer::mod_floor(s.part + shift, wide)) {
                found.push(shifted().modulo(d.unsigned_abs()));
            }
        }
    }
    found
}
