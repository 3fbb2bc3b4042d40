//! Expressions on n in closed form, written as the rule language writes them.
//!
//! The type knows the functions that laws of games are made of, and no others. Numbers are
//! exact; `/` and `%` floor, a condition counts 1 or 0, as in the rule language.

mod evaluate;
mod show;

use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;

/// An expression on n.
///
/// # Examples
///
/// ```
/// use grundy::theory::Formula;
///
/// let n = Formula::N;
/// let half_of_next = (n + Formula::from(1)).divided_by(2);
/// assert_eq!(half_of_next.to_string(), "(n + 1) / 2");
/// assert_eq!(half_of_next.value(&7u32.into()), Some(4.into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Formula {
    /// n itself.
    N,
    /// A number.
    Number(u64),
    /// Two numbers joined.
    Join(Operator, Box<(Formula, Formula)>),
    /// A function of one number.
    Call(Function, Box<Formula>),
    /// `ilog(x, base)`, the largest k with `base ** k <= x`.
    Log(Box<Formula>, u64),
    /// Whether the first is one of the numbers.
    Among(Box<Formula>, Vec<u64>),
}

/// What joins two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, rounded down.
    Divide,
    /// `%`
    Remainder,
    /// `xor`, of numbers that are not negative.
    Xor,
    /// `>>`
    ShiftRight,
    /// `**`, by numbers that are not negative.
    Power,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `>=`
    AtLeast,
    /// `and`, of two conditions.
    And,
}

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Function {
    /// The number of ones in binary.
    Popcount,
    /// The number of binary digits.
    BitLength,
    /// The exponent of 2; 0 has none.
    TrailingZeros,
    /// The square root, rounded down.
    SquareRoot,
    /// The number of prime factors, each as often as it divides: `count(prime_factors(x))`.
    PrimeFactors,
}

impl From<u64> for Formula {
    fn from(number: u64) -> Formula {
        Formula::Number(number)
    }
}

impl Formula {
    /// The two joined.
    #[must_use]
    pub fn join(self, operator: Operator, right: Formula) -> Formula {
        Formula::Join(operator, Box::new((self, right)))
    }

    /// A function of this.
    #[must_use]
    pub fn call(self, function: Function) -> Formula {
        Formula::Call(function, Box::new(self))
    }

    /// This times a number, or itself if that is 1.
    #[must_use]
    pub fn times(self, factor: u64) -> Formula {
        match factor {
            1 => self,
            _ => Formula::Number(factor).join(Operator::Multiply, self),
        }
    }

    /// This and a number, which may be negative.
    #[must_use]
    pub fn plus(self, number: i64) -> Formula {
        match number {
            0 => self,
            1.. => self.join(Operator::Add, Formula::Number(number.unsigned_abs())),
            _ => self.join(Operator::Subtract, Formula::Number(number.unsigned_abs())),
        }
    }

    /// This divided by a number, or itself if that is 1.
    #[must_use]
    pub fn divided_by(self, divisor: u64) -> Formula {
        match divisor {
            1 => self,
            _ => self.join(Operator::Divide, Formula::Number(divisor)),
        }
    }

    /// The remainder of this.
    #[must_use]
    pub fn modulo(self, modulus: u64) -> Formula {
        self.join(Operator::Remainder, Formula::Number(modulus))
    }

    /// Whether the two are equal.
    #[must_use]
    pub fn equals(self, number: u64) -> Formula {
        self.join(Operator::Equal, Formula::Number(number))
    }

    /// The value at n; `None` if there is none there, such as `trailing_zeros(0)`, or if it would take too long.
    #[must_use]
    pub fn value(&self, n: &BigUint) -> Option<BigInt> {
        match n.to_i128().and_then(|n| evaluate::value(self, &n)) {
            Some(narrow) => Some(narrow.into()),
            None => evaluate::value(self, &BigInt::from(n.clone())),
        }
    }

    /// The value at n, if it and all on the way to it have their place in 128 bits.
    pub(crate) fn value_at(&self, n: u64) -> Option<i128> {
        evaluate::value(self, &i128::from(n))
    }

    /// The claim that g is this, as `grundy check` reads it.
    #[must_use]
    pub fn claim(&self) -> String {
        format!("g == {}", show::Within(self, show::OF_COMPARED))
    }
}

impl std::ops::Add for Formula {
    type Output = Formula;

    fn add(self, right: Formula) -> Formula {
        self.join(Operator::Add, right)
    }
}

impl std::ops::Sub for Formula {
    type Output = Formula;

    fn sub(self, right: Formula) -> Formula {
        self.join(Operator::Subtract, right)
    }
}
