//! Primes, factors and divisors of numbers of the rule language.
//!
//! Every answer is proved, none is merely probable. Whether a number is prime is
//! decided below [`PROVED_BELOW`], and above it only if the answer is no; a
//! number is factored if what remains after its small factors fits 64 bits or is
//! a prime below that bound. Otherwise there is a fault that says so.

pub(super) mod prime;
mod rho;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

pub(super) use prime::{next_prime, small_primes};

use super::machine::{Break, at};
use super::number::Number;
use crate::ruleset::Span;

/// Below this the strong probable-prime tests to the first 13 prime bases are a
/// proof: J. Sorenson and J. Webster, "Strong pseudoprimes to twelve prime
/// bases", Mathematics of Computation 86 (2017), 985-1003.
const PROVED_BELOW: u128 = 3_317_044_064_679_887_385_961_981;

/// The most divisors that are listed.
const MOST_DIVISORS: usize = 1 << 20;

/// Numbers of more bits are not factored: taking out their small factors, which
/// cannot be interrupted, takes too long.
const MOST_BITS_FACTORED: u64 = 1 << 16;

/// Numbers of more bits, without small factors, are not tested for being prime, for
/// the same reason.
const MOST_BITS_TESTED: u64 = 1 << 12;

/// Whether a number is prime.
pub(super) fn is_prime<N: Number>(number: &N, span: &Span) -> Result<bool, Break> {
    if number.is_negative() {
        return Ok(false);
    }
    if let Some(small) = number.to_u64() {
        return Ok(prime::is_prime(small));
    }
    is_prime_big(&number.magnitude()).ok_or_else(|| {
        Break::undefined("whether a number above 3317044064679887385961980 is prime (not proved)", span)
    })
}

/// Whether a number is prime, if that can be proved here.
fn is_prime_big(number: &BigUint) -> Option<bool> {
    if small_primes().iter().take(1000).any(|&p| (number % p).is_zero()) {
        // The number exceeds 64 bits, so a small prime divides it properly.
        return Some(false);
    }
    if number.bits() > MOST_BITS_TESTED {
        return None;
    }
    if !prime::is_strong_probable_prime(number) {
        return Some(false);
    }
    (number < &BigUint::from(PROVED_BELOW)).then_some(true)
}

/// The prime factors of a number, ascending, each with its exponent; none for 0
/// and 1.
pub(super) fn factor<N: Number>(number: &N, span: &Span) -> Result<Vec<(N, u32)>, Break> {
    if number.is_negative() {
        return Err(Break::undefined("the factors of a negative number", span));
    }
    if let Some(small) = number.to_u64() {
        return Ok(rho::factor(small).into_iter().map(|(p, e)| (N::from_u64(p), e)).collect());
    }
    let magnitude = number.magnitude();
    if magnitude.bits() > MOST_BITS_FACTORED {
        return Err(Break::undefined("the factors of a number of more than 2**16 bits", span));
    }
    let (mut rest, mut factors) = strip_small_factors(magnitude);
    if let Some(small) = rest.to_u64() {
        factors.extend(rho::factor(small).into_iter().map(|(p, e)| (BigUint::from(p), e)));
    } else if is_prime_big(&rest) == Some(true) {
        factors.push((std::mem::take(&mut rest), 1));
    } else {
        return Err(Break::undefined(
            "the factors of a number with two prime factors of 7 digits or more each, beyond 64 bits",
            span,
        ));
    }
    factors.into_iter().map(|(p, e)| Ok((at(N::from_big(p), span)?, e))).collect()
}

/// Takes the factors below the table's end out of a number above 0.
fn strip_small_factors(mut rest: BigUint) -> (BigUint, Vec<(BigUint, u32)>) {
    let mut factors = Vec::new();
    for &p in small_primes() {
        if rest.is_one() {
            break;
        }
        if !(&rest % p).is_zero() {
            continue;
        }
        let mut exponent = 0;
        loop {
            let (quotient, remainder) = rest.div_rem(&BigUint::from(p));
            if !remainder.is_zero() {
                break;
            }
            rest = quotient;
            exponent += 1;
        }
        factors.push((BigUint::from(p), exponent));
    }
    (rest, factors)
}

/// The divisors of a number, ascending; none for 0.
pub(super) fn divisors<N: Number>(number: &N, span: &Span) -> Result<Vec<N>, Break> {
    if number.is_zero() {
        return Ok(Vec::new());
    }
    if number.is_negative() {
        return Err(Break::undefined("the divisors of a negative number", span));
    }
    let mut divisors = vec![N::from_i128(1)];
    for (prime, exponent) in factor(number, span)? {
        let before = divisors.len();
        let after = usize::try_from(exponent).ok().and_then(|e| before.checked_mul(e.checked_add(1)?));
        if after.is_none_or(|after| after > MOST_DIVISORS) {
            return Err(Break::undefined("the list of more than 2**20 divisors", span));
        }
        for index in 0..after.unwrap_or(before) - before {
            let next = at(divisors[index].mul(&prime), span)?;
            divisors.push(next);
        }
    }
    divisors.sort_unstable();
    Ok(divisors)
}

#[cfg(test)]
mod tests;
