//! Nim products a second, way by way, for slices that stay in the second-level cache.
//!
//! `cargo bench -p grundy-kernels --bench nim`; with `-- --quick` in a moment. The
//! ways run in turns and the medians are printed, beside what they are of the
//! recursion over the tower with a table for bytes, which is the portable way.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use grundy_kernels::{NimWay, NimWord, nim_multiples};

/// How many numbers stand in a slice.
const LENGTH: usize = 1 << 12;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (rounds, time) = if quick { (3, Duration::from_millis(5)) } else { (15, Duration::from_millis(100)) };
    measure("u64", rounds, time, |word| {
        let [low, ..] = *word.to_le_bytes().as_chunks::<8>().0 else {
            unreachable!("16 bytes are two words")
        };
        u64::from_le_bytes(low)
    });
    measure("u128", rounds, time, |word| word);
}

fn measure<T: NimWord>(name: &str, rounds: usize, time: Duration, narrow: impl Fn(u128) -> T) {
    let mut seed = 1_u128;
    let mut next = || {
        seed = seed.wrapping_mul(0xda94_2042_e4dd_58b5_9ee1_2fcf_4c5e_6b39).wrapping_add(1);
        narrow(seed ^ seed >> 64)
    };
    let left: Vec<T> = (0..LENGTH).map(|_| next()).collect();
    let right: Vec<T> = (0..LENGTH).map(|_| next()).collect();
    let mut products = left.clone();
    let ways: Vec<NimWay> =
        NimWay::ALL.into_iter().filter(|way| way.products(&left, &right, &mut products)).collect();
    let mut figures = vec![Vec::new(); ways.len() + 1];
    for _ in 0..rounds {
        for (way, figures) in ways.iter().zip(&mut figures) {
            figures.push(rate(time, || {
                way.products(black_box(&left), black_box(&right), black_box(&mut products));
            }));
        }
        if let Some(figures) = figures.last_mut() {
            figures.push(rate(time, || nim_multiples(black_box(&left), black_box(right[0]), &mut products)));
        }
    }
    let medians: Vec<f64> = figures.iter_mut().map(|figures| median(figures)).collect();
    let portable = medians[ways.len() - 1];
    for (way, rate) in ways.iter().zip(&medians) {
        println!("{name} {way:?}: {:.1} million products a second, {:.1} times", rate / 1e6, rate / portable);
    }
    println!("{name} by one factor, as chosen: {:.1} million products a second", medians[ways.len()] / 1e6);
}

/// Products a second.
fn rate(time: Duration, mut products: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut count = 0_u32;
    while start.elapsed() < time {
        products();
        count += 1;
    }
    let each = u32::try_from(LENGTH).map_or(f64::INFINITY, f64::from);
    f64::from(count) * each / start.elapsed().as_secs_f64()
}

fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
