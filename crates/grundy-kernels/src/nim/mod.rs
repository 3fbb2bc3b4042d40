//! Nim products of whole slices.
//!
//! There are three ways, chosen at run time and tested against each other:
//!
//! * `gfni`: processors with GFNI multiply bytes in a field of 256 elements, into
//!   which nim bytes are mapped; above the bytes stands the tower of `tower`, in
//!   whole registers of bytes.
//! * `carryless`: processors with PCLMULQDQ multiply polynomials over the field of two
//!   elements; 64 or 128 bits are mapped into such polynomials by tables, and back.
//! * `tower`: safe Rust for every processor, with a table for bytes at its foot.

#[cfg(target_arch = "x86_64")]
mod carryless;
#[cfg(target_arch = "x86_64")]
mod gfni;
mod tower;

/// An unsigned number whose width is a power of two: under nim addition and
/// multiplication the numbers of one width are a field.
pub trait NimWord: Copy + Default + Eq + std::ops::BitXor<Output = Self> + private::Sealed {}

impl<T> NimWord for T where T: Copy + Default + Eq + std::ops::BitXor<Output = T> + private::Sealed {}

mod private {
    use super::tower::Tower;

    pub trait Sealed: Sized {
        /// One product.
        fn nim(self, other: Self) -> Self;

        /// The bytes of the number, the lowest first.
        fn bytes(self) -> impl AsRef<[u8]>;

        /// The number with this bit.
        fn bit(bit: usize) -> Self;

        /// All products of slices of one length by GFNI, if this processor has it.
        fn by_bytes(wide: bool, left: &[Self], right: &[Self], products: &mut [Self]) -> bool;

        /// All products of slices of one length by carry-less products, if this
        /// processor has them and this width is mapped so.
        fn by_polynomials(left: &[Self], right: &[Self], products: &mut [Self]) -> bool;
    }

    #[cfg(target_arch = "x86_64")]
    use super::{carryless::Carryless, gfni::Bytes, gfni::Width};

    macro_rules! sealed {
        ($($word:ident $($carryless:ident)?,)*) => {$(
            impl Sealed for $word {
                #[inline]
                fn nim(self, other: $word) -> $word {
                    Tower::product(self, other)
                }

                #[inline]
                fn bytes(self) -> impl AsRef<[u8]> {
                    self.to_le_bytes()
                }

                fn bit(bit: usize) -> $word {
                    1 << bit
                }

                #[cfg(target_arch = "x86_64")]
                fn by_bytes(wide: bool, left: &[$word], right: &[$word], products: &mut [$word]) -> bool {
                    let width = if wide { Width::Wide } else { Width::Narrow };
                    Bytes::by_registers(width, left, right, products)
                }

                #[cfg(not(target_arch = "x86_64"))]
                fn by_bytes(_: bool, _: &[$word], _: &[$word], _: &mut [$word]) -> bool {
                    false
                }

                by_polynomials!($word $($carryless)?);
            }
        )*};
    }

    #[cfg(target_arch = "x86_64")]
    macro_rules! by_polynomials {
        ($word:ident carryless) => {
            fn by_polynomials(left: &[$word], right: &[$word], products: &mut [$word]) -> bool {
                Carryless::by_polynomials(left, right, products)
            }
        };
        ($word:ident) => {
            fn by_polynomials(_: &[$word], _: &[$word], _: &mut [$word]) -> bool {
                false
            }
        };
    }

    #[cfg(not(target_arch = "x86_64"))]
    macro_rules! by_polynomials {
        ($word:ident $($carryless:ident)?) => {
            fn by_polynomials(_: &[$word], _: &[$word], _: &mut [$word]) -> bool {
                false
            }
        };
    }

    sealed! {
        u8,
        u16,
        u32,
        u64 carryless,
        u128 carryless,
    }
}

/// A way to multiply slices. [`nim_products`] takes the first that the processor has;
/// benchmarks and tests compare them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NimWay {
    /// Byte products in registers of 64 bytes: GFNI and AVX-512.
    WideBytes,
    /// Byte products in registers of 32 bytes: GFNI and AVX2.
    Bytes,
    /// Carry-less products, between tables; for 64 and 128 bits only.
    Polynomials,
    /// Safe Rust, number by number.
    Portable,
}

impl NimWay {
    /// All ways, the quickest first.
    pub const ALL: [NimWay; 4] = [NimWay::WideBytes, NimWay::Bytes, NimWay::Polynomials, NimWay::Portable];

    /// Whether this processor has this way for such numbers.
    #[must_use]
    pub fn is_there<T: NimWord>(self) -> bool {
        self.products::<T>(&[], &[], &mut [])
    }

    /// Sets `products[i]` to the nim product of `left[i]` and `right[i]`, if this way
    /// is there for such numbers on this processor; says whether it is.
    ///
    /// # Panics
    ///
    /// Panics if the slices have different lengths.
    pub fn products<T: NimWord>(self, left: &[T], right: &[T], products: &mut [T]) -> bool {
        assert!(left.len() == right.len() && left.len() == products.len(), "the slices have one length");
        match self {
            NimWay::WideBytes => T::by_bytes(true, left, right, products),
            NimWay::Bytes => T::by_bytes(false, left, right, products),
            NimWay::Polynomials => T::by_polynomials(left, right, products),
            NimWay::Portable => {
                for ((left, right), product) in left.iter().zip(right).zip(products) {
                    *product = left.nim(*right);
                }
                true
            }
        }
    }
}

/// The nim product of two numbers.
///
/// # Examples
///
/// ```
/// assert_eq!(grundy_kernels::nim_product(4u8, 4), 6);
/// assert_eq!(grundy_kernels::nim_product(1u64 << 32, 1 << 32), 3 << 31);
/// ```
#[inline]
#[must_use]
pub fn nim_product<T: NimWord>(left: T, right: T) -> T {
    left.nim(right)
}

/// Sets `products[i]` to the nim product of `left[i]` and `right[i]`.
///
/// # Panics
///
/// Panics if the slices have different lengths.
///
/// # Examples
///
/// ```
/// let mut products = [0u64; 3];
/// grundy_kernels::nim_products(&[2, 3, 4], &[2, 3, 4], &mut products);
/// assert_eq!(products, [3, 2, 6]);
/// ```
pub fn nim_products<T: NimWord>(left: &[T], right: &[T], products: &mut [T]) {
    // The last way is always there.
    let _ = NimWay::ALL.into_iter().any(|way| way.products(left, right, products));
}

/// How many copies of a factor are multiplied by at once.
const COPIES: usize = 256;

/// From so many numbers on a table of multiples is worth its making.
const LEAST_TABULATED: usize = 4096;

/// Sets `products[i]` to the nim product of `values[i]` and `factor`.
///
/// # Panics
///
/// Panics if the slices have different lengths.
///
/// # Examples
///
/// ```
/// let mut products = [0u32; 4];
/// grundy_kernels::nim_multiples(&[0, 1, 2, 3], 2, &mut products);
/// assert_eq!(products, [0, 2, 3, 1]);
/// ```
pub fn nim_multiples<T: NimWord>(values: &[T], factor: T, products: &mut [T]) {
    assert!(values.len() == products.len(), "the slices have one length");
    let way = [NimWay::WideBytes, NimWay::Bytes].into_iter().find(|way| way.is_there::<T>());
    match way {
        Some(way) => multiples_by(way, values, factor, products),
        None => multiples_portable(values, factor, products),
    }
}

/// As products by copies of the factor.
fn multiples_by<T: NimWord>(way: NimWay, values: &[T], factor: T, products: &mut [T]) {
    let copies = [factor; COPIES];
    for (values, products) in values.chunks(COPIES).zip(products.chunks_mut(COPIES)) {
        way.products(values, &copies[..values.len()], products);
    }
}

/// By linearity: the product of each byte at each place stands in a table.
fn multiples_portable<T: NimWord>(values: &[T], factor: T, products: &mut [T]) {
    if values.len() < LEAST_TABULATED {
        for (value, product) in values.iter().zip(products) {
            *product = value.nim(factor);
        }
        return;
    }
    let tables: Vec<[T; 256]> =
        (0..size_of::<T>()).map(|place| byte_table(|bit| T::bit(8 * place + bit).nim(factor))).collect();
    for (value, product) in values.iter().zip(products) {
        *product = look_up(&tables, *value);
    }
}

/// The images of all bytes under the linear map that sends bit b to `image(b)`.
fn byte_table<T: NimWord>(image: impl Fn(usize) -> T) -> [T; 256] {
    let mut table = [T::default(); 256];
    for bit in 0..8 {
        let image = image(bit);
        for byte in 0..1 << bit {
            table[byte | 1 << bit] = table[byte] ^ image;
        }
    }
    table
}

/// The image of a number under a linear map, given by a table for each of its bytes.
#[inline]
fn look_up<T: NimWord>(tables: &[[T; 256]], value: T) -> T {
    let bytes = value.bytes();
    let images = tables.iter().zip(bytes.as_ref()).map(|(table, &byte)| table[usize::from(byte)]);
    images.fold(T::default(), |sum, image| sum ^ image)
}

#[cfg(test)]
mod tests;
