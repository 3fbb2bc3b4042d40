//! Nim products and inverses of numbers of any size.
//!
//! The recursion of the fields goes on above 128 bits, over slices of words of that
//! width: three products of halves for one, or two where one of the factors has no
//! high half.

use num_bigint::BigUint;

use super::NimField;
use crate::theory::{Control, Stopped};

/// From so many words on the control is looked at.
const LONG: usize = 16;

/// The nim product.
///
/// # Errors
///
/// [`Stopped`] if `control` says so.
pub(crate) fn product(left: &BigUint, right: &BigUint, control: &Control) -> Result<BigUint, Stopped> {
    let (left, right) = (words(left), words(right));
    // As many words as the fields have that the factors come from, and four blocks
    // of them at most at a time in each half of the recursion.
    let length = left.len().max(right.len());
    control.reserve(u64::try_from(length).unwrap_or(u64::MAX).saturating_mul(8 * 16))?;
    Ok(number(&of_slices(&left, &right, control)?))
}

/// The number that makes 1 with this one; none with 0.
///
/// # Errors
///
/// [`Stopped`] if `control` says so.
pub(crate) fn inverse(of: &BigUint, control: &Control) -> Result<Option<BigUint>, Stopped> {
    let words = words(of);
    control.reserve(u64::try_from(words.len()).unwrap_or(u64::MAX).saturating_mul(8 * 16))?;
    if words.iter().all(|&word| word == 0) {
        return Ok(None);
    }
    Ok(Some(number(&inverse_of_slice(&words, control)?)))
}

/// The inverse of a number that is not 0, of 2^i words, by that of its norm, as on words.
fn inverse_of_slice(words: &[u128], control: &Control) -> Result<Vec<u128>, Stopped> {
    if let [word] = words {
        return Ok(vec![word.nim_inverse().unwrap_or_default()]);
    }
    let (a0, a1) = words.split_at(words.len() / 2);
    let other = sum(a0, a1);
    let mut norm = of_slices(a0, &other, control)?;
    add(&mut norm, &by_top(&of_slices(a1, a1, control)?, control)?);
    let inverse = inverse_of_slice(&norm, control)?;
    let mut whole = of_slices(&other, &inverse, control)?;
    whole.extend(of_slices(a1, &inverse, control)?);
    Ok(whole)
}

/// The number with these words.
fn number(words: &[u128]) -> BigUint {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

/// The words of a number, the lowest first: a power of two of them.
fn words(number: &BigUint) -> Vec<u128> {
    let digits = number.to_u64_digits();
    let pairs = digits.chunks(2).map(|pair| {
        let high = pair.get(1).copied().unwrap_or(0);
        u128::from(high) << 64 | u128::from(pair[0])
    });
    let mut words: Vec<u128> = pairs.collect();
    words.resize(words.len().max(1).next_power_of_two(), 0);
    words
}

/// The product of numbers of 2^i and 2^j words; it has as many as the longer one.
fn of_slices(left: &[u128], right: &[u128], control: &Control) -> Result<Vec<u128>, Stopped> {
    let (long, short) = if left.len() < right.len() { (right, left) } else { (left, right) };
    if let ([long], [short]) = (long, short) {
        return Ok(vec![long.nim_product(*short)]);
    }
    if long.len() >= LONG {
        control.check()?;
    }
    let (a0, a1) = long.split_at(long.len() / 2);
    if short.len() < long.len() {
        // A factor from the field below F multiplies both halves.
        let mut product = of_slices(a0, short, control)?;
        product.extend(of_slices(a1, short, control)?);
        return Ok(product);
    }
    let (b0, b1) = short.split_at(short.len() / 2);
    let mut low = of_slices(a0, b0, control)?;
    let high = of_slices(a1, b1, control)?;
    let mut both = of_slices(&sum(a0, a1), &sum(b0, b1), control)?;
    add(&mut both, &low);
    add(&mut low, &by_top(&high, control)?);
    low.extend(both);
    Ok(low)
}

/// The product with the number whose only bit is the highest of this width.
fn by_top(words: &[u128], control: &Control) -> Result<Vec<u128>, Stopped> {
    if let [word] = words {
        return Ok(vec![word.nim_product(1 << 127)]);
    }
    if words.len() >= LONG {
        control.check()?;
    }
    let (a0, a1) = words.split_at(words.len() / 2);
    let mut product = by_top(&by_top(a1, control)?, control)?;
    product.extend(by_top(&sum(a0, a1), control)?);
    Ok(product)
}

fn sum(left: &[u128], right: &[u128]) -> Vec<u128> {
    left.iter().zip(right).map(|(left, right)| left ^ right).collect()
}

fn add(sum: &mut [u128], other: &[u128]) {
    for (sum, other) in sum.iter_mut().zip(other) {
        *sum ^= other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::random::Random;

    fn nim(left: &BigUint, right: &BigUint) -> BigUint {
        product(left, right, &Control::default()).unwrap()
    }

    fn random(bits: u64, random: &mut Random) -> BigUint {
        let digits = (0..bits.div_ceil(16)).map(|_| u32::try_from(random.below(1 << 16)).unwrap());
        digits.fold(BigUint::default(), |number, digit| (number << 16u32) + digit) >> ((16 - bits % 16) % 16)
    }

    #[test]
    fn small_numbers_are_multiplied_as_words() {
        let mut numbers = Random::new(3);
        for bits in [1, 7, 64, 65, 127, 128] {
            for _ in 0..20 {
                let (a, b) = (random(bits, &mut numbers), random(128, &mut numbers));
                let word = |number: &BigUint| u128::try_from(number).unwrap();
                assert_eq!(nim(&a, &b), word(&a).nim_product(word(&b)).into(), "{a} by {b}");
            }
        }
    }

    #[test]
    fn large_numbers_are_a_field() {
        let mut numbers = Random::new(5);
        for bits in [129, 200, 256, 300, 2000, 3000] {
            let [a, b, c] = [bits, bits / 2 + 1, bits].map(|bits| random(bits, &mut numbers));
            let ab = nim(&a, &b);
            assert_eq!(ab, nim(&b, &a));
            assert_eq!(nim(&ab, &c), nim(&a, &nim(&b, &c)), "{bits} bits");
            assert_eq!(nim(&a, &(&b ^ &c)), &ab ^ nim(&a, &c), "{bits} bits");
            assert_eq!(nim(&a, &1u32.into()), a);
            let inverse = inverse(&a, &Control::default()).unwrap().unwrap();
            assert_eq!(nim(&a, &inverse), 1u32.into(), "{bits} bits");
        }
        assert_eq!(inverse(&BigUint::default(), &Control::default()), Ok(None));
        // Fermat powers: F by a smaller number is the ordinary product, and F by F is 3F/2.
        for log in [7, 8, 9, 12] {
            let f = BigUint::from(1u32) << (1u32 << log);
            let smaller = random((1 << log) - 1, &mut numbers);
            assert_eq!(nim(&f, &smaller), &f * &smaller);
            assert_eq!(nim(&f, &f), &f * 3u32 / 2u32);
        }
    }

    #[test]
    fn long_products_can_be_stopped() {
        let long = (BigUint::from(1u32) << 100_000u32) - 1u32;
        let control = Control::default().with_memory_limit(1000);
        assert!(matches!(product(&long, &long, &control), Err(Stopped::MemoryLimit { .. })));
        let control = Control::default().with_time_limit(std::time::Duration::ZERO);
        assert!(matches!(product(&long, &long, &control), Err(Stopped::TimeLimit { .. })));
    }
}
