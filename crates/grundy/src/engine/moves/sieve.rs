//! Divisors and prime factors of consecutive numbers, by a sieve over blocks.

/// How many numbers are sieved at once.
const BLOCK: u64 = 1 << 14;

/// Lists for the numbers of one block.
#[derive(Debug, Default)]
struct Lists {
    /// The first number.
    start: u64,
    /// Where the list of each number begins, and where the last one ends.
    begins: Vec<usize>,
    members: Vec<u64>,
}

impl Lists {
    /// The lists with these members, each with the place of its number.
    fn of(start: u64, length: usize, entries: &[(usize, u64)]) -> Lists {
        let mut begins = vec![0; length + 1];
        for &(place, _) in entries {
            begins[place + 1] += 1;
        }
        for place in 0..length {
            begins[place + 1] += begins[place];
        }
        let mut next = begins.clone();
        let mut members = vec![0; entries.len()];
        for &(place, member) in entries {
            members[next[place]] = member;
            next[place] += 1;
        }
        Lists { start, begins, members }
    }

    fn get(&self, n: u64) -> Option<&[u64]> {
        let place = usize::try_from(n.checked_sub(self.start)?).ok()?;
        Some(&self.members[*self.begins.get(place)?..*self.begins.get(place + 1)?])
    }
}

/// The divisors of the numbers that are asked for.
#[derive(Debug, Default)]
pub(super) struct DivisorSieve(Lists);

impl DivisorSieve {
    /// The divisors of n >= 1, in no particular order, each once.
    pub(super) fn of(&mut self, n: u64) -> &[u64] {
        if self.0.get(n).is_none() {
            self.0 = divisors_of_block(n);
        }
        self.0.get(n).unwrap_or_default()
    }
}

/// The primes that divide the numbers that are asked for.
#[derive(Debug, Default)]
pub(super) struct PrimeSieve(Lists);

impl PrimeSieve {
    /// The primes that divide n >= 1, ascending, each once.
    pub(super) fn of(&mut self, n: u64) -> &[u64] {
        if self.0.get(n).is_none() {
            self.0 = primes_of_block(n);
        }
        self.0.get(n).unwrap_or_default()
    }
}

/// The multiples of `number` from `first` on that are below `end`, by their
/// places in the block, and the number of times that each contains it.
fn multiples(number: u64, start: u64, end: u64, first: u64) -> impl Iterator<Item = (usize, u64)> {
    let least = start.max(first).div_ceil(number);
    (least..=(end - 1) / number).map(move |factor| {
        let place = usize::try_from(factor * number - start).unwrap_or(usize::MAX);
        (place, factor)
    })
}

fn divisors_of_block(start: u64) -> Lists {
    let end = start + BLOCK;
    let mut entries = Vec::new();
    for divisor in 1..=(end - 1).isqrt() {
        // Each pair of divisors is met at the smaller one.
        for (place, other) in multiples(divisor, start, end, divisor * divisor) {
            entries.push((place, divisor));
            if other != divisor {
                entries.push((place, other));
            }
        }
    }
    Lists::of(start, length(), &entries)
}

fn primes_of_block(start: u64) -> Lists {
    let end = start + BLOCK;
    let mut rest: Vec<u64> = (start..end).collect();
    let mut entries = Vec::new();
    for prime in small_primes((end - 1).isqrt()) {
        for (place, _) in multiples(prime, start, end, prime) {
            entries.push((place, prime));
            while rest[place].is_multiple_of(prime) {
                rest[place] /= prime;
            }
        }
    }
    // What is left has no factor up to the root: it is 1 or a prime.
    entries.extend(rest.into_iter().enumerate().filter(|&(_, rest)| rest > 1));
    Lists::of(start, length(), &entries)
}

fn length() -> usize {
    usize::try_from(BLOCK).unwrap_or(0)
}

/// The primes up to `limit`, by the sieve of Eratosthenes.
fn small_primes(limit: u64) -> Vec<u64> {
    let limit = usize::try_from(limit).unwrap_or(0);
    let mut composite = vec![false; limit + 1];
    let mut primes = Vec::new();
    for number in 2..=limit {
        if composite[number] {
            continue;
        }
        primes.extend(u64::try_from(number));
        for multiple in (number * number..=limit).step_by(number) {
            composite[multiple] = true;
        }
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sieves_list_what_division_finds() {
        let (mut divisors, mut primes) = (DivisorSieve::default(), PrimeSieve::default());
        // Over the ends of blocks, and from places that no block begins at.
        for n in (1..3000).chain(16_000..17_000).chain(1_000_000..1_000_200).chain([5, 16_384, 999_983]) {
            let mut found = divisors.of(n).to_vec();
            found.sort_unstable();
            let expected: Vec<u64> = (1..=n).filter(|&d| n.is_multiple_of(d)).collect();
            assert_eq!(found, expected, "the divisors of {n}");
            let is_prime = |p: u64| p > 1 && (2..p).take_while(|d| d * d <= p).all(|d| !p.is_multiple_of(d));
            let expected: Vec<u64> = expected.into_iter().filter(|&d| is_prime(d)).collect();
            assert_eq!(primes.of(n), expected, "the primes of {n}");
        }
    }
}
