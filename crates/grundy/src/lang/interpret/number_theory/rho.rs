//! The factors of 64-bit numbers: trial division by small primes, then Pollard's
//! rho method in the form of R. Brent, "An improved Monte Carlo factorization
//! algorithm", BIT 20 (1980), 176-184. The sequences tried are fixed, so that the
//! work is the same each time.

use num_integer::Integer;

use super::prime::{is_prime, multiply_mod, small_primes};

/// The prime factors of a number, ascending, each with its exponent; none for 0
/// and 1.
pub(super) fn factor(mut rest: u64) -> Vec<(u64, u32)> {
    let mut factors = Vec::new();
    if rest == 0 {
        return factors;
    }
    // The primes below 2^8 suffice for numbers up to 2^16; what remains of larger
    // numbers is a prime mostly or goes to the rho method.
    for prime in small_primes().iter().map(|&p| u64::from(p)).take_while(|&p| p < 1 << 8) {
        if prime * prime > rest {
            break;
        }
        let mut exponent = 0;
        while rest.is_multiple_of(prime) {
            rest /= prime;
            exponent += 1;
        }
        if exponent > 0 {
            factors.push((prime, exponent));
        }
    }
    let mut primes = Vec::new();
    split(rest, &mut primes);
    primes.sort_unstable();
    for prime in primes {
        match factors.last_mut() {
            Some((last, exponent)) if *last == prime => *exponent += 1,
            _ => factors.push((prime, 1)),
        }
    }
    factors
}

/// Appends the prime factors of an odd number without small factors, or of 1, or
/// of a prime.
fn split(number: u64, primes: &mut Vec<u64>) {
    if number == 1 {
        return;
    }
    if is_prime(number) {
        primes.push(number);
        return;
    }
    // Every composite number has a constant for which the method succeeds; squares
    // of primes, where it often fails, are taken first.
    let root = number.isqrt();
    let divisor = if root * root == number {
        root
    } else {
        (1..number).find_map(|constant| find_divisor(number, constant)).unwrap_or(number)
    };
    split(divisor, primes);
    split(number / divisor, primes);
}

/// A proper divisor of a composite number, if the sequence x -> x^2 + constant
/// shows one.
fn find_divisor(number: u64, constant: u64) -> Option<u64> {
    let next = |x: u64| {
        let sum = u128::from(multiply_mod(x, x, number)) + u128::from(constant);
        u64::try_from(sum % u128::from(number)).unwrap_or(0)
    };
    // Differences are multiplied up and one gcd is taken for each batch.
    const BATCH: u64 = 128;
    let mut hare = 2;
    let mut length = 1_u64;
    loop {
        let tortoise = hare;
        for _ in 0..length {
            hare = next(hare);
        }
        let mut done = 0;
        while done < length {
            let start = hare;
            let mut product = 1;
            let batch = BATCH.min(length - done);
            for _ in 0..batch {
                hare = next(hare);
                product = multiply_mod(product, tortoise.abs_diff(hare), number);
            }
            let mut divisor = product.gcd(&number);
            if divisor == number {
                // Several factors came at once: go through the batch step by step.
                let mut slow = start;
                divisor = 1;
                while divisor == 1 {
                    slow = next(slow);
                    divisor = tortoise.abs_diff(slow).gcd(&number);
                }
                return (divisor != number).then_some(divisor);
            }
            if divisor > 1 {
                return Some(divisor);
            }
            done += batch;
        }
        length *= 2;
    }
}
