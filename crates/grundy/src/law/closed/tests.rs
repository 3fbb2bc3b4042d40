use super::*;
use crate::lang::Claim;
use crate::law::{Evidence, find as find_law};
use crate::theory::Nimber;

/// The claim that is found, after the rule language has read it and agreed on the first values.
fn claim(value: impl Fn(u64) -> u64) -> Option<String> {
    let values: Values = (0..1000).map(|n| Nimber::new(value(n))).collect();
    let found = find_law(&values, &Evidence::default(), &Control::default()).unwrap()?;
    let claim = found.claim()?;
    let read = Claim::parse(&claim).unwrap();
    for n in 0..400 {
        let holds = |value| read.holds(n, value, &Control::default());
        assert_eq!(holds(Nimber::new(value(n))), Ok(true), "{claim} at {n}");
        let other = holds(Nimber::new(value(n) + 1));
        assert_eq!(other, Ok(found.exceptions.contains(&n)), "{claim} at {n} and another value");
    }
    Some(claim)
}

#[test]
fn formulas_are_those_that_people_write() {
    let cases: [(&dyn Fn(u64) -> u64, &str); 26] = [
        (&|_| 3, "g == 3"),
        (&|n| n, "g == n"),
        (&|n| n % 3, "g == n % 3"),
        (&|n| n / 2, "g == n / 2"),
        (&|n| n % 11 / 3, "g == n % 11 / 3"),
        (&|n| u64::from(n % 5 == 3), "g == (n % 5 == 3)"),
        (&|n| u64::from(!n.is_multiple_of(5)), "g == (n % 5 != 0)"),
        (&|n| 2 * u64::from(n % 7 < 3), "g == 2 * (n % 7 < 3)"),
        (&|n| u64::from([1, 3, 6].contains(&(n % 8))), "g == (n % 8 in {1, 3, 6})"),
        (&|n| 1 + n % 2, "g == n % 2 + 1"),
        (&|n| (n + 2) % 5, "g == (n + 2) % 5"),
        (&|n| (n + 1) / 3, "g == (n + 1) / 3"),
        (&|n| 2 * n + 5, "g == 2 * n + 5"),
        (&|n| n ^ 3, "g == n xor 3"),
        (&|n| n / 4 * 2 + n % 2, "g == 2 * (n / 4) + n % 2"),
        (
            &|n| n + u64::from(n % 4 == 3) - u64::from(n % 4 == 0 && n > 0),
            "n == 0 or g == n + (n % 4 == 3) - (n % 4 == 0)",
        ),
        (&|n| n.saturating_sub(1), "n == 0 or g == n - 1"),
        (&|n| 2 * n + u64::from(n.count_ones() % 2 == 0), "g == 2 * n + (popcount(n) % 2 == 0)"),
        (&|n| if n == 0 { 0 } else { n.trailing_zeros().into() }, "n == 0 or g == trailing_zeros(n)"),
        (
            &|n| if n == 0 { 0 } else { u64::from(n.trailing_zeros()) + 1 },
            "n == 0 or g == trailing_zeros(n) + 1",
        ),
        (&|n| u64::from(64 - n.leading_zeros()), "g == bit_length(n)"),
        (&|n| u64::from(64 - n.leading_zeros()).saturating_sub(1), "n == 0 or g == bit_length(n) - 1"),
        (&|n| if n == 0 { 0 } else { n.ilog(3).into() }, "n == 0 or g == ilog(n, 3)"),
        (&|n| ((n + 1) >> (n + 1).trailing_zeros()) / 2, "g == (n + 1 >> trailing_zeros(n + 1)) / 2"),
        (&|n| n ^ (n / 2), "g == n xor n / 2"),
        (&|n| n.isqrt(), "g == isqrt(n)"),
    ];
    for (value, expected) in cases {
        assert_eq!(claim(value).as_deref(), Some(expected));
    }
}

#[test]
fn no_formula_is_better_than_a_long_one() {
    // {1, 3, 4}: 0 1 0 1 2 3 2.
    assert_eq!(claim(|n| [0, 1, 0, 1, 2, 3, 2][usize::try_from(n % 7).unwrap()]), None);
    assert_eq!(claim(|n| n * n % 101), None);
}

#[test]
fn a_number_is_not_taken_for_a_pattern_of_digits() {
    // Right at the first values only.
    let values: Values = (0..1000).map(|n: u64| Nimber::new(n.count_ones().into())).collect();
    let mut wrong = values.iter().collect::<Vec<_>>();
    wrong[700] = Nimber::new(77);
    let wrong: Values = wrong.into_iter().collect();
    assert_eq!(find(&values, 15, &Control::default()), Ok(None), "too few to solve for constants");
    assert!(find(&values, 250, &Control::default()).unwrap().is_some());
    assert_eq!(find(&wrong, 250, &Control::default()), Ok(None));
}
