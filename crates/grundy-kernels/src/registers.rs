//! Registers of 64 bytes, from arrays and into them.
#![allow(unsafe_code, reason = "loads and stores of whole registers")]

use std::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn load<T: Copy, const N: usize>(from: &[T; N]) -> __m512i {
    const { assert!(size_of::<[T; N]>() == 64) };
    // SAFETY: the 64 bytes that are read are those of the array; any bytes are a register's.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(crate) fn store<T: Copy + Number, const N: usize>(to: &mut [T; N], from: __m512i) {
    const { assert!(size_of::<[T; N]>() == 64) };
    // SAFETY: the 64 bytes that are written are those of the array, and any bytes are numbers.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), from) }
}

/// A type of which any bytes are a value.
pub(crate) trait Number {}
impl Number for u8 {}
impl Number for u16 {}
impl Number for u32 {}
impl Number for u64 {}
