//! Kernels of splits by each copy that the processor has, on the same work.
//!
//! `cargo bench -p grundy-kernels --bench splits`; with `-- --quick` in a moment. The
//! copies take turns, and the least time of many rounds is printed, since other programs
//! only ever add to it: nanoseconds for one heap and, of splits, for one partner too.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use grundy_kernels::{Excluded, Front, Mask, Needed, Others, Partner, Rows, SplitWay, WINDOW, Words};

/// How many heaps there are.
const HEAPS: usize = 1 << 13;

/// How many partners.
const PARTNERS: usize = 64;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let rounds = if quick { 3 } else { 200 };
    println!("{:<28}{}", "", SplitWay::all().map(|way| format!("{:>12}", way.name())).collect::<String>());
    measure::<u16>("16", rounds);
    measure::<u32>("32", rounds);
    measure::<u64>("64", rounds);
    measure::<Words<2>>("128", rounds);
    measure::<Words<4>>("256", rounds);
    let codes: Vec<u8> = numbers(1).take(HEAPS).map(|number| low(number, 64)).collect();
    print("find_split", HEAPS, rounds, |way| {
        black_box(way.find_split(black_box(&codes), black_box(&codes), 255));
    });
}

fn measure<M: Mask>(codes: &str, rounds: usize) {
    let heaps: Vec<u8> = numbers(1).take(HEAPS + WINDOW).map(|number| low(number, M::CODES)).collect();
    let partners: Vec<Partner> = numbers(2)
        .zip(numbers(3))
        .take(PARTNERS)
        .map(|(code, far)| Partner {
            code: low(code, M::CODES),
            distance: WINDOW + usize::from(low(far, 256)) * 16,
        })
        .collect();
    let mut excluded = Excluded::default();
    (0..HEAPS).step_by(61).for_each(|heap| excluded.insert(heap));
    let others = |excluded| Others { codes: &heaps, first: 0, excluded };
    let at = HEAPS / 2 + WINDOW;

    let mut window = [M::below(M::CODES); WINDOW];
    for (name, others) in [("reach", others(None)), ("reach, some excluded", others(Some(&excluded)))] {
        print(&format!("{codes}: {name}"), WINDOW * PARTNERS, rounds, |way| {
            way.reach(black_box(&others), at, black_box(&partners), &mut window);
            black_box(&mut window);
        });
    }

    // The lower a code, the more lead to it, so that codes are spread; none leads to the last, so
    // that one is free.
    let mut numbers = numbers(4);
    let mut led = || {
        let number = M::CODES - 1;
        let chosen = (0..number)
            .zip(&mut numbers)
            .filter(|&(code, chance)| low(chance >> 3, M::CODES) < index(number - code) && chance % 8 == 0);
        chosen.fold(M::EMPTY, |set, (code, _)| set.with(index(code)))
    };
    let led: Vec<M> = (0..M::CODES * WINDOW).map(|_| led()).collect();
    let rows = Rows::new(M::CODES, |code, offset| led[WINDOW * usize::from(code) + offset - 1]);
    let mut found = vec![0; HEAPS];
    let mut least = HEAPS;
    print(&format!("{codes}: find_codes"), HEAPS, rounds, |way| {
        let mut window = rows.window();
        least = least.min(way.find_codes(black_box(&rows), &mut window, black_box(&mut found)));
    });
    assert!(least == HEAPS, "all codes are found");

    // Each heap needs a third of the codes, and most of them are led to.
    let third = u8::try_from(M::CODES / 3).unwrap_or(u8::MAX);
    let needed = Needed::new(|_, _| third);
    let front = Front::new(&heaps, 1, &[1], &excluded);
    let mut many = Vec::new();
    for round in 0..4 * M::CODES / PARTNERS + 1 {
        many.extend(partners.iter().map(|partner| Partner {
            code: low(u64::from(partner.code) + u64::try_from(7 * round).unwrap_or(0), M::CODES),
            distance: partner.distance - round % 16,
        }));
    }
    let mut open = [M::EMPTY; WINDOW];
    let others = others(None);
    print(&format!("{codes}: find_open"), WINDOW, rounds, |way| {
        black_box(way.find_open(black_box(&others), at, &many, &front, &needed, WINDOW, &mut open));
    });
}

/// Prints what one of `each` steps takes in each way.
fn print(name: &str, each: usize, rounds: usize, mut work: impl FnMut(SplitWay)) {
    const TURN: Duration = Duration::from_micros(200);
    let mut least = vec![f64::INFINITY; SplitWay::all().count()];
    for _ in 0..rounds {
        for (way, least) in SplitWay::all().zip(&mut least) {
            let start = Instant::now();
            let mut count = 0_u32;
            while count == 0 || start.elapsed() < TURN {
                work(way);
                count += 1;
            }
            *least = least.min(start.elapsed().as_secs_f64() / f64::from(count));
        }
    }
    let each = u32::try_from(each).map_or(f64::INFINITY, f64::from);
    let figures: String = least.iter().map(|seconds| format!("{:>12.3}", seconds * 1e9 / each)).collect();
    println!("{name:<28}{figures}");
}

/// Numbers without a pattern, the same for the same seed.
fn numbers(seed: u64) -> impl Iterator<Item = u64> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    })
}

/// A code as a byte.
fn index(code: usize) -> u8 {
    u8::try_from(code).unwrap_or(u8::MAX)
}

/// A number below `end`, at most 256.
fn low(number: u64, end: usize) -> u8 {
    u8::try_from(number % u64::try_from(end).unwrap_or(1)).unwrap_or(0)
}
