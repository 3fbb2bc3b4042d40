//! Nimbers: the values of positions.

use std::fmt;
use std::ops::{Add, AddAssign, Mul};

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::{Control, NimField, Stopped, large_inverse, large_product};

/// The Sprague–Grundy value of a position, as engines compute it: the size of
/// the nim heap that the position is equivalent to.
///
/// `+` is the nim-sum, the exclusive or: the value of a sum of positions is the
/// nim-sum of the values of its components (Sprague, Grundy). Every nimber is
/// its own negative. `*` is the nim product ([`NimField`]), with which nimbers are a
/// field; products of coin games have it.
///
/// # Examples
///
/// ```
/// use grundy::Nimber;
///
/// assert_eq!(Nimber::new(5) + Nimber::new(3), Nimber::new(6));
/// assert_eq!(Nimber::new(5) + Nimber::new(5), Nimber::ZERO);
/// assert_eq!(Nimber::new(5) * Nimber::new(3), Nimber::new(15));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(u64);

impl Nimber {
    /// The value of a position that the player to move loses.
    pub const ZERO: Nimber = Nimber(0);

    /// The nimber `*size`.
    #[must_use]
    pub const fn new(size: u64) -> Nimber {
        Nimber(size)
    }

    /// The size of the nim heap that this nimber stands for.
    #[must_use]
    pub const fn size(self) -> u64 {
        self.0
    }

    /// Whether the player to move loses.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Add for Nimber {
    type Output = Nimber;

    #[allow(clippy::suspicious_arithmetic_impl, reason = "addition of nimbers is the exclusive or")]
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl Mul for Nimber {
    type Output = Nimber;

    fn mul(self, other: Nimber) -> Nimber {
        Nimber(self.0.nim_product(other.0))
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Nimber) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(nimbers: I) -> Nimber {
        nimbers.fold(Nimber::ZERO, Nimber::add)
    }
}

/// A nimber of any size: what a law answers for positions beyond 64 bits.
///
/// The same mathematics as [`Nimber`], without a bound.
///
/// # Examples
///
/// ```
/// use grundy::{BigNimber, Nimber};
///
/// let heap: BigNimber = "10000000000000000000000000000000000000000".parse().unwrap();
/// assert!((heap.clone() + heap).is_zero());
/// assert_eq!(BigNimber::from(Nimber::new(7)).to_nimber(), Some(Nimber::new(7)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BigNimber(BigUint);

impl BigNimber {
    /// The nimber `*size`.
    #[must_use]
    pub const fn new(size: BigUint) -> BigNimber {
        BigNimber(size)
    }

    /// The size of the nim heap that this nimber stands for.
    #[must_use]
    pub const fn size(&self) -> &BigUint {
        &self.0
    }

    /// Whether the player to move loses.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// The nim product ([`NimField`]), for nimbers of any size; of large ones it takes time.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if `control` says so.
    ///
    /// # Examples
    ///
    /// ```
    /// use grundy::{BigNimber, Control};
    ///
    /// let f = BigNimber::new(num_bigint::BigUint::from(2u32).pow(256));
    /// let square = f.product(&f, &Control::default()).unwrap();
    /// assert_eq!(square.size(), &(f.size() * 3u32 / 2u32));
    /// ```
    pub fn product(&self, other: &BigNimber, control: &Control) -> Result<BigNimber, Stopped> {
        match (self.to_nimber(), other.to_nimber()) {
            (Some(narrow), Some(other)) => Ok((narrow * other).into()),
            _ => large_product(&self.0, &other.0, control).map(BigNimber),
        }
    }

    /// The nimber that makes 1 with this one; 0 has none. Of large ones it takes time.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if `control` says so.
    pub fn inverse(&self, control: &Control) -> Result<Option<BigNimber>, Stopped> {
        Ok(large_inverse(&self.0, control)?.map(BigNimber))
    }

    /// The same nimber in 64 bits, if it fits.
    #[must_use]
    pub fn to_nimber(&self) -> Option<Nimber> {
        self.0.to_u64().map(Nimber::new)
    }
}

impl From<Nimber> for BigNimber {
    fn from(nimber: Nimber) -> BigNimber {
        BigNimber(BigUint::from(nimber.size()))
    }
}

impl From<u64> for BigNimber {
    fn from(size: u64) -> BigNimber {
        BigNimber(BigUint::from(size))
    }
}

impl std::str::FromStr for BigNimber {
    type Err = num_bigint::ParseBigIntError;

    fn from_str(text: &str) -> Result<BigNimber, Self::Err> {
        text.parse().map(BigNimber)
    }
}

impl fmt::Display for BigNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Add for BigNimber {
    type Output = BigNimber;

    #[allow(clippy::suspicious_arithmetic_impl, reason = "addition of nimbers is the exclusive or")]
    fn add(self, other: BigNimber) -> BigNimber {
        BigNimber(self.0 ^ other.0)
    }
}

impl<'a> Add<&'a BigNimber> for BigNimber {
    type Output = BigNimber;

    #[allow(clippy::suspicious_arithmetic_impl, reason = "addition of nimbers is the exclusive or")]
    fn add(self, other: &'a BigNimber) -> BigNimber {
        BigNimber(self.0 ^ &other.0)
    }
}

impl std::iter::Sum for BigNimber {
    fn sum<I: Iterator<Item = BigNimber>>(nimbers: I) -> BigNimber {
        nimbers.fold(BigNimber::default(), BigNimber::add)
    }
}

impl<'a> std::iter::Sum<&'a BigNimber> for BigNimber {
    fn sum<I: Iterator<Item = &'a BigNimber>>(nimbers: I) -> BigNimber {
        nimbers.fold(BigNimber::default(), |sum, nimber| sum + nimber)
    }
}
