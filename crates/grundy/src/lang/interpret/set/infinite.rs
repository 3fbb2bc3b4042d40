//! The named infinite sets: their members in ascending order, and membership.

use super::super::machine::{Break, DONE, Machine, Visit, Walk, at};
use super::super::number::{Failure, Number};
use super::super::{int, number_theory};
use crate::lang::ir::Infinite;
use crate::ruleset::Span;

/// Visits the members of an infinite set until it is told to end.
///
/// A member that leaves 128 bits is asked for only after the one before it was
/// visited, and is an overflow then.
pub(super) fn walk_infinite<'a, N: Number>(
    m: &mut Machine<'a, N>,
    set: &Infinite,
    span: &Span,
    visit: Visit<'_, 'a, N>,
) -> Walk {
    if matches!(set, Infinite::Primes) {
        for &prime in number_theory::small_primes() {
            m.step()?;
            if visit(m, std::slice::from_ref(&N::from_i128(i128::from(prime))))?.is_break() {
                return DONE;
            }
        }
        let mut last = number_theory::small_primes().last().map_or(1, |&prime| u64::from(prime));
        loop {
            m.step()?;
            last = number_theory::next_prime(last).ok_or_else(|| unlisted_prime(span))?;
            if visit(m, std::slice::from_ref(&N::from_u64(last)))?.is_break() {
                return DONE;
            }
        }
    }
    let mut members = Members::new(m, set, span)?;
    loop {
        m.step()?;
        if visit(m, std::slice::from_ref(&members.current))?.is_break() {
            return DONE;
        }
        at(members.advance(), span)?;
    }
}

fn unlisted_prime(span: &Span) -> Break {
    Break::undefined("a list of the primes above 2**64", span)
}

/// The least member above `bound`, or the least of all.
pub(super) fn next_infinite<N: Number>(
    m: &mut Machine<'_, N>,
    set: &Infinite,
    bound: Option<&N>,
    span: &Span,
) -> Result<N, Break> {
    let zero = N::from_i128(0);
    let bound = bound.filter(|bound| **bound > zero).unwrap_or(&zero);
    let next_root = |root: N| root.add(&N::from_i128(1));
    let result = match set {
        Infinite::Primes => {
            let below = bound.to_u64().ok_or_else(|| unlisted_prime(span))?;
            let prime = number_theory::next_prime(below).ok_or_else(|| unlisted_prime(span))?;
            Ok(N::from_u64(prime))
        }
        Infinite::Squares => bound.isqrt().and_then(next_root).and_then(|root| root.mul(&root)),
        Infinite::Cubes => {
            let root = bound.iroot(&N::from_i128(3)).and_then(next_root);
            root.and_then(|root| root.mul(&root)?.mul(&root))
        }
        Infinite::Triangular => triangular_root(bound).and_then(next_root).and_then(|index| triangle(&index)),
        Infinite::Factorials | Infinite::Fibonacci | Infinite::Powers(_) => {
            let mut members = Members::new(m, set, span)?;
            while members.current <= *bound {
                m.step()?;
                at(members.advance(), span)?;
            }
            Ok(members.current)
        }
    };
    at(result, span)
}

/// Whether a number is a member of an infinite set.
pub(super) fn is_member<N: Number>(
    m: &mut Machine<'_, N>,
    set: &Infinite,
    number: &N,
    span: &Span,
) -> Result<bool, Break> {
    let positive = *number > N::from_i128(0);
    let result = match set {
        Infinite::Primes => return number_theory::is_prime(number, span),
        _ if !positive && !matches!(set, Infinite::Powers(_)) => Ok(false),
        Infinite::Squares => number.isqrt().and_then(|root| Ok(root.mul(&root)? == *number)),
        Infinite::Cubes => {
            let root = number.iroot(&N::from_i128(3));
            root.and_then(|root| Ok(root.mul(&root)?.mul(&root)? == *number))
        }
        Infinite::Triangular => triangular_root(number).and_then(|index| Ok(triangle(&index)? == *number)),
        Infinite::Factorials | Infinite::Fibonacci | Infinite::Powers(_) => {
            let mut members = Members::new(m, set, span)?;
            while members.current < *number {
                m.step()?;
                match members.advance() {
                    Ok(()) => {}
                    // The next member is larger than every number here.
                    Err(Failure::Overflow) => return Ok(false),
                    Err(failure) => return at(Err(failure), span),
                }
            }
            Ok(members.current == *number)
        }
    };
    at(result, span)
}

/// `k * (k + 1) / 2`
fn triangle<N: Number>(index: &N) -> Result<N, Failure> {
    let two = N::from_i128(2);
    let next = index.add(&N::from_i128(1))?;
    // One of the two factors is even.
    if index.rem(&two)?.is_zero() { index.div(&two)?.mul(&next) } else { index.mul(&next.div(&two)?) }
}

/// The largest k with `triangle(k) <= number`, for numbers >= 0.
fn triangular_root<N: Number>(number: &N) -> Result<N, Failure> {
    // k = (isqrt(8 number + 1) - 1) / 2
    let one = N::from_i128(1);
    number.mul(&N::from_i128(8))?.add(&one)?.isqrt()?.sub(&one)?.div(&N::from_i128(2))
}

/// A member of an infinite set and what is needed to find the next.
struct Members<N> {
    current: N,
    rule: Rule<N>,
}

/// How the next member comes from the current one.
enum Rule<N> {
    /// Every second difference is `second`; `gap` leads to the next member, and
    /// `gap_growth` is the next growth of the gap.
    Differences { gap: N, growth: N, second: N },
    /// The next factor.
    Factorial(N),
    /// The member after this one.
    Fibonacci(N),
    /// The base.
    Power(N),
}

impl<N: Number> Members<N> {
    fn new(m: &mut Machine<'_, N>, set: &Infinite, span: &Span) -> Result<Members<N>, Break> {
        let n = N::from_i128;
        let rule = match set {
            Infinite::Primes => return Err(Break::undefined("a formula for the primes", span)),
            // 1 4 9: gaps 3 5 7, which grow by 2.
            Infinite::Squares => Rule::Differences { gap: n(3), growth: n(2), second: n(0) },
            // 1 8 27 64: gaps 7 19 37, which grow by 12 18 24.
            Infinite::Cubes => Rule::Differences { gap: n(7), growth: n(12), second: n(6) },
            // 1 3 6: gaps 2 3 4, which grow by 1.
            Infinite::Triangular => Rule::Differences { gap: n(2), growth: n(1), second: n(0) },
            Infinite::Factorials => Rule::Factorial(n(2)),
            Infinite::Fibonacci => Rule::Fibonacci(n(2)),
            Infinite::Powers(base) => {
                let base = int::value(m, base)?;
                if base < n(2) {
                    return Err(Break::undefined("the powers of a number below 2", span));
                }
                Rule::Power(base)
            }
        };
        Ok(Members { current: n(1), rule })
    }

    fn advance(&mut self) -> Result<(), Failure> {
        match &mut self.rule {
            Rule::Differences { gap, growth, second } => {
                self.current = self.current.add(gap)?;
                *gap = gap.add(growth)?;
                *growth = growth.add(second)?;
            }
            Rule::Factorial(factor) => {
                self.current = self.current.mul(factor)?;
                factor.increment()?;
            }
            Rule::Fibonacci(next) => {
                let after = self.current.add(next)?;
                self.current = std::mem::replace(next, after);
            }
            Rule::Power(base) => self.current = self.current.mul(base)?,
        }
        Ok(())
    }
}
